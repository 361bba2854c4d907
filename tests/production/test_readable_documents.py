"""Documents in other forms than PDF: which files there are, what they are called, and what is remembered of them."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from helpers import Toy
from pawprint.press.manifest import Print
from pawprint.production import pipeline
from pawprint.production._documents import _moved
from pawprint.production.cache.store import Store
from pawprint.production.options import BuildOptions
from pawprint.production.snapshot import paperwork

FACE = "- {kind: text, text: '{{ name }}', at: [6 pt, 6 pt], size: [60 pt, 20 pt]}"
TEXT = "# Rules\n\nThere are {{ count('beasts') }} :sun: beasts.\n\n{{ card('hen') }}\n"
HTML = BuildOptions(kinds=("rulebook",), forms=("html",))


@pytest.fixture
def toy(tmp_path: Path) -> Toy:
    toy = Toy(tmp_path, FACE, below=[pipeline.bundled("layouts")])
    for language in ("en", "fr"):
        toy.write(f"catalog/toy/rulebook/{language}.md", TEXT)
    return toy


def build(toy: Toy, choice: BuildOptions, jobs: int = 1, store: Store | None = None) -> list[Print]:
    findings, prints = pipeline.build_all(toy.catalog, toy.layout_folders, (), choice, jobs, store=store)
    assert not [finding for finding in findings if finding.is_error]
    return prints


def names(prints: list[Print]) -> list[str]:
    return [made.name for made in prints]


def test_document_has_a_file_in_each_requested_form(toy: Toy) -> None:
    assert names(build(toy, HTML)) == ["toy-rulebook-fr.html", "toy-rulebook-en.html"]
    both = build(toy, replace(HTML, forms=("pdf", "html"), languages=("en",)))
    assert names(both) == ["toy-rulebook-en-a5.pdf", "toy-rulebook-en.html"]
    assert both[0].data == build(toy, replace(HTML, forms=("pdf",), languages=("en",)))[0].data


def test_sheets_are_omitted_without_a_pdf(toy: Toy) -> None:
    prints = build(toy, BuildOptions(forms=("html",)))
    assert {made.kind for made in prints} == {"rulebook", "reference"}
    assert {made.name.rpartition(".")[2] for made in prints} == {"html"}


def test_cache_and_several_processes_make_the_same_bytes(toy: Toy) -> None:
    choice = replace(HTML, kinds=(), forms=("pdf", "html"))
    fresh = build(toy, choice)
    assert build(toy, choice, jobs=2) == fresh
    store = Store(toy.folder / "cache", "1")
    build(toy, replace(choice, forms=("pdf",)), store=store)  # faces are stored without what draws them
    assert build(toy, choice, store=store) == fresh
    toy.write("catalog/toy/rulebook/en.md", TEXT.replace("beasts.", "beasts!"))
    again = build(toy, choice, store=store)
    assert again == build(toy, choice)
    changed = [one.name for one, before in zip(again, fresh, strict=True) if one.data != before.data]
    assert changed == ["toy-rulebook-en-a5.pdf", "toy-rulebook-en.html"]


def test_page_of_draft_replaces_font_that_cannot_be_used(toy: Toy) -> None:
    toy.write("layouts/fonts.yaml", "fonts: {text: {regular: {file: text.ttf}}}")
    toy.write("layouts/text.ttf", "<html>")
    findings, prints = pipeline.build_all(toy.catalog, toy.layout_folders, (), replace(HTML, draft=True))
    assert [finding.code for finding in findings] == ["missing-font"]
    assert names(prints) == ["toy-rulebook-fr.html", "toy-rulebook-en.html"]


@pytest.mark.parametrize(
    ("more", "code"), [("::: nosuchbox\nA box.\n:::", "unknown-style"), (":nosuchicon:", "missing-icon")]
)
def test_document_with_an_error_has_no_file(toy: Toy, more: str, code: str) -> None:
    for language in ("en", "fr"):
        toy.write(f"catalog/toy/rulebook/{language}.md", f"{TEXT}\n{more}\n")
    findings, prints = pipeline.build_all(toy.catalog, toy.layout_folders, (), replace(HTML, languages=("en",)))
    assert prints == []
    (finding,) = findings
    assert finding.code == code
    assert finding.span is not None
    assert finding.span.source.name.endswith("en.md")


def test_manifest_lists_the_reprint_and_no_print_is_remembered(toy: Toy) -> None:
    out = toy.folder / "out"
    prints = build(toy, replace(HTML, languages=("en",)))
    (written,) = pipeline.write_prints(prints, out, HTML)
    assert written[0] == out / "toy" / "documents" / "toy-rulebook-en.html"
    entry = json.loads((out / "toy" / "MANIFEST.json").read_text())["files"]["documents/toy-rulebook-en.html"]
    assert set(entry) == {"sha256", "bytes", "language", "kind", "of"}
    assert (entry["kind"], entry["bytes"]) == ("rulebook", len(prints[0].data))
    assert [*paperwork(prints, {})] == []
    assert not (out / "toy" / "built.json").exists()


def test_place_on_a_turned_card_is_its_left_edge() -> None:
    quarter_turn = (0.0, 1.0, -1.0, 0.0, 5.0, 7.0)
    assert _moved(3.0, quarter_turn) == 7.0
