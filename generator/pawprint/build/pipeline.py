"""The whole road on one screen: load, check, build, show.

    catalog + layouts -> compose -> draw -> impose -> press

Nothing here prints; findings and results go back to the caller. Heavy stages are imported when they are reached.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from pawprint import __version__
from pawprint.base.diagnostic import Diagnostic, Findings
from pawprint.base.length import Length, mm
from pawprint.base.registry import suggest

if TYPE_CHECKING:
    from pawprint.cache.files import Files
    from pawprint.cache.store import Store
    from pawprint.catalog.model import Game, Library
    from pawprint.changes.sheets import Renewal
    from pawprint.changes.state import State
    from pawprint.check.declared import Result
    from pawprint.choice import Choice
    from pawprint.compose.face import Composer
    from pawprint.compose.layouts import Layouts, Paper
    from pawprint.press.manifest import Print
    from pawprint.press.metrics import PressMetrics
    from pawprint.printrun import Progress

#: Faces are composed with at least this bleed and cut to the one asked for, so that art does not grow with it.
DESIGN_BLEED = mm(3)

#: The kinds of documents, beside those of pieces.
DOCUMENTS = ("rulebook", "reference")


@dataclass
class Workspace:
    """A catalog and layouts, loaded; what is wrong with them is in `findings`."""

    library: Library
    layouts: Layouts
    findings: Findings

    @cached_property
    def metrics(self) -> PressMetrics:
        """The fonts of the layouts, opened when first measured."""
        from pawprint.press.fonts import FontFile
        from pawprint.press.metrics import PressMetrics

        return PressMetrics(
            {
                family: {cut: FontFile(file.path, dict(file.axes), ("lnum",)) for cut, file in cuts.items()}
                for family, cuts in self.layouts.fonts.items()
            }
        )

    def composer(self, bleed: Length, draft: bool = False) -> Composer:
        """A composer of faces with these layouts, for printing with *bleed*."""
        from pawprint.compose.face import Composer

        return Composer(self.layouts, self.metrics, self.findings, max(bleed, DESIGN_BLEED), draft)

    def composer_apart(self, bleed: Length, findings: Findings) -> Composer:
        """A composer whose findings go elsewhere."""
        from pawprint.compose.face import Composer

        return Composer(self.layouts, self.metrics, findings, max(bleed, DESIGN_BLEED))


def bundled(kind: str) -> Path:
    """The folder `catalog` or `layouts` that comes with the package: inside a wheel, or beside a source tree."""
    package = Path(__file__).parent
    inside = package / "_data" / kind
    return inside if inside.is_dir() else package.parents[1] / kind


def load(catalog: Path, layouts: Sequence[Path], games: Iterable[str] = ()) -> Workspace:
    """Read a catalog and layouts; see `load_library` and `Layouts`."""
    from pawprint.catalog.library import load_library
    from pawprint.compose.layouts import Layouts

    findings = Findings()
    return Workspace(load_library(catalog, findings, games), Layouts(layouts, findings), findings)


def check(workspace: Workspace, edition: str = "") -> dict[str, tuple[Result, ...]]:
    """Everything that can be said without printing: declared checks, what the rules miss, all that composing finds.

    Args:
        edition: only this one; all editions of every game if empty.

    Returns:
        game -> its invariants with their status.
    """
    from pawprint.check.declared import run
    from pawprint.check.playable import check_rules

    games = [game for game in workspace.library.games.values() if game.each_edition(edition)]
    results = {game.id: run(game, workspace.findings, edition) for game in games}
    for game in games:
        check_rules(game, workspace.findings, edition)
    composer = workspace.composer(DESIGN_BLEED)
    for game in (one for loaded in games for one in loaded.each_edition(edition)):
        seen: set[str] = set()
        composer.kept = {}
        for record in game.all_records:
            component = game.components[record.component]
            for language in game.languages:
                composer.face(game, record, language)
                if component.name not in seen or not composer.back_is_common(component):
                    composer.back(game, record, language)
            seen.add(component.name)
        check_documents(game, composer)
    return results


def check_documents(game: Game, composer: Composer) -> None:
    """What making the pages of all documents finds, in every language; on the paper that most people have."""
    from pawprint.bookrun import books
    from pawprint.draw.lower import Lowering

    papers = composer.layouts.papers
    paper = papers.get("A4") or next(iter(papers.values()), None)
    lowering = Lowering()
    if paper is None:
        return
    for language in game.languages:
        for _ in books(game, language, composer, paper, lowering):
            pass


def build(
    workspace: Workspace, choice: Choice, progress: Progress | None = None, store: Store | None = None
) -> Iterator[Print]:
    """Record -> face -> drawing -> sheet -> bytes, one file after the other. Same inputs, same bytes.

    Files that are in the *store* are not made again. One that was made before an error appears is as worthless as the
    one that has it: collect first, write then.
    """
    from pawprint.check.declared import run
    from pawprint.printrun import Bench, PrintRun, batches

    games = [game for loaded in workspace.library.games.values() for game in loaded.each_edition(choice.edition)[:1]]
    for game in () if choice.draft else games:
        run(game, workspace.findings, game.edition)
    paper = find_paper(workspace, choice.paper)
    if paper is None:
        return
    composer = workspace.composer(choice.bleed, choice.draft)
    for game in games:
        bench = Bench()
        files = _files(game, composer, choice, store)
        for language in game.languages:
            if not choice.languages or language in choice.languages:
                kinds = document_kinds(choice)
                composer.kept = None if kinds is None else {}  # documents show what is printed on sheets
                composer.known = bench.know(files.faces(language) if files else None)
                printing = PrintRun(game, language, composer, paper, choice, progress, bench, files)
                for batch in batches(game, composer, choice):
                    made = printing.print(batch)
                    if made is not None:
                        yield made
                if kinds is not None:
                    from pawprint.bookrun import BookRun

                    books = BookRun(game, language, composer, paper, choice, progress, bench, files)
                    yield from books.prints(kinds)
        if files:
            files.close()


def _files(game: Game, composer: Composer, choice: Choice, store: Store | None) -> Files | None:
    """The files of *game* that were made before; None where nothing is kept."""
    from pawprint.cache.files import Files

    return None if store is None else Files(store, game, composer, choice)


def document_kinds(choice: Choice) -> tuple[str, ...] | None:
    """The kinds of documents that are asked for, none of them meaning all; None where only pieces are."""
    kinds = tuple(kind for kind in choice.kinds if kind in DOCUMENTS)
    if choice.components or choice.cards or (choice.kinds and not kinds):
        return None
    return None if choice.one_up and not kinds else kinds


def build_all(
    catalog: Path,
    layouts: Sequence[Path],
    games: Sequence[str],
    choice: Choice,
    jobs: int = 1,
    progress: Progress | None = None,
    store: Store | None = None,
) -> tuple[tuple[Diagnostic, ...], list[Print]]:
    """Load and build; with *jobs* > 1 the languages of the games are shared among that many processes.

    Args:
        store: what was made before, and need not be made again.

    Returns:
        the findings by place, and the files, in the same order for any number of jobs.
    """
    if store is None:
        return _build_all(load(catalog, layouts, games), layouts, choice, jobs, progress, None)
    from pawprint.cache.builds import Builds
    from pawprint.catalog.folders import game_folders

    folders = game_folders(catalog)
    wanted = list(dict.fromkeys(games)) or sorted(folders)
    together = bool(choice.components or choice.cards or choice.languages or choice.edition)
    known = {game: folders[game] for game in wanted if game in folders}
    try:
        builds = Builds(store, known, layouts, choice, together)
    except OSError:  # of a file that cannot be read there are findings
        return build_all(catalog, layouts, games, choice, jobs, progress)
    ready = builds.find()
    missing = [game for game in wanted if game not in ready]
    if wanted and not missing:
        return (), [made for game in wanted for made in ready[game]]
    workspace = load(catalog, layouts, missing)
    findings, prints = _build_all(workspace, layouts, choice, jobs, progress, store)
    if not findings:
        from pawprint.cache.files import font_files

        builds.keep(prints, missing, font_files(workspace.layouts))
    return findings, [made for game in wanted for made in (ready.get(game) or prints) if made.game == game]


def _build_all(
    workspace: Workspace,
    layouts: Sequence[Path],
    choice: Choice,
    jobs: int,
    progress: Progress | None,
    store: Store | None,
) -> tuple[tuple[Diagnostic, ...], list[Print]]:
    check_choice(workspace, choice)
    catalog = workspace.library.folder
    shares = [
        (catalog, tuple(layouts), game.id, language)
        for game in workspace.library.games.values()
        for language in game.languages
        if not choice.languages or language in choice.languages
    ]
    if jobs == 1 or len(shares) < 2:
        prints = list(build(workspace, choice, progress, store))
        return workspace.findings.sorted(), prints

    from concurrent.futures import ProcessPoolExecutor

    found = {finding.order: finding for finding in workspace.findings.sorted()}
    made: list[Print] = []
    with ProcessPoolExecutor(min(jobs, len(shares))) as pool:
        for share, (findings, prints) in zip(
            shares, pool.map(_build_share, shares, [choice] * len(shares), [store] * len(shares)), strict=True
        ):
            for finding in findings:
                found.setdefault(finding.order, finding)
            made += prints
            if progress:
                progress(f"{share[2]} {share[3]}", 1, 1)
    return tuple(found[order] for order in sorted(found)), made


def _build_share(
    share: tuple[Path, tuple[Path, ...], str, str], choice: Choice, store: Store | None
) -> tuple[tuple[Diagnostic, ...], list[Print]]:
    from dataclasses import replace

    catalog, layouts, game, language = share
    workspace = load(catalog, layouts, [game])
    prints = list(build(workspace, replace(choice, languages=(language,)), None, store))
    return workspace.findings.sorted(), prints


def write_prints(prints: Iterable[Print], out: Path, choice: Choice | None = None) -> Iterator[tuple[Path, Print]]:
    """Write files to `out/GAME/`, each whole or not at all, and then each game's MANIFEST.json and built.json.

    Args:
        choice: how they were made; None for the usual way.

    Raises:
        OSError: a file cannot be written; the others are whole.
    """
    from pawprint.base.files import sweep, write_if_changed
    from pawprint.changes.documents import options_of
    from pawprint.changes.state import remember_built
    from pawprint.press.manifest import NAME, manifest

    games: dict[str, list[Print]] = {}
    for made in prints:
        path = out / made.game / made.name
        write_if_changed(path, made.data)
        games.setdefault(made.game, []).append(made)
        yield path, made
    for game, files in games.items():
        write_if_changed(out / game / NAME, manifest(out / game, files, f"pawprint {__version__}"))
        remember_built(out / game, files, options_of(choice) if choice else {})
        sweep(out / game)


def build_changed(
    workspace: Workspace, choice: Choice, out: Path, progress: Progress | None = None, store: Store | None = None
) -> Iterator[Renewal]:
    """What brings the printed pieces that `out/GAME/printed.json` remembers up to date, deck by deck.

    As with `build`, what was made before an error appears is worthless. Games and languages of which nothing is
    remembered are left out.

    Raises:
        BadState: what is remembered cannot be read.
    """
    from pawprint.changes.compare import compare
    from pawprint.changes.documents import compare_documents, documents_now
    from pawprint.changes.now import deck_now
    from pawprint.changes.sheets import asks_for, renewal
    from pawprint.changes.state import PRINTED, deck_key, read_state
    from pawprint.check.declared import run
    from pawprint.printrun import Bench, PrintRun

    check_choice(workspace, choice)
    paper = find_paper(workspace, choice.paper)
    composer = workspace.composer(choice.bleed, choice.draft)
    for game in [one for loaded in workspace.library.games.values() for one in loaded.each_edition(choice.edition)[:1]]:
        printed = read_state(out / game.id / PRINTED)
        if printed is None or paper is None:
            continue
        if not choice.draft:
            run(game, workspace.findings, game.edition)
        bench, files = Bench(), _files(game, composer, choice, store)
        for language in game.languages:
            before = printed.decks.get(deck_key(game.other_edition, language))
            if before is not None and (not choice.languages or language in choice.languages):
                composer.known = bench.know(files.faces(language) if files else None)
                printing = PrintRun(game, language, composer, paper, choice, progress, bench)
                deck, cuts = deck_now(printing, choice, progress)
                changes = compare(before, deck, lambda piece, game=game: asks_for(game, choice, piece))  # type: ignore[misc]
                deck = deck.without(before.missing)._replace(documents=before.documents)
                made = renewal(printing, deck, cuts, changes)
                if document_kinds(choice) is not None and not workspace.findings.failed:
                    old, apart = before.documents, workspace.composer_apart
                    now = documents_now(game, language, old, apart, store, progress)
                    renewed = compare_documents(old, now, game.id, game.other_edition, language)
                    made = made._replace(documents=renewed)
                yield made
        if files:
            files.close()


def write_changed(renewals: Iterable[Renewal], out: Path) -> Iterator[tuple[Renewal, Path | None]]:
    """Write the files of *renewals* and what is built now; take away what an earlier one has left and nobody needs.

    Raises:
        OSError: a file cannot be written; the others are whole.
    """
    from pawprint.base.files import write_if_changed
    from pawprint.changes.sheets import KIND
    from pawprint.changes.state import remember_renewed
    from pawprint.press.manifest import NAME, files_of, manifest

    for one in renewals:
        folder = out / one.game
        for old in files_of(folder, KIND, one.language, one.edition):
            if one.made is None or old.name != one.made.name:
                old.unlink(missing_ok=True)
        path = None
        if one.made is not None:
            ((path, _),) = write_prints([one.made], out)
        else:
            write_if_changed(folder / NAME, manifest(folder, [], f"pawprint {__version__}"))
        remember_renewed(folder, one.game, one.version, one.key, one.deck)
        yield one, path


def changes_since(
    workspace: Workspace,
    since: str,
    out: Path,
    layouts: Sequence[Path],
    progress: Progress | None = None,
    store: Store | None = None,
) -> Iterator[tuple[State | None, State]]:
    """For each game its state at some time, None where there is none, and its state now, which is empty then.

    Args:
        since: `printed`, `built`, or a revision of the Git repository that the catalog is in; layouts are taken from
            that revision as well, as far as they are in such a repository.
        out: the folder with what is remembered of each game.

    Raises:
        BadState: what is remembered cannot be read.
        NoRevision: there is no such revision of the catalog.
    """
    from tempfile import TemporaryDirectory

    from pawprint.changes.now import state_now, with_documents
    from pawprint.changes.state import BUILT, PRINTED, State, read_state

    with TemporaryDirectory() as temporary:
        at: Workspace | None = None
        if since not in ("printed", "built"):
            at = _workspace_at(since, workspace, layouts, Path(temporary))
        for game in workspace.library.games.values():
            before: State | None
            if at is None:
                before = read_state(out / game.id / (PRINTED if since == "printed" else BUILT))
            else:
                then = at.library.games.get(game.id)
                before = state_now(then, at.composer(DESIGN_BLEED, draft=True), progress) if then else None
            if before is None:
                yield None, State(game.id, game.version)
                continue
            now = state_now(game, workspace.composer(DESIGN_BLEED), progress, store)
            if not workspace.findings.failed:
                now = with_documents(now, before, game, workspace.composer_apart, store, progress)
            yield before, now


def _workspace_at(revision: str, now: Workspace, layouts: Sequence[Path], into: Path) -> Workspace:
    """A catalog and its layouts as they were; what is wrong with them is nobody's business any more."""
    from pawprint.changes.revision import NoRevision, folder_at

    catalog = folder_at(revision, now.library.folder, into / "catalog")
    folders = []
    for number, folder in enumerate(layouts):
        try:
            folders.append(folder_at(revision, folder, into / f"layouts-{number}"))
        except NoRevision:  # they come with the program, or there were none yet
            folders.append(folder)
    return load(catalog, folders, now.library.games)


