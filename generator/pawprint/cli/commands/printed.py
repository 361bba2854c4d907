"""`pawprint printed`: remember that what was built last has been printed, and lies in the box."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from pawprint.cli import parameters
from pawprint.cli.commands.build import plural
from pawprint.cli.parameters import GamesArgument, QuietOption
from pawprint.core.registry import suggest

if TYPE_CHECKING:
    from pawprint.build.snapshot import Snapshot


def printed(
    games: GamesArgument = None,
    component: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Only this component; may be repeated.")
    ] = None,
    card: Annotated[list[str] | None, typer.Option(metavar="ID", help="Only this piece; may be repeated.")] = None,
    lang: Annotated[str | None, typer.Option(metavar="LANGS", help="Only these languages: fr,en.")] = None,
    out: Annotated[Path, typer.Option(metavar="DIR", help="Where the games were built.")] = Path("output"),
    quiet: QuietOption = False,
) -> None:
    """Remember what was built last as printed: what pawprint build --changed compares with from now on.

    Examples:

      pawprint printed food-chain

      pawprint printed food-chain --lang fr

      pawprint printed food-chain --card toad --card boar     no other sheet went through the printer
    """
    from pawprint.build.snapshot import (
        BUILT,
        PRINTED,
        BadState,
        Snapshot,
        laid_over,
        printed_of,
        read_state,
        write_state,
    )

    folders = [out / game for game in games] if games else sorted(path.parent for path in out.glob(f"*/{BUILT}"))
    if not folders:
        _fail(f"no game has been built in {out.as_posix()}")
    languages = parameters.split_list(lang)
    states: list[tuple[Path, Snapshot, Snapshot | None]] = []
    try:
        for folder in folders:
            built, before = read_state(folder / BUILT), read_state(folder / PRINTED)
            if built is None:
                _fail(f"{folder.name} has not been built in {out.as_posix()}")
            decks = {
                key: deck for key, deck in built.decks.items() if not languages or key.rpartition("/")[2] in languages
            }
            if not decks:
                _fail(f"{folder.name} has not been built in {', '.join(languages)}")
            states.append((folder / PRINTED, Snapshot(built.game, built.version, decks), before))
    except BadState as error:
        _fail(str(error))
    wanted = _selection(
        tuple(component or ()), tuple(card or ()), [state for _, *both in states for state in both if state]
    )
    for path, built, before in states:
        if wanted is None:
            news, whole = built, laid_over(before, built)
        elif any(wanted(piece) for state in (built, before) if state for piece in _piece_names(state)):
            news, whole = printed_of(built, before, wanted)
        else:
            continue  # another game has what is asked for
        write_state(path, whole)
        if not quiet:
            said = [
                f"{key}, {plural(sum(entry.copies for entry in deck.pieces.values()), 'piece')}"
                for key, deck in news.decks.items()
            ]
            print(f"{path.as_posix()}  {'; '.join(said)}")


def _selection(
    components: tuple[str, ...], cards: tuple[str, ...], states: "list[Snapshot]"
) -> Callable[[str], bool] | None:
    """Which pieces are asked for, by name; None if all are. What has neither been built nor printed is an error."""
    if not components and not cards:
        return None
    pieces = {piece for state in states for piece in _piece_names(state)}
    known = {name for state in states for deck in state.decks.values() for name in deck.components}
    for asked, there, noun in (
        (components, known, "component"),
        (cards, pieces | {piece.partition("/")[2] for piece in pieces}, "piece"),
    ):
        for name in asked:
            if name not in there:
                _fail(f"no {noun} '{name}' has been built", suggest(name, sorted(there)))

    def wanted(piece: str) -> bool:
        component, _, identity = piece.partition("/")
        return (not components or component in components) and (not cards or bool({identity, piece} & {*cards}))

    return wanted


def _piece_names(state: "Snapshot") -> Iterator[str]:
    """The names of all pieces in a state, some of them several times."""
    return (piece for deck in state.decks.values() for piece in deck.pieces)


def _fail(message: str, help: str = "build it first; pawprint printed remembers what was built") -> NoReturn:
    print(f"error: {message}", file=sys.stderr)
    print(f"  = help: {help}", file=sys.stderr)
    raise typer.Exit(1)
