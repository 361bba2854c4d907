"""Every kind of element goes through every pass: nothing gets lost, and what must be kept is."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest
from PIL import Image

from fixed_metrics import FixedMetrics
from helpers import Toy
from pawprint.core.colour import SIMULATIONS, WHITE, Colour
from pawprint.core.geometry import Insets, Size
from pawprint.core.length import ZERO, mm
from pawprint.graphics import standee
from pawprint.graphics.ops import (
    DrawBox,
    Drawing,
    DrawPath,
    DrawText,
    Group,
    Layer,
    Marked,
    Op,
    Paint,
    Symbol,
    UseDrawing,
    UseSymbol,
)
from pawprint.graphics.passes._low_ink import LowInk
from pawprint.graphics.passes._vision import SimulatedVision
from pawprint.graphics.passes.guides import cut_out, with_bleed, with_cut_line, with_guides
from pawprint.graphics.traverse import flat_ops
from pawprint.pieces.kinds import ELEMENT_KINDS
from pawprint.pieces.lower import Lowering

#: What each kind of element needs beside its kind; large enough for low ink to change its fills.
ELEMENTS = {
    "text": "text: '[{{ name }}]{rust underline}', colour: paper, stroke: rust, shadow: sky",
    "panel": "fill: moss, stroke: rust",
    "line": "colour: sky",
    "polygon": "fill: moss",
    "ruler": "style: {size: 4 pt}",
    "art": "art: fox, colours: {accent: rust}, opacity: 0.8",
    "icon": "icon: sun, colour: moss",
    "icon-row": "from: signs, colour: moss",
    "image": "image: photo.png, fit: cover, focus: [90%, 10%], radius: 4 pt, opacity: 0.5",
    "figure": "figure: beast",
    "group": "opacity: 0.5, elements: [{kind: panel, fill: moss}, {kind: text, text: in}]",
    "row": "elements: [{kind: panel, fill: moss, size: [20 pt, fill]}, {kind: text, text: in}]",
    "column": "elements: [{kind: panel, fill: moss, size: [fill, 20 pt]}, {kind: text, text: in}]",
    "repeat": "over: signs, cell: [20 pt, 20 pt], elements: [{kind: icon, icon: '{{ item }}', colour: moss}]",
    "card": "piece: hen, when: shy",
    "qr": "text: 'https://example.org/{{ id }}'",
}

BODY = """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">
      <path d="M0 0H10V10H0Z" fill="var(--moss)"/>
      <line id="root" x1="5" y1="9" x2="5" y2="1"/>
    </svg>
