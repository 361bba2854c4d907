"""Scenarios are read, played and compared; and all those of the catalog come true."""

import copy
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from games import conformance
from games.conformance import ROOT
from helpers import paths_in
from pawprint.catalog.model import Game
from pawprint.core.diagnostics import Findings
from pawprint.core.source import Source
from pawprint.play import scenario
from pawprint.play.engine import Json
from pawprint.play.notation import (
    NOTATIONS,
    NotationLink,
    Unreadable,
    game_from_deck,
    mapping,
    number,
    one_of,
)
from pawprint.play.scenario import fact_differences
from pawprint.source import reader

FILES = sorted((ROOT / "catalog").glob("*/scenarios/*.yaml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parts[-3]}/{path.stem}")
def test_scenarios_of_the_catalog_pass(path: Path) -> None:
    findings = Findings()
    read = scenario.read_scenario(path, findings)
    if read is not None:
        scenario.check_scenario(read, conformance.game_of, findings)
    assert [f"{one.span}: {one.message}" for one in findings] == []


def test_scenarios_of_the_documentation_pass() -> None:
    pages = [ROOT / "docs" / "scenarios.md", *(ROOT / "docs" / "notation").glob("*.md")]
    text = "".join(page.read_text(encoding="utf-8") for page in pages)
    shown = re.findall(r"<!-- a scenario -->\n```yaml\n(.*?)^```$", text, re.M | re.S)
    assert {text.split()[1] for text in shown} == {*NOTATIONS}
    for text in shown:
        assert problems(text, conformance.game_of(text.split()[1])) == []


def node_of(text: str) -> reader.Node:
    findings = Findings()
    node = reader.read_yaml(Source("here.yaml", text), findings)
    assert node is not None, [one.message for one in findings]
    return node


def problems(text: str, game: Game | None = None) -> list[str]:
    """What is wrong with a scenario: `code LINE:COLUMN message (help)`."""
    findings = Findings()
    read = scenario.scenario_of(node_of(text), "here", findings)
    if read is not None:
        scenario.check_scenario(read, lambda name: game, findings)
    return [
        f"{one.code} {str(one.span).removeprefix('here.yaml:')} {one.message} ({one.help})" for one in findings.sorted()
    ]


#: A small game that is still going on.
GAME = """\
game: pocket-cats
options: {powers: off}
fixture:
  clans: {G: {values: [1, 2]}, R: {values: [2, 3]}}
  prey: {m: [4, 5], p: {sort: pigeon, values: [2, 5], pair: 10}}
  dogs: {d1: [N]}
state:
  clans: [G, R]
  board:
    - [G1, m4, R2, ~R3]
    - [d1, ~m5, G2]
"""

MATCH = GAME.replace("powers: off", "powers: off, games: 2")

PLAYED = """\
steps:
  - ask: {reveal: r1c1}
    expect: {legal: false, reason: PC-3.1}
  - ask: {reveal: r2c2}
    expect: {legal: true, hidden: 1, phase: exchange}
  - which: reveal
    expect: [r2c2, r1c4]
  - {ask: {reveal: r2c2}, which: exchange, expect: [r1c1, r1c2, r1c3, r2c1, r2c3]}
  - do: [{reveal: r2c2}, exchange r2c2 with r2c3]
    expect: {actor: R, places: {m5: r2c3, G2: r2c2}, over: false}
"""


def test_true_scenario_passes() -> None:
    assert problems(GAME + PLAYED) == []


@pytest.mark.parametrize(
    ("expect", "place", "words"),
    [
        ("{actor: G}", "14:21", "actor should be G; it is R"),
        ("{over: 1}", "14:20", "over should be 1; it is false"),
        ("{actor: null}", "14:21", "actor should be null; it is R"),
        ("{places: {m5: r2c3, G2: r1c1}}", "14:37", "places.G2 should be r1c1; it is r2c2"),
        ("{places: {m7: r1c1}}", "14:23", "there is no places.m7 that could be expected; it has G1, G2, R2"),
        ("{place: {m7: r1c1}}", "14:14", "there is no place that could be expected; did you mean 'places'?"),
        ("{points: [0]}", "14:22", "points should be [0]; it is [0, 0]"),
        ("{points: [0, 7]}", "14:26", "points[1] should be 7; it is 0"),
        ("{points: {G: 1}}", "14:23", "points should be {G: 1}; it is [0, 0]"),
        ("{eliminated: [R2, G1]}", "14:26", "eliminated should be [G1, R2]; it is []"),
        ("{legal: true}", "14:14", "there is no legal that could be expected"),
    ],
)
def test_difference_is_reported_at_its_place(expect: str, place: str, words: str) -> None:
    (said,) = problems(f"{GAME}steps:\n  - {{do: [{{reveal: r2c2}}, {{exchange: r2c3}}],\n    expect: {expect}}}\n")
    assert said.startswith(f"scenario-failed {place} here: {words}"), said
    assert "one of them must change" in said


@pytest.mark.parametrize(
    ("step", "said"),
    [
        ("ask: {reveal: r1c1}, expect: {legal: true}", "legal should be true; it is false"),
        ("ask: {reveal: r1c1}, expect: {reason: PC-3.2}", "the reason should name PC-3.2; it is: PC-3.1: the tile at"),
        ("ask: {reveal: r1c1}, expect: {reason: PC-3}", "the reason should name PC-3; it is: PC-3.1"),
        ("ask: {reveal: r2c2}, expect: {reason: PC-3.1}", "it is: none, since this is legal"),
        ("ask: {reveal: r1c1}, expect: {hidden: 1}", "this is not legal: PC-3.1"),
        ("ask: {reveal: r2c2}, expect: {legal: true, hidden: 2}", "hidden should be 2; it is 1"),
        ("do: {reveal: r1c1}", "this is not legal: PC-3.1"),
        ("do: [{reveal: r2c2}, {exchange: r1c5}]", "this is not legal: PC-3.2"),
        ("which: reveal, expect: [r2c2]", "r1c4 is possible, and should not be"),
        ("ask: {reveal: r1c1}, which: any, expect: []", "this is not legal: PC-3.1"),
        ("ask: {reveal: r2c2}, which: exchange, expect: [r1c1, r1c2, r2c1, r2c3]", "r1c3 is possible"),
        ("which: reveal, expect: [r2c2, r1c4, r1c1]", "r1c1 should be possible, but only [r1c4, r2c2] is"),
        ("run: end, expect: {over: false}", "over should be false; it is true"),
    ],
)
def test_failing_step_is_reported(step: str, said: str) -> None:
    (message,) = problems(f"{GAME}steps:\n  - {{{step}}}\n")
    assert message.startswith("scenario-failed 13:")
    assert said in message


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "game: pocket-cat\n",
            "unknown-game 1:7 there are no rules of a game 'pocket-cat' (did you mean 'pocket-cats'?)",
        ),
        ("id: x\n", "missing-field 1:1 scenario 'here' has no 'game' (add a line game: ...)"),
        (
            "game: pocket-cats\nplayer: 2\n",
            "unknown-field 2:1 scenario 'here' has no field 'player' (did you mean 'players'?)",
        ),
        ("game: pocket-cats\n", "unknown-game 1:7 the catalog has no game 'pocket-cats' (give it cards: fixture)"),
        (
            "game: pocket-cats\nsteps: [{}]\n",
            "missing-field 2:9 step 1 does no things (write one of ask, do, which, run; or ask and which)",
        ),
        (
            "game: pocket-cats\nsteps: [{do: a, ask: b}]\n",
            "missing-field 2:10 step 1 does 2 things (write one of ask, do, which, run; or ask and which)",
        ),
        ("game: pocket-cats\nedition: big\nfixture: {}\n", "bad-scenario 2:10 here: pocket-cats has no edition 'big'"),
        ("game: pocket-cats\noptions: {x: 1}\nfixture: {}\n", "bad-scenario 2:11 here: pocket-cats has no option 'x'"),
        ("game: pocket-cats\nplayers: 3\nfixture: {}\n", "bad-scenario 2:10 here: the game is not for 3 players"),
        ("game: pocket-cats\nfixture: {cat: 1}\n", "bad-scenario 2:16 here: 'cat' means nothing here"),
        ("game: pocket-cats\nfixture: {clans: {G: {chef: 1}}}\n", "bad-scenario 2:29 here: 'chef' means nothing here"),
        ("game: pocket-cats\nfixture: {clans: 1}\n", "bad-scenario 2:18 here: this should be a mapping"),
        (f"{GAME}steps: [{{do: jump}}]\n", "bad-scenario 12:14 here: 'jump' is not an action"),
        (f"{GAME}steps: [{{do: 7}}]\n", "bad-scenario 12:14 here: an action is written in words"),
        (f"{GAME}steps: [{{do: {{exchange: r9c9}}}}]\n", "bad-scenario 12:25 here: there is no place 'r9c9' here"),
        (f"{GAME}steps: [{{do: {{}}}}]\n", "here: this names no action"),
        (f"{GAME}  turned: {{m4: 3}}\n", "bad-scenario 12:16 here: 'm4' is no dog, and does not turn"),
        (f"{GAME}  revealed: r5c5\n", "bad-scenario 12:13 here: no tile lies at r5c5"),
        (f"{GAME}steps: [{{do: [{{reveal: r2c2}}, hop]}}]\n", "bad-scenario 12:31 here: 'hop' is not an action"),
        (f"{GAME}steps: [{{ask: {{reveal: r2c2}}}}]\n", "bad-scenario 12:16 here: asked, but nothing is expected"),
        (f"{GAME}steps: [{{which: reveal}}]\n", "bad-scenario 12:17 here: asked, but no list is expected"),
        (
            f"{GAME}steps: [{{which: reveal, expect: r1c1}}]\n",
            "bad-scenario 12:17 here: asked, but no list is expected",
        ),
        (f"{GAME}steps: [{{which: jump, expect: []}}]\n", "bad-scenario 12:17 here: there is no sort of action 'jump'"),
        (f"{GAME}steps: [{{run: away}}]\n", "bad-scenario 12:15 here: there is no part of the rules 'away' here"),
        (f"{GAME}  earlier: {{points: {{G: 1}}}}\n", "here: this is the only game (write options: {games: 2})"),
        (f"{MATCH}  earlier: {{points: {{S: 1}}}}\n", "bad-scenario 12:25 here: there is no clan 'S' here"),
        (f"{MATCH}  earlier: {{captured: {{G: [m4, d1]}}}}\n", "bad-scenario 12:32 here: 'd1' is no prey"),
        (f"{MATCH}  earlier: {{captured: {{G: [m4], R: [m4]}}}}\n", "bad-scenario 12:37 here: 'm4' is no prey"),
        (GAME.replace("~m5", "~m6"), "bad-scenario 11:12 here: there is no tile 'm6'"),
        (GAME.replace("~m5", "m4"), "bad-scenario 11:12 here: 'm4' is in the square already"),
        (GAME.replace("[G, R]", "[G, S]"), "bad-scenario 8:14 here: there is no clan 'S' here"),
        (GAME.replace("[G, R]", "[G]"), "bad-scenario 8:10 here: two clans play"),
        (GAME.replace("  board:", "  bored:"), "bad-scenario 10:5 here: 'bored' means nothing here"),
        (GAME.replace("G2]", "x, x]\n    - [x, x, x]\n    - [x, x, x]"), "here: there are not so many tiles"),
    ],
)
def test_unreadable_value_is_reported_at_its_place(text: str, said: str) -> None:
    (message,) = problems(text)
    assert said in message


