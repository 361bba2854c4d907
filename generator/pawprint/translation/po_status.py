"""The texts of a game and a PO file -> how far the translation is."""

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import NamedTuple

from pawprint.core.diagnostics import Findings
from pawprint.translation.po_files import PoFile
from pawprint.translation.po_merge import merged
from pawprint.translation.translatable import TranslatableText


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
        """How many texts there are."""
        return self.translated + len(self.stale) + len(self.missing)

    @property
    def complete(self) -> bool:
        """Whether nothing is left to do."""
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
