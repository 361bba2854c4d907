"""Fonts are measured as they will be printed."""

import io
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from pawprint.core.paths import points_box
from pawprint.press.fonts import FontBook, FontError, FontFile, RealTypeface
from pawprint.typography.metrics import Shaped
from press import sample


@pytest.fixture(scope="module")
def text() -> RealTypeface:
    return sample.book().typeface("text")


def advance_of(word: Shaped) -> float:
    return sum(advance for _, advance, _ in word.glyphs)


def test_word_is_shaped_once(text: RealTypeface) -> None:
    assert text.shape("renard") is text.shape("renard")


def test_kerning_pulls_letters_together(text: RealTypeface) -> None:
    word = text.shape("AVATAR")
    assert word.width < advance_of(word) - 0.1
    assert word.width == pytest.approx(advance_of(word) + sum(kern for _, _, kern in word.glyphs))


@pytest.mark.parametrize("family", ["text", "title", "serif"])
def test_font_has_no_ligatures(family: str) -> None:
    assert len(sample.book().typeface(family).shape("office fjord").glyphs) == len("office fjord")


def test_measures_are_in_ems(text: RealTypeface) -> None:
    assert 0.4 < text.x_height < text.cap_height < text.ascent < 1.3
    assert 0.1 < text.descent < 0.6


def test_small_capitals_are_a_separate_typeface_if_the_font_has_them() -> None:
    fonts = sample.book()
    plain = fonts.typeface("text")
    small = fonts.in_small_caps(plain)
    assert small.small_caps
    assert fonts.in_small_caps(plain) is small
    assert fonts.named(small.name) is small
    word, before = small.shape("fox"), plain.shape("fox")
    assert word.text == "fox"
    assert [glyph for glyph, *_ in word.glyphs] != [glyph for glyph, *_ in before.glyphs]
    assert plain.x_height < small.ink(small.shape("o"))[0] < plain.cap_height
    assert small.shape("FOX").glyphs == plain.shape("FOX").glyphs
    assert fonts.in_small_caps(fonts.typeface("title")) is fonts.typeface("title")
    assert fonts.in_small_caps(fonts.typeface("text", italic=True)) is fonts.typeface("text", italic=True)


def test_heavy_weights_have_all_small_capitals() -> None:
    fonts = FontBook({"heavy": {"regular": FontFile(sample.BITTER, {"wght": 900})}})
    small = fonts.in_small_caps(fonts.typeface("heavy"))
    height = small.ink(small.shape("i"))[0]
    assert [small.ink(small.shape(letter))[0] for letter in "hlmn"] == pytest.approx([height] * 4, abs=0.03)


def test_bold_is_wider_than_regular(text: RealTypeface) -> None:
    assert sample.book().typeface("text", bold=True).shape("renard").width > text.shape("renard").width


def test_character_that_the_font_lacks_is_named(text: RealTypeface) -> None:
    word = text.shape("a\U0001f43eb★")
    assert word.missing == "\U0001f43e★"
    assert text.shape("Œuvre «à» 5 €").missing == ""


@pytest.mark.parametrize("family", ["text", "title", "serif"])
@pytest.mark.parametrize("character", ["\u00a0", "\u202f", "\u2009", "\u2011"])
def test_special_spaces_and_hyphens_are_never_missing(family: str, character: str) -> None:
    face = sample.book().typeface(family)
    word = face.shape(f"1{character}2")
    assert word.missing == ""
    assert word.text == f"1{character}2"
    assert len(word.glyphs) == 3


@pytest.mark.parametrize("space", ["\u202f", "\u2009"])
def test_substitute_for_a_thin_space_is_thin(space: str) -> None:
    face = RealTypeface("static", FontFile(sample.STATIC))  # a static font that has neither
    assert face.shape(f"n{space}n").width == pytest.approx(2 * face.shape("n").width + 0.2, abs=0.001)


def test_composed_and_decomposed_text_is_the_same_word(text: RealTypeface) -> None:
    word = text.shape("e\u0301te\u0301")
    assert word.text == "été"
    assert word.glyphs == text.shape("été").glyphs


def test_accent_without_composed_form_is_above_its_letter(text: RealTypeface) -> None:
    word = text.shape("x\u0302y")
    assert word.width == pytest.approx(text.shape("xy").width, abs=0.03)
    assert word.glyphs[0][2] < -0.1, "the pen steps back under the accent"


