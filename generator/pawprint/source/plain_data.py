"""A node without places: plain Python data, as JSON has it, for places that accept any value."""

import re
from collections.abc import Callable
from typing import Any

from pawprint.source.reader import MappingNode, Node, ScalarNode

_INTEGER = re.compile(r"-?(0|[1-9][0-9]{0,14})\Z")
_DECIMAL = re.compile(r"-?(0|[1-9][0-9]{0,14})\.[0-9]{1,14}\Z")
_CONSTANTS = {"true": True, "false": False, "null": None, "": None}


def scalar_value(node: ScalarNode) -> str | int | float | bool | None:
    """The value that JSON gives to a scalar: numbers, `true`, `false` and `null` as such, everything else as text.

    Quoted scalars are texts. Nothing written is None. Numbers in other notations (`010`, `1_000`, `1e3`) and YAML's
    other words (`yes`, `~`) are texts, so that the value never differs from what is written.
    """
    if node.quoted:
        return node.text
    if node.text in _CONSTANTS:
        return _CONSTANTS[node.text]
    if _INTEGER.match(node.text):
        return int(node.text)
    return float(node.text) if _DECIMAL.match(node.text) else node.text


def text_as_typed(node: ScalarNode) -> str | None:
    """The text of a scalar as it is typed, for data whose columns have no type yet (`007`, `1.50`); None for null."""
    return None if not node.quoted and node.text in ("null", "~", "") else node.text


def to_python(node: Node, scalar: Callable[[ScalarNode], Any] = scalar_value) -> Any:
    """*node* as dictionaries, lists and the values that *scalar* gives to its scalars."""
    if isinstance(node, ScalarNode):
        return scalar(node)
    if isinstance(node, MappingNode):
        return {name: to_python(item, scalar) for name, item in node.entries.items()}
    return [to_python(item, scalar) for item in node.items]
