"""`build --changed`: exactly what has changed, on the fewest sheets, and once it is printed nothing."""

import re
from collections import Counter
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from random import Random

import pikepdf
import pytest

from helpers import Toy, extracted
from pawprint.core.geometry import Size
from pawprint.core.length import mm
from pawprint.press.manifest import Print
from pawprint.production import pipeline
from pawprint.production.changes import updates
from pawprint.production.changes.reprint import Reprint
from pawprint.production.options import BuildOptions
from pawprint.production.snapshot import BUILT, PRINTED, read_state
from pawprint.sheets.printers.misregistration import Misregistration
from pawprint.sheets.printers.printer_profile import Calibration, PrinterProfile
from production.boxes import CARDS, PLAIN, edit, make, names, out_of, print_all, remember, renewals


@pytest.fixture
def toy(tmp_path: Path) -> Toy:
    return make(tmp_path)


def the_print(toy: Toy, choice: BuildOptions = PLAIN) -> Print:
    (one,) = renewals(toy, choice)
    assert one.made is not None
    return one.made


def words(page: str) -> list[str]:
    """What stands on the pieces of a page, without the line outside of them, from left to right and top to bottom."""
    lines = [line for line in page.splitlines() if "Pawprint" not in line]
    return re.findall(r"back of [a-z]+|[A-Z][a-z]+ \d", " ".join(lines))


# --- three cards --------------------------------------------------------------------------------------------


def edit_three(toy: Toy) -> None:
    edit(toy, "en: Fox}", "en: Fox}, level: 2")
    edit(toy, "en: Hen}", "en: Hen}, level: 3")
    edit(toy, "en: Rain}", "en: Rain}, level: 4")


def test_three_cards_are_a_single_sheet_with_exactly_their_faces_and_backs(toy: Toy) -> None:
    print_all(toy)
    edit_three(toy)
    made = the_print(toy)
    assert (made.name, made.kind, made.sheets, made.pieces) == ("toy-changed-en-a4.pdf", "changed", 1, 7)
    assert [*made.faces] == ["beasts/fox", "beasts/hen", "spells/rain"], "two stocks of one size share the sheet"
    face, back = extracted(made.data)
    assert Counter(words(face)) == {"Fox 2": 3, "Hen 3": 2, "Rain 4": 2}
    assert Counter(words(back)) == {"back of fox": 3, "back of hen": 2, "back of rain": 2}
    assert words(face)[:3] == ["Fox 2"] * 3
    remember(toy)
    (nothing,) = renewals(toy)
    assert (nothing.changes, nothing.made) == ((), None)
    assert "toy-changed-en-a4.pdf" not in names(toy), "a list of what has been done misleads"
    assert "toy-changed-en-a4.pdf" not in (out_of(toy) / "toy" / "MANIFEST.json").read_text()


def test_cover_has_a_list_on_its_back(toy: Toy) -> None:
    print_all(toy)
    edit(toy, "en: Fox}", "en: Fox}, level: 2")
    edit(toy, "{id: hen, copies: 2", "{id: hen, copies: 3")
    made = the_print(toy, replace(PLAIN, cover=True))
    cover, listed, face, _ = extracted(made.data)
    assert cover.split() == ["4", "1", "long-edge"]
    assert listed.splitlines() == ["Fox|3|3|fields|level 1 → 2", "Hen|0|1|copies|2 → 3"]
    assert Counter(words(face)) == {"Fox 2": 3, "Hen 1": 1}


def test_long_names_are_cut_on_the_list(toy: Toy) -> None:
    name = "Fox" * 20
    edit(toy, "{{ name }} {{ level }}", "{{ level }}", "layouts/faces/toy/any.yaml")
    edit(toy, "en: Fox}", f"en: {name}}}")
    print_all(toy)
    edit(toy, f"en: {name}}}", f"en: {name}}}, level: 2")
    listed = extracted(the_print(toy, replace(PLAIN, cover=True)).data)[1]
    assert listed.split("|")[0] == name[:39] + "…"


