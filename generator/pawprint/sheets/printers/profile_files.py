"""Printer profiles <-> YAML files in the user's configuration folder."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path

from pawprint.core.diagnostics import Findings
from pawprint.core.files import write_atomic
from pawprint.core.geometry import Insets
from pawprint.core.registry import suggest
from pawprint.core.user_folders import config_folder
from pawprint.sheets.plan import NORMAL_MARGIN
from pawprint.sheets.printers.misregistration import MAX_ROTATION, MAX_SCALE, MAX_SHIFT, Misregistration
from pawprint.sheets.printers.printer_profile import FLIPS, Calibration, PrinterProfile
from pawprint.source import scalars
from pawprint.source.field_reader import FieldReader
from pawprint.source.reader import Node, read_yaml_file

#: The largest margin that a printer may have, in millimetres.
MAX_MARGIN = 50.0

_HEAD = "# A printer, written by 'pawprint printer set'. docs/printers.md says what the numbers mean.\n"


def printers_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """The folder of the profiles, in the user's configuration.

    Raises:
        OSError: see `config_folder`.
    """
    return config_folder(environment) / "printers"


def profile_path(name: str, folder: Path) -> Path:
    """The file of the printer *name*."""
    return folder / f"{name}.yaml"


def known_printers(folder: Path) -> list[str]:
    """The names of all printers with a profile."""
    return sorted(path.stem for path in folder.glob("*.yaml")) if folder.is_dir() else []


def no_printer(name: str, known: Sequence[str]) -> str:
    """The help for a printer that is not among *known*."""
    help = suggest(name, known, "printers are") if known else "begin with pawprint printer calibrate"
    return f"there is no printer '{name}': {help}"


def find_printer(text: str, findings: Findings) -> PrinterProfile | None:
    """The profile of the printer NAME or NAME:TRAY; None after a finding about its file.

    Raises:
        ValueError: there is no such printer, or it has no such tray; the message says which there are.
    """
    name, _, tray = text.partition(":")
    folder = printers_folder()
    known = known_printers(folder)
    if name not in known:
        raise ValueError(no_printer(name, known))
    profile = read_profile(profile_path(name, folder), findings)
    if profile is None:
        return None
    trays = {calibration.tray for calibration in profile.calibrations if calibration.tray}
    if tray and tray not in trays:
        raise ValueError(f"printer '{name}' has no tray '{tray}': {suggest(tray, trays, 'trays are')}")
    return replace(profile, name=name, tray=tray)


def write_profile(profile: PrinterProfile, path: Path) -> None:
    """Write *profile* to a file, whole.

    Raises:
        OSError: it cannot be written.
    """
    write_atomic(path, profile_text(profile).encode())


def profile_text(profile: PrinterProfile) -> str:
    """*profile* as YAML, which `read_profile` reads as the same."""
    from pawprint.source.yaml_writer import scalar_text

    lines = [f"printer: {profile.name}"]
    if profile.queue:
        lines.append(f"queue: {scalar_text(profile.queue, inside=False, bare=False)}")
    lines.append("calibrations:" if profile.calibrations else "calibrations: []")
    for calibration in profile.calibrations:
        off = calibration.misregistration
        lines += [
            f"  - paper: {calibration.paper}",
            f"    flip: {calibration.flip}",
            *([f"    tray: {scalar_text(calibration.tray, inside=False, bare=False)}"] if calibration.tray else []),
            f"    shift_mm: [{off.dx:.4f}, {off.dy:.4f}]",
            f"    rotation_degrees: {round(off.rotation, 5) + 0.0:.5f}",
            f"    scale: [{off.scale_x:.6f}, {off.scale_y:.6f}]",
            f"    residual_mm: {calibration.residual:.3f}",
            f"    margins: {calibration.margins}",
            *([f"    read: {calibration.day.isoformat()}"] if calibration.day else []),
        ]
    return _HEAD + "\n".join(lines) + "\n"


def read_profile(path: Path, findings: Findings) -> PrinterProfile | None:
    """The profile in a file; None after a finding."""
    node = read_yaml_file(path, findings)
    if node is None:
        return None
    before = findings.count
    reader = FieldReader(node, "printer profile", findings)
    name = reader.value("printer", scalars.identifier, required=True)
    queue = reader.text("queue") or ""
    calibrations = [_calibration(item, findings) for item in reader.items("calibrations")]
    reader.finish()
    if findings.count > before or name is None:
        return None
    return PrinterProfile(
        name=name, queue=queue, calibrations=tuple(calibration for calibration in calibrations if calibration)
    )


def _calibration(node: Node, findings: Findings) -> Calibration | None:
    before = findings.count
    reader = FieldReader(node, "calibration", findings)
    paper = reader.value("paper", scalars.size, required=True)
    flip = reader.choice("flip", FLIPS, required=True)
    tray = reader.text("tray") or ""
    shift = _pair(reader, "shift_mm", -MAX_SHIFT, MAX_SHIFT)
    rotation = reader.number("rotation_degrees", -MAX_ROTATION, MAX_ROTATION)
    scale = _pair(reader, "scale", 1 - MAX_SCALE, 1 + MAX_SCALE)
    residual = reader.number("residual_mm", 0)
    margins = _margins(reader)
    day = reader.value("read", _day)
    reader.finish()
    if findings.count > before or paper is None or flip is None or shift is None or scale is None:
        return None
    return Calibration(
        paper=paper,
        flip=flip,
        tray=tray,
        misregistration=Misregistration(shift[0], shift[1], rotation or 0.0, scale[0], scale[1]),
        residual=residual or 0.0,
        margins=margins,
        day=day,
    )


def _pair(reader: FieldReader, key: str, least: float, most: float) -> tuple[float, float] | None:
    """The two numbers under *key*, which must be there; None after a finding."""
    nodes, what = reader.items(key, required=True), f"'{key}' of {reader.what}"
    numbers = [scalars.number(node, what, reader.findings, least, most) for node in nodes]
    if nodes and len(nodes) != 2:
        message = f"{what} has {len(nodes)} values"
        reader.findings.add("wrong-type", message, reader.value_span(key), "write two: [across, up]")
    match numbers:
        case [float() as first, float() as second]:
            return first, second
    return None


def _margins(reader: FieldReader) -> Insets:
    """The unprintable margins, spelled as for `--margin`."""
    what = f"'margins' of {reader.what}"
    node, text = reader.node_of("margins"), None
    if node is not None:
        text = scalars.text(node, what, reader.findings)
    if text is None:
        return NORMAL_MARGIN
    try:
        margins = Insets.parse(text)
    except ValueError as error:
        margins = NORMAL_MARGIN
        help = "write one length, or those of top, right, bottom and left: 3 mm, 3 mm, 14 mm, 3 mm"
        reader.findings.add("bad-length", f"{what}: {error}", reader.value_span("margins"), help)
    for side in margins:
        if not 0 <= side.mm <= MAX_MARGIN:
            help = f"write a length from 0 to {MAX_MARGIN:g} mm"
            place = reader.value_span("margins")
            reader.findings.add("out-of-range", f"{what}: no printer leaves {side} white", place, help)
    return margins


def _day(node: Node, what: str, findings: Findings) -> date | None:
    text = scalars.text(node, what, findings)
    try:
        return None if text is None else date.fromisoformat(text)
    except ValueError:
        findings.add("wrong-type", f"{what} is '{text}', which is no day", node.span, "write it like 2026-11-22")
        return None
