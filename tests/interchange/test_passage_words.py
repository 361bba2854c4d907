"""What a translator gets of the passages of a document, and how it is written back."""

import pytest

from pawprint.core.source import Source
from pawprint.documents.source_passages import SourcePassage, aligned, source_passages
from pawprint.interchange.translation.document_texts import passage_texts, with_texts


def words(text: str) -> list[tuple[str, str]]:
    source = Source("en.md", text)
    return [(one.label, one.text) for part in source_passages(source, 0) for one in passage_texts(source, part)]


@pytest.mark.parametrize(
    ("passage", "texts"),
    [
        ("## The **end** {#end}", [("", "The **end**")]),
        ("### {{ clan.name }} {#clan-{{ clan.id }}}", []),
        ("First line\nand *second*", [("", "First line\nand *second*")]),
        ("12. Draw {{ rules.drawn|words }} :draw:", [("", "Draw {{ rules.drawn|words }} :draw:")]),
        ("| :cat: **Cat** | {{ a|map(b) }} | {{ c }} cells |", [("1", ":cat: **Cat**"), ("3", "{{ c }} cells")]),
        ("| --- | :---: |", []),
        ("::: tip The first game", [("", "The first game")]),
        ("::: columns 3", []),
        ("::: text lead", []),
        ("[[toc]]", []),
        (r"\columnbreak", []),
        ("{{ count('cats') }} + {{ two }}&ensp;:cat:", []),
        ('{{ card("cats.tom", width="30 mm", caption="") }}', []),
        ('{{ card("cats.tom", caption="A \\"tom\\"", width="30 mm") }}', [("caption", 'A "tom"')]),
        ('{{ card("a", caption="The " ~ tom|lower ~ ": " ~ n(1)) }}', [("caption", "The {{ tom|lower }}: {{ n(1) }}")]),
        ('{{ anatomy("a.b", {"top": "The **top**", "low": "B"}, first=2) }}', [("top", "The **top**"), ("low", "B")]),
        ('{{ table("a", columns=["name", {"field": "level", "head": "Level"}]) }}', [("head", "Level")]),
        ('{{ card("a", caption="One") }}, {{ card("b", caption="Two") }}', [("caption", "One"), ("caption.2", "Two")]),
        ("<!-- For authors. -->", []),
        ('{% if language == "en" %}\nOnly in English\n{% endif %}', []),
    ],
)  # fmt: skip
def test_words_of_a_passage_are_its_texts(passage: str, texts: list[tuple[str, str]]) -> None:
    assert words(passage) == texts


@pytest.mark.parametrize(
    ("passage", "text", "written"),
    [
        ("## End {#end}", "Ende", "## Ende {#end}"),
        ("| a | b |", "c", "| c | b |"),
        ('{{ card("a", caption="The " ~ tom) }}', "{{ tom }} ist da", '{{ card("a", caption=tom ~ " ist da") }}'),
        ('{{ card("a", caption="One") }}', 'Die "Eins"\\', '{{ card("a", caption="Die \\"Eins\\"\\\\") }}'),
    ],
)  # fmt: skip
def test_another_text_is_written_in_the_place_of_the_first(passage: str, text: str, written: str) -> None:
    source = Source("en.md", passage)
    (part,) = source_passages(source, 0)
    first = passage_texts(source, part)[0]
    assert with_texts(source, 0, len(passage), [(first, text)]) == written


def paragraph(number: int, *asked: str) -> SourcePassage:
    return SourcePassage("paragraph", "", number, number, number + 1, frozenset(asked), "text", False)


def test_most_passages_get_the_most_similar_partner() -> None:
    names = [f"name{number}" for number in range(10)]
    many, plain = paragraph(0, *names), paragraph(1)
    assert len(aligned([many, plain], [plain, plain, many])) == 2
    assert aligned([many, plain], [plain, many, plain]) == [(0, 1), (1, 2)]
