"""Every recipe of `docs/cookbook` builds as it is, and its page shows what it builds."""

import io
import re
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from command_line import run
from helpers import picture_script

DOCS = Path(__file__).parents[1] / "docs"
COOKBOOK = DOCS / "cookbook"
RECIPES = sorted(path.name for path in COOKBOOK.iterdir() if path.is_dir())

each_recipe = pytest.mark.parametrize("name", RECIPES)


@each_recipe
def test_recipe_builds_in_its_own_folder_without_a_finding(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(COOKBOOK / name)
    checked = run("check")
    assert "no findings" in checked.output, checked.output
    words = ["build", "--only", "cards,tiles,tokens,boards", "--no-cache", "--quiet", "--out", str(tmp_path)]
    built = run(*words)
    assert (built.exit_code, built.output) == (0, "")
    assert list((tmp_path / name).rglob("*.pdf"))


@each_recipe
def test_page_shows_the_picture_and_the_face_of_its_recipe(name: str) -> None:
    page = (COOKBOOK / name / "README.md").read_text(encoding="utf-8")
    assert f"](../../img/cookbook-{name}.png)" in page
    assert f"cd docs/cookbook/{name}\n" in page
    shown = re.findall(r"^<!-- file: (layouts/faces/\S+) -->$", page, re.M)
    game = (COOKBOOK / name / "catalog" / name / "game.yaml").read_text(encoding="utf-8")
    assert f"layouts/faces/{re.findall(r'face: (.+)', game)[0]}.yaml" in shown


@each_recipe
def test_picture_of_a_recipe_matches_its_print(name: str) -> None:
    script = picture_script()
    made = next(row.make() for row in script.pictures() if row.name == f"cookbook-{name}.png")
    now = Image.open(io.BytesIO(script.packed(made))).convert("RGB")
    shown = Image.open(DOCS / "img" / f"cookbook-{name}.png").convert("RGB")
    assert now.size == shown.size
    means = ImageStat.Stat(ImageChops.difference(now, shown)).mean
    assert max(means) < 0.2, "make it again with docs/make_pictures.py, and look at it"


def test_cookbook_lists_every_recipe_with_its_picture() -> None:
    page = (COOKBOOK / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| \[!\[[^\]]+\]\(\.\./img/cookbook-(.+)\.png\)\]\((.+)\) \| \[.+\]\((.+)\) \|", page, re.M)
    assert [row for row in rows if len(set(row)) > 1] == []
    shown = [row.name for row in picture_script().pictures()]
    pictures = [name.removeprefix("cookbook-").removesuffix(".png") for name in shown if name.startswith("cookbook-")]
    assert sorted(row[0] for row in rows) == RECIPES == sorted(pictures)
