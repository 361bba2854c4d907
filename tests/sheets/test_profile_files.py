"""Profiles of printers: written, read back, and refused where they are wrong."""

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawprint.core.diagnostics import Findings
from pawprint.core.geometry import Insets, Size
from pawprint.core.length import mm
from pawprint.sheets.printers.misregistration import Misregistration
from pawprint.sheets.printers.printer_profile import FLIPS, Calibration, PrinterProfile, is_name
from pawprint.sheets.printers.profile_files import (
    known_printers,
    printers_folder,
    profile_text,
    read_profile,
    write_profile,
)

A4, LETTER = Size(mm(210), mm(297)), Size(mm(215.9), mm(279.4))
OFF = Misregistration(0.44, -0.26, 0.012, 1.0006, 0.9994)
DESK = PrinterProfile(
    name="desk",
    queue="HP Envy: 6000",
    calibrations=(
        Calibration(paper=A4, flip="long-edge", misregistration=OFF, residual=0.04, day=date(2026, 11, 22)),
        Calibration(
            paper=LETTER, flip="short-edge", tray="no. 2", misregistration=OFF, margins=Insets.parse("3mm,4mm,14mm,3mm")
        ),
    ),
)

calibrations = st.builds(
    Calibration,
    paper=st.sampled_from([A4, LETTER]),
    flip=st.sampled_from(FLIPS),
    tray=st.sampled_from(["", "1", "yes", "Fach: 2", "bac à papier", '"', "#3"]),
    misregistration=st.builds(
        Misregistration,
        *(st.floats(-10, 10).map(lambda value: round(value, 4)) for _ in range(2)),
        st.floats(-2, 2).map(lambda value: round(value, 5)),
        *(st.floats(0.98, 1.02).map(lambda value: round(value, 6)) for _ in range(2)),
    ),
    residual=st.floats(0, 0.5).map(lambda value: round(value, 3)),
    margins=st.builds(Insets, *(st.integers(0, 50).map(mm) for _ in range(4))),
    day=st.none() | st.dates(),
)


def read(text: str, path: Path) -> tuple[PrinterProfile | None, list[str]]:
    path.write_text(text, encoding="utf-8")
    findings = Findings()
    return read_profile(path, findings), [f"{one.code}: {one.message}" for one in findings.sorted()]


@given(st.lists(calibrations, max_size=3), st.sampled_from(["", "HP", "true", "a: b"]))
def test_profile_survives_writing_and_reading(
    tmp_path_factory: pytest.TempPathFactory, ones: list[Calibration], queue: str
) -> None:
    profile = PrinterProfile(name="desk", queue=queue, calibrations=tuple(ones))
    assert read(profile_text(profile), tmp_path_factory.getbasetemp() / "desk.yaml") == (profile, [])


def test_printers_are_listed_by_name(tmp_path: Path) -> None:
    assert known_printers(tmp_path / "printers") == []
    for name in ("office", "desk"):
        write_profile(replace(DESK, name=name), tmp_path / "printers" / f"{name}.yaml")
    assert known_printers(tmp_path / "printers") == ["desk", "office"]


def test_variable_names_the_folder_of_the_profiles(tmp_path: Path) -> None:
    assert printers_folder({"PAWPRINT_CONFIG": str(tmp_path)}) == tmp_path / "printers"
    assert printers_folder({}).parts[-2:] == ("pawprint", "printers")


def test_user_without_a_home_folder_gets_instructions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platformdirs.user_config_path", lambda *_, **__: Path("~/.config/pawprint"))
    with pytest.raises(OSError, match="no home folder; PAWPRINT_CONFIG can name another folder"):
        printers_folder({})


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("printer: desk", "printer: The Desk", "bad-id"),
        ("printer: desk\n", "", "missing-field"),
        ("flip: long-edge", "flip: long", "unknown-choice"),
        ("flip: long-edge", "flop: long-edge", "missing-field"),
        ("paper: 210 mm x 297 mm", "paper: A4", "bad-length"),
        ("shift_mm: [0.4400, -0.2600]", "shift_mm: [12, 0]", "out-of-range"),
        ("shift_mm: [0.4400, -0.2600]", "shift_mm: [1, 2, 3]", "wrong-type"),
        ("shift_mm: [0.4400, -0.2600]", "shift_mm: [wide, 0]", "wrong-type"),
        ("shift_mm: [0.4400, -0.2600]", "shift_mm: 3", "wrong-type"),
        ("rotation_degrees: 0.01200", "rotation_degrees: 3", "out-of-range"),
        ("scale: [1.000600, 0.999400]", "scale: [1.5, 1]", "out-of-range"),
        ("margins: 5 mm", "margins: 1 mm, 2 mm", "bad-length"),
        ("margins: 5 mm", "margins: 80 mm", "out-of-range"),
        ("read: 2026-11-22", "read: yesterday", "wrong-type"),
        ("calibrations:", "calibrations: 3\nmore:", "wrong-type"),
        ("printer: desk", "- desk", "yaml-syntax"),
    ],
)
def test_fault_in_a_profile_is_a_finding(tmp_path: Path, old: str, new: str, code: str) -> None:
    profile = replace(DESK, calibrations=DESK.calibrations[:1])
    text = profile_text(profile)
    assert old in text
    found, said = read(text.replace(old, new), tmp_path / "desk.yaml")
    assert found is None
    assert code in [one.partition(":")[0] for one in said]


def test_missing_file_is_a_finding(tmp_path: Path) -> None:
    findings = Findings()
    assert read_profile(tmp_path / "no.yaml", findings) is None
    assert [one.code for one in findings.sorted()] == ["file-missing"]


def test_calibration_is_found_by_paper_flip_and_tray() -> None:
    first, second = DESK.calibrations
    assert DESK.calibration(A4, "long-edge") is first
    assert DESK.calibration(Size(mm(210.2), mm(297)), "long-edge") is first
    assert DESK.calibration(A4.turned(), "long-edge") is None
    assert DESK.calibration(A4, "short-edge") is None
    assert DESK.calibration(LETTER, "short-edge") is second
    assert replace(DESK, tray="1").calibration(A4, "long-edge") is None


def test_two_trays_with_the_same_paper_are_distinguished_by_name() -> None:
    both = DESK.with_calibration(replace(DESK.calibrations[0], tray="2"))
    assert len(both.calibrations) == 3
    assert both.calibration(A4, "long-edge") is None
    assert replace(both, tray="2").calibration(A4, "long-edge") == replace(DESK.calibrations[0], tray="2")


def test_new_readings_replace_readings_of_the_same_tray_paper_and_flip() -> None:
    newer = replace(DESK.calibrations[0], misregistration=Misregistration())
    found = DESK.with_calibration(newer)
    assert len(found.calibrations) == 2
    assert found.calibration(A4, "long-edge") is newer


@pytest.mark.parametrize(
    ("name", "good"), [("desk", True), ("hp-6000", True), ("HP", False), ("a b", False), ("", False), ("../x", False)]
)
def test_name_can_name_a_file(name: str, good: bool) -> None:
    assert is_name(name) == good
