"""The fonts for texts in drawings: families of the layouts, by the names that drawing programs give them."""

import re
from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from pawprint.typography.shaping import RunShaper
from pawprint.typography.text_style import TextStyle

_PLAIN = TextStyle().family
#: Words of CSS for kinds of fonts, and the family that has them.
_KINDS = {
    **dict.fromkeys(("serif", "ui-serif", "fantasy"), "slab"),
    **dict.fromkeys(("sans-serif", "system-ui", "ui-sans-serif", "monospace", "ui-monospace", "math", "emoji"), _PLAIN),
    **dict.fromkeys(("cursive", "ui-rounded"), "round"),
}


class FoundFamily(NamedTuple):
    """A family of the layouts for the fonts that a text asks for.

    Attributes:
        wanted: the name of the font that it replaces; empty if it is one that was asked for.
    """

    name: str
    wanted: str = ""


class DrawingFonts:
    """Finds families for `font-family`.

    Args:
        shaper: shapes words in these families.
        files: the font files of each family.
    """

    def __init__(self, shaper: RunShaper, files: Mapping[str, Iterable[Path]]) -> None:
        self.shaper = shaper
        self._files = files

    @cached_property
    def _by_name(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for family, paths in self._files.items():
            for path in paths:
                # SourceSans3[wght].ttf and Bitter-Bold.ttf are Source Sans 3 and Bitter.
                found.setdefault(_plain_name(re.split(r"[-\[.]", path.name)[0]), family)
        return {**found, **{_plain_name(family): family for family in self._files}}

    def family(self, wanted: str) -> FoundFamily:
        """The family for a list of names as in `font-family`; the first name that there is counts."""
        names = [name.strip().strip("'\"").strip() for name in wanted.split(",")]
        missing = ""
        for name in filter(None, names):
            kind = _KINDS.get(name.lower())
            found = self._by_name.get(_plain_name(name)) or (kind if kind in self._files else kind and _PLAIN)
            if found:
                return FoundFamily(found, missing)
            missing = missing or name
        return FoundFamily(_PLAIN, missing)


def _plain_name(name: str) -> str:
    return re.sub(r"[\W_]", "", name).lower()
