"""A number of the rules of a bundled game is changed: documents follow, or a finding names a line that does not."""

from pathlib import Path

import pytest

from documents.test_trials import Trial
from pawprint.catalog.library import load_game
from pawprint.check.playable import check_rules
from pawprint.core.diagnostics import Findings
from pawprint.core.source import Source
from pawprint.games.engines import ENGINES
from pawprint.games.pocket_cats.notation import CatsNotation
from pawprint.games.pocket_cats.rules import PocketCats
from pawprint.play.language._rules_reader import read_rules
from pawprint.play.language.data_rules import DataRules
from pawprint.play.scenario import check_scenario, scenario_of_game


def changed(monkeypatch: pytest.MonkeyPatch, folder: Path, game: str, old: str, new: str) -> Trial:
    """A copy of a game in *folder*, and its engine: *old*, which is once in `rules.yaml` or `game.yaml`, is *new*."""
    trial, engine = Trial(folder, game), ENGINES.get(game)
    assert engine is not None
    assert issubclass(engine, DataRules)
    source = engine.spec.source
    if old not in source.text:
        trial.edit("game.yaml", old, new)
        return trial
    assert source.text.count(old) == 1
    spec = read_rules(Source(source.name, source.text.replace(old, new)), Findings())
    assert spec is not None
    monkeypatch.setattr(engine, "spec", spec)
    monkeypatch.setattr(engine, "numbers", {name: spec.numbers.get(name, one) for name, one in engine.numbers.items()})
    return trial


#: Game, a number, another one, and words of the documents with it.
FOLLOWED = [
    (
        "fooden", "objectives: {value: 2,", "objectives: {value: 3,",
        ("Deal three objectives", "Each has three secret objectives", "your three objectives", "and three objectives."),
    ),
    ("pocket-cats", "drawn: {value: 3,", "drawn: {value: 2,", ("each of you draws two", "one of you draws two, keeps")),
    (
        "food-chain", "\n  hand: 4\n", "\n  hand: 5\n",
        ("deal five to each player", "2 | 4 | 5 | 3 | 41", "Mushroom: 5 cards in hand", "deal five to each."),
    ),
    (
        "lake-ecosystem", "max_traits: 3 ", "max_traits: 4 ",
        ("up to four traits", "with **four locks**", "room for three keys only", "At most four, all different"),
    ),
]  # fmt: skip


@pytest.mark.parametrize(("game", "old", "new", "words"), FOLLOWED)
def test_documents_follow_a_number(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, old: str, new: str, words: tuple[str, ...]
) -> None:
    made = "\n".join(changed(monkeypatch, tmp_path, game, old, new).texts(("rulebook", "reference", "aid")).values())
    assert [one for one in words if one not in made] == [], made


#: Game, a number, another one, and a line of the declaration that contradicts it.
CONTRADICTED = [
    ("fooden", "rounds: {value: 4,", "rounds: {value: 3,", "  rounds: 4"),
    ("pocket-cats", "cat_goes: {value: 2,", "cat_goes: {value: 3,", "  cat_goes: 2"),
]


@pytest.mark.parametrize(("game", "old", "new", "line"), CONTRADICTED)
def test_number_that_cards_print_differs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, old: str, new: str, line: str
) -> None:
    trial = changed(monkeypatch, tmp_path, game, old, new)
    findings = Findings()
    loaded = load_game(trial.folder, findings)
    assert loaded is not None
    check_rules(loaded, findings)
    assert any(f"/{trial.at('game.yaml', line)}" in str(one.span) for one in findings), [*findings]


#: Game, a number, another one, and a scenario that shows the first.
SHOWN = [
    ("fooden", "leader_points: {value: 2,", "leader_points: {value: 3,", "EX-4-cards", "scores.maelys should be 26"),
    ("food-chain", "{passes: 0}}, {draw: 1,", "{passes: 0}}, {draw: 2,", "hunt", "left should be 1"),
    ("food-chain", "to: discard}, {draw: 1,", "to: discard}, {draw: 2,", "pass", "left should be 1"),
    ("lake-ecosystem", "attack: {food: 2}", "attack: {food: 3}", "EL-3.16", "species.S.fed should be 2"),
]


@pytest.mark.parametrize(("game", "old", "new", "name", "message"), SHOWN)
def test_scenario_shows_another_number(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, old: str, new: str, name: str, message: str
) -> None:
    trial = changed(monkeypatch, tmp_path, game, old, new)
    findings = Findings()
    loaded = load_game(trial.folder, findings)
    assert loaded is not None
    scenario = scenario_of_game(loaded, name, findings)
    assert scenario is not None
    check_scenario(scenario, lambda _: loaded, findings)
    assert any(message in one.message and f"/{name}.yaml:" in str(one.span) for one in findings), [*findings]


def test_refusal_follows_a_number(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trial = changed(monkeypatch, tmp_path, "pocket-cats", "cat_goes: {value: 2,", "cat_goes: {value: 3,")
    loaded = load_game(trial.folder, Findings())
    assert loaded is not None
    rules = PocketCats.of(loaded, Findings())
    assert rules is not None
    state = CatsNotation(rules).read_state(
        {"board": [["twins-2a", "_", "mouse-3", "_", "~roofs-3"]], "clans": ["twins", "roofs"]}
    )
    state.apply(rules.parse("reveal r1c5"))
    reason = state.why_not(rules.parse("exchange r1c5 with r1c1"))
    assert reason.startswith("PC-3.2: a cat is exchanged with a tile up to 3 places away"), reason
