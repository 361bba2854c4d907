"""Codes for icons in the texts of a list, such as [credit] and {T} -> a table of icons, and a drawing for each."""

import re
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from pawprint.importer.card_list import CardList
from pawprint.importer.slugs import slug, unique

_CODE = re.compile(r"(?<!\[)\[([a-z][a-z0-9_-]{1,24})\](?![\]{(])|\{([A-Z0-9][A-Z0-9/]{0,5}|[a-z][a-z0-9_-]{1,24})\}")
#: A code of its kind, in brackets or braces, is on so many cards, and that often; and there are at most so many codes.
_CARDS, _TIMES, _MAX_CODES = 2, 3, 60
#: Folders where the drawings of a list may be, beside it.
_FOLDERS = (".", "icons", "symbols", "images", "art")
_MAX_BYTES = 4_000_000
_DRAWING = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">
  <circle cx="50" cy="50" r="50" fill="currentColor"/>
  <text x="50" y="{y:g}" text-anchor="middle" font-family="text" font-weight="bold" font-size="{size:g}" \
fill="#ffffff">{label}</text>
</svg>
"""


class GuessedIcons(NamedTuple):
    """The icons of a list.

    Attributes:
        names: code -> the name of its icon.
        files: the drawings by their path in the game's folder.
        notes: what was decided, a line each.
    """

    names: dict[str, str]
    files: dict[str, bytes]
    notes: list[str]


def guess_icons(deck: CardList, folder: Path, game: str) -> GuessedIcons:
    """The codes in the texts on the cards that stand for icons.

    Args:
        folder: of the list; drawings in it that are called like a code are used.
    """
    times: Counter[str] = Counter()
    cards: Counter[str] = Counter()
    meant: dict[str, str] = {}
    columns = [one for one in deck.columns if one.type in ("text", "plain") and one.role not in ("name", "hidden")]
    for at in range(len(deck.ids)):
        here: set[str] = set()
        for column in columns:
            # The texts of other languages have the same codes.
            for match in _CODE.finditer(next(filter(None, column.values[at].values()), "")):
                times[match[0]] += 1
                here.add(match[0])
                meant[match[0]] = match[1] or match[2]
        cards.update(here)
    kinds = {code[0] for code, count in times.items() if count >= _TIMES and cards[code] >= _CARDS}
    codes = [code for code, _ in times.most_common() if code[0] in kinds][:_MAX_CODES]
    names: dict[str, str] = {}
    files: dict[str, bytes] = {}
    drawn = 0
    for code in codes:
        name = slug(meant[code].replace("_", "-"), "icon")
        name = unique(name if name[0].isalpha() else f"icon-{name}", list(names.values()))
        names[code] = name
        found = _found(folder, meant[code])
        drawn += found is None
        suffix, data = found or (".svg", _placeholder(meant[code]))
        files[f"layouts/icons/{game}/{name}{suffix}"] = data
    if not codes:
        return GuessedIcons(names, files, [])
    shown = ", ".join(codes[:6]) + (", ..." if len(codes) > 6 else "")
    plural = "drawing" if drawn == 1 else "drawings"
    more = f"; {drawn} {plural} to replace in layouts/icons/{game}" if drawn else ""
    return GuessedIcons(names, files, [f"icons: {shown} (`icons` in game.yaml){more}"])


def _found(folder: Path, name: str) -> tuple[str, bytes] | None:
    """The suffix and content of the drawing that is called like a code; nothing outside of the folder."""
    for place in _FOLDERS:
        for suffix in (".svg", ".png"):
            path = folder / place / f"{name.replace('/', '')}{suffix}"
            try:
                inside = path.resolve().is_relative_to(folder.resolve())
                if inside and path.is_file() and path.stat().st_size <= _MAX_BYTES:
                    return suffix, path.read_bytes()
            except OSError:
                continue
    return None


def _placeholder(code: str) -> bytes:
    """A disc with the beginning of a code."""
    label = code if code.isupper() or code.isdigit() or "/" in code else code[:2].capitalize()
    size = 80 if len(label) == 1 else 124 / len(label)
    return _DRAWING.format(y=50 + 0.33 * size, size=size, label=label).encode()
