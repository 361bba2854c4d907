"""What is too fine to print: lines and letters of the pieces at the size at which they are printed."""

from collections.abc import Iterator

import pytest

from pawprint.catalog.model import DATA
from pawprint.core.affine import IDENTITY
from pawprint.core.length import mm
from pawprint.graphics.ops import DrawBox, DrawPath, DrawText
from pawprint.graphics.traverse import seen_ops
from pawprint.pieces.lower import Lowering
from pawprint.pieces.placed import Face
from pawprint.production import pipeline

THINNEST = mm(0.2).pt
SMALLEST = 6.0  # points


@pytest.mark.parametrize("name", ["food-chain", "fooden", "lake-ecosystem", "pocket-cats"])
def test_lines_and_letters_are_not_too_fine_to_print(name: str) -> None:
    lowering = Lowering()
    faults = {fault for face in faces(name) for fault in too_fine(face, lowering)}
    assert not faults, "\n".join(sorted(faults))


def faces(name: str) -> Iterator[Face]:
    """The face of each piece in each language, and its back."""
    workspace = pipeline.load(pipeline.bundled("catalog"), [pipeline.bundled("layouts")], [name])
    game = workspace.library.games[name]
    composer = workspace.composer(mm(0))
    for component in game.components.values():
        for record in game.pieces(component.name) if component.kind != DATA else ():
            for language in game.languages:
                face = composer.face(game, record, language)
                assert face
                yield face
            back = composer.back(game, record, game.languages[0])
            if back:
                yield back


def too_fine(face: Face, lowering: Lowering) -> Iterator[str]:
    for op, matrix, _ in seen_ops(lowering.ops(face.all_items), IDENTITY, None):
        a, b, c, d = matrix[:4]
        scale = abs(a * d - b * c) ** 0.5
        match op:
            case DrawPath(paint=paint) | DrawBox(paint=paint) if paint.stroke and paint.width:
                if paint.width * scale < THINNEST - 1e-6:
                    yield f"{face.name}: a line of {paint.width * scale / mm(1).pt:.2f} mm"
            case DrawText(size=size) if size * scale < SMALLEST - 1e-6:
                yield f"{face.name}: letters of {size * scale:.2f} pt"
