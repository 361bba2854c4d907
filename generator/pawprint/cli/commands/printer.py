"""`pawprint printer`: calibration sheets, and profiles of printers that are made from them."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Annotated, TypeVar

import typer

from pawprint.cli import parameters
from pawprint.cli._commands import Command, group
from pawprint.cli._messages import fail, plural, report
from pawprint.cli._print_sending import printer_queue, send_jobs
from pawprint.cli._terminal import say
from pawprint.core.diagnostics import Findings
from pawprint.core.files import write_output
from pawprint.core.geometry import Size
from pawprint.pieces.layouts import NORMAL_MARGIN, Layouts
from pawprint.production.calibration import calibration_file
from pawprint.production.papers import find_paper
from pawprint.sheets.printers import misregistration
from pawprint.sheets.printers.calibration_sheet import Station, stations
from pawprint.sheets.printers.print_jobs import PrintJob, has_printing_system
from pawprint.sheets.printers.printer_profile import Calibration, PrinterProfile, set_command
from pawprint.sheets.printers.profile_files import (
    find_printer,
    known_printers,
    printers_folder,
    profile_path,
    profile_text,
    read_profile,
    write_profile,
)

T = TypeVar("T")
printer = group("printer", "Measure where your printer puts backs.")

_Name = Annotated[
    str,
    typer.Argument(
        metavar="NAME", autocompletion=parameters.complete_printers, help="Your name for the printer, such as desk."
    ),
]
_Paper = Annotated[
    str,
    typer.Option(
        metavar="PAPER",
        autocompletion=parameters.complete_papers,
        help="A4, Letter, ..., or width x height: 210x297mm.",
    ),
]
_Flip = Annotated[str, typer.Option(metavar="EDGE", help="On which edge the printer flips the sheet: long or short.")]
_Lang = Annotated[str, typer.Option(metavar="LANG", help="Language of the words on the sheet: en or fr.")]
_Out = Annotated[
    Path | None, typer.Option("--out", "-o", metavar="FILE", help="The PDF file. Default: calibration-PAPER-FLIP.pdf.")
]
_Tray = Annotated[str, typer.Option(metavar="NAME", help="The tray, if the printer has several.")]
_Queue = Annotated[str | None, typer.Option(metavar="QUEUE", help="Your system's name for the printer, for print.")]
_SendTo = Annotated[str, typer.Option("--queue", metavar="QUEUE", help="Print it on this queue; lpstat -e lists them.")]
_Margin = Annotated[
    str | None, typer.Option(metavar="LENGTHS", help="What the printer leaves white: 5mm, or top,right,bottom,left.")
]
_Readings = Annotated[
    str | None, typer.Option(metavar="VALUES", help="The ten readings in mm: across and up of A, then of B, C, D, E.")
]
_Ruler = Annotated[str | None, typer.Option(metavar="LENGTH", help="Measured length of the 200 mm ruler.")]
_Pin = Annotated[bool, typer.Option("--pin", help="The readings are of holes pricked with a pin.")]
_Again = Annotated[bool, typer.Option("--again", help="The sheet was printed with this printer's correction.")]
_Replace = Annotated[bool, typer.Option("--force", help="Replace the readings that are stored, without asking.")]
_ProfileFile = Annotated[Path, typer.Argument(metavar="FILE", help="A profile, as a YAML file.")]


@printer.command("calibrate", cls=Command)
def calibrate(
    paper: _Paper = "A4",
    flip: _Flip = "long",
    printer: parameters.PrinterOption = None,
    lang: _Lang = "en",
    out: _Out = None,
    queue: _SendTo = "",
    yes: parameters.YesOption = False,
    layouts: parameters.LayoutsOption = None,
    force: parameters.ForceOption = False,
) -> None:
    """Make a calibration sheet, as a PDF file with two pages.

    Print it on both sides at 100%, or have it printed with --queue. The sheet says how to read it.

    Examples:

      pawprint printer calibrate

      pawprint printer calibrate --paper Letter --flip short

      pawprint printer calibrate --printer desk --queue HP_Envy
    """
    edge = _edge(flip)
    parameters.choice(lang, ("en", "fr"), "--lang")
    profile = parameters.printer(printer, "--printer")
    target = out or Path(f"calibration-{paper.replace(' ', '')}-{edge}.pdf")
    parameters.check_output(target, "--out", force, "PDF file", b"%PDF")
    try:
        made, findings = calibration_file(parameters.layout_folders(layouts), paper, edge, lang, profile)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--paper") from None
    report(findings)
    if made is None:
        raise typer.Exit(1)
    if profile and made.calibration is None:
        _fail_without(profile, made.paper, edge)
    system = has_printing_system()
    queue = printer_queue(queue, profile, system) if queue else ""
    write_output(target, made.data)
    corrected = f", corrected for {profile}" if profile else ""
    say(f"{target.as_posix()}  1 sheet of {paper}{corrected}")
    if queue:
        send_jobs([PrintJob(path=target, queue=queue, paper=made.paper, pages=2, duplex=edge)], system, False, yes)
    else:
        say(f"print it on both sides at 100%, flipped on the {edge.replace('-', ' ')}")
    name = profile.name if profile else "NAME"
    say(f"then read it: {set_command(name, paper, edge, made.calibration)}")


@printer.command("set", cls=Command)
def set_(
    name: _Name,
    readings: _Readings = None,
    paper: _Paper = "A4",
    flip: _Flip = "long",
    tray: _Tray = "",
    pin: _Pin = False,
    again: _Again = False,
    ruler: _Ruler = None,
    margin: _Margin = None,
    queue: _Queue = None,
    layouts: parameters.LayoutsOption = None,
    force: _Replace = False,
) -> None:
    """Compute the correction of a printer from the readings of its calibration sheet, and store it.

    Without --readings the command asks for them one by one. --margin and --queue alone change only these.

    Examples:

      pawprint printer set desk

      pawprint printer set desk --readings "0.4 -0.2  0.5 -0.2  0.4 -0.3  0.4 -0.3  0.5 -0.3"

      pawprint printer set desk --again --paper A4 --flip long
    """
    from datetime import date

    edge, size = _edge(flip), _size(paper, layouts)
    profile = _known_or_new(name)
    before = next((calibration for calibration in profile.matching(size, edge) if calibration.tray == tray), None)
    if again and before is None:
        _fail_without(profile, size, edge)
    places = _stations(size)
    margins = parameters.margin(margin, "--margin") or (before.margins if before else NORMAL_MARGIN)
    path = profile_path(name, printers_folder())
    profile = profile if queue is None else replace(profile, queue=queue)
    if before and readings is None and not again and (margin is not None or queue is not None):
        write_profile(profile.with_calibration(replace(before, margins=margins)), path)
        say(f"{name}: {before.place}; leaves white: {margins}{f'; queue {profile.queue}' if profile.queue else ''}")
        return
    if before and not again and not force:
        _replace_or_end(name, before, set_command(name, paper, edge, before), asking=readings is None)
    found = _fit(places, readings, "pin" if pin else "vernier", edge, ruler)
    off = _misregistration(found, before.misregistration if again and before else None)
    station, direction, residual = found.worst
    calibration = Calibration(
        paper=size, flip=edge, tray=tray, misregistration=off, residual=residual, margins=margins, day=date.today()
    )
    write_profile(profile.with_calibration(calibration), path)
    say(f"{name}: {calibration.place}")
    say(f"backs are off by {off}")
    say(f"largest residual: {residual:.2f} mm, at station {station}, {direction}")
    say(f"written to {path.as_posix()}")
    say(f"check it: pawprint printer calibrate --printer {replace(profile, tray=tray)} --paper {paper} --flip {flip}")


@printer.command("list", cls=Command)
def list_() -> None:
    """List the printers and their papers.

    Examples:

      pawprint printer list
    """
    folder, findings = printers_folder(), Findings()
    for name in known_printers(folder):
        profile = find_printer(name, findings)
        if profile is None:
            continue
        queue = f" ({profile.queue})" if profile.queue else ""
        say(
            f"{name}{queue}: {'; '.join(calibration.place for calibration in profile.calibrations) or 'nothing is set'}"
        )
    if not known_printers(folder):
        say(f"there is no printer in {folder.as_posix()}; begin with pawprint printer calibrate")
    report(findings.sorted())


@printer.command("show", cls=Command)
def show(name: _Name) -> None:
    """Show a printer's stored readings.

    Examples:

      pawprint printer show desk
    """
    profile = parameters.printer(name)
    assert profile is not None
    say(f"{profile.name}{f', queue {profile.queue}' if profile.queue else ''}")
    for calibration in profile.calibrations:
        moved, residual = calibration.misregistration.largest_move(calibration.paper), calibration.residual
        say(f"  {calibration.place}{f', read on {calibration.day.isoformat()}' if calibration.day else ''}")
        say(f"    backs are off by {calibration.misregistration}")
        say(f"    the correction moves the corners by up to {moved:.2f} mm; largest residual {residual:.2f} mm")
        say(f"    leaves white: {calibration.margins}")


@printer.command("remove", cls=Command)
def remove(name: _Name) -> None:
    """Remove a printer and all its readings.

    Examples:

      pawprint printer remove desk
    """
    folder = printers_folder()
    parameters.check_printer(name, known_printers(folder), "NAME")
    profile_path(name, folder).unlink()
    say(f"removed {name}")


@printer.command("export", cls=Command)
def export(name: _Name, file: _ProfileFile, force: parameters.ForceOption = False) -> None:
    """Write the profile of a printer to a file, for another computer.

    Examples:

      pawprint printer export desk desk.yaml
    """
    profile = parameters.printer(name)
    assert profile is not None
    parameters.check_output(file, "FILE", force, "printer profile", b"# A printer")
    write_output(file, profile_text(profile).encode())
    say(f"{file.as_posix()}  {plural(len(profile.calibrations), 'calibration')}")


@printer.command("import", cls=Command)
def import_(
    file: _ProfileFile,
    name: Annotated[str, typer.Option("--name", metavar="NAME", help="Another name for the printer.")] = "",
    force: parameters.ForceOption = False,
) -> None:
    """Store an exported profile.

    Examples:

      pawprint printer import desk.yaml

      pawprint printer import desk.yaml --name office
    """
    findings = Findings()
    profile = read_profile(file, findings)
    report(findings.sorted(), "nothing was written")
    if profile is None:
        raise typer.Exit(1)
    name = parameters.printer_name(name or profile.name, "--name")
    folder = printers_folder()
    if name in known_printers(folder) and not force:
        message = f"there is a printer '{name}' already; choose another --name, or replace it with --force"
        raise typer.BadParameter(message, param_hint="--name")
    write_profile(replace(profile, name=name), profile_path(name, folder))
    say(f"{name}: {plural(len(profile.calibrations), 'calibration')}")


def _edge(flip: str) -> str:
    """`long-edge` or `short-edge`, from what --flip says."""
    return parameters.choice(flip.removesuffix("-edge"), ("long", "short"), "--flip") + "-edge"


def _size(paper: str, layouts: Path | None) -> Size:
    """The size of a paper; the command ends after a finding."""
    findings = Findings()
    found = find_paper(Layouts(parameters.layout_folders(layouts), findings), findings, paper)
    report(findings.sorted())
    assert found is not None
    return found.size


def _stations(size: Size) -> tuple[Station, ...]:
    try:
        return stations(size)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--paper") from None


def _known_or_new(name: str) -> PrinterProfile:
    """The profile of the printer *name*; an empty one if there is none."""
    parameters.printer_name(name, "NAME")
    known = parameters.printer(name) if name in known_printers(printers_folder()) else None
    return known or PrinterProfile(name=name)


def _replace_or_end(name: str, before: Calibration, adding: str, *, asking: bool) -> None:
    """Ask whether new readings replace *before*; the command ends if not, or if nothing is asked.

    Args:
        adding: the command that adds them to it.

    Raises:
        typer.BadParameter: nothing is asked.
    """
    stored = f"printer '{name}' has readings for {before.place}"
    if not asking:
        message = f"{stored} already; add those of a corrected sheet with --again, or replace them with --force"
        raise typer.BadParameter(message, param_hint="--readings")
    if not typer.confirm(f"{stored[0].upper()}{stored[1:]} already. Was this sheet printed without their correction?"):
        fail("the readings of a corrected sheet are added to those that are stored", f"add them: {adding}")


def _fit(
    places: tuple[Station, ...], values: str | None, method: str, edge: str, ruler: str | None
) -> misregistration.Fit:
    """What the readings say, given as *values* or asked for; the command ends if they do not agree."""

    def fit_of(readings: dict[str, misregistration.Reading]) -> misregistration.Fit:
        return misregistration.fit(places, readings, method)

    most = misregistration.MAX_RESIDUAL[method]
    if ruler is not None:
        _check_ruler(parameters.length(ruler, "--ruler", 400).mm)
    if values is None:
        return fit_of(_ask_readings(places, fit_of, most, pin=method == "pin", edge=edge, ruler=ruler is None))
    try:
        found = fit_of(misregistration.read_values(values, places))
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--readings") from None
    name, direction, residual = found.worst
    if residual > most:
        fail(
            f"the readings do not agree: station {name}, {direction}, differs by {residual:.2f} mm from the others",
            f"read station {name} again; two corners that were mixed up make such a difference, too",
        )
    return found


def _misregistration(
    fit: misregistration.Fit, first: misregistration.Misregistration | None
) -> misregistration.Misregistration:
    """How far off the printer is; the command ends if no printer is so far off.

    Args:
        first: what had been corrected on the sheet, if anything.
    """
    off = fit.misregistration.after(first) if first else fit.misregistration
    if faults := off.faults():
        fail(
            f"backs are off by {' and '.join(faults)}, which no printer does by itself",
            "print the sheet again at 100%, without 'fit to page', flipped on the edge that it names;"
            " then look at the arrow and at the rulers",
        )
    return off


def _fail_without(profile: PrinterProfile, paper: Size, edge: str) -> None:
    """End the command because nothing was read for *paper* and *edge*."""
    places = "; ".join(calibration.place for calibration in profile.calibrations) or "nothing"
    fail(
        f"printer '{profile}' is not set for {paper} flipped on the {edge.replace('-', ' ')}; it is set for: {places}",
        f"print a calibration sheet without --printer, and read it with pawprint printer set {profile.name}",
    )


# --- The questions of `set`: the readings of a calibration sheet, one by one ------------------------------------------


#: The length of the printed ruler in mm.
_RULER = 200.0
#: The largest difference from it, in mm, that is taken for a measuring error.
_MAX_DIFFERENCE = 1.0

_PICTURE = """\
          0         1         2         3         4         5     black: the front
          |         |         |         |         |         |
                       |        |        |        |        |
                       0        1        2        3        4      red: the back

  This reads 1.3: the red 0 is right of the black 1, and the red 3 meets a black line.
  To the left of the black 0, whole millimetres are negative: -1 and 7 tenths are -0.3.
