"""The strip of a piece that stands: what is where, and what is behind a face without back."""

import pytest

from fixed_metrics import FixedMetrics
from pawprint.core.colour import BLACK, Colour
from pawprint.core.geometry import Box, Insets, Size
from pawprint.core.length import ZERO, mm
from pawprint.graphics.ops import DrawBox, Drawing, DrawPath, DrawText, Group, Layer, Op, Paint, outline
from pawprint.graphics.standee import reverse, strip

PAWN = Size(mm(30), mm(50))
INK, OTHER = Paint(fill=BLACK), Paint(fill=Colour(200, 0, 0))
DOT, SPOT = DrawBox(0.0, 0.0, 1.0, 1.0, INK), DrawBox(2.0, 0.0, 1.0, 1.0, OTHER)


def side(name: str, *ops: Op, bleed: float = 3, shared: tuple[Op, ...] = ()) -> Drawing:
    return Drawing(name, PAWN, Insets.even(mm(bleed)), Layer(ops), common=Layer(shared))


def words() -> DrawText:
    face = FixedMetrics().typeface("text")
    return DrawText(0.0, 0.0, face, 8.0, BLACK, (face.shape("Fox"),), 2.0)


def at(matrix: tuple[float, ...], x: float, y: float) -> tuple[float, float]:
    """Where a point in mm of a side lies on the strip, in mm."""
    a, b, c, d, e, f = matrix
    unit = mm(1).pt
    return tuple(round(value / unit, 6) for value in (a * x * unit + c * y * unit + e, b * x * unit + d * y * unit + f))  # type: ignore[return-value]


def test_strip_is_two_sides_and_two_feet_long():
    made = strip(side("face", DOT), side("back", SPOT), mm(12))
    assert made.trim == Size(mm(30), mm(124))
    assert made.bleed == Insets.even(mm(3))
    assert (made.name, made.common.ops) == ("face", ())
    assert made.outline.is_sharp_rectangle
    heights = [[y for _, _, y in fold] for fold in made.outline.folds]
    assert heights == [[mm(height).pt] * 2 for height in (12, 62, 112)]
    assert strip(side("face"), side("back"), ZERO).trim == Size(mm(30), mm(100))


def test_face_is_upright_and_the_back_upside_down():
    back, face, *_ = strip(side("face", DOT), side("back", SPOT), mm(12)).ops
    assert (face.ops, back.ops) == ((DOT,), (SPOT,))
    # the face's top-left corner is on the fold, and its feet are at 112 mm
    assert at(face.matrix, 0, 0) == (0, 62)
    assert at(face.matrix, 30, 50) == (30, 112)
    # the back's top is on the fold as well, and its left is on the right
    assert at(back.matrix, 0, 0) == (30, 62)
    assert at(back.matrix, 30, 50) == (0, 12)


def test_folded_back_is_behind_the_face():
    """Over the fold a point goes to where it was reflected; a back is read by who walks around the piece."""
    back, face, *_ = strip(side("face", DOT), side("back", SPOT), mm(12)).ops
    for x, y in ((0, 0), (7, 11), (30, 50)):
        on_face, on_back = at(face.matrix, x, y), at(back.matrix, 30 - x, y)
        assert on_face[0] == on_back[0]
        assert on_face[1] - 62 == 62 - on_back[1]


def test_art_extends_below_the_fold_of_a_foot_and_never_beyond_the_top():
    for bleed in (0, 3):
        made = strip(side("face", DOT, bleed=bleed), side("back", SPOT, bleed=bleed), mm(12))
        for group in made.ops[:2]:
            seen = Box(-mm(bleed).pt, 0.0, mm(30 + 2 * bleed).pt, mm(51).pt)
            assert group.clip == outline(seen)
    without = strip(side("face", DOT), side("back", SPOT), ZERO)
    assert without.ops[0].clip[2][2] == pytest.approx(mm(50).pt)


def test_dashed_lines_where_to_fold():
    def folds(foot: float) -> list[float]:
        lines = strip(side("face"), side("back"), mm(foot)).ops[-1]
        assert isinstance(lines, DrawPath)
        assert lines.paint.dash
        assert {point[1] for point in lines.path} == {0.0, mm(30).pt}
        return [round(point[2] / mm(1).pt, 6) for point in lines.path[::2]]

    assert folds(12) == [12, 62, 112]
    assert folds(0) == [50]


def test_shared_art_of_faces_is_on_their_strips():
    back, face, *_ = strip(side("face", DOT, shared=(SPOT,)), side("back", shared=(SPOT,)), mm(12)).ops
    assert (face.ops, back.ops) == ((SPOT, DOT), (SPOT,))


def test_behind_a_picture_is_its_mirror_image():
    face = side("face", DOT, shared=(SPOT,))
    behind = reverse(face)
    (group,) = behind.ops
    assert isinstance(group, Group)
    assert group.ops == (SPOT, DOT)
    assert at(group.matrix, 0, 9) == (30, 9)
    assert at(group.matrix, 30, 9) == (0, 9)
    assert (behind.trim, behind.bleed, behind.name, behind.common.ops) == (face.trim, face.bleed, "face back", ())


@pytest.mark.parametrize("deep", [False, True])
def test_words_are_not_read_in_a_mirror(deep):
    face = side("face", DOT, Group((words(),)) if deep else words())
    assert reverse(face) is face
    shared = side("face", DOT, shared=(words(),))
    assert reverse(shared) is shared
