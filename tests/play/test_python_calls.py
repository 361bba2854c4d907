"""Functions in Python that rules which are data call."""

import pickle
from pathlib import Path
from typing import Any

import pytest

from pawprint.catalog.model import Game
from pawprint.check.playable import check_rules
from pawprint.core.diagnostics import Findings
from pawprint.games.engines import ENGINES
from pawprint.play.allowed_rules import allow_here
from pawprint.play.bots import greedy_bot
from pawprint.play.engine import Rng, apply_checked
from pawprint.play.own_engines import program_file
from pawprint.play.time_limit import RulesFault
from play.den_with_rules import den_with

RULES = """
players: 2
zones: {pile: {seen: hidden}, hand: {seen: owner, each: player}, table: {}, gone: {}}
values: {coins: {start: 0, each: player}}
calls:
  worth(card): {gives: number, reads: [table]}
  settle(card): {reads: [coins], changes: [coins, table, gone]}
setup: [{each player: [{draw: 2, from: pile, to: hand}]}]
play: [{turns: [{ask: play, else: [end]}]}]
actions:
  play:
    choose: {card: hand}
    need: worth(card) >= 0
    do: [{move: card, to: table}, {call: settle, with: [card]}]
score: coins
"""
FUNCTIONS = """
def worth(game, card):
    return game.field(card, "level") + len(game.cards("table"))


def settle(game, card):
    game.set("coins", game.value("coins", game.me) + game.field(card, "level"), game.me)
    if game.name_of(card) == "hare":
        game.move(card, "table", "gone")
"""


def den(folder: Path, rules: str = RULES, functions: str = FUNCTIONS, allowed: bool = True) -> Game:
    game = den_with(rules, folder, 4)
    (folder / "den" / "rules.py").write_text(functions, encoding="utf-8")
    if allowed:
        allow_here(folder / "den" / "rules.py")
    return game


def engine(game: Game) -> Any:
    found: Any = ENGINES.get(game.engine)
    findings = Findings()
    rules = found.of(game, findings)
    assert rules is not None, [*map(str, findings)]
    return rules


def findings_of(game: Game) -> list[str]:
    findings = Findings()
    check_rules(game, findings)
    return [
        f"{Path(one.span.source.name).name}:{one.span.line}: [{one.code}] {one.message}; {one.help}"
        for one in findings.sorted()
        if one.span is not None
    ]


def test_functions_see_and_change_a_game(tmp_path: Path) -> None:
    rules = engine(den(tmp_path))
    setup = rules.setup(2, Rng("calls"))
    setup["zones"]["hand 0"] = ["hare", "fox"]
    state = rules.start(setup)
    before = state.copy()
    apply_checked(state, rules.parse("play hare"))
    assert (state.contents["gone"], state.contents["table"], state.values["coins 0"]) == (["hare"], [], 1)
    assert (before.contents["gone"], before.values["coins 0"]) == ([], 0)
    assert rules.load(state.dump()).dump() == state.dump()


def test_greedy_bot_sees_what_functions_change(tmp_path: Path) -> None:
    rules = engine(den(tmp_path))
    setup = rules.setup(2, Rng("calls"))
    setup["zones"]["hand 0"] = ["hare", "fox"]
    state = rules.start(setup)
    assert rules.describe(greedy_bot(state, state.legal_actions(), Rng(1))) == "play fox"


#: The points of each action, as the function that looks ahead says them.
AHEAD = """

def ahead(game, actions):
    cards = [game.action(action)[1][0] for action in actions]
    assert game.known.value("coins", game.me) == game.value("coins", game.me)
    return [(0, game.field(card, "level"))[:: 1 if game.me else -1] for card in cards]
"""


def test_function_computes_how_actions_change_the_scores(tmp_path: Path) -> None:
    outlook = RULES.replace("setup:", "  ahead(actions): {reads: [coins]}\noutlook: ahead\nsetup:")
    rules = engine(den(tmp_path, outlook, FUNCTIONS + AHEAD))
    for seed in range(5):
        state = rules.start(rules.setup(2, Rng("ahead", seed)))
        legal, before = state.legal_actions(), state.scores()
        told, _ = state.score_changes(legal, Rng("known"))
        for action, change in zip(legal, told, strict=True):
            after = state.copy()
            after.apply(action)
            assert tuple(new - old for new, old in zip(after.scores(), before, strict=True)) == change