@pytest.mark.parametrize(("duplex", "pages"), [("long-edge", 4), ("short-edge", 4), ("gutterfold", 3), ("off", 3)])
def test_first_sheet_begins_on_a_separate_leaf(duplex: str, pages: int, toy: Toy) -> None:
    print_all(toy)
    edit_three(toy)
    made = the_print(toy, replace(PLAIN, cover=True, duplex=duplex))
    assert made.sheets == (2 if duplex == "gutterfold" else 1)
    assert made.pages == pages + (made.sheets - 1)
    assert made.duplex == duplex


def test_backs_are_corrected_for_a_printer_and_the_list_is_not_lost(toy: Toy) -> None:
    print_all(toy)
    edit_three(toy)
    off, paper = Misregistration(dx=2.0), Size(mm(210), mm(297))
    known = Calibration(paper=paper, flip="long-edge", misregistration=off)
    desk = PrinterProfile(name="desk", calibrations=(known,))
    made = the_print(toy, replace(PLAIN, cover=True, printer=desk))
    assert made.name == "toy-changed-en-a4-for-desk.pdf"
    usual = the_print(toy, replace(PLAIN, cover=True))
    with pikepdf.open(BytesIO(made.data)) as one, pikepdf.open(BytesIO(usual.data)) as other:
        texts = [[page.Contents.read_bytes() for page in pdf.pages] for pdf in (one, other)]
    moved = b"1 0 0 1 5.66929 0 cm"
    assert [moved in text for text in texts[0]] == [False, True, False, True]
    assert [text.replace(moved + b"\n", b"") == same for text, same in zip(*texts, strict=True)] == [True] * 4


def test_long_list_continues_and_leaves_stay_separate(toy: Toy) -> None:
    more = "".join(f"  - {{id: b{n}, name: {{fr: B{n}, en: B{n}}}}}\n" for n in range(60))
    edit(toy, "spells:\n", more + "spells:\n")
    print_all(toy)
    edit(toy, "{{ name }} {{ level }}", "{{ name }}: {{ level }}", "layouts/faces/toy/any.yaml")
    (one,) = renewals(toy, replace(PLAIN, cover=True))
    assert one.made is not None
    texts = extracted(one.made.data)
    listed = [line for text in texts for line in text.splitlines() if "|" in line]
    assert len(listed) == len(one.listed) == 67
    assert {line.split("|")[3] for line in listed} == {"face"}
    first = next(number for number, text in enumerate(texts) if "sheet 1/" in text)
    assert first % 2 == 0, "a sheet's face is on the front of a leaf"


# --- sheets -------------------------------------------------------------------------------------------------


def test_pieces_without_backs_leave_the_rest_aligned(toy: Toy) -> None:
    print_all(toy)
    edit_three(toy)
    edit(toy, "en: Moor}", "en: Moor}, level: 8")
    edit(toy, "en: Red}", "en: Red}, level: 9")
    made = the_print(toy)
    texts = extracted(made.data)
    assert made.sheets == 3
    assert [bool(words(text)) for text in texts] == [True, True, True, False, True, False]
    assert [words(texts[2]), Counter(words(texts[4]))] == [["Moor 8"], Counter({"Red 9": 4})], "pawns have two sides"
    one_sided = the_print(toy, replace(PLAIN, duplex="off"))
    assert one_sided.pages == one_sided.sheets == 3


