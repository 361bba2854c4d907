"""The rulebooks and sheets of a game -> their texts to be translated, and documents with other texts.

The context of a text is its document, the anchor of its heading, and its number among the passages of its kind below
that heading: `documents/rulebook/goal/paragraph.1`. A passage is the same in two languages if both have passages of the
same kinds in the same order; see `documents/source_passages.py`.
"""

import re
from ast import literal_eval
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from pawprint.catalog.model import Game
from pawprint.core.diagnostics import Findings
from pawprint.core.document_kinds import DOCUMENT_KINDS
from pawprint.core.source import Source, Span
from pawprint.documents.source_map import tags_of
from pawprint.documents.source_passages import (
    BOX_KIND,
    HEADING,
    HEADING_KIND,
    ITEM,
    ITEM_KIND,
    ROW_KIND,
    TAG,
    SourcePassage,
    aligned,
    front_end,
    source_passages,
)
from pawprint.interchange.translation.translatable import TranslatableText
from pawprint.source import reader

# --- A passage of a document's source <-> the texts in it that are translated, without what surrounds them ------------

# What a translator gets of a heading has no `#` and no anchor, of a row it has its cells one by one. Of a figure it has
# the caption and labels; where a caption is put together (`"The " ~ snail.name`), it is a text with expressions
# (`The {{ snail.name }}`), so that the words may come in another order.


#: The arguments of helpers, and the keys of their mappings, that are words.
_PASSAGE_WORDS_WORDS = ("caption", "head")
#: The helpers whose mappings have a label in each entry.
_LABELLING = ("anatomy",)
#: The boxes without a title: what follows their name is a number, a style or nothing.
_UNTITLED = ("text", "questions", "cover", "back", "wide", "columns", "side")
_BOX = re.compile(r":::+\s*(\w+)\s+")
#: What has letters and is no word: tags, icons, entities, comments, lists of contents.
_NO_WORDS = re.compile(
    TAG.pattern + r"|(?<![\w\\]):[a-z][a-z0-9/-]*:|&#?\w+;|<!--.*?-->|\[\[.*?\]\]|\]\([^)\s]*\)", re.S
)
_LETTER = re.compile(r"[^\W\d_]")
_QUOTED = re.compile(r"\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'", re.S)
_TOKEN = re.compile(_QUOTED.pattern + r"|\w+|[=!<>]=|\S", re.S)


class PassageText(NamedTuple):
    """A text of a passage.

    Attributes:
        label: names it in its passage: the number of a cell, `caption`, the key of a label; empty for all of it.
        start: the offset of where it is written.
        end: the offset after that.
        text: what is translated.
        code: whether it is an argument of a helper, where it is put together of texts in quotes and expressions.
    """

    label: str
    start: int
    end: int
    text: str
    code: bool = False

    def written(self, text: str) -> str:
        """*text* as it is written in the place of this one."""
        return _as_code(text) if self.code else text.strip()


def passage_texts(source: Source, passage: SourcePassage) -> list[PassageText]:
    """The texts of *passage* in their order; none for a passage without words, and for one of a single language."""
    if not passage.kind or passage.alone:
        return []
    result: list[PassageText] = []
    labels: dict[str, int] = {}
    for label, start, end in _parts(source.text, passage):
        for passage_text in _texts_in(source.text, label, start, end):
            labels[passage_text.label] = number = labels.get(passage_text.label, 0) + 1
            result.append(
                passage_text if number == 1 else passage_text._replace(label=f"{passage_text.label}.{number}")
            )
    return result


def _parts(text: str, passage: SourcePassage) -> Iterator[tuple[str, int, int]]:
    """(label, start, end) of the parts of a passage that can be a text."""
    start, end = passage.start, passage.end
    written = text[start:end]
    if passage.kind == ROW_KIND:
        yield from _cells(text, start, end)
    elif passage.kind == HEADING_KIND and (heading := HEADING.match(written)):
        yield "", start + heading.start(2), start + heading.end(2)
    elif passage.kind == ITEM_KIND and (item := ITEM.match(written)):
        yield "", start + item.end(), end
    elif passage.kind == BOX_KIND:
        box = _BOX.match(written)
        if box and box[1] not in _UNTITLED:
            yield "", start + box.end(), end
    else:
        yield "", start, end


