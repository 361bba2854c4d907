"""What was written comes back from its bytes as it was, and makes the same file."""

import pickle
from pathlib import Path

import pytest
from PIL import Image

from pawprint.core.geometry import Box
from pawprint.graphics.ops import AnyDrawing, Drawing, Layer, StoredDrawing, StoredLayer
from pawprint.press.content_stream import ContentStreams
from pawprint.press.fonts import FontBook
from pawprint.press.sheet_pdf import write
from pawprint.production.cache._face_cache import StreamCache
from pawprint.sheets.sheet import Side
from press import sample

Kept = tuple[dict[str, bytes], dict[str, bytes]]
BOX = Box(0, 0, 200, 300)


@pytest.fixture(scope="module")
def book() -> FontBook:
    return sample.book()


@pytest.fixture
def sides(book: FontBook, tmp_path: Path) -> tuple[Side, ...]:
    """Sheets with everything that exists on them."""
    Image.new("RGB", (4, 2), "red").save(tmp_path / "red.png")
    return sample.sides(book, tmp_path / "red.png")


def opened(kept: Kept, book: FontBook) -> StreamCache:
    return StreamCache(lambda: kept, book.named)


def with_keys(sides: tuple[Side, ...], *, stored: bool = False) -> tuple[Side, ...]:
    """The same sheets with numbers as the keys of layers; only with these, if *stored*."""
    keys: dict[Layer, str] = {}
    drawings: dict[AnyDrawing, AnyDrawing] = {}

    def key(old: Layer) -> str:
        return keys.setdefault(old, f"layer{len(keys)}")

    def drawing(old: AnyDrawing) -> AnyDrawing:
        assert isinstance(old, Drawing)
        art, common = (Layer(layer.ops, key(layer)) for layer in (old.art, old.common))
        new: AnyDrawing = Drawing(old.name, old.trim, old.bleed, art, old.outline, common)
        if stored:
            layers = StoredLayer(art.key), old.outline, StoredLayer(common.key)
            new = StoredDrawing(old.name, old.trim, old.bleed, *layers)
        return drawings.setdefault(old, new)

    return tuple(
        side._replace(placements=tuple(one._replace(drawing=drawing(one.drawing)) for one in side.placements))
        for side in sides
    )


def kept_of(sides: tuple[Side, ...], book: FontBook) -> tuple[bytes, StreamCache]:
    kept = opened(({}, {}), book)
    return write(with_keys(sides), title="", language="en", contents=ContentStreams(kept)), kept


def test_file_of_stored_streams_is_the_same_file(book: FontBook, sides: tuple[Side, ...]) -> None:
    data, kept = kept_of(sides, book)
    assert data == write(sides, title="", language="en")
    contents = ContentStreams(opened(kept.packed(10**9), book))
    assert write(with_keys(sides, stored=True), title="", language="en", contents=contents) == data


def test_content_and_forms_are_restored_unchanged(book: FontBook, sides: tuple[Side, ...]) -> None:
    _, kept = kept_of(sides, book)
    again = opened(kept.packed(10**9), book)
    assert len(again) > 3
    assert [*again] == [*kept]
    assert {key: again[key] for key in again} == {key: kept[key] for key in kept}
    assert not again.is_new


def test_bound_leaves_used_streams_with_their_forms(book: FontBook, sides: tuple[Side, ...]) -> None:
    """Also those that are drawn only within other forms."""
    _, kept = kept_of(sides, book)
    whole = kept.packed(10**9)
    assert kept.packed(0) == whole, "all of it is new"
    first = next(iter(kept))
    again = opened(whole, book)
    assert again[first] == kept[first]
    entries, forms = again.packed(0)
    assert [*entries] == [first]
    assert len(forms) < len(whole[1])
    assert opened((entries, forms), book)[first] == kept[first]
    every = opened(whole, book)
    assert [every[key] for key in whole[0]]
    assert every.packed(0) == whole


def test_entry_with_anything_else_is_not_read(book: FontBook) -> None:
    assert opened(({"evil": pickle.dumps(Path("evil"))}, {}), book).get("evil") is None


def test_unreadable_entry_is_missing(book: FontBook, sides: tuple[Side, ...]) -> None:
    entries, forms = kept_of(sides, book)[1].packed(10**9)
    key = next(iter(entries))
    assert opened(({key: entries[key][:-3]}, forms), book).get(key) is None
    without = opened((entries, {}), book)
    assert any(without.get(key) is None for key in entries)
    with pytest.raises(TypeError):
        del without[key]
