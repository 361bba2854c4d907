"""Builds of what has changed, and comparisons of a game with an earlier state of itself."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from pawprint import __version__
from pawprint.check.evaluation import run_checks
from pawprint.core.files import write_if_changed
from pawprint.core.length import DESIGN_BLEED
from pawprint.press.manifest import NAME, files_of, manifest
from pawprint.production.cache.store import Store
from pawprint.production.changes._current import compare_documents, deck_now, documents_now, state_now, with_documents
from pawprint.production.changes._piece_diff import compare
from pawprint.production.changes.earlier_game import BadRepository, NoRevision, folder_at
from pawprint.production.changes.reprint import KIND, Reprint, asks_for, renewal
from pawprint.production.options import BuildOptions
from pawprint.production.papers import paper_of_build
from pawprint.production.pipeline import Workspace, built_files, check_options, document_kinds, load, write_prints
from pawprint.production.run import PrintedFaces, Progress, SharedResources
from pawprint.production.sheets import PrintRun
from pawprint.production.snapshot import BUILT, PRINTED, Snapshot, deck_key, read_state, remember_renewed


def build_changed(
    workspace: Workspace, options: BuildOptions, out: Path, progress: Progress | None = None, store: Store | None = None
) -> Iterator[Reprint]:
    """What brings the printed pieces that `out/GAME/printed.json` remembers up to date, deck by deck.

    As with `build`, what was made before an error appears is worthless. Games and languages of which nothing is
    remembered are left out.

    Raises:
        BadState: what is remembered cannot be read.
    """
    check_options(workspace, options)
    paper = paper_of_build(workspace.layouts, workspace.findings, options)
    composer = workspace.composer(options.bleed, options.draft)
    for game in [
        edition for loaded in workspace.library.games.values() for edition in loaded.each_edition(options.edition)[:1]
    ]:
        printed = read_state(out / game.id / PRINTED)
        if printed is None or paper is None:
            continue
        if not options.draft:
            run_checks(game, workspace.findings, game.edition)
        shared, files = SharedResources(), built_files(game, composer, options, store)
        for language in game.languages:
            before = printed.decks.get(deck_key(game.other_edition, language))
            if before is not None and (not options.languages or language in options.languages):
                cache = files.faces(language) if files else None
                faces = PrintedFaces(composer, game, language, shared, cache, composed_only=options.low_ink)
                printing = PrintRun(faces, paper, options, progress)
                deck, drawings = deck_now(printing, options, progress)
                changes = compare(before, deck, lambda piece, game=game: asks_for(game, options, piece))  # type: ignore[misc]
                deck = deck.without(before.missing)._replace(documents=before.documents)
                made = renewal(printing, deck, drawings, changes)
                if document_kinds(options) is not None and not workspace.findings.failed:
                    old, apart = before.documents, workspace.composer_apart
                    now = documents_now(game, language, old, apart, store, progress)
                    renewed = compare_documents(old, now, game.id, game.other_edition, language)
                    made = made._replace(documents=renewed)
                yield made
        if files:
            files.close()


def write_changed(renewals: Iterable[Reprint], out: Path) -> Iterator[tuple[Reprint, Path | None]]:
    """Write the files of *renewals* and what is built now; remove files of earlier ones that are no longer needed.

    Raises:
        OSError: a file cannot be written; the others are whole.
    """
    for outdated in renewals:
        folder = out / outdated.game
        for old in files_of(folder, KIND, outdated.language, outdated.edition):
            if outdated.made is None or old != folder / outdated.made.path:
                old.unlink(missing_ok=True)
        path = None
        if outdated.made is not None:
            ((path, _),) = write_prints([outdated.made], out)
        else:
            write_if_changed(folder / NAME, manifest(folder, [], f"pawprint {__version__}"))
        remember_renewed(folder, outdated.game, outdated.version, outdated.key, outdated.deck)
        yield outdated, path


def changes_since(
    workspace: Workspace,
    since: str,
    out: Path,
    layouts: Sequence[Path],
    progress: Progress | None = None,
    store: Store | None = None,
) -> Iterator[tuple[Snapshot | None, Snapshot]]:
    """For each game its state at some time, None where there is none, and its state now, which is empty then.

    Args:
        since: `printed`, `built`, or a revision of the Git repository that the catalog is in; layouts are taken from
            that revision as well, as far as they are in such a repository.
        out: the folder with what is remembered of each game.

    Raises:
        BadState: what is remembered cannot be read.
        NoRevision: there is no such revision of the catalog, or not all of it.
    """
    with TemporaryDirectory(ignore_cleanup_errors=True) as temporary:
        at: Workspace | None = None
        if since not in ("printed", "built"):
            at = workspace_at(since, workspace, layouts, Path(temporary))
        for game in workspace.library.games.values():
            before: Snapshot | None
            if at is None:
                before = read_state(out / game.id / (PRINTED if since == "printed" else BUILT))
            else:
                then = at.library.games.get(game.id)
                before = state_now(then, at.composer(DESIGN_BLEED, draft=True), progress) if then else None
            if before is None:
                yield None, Snapshot(game.id, game.version)
                continue
            now = state_now(game, workspace.composer(DESIGN_BLEED), progress, store)
            if not workspace.findings.failed:
                now = with_documents(now, before, game, workspace.composer_apart, store, progress)
            yield before, now


def workspace_at(revision: str, now: Workspace, layouts: Sequence[Path], into: Path) -> Workspace:
    """A catalog and its layouts as they were; their findings are discarded."""
    catalog = folder_at(revision, now.library.folder, into / "catalog")
    folders = []
    for number, folder in enumerate(layouts):
        try:
            folders.append(folder_at(revision, folder, into / f"layouts-{number}"))
        except BadRepository:
            raise
        except NoRevision:  # they come with the program, or there were none yet
            folders.append(folder)
    return load(catalog, folders, now.library.games)
