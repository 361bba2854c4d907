"""`pawprint print`: what goes to which printer with which options, and everything that is not sent."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from command_line import run
from pawprint.core.geometry import Size
from pawprint.core.length import inch, mm
from pawprint.sheets.printers import print_jobs
from pawprint.sheets.printers.print_jobs import PrintJob, is_page_ranges, media

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="CUPS is not there, and a stand-in is a shell script")

Den = Callable[..., Path]
READINGS = "0.4 -0.2 " * 5
A4 = Size(mm(210), mm(297))


class Cups:
    """A printing system that writes down what it is told."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.log = folder / "log"
        self.script("lpstat", "echo HP_Envy; echo Office")
        write = f'printf "%s\\n" "$@" >> {self.log}'
        self.script("lp", f'{write}; echo "request id is HP_Envy-7 (1 file(s))"')

    def script(self, name: str, text: str) -> None:
        path = self.folder / name
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)

    @property
    def words(self) -> list[str]:
        return self.log.read_text().splitlines() if self.log.exists() else []


@pytest.fixture
def cups(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Cups:
    folder = tmp_path_factory.mktemp("cups")
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}/bin{os.pathsep}/usr/bin")
    return Cups(folder)


def print_den(*words: str, answer: str | None = None) -> Result:
    return run("print", "den", *words, *("--catalog", ".", "--layouts", "layouts", "--no-cache"), input=answer)


def test_job_is_shown_and_confirmed_before_it_is_sent(den: Den, cups: Cups) -> None:
    den()
    done = print_den("--queue", "HP_Envy", "--lang", "en", answer="n\n")
    assert done.exit_code == 1
    assert "den-cards-en-a4.pdf: all 4 pages, 2 sheets" in done.stdout
    options = "print-scaling=none number-up=1 media=iso_a4_210x297mm sides=two-sided-long-edge"
    assert f"to HP_Envy with {options}" in done.stdout
    assert "Print 4 pages on 2 sheets with HP_Envy?" in done.stdout
    assert "nothing was sent" in done.output
    assert cups.words == []


def test_printing_system_gets_the_file_with_all_options(den: Den, cups: Cups) -> None:
    den()
    done = print_den("--queue", "HP_Envy", "--lang", "en", "--copies", "2", "--option", "InputSlot=Tray2", answer="y\n")
    assert done.exit_code == 0, done.output
    assert "sent den-cards-en-a4.pdf as HP_Envy-7" in done.stdout
    options = [
        "print-scaling=none",
        "number-up=1",
        "media=iso_a4_210x297mm",
        "sides=two-sided-long-edge",
        "InputSlot=Tray2",
    ]
    pairs = [word for option in options for word in ("-o", option)]
    path = "output/den/sheets/den-cards-en-a4.pdf"
    assert cups.words == ["-d", "HP_Envy", "-n", "2", "-t", "den-cards-en-a4", *pairs, "--", path]


def test_queue_may_be_that_of_the_printer_that_was_set(den: Den, cups: Cups) -> None:
    den()
    run("printer", "set", "desk", "--readings", READINGS, "--queue", "Office")
    done = print_den("--printer", "desk", "--lang", "en", "--bleed", "2mm", "--yes")
    assert done.exit_code == 0, done.output
    assert cups.words[1] == "Office"
    assert cups.words[-1].endswith("den-cards-en-a4-bleed-2mm-for-desk.pdf")


def test_dry_run_sends_nothing(den: Den, cups: Cups) -> None:
    den()
    done = print_den("--queue", "Office", "--dry-run", "--pages", "1-2")
    assert done.exit_code == 0, done.output
    assert done.stdout.count("pages 1, 2, 1 sheet") == 2  # a file for each language
    assert "nothing was sent" in done.stdout
    assert cups.words == []


