"""`pawprint table`: records of the catalog -> spreadsheet, and its changes back to the catalog."""

import codecs
import sys
from pathlib import Path
from typing import Annotated

import typer

from pawprint.catalog.library import load_library
from pawprint.catalog.model import Component, Game
from pawprint.cli import parameters
from pawprint.cli._commands import Command, group
from pawprint.cli._messages import plural, report, short_value
from pawprint.cli._terminal import say
from pawprint.core.diagnostics import Findings
from pawprint.core.file_journal import finish_writing, write_together
from pawprint.core.files import is_stream, write_output
from pawprint.core.registry import suggest
from pawprint.core.source import Source, Span
from pawprint.interchange.lists.list_worksheet import in_catalog_form
from pawprint.interchange.spreadsheets.exchange import as_csv, as_xlsx, plan_import
from pawprint.interchange.spreadsheets.plan_edits import EditPlan
from pawprint.interchange.spreadsheets.table_diff import Differences
from pawprint.interchange.spreadsheets.worksheet import Worksheet
from pawprint.interchange.spreadsheets.worksheet_files import read_data, read_file
from pawprint.interchange.spreadsheets.xlsx_file import worksheet_title

table = group("table", "Edit the records of a game in a spreadsheet.")

_Component = Annotated[
    str,
    typer.Argument(
        metavar="COMPONENT",
        autocompletion=parameters.complete_components,
        help="Component of the game; omit it with --all.",
    ),
]


@table.command("export", cls=Command)
def export(
    game: parameters.GameArgument,
    component: _Component,
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A .csv, .tsv or .xlsx file; - for standard output.")
    ] = "",
    all_: Annotated[
        bool,
        typer.Option("--all", help="All components: to an .xlsx file with a worksheet each, or a folder of CSV files."),
    ] = False,
    delimiter: parameters.DelimiterOption = "",
    force: parameters.ForceOption = False,
    catalog: parameters.CatalogOption = None,
) -> None:
    """Write the records of a component to a spreadsheet.

    Each record is a row, and each field a column; a text has a column for each language.

    Examples:

      pawprint table export food-chain organisms organisms.xlsx

      pawprint table export food-chain organisms organisms.csv

      pawprint table export pocket-cats --all cats.xlsx
    """
    component, file = _component_and_file(component, file, all_)
    path = Path(file)
    suffix = path.suffix.lower()
    folder = all_ and suffix != ".xlsx"
    if folder and (suffix in (".csv", ".tsv") or file == "-"):
        raise typer.BadParameter("all components go into an .xlsx file or a folder", param_hint="FILE")
    if not folder and suffix not in (".xlsx", ".csv", ".tsv") and file != "-":
        raise typer.BadParameter(f"'{file}' should end with .xlsx, .csv or .tsv", param_hint="FILE")
    character = parameters.delimiter(delimiter) or ("\t" if suffix == ".tsv" else ",")
    findings = Findings()
    loaded = _load_game(game, catalog, findings)
    components = _components(loaded, component, all_, findings) if loaded else []
    files: dict[Path, bytes] = {}
    if loaded and components and not findings.failed:
        files = _exported(loaded, components, path, folder, character, findings)
    report(findings)
    if file == "-":
        sys.stdout.buffer.write(next(iter(files.values())).removeprefix(codecs.BOM_UTF8))
        return
    existing = [file.as_posix() for file in files if file.exists() and not is_stream(file)]
    if existing and not force:
        raise typer.BadParameter(f"{', '.join(existing)} already exists; --force overwrites it", param_hint="FILE")
    together = folder and not any(is_stream(file) for file in files)
    if together:  # a table of before beside one of now would take back what has changed, if both are imported
        write_together(path, files)
    for file_path, data in files.items():
        if not together:
            write_output(file_path, data)
        if not is_stream(file_path):
            say(file_path.as_posix())


def _exported(
    game: Game, components: list[Component], path: Path, folder: bool, delimiter: str, findings: Findings
) -> dict[Path, bytes]:
    """The files of an export: a workbook, a CSV file, or a *folder* of CSV files."""
    if path.suffix.lower() == ".xlsx":
        data = as_xlsx(game, components, findings)
        return {path: data} if data else {}
    return {
        path / f"{component.name}.csv" if folder else path: as_csv(game, component, delimiter)
        for component in components
    }


@table.command("import", cls=Command)
def import_(
    game: parameters.GameArgument,
    component: _Component,
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A .csv, .tsv, .xlsx or .ods file; - for standard input.")
    ] = "",
    all_: Annotated[
        bool, typer.Option("--all", help="All components with a worksheet in the workbook, or a file in the folder.")
    ] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Print what would change, and write nothing.")] = False,
    delete: Annotated[bool, typer.Option("--delete", help="Remove records that have no row.")] = False,
    draft: Annotated[bool, typer.Option("--draft", help="Write even if checks of the game fail.")] = False,
    delimiter: parameters.DelimiterOption = "",
    catalog: parameters.CatalogOption = None,
) -> None:
    """Write the changes in a spreadsheet back to the catalog.

    Only values that differ from the catalog are written. If a cell has an error, it is reported and nothing is written.

    Examples:

      pawprint table import food-chain organisms organisms.xlsx --dry-run

      pawprint table import food-chain organisms organisms.csv

      pawprint table import pocket-cats --all cats.xlsx
    """
    component, file = _component_and_file(component, file, all_)
    character = parameters.delimiter(delimiter)
    parameters.require_own_catalog(catalog, "GAME")
    findings = Findings()
    loaded = _load_game(game, catalog, findings)
    changes: EditPlan | None = None
    if loaded and not findings.failed:
        components = _components(loaded, component, all_, findings)
        read = _worksheets(components, file, all_, character, findings) if components else []
        worksheets = [(component, in_catalog_form(worksheet, loaded, component)) for component, worksheet in read]
        if worksheets and not findings.failed:
            changes = plan_import(loaded, worksheets, findings, delete=delete, draft=draft)
    for line in _plan_lines(changes) if changes else ():
        say(line)
    report(findings, "nothing was written")
    if loaded is None or changes is None or not changes.files:
        say("nothing to change")
    elif dry_run:
        say(f"{_change_counts(changes)}; nothing was written")
    else:
        changes.write(loaded.folder)
        say(f"{_change_counts(changes)}; written to {', '.join(path.as_posix() for path in changes.files)}")


