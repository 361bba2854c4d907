"""Every engine passes every check; see `conformance.py`.

Golden logs stand in `tests/golden/rules/GAME/`; with PAWPRINT_UPDATE_GOLDEN=1 they are written anew. Read them then.
"""

import ast
import io
import json
import os
import re
import subprocess
import sys
import tokenize
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.conformance import ROOT, Case, cases, conformance_game, game_of, rules_of
from pawprint.check.promises import RULE
from pawprint.core.diagnostics import Findings
from pawprint.games.engines import ENGINES, NOTATIONS
from pawprint.play.engine import END, Rng, State, digest
from pawprint.play.playing import GameLog, ReplayError, play, random_bot, record, replay
from strategies import examples

CASES = cases()
GOLDEN = Path(__file__).parents[1] / "golden" / "rules"
UPDATE = os.environ.get("PAWPRINT_UPDATE_GOLDEN") == "1"
#: Logs of each number of players.
LOGS = 3

each_engine = pytest.mark.parametrize("engine", [*ENGINES])


@pytest.mark.parametrize("case", CASES, ids=str)
def test_random_game_breaks_no_promise(case: Case) -> None:
    games = 2 if not case.options else 1
    for seed in range(games):
        walk = conformance_game(case.rules, case.players, Rng(seed, "choices"), seed, str(case))
        walk.play()
        assert walk.redealt or not walk.hidden, "C12: something is hidden, and dealing anew changes nothing"


class Drawn:
    """Choices that Hypothesis makes, so that a game that fails is made short."""

    def __init__(self, data: st.DataObject) -> None:
        self.data = data

    def pick(self, items: Sequence[Any]) -> Any:
        return items[self.data.draw(st.integers(0, len(items) - 1))]

    def random(self) -> float:
        return 0.99


@each_engine
@examples(3)
@given(data=st.data(), seed=st.integers(0, 2**16))
def test_any_choices_break_no_promise(engine: str, data: st.DataObject, seed: int) -> None:
    here = [case for case in CASES if case.engine == engine]
    case = here[data.draw(st.integers(0, len(here) - 1))]
    conformance_game(case.rules, case.players, Drawn(data), seed).play()


@each_engine
def test_only_a_valid_log_can_be_replayed(engine: str) -> None:
    rules = rules_of(engine)
    log = record(rules, rules.players[0], [random_bot], engine, 1)
    written: dict[str, Any] = json.loads(json.dumps(log.json()))
    assert written.pop("format") == 1
    again = GameLog(**written)
    assert replay(rules, again).returns() == log.returns
    with pytest.raises(ReplayError, match="not over"):
        replay(rules, log._replace(actions=log.actions[:-1]))
    with pytest.raises(ReplayError, match="is not an action"):
        replay(rules, log._replace(actions=("?", *log.actions[1:])))
    with pytest.raises(ReplayError):
        replay(rules, log._replace(digests=("", *log.digests[1:])))


def logs_digest(engine: str) -> str:
    """What some games of an engine come to."""
    found = [case for case in CASES if case.engine == engine and not case.options]
    return digest([record(case.rules, case.players, [random_bot], 5, str(case)).json() for case in found])


def test_another_process_plays_the_same_games() -> None:
    code = "from games.test_conformance import *; print([logs_digest(engine) for engine in ENGINES])"
    seed = "1" if os.environ.get("PYTHONHASHSEED") != "1" else "2"
    environment = os.environ | {
        "PYTHONHASHSEED": seed,
        "PYTHONPATH": os.pathsep.join([str(ROOT / "tests"), os.environ["PYTHONPATH"]]),
    }
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)
    assert done.stdout.strip() == str([logs_digest(engine) for engine in ENGINES])


def golden_cases() -> list[tuple[Case, int]]:
    return [(case, number) for case in CASES if not case.options for number in range(LOGS)]