@pytest.mark.parametrize(("duplex", "pages"), [("long-edge", 8), ("short-edge", 8), ("gutterfold", 6)])
@pytest.mark.parametrize("first", ["lands", "pawns"])
def test_cover_mentions_backs_if_any_piece_has_a_back(toy: Toy, first: str, duplex: str, pages: int) -> None:
    game = toy.catalog / "toy" / "game.yaml"
    head, *components = re.split(r"(?m)^(?=  [a-z]+:$)", game.read_text(encoding="utf-8"))
    components.sort(key=lambda component: not component.startswith(f"  {first}:"))
    game.write_text(head + "".join(components), encoding="utf-8")
    print_all(toy)
    edit_three(toy)
    edit(toy, "en: Moor}", "en: Moor}, level: 8")
    edit(toy, "en: Red}", "en: Red}, level: 9")
    made = the_print(toy, replace(PLAIN, cover=True, duplex=duplex))
    assert (made.duplex, made.pages) == (duplex, pages)
    assert extracted(made.data)[0].split()[-1] == duplex


def test_pieces_without_backs_alone_are_printed_on_a_single_side(toy: Toy) -> None:
    print_all(toy)
    edit(toy, "en: Moor}", "en: Moor}, level: 8")
    edit(toy, "en: Red}", "en: Red}, level: 9")
    made = the_print(toy)
    assert (made.pages, made.sheets, made.duplex) == (2, 2, "off")


def test_pawns_alone_are_printed_on_a_single_side(toy: Toy) -> None:
    print_all(toy)
    edit(toy, "en: Red}", "en: Red}, level: 9")
    made = the_print(toy)
    assert (made.pages, made.sheets, made.duplex) == (1, 1, "off")


def test_pages_have_the_fewest_sheets(toy: Toy) -> None:
    print_all(toy)
    edit(toy, "en: Wolf}", "en: Wolf}, level: 2")
    assert the_print(toy).sheets == 1, "nine of them fill a sheet"
    edit(toy, "en: Rain}", "en: Rain}, level: 4")
    assert the_print(toy).sheets == 2


def test_paper_too_small_is_reported(toy: Toy) -> None:
    print_all(toy)
    edit_three(toy)
    workspace = pipeline.load(toy.catalog, toy.layout_folders)
    made = [*updates.build_changed(workspace, replace(PLAIN, paper="50x60mm"), out_of(toy))]
    assert [finding.code for finding in workspace.findings] == ["does-not-fit"]
    assert [one.made for one in made] == [None]


# --- what has changed ---------------------------------------------------------------------------------------


def test_removed_copies_need_no_sheet(toy: Toy) -> None:
    print_all(toy)
    edit(toy, "{id: fox, copies: 3", "{id: fox, copies: 1")
    edit(toy, "  - {id: mole, name: {fr: Taupe, en: Mole}}\n", "")
    (one,) = renewals(toy)
    assert one.made is None
    assert [(change.piece, change.what, change.pull) for change in one.listed] == [
        ("beasts/fox", "copies", 2),
        ("beasts/mole", "gone", 1),
    ]
    remember(toy)
    assert [one.listed for one in renewals(toy)] == [()]


def test_deleted_component_is_pulled_and_then_forgotten(toy: Toy) -> None:
    print_all(toy)
    game = toy.catalog / "toy" / "game.yaml"
    text = game.read_text(encoding="utf-8")
    game.write_text(text[: text.index("  pawns:")], encoding="utf-8")
    edit(toy, "pawns:\n  - {id: red, copies: 2, name: {fr: Rouge, en: Red}}\n", "")
    (one,) = renewals(toy)
    assert [(change.piece, change.what, change.pull) for change in one.listed] == [("pawns/red", "gone", 2)]
    remember(toy)
    assert [one.changes for one in renewals(toy)] == [()]


def test_invisible_change_is_not_printed(toy: Toy) -> None:
    print_all(toy)
    edit(toy, "en: Fox}", "en: Fox}, note: {fr: rusé, en: sly}")
    edit(toy, "id: mole", "id: shrew")
    edit(toy, "back of {{ id }}", "back", "layouts/faces/toy/back.yaml")
    print_all(toy)
    edit(toy, "en: sly", "en: tame")
    edit(toy, "id: shrew", "id: mole")
    (one,) = renewals(toy)
    assert one.made is None
    assert [(change.piece, change.what, change.was) for change in one.changes] == [
        ("beasts/fox", "values", ""),
        ("beasts/mole", "renamed", "beasts/shrew"),
    ]


