"""The names of printed files, and when there are none."""

from dataclasses import replace

import pytest

from helpers import Toy
from pawprint.core.diagnostics import Findings
from pawprint.core.geometry import Size
from pawprint.core.length import mm
from pawprint.production import pipeline
from pawprint.production.options import BuildOptions
from pawprint.production.printed_file import FileContents, file_name, printed_file
from pawprint.sheets.sheet import Side

CARDS = FileContents(kind="cards", name="cards", paper="A4", pages=(), title="")


@pytest.mark.parametrize(
    ("contents", "name"),
    [
        (CARDS, "toy-cards-fr-a4.pdf"),
        (CARDS._replace(paper=""), "toy-cards-fr-one-up.pdf"),
        (
            CARDS._replace(name="cards-some", variants=("low-ink", "stamped")),
            "toy-cards-some-fr-a4-low-ink-stamped.pdf",
        ),
        (CARDS._replace(name="rulebook", variants=("booklet",)), "toy-rulebook-fr-a4-booklet.pdf"),
    ],
)
def test_name_of_a_file_contains_every_option_that_changes_it(toy: Toy, contents: FileContents, name: str) -> None:
    game = pipeline.load(toy.catalog, toy.layout_folders).library.games["toy"]
    assert file_name(game, "fr", contents) == name


def test_name_of_a_file_contains_a_non_default_edition(toy: Toy) -> None:
    game = pipeline.load(toy.catalog, toy.layout_folders).library.games["toy"]
    other = replace(game, edition="deluxe", editions={"base": None, "deluxe": None})
    assert file_name(other, "fr", CARDS) == "toy-deluxe-cards-fr-a4.pdf"


@pytest.mark.parametrize(("code", "is_written"), [("low-contrast", True), ("overset", False)])
def test_no_file_is_written_after_an_error(toy: Toy, code: str, is_written: bool) -> None:
    game, findings = pipeline.load(toy.catalog, toy.layout_folders).library.games["toy"], Findings()
    findings.add(code, "found", None, "")
    contents = CARDS._replace(pages=(Side(Size(mm(210), mm(297)), ()),))
    made = printed_file(game, "fr", BuildOptions(), contents, findings)
    assert (made is not None) == is_written


@pytest.fixture
def toy(tmp_path) -> Toy:
    return Toy(tmp_path)
