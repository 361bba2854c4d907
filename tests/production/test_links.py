"""Links of a project lead to what is in the folders that a user has named, and no further."""

import os
import shutil
from collections.abc import Callable, Mapping
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from command_line import run
from pawprint.core.files import bundled
from pawprint.core.length import mm
from pawprint.core.source import Source, Span
from pawprint.documents._scenario_figures import Examples
from pawprint.production import pipeline
from pawprint.production.cache.source_digests import tree
from pawprint.production.options import BuildOptions

pytestmark = pytest.mark.skipif(os.name != "posix", reason="links need special rights there")

ROOT = Path(__file__).parents[2]
GALLERY = ROOT / "docs" / "gallery"
SECRET = "correct-horse-battery-staple"

Den = Callable[..., Path]


def dot() -> bytes:
    file = BytesIO()
    Image.new("RGB", (40, 40), "red").save(file, "PNG")
    return file.getvalue()


def font() -> bytes:
    import fontpkg_source_sans_3

    (folder,) = fontpkg_source_sans_3.__path__
    return next(Path(folder).rglob("SourceSans3[[]wght[]].ttf")).read_bytes()


def project() -> Mapping[str, str | bytes]:
    """What is laid over the small game, so that it has a file of every sort."""
    text = (ROOT / "tests/bad_catalogs/base/layouts/faces/animal.yaml").read_text(encoding="utf-8")
    return {
        "layouts/faces/animal.yaml": text
        + "  - {kind: image, image: dot.png, at: [2 mm, 50 mm], size: [5 mm, 5 mm]}\n",
        "layouts/images/dot.png": dot(),
        "layouts/fonts.yaml": "fonts:\n  text:\n    regular: {file: own.ttf, axes: {wght: 400}}\n",
        "layouts/own.ttf": font(),
        "layouts/documents.yaml": "words: {}\n",
        "layouts/documents/den.yaml": "words: {}\n",
        "layouts/documents/more.fr.md": "# Encore\n",
        "layouts/documents/more.en.md": "# More\n",
        "den/documents.yaml": "words: {}\n",
        "den/rulebook/fr.md": "# Règles\n\n{% include 'part.txt' %}\n",
        "den/rulebook/en.md": "# Rules\n\n{% include 'part.txt' %}\n",
        "den/part.txt": "A part.\n",
    }


FILES = [
    "den/game.yaml", "den/cards.yaml", "den/art/fox.svg", "den/icons/paw.svg", "den/documents.yaml",
    "den/rulebook/fr.md", "den/part.txt", "layouts/palettes.yaml", "layouts/stocks.yaml", "layouts/styles.yaml",
    "layouts/papers.yaml", "layouts/fonts.yaml", "layouts/own.ttf", "layouts/faces/animal.yaml",
    "layouts/images/dot.png", "layouts/documents.yaml", "layouts/documents/den.yaml", "layouts/documents/more.en.md",
]  # fmt: skip


def codes() -> dict[str, set[str]]:
    """code -> files, of all that is wrong with the project in the current folder."""
    workspace = pipeline.load(Path(), [Path("layouts")])
    pipeline.check(workspace)
    found: dict[str, set[str]] = {}
    for finding in workspace.findings.sorted():
        assert SECRET not in finding.message
        found.setdefault(finding.code, set()).add(finding.span.source.name if finding.span else "")
    return found


def test_project_is_sound_and_all_its_files_are_read(den: Den, monkeypatch: pytest.MonkeyPatch) -> None:
    den(project())
    assert codes() == {}
    for path in FILES:
        assert Path(path).is_file()


@pytest.mark.parametrize("path", FILES)
def test_target_of_a_link_outside_is_not_read(den: Den, tmp_path_factory: pytest.TempPathFactory, path: str) -> None:
    file = den(project()) / path
    secret = tmp_path_factory.mktemp("home") / file.name
    secret.write_text(SECRET, encoding="utf-8")
    file.unlink()
    file.symlink_to(secret)
    found = codes()
    # A document that was not asked for is left out with a warning.
    own_document = path == "layouts/documents/more.en.md"
    code = "document-left-out" if own_document else "path-outside"
    assert found[code] == {path}
    findings, prints = pipeline.build_all(Path(), [Path("layouts")], [], BuildOptions(draft=True))
    assert code in {one.code for one in findings}
    assert not any(SECRET.encode() in made.data for made in prints)
    done = run("check", "--catalog", ".", "--layouts", "layouts")
    assert done.exit_code == (0 if own_document else 1)
    assert SECRET not in done.output
    assert f"{path} leads out of its folder, to {secret.resolve()}" in done.output


@pytest.mark.parametrize("path", ["den/art/fox.svg", "den/rulebook/fr.md", "layouts/faces/animal.yaml"])
def test_contents_of_a_folder_that_leads_outside_are_not_read(
    den: Den, tmp_path_factory: pytest.TempPathFactory, path: str
) -> None:
    folder = (den(project()) / path).parent
    away = tmp_path_factory.mktemp("home") / "away"
    folder.rename(away)
    folder.symlink_to(away)
    assert path in codes()["path-outside"]


