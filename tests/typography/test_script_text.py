"""Lines of scripts that run from right to left, join their letters or have no spaces between words."""

import subprocess
import sys

import pytest

from fixed_metrics import FixedMetrics, FixedTypeface
from pawprint.core.colour import BLACK
from pawprint.core.geometry import Box
from pawprint.core.picture import Picture
from pawprint.typography.metrics import Shaped
from pawprint.typography.text_style import TextStyle
from pawprint.typography.textbox import TextBlock, TextSetter

COIN = Picture("coin", 0, 0, 10, 10, (), ())
#: Each character is 5 pt wide.
STYLE = TextStyle(size=10.0, min_size=10.0)


def put(text: str, width: float, language: str, style: TextStyle = STYLE, missing: str = "") -> TextBlock:
    box = Box(0.0, 0.0, width, 500.0)
    return TextSetter(FixedMetrics(missing)).set(text, style, box, BLACK, language, lambda name: COIN)


def lines(block: TextBlock) -> list[str]:
    """The words of each line from left to right, those of one fragment with a space between them."""
    return ["|".join([" ".join([word.text for word in one.words]) for one in line.fragments]) for line in block.lines]


def test_chinese_breaks_between_any_two_characters() -> None:
    assert lines(put("玩家抽一张牌", 20.0, "zh")) == ["玩家抽一", "张牌"]


def test_no_line_begins_with_a_closing_sign_or_ends_with_an_opening_sign() -> None:
    assert lines(put("玩家抽牌。再抽", 20.0, "zh")) == ["玩家抽", "牌。再抽"]
    assert lines(put("玩家抽「牌」", 20.0, "zh")) == ["玩家抽", "「牌」"]


def test_japanese_lines_do_not_begin_with_small_kana_or_a_long_vowel_mark() -> None:
    assert lines(put("カードキャラ", 25.0, "ja")) == ["カードキャ", "ラ"]
    assert lines(put("カーキャラー", 25.0, "ja")) == ["カーキャ", "ラー"]


class SquareTypeface(FixedTypeface):
    """Every character is as wide as the font is high."""

    def shape(self, text: str, backwards: bool = False, language: str = "") -> Shaped:
        word = super().shape(text, backwards)
        return Shaped(text, 2 * word.width, tuple((glyph, 1.0, 0.0) for glyph, *_ in word.glyphs))


class SquareMetrics(FixedMetrics):
    def typeface(self, family: str, bold: bool = False, italic: bool = False) -> FixedTypeface:
        return SquareTypeface(family)


@pytest.mark.parametrize(
    ("text", "language", "first"),
    [
        ("玩家抽牌。再抽", "zh", "玩家抽牌。"),
        ("玩家抽牌」再抽", "ja", "玩家抽牌」"),
        ("「玩家抽牌再抽", "zh", "「玩家抽牌"),
        ("玩家抽牌。再抽", "zh-Hant", "玩家抽"),
        ("玩家抽牌？再抽", "zh", "玩家抽"),
    ],
)
def test_empty_half_of_a_sign_at_the_end_of_a_line_has_no_width(text: str, language: str, first: str) -> None:
    box = Box(0.0, 0.0, 45.0, 500.0)
    block = TextSetter(SquareMetrics()).set(text, STYLE, box, BLACK, language, lambda name: None)
    assert lines(block)[0] == first
    assert not block.over_width


@pytest.mark.parametrize(("align", "x"), [("left", -5.0), ("right", 5.0), ("center", 0.0)])
def test_line_with_signs_at_both_ends_is_aligned_by_its_ink(align: str, x: float) -> None:
    box = Box(0.0, 0.0, 40.0, 500.0)
    style = STYLE._replace(align=align)
    block = TextSetter(SquareMetrics()).set("「抽牌」", style, box, BLACK, "zh", lambda name: None)
    assert block.lines[0].fragments[0].x == pytest.approx(x)
    assert block.box.width == pytest.approx(30)


def test_thai_breaks_between_words() -> None:
    assert lines(put("ผู้เล่นจั่วการ์ดหนึ่งใบ", 62.0, "th")) == ["ผู้เล่นจั่ว", "การ์ดหนึ่งใบ"]


