"""A file with a list of cards -> the names of its columns, and rows of texts."""

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pawprint.core.diagnostics import Findings
from pawprint.core.source import Source, Span
from pawprint.importer.column_names import is_column_name, is_number, language_code
from pawprint.importer.list_words import list_words
from pawprint.spreadsheets.worksheet import MAX_BYTES, MAX_COLUMNS, MAX_ROWS, Worksheet, WorksheetCell
from pawprint.spreadsheets.worksheet_files import read_file
from pawprint.yamlio import reader
from pawprint.yamlio.plain_data import text_as_typed, to_python

_FORM = "one card is a row of a table, or an entry of a list with the same fields for each"


@dataclass
class CardRows:
    """A table of cards as read from a file.

    Attributes:
        header: the names of the columns, each once.
        rows: for each card a text per column; no row is empty.
        title: the line above the table, if there is one.
        notes: remarks about the file, a line each.
    """

    header: list[str]
    rows: list[list[str]]
    title: str = ""
    notes: list[str] = field(default_factory=list)


def read_cards(path: Path, findings: Findings, sheet: str = "", delimiter: str = "") -> CardRows | None:
    """The list of cards in a CSV, TSV, XLSX, ODS, YAML or JSON file; None after a finding.

    Args:
        sheet: of a workbook, the one to read; the first that has rows if empty.
        delimiter: of CSV cells; detected if empty.
    """
    kind = path.suffix.lower()
    if kind in (".yaml", ".yml"):
        node = reader.read_yaml_file(path, findings)
        return None if node is None else _from_tree(to_python(node, text_as_typed), path, findings)
    if kind == ".json":
        return _from_json(path, findings)
    sheets = read_file(path, findings, delimiter)
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


# --- lists --------------------------------------------------------------------------------------------------


def _from_json(path: Path, findings: Findings) -> CardRows | None:
    name = reader.display_path(path)
    try:
        if path.stat().st_size > MAX_BYTES:
            at = Span(Source(name, ""), 0, 0)
            findings.add("file-too-large", f"{name} has more than {MAX_BYTES / 1e6:.0f} MB", at, "split the file")
            return None
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        findings.add("file-missing", f"there is no file {name}", Span(Source(name, ""), 0, 0), "look at its name")
        return None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "it is not UTF-8 text"
        findings.add(
            "file-unreadable", f"{name} cannot be read: {why}", Span(Source(name, ""), 0, 0), "save it as UTF-8"
        )
        return None
    try:
        # Numbers stay as they are typed.
        tree = json.loads(text, parse_float=str, parse_int=str, parse_constant=str)
    except json.JSONDecodeError as error:
        at = Span(Source(name, text), error.pos, min(error.pos + 1, len(text)))
        findings.add(
            "bad-table", f"{name} is not JSON: {error.msg.lower()}", at, "look at the comma or quote before it"
        )
        return None
    except RecursionError:
        findings.add("bad-table", f"{name} is nested too deeply", Span(Source(name, ""), 0, 0), _FORM)
        return None
    return _from_tree(tree, path, findings)


def _from_tree(tree: object, path: Path, findings: Findings) -> CardRows | None:
    title, notes, name = "", [], path.name
    if isinstance(tree, dict):
        lists = {key: value for key, value in tree.items() if isinstance(value, list) and value}
        if lists:
            key = max(lists, key=lambda one: len(lists[one]))
            title = next((str(tree[word]) for word in ("title", "name", "game") if isinstance(tree.get(word), str)), "")
            if len(lists) > 1:
                notes.append(f"read the list '{key}', the longest one")
            tree = lists[key]
        elif tree and all(isinstance(value, dict) for value in tree.values()):
            tree = [{"id": key, **value} for key, value in tree.items()]
    if isinstance(tree, list) and tree and not any(isinstance(item, dict) for item in tree):
        tree = [{"name": item} for item in tree]
    entries = [dict(_flat(item, "")) for item in tree if isinstance(item, dict)] if isinstance(tree, list) else []
    header = list(dict.fromkeys(key for entry in entries for key in entry))
    rows = [[entry.get(head, "").strip() for head in header] for entry in entries]
    rows = [row for row in rows if any(row)]
    at = Span(Source(reader.display_path(path), ""), 0, 0)
    if not rows:
        findings.add("bad-table", f"{name} has no list of cards", at, _FORM)
        return None
    if len(rows) > MAX_ROWS or len(header) > MAX_COLUMNS:
        message = f"{name} has more than {MAX_ROWS:,} cards or {MAX_COLUMNS} fields"
        findings.add("file-too-large", message, at, "split it, or look for the right file")
        return None
    return CardRows(header, rows, title, notes)


def _flat(value: object, name: str) -> Iterable[tuple[str, str]]:
    """Fields and their texts; what is nested gets a name with a point: `name.fr`."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _flat(item, f"{name}.{key}" if name else str(key))
    elif isinstance(value, list):
        yield name, ", ".join(text for item in value for _, text in _flat(item, "") if text)
    elif isinstance(value, bool):
        yield name, "true" if value else "false"
    else:
        yield name, "" if value is None else re.sub(r"\r\n?", "\n", str(value))
