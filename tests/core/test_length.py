"""Lengths add up exactly, and come back from what is written of them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.strategies import lengths
from pawprint.core.length import GRAINS_PER, MAX_LENGTH, ZERO, Length, inch, mm, pt


def test_units_are_whole_grains() -> None:
    assert inch(1) == mm(25.4) == pt(72) == Length.of(2.54, "cm")
    assert mm(1).grains == 360_000
    assert (inch(1).pt, inch(1).mm) == (72, 25.4)


@pytest.mark.parametrize(
    ("text", "length"),
    [
        ("63.5 mm", mm(63.5)),
        ("63.5mm", mm(63.5)),
        ("  63.5   mm  ", mm(63.5)),
        ("2.5in", inch(2.5)),
        (".25 pt", pt(0.25)),
        ("3. cm", mm(30)),
        ("+3 mm", mm(3)),
        ("-3 mm", mm(-3)),
        ("0 mm", ZERO),
    ],
)
def test_length_is_a_number_and_a_unit(text: str, length: Length) -> None:
    assert Length.parse(text) == length


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("3", "'3' has no unit"),
        ("-3.5", "'-3.5' has no unit"),
        ("3 px", "unknown unit 'px'; units are mm, cm, pt, in"),
        ("3 MM", "unknown unit 'MM'"),
        ("mm", "'mm' is not a length"),
        ("", "'' is not a length"),
        ("3 mm 4", "'3 mm 4' is not a length"),
        ("1e3 mm", "'1e3 mm' is not a length"),
        ("1,5 mm", "'1,5 mm' is not a length"),
        ("٣ mm", "is not a length"),
        ("nan mm", "is not a length"),
        ("10001 mm", "'10001 mm' exceeds the maximum of 10 m"),
        ("9" * 5000 + " mm", "999...' is not a length"),
        ("9" * 37 + "mm", "exceeds the maximum of 10 m"),
    ],
)
def test_anything_else_is_refused_with_the_reason(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=r".") as caught:
        Length.parse(text)
    assert message in str(caught.value)
    assert len(str(caught.value)) < 100


@given(lengths)
def test_length_survives_writing_and_parsing(length: Length) -> None:
    assert Length.parse(str(length)) == length


@given(st.text())
def test_no_text_does_worse_than_being_refused(text: str) -> None:
    try:
        length = Length.parse(text)
    except ValueError:
        return
    assert abs(length.grains) <= MAX_LENGTH


@given(st.lists(st.tuples(st.integers(-10_000, 10_000), st.sampled_from(sorted(GRAINS_PER)))))
def test_sums_are_exact_in_any_order(parts: list[tuple[int, str]]) -> None:
    terms = [Length.of(value, unit) for value, unit in parts]
    forwards = sum(terms, ZERO)
    backwards = sum(reversed(terms), ZERO)
    assert forwards == backwards == Length(sum(value * GRAINS_PER[unit] for value, unit in parts))


def test_tenth_of_a_millimetre_is_exact() -> None:
    assert mm(0.1) + mm(0.2) == mm(0.3)
    assert mm(20.1) * 3 <= mm(60.3)


@given(lengths, lengths, st.integers(-1000, 1000))
def test_lengths_are_a_group(one: Length, other: Length, factor: int) -> None:
    assert one + other == other + one
    assert one + other - other == one
    assert one - one == ZERO == one + -one
    assert factor * one == one * factor
    assert (one < other) == (one.grains < other.grains)
    assert bool(one) == (one != ZERO)
    assert -1 <= (one.half() * 2 - one).grains <= 0


@given(lengths, st.integers(1, 10**9).map(Length))
def test_floor_division_counts_how_many_lengths_fit(whole: Length, part: Length) -> None:
    count = whole // part
    assert part * count <= whole < part * (count + 1)


@pytest.mark.parametrize("other", [1, 1.5, "1 mm", None])
def test_length_and_a_bare_number_do_not_mix(other: object) -> None:
    with pytest.raises(TypeError):
        mm(1) + other  # type: ignore[operator]
    with pytest.raises(TypeError):
        mm(1) - other  # type: ignore[operator]
    with pytest.raises(TypeError):
        mm(1) // other  # type: ignore[operator]
    with pytest.raises(TypeError):
        mm(1) < other  # type: ignore[operator]  # noqa: B015


def test_length_times_a_fraction_is_refused() -> None:
    with pytest.raises(TypeError):
        mm(1) * 0.5  # type: ignore[operator]


def test_unknown_unit_is_refused() -> None:
    with pytest.raises(ValueError, match="unknown unit 'ft'"):
        Length.of(1, "ft")


@pytest.mark.parametrize(
    ("length", "text"), [(mm(63.5), "63.5 mm"), (inch(8.5), "215.9 mm"), (ZERO, "0 mm"), (mm(-3), "-3 mm")]
)
def test_lengths_are_printed_in_millimetres(length: Length, text: str) -> None:
    assert str(length) == text
