"""The elements of a piece as the page gets them: their places in mm, and the lines that define and fill them."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pawprint.preview._element_inspection import elements_data
from pawprint.preview._project_files import ProjectFiles
from pawprint.preview._renderer import requested_view
from pawprint.preview.session import Session

FILES = {
    "layouts/faces/base.yaml": """\
        palette: den
        elements:
          - {id: ground, kind: panel, fill: paper, bleeds: true}
          - {id: title, kind: text, text: "?", style: title, at: [5 mm, 5 mm], size: [30 mm, 6 mm]}
        """,
    "layouts/faces/animal.yaml": """\
        extends: base
        elements:
          - {id: title, text: "{{ name|upper }}", colour: {by: level, 1: ink, else: moss}}
          - id: prey
            kind: repeat
            over: prey
            at: [5 mm, 20 mm]
            size: [30 mm, 6 mm]
            elements:
              - {kind: text, when: item.level > 0, text: "{{ item.name }}, {{ game }}"}
        """,
    "den/cards.yaml": """\
        animals:
          - {id: hare, name: {fr: Lièvre, en: Hare}, level: 1, diet: plants}
          - id: fox
            name:
              fr: Renard
              en: Fox
            level: 2
            diet: meat
            prey:
              - hare
        """,
}


@pytest.fixture
def session(den: Callable[..., Path]) -> Session:
    den(FILES)
    return Session(Path(), [Path("layouts")])


def elements(session: Session, identity: str = "fox", **words: str) -> list[dict[str, Any]]:
    view = requested_view({"lang": "fr", **words})
    found: list[dict[str, Any]] = elements_data(session, "den", "animals", identity, view, ProjectFiles(session))[
        "elements"
    ]
    return found


def test_element_has_its_place_and_size_in_millimetres(session: Session) -> None:
    ground, title, prey, entry = elements(session)
    assert (ground["x"], ground["y"], ground["width"], ground["height"]) == (-3, -3, 46, 66)
    assert (title["id"], title["kind"], title["x"], title["y"], title["width"], title["height"]) == (
        *("title", "text"),
        *(5, 5, 30, 6),
    )
    assert title["corners"] == [(5, 5), (35, 5), (35, 11), (5, 11)]
    assert 0 < title["covers"][2] < 30
    assert (prey["inside"], entry["inside"], entry["entry"]) == (-1, 2, 1)


def test_lines_of_a_layout_are_in_its_face_and_in_the_extended_face(session: Session) -> None:
    ground, title, *_ = elements(session)
    assert [one["place"] for one in ground["places"]] == ["layouts/faces/base.yaml:3"]
    assert [(one["place"], one["properties"]) for one in title["places"]] == [
        ("layouts/faces/animal.yaml:3", ["id", "text", "colour"]),
        ("layouts/faces/base.yaml:4", ["kind", "style", "at", "size"]),
    ]


def test_lines_of_values_are_in_the_record_or_a_referenced_record(session: Session) -> None:
    _, title, prey, entry = elements(session)
    assert [(one["property"], one["field"], one["place"]) for one in title["fields"]] == [
        ("text", "name", "den/cards.yaml:5"),
        ("colour", "level", "den/cards.yaml:7"),
    ]
    assert [one["place"] for one in prey["fields"]] == ["den/cards.yaml:10"]
    assert [(one["property"], one["field"], one["place"]) for one in entry["fields"]] == [
        ("when", "item.level", "den/cards.yaml:2"),
        ("text", "item.name", "den/cards.yaml:2"),
    ]
    assert elements(session, lang="en")[1]["fields"][0]["place"] == "den/cards.yaml:6"


def test_overset_text_reports_by_how_much(session: Session, den: Callable[..., Path]) -> None:
    assert elements(session)[1]["findings"] == []
    cards = Path("den/cards.yaml")
    cards.write_text(cards.read_text(encoding="utf-8").replace("Renard", "Anticonstitutionnellement " * 2), "utf-8")
    session.files_changed([cards.resolve()])
    (finding,) = elements(session)[1]["findings"]
    assert (finding["code"], finding["severity"]) == ("overset", "error")
    assert " mm too " in finding["message"]


def test_back_has_its_own_elements_and_asking_leaves_no_finding(session: Session) -> None:
    assert [one["kind"] for one in elements(session, side="back")] == ["panel"]
    assert session.findings("den") == []


@pytest.mark.parametrize(("identity", "language"), [("wolf", "fr"), ("fox", "de")])
def test_unknown_piece_has_no_elements(session: Session, identity: str, language: str) -> None:
    with pytest.raises(LookupError):
        elements(session, identity, lang=language)
