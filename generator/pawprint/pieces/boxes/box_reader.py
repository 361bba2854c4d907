"""`boxes:` of a game -> the boxes that it declares."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from pawprint.catalog.model import DATA, Component, Game, Translated
from pawprint.catalog.texts import ReadContext, translated
from pawprint.core.diagnostics import Findings
from pawprint.core.length import Length, mm
from pawprint.core.numbers import ages, number_range
from pawprint.core.registry import suggest
from pawprint.core.source import Span
from pawprint.pieces.boxes.box_kinds import BOX_KINDS, BoxKind
from pawprint.source import scalars
from pawprint.source.field_reader import FieldReader
from pawprint.source.reader import MappingNode, Node, ScalarNode, SequenceNode
from pawprint.typography.languages import printed_word

#: The white line along a fold between two different faces.
_NORMAL_SLIVER = mm(0.2)
_MAX_PILES = 20


class PanelFace(NamedTuple):
    """The face file that is on a panel; *quarters* is how far it is turned clockwise there."""

    face: str
    quarters: int
    span: Span


class BoxDeclaration(NamedTuple):
    """A box that a game declares.

    Attributes:
        word: that of its kind, as it is declared.
        holds: the components in it.
        piles: the numbers of piles of the largest piece, side by side and below each other.
        panels: panel, or the name that several panels share -> its face.
        texts: for its faces, by name.
        sliver: width of the white line along a fold between different faces.
        span: the place of its name.
    """

    name: str
    title: Translated
    word: str
    kind: BoxKind
    holds: tuple[Component, ...]
    piles: tuple[int, int]
    panels: Mapping[str, PanelFace]
    texts: Mapping[str, Translated]
    sliver: Length
    span: Span

    def face_of(self, panel: str) -> PanelFace | None:
        """The art on *panel*; None if it is blank."""
        return self.panels.get(panel) or self.panels.get(self.kind.panels.get(panel, ""))


def read_boxes(game: Game, findings: Findings) -> tuple[BoxDeclaration, ...]:
    """The boxes of *game*, those with a finding left out; the findings are only reported once."""
    known = game.memory("boxes")
    if "read" not in known:
        reader = FieldReader(game.node, f"game '{game.id}'", findings)
        reading = ReadContext(game.languages, findings, game.draft_languages)
        boxes = [_box(name, key, node, game, reading) for name, key, node in reader.entries("boxes")]
        known["read"] = tuple(box for box in boxes if box is not None)
    found: tuple[BoxDeclaration, ...] = known["read"]
    return found


def _box(name: str, key: ScalarNode, node: Node, game: Game, reading: ReadContext) -> BoxDeclaration | None:
    findings = reading.findings
    before = findings.count
    scalars.identifier(key, "the name of a box", findings)  # it is part of a file name
    reader = FieldReader(node, f"box '{name}'", findings)
    word = reader.choice("kind", tuple(BOX_KINDS), required=True)
    title = reader.node_of("title")
    texts = {
        text: translated(value, f"the text '{text}' of {reader.what}", reading)
        for text, _, value in reader.entries("texts")
    }
    sliver = reader.length("sliver")
    if word is None:
        return None
    kind = BOX_KINDS[word](reader, reading)
    holds = _holds(reader, game) if kind.holds_pieces else ()
    piles = _piles(reader) if kind.holds_pieces else (1, 1)
    panels = {
        panel: face for panel, at, value in reader.entries("panels") if (face := _panel(panel, at, value, kind, reader))
    }
    words = Translated({language: printed_word("box", language) for language in game.all_languages})
    shown = words if title is None else translated(title, f"'title' of {reader.what}", reading)
    reader.finish()
    if sliver is not None and not mm(0) <= sliver <= mm(2):
        message = f"the sliver of {reader.what} is {sliver}"
        findings.add("out-of-range", message, reader.value_span("sliver"), "write 0 mm to 2 mm, as in 0.2 mm")
    if findings.count > before or shown is None:
        return None
    complete = {text: value for text, value in texts.items() if value is not None}
    sliver = _NORMAL_SLIVER if sliver is None else sliver
    return BoxDeclaration(name, shown, word, kind, holds, piles, panels, complete, sliver, key.span)


def _holds(reader: FieldReader, game: Game) -> tuple[Component, ...]:
    """The components that a box holds; all that are printed if it does not say."""
    printed = {name: component for name, component in game.components.items() if component.kind != DATA}
    node = reader.node_of("holds")
    if node is None:
        return tuple(printed.values())
    components = []
    for item in node.items if isinstance(node, SequenceNode) else [node]:
        name = scalars.text(item, f"'holds' of {reader.what}", reader.findings)
        if name is not None and name not in printed:
            message = f"{reader.what} holds '{name}', which is no component that is printed"
            reader.findings.add("unknown-component", message, item.span, suggest(name, printed, "components are"))
        elif name is not None:
            components.append(printed[name])
    return tuple(components)


def _piles(reader: FieldReader) -> tuple[int, int]:
    """The numbers of piles side by side and below each other."""
    items = reader.items("piles")
    numbers = [scalars.integer(item, f"'piles' of {reader.what}", reader.findings, 1, _MAX_PILES) for item in items]
    if len(numbers) not in (0, 2):
        message = f"'piles' of {reader.what} has {len(numbers)} numbers"
        reader.findings.add("wrong-type", message, reader.value_span("piles"), "write piles across and down: [2, 1]")
    across, down = numbers if len(numbers) == 2 else (1, 1)
    return across or 1, down or 1


def _panel(name: str, key: ScalarNode, node: Node, kind: BoxKind, reader: FieldReader) -> PanelFace | None:
    """The face of a panel, or of several; None after a finding."""
    findings = reader.findings
    known = {*kind.panels, *kind.panels.values()} - {""}
    if name not in known:
        message = f"{reader.what} has no panel '{name}'"
        findings.add("unknown-choice", message, key.span, suggest(name, known, "panels are"))
        return None
    if not isinstance(node, MappingNode):
        face = scalars.text(node, f"the panel '{name}'", findings)
        return None if face is None else PanelFace(face, 0, node.span)
    inner = FieldReader(node, f"the panel '{name}' of {reader.what}", findings)
    face = inner.text("face", required=True)
    turn = inner.choice("turn", ("0", "90", "180", "270"))
    inner.finish()
    return None if face is None else PanelFace(face, int(turn or 0) // 90, inner.value_span("face") or node.span)


# --- What the faces on the panels of a box may name in their texts ----------------------------------------------------


def box_fields(game: Game, box: BoxDeclaration, language: str) -> dict[str, Any]:
    """Fields for the texts of the faces of *box*.

    Returns:
        those that all faces have (`game`, `version`, `language`, `edition`, `edition_title`); `players`, `minutes` and
        `age` of the game, as printed, perhaps empty; `authors`; `box`, its title; `contents`: name, kinds (different
        records) and pieces of each component in it; `pieces`, all of them; and the texts of the box.
    """
    contents = []
    for component in box.holds:
        counts = [copies for record in game.pieces(component.name) if (copies := record.copies_in(game.edition))]
        if counts:
            contents.append({"name": component.title[language], "kinds": len(counts), "pieces": sum(counts)})
    return {
        **game.common_fields(language),
        "players": number_range(game.facts.get("players")),
        "minutes": number_range(game.facts.get("minutes")),
        "age": ages(game.facts.get("age")),
        "authors": ", ".join(game.authors),
        "box": box.title[language],
        "contents": tuple(contents),
        "pieces": sum(line["pieces"] for line in contents),
        **{name: text[language] for name, text in box.texts.items()},
    }
