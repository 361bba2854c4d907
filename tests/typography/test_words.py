"""Words are shaped once; one that no single typeface has in full is set in two."""

import pytest

from fixed_metrics import FixedTypeface
from pawprint.typography._code_point_box import code_point_box
from pawprint.typography.words import Chunk, WordCache, break_points, division_points, join_chunks


def cache(lacks: str, fallback_lacks: str, tracking: float = 0.0) -> WordCache:
    fallback = FixedTypeface("fallback", fallback_lacks)
    return WordCache(FixedTypeface("own", lacks), lambda absent: [fallback], tracking, 0.9)


def parts(chunk: Chunk) -> list[tuple[str, str]]:
    return [(part.face.name, part.word.text) for part in chunk.parts or (chunk,) if part.face and part.word]


def test_word_that_the_font_lacks_comes_from_the_fallback() -> None:
    words = cache("Ω", "")
    assert parts(words["aΩ"]) == [("fallback", "aΩ")]
    assert not words.faulty


def test_word_of_which_each_font_lacks_another_letter_is_set_in_both() -> None:
    words = cache("Ω", "ж", tracking=0.1)
    word = words["жΩΩж"]
    assert parts(word) == [("own", "ж"), ("fallback", "ΩΩ"), ("own", "ж")]
    assert word.width == 4 * 0.6
    assert word.unset == ""
    assert not words.faulty


def test_first_fallback_with_the_whole_word_is_used() -> None:
    fallbacks = [FixedTypeface("first", "ж"), FixedTypeface("second"), FixedTypeface("third")]
    words = WordCache(FixedTypeface("own", "Ωж"), lambda absent: fallbacks, 0.0, 0.9)
    assert parts(words["aΩ"]) == [("first", "aΩ")]
    assert parts(words["aΩж"]) == [("second", "aΩж")]


def test_letter_and_its_marks_are_in_the_same_font() -> None:
    words = cache("\u0301☃", "☃")
    assert parts(words["abe\u0301☃"]) == [("own", "ab"), ("fallback", "e\u0301")]


def test_letter_that_both_fonts_lack_is_missing_beside_a_borrowed_letter() -> None:
    words = cache("Ω☃", "ж☃")
    assert parts(words["жΩ☃"]) == [("own", "ж"), ("fallback", "Ω")]
    assert words["жΩ☃"].unset == "☃"
    assert words.faulty


FAMILY, THUMB, KEYCAP, FLAG = "👩\u200d🚒", "👍🏽", "1\ufe0f\u20e3", "🇫🇷"


@pytest.mark.parametrize("emoji", [FAMILY, THUMB, KEYCAP, FLAG, "⚔\ufe0f"])
def test_emoji_of_several_characters_is_a_single_box_or_from_a_single_font(emoji: str) -> None:
    lacking = "".join([character for character in emoji if character not in "1\ufe0f\u200d"])
    words = cache(lacking, lacking)
    word = words[f"a{emoji}b"]
    assert [bool(part.picture) for part in word.parts] == [False, True, False]
    assert word.unset == lacking
    assert parts(cache(lacking, "a")[f"a{emoji}"]) == [("own", "a"), ("fallback", emoji)]


def test_fonts_are_looked_for_by_all_characters_of_an_emoji() -> None:
    asked: list[str] = []
    words = WordCache(FixedTypeface("own", "1"), lambda absent: asked.append(absent) or [], 0.0, 0.9)
    _ = words[f"2{KEYCAP}"]
    assert asked == [KEYCAP]


def test_letter_that_both_fonts_lack_is_set_as_a_box_with_its_code_point() -> None:
    words = cache("☃😀", "☃😀", tracking=0.1)
    *_, snowman, face = words["a☃😀"].parts
    assert snowman.picture
    assert face.picture
    assert [snowman.picture.name, face.picture.name] == ["U+2603", "U+1F600"]
    assert face.picture.width > snowman.picture.width, "it has three digits in a row"
    high = snowman.picture.height / snowman.picture.width
    assert snowman.width == pytest.approx(0.9 / high + 0.1), "as high as an inline icon"
    assert words["☃"].picture is snowman.picture


def test_digits_of_different_code_points_are_drawn_differently() -> None:
    drawn = {code_point_box(chr(0x4E00 + digit)).items for digit in range(16)}
    assert len(drawn) == 16


def test_joined_word_preserves_its_parts_and_runs() -> None:
    words = cache("Ω", "ж")
    chunk = join_chunks([(words["жΩ"], 3), (words["b"], 4)])
    assert parts(chunk) == [("own", "ж"), ("fallback", "Ω"), ("own", "b")]
    assert chunk.runs == (3, 3, 4)


def test_line_may_end_after_a_sign_between_letters() -> None:
    assert break_points("arc-en-ciel") == (4, 7)
    assert break_points("and/or") == (4,)
    assert break_points("1-2") == ()


def test_article_before_a_word_is_not_divided_from_it() -> None:
    assert all(place > 4 for place in division_points("l\u2019incomprehensible", "en"))
    assert division_points("l\u2019incomprehensible", "en")


@pytest.mark.parametrize(("character", "columns"), [("\u8888", 2), ("\U00088888", 3)])
def test_digits_of_a_code_point_have_equal_cells_in_the_middle_of_their_box(character: str, columns: int) -> None:
    picture = code_point_box(character)
    points = [segment[1:] for segment in picture.items[1].path]
    for axis, (size, rows, cell) in enumerate([(picture.width, columns, [0, 2]), (picture.height, 2, [0, 2, 4])]):
        places = sorted({round(float(point[axis]), 6) for point in points})
        margin, step = places[0], (places[-1] - places[0] - cell[-1]) / (rows - 1)
        if columns == 2 or axis:
            assert places == pytest.approx([margin + row * step + at for row in range(rows) for at in cell])
        assert size == pytest.approx(places[-1] + margin)
        assert margin > 1
        assert step > cell[-1] + 1, "no digit touches another"


@pytest.mark.parametrize("digit", range(16))
def test_no_digit_leaves_its_cell(digit: int) -> None:
    corners = [segment[1:] for segment in code_point_box("\u8888").items[1].path]
    (left, right), (top, bottom) = ((min(axis), max(axis)) for axis in zip(*corners, strict=True))
    picture = code_point_box(chr(17 * digit))  # two zeroes above two of them
    for _, x, y in picture.items[1].path:
        assert min(abs(x - left - 1), abs(right - 1 - x)) < 1.001
        assert min(abs(y - top - 2), abs(bottom - 2 - y)) < 2.001