def test_invisible_characters_have_no_width(text: RealTypeface) -> None:
    word = text.shape("co\u00adop")
    assert word.width == text.shape("coop").width
    assert len(word.glyphs) == 4
    assert "".join(text.characters(word)) == "co\u00adop"


def test_tabular_figures_have_equal_widths() -> None:
    face = RealTypeface("figures", FontFile(sample.SOURCE_SANS, {"wght": 400}, ("tnum", "lnum")))
    assert len({round(face.shape(digit).width, 4) for digit in "0123456789"}) == 1
    assert len({round(sample.book().typeface("title").shape(digit).width, 4) for digit in "0123456789"}) > 1


def test_missing_cut_is_drawn_in_the_nearest_cut() -> None:
    book = sample.book()
    assert book.typeface("text", bold=True, italic=True) is book.typeface("text", bold=True)
    assert book.typeface("title") is book.typeface("title", bold=True)
    assert book.typeface("text").name == "text"
    assert book.typeface("text", italic=True).name == "text-italic"


@pytest.mark.parametrize("order", [1, -1])
def test_family_may_have_the_name_of_a_cut_of_another_family(order: int) -> None:
    families = {
        "text": {cut: FontFile(sample.SOURCE_SANS, {"wght": wght}) for cut, wght in (("regular", 400), ("bold", 700))},
        "text-bold": {"regular": FontFile(sample.BITTER, {"wght": 400}), "bold": FontFile(sample.BALOO, {"wght": 700})},
        "text-bold-bold": {"regular": FontFile(sample.STATIC)},
    }
    book = FontBook(dict([*families.items()][::order]))
    faces = [book.typeface(family, cut == "bold") for family, cuts in families.items() for cut in cuts]
    assert [face.file for face in faces] == [file for cuts in families.values() for file in cuts.values()]
    assert len({face.name for face in faces}) == len(faces)
    assert [book.named(face.name) for face in faces] == faces


def test_name_that_no_typeface_has_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        sample.book().named("text-bold-italic")


def test_file_is_opened_on_demand(tmp_path: Path) -> None:
    book = FontBook({"text": {"regular": FontFile(tmp_path / "gone.ttf")}})
    with pytest.raises(FontError, match=r"gone\.ttf"):
        book.typeface("text")


def test_unknown_family_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        sample.book().typeface("comic")


def test_unknown_cut_is_refused() -> None:
    with pytest.raises(ValueError, match="'text' needs"):
        FontBook({"text": {"heavy": FontFile(sample.BALOO)}})


@pytest.mark.parametrize("data", [b"", b"not a font at all", b"\x00\x01\x00\x00" + bytes(40)])
def test_file_that_is_not_a_font_is_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "bad.ttf"
    path.write_bytes(data)
    with pytest.raises(FontError, match=r"bad\.ttf"):
        RealTypeface("bad", FontFile(path))


def test_axis_that_the_font_lacks_is_refused() -> None:
    with pytest.raises(FontError, match="no axis 'wdth'; it has wght"):
        RealTypeface("bad", FontFile(sample.BALOO, {"wdth": 80}))


def test_font_without_outlines_is_refused(tmp_path: Path) -> None:
    ttlib = pytest.importorskip("fontTools.ttLib")
    font = ttlib.TTFont(sample.BALOO)
    for table in ("glyf", "loca", "gvar"):
        del font[table]
    data = io.BytesIO()
    font.save(data, reorderTables=None)
    path = tmp_path / "empty.ttf"
    path.write_bytes(data.getvalue())
    with pytest.raises(FontError, match="no outlines"):
        RealTypeface("empty", FontFile(path))


@pytest.mark.parametrize("letters", ["\u00ad", "\u200b", "\u00ad\u200d"])
def test_word_of_invisible_characters_is_empty(text: RealTypeface, letters: str) -> None:
    assert text.shape(letters).width == pytest.approx(0, abs=0.01)


def test_soft_hyphen_at_the_end_is_drawn_as_a_hyphen(text: RealTypeface) -> None:
    divided, typed = text.shape("écu\u00ad"), text.shape("écu-")
    assert (divided.glyphs, divided.width) == (typed.glyphs, typed.width)
    assert divided.text == "écu\u00ad"
    assert text.shape("é\u00adcu").glyphs == text.shape("écu").glyphs, "within a word it is nothing"


