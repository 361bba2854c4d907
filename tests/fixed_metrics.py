"""Fonts for tests that must not depend on real ones: see `pawprint.typography.metrics`."""

from collections.abc import Sequence
from pathlib import Path as FilePath

from pawprint.core.image_reader import ImageFacts
from pawprint.core.picture import Path, Picture
from pawprint.typography.metrics import Shaped, Typeface


class FixedTypeface:
    """Every character is half an em wide; `missing` lists the characters it does not have."""

    ascent, descent, cap_height, x_height = 0.8, 0.2, 0.7, 0.5
    has_colours = False

    def __init__(self, name: str, missing: str = "", small_caps: bool = False) -> None:
        self.name = name
        self.small_caps = small_caps
        self._missing = missing
        self._words: dict[tuple[str, bool], Shaped] = {}

    def shape(self, text: str, backwards: bool = False, language: str = "") -> Shaped:
        """See `Typeface.shape`."""
        word = self._words.get((text, backwards))
        if word is None:
            glyphs = tuple((ord(letter) & 0xFFFF, 0.5, 0.0) for letter in (text[::-1] if backwards else text))
            missing = "".join(letter for letter in text if letter in self._missing)
            word = self._words[text, backwards] = Shaped(text, 0.5 * len(text), glyphs, missing)
        return word

    def ink(self, word: Shaped) -> tuple[float, float]:
        """See `Typeface.ink`: every letter is as high as a capital and has no tail."""
        return self.cap_height, 0.0

    def picture(self, letter: str) -> Picture | None:
        """See `Typeface.picture`."""
        return None

    def outline(self, word: Shaped, tracking: float) -> Path:
        """See `Typeface.outline`: each character is a box."""
        path: list[tuple[str | float, ...]] = []
        for number in range(len(word.glyphs)):
            x = number * (0.5 + tracking)
            path += [("M", x, 0.0), ("L", x + 0.4, 0.0), ("L", x + 0.4, -0.5), ("L", x, -0.5), ("Z",)]
        return tuple(path)


class FixedMetrics:
    """Metrics for tests: any family exists, and all are `FixedTypeface`s.

    Args:
        missing: characters that no typeface has.
    """

    def __init__(self, missing: str = "") -> None:
        self._missing = missing
        self._faces: dict[str, FixedTypeface] = {}

    def typeface(self, family: str, bold: bool = False, italic: bool = False) -> FixedTypeface:
        """See `Metrics.typeface`."""
        name = family + ("-bold" if bold else "") + ("-italic" if italic else "")
        if name not in self._faces:
            self._faces[name] = FixedTypeface(name, self._missing)
        return self._faces[name]

    def fallbacks(self, family: str, bold: bool = False, italic: bool = False) -> Sequence[FixedTypeface]:
        """No family has any."""
        return ()

    def pack(self, character: str, bold: bool = False) -> FixedTypeface | None:
        """No pack is installed."""
        return None

    def in_small_caps(self, face: Typeface) -> Typeface:
        """All but italic typefaces have small capitals."""
        if face.name.endswith("-italic"):
            return face
        return self._faces.setdefault(f"{face.name} sc", FixedTypeface(f"{face.name} sc", self._missing, True))

    def named(self, name: str) -> FixedTypeface:
        """The typeface of that name, which was asked for before."""
        return self._faces[name]

    def image_facts(self, path: FilePath) -> ImageFacts:
        """Every image is a square of 1000 pixels."""
        return ImageFacts(1000, 1000, "RGB")
