"""`pawprint printer`: sheets, readings and profiles on the command line, and each way in which they are refused."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import Result

from command_line import run
from helpers import extracted
from pawprint.core.diagnostics import Findings
from pawprint.core.geometry import Insets
from pawprint.sheets.printers.misregistration import Misregistration
from pawprint.sheets.printers.printer_profile import PrinterProfile
from pawprint.sheets.printers.profile_files import printers_folder, profile_path, read_profile

GOOD = "0.4 -0.2  0.5 -0.2  0.4 -0.3  0.4 -0.3  0.5 -0.3"
ANSWERS = ["y", "200", *GOOD.split()]
CHANGES = ("calibrate", "set", "list", "show", "remove", "export", "import")


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def printer(*words: str, answers: list[str] | None = None) -> Result:
    return run("printer", *words, input="\n".join([*(answers or []), ""]) if answers else None)


def stored(name: str = "desk") -> PrinterProfile:
    found = read_profile(profile_path(name, printers_folder()), Findings())
    assert found is not None
    return found


@pytest.mark.parametrize("command", CHANGES)
def test_every_command_shows_an_example(command: str) -> None:
    shown = printer(command, "--help").stdout
    assert f"pawprint printer {command}" in shown[shown.index("Examples:") :]


# --- calibrate ----------------------------------------------------------------------------------------------


def test_name_of_a_sheet_describes_its_purpose() -> None:
    done = printer("calibrate", "--paper", "Letter", "--flip", "short")
    assert done.exit_code == 0, done.output
    assert Path("calibration-Letter-short-edge.pdf").read_bytes().startswith(b"%PDF")
    assert "flipped on the short edge" in done.stdout


def test_second_sheet_is_corrected() -> None:
    printer("set", "desk", "--readings", GOOD)
    done = printer("calibrate", "--printer", "desk", "--out", "again.pdf")
    assert done.exit_code == 0, done.output
    assert "corrected for desk" in done.stdout
    printer("calibrate", "--out", "first.pdf")
    assert Path("again.pdf").read_bytes() != Path("first.pdf").read_bytes()


def test_sheet_that_is_corrected_names_the_command_that_adds_its_readings() -> None:
    printer("set", "desk", "--readings", GOOD)
    printer("set", "desk", "--readings", GOOD, "--paper", "Letter", "--flip", "short", "--tray", "2")
    for words, command in (
        ((), "pawprint printer set NAME"),
        (("--printer", "desk"), "pawprint printer set desk --again"),
        (("--paper", "Letter"), "pawprint printer set NAME --paper Letter"),
        (
            ("--printer", "desk:2", "--paper", "Letter", "--flip", "short"),
            "pawprint printer set desk --again --paper Letter --flip short --tray 2",
        ),
    ):
        done = printer("calibrate", *words, "--out", "sheet.pdf")
        assert done.stdout.splitlines()[-1] == f"then read it: {command}"
        (front, _) = extracted(Path("sheet.pdf").read_bytes())
        assert re.search(f"Type the readings: {command} (?!--)", " ".join(front.replace("\u2060", "").split()))
    printer("calibrate", "--lang", "fr", "--out", "sheet.pdf")
    assert "pawprint printer set NOM " in " ".join(extracted(Path("sheet.pdf").read_bytes())[0].split())


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("--paper", "A5"), 2, "needs paper of at least 180 x 240 mm"),
        (("--paper", "A44"), 1, "unknown-paper"),
        (("--flip", "top"), 2, "choices are long, short"),
        (("--lang", "de"), 2, "choices are en, fr"),
        (("--printer", "desk"), 2, "there is no printer 'desk': begin with pawprint printer calibrate"),
        (("--out", "."), 2, "is a folder"),
        (("--out", "list.txt"), 2, "is not a PDF file; --force overwrites it"),
    ],
)
def test_impossible_sheet_is_reported(words: tuple[str, ...], code: int, said: str) -> None:
    Path("list.txt").write_text("mine")
    done = printer("calibrate", *words)
    assert done.exit_code == code
    assert said in " ".join(done.output.split())
    assert not [*Path().glob("*.pdf")]


def test_tray_that_is_not_set_is_a_fault_of_the_option_that_names_it() -> None:
    printer("set", "desk", "--readings", GOOD, "--tray", "2")
    done = printer("calibrate", "--printer", "desk:7")
    assert done.exit_code == 2
    assert "Invalid value for --printer: printer 'desk' has no tray '7'" in " ".join(
        done.output.replace("│", " ").split()
    )


def test_sheet_cannot_be_corrected_for_paper_that_was_not_read() -> None:
    printer("set", "desk", "--readings", GOOD)
    done = printer("calibrate", "--printer", "desk", "--paper", "Letter")
    assert done.exit_code == 1
    assert "is not set for 215.9 mm x 279.4 mm flipped on the long edge" in done.output
    assert not [*Path().glob("*.pdf")]


# --- set ----------------------------------------------------------------------------------------------------


def test_readings_make_a_profile() -> None:
    done = printer("set", "desk", "--readings", GOOD, "--margin", "3mm,3mm,14mm,3mm", "--queue", "HP", "--tray", "2")
    assert done.exit_code == 0, done.output
    assert "x +0.44 mm, y -0.26 mm, +0.000°, 100.06 % × 100.04 %" in done.stdout
    assert "largest residual: 0.04 mm" in done.stdout
    profile = stored()
    (one,) = profile.calibrations
    assert profile.queue == "HP"
    assert (one.tray, one.flip, str(one.margins)) == ("2", "long-edge", "3 mm, 3 mm, 14 mm, 3 mm")
    assert one.misregistration.dx == pytest.approx(0.44)


@pytest.mark.parametrize("between", [" ", "; ", ", "])
def test_readings_may_have_decimal_commas(between: str) -> None:
    done = printer("set", "desk", "--readings", between.join(GOOD.replace(".", ",").split()))
    assert done.exit_code == 0, done.output
    assert stored().calibrations[0].misregistration.dx == pytest.approx(0.44)
    assert printer("set", "office", "--readings", ",".join(GOOD.split())).exit_code == 0
    assert stored("office").calibrations[0].misregistration == stored().calibrations[0].misregistration


def test_sheet_that_checks_readings_of_a_tray_names_that_tray() -> None:
    for tray in ("1", "2"):
        done = printer("set", "desk", "--readings", GOOD, "--tray", tray)
        command = done.stdout.splitlines()[-1].removeprefix("check it: pawprint printer ")
        assert f"--printer desk:{tray} " in command
        assert printer(*command.split()).exit_code == 0


def test_readings_are_prompted_in_turn() -> None:
    done = printer("set", "desk", answers=ANSWERS)
    assert done.exit_code == 0, done.output
    assert "This reads 1.3" in done.stdout
    assert stored().calibrations[0].misregistration.dy == pytest.approx(-0.26)


def test_pinned_card_is_read_from_its_back() -> None:
    done = printer("set", "desk", "--pin", "--flip", "short", answers=ANSWERS)
    assert done.exit_code == 0, done.output
    assert "Turn the sheet over on its short edge. Is the text on the back upright?" in done.stdout
    assert "the light" not in done.stdout
    assert "Read on the grid where each hole is" in " ".join(done.stdout.split())


def test_invalid_reading_is_prompted_again() -> None:
    done = printer("set", "desk", answers=["y", "long", "200", "much", *GOOD.split()])
    assert done.exit_code == 0, done.output
    assert "'long' is not a number" in done.stdout
    assert "'much' is not a number" in done.stdout


def test_station_that_disagrees_is_prompted_again() -> None:
    answers = [*ANSWERS]
    answers[8:10] = ["0.4", "1.7"]  # D
    done = printer("set", "desk", answers=[*answers, "0.4", "-0.3"])
    assert done.exit_code == 0, done.output
    assert "Station D, up, differs by" in done.stdout
    assert stored().calibrations[0].misregistration.dy == pytest.approx(-0.26)


def test_questions_without_answers_end_the_command() -> None:
    done = printer("set", "desk", answers=ANSWERS[:4])
    assert done.exit_code == 1
    assert "Aborted" in done.output


def test_arrow_that_points_down_means_the_other_edge() -> None:
    done = printer("set", "desk", answers=["n"])
    assert done.exit_code == 1
    assert "flipped on the other edge" in done.output
    assert "choose the other edge in the printer dialog" in done.output


@pytest.mark.parametrize("answers", [None, ["y", "194"]])
def test_ruler_that_is_too_short_means_fit_to_page(answers: list[str] | None) -> None:
    words = () if answers else ("--ruler", "194mm", "--readings", GOOD)
    done = printer("set", "desk", *words, answers=answers)
    assert done.exit_code == 1
    assert "the page was scaled to 97.0 %" in done.output
    assert "without 'fit to page'" in done.output


def test_readings_that_are_more_than_a_printer_gets_wrong_are_refused() -> None:
    done = printer("set", "desk", "--readings", "10.9 0 " * 5)
    assert done.exit_code == 1
    assert "a shift of 10.9 mm, which no printer does by itself" in done.output
    assert "flipped on the edge that it names" in done.output
    assert not profile_path("desk", printers_folder()).exists()


def test_readings_of_a_sheet_that_was_corrected_are_added() -> None:
    printer("set", "desk", "--readings", GOOD)
    done = printer("set", "desk", "--again", "--readings", "0.1 0 " * 5)
    assert done.exit_code == 0, done.output
    first, both = Misregistration(0.44, -0.26), stored().calibrations[0].misregistration
    assert (both.dx, both.dy) == pytest.approx((first.dx + 0.1, first.dy), abs=0.001)


def test_readings_replace_stored_readings_only_on_request() -> None:
    printer("set", "desk", "--readings", GOOD)
    before = stored()
    done = printer("set", "desk", "--readings", "0.1 0 " * 5)
    assert done.exit_code == 2
    said = " ".join(done.output.replace("│", " ").split())
    assert "has readings for 210 mm x 297 mm flipped on the long edge already" in said
    assert "--again, or replace them with --force" in said
    assert stored() == before
    assert printer("set", "desk", "--readings", GOOD, "--tray", "2").exit_code == 0
    assert printer("set", "desk", "--readings", "0.1 0 " * 5, "--force").exit_code == 0
    assert stored().calibrations[-1].misregistration.dx == pytest.approx(0.1)


def test_before_stored_readings_are_replaced_the_questions_ask_whether_the_sheet_was_corrected() -> None:
    printer("set", "desk", "--readings", GOOD)
    before = stored()
    done = printer("set", "desk", answers=["n", *ANSWERS])
    assert done.exit_code == 1
    assert "Was this sheet printed without their correction?" in done.stdout
    assert "add them: pawprint printer set desk --again" in done.output
    assert stored() == before
    done = printer("set", "desk", answers=["y", "y", "200", *["0.1", "0"] * 5])
    assert done.exit_code == 0, done.output
    assert stored().calibrations[0].misregistration.dx == pytest.approx(0.1)


def test_new_readings_leave_margins_and_queue() -> None:
    printer("set", "desk", "--readings", GOOD, "--margin", "7mm", "--queue", "HP")
    printer("set", "desk", "--force", "--readings", "0 0 " * 5)
    assert stored().queue == "HP"
    assert str(stored().calibrations[0].margins) == "7 mm"


def test_margins_and_queue_are_changed_without_new_readings() -> None:
    printer("set", "desk", "--readings", GOOD)
    before = stored().calibrations[0]
    done = printer("set", "desk", "--queue", "HP", "--margin", "3mm,3mm,14mm,3mm")
    assert done.exit_code == 0, done.output
    assert "leaves white: 3 mm, 3 mm, 14 mm, 3 mm; queue HP" in done.stdout
    assert stored().queue == "HP"
    assert stored().calibrations == (replace(before, margins=Insets.parse("3mm,3mm,14mm,3mm")),)


def test_holes_of_a_pin_may_differ_more() -> None:
    readings = "0.4 -0.2  0.5 -0.2  0.4 -0.8  0.4 -0.3  0.5 -0.3"
    assert printer("set", "desk", "--readings", readings).exit_code == 1
    assert printer("set", "desk", "--pin", "--readings", readings).exit_code == 0


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("Desk",), 2, "'Desk' is no name for a printer"),
        (("desk", "--readings", "1 2 3"), 2, "there are 3 values; the sheet has 10"),
        (("desk", "--readings", "a " * 10), 2, "'a' is not a number of millimetres"),
        (("desk", "--readings", "40 " * 10), 2, "40 mm is more than the sheet can show"),
        (("desk", "--readings", "2" + GOOD), 2, "more than the sheet can show"),
        (("desk", "--readings", "3" + GOOD[1:]), 1, "read station A again"),
        (("desk", "--paper", "A5"), 2, "needs paper of at least"),
        (("desk", "--paper", "nothing"), 1, "unknown-paper"),
        (("desk", "--flip", "x"), 2, "choices are long, short"),
        (("desk", "--margin", "1mm,2mm", "--readings", GOOD), 2, "has 2 lengths"),
        (("desk", "--ruler", "200", "--readings", GOOD), 2, "write a number and a unit"),
        (("desk", "--again", "--readings", GOOD), 1, "is not set for 210 mm x 297 mm"),
    ],
)
def test_wrong_arguments_are_refused_and_nothing_is_stored(words: tuple[str, ...], code: int, said: str) -> None:
    done = printer("set", *words)
    assert done.exit_code == code
    assert said in " ".join(done.output.replace("│", " ").split())
    assert not printers_folder().exists()


# --- list, show, remove, export, import ---------------------------------------------------------------------


def test_printers_are_listed_and_shown() -> None:
    assert "there is no printer in" in printer("list").stdout
    printer("set", "desk", "--readings", GOOD, "--queue", "HP")
    printer("set", "desk", "--readings", GOOD, "--tray", "2", "--paper", "Letter", "--flip", "short")
    assert printer("list").stdout.startswith("desk (HP): 210 mm x 297 mm flipped on the long edge; 215.9 mm x 279.4 mm")
    shown = printer("show", "desk").stdout
    assert "desk, queue HP" in shown
    assert "flipped on the short edge, tray 2" in shown
    assert "the correction moves the corners by up to 0.60 mm" in shown


def test_faulty_profile_does_not_hide_other_printers_in_the_list() -> None:
    for name in ("attic", "desk", "office"):
        printer("set", name, "--readings", GOOD)
    profile_path("desk", printers_folder()).write_text("printer: desk\nqueues: HP\n")
    done = printer("list")
    assert done.exit_code == 1
    assert [line.partition(":")[0] for line in done.stdout.splitlines()] == ["attic", "office"]
    assert "desk.yaml:2:1: error[unknown-field]" in done.stderr


def test_printer_is_removed() -> None:
    printer("set", "desk", "--readings", GOOD)
    assert printer("remove", "desk").exit_code == 0
    assert printer("remove", "desk").exit_code == 2
    assert "there is no printer" in printer("show", "desk").output


def test_profile_moves_to_another_computer_and_back() -> None:
    printer("set", "desk", "--readings", GOOD)
    before = stored()
    assert printer("export", "desk", "desk.yaml").exit_code == 0
    printer("remove", "desk")
    assert printer("import", "desk.yaml").exit_code == 0
    assert stored() == before
    again = printer("import", "desk.yaml")
    assert again.exit_code == 2
    assert "there is a printer 'desk' already" in again.output
    assert printer("import", "desk.yaml", "--force").exit_code == 0
    assert printer("import", "desk.yaml", "--name", "office").exit_code == 0
    assert stored("office").calibrations == before.calibrations


def test_export_does_not_overwrite_another_file() -> None:
    printer("set", "desk", "--readings", GOOD)
    Path("notes.txt").write_text("mine")
    done = printer("export", "desk", "notes.txt")
    assert done.exit_code == 2
    assert Path("notes.txt").read_text() == "mine"
    assert printer("export", "desk", "notes.txt", "--force").exit_code == 0


def test_profile_with_a_fault_is_a_finding_with_its_place() -> None:
    Path("desk.yaml").write_text("printer: desk\ncalibrations:\n  - {paper: A4, flip: long-edge}\n")
    done = printer("import", "desk.yaml")
    assert done.exit_code == 1
    assert "desk.yaml:3:13: error[bad-length]" in done.output
    assert "nothing was written" in done.output
    missing = printer("import", "nothing.yaml")
    assert missing.exit_code == 1
    assert "file-missing" in missing.output


def test_stored_profile_with_a_fault_ends_every_command_that_needs_it() -> None:
    printer("set", "desk", "--readings", GOOD)
    profile_path("desk", printers_folder()).write_text("printer: desk\nqueues: HP\n")
    for words in (("show", "desk"), ("list",), ("set", "desk", "--readings", GOOD), ("calibrate", "--printer", "desk")):
        done = printer(*words)
        assert done.exit_code == 1
        assert "unknown-field" in done.output