@pytest.mark.parametrize(("case", "number"), golden_cases(), ids=lambda value: str(value))
def test_golden_logs(case: Case, number: int) -> None:
    rules = case.rules
    name = "-".join(filter(None, [case.edition, f"{case.players}p", str(number + 1)]))
    path = GOLDEN / case.engine / f"{name}.json"
    if UPDATE or not path.exists():
        assert UPDATE, f"{path.name} is missing: PAWPRINT_UPDATE_GOLDEN=1 writes it"
        path.parent.mkdir(parents=True, exist_ok=True)
        log = record(rules, case.players, [random_bot], "golden", number)
        said = log.json()
        del said["rules"], said["options"]  # cards may change where the game does not
        path.write_text(json.dumps(said, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    said = json.loads(path.read_text(encoding="utf-8"))
    said.pop("format")
    state = replay(rules, GameLog(rules=rules.rules_hash(), options=dict(rules.chosen), **said))
    assert list(state.returns()) == said["returns"]


@each_engine
def test_all_bots_get_the_same_deal(engine: str) -> None:
    rules = rules_of(engine)

    def first_bot(state: State, legal: Sequence[Any], rng: Rng) -> Any:
        return legal[0]

    starts = [next(play(rules, rules.players[0], [bot], 3))[0].dump() for bot in (random_bot, first_bot)]
    assert digest(starts[0]) == digest(starts[1])


@each_engine
def test_hash_of_the_rules_depends_on_options(engine: str) -> None:
    here = [case.rules for case in CASES if case.engine == engine]
    agreed = {(rules.edition, digest(dict(rules.chosen))): rules.rules_hash() for rules in here}
    for edition in {rules.edition for rules in here}:
        hashes = [said for (one, _), said in agreed.items() if one == edition]
        assert len(set(hashes)) == len(hashes)
    assert all(agreed[rules.edition, digest(dict(rules.chosen))] == rules.rules_hash() for rules in here)


@each_engine
def test_unknown_option_or_edition_is_refused(engine: str) -> None:
    rules = type(rules_of(engine))
    for edition, options in (("?", {}), ("", {"?": 1}), ("", {next(iter(rules.options)): "?"})):
        with pytest.raises(ValueError, match=r"\?"):
            rules.of(game_of(engine), Findings(), edition, options)


@each_engine
def test_every_option_names_its_rule(engine: str) -> None:
    for name, option in rules_of(engine).options.items():
        assert RULE.fullmatch(option.rule), name
        assert option.about, name
        assert len(option.values) == len(set(option.values)) > 1, name


def sources_of(engine: str) -> list[str]:
    """What the engine's package says of rules: the comments and docstrings of its modules, and rules that are data."""
    folder = Path(sys.modules[ENGINES.get(engine).__module__].__file__).parent  # type: ignore[union-attr, arg-type]
    modules = [said_in(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.py"))]
    return [*modules, *(path.read_text(encoding="utf-8") for path in folder.glob("rules.yaml"))]


def said_in(source: str) -> str:
    """The comments and docstrings of a module."""
    comments = [
        token.string
        for token in tokenize.generate_tokens(io.StringIO(source).readline)
        if token.type == tokenize.COMMENT
    ]
    scopes = (ast.Module, ast.ClassDef, ast.FunctionDef)
    return "\n".join(
        [*comments, *(ast.get_docstring(n) or "" for n in ast.walk(ast.parse(source)) if isinstance(n, scopes))]
    )


@each_engine
def test_every_rule_is_cited_where_it_is_implemented(engine: str) -> None:
    implements: Sequence[str] = ENGINES.get(engine).implements  # type: ignore[union-attr]
    text = "\n".join(sources_of(engine))
    cited = {match[0].rstrip(".") for match in re.finditer(RULE, text)}
    assert list(implements) == sorted(set(implements), key=natural)
    assert [rule for rule in implements if rule not in cited] == []


def natural(rule: str) -> list[Any]:
    """A key by which 10 follows 9."""
    return [(0, int(part), "") if part.isdigit() else (1, 0, part) for part in re.split(r"(\d+)", rule)]


@each_engine
def test_every_engine_has_a_notation(engine: str) -> None:
    assert engine in NOTATIONS


@each_engine
def test_games_end(engine: str) -> None:
    """C8 once more, over more games: how long they may become is proved, how long they are is not."""
    for case in CASES:
        if case.engine == engine and not case.options:
            for seed in range(5):
                *_, (state, action) = play(case.rules, case.players, [random_bot], "end", seed)
                assert (state.actor(), action) == (END, None)
