"""Virtual tables of an invented game: shapes, sizes, sheets, sides and options."""

import io
import json
from math import atan2, degrees
from pathlib import Path
from textwrap import dedent, indent
from types import SimpleNamespace
from typing import Any
from zipfile import ZipFile

import pytest

from export.table_readers import SaveReader, overlaps, read_hands, read_playground, read_vtt
from helpers import GAME, STOCKS, Toy
from pawprint.core.geometry import Insets, Size
from pawprint.core.length import mm
from pawprint.export.export_source import ExportOptions
from pawprint.export.exporter import EXPORTERS, OptionError, export
from pawprint.export.tabletop._virtual_table import CARDS, TablePiece
from pawprint.export.tabletop.saved_object import thumbnail
from pawprint.graphics.ops import Drawing, Group, Layer
from pawprint.production import pipeline

FACE = "- {kind: text, text: '{{ name }}', at: [6 pt, 6 pt], size: [40 pt, 20 pt], style: {size: 9 pt}}"
PLAIN = "palette: toy\nelements: [{kind: panel, fill: rust, bleeds: true}]\n"
NAMED = (
    "palette: toy\nelements:\n  - {kind: panel, fill: sky, bleeds: true}\n"
    "  - {kind: text, text: '{{ name }}', at: [20 pt, 6 pt], size: [30 pt, 20 pt], style: {size: 9 pt}}\n"
)
MORE = """
stones:
  kind: tokens
  title: {fr: Pierres, en: Stones}
  file: more.yaml
  stock: disc
  face: toy/plain
  fields: {name: {type: text}}
stars:
  kind: tokens
  title: {fr: Étoiles, en: Stars}
  file: more.yaml
  stock: star
  face: toy/plain
  back: toy/plain
  fields: {name: {type: text}}
maps:
  kind: boards
  title: {fr: Plans, en: Maps}
  file: more.yaml
  stock: map
  face: toy/plain
  fields: {name: {type: text}}
"""
PIECES = """
    stones:
      - {id: pebble, copies: 5, name: {fr: Caillou, en: Pebble}}
    stars:
      - {id: sun, name: {fr: Soleil, en: Sun}}
    maps:
      - {id: wood, copies: 2, name: {fr: Bois, en: Wood}}
"""
SHAPES = """
star: {trim: 72 pt x 72 pt, safe: 6 pt, outline: triangle}
map: {trim: 1440 pt x 720 pt, safe: 6 pt}
"""


@pytest.fixture
def toy(tmp_path: Path) -> Toy:
    return make(tmp_path)


def make(folder: Path, setup: str = "", back: str = "toy/named") -> Toy:
    game = dedent(GAME).replace("face: toy/beast", f"face: toy/beast\n    back: {back}") + indent(MORE.lstrip(), "  ")
    toy = Toy(folder, FACE, game=game + setup, faces={"toy/plain": PLAIN, "toy/named": NAMED}, fonts=True)
    toy.write("layouts/stocks.yaml", dedent(STOCKS) + indent(SHAPES.lstrip(), "  "))
    toy.write("catalog/toy/more.yaml", PIECES)
    return toy


def exported(toy: Toy, target: str, components: tuple[str, ...] = (), **options: Any) -> dict[str, bytes]:
    workspace = pipeline.load(toy.catalog, toy.layout_folders)
    choice = ExportOptions(languages=("en",), components=components)
    files = dict(export(workspace, EXPORTERS[target](**{"dpi": 36, **options}), choice))
    assert [finding.code for finding in workspace.findings] == []
    return files


def save_of(files: dict[str, bytes], folder: str = "Saves") -> Any:
    return json.loads(files[f"{folder}/toy-en.json"])


def objects_of(toy: Toy, **options: Any) -> dict[str, Any]:
    """The objects of a save by their names."""
    save = save_of(exported(toy, "tts", **options))
    return {one["Nickname"]: one for one in save["ObjectStates"] if one["Name"] != "HandTrigger"}


