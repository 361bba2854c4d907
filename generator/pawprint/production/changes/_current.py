"""A game -> its state as it would be printed now: every piece composed and drawn, and no sheet made."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import NamedTuple

from pawprint.catalog.model import Game
from pawprint.catalog.plain_values import plain_fields
from pawprint.core.diagnostics import Findings
from pawprint.core.document_kinds import ALL_LISTS, DOCUMENT_KINDS
from pawprint.core.geometry import Size
from pawprint.core.length import ZERO, Length, mm
from pawprint.pieces.composer import Composer
from pawprint.pieces.layouts import NORMAL_MARGIN, Paper
from pawprint.production._documents import BookRun
from pawprint.production._piece_drawings import PieceDrawings
from pawprint.production.cache.print_cache import PrintCache
from pawprint.production.cache.store import Store
from pawprint.production.options import BuildOptions
from pawprint.production.papers import find_paper
from pawprint.production.run import PrintedFaces, Progress, SharedResources
from pawprint.production.sheets import PrintRun, batches, covered
from pawprint.production.snapshot import Deck, DocumentRecord, Entry, Snapshot, choice_of, deck_key, paperwork

# --- Documents that were built -> the same documents made again, and which of them differ -----------------------------

#: A composer for a bleed, whose findings go to those that are given.
ComposerOf = Callable[[Length, Findings], "Composer"]

#: What can become of a document: it is different, there is none of its name any more, or a finding forbids to make it.
CHANGED, GONE, BROKEN = "changed", "gone", "broken"


class DocumentChange(NamedTuple):
    """What became of a document in one language and edition.

    Attributes:
        name: of the document, as in `rulebook`.
        file: its name in the output folder.
        what: `changed`, `gone` or `broken`.
    """

    name: str
    file: str
    what: str


def documents_now(
    game: "Game",
    language: str,
    before: Mapping[str, DocumentRecord],
    composer_of: ComposerOf,
    store: "Store | None" = None,
    progress: "Progress | None" = None,
) -> dict[str, DocumentRecord]:
    """What has become of the documents that were there *before*; without those of which there is no file now.

    Args:
        composer_of: makes composers. What is wrong with a document is not said; it cannot be made then.
        store: files that were made before.
    """
    now: dict[str, DocumentRecord] = {}
    for version, options in {
        (document.version, tuple(sorted(document.options.items()))) for document in before.values()
    }:
        choice, findings = choice_of(dict(options)), Findings()
        composer = composer_of(choice.bleed or ZERO, findings)
        paper = find_paper(composer.layouts, findings, choice.paper, margin=choice.margin)
        then, files = game, PrintCache(store, game, composer, choice) if store else None
        if version != game.version:  # then the file must not be found by later builds
            then, files = replace(game, version=version), None
        faces = PrintedFaces(composer, then, language, cache=files.faces(language) if files else None, keep=True)
        made = (
            list(BookRun(faces, paper, choice, progress, files).prints((*DOCUMENT_KINDS, ALL_LISTS))) if paper else []
        )
        if files:
            files.close()
        found = dict(paperwork(made, dict(options)))
        for name, document in before.items():
            if (document.version, tuple(sorted(document.options.items()))) == (version, options):
                if name in found:
                    now[name] = found[name]
                elif findings.failed:
                    now[name] = document._replace(digest="")
    return now


def compare_documents(
    old: Mapping[str, DocumentRecord], new: Mapping[str, DocumentRecord], game: str, edition: str, language: str
) -> tuple[DocumentChange, ...]:
    """Which of the *old* documents are not what they were, by the names of their files.

    Args:
        edition: empty for the default one.
    """
    result = []
    for file, before in sorted(old.items()):
        now = new.get(file)
        what = GONE if now is None else BROKEN if not now.digest else CHANGED if now.digest != before.digest else ""
        if what:
            begin = f"{game}-{edition}-" if edition else f"{game}-"
            name = file.removeprefix(begin).rpartition(f"-{language}-")[0]
            result.append(DocumentChange(name or file, file, what))
    return tuple(result)


#: `component/id` -> the piece as it is printed.
DrawingsByPiece = dict[str, PieceDrawings]
#: Nothing is laid out on it.
_ANY_PAPER = Paper("any", Size(mm(210), mm(297)), NORMAL_MARGIN)


def deck_now(
    printing: PrintRun, options: BuildOptions, progress: Progress | None = None
) -> tuple[Deck, DrawingsByPiece]:
    """The pieces that *options* asks for, in the order of the catalog, in the language and edition of *printing*.

    A piece whose face cannot be composed is among them without fingerprints; there is a finding of it.
    """
    game, language = printing.game, printing.language
    pieces: dict[str, Entry] = {}
    by_piece: DrawingsByPiece = {}
    for batch in batches(game, printing.composer, options):
        for done, (component, record) in enumerate(batch.pieces):
            name = f"{component.name}/{record.id}"
            drawings = printing.pieces.drawings(component, record, batch.stock)
            if drawings is not None:
                by_piece[name] = drawings
            values = plain_fields(record, language, game.edition)
            pieces[name] = Entry(
                *(drawings.fingerprints if drawings else ("", "")), record.copies_in(game.edition), values
            )
            if progress and done % 20 == 0:
                progress(f"{game.id} {batch.name} {language}", done, len(batch.pieces))
        if progress:
            progress(f"{game.id} {batch.name} {language}", len(batch.pieces), len(batch.pieces))
    asked = covered(game, options)
    whole = {name: name in asked and not options.cards for name in game.components}
    return Deck(pieces, whole), by_piece


def state_now(
    game: Game, composer: Composer, progress: Progress | None = None, store: "Store | None" = None
) -> Snapshot:
    """All of a game, in each of its editions and languages.

    Args:
        store: of faces that are known.
    """
    decks = {}
    for edition in game.each_edition():
        shared = SharedResources()
        files = PrintCache(store, edition, composer, BuildOptions()) if store else None
        for language in game.languages:
            faces = PrintedFaces(composer, edition, language, shared, files.faces(language) if files else None)
            printing = PrintRun(faces, _ANY_PAPER, BuildOptions())
            decks[deck_key(edition.other_edition, language)] = deck_now(printing, BuildOptions(), progress)[0]
        if files:
            files.close()
    return Snapshot(game.id, game.version, decks)


def deck_of(game: Game, language: str, composer: Composer, options: BuildOptions) -> Deck:
    """The pieces that *options* asks for, in one language, with nothing taken from a cache."""
    faces = PrintedFaces(composer, game, language, SharedResources())
    return deck_now(PrintRun(faces, _ANY_PAPER, BuildOptions()), options)[0]


def with_documents(
    now: Snapshot,
    before: Snapshot,
    game: Game,
    composer_of: ComposerOf,
    store: "Store | None" = None,
    progress: Progress | None = None,
) -> Snapshot:
    """The state *now*, and in it the documents that the state *before* has; see `documents_now`."""
    decks = dict(now.decks)
    for edition in game.each_edition():
        for language in game.languages:
            key = deck_key(edition.other_edition, language)
            old = before.decks[key].documents if key in before.decks else {}
            made = documents_now(edition, language, old, composer_of, store, progress)
            decks[key] = decks[key]._replace(documents=made)
    return now._replace(decks=decks)
