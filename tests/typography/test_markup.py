"""Rich text as runs: bold, italic, icons, escapes, and new lines."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawprint.typography.markup import Run, has_unclosed_mark, marked_spans, parse, plain
from pawprint.typography.text_style import BOLD, RunStyle

ITALIC = RunStyle(italic=True)


def runs(text: str) -> list[Run]:
    found, problem = parse(text)
    assert problem == ""
    return list(found)


def test_plain_text_is_a_single_run() -> None:
    assert runs("A fox.") == [Run("text", "A fox.")]


def test_bold_and_italic() -> None:
    assert runs("a **b** *c* d") == [
        Run("text", "a "),
        Run("text", "b", BOLD),
        Run("text", " "),
        Run("text", "c", ITALIC),
        Run("text", " d"),
    ]


def test_bold_italic_nests_either_way() -> None:
    assert runs("**a *b***") == [Run("text", "a ", BOLD), Run("text", "b", RunStyle(bold=True, italic=True))]
    assert runs("*a **b***")[1] == Run("text", "b", RunStyle(bold=True, italic=True))


def test_icons_have_names_and_styles() -> None:
    assert runs("2 :coin: **:clan/red-fox:**") == [
        Run("text", "2 "),
        Run("icon", "coin"),
        Run("text", " "),
        Run("icon", "clan/red-fox", BOLD),
    ]


@pytest.mark.parametrize("text", ["10:30", "a: b : c", ":Coin:", "::", ":co in:", "1:2:3", ":-)"])
def test_colons_around_other_text_are_plain(text: str) -> None:
    assert runs(text) == [Run("text", text)]


def test_escaped_sign_is_plain() -> None:
    assert runs(r"\*a\* \:coin\: \\") == [Run("text", r"*a* :coin: " + "\\")]


def test_line_break_is_a_run_and_trailing_breaks_are_dropped() -> None:
    assert runs("a\nb\n\n") == [Run("text", "a"), Run("break", ""), Run("text", "b")]


@pytest.mark.parametrize(
    ("text", "problem"),
    [("a **b", "** is opened and not closed"), ("*b", "* is opened and not closed"), ("**a** *b*", ""), (r"\*", "")],
)
def test_mark_that_stays_open_is_a_problem(text: str, problem: str) -> None:
    assert has_unclosed_mark(text) == problem


def test_plain_leaves_words_and_names() -> None:
    assert plain("**Fox**:\n2 :coin:") == "Fox: 2 [coin]"


@given(st.text(alphabet=st.sampled_from([*"ab *:\\\n/-19"]), max_size=30))
def test_every_character_except_marks_is_preserved(text: str) -> None:
    found, _ = parse(text)
    letters = "".join(run.text for run in found)
    for letter in "ab19":
        assert letters.count(letter) == text.count(letter)
    assert all(run.text or run.kind == "break" for run in found) or not text
    assert not found or found[-1].kind != "break"


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("a [b c]{rose} d", [("a ", "", False), ("b c", "rose", False), (" d", "", False)]),
        ("[a]{underline}", [("a", "", True)]),
        ("[a]{rose underline}[b]{#aa0011}", [("a", "rose", True), ("b", "#aa0011", False)]),
        ("[a **b** c]{rose}", [("a ", "rose", False), ("b", "rose", False), (" c", "rose", False)]),
        ("[a]{underline} [b]", [("a", "", True), (" [b]", "", False)]),
    ],
)
def test_brackets_with_braces_change_the_look(text: str, wanted: list[tuple[str, str, bool]]) -> None:
    assert [(run.text, run.style.colour, run.style.line == "underline") for run in runs(text)] == wanted


@pytest.mark.parametrize(
    "text", ["[credit]", "gain [1]", "a]{rose}", "[a] {rose}", "[a]{}", "[a]{1}", "[ ] {x}", "[a]{a,b}"]
)
def test_brackets_without_braces_are_plain(text: str) -> None:
    assert runs(text) == [Run("text", text)]


def test_escaped_bracket_is_plain() -> None:
    assert runs(r"\[a]{rose}") == [Run("text", "[a]{rose}")]


def test_plain_text_has_no_brackets_of_looks() -> None:
    assert plain("[any]{rose underline} card") == "any card"


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        ("a fox", []),
        ("a **bold *and* fox** or *two*", ["**bold *and* fox**", "*two*"]),
        ("a [red fox]{rose underline} and [brackets]", ["[red fox]{rose underline}"]),
        (r"two \* three", []),
        ("never *closed", ["*closed"]),
    ],
)
def test_marked_words_are_found(text: str, marked: list[str]) -> None:
    assert [text[start:end] for start, end in marked_spans(text)] == marked


@given(st.text("ab *\\:\n", max_size=20))
def test_between_marked_words_all_marks_are_closed(text: str) -> None:
    inside = {at for start, end in marked_spans(text) for at in range(start + 1, end)}
    for at in range(len(text) + 1):
        # Half a mark means something else: no text is cut there.
        if text[at - 1 : at + 1] != "**" and text[at - 1 : at] != "\\":
            assert (at in inside) == bool(has_unclosed_mark(text[:at])) or (at == len(text) and has_unclosed_mark(text))
