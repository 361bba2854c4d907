"""A worksheet with a list of cards, as `pawprint import` reads it -> the same with the names and ids of the catalog."""

import re
from collections.abc import Mapping
from pathlib import PurePosixPath

from pawprint.catalog.columns import SpreadsheetColumn, columns_of
from pawprint.catalog.model import Component, Game, Record
from pawprint.interchange.lists._card_list import RASTER, GuessedColumn
from pawprint.interchange.lists._guess_columns import count_in, ids_of, is_picture, single_line, to_rich_text
from pawprint.interchange.lists._list_words import language_code, roles_of, split_language
from pawprint.interchange.lists.slugs import field_name, slug
from pawprint.interchange.spreadsheets.cell_values import cell_text
from pawprint.interchange.spreadsheets.worksheet import Worksheet, WorksheetCell

_HTML = re.compile(r"</?[A-Za-z][A-Za-z0-9]*(?:\s[^<>]*)?/?>")


def in_catalog_form(worksheet: Worksheet, game: Game, component: Component) -> Worksheet:
    """*worksheet* with headings, ids, counts, pictures and HTML as an import of it has written them to the catalog.

    What is in the form of the catalog already stays as it is, and so does what an import would not understand.
    """
    rows = [list(row) for row in worksheet.rows]
    top = next((number for number, row in enumerate(rows) if any(cell.text.strip() for cell in row)), None)
    if top is None:
        return worksheet
    columns = {column.header.casefold(): column for column in columns_of(game, component)}
    header = _header([cell.text.strip() for cell in rows[top]], columns, game)
    body = [row for row in rows[top + 1 :] if any(cell.text.strip() for cell in row)]
    records = game.records[component.name]
    _write_ids(body, header, records)
    rows[top] += [WorksheetCell()] * (max(header, default=0) + 1 - len(rows[top]))
    for at, column in header.items():
        rows[top][at] = rows[top][at]._replace(text=column.header)
        used = {cell_text(record.node, column) for record in records.values()}
        for row in body if column.kind != "id" else ():
            if at < len(row) and row[at].text not in used:
                row[at] = row[at]._replace(text=_value(row[at].text, column, used))
    return Worksheet(worksheet.name, worksheet.source, rows, worksheet.spans, worksheet.hidden)


def _header(names: list[str], columns: Mapping[str, SpreadsheetColumn], game: Game) -> dict[int, SpreadsheetColumn]:
    """Position -> the column that a heading means; an id that the list does not have comes behind all others."""
    found = {index: columns[name.casefold()] for index, name in enumerate(names) if name.casefold() in columns}
    for index, name in enumerate(names):
        base, code = ("name", language_code(name)) if language_code(name) else split_language(name)
        field = field_name(base, "")
        role = next((role for role in ("id", "copies") if role in roles_of(base)), "")
        for wanted in (f"{field}.{code}", field, f"{field}.{game.languages[0]}", role):
            column = columns.get(wanted)
            if name and not name.startswith("#") and column and index not in found and column not in found.values():
                found[index] = column
    if "id" not in [column.header for column in found.values()] and _at_name(found) is not None:
        found[len(names)] = columns["id"]
    return found


def _at_name(header: Mapping[int, SpreadsheetColumn]) -> int | None:
    """The position of the names of the cards, from which ids are made."""
    names = [at for at, column in header.items() if "name" in roles_of(column.path[0])]
    return min(names, key=lambda at: header[at].path[0] != "name", default=None)


def _write_ids(
    body: list[list[WorksheetCell]], header: dict[int, SpreadsheetColumn], records: Mapping[str, Record]
) -> None:
    """Give each row the id that an import gives it, unless it has one of the catalog."""
    at_id = next((at for at, column in header.items() if column.kind == "id"), None)
    at_name = _at_name(header)
    if at_id is None or at_name is None:
        return
    texts = {"id": at_id, "name": at_name}
    listed = [
        GuessedColumn(role, [{"": row[at].text.strip() if at < len(row) else ""} for row in body], role, role)
        for role, at in texts.items()
    ]
    for row, identity in zip(body, ids_of(listed, listed[1], len(body), []), strict=True):
        row += [WorksheetCell()] * (at_id + 1 - len(row))
        if row[at_id].text.strip() not in records and (identity in records or not row[at_id].text.strip()):
            row[at_id] = WorksheetCell(identity)


def _value(text: str, column: SpreadsheetColumn, used: set[str]) -> str:
    """A cell as an import writes it; *used* are the values that the field has in the catalog."""
    if column.path[0] == "copies":
        count = str(count_in(text)) if text.strip() else text
        return "" if count == "1" and "" in used else count  # a single card does not need to say so
    if is_picture(text):
        path = PurePosixPath(text.strip().replace("\\", "/"))
        name = slug(path.stem, "picture")
        return name + path.suffix.lower() if path.suffix.lower() in RASTER else name
    if column.kind != "text":
        return text
    forms = (to_rich_text(text, set()), to_rich_text(single_line(text), set()).replace("\n", " "))
    return next((form for form in forms if form in used), forms[0] if _HTML.search(text) else text)
