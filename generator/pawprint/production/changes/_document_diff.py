"""Documents that were built -> the same ones made again; and which of them are not what they were.

A document is remembered by the digest of its file, with the options of the build that made it: paper and folding make
another file of the same words. So it is made again in that very way, with the version that the game had then.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from pawprint.core.diagnostics import Findings
from pawprint.core.document_kinds import ALL_LISTS, KINDS
from pawprint.core.length import ZERO, Length
from pawprint.production._document_record import DocumentRecord, choice_of, paperwork

if TYPE_CHECKING:
    from pawprint.catalog.model import Game
    from pawprint.pieces.composer import Composer
    from pawprint.production.cache.store import Store
    from pawprint.production.run import Progress

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
    from pawprint.production._documents import BookRun
    from pawprint.production.cache.print_cache import PrintCache
    from pawprint.production.papers import find_paper
    from pawprint.production.run import PrintedFaces

    now: dict[str, DocumentRecord] = {}
    for version, options in {(one.version, tuple(sorted(one.options.items()))) for one in before.values()}:
        choice, findings = choice_of(dict(options)), Findings()
        composer = composer_of(choice.bleed or ZERO, findings)
        paper = find_paper(composer.layouts, findings, choice.paper, margin=choice.margin)
        then, files = game, PrintCache(store, game, composer, choice) if store else None
        if version != game.version:  # then the file must not be found by later builds
            then, files = replace(game, version=version), None
        faces = PrintedFaces(composer, then, language, cache=files.faces(language) if files else None, keep=True)
        made = list(BookRun(faces, paper, choice, progress, files).prints((*KINDS, ALL_LISTS))) if paper else []
        if files:
            files.close()
        found = dict(paperwork(made, dict(options)))
        for name, one in before.items():
            if (one.version, tuple(sorted(one.options.items()))) == (version, options):
                if name in found:
                    now[name] = found[name]
                elif findings.failed:
                    now[name] = one._replace(digest="")
    return now


def compare_documents(
    old: Mapping[str, DocumentRecord], new: Mapping[str, DocumentRecord], game: str, edition: str, language: str
) -> tuple[DocumentChange, ...]:
    """Which of the *old* documents are not what they were, by the names of their files.

    Args:
        edition: empty for the default one.
    """
    found = []
    for file, before in sorted(old.items()):
        now = new.get(file)
        what = GONE if now is None else BROKEN if not now.digest else CHANGED if now.digest != before.digest else ""
        if what:
            begin = f"{game}-{edition}-" if edition else f"{game}-"
            name = file.removeprefix(begin).rpartition(f"-{language}-")[0]
            found.append(DocumentChange(name or file, file, what))
    return tuple(found)
