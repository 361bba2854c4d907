"""Translations of passages -> edited documents, read again before they are written."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from pawprint.core.diagnostics import Findings
from pawprint.core.source import Source
from pawprint.templates.asked_names import asked_names, syntax_fault
from pawprint.translation.document_texts import DocumentSource, DocumentText, TranslatedDocument
from pawprint.translation.po_files import Message
from pawprint.yamlio import reader

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
        after = document.translated(language, {context: one.translation for context, one in messages.items()})
        _verify(document, after, language, messages, findings)
        if after != before:
            files[document.path] = before, after
    return files


def _verify(
    document: TranslatedDocument, after: str, language: str, messages: Mapping[str, Message], findings: Findings
) -> None:
    """Read a document as it would be, and report the translations that it would not have."""
    read = DocumentSource.read(Source(reader.display_path(document.path), after))
    again = TranslatedDocument(document.name, document.path, document.original, {language: read})
    written = again.written(language)
    for context, message in messages.items():
        if written.get(context, "").strip() != message.translation.strip():
            said = f"the translation of '{context}' cannot be written: it would not be one passage of the document"
            help = "write it without blank lines, and without a sign that begins a heading, a list, a row or a box"
            findings.add("cannot-edit", said, message.span, help)


def check_passage(text: DocumentText, message: Message, source: str, findings: Findings) -> None:
    """Report a wrong expression in a translation, and what it has lost: expressions and icons."""
    original = text.texts[source]
    fault = syntax_fault(message.translation)
    if fault and not syntax_fault(original):
        help = "copy the expressions from the text that is translated, as they are"
        findings.add("bad-template", f"the translation of '{text.context}': {fault}", message.span, help)
        return
    wanted, there = (_asked(one) for one in (original, message.translation))
    # Data of the same piece may be asked for in another way: its name, or a word that agrees with it.
    lost = [one for one in sorted(wanted - there) if not any(other.startswith(f"{one}.") for other in there)]
    lost += sorted({*_ICON.findall(original)} - {*_ICON.findall(message.translation)})
    if lost:
        said = f"the translation of '{text.context}' is without {', '.join(lost)}"
        help = "copy it from the text that is translated, as it is"
        findings.add("lost-placeholder", said, message.span, help)


def _asked(text: str) -> set[str]:
    return {name for names in asked_names(text).values() for name in names}
