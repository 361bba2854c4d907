"""The bounds in `docs/limits.md` are those of the program."""

import re
from pathlib import Path

from pawprint.catalog._declaration import MAX_LANGUAGES
from pawprint.catalog.editions import MAX_COPIES, MAX_EDITIONS
from pawprint.core.diagnostics import MAX_FINDINGS
from pawprint.core.image_reader import MAX_BYTES, MAX_PIXELS
from pawprint.core.length import GRAINS_PER, MAX_LENGTH
from pawprint.graphics.svg import xml_tree
from pawprint.graphics.svg.grammar import MAX_SEGMENTS
from pawprint.interchange.spreadsheets import worksheet
from pawprint.pieces import element_base
from pawprint.pieces.containers import MAX_CARDS
from pawprint.pieces.figure import MAX_PIECES
from pawprint.press import fonts as packed_fonts
from pawprint.preview._page_edits import MAX_CHANGES
from pawprint.production import images
from pawprint.sheets.plan import MAX_BLEED
from pawprint.sheets.poster import LEAST_SIDE, MAX_SHEETS
from pawprint.source import reader
from pawprint.source.field_reader import MAX_ANCESTORS
from pawprint.source.templates.document_template import MAX_SOURCE
from pawprint.source.templates.expressions import MAX_TEMPLATE

PAGE = Path(__file__).parents[1] / "docs" / "limits.md"

#: The numbers in each row of the page, in their order.
BOUNDS = {
    "bleed": [MAX_BLEED.mm],
    "a length": [MAX_LENGTH / GRAINS_PER["mm"]],
    "copies of a record": [MAX_COPIES],
    "languages and editions of a game": [MAX_LANGUAGES, MAX_EDITIONS],
    "a YAML file": [reader.MAX_BYTES / 1e6, reader.MAX_NODES, reader.MAX_DEPTH],
    "changes that the page of the preview saves at once": [MAX_CHANGES],
    "a text in YAML": [reader.MAX_SCALAR],
    "a template in a face": [MAX_TEMPLATE],
    "elements within elements": [element_base.MAX_DEPTH],
    "faces that extend one another": [MAX_ANCESTORS],
    "cards that show cards": [MAX_CARDS],
    "parts of a figure": [MAX_PIECES],
    "a drawing": [xml_tree.MAX_BYTES / 1e6, xml_tree.MAX_NODES, xml_tree.MAX_DEPTH, MAX_SEGMENTS],
    "an image": [MAX_BYTES / 1e6, MAX_PIXELS],
    "a font in WOFF or WOFF2": [packed_fonts.MAX_BYTES / 1e6],
    "a board on several sheets": [MAX_SHEETS, LEAST_SIDE.mm],
    "a list to import": [worksheet.MAX_BYTES / 1e6, worksheet.MAX_ROWS, worksheet.MAX_COLUMNS],
    "a source of a document": [MAX_SOURCE],
    "a contact sheet": [images._MAX_PIXELS],
    "findings in one run": [MAX_FINDINGS],
}


def numbers(text: str) -> list[float]:
    """The numbers in a cell: `one million` is 1,000,000, `20 000` is 20,000."""
    text = text.replace("one million", "1000000").replace(" million", "000000")
    return [float(re.sub(r"\s", "", word)) for word in re.findall(r"\d+(?: \d{3})*", text)]


def test_bounds_on_the_page_match_the_program() -> None:
    table = PAGE.read_text(encoding="utf-8").partition("## Sizes and bounds")[2]
    rows = dict(re.findall(r"^\| ([^|]+) \| ([^|]+) \|$", table, re.M))
    del rows["what"], rows["---"]
    assert {what: numbers(bound) for what, bound in rows.items()} == BOUNDS
