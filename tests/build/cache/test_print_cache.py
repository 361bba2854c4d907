"""Printed files are stored if nothing was found while they were made."""

from pathlib import Path

import pytest

from helpers import Toy
from pawprint.build import pipeline
from pawprint.build.cache.print_cache import PrintCache
from pawprint.build.cache.store import Store
from pawprint.build.options import BuildOptions
from pawprint.core.geometry import Insets, Size
from pawprint.core.length import mm
from pawprint.core.source import Source, Span
from pawprint.faces.layouts import Paper
from pawprint.press.manifest import Print
from pawprint.typeset.blocks import Draft

PRINT = Print("toy", "1", "fr", "cards", "x.pdf", b"%PDF", "A4", "off", 0.0, 1, 1, 1, True, ("cards",), {}, {})


@pytest.mark.parametrize(
    ("before", "meanwhile", "makings"),
    [
        ("", "", 1),
        ("low-contrast", "", 1),
        ("", "low-contrast", 2),  # else the next build would not report it
        ("", "overset", 2),
        ("overset", "", 2),  # files may be missing because of it
    ],
)
def test_a_file_is_made_again_if_something_was_found(tmp_path: Path, before: str, meanwhile: str, makings: int) -> None:
    toy, made = Toy(tmp_path), []
    for _ in range(2):
        workspace = pipeline.load(toy.catalog, toy.layout_folders)
        composer = workspace.composer(pipeline.DESIGN_BLEED)
        if before:
            workspace.findings.add(before, "found before", None, "")
        cache = PrintCache(Store(tmp_path / "store", "1"), workspace.library.games["toy"], composer, BuildOptions())

        def make() -> list[Print]:
            made.append(1)
            if meanwhile:
                workspace.findings.add(meanwhile, "found meanwhile", None, "")  # noqa: B023  (called in this round)
            return [PRINT]

        assert cache.find_or_make(cache.key("cards"), make) == [PRINT]
        cache.close()
    assert len(made) == makings


@pytest.mark.parametrize(("pages", "same"), [("{cover: {fill: moss}}", True), ("{cover: {face: toy/beast}}", False)])
def test_a_document_is_made_again_if_a_face_under_its_pages_may_show_another_record(
    tmp_path: Path, pages: str, same: bool
) -> None:
    toy = Toy(tmp_path)
    toy.write("catalog/toy/documents.yaml", f"sheets: {{book: {{pages: {pages}}}}}")
    cards = toy.catalog / "toy" / "cards.yaml"
    at = Span(Source("fr.md", ""), 0, 0)
    page: dict[str, object] = {"style": "book"}
    draft = Draft(name="book", kind="rulebook", title="Book", language="fr", blocks=(), page=page, span=at)
    keys = []
    for text in (cards.read_text(encoding="utf-8"), cards.read_text(encoding="utf-8").replace("Renard", "Renarde")):
        cards.write_text(text, encoding="utf-8")
        workspace = pipeline.load(toy.catalog, toy.layout_folders)
        composer = workspace.composer(pipeline.DESIGN_BLEED)
        cache = PrintCache(Store(tmp_path / "store", "1"), workspace.library.games["toy"], composer, BuildOptions())
        keys.append(cache.key_of_draft(draft, Paper("A5", Size(mm(148), mm(210)), Insets())))
    assert all(keys)
    assert (keys[0] == keys[1]) is same
