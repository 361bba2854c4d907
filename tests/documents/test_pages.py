"""What docs/documents.md says of documents is so: each example is made, and what it becomes is quoted there."""

import inspect
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from documents.dump import dump
from pawprint.core.document_kinds import FRONT
from pawprint.core.length import mm
from pawprint.documents._helper_context import HELPERS
from pawprint.documents._markdown import _BREAKS
from pawprint.documents.manuscripts import FALLBACK, documents_of, manuscripts
from pawprint.production import pipeline
from test_docs import DOCS, GALLERY, ROOT, Block, agrees, blocks, named, section

PAGE = DOCS / "documents.md"
SHOWN = [block for block in blocks(PAGE) if block.mark.startswith("document")]


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[Block], str]:
    """The blocks of an example, as text."""

    def make(block: Block) -> str:
        game = block.mark.partition(" of ")[2] or "garden"
        home = GALLERY / "catalog" / "garden" if game == "garden" else ROOT / "catalog" / game
        shutil.copytree(home, tmp_path / game, ignore=shutil.ignore_patterns("rulebook", "reference"))
        monkeypatch.chdir(tmp_path)
        folders = [GALLERY / "layouts", pipeline.bundled("layouts")]
        workspace = pipeline.load(Path(), folders, [game])
        loaded = workspace.library.games[game]
        for scene in blocks(PAGE):
            if scene.mark.startswith("scene: ") and scene.under == block.under:
                (tmp_path / game / "scenes").mkdir(exist_ok=True)
                path = tmp_path / game / "scenes" / f"{scene.mark.removeprefix('scene: ')}.yaml"
                path.write_text(scene.text, encoding="utf-8")
        # A rulebook teaches all rules of its engine; an example does not.
        (tmp_path / game / "reference").mkdir()
        for language in loaded.languages:
            (tmp_path / game / "reference" / f"rulebook.{language}.md").write_text(block.text, encoding="utf-8")
        (draft,) = manuscripts(loaded, "en", workspace.composer(mm(3)), workspace.findings, ("rulebook",))
        assert not list(workspace.findings), block.place
        return dump(draft.blocks)

    return make


@pytest.mark.parametrize("block", SHOWN, ids=lambda block: f"{block.line} {block.under}")
def test_example_prints_the_result_on_the_page(block: Block, made: Callable[[Block], str]) -> None:
    said = made(block)
    now = blocks(PAGE)
    after = now[[(one.mark, one.text) for one in now].index((block.mark, block.text)) + 1]
    assert after.mark == "blocks"
    agrees(after, said)


@pytest.mark.parametrize("name", [*HELPERS])
def test_every_helper_and_its_words_are_documented(name: str) -> None:
    helper = HELPERS.get(name)
    assert helper is not None
    takes = inspect.signature(helper.function).parameters.values()
    words = {one.name for one in takes if one.kind is not inspect.Parameter.VAR_KEYWORD} - {"context"}
    common = set(named(section("documents.md", "Helpers").partition("\n### ")[0]))
    own = set(named(section("documents.md", name)))
    assert own | (words & common) == words
    assert name in {block.under for block in SHOWN}


def test_every_word_at_the_beginning_is_documented() -> None:
    assert set(named(section("documents.md", "Front matter"))) == set(FRONT)


def test_every_box_and_break_is_documented() -> None:
    assert {"note", "text lead", "columns 2", "wide", "side"} <= set(named(section("documents.md", "Boxes")))
    assert set(_BREAKS) <= set(named(section("documents.md", "Text")))


def test_every_document_that_games_have_is_documented() -> None:
    workspace = pipeline.load(ROOT / "catalog", [pipeline.bundled("layouts")], ["food-chain"])
    game = replace(workspace.library.games["food-chain"], folder=Path())  # without documents of its own
    found = documents_of(game, "en", workspace.layouts.folders, workspace.findings)
    assert [one.name for one in found] == sorted(named(section("documents.md", "Documents that every game has")))


def test_every_document_has_the_same_languages() -> None:
    folder = pipeline.bundled("layouts") / "documents"
    names = {path.name.rpartition(".")[0].rpartition(".")[0] for path in folder.glob("*.md")}
    assert {path.name for path in folder.glob("*.md")} == {
        f"{name}.{code}.md" for name in names for code in ("de", "en", "fr")
    }
    assert FALLBACK == "en"
