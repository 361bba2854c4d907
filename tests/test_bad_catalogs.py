"""Every fault gives its finding: the right one, at the right place, once, with what to do about it.

The cases stand in `bad_catalogs/`; its README says how they are written.
"""

import re
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from typer.testing import CliRunner

from pawprint import workflow
from pawprint.base.diagnostic import CODES, Diagnostic, Severity
from pawprint.printrun import Choice
from pawprint.terminal.app import app

FOLDER = Path(__file__).parent / "bad_catalogs"
BASE = FOLDER / "base"
CASES = sorted(path.name for path in FOLDER.iterdir() if path.is_dir() and path != BASE)

#: `#! 17 unknown-reference: did you mean 'fox'?`
_NOTE = re.compile(r"#! (\d+) ([a-z-]+): (.*?)(?= *#! \d|$)")
#: `den/art/fox.svg:3:4 bad-svg: words`
_LINE = re.compile(r"(?:-|(\S+):(\d+):(\d+)) ([a-z-]+): (.*)")

#: No case may take longer; a guard against what never ends, not a measurement.
PATIENCE = 5.0


class Expected(NamedTuple):
    """A finding: where, which, and words from its message or help."""

    place: str
    code: str
    words: str

    def meets(self, finding: Diagnostic) -> bool:
        place = "-" if finding.span is None else str(finding.span)
        return (place, finding.code) == (self.place, self.code) and self.words in f"{finding.message} {finding.help}"


def notes(folder: Path) -> Iterator[Expected]:
    """What the files of a case say should be found."""
    for path in sorted(folder.rglob("*.yaml")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for column, code, words in _NOTE.findall(line):
                yield Expected(f"{path.relative_to(folder).as_posix()}:{number}:{column}", code, words.strip())
    listed = folder / "expected.txt"
    if listed.is_file():
        for line in listed.read_text(encoding="utf-8").splitlines():
            match = _LINE.fullmatch(line)
            assert match, f"{listed}: '{line}' is not FILE:LINE:COLUMN code: words"
            file, row, column, code, words = match.groups()
            yield Expected(f"{file}:{row}:{column}" if file else "-", code, words)


def found(choice: Choice = Choice()) -> tuple[Diagnostic, ...]:  # noqa: B008 (it is frozen)
    """What checking and then building the catalog in the current folder finds."""
    workspace = workflow.load(Path(), [Path("layouts")])
    workflow.check(workspace)
    findings, _ = workflow.build_all(Path(), [Path("layouts")], (), choice)
    workspace.findings.extend(findings)
    return workspace.findings.sorted()


def shown(findings: tuple[Diagnostic, ...]) -> str:
    return "\n".join(f"{finding.span or '-'} {finding.code}: {finding.message} (help: {finding.help})" for finding in findings)


def hold(expected: list[Expected], findings: tuple[Diagnostic, ...]) -> None:
    """Every finding is expected, every expectation is met, and all of them help."""
    left = [*expected]
    for finding in findings:
        met = next((one for one in left if one.meets(finding)), None)
        assert met, f"not expected:\n{shown((finding,))}\nstill expected: {left}"
        left.remove(met)
        assert finding.help or finding.code == "bad-svg", f"no help:\n{shown((finding,))}"
        assert "\n" not in finding.message
    assert not left, f"not found: {left}; only\n{shown(findings)}"


@pytest.fixture
def lay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Makes the base game, with the files of a case over it, the current folder."""

    def make(case: str = "") -> Path:
        shutil.copytree(BASE, tmp_path, dirs_exist_ok=True)
        if case:
            shutil.copytree(FOLDER / case, tmp_path, dirs_exist_ok=True)
        monkeypatch.chdir(tmp_path)
        return tmp_path

    return make


@pytest.fixture(autouse=True)
def patience() -> Iterator[None]:
    started = time.perf_counter()
    yield
    assert time.perf_counter() - started < PATIENCE


def nothing_is_printed(folder: Path) -> None:
    done = CliRunner().invoke(app, ["build", "--catalog", ".", "--layouts", "layouts", "--out", "out"])
    assert done.exit_code == 1, done.output
    assert done.stdout == ""
    assert "nothing was written" in done.stderr
    assert not (folder / "out").exists()


def test_the_base_has_no_fault(lay) -> None:
    lay()
    assert shown(found()) == ""


@pytest.mark.parametrize("case", CASES)
def test_a_fault_is_found(case: str, lay) -> None:
    folder = lay(case)
    expected = [*notes(folder)]
    assert expected, f"{case} expects nothing: write a note beside the fault"
    findings = found()
    hold(expected, findings)
    if any(finding.severity is Severity.ERROR for finding in findings):
        nothing_is_printed(folder)
