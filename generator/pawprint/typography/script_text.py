"""Texts in scripts that need more than words between spaces: right to left, joined letters, no spaces between words.

Only texts with such a character come here, so that others pay nothing: no library of this module is loaded for them.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from pawprint.typography._bidi import embedding_levels, visual_order
from pawprint.typography.words import Chunk, ScriptChunk, WordCache, join_chunks, script_chunk

#: Scripts in which lines break between letters or at words that no space divides.
_UNSPACED = re.compile(
    "[\u0e00-\u109f\u1100-\u11ff\u1780-\u17ff\u1950-\u19df\u1a20-\u1aaf\u2e80-\ud7ff\uf900-\ufaff\ufe30-\ufe4f"
    "\uff00-\uffef\U0001b000-\U0001b2ff\U00020000-\U0003ffff]"
)
_RIGHT_TO_LEFT = re.compile(
    "[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefe\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
#: What an icon is to the rules of lines (a letter) and of directions (neutral).
_ICON_IN_LINES, _ICON = "a", "\ufffc"


#: Signs of Chinese and Japanese that fill half of their square: the right half; the left half; the left half, but the
#: middle in traditional Chinese.
_OPENING_SIGNS, _CLOSING_SIGNS, _POINTS = (
    frozenset("「『（【〔〈《［｛〖｢“‘"),
    frozenset("」』）】〕〉》］｝〗｣”’"),
    frozenset("、。，．"),
)
_TRADITIONAL = ("zh-hant", "zh-tw", "zh-hk", "zh-mo")
#: A sign at least so wide, in ems, has an empty half.
_SQUARE = 0.9


class TextPart(NamedTuple):
    """Characters of one run, or an icon (then `text` is empty)."""

    text: str
    words: WordCache | None
    icon: Chunk | None
    run: int


def script_items(
    parts: Sequence[TextPart], gap: float, first_gap: float, language: str, base: int
) -> list[tuple[float, Chunk, int]]:
    """The items (see `pawprint.typography.shaping`) of what stands between two new lines.

    Args:
        gap: the width of a space.
        first_gap: the space before the first item.
        base: the level of the whole text, see `base_level`.
    """
    text = "".join([_ICON if part.icon else part.text for part in parts])
    owners = [part for part in parts for _ in (part.text or _ICON)]
    if base or _RIGHT_TO_LEFT.search(text):
        levels = embedding_levels(text, base)
    else:
        levels = [0] * len(text)
    items: list[tuple[float, Chunk, int]] = []
    space, gap_level = first_gap, base
    start = 0
    for end in _line_ends(text, language):
        unit = text[start:end].rstrip(" ")
        if unit.strip(" "):
            start += len(unit) - len(unit.lstrip(" "))
            pieces = _pieces(start, text, start + len(unit.strip(" ")), owners, levels, language)
            whole = join_chunks(pieces)
            if whole.word is None or not isinstance(whole, ScriptChunk):
                whole = ScriptChunk(whole.width, parts=whole.parts or (whole,), runs=whole.runs, unset=whole.unset)
            whole.gap_level = gap_level
            items.append((space, whole, pieces[0][1]))
            space = 0.0
        if end > start and text[end - 1] == " " and space >= 0:
            space, gap_level = gap, levels[end - 1]
        start = end
    return items


def _pieces(
    start: int, text: str, end: int, owners: Sequence[TextPart], levels: Sequence[int], language: str
) -> list[tuple[Chunk, int]]:
    """The characters from *start* to *end* as chunks of one run and one level each, in logical order."""
    pieces: list[tuple[Chunk, int]] = []
    while start < end:
        owner, level = owners[start], levels[start]
        after = start + 1
        while after < end and owners[after] is owner and levels[after] == level:
            after += 1
        if owner.icon is not None:
            icon = owner.icon
            pieces.append((ScriptChunk(icon.width, picture=icon.picture, level=level), owner.run))
        elif owner.words is not None:
            chunks = owner.words.in_script(text[start:after], level, language)
            pieces += [(chunk, owner.run) for chunk in chunks]
        start = after
    return pieces


def _line_ends(text: str, language: str) -> list[int]:
    """Positions in *text* after which a line may end, the last one included; rising."""
    if _UNSPACED.search(text):
        ends = set(_icu_line_ends(text.replace(_ICON, _ICON_IN_LINES), language))
    else:
        ends = {len(text)}
    ends.update(match.end() for match in re.finditer(" +|\u200b", text))
    return sorted(ends)


@lru_cache(maxsize=4096)
def _icu_line_ends(text: str, language: str) -> tuple[int, ...]:
    """The line ends that UAX #14 permits, with the strict rules of Japanese and dictionaries for Thai and others."""
    from icu4py.breakers import LineBreaker

    tag = language.replace("_", "-") or "und"
    ends = [end for _, end in LineBreaker(text, f"{tag}-u-lb-strict").segments()]
    if max(text) > "\uffff":  # ICU counts such a character as two
        at = list(accumulate([1 + (letter > "\uffff") for letter in text]))
        ends = [at.index(end) + 1 for end in ends]
    return tuple(ends)


