"""Stocks that share sheets, as files: which do, what the file says, and what it does not change."""

from dataclasses import replace
from pathlib import Path

from helpers import Toy, extracted
from pawprint.press.manifest import Print
from pawprint.production import pipeline
from pawprint.production.options import BuildOptions

GAME = """
    id: toy
    title: Toy
    languages: [en]
    components:
      beasts: {kind: cards, stock: card, face: toy/any, back: toy/any}
      coins: {kind: tokens, stock: disc, face: toy/any, back: toy/any}
      chits: {kind: tokens, stock: chit, face: toy/any}
      pawns: {kind: tokens, stock: pawn, face: toy/any}
"""
PIECES = """
    beasts: [{id: fox, copies: 10}]
    coins: [{id: gold, copies: 12}, {id: iron, copies: 5}]
    chits: [{id: dot, copies: 20}]
    pawns: [{id: ada}]
"""
STOCKS = """
    stocks:
      card: {trim: 63 mm x 88 mm}
      disc: {trim: 20 mm x 20 mm, safe: 1 mm, outline: circle}
      chit: {trim: 12 mm x 12 mm, safe: 1 mm}
      pawn: {trim: 30 mm x 50 mm, stand: fold}
"""
FACES = {"toy/any": "elements: [{kind: panel, fill: '#336699', bleeds: true}]"}
MIX = BuildOptions(kinds=("cards", "tokens"), mix=True, cover=False)


def built(folder: Path, options: BuildOptions) -> dict[str, Print]:
    toy = Toy(folder, game=GAME, cards=PIECES, faces=FACES, below=[pipeline.bundled("layouts")])
    toy.write("layouts/stocks.yaml", STOCKS)
    workspace = pipeline.load(toy.catalog, toy.layout_folders)
    made = {one.name: one for one in pipeline.build(workspace, options)}
    assert [*workspace.findings] == []
    return made


def test_pieces_that_fill_less_than_a_sheet_share_a_file(tmp_path: Path) -> None:
    made = built(tmp_path, MIX)
    assert [*made] == ["toy-cards-en-a4.pdf", "toy-mixed-en-a4.pdf"]
    shared = made["toy-mixed-en-a4.pdf"]
    assert (shared.sheets, shared.pages, shared.pieces, shared.duplex) == (1, 2, 38, "long-edge")
    assert shared.components == {"coins": (2, 17), "chits": (1, 20), "pawns": (1, 1)}
    assert [*shared.faces] == ["coins/gold", "coins/iron", "chits/dot", "pawns/ada"]
    assert shared.kind == "mixed"


def test_pieces_are_recorded_as_in_separate_files(tmp_path: Path) -> None:
    alone = built(tmp_path / "alone", replace(MIX, mix=False))
    shared = built(tmp_path / "mixed", MIX)["toy-mixed-en-a4.pdf"]
    recorded = {name: face for made in alone.values() for name, face in made.faces.items()}
    assert shared.faces == {name: recorded[name] for name in shared.faces}


def test_single_stock_has_its_own_file(tmp_path: Path) -> None:
    assert [*built(tmp_path, replace(MIX, components=("beasts", "coins")))] == [
        "toy-cards-some-en-a4.pdf",
        "toy-tokens-some-en-a4.pdf",
    ]


def test_mix_without_backs_is_printed_on_a_single_side(tmp_path: Path) -> None:
    shared = built(tmp_path, replace(MIX, components=("chits", "pawns")))["toy-mixed-some-en-a4.pdf"]
    assert (shared.pages, shared.duplex) == (1, "off")


def test_folded_sheets_and_single_pages_are_not_mixed(tmp_path: Path) -> None:
    assert "toy-mixed-en-a4.pdf" not in built(tmp_path / "fold", replace(MIX, duplex="gutterfold", kinds=("cards",)))
    assert "toy-mixed-en-one-up.pdf" not in built(tmp_path / "single", replace(MIX, one_up=True))


def test_cover_explains_how_to_stand_pieces_up(tmp_path: Path) -> None:
    shared = built(tmp_path, replace(MIX, cover=True))["toy-mixed-en-a4.pdf"]
    cover = " ".join(extracted(shared.data)[0].split())
    assert "Print on both sides" in cover
    assert "Make them stand" in cover.replace("MAKE THEM STAND", "Make them stand")
    assert "on a sheet" not in cover
