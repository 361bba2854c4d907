"""`pawprint printed`: remember that what was built last has been printed, and lies in the box."""

import sys
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from pawprint.terminal import options
from pawprint.terminal.build import many
from pawprint.terminal.options import Games, Quiet


def printed(
    games: Games = None,
    lang: Annotated[str | None, typer.Option(metavar="LANGS", help="Only these languages: fr,en.")] = None,
    out: Annotated[Path, typer.Option(metavar="DIR", help="Where the games were built.")] = Path("output"),
    quiet: Quiet = False,
) -> None:
    """Remember what was built last as printed: what pawprint build --changed compares with from now on.

    Examples:

      pawprint printed food-chain

      pawprint printed food-chain --lang fr
    """
    from pawprint.changes.state import BUILT, PRINTED, BadState, State, laid_over, read_state, write_state

    folders = [out / game for game in games] if games else sorted(path.parent for path in out.glob(f"*/{BUILT}"))
    if not folders:
        _fail(f"no game has been built in {out.as_posix()}")
    languages = options.several(lang)
    news = []
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
            state = State(built.game, built.version, decks)
            news.append((folder / PRINTED, state, laid_over(before, state)))
    except BadState as error:
        _fail(str(error))
    for path, state, whole in news:
        write_state(path, whole)
        if not quiet:
            said = [
                f"{key}, {many(sum(entry.copies for entry in deck.pieces.values()), 'piece')}"
                for key, deck in state.decks.items()
            ]
            print(f"{path.as_posix()}  {'; '.join(said)}")


def _fail(message: str) -> NoReturn:
    print(f"error: {message}", file=sys.stderr)
    print("  = help: build it first; pawprint printed remembers what was built", file=sys.stderr)
    raise typer.Exit(1)
