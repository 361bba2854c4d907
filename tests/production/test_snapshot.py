"""What is remembered: a file that only changes when something does, and never forgets what was not built anew."""

import json
from pathlib import Path

import pytest

from pawprint.press.manifest import Print
from pawprint.production.snapshot import BadState, Deck, Entry, Snapshot, built_by, laid_over, read_state, write_state

FOX, HEN, COIN = (
    Entry("f0", "b0", 3, {"name": "Fox", "level": 4, "prey": ["hen"], "shy": True}),
    Entry("h0", "", 2, {"name": "Poule « d'eau »"}),
    Entry("c0", "", 9, {}),
)
ALL = {"beasts": True, "coins": True}
TOY = Snapshot("toy", "7", {"fr": Deck({"beasts/fox": FOX, "beasts/hen": HEN, "coins/gold": COIN}, ALL)})


def a_print(**change: object) -> Print:
    """A file of the foxes."""
    plain = Print(
        game="toy", version="8", language="fr", kind="cards", name="x.pdf", data=b"", paper="A4", duplex="off",
        bleed_mm=0.0, pages=1, sheets=1, pieces=3, whole=True, known=("beasts", "coins"), components={"beasts": (1, 3)},
        faces={"beasts/fox": ("f1", "b1", 4)}, values={"beasts/fox": {"level": 5}}, covered=("beasts",),
    )  # fmt: skip
    return plain._replace(**change)  # type: ignore[arg-type]


def test_written_state_is_read_back(tmp_path: Path) -> None:
    assert write_state(tmp_path / "toy" / "printed.json", TOY)
    assert read_state(tmp_path / "toy" / "printed.json") == TOY
    assert not write_state(tmp_path / "toy" / "printed.json", TOY), "the same state is the same file"
    assert read_state(tmp_path / "none.json") is None


def test_each_piece_is_a_line_in_the_order_of_names(tmp_path: Path) -> None:
    turned = Snapshot("toy", "7", {"fr": Deck(dict(reversed(TOY.decks["fr"].pieces.items())), ALL)})
    write_state(tmp_path / "a.json", TOY)
    write_state(tmp_path / "b.json", turned)
    text = (tmp_path / "a.json").read_text(encoding="utf-8")
    assert text == (tmp_path / "b.json").read_text(encoding="utf-8")
    assert [line.split('"')[1] for line in text.splitlines() if "copies" in line] == [*TOY.decks["fr"].pieces]


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "null", '{"format": 2}', '{"format": 1, "game": "toy", "version": "7", "decks": {"fr": {}}}',
     '{"format": 1, "game": "toy", "version": "7", "decks": {"fr": {"components": {}, "pieces": {"a/b": 7}}}}',
     "[" * 100_000, '{"format": 1, "game": "\\ud83d", "version": "7", "decks": {}}',
     '{"format": 1, "game": "toy", "version": "7", "decks": {"fr": {"components": {}, "pieces":'
     ' {"a/b": {"face": "1", "copies": 1e999, "values": {}}}}}}'],
)  # fmt: skip
def test_damaged_file_is_reported(text: str, tmp_path: Path) -> None:
    (tmp_path / "printed.json").write_text(text)
    with pytest.raises(BadState, match=r"printed\.json cannot be read"):
        read_state(tmp_path / "printed.json")


def test_whole_component_replaces_the_old_component() -> None:
    state = built_by([a_print()], TOY)
    assert state is not None
    assert state.decks["fr"].pieces == {"beasts/fox": Entry("f1", "b1", 4, {"level": 5}), "coins/gold": COIN}
    assert state.version == "8"


def test_part_of_a_component_leaves_the_rest() -> None:
    state = built_by([a_print(whole=False)], TOY)
    assert state is not None
    assert [*state.decks["fr"].pieces] == ["beasts/fox", "beasts/hen", "coins/gold"]
    assert state.decks["fr"].pieces["beasts/fox"].face == "f1"
    assert state.decks["fr"].components == ALL, "it is still all of the beasts"
    alone = built_by([a_print(whole=False)], None)
    assert alone is not None
    assert alone.decks["fr"].components == {"beasts": False, "coins": False}
    assert {*laid_over(TOY, alone).decks["fr"].pieces} == {*TOY.decks["fr"].pieces}, "nothing is known of the others"


def test_component_that_the_game_lost_is_forgotten() -> None:
    state = built_by([a_print(known=("beasts",))], TOY)
    assert state is not None
    assert [*state.decks["fr"].pieces] == ["beasts/fox"]


def test_languages_and_editions_are_separate_decks() -> None:
    state = built_by([a_print(language="en"), a_print(edition="hard")], TOY)
    assert state is not None
    assert [*state.decks] == ["fr", "en", "hard/fr"]
    assert state.decks["fr"] == TOY.decks["fr"]


def test_several_files_of_a_build_share_a_state() -> None:
    coins = a_print(covered=("beasts", "coins"), faces={"coins/gold": ("c1", "", 9)}, values={"coins/gold": {}})
    state = built_by([a_print(covered=("beasts", "coins")), coins], None)
    assert state is not None
    assert [*state.decks["fr"].pieces] == ["beasts/fox", "coins/gold"]


def test_prints_outside_the_box_are_not_remembered() -> None:
    assert built_by([a_print(covered=())], TOY) is None


def test_file_is_plain_json(tmp_path: Path) -> None:
    write_state(tmp_path / "a.json", TOY)
    data = json.loads((tmp_path / "a.json").read_text(encoding="utf-8"))
    assert data["decks"]["fr"]["pieces"]["beasts/hen"] == {"copies": 2, "face": "h0", "values": HEN.values}
