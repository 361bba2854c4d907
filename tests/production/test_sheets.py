"""One file of sheets: which pieces share it, what it is called, and what is said of it."""

import io
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pikepdf
import pytest
from PIL import Image, ImageStat

from helpers import CARDS, GAME, Toy, extracted
from pawprint.core.length import ZERO, Length, mm
from pawprint.press.manifest import Print
from pawprint.press.png import render
from pawprint.production import pipeline
from pawprint.production.options import BuildOptions
from pawprint.production.sheets import batches

STOCKS = """
    stocks:
      card: {trim: 63 mm x 88 mm}
      wide: {trim: 88 mm x 63 mm}
      disc: {trim: 25 mm x 25 mm, safe: 1 mm, outline: circle}
"""
THREE_KINDS = """
    id: toy
    title: {fr: Jouet, en: Toy}
    version: "7"
    languages: [fr, en]
    credits: {fr: "De nous", en: "By us"}
    components:
      beasts: {kind: cards, stock: card, face: toy/any, back: toy/red}
      spells: {kind: cards, stock: card, face: toy/any, back: toy/own}
      lands: {kind: cards, stock: wide, face: toy/any}
      coins: {kind: tokens, stock: disc, face: toy/any, back: toy/red}
"""
PIECES = """
    beasts: [{id: fox, copies: 3}, {id: hen, copies: 2}, {id: none, copies: 0}]
    spells: [{id: rain}, {id: hail, copies: 4}]
    lands: [{id: moor, copies: 6}]
    coins: [{id: gold, copies: 40}]
"""
FACES = {
    "toy/any": "palette: toy\nelements: [{kind: panel, fill: {by: id, fox: moss, hen: sky, else: ink}, bleeds: true}]",
    "toy/red": "palette: toy\nelements: [{kind: panel, fill: rust, bleeds: true}]",
    "toy/own": "palette: toy\nelements: [{kind: panel, fill: {by: id, rain: sky, else: ink}, bleeds: true}]",
    "cover": "elements: [{kind: text, text: '{{ pieces }} {{ sheets }} {{ per_sheet }}', at: [9 mm, 9 mm]}]",
}
PLAIN = BuildOptions(cover=False, languages=("fr",))


@pytest.fixture
def workspace(tmp_path: Path) -> pipeline.Workspace:
    toy = Toy(tmp_path, game=THREE_KINDS, cards=PIECES, stocks=STOCKS, faces=FACES, fonts=True)
    toy.write("layouts/papers.yaml", "papers: {A4: {size: 210 mm x 297 mm}, Small: {size: 110 mm x 150 mm}}")
    return pipeline.load(toy.catalog, toy.layout_folders)


def prints(workspace: pipeline.Workspace, choice: BuildOptions = PLAIN) -> dict[str, Print]:
    made = {one.name: one for one in pipeline.build(workspace, choice)}
    assert [*workspace.findings] == []
    return made


def pages(made: Print) -> Iterator[tuple[float, ...]]:
    with pikepdf.open(io.BytesIO(made.data)) as pdf:
        yield from (tuple(float(edge) for edge in page.mediabox) for page in pdf.pages)


# --- batches ------------------------------------------------------------------------------------------------


def test_pieces_of_the_same_kind_and_stock_share_sheets(workspace: pipeline.Workspace) -> None:
    game = workspace.library.games["toy"]
    found = {
        batch.name: [record.id for _, record in batch.pieces]
        for batch in batches(game, workspace.composer(ZERO), BuildOptions())
    }
    assert found == {"cards-card": ["fox", "hen", "rain", "hail"], "cards-wide": ["moor"], "tokens": ["gold"]}


@pytest.mark.parametrize(
    ("choice", "wanted"),
    [
        (BuildOptions(kinds=("tokens",)), {"tokens": ["gold"]}),
        (BuildOptions(components=("spells", "coins")), {"cards": ["rain", "hail"], "tokens": ["gold"]}),
        (BuildOptions(cards=("hen", "gold")), {"cards": ["hen"], "tokens": ["gold"]}),
        (BuildOptions(cards=("spells/rain",)), {"cards": ["rain"]}),
        (BuildOptions(cards=("beasts/rain",)), {}),
        (BuildOptions(kinds=("boards",)), {}),
        (BuildOptions(cards=("none",)), {}),
    ],
)
def test_choosing_pieces(workspace: pipeline.Workspace, choice: BuildOptions, wanted: dict[str, list[str]]) -> None:
    game = workspace.library.games["toy"]
    found = batches(game, workspace.composer(ZERO), choice)
    assert {batch.name: [record.id for _, record in batch.pieces] for batch in found} == wanted


# --- what is said of a file ---------------------------------------------------------------------------------