def in_visual_order(items: Sequence[tuple[float, Chunk, int]]) -> list[tuple[float, Chunk, int]]:
    """The items of a line as they stand from left to right, letters that touch each other set as one word."""
    parts: list[tuple[float, Chunk, int, int]] = []  # space, chunk or a space alone, run, level
    for number, (space, chunk, run) in enumerate(items):
        if number and space > 0:
            parts.append((space, _SPACE, run, chunk.gap_level))
        for index, part in enumerate(chunk.parts or (chunk,)):
            own = chunk.runs[index] if chunk.runs else run
            before = parts[-1] if parts else None
            if before and before[2:] == (own, part.level) and _join(before[1], part):
                parts[-1] = (0.0, _joined(before[1], part), own, part.level)
            else:
                parts.append((0.0, part, own, part.level))
    ordered: list[tuple[float, Chunk, int]] = []
    gap = 0.0
    for index in visual_order([level for *_, level in parts]):
        space, chunk, run, _ = parts[index]
        if chunk is _SPACE:
            gap += space
        else:
            ordered.append((gap, chunk, run))
            gap = 0.0
    for index in range(len(ordered) - 1):
        space, chunk, run = ordered[index]
        gap, after, other = ordered[index + 1]
        if gap > 0 and chunk.face is not after.face and chunk.word is not None and isinstance(chunk, ScriptChunk):
            spaced = _with_space(chunk)
            ordered[index] = (space, spaced, run)
            ordered[index + 1] = (gap - spaced.width + chunk.width, after, other)
    if ordered:
        ordered[0] = (items[0][0], *ordered[0][1:])
    return ordered


_SPACE = Chunk(0.0)


def _with_space(chunk: ScriptChunk) -> Chunk:
    """A word with a space to its right, for those who extract text: the next word stands in another font."""
    if chunk.word is None or chunk.face is None:
        raise ValueError("only a word can have a space")
    text = " " + chunk.word.text if chunk.level % 2 else chunk.word.text + " "
    return script_chunk(chunk.face, text, chunk.tracking, chunk.level, chunk.language)


def _join(before: Chunk, after: Chunk) -> bool:
    return before.word is not None and after.word is not None and before.face is after.face


def edge_blanks(chunk: Chunk) -> tuple[float, float]:
    """The empty space at the beginning and end of *chunk*, in ems: the blank halves of square signs."""
    first, last = (chunk.parts[0], chunk.parts[-1]) if chunk.parts else (chunk, chunk)
    start = end = 0.0
    if first.word is not None and first.level % 2 == 0 and first.word.text[:1] in _OPENING_SIGNS:
        start = 0.5 * (first.word.glyphs[0][1] >= _SQUARE)
    if last.word is not None and last.level % 2 == 0 and last.word.glyphs:
        sign = last.word.text[-1:]
        language = last.language.lower().replace("_", "-") if isinstance(last, ScriptChunk) else ""
        empty = sign in _CLOSING_SIGNS or (sign in _POINTS and not language.startswith(_TRADITIONAL))
        end = 0.5 * (empty and last.word.glyphs[-1][1] >= _SQUARE)
    return start, end


def _joined(before: Chunk, after: Chunk) -> Chunk:
    if before.word is None or after.word is None or before.face is None:
        raise ValueError("only words can be joined")
    script = after if isinstance(after, ScriptChunk) else before
    language = script.language if isinstance(script, ScriptChunk) else ""
    return script_chunk(before.face, before.word.text + after.word.text, after.tracking, after.level, language)
