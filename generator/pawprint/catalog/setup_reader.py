"""`setup:` of a game -> the piles and rows in which its pieces lie on a virtual table when a game begins."""

from collections.abc import Mapping

from pawprint.catalog.model import DATA, Component, SetupPart
from pawprint.catalog.texts import ReadContext, translated
from pawprint.core.diagnostics import Findings
from pawprint.core.registry import suggest
from pawprint.yamlio.field_reader import FieldReader
from pawprint.yamlio.reader import Node, ScalarNode, SequenceNode

#: What `face:` of an entry may be.
_FACES = ("up", "down")


def read_setup(
    field_reader: FieldReader, components: Mapping[str, Component], reading: ReadContext
) -> tuple[SetupPart, ...]:
    """The entries under `setup:`, in their order; those with a finding left out."""
    taken: set[str] = set()
    parts = [_part(node, components, taken, reading) for node in field_reader.items("setup")]
    return tuple([part for part in parts if part is not None])


def _part(node: Node, components: Mapping[str, Component], taken: set[str], reading: ReadContext) -> SetupPart | None:
    findings = reading.findings
    before = findings.count
    take = FieldReader(node, "an entry of 'setup'", findings)
    pile, spread = take.node_of("pile"), take.node_of("spread")
    if take.ok and (pile is None) == (spread is None):
        message = (
            f"{take.what} has {'no' if pile is None else 'both a'} 'pile' {'or' if pile is None else 'and a'} 'spread'"
        )
        help = "write pile: COMPONENT for one heap, or spread: COMPONENT for pieces side by side"
        findings.add("bad-declaration", message, take.span, help)
    names = _names(pile or spread, components, taken, findings)
    by = take.value("by", lambda at, what, found: _field(at, what, [components[name] for name in names], found))
    face = take.choice("face", _FACES)
    title_node = take.node_of("title")
    title = None if title_node is None else translated(title_node, "'title' of a pile", reading)
    take.finish()
    if findings.count != before or not names:
        return None
    return SetupPart(names, spread is not None, by or "", face == "up", title)


def _names(
    node: Node | None, components: Mapping[str, Component], taken: set[str], findings: Findings
) -> tuple[str, ...]:
    """The components that *node* names, one or a list; each may be named once in all."""
    names = []
    for item in node.items if isinstance(node, SequenceNode) else [] if node is None else [node]:
        name = item.text if isinstance(item, ScalarNode) else ""
        printed = [one.name for one in components.values() if one.kind != DATA]
        if name not in printed:
            help = suggest(name, printed, "components with pieces are")
            findings.add("unknown-component", f"there is no component '{name}' with pieces", item.span, help)
        elif name in taken:
            message = f"'{name}' has a place on the table already"
            findings.add("bad-declaration", message, item.span, "name each component once")
        else:
            taken.add(name)
            names.append(name)
    return tuple(names)


def _field(node: Node, what: str, components: list[Component], findings: Findings) -> str | None:
    name = node.text if isinstance(node, ScalarNode) else ""
    known = {"id"}.union(*[set(one.fields) for one in components])
    if all(name == "id" or name in one.fields for one in components):
        return name
    findings.add(
        "unknown-field", f"{what} is '{name}', which is no field", node.span, suggest(name, known, "fields are")
    )
    return None