"""

PASSES: dict[str, Callable[[Drawing], Drawing]] = {
    "low ink": lambda drawing: LowInk().drawing(drawing),
    **{name: lambda drawing, name=name: SimulatedVision(name).drawing(drawing) for name in SIMULATIONS},  # type: ignore[misc]
    "guides": lambda drawing: with_guides(drawing, Insets.even(mm(2))),
    "bleed": lambda drawing: with_bleed(drawing, ZERO),
    "cut out": cut_out,
    "cut line": with_cut_line,
    "reverse": standee.reverse,
    "standee": lambda drawing: standee.strip(drawing, drawing, mm(5)),
}


def test_every_kind_has_a_case() -> None:
    assert set(ELEMENTS) == set(ELEMENT_KINDS)


def shape(leaf: object) -> object:
    """What a pass may not change of an operation: all but its colours."""
    if isinstance(leaf, (DrawBox, DrawPath)):
        return leaf._replace(paint=Paint())
    return leaf._replace(ink=WHITE) if isinstance(leaf, DrawText) else leaf


def protected_groups(ops: Iterable[Op]) -> Iterator[Group]:
    """The groups that passes must keep."""
    for op in ops:
        if isinstance(op, Group) and op.keep:
            yield op
        elif isinstance(op, (Group, Marked)):
            yield from protected_groups(op.ops)
        elif isinstance(op, UseDrawing):
            yield from protected_groups(op.drawing.ops)


@pytest.fixture
def drawings(tmp_path: Path) -> Callable[[str], Drawing]:
    def drawing(kind: str) -> Drawing:
        element = f"{{kind: {kind}, {ELEMENTS[kind]}, at: [10 pt, 10 pt], size: [50 pt, 50 pt]}}"
        toy = Toy(tmp_path, f"- {{kind: panel, fill: moss}}\n- {element}")
        Image.new("RGB", (40, 30), (200, 30, 30)).save(toy.write("layouts/images/photo.png", ""))
        toy.write("layouts/figures/beast.yaml", "size: [10, 10]\nparts:\n  - {part: body}\n")
        toy.write("layouts/parts/body.svg", BODY)
        table = toy.table(bleed=mm(3))
        face = table.face()
        assert [finding for finding in table.findings if finding.code != "low-contrast"] == []
        return Lowering().drawing(face)

    return drawing


@pytest.mark.parametrize("name", PASSES)
@pytest.mark.parametrize("kind", ELEMENTS)
def test_no_pass_loses_anything_of_an_element(drawings: Callable[[str], Drawing], kind: str, name: str) -> None:
    before = drawings(kind)
    after = PASSES[name](before)
    drawn, shapes = (Counter(map(shape, flat_ops(side.ops))) for side in (before, after))
    assert drawn.total() >= 2
    assert drawn - shapes == Counter()
    for leaf in flat_ops(after.ops):
        if isinstance(leaf, (DrawBox, DrawPath)):
            assert leaf.paint.fill is not None or leaf.paint.stroke is not None


@pytest.mark.parametrize("name", [name for name in PASSES if name not in SIMULATIONS])
def test_code_is_printed_the_same_after_every_pass(drawings: Callable[[str], Drawing], name: str) -> None:
    before = drawings("qr")
    (code,) = protected_groups(before.ops)
    assert {*protected_groups(PASSES[name](before).ops)} == {code}


@pytest.mark.parametrize("name", SIMULATIONS)
def test_simulated_vision_draws_a_code_as_it_appears(name: str) -> None:
    rust = Group((DrawBox(0, 0, 9, 9, Paint(Colour(200, 60, 20))),), keep=True)
    (seen,) = protected_groups(SimulatedVision(name).drawing(card(rust)).ops)
    (box,) = seen.ops
    assert isinstance(box, DrawBox)
    assert (box.paint == Paint(Colour(200, 60, 20))) is (name == "normal")


# --- low ink ------------------------------------------------------------------------------------------------

NAVY, CREAM = Colour(20, 20, 60), Colour(250, 244, 228)
LARGE_BOX = DrawBox(0, 0, 100, 100, Paint(NAVY))
WORD = DrawText(50, 50, FixedMetrics().typeface("text"), 8.0, CREAM, (), 2.0)
SYMBOL = Symbol("code", 0, 0, 100, 100, (Group((LARGE_BOX,), keep=True),))


def card(*ops: Op) -> Drawing:
    return Drawing("fox", Size(mm(63), mm(88)), Insets(), Layer(ops))


@pytest.mark.parametrize(
    "op",
    [
        Group((LARGE_BOX,), keep=True),
        Group((Group((LARGE_BOX,)), WORD), keep=True),
        Group((Group((LARGE_BOX,), keep=True),)),
        Group((Marked((LARGE_BOX,), None), UseDrawing(card(LARGE_BOX))), keep=True),
        Group((DrawPath((("M", 0, 0), ("L", 99, 0), ("L", 99, 99), ("L", 0, 99), ("Z",)), Paint(NAVY)),), keep=True),
        UseSymbol(SYMBOL, (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)),
        Group((UseSymbol(SYMBOL, (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)),), keep=True),
    ],
)
def test_low_ink_leaves_protected_art_unchanged_and_light_words_on_it_light(op: Op) -> None:
    before = [*flat_ops((op,)), WORD]
    assert [*flat_ops(LowInk().drawing(card(op, WORD)).ops)] == before


def test_words_on_a_light_protected_ground_become_dark() -> None:
    ground = Group((LARGE_BOX._replace(paint=Paint(CREAM)),), keep=True)
    *_, word = flat_ops(LowInk().drawing(card(LARGE_BOX, ground, WORD)).ops)
    assert isinstance(word, DrawText)
    assert word.ink.contrast(WHITE) > 4.5