@pytest.mark.parametrize(("words", "to"), [((), "the printer"), (("--queue", "Attic"), "Attic")])
def test_dry_run_needs_no_printer(den: Den, cups: Cups, words: tuple[str, ...], to: str) -> None:
    den()
    cups.script("lpstat", "exit 1" if words else "")
    done = print_den(*words, "--lang", "en", "--dry-run")
    assert done.exit_code == 0, done.output
    assert f"  to {to} with print-scaling=none" in done.stdout
    assert done.stdout.endswith("nothing was sent\n")


def test_game_is_looked_for_before_the_printer(den: Den, cups: Cups) -> None:
    den()
    cups.script("lpstat", "exit 1")
    done = run("print", "dne", "--catalog", ".", "--layouts", "layouts")
    assert done.exit_code == 1
    assert "there is no game 'dne'" in done.stderr
    assert "printing system" not in done.output


@pytest.mark.parametrize(("side", "page_set", "pages"), [("faces", "odd", "1, 3"), ("backs", "even", "2, 4")])
def test_single_sided_printer_gets_faces_and_backs_separately(
    den: Den, cups: Cups, side: str, page_set: str, pages: str
) -> None:
    den()
    done = print_den("--queue", "HP_Envy", "--lang", "en", "--side", side, "--yes")
    assert f"pages {pages}, 2 sheets" in done.stdout
    assert "sides=one-sided" in cups.words
    assert f"page-set={page_set}" in cups.words


def test_documents_are_printed_if_they_are_named(den: Den, cups: Cups) -> None:
    den({"den/rulebook/en.md": "# Den\n\nText.\n", "den/rulebook/fr.md": "# Terrier\n\nTexte.\n"})
    assert "rulebook" not in print_den("--queue", "HP_Envy", "--lang", "en", "--dry-run", "--quiet").stdout
    with_rulebook = print_den("--queue", "HP_Envy", "--lang", "en", "--dry-run", "--quiet", "--only", "rulebook")
    assert "rulebook" in with_rulebook.stdout


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        ((), 2, "name the printer: printers are HP_Envy, Office"),
        (("--queue", "HP_Envi"), 2, "there is no printer 'HP_Envi': did you mean 'HP_Envy'?"),
        (("--queue", "HP_Envy", "--pages", "4-2"), 2, "'4-2' is not ranges of pages"),
        (("--queue", "HP_Envy", "--pages", "-2"), 2, "'-2' is not ranges of pages"),
        (("--queue", "HP_Envy", "--side", "front"), 2, "choices are backs, faces"),
        (("--queue", "HP_Envy", "--option", "fast"), 2, "'fast' is not NAME=VALUE"),
        (("--queue", "HP_Envy", "--copies", "0"), 2, "0 is less than 1"),
        (("--queue", "HP_Envy", "--paper", "A44"), 1, "unknown-paper"),
        (("--queue", "HP_Envy", "--pages", "9"), 1, "there is no page to print"),
    ],
)
def test_wrong_argument_sends_nothing(den: Den, cups: Cups, words: tuple[str, ...], code: int, said: str) -> None:
    den()
    done = print_den(*words, "--yes")
    assert done.exit_code == code
    assert said in " ".join(done.output.split())
    assert cups.words == []


def test_printer_without_a_queue_explains_how_to_set_it(den: Den, cups: Cups) -> None:
    den()
    run("printer", "set", "desk", "--readings", READINGS)
    done = print_den("--printer", "desk", "--yes")
    assert done.exit_code == 2
    assert "pawprint printer set desk --queue QUEUE" in " ".join(done.output.split())


def test_printing_system_that_refuses_is_quoted(den: Den, cups: Cups) -> None:
    den()
    cups.script("lp", "echo 'lp: The printer is out of order.' >&2; exit 1")
    done = print_den("--queue", "HP_Envy", "--lang", "en", "--yes")
    assert done.exit_code == 1
    assert "was not sent: lp: The printer is out of order." in done.output
    cups.script("lpstat", "exit 1")
    assert "the printing system does not answer: lpstat failed with code 1" in print_den("--queue", "HP_Envy").output
    cups.script("lpstat", "")
    assert "the printing system has no printer" in print_den("--queue", "HP_Envy").output


