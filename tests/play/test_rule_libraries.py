"""The files that `include` takes: each is enough for a game, and what a game writes itself replaces a part of it."""

from importlib.resources import files
from pathlib import Path

import pytest

from command_line import run

LIBRARY = files("pawprint.play.language") / "library"
CARDS = "".join(
    f"  - {{id: {suit}-{rank}, suit: {suit}, kind: {suit}, rank: {rank}, cost: {rank}, coins: 1, copies: 3}}\n"
    for suit in ("red", "blue")
    for rank in (1, 2, 3)
)
GAME = """
id: mine
title: Mine
languages: [en]
players: [2, 3]
rules: {engine: rules.yaml}
components:
  cards:
    file: cards.yaml
    stock: poker
    face: plain
    fields:
      suit: {type: choice, choices: [red, blue]}
      kind: {type: choice, choices: [red, blue]}
      rank: {type: int}
      cost: {type: int}
      coins: {type: int}
"""
#: Library -> the rest of a game that uses what it gives, and writes no action itself.
GAMES = {
    "tricks": "setup: [{shuffle: pile}, {each player: [{draw: 4, from: pile, to: hand}]}]\n"
    "play: [{while: 'hand[leader]', do: [trick, {score: 1, for: leader}]}]\n",
    "drafting": "setup: [{shuffle: pile}, {each player: [{draw: 4, from: pile, to: hand}]}]\n"
    "play: [{repeat: 4, do: [{do: pick and pass, with: [1]}]}]\nscore: sum(card.rank for card in taken)\n",
    "market": "setup: [{shuffle: pile}, {each player: [{draw: 3, from: pile, to: deck}, "
    "{draw: 2, from: deck, to: hand}]}]\n"
    "play: [{repeat: 4, do: [{each player: [{do: fill row, with: [3]}, {while: true, do: [{ask: [buy, finish]}]}, "
    "{do: tidy up, with: [2]}]}]}]\nscore: count(discard)\n",
    "luck": "play: [{repeat: 3, do: [{each player: [try your luck]}]}]\n",
    "collection": "setup: [{shuffle: pile}]\nplay: [{repeat: 3, do: [{each player: [{draw: 1, from: pile, to: own}, "
    "{ask: keep}]}]}]\n"
    "score: largest_set(own) + kinds(own) + triangle(number_of(own, 'red')) + pairs(own, 'red', 'blue')\n"
    "actions: {keep: {do: []}}\n",
}


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a game with cards that fit every library."""
    folder = tmp_path / "catalog" / "mine"
    folder.mkdir(parents=True)
    (folder / "game.yaml").write_text(GAME, encoding="utf-8")
    (folder / "cards.yaml").write_text(f"cards:\n{CARDS}", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return folder


def verdict(folder: Path, rules: str) -> str:
    (folder / "rules.yaml").write_text(rules, encoding="utf-8")
    return run("rules", "test", "mine").output


def head(name: str) -> str:
    zones = (
        "{own: {each: player}, pile: {seen: hidden, pile: true}}" if name == "collection" else "{pile: {seen: hidden}}"
    )
    return f"players: 2..3\nlongest: 400\ninclude: [{name}]\nzones: {zones}\n"


def test_each_library_is_verdict() -> None:
    assert sorted(one.name.removesuffix(".yaml") for one in LIBRARY.iterdir()) == sorted(GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_library_suffices_for_a_game_and_reports_what_it_needs(name: str, mine: Path) -> None:
    assert "keep all promises" in verdict(mine, head(name) + GAMES[name])
    comment = (LIBRARY / f"{name}.yaml").read_text(encoding="utf-8")
    assert "# Cards need: " in comment
    assert "# Gives: " in comment


def test_entry_of_the_game_replaces_that_of_the_library(mine: Path) -> None:
    own = "actions: {play: {rule: A-7, choose: {card: hand}, do: [{do: lay, with: [card]}]}}\n"
    assert "keep all promises" in verdict(mine, head("tricks") + GAMES["tricks"] + own)
    done = run("play", "mine", "--games", "1", "--jobs", "1", "--log", "log.jsonl")
    assert done.exit_code == 0


def test_unknown_library_is_a_finding_that_names_the_known_libraries(mine: Path) -> None:
    assert "tricks" in verdict(mine, head("triks") + GAMES["tricks"])


def test_top_card_of_a_pile_moves_instead_of_an_equal_card(mine: Path) -> None:
    rules = (
        "players: 2\nzones: {pile: {pile: true}, up: {each: player}}\nvalues: {colour: \"''\"}\n"
        "play: [{repeat: 3, do: [{each player: [{ask: go}]}]}]\n"
        "actions: {go: {do: [{let: {card: top(pile)}}, {move: card, to: up}, {set: {colour: top(pile).kind}}]}}\n"
    )
    assert "keep all promises" in verdict(mine, rules)
    (mine / "scenarios").mkdir()
    situation = "game: mine\nstate: {pile: [red-1, blue-2, red-1]}\nsteps: [{do: go}]\nexpect: {colour: blue}\n"
    (mine / "scenarios" / "top.yaml").write_text(situation, encoding="utf-8")
    done = run("scenario", "catalog/mine/scenarios")
    assert "1 as expected" in done.output
