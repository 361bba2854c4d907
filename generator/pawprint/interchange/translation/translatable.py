"""The YAML files of a game and its layouts -> the texts to be translated, each with a stable context.

A text is a mapping of languages, wherever it is written: `{fr: Chat, en: Cat}`. A single text is the same in all
languages; but where a game has only one language, the fields that may have several are translated, too.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from pawprint.catalog.fields import Field
from pawprint.catalog.model import Game
from pawprint.core.diagnostics import Findings
from pawprint.core.files import is_file
from pawprint.core.source import Source, Span
from pawprint.source import reader, scalars
from pawprint.source.reader import MappingNode, Node, ScalarNode, SequenceNode

# --- A game -> the files of its faces, whose texts are translated with it ---------------------------------------------


def face_files(game: Game, layouts: Sequence[Path]) -> Iterator[tuple[Path, str]]:
    """The files of the faces of *game*, and of those that they extend, with their names: `faces/cats/clan`."""
    waiting = [name for component in game.components.values() for name in (*component.faces, *component.backs)]
    waiting += _panels(game.node.get("boxes"))
    known: set[str] = set()
    while waiting:
        name = waiting.pop(0)
        if name in known or scalars.escapes_folder(name):
            continue
        known.add(name)
        path = next((path for folder in layouts if is_file(path := folder / "faces" / f"{name}.yaml")), None)
        root = reader.read_yaml_file(path, Findings()) if path else None
        if path is None or not isinstance(root, MappingNode):
            continue  # a finding of composing
        parent = root.get("extends")
        if isinstance(parent, ScalarNode):
            waiting.append(parent.text)
        yield path, f"faces/{name}"


def _panels(boxes: Node | None) -> list[str]:
    names = []
    for box in boxes.entries.values() if isinstance(boxes, MappingNode) else ():
        panels = box.get("panels") if isinstance(box, MappingNode) else None
        for panel in panels.entries.values() if isinstance(panels, MappingNode) else ():
            face = panel.get("face") if isinstance(panel, MappingNode) else panel
            if isinstance(face, ScalarNode):
                names.append(face.text)
    return names


#: Files of a game's folder without texts of pieces or documents.
_NO_TEXTS = {"reviewed.yaml"}
#: Mappings of languages that are no texts.
_NO_TEXT_KEYS = {"grammar"}
#: The places of a declaration that may have one text for each language: what a game with one language writes there.
_DECLARED = re.compile(
    r"title|credits|(components|editions|sources)\.[^.]+\.title|editions\.[^.]+\.about|setup\.[^.]+\.title"
    r"|components\.[^.]+\.fields\..+\.choices\.[^.]+|documents\.(words|icons|names)\.[^.]+|rules\.titles\.[^.]+"
    r"|rules\.options\.[^.]+\.(title|values\.[^.]+)|boxes\.[^.]+\.(title|texts\.[^.]+)"
)


class Holder(NamedTuple):
    """The entry of a mapping in which a text is written, for edits.

    Attributes:
        mapping: the innermost mapping around the text, or around the list that has it.
    """

    mapping: MappingNode
    key: str


@dataclass(frozen=True, eq=False, kw_only=True)
class TranslatableText(ABC):
    """A text to be translated.

    Attributes:
        context: names it in PO files, and stays the same when texts before it come or go: `clans/roofs/chief.title`.
        texts: language -> the text as it is typed.
        path: of the file with the text that is translated.
        most: the most characters that its field may have; None for any number.
    """

    context: str
    texts: Mapping[str, str]
    path: Path
    most: int | None = None

    @abstractmethod
    def span(self, language: str) -> Span:
        """Where the text of *language* is written; where the first one is, if it is not."""


@dataclass(frozen=True, eq=False, kw_only=True)
class CatalogText(TranslatableText):
    """A text of a YAML file. A single text has all languages of the game.

    Attributes:
        node: the mapping of languages, or the single text.
    """

    node: MappingNode | ScalarNode
    holder: Holder

    def span(self, language: str) -> Span:
        if isinstance(self.node, ScalarNode):
            return self.node.span
        entry = self.node.get(language)
        return entry.span if entry is not None else self.node.span


@dataclass
class TextFiles:
    """The files with the texts of a game.

    Attributes:
        texts: context -> text, file by file.
        sources: path -> its content.
    """

    texts: dict[str, TranslatableText] = field(default_factory=dict)
    sources: dict[Path, Source] = field(default_factory=dict)


def text_files(game: Game, layouts: Sequence[Path], language: str, source: str, findings: Findings) -> TextFiles:
    """The texts of *game* that are to be translated from the language *source* into *language*.

    Args:
        layouts: the folders in which its faces are found; those of the program itself are not to be among them.
    """
    collected = _Collector(game, {*game.all_languages, language}, source, findings)
    for path in _game_files(game):
        collected.read(path)
    for path, name in face_files(game, layouts):
        collected.read(path, name)
    return collected.files


def _game_files(game: Game) -> Iterator[Path]:
    """The YAML files of the game, its declaration first, then those of its records in their order."""
    first = [game.folder / "game.yaml"]
    first += [game.folder / file for component in game.components.values() for file in component.files]
    others = [path for path in sorted(game.folder.rglob("*.yaml")) if path.name not in _NO_TEXTS]
    yield from dict.fromkeys([path for path in first if is_file(path)] + others)


class _Collector:
    def __init__(self, game: Game, languages: set[str], source: str, findings: Findings) -> None:
        self.game, self.languages, self.source, self.findings = game, languages, source, findings
        self.files = TextFiles()
        self._single = len(game.languages) == 1
        self._seen: set[tuple[str, int]] = set()
        self._path = game.folder

    def read(self, path: Path, name: str = "") -> None:
        """Collect the texts of a file.

        Args:
            name: of a face; empty for a file of the game.
        """
        source = reader.load_source(path, self.findings, None if name else self.game.root)
        root = reader.read_yaml(source, self.findings) if source else None
        if source is None or not isinstance(root, MappingNode):
            return
        self._path = path
        self.files.sources[path] = source
        inside = name or path.relative_to(self.game.folder).as_posix().removesuffix(".yaml")
        components = {
            component_name
            for component_name, component in self.game.components.items()
            if not name and f"{inside}.yaml" in component.files
        }
        for key, node in root.entries.items():
            if key in components and isinstance(node, SequenceNode):
                self._records(key, node)
            else:
                single = self._declared if inside == "game" and not name else _never
                self._walk(node, Holder(root, key), inside, key, single)

    def _declared(self, path: str) -> bool:
        return self._single and _DECLARED.fullmatch(path) is not None

    def _records(self, component: str, records: SequenceNode) -> None:
        fields = self.game.components[component].fields
        for record in records.items:
            identity = record.get("id") if isinstance(record, MappingNode) else None
            if not isinstance(record, MappingNode) or not isinstance(identity, ScalarNode):
                continue
            for name, node in record.entries.items():
                place = f"{component}/{identity.text}"
                if name in fields:
                    self._field(fields[name], node, Holder(record, name), place, name)

    def _field(self, declared: Field, node: Node, holder: Holder, place: str, path: str) -> None:
        if declared.by_language:
            most = getattr(declared, "longest", None)
            if isinstance(node, MappingNode) or self._single:
                self._add(node, holder, place, path, most)
        elif declared.entry is not None and isinstance(node, SequenceNode):
            for number, item in enumerate(node.items, 1):
                self._field(declared.entry, item, holder, place, f"{path}.{_name_of(item, number)}")
        elif declared.inner and isinstance(node, MappingNode):
            for name, inner in declared.inner.items():
                entry = node.get(name)
                if entry is not None:
                    self._field(inner, entry, Holder(node, name), place, f"{path}.{name}")

    def _walk(self, node: Node, holder: Holder, place: str, path: str, single: Callable[[str], bool]) -> None:
        if isinstance(node, SequenceNode):
            for number, item in enumerate(node.items, 1):
                self._walk(item, holder, place, f"{path}.{_name_of(item, number)}", single)
        elif isinstance(node, MappingNode) and not self._is_text(node):
            for name, item in node.entries.items():
                if name not in _NO_TEXT_KEYS:
                    self._walk(item, Holder(node, name), place, f"{path}.{name}", single)
        elif isinstance(node, MappingNode) or single(path):
            self._add(node, holder, place, path, None)

    def _is_text(self, node: MappingNode) -> bool:
        """True if *node* has nothing but texts of languages, the first one or the one that is translated among them."""
        if not node.entries.keys() <= self.languages or self.source not in node.entries:
            return False
        return all(isinstance(item, ScalarNode) for item in node.entries.values())

    def _add(self, node: Node, holder: Holder, place: str, path: str, most: int | None) -> None:
        if isinstance(node, ScalarNode):
            texts = dict.fromkeys(self.game.languages, node.text)
        elif isinstance(node, MappingNode) and self._is_text(node):
            texts = {name: item.text for name, item in node.entries.items() if isinstance(item, ScalarNode)}
        else:
            return
        key = (node.source.name, node.start)
        if not texts.get(self.source, "").strip() or key in self._seen:
            return
        self._seen.add(key)
        context = f"{place}/{path}"
        text = CatalogText(context=context, texts=texts, path=self._path, most=most, node=node, holder=holder)
        self.files.texts.setdefault(context, text)


def _never(path: str) -> bool:
    return False


def _name_of(item: Node, number: int) -> str:
    """What names an entry of a list: its id, or its number."""
    identity = item.get("id") if isinstance(item, MappingNode) else None
    return identity.text if isinstance(identity, ScalarNode) and identity.text else str(number)
