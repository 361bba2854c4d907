"""`pawprint table`: the records of a component as a spreadsheet, and what was changed in it back into the catalog."""

import codecs
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pawprint.cli import parameters
from pawprint.cli.commands.changes import shortened
from pawprint.cli.lean_typer import PlainCommand, PlainGroup
from pawprint.cli.parameters import CatalogOption
from pawprint.core.diagnostics import Findings
from pawprint.core.registry import suggest
from pawprint.core.source import Source, Span

if TYPE_CHECKING:
    from pawprint.catalog.model import Component, Game
    from pawprint.spreadsheets.import_sheets import ImportPlan
    from pawprint.spreadsheets.sheet import Sheet
    from pawprint.spreadsheets.table_diff import Differences

table = typer.Typer(
    name="table",
    cls=PlainGroup,
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Edit the records of a game in a spreadsheet: export them, change them there, import what was changed.",
)

#: Words for signs that are awkward to type in a shell.
_DELIMITERS = {"comma": ",", "semicolon": ";", "tab": "\t", ",": ",", ";": ";", "\t": "\t"}

_Game = Annotated[str, typer.Argument(metavar="GAME", help="Game of the catalog.")]
_Component = Annotated[str, typer.Argument(metavar="COMPONENT", help="Component of the game; none with --all.")]
_Delimiter = Annotated[
    str, typer.Option(metavar="SIGN", help="What stands between cells of CSV: comma, semicolon or tab.")
]


@table.command("export", cls=PlainCommand)
def export(
    game: _Game,
    component: _Component,
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A .csv, .tsv or .xlsx file; - for standard output.")
    ] = "",
    all_: Annotated[
        bool,
        typer.Option("--all", help="All components: an .xlsx file with a sheet for each, or a folder of CSV files."),
    ] = False,
    delimiter: _Delimiter = "",
    force: Annotated[bool, typer.Option("--force", help="Write over a file that is there.")] = False,
    catalog: CatalogOption = None,
) -> None:
    """Write the records of a component into a spreadsheet.

    A row for each record, a column for each field, and one for each language of a text.

    Examples:

      pawprint table export food-chain organisms organisms.xlsx

      pawprint table export food-chain organisms organisms.csv --delimiter semicolon

      pawprint table export pocket-cats --all cats.xlsx
    """
    from pawprint.core.files import write_atomic
    from pawprint.spreadsheets.exporting import as_csv, as_xlsx

    component, file = _component_and_file(component, file, all_)
    path = Path(file)
    suffix = path.suffix.lower()
    book, folder = suffix == ".xlsx", all_ and suffix != ".xlsx"
    if folder and (suffix in (".csv", ".tsv") or file == "-"):
        raise typer.BadParameter("all components go into an .xlsx file or a folder", param_hint="FILE")
    if not folder and suffix not in (".xlsx", ".csv", ".tsv") and file != "-":
        raise typer.BadParameter(f"'{file}' should end with .xlsx, .csv or .tsv", param_hint="FILE")
    sign = _delimiter(delimiter) or ("\t" if suffix == ".tsv" else ",")
    findings = Findings()
    loaded = _load_game(game, catalog, findings)
    chosen = _components(loaded, component, all_, findings) if loaded else []
    made: dict[Path, bytes] = {}
    if loaded and chosen and not findings.failed:
        if book:
            data = as_xlsx(loaded, chosen, findings)
            made = {path: data} if data else {}
        else:
            made = {path / f"{one.name}.csv" if folder else path: as_csv(loaded, one, sign) for one in chosen}
    _say(findings)
    if findings.failed:
        raise typer.Exit(1)
    if file == "-":
        sys.stdout.buffer.write(next(iter(made.values())).removeprefix(codecs.BOM_UTF8))
        return
    there = [one.as_posix() for one in made if one.exists()]
    if there and not force:
        raise typer.BadParameter(f"{', '.join(there)} is there; --force writes over it", param_hint="FILE")
    for one, data in made.items():
        write_atomic(one, data)
        print(one.as_posix())


@table.command("import", cls=PlainCommand)
def import_(
    game: _Game,
    component: _Component,
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A .csv, .tsv, .xlsx or .ods file; - for standard input.")
    ] = "",
    all_: Annotated[
        bool, typer.Option("--all", help="All components that a workbook has a sheet for, or a folder a CSV file.")
    ] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would change, and write nothing.")] = False,
    delete: Annotated[bool, typer.Option("--delete", help="Remove records that have no row.")] = False,
    draft: Annotated[bool, typer.Option("--draft", help="Write even if invariants of the game break.")] = False,
    delimiter: _Delimiter = "",
    catalog: CatalogOption = None,
) -> None:
    """Write what was changed in a spreadsheet into the catalog, and nothing else.

    A cell that says what the catalog says changes nothing. All is written, or nothing; what is wrong is told with its
    cell.

    Examples:

      pawprint table import food-chain organisms organisms.xlsx --dry-run

      pawprint table import food-chain organisms organisms.csv

      pawprint table import pocket-cats --all cats.xlsx
    """
    from pawprint.spreadsheets.import_sheets import plan

    component, file = _component_and_file(component, file, all_)
    sign = _delimiter(delimiter)
    if catalog is None and not Path("catalog").is_dir():
        help = "the games that come with Pawprint stay as they are; go where your catalog is, or name it with --catalog"
        raise typer.BadParameter(help, param_hint="GAME")
    findings = Findings()
    loaded = _load_game(game, catalog, findings)
    wanted: ImportPlan | None = None
    if loaded and not findings.failed:
        chosen = _components(loaded, component, all_, findings)
        sheets = _sheets(chosen, file, all_, sign, findings) if chosen else []
        if sheets and not findings.failed:
            wanted = plan(loaded, sheets, findings, delete=delete, draft=draft)
    if wanted:
        for line in _plan_lines(wanted):
            print(line)
    _say(findings)
    if findings.failed or wanted is None:
        print("nothing was written", file=sys.stderr)
        raise typer.Exit(1)
    if not wanted.files:
        print("nothing to change")
    elif dry_run:
        print(f"{_change_counts(wanted)}; nothing was written")
    else:
        wanted.write()
        print(f"{_change_counts(wanted)}; written to {', '.join(path.as_posix() for path in wanted.files)}")


