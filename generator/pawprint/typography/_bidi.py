"""The Unicode Bidirectional Algorithm (UAX #9): in which order the characters of a line are drawn.

No library gives embedding levels of single characters under a licence that this project takes, so the rules stand here;
the names in comments are those of the standard. `unicodedata` knows the classes of characters.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple
from unicodedata import bidirectional, category, mirrored, normalize

from pawprint.typography.languages import is_right_to_left

#: Embeddings nest no deeper (BD2).
_DEEPEST = 125
_RIGHT = frozenset({"R", "AL"})
_ISOLATES = frozenset({"LRI", "RLI", "FSI"})
_EMBEDDINGS = frozenset({"LRE", "RLE", "LRO", "RLO"})
#: Classes that the algorithm treats as if they were not there (X9).
_REMOVED = frozenset({*_EMBEDDINGS, "PDF", "BN"})
_NEUTRAL = frozenset({"B", "S", "WS", "ON", "PDI", *_ISOLATES})


class _Status(NamedTuple):
    """An entry of the directional status stack (X1)."""

    level: int
    override: str
    isolate: bool


def base_level(text: str, language: str) -> int:
    """1 for a text that runs from right to left as a whole, 0 for another.

    A text in a right-to-left language does if any of its letters does; in another language the first letter decides.
    """
    right = is_right_to_left(language)
    strong = [kind for kind in map(bidirectional, text) if kind in ("L", "R", "AL")]
    if right:
        return 0 if strong and _RIGHT.isdisjoint(strong) else 1
    return 1 if strong and strong[0] in _RIGHT else 0


def embedding_levels(text: str, base: int) -> list[int]:
    """The level of each character of a line of *text*: even ones run from left to right, odd ones from right to left.

    Args:
        base: the level of the whole.
    """
    kinds = [bidirectional(character) or "L" for character in text]
    matching = _matching_isolates(kinds)
    levels, types = _explicit(kinds, matching, base)
    for sequence in _isolating_runs(kinds, levels, matching):
        _resolve(text, sequence, kinds, types, levels, base, matching)
    before = base
    for index, kind in enumerate(kinds):  # what X9 removes goes with what stands before it
        if kind in _REMOVED:
            levels[index] = before
        before = levels[index]
    return levels


def visual_order(levels: Sequence[int]) -> list[int]:
    """The indices of things with these levels from left to right (L2)."""
    order = list(range(len(levels)))
    odd = [level for level in levels if level % 2]
    for level in range(max(levels, default=0), min(odd, default=1) - 1, -1):
        start = 0
        while start < len(order):
            end = start
            while end < len(order) and levels[order[end]] >= level:
                end += 1
            order[start:end] = order[start:end][::-1]
            start = max(end, start + 1)
    return order


def _matching_isolates(kinds: Sequence[str]) -> dict[int, int]:
    """Isolate initiator -> its PDI, which may be the end of the text; and each of these PDIs -> its initiator (BD9)."""
    matching: dict[int, int] = {}
    open_ones: list[int] = []
    for index, kind in enumerate(kinds):
        if kind in _ISOLATES:
            open_ones.append(index)
        elif kind == "PDI" and open_ones:
            start = open_ones.pop()
            matching[start], matching[index] = index, start
    for start in open_ones:
        matching[start] = len(kinds)
    return matching


def _explicit(kinds: Sequence[str], matching: dict[int, int], base: int) -> tuple[list[int], list[str]]:
    """Levels and types after the explicit embeddings, overrides and isolates (X1 to X8)."""
    levels, types = [base] * len(kinds), list(kinds)
    stack = [_Status(base, "", False)]
    deep_isolates = deep_embeddings = valid_isolates = 0
    for index, kind in enumerate(kinds):
        top = stack[-1]
        levels[index] = top.level
        if kind in _EMBEDDINGS or kind in _ISOLATES:
            isolate = kind in _ISOLATES
            right = kind in ("RLE", "RLO", "RLI")
            if kind == "FSI":
                right = _first_strong(kinds, index + 1, matching[index], matching) in _RIGHT
            if isolate and top.override:
                types[index] = top.override
            level = top.level + (2 - top.level % 2 if not right else 1 + top.level % 2)
            if level <= _DEEPEST and not deep_isolates and not deep_embeddings:
                valid_isolates += isolate
                override = {"LRO": "L", "RLO": "R"}.get(kind, "")
                stack.append(_Status(level, override, isolate))
            elif isolate:
                deep_isolates += 1
            elif not deep_isolates:
                deep_embeddings += 1
        elif kind == "PDI":
            if deep_isolates:
                deep_isolates -= 1
            elif valid_isolates:
                deep_embeddings = 0
                while not stack[-1].isolate:
                    stack.pop()
                stack.pop()
                valid_isolates -= 1
            levels[index] = stack[-1].level
            types[index] = stack[-1].override or kind
        elif kind == "PDF":
            if not deep_isolates and deep_embeddings:
                deep_embeddings -= 1
            elif not deep_isolates and len(stack) > 1 and not top.isolate:
                stack.pop()
        elif kind != "BN" and top.override:
            types[index] = top.override
    return levels, types


def _first_strong(kinds: Sequence[str], start: int, end: int, matching: dict[int, int]) -> str:
    """The class of the first letter between two places, isolates left out (P2)."""
    index = start
    while index < end:
        if kinds[index] in ("L", "R", "AL"):
            return kinds[index]
        index = matching[index] if kinds[index] in _ISOLATES else index + 1
    return ""


def _isolating_runs(kinds: Sequence[str], levels: Sequence[int], matching: dict[int, int]) -> Iterator[list[int]]:
    """The isolating run sequences (BD13), each as the indices of its characters."""
    runs: list[list[int]] = []
    for index, kind in enumerate(kinds):
        if kind in _REMOVED:
            continue
        if runs and levels[runs[-1][-1]] == levels[index]:
            runs[-1].append(index)
        else:
            runs.append([index])
    by_start = {run[0]: run for run in runs}
    for run in runs:
        if kinds[run[0]] == "PDI" and run[0] in matching:
            continue  # it goes on after the isolate that began in another run
        sequence = list(run)
        while kinds[sequence[-1]] in _ISOLATES and matching[sequence[-1]] in by_start:
            sequence += by_start[matching[sequence[-1]]]
        yield sequence


def _resolve(
    text: str,
    sequence: list[int],
    kinds: Sequence[str],
    types: list[str],
    levels: list[int],
    base: int,
    matching: dict[int, int],
) -> None:
    """Set the levels of an isolating run sequence (W1 to I2)."""
    first, last, level = sequence[0], sequence[-1], levels[sequence[0]]
    before = next((levels[at] for at in range(first - 1, -1, -1) if kinds[at] not in _REMOVED), base)
    unfinished = kinds[last] in _ISOLATES and matching[last] == len(kinds)
    follows = (at for at in range(last + 1, len(kinds)) if kinds[at] not in _REMOVED)
    after = base if unfinished else next((levels[at] for at in follows), base)
    start, end = _direction(max(before, level)), _direction(max(after, level))
    own = [types[at] for at in sequence]
    _weak(own, start)
    _brackets(own, [text[at] for at in sequence], [kinds[at] for at in sequence], _direction(level), start)
    _neutral(own, _direction(level), start, end)
    for at, kind in zip(sequence, own, strict=True):
        if level % 2:
            levels[at] = level + (kind != "R")
        else:
            levels[at] = level + {"R": 1, "AN": 2, "EN": 2}.get(kind, 0)


def _direction(level: int) -> str:
    return "R" if level % 2 else "L"


def _weak(types: list[str], start: str) -> None:
    """Numbers and the signs about them (W1 to W7)."""
    before, letter = start, start
    for index, kind in enumerate(types):
        if kind == "NSM":
            kind = types[index] = "ON" if before in _ISOLATES or before == "PDI" else before
        if kind in ("L", "R", "AL"):
            letter = kind
        if kind == "EN" and letter == "AL":
            types[index] = "AN"
        before = kind
    types[:] = ["R" if kind == "AL" else kind for kind in types]
    for index in range(1, len(types) - 1):
        left, kind, right = types[index - 1 : index + 2]
        if (kind in ("ES", "CS") and left == right == "EN") or (kind == "CS" and left == right == "AN"):
            types[index] = left
    for first, end in _runs(types, {"ET"}):
        if "EN" in (types[first - 1] if first else "", types[end] if end < len(types) else ""):
            types[first:end] = ["EN"] * (end - first)
    letter = start
    for index, kind in enumerate(types):
        if kind in ("ES", "ET", "CS"):
            types[index] = "ON"
        elif kind in ("L", "R"):
            letter = kind
        elif kind == "EN" and letter == "L":
            types[index] = "L"


def _brackets(types: list[str], text: Sequence[str], kinds: Sequence[str], embedding: str, start: str) -> None:
    """Pairs of brackets take the direction of what is inside them (N0)."""
    for opening, closing in _bracket_pairs(types, text):
        inside = {_strong(kind) for kind in types[opening + 1 : closing]} - {""}
        if not inside:
            continue
        direction = embedding
        if embedding not in inside:
            context = next((strong for strong in map(_strong, reversed(types[:opening])) if strong), start)
            direction = context if context != embedding else embedding
        for bracket in (opening, closing):
            types[bracket] = direction
            for index in range(bracket + 1, len(types)):
                if kinds[index] != "NSM":
                    break
                types[index] = direction


def _bracket_pairs(types: Sequence[str], text: Sequence[str]) -> list[tuple[int, int]]:
    """The places of pairs of brackets, in the order of the opening ones (BD16)."""
    pairs: list[tuple[int, int]] = []
    waiting: list[tuple[str, int]] = []
    for index, (kind, character) in enumerate(zip(types, text, strict=True)):
        if kind != "ON" or not mirrored(character):
            continue
        character = normalize("NFC", character)
        if category(character) == "Ps":
            if len(waiting) == 63:
                break
            waiting.append((_closing(character), index))
        elif category(character) == "Pe":
            place = next((at for at in range(len(waiting) - 1, -1, -1) if waiting[at][0] == character), None)
            if place is not None:
                pairs.append((waiting[place][1], index))
                del waiting[place:]
    return sorted(pairs)


@lru_cache(maxsize=256)
def _closing(bracket: str) -> str:
    """The bracket that closes one; as a rule the next closing one in the code charts."""
    following = {"\u298d": "\u2990", "\u298f": "\u298e"}.get(bracket)
    return following or next(chr(code) for code in range(ord(bracket) + 1, 0x10FFFF) if category(chr(code)) == "Pe")


def _strong(kind: str) -> str:
    """The direction that neutral characters see in a type."""
    return "R" if kind in ("R", "EN", "AN") else "L" if kind == "L" else ""


def _neutral(types: list[str], embedding: str, start: str, end: str) -> None:
    """Spaces and signs take the direction of what is on both sides of them (N1, N2)."""
    for first, after in list(_runs(types, _NEUTRAL)):
        left = _strong(types[first - 1]) if first else start
        right = _strong(types[after]) if after < len(types) else end
        types[first:after] = [left if left == right else embedding] * (after - first)


def _runs(types: Sequence[str], wanted: Iterable[str]) -> Iterator[tuple[int, int]]:
    """(start, end) of each run of types that are *wanted*."""
    kinds = frozenset(wanted)
    index = 0
    while index < len(types):
        start = index
        while index < len(types) and types[index] in kinds:
            index += 1
        if index > start:
            yield start, index
        else:
            index += 1