def test_names_and_counts(workspace: pipeline.Workspace) -> None:
    made = prints(workspace)
    assert [*made] == ["toy-cards-card-fr-a4.pdf", "toy-cards-wide-fr-a4.pdf", "toy-tokens-fr-a4.pdf"]
    cards = made["toy-cards-card-fr-a4.pdf"]
    assert (cards.pages, cards.sheets, cards.pieces) == (4, 2, 10)  # nine on a sheet
    assert cards.components == {"beasts": (2, 5), "spells": (2, 5)}
    assert (cards.game, cards.version, cards.language, cards.kind) == ("toy", "7", "fr", "cards")
    assert (cards.paper, cards.duplex, cards.bleed_mm) == ("A4", "long-edge", 0)
    tokens = made["toy-tokens-fr-a4.pdf"]
    assert (tokens.pieces, tokens.components) == (40, {"coins": (1, 40)})


@pytest.mark.parametrize(
    ("stock", "game", "option", "bleed"),
    [("", "", None, 0), ("2 mm", "", None, 2), ("", "3 mm", None, 3), ("2 mm", "3 mm", None, 2),
     ("0 mm", "3 mm", None, 0),
     ("2 mm", "3 mm", mm(1), 1), ("2 mm", "", mm(0), 0)],
)  # fmt: skip
def test_bleed_of_a_build_overrides_stock_and_game(
    tmp_path: Path, stock: str, game: str, option: Length | None, bleed: float
) -> None:
    toy = Toy(
        tmp_path,
        game=THREE_KINDS + (f"    bleed: {game}\n" if game else ""),
        cards=PIECES,
        stocks=STOCKS.replace("88 mm}", f"88 mm, bleed: {stock}}}") if stock else STOCKS,
        faces=FACES,
        fonts=True,
    )
    toy.write("layouts/papers.yaml", "papers: {A4: {size: 210 mm x 297 mm}}")
    made = [
        prints(pipeline.load(toy.catalog, toy.layout_folders), replace(PLAIN, components=("beasts",), **more))
        for more in ({"bleed": option}, {"bleed": mm(bleed)}, {"bleed": mm(0)})
    ]
    (declared,), (asked,), (usual,) = (one.values() for one in made)
    assert declared.bleed_mm == bleed
    assert declared.data == asked.data
    assert (declared.data == usual.data) is (bleed == 0)
    assert declared.faces == usual.faces, "what is on a face does not depend on its bleed"


def test_faces_have_fingerprints(workspace: pipeline.Workspace) -> None:
    faces = prints(workspace)["toy-cards-card-fr-a4.pdf"].faces
    assert [*faces] == ["beasts/fox", "beasts/hen", "spells/rain", "spells/hail"]
    (fox, red, three), (hen, red_too, _), (_, sky, _), (_, ink, four) = faces.values()
    assert fox != hen
    assert red == red_too
    assert len({red, sky, ink}) == 3
    assert (three, four) == (3, 4)


def test_fingerprint_changes_with_the_drawing_only(tmp_path: Path) -> None:
    def made(folder: Path, **change: str) -> dict[str, tuple[str, str, int]]:
        toy = Toy(folder, "- {kind: text, text: '{{ name }}', at: [6 pt, 6 pt]}", fonts=True, **change)  # type: ignore[arg-type]
        toy.write("layouts/papers.yaml", "papers: {A4: {size: 210 mm x 297 mm}}")
        (one,) = pipeline.build(pipeline.load(toy.catalog, toy.layout_folders), PLAIN)
        return dict(one.faces)

    before = made(tmp_path / "a")
    assert made(tmp_path / "b") == before
    assert made(tmp_path / "c", game=GAME.replace('"7"', '"8"')) == before
    after = made(tmp_path / "d", cards=CARDS.replace("Poule", "Coq"))
    assert {name for name in before if before[name] != after[name]} == {"beasts/hen"}


@pytest.mark.parametrize(
    ("choice", "pages_", "sheets"),
    [
        (replace(PLAIN, duplex="off"), 2, 2),
        (replace(PLAIN, duplex="short-edge"), 4, 2),
        (replace(PLAIN, duplex="gutterfold"), 3, 3),
        (replace(PLAIN, cover=True), 6, 2),
        (replace(PLAIN, cover=True, duplex="off"), 3, 2),
        (replace(PLAIN, one_up=True), 8, 0),
        (replace(PLAIN, paper="Small", bleed=mm(5)), 20, 10),
    ],
)
def test_pages_and_sheets(workspace: pipeline.Workspace, choice: BuildOptions, pages_: int, sheets: int) -> None:
    made = next(iter(prints(workspace, replace(choice, components=("beasts", "spells"))).values()))
    assert (made.pages, made.sheets) == (pages_, sheets)
    assert len([*pages(made)]) == pages_


