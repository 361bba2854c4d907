"""A project: its games, their findings, and the files made from them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from functools import cached_property
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex, overload

from pawprint.api.findings import FindingList
from pawprint.catalog.model import COMPONENT_KINDS as PIECE_KINDS
from pawprint.catalog.model import RecordView
from pawprint.core.diagnostics import Diagnostic, PieceId, Severity
from pawprint.core.document_kinds import ALL_LISTS, DOCUMENT_KINDS, LISTS
from pawprint.core.files import bundled, write_atomic, write_if_changed
from pawprint.core.geometry import Insets
from pawprint.core.length import Length
from pawprint.core.registry import suggest
from pawprint.production import pipeline
from pawprint.production.options import BOXES, BuildOptions, ImageOptions

if TYPE_CHECKING:
    from pawprint.catalog import model
    from pawprint.graphics.ops import Drawing
    from pawprint.pieces.composer import Composer
    from pawprint.playtests.balance.balance_report import BalanceReport
    from pawprint.production.images import PieceImages

#: Code of the findings that scripts make.
OWN_CHECK = "own-check"

Side = Literal["face", "back"]


class FaultyCatalogError(ValueError):
    """Nothing was made, because the catalog or the options have errors.

    Attributes:
        findings: the errors, with everything else that was found.
    """

    def __init__(self, findings: FindingList) -> None:
        super().__init__(findings.errors.text())
        self.findings = findings


def open_project(folder: str | Path = ".", *, layouts: str | Path | None = None, games: Sequence[str] = ()) -> Project:
    """The games in a folder of YAML files, as `pawprint` finds them there.

    Args:
        folder: a project with a folder `catalog`, or a catalog itself.
        layouts: folder of layouts; `layouts` of the project by default. Those of Pawprint are always there, too.
        games: ids of the games to read; all if empty.

    Raises:
        FileNotFoundError: there is no catalog.
    """
    folder = Path(folder)
    catalog = folder / "catalog" if (folder / "catalog").is_dir() else folder
    if not any(catalog.glob("*/game.yaml")):
        raise FileNotFoundError(f"{folder.as_posix()} has no catalog/GAME/game.yaml")
    own = Path(layouts) if layouts is not None else catalog.parent / "layouts"
    base = bundled("layouts")
    return Project(catalog, [*([own] if own.is_dir() and own.resolve() != base.resolve() else []), base], games)


def bundled_games() -> Project:
    """The games that come with Pawprint."""
    return Project(bundled("catalog"), [bundled("layouts")])


class Project(Mapping[str, "Game"]):
    """Games by id, read once: open the project again after a change of its files.

    Args:
        catalog: folder with a folder for each game.
        layouts: folders of layouts, the most specific first.
        games: ids of the games to read; all if empty.
    """

    def __init__(self, catalog: Path, layouts: Sequence[Path], games: Sequence[str] = ()) -> None:
        self.catalog, self.layouts, self.wanted = catalog, tuple(layouts), _tuple(games)

    @cached_property
    def workspace(self) -> pipeline.Workspace:
        """The catalog and the layouts, as the other packages use them."""
        return pipeline.load(self.catalog, self.layouts, self.wanted)

    @property
    def findings(self) -> FindingList:
        """Findings so far: those of reading and of what has been composed; `check` looks for everything."""
        return FindingList(pipeline.findings_with_pieces(self.workspace))

    def check(self, edition: str = "") -> FindingList:
        """All findings of `pawprint check`, without the games that `--deep` plays.

        Args:
            edition: only this one; all editions of each game if empty.
        """
        pipeline.check(self.workspace, edition)
        return self.findings

    def build(self, out: str | Path = "output", *, games: Sequence[str] = (), **options: Any) -> list[Path]:
        """Make sheets and documents, as `pawprint build` does, and write them to `out/GAME`.

        Args:
            games: ids; all games of the project if empty.
            options: see `build_options`, such as paper="Letter" or cards=["organisms/toad"].

        Returns:
            the files.

        Raises:
            FaultyCatalogError: there are errors; nothing is written.
            TypeError: there is no such option.
            ValueError: an option cannot have that value.
            OSError: a file cannot be written; the others are whole.
        """
        asked = build_options(**options)
        findings, prints = pipeline.build_all(self.catalog, self.layouts, _tuple(games) or self.wanted, asked)
        if any(item.is_error for item in findings) and not asked.marks_faults:
            raise FaultyCatalogError(FindingList(findings))
        return [path for path, _ in pipeline.write_prints(prints, Path(out), asked)]

    def __getitem__(self, game: str) -> Game:
        known = self.workspace.library.games
        if game not in known:
            raise KeyError(f"there is no game '{game}'; {suggest(game, known, 'games are')}")
        return Game(self, known[game].each_edition()[0])

    def __iter__(self) -> Iterator[str]:
        return iter(self.workspace.library.games)

    def __len__(self) -> int:
        return len(self.workspace.library.games)

    def __repr__(self) -> str:
        return f"<project {self.catalog.as_posix()}: {', '.join(self)}>"


#: Options of a build with the kinds of documents and pieces, as `--only` has them.
_KINDS = (*PIECE_KINDS, BOXES, *DOCUMENT_KINDS, ALL_LISTS, *LISTS)
_LENGTHS = ("bleed", "creep", "card_thickness")


def build_options(**options: Any) -> BuildOptions:
    """Options of a build from plain values: names and records, lists, and lengths such as "3 mm".

    Raises:
        TypeError: there is no such option.
        ValueError: an option cannot have that value.
    """
    known = {field.name: field for field in fields(BuildOptions)}
    for name in options.keys() - known.keys():
        raise TypeError(f"there is no option '{name}'; {suggest(name, known, 'options are')}")
    values: dict[str, Any] = {
        name: _tuple(value) if str(known[name].type).startswith("tuple") else value for name, value in options.items()
    }
    for name in _LENGTHS:
        if isinstance(values.get(name), str):
            values[name] = Length.parse(values[name])
    if isinstance(values.get("margin"), str):
        values["margin"] = Insets.parse(values["margin"])
    for kind in values.get("kinds", ()):
        if kind not in _KINDS:
            raise ValueError(f"there are no {kind} to build; {suggest(kind, _KINDS, 'kinds are')}")
    return BuildOptions(**values)


def _tuple(value: Any) -> tuple[str, ...]:
    """The texts of an option that has several: one alone is a text or a record."""
    values = [value] if isinstance(value, str | Record) else value
    return tuple(record.name if isinstance(record, Record) else record for record in values)


class Game:
    """A game in one language and one edition.

    Attributes:
        id, title, language, edition: the edition is empty for a game that has none.
        source: the game of the catalog.
    """

    def __init__(self, project: Project, source: model.Game, language: str = "") -> None:
        self.project, self.source = project, source
        self.id, self.edition = source.id, source.edition
        self.language = language or source.languages[0]
        self.title = source.full_title(self.language)

    @property
    def languages(self) -> tuple[str, ...]:
        """Its languages, the default one first."""
        return self.source.all_languages

    @property
    def editions(self) -> tuple[str, ...]:
        """Its editions, the default one first."""
        return tuple(self.source.editions)

    @property
    def components(self) -> tuple[str, ...]:
        """The names of its components."""
        return tuple(self.source.components)

    def in_language(self, language: str) -> Game:
        """The same game in another language.

        Raises:
            KeyError: it does not have that language.
        """
        if language not in self.languages:
            raise KeyError(f"{self.id} has no language '{language}'; {suggest(language, self.languages, 'it has')}")
        return Game(self.project, self.source, language)

    def in_edition(self, edition: str) -> Game:
        """The same game in another edition.

        Raises:
            KeyError: it does not have that edition.
        """
        if edition not in self.editions:
            raise KeyError(f"{self.id} has no edition '{edition}'; {suggest(edition, self.editions, 'it has')}")
        return Game(self.project, self.source.in_edition(edition), self.language)

    def records(self, component: str = "", where: str = "") -> RecordList:
        """Its records, in the order of the catalog.

        Args:
            component: only those of this component.
            where: an expression as in checks, such as "level > 2 and points < 5".

        Raises:
            KeyError: there is no such component.
            ValueError: the expression is wrong, or names a field that a record does not have.
        """
        if component and component not in self.components:
            known = suggest(component, self.components, "components are")
            raise KeyError(f"{self.id} has no component '{component}'; {known}")
        found = self.source.pieces(component) if component else self.source.all_records
        return _matching((Record(self, record) for record in found), where)

    def __getitem__(self, piece: str) -> Record:
        """The record with an id, or `component/id` if several have it.

        Raises:
            KeyError: none or several are called so.
        """
        component, _, name = piece.rpartition("/")
        records = self.source.all_records
        found = [record for record in records if record.id == name and component in ("", record.component)]
        if len(found) == 1:
            return Record(self, found[0])
        names = [f"{record.component}/{record.id}" for record in found]
        known = f"they are {', '.join(names)}" if names else suggest(name, {record.id for record in records})
        raise KeyError(f"{self.id} has {'several pieces' if found else 'no piece'} '{piece}'; {known}")

    def contact_sheet(self, records: Iterable[Record], columns: int = 0) -> Piece:
        """The faces of records of one component side by side, each with its id.

        Args:
            columns: as many as make a broad picture if 0.

        Raises:
            LookupError: none of them has a face.
        """
        from pawprint.production.images import ContactLook, PieceImages, contact_sheets

        composer = self.composer()
        images = PieceImages(composer, self.source, self.language, ImageOptions())
        drawn = [(item.source, images.drawing(item.source)) for item in records]
        shown = [(record, drawing) for record, drawing in drawn if drawing is not None]
        for sheet in contact_sheets(composer, self.source, shown, self.language, ContactLook(columns)):
            return Piece(images, sheet)
        raise LookupError("none of these records has a face")

    def sheets(self, records: Iterable[Record], **options: Any) -> bytes:
        """Print-ready sheets of some records, as the bytes of a PDF file: each record as many times as it has copies.

        Args:
            records: those to print, of one component.
            options: see `build_options`, such as paper="Letter", duplex="off" or cover=False.

        Raises:
            FaultyCatalogError: there are errors.
            TypeError: there is no such option.
            ValueError: an option cannot have that value, or the records are none, or of several components.
        """
        chosen = [*records]
        components = [*dict.fromkeys(record.component for record in chosen)]
        if len(components) != 1:
            problem = f"records of several components: {', '.join(components)}" if chosen else "no records"
            raise ValueError(f"these are {problem}; sheets() prints those of one component")
        asked = build_options(cards=chosen, languages=self.language, edition=self.edition, **options)
        prints = [*pipeline.build(self.project.workspace, asked, only=self.id)]
        if self.project.findings.failed or not prints:
            raise FaultyCatalogError(self.project.findings)
        return prints[0].data

    def export(self, target: str, out: str | Path, **options: Any) -> list[Path]:
        """Write files for another program, as `pawprint export TARGET` does.

        Args:
            target: png, svg, tts, tgc or another of `pawprint export --help`.
            out: a folder.
            options: fields of the exporter, such as dpi=600; components, cards and languages choose pieces.

        Raises:
            KeyError: there is no such target.
            TypeError: it has no such option.
            ValueError: an option cannot have that value.
            FaultyCatalogError: there are errors; the files of other pieces are written.
        """
        from pawprint.export.export_source import ExportOptions
        from pawprint.export.exporter import EXPORTERS, export

        kind = EXPORTERS.find(target)
        if kind is None:
            raise KeyError(f"there is no export '{target}'; {EXPORTERS.help_for(target, 'exports are')}")
        names = ("components", "cards", "languages")
        common: dict[str, Any] = {name: _tuple(options.pop(name)) for name in names if name in options}
        known = [field.name for field, _ in kind.options()]
        for name in options:
            if name not in known:
                raise TypeError(f"{target} has no option '{name}'; {suggest(name, known, 'options are')}")
        exporter = kind(**options)
        common.setdefault("languages", (self.language,))
        workspace = pipeline.load(self.project.catalog, self.project.layouts, [self.id])
        made = export(workspace, exporter, ExportOptions(edition=self.edition, **common))
        paths = []
        for name, data in made:
            write_if_changed(Path(out) / name, data)
            paths.append(Path(out) / name)
        findings = FindingList(pipeline.findings_with_pieces(workspace))
        if findings.failed:
            raise FaultyCatalogError(findings)
        return paths

    def play(
        self, games: int = 100, *, players: int = 0, bots: Sequence[str] = ("random",), seed: int = 0, jobs: int = 1
    ) -> PlayedGames:
        """Let bots play, as `pawprint play` does. The same seed plays the same games.

        Args:
            players: as few as can play if 0.
            bots: random, greedy, flat:N or mcts:N; seats take them in turn.
            jobs: how many processes play.

        Raises:
            ValueError: it has no rules, a bot is unknown, or it is for another number of players.
        """
        return _play_games(self, games, players, tuple(bots), seed, jobs)

    def composer(self, bleed: Length | None = None) -> Composer:
        """What lays out its pieces; findings go to those of the project."""
        return self.project.workspace.composer(bleed)

    def __repr__(self) -> str:
        return f"<game {self.id}: {self.title}, {len(self.source.all_records)} records>"


class Record:
    """A kind of card, tile or token in one language and edition: `record["points"]` is the value of a field.

    Texts are strings, references are records, lists are tuples. A notebook shows its face.

    Attributes:
        id: unique in its component.
        component: name of its component.
        copies: how many are printed.
        source: the record of the catalog, with the values of all languages and their places in the files.
        view: its fields as expressions see them.
    """

    def __init__(self, game: Game, source: model.Record) -> None:
        self._game, self.source = game, source
        self.id, self.component = source.id, source.component
        self.copies = source.copies_in(game.edition)
        self.view = RecordView(source, game.language, game.edition)

    @property
    def name(self) -> str:
        """`component/id`, as options such as `cards` have it."""
        return f"{self.component}/{self.id}"

    @property
    def fields(self) -> dict[str, Any]:
        """The values of all fields by name, with `id`, `copies` and `component`."""
        return {name: self._known(value) for name, value in self.view.fields().items()}

    @property
    def place(self) -> str:
        """Where it is written, as `FILE:LINE`."""
        span = self.source.span()
        return f"{span.source.name}:{span.line}"

    @property
    def piece_id(self) -> PieceId:
        """Game, component and id."""
        return PieceId(self._game.id, self.component, self.id)

    def piece(self, side: Side = "face", *, bleed: str = "0 mm", proof: bool = False, low_ink: bool = False) -> Piece:
        """One side of it as a picture.

        Args:
            bleed: how much of the art beyond the cut is shown, 0 to 5 mm.
            proof: draw the lines of the cut, the bleed and the safe area.
            low_ink: as `pawprint build --low-ink` prints it.

        Raises:
            LookupError: it has no such side.
            ValueError: there is no side of that name, or the bleed is no length.
        """
        if side not in ("face", "back"):
            raise ValueError(f"a piece has the sides face and back, not '{side}'")
        from pawprint.production.images import PieceImages
        from pawprint.production.options import ImageOptions

        length = Length.parse(bleed)
        options = ImageOptions(side=side, bleed=length, proof=proof, low_ink=low_ink)
        images = PieceImages(self._game.composer(length), self._game.source, self._game.language, options)
        drawing = images.drawing(self.source)
        if drawing is None:
            raise LookupError(f"the {self.component} of {self._game.id} have no {side}")
        return Piece(images, drawing)

    def finding(self, message: str, field: str = "", *, help: str = "", error: bool = True) -> Diagnostic:
        """A finding of your script about the record, at the place where the record or its field is written.

        Args:
            message: one sentence that states the fault.
            field: name of the field; the id of the record if empty.
            help: what to do about it.
            error: False for a warning.

        Raises:
            KeyError: it has no such field.
        """
        if field and field not in self.source.values:
            known = suggest(field, self.source.values, "fields are")
            raise KeyError(f"{self.name} has no field '{field}'; {known}")
        severity = Severity.ERROR if error else Severity.WARNING
        span = self.source.span(field) if field else self.source.span()
        return Diagnostic(OWN_CHECK, severity, message, span, help, pieces=(self.piece_id,))

    def __getitem__(self, field: str) -> Any:
        return self._known(self.view[field])

    def _known(self, value: Any) -> Any:
        """*value* with the records that it refers to as these, too."""
        if isinstance(value, RecordView):
            return Record(self._game, value.record)
        return tuple(map(self._known, value)) if isinstance(value, tuple) else value

    def __iter__(self) -> Iterator[str]:
        return iter(self.view.fields())

    def __contains__(self, field: object) -> bool:
        return field in self.view.fields()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and self.source is other.source

    def __hash__(self) -> int:
        return hash(self.source)

    def __repr__(self) -> str:
        return f"<{self.component}/{self.id}>"

    def _repr_svg_(self) -> str | None:
        return self.piece().svg() if self._game.source.components[self.component].faces else None


class RecordList(tuple[Record, ...]):
    """Records, which a notebook shows as a table of their fields."""

    __slots__ = ()

    @overload
    def __getitem__(self, key: SupportsIndex) -> Record: ...
    @overload
    def __getitem__(self, key: slice) -> RecordList: ...
    def __getitem__(self, key: Any) -> Any:
        found = super().__getitem__(key)
        return RecordList(found) if isinstance(key, slice) else found

    def __repr__(self) -> str:
        return f"<{len(self)} records: {', '.join(item.id for item in self[:6])}{', …' if len(self) > 6 else ''}>"

    def _repr_html_(self) -> str:
        return self.html()

    def html(self) -> str:
        """A table of all fields."""
        names = [*dict.fromkeys(name for item in self for name in item.fields)]
        rows = [[escape(_cell(item.fields.get(name))) for name in names] for item in self]
        head = "".join(f"<th>{escape(name)}</th>" for name in names)
        body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
        return f"<table><tr>{head}</tr>{body}</table>"


def _cell(value: Any) -> str:
    if isinstance(value, tuple):
        return ", ".join(map(_cell, value))
    return value.id if isinstance(value, Record) else "" if value is None else str(value)


class Piece:
    """A picture of a piece, or of many of them: an object that a notebook shows.

    Attributes:
        width, height: in millimetres, with what is shown of the bleed.
    """

    def __init__(self, images: PieceImages, drawing: Drawing) -> None:
        self._images, self._drawing = images, drawing
        box = drawing.box
        self.width, self.height = box.width * 25.4 / 72, box.height * 25.4 / 72

    def svg(self) -> str:
        """The picture as an SVG file whose letters are outlines."""
        return self._images.svg(self._drawing).decode()

    def png(self, dpi: int = 300) -> bytes:
        """The picture as a PNG file.

        Args:
            dpi: pixels per inch, 20 to 1200.

        Raises:
            ValueError: another resolution.
        """
        if not 20 <= dpi <= 1200:
            raise ValueError(f"a resolution is 20 to 1200 dpi, not {dpi}")
        return self._images.png(self._drawing, dpi)

    def pdf(self) -> bytes:
        """The picture as a PDF file of one page, with the boxes of the cut and the bleed."""
        return self._images.pdf(self._drawing)

    def save(self, path: str | Path, dpi: int = 300) -> Path:
        """Write the picture to a file, whole or not at all.

        Args:
            path: ends with .svg, .png or .pdf.
            dpi: for .png.

        Raises:
            ValueError: it ends otherwise.
            OSError: the file cannot be written.
        """
        path = Path(path)
        forms = {".svg": lambda: self.svg().encode(), ".png": lambda: self.png(dpi), ".pdf": self.pdf}
        if path.suffix.lower() not in forms:
            raise ValueError(f"{path.name}: a picture is a file of the kind {', '.join(forms)}")
        write_atomic(path, forms[path.suffix.lower()]())
        return path

    def __repr__(self) -> str:
        return f"<{self._drawing.name}, {self.width:.1f} x {self.height:.1f} mm>"

    def _repr_svg_(self) -> str:
        return self.svg()


def _matching(records: Iterator[Record], where: str) -> RecordList:
    """The records for which an expression holds.

    Raises:
        ValueError: the expression is wrong, or names a field that no record has.
    """
    if not where:
        return RecordList(records)
    from pawprint.source.templates.expressions import Expression, ExpressionError, Scope

    condition = Expression(where)
    found = []
    for record in records:
        try:
            if condition.value(Scope(record.view.fields())):
                found.append(record)
        except ExpressionError as error:
            raise ValueError(
                f"{record.name}: {error}; {error.help}" if error.help else f"{record.name}: {error}"
            ) from None
    return RecordList(found)


class PlayedGames:
    """What games between bots have shown; a notebook shows it as a page.

    Attributes:
        report: all figures.
    """

    def __init__(self, report: BalanceReport) -> None:
        self.report = report

    def text(self) -> str:
        """The report of `pawprint play`."""
        from pawprint.playtests.balance.report_text import text_report

        return "\n".join(text_report(self.report))

    def data(self) -> dict[str, Any]:
        """The report of `pawprint play --format json`."""
        from pawprint.playtests.balance.balance_report import data_report

        return data_report(self.report)

    def html(self) -> str:
        """The report as a page, without pictures of games."""
        from pawprint.playtests.balance.report_page import report_page

        return report_page(self.report)

    def __repr__(self) -> str:
        return f"<{self.report.games} games of {self.report.title}, {self.report.players} players>"

    def _repr_html_(self) -> str:
        return f"<pre>{self.text()}</pre>"


def _play_games(game: Game, games: int, players: int, bots: tuple[str, ...], seed: int, jobs: int) -> PlayedGames:
    """See `Game.play`."""
    from pawprint.core.diagnostics import Findings
    from pawprint.games.engines import ENGINES
    from pawprint.play.bot_names import full_name
    from pawprint.play.game_options import usual_edition
    from pawprint.play.lookup import deck_of, rules_for
    from pawprint.play.simulation import WorkerPool
    from pawprint.play.simulation_config import SimulationConfig
    from pawprint.playtests.balance.balance_report import balance_report

    engine = ENGINES.get(game.source.engine)
    if engine is None:
        raise ValueError(f"{game.id} has no rules that bots can play")
    findings = Findings()
    edition = usual_edition(engine, game.source, findings)
    rules = None if edition is None else rules_for(engine, game.source, findings, edition)
    if edition is None or rules is None:
        raise ValueError("; ".join(item.message for item in findings if item.is_error))
    if players and players not in rules.players:
        raise ValueError(f"{game.id} is for {', '.join(map(str, rules.players))} players, not for {players}")
    config = SimulationConfig(
        str(game.source.folder), engine, deck_of(game.source, edition), edition, (), players or rules.players[0],
        tuple(map(full_name, bots)), seed, count_events=True, count_course=True,
    )  # fmt: skip
    with WorkerPool(jobs) as pool:
        (total,) = pool.play([(config, 0, games)], lambda done, whole: None)
    return PlayedGames(balance_report(game.source, rules, config, total))