"""
_PIN = """\
  Prick through the black crosses with a pin, and turn the sheet over. Read on the grid where each hole is: 'across' on
  the numbers above the grid, 'up' on those beside it, to a fifth of a millimetre.
"""


def _ask_readings(
    stations: tuple[Station, ...],
    fit_of: Callable[[dict[str, misregistration.Reading]], misregistration.Fit],
    most: float,
    *,
    pin: bool,
    edge: str,
    ruler: bool,
) -> dict[str, misregistration.Reading]:
    """Ask for the readings of all stations; again for those of a station that does not agree with the others.

    Args:
        fit_of: what readings say.
        most: the largest residual of readings that agree, in millimetres.
        pin: whether they are read with a pin, because no light comes through.
        edge: that the sheet is flipped on, `long-edge` or `short-edge`.
        ruler: whether to ask for the length of the ruler, too.
    """
    question = "Hold the sheet up to the light, front towards you. Does the red arrow point up, like the black one?"
    if pin:
        question = f"Turn the sheet over on its {edge.replace('-', ' ')}. Is the text on the back upright?"
    if not typer.confirm(question):
        fail(
            "the sheet was flipped on the other edge than it is made for",
            "choose the other edge in the printer dialog, or make the sheet for it with --flip, and print it again",
        )
    if ruler:
        _check_ruler(_ask("How long is the ruler of 200 mm on the front, in mm?", _ruler, f"{_RULER:g}"))
    say(_PIN if pin else _PICTURE)
    readings = {station.name: _ask_station(station.name) for station in stations}
    while True:
        name, direction, residual = fit_of(readings).worst
        if residual <= most:
            return readings
        say(f"Station {name}, {direction}, differs by {residual:.2f} mm from the others. Read it again.")
        readings[name] = _ask_station(name)


def _check_ruler(length: float) -> None:
    """End the command if a ruler of 200 mm that is *length* millimetres long says that the page was scaled."""
    if abs(length - _RULER) > _MAX_DIFFERENCE:
        fail(
            f"the ruler of {_RULER:g} mm is {length:g} mm long: the page was scaled to {length / _RULER * 100:.1f} %",
            "print the sheet again at 100% ('actual size'), without 'fit to page'",
        )


def _ask_station(name: str) -> misregistration.Reading:
    return misregistration.Reading(
        *(_ask(f"Station {name}, {direction}", misregistration.read_number) for direction in misregistration.DIRECTIONS)
    )


def _ask(question: str, read: Callable[[str], T], usual: str | None = None) -> T:
    """The answer, asked for until it can be read."""
    while True:
        try:
            return read(str(typer.prompt(question, default=usual)))
        except ValueError as error:
            say(f"  {error}")


def _ruler(text: str) -> float:
    try:
        return float(text.replace(",", ".").removesuffix("mm"))
    except ValueError:
        raise ValueError(f"'{text}' is not a number of millimetres") from None
