"""A list of cards in a file -> a folder with a game that prints."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from pawprint.build import pipeline
from pawprint.core.diagnostics import Findings
from pawprint.core.registry import suggest
from pawprint.importer.card_layout import CardLayout
from pawprint.importer.card_list import ROLES, CardList, GuessedColumn
from pawprint.importer.column_names import normalised_name
from pawprint.importer.fit_cards import LONG_TEXTS, STOCKS_TO_TRY, WINDOW_HEIGHTS, CardShape, Fitted, fit_cards
from pawprint.importer.game_folder import with_editor_files
from pawprint.importer.guess_columns import guess
from pawprint.importer.guess_icons import guess_icons
from pawprint.importer.list_palette import palettes_yaml
from pawprint.importer.pictures import Pictures
from pawprint.importer.read_list import read_cards
from pawprint.importer.slugs import one_line, slug, title_from
from pawprint.importer.token_layout import TokenLayout, is_small
from pawprint.importer.write_catalog import cards_yaml, game_yaml, untranslated

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
    """Remarks about texts that were too long for usual cards."""
    notes, stock = [], fitted.shape.stock
    if not options.stock and stock != STOCKS_TO_TRY[0]:
        notes.append(f"long texts: the cards have the size {stock}, and not {STOCKS_TO_TRY[0]} (--stock, --long-texts)")
    if fitted.continued:
        back = any(column.continues for column in fitted.deck.columns)
        one = fitted.continued == 1
        place = ("its back" if one else "their backs") if back else "more cards"
        whose = "the text of 1 card continues" if one else f"the texts of {fitted.continued} cards continue"
        notes.append(f"{whose} on {place} (--long-texts {', '.join(LONG_TEXTS[:-1])} or {LONG_TEXTS[-1]})")
    if fitted.overset:
        count, shown = len(fitted.overset), ", ".join(sorted(fitted.overset)[:3])
        notes.append(f"{count} card{'s have' if count > 1 else ' has'} more text than room: {shown}")
    return notes


def _hide(deck: CardList, shown: Sequence[GuessedColumn]) -> None:
    """Mark all other columns as not shown on the cards."""
    for column in deck.columns:
        if column not in shown:
            column.role = "hidden"


def _role_notes(deck: CardList, small: bool) -> list[str]:
    """Lines about the roles of the columns."""
    roles = {
        **{"name": "titles", "category": "colours", "cost": "upper corners"},
        **{"text": "texts", "flavour": "italics", "long": "more texts", "back": "on the backs"},
        **{"stat": "numbers below", "short": "small words", "image": "pictures"},
    }
    if small:
        roles |= {"cost": "numbers", "stat": "numbers"}
    lines = []
    for together in (("name", "category", "cost"), ("text", "flavour", "long", "back"), ("stat", "short", "image")):
        said = {role: [one.header for one in deck.with_role(role) if not one.continues] for role in together}
        line = "; ".join(f"{roles[role]}: {', '.join(headers)}" for role, headers in said.items() if headers)
        lines += [line] if line else []
    hidden = [f"{one.header} ({one.reason})" if one.reason else one.header for one in deck.with_role("hidden")]
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
    """What is said of *notes*; README.md has all of them."""
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
