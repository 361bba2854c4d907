"""What a scenario expects, and a fact -> where and how they differ."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from pawprint.core.registry import suggest
from pawprint.core.source import Span
from pawprint.rules.engine import Json
from pawprint.yamlio import reader
from pawprint.yamlio.plain_data import to_python
from pawprint.yamlio.reader import Node, SequenceNode


def fact_differences(expected: Node, fact: Json, name: str = "") -> Iterator[tuple[Span, str]]:
    """The differences between *fact* and *expected*: (place, sentence).

    A mapping may leave things out; a list must be complete. For a fact that is a set or a Counter the order does not
    matter. An expected `reason` need only be named in the fact.
    """
    what = name or "this"
    wanted = to_python(expected)
    if name == "reason" and isinstance(wanted, str) and isinstance(fact, str):
        if not re.search(rf"(?<![\w.-]){re.escape(wanted)}(?!\.?\w)", fact):
            yield expected.span, f"the reason should name {wanted}; it is: {fact or 'none, since this is legal'}"
    elif isinstance(fact, Counter | set | frozenset):
        have = Counter(map(as_written, fact.elements() if isinstance(fact, Counter) else fact))
        want = Counter(map(as_written, wanted if isinstance(wanted, list) else [wanted]))
        if have != want:
            yield expected.span, f"{what} should be {as_list(want.elements())}; it is {as_list(have.elements())}"
    elif isinstance(expected, reader.MappingNode) and isinstance(fact, dict):
        facts = {str(key): value for key, value in fact.items()}
        for key, node in expected.entries.items():
            inner = f"{name}.{key}" if name else key
            if key in facts:
                yield from fact_differences(node, facts[key], inner)
            else:
                help = suggest(key, facts, "it has")
                yield expected.key_span(key), f"there is no {inner} that could be expected; {help}"
    elif isinstance(expected, SequenceNode) and isinstance(fact, list | tuple):
        if len(expected.items) != len(fact):
            yield expected.span, f"{what} should be {as_written(wanted)}; it is {as_written(fact)}"
        else:
            for index, (node, value) in enumerate(zip(expected.items, fact, strict=True)):
                yield from fact_differences(node, value, f"{name}[{index}]")
    elif wanted != fact or isinstance(wanted, bool) is not isinstance(fact, bool):
        yield expected.span, f"{what} should be {as_written(wanted)}; it is {as_written(fact)}"


def as_written(value: Json) -> str:
    """*value* as it would be written."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {as_written(item)}" for key, item in sorted(value.items(), key=str)) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(as_written, value)) + "]"
    if isinstance(value, set | frozenset | Counter):
        return as_list(map(as_written, value))
    if value is None:
        return "null"
    return str(value).lower() if isinstance(value, bool) else str(value)


def as_list(values: Any) -> str:
    """Written values as a list, sorted."""
    return "[" + ", ".join(sorted(values)) + "]"
