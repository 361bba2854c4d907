"""Files of earlier builds in the output folder: what is replaced goes, and nothing else."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from helpers import Toy
from pawprint.production import pipeline
from pawprint.production.options import BuildOptions

FACE = "- {kind: text, text: '{{ name }}', at: [6 pt, 6 pt], size: [60 pt, 20 pt]}"
USUAL = BuildOptions(languages=("en",))


@pytest.fixture
def toy(tmp_path: Path) -> Toy:
    toy = Toy(tmp_path, FACE, below=[pipeline.bundled("layouts")])
    write_rulebook(toy, "A5")
    return toy


def write_rulebook(toy: Toy, paper: str) -> None:
    for language in ("en", "fr"):
        text = f"---\npaper: {paper}\n---\n# Rules\n\n{{{{ card('hen') }}}}\n"
        toy.write(f"catalog/toy/rulebook/{language}.md", text)


def build(toy: Toy, choice: BuildOptions = USUAL) -> set[str]:
    """The files in the output folder after a build."""
    findings, prints = pipeline.build_all(toy.catalog, toy.layout_folders, (), choice)
    assert not [finding for finding in findings if finding.is_error]
    out = toy.folder / "out"
    for _ in pipeline.write_prints(prints, out, choice):
        pass
    files = {path.relative_to(out / "toy").as_posix() for path in (out / "toy").rglob("*") if path.is_file()}
    assert set(json.loads((out / "toy" / "MANIFEST.json").read_text())["files"]) <= files
    return files - {"MANIFEST.json", "built.json"}


def flatten(toy: Toy) -> None:
    """Turn the output into that of a version without folders."""
    out = toy.folder / "out" / "toy"
    manifest = json.loads((out / "MANIFEST.json").read_text())
    for path in list(manifest["files"]):
        entry = manifest["files"].pop(path)
        del entry["of"]
        manifest["files"][path.rpartition("/")[2]] = entry
        (out / path).rename(out / path.rpartition("/")[2])
    (out / "MANIFEST.json").write_text(json.dumps(manifest))


def test_sheets_documents_and_lists_have_folders(toy: Toy) -> None:
    assert build(toy) == {
        "sheets/toy-cards-en-a4.pdf",
        "documents/toy-rulebook-en-a5.pdf",
        "documents/toy-reference-en-a4.pdf",
    }
    some = build(toy, replace(USUAL, kinds=("checklist",)))
    (checklist,) = [path for path in some if path.startswith("lists/")]
    assert "toy-checklist-en" in checklist
    every = build(toy, replace(USUAL, kinds=("lists",)))
    assert some < every
    assert {path.split("/")[1].split("-en-")[0] for path in every if path.startswith("lists/")} >= {
        "toy-checklist",
        "toy-card-list",
        "toy-proof",
    }


def test_document_on_another_paper_replaces_the_old_document(toy: Toy) -> None:
    build(toy)
    write_rulebook(toy, "210x210mm")
    now = build(toy)
    assert "documents/toy-rulebook-en-210x210mm.pdf" in now
    assert "documents/toy-rulebook-en-a5.pdf" not in now


def test_files_with_other_options_stay(toy: Toy) -> None:
    usual = build(toy)
    both = build(toy, replace(USUAL, paper="Letter"))
    assert usual < both
    spared = build(toy, replace(USUAL, low_ink=True))
    assert both < spared
    assert build(toy, replace(USUAL, kinds=("rulebook",), languages=("fr",))) > spared
    assert build(toy) > spared


def test_files_without_folders_are_moved(toy: Toy) -> None:
    usual = build(toy)
    flatten(toy)
    assert build(toy) == usual


@pytest.mark.parametrize("change", ["other bytes", "unlisted", "link"])
def test_possibly_foreign_files_are_not_removed(toy: Toy, change: str) -> None:
    build(toy)
    flatten(toy)
    out = toy.folder / "out" / "toy"
    mine = out / "toy-cards-en-a4.pdf"
    if change == "other bytes":
        mine.write_bytes(b"with my notes")
    elif change == "unlisted":
        mine = out / "documents" / "toy-rulebook-en-a4-mine.pdf"
        mine.write_bytes(b"mine")
    else:
        mine.rename(out / "kept.pdf")
        mine.symlink_to(out / "kept.pdf")
    assert mine.relative_to(out).as_posix() in build(toy)
    assert mine.exists()


def test_pictures_that_a_document_no_longer_has_are_removed(toy: Toy) -> None:
    markdown = replace(USUAL, kinds=("rulebook",), forms=("md",))
    assert "documents/toy-rulebook-en/picture-1.svg" in build(toy, markdown)
    for language in ("en", "fr"):
        toy.write(f"catalog/toy/rulebook/{language}.md", "# Rules\n\nPlay.\n")
    assert build(toy, markdown) == {"documents/toy-rulebook-en.md"}


def test_game_declares_its_lists(toy: Toy) -> None:
    path = toy.catalog / "toy" / "game.yaml"
    path.write_text(path.read_text() + "documents: {lists: [proof]}\n")
    assert {path for path in build(toy) if path.startswith("lists/")} == {"lists/toy-proof-en-a4.pdf"}
    path.write_text(path.read_text().replace("proof", "prof"))
    findings, _ = pipeline.build_all(toy.catalog, toy.layout_folders, (), USUAL)
    assert [(finding.code, finding.help) for finding in findings] == [("unknown-choice", "did you mean 'proof'?")]


@pytest.mark.parametrize("manifest", ['{"files": {"%s.pdf": {"of": "cards"}}}' % ("x" * 300), "[" * 100_000])
def test_damaged_manifest_does_not_stop_a_build(toy: Toy, manifest: str) -> None:
    usual = build(toy)
    (toy.folder / "out" / "toy" / "MANIFEST.json").write_text(manifest)
    assert build(toy) == usual