def test_game_that_leads_outside_is_not_read(den: Den, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = den(project())
    away = tmp_path_factory.mktemp("home") / "den"
    (folder / "den").rename(away)
    (folder / "den").symlink_to(away)
    assert codes()["path-outside"] == {"den/game.yaml"}
    assert not pipeline.load(folder / "den", [Path("layouts")]).findings, "the folder that is named may be a link"


@pytest.mark.parametrize("path", FILES)
def test_link_may_lead_to_what_is_in_the_named_folder(den: Den, path: str) -> None:
    folder = den(project())
    shared = folder / ("layouts" if path.startswith("layouts") else "") / ".shared"
    shared.mkdir()
    file = folder / path
    file.rename(shared / file.name)
    file.symlink_to(os.path.relpath(shared / file.name, file.parent))
    assert codes() == {}


@pytest.mark.parametrize("path", ["layouts/figures/beetle.yaml", "layouts/parts/beetle/body.svg"])
def test_parts_and_figures_may_not_lead_outside(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    shutil.copytree(GALLERY, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    secret = tmp_path_factory.mktemp("home") / "secret"
    secret.write_text(SECRET, encoding="utf-8")
    Path(path).unlink()
    Path(path).symlink_to(secret)
    workspace = pipeline.load(Path("catalog"), [Path("layouts"), bundled("layouts")], ["gallery"])
    pipeline.check(workspace)
    found = [one for one in workspace.findings.sorted() if one.code == "path-outside"]
    assert [one.span.source.name for one in found if one.span] == [path]
    assert not any(SECRET in one.message for one in workspace.findings)


def test_scenarios_may_not_lead_outside(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = tmp_path / "catalog" / "pocket-cats"
    shutil.copytree(ROOT / "catalog" / "pocket-cats", game)
    monkeypatch.chdir(tmp_path)
    secret = tmp_path_factory.mktemp("home") / "secret.yaml"
    secret.write_text(SECRET, encoding="utf-8")
    for name in ("EX-1.yaml", "EX-2.yaml"):
        (game / "scenarios" / name).unlink()
    (game / "scenarios" / "EX-1.yaml").symlink_to(secret)
    (game / "scenarios" / "EX-2.yaml").symlink_to("EX-3a.yaml")
    shop = pipeline.load(Path("catalog"), [ROOT / "layouts"])
    examples = Examples(shop.composer(mm(0)), shop.library.games["pocket-cats"], "en", shop.findings)
    at = Span(Source("rulebook/en.md", ""), 0, 0)
    examples.about("EX-1", at)
    assert [finding.code for finding in shop.findings] == ["path-outside"]
    (game / "diagram.yaml").symlink_to(secret)
    examples.figure("EX-3a", at)
    assert [finding.code for finding in shop.findings] == ["path-outside"] * 2
    for folder in (Path("catalog/pocket-cats/scenarios"), game / "scenarios"):
        done = run("scenario", folder.as_posix(), "--catalog", "catalog")
        assert done.output.count(": error[") == done.output.count(": error[path-outside]") == 1
        assert SECRET not in done.output
    done = run("scenario", "catalog/pocket-cats/scenarios/EX-1.yaml", "--catalog", "catalog")
    assert "path-outside" not in done.output, "a file that a user names may be anywhere"


def test_cached_build_does_not_replace_a_link_that_leads_outside(
    den: Den, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = den()
    words = ["build", "--catalog", ".", "--layouts", "layouts", "--out", "out"]
    assert run(*words).exit_code == 0
    for path in ("den/cards.yaml", "den/art/fox.svg", "layouts/palettes.yaml"):
        file, away = folder / path, tmp_path_factory.mktemp("home") / "away"
        file.rename(away)
        file.symlink_to(away)
        done = run(*words)
        assert (done.exit_code, "path-outside" in done.output) == (1, True)
        file.unlink()
        away.rename(file)
        assert run(*words).exit_code == 0


def test_no_folder_outside_is_searched_for_what_may_have_changed(
    den: Den, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = den()
    home = tmp_path_factory.mktemp("home")
    (home / "secret").write_text(SECRET, encoding="utf-8")
    before = tree(folder / "den", folder)
    (folder / "den" / "home").symlink_to(home)
    (folder / "den" / "secret").symlink_to(home / "secret")
    (folder / "den" / "faces").symlink_to("../layouts/faces")
    after = tree(folder / "den", folder)
    assert after.keys() - before.keys() == {"faces/animal.yaml", "faces/back.yaml", "faces/cover.yaml"}
    (folder / "elsewhere").symlink_to(home)
    assert tree(folder / "elsewhere", folder) == {}
    assert tree(folder / "elsewhere").keys() == {"secret"}, "the folder that is named may be a link"