@pytest.mark.parametrize("paper", ["A4", "215.9x279.4mm"])
@pytest.mark.parametrize("duplex", ["long-edge", "short-edge", "gutterfold", "off"])
def test_pieces_without_backs_are_printed_on_a_single_side(
    workspace: pipeline.Workspace, duplex: str, paper: str
) -> None:
    choice = replace(PLAIN, cover=True, components=("lands",), duplex=duplex, paper=paper)
    (made,) = prints(workspace, choice).values()
    assert (made.pages, made.sheets, made.duplex) == (2, 1, "off"), "the six fill one sheet, which no fold halves"
    assert extracted(made.data)[0].split()[:2] == ["6", "1"]
    with pikepdf.open(io.BytesIO(made.data)) as pdf:
        assert pdf.Root.ViewerPreferences.Duplex == pikepdf.Name.Simplex


def test_single_piece_with_a_back_gives_the_whole_file_backs(tmp_path: Path) -> None:
    game = THREE_KINDS.replace("stock: wide", "stock: card")
    toy = Toy(tmp_path, game=game, cards=PIECES, stocks=STOCKS, faces=FACES, fonts=True)
    toy.write("layouts/papers.yaml", "papers: {A4: {size: 210 mm x 297 mm}}")
    workspace = pipeline.load(toy.catalog, toy.layout_folders)
    (made,) = prints(workspace, replace(PLAIN, cards=("hail", "moor"))).values()
    assert (made.pages, made.sheets, made.pieces, made.duplex) == (4, 2, 10, "long-edge")
    (alone,) = prints(workspace, replace(PLAIN, cards=("moor",))).values()
    assert (alone.pages, alone.duplex) == (1, "off")


@pytest.mark.parametrize("duplex", ["long-edge", "short-edge", "gutterfold"])
def test_cover_of_pieces_without_backs_asks_for_a_single_side(tmp_path: Path, duplex: str) -> None:
    faces = {"toy/any": FACES["toy/any"], "toy/red": FACES["toy/red"], "toy/own": FACES["toy/own"]}
    toy = Toy(tmp_path, game=THREE_KINDS, cards=PIECES, faces=faces, below=[pipeline.bundled("layouts")])
    toy.write("layouts/stocks.yaml", STOCKS)
    choice = BuildOptions(components=("lands",), duplex=duplex)
    french, english = (
        " ".join(extracted(made.data)[0].split())
        for made in prints(pipeline.load(toy.catalog, toy.layout_folders), choice).values()
    )
    assert "Une seule face : ce fichier n'a pas de dos." in french.replace("\xa0", " ").replace("’", "'")
    assert "Print on one side: this file has no backs." in english


def test_piece_with_a_back_does_not_fit_half_of_the_paper(workspace: pipeline.Workspace) -> None:
    choice = replace(PLAIN, components=("beasts",), duplex="gutterfold", paper="110x100mm")
    assert [*pipeline.build(workspace, choice)] == []
    assert [finding.code for finding in workspace.findings] == ["does-not-fit"]


def test_one_up_pages_have_no_paper(workspace: pipeline.Workspace) -> None:
    made = prints(workspace, replace(PLAIN, one_up=True, kinds=("tokens",)))
    assert [*made] == ["toy-tokens-fr-one-up.pdf"]
    assert (made["toy-tokens-fr-one-up.pdf"].paper, made["toy-tokens-fr-one-up.pdf"].duplex) == ("", "")


def test_partial_print_never_replaces_the_whole_print(workspace: pipeline.Workspace) -> None:
    whole = prints(workspace)
    assert all(made.whole for made in whole.values())
    (part,) = prints(workspace, replace(PLAIN, cards=("fox",))).values()
    assert not part.whole
    assert part.name == "toy-cards-some-fr-a4.pdf"
    for choice in (replace(PLAIN, components=("beasts",)), replace(PLAIN, components=("spells", "coins"))):
        assert {*prints(workspace, choice)}.isdisjoint(whole)


# --- covers -------------------------------------------------------------------------------------------------


def test_cover_lists_the_contents_of_the_file(workspace: pipeline.Workspace) -> None:
    (made,) = prints(workspace, replace(PLAIN, cover=True, components=("beasts",))).values()
    text = extracted(made.data)
    assert text[0].split()[:3] == ["5", "1", "5"]
    assert "Dos de la couverture" in text[1], "the first sheet begins a leaf"


