"""Words, shaped once: what a line is made of, and where a word may be divided."""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import groupby

from pawprint.core.picture import Picture
from pawprint.typography.characters import right_to_left
from pawprint.typography.code_point_box import code_point_box
from pawprint.typography.languages import hyphenations
from pawprint.typography.metrics import Shaped, Typeface

#: The part of a word that may be divided: not an elided article before it, nor punctuation after it.
_DIVISIBLE = re.compile(r"[^\W\d_]{6,50}+(?=\W{0,3}\Z)")
#: A line may end after these signs within a word; nothing is added. Between digits, as in `1-2`, they do not count.
_BREAKING_SIGN = re.compile(r"(?<=[^\W\d_])[-\u2013/](?=[^\W\d_])|(?<=.)\u200b")
#: A letter with the marks and joiners after it, which are set in one font.
_LETTER = re.compile(r".[\u0300-\u036f\u0483-\u0489\u200d\u20d0-\u20ff\ufe00-\ufe0f]*", re.DOTALL)


class Chunk:
    """What stands between two places where a line may break: as a rule one word, shaped once and shared by all texts.

    Attributes:
        width: in ems, tracking included.
        face, word: the one word; None where several parts (of another weight, an icon) are glued together.
        parts: those parts, from left to right.
        runs: the index of the run that each part comes from; empty if all come from the same one.
        unset: characters that cannot be set: no typeface has them, or they run from right to left.
    """

    __slots__ = ("face", "parts", "picture", "runs", "unset", "width", "word")

    def __init__(
        self,
        width: float,
        face: Typeface | None = None,
        word: Shaped | None = None,
        picture: Picture | None = None,
        parts: "tuple[Chunk, ...]" = (),
        runs: tuple[int, ...] = (),
        unset: str = "",
    ) -> None:
        self.width = width
        self.face = face
        self.word = word
        self.picture = picture
        self.parts = parts
        self.runs = runs
        self.unset = unset


class WordCache(dict[str, Chunk]):
    """The words that have been set in one cut of a family; a new one is shaped when it is first looked up.

    Args:
        others: characters that *face* does not have -> the typefaces for them, the first one first.
        tracking: extra space after each glyph, in ems.
        picture_height: of a box in place of a character that cannot be set; that of inline icons, in ems.

    Attributes:
        gap: the width of a space, in ems.
        faulty: whether any word has a character that cannot be set.
    """

    def __init__(
        self, face: Typeface, others: Callable[[str], Sequence[Typeface]], tracking: float, picture_height: float
    ) -> None:
        self._face = face
        self._others = others
        self._tracking = tracking
        self._picture_height = picture_height
        self.gap = face.shape(" ").width + tracking
        self.faulty = False

    def __missing__(self, text: str) -> Chunk:
        absent = self._face.shape(text).missing
        chunk = self._borrowed(text, absent) if absent else chunk_of(self._face, text, self._tracking)
        chunk.unset += right_to_left(text)
        self.faulty = self.faulty or bool(chunk.unset)
        self[text] = chunk
        return chunk

    def _borrowed(self, text: str, absent: str) -> Chunk:
        """A word with characters that the typeface does not have: in the first other one that has it in full.

        If none has, each letter, with its marks, is set in the first typeface that has it, and one that none has
        becomes a box with its code point.
        """
        others = self._others(absent)
        for other in others:
            if not other.shape(text).missing:
                return chunk_of(other, text, self._tracking)
        faces = (self._face, *others)
        sources: list[Typeface | None] = []
        for letter in _LETTER.findall(text):
            face = next((face for face in faces if not face.shape(letter).missing), None)
            sources += [face] * len(letter)
        parts: list[Chunk] = []
        unset: list[str] = []
        for face, pairs in groupby(zip(sources, text, strict=True), key=lambda pair: pair[0]):
            letters = [letter for _, letter in pairs]
            if face is None:
                unset += letters
                parts += [self._boxed(letter) for letter in letters]
            else:
                parts.append(chunk_of(face, "".join(letters), self._tracking))
        chunk = parts[0] if len(parts) == 1 else Chunk(sum([part.width for part in parts]), parts=tuple(parts))
        chunk.unset = "".join(dict.fromkeys(unset))
        return chunk

    def _boxed(self, letter: str) -> Chunk:
        picture = code_point_box(letter)
        return Chunk(self._picture_height * picture.width / picture.height + self._tracking, picture=picture)


def chunk_of(face: Typeface, text: str, tracking: float) -> Chunk:
    """*text* in the typeface *face*."""
    shaped = face.shape(text)
    return Chunk(shaped.width + tracking * len(shaped.glyphs), face, shaped)


def glued(parts: Sequence[tuple[Chunk, int]]) -> Chunk:
    """Parts that no line break comes between, each with the index of its run, as one chunk."""
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
