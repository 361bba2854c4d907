"""Elements, boxes and templates of a layout as lines of YAML."""

from collections.abc import Mapping

from pawprint.importer.card_list import GuessedColumn
from pawprint.spreadsheets.yaml_writer import scalar_text


def label_of(column: GuessedColumn) -> str:
    """The name of a column as people read it."""
    head = " ".join(column.header.replace("_", " ").replace("*", " ").replace(":", " ").split())
    return head[:1].upper() + head[1:]


def field_template(column: GuessedColumn, before: str = "") -> str:
    """A template that shows a field."""
    return scalar_text(f"{before.replace('{', '(').replace('}', ')')}{{{{ {column.name} }}}}", inside=True)


def when_set(column: GuessedColumn) -> dict[str, str]:
    """The condition of an element that shows a field which not every card has."""
    return {} if column.whole and column.type != "flag" else {"when": column.name}


def at_and_size(x: float, y: float, width: float, height: float) -> dict[str, str]:
    """Place and size of an element, in millimetres."""
    a, b, c, d = (f"{round(value, 1):g} mm" for value in (x, y, width, height))
    return {"at": f"[{a}, {b}]", "size": f"[{c}, {d}]"}


def element_line(kind: str, words: Mapping[str, str]) -> str:
    """An element on one line."""
    first = f"id: {words['id']}, " if "id" in words else ""
    return f"{{{first}kind: {kind}" + "".join(f", {key}: {said}" for key, said in words.items() if key != "id") + "}"


def element_block(name: str, kind: str, words: Mapping[str, str], elements: list[str] | None = None) -> list[str]:
    """An element on several lines."""
    lines = [f"  - id: {name}", f"    kind: {kind}", *[f"    {key}: {said}" for key, said in words.items()]]
    return lines if elements is None else [*lines, "    elements:", *[f"      - {element}" for element in elements]]


def file_text(lines: list[str]) -> str:
    """A file of these lines."""
    return "\n".join(lines) + "\n"
