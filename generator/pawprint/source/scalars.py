"""Scalars -> values of the type that a field asks for.

Each function returns the value, or None after noting a finding. YAML's own guesses play no part, so its
traps (`no`, `1:30`, `010`, `1_000`) are either the text that they look like or a finding, never another value.
"""

import re
from collections.abc import Callable, Collection
from typing import TypeVar

from pawprint.core.colour import Colour
from pawprint.core.diagnostics import Findings
from pawprint.core.files import is_device_name
from pawprint.core.geometry import Size
from pawprint.core.length import DESIGN_BLEED, ZERO, Length
from pawprint.core.registry import known_spelling, other_spellings, suggest
from pawprint.source.reader import Node, ScalarNode, SequenceNode
from pawprint.source.value_schemas import COLOUR, LENGTH, TEXT, Schema, any_of, spellings, takes

T = TypeVar("T")

_INT = re.compile(r"[-+]?(0|[1-9][0-9]*)\Z")
_NUMBER = re.compile(r"[-+]?(0|[1-9][0-9]*)(\.[0-9]+)?\Z")
_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*\Z")
_TRUTHS = {"yes", "on", "y"}
_LIES = {"no", "off", "n"}
_EMPTY = "write a value, or remove the line"


def _within(kind: str, least: float | None, most: float | None) -> Schema:
    """The schema of numbers from *least* to *most*."""
    limits = {"minimum": least, "maximum": most}
    return {"type": kind, **{name: limit for name, limit in limits.items() if limit is not None}}


@takes(TEXT)
def text(node: Node, what: str, findings: Findings, empty: str = _EMPTY) -> str | None:
    """A text, possibly empty if quoted.

    Args:
        what: names the value in messages: `field 'name'`.
        empty: help where nothing is written.
    """
    if isinstance(node, ScalarNode) and not node.empty:
        return node.text
    wrong_type(node, what, "a text", findings, "put it in quotes if it begins with { or [", empty)
    return None


@takes(any_of(TEXT, {"type": "array", "items": TEXT}))
def texts(node: Node, what: str, findings: Findings) -> tuple[str, ...]:
    """A list of texts, or one text alone; those with a finding left out."""
    nodes = node.items if isinstance(node, SequenceNode) else [node]
    values = [text(item, what, findings) for item in nodes]
    return tuple(value for value in values if value is not None)


def wrong_type(node: Node, what: str, wanted: str, findings: Findings, help: str, empty: str = _EMPTY) -> None:
    """Report that *node* is not *wanted* (`a list`), or that it is empty."""
    if isinstance(node, ScalarNode) and node.empty:
        if empty == _EMPTY and node.source.text[node.start :].lstrip(" ").startswith("#"):
            empty = f"{_EMPTY}; a text that begins with # needs quotes"
        findings.add("missing-field", f"{what} is empty", node.span, empty)
    else:
        findings.add("wrong-type", f"{what} should be {wanted}, not {node.what}", node.span, help)


def escapes_folder(path: str) -> bool:
    """True if a path that someone wrote leaves its folder, or means something special to an operating system."""
    return ".." in path.split("/") or path.startswith(("/", "~")) or not set("\\:\0").isdisjoint(path)


@takes(lambda least=None, most=None: _within("integer", least, most))
def integer(node: Node, what: str, findings: Findings, least: int | None = None, most: int | None = None) -> int | None:
    """A whole number from *least* to *most* (None: no limit), written plainly: no quotes, no leading zero."""
    if isinstance(node, ScalarNode) and not node.quoted and _INT.match(node.text) and len(node.text) < 16:
        value = int(node.text)
        return value if _in_range(value, node, what, findings, least, most) else None
    _not_a(node, what, findings, "a whole number")
    return None


@takes(lambda least=None, most=None: _within("number", least, most))
def number(
    node: Node, what: str, findings: Findings, least: float | None = None, most: float | None = None
) -> float | None:
    """A number with a decimal point if any, from *least* to *most* (None: no limit)."""
    if isinstance(node, ScalarNode) and not node.quoted and _NUMBER.match(node.text) and len(node.text) < 20:
        value = float(node.text)
        return value if _in_range(value, node, what, findings, least, most) else None
    _not_a(node, what, findings, "a number")
    return None


@takes({"type": "boolean"})
def flag(node: Node, what: str, findings: Findings) -> bool | None:
    """`true` or `false`, and nothing else."""
    if isinstance(node, ScalarNode) and not node.quoted and node.text in ("true", "false"):
        return node.text == "true"
    _not_a(node, what, findings, "true or false")
    return None


@takes(
    lambda choices=(): {
        "enum": [
            spelling
            for spelled in choices
            for word in (spelled, *other_spellings(spelled))
            for spelling in spellings(word)
        ]
    }
)
def choice(node: Node, what: str, findings: Findings, choices: Collection[str]) -> str | None:
    """One of *choices*."""
    value = text(node, what, findings)
    value = value and known_spelling(value, choices)
    if value is None or value in choices:
        return value
    help = suggest(value, choices, "choices are")
    findings.add("unknown-choice", f"{what} is '{value}', which is not a choice", node.span, help)
    return None


