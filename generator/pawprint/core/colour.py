"""Colours as a press sees them, and the contrast between two."""

import re
from functools import lru_cache
from typing import NamedTuple

_HEX = re.compile(r"#([0-9a-fA-F]{6}|[0-9a-fA-F]{3})\Z")


class Colour(NamedTuple):
    """An sRGB colour; each part 0..255."""

    red: int
    green: int
    blue: int

    @classmethod
    def parse(cls, text: str) -> "Colour":
        """Read `#rrggbb` or `#rgb`.

        Raises:
            ValueError: anything else.
        """
        match = _HEX.match(text)
        if not match:
            raise ValueError(f"'{text}' is not a colour; write #rrggbb")
        digits = match[1] if len(match[1]) == 6 else "".join(d + d for d in match[1])
        return cls(int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16))

    @property
    def luminance(self) -> float:
        """Relative luminance, 0 (black) to 1 (white), as WCAG 2.2 defines it."""
        parts = [
            value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
            for value in (self.red / 255, self.green / 255, self.blue / 255)
        ]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    @lru_cache(maxsize=1024)  # noqa: B019 - colours are few and small
    def contrast(self, other: "Colour") -> float:
        """WCAG 2.2 contrast ratio with *other*, 1 to 21; 4.5 is the floor for small text."""
        light, dark = sorted((self.luminance, other.luminance), reverse=True)
        return (light + 0.05) / (dark + 0.05)

    def __str__(self) -> str:
        return f"#{self.red:02x}{self.green:02x}{self.blue:02x}"


BLACK = Colour(0, 0, 0)
WHITE = Colour(255, 255, 255)