def test_variable_font_without_axes_has_the_weight_of_its_cut() -> None:
    plain, set_by_hand = FontFile(sample.SOURCE_SANS), FontFile(sample.SOURCE_SANS, {"wght": 300})
    book = FontBook({"text": {"regular": plain, "bold": plain}, "light": {"regular": set_by_hand, "bold": set_by_hand}})
    axes = [book.typeface(family, bold).file.axes for family in ("text", "light") for bold in (False, True)]
    assert [axis["wght"] for axis in axes] == [400, 700, 300, 300]
    black = FontBook({"round": {"regular": FontFile(sample.BALOO)}}).typeface("round", bold=True)
    assert black.file.axes == {"wght": 400}, "the regular cut in place of a bold one"
    assert book.typeface("text").shape("Hare").width != RealTypeface("thin", plain).shape("Hare").width


@pytest.mark.parametrize("flavor", ["woff", "woff2"])
def test_font_for_web_pages_is_the_font_inside(tmp_path: Path, flavor: str) -> None:
    with TTFont(sample.STATIC) as font:
        font.flavor = flavor
        font.save(tmp_path / "font")
    face = RealTypeface("packed", FontFile(tmp_path / "font"))
    assert face.shape("renard").glyphs == RealTypeface("static", FontFile(sample.STATIC)).shape("renard").glyphs


@pytest.mark.parametrize("start", [b"wOFF", b"wOF2"])
def test_damaged_font_for_web_pages_is_refused(tmp_path: Path, start: bytes) -> None:
    path = tmp_path / "font.woff2"
    path.write_bytes(start + bytes(40))
    with pytest.raises(FontError, match="is damaged"):
        RealTypeface("bad", FontFile(path))


def test_family_borrows_from_its_fallbacks_in_the_requested_cut() -> None:
    text = {"regular": FontFile(sample.SOURCE_SANS, {"wght": 400}), "bold": FontFile(sample.SOURCE_SANS, {"wght": 700})}
    book = FontBook({"title": {"bold": FontFile(sample.BALOO)}, "text": text}, {"title": ("text",)})
    assert [face.name for face in book.fallbacks("title", bold=True)] == ["text-bold"]
    assert [face.name for face in book.fallbacks("text")] == []


def test_pack_is_opened_for_the_letters_of_its_script_alone() -> None:
    asked = []

    def installed(script: str) -> dict[str, FontFile]:
        asked.append(script)
        return {"regular": FontFile(sample.STATIC)} if script == "Hebrew" else {}

    book = FontBook({"text": {"regular": FontFile(sample.SOURCE_SANS)}}, packs=installed)
    assert book.pack("!") is None
    assert book.pack("\u10d3") is None
    face = book.pack("א", bold=True)
    assert face is book.pack("ב", bold=True)
    assert face is not None
    assert book.named(face.name) is face
    assert asked == ["Georgian", "Hebrew"]


@pytest.mark.parametrize("family", ["text", "title", "serif"])
def test_outline_of_a_word_is_where_its_letters_are(family: str) -> None:
    face = sample.book().typeface(family)
    word = face.shape("HH")
    box = points_box(face.outline(word, 0.1))
    assert box is not None
    assert (-box.y, box.bottom) == (pytest.approx(face.cap_height, abs=0.01), pytest.approx(0, abs=0.01))
    one = points_box(face.outline(face.shape("H"), 0.0))
    assert one is not None
    assert box.right - one.right == pytest.approx(word.glyphs[0][1] + word.glyphs[0][2] + 0.1, abs=0.001)
    assert {"M", "C", "Z"} <= {kind for kind, *_ in face.outline(face.shape("o"), 0.0)} <= {"M", "C", "L", "Z"}


@pytest.mark.parametrize("share", [0.01, 0.3, 0.7, 0.99])
def test_font_that_breaks_off_is_refused(tmp_path: Path, share: float) -> None:
    whole = sample.STATIC.read_bytes()
    (tmp_path / "cut.ttf").write_bytes(whole[: int(len(whole) * share)])
    with pytest.raises(FontError, match="is damaged: it breaks off"):
        RealTypeface("cut", FontFile(tmp_path / "cut.ttf"))


def test_font_with_a_table_that_has_no_name_is_refused(tmp_path: Path) -> None:
    whole = bytearray(sample.STATIC.read_bytes())
    whole[12:16] = b"\xff\xfe\xfd\xfc"
    (tmp_path / "bad.ttf").write_bytes(whole)
    with pytest.raises(FontError, match="is damaged"):
        RealTypeface("bad", FontFile(tmp_path / "bad.ttf"))