def test_printing_system_that_hangs_is_not_waited_for(den: Den, cups: Cups, monkeypatch: pytest.MonkeyPatch) -> None:
    den()
    monkeypatch.setattr(print_jobs, "_PATIENCE", 0.2)
    cups.script("lpstat", "sleep 2")
    done = print_den("--queue", "HP_Envy")
    assert done.exit_code == 1
    assert "lpstat does not answer" in done.output


def test_calibration_sheet_is_printed_with_the_same_settings(
    cups: Cups, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    words = ("printer", "calibrate", "--flip", "short", "--queue", "HP_Envy")
    refused = run(*words, input="n\n")
    assert refused.exit_code == 1
    assert "Print 2 pages on 1 sheet with HP_Envy?" in refused.stdout
    assert cups.words == []
    assert run(*words, "--yes").exit_code == 0
    assert "sides=two-sided-short-edge" in cups.words
    assert cups.words[-1] == "calibration-A4-short-edge.pdf"
    unknown = run("printer", "calibrate", "--queue", "Garden")
    assert unknown.exit_code == 2
    assert "there is no printer 'Garden'" in unknown.output


def test_without_a_printing_system_the_viewer_opens(den: Den, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    den()
    opened: list[str] = []
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("typer.launch", lambda path: opened.append(path) or 0)
    done = print_den("--lang", "en", "--duplex", "short-edge")
    assert done.exit_code == 0, done.output
    assert "choose 100% ('actual size') and two sided short edge" in done.stdout
    assert opened == [str(Path("output/den/sheets/den-cards-en-a4-short-edge.pdf"))]
    monkeypatch.setattr("typer.launch", lambda path: 1)
    failed = print_den("--lang", "en")
    assert failed.exit_code == 1
    assert "cannot be opened" in failed.output


# --- jobs ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("paper", "name"),
    [
        (A4, "iso_a4_210x297mm"),
        (A4.turned(), "iso_a4_210x297mm"),
        (Size(mm(215.9), mm(279.4)), "na_letter_8.5x11in"),
        (Size(inch(17), inch(11)), "na_ledger_11x17in"),
        (Size(mm(330.5), mm(200)), "Custom.200x330.5mm"),
    ],
)
def test_papers_have_the_names_of_the_standard(paper: Size, name: str) -> None:
    assert media(paper) == name


@pytest.mark.parametrize(
    ("ranges", "side", "numbers", "sheets"),
    [
        ("", "", (1, 2, 3, 4, 5, 6), 3),
        ("1-2", "", (1, 2), 1),
        ("5,1-2,2", "", (1, 2, 5), 2),
        ("5-99", "", (5, 6), 1),
        ("", "faces", (1, 3, 5), 3),
        ("2-5", "backs", (2, 4), 2),
        ("8", "", (), 0),
    ],
)
def test_job_counts_its_pages_and_sheets(ranges: str, side: str, numbers: tuple[int, ...], sheets: int) -> None:
    job = PrintJob(path=Path("a.pdf"), queue="Q", paper=A4, pages=6, duplex="long-edge", ranges=ranges, side=side)
    assert (job.numbers, job.sheets) == (numbers, sheets)


@pytest.mark.parametrize(
    ("text", "good"),
    [("1", True), ("1-4,7", True), ("3-3", True), ("4-1", False), ("0", False), ("1,", False), ("a", False)],
)
def test_ranges_ascend_from_page_one(text: str, good: bool) -> None:
    assert is_page_ranges(text) == good


@pytest.mark.parametrize(
    ("duplex", "sides"),
    [
        ("long-edge", "two-sided-long-edge"),
        ("short-edge", "two-sided-short-edge"),
        ("off", "one-sided"),
        ("", "one-sided"),
    ],
)
def test_sides_match_the_build(duplex: str, sides: str) -> None:
    assert PrintJob(path=Path("a.pdf"), queue="Q", paper=A4, pages=2, duplex=duplex).sides == sides
