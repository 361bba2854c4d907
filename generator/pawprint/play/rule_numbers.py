"""The numbers of an engine, and the same numbers in a game's declaration, where cards print them."""

from pawprint.catalog.model import Game
from pawprint.core.diagnostics import Findings
from pawprint.play.engine import Rules
from pawprint.source.plain_data import to_python
from pawprint.source.reader import MappingNode


def check_numbers(game: Game, engine: type[Rules], findings: Findings) -> None:
    """Report numbers under `rules` of *game* that differ from those that the engine plays with."""
    declared = game.node.get("rules")
    if not isinstance(declared, MappingNode):
        return
    for name, number in engine.numbers.items():
        node = declared.get(name)
        if node is None:
            continue
        here = to_python(node)
        if here != number.value:
            message = f"'{name}' of the rules is {_written(here)}; the engine plays with {_written(number.value)}"
            help = f"it is the number of {number.about}, by rule {number.rule}; to change it, change the engine"
            findings.add("out-of-range", message, node.span, help)


def _written(value: object) -> str:
    """A number, or several by name, as a catalog has them."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{name}: {one}" for name, one in value.items()) + "}"
    return str(value)
