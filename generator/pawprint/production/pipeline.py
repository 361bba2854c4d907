"""The stages in their order: load, check, build, write.

    catalog + layouts -> compose -> draw -> impose -> press

Nothing here prints; findings and results go back to the caller. Heavy stages are imported when they are reached.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property, partial
from hashlib import file_digest
from itertools import islice, pairwise
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any, NamedTuple

from pawprint import __version__
from pawprint.catalog.model import Game
from pawprint.core.diagnostics import Diagnostic, Findings, PieceId
from pawprint.core.document_kinds import ALL_LISTS, DOCUMENT_KINDS, LISTS
from pawprint.core.files import FileWriter, is_file, remove_stale_parts, write_if_changed
from pawprint.core.files import bundled as bundled
from pawprint.core.length import DESIGN_BLEED, ZERO, Length
from pawprint.core.registry import suggest
from pawprint.core.workers import cores, share_work
from pawprint.press.manifest import NAME, Print, listed_files, manifest
from pawprint.production.options import BOXES, PDF, BuildOptions

if TYPE_CHECKING:
    from pawprint.catalog.model import Library
    from pawprint.check.evaluation import CheckResult
    from pawprint.pieces.composer import Composer
    from pawprint.pieces.layouts import Layouts, Paper
    from pawprint.pieces.placed import PieceFaces
    from pawprint.press.font_metrics import PressMetrics
    from pawprint.production.cache.print_cache import PrintCache
    from pawprint.production.cache.store import Store
    from pawprint.production.run import Progress
    from pawprint.production.sheets import Batch, PrintRun


#: The kinds of documents, beside those of pieces.
DOCUMENTS = (*DOCUMENT_KINDS, ALL_LISTS, *LISTS)


@dataclass(eq=False, repr=False)
class Workspace:
    """A catalog and layouts, loaded; `findings` has their errors and warnings. Unpickled, it is loaded anew."""

    library: Library
    layouts: Layouts
    findings: Findings

    def __reduce__(self) -> tuple[Any, ...]:
        return load, (self.library.folder, self.layouts.folders, tuple(self.library.games))

    @cached_property
    def metrics(self) -> PressMetrics:
        """The fonts of the layouts, opened when first measured."""
        from pawprint.press.font_metrics import PressMetrics
        from pawprint.press.fonts import FontFile

        return PressMetrics(
            {
                family: {cut: FontFile(file.path, dict(file.axes), ("lnum",)) for cut, file in cuts.items()}
                for family, cuts in self.layouts.fonts.items()
            },
            self.layouts.fallbacks,
        )

    def composer(self, bleed: Length | None, draft: bool = False) -> Composer:
        """A composer of faces with these layouts, for printing with *bleed*; None for that of games and stocks."""
        from pawprint.pieces.composer import Composer

        return Composer(self.layouts, self.metrics, self.findings, max(bleed or ZERO, DESIGN_BLEED), draft)

    def composer_apart(self, bleed: Length | None, findings: Findings) -> Composer:
        from pawprint.pieces.composer import Composer

        return Composer(self.layouts, self.metrics, findings, max(bleed or ZERO, DESIGN_BLEED))


def load(catalog: Path, layouts: Sequence[Path], games: Iterable[str] = ()) -> Workspace:
    """Read a catalog and layouts; see `load_library` and `Layouts`."""
    from pawprint.catalog.library import load_library
    from pawprint.pieces.layouts import Layouts

    findings = Findings()
    return Workspace(load_library(catalog, findings, games), Layouts(layouts, findings), findings)


def check(workspace: Workspace, edition: str = "") -> dict[str, tuple[CheckResult, ...]]:
    """What can be found without printing: by declared checks, rules, scenarios, numbers of rules, and composing.

    Args:
        edition: only this one; all editions of every game if empty.

    Returns:
        game -> its invariants with their status.
    """
    from pawprint.catalog.comments import check_comments
    from pawprint.check.evaluation import run_checks
    from pawprint.check.playable import check_rules, check_scenarios
    from pawprint.documents.named_rules import check_named_rules
    from pawprint.pieces.composer import ComposedFaces

    games = [game for game in workspace.library.games.values() if game.each_edition(edition)]
    results = {game.id: run_checks(game, workspace.findings, edition) for game in games}
    for game in games:
        check_rules(game, workspace.findings, edition)
        check_scenarios(game, workspace.findings, edition)
        check_named_rules(game, workspace.findings)
        check_comments(game, workspace.findings)
    composer = workspace.composer(DESIGN_BLEED)
    for game in (edition_game for loaded in games for edition_game in loaded.each_edition(edition)):
        seen: set[str] = set()
        faces = {language: ComposedFaces(composer, game, language) for language in game.languages}
        for record in game.all_records:
            component = game.components[record.component]
            for in_language in faces.values():
                in_language.side(record, "face")
                if component.name not in seen or not composer.back_is_common(component):
                    in_language.side(record, "back")
            seen.add(component.name)
        check_documents(game, composer, faces)
        if game.node.get("boxes") is not None:
            from pawprint.production.box_sheets import check_boxes

            check_boxes(game, composer)
    return results


def check_documents(game: Game, composer: Composer, faces: Mapping[str, PieceFaces]) -> None:
    """What making the pages of all documents finds, in every language; on the paper that most people have.

    Args:
        faces: language -> the faces that figures show.
    """
    from pawprint.pieces.lower import Lowering
    from pawprint.production._documents import books

    papers = composer.layouts.papers
    paper = papers.get("A4") or next(iter(papers.values()), None)
    lowering = Lowering()
    if paper is None:
        return
    for language in game.languages:
        for _ in books(game, language, composer, paper, lowering, faces[language]):
            pass


def build(
    workspace: Workspace,
    options: BuildOptions,
    progress: Progress | None = None,
    store: Store | None = None,
    only: str = "",
) -> Iterator[Print]:
    """Record -> face -> drawing -> sheet -> bytes, one file after the other. Same inputs, same bytes.

    Files that are in the *store* are not made again. One that was made before an error appears is as worthless as the
    one that has it: collect first, write then.

    Args:
        only: the game that is built; all of the workspace if empty.
    """
    from pawprint.check.evaluation import run_checks
    from pawprint.production.papers import paper_of_build

    wanted = [game for game in workspace.library.games.values() if only in ("", game.id)]
    games = [game for loaded in wanted for game in loaded.each_edition(options.edition)[:1]]
    for game in () if options.draft else games:
        run_checks(game, workspace.findings, game.edition)
    paper = paper_of_build(workspace.layouts, workspace.findings, options)
    if paper is None or workspace.layouts.lacks_fonts:  # without its fonts, not even a draft can be written
        return
    composer = workspace.composer(options.bleed, options.draft)
    for game in games:
        yield from _files_of(game, composer, paper, options, progress, store)
        composer.forget_pieces()  # of a large game they take a hundred megabytes
        workspace.layouts.drawings.release()


def _files_of(
    game: Game, composer: Composer, paper: Paper, options: BuildOptions, progress: Progress | None, store: Store | None
) -> Iterator[Print]:
    from pawprint.production.run import PrintedFaces, SharedResources
    from pawprint.production.sheets import PrintRun, batches

    shared = SharedResources()
    files = built_files(game, composer, options, store)
    for language in game.printed_languages(options.languages):
        kinds = document_kinds(options)
        cache = files.faces(language) if files else None
        as_operations = options.low_ink or options.forms != (PDF,)
        faces = PrintedFaces(
            composer, game, language, shared, cache, keep=kinds is not None, composed_only=as_operations
        )
        printing = PrintRun(faces, paper, options, progress, files)
        wanted = tuple(batches(game, composer, options)) if PDF in options.forms else ()
        yield from _printed(printing, wanted)
        if asks_for_boxes(game, options):
            from pawprint.production.box_sheets import BoxRun

            yield from BoxRun(faces, paper, options, progress, files).prints()
        if kinds is not None:
            from pawprint.production._documents import BookRun

            yield from BookRun(faces, paper, options, progress, files).prints(kinds)
    if files:
        files.close()


def _printed(printing: PrintRun, batches: Sequence[Batch]) -> Iterator[Print]:
    if printing.options.mix and not printing.options.one_up:
        from pawprint.production.sheets import print_mixed

        yield from print_mixed(printing, batches)
        return
    for batch in batches:
        made = printing.print(batch)
        if made is not None:
            yield made


def built_files(game: Game, composer: Composer, options: BuildOptions, store: Store | None) -> PrintCache | None:
    """The files of *game* that were made before; None where nothing is kept."""
    from pawprint.production.cache.print_cache import PrintCache

    return None if store is None else PrintCache(store, game, composer, options)


def asks_for_boxes(game: Game, options: BuildOptions) -> bool:
    """True if *game* declares boxes, and they are to be printed."""
    some = options.components or options.cards or options.one_up or (options.kinds and BOXES not in options.kinds)
    return game.node.get(BOXES) is not None and PDF in options.forms and not some


def document_kinds(options: BuildOptions) -> tuple[str, ...] | None:
    """The kinds of documents that are asked for, none of them meaning all; None where only pieces are."""
    kinds = tuple(kind for kind in options.kinds if kind in DOCUMENTS)
    if options.components or options.cards or (options.kinds and not kinds):
        return None
    return None if options.one_up and not kinds else kinds


def build_all(
    catalog: Path,
    layouts: Sequence[Path],
    games: Sequence[str],
    options: BuildOptions,
    jobs: int = 1,
    progress: Progress | None = None,
    store: Store | None = None,
) -> tuple[tuple[Diagnostic, ...], list[Print]]:
    """Load and build.

    Args:
        jobs: the processes that share the games and their languages; 0 for one per core if that ends sooner.
        store: what was made before, and need not be made again.

    Returns:
        the findings by place, and the files, in the same order for any number of jobs.
    """
    if store is None:
        return _build_all(load(catalog, layouts, games), options, jobs, progress, None, ())
    from pawprint.catalog.library import game_folders
    from pawprint.production.cache._game_cache import GameCache

    folders = game_folders(catalog)
    wanted = list(dict.fromkeys(games)) or sorted(folders)
    together = bool(options.components or options.cards or options.languages or options.edition)
    known = {game: folders[game] for game in wanted if game in folders}
    try:
        builds = GameCache(store, catalog, known, layouts, options, together)
    except OSError:  # of a file that cannot be read there are findings
        return build_all(catalog, layouts, games, options, jobs, progress)
    ready = builds.find()
    missing = [game for game in wanted if game not in ready]
    if wanted and not missing:
        return (), [made for game in wanted for made in ready[game]]
    workspace = load(catalog, layouts, missing)
    findings, prints = _build_all(workspace, options, jobs, progress, store, builds.built_before())
    if not findings:
        from pawprint.production.cache.print_cache import font_files

        builds.put(prints, missing, font_files(workspace.layouts))
    return findings, [made for game in wanted for made in (ready.get(game) or prints) if made.game == game]


def _build_all(
    workspace: Workspace,
    options: BuildOptions,
    jobs: int,
    progress: Progress | None,
    store: Store | None,
    built_before: Collection[str],
) -> tuple[tuple[Diagnostic, ...], list[Print]]:
    check_options(workspace, options)
    shares = _shares(workspace, options, jobs, built_before)
    if len(shares) < 2:
        prints = list(build(workspace, options, progress, store))
        return findings_with_pieces(workspace), prints

    longest_first = sorted(shares, key=lambda share: -share.records)
    work = partial(_build_share, options=options, store=store)
    results = {}
    for share, result in zip(longest_first, share_work(work, workspace, longest_first, jobs or cores()), strict=True):
        results[share] = result
        if progress:
            progress(" ".join((share.game, *share.languages)), 1, 1)
    prints = []
    for share in shares:
        found, made = results[share]
        workspace.findings.extend(found)
        prints += made
    return findings_with_pieces(workspace), prints


def _shares(workspace: Workspace, options: BuildOptions, jobs: int, built_before: Collection[str]) -> list[BuildShare]:
    """What each process makes; nothing is shared unless that ends sooner or *jobs* asks for it.

    Most of a game that was built before is probably still there.
    """
    processes = jobs or cores()
    if processes == 1:
        return []

    games = [*workspace.library.games.values()]
    found = shares(games, options, processes, document_kinds(options) is not None)
    return found if jobs or is_worth_sharing([unit for unit in found if unit.game not in built_before]) else []


def findings_with_pieces(workspace: Workspace) -> tuple[Diagnostic, ...]:
    """The findings by place; those about the data of a piece name it."""
    faulty = [
        (game.records[component][identity].node, PieceId(game.id, component, identity))
        for game in workspace.library.games.values()
        for component, identity in sorted(game.invalid)
        if identity
    ]
    findings = []
    for finding in workspace.findings.sorted():
        span = finding.span
        if span is not None and not finding.pieces:
            own = (
                piece
                for node, piece in faulty
                if node.source.name == span.source.name and node.start <= span.start < node.end
            )
            finding = replace(finding, pieces=tuple(islice(own, 1)))
        findings.append(finding)
    return tuple(findings)


def _build_share(
    workspace: Workspace, share: BuildShare, *, options: BuildOptions, store: Store | None
) -> tuple[tuple[Diagnostic, ...], list[Print]]:
    own_options = replace(options, languages=share.languages or options.languages)
    prints = list(build(workspace, own_options, None, store, share.game))
    return workspace.findings.unjoined(), prints


def write_prints(
    prints: Iterable[Print], out: Path, options: BuildOptions | None = None
) -> Iterator[tuple[Path, Print]]:
    """Write files to the folders of `out/GAME`, each whole or not at all; then remove those that they replace, and
    write each game's MANIFEST.json and built.json.

    Args:
        options: how they were made; None if that is not known.

    Raises:
        FileInUse: some files cannot be replaced; the others are written.
        OSError: a file cannot be written; the others are whole.
    """
    from pawprint.production.snapshot import options_of, remember_built

    games: dict[str, list[Print]] = {}
    writer = FileWriter()
    for printed in prints:
        path = out / printed.game / printed.path
        if writer.write(path, printed.data):
            games.setdefault(printed.game, []).append(printed)
            yield path, printed
    for game, files in games.items():
        how = unusual(options) if options else None
        for stale in stale_files(out / game, files, how):
            writer.remove(stale)
        write_if_changed(out / game / NAME, manifest(out / game, files, f"pawprint {__version__}", how or {}))
        remember_built(out / game, files, options_of(options) if options else {})
        for folder in {out / game, *[(out / game / file.path).parent for file in files]}:
            remove_stale_parts(folder)
    writer.finish()


def check_options(workspace: Workspace, options: BuildOptions) -> None:
    """Findings for languages, editions, components and cards that none of the games has."""
    games = list(workspace.library.games.values())
    check_edition(workspace, options.edition)
    if options.sleeves:
        from pawprint.pieces.boxes.box_room import find_sleeve

        find_sleeve(options.sleeves, workspace.layouts.folders, workspace.findings)
    for wanted, known, noun in (
        (options.languages, {language for game in games for language in game.all_languages}, "language"),
        (options.components, {name for game in games for name in game.components}, "component"),
    ):
        for name in wanted:
            if games and name not in known:
                workspace.findings.add(f"unknown-{noun}", f"there is no {noun} '{name}'", None, suggest(name, known))
    if games:
        _check_cards(workspace, options.cards)


def _check_cards(workspace: Workspace, cards: Sequence[str]) -> None:
    """Findings for ids, alone or as component/id, of pieces that none of the games has."""
    games = workspace.library.games.values()
    places = [(name, id) for game in games for name, records in game.records.items() for id in records]
    for card in cards:
        component, _, wanted = card.rpartition("/")
        if any(id == wanted and component in ("", name) for name, id in places):
            continue
        elsewhere = {f"{name}/{id}" for name, id in places if id == wanted}
        help = suggest(card, elsewhere, "write") if elsewhere else suggest(wanted, {id for _, id in places})
        workspace.findings.add("unknown-piece", f"there is no piece '{card}'", None, help)


def check_edition(workspace: Workspace, edition: str) -> bool:
    """True if any game has that edition; a finding if none does."""
    games = workspace.library.games.values()
    known = {name for game in games for name in game.editions}
    if edition and games and edition not in known:
        help = suggest(edition, known, "editions are") if known else "leave it out: the game has no editions"
        workspace.findings.add("unknown-edition", f"there is no edition '{edition}'", None, help)
        return False
    return True


# --- How a build is shared among processes: by game, and by language where one game is most of the work ---------------

#: The documents of a bundled game take as long as the sheets of so many of its records.
_RECORDS_OF_DOCUMENTS = 190
#: So few records are printed before a second process has begun.
_NOT_WORTHWHILE = 100


class BuildShare(NamedTuple):
    """What one process makes of a game.

    Attributes:
        languages: all that are asked for, or some of them.
        records: about how many it draws, in all its languages.
    """

    game: str
    languages: tuple[str, ...]
    records: int


def shares(games: Sequence[Game], options: BuildOptions, processes: int, with_documents: bool) -> list[BuildShare]:
    """The shares of so many *processes*, in the order of the games and their languages.

    A game stays whole unless it alone would keep one process busy for longer than the others: its languages have their
    drawings in common.
    """
    whole = [BuildShare(game.id, game.printed_languages(options.languages), 0) for game in games]
    whole = [
        share._replace(records=_records(game, options, with_documents) * len(share.languages))
        for share, game in zip(whole, games, strict=True)
    ]
    fair = sum(share.records for share in whole) / processes
    divided: list[BuildShare] = []
    for share in whole:
        count = len(share.languages)
        if processes == 1 or count < 2 or share.records < 1.25 * fair:
            divided.append(share)
        else:
            parts = min(count, processes)
            ends = [count * part // parts for part in range(parts + 1)]
            divided += [
                BuildShare(share.game, share.languages[start:end], share.records // count * (end - start))
                for start, end in pairwise(ends)
            ]
    return divided


def is_worth_sharing(shares: Sequence[BuildShare]) -> bool:
    """True if more processes end sooner than one."""
    records = [share.records for share in shares]
    return sum(records) - max(records, default=0) > _NOT_WORTHWHILE


def _records(game: Game, options: BuildOptions, with_documents: bool) -> int:
    """About how many records a process could draw in the time of what is made in one language."""
    if options.cards:
        return len(options.cards)
    records = sum(len(game.records[name]) for name in game.components if name in (options.components or (name,)))
    documents = with_documents and any((game.folder / kind).is_dir() for kind in DOCUMENT_KINDS)
    return records + documents * _RECORDS_OF_DOCUMENTS


# --- Files of earlier builds that a build replaces: those that the manifest lists, if nobody changed them -------------

#: Files that are parts of others.
_PARTS = {".svg": ".md"}
#: Options that say what is made, and not how.
_WHAT = ("kinds", "components", "cards", "languages", "edition", "forms")


def unusual(options: BuildOptions) -> dict[str, str]:
    """How files are made with *options*, where that is not the usual way."""
    usual = BuildOptions()
    names = [field.name for field in fields(BuildOptions) if field.name not in _WHAT]
    return {name: str(getattr(options, name)) for name in names if getattr(options, name) != getattr(usual, name)}


def stale_files(folder: Path, prints: Iterable[Print], how: Mapping[str, str] | None) -> list[Path]:
    """The files in *folder* that *prints* (of one game) replace; to be found before the manifest is written again.

    Args:
        how: the way in which they were made, see `unusual`; if it is not known, only files in other folders are found.
    """
    prints = list(prints)
    made = {printed.path for printed in prints}
    names = {printed.name for printed in prints}
    replaced = {
        _identity(printed.of, printed.language, printed.edition, printed.path) for printed in prints if printed.of
    }
    result = []
    for path, entry in listed_files(folder).items():
        if path in made:
            continue
        moved = PurePosixPath(path).name in names and "/" not in path
        key = _identity(entry.get("of"), entry.get("language"), entry.get("edition", ""), path)
        renamed = key in replaced and how is not None and entry.get("how", {}) == how
        if (moved or renamed) and _is_as_written(folder / path, entry):
            result.append(folder / path)
    return result


def _identity(of: Any, language: Any, edition: Any, path: str) -> tuple[Any, Any, Any, str]:
    suffix = PurePosixPath(path).suffix
    return of, language, edition, _PARTS.get(suffix, suffix)


def _is_as_written(path: Path, entry: Mapping[str, Any]) -> bool:
    if path.is_symlink() or not is_file(path):
        return False
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest() == entry.get("sha256")
