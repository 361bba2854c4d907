"""How many pieces a sheet takes, held against the table of the print-production reference, section 2.2."""

import pytest

from pawprint.core.geometry import Size
from pawprint.core.length import mm
from pawprint.sheets.nup import fit, sheet_count
from pawprint.sheets.plan import Duplex, SheetPlan

A4, LETTER = Size(mm(210), mm(297)), Size(mm(215.9), mm(279.4))
A3, TABLOID = Size(mm(297), mm(420)), Size(mm(279.4), mm(431.8))
POKER = Size(mm(63.5), mm(88.9))

#: Width, height, then without bleed / with 3 mm around each piece on A4, Letter, A3 and Tabloid; margin 5 mm.
CAPACITIES = {
    "poker": (63.5, 88.9, "9/8 9/6 18/16 18/12"),
    "poker euro": (63, 88, "9/8 9/6 18/16 18/12"),
    "bridge": (57.15, 88.9, "10/9 9/8 21/18 21/16"),
    "tarot": (69.85, 120.65, "4/4 4/4 12/10 12/10"),
    "tarot euro": (70, 120, "4/4 4/4 12/10 12/10"),
    "mini": (44.45, 63.5, "18/12 18/12 36/32 36/30"),
    "mini euro": (44, 68, "16/12 18/12 36/25 36/25"),
    "mini american": (41, 63, "21/16 20/12 42/32 40/30"),
    "standard american": (56, 87, "10/9 9/8 21/18 21/16"),
    "standard european": (59, 92, "9/8 8/8 18/16 16/16"),
    "japanese": (59, 86, "9/9 9/8 18/18 21/16"),
    "square 70": (70, 70, "8/6 6/6 20/15 18/15"),
    "square 63.5": (63.5, 63.5, "12/8 12/6 24/20 24/18"),
    "square 88.9": (88.9, 88.9, "6/6 6/4 12/12 12/8"),
    "jumbo": (88.9, 139.7, "4/3 3/2 8/6 9/4"),
    "business": (50.8, 88.9, "10/10 12/8 24/21 24/16"),
    "business eu": (55, 85, "10/9 9/8 21/18 21/16"),
    "micro": (31.75, 44.45, "36/25 36/28 81/56 78/56"),
    "domino": (44.45, 88.9, "12/10 12/10 27/24 27/20"),
}


@pytest.mark.parametrize("name", CAPACITIES)
def test_capacity_of_sheets_matches_the_reference(name):
    width, height, expected = CAPACITIES[name]
    trim = Size(mm(width), mm(height))
    papers = (A4, LETTER, A3, TABLOID)
    grids = [[fit(SheetPlan(paper=paper, bleed=mm(b)), trim) for b in (0, 3)] for paper in papers]
    assert " ".join("/".join(str(grid.slots) for grid in pair if grid) for pair in grids) == expected


@pytest.mark.parametrize(("copies", "sheets"), [(0, 0), (1, 1), (9, 1), (10, 2), (3000, 334)])
def test_sheets_are_counted_up(copies, sheets):
    grid = fit(SheetPlan(paper=A4), POKER)
    assert grid is not None
    assert sheet_count(copies, grid.slots) == sheets


@pytest.mark.parametrize("paper", [A4, A4.turned()])
def test_folded_a4_fits_four_poker_cards(paper):
    grid = fit(SheetPlan(paper=paper, duplex=Duplex.GUTTERFOLD), POKER)
    assert grid is not None
    assert grid.slots == 4


@pytest.mark.parametrize("name", CAPACITIES)
def test_capacity_does_not_depend_on_the_orientation_of_the_paper(name):
    width, height, _ = CAPACITIES[name]
    trim = Size(mm(width), mm(height))
    for paper in (A4, LETTER, A3, TABLOID):
        standing, lying = (fit(SheetPlan(paper=sheet, bleed=mm(3)), trim) for sheet in (paper, paper.turned()))
        assert standing is not None
        assert lying is not None
        assert standing.slots == lying.slots
