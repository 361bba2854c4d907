"""Faces for printing: composed, or found in the cache."""

from dataclasses import replace
from pathlib import Path

import pytest

from helpers import Toy
from pawprint.catalog.model import Record
from pawprint.core.geometry import Insets
from pawprint.pieces.lower import Lowering, stored_drawing
from pawprint.pieces.placed import Face, StoredFace
from pawprint.production import pipeline
from pawprint.production.cache.print_cache import PrintCache
from pawprint.production.cache.store import Store
from pawprint.production.options import BuildOptions
from pawprint.production.run import PrintedFaces

FACE = "- {kind: text, text: '{{ name }}', at: [6 pt, 6 pt], size: [60 pt, 20 pt], style: {size: 9 pt}}"


@pytest.fixture
def toy(tmp_path: Path) -> Toy:
    return Toy(tmp_path, FACE, fonts=True)


class Opened:
    """The faces of the toy in French, with the cache in its folder."""

    def __init__(self, toy: Toy, **options: bool) -> None:
        self.workspace = pipeline.load(toy.catalog, toy.layout_folders)
        self.game = self.workspace.library.games["toy"]
        composer = self.workspace.composer(pipeline.DESIGN_BLEED)
        self.files = PrintCache(Store(toy.folder / "kept", "1"), self.game, composer, BuildOptions())
        self.faces = PrintedFaces(composer, self.game, "fr", cache=self.files.faces("fr"), **options)

    def record(self, identity: str) -> Record:
        return next(self.game.find(identity))

    def print(self, identity: str) -> Face:
        """Compose a face, and store its fingerprint and its streams without bleed."""
        face = self.faces.composed(self.record(identity), "face")
        assert face is not None
        drawing = replace(Lowering().drawing(face), bleed=Insets())
        assert self.faces.fingerprint(drawing)
        self.faces.streams.drawing(drawing)
        self.files.close()
        return face


def test_stored_face_has_the_measures_and_keys_of_the_composed_face(toy: Toy) -> None:
    face = Opened(toy).print("fox")
    again = Opened(toy)
    stored = again.faces.find(again.record("fox"), "face")
    assert isinstance(stored, StoredFace)
    for name in ("name", "trim", "bleed", "safe", "outline", "shared_key", "key"):
        assert getattr(stored, name) == getattr(face, name) != "", name
    assert isinstance(again.faces.find(again.record("hen"), "face"), Face)
    composed = again.faces.composed(again.record("fox"), "face")
    assert composed is not None
    assert (composed.shared_key, composed.key) == (face.shared_key, face.key)


def test_stored_fingerprint_equals_that_of_the_composed_face(toy: Toy) -> None:
    face = Opened(toy).print("fox")
    again = Opened(toy)
    drawing = replace(Lowering().drawing(face), bleed=Insets())
    stored = again.faces.find(again.record("fox"), "face")
    assert isinstance(stored, StoredFace)
    found = again.faces.fingerprint(replace(stored_drawing(stored), bleed=Insets()))
    assert found == again.faces.shared.fingerprints.of(drawing)
    assert again.faces.fingerprint(stored_drawing(stored)) == "", "bleed counts"


def test_documents_get_a_stored_face_only_with_its_streams(toy: Toy) -> None:
    opened = Opened(toy)
    opened.print("fox")
    hen = opened.faces.composed(opened.record("hen"), "face")
    assert hen is not None
    opened.faces.fingerprint(Lowering().drawing(hen))  # and nothing is written of it
    opened.print("fox")
    again = Opened(toy)
    assert isinstance(again.faces.side(again.record("fox"), "face"), StoredFace)
    assert isinstance(again.faces.side(again.record("hen"), "face"), Face)


def test_faces_are_composed_if_all_operations_are_needed(toy: Toy) -> None:
    Opened(toy).print("fox")
    again = Opened(toy, composed_only=True)
    assert isinstance(again.faces.find(again.record("fox"), "face"), Face)


@pytest.mark.parametrize("keep", [False, True])
def test_faces_are_cached_for_documents(toy: Toy, keep: bool) -> None:
    opened = Opened(toy, keep=keep)
    first, second = (opened.faces.composed(opened.record("fox"), "face") for _ in range(2))
    assert (first is second) == keep


def test_stored_face_whose_layout_is_gone_cannot_be_composed(toy: Toy) -> None:
    Opened(toy).print("fox")
    again = Opened(toy)
    (toy.own / "faces/toy/beast.yaml").unlink()
    assert isinstance(again.faces.find(again.record("fox"), "face"), StoredFace)
    assert again.faces.composed(again.record("fox"), "face") is None
    assert [finding.code for finding in again.workspace.findings] == ["unknown-face"]
