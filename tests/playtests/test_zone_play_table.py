"""Games with rules of their own are played on the page, with a table that follows from their zones."""

from pathlib import Path
from random import Random

import pytest

import pawprint.games.play_tables  # noqa: F401 - the register finds other tables, too
from pawprint.play import allowed_rules
from pawprint.play.bots import greedy_bot
from pawprint.play.engine import CHANCE, END, Rng
from pawprint.playtests.page._play_session import panels_data
from pawprint.playtests.page.offline_host import GAME_FILE, SIZES_FILE, answers
from pawprint.playtests.page.packed_game import packed
from pawprint.playtests.page.play_host import PlayHost, playable
from play.own_garden import plant_own
from playtests.test_play_host import ask, new, step


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> PlayHost:
    """The game Garden, whose hands are secret."""
    game = plant_own(tmp_path_factory.mktemp("own") / "garden")
    assert playable(game)
    return PlayHost(game, {})


def test_person_points_at_cards_and_plays_to_the_end(host: PlayHost) -> None:
    rng = Random(1)
    view = new(host, "human", "greedy")
    hands = [panel for panel in view["panels"] if panel["kind"] == "hand"]
    assert [len(panel["diagram"]["pieces"]) for panel in hands] == [3]
    assert (view["question"]["says"], view["question"]["rule"]) == ("What do you do?", "G-R1")
    reasons = set()
    while not view["over"]:
        if view["human"]:
            shown = {target["name"] for panel in view["panels"] for target in panel["diagram"]["targets"]}
            assert {one for action in view["actions"] for one in action["targets"]} <= shown
            assert all(action["targets"] for action in view["actions"])
            for target in shown:
                why = ask(host, "why", table=view["table"], seat=0, language="en", targets=[target])
                reasons.add((why["rule"], why["reason"]) if why["reason"] else ())
        view = step(host, view, rng)
    assert reasons == {(), ("G-R2", "You play a card of your hand")}
    assert sum(player["wins"] for player in view["players"]) == 1
    assert len(view["log"]) == view["step"] == 9


def test_bots_avoid_points_if_the_fewest_win_and_people_see_no_minus(
    host: PlayHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = host.tables.rules("", {})
    monkeypatch.setattr(type(rules), "lowest_wins", True)
    state = rules.load(
        {**rules.start(rules.setup(2, Rng("deal"))).dump()}
        | {"zones": {"pile": [], "hand 0": ["heron", "snail"], "hand 1": ["snail"], "played": ["toad"]}}
    )
    assert state.actor() == 0
    assert greedy_bot(state, state.legal_actions(), Rng("bot")) != "play heron"
    state.apply("play heron")
    assert (state.scores(), state.returns()) == ((-3, 0), (0.0, 1.0))
    table = host.tables.table_of(rules)
    assert [*table.points(state)] == [3, 0]
    speech, _ = host.words_in("en", host.game)
    assert "Points: 3" in str(panels_data(table.panels(state, None), speech))
    assert "Points: -3" not in str(panels_data(table.panels(state, None), speech))


def test_hidden_information_does_not_reach_the_view_of_a_seat(host: PlayHost) -> None:
    rules = host.tables.rules("", {})
    table, rng = host.tables.table_of(rules), Rng("walk")
    state = rules.start(rules.setup(3, Rng("deal")))
    speech, _ = host.words_in("en", host.game)
    while state.actor() != END:
        for seat in range(3) if state.actor() != CHANCE else ():
            views = []
            for possibility in range(3):
                other = state.copy()
                other.resample_hidden(seat, Rng(seat, possibility))
                views.append(panels_data(table.panels(other, seat), speech))
            assert views[0] == views[1] == views[2]
        state.apply(rng.pick(state.legal_actions()))


def test_position_becomes_a_scenario_of_the_game_and_comes_back(host: PlayHost) -> None:
    view, rng = new(host, "human", "random"), Random(2)
    for _ in range(4):
        view = step(host, view, rng)
    text = ask(host, "scenario", table=view["table"])["text"]
    assert 'game: "garden"' in text
    assert ask(host, "open", text=text)["steps"] == 4
    assert ask(host, "open", text=ask(host, "log", table=view["table"])["text"])["steps"] == 4


def test_failing_rules_are_reported_on_the_page(tmp_path: Path) -> None:
    game = plant_own(tmp_path / "garden")
    path = Path(game.engine)
    path.write_text(path.read_text(encoding="utf-8").replace("[prey.id", "[prey.name.id"), encoding="utf-8")
    host = PlayHost(game, {})
    view = new(host, "human", "random")
    said = ask(host, "act", table=view["table"], seat=0, action="play toad")["error"]
    assert "act() fails with AttributeError" in said
    assert "rules.py:39)" in said


def test_packed_game_brings_its_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = plant_own(tmp_path / "garden")
    packed_folder = tmp_path / "packed"
    packed_folder.mkdir()
    (packed_folder / GAME_FILE).write_bytes(packed(game))
    (packed_folder / SIZES_FILE).write_text("{}")
    (packed_folder / "rules.py").write_bytes(Path(game.engine).read_bytes())
    monkeypatch.setattr(allowed_rules, "_here", set())
    answer = answers(packed_folder.as_posix())
    assert '"actions": [{' in answer('{"do": "new", "seats": ["human", "random"], "seed": "1"}')