def test_each_shape_is_the_object_that_can_show_it(toy: Toy) -> None:
    objects = objects_of(toy)
    kinds = {name: one["Name"] for name, one in objects.items()}
    assert kinds == {"Beasts": "DeckCustom", "Pebble": "Bag", "Sun": "Custom_Token", "Wood": "Custom_Tile"}
    assert len(objects["Beasts"]["ContainedObjects"]) == 6
    pebble = objects["Pebble"]["ContainedObjects"][0]
    assert pebble["CustomImage"]["CustomTile"]["Type"] == 2
    assert objects["Wood"]["CustomImage"]["CustomTile"]["Type"] == 0
    assert objects["Wood"]["Locked"]
    assert not pebble["Locked"]


def test_pieces_have_the_size_of_the_catalog_times_the_scale(toy: Toy) -> None:
    for scale in (100, 50):
        objects = objects_of(toy, scale=scale)
        share = scale / 100
        assert objects["Beasts"]["Transform"]["scaleZ"] == pytest.approx(share * 50.8 / 80, abs=1e-3)
        assert objects["Wood"]["Transform"]["scaleX"] == pytest.approx(share * 254 / 50.8, abs=1e-3)
        assert objects["Pebble"]["ContainedObjects"][0]["Transform"]["scaleZ"] == pytest.approx(share / 2, abs=1e-3)


def test_pieces_face_down_have_no_names_and_a_pile_has_a_name(toy: Toy) -> None:
    deck = objects_of(toy)["Beasts"]
    assert deck["Transform"]["rotZ"] == 180
    assert {card["Nickname"] for card in deck["ContainedObjects"]} == {""}
    assert {card["Nickname"] for card in objects_of(toy, names=True)["Beasts"]["ContainedObjects"]} == {
        *("Fox", "Hen", "Mole")
    }


def test_different_backs_are_a_separate_sheet(tmp_path: Path) -> None:
    unique = objects_of(make(tmp_path / "1"))["Beasts"]["CustomDeck"]["1"]
    assert unique["UniqueBack"]
    same = objects_of(make(tmp_path / "2", back="toy/plain"))["Beasts"]["CustomDeck"]["1"]
    assert not same["UniqueBack"]


def test_many_cards_are_on_several_sheets_in_a_single_deck(toy: Toy) -> None:
    beasts = "".join(
        f"  - {{id: b{n}, name: {{fr: B{n}, en: B{n}}}, level: 1, shy: false, signs: [], prey: []}}\n"
        for n in range(75)
    )
    toy.write("catalog/toy/cards.yaml", f"beasts:\n{beasts}")
    files = exported(toy, "tts", ("beasts",))
    found = SaveReader(files, "Saves/toy-en.json").read()
    assert len(found.faces) == 75
    deck = save_of(files, "Saves/Saved Objects")["ObjectStates"][0]
    assert [*deck["CustomDeck"]] == ["1", "2"]
    templates, found = read_playground(exported(toy, "playground", ("beasts",), dpi=600))
    assert len(found.faces) == 75
    assert [template["Name"] for template in templates] == [f"Beasts {number}/5" for number in range(1, 6)]


def test_deck_of_a_single_card_is_a_card(toy: Toy) -> None:
    toy.write(
        "catalog/toy/cards.yaml",
        "beasts: [{id: fox, name: {fr: Renard, en: Fox}, level: 1, shy: false, signs: [], prey: []}]",
    )
    (card,) = save_of(exported(toy, "tts", ("beasts",)), "Saves/Saved Objects")["ObjectStates"]
    assert card["Name"] == "CardCustom"
    assert card["CardID"] == 100


def test_game_declares_how_its_pieces_are_arranged(tmp_path: Path) -> None:
    level = objects_of(make(tmp_path / "1", "setup: [{pile: beasts, by: level}]\n"))
    assert {name for name, one in level.items() if one["Name"] in ("DeckCustom", "CardCustom")} == {"4", "1", ""}
    files = exported(make(tmp_path / "2", "setup: [{spread: beasts}]\n"), "tts", ("beasts",))
    spread = save_of(files, "Saves/Saved Objects")["ObjectStates"]
    assert sorted(one["Nickname"] for one in spread) == ["Fox", "Fox", "Fox", "Hen", "Hen", "Mole"]
    assert {one["Transform"]["rotZ"] for one in spread} == {0}
    setup = "setup: [{pile: beasts, face: up, title: {fr: Tas, en: Heap}}]\n"
    assert objects_of(make(tmp_path / "3", setup))["Heap"]["Transform"]["rotZ"] == 0


