"""A file with a list of cards -> the names of its columns, and rows of texts."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pawprint.core.diagnostics import Findings
from pawprint.core.registry import suggest
from pawprint.core.source import Source, Span
from pawprint.importer.card_trees import TreeList, best_list, language_in, lists_in, outline, title_of
from pawprint.importer.column_names import is_column_name, is_number, language_code, normalised_name
from pawprint.importer.list_text import decode_list
from pawprint.importer.list_words import list_words
from pawprint.importer.tree_files import tree_reader
from pawprint.importer.tree_rows import rows_of
from pawprint.spreadsheets.worksheet import MAX_COLUMNS, MAX_ROWS, Worksheet, WorksheetCell
from pawprint.spreadsheets.worksheet_files import file_bytes, read_data
from pawprint.yamlio import reader

_FORM = "one card is a row of a table, or an entry of a list with the same fields for each"


@dataclass
class CardRows:
    """A table of cards as read from a file.

    Attributes:
        header: the names of the columns, each once.
        rows: for each card a text per column; no row is empty.
        title: the line above the table, if there is one.
        notes: remarks about the file, a line each.
        language: the one that the file names; empty if it names none.
    """

    header: list[str]
    rows: list[list[str]]
    title: str = ""
    notes: list[str] = field(default_factory=list)
    language: str = ""


def read_cards(
    path: Path, findings: Findings, sheet: str = "", delimiter: str = "", encoding: str = ""
) -> CardRows | None:
    """The list of cards in a CSV, TSV, XLSX, ODS, YAML, JSON or XML file; None after a finding.

    Args:
        sheet: the worksheet of a workbook, or the path of a list such as `data.cards`; the most likely one if empty.
        delimiter: of CSV cells; detected if empty.
        encoding: of a text; detected if empty.
    """
    data = file_bytes(path, findings)
    if data is None:
        return None
    name = reader.display_path(path)
    if data.startswith((b"PK", b"\xd0\xcf\x11\xe0")):
        return _from_sheets(read_data(name, data, findings), path, findings, sheet)
    text = decode_list(name, data, findings, encoding)
    if text is None:
        return None
    read_tree = tree_reader(path, text.source.text)
    if read_tree:
        tree = read_tree(text.source, findings)
        cards = None if tree is None or findings.failed else _from_tree(tree, text.source, findings, sheet)
    else:
        cards = _from_sheets(read_data(name, text.source.text.encode(), findings, delimiter), path, findings, sheet)
    if cards is not None and text.note:
        cards.notes.insert(0, text.note)
    return cards


def _from_sheets(sheets: Sequence[Worksheet], path: Path, findings: Findings, sheet: str) -> CardRows | None:
    if not sheets:
        return None
    at = Span(sheets[0].source, 0, 0)
    filled = [one for one in sheets if one.rows and not one.hidden]
    if sheet:
        filled = [one for one in sheets if one.name == sheet]
    if not filled:
        names = ", ".join(one.name for one in sheets if one.name)
        if sheet:
            findings.add(
                "bad-table", f"{reader.display_path(path)} has no worksheet '{sheet}'", at, f"it has {names or 'one'}"
            )
        else:
            findings.add("bad-table", f"{reader.display_path(path)} has no cards", at, _FORM)
        return None
    cards = _from_sheet(filled[0])
    if cards is None:
        findings.add("bad-table", f"{reader.display_path(path)} has no cards", at, _FORM)
        return None
    if len(filled) > 1 and not sheet:
        others = ", ".join(one.name for one in filled[1:])
        cards.notes.append(f"read the worksheet {filled[0].name}; --sheet takes another one: {others}")
    return cards


# --- tables -------------------------------------------------------------------------------------------------


def _from_sheet(sheet: Worksheet) -> CardRows | None:
    rows = [list(row) for row in sheet.rows]
    wide = max((len(row) for row in rows), default=0)
    grid = [row + [WorksheetCell()] * (wide - len(row)) for row in rows]
    notes: list[str] = []
    title = ""
    while grid and wide > 1 and sum(_filled(cell) for cell in grid[0]) < 2 and len(grid) > 1:
        text = next((cell.text.strip() for cell in grid[0] if _filled(cell)), "")
        if text and title:
            notes.append(f"left out the line '{_shortened(text)}' above the table")
        title = title or text
        grid.pop(0)
    if not grid:
        return None
    header, used = _header(grid, notes)
    body = grid[used:]
    kept = [n for n, head in enumerate(header) if head or any(_filled(row[n]) for row in body)]
    names: list[str] = []
    for n in kept:
        name = header[n] or f"column {n + 1}"
        while name in names:
            name += " 2"
        names.append(name)
    result = list(_body(body, kept, notes))
    return CardRows(names, result, title, notes) if result else None


def _header(grid: list[list[WorksheetCell]], notes: list[str]) -> tuple[list[str], int]:
    """What the columns are called, and how many rows say so."""
    first = [" ".join(cell.text.split()) for cell in grid[0]]
    if not _is_header(grid):
        notes.append("the first row looks like a card, so the columns have no names")
        return [""] * len(first), 0
    second = grid[1] if len(grid) > 1 else []
    merged = any(cell.kind == "covered" for cell in grid[0])
    if not merged or any(is_number(cell.text) for cell in second) or not any(_filled(cell) for cell in second):
        return first, 1
    header, group = [], ""
    for above, text, below in zip(grid[0], first, second, strict=True):
        group = text if above.kind != "covered" else group
        part = " ".join(below.text.split())
        header.append(f"{group} {part}" if group and part and language_code(part) else f"{group} {part}".strip())
    notes.append("joined the two header rows of the table")
    return header, 2


def _is_header(grid: Sequence[Sequence[WorksheetCell]]) -> bool:
    texts = [" ".join(cell.text.split()) for cell in grid[0]]
    filled = [text.lower() for text in texts if text]
    if not filled or any(map(is_number, filled)) or max(map(len, filled)) > 40:
        return False
    known = {text for text in filled if is_column_name(text)}
    if len(set(filled)) < len(filled):  # a card may say the same twice, and so may a careless head
        return len(known) > 1
    if known:
        return True
    below = [[cell.text.strip().lower() for cell in row] for row in grid[1:]]
    again = any(text and text.lower() in [row[n] for row in below] for n, text in enumerate(texts))
    return len(filled) > 1 and bool(below) and not again


def _body(body: list[list[WorksheetCell]], kept: list[int], notes: list[str]) -> Iterable[list[str]]:
    """The rows that are cards."""
    empty, above = 0, [""] * len(kept)
    for row in body:
        cells = [row[n] for n in kept]
        spread = sum(cell.kind == "covered" for cell in row)
        texts = [
            over if cell.kind == "covered" and not (spread > 1 and n) else cell.text.strip()
            for n, (cell, over) in enumerate(zip(cells, above, strict=True))
        ]
        filled = [text for text in texts if text]
        if not filled:
            empty += 1
        elif len(filled) == 1 and spread > 1:
            notes.append(f"left out the heading '{_shortened(filled[0])}' between the cards")
        elif filled[0].lower().rstrip(":") in list_words().totals and all(map(is_number, filled[1:])):
            notes.append(f"left out the row '{_shortened(filled[0])}', which has totals")
        else:
            above = texts
            yield texts
    if empty:
        notes.append(f"left out {empty} empty row{'s' * (empty > 1)}")


def _filled(cell: WorksheetCell) -> bool:
    return bool(cell.text.strip())


def _shortened(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 30 else text[:29] + "…"


# --- trees --------------------------------------------------------------------------------------------------


def _from_tree(tree: object, source: Source, findings: Findings, wanted: str) -> CardRows | None:
    """The cards in a tree; None after a finding."""
    at = Span(source, 0, 0)
    if isinstance(tree, list) and tree and all(isinstance(row, list) for row in tree):
        rows = [[WorksheetCell("" if cell is None else str(cell)) for cell in row] for row in tree]
        return _from_sheet(Worksheet("", source, rows, []))
    lists = lists_in(tree)
    found = best_list(lists) if lists else None
    if wanted:
        found = next((one for one in lists if one.name == wanted), None)
        if found is None:
            help = suggest(wanted, [one.name for one in lists if one.name], "lists are")
            findings.add("bad-table", f"{source.name} has no list '{wanted}'", at, help)
            return None
    if found is None:
        findings.add("bad-table", f"{source.name} has no list of cards, but {outline(tree)}", at, _FORM)
        return None
    fields = {normalised_name(name) for name in found.fields} - {"id"}
    if fields and len(fields & list_words().placement) * 3 >= len(fields) * 2:
        seen = f"{len(found.entries)} entries with {', '.join(sorted(found.fields))[:80]}"
        message = f"{source.name} places things on a sheet or a card, and has no cards: {seen}"
        findings.add("bad-table", message, at, "import the list with the texts of the cards instead")
        return None
    table = rows_of(found)
    if not table.rows:
        findings.add("bad-table", f"{source.name} has no cards: the entries of its list are empty", at, _FORM)
        return None
    if len(table.rows) > MAX_ROWS or len(table.header) > MAX_COLUMNS:
        seen = f"{len(table.rows):,} cards with {len(table.header)} fields in '{found.name}'"
        message = f"{source.name} has {seen}; the most is {MAX_ROWS:,} cards with {MAX_COLUMNS} fields"
        findings.add("file-too-large", message, at, _others(lists, found) or "split it, or look for the right file")
        return None
    notes = [f"read the list {found.name}; {_others(lists, found)}"] if _others(lists, found) else []
    groups = dict.fromkeys(name for group in found.groups for name in group)
    notes += [f"took the groups apart: each card has its {' and its '.join(groups)}"] if groups else []
    notes += [f"left out fields of groups of cards: {', '.join(found.lost)}"] if found.lost else []
    notes += [f"left out lists within the cards: {', '.join(table.left_out)}"] if table.left_out else []
    return CardRows(table.header, table.rows, title_of(tree), notes, language_in(tree))


def _others(lists: Sequence[TreeList], found: TreeList) -> str:
    """The option that reads another list."""
    names = [one.name for one in lists if one.name and not one.name.startswith(found.name or ".")]
    return f"--sheet takes another one: {', '.join(names[:5])}" if names else ""
