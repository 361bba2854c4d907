"""The texts of a game and an earlier PO file -> the messages of the next one.

Programs that merge PO files lose a translation when the text changes under its context, or keep it as if nothing had
happened. Here it stays, and is marked as stale, with the text that it was the translation of.
"""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from pawprint.core.diagnostics import Findings
from pawprint.interchange.translation._po_files import Message, PoFile
from pawprint.interchange.translation.translatable import TranslatableText

_NUMBER = re.compile(r"\.\d+(?=[./]|$)")


def merged(
    texts: Mapping[str, TranslatableText],
    language: str,
    source: str,
    before: PoFile | None,
    findings: Findings,
    comments: Callable[[TranslatableText], Sequence[str]] = lambda text: (),
    place: Callable[[TranslatableText], tuple[str, int]] = lambda text: ("", 0),
) -> PoFile:
    """The messages of all *texts* in their order, then those whose texts are gone.

    Args:
        source: the language that is translated.
        before: the last file with these texts, as the translator has left it; None for none.
        findings: takes a warning for each text whose translation is another one in the file and in the game.
        comments: for the translator, about a text.
        place: the file and line of a text.
    """
    known_before = sorted(before.messages if before else (), key=lambda message: not message.gone)
    old = {message.context: message for message in known_before}  # a text that has gone may come back
    moved = _moved(texts, source, old)
    taken = {message.context for message in moved.values()}
    messages = []
    for context, text in texts.items():
        known = moved.get(context) or (None if context in taken else old.get(context))
        message = _message(text, language, source, known, findings)
        messages.append(replace(message, comments=tuple(comments(text)), places=(place(text),)))
    kept = taken | texts.keys()
    for message in before.messages if before else ():
        if message.context not in kept and (message.translation or message.remarks):
            messages.append(replace(message, gone=True, stale=False, before="", comments=(), places=()))
    return PoFile(language, source, tuple(messages), before.headers if before else ())


def _message(text: TranslatableText, language: str, source: str, known: Message | None, findings: Findings) -> Message:
    now, printed = text.texts[source], text.texts.get(language, "")
    if known is None:
        return Message(text.context, now, printed)
    translation = known.translation or printed
    message = Message(text.context, now, translation, remarks=known.remarks, flags=known.flags)
    if known.translation and printed and known.translation != printed and not known.stale:
        findings.add(
            "translation-differs",
            f"'{text.context}' has another translation in the PO file than in the game; that of the file is kept",
            known.span,
            f"import the file, or copy the text from {text.span(language)}",
        )
    if not translation:
        return message
    # A stale translation is one of the text that it was made from, however often that has changed since then.
    origin = (known.before or known.source) if known.stale else known.source
    if origin != now:
        return replace(message, stale=True, before=origin)
    return replace(message, stale=known.stale and not known.before)


def _moved(texts: Mapping[str, TranslatableText], source: str, old: Mapping[str, Message]) -> dict[str, Message]:
    """Context of a new text -> the message of the same text that it had before an entry of its list came or went."""
    gone: dict[tuple[str, str], list[Message]] = {}
    for context, message in old.items():
        if context not in texts or message.source != texts[context].texts[source]:
            gone.setdefault((_NUMBER.sub("", context), message.source), []).append(message)
    result = {}
    for context, text in texts.items():
        same = gone.get((_NUMBER.sub("", context), text.texts[source]))
        if same and (context not in old or old[context].source != text.texts[source]):
            result[context] = same.pop(0)
    return result


# --- The texts of a game and a PO file -> how far the translation is --------------------------------------------------


class TranslationStatus(NamedTuple):
    """How far the translation into a language is.

    Attributes:
        translated: how many texts have a translation of what they say now.
        stale: texts that have changed since they were translated, as far as a PO file knows what they said.
        missing: texts without a translation.
        waiting: translations of the PO file that are not in the game yet.
        too_long: texts whose translation does not fit its box.
        documents: rulebooks and reference sheets that only the language that is translated has.
        remembered: whether there is a PO file.
    """

    language: str
    translated: int
    stale: tuple[TranslatableText, ...]
    missing: tuple[TranslatableText, ...]
    waiting: tuple[TranslatableText, ...]
    too_long: tuple[TranslatableText, ...]
    documents: tuple[Path, ...]
    remembered: bool

    @property
    def total(self) -> int:
        return self.translated + len(self.stale) + len(self.missing)

    @property
    def complete(self) -> bool:
        return not (self.stale or self.missing or self.waiting or self.too_long or self.documents)


def status_of(
    texts: Mapping[str, TranslatableText],
    language: str,
    source: str,
    file: PoFile | None,
    overset: Collection[str],
    documents: Collection[Path] = (),
) -> TranslationStatus:
    """How far the translation of *texts* is.

    Args:
        file: the PO file of the language, if there is one.
        overset: contexts of the texts that do not fit their boxes.
        documents: those that are missing.
    """
    messages = {message.context: message for message in merged(texts, language, source, file, Findings()).messages}
    groups: dict[str, list[TranslatableText]] = {"stale": [], "missing": [], "waiting": []}
    translated = 0
    for context, text in texts.items():
        message = messages[context]
        if not message.translation:
            groups["missing"].append(text)
        elif message.stale:
            groups["stale"].append(text)
        else:
            translated += 1
            if message.translation != text.texts.get(language):
                groups["waiting"].append(text)
    return TranslationStatus(
        language,
        translated,
        tuple(groups["stale"]),
        tuple(groups["missing"]),
        tuple(groups["waiting"]),
        tuple(text for context, text in texts.items() if context in overset),
        tuple(documents),
        file is not None,
    )
