"""What a scalar means is decided by the kind of value that its place asks for, and never guessed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawprint.core.colour import Colour
from pawprint.core.diagnostics import Findings
from pawprint.core.geometry import Size
from pawprint.core.length import Length, mm
from pawprint.core.source import Source
from pawprint.source import reader, scalars
from pawprint.source.reader import MappingNode, Node


def node(text: str) -> Node:
    root = reader.read_yaml(Source("x.yaml", f"value: {text}"), Findings())
    assert isinstance(root, MappingNode)
    return root.entries["value"]


def fault(findings: Findings) -> tuple[str, str]:
    """Code and help of the only finding, which is at the value."""
    (finding,) = findings
    assert finding.span is not None
    assert "the value" in finding.message
    return finding.code, finding.help


@pytest.mark.parametrize("text", ["no", "yes", "on", "010", "1:30", "1_000", "1e3", "null", "~", "true", "2026-01-31"])
def test_text_is_read_literally(text: str) -> None:
    findings = Findings()
    assert scalars.text(node(text), "the value", findings) == text
    assert not findings.failed


@pytest.mark.parametrize(
    ("text", "code", "help"),
    [
        ("", "missing-field", "write a value, or remove the line"),
        ("[a]", "wrong-type", "put it in quotes"),
        ("{a: b}", "wrong-type", "put it in quotes"),
    ],
)
def test_text_is_neither_empty_nor_a_list(text: str, code: str, help: str) -> None:
    findings = Findings()
    assert scalars.text(node(text), "the value", findings) is None
    assert fault(findings)[0] == code
    assert help in fault(findings)[1]


def test_quoted_text_may_be_empty() -> None:
    assert scalars.text(node("''"), "the value", Findings()) == ""


@pytest.mark.parametrize(
    ("text", "value"), [("0", 0), ("7", 7), ("-7", -7), ("+7", 7), ("123456789012345", 123456789012345)]
)
def test_whole_numbers(text: str, value: int) -> None:
    findings = Findings()
    assert scalars.integer(node(text), "the value", findings) == value
    assert not findings.failed


@pytest.mark.parametrize(
    ("text", "help"),
    [
        ("010", "write 10 without leading zeros"),
        ("-007", "write -7 without leading zeros"),
        ("1_000", "write 1000 without separators"),
        ("1 000", "write 1000 without separators"),
        ("1'000", "write 1000 without separators"),
        ("1e3", "write 1000"),
        ("1.0", "write 1"),
        ("1.5", "write it in digits"),
        ("1:30", "write it in digits"),
        ("0x1F", "write it in digits"),
        ("٣", "write it in digits"),
        ("one", "write it in digits"),
        ("'7'", "remove the quotes"),
        ("true", "write it in digits"),
        ("9" * 5000, "no card has such a number"),
        ("x" * 5000, "write a whole number"),
        ("[1]", "write one value"),
    ],
)
def test_other_values_are_not_whole_numbers(text: str, help: str) -> None:
    findings = Findings()
    assert scalars.integer(node(text), "the value", findings) is None
    assert fault(findings)[0] == "wrong-type"
    assert fault(findings)[1].startswith(help)
    (finding,) = findings
    assert len(finding.message) < 120


@pytest.mark.parametrize(("text", "value"), [("0", 0), ("7", 7), ("-0.5", -0.5), ("2.50", 2.5)])
def test_numbers(text: str, value: float) -> None:
    assert scalars.number(node(text), "the value", Findings()) == value


@pytest.mark.parametrize(
    ("text", "help"),
    [("1,5", "write 1.5 with a point"), (".5", "in digits"), ("5.", "write 5"), ("1e3", "write 1000"), ("nan", "2.5"),
     (".inf", "2.5"), ("007.5", "2.5"), ("'1.5'", "remove the quotes"), ("1.5 mm", "2.5")],
)  # fmt: skip
def test_other_values_are_not_numbers(text: str, help: str) -> None:
    findings = Findings()
    assert scalars.number(node(text), "the value", findings) is None
    assert help in fault(findings)[1]


@pytest.mark.parametrize(
    ("text", "least", "most", "help"),
    [("0", 1, 3, "at least 1 and at most 3"), ("4", 1, 3, "at least 1 and at most 3"), ("0", 1, None, "at least 1"),
     ("4", None, 3, "at most 3")],
)  # fmt: skip
def test_numbers_have_limits(text: str, least: int | None, most: int | None, help: str) -> None:
    for read in (scalars.integer, scalars.number):
        findings = Findings()
        assert read(node(text), "the value", findings, least, most) is None
        assert fault(findings) == ("out-of-range", f"write a number of {help}")
    assert scalars.integer(node("2"), "the value", Findings(), least, most) == 2


@given(st.integers(-(10**13), 10**13))
def test_every_whole_number_is_read_exactly(number: int) -> None:
    assert scalars.integer(node(str(number)), "the value", Findings()) == number
    assert scalars.number(node(str(number)), "the value", Findings()) == number


@given(st.text("0123456789+-._,' ex", min_size=1))
def test_no_other_spelling_is_a_number(text: str) -> None:
    root = reader.read_yaml(Source("x.yaml", f"value: {text}"), Findings())
    if not isinstance(root, MappingNode):
        return
    findings = Findings()
    value = scalars.integer(root.entries["value"], "the value", findings)
    assert (value is None) == findings.failed
    assert value is None or value == int(text.strip())


def test_truths_are_true_and_false() -> None:
    assert scalars.flag(node("true"), "the value", Findings()) is True
    assert scalars.flag(node("false"), "the value", Findings()) is False


@pytest.mark.parametrize(
    ("text", "help"),
    [("yes", "write true"), ("On", "write true"), ("TRUE", "write true"), ("no", "write false"), ("off", "write false"),
     ("False", "write false"), ("1", "write true or false"), ("'true'", "remove the quotes")],
)  # fmt: skip
def test_other_words_for_truths_are_refused(text: str, help: str) -> None:
    findings = Findings()
    assert scalars.flag(node(text), "the value", findings) is None
    assert fault(findings) == ("wrong-type", help)


def test_choices() -> None:
    findings = Findings()
    assert scalars.choice(node("no"), "the value", findings, ("yes", "no")) == "no"
    assert scalars.choice(node("meet"), "the value", findings, ("meat", "plants")) is None
    assert fault(findings) == ("unknown-choice", "did you mean 'meat'?")


@pytest.mark.parametrize("text", ["fox", "red-fox", "a1-2b", "7", "no"])
def test_ids(text: str) -> None:
    assert scalars.identifier(node(text), "the value", Findings()) == text


@pytest.mark.parametrize(
    ("text", "help"),
    [("Red Fox", "for example 'red-fox'"), ("red_fox", "for example 'red-fox'"), ("-fox", "for example 'fox'"),
     ("red--fox", "for example 'red-fox'"), ("é", "write it like red-fox"), ("x" * 81, "write it like red-fox"),
     ("../fox", "for example 'fox'"), ("'fox\n'", "for example 'fox'"),
     ("nul", "for example 'the-nul'"), ("LPT1", "for example 'the-lpt1'")],
)  # fmt: skip
def test_other_values_are_not_ids(text: str, help: str) -> None:
    findings = Findings()
    assert scalars.identifier(node(text), "the value", findings) is None or text == "'fox\n'"
    if text != "'fox\n'":
        assert fault(findings) == ("bad-id", help)


@given(st.text())
def test_suggested_id_is_valid(text: str) -> None:
    findings = Findings()
    scalar = reader.ScalarNode(Source("x.yaml", text), 0, len(text), text, True)
    if scalars.identifier(scalar, "the value", findings) is None:
        suggested = fault(findings)[1].removeprefix("for example ").strip("'").removeprefix("write it like ")
        again = reader.ScalarNode(Source("x.yaml", suggested), 0, len(suggested), suggested, True)
        assert scalars.identifier(again, "the value", Findings()) == suggested


def test_lengths_sizes_and_colours() -> None:
    findings = Findings()
    assert scalars.length(node("3 mm"), "the value", findings) == mm(3)
    assert scalars.size(node("3 x 4 mm"), "the value", findings) == Size(mm(3), mm(4))
    assert scalars.colour(node("'#fff'"), "the value", findings) == Colour(255, 255, 255)
    assert not findings.failed


@pytest.mark.parametrize(
    ("read", "text", "code", "help"),
    [
        (scalars.length, "3", "bad-length", "3 mm, 0.25 in, 8 pt"),
        (scalars.length, "[3 mm]", "wrong-type", "quotes"),
        (scalars.length, "9" * 5000, "bad-length", "3 mm"),
        (scalars.size, "3 mm", "bad-length", "63.5 mm x 88.9 mm"),
        (scalars.colour, "red", "bad-colour", "needs quotes"),
        (scalars.colour, "#fff", "missing-field", "needs quotes"),
    ],
)
def test_other_values_are_not_lengths_sizes_or_colours(read, text: str, code: str, help: str) -> None:
    findings = Findings()
    assert read(node(text), "the value", findings) is None
    assert fault(findings)[0] == code
    assert help in fault(findings)[1]


@pytest.mark.parametrize(
    "path", ["..", "../x", "a/../../x", "a/..", "/x", "~/x", "~", "C:x", "C:/x", "a\\b", "x\0", "file:x", "//x"]
)
def test_paths_that_lead_out(path: str) -> None:
    assert scalars.escapes_folder(path)


@pytest.mark.parametrize("path", ["x", "a/b.svg", "a..b", "...", ".hidden", "a/~b", "é", ""])
def test_paths_that_stay_inside(path: str) -> None:
    assert not scalars.escapes_folder(path)


def test_length_is_exact() -> None:
    assert scalars.length(node("0.1 mm"), "the value", Findings()) == Length(36_000)
