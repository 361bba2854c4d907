"""Images are measured, and the bad ones refused with the reason."""

import io
from pathlib import Path

import pytest
from PIL import Image

from pawprint.press.font_metrics import PressMetrics, installed_pack
from pawprint.press.fonts import RealTypeface
from pawprint.typography.metrics import SUBSTITUTE
from pawprint.typography.scripts import script_of


def saved(path: Path, kind: str, size: tuple[int, int] = (30, 20)) -> bytes:
    out = io.BytesIO()
    Image.effect_noise(size, 90).convert("RGB").save(out, kind)
    path.write_bytes(out.getvalue())
    return out.getvalue()


@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
def test_good_image_has_its_size(tmp_path: Path, kind: str) -> None:
    saved(tmp_path / "image", kind)
    assert PressMetrics({}).image_facts(tmp_path / "image")[:2] == (30, 20)


@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
def test_image_that_breaks_off_is_refused(tmp_path: Path, kind: str) -> None:
    data = saved(tmp_path / "image", kind, (300, 200))
    (tmp_path / "image").write_bytes(data[: len(data) // 2])
    metrics = PressMetrics({})
    for _ in range(2):
        with pytest.raises(ValueError, match="'image' is damaged"):
            metrics.image_facts(tmp_path / "image")


def test_file_that_is_not_an_image_is_refused(tmp_path: Path) -> None:
    (tmp_path / "image.png").write_text("no picture")
    with pytest.raises(ValueError, match=r"'image\.png' is no image; PNG, JPEG, WebP"):
        PressMetrics({}).image_facts(tmp_path / "image.png")


@pytest.mark.parametrize("size", [(30_000, 1), (1, 1_001)])
def test_image_that_is_a_line_is_refused(tmp_path: Path, size: tuple[int, int]) -> None:
    saved(tmp_path / "image", "PNG", size)
    with pytest.raises(ValueError, match=f"'image' has {size[0]} x {size[1]} pixels; one side may be 1000 times"):
        PressMetrics({}).image_facts(tmp_path / "image")


@pytest.mark.parametrize(
    ("script", "letters"),
    [
        ("Arabic", "سيف"), ("Hebrew", "מגן"), ("Devanagari", "क्षमा"), ("Thai", "การ์ด"), ("Chinese", "卡牌。"),
        ("Japanese", "カード"), ("Korean", "카드"), ("Greek", "κάρτα"), ("Cyrillic", "карта"),
    ],
)  # fmt: skip
def test_pack_has_the_letters_of_its_script(script: str, letters: str) -> None:
    cuts = installed_pack(script)
    if not cuts:
        pytest.skip(f"no font pack for {script} is installed")
    assert {script_of(letter) for letter in letters} <= {script, "Chinese"}
    assert RealTypeface(script, cuts["regular"]).shape(letters).missing == ""


def test_pack_that_is_not_installed_has_no_cuts() -> None:
    assert installed_pack("Georgian") == {}


def test_substitute_of_a_font_has_every_cut() -> None:
    metrics = PressMetrics({})
    faces = {metrics.typeface(SUBSTITUTE, bold, italic) for bold in (False, True) for italic in (False, True)}
    assert len({(face.file.path, face.file.axes["wght"]) for face in faces}) == 4
    assert all(metrics.named(face.name) is face and not face.shape("Hare é").missing for face in faces)
