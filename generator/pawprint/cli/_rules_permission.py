"""The permission for the own rules of games, which are programs, to run."""

from collections.abc import Iterable
from pathlib import Path

from pawprint.catalog.model import Game
from pawprint.cli._messages import fail
from pawprint.cli._terminal import warn
from pawprint.play import allowed_rules
from pawprint.play.own_engines import program_file


def allow_file(path: Path, *, edits: bool = False) -> None:
    """Allow the file of an engine to run, and say so; an error ends the command."""
    if not path.is_file():
        fail(f"there is no file {path.as_posix()}")
    allowed_rules.allow(path, edits=edits)
    when = "now and after changes" if edits else "as it is now"
    warn(f"{path.as_posix()}  may run, {when}; it can do all that you can do")


def allow_rules_of(games: Iterable[Game]) -> None:
    """Allow the own rules of *games* to run, for --allow-rules."""
    for game in games:
        program = program_file(game.engine)
        if program is not None:
            allow_file(program)
