"""References between records: their declarations checked, their values resolved, inverse fields derived."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pawprint.catalog.model import Component, Record
from pawprint.core.diagnostics import Diagnostic, Findings
from pawprint.yamlio.incremental_read import ShiftedMapping


def _check_declarations(components: Mapping[str, Component], findings: Findings) -> None:
    """Report declared references and inverse fields that lead nowhere."""
    for component in components.values():
        for field in component.fields.values():
            span = component.span("fields", field.name)
            for inner in field.walk():
                fault = inner.check(component, components, inner is not field)
                if fault is not None:
                    code, message, help = fault
                    findings.add(code, message, span, help)


def resolve_all(
    components: Mapping[str, Component],
    records: Mapping[str, Mapping[str, Record]],
    findings: Findings,
    invalid: set[tuple[str, str]],
) -> None:
    """Check declared references, replace values by records, and derive the inverse fields. Records are shared only
    after this."""
    _check_declarations(components, findings)
    for component in components.values():
        for name, field in component.fields.items():
            if field.derived or not field.refers:
                continue
            found = Findings()
            for record in records[component.name].values():
                values: dict[str, Any] = record.values  # type: ignore[assignment]
                values[name] = field.resolve(values[name], records, found)
                if found:
                    findings.extend(_at_present_place(finding, record) for finding in found)
                    invalid.update({(component.name, record.id), (component.name, "")})
                    found = Findings()
    for component in components.values():
        for field in component.fields.values():
            if field.derived:
                field.derive(component, records)


def _at_present_place(finding: Diagnostic, record: Record) -> Diagnostic:
    """A finding about a value that may have been read when the record was at another place of its file."""
    if finding.span is None or not isinstance(record.node, ShiftedMapping):
        return finding
    return replace(finding, span=record.node.now(finding.span))