def test_characters_beyond_the_first_plane_count_once() -> None:
    assert lines(put("\U00020000\U00020001\U00020002抽牌", 15.0, "zh")) == ["\U00020000\U00020001\U00020002", "抽牌"]


def test_spaces_and_new_lines_stay_what_they_are() -> None:
    assert lines(put("카드 한  장\n카드", 100.0, "ko")) == ["카드 한 장", "카드"]


def test_words_from_right_to_left_start_at_the_right() -> None:
    block = put("אבג דה", 100.0, "he")
    assert lines(block) == ["דה אבג"]
    assert block.lines[0].fragments[0].x == pytest.approx(100 - 5 * 6)


def test_each_line_of_a_text_from_right_to_left_begins_with_its_first_word() -> None:
    assert lines(put("אבג דה וזח", 40.0, "he")) == ["דה אבג", "וזח"]


def test_numbers_and_latin_words_preserve_their_direction() -> None:
    assert lines(put("אב 12. Go on דה 3", 200.0, "he")) == ["3 דה Go on .|12 אב"]


def test_hebrew_word_in_an_english_text_stays_in_its_place() -> None:
    block = put("The אבג דה word", 200.0, "en")
    assert lines(block) == ["The דה אבג word"]
    assert block.lines[0].fragments[0].x == 0.0


def test_icon_stays_where_it_was_typed() -> None:
    block = put("אב :coin: גד", 100.0, "he")
    (icon,) = block.icons
    right, left = block.lines[0].fragments[1], block.lines[0].fragments[0]
    assert [left.words[0].text.strip(), right.words[0].text] == ["גד", "אב"]
    assert left.x < icon.x < right.x


@pytest.mark.parametrize(("align", "language", "x"), [
    ("start", "he", 90.0), ("end", "he", 0.0), ("left", "he", 0.0), ("right", "he", 90.0), ("center", "he", 45.0),
    ("start", "en", 90.0), ("start", "ar", 90.0),
])  # fmt: skip
def test_text_from_right_to_left_starts_at_the_right(align: str, language: str, x: float) -> None:
    assert put("אב", 100.0, language, STYLE._replace(align=align)).lines[0].fragments[0].x == pytest.approx(x)


def test_number_alone_is_aligned_as_its_language() -> None:
    assert put("12", 100.0, "he").lines[0].fragments[0].x == pytest.approx(90.0)
    assert put("12", 100.0, "en").lines[0].fragments[0].x == 0.0
    assert put("12", 100.0, "en", STYLE._replace(align="end")).lines[0].fragments[0].x == pytest.approx(90.0)


def test_bold_words_may_be_in_any_script() -> None:
    block = put("玩家**抽一**张牌", 20.0, "zh")
    assert lines(block) == ["玩家|抽一", "张牌"]
    assert [one.typeface.name for one in block.lines[0].fragments] == ["text", "text-bold"]


def test_characters_that_no_font_has_are_named_once() -> None:
    assert put("אבא b אבא", 200.0, "he", missing="א").unset == "א"


def test_latin_text_loads_no_data_of_other_scripts() -> None:
    code = (
        "import sys; sys.path[:0] = ['generator', 'tests']\n"
        "from typography.test_script_text import lines, put\n"
        "names = ('icu4py', 'fontTools', 'brotli', 'pawprint.typography.script_text')\n"
        "assert lines(put('Caf\\u00e9 :coin: \\u2019 \\ufb01n', 300.0, 'fr'))\n"
        "def loaded(): return [name for name in names if name in sys.modules]\n"
        "assert lines(put('The word, l\\u2019\\u00e9t\\u00e9 \\u2013 \\u03ba\\u03b1 \\u0434\\u0430', 300.0, 'fr'))\n"
        "assert loaded() == [], loaded()\n"
        "put('\\u73a9\\u5bb6', 300.0, 'zh')\n"
        "assert loaded() == ['icu4py', 'pawprint.typography.script_text'], loaded()\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
