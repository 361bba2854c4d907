"""Words become lines: each line fits, words are divided where that helps, and the whole paragraph counts."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from documents.paper import AT, words
from fixed_metrics import FixedMetrics, FixedTypeface
from pawprint.core.colour import BLACK, Colour
from pawprint.core.picture import Picture
from pawprint.documents.content import TextRun
from pawprint.documents.typeset._paragraphs import BrokenText, Line, ParagraphSetter
from pawprint.documents.typeset.structure import marked
from pawprint.graphics.ops import DrawText, Symbol, UseSymbol
from pawprint.typography.text_style import RunStyle, TextStyle

#: Letters are 5 pt wide, and so are spaces.
PLAIN = TextStyle(size=10)


def shaper(language: str = "en", missing: str = "", noted: list[Sequence[str]] | None = None) -> ParagraphSetter:
    taken = noted if noted is not None else []
    return setter_of(FixedMetrics(missing), language, unset=lambda letters, family, span: taken.append(letters))


def setter_of(
    metrics: FixedMetrics, language: str = "en", picture: Picture | None = None, unset: Any = None
) -> ParagraphSetter:
    return ParagraphSetter(
        metrics, language, lambda name, span: picture, unset or (lambda letters, family, span: None), symbol
    )


def symbol(picture: Picture, ink: Colour) -> Symbol:
    return Symbol(picture.name, picture.x, picture.y, picture.width, picture.height, ())


def texts_of(line: Line) -> list[DrawText]:
    return [item.op for item in line.fragment.items if isinstance(item.op, DrawText)]


def end_of(text: DrawText) -> float:
    """The right end of words of which each letter is half an em wide."""
    words = sum(text.size * word.width + text.tracking * len(word.glyphs) for word in text.words)
    return text.x + words + (len(text.words) - 1) * (text.gap + text.tracking) - text.tracking


class NoOmega(FixedMetrics):
    """The family `fancy` lacks the omega."""

    fancy = FixedTypeface("fancy", "Ω")

    def typeface(self, family: str, bold: bool = False, italic: bool = False) -> FixedTypeface:
        return self.fancy if family == "fancy" else super().typeface(family, bold, italic)


def set_(
    text: str, room: float, style: TextStyle = PLAIN, language: str = "en", first: tuple[int, float] = (0, 0)
) -> BrokenText:
    setter = shaper(language)
    runs = words(text)
    _, marks = marked("P", runs, BLACK, BLACK)
    return setter.lines(setter.shape(runs, style, marks, AT), room, first)


def shown(line: Line) -> str:
    text = ""
    at = 0.0
    assert len(texts_of(line)) == len(line.fragment.items)
    for op in texts_of(line):
        text += " " * round((op.x - at) / 5) + " ".join(word.text for word in op.words)
        at = end_of(op)
    return text.replace("\u00ad", "-")


def broken(text: str, letters: int, style: TextStyle = PLAIN, language: str = "en") -> list[str]:
    return [shown(line) for line in set_(text, letters * 5, style, language).lines]


def test_fitting_text_is_a_single_line() -> None:
    assert broken("the fox is a hunter", 19) == ["the fox is a hunter"]


def test_line_ends_between_words() -> None:
    assert broken("the fox is a hunter", 18) == ["the fox is a", "hunter"]


def test_lines_are_even_rather_than_as_full_as_can_be() -> None:
    # First fit would make lines of 6, 2 and 5 letters.
    assert broken("aaa bb cc ddddd", 6) == ["aaa", "bb cc", "ddddd"]


def test_no_last_line_of_a_few_letters() -> None:
    text = "aaaa aaaa aaaa aaaa aaaa aaaa aaaa aaaa a"
    assert broken(text, 39)[-1] != "a"


def test_words_are_divided_only_where_lines_would_be_ragged() -> None:
    divided = PLAIN._replace(hyphenate=True)
    assert broken("an extraordinary nightingale sings", 17, divided) == ["an extraordinary", "nightingale sings"]
    text = "the incomprehensible fox sat"
    assert broken(text, 16) == ["the", "incomprehensible", "fox sat"]
    assert broken(text, 16, divided) == ["the incompre-", "hensible fox sat"]


def test_divided_words_end_in_a_soft_hyphen_so_that_they_are_found_whole() -> None:
    lines = set_("incomprehensible declaration", 50, PLAIN._replace(hyphenate=True)).lines
    ends = [op.words[-1].text for line in lines for op in texts_of(line)[-1:]]
    assert any(end.endswith("\u00ad") for end in ends)
    assert "".join(ends_of.strip("\u00ad") for ends_of in shown_words(lines)) == "incomprehensibledeclaration"


def shown_words(lines: tuple[Line, ...]) -> list[str]:
    return [word.text for line in lines for op in texts_of(line) for word in op.words]


def test_word_divided_twice_preserves_all_its_letters() -> None:
    style = PLAIN._replace(hyphenate=True)
    lines = broken("incomprehensibilities", 8, style)
    assert len(lines) > 2
    assert "".join(line.rstrip("-") for line in lines) == "incomprehensibilities"


def test_french_words_are_divided_by_french_rules() -> None:
    style = PLAIN._replace(hyphenate=True)
    assert broken("une déclaration", 10, style, "fr") == ["une décla-", "ration"]


def test_french_signs_stay_with_their_words() -> None:
    lines = broken("Qui va là ? Le renard !", 10, PLAIN, "fr")
    assert lines == ["Qui va", "là\u202f? Le", "renard\u202f!"]


def test_explicit_hyphen_may_end_a_line() -> None:
    assert broken("un arc-en-ciel", 8) == ["un arc-", "en-ciel"]


def test_word_too_wide_for_the_column_is_alone_and_reported() -> None:
    made = set_("a 123456789012 b", 40)
    assert [shown(line) for line in made.lines] == ["a", "123456789012", "b"]
    assert made.over == pytest.approx(20)


def test_word_too_wide_for_the_column_is_divided_in_any_style() -> None:
    assert broken("a hippopotamus b", 8) == ["a hippo-", "potamus", "b"]


def test_new_line_is_a_new_line() -> None:
    setter = shaper()
    runs = (TextRun("text", "one"), TextRun("break", ""), TextRun("text", "two"))
    _, marks = marked("P", runs, BLACK, BLACK)
    assert [shown(line) for line in setter.lines(setter.shape(runs, PLAIN, marks, AT), 100).lines] == ["one", "two"]


def test_first_lines_may_be_narrower() -> None:
    made = set_("aaaa aaaa aaaa aaaa aaaa aaaa aaaa", 100, first=(2, 50))
    assert [len(shown(line)) for line in made.lines] == [9, 9, 14]


def test_justified_lines_end_together_but_for_the_last() -> None:
    lines = set_("aaa bb cccc dd eeee ff ggg hh iiii jj", 60, PLAIN._replace(align="justify")).lines
    assert len(lines) > 2
    for line in lines[:-1]:
        assert line.width == pytest.approx(60)
        assert end_of(texts_of(line)[-1]) == pytest.approx(60)
    assert lines[-1].width < 60


@pytest.mark.parametrize(("align", "x"), [("left", 0), ("center", 20), ("right", 40)])
def test_alignment(align: str, x: float) -> None:
    (line,) = set_("1234", 60, PLAIN._replace(align=align)).lines
    assert line.fragment.x == pytest.approx(x)


def test_glued_parts_are_not_parted() -> None:
    lines = broken("see **bold**, then", 9)
    assert lines == ["see bold,", "then"]


def test_number_stays_with_its_icon() -> None:
    square = Picture("square", 0, 0, 10, 10, (), ())
    setter = setter_of(FixedMetrics(), picture=square)
    for text in ("score of 15 :sun:", "score of **15** :sun:"):
        runs = words(text)
        made = setter.lines(setter.shape(runs, PLAIN, marked("P", runs, BLACK, BLACK)[1], AT), 60)
        assert len(made.lines) == 2
        assert any(isinstance(item.op, UseSymbol) for item in made.lines[1].fragment.items)
        assert texts_of(made.lines[1])


def test_missing_letters_are_reported() -> None:
    noted: list[Sequence[str]] = []
    setter = shaper(missing="☃", noted=noted)
    runs = words("a ☃")
    setter.shape(runs, PLAIN, marked("P", runs, BLACK, BLACK)[1], AT)
    assert noted == [["☃"]]


def test_words_from_right_to_left_without_a_font_are_reported_once() -> None:
    noted: list[Sequence[str]] = []
    setter = shaper(missing="שלוםע", noted=noted)
    runs = words("a שלום b עולם")
    setter.shape(runs, PLAIN, marked("P", runs, BLACK, BLACK)[1], AT)
    assert noted == [[*"שלוםעולם"]]


def test_missing_letters_are_reported_at_each_occurrence() -> None:
    noted: list[Sequence[str]] = []
    setter = shaper(missing="☃", noted=noted)
    runs = words("a ☃")
    for _ in range(2):
        setter.shape(runs, PLAIN, marked("P", runs, BLACK, BLACK)[1], AT)
    assert noted == [["☃"], ["☃"]]


def test_repeated_text_has_its_own_marks() -> None:
    setter = shaper()
    runs = words("see [this](#a)")
    for _ in range(2):
        element, marks = marked("P", runs, BLACK, BLACK)
        (line,) = setter.lines(setter.shape(runs, PLAIN, marks, AT), 100).lines
        assert [item.element for item in line.fragment.items] == [*element.children]


def test_text_repeated_in_another_style_is_shaped_again() -> None:
    setter = shaper()
    runs = words("see")
    marks = marked("P", runs, BLACK, BLACK)[1]
    styles = (PLAIN, PLAIN._replace(bold=True), PLAIN._replace(case="upper"), PLAIN._replace(tracking=1.0))
    made = [setter.lines(setter.shape(runs, style, marks, AT), 100).lines[0] for style in styles]
    faces = [op.typeface.name for line in made for op in texts_of(line)]
    assert faces == ["text", "text-bold", "text", "text"]
    assert [shown(line) for line in made] == ["see", "see", "SEE", "see"]
    assert [line.width for line in made] == [15, 15, 15, 35]


def test_word_missing_in_a_font_uses_the_fallback_of_its_style() -> None:
    setter = setter_of(NoOmega())
    runs = words("Ω")
    marks = marked("P", runs, BLACK, BLACK)[1]
    faces = []
    for fallback in ("text", "slab"):
        style = PLAIN._replace(family="fancy", fallback=fallback)
        (op,) = texts_of(setter.lines(setter.shape(runs, style, marks, AT), 100).lines[0])
        faces.append(op.typeface.name)
    assert faces == ["text", "slab"]


@pytest.mark.parametrize(("bold", "italic", "cut"), [(True, False, "text-bold"), (False, True, "text-italic")])
def test_text_that_is_wholly_of_another_cut_is_set_in_it(bold: bool, italic: bool, cut: str) -> None:
    setter, runs = shaper(), (TextRun("text", "aa bb incomprehensible", RunStyle(bold, italic)),)
    marks = marked("P", runs, BLACK, BLACK)[1]
    lines = setter.lines(setter.shape(runs, PLAIN._replace(hyphenate=True), marks, AT), 50).lines
    assert len(lines) > 2
    assert {op.typeface.name for line in lines for op in texts_of(line)} == {cut}


texts = st.lists(st.text("abcdefghij", min_size=1, max_size=14), min_size=1, max_size=40).map(" ".join)


@given(texts, st.integers(15, 60), st.booleans(), st.sampled_from(["left", "justify", "right"]))
def test_every_letter_is_set_once_and_every_line_fits(text: str, letters: int, hyphenate: bool, align: str) -> None:
    made = set_(text, letters * 5, PLAIN._replace(hyphenate=hyphenate, align=align))
    whole = "".join(word.rstrip("\u00ad") for word in shown_words(made.lines))
    assert whole == text.replace(" ", "")
    assert made.over == 0
    for line in made.lines:
        assert line.fragment.x + max(map(end_of, texts_of(line))) <= letters * 5 + 0.01
