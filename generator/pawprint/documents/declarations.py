"""The `documents:` mapping of a game -> the names that its documents use, and what lists leave out."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from pawprint.catalog.model import Game, RecordView, Translated
from pawprint.catalog.texts import ReadContext, translated
from pawprint.core.diagnostics import Findings
from pawprint.core.document_kinds import LISTS
from pawprint.core.registry import suggest
from pawprint.source.field_reader import FieldReader
from pawprint.source.reader import MappingNode, Node
from pawprint.source.templates.expressions import ExpressionError, Scope, Template


@dataclass(frozen=True)
class DocumentDeclarations:
    """What a game says about its documents.

    Attributes:
        words: field, `component.field` -> what the head of a column calls it.
        icons: icon -> its meaning, if the catalog does not give it.
        objectives: components whose pieces are listed with their texts.
        without: components, fields and `component.field`s that lists leave out.
        lists: the lists that are made of the game, of `LISTS`.
        check_numbers: whether a number that is typed in a document of the game is a finding.
    """

    words: Mapping[str, Translated] = field(default_factory=dict)
    icons: Mapping[str, Translated] = field(default_factory=dict)
    objectives: tuple[str, ...] = ()
    without: frozenset[str] = frozenset()
    check_numbers: bool = False
    lists: tuple[str, ...] = ()

    def head(self, component: str, name: str) -> Translated | None:
        """What a column of *component* is called."""
        return self.words.get(f"{component}.{name}") or self.words.get(name)

    def leaves_out(self, component: str, name: str = "") -> bool:
        """True if lists are without a component, or without a field of it."""
        return not self.without.isdisjoint({f"{component}.{name}", name} if name else {component})


def read_declared(game: Game, findings: Findings) -> DocumentDeclarations:
    """The `documents:` mapping of a game; its faults are findings."""
    node = game.node.get("documents")
    if node is None:
        return DocumentDeclarations()
    take = FieldReader(node, f"'documents' of game '{game.id}'", findings)
    reading = ReadContext(game.languages, findings, game.draft_languages)
    fields = {name for kind in game.components.values() for name in kind.fields} | {"id", "copies"}
    dotted = {f"{kind.name}.{name}" for kind in game.components.values() for name in (*kind.fields, "id", "copies")}
    words = {}
    for name, key, value in take.entries("words"):
        if name not in fields and name not in dotted:
            message = f"no component has a field '{name}'"
            findings.add("unknown-field", message, key.span, suggest(name, fields | dotted, "fields are"))
        words[name] = translated(value, f"what documents call '{name}'", reading)
    icons = {name: translated(value, f"what '{name}' means", reading) for name, _, value in take.entries("icons")}
    for component, key, value in take.entries("names"):
        if component in game.components:
            _name_pieces(game, component, translated(value, f"the name of '{component}'", reading), value, findings)
        else:
            help = suggest(component, game.components, "components are")
            findings.add("unknown-component", f"there is no component '{component}'", key.span, help)
    objectives = _known(take, "objectives", set(game.components), "component", findings)
    without = _known(take, "without", {*game.components, *fields, *dotted}, "field", findings)
    check_numbers = take.flag("check_numbers")
    lists = _known(take, "lists", set(LISTS), "choice", findings)
    take.finish()
    return DocumentDeclarations(
        {name: text for name, text in words.items() if text},
        {name: text for name, text in icons.items() if text},
        objectives,
        frozenset(without),
        check_numbers,
        lists,
    )


def _name_pieces(game: Game, component: str, template: Translated | None, node: Node, findings: Findings) -> None:
    """Keep the name of each piece of *component* in each language, for `piece_names`."""
    names = game.memory("piece names")
    for language, text in (template or {}).items():
        try:
            written = Template(text)
            for record in game.records.get(component, {}).values():
                fields = RecordView(record, language, game.edition).fields()
                names[record.component, record.id, language] = written.render(Scope(fields)).strip()
        except ExpressionError as error:
            findings.add("bad-template", f"the name of '{component}': {error}", node.span, error.help)
            return


def piece_names(game: Game) -> dict[tuple[str, str, str], str]:
    """(component, id, language) -> the name of a piece, where `documents: names` gives it."""
    names = game.memory("piece names")
    declared = game.node.get("documents")
    if not names and isinstance(declared, MappingNode) and declared.get("names"):
        read_declared(game, Findings())  # who asks need not have read the rest
    return names


def keep_piece_names(game: Game, names: Mapping[tuple[str, str, str], str]) -> None:
    """Have `piece_names` give *names*, which it gave before, without evaluating them again."""
    game.memory("piece names").update(names)


def _known(fields: FieldReader, key: str, known: set[str], noun: str, findings: Findings) -> tuple[str, ...]:
    node: Node | None = fields.node_of(key)
    names = []
    for item in getattr(node, "items", [node] if node is not None else []):
        name = str(getattr(item, "text", ""))
        if name in known:
            names.append(name)
        else:
            findings.add(f"unknown-{noun}", f"there is no {noun} '{name}'", item.span, suggest(name, known))
    return tuple(names)