def _cells(text: str, start: int, end: int) -> Iterator[tuple[str, int, int]]:
    """The cells of a row; a stroke in a tag, or with a backslash, ends none."""
    inside = TAG.sub(lambda match: "x" * len(match[0]), text[start:end])
    bars = [start + match.start() for match in re.finditer(r"(?<!\\)\|", inside)]
    for number, begin in enumerate(bars, 1):
        stop = bars[number] if number < len(bars) else end
        cell = text[begin + 1 : stop]
        if cell.strip():
            yield str(number), begin + 1 + len(cell) - len(cell.lstrip()), begin + 1 + len(cell.rstrip())


def _texts_in(text: str, label: str, start: int, end: int) -> Iterator[PassageText]:
    """The whole of a part if it has words; else the words in its tags."""
    part = text[start:end]
    if _LETTER.search(_NO_WORDS.sub(" ", part)):
        yield PassageText(label, start, end, part)
        return
    for begin, stop in tags_of(part, 0):
        if part.startswith("{{", begin):
            for name, first, last in _arguments(text, start + begin + 2, start + stop - 2):
                put_together = _as_text(text[first:last])
                if put_together is not None:
                    yield PassageText(f"{label}.{name}".strip("."), first, last, put_together, code=True)


def _arguments(text: str, start: int, end: int) -> Iterator[tuple[str, int, int]]:
    """(name, start, end) of the words among the arguments of the calls in a tag."""
    stack = [("", "", "", 0)]  # the bracket, the helper before it, the name of the argument, where its value begins
    before = ("", "")
    for match in _TOKEN.finditer(text, start, end):
        token = match[0]
        bracket, helper, name, begin = stack[-1]
        if token in "([{":
            stack.append((token, before[1] if token == "(" else helper, "", 0))
        elif token in ",)]}":
            if name:
                value = text[begin : match.start()]
                yield name, begin + len(value) - len(value.lstrip()), begin + len(value.rstrip())
            stack[-1] = (bracket, helper, "", 0)
            if token != "," and len(stack) > 1:
                stack.pop()
        elif token == "=" and bracket == "(" and before[1] in _PASSAGE_WORDS_WORDS:
            stack[-1] = (bracket, helper, before[1], match.end())
        elif token == ":" and bracket == "{" and _QUOTED.fullmatch(before[1]):
            key = before[1][1:-1]
            if key in _PASSAGE_WORDS_WORDS or helper in _LABELLING:
                stack[-1] = (bracket, helper, key, match.end())
        before = (before[1], token)


def _as_text(code: str) -> str | None:
    """A value that is put together, as a text with expressions; None if it has no words."""
    parts = []
    for operand in _operands(code):
        literal = _literal(operand)
        parts.append(f"{{{{ {operand} }}}}" if literal is None else literal)
    text = "".join(parts)
    words = _NO_WORDS.sub(" ", text) if len(parts) > 1 or text != code else ""
    quoted = "".join(_QUOTED.findall(code)) if len(parts) == 1 and " " in code else ""
    return text if _LETTER.search(words) or _LETTER.search(quoted) else None


def _operands(code: str) -> Iterator[str]:
    """What a `~` outside of brackets joins."""
    depth = begin = 0
    for match in _TOKEN.finditer(code):
        depth += (match[0] in "([{") - (match[0] in ")]}")
        if match[0] == "~" and not depth:
            yield code[begin : match.start()].strip()
            begin = match.end()
    yield code[begin:].strip()


def _literal(operand: str) -> str | None:
    """The text that *operand* is; None for an expression, and for a text that looks like a tag."""
    if not _QUOTED.fullmatch(operand):
        return None
    try:
        text = literal_eval(operand.replace("\n", "\\n"))
    except (SyntaxError, ValueError):
        return None
    return None if not isinstance(text, str) or "{{" in text or "{%" in text else text


