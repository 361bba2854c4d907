"""Markup of other dialects of Markdown is a finding, and never printed as it is typed."""

import pytest

from pawprint.core.source import Source, Span
from pawprint.documents._markdown import check_markup

SPAN = Span(Source("book.md", "any line"), 0, 3)


def problems(text: str) -> list[str]:
    messages: list[str] = []
    check_markup(text, SPAN, lambda code, message, span, help: messages.append(message))
    return [message.removeprefix("documents have no ") for message in messages]


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("a <b>", "HTML"),
        ("</span> b", "HTML"),
        ('<img src="fox.png">', "HTML"),
        ("a<br/>b", "HTML"),
        ("a note[^1]", "footnotes"),
        ("~~gone~~", "text with a line through it"),
        ("[ ] to do", "check boxes"),
        ("[x] done", "check boxes"),
        ("[[index]]", "such a list"),
        ("words {.red}", "attributes of words"),
    ],
)
def test_markup_that_documents_lack_is_reported(text: str, what: str) -> None:
    assert problems(text) == [what]


@pytest.mark.parametrize(
    "text", ["a < b > c", "3<4", "[a] b", "~5 minutes~", "x^2^", "a {b} c", "1 > 0", "Heading {#here}"]
)
def test_signs_of_the_text_are_unchanged(text: str) -> None:
    assert problems(text) == []
