"""The rulebooks and sheets of a game -> their texts to be translated, and documents with other texts.

The context of a text is its document, the anchor of its heading, and its number among the passages of its kind below
that heading: `documents/rulebook/goal/paragraph.1`. A passage is the same in two languages if both have passages of the
same kinds in the same order; see `documents/source_passages.py`.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pawprint.catalog.model import Game
from pawprint.core.diagnostics import Findings
from pawprint.core.document_kinds import KINDS
from pawprint.core.source import Source, Span
from pawprint.documents.source_passages import (
    HEADING,
    HEADING_KIND,
    SourcePassage,
    aligned,
    front_end,
    source_passages,
)
from pawprint.translation.passage_words import PassageText, passage_texts, with_texts
from pawprint.translation.translatable import TranslatableText
from pawprint.yamlio import reader

#: What the kinds of passages are called in contexts.
_WORDS = {"item of a list": "item", "figure or table": "figure"}
_TAG_SHOWN = 60


@dataclass(frozen=True, eq=False, kw_only=True)
class DocumentText(TranslatableText):
    """A text of a document.

    Attributes:
        document: its name.
        places: language -> where it is written.
        kind: the kind of its passage.
        figure: the tag whose caption or label it is; empty for other texts.
    """

    document: str
    places: Mapping[str, Span]
    kind: str
    figure: str = ""

    def span(self, language: str) -> Span:
        """See `TranslatableText.span`."""
        return self.places.get(language) or next(iter(self.places.values()))


@dataclass(frozen=True)
class DocumentSource:
    """A document in one language.

    Attributes:
        passages: its parts, with the texts in each.
    """

    source: Source
    passages: tuple[SourcePassage, ...]
    texts: tuple[tuple[PassageText, ...], ...]

    @classmethod
    def read(cls, source: Source) -> "DocumentSource":
        """The parts of a source."""
        passages = tuple(source_passages(source, front_end(source)))
        return cls(source, passages, tuple(tuple(passage_texts(source, one)) for one in passages))

    def begin(self, number: int) -> int:
        """Where the lines of a part begin; the end of the source for the number after the last one."""
        if number >= len(self.passages):
            return len(self.source.text)
        return self.source.text.rfind("\n", 0, self.passages[number].start) + 1

    def part(self, number: int, new: Mapping[str, str]) -> str:
        """The lines of a part, with those after it that are blank, and with *new* texts: label -> text."""
        others = [(one, new[one.label]) for one in self.texts[number] if one.label in new]
        return with_texts(self.source, self.begin(number), self.begin(number + 1), others)

    def contexts(self, name: str) -> list[tuple[str, ...]]:
        """The contexts of the texts of each part."""
        found: list[tuple[str, ...]] = []
        section = "start"
        counted: Counter[str] = Counter()
        for passage, texts in zip(self.passages, self.texts, strict=True):
            kind = _WORDS.get(passage.kind, passage.kind.partition(" ")[0])
            if passage.kind == HEADING_KIND:
                heading = HEADING.match(self.source.text[passage.start : passage.end])
                anchor = (heading[3] or "") if heading else ""
                counted["section"] += 1 - bool(anchor and "{" not in anchor)
                section = anchor if anchor and "{" not in anchor else f"section.{counted['section']}"
            if texts:
                counted[f"{section} {kind}"] += 1
            place = f"documents/{name}/{section}/{kind}.{counted[f'{section} {kind}']}"
            found.append(tuple(f"{place}.{one.label}".rstrip(".") for one in texts))
        return found


@dataclass
class TranslatedDocument:
    """A document in the languages that it has.

    Attributes:
        name: `rulebook`, `reference/aid`.
        path: of the language into which is translated, whether it is there or not.
        original: of the language that is translated.
        others: language -> the document in each other language.
    """

    name: str
    path: Path
    original: DocumentSource
    others: dict[str, DocumentSource] = field(default_factory=dict)
    _pairs: dict[str, dict[int, int]] = field(default_factory=dict)

    def pairs(self, language: str) -> dict[int, int]:
        """Number of a part of the original -> number of the same part in *language*."""
        if language not in self._pairs:
            other = self.others.get(language)
            found = aligned(self.original.passages, other.passages) if other else []
            self._pairs[language] = dict(found)
        return self._pairs[language]

    def written(self, language: str) -> dict[str, str]:
        """Context -> the text that *language* has for it."""
        found = {}
        for number, contexts in enumerate(self.original.contexts(self.name)):
            for one, context in zip(self.original.texts[number], contexts, strict=True):
                text = self.text(language, number, one.label)
                if text is not None:
                    found[context] = text.text
        return found

    def text(self, language: str, number: int, label: str) -> PassageText | None:
        """The text of *language* for one of the original."""
        other, same = self.others.get(language), self.pairs(language).get(number)
        if other is None or same is None:
            return None
        return next((one for one in other.texts[same] if one.label == label), None)

    def translated(self, language: str, translations: Mapping[str, str]) -> str:
        """The source of the document in *language*, with other texts.

        What the language has stays as it is, also what only it has. A part that it does not have, or not with all its
        texts, is that of the original, with the words that there are.

        Args:
            translations: context -> text.
        """
        contexts = self.original.contexts(self.name)
        new = [
            {
                one.label: translations[context]
                for one, context in zip(texts, names, strict=True)
                if context in translations
            }
            for texts, names in zip(self.original.texts, contexts, strict=True)
        ]
        other = self.others.get(language)
        if other is None:
            before = self.original.source.text[: self.original.begin(0)]
            return before + "".join(self.original.part(number, texts) for number, texts in enumerate(new))
        pairs = self.pairs(language)
        pieces = [other.source.text[: other.begin(0)]]
        done = 0
        for number, texts in enumerate(new):
            same = pairs.get(number)
            if same is not None:
                pieces += [other.part(one, {}) for one in range(done, same)]
                done = same + 1
                there = {one.label for one in other.texts[same]}
                if texts.keys() <= there:
                    pieces.append(other.part(same, texts))
                else:
                    known = {one.label: one.text for one in other.texts[same]}
                    pieces.append(self.original.part(number, known | texts))
            elif self._missing(number, pairs, new):
                pieces.append(self.original.part(number, texts))
        pieces += [other.part(one, {}) for one in range(done, len(other.passages))]
        return _joined(pieces)

    def _missing(self, number: int, pairs: Mapping[int, int], new: list[dict[str, str]]) -> bool:
        """Whether a part that the language does not have belongs to some that have been translated."""
        first = last = number
        while first > 0 and first - 1 not in pairs:
            first -= 1
        while last + 1 < len(new) and last + 1 not in pairs:
            last += 1
        return any(new[first : last + 1])


def _joined(pieces: list[str]) -> str:
    """Parts one after the other, each beginning on a line of its own."""
    text = ""
    for piece in pieces:
        text += "\n" * bool(text and piece and not text.endswith("\n")) + piece
    return text


def document_files(game: Game) -> dict[str, dict[str, Path]]:
    """Name -> language -> file of each document that the game has, the rulebook first."""
    found: dict[str, dict[str, Path]] = {}
    for kind in KINDS:
        for path in sorted((game.folder / kind).glob("*.md")):
            name, _, language = path.name.removesuffix(".md").rpartition(".")
            found.setdefault(f"{kind}/{name}".rstrip("/"), {})[language] = path
    return found


def translated_documents(game: Game, language: str, source: str, findings: Findings) -> Iterator[TranslatedDocument]:
    """The documents of *game* that there are in the language *source*."""
    for name, paths in document_files(game).items():
        sides = {
            one: DocumentSource.read(text)
            for one, path in paths.items()
            if one in {*game.all_languages, language} and (text := reader.load_source(path, findings, game.root))
        }
        original = sides.pop(source, None)
        if original is not None:
            path = paths[source].with_name(paths[source].name.removesuffix(f"{source}.md") + f"{language}.md")
            yield TranslatedDocument(name, path, original, sides)


def texts_of(
    document: TranslatedDocument, language: str, source: str, known: Mapping[str, str]
) -> Iterator[DocumentText]:
    """The texts of a document.

    A passage that is the same in both languages is one that is not translated yet, unless the translator says so.

    Args:
        known: context -> translation, in the PO file that is kept.
    """
    original = document.original
    for number, contexts in enumerate(original.contexts(document.name)):
        passage = original.passages[number]
        for one, context in zip(original.texts[number], contexts, strict=True):
            written = {other: document.text(other, number, one.label) for other in document.others}
            found = {source: one, **{other: text for other, text in written.items() if text is not None}}
            sources = {source: original} | document.others
            texts = {other: text.text for other, text in found.items()}
            if texts.get(language) == one.text != known.get(context):
                del texts[language]
            places = {other: Span(sources[other].source, text.start, text.end) for other, text in found.items()}
            tag = " ".join(original.source.text[passage.start : passage.end].split())
            figure = f"{tag[:_TAG_SHOWN]}..." if len(tag) > _TAG_SHOWN else tag
            path = document.path.with_name(Path(original.source.name).name)
            yield DocumentText(
                context=context,
                document=document.name,
                texts=texts,
                path=path,
                places=places,
                kind=passage.kind,
                figure=figure if one.code else "",
            )