def _as_code(text: str) -> str:
    """A text with expressions as a value that is put together."""
    operands = []
    at = 0
    for match in re.finditer(r"\{\{(.*?)\}\}", text, re.S):
        operands += [_quoted(text[at : match.start()]), match[1].strip()]
        at = match.end()
    operands.append(_quoted(text[at:]))
    return " ~ ".join(operand for operand in operands if operand) or '""'


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"' if text else ""


def with_texts(source: Source, start: int, end: int, new: Iterable[tuple[PassageText, str]]) -> str:
    """The characters *start* to *end* of a source with other texts in the place of some."""
    pieces = []
    at = start
    for old, text in sorted(new, key=lambda change: change[0].start):
        pieces += [source.text[at : old.start], old.written(text)]
        at = old.end
    return "".join([*pieces, source.text[at:end]])


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
        passages = tuple(source_passages(source, front_end(source)))
        return cls(source, passages, tuple(tuple(passage_texts(source, passage)) for passage in passages))

    def begin(self, number: int) -> int:
        """Where the lines of a part begin; the end of the source for the number after the last one."""
        if number >= len(self.passages):
            return len(self.source.text)
        return self.source.text.rfind("\n", 0, self.passages[number].start) + 1

    def part(self, number: int, new: Mapping[str, str]) -> str:
        """The lines of a part, with those after it that are blank, and with *new* texts: label -> text."""
        others = [(text, new[text.label]) for text in self.texts[number] if text.label in new]
        return with_texts(self.source, self.begin(number), self.begin(number + 1), others)

    def contexts(self, name: str) -> list[tuple[str, ...]]:
        result: list[tuple[str, ...]] = []
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
            result.append(tuple(f"{place}.{text.label}".rstrip(".") for text in texts))
        return result


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
        result = {}
        for number, contexts in enumerate(self.original.contexts(self.name)):
            for original_text, context in zip(self.original.texts[number], contexts, strict=True):
                text = self.text(language, number, original_text.label)
                if text is not None:
                    result[context] = text.text
        return result

    def text(self, language: str, number: int, label: str) -> PassageText | None:
        other, same = self.others.get(language), self.pairs(language).get(number)
        if other is None or same is None:
            return None
        return next((text for text in other.texts[same] if text.label == label), None)

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
                source_text.label: translations[context]
                for source_text, context in zip(texts, names, strict=True)
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
                pieces += [other.part(index, {}) for index in range(done, same)]
                done = same + 1
                there = {text.label for text in other.texts[same]}
                if texts.keys() <= there:
                    pieces.append(other.part(same, texts))
                else:
                    known = {text.label: text.text for text in other.texts[same]}
                    pieces.append(self.original.part(number, known | texts))
            elif self._missing(number, pairs, new):
                pieces.append(self.original.part(number, texts))
        pieces += [other.part(index, {}) for index in range(done, len(other.passages))]
        return _joined(pieces)

    def _missing(self, number: int, pairs: Mapping[int, int], new: list[dict[str, str]]) -> bool:
        """True if a part that the language does not have belongs to some that have been translated."""
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
    result: dict[str, dict[str, Path]] = {}
    for kind in DOCUMENT_KINDS:
        for path in sorted((game.folder / kind).glob("*.md")):
            name, _, language = path.name.removesuffix(".md").rpartition(".")
            result.setdefault(f"{kind}/{name}".rstrip("/"), {})[language] = path
    return result


def translated_documents(game: Game, language: str, source: str, findings: Findings) -> Iterator[TranslatedDocument]:
    """The documents of *game* that there are in the language *source*."""
    for name, paths in document_files(game).items():
        sides = {
            code: DocumentSource.read(text)
            for code, path in paths.items()
            if code in {*game.all_languages, language} and (text := reader.load_source(path, findings, game.root))
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
        for original_text, context in zip(original.texts[number], contexts, strict=True):
            written = {other: document.text(other, number, original_text.label) for other in document.others}
            found = {source: original_text, **{other: text for other, text in written.items() if text is not None}}
            sources = {source: original} | document.others
            texts = {other: text.text for other, text in found.items()}
            if texts.get(language) == original_text.text != known.get(context):
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
                figure=figure if original_text.code else "",
            )