def _component_and_file(component: str, file: str, all_: bool) -> tuple[str, str]:
    """COMPONENT and FILE out of what was typed; with --all there is no component."""
    if all_ and file:
        raise typer.BadParameter("--all takes no component", param_hint="COMPONENT")
    if not all_ and not file:
        raise typer.BadParameter("name a component and a file, or give --all and a file", param_hint="FILE")
    return ("", component) if all_ else (component, file)


def _delimiter(word: str) -> str:
    return _DELIMITERS[parameters.choice(word, tuple(_DELIMITERS), "--delimiter")] if word else ""


def _load_game(game: str, catalog: Path | None, findings: Findings) -> "Game | None":
    from pawprint.catalog.library import load_library

    return load_library(parameters.folders(catalog, None)[0], findings, [game]).games.get(game)


def _say(findings: Findings) -> None:
    from pawprint.cli.report import write_findings

    write_findings(findings.sorted(), "text", sys.stderr)


def _components(game: "Game", name: str, all_: bool, findings: Findings) -> "list[Component]":
    """The components that are asked for; none after a finding."""
    if all_:
        return [*game.components.values()]
    if name not in game.components:
        help = suggest(name, game.components, "components are")
        findings.add("unknown-component", f"{game.id} has no component '{name}'", None, help)
        return []
    return [game.components[name]]


def _sheets(
    components: "list[Component]", file: str, all_: bool, delimiter: str, findings: Findings
) -> "list[tuple[Component, Sheet]]":
    """The sheet of each component; what has none is passed over if all are asked for."""
    from pawprint.spreadsheets.sheet_files import read_data, read_file

    path = Path(file)
    found = []
    if all_ and path.is_dir():
        for one in components:
            files = [path / f"{one.name}{suffix}" for suffix in (".csv", ".tsv", ".xlsx", ".ods")]
            for there in [name for name in files if name.is_file()][:1]:
                found += [(one, sheet) for sheet in read_file(there, findings, delimiter)[:1]]
    else:
        data = sys.stdin.buffer.read() if file == "-" else None
        sheets = read_file(path, findings, delimiter) if data is None else read_data("-", data, findings, delimiter)
        for one in components:
            sheet = _sheet_of(one, sheets, len(components) == 1)
            if sheet:
                found.append((one, sheet))
        if sheets and not found:
            names = [sheet.name for sheet in sheets if not sheet.hidden]
            at = Span(Source(file, ""), 0, 0)
            help = "name the sheet like the component, or leave but one"
            what = (
                f"{file} has no sheet '{components[0].name}'" if len(components) == 1 else f"{file} has no such sheet"
            )
            findings.add("bad-table", f"{what}; it has {', '.join(names)}", at, help)
    if not found and not findings.failed:
        at = Span(Source(file, ""), 0, 0)
        findings.add("file-missing", f"{file} has no table of any component", at, "name tables like components")
    return found


def _sheet_of(component: "Component", sheets: "tuple[Sheet, ...]", alone: bool) -> "Sheet | None":
    """The sheet with the component's name, or the only one that there is to see."""
    from pawprint.spreadsheets.xlsx_file import sheet_title

    names = (component.name.lower(), sheet_title(component.name).lower())
    for sheet in sheets:
        if sheet.name.lower() in names:
            return sheet
    seen = [sheet for sheet in sheets if not sheet.hidden]
    return seen[0] if alone and len(seen) == 1 else None


def _plan_lines(wanted: "ImportPlan") -> list[str]:
    """What would change, line by line."""
    lines = []
    for found in wanted.found:
        lines += _difference_lines(found, [one for name, one in wanted.removed if name == found.component.name])
    return lines


def _difference_lines(found: "Differences", removed: list[str]) -> list[str]:
    name = found.component.name
    changes = [(f"{name}/{one.record}", one.column.head, one) for one in found.changes]
    widths = [max((len(row[at]) for row in changes), default=0) for at in (0, 1)]
    lines = [
        f"{record:<{widths[0]}}  {head:<{widths[1]}}  {shortened(one.old)} -> {shortened(one.new)}"
        for record, head, one in changes
    ]
    lines += [f"{name}/{shortened(addition.record)}  is new" for addition in found.additions]
    lines += [f"{name}/{identity}  is removed" for identity in removed]
    kept = [identity for identity in found.missing if identity not in removed]
    if kept:
        shown = ", ".join(kept[:5]) + (", ..." if len(kept) > 5 else "")
        lines.append(f"{name}: {len(kept)} without a row stay as they are (--delete removes them): {shown}")
    if found.moved:
        lines.append(f"{name}: the rows are in another order than the records, which stay in theirs")
    return lines


def _change_counts(wanted: "ImportPlan") -> str:
    """How much is changed, in words: `3 cells changed, 1 record removed`."""
    cells = sum(len(found.changes) for found in wanted.found)
    new = sum(len(found.additions) for found in wanted.found)
    counts = ((cells, "cell", "changed"), (new, "record", "new"), (len(wanted.removed), "record", "removed"))
    return ", ".join(f"{count} {noun}{'s' * (count != 1)} {done}" for count, noun, done in counts if count)
