"""Fonts inside a web page: of each cut the characters that the page has, as WOFF2 in its style sheet."""

import base64
from collections.abc import Iterable, Iterator, Mapping
from io import BytesIO
from typing import NamedTuple

from pawprint.core.page_policy import css_string
from pawprint.press.fonts import RealTypeface
from pawprint.typography.metrics import Metrics, Typeface
from pawprint.typography.scripts import EMOJI, script_of

#: What joins several emoji to one; no font shows them.
_JOINERS = "\u200d\ufe0f"


class UsedCut(NamedTuple):
    """A cut of a family, as a page asks for it."""

    family: str
    bold: bool = False
    italic: bool = False


def font_faces(metrics: Metrics, used: Mapping[UsedCut, Iterable[str]], common: str) -> str:
    """The `@font-face` rules of a page.

    A family that lacks characters has them from the fonts that are its fallbacks on paper, under its own name.

    Args:
        used: cut -> the characters that the page has in it.
        common: the family that all others fall back on.
    """
    rules = []
    for cut, characters in sorted(used.items()):
        for typeface, covered in _covering(metrics, cut, common, sorted(set(characters))):
            data = base64.b64encode(web_font(typeface, covered)).decode()
            ranges = ",".join(_ranges(covered))
            rules.append(
                f"@font-face{{font-family:{css_string(cut.family)};font-weight:{700 if cut.bold else 400};"
                f"font-style:{'italic' if cut.italic else 'normal'};unicode-range:{ranges};"
                f'src:url(data:font/woff2;base64,{data}) format("woff2")}}'
            )
    return "\n".join(rules)


def _covering(metrics: Metrics, cut: UsedCut, common: str, characters: list[str]) -> Iterator[tuple[RealTypeface, str]]:
    """Typefaces, each with the characters that it is the first to have; what no font has is left to the browser."""
    candidates: list[Typeface] = []
    for family in dict.fromkeys([cut.family, common]):
        candidates += [metrics.typeface(family, *cut[1:]), *metrics.fallbacks(family, *cut[1:])]
    result: dict[RealTypeface, str] = {}
    for character in characters:
        pack = metrics.pack(character, cut.bold)
        for typeface in [*candidates, pack] if pack else candidates:
            if isinstance(typeface, RealTypeface) and not typeface.shape(character).missing:
                result[typeface] = result.get(typeface, "") + character
                break
    yield from result.items()


def _ranges(characters: str) -> Iterator[str]:
    """*characters*, which rise, in the form of `unicode-range`."""
    first = last = -2
    for code in [*map(ord, characters), -2]:
        if code == last + 1:
            last = code
            continue
        if first >= 0:
            yield f"U+{first:X}" if first == last else f"U+{first:X}-{last:X}"
        first = last = code


def web_font(typeface: RealTypeface, characters: Iterable[str]) -> bytes:
    """A WOFF2 file with the glyphs of *characters*, and what joins, kerns and places them. Same input, same bytes."""
    import uharfbuzz as hb
    from fontTools.ttLib import TTFont

    wish = hb.SubsetInput()
    wish.flags = hb.SubsetFlags.NO_HINTING
    characters = "".join(characters)
    joiners = _JOINERS if any(script_of(character) == EMOJI for character in characters) else ""
    wish.unicode_set.update(map(ord, characters + joiners))
    if typeface.face.axis_infos:
        wish.pin_all_axes_to_default(typeface.face)
        for axis, value in typeface.file.axes.items():
            wish.pin_axis_location(typeface.face, axis, value)
    subset = wish.subset(typeface.face)
    out = BytesIO()
    with TTFont(BytesIO(bytes(subset.blob.data)), recalcTimestamp=False, recalcBBoxes=False) as font:
        font.flavor = "woff2"
        font.save(out)
    return out.getvalue()
