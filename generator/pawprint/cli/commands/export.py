"""`pawprint export`: the pieces of a game as files for other programs; each exporter is a command of its own."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import Field
from functools import partial
from inspect import Parameter, Signature, getdoc
from pathlib import Path
from typing import Annotated, Any, get_type_hints

import typer

from pawprint.cli import parameters
from pawprint.cli._commands import LazyGroup, command
from pawprint.cli._messages import fail, plural, report
from pawprint.cli._terminal import say, warn
from pawprint.core.diagnostics import Diagnostic
from pawprint.core.length import Length
from pawprint.core.workers import cores
from pawprint.export.export_folder import ExportFolder, ForeignFileError
from pawprint.export.export_source import ExportOptions
from pawprint.export.exporter import EXPORTERS, Exporter, OptionError, TargetOption
from pawprint.export.exporter import export as files_of
from pawprint.production import pipeline

_Out = Annotated[
    Path | None,
    typer.Option(
        "--out", "-o", metavar="DIR", help="Output folder. Default: export/GAME/TARGET in the current folder."
    ),
]

_List = Annotated[bool, typer.Option("--list", help="Print the path of each file, too.")]

_Jobs = Annotated[
    int,
    parameters.whole_number(
        "--jobs", metavar="N", least=0, most=64, help="Number of processes that draw pictures; 0 for one per core."
    ),
]


class _Targets(LazyGroup):
    def __init__(self, **settings: Any) -> None:
        super().__init__({name: partial(_command, name) for name in (*EXPORTERS, *EXPORTERS.plugin_names)}, **settings)


export = typer.Typer(name="export", cls=_Targets, rich_markup_mode=None, add_completion=False)


@export.callback()
def _root() -> None:
    """Write the pieces of a game as files for other programs.

    Each kind of files is a command of its own, with options of its own.

    Examples:

      pawprint export png food-chain

      pawprint export png --help
    """


def _command(target: str) -> Any:
    """The command of a target, with the options that all targets have, and those of its exporter."""
    exporter = EXPORTERS.find(target)
    if exporter is None:
        fail(f"{target}: {EXPORTERS.fault(target)}")
    own = tuple(exporter.options())

    def run(**values: Any) -> None:
        chosen = {
            option.name: _value(values.pop(option.name), option, about, types[option.name]) for option, about in own
        }
        try:
            _export(target, exporter(**chosen), **values)
        except OptionError as error:
            raise typer.BadParameter(str(error), param_hint=error.option) from None

    common = Signature.from_callable(_export, eval_str=True).parameters.values()
    types = get_type_hints(exporter)
    game, *others = [parameter for parameter in common if parameter.name not in ("target", "exporter")]
    signature = Signature([game, *(_parameter(option, about, types[option.name]) for option, about in own), *others])
    run.__signature__ = signature  # type: ignore[attr-defined]
    run.__doc__ = getdoc(exporter)
    return command(target, run)


def _parameter(option: Field[Any], about: TargetOption, type_: Any) -> Parameter:
    """The parameter of a command for a field of an exporter."""
    default = option.default
    name = f"--{option.name.replace('_', '-')}"
    if type_ is bool:
        switch = f"{name}/--no-{name[2:]}" if default else name
        annotation: Any = Annotated[bool, typer.Option(switch, help=about.help)]
    elif type_ in (int, int | None):
        number = parameters.whole_number(
            name, metavar=about.metavar, help=about.help, least=about.least, most=about.most
        )
        annotation = Annotated[type_, number]
    else:
        annotation = Annotated[str | None, typer.Option(name, metavar=about.metavar, help=about.help)]
        default = ",".join(default) if isinstance(default, tuple) else str(default or "") or None
    return Parameter(option.name, Parameter.POSITIONAL_OR_KEYWORD, default=default, annotation=annotation)


def _value(value: Any, option: Field[Any], about: TargetOption, type_: Any) -> Any:
    """The value of a field of an exporter from that of its option.

    Raises:
        typer.BadParameter: it is no value of that field.
    """
    name = f"--{option.name.replace('_', '-')}"
    if value is None:
        return option.default
    if type_ in (Length, Length | None):
        return parameters.length(value, name, about.most or 0)
    if isinstance(option.default, tuple):
        return parameters.split_list(value)
    return parameters.choice(value, about.choices, name) if about.choices and value else value


def _export(
    target: str,
    exporter: Exporter,
    game: parameters.GameArgument,
    component: parameters.ComponentsOption = None,
    card: parameters.CardsOption = None,
    lang: parameters.LanguagesOption = None,
    edition: parameters.EditionOption = None,
    out: _Out = None,
    catalog: parameters.CatalogOption = None,
    layouts: parameters.LayoutsOption = None,
    jobs: _Jobs = 0,
    no_cache: parameters.NoCacheOption = False,
    list_files: _List = False,
    quiet: parameters.QuietOption = False,
) -> None:
    """Write the files of *exporter*, as they are made."""
    options = ExportOptions(
        components=tuple(component or ()),
        cards=tuple(card or ()),
        languages=parameters.split_list(lang),
        edition=edition or "",
        jobs=jobs or cores(),
        store=None if no_cache else parameters.open_cache(quiet),
    )
    workspace = parameters.project(catalog, layouts, [game]).workspace
    folder = out or Path("export") / game / target
    loaded = workspace.library.games.get(game)
    other = "" if loaded is None or edition == next(iter(loaded.editions), "") else edition
    owner = " ".join(filter(None, (target, game, other)))
    count = 0
    notes: dict[str, None] = {}  # of all languages, each once
    with ExportFolder(folder, owner, is_shared=out is not None) as writer:
        for name, data in files_of(workspace, exporter, options, lambda text: notes.update({text: None})):
            try:
                is_written = writer.export(name, data)
            except ForeignFileError as error:
                raise OptionError("--out", str(error)) from None
            count += is_written
            if is_written and list_files:
                say((folder / name).as_posix())
    if not quiet and count:
        say(f"{folder.as_posix()}  {plural(count, 'file')}")
    if not quiet or not count:
        warn(*notes)
    if not count and not writer.in_use and not workspace.findings.failed:
        warn("there is nothing to export")
    findings = pipeline.findings_with_pieces(workspace)
    try:
        report(findings, _consequence(findings, exporter, options) if count else "nothing was written")
    finally:
        writer.finish()


def _consequence(findings: Iterable[Diagnostic], exporter: Exporter, options: ExportOptions) -> str:
    """What the errors among *findings* mean for the files that were written."""
    errors = [finding for finding in findings if finding.is_error]
    pieces = [piece for error in errors for piece in error.pieces]
    consequences = []
    if any(options.includes(piece.component, piece.id) for piece in pieces):
        consequences.append(exporter.faults)
    elif pieces:
        consequences.append("the errors are in pieces that were not exported")
    if not all(error.pieces for error in errors):
        consequences.append("errors that name no piece may concern any file; mend them and export again")
    return "\n".join(consequences)
