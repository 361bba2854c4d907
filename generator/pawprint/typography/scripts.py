"""Scripts: which one a character belongs to, and the font package that can be installed for it.

A family may lack a script. Its characters are then set in the fallback families of `fonts.yaml`, and after these in
the font pack of the script, if that is installed.
"""

import re
from bisect import bisect_right
from collections.abc import Mapping
from typing import NamedTuple

#: The name of emoji among the scripts.
EMOJI = "emoji"
_MARKS = r"\u0300-\u036f\u0483-\u0489\u20d0-\u20ff\ufe00-\ufe0f\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f"
#: A letter with the marks after it, a flag, or emoji that are joined to one: what is set in one font.
LETTER = re.compile(
    rf"[\U0001f1e6-\U0001f1ff]{{2}}|.[{_MARKS}]*(?:\u200d(?:[\u2190-\u2bff\U0001f000-\U0001faff][{_MARKS}]*)?)*",
    re.DOTALL,
)
#: What makes an emoji of a sign that is none by itself.
_EMOJI_MARKS = frozenset("\u20e3\ufe0f")
_SIGNS = ("\u2190", "\u2bff")
_WEIGHTS = {"regular": 400.0, "bold": 700.0}


class FontPack(NamedTuple):
    """A Python package with fonts for a script.

    Attributes:
        name: its name in messages.
        install: its name for `pip install`.
        cuts: cut -> (package, path of the file in it, axes).
    """

    name: str
    install: str
    cuts: Mapping[str, tuple[str, str, Mapping[str, float]]]


def _variable(name: str, install: str, file: str) -> FontPack:
    package = install.replace("-", "_")
    cuts = {cut: (package, f"files/{file}", {"wght": weight}) for cut, weight in _WEIGHTS.items()}
    return FontPack(name, install, cuts)


_HAN = FontPack(
    "Noto Sans CJK",
    "noto-cjk-sans-jp-regular noto-cjk-sans-jp-bold",
    {
        "regular": ("noto_cjk_sans_jp_regular", "NotoSansCJKjp-Regular.otf", {}),
        "bold": ("noto_cjk_sans_jp_bold", "NotoSansCJKjp-Bold.otf", {}),
    },
)

#: Script -> its pack. Noto Sans CJK has the Chinese, Japanese and Korean shapes and takes those of the text's language.
PACKS = {
    # Most of its letters have their dots, so that text can be extracted; other fonts put letters and dots together.
    "Arabic": FontPack(
        "IBM Plex Sans Arabic",
        "fontpkg-ibm-plex-sans-arabic",
        {
            cut: ("fontpkg_ibm_plex_sans_arabic", f"files/IBMPlexSansArabic-{cut.capitalize()}.ttf", {})
            for cut in _WEIGHTS
        },
    ),
    "Hebrew": _variable("Heebo", "fontpkg-heebo", "Heebo[wght].ttf"),
    "Devanagari": _variable(
        "Noto Sans Devanagari", "fontpkg-noto-sans-devanagari", "NotoSansDevanagari[wdth,wght].ttf"
    ),
    "Tamil": _variable("Noto Sans Tamil", "fontpkg-noto-sans-tamil", "NotoSansTamil[wdth,wght].ttf"),
    "Telugu": _variable("Noto Sans Telugu", "fontpkg-noto-sans-telugu", "NotoSansTelugu[wdth,wght].ttf"),
    "Khmer": _variable("Noto Sans Khmer", "fontpkg-noto-sans-khmer", "NotoSansKhmer[wdth,wght].ttf"),
    "Thai": _variable("Noto Sans Thai", "fontpkg-noto-sans-thai", "NotoSansThai[wdth,wght].ttf"),
    "Greek": _variable("Noto Sans", "fontpkg-noto-sans", "NotoSans[wdth,wght].ttf"),
    "Cyrillic": _variable("Noto Sans", "fontpkg-noto-sans", "NotoSans[wdth,wght].ttf"),
    **dict.fromkeys(("Chinese", "Japanese", "Korean"), _HAN),
    EMOJI: FontPack(
        "Noto Emoji",
        "manimgx-fonts",
        {cut: ("manimgx_fonts", "NotoEmoji[wght].ttf", {"wght": weight}) for cut, weight in _WEIGHTS.items()},
    ),
}

#: (first code point, script) of the blocks of letters, rising; an empty script between them.
_BLOCKS = (
    *((0x0, ""), (0x370, "Greek"), (0x400, "Cyrillic"), (0x530, "Armenian"), (0x590, "Hebrew"), (0x600, "Arabic")),
    *((0x700, "Syriac"), (0x750, "Arabic"), (0x780, "Thaana"), (0x7C0, "N'Ko"), (0x800, ""), (0x8A0, "Arabic")),
    *((0x900, "Devanagari"), (0x980, "Bengali"), (0xA00, "Gurmukhi"), (0xA80, "Gujarati"), (0xB00, "Odia")),
    *((0xB80, "Tamil"), (0xC00, "Telugu"), (0xC80, "Kannada"), (0xD00, "Malayalam"), (0xD80, "Sinhala")),
    *((0xE00, "Thai"), (0xE80, "Lao"), (0xF00, "Tibetan"), (0x1000, "Burmese"), (0x10A0, "Georgian")),
    *((0x1100, "Korean"), (0x1200, "Ethiopic"), (0x13A0, ""), (0x1780, "Khmer"), (0x1800, "Mongolian")),
    *((0x18B0, ""), (0x1C80, "Cyrillic"), (0x1C90, ""), (0x1F00, "Greek"), (0x2000, ""), (0x20E3, EMOJI), (0x20E4, "")),
    *(
        (0x2DE0, "Cyrillic"),
        (0x2E00, ""),
        (0x2E80, "Chinese"),
        (0x3000, "Chinese"),
        (0x3040, "Japanese"),
        (0x3100, "Chinese"),
    ),
    *((0x3130, "Korean"), (0x3190, "Chinese"), (0x31F0, "Japanese"), (0x3200, "Chinese"), (0xA000, "")),
    *((0xA640, "Cyrillic"), (0xA6A0, ""), (0xA8E0, "Devanagari"), (0xA900, ""), (0xA960, "Korean"), (0xA980, "")),
    *((0xAC00, "Korean"), (0xD800, ""), (0xF900, "Chinese"), (0xFB00, ""), (0xFB1D, "Hebrew"), (0xFB50, "Arabic")),
    *((0xFE00, ""), (0xFE30, "Chinese"), (0xFE50, ""), (0xFE70, "Arabic"), (0xFEFF, ""), (0xFF00, "Chinese")),
    *(
        (0xFFF0, ""),
        (0x1B000, "Japanese"),
        (0x1B170, ""),
        (0x1F000, EMOJI),
        (0x1FB00, ""),
        (0x20000, "Chinese"),
        (0x40000, ""),
    ),
)
_STARTS = [start for start, _ in _BLOCKS]


def script_of(character: str) -> str:
    """The script of a letter, by its Unicode block: `Arabic`. Empty for Latin letters and for signs of no script."""
    return _BLOCKS[bisect_right(_STARTS, ord(character)) - 1][1]


def pack_of(character: str) -> str:
    """The script whose pack may have *character*; empty if there is none."""
    return script_of(character) or (EMOJI if _SIGNS[0] <= character <= _SIGNS[1] else "")


def is_emoji(letter: str) -> bool:
    """True if a letter with its marks, as `LETTER` finds it, is an emoji."""
    return script_of(letter[0]) == EMOJI or not _EMOJI_MARKS.isdisjoint(letter)
