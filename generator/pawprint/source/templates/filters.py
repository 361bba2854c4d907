"""The filters of expressions and documents."""

import math
from collections.abc import Callable, Mapping
from functools import reduce, wraps
from typing import Any

#: A text longer than this comes from a template that has gone wrong.
MAX_RESULT = 50_000

# fmt: off
JINJA_FILTERS = (
    "abs", "capitalize", "default", "first", "float", "int", "join", "last", "length", "list", "lower", "map", "max",
    "min", "reject", "rejectattr", "round", "select", "selectattr", "sort", "string", "sum", "title", "trim",
    "unique", "upper",
)
# fmt: on
#: Filters of Jinja2 that give an iterator, which has no length, is always true, and prints as an address.
_LAZY = ("map", "reject", "rejectattr", "select", "selectattr", "unique")


def expression_filters(jinja: Mapping[str, Callable[..., Any]]) -> dict[str, Callable[..., Any]]:
    """The filters that expressions have, by name; *jinja* are those of Jinja2."""
    filters = {name: jinja[name] for name in JINJA_FILTERS}
    return filters | {name: _listing(filters[name]) for name in _LAZY} | OWN_FILTERS


def _listing(lazy: Callable[..., Any]) -> Callable[..., Any]:
    """A filter that gives the entries of *lazy* as a tuple."""

    @wraps(lazy)  # which also copies what Jinja2 is to give to it besides
    def filtered(*args: Any, **more: Any) -> tuple[Any, ...]:
        return tuple(lazy(*args, **more))

    return filtered


def _join(items: Any, between: Any = "", attribute: str | None = None) -> str:
    """Texts as one text, with *between* between them; never longer than `MAX_RESULT`."""
    steps = attribute.split(".") if attribute else ()
    texts = [str(reduce(lambda value, step: value[step], steps, item)) for item in items]
    glue = str(between)
    length = sum(map(len, texts)) + len(glue) * max(len(texts) - 1, 0)
    if length > MAX_RESULT:
        raise ValueError(f"join makes {length:,} characters; {MAX_RESULT:,} is the limit")
    return glue.join(texts)


def _round(value: Any, places: int = 0, method: str = "common") -> float:
    """A number with at most ten places after the point; *method*: common, ceil (up) or floor (down)."""
    ways: dict[str, Callable[[float], float]] = {"common": round, "ceil": math.ceil, "floor": math.floor}
    if method not in ways or not 0 <= places <= 10:
        raise ValueError("round takes 0 to 10 places, and common, ceil or floor")
    return float(ways[method](value * 10**places) / 10**places)


def _roman(value: int) -> str:
    """Roman numeral of 1..39, in plain letters so that every font has them."""
    if not 0 < int(value) < 40:
        return str(value)
    tens, ones = divmod(int(value), 10)
    return "X" * tens + ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")[ones]


def _has(items: Any, value: Any) -> bool:
    """True if a list has *value* (an id, for a list of references)."""
    return any(item == value for item in items)


def _shared(items: Any, others: Any) -> tuple[Any, ...]:
    """The entries of one list that another one has, too."""
    return tuple(item for item in items if _has(others, item))


def flat(items: Any) -> tuple[Any, ...]:
    """A list of lists as one list."""
    return tuple(entry for item in items for entry in (item if isinstance(item, (tuple, list)) else (item,)))


def _through(items: Any, mapping: Any) -> tuple[Any, ...]:
    """Each entry of a list as *mapping* translates it."""
    missing = [str(item) for item in items if str(item) not in mapping]
    if missing:
        raise ValueError(f"what it goes through has no '{missing[0]}'")
    return tuple(mapping[str(item)] for item in items)


#: Filters that Jinja2 does not have, or not within bounds.
OWN_FILTERS: dict[str, Callable[..., Any]] = {
    "flat": flat,
    "has": _has,
    "join": _join,
    "roman": _roman,
    "round": _round,
    "shared": _shared,
    "through": _through,
}
