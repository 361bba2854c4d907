"""Places in a text, as an editor counts them."""

from hypothesis import given
from hypothesis import strategies as st

from pawprint.core.source import Source, Span

TEXT = "one: 1\ntwo: zwei\r\n\nvier"


def test_lines_and_columns_begin_at_1() -> None:
    source = Source("numbers.yaml", TEXT)
    assert source.place(0) == (1, 1)
    assert source.place(TEXT.index("two")) == (2, 1)
    assert source.place(TEXT.index("zwei")) == (2, 6)
    assert source.place(len(TEXT)) == (4, 5)


def test_line_is_shown_without_its_end() -> None:
    source = Source("numbers.yaml", TEXT)
    assert [source.line(number) for number in range(6)] == ["", "one: 1", "two: zwei", "", "vier", ""]


def test_span_prints_its_place() -> None:
    source = Source("numbers.yaml", TEXT)
    span = Span(source, TEXT.index("zwei"), TEXT.index("zwei") + 4)
    assert (span.line, span.column, str(span)) == (2, 6, "numbers.yaml:2:6")


def test_nested_span_stays_within_its_span() -> None:
    source = Source("numbers.yaml", TEXT)
    span = Span(source, 7, 16)
    assert span.within(5, 9) == Span(source, 12, 16)
    assert span.within(5, 99) == Span(source, 12, 16)
    assert span.within(50, 99) == Span(source, 16, 16)


def test_empty_text_has_a_single_line() -> None:
    source = Source("empty.yaml", "")
    assert source.place(0) == (1, 1)
    assert source.line(1) == ""
    assert repr(source) == "Source('empty.yaml')"


@given(st.text(alphabet="ab\n\r\t é"))
def test_every_place_leads_back_to_its_character(text: str) -> None:
    source = Source("any.yaml", text)
    for offset, letter in enumerate(text):
        line, column = source.place(offset)
        shown = source.line(line)
        assert letter in "\r\n" or shown[column - 1] == letter
    assert [source.line(number + 1) for number in range(text.count("\n") + 1)] == [
        line.rstrip("\r") for line in text.split("\n")
    ]


def test_window_of_a_long_line_contains_the_place() -> None:
    source = Source("x.yaml", "short\r\n" + "".join(chr(ord("a") + n % 26) for n in range(1000)) + "\nlast")
    line = source.line(2)
    for at in (0, 29, 30, 31, 500, 980, 999):
        part, start, behind = source.window(2, at, 100, 30)
        assert part == line[start : start + 100]
        assert len(part) == 100
        assert start <= at < start + 100
        assert start + len(part) + behind == len(line)
    assert source.window(2, 500, 100, 30)[1] == 470
    assert source.window(1, 3, 100, 30) == ("short", 0, 0)
    assert source.window(9, 3, 100, 30) == ("", 0, 0)
