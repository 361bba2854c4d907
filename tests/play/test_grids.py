"""Cards on the places of a grid, in rules that are data."""

from pathlib import Path
from typing import Any

import pytest

from pawprint.check.promises import find_broken_promises
from pawprint.core.diagnostics import Findings
from pawprint.games.engines import ENGINES
from pawprint.play.engine import END, Rng, apply_checked
from pawprint.play.language.grid import grid_places
from play.den_with_rules import den_with, findings_in, rules_in

#: Cards lie face down; a player turns one over and exchanges it with one beside it, or looks at one, or turns one.
RULES = """
players: 2
zones:
  bag: {}
  board: {shape: grid, rows: 2, columns: 3, seen: face, turned: card == 'hare'}
  hand: {each: player, seen: owner}
values: {at: {start: nothing, is: place}}
setup:
  - {shuffle: bag, to: board}
  - {flip: "first(board)"}
play:
  - turns:
      - {ask: [reveal, look], else: [end]}
      - if: at
        then: [{ask: [exchange, rotate, take]}, {set: {at: nothing}}]
actions:
  reveal:
    choose: {p: "[p for p in board if p.card and not p.up]"}
    do: [{flip: p}, {set: {at: p}}, {event: reveal, of: [me, p, p.card]}]
  look:
    choose: {p: "[p for p in board if p.card and not p.up and not p.known]"}
    do: [{look: p}]
  exchange:
    choose: {p: beside(at)}
    need: p.card
    do: [{swap: at, with: p}, {score: count(q.up for q in around(p))}]
  rotate: {choose: {by: {from: 1, to: 3}}, do: [{rotate: at, by: by}]}
  take: {do: [{move: at, to: hand}]}
always:
  - {that: "count(bag) == 0", else: the bag is not empty}
"""


def rules(folder: Path) -> Any:
    return rules_in(RULES, folder, copies=4)


def test_places_form_rows_and_columns() -> None:
    places = grid_places(3, 4)
    assert places.names[:5] == ("r1c1", "r1c2", "r1c3", "r1c4", "r2c1")
    assert places.around[0] == (1, 4, 5)
    assert places.straight[1][5] == (1, 4, 6, 9)
    assert places.straight[9][0] == (1, 2, 3, 4, 8)
    assert places.straight[0][0] == ()
    assert places.diagonal[2][0] == (5, 10)
    assert places.rays[5][0] == (1,)
    assert places.rays[5][3] == (10,)


def test_game_on_a_grid_breaks_no_promise(tmp_path: Path) -> None:
    findings = Findings()
    find_broken_promises(den_with(RULES, tmp_path, 4), findings)
    assert [str(one) for one in findings] == []


def test_faces_and_turns_move_with_cards(tmp_path: Path) -> None:
    engine = rules(tmp_path)
    state = engine.start(engine.setup(2, Rng(1)))
    state.apply(engine.parse("reveal r1c2"))
    state.apply(engine.parse("rotate 3"))
    before = {cell.place: cell for cell in state.cells("board")}
    state.apply(engine.parse("reveal r2c2"))
    apply_checked(state, engine.parse("exchange r1c2"))
    after = {cell.place: cell for cell in state.cells("board")}
    assert before["r1c2"].turned == 3
    assert (after["r2c2"].id, after["r2c2"].turned) == (before["r1c2"].id, 3)
    assert engine.load(state.dump()).dump() == state.dump()
    assert engine.load(state.dump()).cells("board") == state.cells("board")


def test_player_who_looked_knows_a_card(tmp_path: Path) -> None:
    engine = rules(tmp_path)
    state = engine.start(engine.setup(2, Rng(1)))
    state.apply(engine.parse("look r2c1"))
    place = next(entry for entry in state.zones(0)["board"] if entry["place"] == "r2c1")
    other = next(entry for entry in state.zones(1)["board"] if entry["place"] == "r2c1")
    assert (place["up"], place["known"]) == (False, [0])
    assert "id" in place
    assert "id" not in other
    for seed in range(20):
        guess = state.copy()
        guess.resample_hidden(0, Rng(seed))
        assert guess.zones(0) == state.zones(0)


