"""Numbers that are typed in documents are found where they are, and nothing else is."""

import pytest

from pawprint.core.source import Source
from pawprint.documents._source_checks import typed_numbers


def numbers_of(text: str, language: str = "en", start: int = 0) -> list[str]:
    source = Source("en.md", text)
    return [f"{span}: {source.text[span.start : span.end]}" for _, span in typed_numbers(source, language, start)]


def test_digits_and_words_are_found_in_text_headings_and_tables() -> None:
    text = "# Two things\n\nDraw 3 cards.\n\n| Cards | 4 |\n| --- | --- |\n| a | five |\n"
    assert numbers_of(text) == ["en.md:1:3: Two", "en.md:3:6: 3", "en.md:5:11: 4", "en.md:7:7: five"]


def test_captions_and_explanations_are_text() -> None:
    text = (
        '{{ card("animals.toad", width="30 mm", caption="Of " ~ count("x", where="level > 2") ~ " two are left") }}\n'
        '{{ anatomy("animals.toad", {"level": "one of three", (31, 80): "four places"}, width="44 mm") }}\n'
    )
    assert numbers_of(text) == ["en.md:1:90: two", "en.md:2:46: three", "en.md:2:65: four"]


@pytest.mark.parametrize(
    "text",
    [
        "{{ 2|words }} minds, {{ facts('two', 'x 3') }}{% if level > 3 %}{% set two = 2 %}{% endif %}",
        "## 2. Exchange {#two}\n\n## 3 {{ name }}\n\n1. First.\n2) Second.\n",
        "See [there](#phase-2) and [that](https://example.org/3). [[toc 2]]\n\n::: columns 2\n:::\n",
        "<!-- two -->:food-3: the 2nd one, A4, one and 1\n\\columnbreak",
        "{{ example('two', step=2, height='36 mm') }}",
    ],
)
def test_tags_anchors_links_icons_boxes_and_steps_are_not_typed_numbers(text: str) -> None:
    assert numbers_of(text) == []


def test_heading_that_begins_with_a_number_is_numbered_only_if_a_title_follows() -> None:
    assert numbers_of("## 2 players\n") == ["en.md:1:4: 2"]
    assert numbers_of("## 2 Exchange\n\n## 3 {{ name }}\n\n## 4 Élan\n") == []


def test_title_of_a_box_is_text() -> None:
    assert numbers_of("::: note Four places\n:::\n") == ["en.md:1:10: Four"]


def test_raw_text_is_searched_and_front_matter_is_not() -> None:
    assert numbers_of("{% raw %}{{ 2 }}{% endraw %}") == ["en.md:1:13: 2"]
    assert numbers_of("columns: 2\nfit: 3\nTwo.", start=18) == ["en.md:3:1: Two"]


def test_each_language_has_its_words() -> None:
    assert numbers_of("Deux cartes, two cards.", "fr") == ["en.md:1:1: Deux"]