def test_saved_object_contains_only_objects(toy: Toy) -> None:
    files = exported(toy, "tts")
    save, objects = save_of(files), save_of(files, "Saves/Saved Objects")
    assert [one for one in save["ObjectStates"] if one["Name"] != "HandTrigger"] == objects["ObjectStates"]
    assert {"Hands", "Turns", "Grid", "Lighting"}.isdisjoint(objects)
    assert (save["SaveName"], objects["SaveName"], objects["TabStates"]) == ("Toy", "", {})
    assert files["Saves/toy-en.png"] == files["Saves/Saved Objects/toy-en.png"]


@pytest.mark.parametrize(
    ("players", "colours"),
    [
        ("players: {min: 2, max: 3}\n", ["White", "Blue", "Red"]),
        ("players: [2, 4]\n", ["White", "Blue", "Red", "Green"]),
        ("players: 12\n", None),
        ("", None),
    ],
)
def test_save_has_a_hand_for_each_player_around_the_pieces(
    tmp_path: Path, players: str, colours: list[str] | None
) -> None:
    toy = make(tmp_path, players)
    for scale in (100, 500):
        files = exported(toy, "tts", scale=scale)
        found = read_hands(save_of(files))
        assert found == colours if colours else len(found) == 8
        assert not overlaps(SaveReader(files, "Saves/toy-en.json").read()), "no hand covers a piece"


@pytest.mark.parametrize(
    "address", ["https://example.org/toy", "http://localhost:8000", " https://example.org/a%20b/ "]
)
def test_names_of_pictures_follow_a_slash(toy: Toy, address: str) -> None:
    deck = objects_of(toy, url_base=address)["Beasts"]
    assert deck["CustomDeck"]["1"]["FaceURL"].startswith(f"{address.strip().removesuffix('/')}/toy-")


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("ftp://example.org/toy/", "no address that begins with http:// or https://"),
        ("example.org/toy/", "no address that begins with http:// or https://"),
        ("https://", "no address that begins with http:// or https://"),
        ("https://[/toy/", "no address that begins with http:// or https://"),
        ("https://example.org/?dir=toy", "has a '?'"),
        ("https://example.org/toy#pictures", "has a '#'"),
        ("https://example.org/my toy/", "write %20"),
        ("https://drive.google.com/drive/folders/1a2b", "choose Upload All"),
        ("https://www.dropbox.com/sh/1a2b", "choose Upload All"),
    ],
)
def test_addresses_that_no_file_can_follow_are_refused(address: str, says: str) -> None:
    with pytest.raises(OptionError) as error:
        EXPORTERS["tts"](url_base=address)  # type: ignore[call-arg]
    assert (error.value.option, says in str(error.value)) == ("--url-base", True), str(error.value)


def test_pictures_may_be_on_the_web(toy: Toy) -> None:
    files = exported(toy, "tts", url_base="https://example.org/")
    text = json.dumps(save_of(files))
    for path in files:
        if path.startswith("Mods/Images/"):
            assert f'"https://example.org/{path.removeprefix("Mods/Images/")}"' in text


def test_notebook_has_the_rulebook(toy: Toy) -> None:
    rules = """
        # Beasts

        Take a **fox** and *run*.

        1. Look at the sun :sun:, and at :moon:.
        2. Wait.

        | Beast | Level |
        | --- | --- |
        | Fox | 4 |
    """
    for language in ("en", "fr"):
        toy.write(f"catalog/toy/rulebook/{language}.md", rules)
    workspace = pipeline.load(toy.catalog, [*toy.layout_folders, pipeline.bundled("layouts")])
    files = dict(export(workspace, EXPORTERS["tts"](dpi=36), ExportOptions(languages=("en",))))  # type: ignore[call-arg]
    assert [finding.code for finding in workspace.findings if finding.is_error] == []
    page = save_of(files)["TabStates"]["0"]
    assert page["title"] == "Beasts"
    assert page["body"].splitlines() == [
        *("[b]BEASTS[/b]", "", "Take a [b]fox[/b] and [i]run[/i].", ""),
        *("1. Look at the sun, and at moon.", "2. Wait.", "", "[b]Beast | Level[/b]", "Fox | 4"),
    ]


