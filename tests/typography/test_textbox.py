"""Words in a box. Every letter of the test fonts is half an em wide, capitals are 0.7 em high, descents 0.2 em."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fixed_metrics import FixedMetrics, FixedTypeface
from pawprint.core.colour import BLACK, Colour
from pawprint.core.geometry import Box
from pawprint.core.picture import CURRENT, Picture, Shape
from pawprint.typography.text_style import PLAIN, RunStyle, TextStyle
from pawprint.typography.textbox import TextBlock, TextSetter
from strategies import words as some_words

COIN = Picture("coin", 0, 0, 20, 10, (Shape((("M", 0, 0), ("L", 20, 10)), CURRENT),), (CURRENT,))
RED = Colour(200, 0, 0)


def coin(name: str) -> Picture | None:
    return COIN if name == "coin" else None


def style(size: float = 10, smallest: float | None = None, **wishes: Any) -> TextStyle:
    return TextStyle(size=size, min_size=size if smallest is None else smallest, **wishes)


def put(
    text: str,
    width: float = 100,
    height: float = 1000,
    look: TextStyle | None = None,
    language: str = "en",
    setter: TextSetter | None = None,
    icon: Callable[[str], Picture | None] = coin,
) -> TextBlock:
    """*text* in a box whose top-left corner is at (10, 20)."""
    setter = setter or TextSetter(FixedMetrics())
    return setter.set(text, look or style(), Box(10, 20, width, height), BLACK, language, icon)


def lines(block: TextBlock) -> list[str]:
    return [" ".join(word.text for part in line.fragments for word in part.words) for line in block.lines]


def starts(block: TextBlock) -> list[float]:
    return [round(line.fragments[0].x, 3) for line in block.lines]


def baselines(block: TextBlock) -> list[float]:
    return [round(line.y, 3) for line in block.lines]


def reach(block: TextBlock) -> float:
    """Width of the longest line, worked out from its fragments."""
    ends = [
        part.x
        + sum(word.width * block.size + block.tracking * len(word.glyphs) for word in part.words)
        + (part.gap + block.tracking) * (len(part.words) - 1)
        - block.tracking
        for line in block.lines
        for part in line.fragments
    ]
    return max(ends) - 10


# --- breaking -----------------------------------------------------------------------------------------------


def test_words_fill_lines_in_order() -> None:
    # 50 pt hold ten letters of 5 pt
    assert lines(put("the quick brown fox jumps", width=50)) == ["the quick", "brown fox", "jumps"]


def test_line_that_fits_exactly_stays_whole() -> None:
    assert lines(put("the quick", width=45)) == ["the quick"]
    assert lines(put("the quick", width=44.9)) == ["the", "quick"]


@pytest.mark.parametrize("space", ["\u00a0", "\u202f"])
def test_no_line_breaks_at_a_no_break_space(space: str) -> None:
    assert lines(put(f"one two{space}three", width=45)) == ["one", f"two{space}three"]


@pytest.mark.parametrize("text", ["Qui va là ?", "Il dit « là »", "un deux là !", "un deux là : oui"])
def test_no_line_begins_with_a_french_sign(text: str) -> None:
    for width in range(5, 100, 5):
        for line in lines(put(text, width=width, language="fr")):
            assert line[0] not in "?!;:»", f"{text} at {width}"
            assert line[-1] != "«"


def test_paragraphs_begin_new_lines() -> None:
    block = put("one two\nthree", look=style(leading=1.5))
    assert lines(block) == ["one two", "three"]
    assert baselines(block) == [27, 42]


def test_space_between_paragraphs_is_not_between_lines() -> None:
    block = put("one two three\nfour", width=40, look=style(leading=1.0, paragraph=0.5))
    assert lines(block) == ["one two", "three", "four"]
    assert baselines(block) == [27, 37, 52]


def test_empty_text_has_no_lines() -> None:
    for text in ("", " ", "\n", "**"):
        block = put(text)
        assert block.lines == ()
        assert (block.over_width, block.over_height) == (0, 0)


def test_spaces_at_the_ends_have_no_width() -> None:
    assert starts(put(" one ", look=style(align="right"))) == [10 + 100 - 15]


# --- hyphenation --------------------------------------------------------------------------------------------


def test_words_are_divided_on_request() -> None:
    divided = style(hyphenate=True)
    assert lines(put("le champignon", width=40, look=divided, language="fr")) == ["le cham-", "pignon"]
    assert lines(put("an understanding", width=50, look=divided, language="en")) == ["an under-", "standing"]
    assert lines(put("le champignon", width=40, look=style(), language="fr")) == ["le", "champignon"]


def test_lines_break_after_a_hyphen_of_the_word() -> None:
    assert lines(put("un arc-en-ciel", width=55, language="fr")) == ["un arc-en-", "ciel"]
    assert lines(put("un arc-en-ciel", width=35, language="fr")) == ["un arc-", "en-ciel"]
    assert lines(put("pay 10-12, all", width=25)) == ["pay", "10-12,", "all"]


def test_divided_word_preserves_its_punctuation() -> None:
    block = put("le champignon, extraordinaire.", width=45, look=style(hyphenate=True), language="fr")
    assert "".join(lines(block)).replace("-", "") == "le champignon,extraordinaire."
    assert reach(block) <= 45


def test_word_longer_than_two_lines_is_divided_again() -> None:
    block = put("anticonstitutionnellement", width=50, look=style(hyphenate=True), language="fr")
    assert len(block.lines) >= 3
    assert block.over_width == 0
    assert "".join(line.removesuffix("-") for line in lines(block)) == "anticonstitutionnellement"


def test_hyphen_is_tracked_like_all_letters() -> None:
    look = style(hyphenate=True, tracking=0.2)
    for width in range(40, 90):
        block = put("le champignon", width=width, look=look, language="fr")
        if not block.over_width:
            assert reach(block) <= width + 0.01, width


def test_word_after_an_article_is_divided_too() -> None:
    assert lines(put("de l'embarcation", width=60, look=style(hyphenate=True), language="fr"))[0].endswith("-")


# --- alignment ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("align", "wanted"), [("left", [10, 10]), ("center", [35, 45]), ("right", [60, 80])])
def test_alignment(align: str, wanted: list[float]) -> None:
    assert starts(put("the quick\nbrown", look=style(align=align), width=95)) == wanted


def test_first_baseline_is_a_capital_height_below_the_top() -> None:
    assert baselines(put("Fox")) == [20 + 7]


def test_middle_is_measured_on_capitals() -> None:
    (line,) = put("Fox", height=50, look=style(valign="middle")).lines
    above, below = line.y - 7 - 20, 70 - line.y
    assert above == pytest.approx(below)


def test_middle_of_several_lines() -> None:
    block = put("A\nB\nC", height=100, look=style(valign="middle", leading=1.2, paragraph=0.3))
    first, last = block.lines[0].y - 7, block.lines[-1].y
    assert first - 20 == pytest.approx(120 - last)


def test_descents_touch_the_bottom() -> None:
    block = put("A\nB", height=50, look=style(valign="bottom"))
    assert block.lines[-1].y + 2 == pytest.approx(70)
    assert block.box.bottom == pytest.approx(70)


def test_covered_box_is_that_of_the_ink() -> None:
    block = put("the quick\nbrown", look=style(align="right", leading=1.25))
    assert (block.box.x, block.box.y) == (pytest.approx(65), pytest.approx(20))
    assert block.box.right == pytest.approx(110)
    assert block.box.height == pytest.approx(7 + 12.5 + 2)


# --- fitting ------------------------------------------------------------------------------------------------


def test_text_that_fits_is_set_at_its_full_size() -> None:
    assert put("the quick", look=style(10, 6)).size == 10


def test_largest_fitting_size_is_chosen() -> None:
    look = style(20, 5)
    block = put("the quick brown fox", width=60, height=40, look=look)
    assert (block.over_width, block.over_height) == (0, 0)
    assert block.size % TextStyle().step == 0
    larger = put("the quick brown fox", width=60, height=40, look=style(block.size + TextStyle().step))
    assert larger.over_height > 0 or larger.over_width > 0


def test_with_a_step_texts_share_a_few_sizes() -> None:
    # ten letters of half an em are 65 pt wide at 13 pt
    look = style(13, 8, step=2.5)
    assert [put("aaaaaaaaaa", width=width, look=look).size for width in (65, 64, 53, 52, 41)] == [13, 10.5, 10.5, 8, 8]


def test_scale_applies_to_both_sizes() -> None:
    setter = TextSetter(FixedMetrics())
    box = Box(0, 0, 20, 100)
    assert setter.set("words", style(10, 8), box, BLACK, "en", coin, 0.8).size == 8
    assert setter.set("words", style(10, 8), box, BLACK, "en", coin, 0.5).size == 5


def test_overset_text_reports_by_how_much() -> None:
    wide = put("abcdefghijkl", width=50)
    assert wide.over_width == pytest.approx(10, abs=0.01)
    assert wide.over_height == 0
    high = put("a\nb\nc", height=20)
    assert high.over_height == pytest.approx(7 + 2 * 12.5 + 2 - 20)
    assert high.over_width == 0
    both = put("abcdefghijkl a", width=50, height=10)
    assert both.over_width > 0
    assert both.over_height > 0


def test_text_at_its_least_size_reports_by_how_much_it_is_overset() -> None:
    block = put("abcdefghijklmnop", width=50, look=style(10, 8))
    assert block.size == 8
    assert block.over_width == pytest.approx(14, abs=0.01)


# --- balance ------------------------------------------------------------------------------------------------


def test_balance_evens_lines_out() -> None:
    text = "one two three four five"
    assert lines(put(text, width=95)) == ["one two three four", "five"]
    assert lines(put(text, width=95, look=style(balance=True))) == ["one two three", "four five"]


@given(st.lists(st.integers(1, 9), min_size=1, max_size=14), st.integers(45, 200))
def test_balance_adds_no_line(lengths: list[int], width: int) -> None:
    text = " ".join("x" * length for length in lengths)
    plain, even = put(text, width=width), put(text, width=width, look=style(balance=True))
    assert len(even.lines) == len(plain.lines)
    assert reach(even) <= reach(plain) + 0.001


# --- bold, italic, icons ------------------------------------------------------------------------------------


def faces(block: TextBlock) -> list[tuple[str, str]]:
    return [
        (part.typeface.name, " ".join(word.text for word in part.words))
        for line in block.lines
        for part in line.fragments
    ]


def test_each_cut_is_a_fragment() -> None:
    assert faces(put("a **b c** *d* e")) == [
        ("text", "a"),
        ("text-bold", "b c"),
        ("text-italic", "d"),
        ("text", "e"),
    ]


def test_bold_inside_a_word_does_not_break_it() -> None:
    block = put("xx in**cred**ible", width=50)
    assert [part.x for part in block.lines[1].fragments] == [10, 20, 40]
    assert [[word.text for word in part.words] for part in block.lines[1].fragments] == [["in"], ["cred"], ["ible"]]


def test_bold_style_with_italic_words() -> None:
    assert faces(put("a *b*", look=style(bold=True))) == [("text-bold", "a"), ("text-bold-italic", "b")]


@pytest.mark.parametrize(
    ("text", "cut"), [("**aa bb**", "text-bold"), ("*aa bb*", "text-italic"), ("***aa bb***", "text-bold-italic")]
)
def test_text_that_is_wholly_of_another_cut_is_set_in_it(text: str, cut: str) -> None:
    assert faces(put(text)) == [(cut, "aa bb")]
    assert faces(put(text, width=12)) == [(cut, "aa"), (cut, "bb")]


def test_fragments_start_where_the_words_before_them_end() -> None:
    (line,) = put("aa **bb** cc").lines
    assert [part.x for part in line.fragments] == [10, 25, 40]


@pytest.mark.parametrize(
    ("text", "language", "wanted"),
    [
        ("**Fin** !", "fr", "Fin\u202f!"),
        ("**Fin**!", "fr", "Fin\u202f!"),
        ("Fin **!**", "fr", "Fin\u202f!"),
        ("**Effet** : oui", "fr", "Effet\u00a0: oui"),
        ('"**oui**" non', "fr", "«\u202foui\u202f» non"),
        ('"**yes**" no', "en", "“yes” no"),
        ("l'**eau**", "fr", "l’eau"),
        ("**l**'eau", "fr", "l’eau"),
        ("**3** cartes", "fr", "3\u00a0cartes"),
        ("*a*...", "en", "a…"),
        ("un... **deux** -- «trois»", "fr", "un… deux – «\u202ftrois\u202f»"),
    ],
)
def test_signs_are_spaced_by_their_neighbours_across_marks(text: str, language: str, wanted: str) -> None:
    (line,) = put(text, width=1000, language=language).lines
    shown, end = "", 10.0
    for part in line.fragments:
        shown += " " if part.x > end + 1 else ""
        shown += " ".join(word.text for word in part.words)
        end = part.x + sum(word.width * 10 for word in part.words) + part.gap * (len(part.words) - 1)
    assert shown == wanted


def test_icons_are_placed_between_words() -> None:
    block = put("2 :coin: x")
    (icon,) = block.icons
    # 1.35 capitals high, twice as wide; two letters (digit and space) before it
    assert (icon.x, icon.width, icon.height) == (pytest.approx(20), pytest.approx(18.9), pytest.approx(9.45))
    assert icon.y + icon.height / 2 == pytest.approx(27 - 3.5), "centred on the capitals"
    assert icon.picture is COIN
    assert [part.x for part in block.lines[0].fragments] == [10, pytest.approx(20 + 18.9 + 5)]


def test_icon_glued_to_a_word_stays_with_it() -> None:
    block = put("xxx +2:coin:", width=40)
    assert lines(block) == ["xxx", "+2"]
    assert block.icons[0].y > block.lines[0].y


def test_french_sign_stays_with_its_icon() -> None:
    block = put("xxxx :coin: !", width=45, language="fr")
    assert len(block.lines) == 2
    assert block.icons[0].y > block.lines[0].y


def test_unknown_icon_is_left_out() -> None:
    block = put("2 :none: x")
    assert lines(block) == ["2 x"]
    assert block.icons == ()


def test_same_words_with_another_icon_are_another_text() -> None:
    other = Picture("other", 0, 0, 10, 10, (), ())
    setter = TextSetter(FixedMetrics())
    assert put("a :coin:", setter=setter).icons[0].picture is COIN
    assert put("a :coin:", setter=setter, icon=lambda _: other).icons[0].picture is other


def test_upper_case() -> None:
    assert lines(put("l'œuf à été", look=style(case="upper"), language="fr")) == ["L’ŒUF À ÉTÉ"]


# --- tracking -----------------------------------------------------------------------------------------------


def test_tracking_is_between_letters_only() -> None:
    look = style(tracking=0.1, align="right")
    block = put("ab cd", look=look)
    # five glyphs of 5 pt and four gaps of 1 pt
    assert starts(block) == [pytest.approx(110 - 29)]
    assert block.tracking == pytest.approx(1)
    assert reach(block) == pytest.approx(100)


def test_tracking_counts_for_the_width_of_fragments() -> None:
    (line,) = put("ab **cd**", look=style(tracking=0.1)).lines
    assert [part.x for part in line.fragments] == [10, pytest.approx(10 + 12 + 6)]


# --- fonts --------------------------------------------------------------------------------------------------


class TwoFonts(FixedMetrics):
    """The family `fancy` lacks the omega; none has the euro."""

    def __init__(self) -> None:
        super().__init__(missing="€")
        self.fancy = FixedTypeface("fancy", "Ω€")

    def typeface(self, family: str, bold: bool = False, italic: bool = False) -> FixedTypeface:
        return self.fancy if family == "fancy" else super().typeface(family, bold, italic)


def test_word_that_a_font_lacks_comes_from_the_fallback() -> None:
    block = put("a Ω b", look=style(family="fancy"), setter=TextSetter(TwoFonts()))
    assert faces(block) == [("fancy", "a"), ("text", "Ω"), ("fancy", "b")]
    assert block.unset == ""


@pytest.mark.parametrize("text", ["Ω", "Ω Ω", "**Ω Ω**"])
def test_text_wholly_in_the_fallback_is_set_in_it(text: str) -> None:
    block = put(text, look=style(family="fancy"), setter=TextSetter(TwoFonts()))
    assert {face for face, _ in faces(block)} == {"text-bold" if "*" in text else "text"}


def test_text_is_set_the_same_after_any_other_text() -> None:
    setter, fancy = TextSetter(TwoFonts()), style(family="fancy")
    put("Ω", look=fancy, setter=setter)
    after, alone = (put("aa bb", 12, look=fancy, setter=one) for one in (setter, TextSetter(TwoFonts())))
    gaps = [[(line.y, part.x, part.gap) for line in block.lines for part in line.fragments] for block in (after, alone)]
    assert gaps[0] == gaps[1]


def test_missing_glyphs_are_reported_in_every_block() -> None:
    setter = TextSetter(TwoFonts())
    assert put("€ 5 € Ω", look=style(family="fancy"), setter=setter).unset == "€"
    assert put("€ 6", look=style(family="fancy"), setter=setter).unset == "€"
    assert put("5", look=style(family="fancy"), setter=setter).unset == ""


def test_words_are_shaped_once() -> None:
    setter = TextSetter(FixedMetrics())
    first, again = put("the fox", setter=setter), put("a fox", setter=setter)
    assert first.lines[0].fragments[0].words[1] is again.lines[0].fragments[0].words[1]


# --- sentences ----------------------------------------------------------------------------------------------

widths = st.floats(12, 240)
looks = st.builds(
    style,
    size=st.just(10.0),
    align=st.sampled_from(["left", "center", "right"]),
    tracking=st.sampled_from([0.0, 0.05, 0.3]),
    balance=st.booleans(),
    leading=st.floats(1, 2),
)


@given(some_words, widths, looks)
def test_every_word_appears_once_and_in_order(text: list[str], width: float, look: TextStyle) -> None:
    block = put(" ".join(text), width=width, look=look)
    assert [word.text for line in block.lines for part in line.fragments for word in part.words] == text


@given(some_words, widths, st.integers(0, 99))
def test_styles_lose_no_word_either(text: list[str], width: float, seed: int) -> None:
    marks = ["{}", "**{}**", "*{}*", "{} :coin:", "{}\n"]
    marked = " ".join(marks[(seed + at * at) % 5].format(word) for at, word in enumerate(text))
    block = put(marked, width=width)
    assert [word.text for line in block.lines for part in line.fragments for word in part.words] == text
    assert len(block.icons) == marked.count(":coin:")
    assert [*baselines(block)] == sorted(baselines(block))


@given(some_words, widths, looks)
def test_no_line_with_several_words_is_too_wide(text: list[str], width: float, look: TextStyle) -> None:
    block = put(" ".join(text), width=width, look=look)
    for line in block.lines:
        (part,) = line.fragments
        letters = sum(len(word.text) for word in part.words)
        length = letters * 5 + (letters - 1) * block.tracking + (part.gap + block.tracking) * (len(part.words) - 1)
        assert len(part.words) == 1 or length <= width + 0.01
    too_wide = [word for word in text if len(word) * 5 + (len(word) - 1) * block.tracking > width + 0.001]
    assert (block.over_width > 0) == bool(too_wide)


@given(some_words, widths, st.floats(1, 2))
def test_wider_box_never_has_more_lines(text: list[str], width: float, factor: float) -> None:
    words = " ".join(text)
    assert len(put(words, width=width * factor).lines) <= len(put(words, width=width).lines)


@given(some_words, widths, st.floats(10, 200), st.floats(1, 1.5))
def test_larger_box_never_has_a_smaller_size(text: list[str], width: float, height: float, factor: float) -> None:
    words, look = " ".join(text), style(14, 4)
    small, large = put(words, width, height, look), put(words, width * factor, height * factor, look)
    assert large.size >= small.size
    assert small.over_width or small.over_height or not (large.over_width or large.over_height)


@given(some_words, widths, st.booleans())
def test_hyphens_only_divide(text: list[str], width: float, balance: bool) -> None:
    words = " ".join([*text, "anticonstitutionnellement", "champignon"])
    block = put(words, width=width, look=style(hyphenate=True, balance=balance), language="fr")
    joined = "".join(line[:-1] if line.endswith("-") else line + " " for line in lines(block))
    assert joined.split() == words.split()


@given(some_words, widths)
def test_natural_measures_are_what_setting_needs(text: list[str], width: float) -> None:
    setter, words = TextSetter(FixedMetrics()), " ".join(text)
    natural = setter.width(words, style(), "en", coin, 1.0)
    assert len(put(words, width=natural, setter=setter).lines) == 1
    height = setter.height(words, style(), width, "en", coin, 1.0)
    assert put(words, width=width, height=height, setter=setter).over_height == 0


# --- justified lines, and words of another look -----------------------------------------------------------------


def test_justified_lines_fill_the_box_except_at_the_end_of_a_paragraph() -> None:
    block = put("the quick brown fox\nis on a log", width=56, look=style(align="justify"))
    assert lines(block) == ["the quick", "brown fox", "is on a log"]
    ends = [reach(block._replace(lines=(line,))) for line in block.lines]
    assert ends == [pytest.approx(56), pytest.approx(9 * 5), pytest.approx(11 * 5)]
    assert starts(block) == [10, 10, 10]
    assert block.lines[0].fragments[0].gap == pytest.approx(5 + 56 - 45)


def test_word_alone_on_its_line_is_not_stretched() -> None:
    block = put("extraordinary fox fox", width=66, look=style(align="justify"))
    assert lines(block) == ["extraordinary", "fox fox"]
    assert reach(block) == pytest.approx(65)


def test_justified_icons_and_bold_words_reach_the_edge() -> None:
    block = put("pay **one** :coin: and take it all back", width=88, look=style(align="justify"))
    first = block.lines[0].fragments
    end = (
        first[-1].x
        + sum(word.width for word in first[-1].words) * block.size
        + first[-1].gap * (len(first[-1].words) - 1)
    )
    assert max(end, *(icon.x + icon.width for icon in block.icons)) == pytest.approx(98)


def test_words_of_another_look_are_separate_fragments() -> None:
    block = put("a [red fox]{rose} [ran]{underline}, [off]{rose underline}")
    parts = [(" ".join(word.text for word in part.words), part.style) for part in block.lines[0].fragments]
    rose, underlined = RunStyle(colour="rose"), RunStyle(line="underline")
    assert parts == [
        ("a", PLAIN), ("red fox", rose), ("ran", underlined), (",", PLAIN), ("off", rose._replace(line="underline")),
    ]  # fmt: skip
    assert reach(block) == pytest.approx(len("a red fox ran, off") * 5), "looks take no room"


def test_text_that_is_wholly_of_another_look_has_it() -> None:
    (line,) = put("[red fox]{rose}").lines
    assert [(part.style.colour, len(part.words)) for part in line.fragments] == [("rose", 2)]


@pytest.mark.parametrize(("smallest", "shrinks"), [(4, True), (11.9, False)])
def test_text_shrinks_if_that_brings_its_ink_into_the_box(
    smallest: float, shrinks: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in (("ascent", 1.1), ("descent", 0.6), ("ink", lambda self, word: (1.1, 0.6))):
        monkeypatch.setattr(FixedTypeface, name, value)
    look = style(12, smallest, valign="middle", leading=1.1)
    block = put("Ägypten\ngegen Öl", height=21.7, look=look, setter=TextSetter(FixedMetrics()))
    assert block.over_height == 0
    assert (block.size < 12, block.ink_outside == 0) == (shrinks, shrinks)
