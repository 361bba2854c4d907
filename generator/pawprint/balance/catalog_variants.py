"""A field of records with another value -> the edited texts of the catalog, in memory; no file changes."""

from decimal import Decimal
from typing import NamedTuple

from pawprint.catalog.model import Game, Record
from pawprint.core.diagnostics import Findings
from pawprint.core.registry import suggest
from pawprint.core.source import Source
from pawprint.spreadsheets.columns import order_of
from pawprint.spreadsheets.yaml_patch import EntryOrigins, Patch
from pawprint.spreadsheets.yaml_spans import CannotEdit
from pawprint.yamlio import reader


class BadVariant(ValueError):
    """A field or a record that is not there, or a value that it cannot have; the message gives the reason."""


class FieldVariant(NamedTuple):
    """Another value of a field.

    Attributes:
        record: its id; empty for all records of the component.
        value: as in YAML; `+1` and `-1` are added to numbers, within the limits of the field.
    """

    component: str
    record: str
    field: str
    value: str


def read_variant(game: Game, name: str, value: str) -> FieldVariant:
    """The variant with the *name* `COMPONENT.FIELD` or `COMPONENT.RECORD.FIELD`.

    Raises:
        BadVariant: there is no such field.
    """
    component, *rest = name.split(".")
    if component not in game.components:
        raise BadVariant(f"there is no component '{component}'; {suggest(component, game.components)}")
    record, field = ("", *rest) if len(rest) == 1 else (rest[0], ".".join(rest[1:]))
    if record and record not in game.records[component]:
        raise BadVariant(f"there is no '{record}' in '{component}'; {suggest(record, game.records[component])}")
    known = {**game.components[component].fields, "copies": None}
    if field not in known:
        raise BadVariant(f"'{component}' has no field '{field}'; {suggest(field, known)}")
    return FieldVariant(component, record, field, value)


def variant_texts(game: Game, variant: FieldVariant) -> tuple[tuple[str, str], ...]:
    """(file, text) of the files that are different; `load_game` reads them in place of the files.

    Raises:
        BadVariant: the value cannot be written there.
    """
    component = game.components[variant.component]
    files = {reader.display_path(game.folder / file): file for file in component.files}
    patches: dict[str, Patch] = {}
    for record in game.records[variant.component].values():
        if variant.record not in ("", record.id):
            continue
        node = reader.read_yaml(
            Source(f"{variant.component}.{variant.field}", _value(game, record, variant)), Findings()
        )
        source = record.node.span.source
        if node is None or source.name not in files:
            raise BadVariant(f"'{variant.value}' cannot be written to '{record.id}'")
        patch = patches.setdefault(files[source.name], Patch(source))
        try:
            patch.change(record.node, {variant.field: node}, order_of(component), EntryOrigins())
        except CannotEdit as error:
            raise BadVariant(f"'{record.id}' cannot be changed: {error}") from None
    try:
        return tuple((file, patch.result()[0]) for file, patch in sorted(patches.items()))
    except CannotEdit as error:
        raise BadVariant(f"'{variant.component}' cannot be changed: {error}") from None


def _value(game: Game, record: Record, variant: FieldVariant) -> str:
    """The new value of *record* as YAML."""
    old = record.copies if variant.field == "copies" else record.values.get(variant.field)
    text = variant.value
    if text[:1] not in "+-" or not text[1:].replace(".", "", 1).isdecimal():
        return text
    if isinstance(old, bool) or not isinstance(old, int | float):
        raise BadVariant(f"'{text}' can only be added to a number, and {variant.field} of '{record.id}' is none")
    new = Decimal(str(old)) + Decimal(text)
    field = game.components[variant.component].fields.get(variant.field)
    least = 0 if field is None else getattr(field, "least", None)  # there are no fewer copies than none
    most = getattr(field, "most", None)
    new = new if least is None else max(new, Decimal(str(least)))
    return str(new if most is None else min(new, Decimal(str(most))))
