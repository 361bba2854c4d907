"""Strings of CSS contain any text, and end neither the string nor the element around it."""

import tinycss2
from hypothesis import given
from hypothesis.strategies import text

from pawprint.core.page_policy import content_policy, css_string


@given(text())
def test_css_string_contains_only_the_text(words: str) -> None:
    (token,) = tinycss2.parse_component_value_list(css_string(words))
    assert token.type == "string"
    assert token.value == words.replace("\0", "\N{REPLACEMENT CHARACTER}")


def test_css_string_does_not_end_its_element() -> None:
    assert css_string('</style>"\\\n') == '"\\3c /style\\3e \\22 \\5c \\a "'
    assert css_string("• ") == '"• "'


def test_policy_names_what_is_allowed() -> None:
    policy = "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:"
    assert content_policy(img_src="data:") == policy