@takes({"type": ["string", "integer"], "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$", "maxLength": 80})
def identifier(node: Node, what: str, findings: Findings) -> str | None:
    """An id: lower-case letters, digits and single hyphens, so that it can name files and be typed."""
    value = text(node, what, findings)
    if value is None or (_ID.match(value) and len(value) <= 80 and not is_device_name(value)):
        return value
    slug = re.sub(r"[^a-z0-9]+", "-", value.lower()).strip("-")
    reason = "ids are lower-case letters, digits and single hyphens"
    if is_device_name(slug):
        slug, reason = f"the-{slug}", "Windows has no files of that name"
    help = f"for example '{slug}'" if slug and len(slug) <= 80 else "write it like red-fox"
    findings.add("bad-id", f"{what} is '{value}'; {reason}", node.span, help)
    return None


@takes(LENGTH)
def length(node: Node, what: str, findings: Findings) -> Length | None:
    """A length with its unit."""
    return _parsed(node, what, findings, Length.parse, "bad-length", "write a number and a unit: 3 mm, 0.25 in, 8 pt")


@takes(LENGTH)
def bleed(node: Node, what: str, findings: Findings) -> Length | None:
    """A length from 0 to the bleed that faces are composed with."""
    value = length(node, what, findings)
    if value is None or ZERO <= value <= DESIGN_BLEED:
        return value
    help = f"write 0 mm to {DESIGN_BLEED}; pawprint build --bleed takes more"
    findings.add("out-of-range", f"{what} is {value}", node.span, help)
    return None


@takes({"type": "string", "pattern": "^[^x×]+[x×][^x×]+$"})
def size(node: Node, what: str, findings: Findings) -> Size | None:
    """Width x height with unit."""
    return _parsed(node, what, findings, Size.parse, "bad-length", "write width x height: 63.5 mm x 88.9 mm")


@takes(COLOUR)
def colour(node: Node, what: str, findings: Findings) -> Colour | None:
    """`#rrggbb`."""
    return _parsed(node, what, findings, Colour.parse, "bad-colour", UNQUOTED)


#: A colour that YAML takes for a comment leaves nothing.
UNQUOTED = "in YAML a colour needs quotes: '#1e2923'"


def _parsed(node: Node, what: str, findings: Findings, parse: Callable[[str], T], code: str, help: str) -> T | None:
    value = text(node, what, findings, help if code == "bad-colour" else _EMPTY)
    if value is None:
        return None
    try:
        return parse(value)
    except ValueError as error:
        findings.add(code, f"{what}: {error}", node.span, help)
        return None


def _in_range(value: float, node: Node, what: str, findings: Findings, least: float | None, most: float | None) -> bool:
    if least is not None and value < least:
        help = f"write a number of at least {least:g}" + (f" and at most {most:g}" if most is not None else "")
        findings.add("out-of-range", f"{what} is {value:.15g}; the least is {least:g}", node.span, help)
        return False
    if most is not None and value > most:
        help = "write a number of " + (f"at least {least:g} and " if least is not None else "") + f"at most {most:g}"
        findings.add("out-of-range", f"{what} is {value:.15g}; the most is {most:g}", node.span, help)
        return False
    return True


def _not_a(node: Node, what: str, findings: Findings, wanted: str) -> None:
    if not isinstance(node, ScalarNode) or node.empty:
        wrong_type(node, what, wanted, findings, "write one value")
    else:
        findings.add(
            "wrong-type", f"{what} should be {wanted}, not '{_short(node.text)}'", node.span, _hint(node, wanted)
        )


def _hint(node: ScalarNode, wanted: str) -> str:
    value = node.text
    if wanted == "true or false":
        if node.quoted and value in ("true", "false"):
            return "remove the quotes"
        if value.lower() in _TRUTHS | {"true"}:
            return "write true"
        return "write false" if value.lower() in _LIES | {"false"} else "write true or false"
    if len(value) >= 16:
        return "no card has such a number" if value.isascii() and value.isdigit() else f"write {wanted}"
    if node.quoted and _NUMBER.match(value):
        return "remove the quotes"
    if re.fullmatch(r"[-+]?0[0-9]+", value):
        return f"write {int(value)} without leading zeros"
    if re.fullmatch(r"[-+]?[0-9]+,[0-9]+", value) and wanted == "a number":
        return f"write {value.replace(',', '.')} with a point"
    if re.fullmatch(r"[-+]?[0-9]{1,3}([_ ,'][0-9]{3})+|[-+]?[0-9]+(_[0-9]+)+", value):
        return f"write {re.sub('[^0-9+-]', '', value)} without separators"
    if re.fullmatch(r"[-+]?[0-9]+\.?[0-9]*([eE][-+]?[0-9]{1,2})?", value) and float(value).is_integer():
        return f"write {float(value):.0f}"
    return "write it in digits, as in 12" + (" or 2.5" if wanted == "a number" else "")


def _short(value: str) -> str:
    return value if len(value) <= 40 else value[:37] + "..."
