"""Preflight: each fault of a print is found once, with its card and its place, and nothing else is."""

from collections.abc import Callable
from itertools import pairwise
from math import dist
from pathlib import Path

import pytest

from export.faults import BACK, FACE, FAULTS, GROUND, HEAD, PRESS, SERVICE, Fault
from pawprint.core.affine import IDENTITY
from pawprint.core.diagnostics import Diagnostic, Severity
from pawprint.core.geometry import Size
from pawprint.core.length import mm
from pawprint.core.piece_outline import RECTANGLE, PieceOutline
from pawprint.export._preflight import Requirements, probes
from pawprint.export.export_source import ExportOptions
from pawprint.export.exporter import EXPORTERS, export
from pawprint.production import pipeline


def diamond(*corners: tuple[int, int]) -> PieceOutline:
    (first, *others) = [(mm(x).pt, mm(y).pt) for x, y in corners]
    return PieceOutline(path=(("M", *first), *(("L", x, y) for x, y in others), ("Z",)))


CORNERS = ((20, 0), (40, 20), (20, 40), (0, 20))


Den = Callable[..., Path]


def findings(den: Den, files: dict[str, str | bytes], **options: object) -> list[Diagnostic]:
    """What an export of the game for the press finds, in English."""
    den({PRESS: SERVICE, **files})
    workspace = pipeline.load(Path(), [Path("layouts")])
    exporter = EXPORTERS["service"](name="press")  # type: ignore[call-arg]
    for _ in export(workspace, exporter, ExportOptions(languages=("en",), **options)):  # type: ignore[arg-type]
        pass
    return list(workspace.findings.sorted())


def test_game_without_faults_has_no_findings(den: Den) -> None:
    assert findings(den, {}) == []


@pytest.mark.parametrize("name", FAULTS)
def test_fault_is_found_with_its_card_and_its_place(den: Den, name: str) -> None:
    fault = FAULTS[name]
    (found,) = findings(den, fault.files)
    assert found.code == fault.code
    assert fault.says in f"{found.message} {found.help}"
    assert found.help
    assert_place(found, fault)


def assert_place(found: Diagnostic, fault: Fault) -> None:
    assert found.span is not None
    assert found.span.source.name == fault.file
    before = found.span.source.text[: found.span.start]
    line = found.span.source.text.splitlines()[before.count("\n")]
    assert fault.line in line
    if fault.file in (FACE, BACK):
        assert {piece.id for piece in found.pieces} == ({"hare"} if fault.file == BACK else {"hare", "fox"})
        assert found.message.startswith("hare (en")


def test_at_least_twenty_faults_are_seeded() -> None:
    assert len(FAULTS) >= 20


@pytest.mark.parametrize(
    "element",
    [
        "{kind: panel, fill: moss, at: [-3 mm, 10 mm], size: [46 mm, 20 mm]}",
        "{kind: panel, fill: paper}",  # white on white paper
        "{kind: panel, fill: moss, at: [0.5 mm, 10 mm], size: [20 mm, 20 mm]}",  # ends before the cut
        "{kind: panel, fill: moss, opacity: 0}",
        "{kind: panel, round: true, fill: moss, at: [10 mm, -8 mm], size: [20 mm, 20 mm]}",  # a disc
        "{kind: art, art: fox, at: [1 mm, 1 mm], size: [9 mm, 9 mm]}",  # art may be cut
        "{kind: line, width: 0.25 pt, at: [5 mm, 20 mm], size: [30 mm, 0]}",
        "{kind: panel, fill: moss, stroke: moss, stroke_width: 0.1 pt, at: [5 mm, 20 mm], size: [30 mm, 9 mm]}",
        "{kind: text, text: x, style: {size: 5 pt}, at: [4 mm, 20 mm], size: [30 mm, 6 mm]}",
    ],
)
def test_harmless_file_has_no_findings(den: Den, element: str) -> None:
    assert findings(den, {FACE: f"{HEAD}{GROUND}  - {element}\n"}) == []


def test_omitted_component_has_no_findings(den: Den) -> None:
    game = (Path(__file__).parents[1] / "bad_catalogs/base/den/game.yaml").read_text(encoding="utf-8")
    none = game.replace("stock: small", "stock: small\n    products: {press: none}")
    faulty = f"{HEAD}{GROUND}  - {{kind: panel, fill: moss}}\n"
    assert findings(den, {"den/game.yaml": none, FACE: faulty}) == []


def test_pieces_with_the_same_fault_share_a_finding(den: Den) -> None:
    (found,) = findings(den, FAULTS["a thin line"].files)
    assert len(found.pieces) == 2
    assert found.severity is Severity.WARNING


@pytest.mark.parametrize(
    "outline", [RECTANGLE, PieceOutline(corner=mm(20)), diamond(*CORNERS), diamond(*CORNERS[::-1])]
)
def test_probe_runs_straight_from_the_cut_to_the_edge(outline: PieceOutline) -> None:
    size, bleed = Size(mm(46), mm(46)), mm(3)
    needs = Requirements(
        who="", canvas=size, trim=Size(mm(40), mm(40)), outline=outline, safe=bleed, bleed=bleed,
        placing=(IDENTITY, IDENTITY),
    )  # fmt: skip
    found = probes(needs)
    assert {probe.side for probe in found} >= {"top", "bottom"}
    for probe in found:
        ways = [way for way, _ in probe.beyond]
        assert ways[0] == pytest.approx(mm(0.4).pt)
        assert ways[-1] > mm(1.9).pt
        assert all(0 < after - before <= mm(0.4).pt + 1e-6 for before, after in pairwise(ways)), "no gap is passed over"
        for way, point in probe.beyond:
            assert dist(probe.inside, point) == pytest.approx(way + mm(0.2).pt)
