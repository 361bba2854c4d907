"""The line that tells printings of a card apart."""

from pathlib import Path

import pypdfium2
import pytest

from pawprint.core.length import ZERO
from pawprint.pieces.placed import PlacedText
from pawprint.pieces.stamp import content_version, stamp
from pawprint.press.manifest import Print
from pawprint.production import pipeline
from pawprint.production.options import BuildOptions

GAME = """\
id: toy
title: Toy
languages: [en, fr]
components:
  cards:
    stock: STOCK
    face: toy/card
    fields: {name: {type: text}, home: {ref: places, optional: true}}
  places: {kind: data, file: places.yaml, fields: {name: {type: text}}}
"""
CARDS = """\
cards:
  - {id: fox, name: {en: Fox, fr: Renard}, home: wood, copies: 2}
  - {id: owl, name: Owl}
"""


def write(folder: Path, cards: str = CARDS, stock: str = "poker", place: str = "Wood") -> pipeline.Workspace:
    game, faces = folder / "catalog/toy", folder / "layouts/faces/toy"
    for path in (game, faces):
        path.mkdir(parents=True, exist_ok=True)
    (game / "game.yaml").write_text(GAME.replace("STOCK", stock), encoding="utf-8")
    (game / "cards.yaml").write_text(cards, encoding="utf-8")
    (game / "places.yaml").write_text(f"places: [{{id: wood, name: {place}}}]\n", encoding="utf-8")
    (faces / "card.yaml").write_text("palette: pawprint\nelements: [{kind: panel, fill: accent, bleeds: true}]\n")
    return pipeline.load(folder / "catalog", [folder / "layouts", pipeline.bundled("layouts")])


def version(folder: Path, cards: str = CARDS, place: str = "Wood") -> str:
    game = write(folder, cards, place=place).library.games["toy"]
    return content_version(game, game.records["cards"]["fox"])


def test_version_changes_only_with_the_contents_of_a_card(tmp_path: Path) -> None:
    first = version(tmp_path)
    assert len(first) == 4
    assert version(tmp_path, CARDS.replace("Renard", "Goupil")) != first
    assert version(tmp_path, place="Forest") != first
    assert version(tmp_path, CARDS.replace("copies: 2", "copies: 5")) == first
    assert version(tmp_path, CARDS.replace("name: Owl", "name: Eule")) == first


def lines(folder: Path, stock: str) -> tuple[list[str], float, float]:
    workspace = write(folder, stock=stock)
    game = workspace.library.games["toy"]
    record = game.records["cards"]["fox"]
    composer = workspace.composer(ZERO)
    face = composer.face(game, record, "fr")
    assert face is not None
    placed = [item.block for item in stamp(composer.setter, game, record, "fr", face) if isinstance(item, PlacedText)]
    words = ["".join(word.text for part in line.fragments for word in part.words) for b in placed for line in b.lines]
    assert {block.size for block in placed} <= {4.5}
    low = max((block.box.bottom for block in placed), default=0.0)
    return words, low, face.trim.height.pt - face.safe.bottom.pt


def test_line_has_id_language_and_version_within_the_safe_area(tmp_path: Path) -> None:
    words, low, safe = lines(tmp_path, "poker")
    assert words[0].replace(" ", "") == f"fox·fr·{version(tmp_path)}"
    assert safe - 7 < low <= safe + 0.01


@pytest.mark.parametrize("stock", ["chit-12", "token-20", "mini", "tarot"])
def test_small_pieces_show_the_version(tmp_path: Path, stock: str) -> None:
    words, low, safe = lines(tmp_path, stock)
    assert words[0].endswith(version(tmp_path))
    assert low <= safe + 0.01


def printed(folder: Path, **choice: bool) -> Print:
    made = list(pipeline.build(write(folder), BuildOptions(languages=("fr",), kinds=("cards",), cover=False, **choice)))
    assert len(made) == 1
    return made[0]


def test_build_without_a_stamp_has_unchanged_faces(tmp_path: Path) -> None:
    plain, stamped = printed(tmp_path), printed(tmp_path, stamp=True)
    assert plain.faces == stamped.faces
    assert plain.data != stamped.data
    assert stamped.name == plain.name.replace(".pdf", "-stamped.pdf"), "neither takes the place of the other"
    for made, found in ((plain, 0), (stamped, 2)):
        text = pypdfium2.PdfDocument(made.data)[0].get_textpage().get_text_bounded()
        assert text.count(f"fr · {version(tmp_path)}") == found


def test_line_gives_way_to_words(tmp_path: Path) -> None:
    write(tmp_path)
    footer = (
        "{kind: text, text: Footer, at: [20 mm, 82 mm], size: [24 mm, 4 mm], style: {align: center}, colour: paper}"
    )
    face = tmp_path / "layouts/faces/toy/card.yaml"
    face.write_text(f"palette: pawprint\nelements: [{{kind: panel, fill: accent}}, {footer}]\n")
    workspace = pipeline.load(tmp_path / "catalog", [tmp_path / "layouts", pipeline.bundled("layouts")])
    game = workspace.library.games["toy"]
    composer = workspace.composer(ZERO)
    record = game.records["cards"]["owl"]
    composed = composer.face(game, record, "en")
    assert composed is not None
    (words,) = [item.block.box for item in composed.shared.items if isinstance(item, PlacedText)]
    (line,) = [
        item.block.box for item in stamp(composer.setter, game, record, "en", composed) if isinstance(item, PlacedText)
    ]
    assert line.right < words.x
    assert line.y > composed.trim.height.pt / 2
