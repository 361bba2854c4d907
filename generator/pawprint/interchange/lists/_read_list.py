"""A file with a list of cards -> the names of its columns, and rows of texts."""

import codecs
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import FunctionType
from typing import NamedTuple

from pawprint.core import plugins
from pawprint.core.diagnostics import Findings
from pawprint.core.registry import Registry, suggest
from pawprint.core.source import Source, Span
from pawprint.interchange.lists import _card_trees as trees
from pawprint.interchange.lists import _list_words
from pawprint.interchange.spreadsheets.worksheet import MAX_COLUMNS, MAX_ROWS, Worksheet, WorksheetCell
from pawprint.interchange.spreadsheets.worksheet_files import file_bytes, read_data
from pawprint.source import reader

# --- The bytes of a list -> its text, in whatever encoding it is ------------------------------------------------------


#: Marks at the beginning of a file, the longer ones first.
_MARKS = (
    *((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF32_LE, "utf-32"), (codecs.BOM_UTF32_BE, "utf-32")),
    *((codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16")),
)
#: Encodings of texts that are not Unicode, for the detection: Western, Central European, Cyrillic, ..., East Asian.
_LEGACY = ("cp1252", "cp1250", "cp1251", "cp1253", "cp1254", "shift_jis", "euc_jp", "gb18030", "big5", "euc_kr")
#: Encodings of Latin letters -> the languages that need one other than Windows-1252: their texts differ in few letters.
_LATIN = {"cp1250": ("pl", "cs", "hu", "ro", "hr", "sk", "sl"), "cp1254": ("tr",), "cp1252": ()}
_NAMES = {"cp1252": "Windows-1252", "cp1250": "Windows-1250", "cp1251": "Windows-1251", "utf-16": "UTF-16"}
_NAMES |= {"utf-16-le": "UTF-16", "utf-16-be": "UTF-16", "cp1253": "Windows-1253", "cp1254": "Windows-1254"}
_DECLARED = re.compile(rb"""<\?xml[^>]*\bencoding=["']([A-Za-z0-9._-]+)["']""")
_SAMPLE = 200_000


class ListText(NamedTuple):
    """The text of a list.

    Attributes:
        note: a remark about its encoding; empty if it is UTF-8.
    """

    source: Source
    note: str


def decode_list(name: str, data: bytes, findings: Findings, encoding: str = "") -> ListText | None:
    """The text in the file *name*; None after a finding.

    Args:
        encoding: detected if empty.
    """
    span = Span(Source(name, ""), 0, 0)
    chosen = encoding or _unicode(data) or _declared(data) or _detected(data)
    if not chosen:
        help = "save it as .xlsx, .ods, CSV UTF-8, JSON, YAML or XML"
        findings.add("bad-table", f"{name} is neither a workbook nor text", span, help)
        return None
    try:
        text = data.decode(chosen)
    except LookupError:
        help = "usual ones are utf-8, utf-16, windows-1252 and windows-1251"
        findings.add("bad-table", f"there is no encoding '{encoding}'", None, help)
        return None
    except UnicodeDecodeError as error:
        message = f"{name} is not {chosen}: byte 0x{data[error.start]:02X} cannot be read"
        findings.add("file-unreadable", message, span, "name another one with --encoding, or save it as UTF-8")
        return None
    shown = _NAMES.get(chosen, chosen)
    usual = encoding or chosen.startswith("utf-8")
    return ListText(Source(name, text), "" if usual else f"read as {shown} (--encoding takes another one)")


def _unicode(data: bytes) -> str:
    """The Unicode encoding of a text; empty for others."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return encoding
    zeros = [data[index:1000:2].count(0) for index in (0, 1)]
    if max(zeros) * 4 > len(data[:1000]) and min(zeros) * 10 < max(zeros):
        return "utf-16-be" if zeros[0] > zeros[1] else "utf-16-le"
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return ""
    return "" if b"\0" in data else "utf-8"


def _declared(data: bytes) -> str:
    """The encoding that an XML file declares, if it exists."""
    match = _DECLARED.match(data[:200])
    try:
        return codecs.lookup(match[1].decode()).name if match else ""
    except LookupError:
        return ""


def _detected(data: bytes) -> str:
    """The likely encoding of a text that is not Unicode; empty for what is no text."""
    from charset_normalizer import from_bytes

    controls = sum(byte < 32 and byte not in b"\t\n\r\f\x1b" for byte in data[:_SAMPLE])
    if b"\0" in data or controls * 100 > len(data[:_SAMPLE]):
        return ""
    best = from_bytes(data[:_SAMPLE], cp_isolation=[*_LEGACY]).best()
    if best and best.encoding not in _LATIN:
        return best.encoding
    language = _list_words.language_of_texts([data[:_SAMPLE].decode("cp1250", "replace")])
    return next((encoding for encoding, languages in _LATIN.items() if language in languages), "cp1252")


# --- A list of cards in a tree -> the names of its columns, and rows of texts -----------------------------------------


#: A list within a card is written on the card if all cards have no more than this, in characters.
_MAX_INNER = 600
_MAX_WORD = 26


class TreeRows(NamedTuple):
    """The table of a list in a tree.

    Attributes:
        left_out: the names of lists within the cards that are too long for a card.
    """

    header: list[str]
    rows: list[list[str]]
    left_out: list[str]


def rows_of(tree_list: trees.TreeList) -> TreeRows:
    """The entries of a list as rows; what is nested gets a name with a point (`name.fr`) if it needs one."""
    inner: Counter[str] = Counter()
    cards: list[dict[str, str]] = []
    for entry, groups in zip(trees.texts_of(tree_list.entries), tree_list.groups, strict=True):
        card = dict(_flat(entry, "", inner))
        group = {(name if name not in card else f"{name} group"): title for name, title in groups.items() if title}
        cards.append({**group, **card})
    left_out = [name for name, length in inner.items() if length > _MAX_INNER]
    header = [head for head in dict.fromkeys(key for card in cards for key in card) if head not in left_out]
    shown = _short_names(header)
    rows = [[card.get(head, "").strip() for head in header] for card in cards]
    return TreeRows(shown, [row for row in rows if any(row)], left_out)


def _short_names(header: list[str]) -> list[str]:
    """Names without the names of what they are nested in, where that is clear: `type` for `prop.type`."""
    lasts = Counter(head.rpartition(".")[2] for head in header)
    inner: dict[str, list[str]] = {}
    for head in header:
        inner.setdefault(head.rpartition(".")[0], []).append(head.rpartition(".")[2])
    languages = {parent for parent, names in inner.items() if parent and all(map(_list_words.language_code, names))}
    return [
        last if lasts[last] == 1 and parent not in languages else head
        for head in header
        for parent, _, last in (head.rpartition("."),)
    ]


def _flat(value: object, name: str, inner: Counter[str]) -> Iterable[tuple[str, str]]:
    """Fields and their texts.

    Args:
        inner: collects the most characters of each list of entries within a card.
    """
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield from _flat(item, f"{name}.{key}" if name and key else str(key) or name, inner)
    elif isinstance(value, list):
        texts = [_line(item) if isinstance(item, Mapping) else _scalar(item) for item in value]
        texts = [text for text in texts if text]
        lines = any(isinstance(item, Mapping) for item in value)
        text = ("\n" if lines or any(len(item) > _MAX_WORD for item in texts) else ", ").join(texts)
        if lines:
            inner[name] = max(inner[name], len(text))
        yield name, text
    else:
        yield name, _scalar(value)


def _line(entry: Mapping[object, object]) -> str:
    """An entry of a list within a card, on one line: `**Bite** 2: Sleep.`"""
    texts = [text for _, text in _flat(entry, "", Counter()) if text]
    return " · ".join([f"<b>{texts[0]}</b>", *texts[1:]]) if len(texts) > 1 else "".join(texts)


def _scalar(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return (
        "" if value is None else " ".join(_scalar(item) for item in value) if isinstance(value, list) else _text(value)
    )


def _text(value: object) -> str:
    return re.sub(r"\r\n?", "\n", str(value))


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


#: Readers of plug-ins by the ending of a file: its bytes -> a dictionary for each card. They raise a `ValueError`,
#: whose text completes a message, for a file that they cannot read.
IMPORTERS: Registry[Callable[[bytes], object]] = Registry("list format", "pawprint.importers")
IMPORTERS.accept(FunctionType, instances=True)
_TABLE_SUFFIXES = (".csv", ".tsv", ".txt", ".xlsx", ".ods")


def read_cards(
    path: Path, findings: Findings, sheet: str = "", delimiter: str = "", encoding: str = ""
) -> CardRows | None:
    """The list of cards in a CSV, TSV, XLSX, ODS, YAML, JSON or XML file, or one of a plug-in; None after a finding.

    Args:
        sheet: the worksheet of a workbook, or the path of a list such as `data.cards`; the most likely one if empty.
        delimiter: of CSV cells; detected if empty.
        encoding: of a text; detected if empty.
    """
    data = file_bytes(path, findings)
    if data is None:
        return None
    name, ending = reader.display_path(path), path.suffix.lower().removeprefix(".")
    importer = None if _is_own_format(path) else IMPORTERS.find(ending)
    if importer is not None:
        return _from_plugin(importer, ending, name, data, findings, sheet)
    if IMPORTERS.fault(ending):
        findings.add("bad-table", f"{name} cannot be read", Span(Source(name, ""), 0, 0), IMPORTERS.fault(ending))
        return None
    if data.startswith((b"PK", b"\xd0\xcf\x11\xe0")):
        return _from_sheets(read_data(name, data, findings), path, findings, sheet)
    text = decode_list(name, data, findings, encoding)
    if text is None:
        return None
    read_tree = trees.tree_reader(path, text.source.text)
    if read_tree:
        tree = read_tree(text.source, findings)
        cards = None if tree is None or findings.failed else _from_tree(tree, text.source, findings, sheet)
    else:
        cards = _from_sheets(read_data(name, text.source.text.encode(), findings, delimiter), path, findings, sheet)
    if cards is not None and text.note:
        cards.notes.insert(0, text.note)
    return cards


def _is_own_format(path: Path) -> bool:
    suffix = path.suffix.lower()
    return suffix in _TABLE_SUFFIXES or any(suffix in trees.TREE_FORMATS[name].suffixes for name in trees.TREE_FORMATS)


def _from_plugin(
    importer: Callable[[bytes], object], ending: str, name: str, data: bytes, findings: Findings, sheet: str
) -> CardRows | None:
    """The cards that the plug-in for files with this ending reads."""
    source = Source(name, "")
    span = Span(source, 0, 0)
    try:
        cards = importer(data)
    except ValueError as error:
        findings.add(
            "bad-table", f"{name} is no {ending} file: {error}", span, "correct the file, or import another one"
        )
        return None
    except Exception as error:
        plugins.note_fault(error, name, span, findings.add)
        return None
    return _from_tree(cards, source, findings, sheet)


def _from_sheets(sheets: Sequence[Worksheet], path: Path, findings: Findings, sheet: str) -> CardRows | None:
    if not sheets:
        return None
    span = Span(sheets[0].source, 0, 0)
    filled = [sheet for sheet in sheets if sheet.rows and not sheet.hidden]
    if sheet:
        filled = [candidate for candidate in sheets if candidate.name == sheet]
    if not filled:
        names = ", ".join(sheet.name for sheet in sheets if sheet.name)
        if sheet:
            findings.add(
                "bad-table", f"{reader.display_path(path)} has no worksheet '{sheet}'", span, f"it has {names or 'one'}"
            )
        else:
            findings.add("bad-table", f"{reader.display_path(path)} has no cards", span, _FORM)
        return None
    cards = _from_sheet(filled[0])
    if cards is None:
        findings.add("bad-table", f"{reader.display_path(path)} has no cards", span, _FORM)
        return None
    if len(filled) > 1 and not sheet:
        others = ", ".join(other_sheet.name for other_sheet in filled[1:])
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
    if (
        not merged
        or any(_list_words.is_number(cell.text) for cell in second)
        or not any(_filled(cell) for cell in second)
    ):
        return first, 1
    header, group = [], ""
    for above, text, below in zip(grid[0], first, second, strict=True):
        group = text if above.kind != "covered" else group
        part = " ".join(below.text.split())
        header.append(
            f"{group} {part}" if group and part and _list_words.language_code(part) else f"{group} {part}".strip()
        )
    notes.append("joined the two header rows of the table")
    return header, 2


def _is_header(grid: Sequence[Sequence[WorksheetCell]]) -> bool:
    texts = [" ".join(cell.text.split()) for cell in grid[0]]
    filled = [text.lower() for text in texts if text]
    if not filled or any(map(_list_words.is_number, filled)) or max(map(len, filled)) > 40:
        return False
    known = {text for text in filled if _list_words.is_column_name(text)}
    if len(set(filled)) < len(filled):  # a card may say the same twice, and so may a careless head
        return len(known) > 1
    if known:
        return True
    below = [[cell.text.strip().lower() for cell in row] for row in grid[1:]]
    again = any(text and text.lower() in [row[n] for row in below] for n, text in enumerate(texts))
    return len(filled) > 1 and bool(below) and not again


def _body(body: list[list[WorksheetCell]], kept: list[int], notes: list[str]) -> Iterable[list[str]]:
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
        elif filled[0].lower().rstrip(":") in _list_words.list_words().totals and all(
            map(_list_words.is_number, filled[1:])
        ):
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
    span = Span(source, 0, 0)
    if isinstance(tree, list) and tree and all(isinstance(row, list) for row in tree):
        rows = [[WorksheetCell("" if cell is None else str(cell)) for cell in row] for row in tree]
        return _from_sheet(Worksheet("", source, rows, []))
    lists = trees.lists_in(tree)
    found = trees.best_list(lists) if lists else None
    if wanted:
        found = next((card_list for card_list in lists if card_list.name == wanted), None)
        if found is None:
            help = suggest(wanted, [card_list.name for card_list in lists if card_list.name], "lists are")
            findings.add("bad-table", f"{source.name} has no list '{wanted}'", span, help)
            return None
    if found is None:
        findings.add("bad-table", f"{source.name} has no list of cards, but {trees.outline(tree)}", span, _FORM)
        return None
    fields = {_list_words.normalised_name(name) for name in found.fields} - {"id"}
    if fields and len(fields & _list_words.list_words().placement) * 3 >= len(fields) * 2:
        seen = f"{len(found.entries)} entries with {', '.join(sorted(found.fields))[:80]}"
        message = f"{source.name} places things on a sheet or a card, and has no cards: {seen}"
        findings.add("bad-table", message, span, "import the list with the texts of the cards instead")
        return None
    table = rows_of(found)
    if not table.rows:
        findings.add("bad-table", f"{source.name} has no cards: the entries of its list are empty", span, _FORM)
        return None
    if len(table.rows) > MAX_ROWS or len(table.header) > MAX_COLUMNS:
        seen = f"{len(table.rows):,} cards with {len(table.header)} fields in '{found.name}'"
        message = f"{source.name} has {seen}; the most is {MAX_ROWS:,} cards with {MAX_COLUMNS} fields"
        findings.add("file-too-large", message, span, _others(lists, found) or "split it, or look for the right file")
        return None
    notes = [f"read the list {found.name}; {_others(lists, found)}"] if _others(lists, found) else []
    groups = dict.fromkeys(name for group in found.groups for name in group)
    notes += [f"took the groups apart: each card has its {' and its '.join(groups)}"] if groups else []
    notes += [f"left out fields of groups of cards: {', '.join(found.lost)}"] if found.lost else []
    notes += [f"left out lists within the cards: {', '.join(table.left_out)}"] if table.left_out else []
    return CardRows(table.header, table.rows, trees.title_of(tree), notes, trees.language_in(tree))


def _others(lists: Sequence[trees.TreeList], tree_list: trees.TreeList) -> str:
    names = [
        card_list.name for card_list in lists if card_list.name and not card_list.name.startswith(tree_list.name or ".")
    ]
    return f"--sheet takes another one: {', '.join(names[:5])}" if names else ""
