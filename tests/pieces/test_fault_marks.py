"""What a face shows where something is at fault: what does not fit is cut off and says how much, above all else."""

from pathlib import Path
from textwrap import dedent

import pytest

from fixed_metrics import FixedMetrics
from helpers import CARDS, STOCKS, Toy, blocks, items, words
from pawprint.core.geometry import Box
from pawprint.core.image_reader import ImageFacts
from pawprint.graphics.ops import DrawBox, DrawImage, outline
from pawprint.pieces.fault_marks import RED
from pawprint.pieces.placed import Face, PlacedText, Turned
from pawprint.typography.textbox import TextBlock

LONG = CARDS.replace("fr: Renard", "fr: one two three four five six seven eight nine ten")
SMALL = "at: [6 pt, 6 pt], size: [60 pt, 20 pt], style: {size: 10 pt, min_size: 8 pt}"


@pytest.fixture
def toy(tmp_path: Path):
    def make(face: str, cards: str = CARDS):
        return Toy(tmp_path, face, cards=cards).table()

    return make


def cut_off(face: Face) -> Turned:
    """The only items of a face that are cut off at a box."""
    (found,) = (item for item in items(face) if isinstance(item, Turned) and item.clip)
    return found


def text_in(cut: Turned) -> TextBlock:
    (text,) = cut.items
    assert isinstance(text, PlacedText)
    return text.block


def tags(face: Face) -> list[str]:
    """The white texts of the marks, which lie above everything else."""
    frames = [index for index, item in enumerate(items(face)) if isinstance(item, DrawBox) and item.paint.stroke == RED]
    marks = items(face)[frames[0] - 1 :] if frames else ()
    return [" ".join(words(item.block)) for item in marks if isinstance(item, PlacedText)]


def test_overset_text_is_cropped_at_its_box_and_reports_the_missing_space(toy) -> None:
    # Ten words of 4 pt letters take four lines of 10 pt, which are 7.2 + 30 points high: 17.2 points too many.
    table = toy(f"- {{kind: text, text: '{{{{ name }}}}', {SMALL}}}", LONG)
    face = table.face()
    cut = cut_off(face)
    assert cut.clip is not None
    assert max(y for _, *numbers in cut.clip for y in numbers[1:]) == 26
    block = text_in(cut)
    assert words(block)[0] == "one two three"
    assert block.size == 8
    assert tags(face) == ["6.1 mm too high, 4\u00a0more words"]
    assert table.codes == ["overset"]


def test_text_that_fits_is_not_marked(toy) -> None:
    face = toy(f"- {{kind: text, text: '{{{{ name }}}}', {SMALL}}}").face()
    assert tags(face) == []
    assert len(blocks(face)) == 1


@pytest.mark.parametrize("valign", ["top", "middle", "bottom"])
def test_beginning_of_an_overset_text_is_what_is_seen(toy, valign: str) -> None:
    style = f"style: {{size: 8 pt, valign: {valign}}}"
    face = toy(
        f"- {{kind: text, text: '{{{{ name }}}}', at: [6 pt, 6 pt], size: [60 pt, 20 pt], {style}}}", LONG
    ).face()
    first = text_in(cut_off(face)).lines[0]
    assert first.y == pytest.approx(6 + 0.7 * 8)


def test_word_too_wide_begins_at_the_left_and_is_cropped_on_the_right(toy) -> None:
    style = "style: {size: 8 pt, align: center}"
    face = toy(f"- {{kind: text, text: Donaudampfschifffahrt, at: [6 pt, 6 pt], size: [40 pt, 20 pt], {style}}}").face()
    cut = cut_off(face)
    assert text_in(cut).lines[0].fragments[0].x == 6
    assert cut.clip is not None
    assert max(x for _, *numbers in cut.clip for x in numbers[:1]) == 46
    assert tags(face) == ["15.6 mm too wide"]


def test_marks_are_above_later_elements_of_the_layout(toy) -> None:
    face = toy(f"- {{kind: text, text: '{{{{ name }}}}', {SMALL}}}\n- {{kind: panel, fill: moss}}", LONG).face()
    *_, plate, tag = items(face)
    assert isinstance(tag, PlacedText)
    assert isinstance(plate, DrawBox)
    assert plate.paint.fill == RED


def test_fault_on_every_piece_is_marked_on_every_piece(toy) -> None:
    table = toy(f"- {{kind: text, text: one two three four five six seven, {SMALL}}}\n- {{kind: panel, fill: moss}}")
    assert [len(tags(table.face(name))) for name in ("fox", "hen")] == [1, 1]
    assert table.codes == ["overset"]