def test_names_of_pieces_are_plain_text_with_the_words_of_their_icons(toy: Toy) -> None:
    toy.write("catalog/toy/more.yaml", PIECES.replace("Wood", "'**Wood** of :sun:'"))
    assert "Wood of sun" in objects_of(toy, components=("maps",))


def test_room_has_a_button_for_each_pile_that_is_shuffled(toy: Toy) -> None:
    (data,) = exported(toy, "vtt").values()
    widgets, found = read_vtt(data)
    assert sum(found.faces.values()) == 6 + 5 + 1 + 2
    buttons = [one for one in widgets.values() if one.get("type") == "button"]
    assert [one["text"] for one in buttons] == ["Collect & shuffle"]
    assert buttons[0]["clickRoutine"][0] == {"func": "RECALL", "holder": buttons[0]["parent"]}


@pytest.mark.parametrize(
    ("facts", "players", "time"),
    [
        ("players: [2, 4]\nminutes: {min: 7, max: 15}\n", "2-4", "7-15"),
        ("players: {min: 2, max: 2}\nminutes: 30\n", "2", "30"),
        ("players: {max: 4}\nminutes: {max: 30}\n", "1-4", "≤30"),
        ("", None, None),
    ],
)
def test_room_shows_players_and_minutes_in_every_form(
    tmp_path: Path, facts: str, players: str | None, time: str | None
) -> None:
    (data,) = exported(make(tmp_path, facts), "vtt").values()
    info = read_vtt(data)[0]["_meta"]["info"]
    assert (info.get("players"), info.get("time")) == (players, time)


def test_large_board_shrinks_to_the_room_and_its_picture_to_what_the_table_shows(toy: Toy) -> None:
    (data,) = exported(toy, "vtt", dpi=300).values()
    widgets, _ = read_vtt(data)
    boards = [one for one in widgets.values() if one.get("layer") == -4]
    assert len(boards) == 2
    assert all(abs(one["width"] - 2 * one["height"]) <= 1 for one in boards)
    files = exported(toy, "tts", ("maps",), dpi=600)
    assert SaveReader(files, "Saves/toy-en.json").sizes


def test_pieces_of_a_thumbnail_are_turned_around_a_common_point() -> None:
    drawings = [Drawing(str(number), Size(mm(40), mm(60)), Insets(), Layer(())) for number in range(3)]
    pieces = {one.name: [TablePiece("x", one.name, CARDS, one.name, 1, one, None)] for one in drawings}
    request = thumbnail(SimpleNamespace(game=SimpleNamespace(id="toy"), pieces=pieces), 100)  # type: ignore[arg-type]
    below = 30 + 0.45 * 60, 20  # of the upper left corner of each piece
    places, angles = [], []
    for op in request.drawing.ops:
        assert isinstance(op, Group)
        a, b, c, d, e, f = op.matrix
        down, across = (mm(one).pt for one in below)
        places.append((a * across + c * down + e, b * across + d * down + f))
        angles.append(degrees(atan2(b, a)))
    assert angles == pytest.approx([-16, 0, 16])
    assert [x for x, _ in places] == pytest.approx([mm(50).pt] * 3)
    assert [y for _, y in places] == pytest.approx([places[0][1]] * 3)


def test_only_rectangles_with_round_corners_are_rounded_in_a_room(toy: Toy) -> None:
    with ZipFile(io.BytesIO(exported(toy, "pcio")["toy-en.pcio"])) as room:
        decks = [one for one in json.loads(room.read("widgets.json")) if one["type"] == "cardDeck"]
    rounded = {len(deck["cardTypes"]): deck["faceTemplate"]["includeRadius"] for deck in decks}
    assert rounded[max(rounded)], "the cards"
    assert [deck["backTemplate"]["includeRadius"] for deck in decks].count(True) == 1, "discs and tokens are not"
