"""A fingerprint changes with the drawing, and with nothing else."""

import re
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from fixed_metrics import FixedMetrics, FixedTypeface
from pawprint.core.colour import BLACK, WHITE
from pawprint.core.geometry import Insets, Size
from pawprint.core.length import mm
from pawprint.core.piece_outline import PieceOutline
from pawprint.graphics.ops import (
    DrawBox,
    DrawImage,
    Drawing,
    DrawPath,
    DrawText,
    Group,
    Layer,
    Marked,
    Op,
    Paint,
    Shading,
    StructureElement,
    Symbol,
    UseSymbol,
)
from pawprint.press.fingerprint import Fingerprints
from press import sample
from press.sample import BLUE, RED


def drawing_hash(drawing: Drawing) -> str:
    """The fingerprint of one drawing alone."""
    return Fingerprints().of(drawing)


def words(text: str = "deux mots", x: float = 1.0, bold: bool = False, **more: Any) -> DrawText:
    face: FixedTypeface = FixedMetrics().typeface("text", bold)
    return DrawText(x, 2.0, face, 8.0, BLACK, tuple(face.shape(word) for word in text.split()), 2.0, **more)


def symbol(ink: Any = RED, name: str = "dot") -> Symbol:
    return Symbol(name, 0, 0, 10, 10, (sample.box(0, 0, 5, 5, ink),))


def gradient(**changes: Any) -> Shading:
    return Shading(0, 0, 10, 0, ((0, RED), (1, BLUE)))._replace(**changes)


PATH = (("M", 0.0, 0.0), ("L", 5.0, 5.0), ("C", 1.0, 2.0, 3.0, 4.0, 5.0, 6.0), ("Z",))
ONE = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)

#: Operations of which no two are drawn alike.
DIFFERENT: list[tuple[Op, ...]] = [
    (),
    (words(),),
    (words("deuxmots"),),
    (words("deux", tracking=0.5),),
    (words("deux"),),
    (words(x=1.001),),
    (words(bold=True),),
    (words("deux"), words("mots")),
    (words("mots"), words("deux")),
    (words()._replace(ink=RED),),
    (words()._replace(size=9.0),),
    (words()._replace(gap=2.5),),
    (sample.box(1, 2, 3, 4),),
    (DrawBox(1, 2, 3, 4, Paint(fill=BLACK), radius=1),),
    (DrawBox(1, 2, 3, 4, Paint()),),
    (DrawBox(1, 2, 3, 4, Paint(stroke=BLACK)),),
    (DrawBox(1, 2, 3, 4, Paint(stroke=BLACK, width=1)),),
    (DrawBox(1, 2, 3, 4, Paint(stroke=BLACK, width=1, dash=(1, 2))),),
    (DrawBox(1, 2, 3, 4, Paint(stroke=BLACK, width=1, cap=1)),),
    (DrawBox(1, 2, 3, 4, Paint(stroke=BLACK, width=1, join=1)),),
    (DrawBox(1, 2, 3, 4, Paint(fill=BLACK, even_odd=True)),),
    (DrawBox(1, 2, 3, 4, Paint(fill=BLACK, fill_opacity=0.5)),),
    (DrawBox(1, 2, 3, 4, Paint(fill=BLACK, stroke_opacity=0.5)),),
    (DrawBox(1, 2, 3, 4, Paint(fill=gradient())),),
    (DrawBox(1, 2, 3, 4, Paint(fill=gradient(radius=5))),),
    (DrawBox(1, 2, 3, 4, Paint(fill=gradient(stops=((0, RED), (0.9, BLUE))))),),
    (DrawPath(PATH, Paint(fill=BLACK)),),
    (DrawPath(PATH[:-1], Paint(fill=BLACK)),),
    (UseSymbol(symbol(), ONE),),
    (UseSymbol(symbol(BLUE), ONE),),
    (UseSymbol(symbol(), (1.0, 0.0, 0.0, 1.0001, 0.0, 0.0)),),
    (Group((words(), words())),),
    (Group((words(),)), words()),
    (Group((words(),), clip=()), words()),
    (Group((words(),), clip=PATH), words()),
    (Group((words(),), opacity=0.5), words()),
]


def test_different_drawings_have_different_fingerprints() -> None:
    fingerprints = Fingerprints()
    hashes = [fingerprints.of(sample.drawing(*ops)) for ops in DIFFERENT]
    assert len(set(hashes)) == len(DIFFERENT)
    assert hashes == [drawing_hash(sample.drawing(*ops)) for ops in DIFFERENT], "alone or with others"
    assert all(re.fullmatch("[0-9a-f]{16}", text) for text in hashes)


def test_size_bleed_and_corner_count() -> None:
    size = Size(mm(40), mm(60))
    drawings = [
        Drawing("a", size, Insets(), Layer()),
        Drawing("a", size.turned(), Insets(), Layer()),
        Drawing("a", size, Insets.even(mm(3)), Layer()),
        Drawing("a", size, Insets(), Layer(), PieceOutline(mm(3))),
    ]
    assert len({drawing_hash(drawing) for drawing in drawings}) == 4


def test_identity_and_names_do_not_count() -> None:
    def named(name: str) -> Drawing:
        common = Layer((sample.box(0, 0, 1, 1),))
        return sample.drawing(words(), UseSymbol(symbol(name=name), ONE), name=name, common=common)

    assert drawing_hash(named("one")) == drawing_hash(named("two"))


def test_shared_art_counts() -> None:
    assert drawing_hash(sample.drawing(common=Layer((words(),)))) != drawing_hash(sample.drawing())


def test_images_count_by_their_contents(tmp_path: Path) -> None:
    def hashed(name: str, ink: Any) -> str:
        Image.new("RGB", (2, 2), ink).save(tmp_path / name)
        return drawing_hash(sample.drawing(DrawImage(0, 0, 9, 9, str(tmp_path / name))))

    assert hashed("a.png", WHITE) == hashed("b.png", WHITE) != hashed("a.png", BLACK)


def test_deleted_image_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="gone"):
        drawing_hash(sample.drawing(DrawImage(0, 0, 9, 9, str(tmp_path / "gone.png"))))


def test_fingerprint_of_a_known_drawing() -> None:
    """If this fails, every manifest changes although no print does: say so in the changelog."""
    assert drawing_hash(sample.drawing(words(), sample.box(1, 2, 3, 4, RED))) == "cd5da1e647c1fa34"


def test_meaning_of_a_part_is_not_drawn() -> None:
    plain = sample.drawing(words(), sample.box(0, 0, 5, 5, RED))
    marked = sample.drawing(Marked((words(),), StructureElement("P")), Marked((sample.box(0, 0, 5, 5, RED),), None))
    assert drawing_hash(plain) == drawing_hash(marked)