def test_changed_back_is_a_changed_card(toy: Toy) -> None:
    print_all(toy)
    edit(toy, "back of {{ id }}", "{{ id }}", "layouts/faces/toy/back.yaml")
    (one,) = renewals(toy)
    assert {(change.piece.partition("/")[0], change.sides) for change in one.listed} == {
        ("beasts", ("back",)),
        ("spells", ("back",)),
    }


@pytest.mark.parametrize(
    "choice",
    [
        replace(PLAIN, bleed=mm(3)),
        replace(PLAIN, marks="none"),
        replace(PLAIN, duplex="gutterfold"),
        replace(PLAIN, paper="300x400mm"),
        replace(PLAIN, cover=True),
    ],
)
def test_different_print_options_are_not_a_change(choice: BuildOptions, toy: Toy) -> None:
    print_all(toy)
    assert [one.changes for one in renewals(toy, choice)] == [()]
    print_all(toy, choice)
    assert [one.changes for one in renewals(toy)] == [()]


# --- what is remembered -------------------------------------------------------------------------------------


def test_unprinted_language_is_left_out(toy: Toy) -> None:
    both = replace(PLAIN, languages=())
    assert renewals(toy, both) == []
    print_all(toy)
    edit_three(toy)
    assert [one.language for one in renewals(toy, both)] == ["en"]


def test_only_what_was_built_is_remembered(toy: Toy) -> None:
    print_all(toy)
    edit(toy, "en: Fox}", "en: Fox}, level: 2")
    remember(toy)  # nothing has been built since
    assert the_print(toy).pieces == 3
    edit(toy, "en: Hen}", "en: Hen}, level: 3")
    remember(toy)  # the fox has been built, the hen has not
    assert [*the_print(toy).faces] == ["beasts/hen"]


def test_reverted_change_equals_the_last_build(toy: Toy) -> None:
    print_all(toy)
    edit(toy, "en: Fox}", "en: Fox}, level: 2")
    the_print(toy)
    edit(toy, "en: Fox}, level: 2", "en: Fox}")
    assert [one.changes for one in renewals(toy)] == [()]
    remember(toy)
    assert [one.changes for one in renewals(toy)] == [()]
    assert read_state(out_of(toy) / "toy" / BUILT) == read_state(out_of(toy) / "toy" / PRINTED)


@pytest.mark.parametrize("choice", [replace(PLAIN, low_ink=True), replace(PLAIN, proof=True)])
def test_prints_outside_the_box_are_not_remembered(choice: BuildOptions, toy: Toy) -> None:
    print_all(toy)
    before = read_state(out_of(toy) / "toy" / BUILT)
    edit_three(toy)
    [*pipeline.write_prints([*pipeline.build(pipeline.load(toy.catalog, toy.layout_folders), choice)], out_of(toy))]
    assert read_state(out_of(toy) / "toy" / BUILT) == before


def test_part_is_compared_and_remembered_as_a_part(toy: Toy) -> None:
    print_all(toy)
    edit_three(toy)
    for name in ("beasts/fox", "fox"):
        (one,) = renewals(toy, replace(PLAIN, cards=(name,)))
        assert [change.piece for change in one.changes] == ["beasts/fox"], "the others are not gone"
    remember(toy)
    (one,) = renewals(toy, replace(PLAIN, components=("spells",)))
    assert [change.piece for change in one.changes] == ["spells/rain"]
    remember(toy)
    assert [*the_print(toy).faces] == ["beasts/hen"]
    assert [one.listed for one in renewals(toy, replace(PLAIN, kinds=("tiles",)))] == [()]


