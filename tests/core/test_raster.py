"""Images by their path: what is printed of them is read once, and read again when the file changes."""

import os
from pathlib import Path

import pytest
from PIL import Image

from pawprint.core import raster
from pawprint.core.image_reader import ImageFault, image_facts_of
from pawprint.core.raster import data_uri, image_facts, printable_image
from sample_images import oriented, quarters, saved


def test_facts_and_printable_image_follow_the_file(tmp_path: Path) -> None:
    path = tmp_path / "fox.jpg"
    for turn, size in ((6, 32), (1, 16)):
        path.write_bytes(oriented(turn) if turn == 6 else saved(quarters(size), "JPEG"))
        os.utime(path, (turn, turn))
        for _ in range(2):
            assert image_facts(str(path)) == image_facts_of(printable_image(str(path)), "fox")
            assert image_facts(str(path)).width == size


def test_embedded_image_is_already_printable() -> None:
    data = saved(Image.new("CMYK", (4, 4)), "TIFF")
    assert printable_image(data_uri(data)) == data
    assert image_facts(data_uri(saved(quarters(), "PNG")))[:2] == (32, 64)


def test_cache_of_converted_images_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(raster, "_converted", {})
    monkeypatch.setattr(raster, "_MAX_CONVERTED", 1000)
    for number in range(9):
        (tmp_path / f"{number}.gif").write_bytes(saved(Image.effect_noise((20, 20), 90), "GIF"))
        printable_image(str(tmp_path / f"{number}.gif"))
    assert 1 <= len(raster._converted) < 4


def test_file_that_cannot_be_read_is_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "folder.png").mkdir()
    with pytest.raises(ImageFault, match=r"'folder\.png' cannot be read: "):
        image_facts(str(tmp_path / "folder.png"))
    (tmp_path / "fox.png").write_bytes(saved(quarters(), "PNG"))
    monkeypatch.setattr(raster, "MAX_BYTES", 100)
    with pytest.raises(ImageFault, match=r"'fox\.png' cannot be read: it has 0\.0 MB; 0 are allowed"):
        image_facts(str(tmp_path / "fox.png"))
