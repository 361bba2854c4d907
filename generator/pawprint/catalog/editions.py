"""Editions: how a game declares them, and where components and records say which of them have it."""

from collections.abc import Collection, Mapping

from pawprint.catalog.model import Edition, Translated
from pawprint.catalog.texts import ReadContext, translated
from pawprint.core.diagnostics import Findings
from pawprint.core.registry import suggest
from pawprint.core.source import Span
from pawprint.source import reader, scalars
from pawprint.source.field_reader import FieldReader
from pawprint.source.reader import Node, SequenceNode

#: More copies of one card are a typing error.
MAX_COPIES = 10_000
#: Each edition has documents and sheets.
MAX_EDITIONS = 50


def read_editions(field_reader: FieldReader, reading: ReadContext) -> dict[str, Edition]:
    """The editions under `editions:`, by name, the default edition first. Names become parts of file names."""
    editions: dict[str, Edition] = {}
    for name, key, node in field_reader.entries("editions"):
        if len(editions) == MAX_EDITIONS:
            message = f"the game has more than {MAX_EDITIONS} editions"
            reading.findings.add("out-of-range", message, key.span, "make several games of it")
            break
        scalars.identifier(key, "the name of an edition", reading.findings)
        inner = FieldReader(node, f"edition '{name}'", reading.findings)
        title, about = inner.node_of("title"), inner.node_of("about")
        inner.finish()
        editions[name] = Edition(
            name,
            (translated(title, f"'title' of {inner.what}", reading) if title else None)
            or Translated(dict.fromkeys(reading.all_languages, name)),
            (translated(about, f"'about' of {inner.what}", reading) if about else None)
            or Translated(dict.fromkeys(reading.all_languages, "")),
        )
    return editions


def editions_of(node: Node | None, what: str, known: Collection[str], findings: Findings) -> tuple[str, ...]:
    """The editions that are named where something says that only they have it; unknown ones are findings."""
    names = []
    for item in node.items if isinstance(node, SequenceNode) else [] if node is None else [node]:
        name = scalars.text(item, f"'editions' of {what}", findings)
        if name is not None and is_edition(name, what, item.span, known, findings):
            names.append(name)
    return tuple(names)


def copies_of(
    node: Node | None, what: str, known: Collection[str], findings: Findings
) -> tuple[int, Mapping[str, int]]:
    """The number of copies, and the number for each edition if the record lists them separately."""
    what = f"'copies' of {what}"
    if not isinstance(node, reader.MappingNode):
        copies = None if node is None else scalars.integer(node, what, findings, 0, MAX_COPIES)
        return 1 if copies is None else copies, {}
    result = {}
    for name, item in node.entries.items():
        if is_edition(name, what, node.keys[name].span, known, findings):
            copies = scalars.integer(item, f"{what} in '{name}'", findings, 0, MAX_COPIES)
            result[name] = 1 if copies is None else copies
    for name in known:
        if name not in node.entries:
            help = f"add {name}: to it, or write one number for all editions"
            findings.add("missing-field", f"{what} has no number for the edition '{name}'", node.span, help)
    return 1, result


def is_edition(name: str, what: str, span: Span, known: Collection[str], findings: Findings) -> bool:
    """True if the game has the edition *name*; noted if not."""
    if name in known:
        return True
    help = suggest(name, known, "editions are") if known else "the game declares none; add editions: to game.yaml"
    findings.add("unknown-edition", f"{what} names the edition '{name}', which the game does not have", span, help)
    return False
