"""What faces of an invented game are broken down into, operation by operation; see `tests/golden/`.

Letters are half an em wide (FixedMetrics), so each place in a golden file can be worked out by hand.
Renew the files with PAWPRINT_UPDATE_GOLDEN=1, and read what has changed.
"""

from pathlib import Path

import pytest

from helpers import Toy, drawing_as_text, golden
from pawprint.core.length import ZERO, Length, mm
from pawprint.graphics.ops import Drawing, Layer
from pawprint.graphics.passes.guides import with_guides
from pawprint.pieces.lower import Lowering

GAME = """
    id: toy
    title: {fr: Jouet, en: Toy}
    languages: [fr, en]
    components:
      beasts:
        stock: card
        face: toy/beast
        back: toy/back
        fields:
          name: {type: text}
          rules: {type: text}
          level: {type: int}
          signs: {type: list, of: icon}
          prey: {type: list, of: {ref: beasts}}
          art: {type: art}
      tokens:
        stock: token
        face: toy/token
"""
CARDS = """
    beasts:
      - id: fox
        name: {fr: Renard, en: Fox}
        rules: {fr: "**Prend** 2 :sun: *ou* 1 carte !", en: "**Takes** 2 :sun: *or* 1 card!"}
        level: 4
        signs: [sun, moon]
        prey: [hen, mole]
      - {id: hen, name: {fr: Poule, en: Hen}, rules: {fr: "Rien.", en: "Nothing."}, level: 1, signs: [], prey: []}
      - {id: mole, name: {fr: Taupe, en: Mole}, rules: {fr: "Rien.", en: "Nothing."}, level: 0, signs: [], prey: []}
    tokens:
      - {id: coin}
"""
STOCKS = """
    stocks:
      card: {trim: 40 mm x 60 mm, safe: 3 mm, corner: 2 mm}
      token: {trim: 20 mm x 20 mm, safe: 1 mm, outline: circle}
"""
FACES = {
    "text": """
        - {kind: text, text: "{{ name }}", at: [5 mm, 5 mm], size: [30 mm, 10 mm],
           style: {size: 10 mm, min_size: 4 mm, align: center, valign: middle}}
        - {kind: text, text: "{{ rules }}", at: [5 mm, 20 mm], size: [22 mm, 20 mm], colour: rust, icon_colour: moss,
           style: {size: 4 mm, leading: 1.5}}
        - {kind: text, text: "{{ name }} {{ level|roman }}", at: [5 mm, 45 mm], size: [30 mm, 5 mm],
           style: {size: 2 mm, case: upper, tracking: 0.1, align: right, bold: true}}
        - {kind: text, text: "-- {{ id }} --", at: [5 mm, 50 mm], size: [30 mm, 5 mm], turn: 180,
           style: {size: 2 mm, valign: bottom}}
    """,
    "shapes": """
        - {kind: panel, fill: moss, bleeds: true}
        - {kind: panel, fill: paper, stroke: rust, stroke_width: 1 mm, inset: 3 mm, radius: 2 mm}
        - {kind: panel, fill: sky, to: paper, angle: 90, at: [5 mm, 5 mm], size: [30 mm, 10 mm], opacity: 0.5}
        - {kind: panel, fill: rust, round: true, at: [5 mm, 20 mm], size: [6 mm, 6 mm], opacity: 0.25}
        - {kind: line, colour: ink, width: 0.5 mm, dash: 1 mm, at: [5 mm, 30 mm], size: [30 mm, 0]}
        - {kind: line, rising: true, at: [5 mm, 32 mm], size: [10 mm, 5 mm]}
        - {kind: polygon, fill: rust, points: [[0, 0], [100, 50], [0, 100]], at: [20 mm, 32 mm], size: [4 mm, 6 mm]}
        - {kind: polygon, fill: sky, stroke: ink, sides: 4, turn: 45, at: [30 mm, 32 mm], size: [6 mm, 6 mm]}
        - {kind: polygon, fill: moss, sides: 3, depth: 0.5, opacity: 0.75, at: [5 mm, 40 mm], size: [8 mm, 8 mm]}
        - {kind: ruler, at: [15 mm, 45 mm], size: [12 mm, 5 mm], style: {size: 1 mm, align: center}}
    """,
    "pictures": """
        - {kind: art, art: "{{ art }}", at: [5 mm, 5 mm], size: [30 mm, 10 mm],
           colours: {accent: {by: level, 4: rust, else: sky}}}
        - {kind: art, art: "{{ art }}", fit: cover, at: [5 mm, 20 mm], size: [10 mm, 10 mm], colours: {accent: sky}}
        - {kind: art, art: "{{ art }}", mirror: true, at: [20 mm, 20 mm], size: [10 mm, 5 mm], colours: {accent: rust}}
        - {kind: icon, icon: sun, colour: rust, at: [5 mm, 35 mm], size: [5 mm, 5 mm]}
        - {kind: icon, icon: sun, colour: rust, opacity: 0.5, at: [12 mm, 35 mm], size: [5 mm, 5 mm]}
        - {kind: icon-row, from: signs, colour: moss, gap: 1 mm, at: [5 mm, 45 mm], size: [30 mm, 5 mm], align: right}
        - {kind: image, image: photo.png, fit: cover, at: [20 mm, 35 mm], size: [10 mm, 5 mm]}
    """,
    "containers": """
        - {kind: group, at: [5 mm, 5 mm], size: [30 mm, 6 mm], opacity: 0.5, elements: [
             {kind: panel, fill: moss}, {kind: panel, fill: rust, inset: 1 mm}]}
        - {kind: row, at: [5 mm, 15 mm], size: [30 mm, 5 mm], gap: 1 mm, align: end, elements: [
             {kind: text, text: "{{ level }}", style: {size: 4 mm}}, {kind: icon, icon: moon, size: [5 mm, 5 mm]}]}
        - {kind: column, at: [5 mm, 25 mm], size: [30 mm, 12 mm], padding: 1 mm, elements: [
             {kind: text, text: "{{ name }}", style: {size: 2 mm}}, {kind: panel, fill: sky},
             {kind: text, text: "{{ id }}", style: {size: 2 mm}}]}
        - {kind: repeat, over: prey, at: [5 mm, 40 mm], size: [30 mm, 8 mm], cell: [8 mm, 8 mm], gap: 2 mm,
           elements: [{kind: panel, round: true, fill: {by: item.level, 1: moss, else: rust}},
                      {kind: text, text: "{{ index }}", colour: paper, check_contrast: false,
                       style: {size: 4 mm, align: center, valign: middle}}]}
        - {kind: card, piece: hen, side: back, when: signs, at: [5 mm, 50 mm], size: [10 mm, 9 mm]}
    """,
}  # fmt: skip
BACK = """
palette: toy
elements:
  - {kind: panel, fill: moss, bleeds: true}
  - {kind: text, text: {fr: Jouet, en: Toy}, colour: paper, at: [3 mm, 25 mm], size: [34 mm, 10 mm],
     style: {size: 4 mm, align: center, valign: middle}}
"""
TOKEN = "palette: toy\nelements: [{kind: panel, fill: sky, bleeds: true, round: true}]\n"