def test_each_language_is_a_separate_box(toy: Toy) -> None:
    both = replace(PLAIN, languages=())
    print_all(toy, both)
    edit(toy, "en: Fox", "en: Reynard")
    fr, en = renewals(toy, both)
    assert (fr.changes, fr.made) == ((), None)
    assert en.made is not None
    assert [*en.made.faces] == ["beasts/fox"]


def test_file_of_another_paper_or_language_is_not_mistaken(toy: Toy) -> None:
    both = replace(PLAIN, languages=())
    print_all(toy, both)
    edit_three(toy)
    renewals(toy, both)
    renewals(toy, replace(PLAIN, paper="300x400mm"))
    left = {name for name in names(toy) if "changed" in name}
    assert left == {"toy-changed-fr-a4.pdf", "toy-changed-en-300x400mm.pdf"}, "the English list on A4 is out of date"


def test_unprinted_component_stays_out(toy: Toy) -> None:
    print_all(toy, replace(PLAIN, kinds=("cards",)))
    edit_three(toy)
    (one,) = renewals(toy)
    assert {change.piece.partition("/")[0] for change in one.changes} == {"beasts", "spells"}
    remember(toy)
    edit(toy, "en: Red}", "en: Red}, level: 9")
    assert [one.changes for one in renewals(toy)] == [()]
    print_all(toy, replace(PLAIN, kinds=("tokens",)))
    edit(toy, "level: 9", "level: 8")
    assert [*the_print(toy).faces] == ["pawns/red"]


def test_new_component_is_new(toy: Toy) -> None:
    game = toy.catalog / "toy" / "game.yaml"
    text = game.read_text(encoding="utf-8")
    game.write_text(text[: text.index("  pawns:")], encoding="utf-8")
    cards = toy.catalog / "toy" / "cards.yaml"
    pieces = cards.read_text(encoding="utf-8")
    cards.write_text(pieces[: pieces.index("pawns:")], encoding="utf-8")
    print_all(toy)
    game.write_text(text, encoding="utf-8")
    cards.write_text(pieces, encoding="utf-8")
    assert [*the_print(toy).faces] == ["pawns/red"]


# --- whatever is edited -------------------------------------------------------------------------------------


def random_cards(random: Random) -> str:
    """Some cards of the toy, in other numbers, on other levels, under other names."""
    lines = []
    for line in CARDS.strip().splitlines():
        if "{" not in line:
            lines.append(line.strip())
            kept = 0
            continue
        if random.random() < 0.2 and kept:
            continue
        kept += 1
        line = line.strip().removesuffix("}")
        line = line.replace("copies: ", f"level: {random.randint(1, 2)}, copies: {random.choice('123')}")
        lines.append(f"  {line}}}")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("seed", range(6))
def test_box_after_any_edits_equals_a_whole_print(seed: int, toy: Toy) -> None:
    """Pull what is said, add what is on the sheets: that is what a whole print of the new catalog has on it."""

    def whole() -> Counter[str]:
        prints = pipeline.build(pipeline.load(toy.catalog, toy.layout_folders), PLAIN)
        return Counter(word for made in prints for text in extracted(made.data) for word in words(text))

    random = Random(seed)
    print_all(toy)
    box = whole()
    for _ in range(3):
        toy.write("catalog/toy/cards.yaml", random_cards(random))
        (one,) = renewals(toy)
        for text in extracted(one.made.data) if one.made else []:
            box += Counter(words(text))
        box -= pulled(one)
        assert +box == whole()
        remember(toy)


def pulled(one: Reprint) -> Counter[str]:
    """The words on what is taken out of the box."""
    box: Counter[str] = Counter()
    for change in one.listed:
        assert change.old or not change.pull
        if change.old and change.pull:
            component, _, identity = change.piece.partition("/")
            face = f"{change.old.values['name']} {change.old.values['level']}"
            box[face] += change.pull * (2 if component == "pawns" else 1)
            if change.old.back:
                box[f"back of {identity}"] += change.pull
    return box
