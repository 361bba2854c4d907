"""`origin:` of a record -> the sources of its facts."""

from collections.abc import Collection
from typing import Any

from pawprint.catalog.fields import UnresolvedReference
from pawprint.catalog.model import Component, Origin, SourceNote
from pawprint.core.diagnostics import Findings
from pawprint.core.registry import suggest
from pawprint.yamlio import scalars
from pawprint.yamlio.reader import MappingNode, ScalarNode


def read_origin(
    node: MappingNode,
    component: Component,
    values: dict[str, Any],
    sources: dict[str, SourceNote],
    what: str,
    also: Collection[str],
    findings: Findings,
) -> Origin:
    """Where the facts of a record come from; sources and fields that there are not are findings.

    Args:
        also: what every record has besides its fields.
    """
    origin = node.get("origin")
    if origin is None:
        return Origin()
    if isinstance(origin, ScalarNode):
        _known_source(origin, sources, what, findings)
        return Origin(origin.text)
    if not isinstance(origin, MappingNode):
        help = "write a source, or {default: SOURCE, level: SOURCE}"
        scalars.wrong_type(origin, f"'origin' of {what}", "a source or a mapping", findings, help)
        return Origin()
    default, fields = "", {}
    for path, value in origin.entries.items():
        if not isinstance(value, ScalarNode):
            scalars.wrong_type(value, f"the origin of '{path}'", "a source", findings, "write the name of one source")
            continue
        _known_source(value, sources, what, findings)
        if path == "default":
            default = value.text
            continue
        fields[path] = value.text
        name, _, entry = path.partition(".")
        if name not in component.fields and name not in also:
            findings.add(
                "bad-origin",
                f"{what} gives an origin for '{name}', which is not one of its fields",
                origin.keys[path].span,
                suggest(name, component.fields, "fields are"),
            )
        elif entry and values.get(name) is not None and not component.fields[name].derived:
            listed = _entries_of(values[name])
            if entry not in listed:
                findings.add(
                    "bad-origin",
                    f"{what} gives an origin for '{entry}', which is not in its '{name}'",
                    origin.keys[path].span,
                    suggest(entry, listed, "listed are") if listed else f"give it for '{name}' as a whole",
                )
    return Origin(default, fields)


def _entries_of(value: Any) -> list[str]:
    """What an origin may name within a value: the entries of a list, the fields or languages of a mapping."""
    if isinstance(value, tuple):
        return [item.id if isinstance(item, UnresolvedReference) else str(item) for item in value]
    return list(value) if isinstance(value, dict) else []


def _known_source(node: ScalarNode, sources: dict[str, SourceNote], what: str, findings: Findings) -> None:
    if node.text not in sources:
        findings.add(
            "unknown-source",
            f"{what} has the origin '{node.text}', which is not among the game's sources",
            node.span,
            suggest(node.text, sources, "sources are"),
        )
