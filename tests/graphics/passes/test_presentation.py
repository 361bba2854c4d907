"""The order of the passes between a face's drawing and what is printed or shown."""

from pawprint.core.colour import BLACK, Colour
from pawprint.core.geometry import Insets, Size
from pawprint.core.length import ZERO, mm, pt
from pawprint.core.piece_outline import PieceOutline
from pawprint.graphics.ops import DrawBox, Drawing, Group, Layer, Paint
from pawprint.graphics.passes.presentation import Presentation, Presenter

SIZE = Size(mm(63), mm(88))
GROUND = DrawBox(-9, -9, 200, 300, Paint(Colour(200, 30, 30)))
CARD = Drawing("fox", SIZE, Insets.even(mm(3)), Layer((GROUND,)), PieceOutline(pt(9)))
SAFE = Insets.even(mm(3))


def shown(how: Presentation) -> Drawing:
    return Presenter().drawing(CARD, how, SAFE)


def test_guides_preserve_their_colours_and_are_not_clipped() -> None:
    trim = shown(Presentation(guides=True)).ops[1]
    everything = shown(Presentation(low_ink=True, vision="grey", cut_out=True, cut_line=True, guides=True)).ops
    assert isinstance(trim, DrawBox)
    assert trim.paint.stroke is not None
    assert len({*trim.paint.stroke}) > 1, "it is no grey"
    assert isinstance(everything[0], Group)
    assert trim in everything


def test_colours_are_simulated_after_ink_is_saved() -> None:
    """The other way round, grounds would be white for another reason than their size."""
    both = shown(Presentation(low_ink=True, vision="grey")).ops
    saved = shown(Presentation(low_ink=True)).ops
    assert [type(op) for op in both] == [type(op) for op in saved]
    for op in both:
        assert isinstance(op, DrawBox)
        colours = [colour for colour in (op.paint.fill, op.paint.stroke) if isinstance(colour, Colour)]
        assert all(len({*colour}) == 1 for colour in colours)


def test_piece_is_cut_out_as_far_as_its_bleed() -> None:
    for bleed in (ZERO, mm(2)):
        drawing = shown(Presentation(bleed=bleed, cut_out=True))
        (group,) = drawing.ops
        assert drawing.bleed == Insets.even(bleed)
        assert isinstance(group, Group)
        assert group.clip is not None
        assert min(point[1] for point in group.clip if len(point) > 1) == -bleed.pt
    assert shown(Presentation()).ops == CARD.ops
    assert BLACK not in shown(Presentation(cut_line=True)).ops
