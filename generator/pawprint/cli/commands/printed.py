"""`pawprint printed`: record the last build as printed."""

from collections.abc import Callable, Iterator
from pathlib import Path

from pawprint.cli import parameters
from pawprint.cli._messages import fail, plural
from pawprint.cli._terminal import say
from pawprint.core.registry import suggest
from pawprint.production.snapshot import (
    BUILT,
    PRINTED,
    BadState,
    Snapshot,
    laid_over,
    printed_of,
    read_state,
    write_state,
)

_BUILD_FIRST = "build it first; pawprint printed records the last build as printed"


def printed(
    games: parameters.GamesArgument = None,
    component: parameters.ComponentsOption = None,
    card: parameters.CardsOption = None,
    lang: parameters.LanguagesOption = None,
    out: parameters.BuildsOption = Path("output"),
    quiet: parameters.QuietOption = False,
) -> None:
    """Record that the last build has been printed.

    From then on, pawprint build --changed and pawprint changes compare with it.

    Examples:

      pawprint printed food-chain

      pawprint printed food-chain --lang fr

      pawprint printed food-chain --card toad   only this piece was printed
    """
    try:
        states = _read_states(games or (), parameters.split_list(lang), out)
    except BadState as error:
        fail(str(error), _BUILD_FIRST)
    selected = _selection(
        tuple(component or ()), tuple(card or ()), [state for _, *both in states for state in both if state]
    )
    for path, built, before in states:
        if selected is None:
            new, whole = built, laid_over(before, built)
        elif any(selected(piece) for state in (built, before) if state for piece in _piece_names(state)):
            new, whole = printed_of(built, before, selected)
        else:
            continue  # the selected pieces belong to another game
        write_state(path, whole)
        if not quiet:
            decks = [
                f"{key}, {plural(sum(entry.copies for entry in deck.pieces.values()), 'piece')}"
                for key, deck in new.decks.items()
            ]
            say(f"{path.as_posix()}  {'; '.join(decks)}")


def _read_states(
    games: list[str] | tuple[()], languages: tuple[str, ...], out: Path
) -> list[tuple[Path, Snapshot, Snapshot | None]]:
    """For each game the file to write, the last build, and what was recorded as printed before.

    Args:
        games: all that have been built if empty.
        languages: all that have been built if empty.

    Raises:
        BadState: a file cannot be read.
    """
    folders = [out / game for game in games] if games else sorted(path.parent for path in out.glob(f"*/{BUILT}"))
    if not folders:
        fail(f"no game has been built in {out.as_posix()}", _BUILD_FIRST)
    states = []
    for folder in folders:
        built, before = read_state(folder / BUILT), read_state(folder / PRINTED)
        if built is None:
            fail(f"{folder.name} has not been built in {out.as_posix()}", _BUILD_FIRST)
        decks = {key: deck for key, deck in built.decks.items() if not languages or key.rpartition("/")[2] in languages}
        if not decks:
            fail(f"{folder.name} has not been built in {', '.join(languages)}", _BUILD_FIRST)
        states.append((folder / PRINTED, Snapshot(built.game, built.version, decks), before))
    return states


def _selection(
    components: tuple[str, ...], cards: tuple[str, ...], states: list[Snapshot]
) -> Callable[[str], bool] | None:
    """Whether a piece is selected, by its name `component/id`; None if all are. An unknown name ends the command."""
    if not components and not cards:
        return None
    pieces = {piece for state in states for piece in _piece_names(state)}
    known = {name for state in states for deck in state.decks.values() for name in deck.components}
    for names, existing, noun in (
        (components, known, "component"),
        (cards, pieces | {piece.partition("/")[2] for piece in pieces}, "piece"),
    ):
        for name in names:
            if name not in existing:
                fail(f"no {noun} '{name}' has been built", suggest(name, sorted(existing)))

    def selected(piece: str) -> bool:
        component, _, identity = piece.partition("/")
        return (not components or component in components) and (not cards or bool({identity, piece} & {*cards}))

    return selected


def _piece_names(state: Snapshot) -> Iterator[str]:
    """The names of all pieces in a state; a piece of several decks comes several times."""
    return (piece for deck in state.decks.values() for piece in deck.pieces)
