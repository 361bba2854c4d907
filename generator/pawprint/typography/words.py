"""Shaped words, cached by their text: the chunks that lines are made of, and where a word may be divided."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby

from pawprint.core.picture import Picture
from pawprint.typography._code_point_box import code_point_box
from pawprint.typography._hyphenation import hyphenations
from pawprint.typography.languages import needs_scripts
from pawprint.typography.metrics import Shaped, Typeface
from pawprint.typography.scripts import LETTER, is_emoji

#: The part of a word that may be divided, without an elided article before it and punctuation after it.
_DIVISIBLE = re.compile(r"[^\W\d_]{6,50}+(?=\W{0,3}\Z)")
#: A line may end after these signs within a word; nothing is added. Between digits, as in `1-2`, they do not count.
_BREAKING_SIGN = re.compile(r"(?<=[^\W\d_])[-\u2013/](?=[^\W\d_])|(?<=.)\u200b")


@dataclass(slots=True, eq=False, repr=False)
class Chunk:
    """The text between two places where a line may break: usually a word, shaped once and shared by all texts.

    Attributes:
        width: in ems, tracking included.
        face, word: the word; None if the chunk joins several parts (of another weight, an icon).
        parts: the joined parts, from left to right.
        runs: for each part, the index of its run; empty if all parts are of the same run.
        unset: characters that no typeface has.
    """

    # See `ScriptChunk`.
    level = 0
    gap_level = 0
    tracking = 0.0

    width: float
    face: Typeface | None = None
    word: Shaped | None = None
    picture: Picture | None = None
    parts: "tuple[Chunk, ...]" = ()
    runs: tuple[int, ...] = ()
    unset: str = ""


@dataclass(slots=True, eq=False, repr=False)
class ScriptChunk(Chunk):
    """A chunk of a text in a script that runs from right to left, joins its letters or has no spaces.

    Attributes:
        level: its embedding level; odd levels run from right to left.
        tracking, language: the settings with which it was shaped.
        gap_level: the level of the space before it; by default the level of the chunk.
    """

    level: int = 0
    tracking: float = 0.0
    language: str = ""
    gap_level: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        self.gap_level = self.level


class OtherScript(Exception):
    """A word has letters of a script whose texts are more than words between spaces; `WordCache` cannot shape it."""


class WordCache(dict[str, Chunk]):
    """The words set in one cut of a family; a word is shaped when it is first looked up.

    The lookup of a word that needs `in_script` raises `OtherScript`; `shaping` then uses `script_text`.

    Args:
        fallbacks: characters that *face* does not have -> the typefaces for them, in order of preference.
        tracking: extra space after each glyph, in ems.
        picture_height: the height of inline icons and of code point boxes, in ems.

    Attributes:
        gap: the width of a space, in ems.
        faulty: True if any word has a character that no typeface has.
    """

    def __init__(
        self, face: Typeface, fallbacks: Callable[[str], Sequence[Typeface]], tracking: float, picture_height: float
    ) -> None:
        self._face = face
        self._fallbacks = fallbacks
        self._tracking = tracking
        self._picture_height = picture_height
        self.gap = face.shape(" ").width + tracking
        self.faulty = False
        self._in_scripts: dict[tuple[str, int, str], tuple[tuple[Typeface | None, str], ...]] = {}

    def __missing__(self, text: str) -> Chunk:
        if needs_scripts(text):
            raise OtherScript
        word = self._face.shape(text)
        if word.missing or self._face.has_colours:
            chunk = self._chunk_with_fallbacks(text, word.missing)
        else:
            chunk = Chunk(word.width + self._tracking * len(word.glyphs), self._face, word)
        self.faulty = self.faulty or bool(chunk.unset)
        self[text] = chunk
        return chunk

    def in_script(self, text: str, level: int, language: str) -> Sequence[Chunk]:
        """*text* at an embedding level and with the shapes of a language, as chunks in logical order."""
        key = (text, level, language)
        chunks = self._in_scripts.get(key)
        if chunks is None:
            absent = self._face.shape(text, level % 2 == 1, language).missing
            chunks = self._parts_with_fallbacks(text, absent, level, language)
            chunks = self._in_scripts[key] = chunks
        self.faulty = self.faulty or any(face is None for face, _ in chunks)
        return [self._in_script(face, part, level, language) for face, part in chunks]

    def _chunk_with_fallbacks(self, text: str, absent: str) -> Chunk:
        """A word with characters that the typeface perhaps lacks or has in colours."""
        parts = [self._chunk(face, part) for face, part in self._parts_with_fallbacks(text, absent)]
        chunk = parts[0] if len(parts) == 1 else Chunk(sum([part.width for part in parts]), parts=tuple(parts))
        chunk.unset = "".join(dict.fromkeys([part.unset for part in parts]))
        return chunk

    def _parts_with_fallbacks(
        self, text: str, absent: str, level: int = 0, language: str = ""
    ) -> tuple[tuple[Typeface | None, str], ...]:
        """*text* in the first fallback typeface that has all of it.

        If none has, each letter, with its marks, is set in the first typeface that has it. A letter that none has is
        a part of its own without a typeface; it becomes a code point box. An emoji of several characters is one letter.
        """
        if not absent:
            return tuple(_by_pictures(self._face, text))
        backwards = level % 2 == 1
        # A letter of several characters is looked up by its first character.
        fallbacks = self._fallbacks(
            "".join([part for part in LETTER.findall(text) if not set(part).isdisjoint(absent)])
        )
        for fallback in fallbacks:
            if not fallback.shape(text, backwards, language).missing:
                return tuple(_by_pictures(fallback, text))
        faces = (self._face, *fallbacks)
        sources: list[tuple[Typeface | None, str]] = []
        for letter in LETTER.findall(text):
            face = next((face for face in faces if not face.shape(letter).missing), None)
            whole = face is not None or is_emoji(letter)
            sources += [(face, part) for part in ([letter] if whole else letter)]
        parts: list[tuple[Typeface | None, str]] = []
        for source, pairs in groupby(sources, key=lambda pair: pair[0]):
            letters = [letter for _, letter in pairs]
            parts += (
                [(None, letter) for letter in letters] if source is None else _by_pictures(source, "".join(letters))
            )
        return tuple(parts)

    def _in_script(self, face: Typeface | None, text: str, level: int, language: str) -> ScriptChunk:
        """As `_chunk`, for a text that `in_script` splits."""
        if face is not None and not (face.has_colours and face.picture(text)):
            return script_chunk(face, text, self._tracking, level, language)
        chunk = self._chunk(face, text)
        return ScriptChunk(chunk.width, picture=chunk.picture, unset=chunk.unset, level=level)

    def _chunk(self, face: Typeface | None, text: str) -> Chunk:
        """Letters of one typeface; a picture of a letter in colours; a box if there is no typeface."""
        if face is None:
            return self._boxed(text)
        picture = face.picture(text) if face.has_colours else None
        if picture is None:
            chunk = chunk_of(face, text, self._tracking)
            blank = face.has_colours and chunk.word and not face.outline(chunk.word, 0.0)
            return self._boxed(text) if blank and text.strip() else chunk  # of colours that cannot be drawn
        return Chunk(self._picture_height * picture.width / picture.height + self._tracking, picture=picture)

    def _boxed(self, letter: str) -> Chunk:
        """A box with the code point of the first missing character of *letter*."""
        lacking = [part for part in letter if self._face.shape(part).missing] or [letter[0]]
        picture = code_point_box(lacking[0])
        width = self._picture_height * picture.width / picture.height + self._tracking
        return Chunk(width, picture=picture, unset="".join(lacking))


def _by_pictures(face: Typeface, text: str) -> list[tuple[Typeface | None, str]]:
    """*text* in a typeface, in parts: each letter that the typeface has in colours is a part of its own."""
    if not face.has_colours:
        return [(face, text)]
    parts: list[tuple[Typeface | None, str]] = []
    for is_coloured, group in groupby(LETTER.findall(text), key=lambda letter: face.picture(letter) is not None):
        letters = list(group)
        parts += [(face, letter) for letter in letters] if is_coloured else [(face, "".join(letters))]
    return parts


def script_chunk(face: Typeface, text: str, tracking: float, level: int, language: str) -> ScriptChunk:
    """*text* in the typeface *face*, at an embedding level and with the shapes of a language."""
    shaped = face.shape(text, level % 2 == 1, language)
    width = shaped.width + tracking * len(shaped.glyphs)
    return ScriptChunk(width, face, shaped, level=level, tracking=tracking, language=language)


def chunk_of(face: Typeface, text: str, tracking: float) -> Chunk:
    """*text* in the typeface *face*."""
    shaped = face.shape(text)
    return Chunk(shaped.width + tracking * len(shaped.glyphs), face, shaped)


def join_chunks(parts: Sequence[tuple[Chunk, int]]) -> Chunk:
    """One chunk of (part, index of its run) pairs without a line break between them."""
    if len(parts) == 1:
        return parts[0][0]
    flat: list[Chunk] = []
    runs: list[int] = []
    for chunk, run in parts:
        flat += chunk.parts or (chunk,)
        runs += [run] * (len(flat) - len(runs))
    unset = "".join([chunk.unset for chunk, _ in parts])
    return Chunk(sum([part.width for part in flat]), parts=tuple(flat), runs=tuple(runs), unset=unset)


@lru_cache(maxsize=8192)
def break_points(text: str) -> tuple[int, ...]:
    """Positions in the word *text* where a line may end after a sign, such as those of `arc-en-ciel`; rising."""
    return tuple([match.end() for match in _BREAKING_SIGN.finditer(text)])


@lru_cache(maxsize=8192)
def division_points(text: str, language: str) -> tuple[int, ...]:
    """Positions where the word *text* may be divided with a hyphen; rising."""
    core = _DIVISIBLE.search(text)
    return tuple([core.start() + place for place in hyphenations(core[0], language)]) if core is not None else ()