def check_choice(workspace: Workspace, choice: Choice) -> None:
    """Findings for languages, editions, components and cards that none of the games has."""
    games = list(workspace.library.games.values())
    check_edition(workspace, choice.edition)
    cards = [card.rpartition("/")[2] for card in choice.cards]
    for wanted, known, noun in (
        (choice.languages, {language for game in games for language in game.languages}, "language"),
        (choice.components, {name for game in games for name in game.components}, "component"),
        (cards, {record for game in games for records in game.records.values() for record in records}, "piece"),
    ):
        for name in wanted:
            if games and name not in known:
                workspace.findings.add(f"unknown-{noun}", f"there is no {noun} '{name}'", None, suggest(name, known))


def check_edition(workspace: Workspace, edition: str) -> None:
    """A finding for an edition that none of the games has."""
    games = workspace.library.games.values()
    known = {name for game in games for name in game.editions}
    if edition and games and edition not in known:
        help = suggest(edition, known, "editions are") if known else "leave it out: the game has no editions"
        workspace.findings.add("unknown-edition", f"there is no edition '{edition}'", None, help)


def find_paper(workspace: Workspace, name: str) -> Paper | None:
    """The paper called *name* (in any case), or one of the size `WxH`; None after a finding."""
    from pawprint.printrun import find_paper

    return find_paper(workspace.layouts, workspace.findings, name)