def test_cover_of_low_ink_mentions_and_uses_low_ink(tmp_path: Path) -> None:
    cover = """
        palette: toy
        elements:
          - {kind: panel, fill: moss, size: [100 mm, 100 mm]}
          - {kind: text, when: low_ink, text: less, at: [5 mm, 120 mm], size: [100 mm, 10 mm]}
    """
    toy = Toy(tmp_path / "own", "- {kind: panel, fill: moss}", fonts=True, faces={"cover": cover})
    toy.write("layouts/papers.yaml", "papers: {A4: {size: 210 mm x 297 mm}}")
    seen = []
    for low_ink in (False, True):
        choice = replace(PLAIN, cover=True, components=("beasts",), low_ink=low_ink)
        (made,) = prints(pipeline.load(toy.catalog, toy.layout_folders), choice).values()
        mean = ImageStat.Stat(Image.open(io.BytesIO(render(made.data, 0, 40))).convert("L")).mean[0]
        seen.append(("less" in extracted(made.data)[0], mean))
    (plain, dark), (sparing, light) = seen
    assert (plain, sparing) == (False, True)
    assert light > dark + 10


def test_small_paper_has_no_cover(workspace: pipeline.Workspace) -> None:
    (made,) = prints(workspace, replace(PLAIN, cover=True, paper="Small", components=("beasts",))).values()
    assert made.pages == 2 * made.sheets


def test_game_without_a_cover_face_is_reported(tmp_path: Path) -> None:
    toy = Toy(tmp_path, "- {kind: panel, fill: moss}", fonts=True)
    toy.write("layouts/papers.yaml", "papers: {A4: {size: 210 mm x 297 mm}}")
    workspace = pipeline.load(toy.catalog, toy.layout_folders)
    assert [*pipeline.build(workspace, BuildOptions())] == []
    assert [finding.code for finding in workspace.findings] == ["unknown-face"]


@pytest.mark.parametrize("duplex", ["long-edge", "short-edge"])
def test_backs_chosen_by_a_field_are_behind_their_faces(tmp_path: Path, duplex: str) -> None:
    game = """
        id: toy
        title: Toy
        languages: [fr]
        components:
          beasts:
            stock: card
            face: {by: kind, spell: toy/spell, else: toy/any}
            back: {by: kind, spell: toy/red, unit: toy/own, trap: none}
            fields: {kind: {type: choice, choices: [spell, unit, trap]}}
    """
    cards = "beasts: [{id: rain, kind: spell, copies: 2}, {id: fox, kind: unit, copies: 3}, {id: pit, kind: trap}]"
    spell = FACES["toy/red"].replace("rust", "sky")
    toy = Toy(tmp_path, game=game, cards=cards, stocks=STOCKS, faces={**FACES, "toy/spell": spell}, fonts=True)
    toy.write("layouts/papers.yaml", "papers: {A4: {size: 210 mm x 297 mm}}")
    workspace = pipeline.load(toy.catalog, toy.layout_folders)
    (made,) = prints(workspace, replace(PLAIN, duplex=duplex, marks="none")).values()
    face, back = (Image.open(io.BytesIO(render(made.data, page, 20))).convert("RGB") for page in (0, 1))
    flip = Image.Transpose.FLIP_LEFT_RIGHT if duplex == "long-edge" else Image.Transpose.FLIP_TOP_BOTTOM
    here, behind = (image.tobytes() for image in (face, back.transpose(flip)))
    pairs = Counter((tuple(here[at : at + 3]), tuple(behind[at : at + 3])) for at in range(0, len(here), 3))
    white, sky, rust, moss, ink = (255, 255, 255), (128, 192, 240), (160, 64, 32), (64, 96, 32), (16, 16, 16)
    large = {pair for pair, count in pairs.items() if count > 500}
    assert large == {(white, white), (sky, rust), (moss, ink), (ink, white)}
    assert pairs[sky, rust] * 3 == pytest.approx(pairs[moss, ink] * 2, rel=0.05)


def test_text_with_an_outline_and_a_shadow_is_extracted_once(tmp_path: Path) -> None:
    face = """
        palette: toy
        elements:
          - kind: text
            text: '[Renard]{rust underline} rusé'
            stroke: sky
            shadow: moss
            at: [9 mm, 9 mm]
    """
    game = THREE_KINDS.split("components")[0] + "components:\n      beasts: {stock: card, face: toy/beast}"
    cards = "beasts: [{id: fox}]"
    toy = Toy(tmp_path, faces={"toy/beast": face}, cards=cards, stocks=STOCKS, game=game, fonts=True)
    toy.write("layouts/papers.yaml", "papers: {A4: {size: 210 mm x 297 mm}}")
    (made,) = prints(pipeline.load(toy.catalog, toy.layout_folders), replace(PLAIN, marks="none")).values()
    (page,) = extracted(made.data)
    assert page.split()[:2] == ["Renard", "rusé"]
    assert page.count("Renard") == 1
