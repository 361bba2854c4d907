"""What a plan says before any piece is known."""

import pytest

from pawprint.core.geometry import Insets, Size
from pawprint.core.length import ZERO, mm
from pawprint.sheets.plan import Duplex, Flip, SheetPlan

PORTRAIT = Size(mm(210), mm(297))


@pytest.mark.parametrize(
    ("paper", "duplex", "flip"),
    [
        (PORTRAIT, Duplex.LONG_EDGE, Flip.TURN),
        (PORTRAIT, Duplex.SHORT_EDGE, Flip.TUMBLE),
        (PORTRAIT.turned(), Duplex.LONG_EDGE, Flip.TUMBLE),
        (PORTRAIT.turned(), Duplex.SHORT_EDGE, Flip.TURN),
        (Size(mm(210), mm(210)), Duplex.LONG_EDGE, Flip.TURN),
        (PORTRAIT, Duplex.GUTTERFOLD, None),
        (PORTRAIT, Duplex.OFF, None),
    ],
)
def test_long_edge_is_turn_on_portrait_and_tumble_on_landscape(paper, duplex, flip):
    assert SheetPlan(paper=paper, duplex=duplex).flip is flip


def test_duplex_values_are_the_words_of_the_command_line():
    assert [duplex.value for duplex in Duplex] == ["long-edge", "short-edge", "gutterfold", "off"]


def test_backs_have_the_bleed_of_faces_by_default():
    assert SheetPlan(paper=PORTRAIT, bleed=mm(3)).bleed_of_backs == mm(3)
    assert SheetPlan(paper=PORTRAIT, bleed=mm(3), back_bleed=mm(5)).bleed_of_backs == mm(5)
    assert SheetPlan(paper=PORTRAIT, bleed=mm(3), back_bleed=ZERO).bleed_of_backs == ZERO


def test_each_neighbour_owns_half_of_the_gutter():
    assert SheetPlan(paper=PORTRAIT, bleed=mm(3)).gutter == mm(6)
    assert SheetPlan(paper=PORTRAIT).gutter == ZERO


def test_bleed_never_crosses_the_fold():
    assert SheetPlan(paper=PORTRAIT, bleed=mm(4), fold_gap=mm(1)).fold_distance == mm(4)


@pytest.mark.parametrize(
    "wrong",
    [
        {"bleed": mm(5.01)},
        {"bleed": mm(-1)},
        {"back_bleed": mm(-1)},
        {"fold_gap": mm(-1)},
        {"slug_height": mm(-1)},
        {"margin": Insets(left=mm(-1))},
    ],
)
def test_length_out_of_range_is_refused(wrong):
    with pytest.raises(ValueError, match="bleed"):
        SheetPlan(paper=PORTRAIT, **wrong)
