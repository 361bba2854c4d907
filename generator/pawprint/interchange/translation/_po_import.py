"""A PO file -> edits of the YAML files of a game, verified before they are written."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from pawprint.catalog.library import load_game
from pawprint.catalog.model import Game
from pawprint.check.evaluation import run_checks
from pawprint.core.diagnostics import Findings, Severity
from pawprint.core.source import Source, Span
from pawprint.interchange.spreadsheets.plan_edits import EditPlan
from pawprint.interchange.translation._po_files import Message, PoFile
from pawprint.interchange.translation.document_texts import DocumentSource, DocumentText, TranslatedDocument
from pawprint.interchange.translation.translatable import CatalogText, Holder, TextFiles, TranslatableText
from pawprint.source import reader
from pawprint.source.reader import MappingNode, Node, ScalarNode, SequenceNode
from pawprint.source.templates.asked_names import asked_names, syntax_fault
from pawprint.source.yaml_patch import EntryOrigins, Overlay, Patch, PatchOrder
from pawprint.source.yaml_spans import CannotEdit
from pawprint.source.yaml_writer import scalar_node

# --- Translations of passages -> edited documents, read again before they are written ---------------------------------


_ICON = re.compile(r"(?<![\w\\]):[a-z][a-z0-9/-]*:")


def edited_documents(
    documents: Sequence[TranslatedDocument],
    taken: Sequence[tuple[DocumentText, Message]],
    language: str,
    findings: Findings,
) -> dict[Path, tuple[str | None, str]]:
    """Path -> the text of each document that gets a translation, as it is and as it would be; None for a new one.

    Args:
        findings: takes an error for a translation that would not be one passage of the document.
    """
    files: dict[Path, tuple[str | None, str]] = {}
    for document in documents:
        messages = {text.context: message for text, message in taken if text.document == document.name}
        if not messages:
            continue
        there = document.others.get(language)
        before = there.source.text if there else None
        after = document.translated(language, {context: message.translation for context, message in messages.items()})
        _document_import_verify(document, after, language, messages, findings)
        if after != before:
            files[document.path] = before, after
    return files


def _document_import_verify(
    document: TranslatedDocument, after: str, language: str, messages: Mapping[str, Message], findings: Findings
) -> None:
    """Read a document as it would be, and report the translations that it would not have."""
    read = DocumentSource.read(Source(reader.display_path(document.path), after))
    again = TranslatedDocument(document.name, document.path, document.original, {language: read})
    written = again.written(language)
    for context, message in messages.items():
        if written.get(context, "").strip() != message.translation.strip():
            fault = f"the translation of '{context}' cannot be written: it would not be one passage of the document"
            help = "write it without blank lines, and without a sign that begins a heading, a list, a row or a box"
            findings.add("cannot-edit", fault, message.span, help)


def check_passage(text: DocumentText, message: Message, source: str, findings: Findings) -> None:
    """Report a wrong expression in a translation, and what it has lost: expressions and icons."""
    original = text.texts[source]
    fault = syntax_fault(message.translation)
    if fault and not syntax_fault(original):
        help = "copy the expressions from the text that is translated, as they are"
        findings.add("bad-template", f"the translation of '{text.context}': {fault}", message.span, help)
        return
    wanted, there = (_asked(text) for text in (original, message.translation))
    # Data of the same piece may be asked for in another way: its name, or a word that agrees with it.
    lost = [word for word in sorted(wanted - there) if not any(other.startswith(f"{word}.") for other in there)]
    lost += sorted({*_ICON.findall(original)} - {*_ICON.findall(message.translation)})
    if lost:
        fault = f"the translation of '{text.context}' is without {', '.join(lost)}"
        help = "copy it from the text that is translated, as it is"
        findings.add("lost-placeholder", fault, message.span, help)


def _asked(text: str) -> set[str]:
    return {name for names in asked_names(text).values() for name in names}


#: What a translation must have as its text has it: expressions, and codes of icons.
_PLACEHOLDERS = re.compile(r"\{\{.*?\}\}|\{%.*?%\}|(?<![\w\\]):[a-z][a-z0-9/-]*:", re.S)
_ORDER = PatchOrder(["id", "title", "version", "languages", "draft_languages"])


@dataclass
class TranslationPlan:
    """The effect of an import.

    Attributes:
        changes: each message that is taken over, and the text that the game has in its place; empty for none.
        stale: messages whose text has changed since they were translated; they are left out.
        files: path -> its text as it is, and as it would be.
        documents: path -> the text of a document that is not there yet.
    """

    changes: list[tuple[Message, str]] = field(default_factory=list)
    stale: list[Message] = field(default_factory=list)
    files: dict[Path, tuple[str, str]] = field(default_factory=dict)
    documents: dict[Path, str] = field(default_factory=dict)

    def write(self, folder: Path) -> None:
        """Write all files or none; see `EditPlan.write`."""
        EditPlan(files=self.files, added=self.documents).write(folder)


def plan_translation(
    game: Game,
    files: TextFiles,
    documents: Sequence[TranslatedDocument],
    language: str,
    source: str,
    file: PoFile,
    findings: Findings,
) -> TranslationPlan:
    """The edits that give *game* the translations of *file*.

    Args:
        found: the texts of the game, with those of its *documents*.
        language: into which is translated; added to the game's `draft_languages` if it has neither.
        findings: collects the findings, at the places of the translations. After an error, nothing should be written.
    """
    plan = TranslationPlan()
    taken: list[tuple[TranslatableText, Message]] = []
    for message in file.messages:
        text = files.texts.get(message.context)
        if message.gone or not message.translation:
            continue
        if text is None:
            help = "export the file again; the translation is kept at its end"
            findings.add("unknown-text", f"the game has no text '{message.context}'", message.span, help)
            continue
        old = text.texts.get(language, "")
        if message.stale or message.source != text.texts[source]:
            plan.stale.append(message)
            if not message.stale:
                help = "export the file again, and translate the text as it is now"
                message_text = f"the text of '{message.context}' has changed since the export"
                findings.add("stale-translation", message_text, message.span, help)
            continue
        _check(text, message, source, findings)
        if message.translation != old:
            plan.changes.append((message, old))
            taken.append((text, message))
    if findings.failed:
        return plan
    edits = _Edits(game, files, language)
    edits.make([(text, message) for text, message in taken if isinstance(text, CatalogText)], findings)
    if taken and language not in game.all_languages:
        edits.declare_language(findings)
    edits.finish(findings)
    if findings.failed:
        return plan
    if edits.texts:
        _verify(game, edits, findings)
    plan.files = {path: (files.sources[path].text, text) for path, text in edits.texts.items()}
    passages = [(text, message) for text, message in taken if isinstance(text, DocumentText)]
    for path, (before, after) in edited_documents(documents, passages, language, findings).items():
        if before is None:
            plan.documents[path] = after
        else:
            plan.files[path] = (before, after)
    return plan


def _check(text: TranslatableText, message: Message, source: str, findings: Findings) -> None:
    """Report what a translation has lost: numbers that come from fields, and icons."""
    if isinstance(text, DocumentText):
        check_passage(text, message, source, findings)
        return
    wanted, there = (sorted(_PLACEHOLDERS.findall(string)) for string in (text.texts[source], message.translation))
    lost = [part for part in wanted if wanted.count(part) > there.count(part)]
    if lost:
        parts = ", ".join(dict.fromkeys(lost))
        help = "copy it from the text that is translated, as it is"
        findings.add("lost-placeholder", f"the translation of '{text.context}' is without {parts}", message.span, help)
    if text.most is not None and len(message.translation) > text.most and "{{" not in message.translation:
        fault = (
            f"the translation of '{text.context}' has {len(message.translation)} characters; the most is {text.most}"
        )
        findings.add("out-of-range", fault, message.span, "shorten it")


class _Edits:
    """The edited texts of the files of a game.

    Attributes:
        texts: path -> text.
        cells: path -> the characters that come from a message: start, end, place in the PO file.
    """

    def __init__(self, game: Game, files: TextFiles, language: str) -> None:
        self.game, self.found, self.language = game, files, language
        self.texts: dict[Path, str] = {}
        self.cells: dict[Path, list[tuple[int, int, Span]]] = {}
        self._patches: dict[Path, Patch] = {}
        self._origins = EntryOrigins()
        self._languages = PatchOrder([*game.all_languages, language])

    def make(self, taken: Sequence[tuple[CatalogText, Message]], findings: Findings) -> None:
        single: dict[tuple[Path, int, str], list[tuple[CatalogText, Message]]] = {}
        for text, message in taken:
            if isinstance(text.node, ScalarNode):
                key = (text.path, text.holder.mapping.start, text.holder.key)
                single.setdefault(key, []).append((text, message))
            else:
                overlay: Overlay = {self.language: self._node(message)}
                self._change(text.path, text.node, overlay, self._languages, message, findings)
        for several in single.values():
            self._give_languages(several, findings)

    def finish(self, findings: Findings) -> None:
        for path, patch in self._patches.items():
            try:
                self.texts[path], self.cells[path] = patch.result()
            except CannotEdit as error:
                self._refuse(error, None, findings)

    def _node(self, message: Message) -> ScalarNode:
        node = scalar_node(message.translation, True)
        if message.span:
            self._origins.add(node, message.span)
        return node

    def _change(
        self,
        path: Path,
        mapping: MappingNode,
        overlay: Overlay,
        order: PatchOrder,
        message: Message | None,
        findings: Findings,
    ) -> None:
        patch = self._patches.setdefault(path, Patch(self.found.sources[path]))
        try:
            patch.change(mapping, overlay, order, self._origins)
        except CannotEdit as error:
            self._refuse(error, message, findings)

    def _refuse(self, error: CannotEdit, message: Message | None, findings: Findings) -> None:
        help = "write this translation into the YAML file"
        span = message.span if message else error.span
        findings.add("cannot-edit", f"the translation cannot be written: {error}", span, help)

    def _give_languages(self, several: Sequence[tuple[CatalogText, Message]], findings: Findings) -> None:
        """Turn the single texts of one entry of a mapping into texts with languages."""
        first, message = several[0]
        holder: Holder = first.holder
        new: dict[int, Node] = {}
        for text, translation in several:
            assert isinstance(text.node, ScalarNode)
            both = MappingNode(Source("", ""), 0)
            for language in self.game.languages:
                both.entries[language] = scalar_node(text.node.text, True)
            both.entries[self.language] = self._node(translation)
            both.keys = {name: scalar_node(name) for name in both.entries}
            if translation.span:
                self._origins.add(both, translation.span)
            new[text.node.start] = both
        value = _with_replaced(holder.mapping.entries[holder.key], new)
        self._change(first.path, holder.mapping, {holder.key: value}, PatchOrder([]), message, findings)

    def declare_language(self, findings: Findings) -> None:
        path = self.game.folder / "game.yaml"
        root = reader.read_yaml(self.found.sources[path], Findings())
        assert isinstance(root, MappingNode)
        drafts = SequenceNode(Source("", ""), 0)
        drafts.items = [scalar_node(code) for code in (*self.game.draft_languages, self.language)]
        self._change(path, root, {"draft_languages": drafts}, _ORDER, None, findings)

    def moved(self, span: Span | None) -> Span | None:
        """The place in the PO file that the text at *span* of an edited file comes from."""
        for path, cells in self.cells.items():
            if span is not None and span.source.name == self.found.sources[path].name:
                return next((cell for start, end, cell in cells if start <= span.start < end), span)
        return span


def _with_replaced(node: Node, new: Mapping[int, Node]) -> Node:
    if isinstance(node, ScalarNode):
        return new.get(node.start, node)
    if isinstance(node, SequenceNode):
        sequence = SequenceNode(Source("", ""), 0)
        sequence.items = [_with_replaced(item, new) for item in node.items]
        return sequence
    mapping = MappingNode(Source("", ""), 0)
    mapping.entries = {name: _with_replaced(item, new) for name, item in node.entries.items()}
    mapping.keys = dict(node.keys)
    return mapping


def _verify(game: Game, edits: _Edits, findings: Findings) -> None:
    """Read the edited game, and report what is wrong with it that was not before, at the translation that causes it."""
    texts = {
        path.relative_to(game.folder).as_posix(): text
        for path, text in edits.texts.items()
        if path.is_relative_to(game.folder)
    }
    for path, text in edits.texts.items():
        reader.read_yaml(Source(reader.display_path(path), text), findings)
    inner = Findings()
    after = load_game(game.folder, inner, texts, root=game.root)
    before = Findings()
    if after is not None and not inner.failed:
        run_checks(after, inner)
        run_checks(game, before)
    known = {(finding.code, finding.rule, finding.fault) for finding in before}
    for finding in inner.sorted():
        if (finding.code, finding.rule, finding.fault) not in known:
            # A text that has to be read again, say, is read after it has been written.
            severity = Severity.WARNING if finding.code == "check-failed" else finding.severity
            findings.extend([replace(finding, span=edits.moved(finding.span), severity=severity)])