@pytest.mark.parametrize("error", [KeyError(3), TypeError("odd"), StopIteration(), AssertionError()])
def test_situation_that_the_rules_cannot_play_is_reported_at_its_step(
    monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def apply(self: object, action: object) -> None:
        raise error

    monkeypatch.setattr("pawprint.play.language.data_state.DataState.apply", apply)
    (message,) = problems(f"{GAME}steps: [{{do: {{reveal: r2c2}}}}]\n")
    assert "bad-scenario 12:15 here: this cannot be understood" in message


def test_scenario_can_be_played_in_several_editions() -> None:
    text = """\
game: pocket-cats
edition: [full, first-game]
fixture:
  clans:
    royal-claws: {values: [1], effect: {does: turn-dog, timing: before_dogs}}
    gourmets: {values: [1]}
  dogs: {d1: [N]}
state: {board: [[royal-claws1, d1]]}
expect: {over: true}
steps:
  - {do: leave it, edition: full}
"""
    assert problems(text) == []
    said = problems(text.replace("true", "false"))
    assert [words.partition(":")[2].partition(":")[0][3:] for words in said] == ["here (first-game)", "here (full)"]
    (said,) = problems(text.replace(", edition: full", ""))
    assert "here (first-game): this is not legal: PC-3.6" in said


def test_scenario_can_begin_with_a_deal() -> None:
    game = conformance.game_of("pocket-cats")
    text = (
        "game: pocket-cats\nplayers: 2\nedition: first-game\nseed: %s\nsteps: [{do: shuffle, expect: {hidden: 24}}]\n"
    )
    assert problems(text % 3, game) == []
    assert problems("game: pocket-cats\nexpect: {phase: choose}", game) == []
    text = "game: pocket-cats\noptions: {mode: expert}\nstate: {first: 1, drawn: [[twins]]}\nexpect: {actor: '2'}"
    assert problems(text, game) == []
    (said,) = problems(text.replace("options: {mode: expert}\n", ""), game)
    assert "here: no clans are drawn (write options: {mode: expert})" in said


#: What may stand where something else should.
ODD = [None, "", "x", -1, 2.5, 10**12, True, [], {}, [[]], {"a": 1}, ["a"], "r9c9", "G", "~", "_", [1, [2]], "N"]
WHOLE = {
    **yaml.safe_load(GAME),
    "steps": [*yaml.safe_load(PLAYED)["steps"], {"run": "end", "expect": {"over": True, "captured": {"G": ["m4"]}}}],
}


@settings(max_examples=100)
@given(st.sampled_from([*paths_in(WHOLE)]), st.sampled_from(ODD))
def test_no_input_breaks_the_program(path: tuple[Any, ...], odd: Any) -> None:
    whole = copy.deepcopy(WHOLE)
    parent = whole
    for step in path[:-1]:
        parent = parent[step]
    parent[path[-1]] = odd
    for said in problems(yaml.safe_dump(whole)):
        assert not said.endswith("()"), said


@pytest.mark.parametrize(
    ("expected", "fact", "said"),
    [
        ("[b, a]", {"a", "b"}, []),
        ("[b, a, a]", Counter("aab"), []),
        ("[b, a]", Counter("aab"), ["this should be [a, b]; it is [a, a, b]"]),
        ("a", frozenset("a"), []),
        ("[{pop: 2}, {pop: 3}]", [{"pop": 2, "traits": []}, {"pop": 3}], []),
        ("[{pop: 2}]", [{"pop": 4}], ["[0].pop should be 2; it is 4"]),
        ("{'1': a}", {1: "a"}, []),
        ("{a: {b: [c]}}", {"a": {"b": [{"x": None}]}}, ["a.b[0] should be c; it is {x: null}"]),
        ("{a: 1}", 1, ["this should be {a: 1}; it is 1"]),
        ("[1]", {"a": True}, ["this should be [1]; it is {a: true}"]),
        ("1", True, ["this should be 1; it is true"]),
        ("0.5", 0.5, []),
    ],
)
def test_differences(expected: str, fact: Json, said: list[str]) -> None:
    assert [message for _, message in fact_differences(node_of(expected), fact)] == said


def test_cards_of_a_scenario_may_name_each_other() -> None:
    node = node_of("toad: {prey: [snail]}\nsnail: {copies: 3}")
    assert isinstance(node, reader.MappingNode)
    deck: dict[str, Any] = {
        "animals": {"toad": {"prey": [NotationLink("animals", "snail")], "more": {"x": 1}}, "snail": {"copies": 3}}
    }
    game = game_from_deck("pond", deck, node)
    toad, snail = game.pieces("animals")
    assert toad["prey"] == (snail,)
    assert toad["more"] == {"x": 1}
    assert (toad.copies, snail.copies) == (1, 3)
    assert str(toad.span("prey")) == "here.yaml:1:14"
    assert str(snail.span()) == "here.yaml:2:9"
    with pytest.raises(Unreadable, match="'toad' names 'snail', which is not there"):
        game_from_deck("pond", {"animals": {"toad": deck["animals"]["toad"]}}, node)


def test_notation_requires_the_declared_types() -> None:
    assert mapping({"a": 1}, "ab") == {"a": 1}
    assert one_of("a", {"a": 1}, "letter") == "a"
    assert number(3, 0, 3, "the number") == 3
    for wrong in (True, 4, -1, "3", None):
        with pytest.raises(Unreadable, match="the number should be a whole number from 0 to 3") as error:
            number(wrong, 0, 3, "the number", "here", 1)
        assert error.value.path == ("here", 1)
