"""A list of cards in a file -> a folder with a game that prints."""

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from pawprint.build import pipeline
from pawprint.core.diagnostics import Findings
from pawprint.core.registry import suggest
from pawprint.importer.card_layout import CardLayout
from pawprint.importer.game_folder import editor_files, schema_files, write_files
from pawprint.importer.guess_columns import CardList, GuessedColumn, guess
from pawprint.importer.list_palette import palettes_yaml
from pawprint.importer.pictures import Pictures
from pawprint.importer.read_list import read_cards
from pawprint.importer.slugs import slug
from pawprint.importer.token_layout import TokenLayout, is_small
from pawprint.importer.write_catalog import cards_yaml, game_yaml, untranslated

#: Stocks to try in this order until every text fits.
STOCKS_TO_TRY = ("poker", "tarot", "jumbo")
#: The share of a card's height for its picture: the usual one, and a smaller one for long texts.
_WINDOW_HEIGHTS = (0.4, 0.28)


class ImportOptions(NamedTuple):
    """Options of an import; each may be empty.

    Attributes:
        sheet: of a workbook.
        delimiter: of CSV.
    """

    title: str = ""
    language: str = ""
    stock: str = ""
    sheet: str = ""
    delimiter: str = ""


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
        path: a CSV, TSV, XLSX, ODS, YAML or JSON file; its pictures are in the same folder or below.
    """
    cards = read_cards(path, findings, options.sheet, options.delimiter)
    if cards is None:
        return None
    title = options.title or cards.title or _title_from(path.stem)
    game = slug(title, "") or slug(path.stem, "my-game")
    deck = guess(cards, options.language)
    if not deck.column("name") and not deck.columns:
        return None
    pictures = Pictures(path.parent, game)
    pictures.collect(deck)
    stocks = pipeline.load(pipeline.bundled("catalog"), [pipeline.bundled("layouts")], ["none"]).layouts.stocks
    if options.stock and options.stock not in stocks:
        help = suggest(options.stock, stocks, "stocks are")
        findings.add("unknown-stock", f"there is no stock '{options.stock}'", None, help)
        return None
    files: dict[str, bytes] = {}
    small = is_small(stocks[options.stock]) if options.stock else False
    stands = small and stocks[options.stock].stand  # then its face is behind it, too
    windows = _WINDOW_HEIGHTS if small or deck.column("image") else _WINDOW_HEIGHTS[:1]
    tried = [(stock, window) for stock in ((options.stock,) if options.stock else STOCKS_TO_TRY) for window in windows]
    for stock, window in tried:
        plain = CardLayout(game, deck, stocks[stock].trim, pictures.fit, window)
        if small:  # it has no window; tried is a title below the number
            plain = shown = TokenLayout(game, deck, stocks[stock], named=window == _WINDOW_HEIGHTS[0])
            _hide(deck, shown.shown)
        files = {
            f"catalog/{game}/game.yaml": game_yaml(game, title, deck, stock, path.name, small, not stands).encode(),
            f"catalog/{game}/cards.yaml": cards_yaml(deck).encode(),
            f"layouts/faces/{game}/card.yaml": plain.face().encode(),
            **({} if stands else {f"layouts/faces/{game}/back.yaml": plain.back(title).encode()}),
            "layouts/palettes.yaml": palettes_yaml(game, title, deck).encode(),
            "README.md": _readme(game, title, deck, path.name).encode(),
            **pictures.files,
            **editor_files(game),
        }
        if (stock, window) == tried[-1] or _fits(files):
            break
    files |= schema_files(files)
    notes = [*_role_notes(deck, small), *deck.notes, *pictures.notes]
    if not options.stock and stock != STOCKS_TO_TRY[0]:
        notes.append(f"long texts: the cards have the size {stock}, and not {STOCKS_TO_TRY[0]}")
    kinds, pieces = len(deck.ids), sum(deck.copies)
    noun = "token" if small else "card"
    many = f"{kinds} {noun}{'s' * (kinds != 1)}" + (f", {pieces} with their copies" if pieces != kinds else "")
    return Imported(game, files, notes, many)


def _hide(deck: CardList, shown: Sequence[GuessedColumn]) -> None:
    """Mark all other columns as not shown on the cards."""
    for column in deck.columns:
        if column not in shown:
            column.role = "hidden"


def _fits(files: dict[str, bytes]) -> bool:
    """Whether every text of a game has room."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_files(folder, files)
        workspace = pipeline.load(folder / "catalog", [folder / "layouts", pipeline.bundled("layouts")])
        composer = workspace.composer(pipeline.DESIGN_BLEED)
        for game in workspace.library.games.values():
            for record in game.all_records:
                for language in game.languages:
                    composer.face(game, record, language)
        return not any(finding.code == "overset" for finding in workspace.findings)


def _role_notes(deck: CardList, small: bool) -> list[str]:
    """A line for each role, with its columns."""
    roles = {
        **{"name": "titles", "category": "colours", "cost": "upper corners", "text": "texts", "flavour": "italics"},
        **{"image": "pictures", "stat": "numbers below", "long": "more texts", "short": "small words"},
        **{"hidden": "not on the cards"},
    }
    if small:
        roles |= {"cost": "numbers", "stat": "numbers"}
    lines = []
    for role, word in roles.items():
        header = [column.header for column in deck.with_role(role)]
        if header:
            lines.append(f"{word}: {', '.join(header)}")
    if len(deck.languages) > 1:
        lines.append(f"languages: {', '.join(deck.languages)}")
    missing = untranslated(deck)
    if missing:
        s = "s" * (missing == 1)
        lines.append(f"{missing} of the texts lack{s} a language and use{s} another one (see cards.yaml)")
    return lines


def _title_from(stem: str) -> str:
    words = " ".join(stem.replace("_", " ").replace("-", " ").split())
    return words[:1].upper() + words[1:] or "My game"


def _readme(game: str, title: str, deck: CardList, made_of: str) -> str:
    first = deck.ids[0]
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

Would you rather go on in your spreadsheet? `pawprint table export {game} cards cards.xlsx` makes one, and
`pawprint table import {game} cards cards.xlsx` brings back what you have changed in it.
"""