def _component_and_file(component: str, file: str, all_: bool) -> tuple[str, str]:
    """COMPONENT and FILE from the two arguments; with --all the first one is the file, and there is no component."""
    if all_ and file:
        raise typer.BadParameter("--all takes no component", param_hint="COMPONENT")
    if not all_ and not file:
        raise typer.BadParameter("name a component and a file, or use --all with a file", param_hint="FILE")
    return ("", component) if all_ else (component, file)


def _load_game(game: str, catalog: Path | None, findings: Findings) -> Game | None:
    return load_library(parameters.catalog_folder(catalog, [game]), findings, [game]).games.get(game)


def _components(game: Game, name: str, all_: bool, findings: Findings) -> list[Component]:
    """The component *name*, or all; none after a finding."""
    if all_:
        return [*game.components.values()]
    if name not in game.components:
        help = suggest(name, game.components, "components are")
        findings.add("unknown-component", f"{game.id} has no component '{name}'", None, help)
        return []
    return [game.components[name]]


def _worksheets(
    components: list[Component], file: str, all_: bool, delimiter: str, findings: Findings
) -> list[tuple[Component, Worksheet]]:
    """The worksheet of each component; with *all_*, components without one are left out."""
    path = Path(file)
    found = []
    if all_ and path.is_dir():
        finish_writing(path)
        for component in components:
            files = [path / f"{component.name}{suffix}" for suffix in (".csv", ".tsv", ".xlsx", ".ods")]
            for there in [name for name in files if name.is_file()][:1]:
                found += [(component, worksheet) for worksheet in read_file(there, findings, delimiter)[:1]]
    else:
        data = sys.stdin.buffer.read() if file == "-" else None
        worksheets = read_file(path, findings, delimiter) if data is None else read_data("-", data, findings, delimiter)
        for component in components:
            worksheet = _worksheet_of(component, worksheets, len(components) == 1)
            if worksheet:
                found.append((component, worksheet))
        if worksheets and not found:
            names = [worksheet.name for worksheet in worksheets if not worksheet.hidden]
            span = Span(Source(file, ""), 0, 0)
            help = "give the worksheet the name of the component, or keep only one worksheet"
            name = (
                f"worksheet '{components[0].name}'"
                if len(components) == 1
                else "worksheet with the name of a component"
            )
            findings.add("bad-table", f"{file} has no {name}; it has {', '.join(names)}", span, help)
    if not found and not findings.failed:
        span = Span(Source(file, ""), 0, 0)
        findings.add("file-missing", f"{file} has no table of any component", span, "name tables after components")
    return found


def _worksheet_of(component: Component, worksheets: tuple[Worksheet, ...], alone: bool) -> Worksheet | None:
    """The worksheet with the component's name; if the component is *alone*, the only visible worksheet will do."""
    names = (component.name.lower(), worksheet_title(component.name).lower())
    for worksheet in worksheets:
        if worksheet.name.lower() in names:
            return worksheet
    visible = [worksheet for worksheet in worksheets if not worksheet.hidden]
    return visible[0] if alone and len(visible) == 1 else None


def _plan_lines(changes: EditPlan) -> list[str]:
    """A line for each change of an import."""
    lines = []
    for differences in changes.found:
        lines += _difference_lines(
            differences, [record for name, record in changes.removed if name == differences.component.name]
        )
    return lines


def _difference_lines(differences: Differences, removed: list[str]) -> list[str]:
    name = differences.component.name
    changes = [(f"{name}/{change.record}", change.column.header, change) for change in differences.changes]
    widths = [max((len(row[index]) for row in changes), default=0) for index in (0, 1)]
    lines = [
        f"{record:<{widths[0]}}  {head:<{widths[1]}}  {short_value(change.old)} -> {short_value(change.new)}"
        for record, head, change in changes
    ]
    lines += [f"{name}/{short_value(addition.record)}  is new" for addition in differences.additions]
    lines += [f"{name}/{identity}  is removed" for identity in removed]
    kept = [identity for identity in differences.missing if identity not in removed]
    if kept:
        shown = ", ".join(kept[:5]) + (", ..." if len(kept) > 5 else "")
        lines.append(f"{name}: {len(kept)} without a row, kept (--delete removes them): {shown}")
    if differences.moved:
        lines.append(f"{name}: the order of the rows differs from that of the records, which is kept")
    return lines


def _change_counts(changes: EditPlan) -> str:
    """The size of an import: `3 cells changed, 1 record removed`."""
    cells = sum(len(differences.changes) for differences in changes.found)
    new = sum(len(differences.additions) for differences in changes.found)
    counts = ((cells, "cell", "changed"), (new, "record", "new"), (len(changes.removed), "record", "removed"))
    return ", ".join(f"{plural(count, noun)} {done}" for count, noun, done in counts if count)