@pytest.mark.parametrize("gives", ["[]", "1", "[(1,)] * len(actions)", "['ab'] * len(actions)"])
def test_result_of_a_function_that_looks_ahead_must_fit(gives: str, tmp_path: Path) -> None:
    outlook = RULES.replace("setup:", "  ahead(actions): {reads: [coins]}\noutlook: ahead\nsetup:")
    rules = engine(den(tmp_path, outlook, f"{FUNCTIONS}\n\ndef ahead(game, actions):\n    return {gives}\n"))
    state = rules.start(rules.setup(2, Rng("ahead")))
    with pytest.raises(RulesFault, match="should give a change for each action and player"):
        state.score_changes(state.legal_actions(), None)


def test_rules_with_functions_can_be_sent_to_other_processes(tmp_path: Path) -> None:
    rules = engine(den(tmp_path))
    assert pickle.loads(pickle.dumps(type(rules))).functions.keys() == {"worth", "settle"}


def test_rules_with_functions_have_another_digest_if_these_change(tmp_path: Path) -> None:
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
    one = engine(den(tmp_path / "one"))
    other = engine(den(tmp_path / "other", functions=FUNCTIONS + "\n# more"))
    assert one.rules_hash() != other.rules_hash()


def test_functions_run_only_if_they_are_allowed(tmp_path: Path) -> None:
    game = den(tmp_path, functions="1 / 0\n" + FUNCTIONS, allowed=False)
    (said,) = findings_of(game)
    assert "[rules-not-allowed]" in said
    assert "rules.py, that you have not allowed to run" in said
    assert ENGINES.get(game.engine) is None
    assert program_file(game.engine) == tmp_path / "den" / "rules.py"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("def worth(", "def wort(", "there is no function 'worth' in rules.py"),
        ("def worth(game, card)", "def worth(game)", "takes other values than the rules give it"),
        ("def worth(game, card)", "def worth(game, card", "rules.py:2: [rules-fault] this is not Python"),
        ("\n\ndef settle", "\n1 / 0\ndef settle", "rules.py:5: [rules-fault] the file fails with ZeroDivision"),
        ("    return game.field", "    return 1 // 0 + game.field", "rules.py:3: [rules-fault] worth() fails"),
        ('field(card, "level")', 'field(card, "level") * 1.5', "rules.py:2: [rules-fault] worth() should give"),
        ('cards("table")', 'cards("hand", 0)', "'hand' is not among 'reads' of 'worth' in the rules"),
        ('cards("table")', 'cards("table")) + game.set("coins", 1, 0', "which only a step does: call: worth"),
        ('"table", "gone")', '"hand", "gone")', "'hand' is not among 'changes' of 'settle' in the rules"),
    ],
)  # fmt: skip
def test_mistake_in_a_function_is_a_line(old: str, new: str, said: str, tmp_path: Path) -> None:
    assert old in FUNCTIONS
    (found,) = findings_of(den(tmp_path, functions=FUNCTIONS.replace(old, new, 1)))
    assert said in found
    assert "Traceback" not in found


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("worth(card) >= 0", "worth() >= 0", "'worth' takes 1 values, not 0"),
        ("worth(card) >= 0", "settle(card) >= 0", "'settle' gives nothing"),
        ("with: [card]", "with: [card, 1]", "'settle' takes 1 values, not 2"),
        ("call: settle", "call: setle", "did you mean 'settle'?"),
        ("gives: number", "gives: numbr", "number"),
    ],
)
def test_mistake_in_a_call_is_found(old: str, new: str, said: str, tmp_path: Path) -> None:
    found = findings_of(den(tmp_path, rules=RULES.replace(old, new, 1)))
    assert said in found[0]
