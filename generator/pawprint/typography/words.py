"""Words, shaped once: what a line is made of, and where a word may be divided."""

import re

from pawprint.core.picture import Picture
from pawprint.typography.characters import right_to_left
from pawprint.typography.languages import hyphenations
from pawprint.typography.metrics import Shaped, Typeface

#: The end of a word that may be divided: not the article before it, nor the signs behind.
_DIVISIBLE = re.compile(r"[^\W\d_]{6,50}+(?=\W{0,3}\Z)")
#: A hyphen between letters; in `1-2` it is another sign.
_OWN_HYPHEN = re.compile(r"(?<=[^\W\d_])-(?=[^\W\d_])")


class Chunk:
    """What stands between two places where a line may break: as a rule one word, shaped once and shared by all texts.

    Attributes:
        width: in ems, tracking included.
        face, word: the one word; None where several parts (another weight, an icon) are glued together.
        parts: those parts, from left to right.
        unset: characters that cannot be set: no typeface has them, or they run from right to left.
    """

    __slots__ = ("face", "parts", "picture", "unset", "width", "word")

    def __init__(
        self,
        width: float,
        face: Typeface | None = None,
        word: Shaped | None = None,
        picture: Picture | None = None,
        parts: "tuple[Chunk, ...]" = (),
        unset: str = "",
    ) -> None:
        self.width = width
        self.face = face
        self.word = word
        self.picture = picture
        self.parts = parts
        self.unset = unset


class Words(dict[str, Chunk]):
    """The words that have been set in one cut of a family; a new one is shaped when it is first looked up.

    Args:
        fallback: the typeface for words with characters that *face* does not have.
        tracking: extra space after each glyph, in ems.
    """

    def __init__(self, face: Typeface, fallback: Typeface, tracking: float) -> None:
        self._face = face
        self._fallback = fallback
        self._tracking = tracking
        self.gap = face.shape(" ").width + tracking
        self.faulty = False  # whether any word has a character that cannot be set

    def __missing__(self, text: str) -> Chunk:
        face, shaped, unset = self._face, self._face.shape(text), right_to_left(text)
        if shaped.missing:
            instead = self._fallback.shape(text)
            if instead.missing:
                unset += "".join(letter for letter in shaped.missing if letter in instead.missing)
            else:
                face, shaped = self._fallback, instead
        width = shaped.width + self._tracking * len(shaped.glyphs)
        self.faulty = self.faulty or bool(unset)
        chunk = self[text] = Chunk(width, face, shaped, unset=unset)
        return chunk


def joined(parts: list[Chunk]) -> Chunk:
    """The *parts* as one chunk."""
    if len(parts) == 1 and parts[0].picture is None:
        return parts[0]
    return Chunk(sum([part.width for part in parts]), parts=tuple(parts))


def at_hyphen(chunk: Chunk, room: float, tracking: float) -> tuple[Chunk, Chunk] | None:
    """The two parts of a word with hyphens of its own, such as `arc-en-ciel`; the first is the longest that fits."""
    places = [match.end() for match in _OWN_HYPHEN.finditer(chunk.word.text)] if chunk.word is not None else []
    return _split(chunk, places, "", room, tracking)


def divide(chunk: Chunk, room: float, tracking: float, language: str, hyphen: str = "-") -> tuple[Chunk, Chunk] | None:
    """The two parts of a word of which the first, with its hyphen, fits into *room* and is the longest that does.

    Args:
        hyphen: what the first part ends with; documents take `SOFT_HYPHEN`, so that the word is still found.
    """
    core = _DIVISIBLE.search(chunk.word.text) if chunk.word is not None else None
    places = [core.start() + position for position in hyphenations(core[0], language)] if core is not None else []
    return _split(chunk, places, hyphen, room, tracking)


def _split(chunk: Chunk, places: list[int], hyphen: str, room: float, tracking: float) -> tuple[Chunk, Chunk] | None:
    """The word cut at the last of *places* (rising) where the first part and *hyphen* fit into *room* ems."""
    shaped, face = chunk.word, chunk.face
    if shaped is None or face is None:
        return None
    for place in reversed(places):
        left = face.shape(shaped.text[:place] + hyphen)
        width = left.width + tracking * len(left.glyphs)
        if width <= room:
            right = face.shape(shaped.text[place:])
            return Chunk(width, face, left), Chunk(right.width + tracking * len(right.glyphs), face, right)
    return None
