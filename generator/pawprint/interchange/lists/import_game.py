"""A list of cards in a file -> a folder with a game that prints."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from statistics import median
from typing import NamedTuple

from pawprint.core.diagnostics import Findings
from pawprint.core.files import read_bounded
from pawprint.core.image_reader import MAX_BYTES, READ
from pawprint.core.raster import image_facts
from pawprint.core.registry import suggest
from pawprint.interchange.lists._card_layout import CardLayout, TokenLayout, is_small, palettes_yaml
from pawprint.interchange.lists._card_list import RASTER, ROLES, VECTOR, CardList, GuessedColumn
from pawprint.interchange.lists._guess_columns import guess
from pawprint.interchange.lists._list_words import normalised_name
from pawprint.interchange.lists._read_list import read_cards
from pawprint.interchange.lists.fit_cards import LONG_TEXTS, STOCKS_TO_TRY, WINDOW_HEIGHTS, CardShape, Fitted, fit_cards
from pawprint.interchange.lists.game_folder import cards_yaml, game_yaml, untranslated, with_editor_files
from pawprint.interchange.lists.slugs import one_line, slug, title_from, unique
from pawprint.production import pipeline

# --- Names of pictures in a list of cards -> files of the game's folder -----------------------------------------------


#: Usual folders of pictures, beside the list.
_PICTURES_FOLDERS = (".", "images", "image", "img", "art", "pictures", "pics", "illustrations", "assets")
#: The least and largest aspect ratio (width by height) of pictures that may be cropped to the art window.
_MIN_ASPECT = 1.0
_MAX_ASPECT = 2.6


class Pictures:
    """Finds and copies the pictures of a deck.

    Args:
        folder: the folder of the list; files outside it are not used.
        game: the id of the game.

    Attributes:
        files: those that were found, by their path in the game's folder.
        fit: how they fill their window: `cover` or `contain`.
        notes: what was not found or is not usable, a line each.
    """

    def __init__(self, folder: Path, game: str) -> None:
        self._folder = folder.resolve()
        self._game = game
        self.files: dict[str, bytes] = {}
        self.fit = "cover"
        self.notes: list[str] = []

    def collect(self, deck: CardList) -> None:
        """Copy the pictures, and set the names by which layouts find them; a card with a missing picture has none."""
        column = deck.column("image")
        if column is None:
            return
        found = {text: self._find(text) for text in dict.fromkeys(column.filled)}
        taken: dict[str, str] = {}
        shapes: list[float] = []
        for text, path in found.items():
            try:
                if path is not None:
                    taken[text] = self._take(path, shapes)
            except ValueError as error:
                self.notes.append(f"picture {text} is left out: {error}")
        missing = [text for text, path in found.items() if path is None]
        if missing:
            shown = ", ".join(missing[:3]) + (", ..." if len(missing) > 3 else "")
            self.notes.append(f"{len(missing)} of {len(found)} pictures not found; put them beside the list: {shown}")
        if not taken:
            column.role = "hidden"
            return
        images = {name.endswith(RASTER) for name in taken.values()}
        if len(images) > 1:  # art elements show both, by their names without suffixes
            taken = {text: PurePosixPath(name).stem for text, name in taken.items()}
        column.values = [{"": taken.get(text, "")} for text in column.texts]
        if len(images) > 1 or not shapes or not _MIN_ASPECT <= median(shapes) <= _MAX_ASPECT:
            self.fit = "contain"

    def _find(self, text: str) -> Path | None:
        """The file that a cell means; nothing outside of the folder."""
        wanted = PurePosixPath(text)
        for path in (self._folder / text, *(self._folder / name / wanted.name for name in _PICTURES_FOLDERS)):
            try:
                real = path.resolve()
                if real.is_file() and real.is_relative_to(self._folder):
                    return real
            except (OSError, ValueError, RuntimeError):  # a name that no file can have
                continue
        return None

    def _take(self, path: Path, shapes: list[float]) -> str:
        """The name under which a layout finds a picture.

        Raises:
            ValueError: it cannot be used; the message says why.
        """
        suffix = path.suffix.lower()
        if suffix not in (*VECTOR, *RASTER):
            raise ValueError(f"'{path.name}' is no drawing (SVG), and no image ({READ})")
        drawn = suffix in VECTOR
        if not drawn:
            facts = image_facts(str(path))
            shapes.append(facts.width / facts.height)
        try:
            data = read_bounded(path, MAX_BYTES)
        except OSError as error:
            raise ValueError(f"'{path.name}': {error.strerror}") from None
        kind = "art" if drawn else "images"
        name = unique(slug(path.stem, "picture"), [PurePosixPath(name).stem for name in self.files])
        self.files[f"layouts/{kind}/{self._game}/{name}{suffix}"] = data
        return name if drawn else name + suffix


# Codes for icons in the texts of a list, such as [credit] and {T} -> a table of icons, and a drawing for each.


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
    columns = [
        column for column in deck.columns if column.type in ("text", "plain") and column.role not in ("name", "hidden")
    ]
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
    label = code if code.isupper() or code.isdigit() or "/" in code else code[:2].capitalize()
    size = 80 if len(label) == 1 else 124 / len(label)
    return _DRAWING.format(y=50 + 0.33 * size, size=size, label=label).encode()


#: The most lines about decisions, and the most columns that a line names as not on the cards.
_MAX_LINES, _MAX_HIDDEN = 10, 8


class ImportOptions(NamedTuple):
    """Options of an import; each may be empty.

    Attributes:
        sheet: of a workbook, or the path of a list in a tree.
        delimiter: of CSV.
        encoding: of a text.
        roles: `COLUMN=ROLE` each, with the names of `ROLES`; other roles are guessed.
        long_texts: what becomes of texts that do not fit, one of `LONG_TEXTS`.
    """

    title: str = ""
    language: str = ""
    stock: str = ""
    sheet: str = ""
    delimiter: str = ""
    encoding: str = ""
    roles: tuple[str, ...] = ()
    long_texts: str = ""


@dataclass
class Imported:
    """A game made from a list.

    Attributes:
        game: its id.
        files: path in the game's folder -> content.
        notes: remarks about the guesses, a line each.
        cards: the number of cards, as text.
    """

    game: str
    files: dict[str, bytes]
    notes: list[str]
    cards: str = ""


def import_cards(path: Path, options: ImportOptions, findings: Findings) -> Imported | None:
    """Make a game from a list of cards, without writing anything; None after a finding.

    Args:
        path: a CSV, TSV, XLSX, ODS, YAML, JSON or XML file; its pictures are in the same folder or below.
    """
    cards = read_cards(path, findings, options.sheet, options.delimiter, options.encoding)
    if cards is None:
        return None
    title = one_line(options.title or cards.title) or title_from(path.stem)
    game = slug(title, "") or slug(path.stem, "my-game")
    given = _given_roles(options.roles, cards.header, findings)
    if given is None:
        return None
    deck = guess(cards, options.language or cards.language, given)
    if not deck.column("name") and not deck.columns:
        return None
    pictures = Pictures(path.parent, game)
    pictures.collect(deck)
    icons = guess_icons(deck, path.parent, game)
    stocks = pipeline.load(pipeline.bundled("catalog"), [pipeline.bundled("layouts")], ["none"]).layouts.stocks
    if options.stock and options.stock not in stocks:
        help = suggest(options.stock, stocks, "stocks are")
        findings.add("unknown-stock", f"there is no stock '{options.stock}'", None, help)
        return None
    small = is_small(stocks[options.stock]) if options.stock else False
    stands = small and stocks[options.stock].stand  # then its face is behind it, too

    def make(shown: CardList, shape: CardShape) -> dict[str, bytes]:
        size = stocks[shape.stock]
        layout = CardLayout(game, shown, size.trim, pictures.fit, shape.window, shape.dense)
        if small:  # it has no window; tried is a title below the number
            token = TokenLayout(game, shown, size, named=shape.window == WINDOW_HEIGHTS[0])
            _hide(shown, token.shown)
            layout = token
        about = game_yaml(game, title, shown, shape.stock, one_line(path.name), small, not stands, icons.names)
        return {
            f"catalog/{game}/game.yaml": about.encode(),
            f"catalog/{game}/cards.yaml": cards_yaml(shown).encode(),
            f"layouts/faces/{game}/card.yaml": layout.face().encode(),
            **({} if stands else {f"layouts/faces/{game}/back.yaml": layout.back(title).encode()}),
            "layouts/palettes.yaml": palettes_yaml(game, title, shown).encode(),
            **pictures.files,
            **icons.files,
        }

    shapes = _shapes(options.stock, small, deck)
    fitted = fit_cards(deck, make, shapes, options.long_texts, back=not small)
    deck = fitted.deck
    notes = [*_role_notes(deck, small), *_fit_notes(fitted, options), *pictures.notes, *icons.notes, *deck.notes]
    readme = _readme(game, title, deck, one_line(path.name), notes).encode()
    files = with_editor_files(fitted.files | {"README.md": readme}, game)
    kinds, pieces = len(deck.ids), sum(deck.copies)
    noun = "token" if small else "card"
    many = f"{kinds} {noun}{'s' * (kinds != 1)}" + (f", {pieces} with their copies" if pieces != kinds else "")
    return Imported(game, files, _said(notes), many)


def _shapes(stock: str, small: bool, deck: CardList) -> list[CardShape]:
    """The shapes to try, from roomy to crowded for each size of cards."""
    windows = WINDOW_HEIGHTS if small or deck.column("image") else WINDOW_HEIGHTS[:1]
    shapes = []
    for size in (stock,) if stock else STOCKS_TO_TRY:
        shapes += [CardShape(size, window) for window in windows]
        shapes += [] if small else [CardShape(size, windows[-1], dense=True)]
    return shapes


def _given_roles(words: Sequence[str], header: Sequence[str], findings: Findings) -> dict[str, str] | None:
    """Column -> role, as given on the command line; None after a finding."""
    by_name = {normalised_name(name): name for name in header}
    roles = {shown: role for role, shown in ROLES.items()}
    given: dict[str, str] = {}
    for word in words:
        name, _, role = word.rpartition("=")
        column = by_name.get(normalised_name(name))
        if column is None:
            known = suggest(name, header, "columns are")
            findings.add("bad-table", f"--role {word}: there is no column '{name}'", None, known)
        elif role not in roles:
            known = suggest(role, roles, "roles are")
            findings.add("bad-table", f"--role {word}: there is no role '{role}'", None, known)
        else:
            given[column] = roles[role]
    return None if findings.failed else given


def _fit_notes(fitted: Fitted, options: ImportOptions) -> list[str]:
    notes, stock = [], fitted.shape.stock
    if not options.stock and stock != STOCKS_TO_TRY[0]:
        notes.append(f"long texts: the cards have the size {stock}, and not {STOCKS_TO_TRY[0]} (--stock, --long-texts)")
    if fitted.continued:
        back = any(column.continues for column in fitted.deck.columns)
        single = fitted.continued == 1
        place = ("its back" if single else "their backs") if back else "more cards"
        whose = "the text of 1 card continues" if single else f"the texts of {fitted.continued} cards continue"
        notes.append(f"{whose} on {place} (--long-texts {', '.join(LONG_TEXTS[:-1])} or {LONG_TEXTS[-1]})")
    if fitted.overset:
        count, shown = len(fitted.overset), ", ".join(sorted(fitted.overset)[:3])
        notes.append(f"{count} card{'s have' if count > 1 else ' has'} more text than room: {shown}")
    return notes


def _hide(deck: CardList, shown: Sequence[GuessedColumn]) -> None:
    for column in deck.columns:
        if column not in shown:
            column.role = "hidden"


def _role_notes(deck: CardList, small: bool) -> list[str]:
    roles = {
        **{"name": "titles", "category": "colours", "cost": "upper corners"},
        **{"text": "texts", "flavour": "italics", "long": "more texts", "back": "on the backs"},
        **{"stat": "numbers below", "short": "small words", "image": "pictures"},
    }
    if small:
        roles |= {"cost": "numbers", "stat": "numbers"}
    lines = []
    for together in (("name", "category", "cost"), ("text", "flavour", "long", "back"), ("stat", "short", "image")):
        headers_of = {
            role: [column.header for column in deck.with_role(role) if not column.continues] for role in together
        }
        line = "; ".join(f"{roles[role]}: {', '.join(headers)}" for role, headers in headers_of.items() if headers)
        lines += [line] if line else []
    hidden = [
        f"{column.header} ({column.reason})" if column.reason else column.header for column in deck.with_role("hidden")
    ]
    if hidden:
        more = f" and {len(hidden) - _MAX_HIDDEN} more" if len(hidden) > _MAX_HIDDEN else ""
        lines.append(f"not on the cards: {', '.join(hidden[:_MAX_HIDDEN])}{more} (--role COLUMN=ROLE)")
    if len(deck.languages) > 1 or deck.languages != ["en"]:
        several = len(deck.languages) > 1
        lines.append(f"language{'s' * several}: {', '.join(deck.languages)}{'' if several else ' (--lang)'}")
    missing = untranslated(deck)
    if missing:
        s = "s" * (missing == 1)
        lines.append(f"{missing} of the texts lack{s} a language and use{s} another one (see cards.yaml)")
    return lines


def _said(notes: list[str]) -> list[str]:
    """What is headers_of of *notes*; README.md has all of them."""
    if len(notes) <= _MAX_LINES:
        return notes
    return [*notes[: _MAX_LINES - 1], f"and {len(notes) - _MAX_LINES + 1} more remarks in README.md"]


def _readme(game: str, title: str, deck: CardList, made_of: str, notes: list[str]) -> str:
    first = deck.ids[0]
    decided = "\n".join(f"- {note}" for note in notes)
    return f"""# {title}

Made from {made_of}. In this folder, type:

```sh
pawprint check                  # is everything right?
pawprint show {game} {first}
pawprint build                  # sheets to print, into output/
```

- `catalog/{game}/game.yaml` says what a card has; where a guess was wrong, change it there.
- `catalog/{game}/cards.yaml` has the cards.
- `layouts/faces/{game}/card.yaml` says how they look, `layouts/palettes.yaml` in which colours.

Would you rather go on in your list? `pawprint table import {game} cards FILE` brings back what you have changed in it.
`pawprint table export {game} cards cards.xlsx` makes a spreadsheet with all fields.

What Pawprint decided:

{decided}
"""
