"""Findings: what they say, their order, and that each is said once."""

import re

import pytest

from pawprint.core import diagnostics
from pawprint.core.diagnostics import CODES, Diagnostic, Findings, PieceId, Severity
from pawprint.core.source import Source, Span

ONE, TWO = Source("one.yaml", "a: 1\nb: 2\n"), Source("two.yaml", "a: 1\n")


def test_code_has_its_severity_by_default() -> None:
    findings = Findings()
    findings.add("overset", "too long")
    findings.add("low-contrast", "too pale")
    findings.add("check-failed", "too few", severity=Severity.WARNING, rule="R-1")
    assert [finding.severity.value for finding in findings] == ["error", "warning", "warning"]
    assert [finding.rule for finding in findings] == ["", "", "R-1"]


def test_unknown_code_is_a_bug() -> None:
    with pytest.raises(KeyError):
        Findings().add("no-such-code", "what?")


def test_only_errors_fail() -> None:
    findings = Findings()
    assert not findings.failed
    findings.add("low-contrast", "too pale")
    assert not findings.failed
    findings.add("overset", "too long")
    assert findings.failed


def test_errors_come_before_warnings() -> None:
    findings = Findings()
    for name, code in (("a.yaml", "ink-outside-box"), ("b.yaml", "wrong-type")):
        findings.add(code, code, Span(Source(name, "x"), 0, 1))
    assert [finding.code for finding in findings.sorted()] == ["wrong-type", "ink-outside-box"]


def test_findings_are_sorted_by_file_and_place() -> None:
    findings = Findings()
    findings.add("overset", "second place", Span(ONE, 5, 6))
    findings.add("overset", "other file", Span(TWO, 0, 1))
    findings.add("wrong-type", "same place, later code", Span(ONE, 0, 1))
    findings.add("overset", "same place, b", Span(ONE, 0, 1))
    findings.add("overset", "same place, a", Span(ONE, 0, 1))
    findings.add("unknown-game", "no place")
    assert [finding.message for finding in findings.sorted()] == [
        "no place",
        "same place, a",
        "same place, b",
        "same place, later code",
        "second place",
        "other file",
    ]


def test_repeated_finding_is_stored_once_and_recorded_each_time() -> None:
    findings = Findings()
    for _ in range(3):
        # Read twice, a file is another source of the same name.
        findings.add("overset", "too long", Span(Source("one.yaml", "a: 1\n"), 0, 1))
    assert (len(findings), findings.count) == (1, 3)


def test_fault_in_several_pieces_is_a_single_finding() -> None:
    findings = Findings()
    for piece in ("fox", "hare"):
        findings.add("missing-icon", f"{piece}: no icon", Span(ONE, 0, 1), fault="no icon")
    findings.add("missing-icon", "fox: no icon", Span(ONE, 5, 6), fault="no icon")
    assert [(finding.message, str(finding.span)) for finding in findings.sorted()] == [
        ("fox: no icon", "one.yaml:1:1"),
        ("fox: no icon", "one.yaml:2:1"),
    ]


def test_finding_names_every_piece_that_shows_it() -> None:
    fox, hare, mole = (PieceId("den", "animals", name) for name in ("fox", "hare", "mole"))
    mine, theirs = Findings(), Findings()
    for findings, piece in ((mine, fox), (mine, hare), (theirs, mole), (theirs, fox)):
        findings.add("missing-icon", "no icon", Span(ONE, 0, 1), pieces=(piece,))
    mine.extend(theirs)
    (finding,) = mine.sorted()
    assert finding.pieces == (fox, hare, mole)


def test_findings_of_another_stage_are_added() -> None:
    mine, theirs = Findings(), Findings()
    mine.add("overset", "too long", Span(ONE, 0, 1))
    theirs.add("overset", "too long", Span(ONE, 0, 1))
    theirs.add("overset", "too long", Span(TWO, 0, 1))
    mine.extend(theirs)
    assert len(mine) == 2
    assert mine.failed


def test_only_the_first_of_many_faults_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(diagnostics, "MAX_FINDINGS", 5)
    findings = Findings()
    for number in range(100):
        findings.add("low-contrast", f"too pale {number}")
    findings.add("overset", "too long")
    assert len(findings) == 5
    assert findings.failed, "an error counts even where it is not kept"


def test_finding_is_a_value() -> None:
    one = Diagnostic("overset", Severity.ERROR, "too long", Span(ONE, 0, 1))
    assert one == Diagnostic("overset", Severity.ERROR, "too long", Span(ONE, 0, 1))
    assert one.fault == "too long"
    assert len({one, one}) == 1


@pytest.mark.parametrize("code", CODES)
def test_codes_are_words_with_hyphens_and_a_meaning(code: str) -> None:
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", code)
    severity, meaning = CODES[code]
    assert isinstance(severity, Severity)
    assert len(meaning) > 15
    assert not meaning.endswith(".")