def test_label_stays_on_the_piece_and_turns_with_what_is_marked(toy, tmp_path: Path) -> None:
    low = "at: [6 pt, 124 pt], size: [60 pt, 20 pt], style: {size: 8 pt}"
    face = toy(f"- {{kind: text, text: '{{{{ name }}}}', {low}}}", LONG).face()
    tag = items(face)[-1]
    assert isinstance(tag, PlacedText)
    assert tag.block.box.bottom < 144
    broad = Toy(
        tmp_path, f"- {{kind: text, text: '{{{{ name }}}}', {SMALL.replace('[6 pt, 6', '[150 pt, 20')}}}", cards=LONG
    )
    broad.write("layouts/stocks.yaml", dedent(STOCKS).replace("72 pt x", "200 pt x"))
    *_, plate, _ = items(broad.table().face())
    assert isinstance(plate, DrawBox)
    assert plate.box.right == pytest.approx(199), "a point from the cut"
    narrow = "at: [2 pt, 20 pt], size: [9 pt, 20 pt], style: {size: 8 pt}"
    *_, plate, _ = items(toy(f"- {{kind: text, text: '{{{{ name }}}}', {narrow}}}", LONG).face())
    assert isinstance(plate, DrawBox)
    assert plate.box.x == pytest.approx(1)
    face = toy(f"- {{kind: text, text: '{{{{ name }}}}', {SMALL}, turn: 90}}", LONG).face()
    marks = items(face)[-1]
    assert isinstance(marks, Turned)
    assert marks.matrix[:2] == (0.0, 1.0)


def test_column_too_tall_begins_at_its_top_and_is_cropped(toy) -> None:
    column = """
        - kind: column
          at: [0 pt, 10 pt]
          size: [72 pt, 40 pt]
          align: end
          elements:
            - {kind: panel, fill: moss, size: [100%, 30 pt]}
            - {kind: panel, fill: rust, size: [100%, 30 pt]}
    """
    face = toy(column).face()
    cut = cut_off(face)
    assert cut.clip == outline(Box(0, 10, 72, 40))
    assert [item.box.y for item in cut.items if isinstance(item, DrawBox)] == [10, 40]
    assert tags(face) == ["7.1 mm too high"]


def test_list_that_needs_more_room_is_cut_off(toy) -> None:
    place = "flow: column, cell: [72 pt, 30 pt], size: [72 pt, 40 pt]"
    face = toy(f"- {{kind: repeat, over: signs, {place}, elements: [{{kind: panel, fill: moss}}]}}").face()
    assert cut_off(face).clip == outline(Box(0, 0, 72, 40))
    assert tags(face) == ["7.1 mm more room needed"]


def test_image_that_cannot_be_read_is_a_labelled_box(toy, tmp_path: Path) -> None:
    table = toy("- {kind: image, image: map.png, size: [60 pt, 60 pt]}")
    image = tmp_path / "layouts" / "images" / "map.png"
    image.parent.mkdir()
    image.write_bytes(b"not a picture")
    table.composer.setter.metrics.image_facts = _unreadable  # type: ignore[method-assign]
    face = table.face()
    assert not any(isinstance(item, DrawImage) for item in items(face))
    label = items(face)[-1]
    assert isinstance(label, PlacedText)
    assert words(label.block) == ["map.png"]
    assert table.codes == ["bad-image"]


def _unreadable(path: Path) -> ImageFacts:
    raise ValueError(f"'{path.name}' is damaged")


def test_letters_missing_on_several_pieces_are_a_single_finding_with_their_number(tmp_path: Path) -> None:
    cards = CARDS.replace("Renard", "თთ").replace("Poule", "თ a").replace("Fox", "☃").replace("Taupe", "თ ა")
    face = f"- {{kind: text, text: '{{{{ name }}}}', {SMALL}}}\n- {{kind: text, text: '{{{{ name }}}}', {SMALL}}}"
    table = Toy(tmp_path, face, cards=cards).table(FixedMetrics(missing="თა☃"))
    for _ in range(2):  # composed again, they are the same letters
        for name in ("fox", "hen", "mole"):
            table.face(name)
    table.face("fox", "en")
    sign, georgian = sorted(finding.message for finding in table.findings)[::-1]
    assert georgian.startswith("no font of family 'text' has the Georgian characters 'თ' (U+10D7), 'ა' (U+10D0)")
    assert georgian.endswith(": 5 letters on 3 of the beasts")
    assert sign == "no font of family 'text' has the character '☃' (U+2603): 1 letter on 1 of the beasts"


def test_overset_that_only_follows_from_missing_letters_is_marked_but_no_finding(tmp_path: Path) -> None:
    cards = CARDS.replace("fr: Renard", "fr: " + "熊" * 40)
    made = Toy(tmp_path, f"- {{kind: text, text: '{{{{ name }}}}', {SMALL}}}", cards=cards)
    table = made.table(FixedMetrics(missing="熊"))
    assert len(tags(table.face())) == 1
    assert table.codes == ["missing-glyph"]
