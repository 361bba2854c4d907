"""What composing needs to know of fonts, so that it need not know any font library.

The press implements `Metrics` with real fonts. All measures are in ems (1.0 is the font size), y upwards as fonts have
it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path as FilePath
from typing import Protocol

from pawprint.core.image_reader import ImageFacts
from pawprint.core.picture import Path, Picture

#: Gaps that take part in shaping but may never break a line: no-break and narrow no-break space.
NO_BREAK_SPACES = "\u00a0\u202f"
#: At the end of a word: it is divided here. Drawn as a hyphen, and no part of the text for those who search or listen.
SOFT_HYPHEN = "\u00ad"
#: Before the meaning of a glyph that is one of several for the same characters.
PART_OF = "\uffff"
#: The family in place of a font that cannot be used; no family of the layouts is called so.
SUBSTITUTE = "(substitute)"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Shaped:
    """A word as a typeface draws it; compared and hashed by identity, since each is made once.

    Attributes:
        text: the characters, for text extraction.
        width: advance of the whole word, kerning included.
        glyphs: (glyph id, advance, kern) per glyph in drawing order: *advance* is the glyph's own width in the font,
            *kern* what shaping adds to it (negative pulls the next glyph closer).
        missing: the characters that the typeface does not have, in order of appearance.
        rises: how far each glyph stands above the baseline, in ems; empty if none does.
        start: how far to the right of its place the first glyph stands, in ems.
    """

    text: str
    width: float
    glyphs: tuple[tuple[int, float, float], ...]
    missing: str = ""
    rises: tuple[float, ...] = ()
    start: float = 0.0


class Typeface(Protocol):
    """One cut of a family (regular, bold, ...), ready to measure and to embed.

    `shape` must return the same object for the same text, so that a word is shaped once per run.
    """

    name: str
    ascent: float
    descent: float  # positive, below the baseline
    cap_height: float
    x_height: float
    small_caps: bool  # whether its small letters are small capitals
    has_colours: bool

    def shape(self, text: str, backwards: bool = False, language: str = "") -> Shaped:
        """The word *text* with kerning and without ligatures; spaces inside are allowed.

        A `SOFT_HYPHEN` at its end is drawn as a hyphen.

        Args:
            backwards: it runs from right to left; its glyphs are given from left to right all the same.
            language: whose shapes it takes, for scripts whose letters join, move or differ between languages.
        """
        ...

    def ink(self, word: Shaped) -> tuple[float, float]:
        """The extent of the letters of *word* above and below the baseline; both positive outwards."""
        ...

    def picture(self, letter: str) -> Picture | None:
        """The picture of *letter*, with its marks, in the colours of the font; None if it is set as text."""
        ...

    def outline(self, word: Shaped, tracking: float) -> Path:
        """The outlines of *word*, with *tracking* ems after each glyph: in ems from the start of the baseline, y
        downwards."""
        ...


class Metrics(Protocol):
    """Typefaces by family and cut, and the sizes of images."""

    def typeface(self, family: str, bold: bool = False, italic: bool = False) -> Typeface:
        """The cut of *family* that comes closest.

        Raises:
            KeyError: the family is unknown.
        """
        ...

    def fallbacks(self, family: str, bold: bool = False, italic: bool = False) -> "Sequence[Typeface]":
        """The typefaces for what *family* lacks, as `fonts.yaml` lists them, the first one first."""
        ...

    def pack(self, character: str, bold: bool = False) -> Typeface | None:
        """The typeface of the installed font pack for the script of *character*; None if there is none."""
        ...

    def in_small_caps(self, face: Typeface) -> Typeface:
        """*face* with small capitals for its small letters; as it is if the font has none."""
        ...

    def named(self, name: str) -> Typeface:
        """The typeface that has this name.

        Raises:
            KeyError: there is none.
            ValueError: its file cannot be used.
        """
        ...

    def image_facts(self, path: FilePath) -> ImageFacts:
        """The facts of a raster image.

        Raises:
            ValueError: it is no image, of a kind that cannot be printed, damaged or too large; the message says which.
        """
        ...