def lowered(folder: Path, face: str, piece: str = "fox", side: str = "face", bleed: Length = ZERO) -> Drawing:
    toy = Toy(folder, FACES[face], game=GAME, cards=CARDS, stocks=STOCKS, faces={"toy/back": BACK, "toy/token": TOKEN})
    toy.write("layouts/images/photo.png", "")
    table = toy.table(bleed=bleed)
    drawing = Lowering().drawing(table.face(piece) if side == "face" else table.back(piece))
    assert [*table.findings] == []
    return drawing


@pytest.mark.parametrize("face", FACES)
def test_faces(tmp_path: Path, face: str) -> None:
    golden(f"draw/{face}.txt", drawing_as_text(lowered(tmp_path, face)))


def test_back_bleeds(tmp_path: Path) -> None:
    golden("draw/back.txt", drawing_as_text(lowered(tmp_path, "shapes", side="back", bleed=mm(3))))


@pytest.mark.parametrize("piece", ["fox", "coin"])
def test_guides_of_a_proof(tmp_path: Path, piece: str) -> None:
    drawing = lowered(tmp_path, "containers", piece, bleed=mm(2))
    proof = with_guides(drawing, Toy(tmp_path, game=GAME, cards=CARDS, stocks=STOCKS).table().face(piece).safe)
    assert proof.ops[: len(drawing.ops)] == drawing.ops
    assert proof.common is drawing.common
    extra = Drawing(proof.name, proof.trim, proof.bleed, Layer(proof.ops[len(drawing.ops) :]), proof.outline)
    golden(f"draw/guides-{piece}.txt", drawing_as_text(extra))
