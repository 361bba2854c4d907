"""Values of records as plain data, and as text."""

from collections.abc import Callable
from typing import Any

import pytest

from catalog.toy import Read
from pawprint.catalog.plain_values import as_text, plain_fields, plain_value

Reader = Callable[..., Read]

FIELDS = """
    name: text
    level: int
    diet: {type: choice, choices: {meat: {fr: Viande, en: Meat}}, optional: true}
    prey: {type: list, of: {ref: beasts}}
    home: {type: record, optional: true, fields: {x: int, tags: {type: list, of: {ref: beasts}}}}
    shy: flag
"""
RECORDS = """
    - {id: fox, name: {fr: Renard, en: Fox}, level: 3, diet: meat, prey: [hare], home: {x: 1, tags: [fox]}}
    - {id: hare, name: {fr: Lièvre, en: Hare}, level: 1, editions: [full]}
"""


def test_fields_are_plain_data_in_a_single_language_without_empty_values(read: Reader) -> None:
    result = read(FIELDS, RECORDS, "editions: {full: {}, small: {}}")
    assert [*result.findings] == []
    fox = result.record("fox")
    whole = {"name": "Renard", "level": 3, "diet": "meat", "prey": ["hare"], "home.x": 1, "home.tags": ["fox"]}
    assert plain_fields(fox, "fr", "full") == whole | {"shy": False}
    small = plain_fields(fox, "en", "small")
    assert small["name"] == "Fox"
    assert "prey" not in small
    assert type(small["diet"]) is str


def test_texts_references_choices_and_nested_records_are_converted_by_the_given_functions(read: Reader) -> None:
    fox = read(FIELDS, RECORDS.replace(", editions: [full]", "")).record("fox")
    data = plain_value(
        dict(fox.values),
        text=sorted,
        reference=lambda record: ("to", record.id),
        choice=lambda choice: choice.labels,
        nested=lambda fields: [*fields],
    )
    assert data == ["name", "level", "diet", "prey", "home", "shy"]
    assert plain_value(fox["prey"], sorted, lambda record: ("to", record.id)) == [("to", "hare")]
    assert plain_value(fox["diet"], sorted, str, lambda choice: choice.labels) == {"fr": "Viande", "en": "Meat"}
    assert plain_value(fox["name"], sorted, str) == ["en", "fr"]


@pytest.mark.parametrize(
    ("data", "with_brackets", "without"),
    [
        (None, "", "–"),
        (True, "true", "true"),
        (2.5, "2.5", "2.5"),
        (["a", 1], "[a, 1]", "a, 1"),
        ([], "[]", "–"),
        ([{"x": 1, "y": False}], "[{x: 1, y: false}]", "1, false"),
    ],
)
def test_data_as_text(data: Any, with_brackets: str, without: str) -> None:
    assert as_text(data) == with_brackets
    assert as_text(data, brackets=False, empty="–") == without
