"""References between records: which fields have them, where they lead, and who points back."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from pawprint.catalog.field_types import (
    Field,
    InvalidField,
    InverseField,
    ListField,
    RecordField,
    RefField,
    UnresolvedReference,
)
from pawprint.catalog.model import Component, Record
from pawprint.core.diagnostics import Diagnostic, Findings
from pawprint.core.registry import suggest
from pawprint.core.source import Span
from pawprint.yamlio.incremental_read import ShiftedMapping


def check_references(components: dict[str, Component], findings: Findings) -> None:
    """Note declared references and inverse fields that lead nowhere."""
    for component in components.values():
        for field in component.fields.values():
            span = component.span("fields", field.name)
            for inner in inside(field):
                if isinstance(inner, RefField) and inner.to not in components:
                    findings.add(
                        "unknown-component",
                        f"field '{inner.name}' refers to the component '{inner.to}', which the game does not have",
                        span,
                        suggest(inner.to, components, "components are"),
                    )
                if isinstance(inner, InverseField) and inner is not field:
                    findings.add(
                        "bad-declaration",
                        f"field '{inner.name}' is an inverse inside another field",
                        span,
                        "declare it beside the other fields of the component",
                    )
            if isinstance(field, InverseField):
                _check_inverse(component, field, span, components, findings)


def _check_inverse(
    component: Component, field: InverseField, span: Span, components: dict[str, Component], findings: Findings
) -> None:
    owner, name = _inverse_of(component.name, field)
    fields = components[owner].fields if owner in components else {}
    there = fields.get(name)
    if isinstance(there, InvalidField):
        return
    pointing = there.of if isinstance(there, ListField) else there
    if isinstance(pointing, RefField) and pointing.to == component.name:
        return
    able = [other for other, one in fields.items() if any(isinstance(inner, RefField) for inner in inside(one))]
    why = "which is not a field" if there is None else f"which does not refer to the {component.name}"
    findings.add(
        "bad-declaration",
        f"field '{field.name}' is the inverse of '{field.of}', {why}",
        span,
        suggest(name, able, "fields with references are") if owner in components else suggest(owner, components),
    )


def _inverse_of(component: str, field: InverseField) -> tuple[str, str]:
    owner, dot, name = field.of.rpartition(".")
    return (owner, name) if dot else (component, field.of)


def resolve_all(
    components: dict[str, Component],
    records: dict[str, dict[str, Record]],
    findings: Findings,
    invalid: set[tuple[str, str]],
) -> None:
    """Replace references by records, then derive the inverse fields. Records are shared only after this."""
    for component in components.values():
        for name, field in component.fields.items():
            if field.derived or not _refers(field):
                continue
            found = Findings()
            for record in records[component.name].values():
                values: dict[str, Any] = record.values  # type: ignore[assignment]
                values[name] = resolve(values[name], records, field, found)
                if found:
                    findings.extend(_where_it_is(finding, record) for finding in found)
                    invalid.update({(component.name, record.id), (component.name, "")})
                    found = Findings()
    for component in components.values():
        for name, field in component.fields.items():
            if not isinstance(field, InverseField):
                continue
            owner, other = _inverse_of(component.name, field)
            pointed: dict[str, list[Record]] = {identity: [] for identity in records[component.name]}
            for record in records.get(owner, {}).values():
                value = record.values.get(other)
                for target in value if isinstance(value, tuple) else (value,):
                    if isinstance(target, Record) and pointed.get(target.id) is not None:
                        pointed[target.id].append(record)
            for identity, pointing in pointed.items():
                records[component.name][identity].values[name] = tuple(pointing)  # type: ignore[index]


def _where_it_is(finding: Diagnostic, record: Record) -> Diagnostic:
    """A finding about a value that may have been read when the record stood elsewhere in its file."""
    if finding.span is None or not isinstance(record.node, ShiftedMapping):
        return finding
    return replace(finding, span=record.node.now(finding.span))


def resolve(value: Any, records: Mapping[str, Mapping[str, Record]], field: Field, findings: Findings) -> Any:
    """*value* with its references replaced by records; an unknown one is a finding and falls away."""
    if value.__class__ is UnresolvedReference:
        record = records.get(value.component, {}).get(value.id)
        if record is None and value.component in records:  # a component that does not exist is said of its declaration
            findings.add(
                "unknown-reference",
                f"{field.what} names '{value.id}', which is not among the {value.component}",
                value.node.span,
                suggest(value.id, records[value.component]),
            )
        return record
    if value.__class__ is tuple:
        inner = field.of if isinstance(field, ListField) and field.of else field
        items = [resolve(item, records, inner, findings) for item in value]
        return tuple(item for item in items if item is not None)
    if value.__class__ is dict and isinstance(field, RecordField):
        return {name: resolve(item, records, (field.fields or {})[name], findings) for name, item in value.items()}
    return value


def _refers(field: Field) -> bool:
    return any(isinstance(inner, RefField) for inner in inside(field))


def inside(field: Field) -> Iterator[Field]:
    """*field*, and what it is a list of, or what is nested in it, at any depth."""
    yield field
    if isinstance(field, RecordField):
        for inner in (field.fields or {}).values():
            yield from inside(inner)
    elif isinstance(field, ListField) and field.of is not None:
        yield from inside(field.of)
