"""A game whose files show every way of writing a value, and what an import makes of them."""

from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

from pawprint.catalog.library import load_game
from pawprint.catalog.model import Game
from pawprint.core.diagnostics import Findings
from pawprint.interchange.spreadsheets.csv_file import escape_formula, write_csv
from pawprint.interchange.spreadsheets.exchange import plan_import, table_of
from pawprint.interchange.spreadsheets.plan_edits import EditPlan
from pawprint.interchange.spreadsheets.worksheet_files import read_data
from pawprint.interchange.spreadsheets.xlsx_file import XlsxColumn, write_xlsx

GAME = """
    id: toy
    title: Toy
    languages: [fr, en]
    editions: {plain: {}, events: {}}
    sources: {rules: {kind: seed}, designed: {kind: designed}}
    components:
      beasts:
        kind: data
        file: beasts.yaml
        fields:
          name: {type: text, max: 20}
          text: {type: text, optional: true}
          code: {type: text, translated: false, optional: true}
          level: {type: int, min: 0, max: 9}
          weight: {type: number, optional: true}
          home: {type: choice, choices: [hedge, meadow, pond], optional: true}
          shy: {type: flag}
          prey: {type: list, of: {ref: beasts}}
          eaten_by: {inverse: prey}
          power:
            type: record
            optional: true
            fields:
              cost: {type: int}
              note: {type: text, optional: true}
          steps: {type: list, of: {type: record, fields: {sign: {type: icon}, text: {type: text}}}}
    checks:
      - {id: T-1, about: levels stay low, each: beasts, that: level < 8}
"""
BEASTS = """
    # The beasts of the toy.
    beasts:
      # Small ones
      - id: fox          # red
        name: {fr: Renard, en: "Fox"}
        text: 'It''s quick'
        level: 4   # of nine
        weight: 0.50
        home: hedge
        prey: [hen, mole]  # both

        shy: true
        copies: 3
        origin: {default: designed, level: rules}
      - id: hen
        name: Hen
        level: 1
        prey:
          - mole   # never seen
        power:
          cost: 2
          note:
            fr: Deux
            en: Two
        steps:
          - sign: sun
            text: One
          - {sign: moon, text: {fr: Lune, en: Moon}}
      # The last
      - {id: mole, name: {fr: Taupe, en: Mole}, level: 0, shy: false, code: "07"}
"""


class Toy:
    """The toy game in a folder, and its tables.

    Args:
        folder: an empty one.
    """

    def __init__(self, folder: Path, beasts: str = BEASTS, game: str = GAME) -> None:
        self.folder = folder / "toy"
        self.folder.mkdir()
        self.write("game.yaml", dedent(game).lstrip("\n"))
        self.write("beasts.yaml", dedent(beasts).lstrip("\n"))

    def write(self, name: str, text: str) -> None:
        (self.folder / name).write_bytes(text.encode())

    @property
    def text(self) -> str:
        return (self.folder / "beasts.yaml").read_bytes().decode()

    def load(self) -> Game:
        findings = Findings()
        game = load_game(self.folder, findings)
        assert game is not None
        assert not findings.sorted()
        return game

    def table(self) -> list[list[str]]:
        """What an export shows, the header included."""
        game = self.load()
        columns, rows = table_of(game, game.components["beasts"])
        return [[column.header for column in columns], *rows]

    def cell(self, identity: str, head: str) -> str:
        head_row, *rows = self.table()
        return next(row[head_row.index(head)] for row in rows if row[0] == identity)

    def edit(self, *edits: tuple[str, str, str], book: bool = False, **how: bool) -> "Done":
        """Import the table with cells changed: id, head of the column, new text.

        Args:
            book: as a workbook.
        """

        def change(table: list[list[str]]) -> list[list[str]]:
            for identity, head, new in edits:
                row = next(row for row in table if row[0] == identity)
                row[table[0].index(head)] = new
            return table

        return self.change(change, book, **how)

    def change(self, change: Callable[[list[list[str]]], list[list[str]]], book: bool = False, **how: bool) -> "Done":
        """Import the table that *change* makes of the exported one."""
        table = change(self.table())
        if book:
            header = [XlsxColumn(head, "text") for head in table[0]]
            return self.take(write_xlsx([("beasts", header, table[1:])]), "t.xlsx", **how)
        return self.take(write_csv([[escape_formula(text) for text in row] for row in table]), **how)

    def take(self, data: bytes, name: str = "t.csv", **how: bool) -> "Done":
        """Import a file; written is what has no error."""
        game, findings = self.load(), Findings()
        worksheets = read_data(name, data, findings)
        before = self.text
        made = EditPlan()
        if worksheets:
            made = plan_import(game, [(game.components["beasts"], worksheets[0])], findings, **how)
        if not findings.failed:
            made.write(game.folder)
        return Done(made, findings, before, self.text)


class Done:
    """What became of an import."""

    def __init__(self, plan: EditPlan, findings: Findings, before: str, after: str) -> None:
        self.plan = plan
        self.before, self.after = before, after
        self.findings = [f"{one.span or '-'} {one.code}: {one.message} ({one.help})" for one in findings.sorted()]

    @property
    def codes(self) -> list[str]:
        return [one.split(" ")[1].rstrip(":") for one in self.findings]

    @property
    def lines(self) -> tuple[list[str], list[str]]:
        """The lines that are gone, and those that are new; everything else is as it was, in the same order."""
        old, new = self.before.splitlines(), self.after.splitlines()
        while old and new and old[0] == new[0]:
            old, new = old[1:], new[1:]
        while old and new and old[-1] == new[-1]:
            old, new = old[:-1], new[:-1]
        return [line.strip() for line in old], [line.strip() for line in new]
