"""Changed cells -> an overlay of an existing record, or the text of a new one."""

from collections.abc import Iterable, Sequence

from pawprint.core.source import Span
from pawprint.spreadsheets.table_diff import CellChange
from pawprint.spreadsheets.yaml_patch import EntryOrigins, Overlay, Patch, PatchOrder, apply_overlay
from pawprint.spreadsheets.yaml_writer import flow_text, nodes_equal, scalar_node, scalar_text
from pawprint.yamlio.reader import MappingNode, Node, ScalarNode


def overlay_of(record: MappingNode | None, changes: Iterable[CellChange], origins: EntryOrigins) -> Overlay:
    """The overlay that makes *changes* to a record.

    Args:
        record: before the changes; None for a new one.
        origins: collects the cells that new values come from.
    """
    overlay: Overlay = {}
    shared: dict[tuple[str, ...], list[CellChange]] = {}
    for change in changes:
        if change.node is not None:
            origins.add(change.node, change.span)
        if change.column.each:
            shared.setdefault(change.column.path[:-1], []).append(change)
        else:
            _put(overlay, change.column.path, change.node)
    for path, several in shared.items():
        old: Node | None = record
        for name in path:
            old = old.get(name) if isinstance(old, MappingNode) else None
        if isinstance(old, MappingNode):
            for change in several:
                _put(overlay, change.column.path, change.node)
            continue
        # A single value for all languages or editions stays single while it is the same in all of them.
        values: dict[str, Node | None] = dict.fromkeys(several[0].column.each, old)
        values |= {change.column.path[-1]: change.node for change in several}
        first = next((node for node in values.values() if node is not None), None)
        if all(node is not None and nodes_equal(node, first) for node in values.values()):
            new = several[0].node
        else:
            new = apply_overlay(None, dict(values), origins)
        if new is not None:
            origins.add(new, several[0].span)
        _put(overlay, path, new)
    return overlay


def _put(overlay: Overlay, path: Sequence[str], node: Node | None) -> None:
    for name in path[:-1]:
        inner = overlay.setdefault(name, {})
        assert isinstance(inner, dict)
        overlay = inner
    overlay[path[-1]] = node


def new_record(
    identity: str,
    fields: MappingNode | None,
    like: MappingNode | None,
    patch: Patch,
    order: PatchOrder,
    span: Span,
    origins: EntryOrigins,
) -> tuple[str, list[tuple[int, Span]]]:
    """The text of a record, without the dash before it and as if it began in the first column.

    Args:
        fields: its values but for the id; None if it has none.
        like: a record whose style is used: in brackets, or line by line; None for line by line.
        span: the cell of its id.

    Returns:
        the text, and where its parts come from: offset, cell.
    """
    entries: list[tuple[str, Node]] = [("id", scalar_node(identity, True))]
    entries += sorted(fields.entries.items() if fields else [], key=lambda entry: order.rank(entry[0]))
    inside = like is not None and patch.is_flow(like)
    text = "{" if inside else ""
    cells: list[tuple[int, Span]] = []
    for number, (name, node) in enumerate(entries):
        text += (", " if inside else "\n") if number else ""
        text += scalar_text(name, inside=True) + ":"
        cells.append((len(text), origins.of(node) or span))
        model = like.get(name) if like else None
        if not inside and isinstance(node, MappingNode) and isinstance(model, MappingNode) and not patch.is_flow(model):
            ranked = sorted(node.entries.items(), key=lambda entry: order.inside(name).rank(entry[0]))
            for inner, value in ranked:
                text += f"\n  {scalar_text(inner, inside=True)}: "
                cells.append((len(text), origins.of(value) or span))
                text += _in_style_of(value, model.get(inner), patch)
        else:
            text += " " + (flow_text(node) if inside else _in_style_of(node, model, patch))
    return text + ("}" if inside else ""), cells


def _in_style_of(node: Node, model: Node | None, patch: Patch) -> str:
    """*node* on one line, quoted like *model*."""
    if isinstance(node, ScalarNode) and isinstance(model, ScalarNode):
        like = patch.text[model.start : model.start + 1] if model.quoted else ""
        return scalar_text(node.text, inside=False, bare=not node.quoted, like=like if like in "'\"" else "")
    return flow_text(node, False)
