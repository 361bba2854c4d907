"""Runs of text -> shaped words, with the spaces, signs and fallback fonts that their language and style ask for.

All widths are in ems, so that a text is shaped once and then tried at any size.
"""

from collections.abc import Sequence
from copy import copy
from functools import partial
from typing import NamedTuple, Protocol

from pawprint.core.picture import Picture
from pawprint.typography.languages import is_right_to_left, set_parts
from pawprint.typography.metrics import Metrics, Typeface
from pawprint.typography.text_style import RunStyle, TextStyle
from pawprint.typography.words import Chunk, OtherScript, ScriptChunk, WordCache, join_chunks

#: The space before an item that begins a new line.
NEW_LINE = -1.0

#: A chunk, with the width in ems of the space before it (or `NEW_LINE`) and the index of the run that it comes from.
Item = tuple[float, Chunk, int]

#: What a language's rules see of an icon and a new line.
_PLACEHOLDERS = {"icon": "\ufffc", "break": "\n"}


class StyledRun(Protocol):
    """Characters of one style (`kind` is `text`), an icon (its name is the text) or a new line (`break`)."""

    @property
    def kind(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def style(self) -> RunStyle: ...


class ShapedText(NamedTuple):
    """A text, ready to be broken at any size.

    Attributes:
        unset: characters that cannot be set, each once.
        regular: the typeface of the style, which gives the heights of lines.
        single: the typeface of every word, with the same gap between any two; None if there may be several.
        start: the side at which its lines begin: left, or right.
        scripts: lines must be brought into visual order, see `in_visual_order`.
        styles: of each run; empty if none has a colour or a line of its own.
    """

    items: list[Item]
    unset: str
    regular: Typeface
    single: Typeface | None
    start: str = "left"
    scripts: bool = False
    styles: tuple[RunStyle, ...] = ()


class RunShaper:
    """Shapes texts with one set of fonts; remembers the words that it has shaped."""

    def __init__(self, metrics: Metrics) -> None:
        self.metrics = metrics
        self._words: dict[tuple[str, str, float, bool, bool, float, bool], WordCache] = {}

    def with_metrics(self, metrics: Metrics) -> "RunShaper":
        """This shaper with the words that it has shaped, for *metrics* with the same fonts."""
        other = copy(self)
        other.metrics = metrics
        return other

    def shape(
        self, runs: Sequence[StyledRun], style: TextStyle, language: str, pictures: Sequence[Picture | None]
    ) -> ShapedText:
        """Shape *runs*.

        Args:
            pictures: the pictures of the icons among the runs, in their order; one that is None is left out.
        """
        texts = set_parts([_PLACEHOLDERS.get(run.kind, run.text) for run in runs], language) if runs else []
        try:
            shaped = self._shape_words(runs, texts, style, language, pictures)
        except OtherScript:
            shaped = self._shape_scripts(runs, texts, style, language, pictures)
        if any(run.style.colour or run.style.line for run in runs):
            shaped = shaped._replace(single=None, styles=tuple([run.style for run in runs]))
        return shaped

    def _shape_words(
        self,
        runs: Sequence[StyledRun],
        texts: Sequence[str],
        style: TextStyle,
        language: str,
        pictures: Sequence[Picture | None],
    ) -> ShapedText:
        """See `shape`; for texts that are words between spaces.

        Raises:
            OtherScript: there are other letters.
        """
        regular = self.metrics.typeface(style.family, style.bold, style.italic)
        items: list[Item] = []
        parts: list[tuple[Chunk, int]] = []  # of the chunk that is not finished yet
        space = NEW_LINE
        icons = iter(pictures)
        faulty = False
        for index, (run, text) in enumerate(zip(runs, texts, strict=True)):
            if run.kind == "text":
                text = (text.upper() if style.case == "upper" else text).replace("\n", " ")
                words = self._words_in(style, style.bold or run.style.bold, style.italic or run.style.italic)
                gap = words.gap
                first, *others = text.split(" ")
                if first:
                    parts.append((words[first], index))
                if others:
                    if parts:
                        items.append((space, join_chunks(parts), parts[0][1]))
                        parts, space = [], gap
                    elif space >= 0:
                        space = gap
                    last = others.pop()
                    inner = [word for word in others if word]
                    if inner and space < 0:
                        items.append((space, words[inner.pop(0)], index))
                        space = gap
                    items += [(gap, words[word], index) for word in inner]
                    if last:
                        parts.append((words[last], index))
                faulty = faulty or words.faulty
            elif run.kind == "icon":
                picture = next(icons)
                if picture is not None:
                    height = style.icon_scale * regular.cap_height
                    parts.append((Chunk(height * picture.width / picture.height, picture=picture), index))
            else:
                if parts:
                    items.append((space, join_chunks(parts), parts[0][1]))
                    parts = []
                space = NEW_LINE
        if parts:
            items.append((space, join_chunks(parts), parts[0][1]))
        unset = "".join(dict.fromkeys("".join([chunk.unset for _, chunk, _ in items]))) if faulty else ""
        faces = {chunk.face for _, chunk, _ in items} if len(runs) == 1 else set()
        start = "right" if is_right_to_left(language) else "left"
        return ShapedText(items, unset, regular, faces.pop() if len(faces) == 1 else None, start)

    def _shape_scripts(
        self,
        runs: Sequence[StyledRun],
        texts: Sequence[str],
        style: TextStyle,
        language: str,
        pictures: Sequence[Picture | None],
    ) -> ShapedText:
        """See `shape`; for texts with characters of scripts that need more than words between spaces."""
        from pawprint.typography._bidi import base_level
        from pawprint.typography.script_text import TextPart, script_items

        regular = self.metrics.typeface(style.family, style.bold, style.italic)
        lines: list[list[TextPart]] = [[]]
        icons = iter(pictures)
        for index, (run, text) in enumerate(zip(runs, texts, strict=True)):
            if run.kind == "text":
                words = self._words_in(style, style.bold or run.style.bold, style.italic or run.style.italic)
                text = text.upper() if style.case == "upper" else text
                lines[-1].append(TextPart(text.replace("\n", " "), words, None, index))
            elif run.kind == "icon":
                picture = next(icons)
                if picture is not None:
                    width = style.icon_scale * regular.cap_height * picture.width / picture.height
                    lines[-1].append(TextPart("", None, Chunk(width, picture=picture), index))
            else:
                lines.append([])
        base = base_level("".join([run.text for run in runs if run.kind == "text"]), language)
        items: list[Item] = []
        for line in lines:
            gap = next((part.words.gap for part in line if part.words is not None), 0.0)
            items += script_items(line, gap, NEW_LINE, language, base)
        unset = dict.fromkeys("".join([part.unset for _, chunk, _ in items for part in chunk.parts or (chunk,)]))
        start = "right" if base or is_right_to_left(language) else "left"
        return ShapedText(items, "".join(unset), regular, None, start, True)

    def _words_in(self, style: TextStyle, bold: bool, italic: bool) -> WordCache:
        small_caps = style.case == "small-caps"
        key = (style.family, style.fallback, style.tracking, bold, italic, style.icon_scale, small_caps)
        words = self._words.get(key)
        if words is None:
            face = self.metrics.typeface(style.family, bold, italic)
            if small_caps:
                face = self.metrics.in_small_caps(face)
            others = partial(_others, self.metrics, face, style.family, style.fallback, bold, italic)
            height = style.icon_scale * face.cap_height
            words = self._words[key] = WordCache(face, others, style.tracking, height)
        return words


def _others(
    metrics: Metrics, face: Typeface, family: str, fallback: str, bold: bool, italic: bool, absent: str
) -> list[Typeface]:
    """The typefaces for the characters *absent*, which the typeface *face* of *family* does not have."""
    candidates: list[Typeface | None] = [
        *metrics.fallbacks(family, bold, italic),
        metrics.typeface(fallback, bold, italic),
    ]
    candidates += [*metrics.fallbacks(fallback, bold, italic), *[metrics.pack(letter, bold) for letter in absent]]
    return list(dict.fromkeys([other for other in candidates if other is not None and other is not face]))


def simple_items(items: Sequence[Item]) -> list[Item]:
    """*items* with joined chunks split into words and icons, without a space before the second and later parts."""
    simple: list[Item] = []
    for item in items:
        space, chunk, run = item
        if not chunk.parts:
            simple.append(item)
            continue
        for number, part in enumerate(chunk.parts):
            if not number and part.gap_level != chunk.gap_level and isinstance(part, ScriptChunk):
                part = copy(part)  # the space is before the whole
                part.gap_level = chunk.gap_level
            simple.append((0.0 if number else space, part, chunk.runs[number] if chunk.runs else run))
    return simple
