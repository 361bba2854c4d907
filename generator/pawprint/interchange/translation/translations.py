"""A game in a folder <-> the PO file of a language: what `pawprint po` exports, imports and reports."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from pawprint.catalog.model import Game
from pawprint.core.diagnostics import Findings
from pawprint.core.files import write_if_changed
from pawprint.core.registry import suggest
from pawprint.core.source import Source, Span
from pawprint.interchange.translation._po_files import PoFile, read_po, write_po
from pawprint.interchange.translation._po_import import TranslationPlan, plan_translation
from pawprint.interchange.translation._translator_notes import (
    TranslatorComments,
    overset_texts,
    picture_name,
    pictures_of,
    set_texts,
    sides_that_show,
    text_limits,
)
from pawprint.interchange.translation.document_texts import TranslatedDocument, texts_of, translated_documents
from pawprint.interchange.translation.po_merge import TranslationStatus, merged, status_of
from pawprint.interchange.translation.translatable import TextFiles, text_files
from pawprint.pieces.composer import Composer
from pawprint.source import reader


class TranslatorFiles(NamedTuple):
    """What a translator gets.

    Attributes:
        po: the PO file.
        pictures: name and content of each picture, drawn when it is asked for.
    """

    po: bytes
    pictures: Iterator[tuple[str, bytes]]


@dataclass(frozen=True)
class Translation:
    """The translation of a game into one language.

    Attributes:
        source: the language that is translated.
        found: the texts of its YAML files and of its documents.
        documents: its rulebook and sheets, as far as they are there in the language that is translated.
        layouts: the folders with faces that are translated with it.
        kept: the PO file in the folder of the game; None if it has none.
    """

    game: Game
    language: str
    source: str
    found: TextFiles
    documents: tuple[TranslatedDocument, ...]
    layouts: tuple[Path, ...]
    kept: PoFile | None

    def exported(
        self, before: PoFile | None, composer: "Composer", findings: Findings, pictures: bool = False
    ) -> "TranslatorFiles":
        """The files for the translator.

        Args:
            before: the file that is replaced; None to begin with the one that is kept.
            composer: measures how much text fits.
            pictures: whether there are pictures of the pieces that show the texts.
        """
        texts = self.found.texts
        noted = set_texts(self.game, composer, (self.source,))
        limits = text_limits(self.game, texts, noted, self.source)
        sides = sides_that_show(self.game, texts, noted, self.source) if pictures else {}
        names = {context: picture_name(side) for context, side in sides.items()}
        about = TranslatorComments(self.game, self.language, self.source, self.layouts, limits, names)
        file = merged(texts, self.language, self.source, before or self.kept, findings, about.comments, about.place)
        return TranslatorFiles(write_po(file, self.game.id), pictures_of(sides, composer, self.source))

    def imported(self, file: PoFile, findings: Findings) -> "TranslationPlan":
        return plan_translation(self.game, self.found, self.documents, self.language, self.source, file, findings)

    def keep(self, file: PoFile) -> None:
        """Keep *file*, which has been imported, in the folder of the game, to know later what has changed since."""
        contexts = {message.context for message in file.messages}
        others = [message for message in self.kept.messages if message.context not in contexts] if self.kept else []
        path = kept_path(self.game, self.language)
        path.parent.mkdir(exist_ok=True)
        write_if_changed(path, write_po(replace(file, messages=(*file.messages, *others)), self.game.id))

    def status(self, composer: "Composer | None") -> "TranslationStatus":
        """How far it is; without a *composer*, it is not known which texts are too long."""
        texts, overset = self.found.texts, set[str]()
        if composer is not None and self.language in self.game.all_languages:
            overset = overset_texts(self.game, texts, set_texts(self.game, composer, (self.language,)), self.language)
        missing = [document.path for document in self.documents if self.language not in document.others]
        return status_of(texts, self.language, self.source, self.kept, overset, missing)


def kept_path(game: Game, language: str) -> Path:
    """Where the PO file of a language is in the folder of a game."""
    return game.folder / "translations" / f"{language}.po"


def translation_of(
    game: Game, language: str, source: str, layouts: Sequence[Path], findings: Findings
) -> Translation | None:
    """The translation of *game* into *language*; None after a finding.

    Args:
        source: the language that is translated; that of the file that is kept, or the game's first one, if empty.
    """
    path = kept_path(game, language)
    before = findings.count
    kept = read_po_file(path, language, findings) if path.is_file() else None
    source = source or (kept.source_language if kept else "") or game.languages[0]
    if source not in game.languages:
        help = suggest(source, game.languages, "its languages are")
        findings.add("unknown-language", f"{game.id} has no language '{source}' to translate from", None, help)
    elif source == language:
        others = [code for code in game.languages if code != language]
        help = f"translate from {others[0]}" if others else "name another language"
        findings.add("unknown-language", f"'{language}' cannot be translated from itself", None, help)
    if findings.count > before:
        return None
    found = text_files(game, layouts, language, source, findings)
    documents = tuple(translated_documents(game, language, source, findings))
    known = {message.context: message.translation for message in kept.messages} if kept else {}
    for document in documents:
        found.texts |= {text.context: text for text in texts_of(document, language, source, known)}
    return None if findings.failed else Translation(game, language, source, found, documents, tuple(layouts), kept)


def read_po_file(path: Path, language: str, findings: Findings) -> PoFile | None:
    """The PO file at *path*, which must be in *language*; None after a finding."""
    source = reader.load_source(path, findings)
    file = read_po(source, findings) if source else None
    if file is None or file.language.replace("_", "-") in ("", language):
        return file
    span = Span(Source(reader.display_path(path), ""), 0, 0)
    message = f"{reader.display_path(path)} is a translation into '{file.language}', not into '{language}'"
    findings.add("bad-po", message, span, "name the language of the file")
    return None
