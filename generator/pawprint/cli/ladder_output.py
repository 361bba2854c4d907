"""`pawprint play --ladder`: every bot against every other one."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

import typer

from pawprint.cli.terminal import say, write_json

if TYPE_CHECKING:
    from pawprint.balance.ladder import Ladder
    from pawprint.rules.engine import Rules

#: Games of each pair of bots unless another number is given.
LADDER_GAMES = 100


def bots_to_compare(names: tuple[str, ...], others: Mapping[str, object]) -> tuple[str, ...]:
    """The bots of a ladder: those that are named, or all.

    Args:
        others: values of options that a ladder does not have.

    Raises:
        typer.BadParameter: there is nothing to compare, or one of the *others* is given.
    """
    from pawprint.rules.bot_names import full_name
    from pawprint.rules.bots import BOTS

    for option, value in others.items():
        if value is not None:
            raise typer.BadParameter("a ladder cannot be combined with it", param_hint=option)
    found = tuple(dict.fromkeys(names or map(full_name, BOTS)))
    if len(found) < 2:
        raise typer.BadParameter("a ladder compares at least two different bots", param_hint="--bots")
    return found


def print_ladder(rules: "Rules", ladder: "Ladder", form: str) -> None:
    """Print a ladder as `text` or `json`."""
    from pawprint.balance.ladder_text import ladder_data, ladder_lines

    if form == "json":
        write_json(ladder_data(rules, ladder))
    else:
        say(*ladder_lines(rules, ladder))
