"""Finding papers by name or size, and the half of a paper."""

import pytest

from pawprint.core.diagnostics import Findings
from pawprint.core.geometry import Insets, Size
from pawprint.core.length import inch, mm
from pawprint.pieces.layouts import Layouts, Paper
from pawprint.production import pipeline
from pawprint.production.papers import find_paper, half_of


@pytest.mark.parametrize("name", ["a4", "A4", "210x297mm", "210 mm x 297 mm", "8.5x11in"])
def test_papers_by_name_or_size(name: str) -> None:
    findings = Findings()
    paper = find_paper(Layouts([pipeline.bundled("layouts")], findings), findings, name)
    assert paper is not None
    assert " " not in paper.name
    wanted = (215.9, 279.4) if "in" in name else (210, 297)
    assert (paper.size.width.mm, paper.size.height.mm) == pytest.approx(wanted)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("A44", "there is no paper 'A44'"),
        ("2001x100mm", "no paper is 2001 mm x 100 mm"),
        ("100x39mm", "no paper is 100 mm x 39 mm"),
    ],
)
def test_unknown_paper_is_a_finding(name: str, message: str) -> None:
    findings = Findings()
    assert find_paper(Layouts([pipeline.bundled("layouts")], findings), findings, name) is None
    assert [(one.code, one.message) for one in findings] == [("unknown-paper", message)]


@pytest.mark.parametrize("name", ["Letter", "210x297mm"])
def test_margin_of_a_printer_replaces_that_of_the_paper(name: str) -> None:
    findings = Findings()
    layouts, margin = Layouts([pipeline.bundled("layouts")], findings), Insets.even(inch(0.5))
    usual, printed = find_paper(layouts, findings, name), find_paper(layouts, findings, name, margin=margin)
    assert usual is not None
    assert usual.margin == Insets.even(mm(5))
    assert printed == usual._replace(margin=margin)


@pytest.mark.parametrize(
    ("size", "half"),
    [
        (Size(mm(297), mm(420)), ("A4", Size(mm(210), mm(297)))),
        (Size(mm(297), mm(210)), ("A5", Size(mm(148), mm(210)))),
        (Size(inch(11), inch(17)), ("Letter", Size(inch(8.5), inch(11)))),
        (Size(mm(300), mm(300)), ("half-X", Size(mm(150), mm(300)))),
    ],
)
def test_half_of_a_paper(size: Size, half: tuple[str, Size]) -> None:
    layouts = Layouts([pipeline.bundled("layouts")], Findings())
    made = half_of(Paper("X", size, Insets.even(mm(5))), layouts)
    assert (made.name, made.size) == half