def test_unknown_cards_are_resampled_with_their_turns(tmp_path: Path) -> None:
    engine = rules(tmp_path)
    state = engine.start(engine.setup(2, Rng(1)))
    seen = set()
    for seed in range(60):
        guess = state.copy()
        guess.resample_hidden(0, Rng(seed))
        seen |= {(cell.place, cell.id, cell.turned) for cell in guess.cells("board") if not cell.up}
    assert {turned for _, card, turned in seen if card == "hare"} == {0, 1, 2, 3}
    assert {turned for _, card, turned in seen if card == "fox"} == {0}


def test_shuffle_in_play_is_written_with_turns(tmp_path: Path) -> None:
    text = RULES.replace("setup:\n  - {shuffle: bag, to: board}\n", "setup: []\n").replace(
        '  - {flip: "first(board)"}\n', ""
    )
    text = text.replace("play:\n", "play:\n  - {shuffle: bag, to: board}\n")
    engine = rules_in(text, tmp_path, copies=4)
    state = engine.start(engine.setup(2, Rng(1)))
    action = state.chance(Rng(3))
    assert engine.parse(engine.describe(action)) == action
    assert state.why_not(action) == ""
    assert state.why_not(action[1:]) != ""
    state.apply(action)
    cards = [f"{cell.id}/{cell.turned}" if cell.turned else cell.id for cell in state.cells("board")]
    assert " ".join(["shuffle", *cards]) == engine.describe(action)


def test_situation_is_written_row_by_row(tmp_path: Path) -> None:
    from pawprint.play.notation import NOTATIONS

    engine = rules(tmp_path)
    game = den_with(RULES, tmp_path / "other", 4) if (tmp_path / "other").mkdir() is None else None
    assert game is not None
    notation: Any = NOTATIONS.get(game.engine)
    found = notation(ENGINES.get(game.engine).of(game, Findings())).read_state(
        {"board": [["hare", "_", "~fox/2"]], "asked": "reveal"}
    )  # type: ignore[union-attr]
    assert [(cell.place, cell.id, cell.up, cell.turned) for cell in found.cells("board")] == [
        ("r1c1", "hare", True, 0), ("r1c3", "fox", False, 2),
    ]  # fmt: skip
    assert notation(engine).facts(found)["board"] == [["hare", "_", "~fox/2"]]
    assert found.actor() != END


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("rows: 2, ", "", "the size of the grid is missing"),
        ("hand: {each: player, seen: owner}", "hand: {each: player, rows: 2}", "'rows' says something of a grid"),
        ("hand: {each: player, seen: owner}", "hand: {seen: face}", "cards lie face down on a grid only"),
        ("seen: face", "seen: hidden", "all players see a grid"),
        ("seen: face, ", "", "all cards of this grid lie face up"),
        ("turned: card == 'hare'", "turned: card in bag", "this changes in a game"),
        ("{swap: at, with: p}", "{swap: at, with: me}", "this should be a place of a grid, and is a player"),
        ("choose: {p: beside(at)}", "choose: {p: beside(me)}", "this should be a place, and is a player"),
        ("choose: {p: beside(at)}", "choose: {p: beside('r9c1')}", "there is no place 'r9c1'"),
        ("{move: at, to: hand}", "{move: at, to: board}", "a card of a grid is moved within it"),
        ("{move: at, to: hand}", "{move: top(hand), to: board}", "the place is missing on which it is laid"),
        ("{move: at, to: hand}", "{move all: hand, to: board}", "it is not clear on which places"),
    ],
)
def test_mistake_with_a_grid_is_found(old: str, new: str, said: str, tmp_path: Path) -> None:
    assert old in RULES
    found = findings_in(RULES.replace(old, new, 1), tmp_path, 4)
    assert any(said in one.message for one in found), [one.message for one in found]
