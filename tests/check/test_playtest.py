"""Playing tells what becomes of the invariants that need it, and finds what is wrong with an engine or a deck."""

import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from pawprint.catalog.library import load_game
from pawprint.catalog.model import Game
from pawprint.check import game_rounds, playtest
from pawprint.check.check_reader import checks_of
from pawprint.check.evaluation import CheckResult, run_checks
from pawprint.core.diagnostics import Findings
from pawprint.play.playing import read_log, replay_steps
from pawprint.play.simulation import WorkerPool
from play.garden import Garden, plant

GARDEN = Path(__file__).parents[2] / "docs" / "gallery" / "catalog" / "garden"


class Found(NamedTuple):
    """What playing has found."""

    game: Game
    depth: playtest.PlaytestReport
    findings: Findings

    @property
    def result(self) -> CheckResult:
        """Of the check C."""
        return next(one for one in self.depth.results if one.id == "C")

    @property
    def messages(self) -> list[str]:
        """`code: message` of each finding, in order."""
        return [f"{one.code}: {one.message}" for one in self.findings.sorted()]


Play = Callable[..., Found]


@pytest.fixture
def play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Play:
    """Plays the garden with further checks, changed records and a fault of the engine."""
    monkeypatch.chdir(tmp_path)

    def played(*checks: str, fault: str = "", edits: dict[str, str] | None = None, **more: Any) -> Found:
        plant(monkeypatch, fault)
        folder = tmp_path / "garden"
        shutil.copytree(GARDEN, folder, dirs_exist_ok=True)
        game = (folder / "game.yaml").read_text(encoding="utf-8")
        game = game.replace("languages: [en]", "languages: [en]\nrules: {engine: garden}")
        game = game.partition("checks:")[0] + "checks:\n" + "".join(f"  - {{{check}}}\n" for check in checks)
        (folder / "game.yaml").write_text(game if checks else game.removesuffix("checks:\n"), encoding="utf-8")
        cards = (folder / "cards.yaml").read_text(encoding="utf-8")
        for old, new in (edits or {}).items():
            assert old in cards
            cards = cards.replace(old, new, 1)
        (folder / "cards.yaml").write_text(cards, encoding="utf-8")
        findings = Findings()
        loaded = load_game(folder, findings)
        assert loaded is not None, [*findings]
        assert not [*findings], [*findings]
        with WorkerPool(more.pop("workers", 1)) as crew:
            results, options = run_checks(loaded, findings), {"games": 40} | more
            return Found(loaded, playtest.play(loaded, results, findings, crew, **options), findings)

    return played


def test_good_game_has_no_findings(play: Play) -> None:
    found = play()
    assert found.messages == []
    assert found.depth.logs == {}
    assert found.depth.summary == (
        "garden: 80 games between greedy bots and 160 games between random bots, at 2 tables, seed 0; "
        "20 times a seat lost without ever having a choice"
    )


def test_same_seed_finds_the_same(play: Play) -> None:
    checks = ("id: C, needs: play, seats: 1.5", "id: D, needs: play, happens: eat, min: 1")
    assert play(*checks).depth == play(*checks).depth
    assert play(*checks, seed=1).depth != play(*checks).depth


def test_game_without_an_engine_is_not_played(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    findings = Findings()
    game = load_game(GARDEN, findings)
    assert game is not None
    results = (CheckResult("C", "", "needs play"),)
    with WorkerPool() as crew:
        depth = playtest.play(game, results, findings, crew)
    assert depth == (results, {}, "garden: nothing was played; it names no engine", ())


# --- checks -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("check", "status", "words"),
    [
        ("", "needs play", "neither the check nor the engine says how to find out"),
        (", happens: used, to: animals", "ok", "3 of 3 in 240 games"),
        (", happens: eat, to: animals, where: prey", "ok", "2 of 2 in 240 games"),
        (", happens: eat, to: animals", "ok", "3 of 3"),
        (", happens: eat.1, to: animals", "undecided", "1 of 3 not seen in 240 games: snail (eat.1)"),
        (", happens: [eat, dance]", "undecided", "not seen in 240 games: 'dance' does not happen"),
        (", happens: eat, min: 1, max: 5", "ok", "greedy bots"),
        (", happens: eat, min: 6", "failed", "greedy bots"),
        (", happens: eat, max: 4", "undecided", "greedy bots"),
        (", never: dance", "ok", "so in less than 1.24% of all"),
        (", never: [dance, eat]", "failed", ""),
        (", seats: 3", "ok", "is fair"),
        (", seats: 1.3", "undecided", "40 games between greedy bots; at most"),
        (", happens: play, to: animals, sides: 2.5", "ok", "is fair"),
        (", happens: play, to: animals, sides: 0.5", "failed", "is fair"),
        (", ends: 9", "ok", "longest of 240 games: 9 decisions"),
        (", ends: 8", "failed", "longest of 240 games: 9 decisions"),
        (", repeats: games", "ok", "played twice"),
        (", scores: mean, min: 3, max: 9", "ok", "7.1 (6.78 to 7.42) points, 2 players; 80 games"),
        (", scores: mean, max: 6", "failed", "points, 2 players"),
        (", scores: mean, max: 7.2", "undecided", "points, 2 players"),
        (", lasts: played", "failed", ""),
        (", lasts: played, to: animals", "ok", "never less than 1 of 'snail' in 'played', in every state of 80 games"),
        (
            ", same: mercy, without: animals.prey",
            "ok",
            "8 games without animals.prey, each with every value of 'mercy'",
        ),
        (", same: mercy, without: animals.text", "failed", ""),
        (", happens: play, to: animals, duels: 2.1", "ok", "between greedy bots; at most 105.0% is fair"),
        (", happens: play, to: animals, duels: 1.01", "failed", "; 4 of 6 are undecided"),
        (", happens: play, to: animals, sides: [0.1, 2.5]", "ok", "3.3% to 83.3% is fair"),
        (", happens: play, to: animals, sides: [1.9, 2.5]", "failed", "63.3% to 83.3% is fair"),
        (", seats: [0.7, 1.3]", "undecided", "35.0% to 65.0% is fair"),
    ],
)
def test_check_gets_a_status(check: str, status: str, words: str, play: Play) -> None:
    found = play(f"id: C{check}, needs: play")
    assert (found.result.status, words in found.result.note) == (status, True), found.result
    assert bool(found.messages) == (status == "failed")
    assert all(message.startswith("check-failed: C: ") for message in found.messages)


@pytest.mark.parametrize(
    ("check", "status", "words"),
    [
        ("happens: lives, to: animals, by: home", "ok", "3 of 3 in 240 games"),
        (
            "happens: lives, to: animals, by: \"'pond'\"",
            "undecided",
            "2 of 3 not seen in 240 games: snail (lives pond)",
        ),
        ("happens: gain, to: animals, least: 0.5, most: 2", "ok", "snail 1, median 2, heron 3; 240 games"),
        ("happens: gain, to: animals, most: 1.4", "undecided", "snail 1, median 2, heron 3"),
        ("happens: gain, to: animals, average: [0.1, 9]", "ok", "is fair"),
        ("happens: gain, to: animals, average: 1.05", "failed", "at most 1.05 times the median, which is"),
        ("happens: play, to: animals, average: 2", "undecided", "no number was emitted"),
    ],
)
def test_check_of_words_and_numbers_gets_a_status(check: str, status: str, words: str, play: Play) -> None:
    found = play(f"id: C, {check}, needs: play", fault="chatty")
    assert (found.result.status, words in found.result.note) == (status, True), found.result


def test_number_far_from_the_others_in_enough_games_fails(play: Play) -> None:
    found = play("id: C, needs: play, happens: gain, to: animals, most: 1.4", fault="chatty", games=300)
    assert found.messages == ["check-failed: C: the highest number of 'heron' is 3 in 1,800 games; the median is 2"]


def test_failure_in_a_single_game_names_the_game(play: Play) -> None:
    found = play("id: C, needs: play, never: eat", "id: D, needs: play, ends: 8", "id: E, needs: play, lasts: deck")
    assert len(found.findings) == 3
    for one in found.findings:
        file = one.help.rpartition(" ")[2]
        log = read_log(found.depth.logs[file])
        told = [event[0] for moment in replay_steps(Garden.of(found.game, Findings()), log) for event in moment.events]
        assert len(log.actions) == 9
        assert "eat" in told or one.rule != "C"


def test_unknown_zone_is_reported(play: Play) -> None:
    found = play("id: C, needs: play, lasts: [deck, desk]")
    assert found.messages == [
        "bad-declaration: C: the check cannot be evaluated for 'desk': the game has no zone 'desk'"
    ]
    (finding,) = found.findings
    assert finding.help == "did you mean 'deck'?"


def test_seat_without_a_choice_is_reported(play: Play) -> None:
    found = play(edits={"prey: [snail, toad]": "prey: []", "prey: [snail]": "prey: []"})
    (finding, *_) = [one for one in found.findings if one.code == "loss-forced"]
    assert " of 120 games without ever having a choice" in finding.message
    seat = int(finding.message.split()[1]) - 1
    log = read_log(found.depth.logs[finding.help.rpartition(" ")[2]])
    assert log.returns[seat] == 0
    legal = []
    state = Garden.of(found.game, Findings()).start(log.setup)
    for words in log.actions:
        legal += [len(state.legal_actions())] if state.actor() == seat else []
        state.apply(words.removeprefix("play "))
    assert {*legal} == {1}


def test_event_not_seen_in_enough_games_is_missing(play: Play) -> None:
    found = play("id: C, about: all are hunters, needs: play, happens: eat.1, to: animals", games=300)
    assert found.result.status == "failed"
    assert found.messages == ["check-failed: C: 'snail' is never part of 'eat.1' in 1,800 games (all are hunters)"]
    (finding,) = found.findings
    assert str(finding.span).endswith("cards.yaml:2:5")
    assert finding.rule == "C"


def test_warning_stays_a_warning(play: Play) -> None:
    found = play("id: C, needs: play, ends: 8, severity: warning")
    assert [one.severity.value for one in found.findings] == ["warning"]


def test_worst_of_several_checks_with_the_same_id_counts(play: Play) -> None:
    found = play("id: C, needs: play, ends: 9", "id: C, needs: play, ends: 8", "id: C, needs: play, repeats: games")
    assert found.result.status == "failed"
    found = play("id: C, count: animals, equals: 3", "id: C, needs: play, ends: 9")
    assert found.result.status == "ok"


def test_expression_that_cannot_be_evaluated(play: Play) -> None:
    found = play("id: C, needs: play, happens: used, to: animals, where: wings")
    assert found.messages == [
        "bad-declaration: C: the check cannot be evaluated for 'snail': there is no field 'wings'"
    ]


@pytest.mark.parametrize(
    ("check", "words"),
    [
        ("happens: eat, never: eat", "asks for several things"),
        ("happens: eat, to: animals, sides: 1.5, average: 2", "asks for several things"),
        ("to: animals", "does not say what happens"),
        ("happens: eat, sides: 1.5", "does not say to what it happens"),
        ("happens: eat, to: animals, min: 1", "counts what it looks for in every record"),
        ("happens: eat, to: beasts", "names the component 'beasts'"),
        ("repeats: cards", "'repeats' of check 'C'"),
        ("ends: soon", "'ends' of check 'C'"),
        ("seats: [1.5, 0.5]", "'seats' of check 'C' should be one number, or two that rise"),
        ("seats: [1.5]", "'seats' of check 'C' should be one number, or two that rise"),
        ("seats: often", "'seats' of check 'C'"),
        ("seats: -1", "'seats' of check 'C' is -1"),
    ],
)
def test_invalid_check_is_reported(check: str, words: str, tmp_path: Path) -> None:
    shutil.copytree(GARDEN, tmp_path / "garden")
    file = tmp_path / "garden" / "game.yaml"
    file.write_text(f"{file.read_text(encoding='utf-8').rstrip()}\n  - {{id: C, needs: play, {check}}}\n", "utf-8")
    findings = Findings()
    game = load_game(tmp_path / "garden", findings)
    assert game is not None
    checks_of(game, findings)
    (finding,) = findings
    assert words in finding.message


# --- until it is decided ------------------------------------------------------------------------------------


@pytest.fixture
def budget(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Sets what may be tried; other games are few."""
    monkeypatch.setattr(game_rounds, "INSPECT_BUDGET", 300)
    monkeypatch.setattr(game_rounds, "RANDOM_BUDGET", 300)
    monkeypatch.setattr(game_rounds, "ENOUGH", 10)
    return lambda tried: monkeypatch.setattr(game_rounds, "TRY_BUDGET", tried)


def test_playing_continues_until_a_check_is_decided(play: Play, budget: Callable[[int], None]) -> None:
    budget(2000)
    assert play("id: C, needs: play, seats: 1.2", games=0).result.status == "undecided"
    budget(20_000)
    found = play("id: C, needs: play, seats: 1.2", games=0)
    assert found.result.status == "failed"
    assert found.depth.undecided == ()


def test_no_more_games_are_played_than_decide(play: Play, budget: Callable[[int], None]) -> None:
    def games(check: str) -> int:
        found = play(check, games=0)
        assert found.result.status == "ok"
        return int(found.depth.summary.split()[1].replace(",", ""))

    budget(20_000)
    assert games("id: C, needs: play, seats: 1.95") * 2 < games("id: C, needs: play, seats: 1.75")


def test_undecided_check_reports_the_games_that_it_needs(play: Play, budget: Callable[[int], None]) -> None:
    budget(500)
    found = play("id: C, needs: play, seats: 1.75", games=0)
    (line,) = found.depth.undecided
    words = re.fullmatch(r"garden: C is undecided: about ([\d,]+) more games would tell, as with --games (\d+)", line)
    assert words, line
    assert int(words[2]) > 20
    assert play("id: C, needs: play, seats: 1.75", games=2 * int(words[2])).result.status != "undecided"


def test_event_not_seen_in_too_few_games_needs_more_games(play: Play) -> None:
    found = play("id: C, needs: play, happens: eat.1, to: animals")
    assert found.depth.undecided == ("garden: C is undecided: about 210 more games would tell, as with --games 250",)


@pytest.mark.parametrize("workers", [2])
def test_any_number_of_processes_plays_as_many_games(workers: int, play: Play, budget: Callable[[int], None]) -> None:
    budget(8000)
    check = "id: C, needs: play, seats: 1.3"
    assert play(check, games=0, workers=workers).depth == play(check, games=0).depth


# --- what is wrong ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        ("crash", "KeyError: 'heron' (garden.py:"),
        ("endless", "the game comes no nearer to its end"),
        ("loses", "pieces appear or vanish"),
        ("invariant", "G-20: two animals lie on the table"),
        ("salt", "played again with the same seed, it is another game"),
    ],
)
def test_broken_engine(fault: str, words: str, play: Play) -> None:
    found = play(fault=fault)
    broken = [one for one in found.findings if one.code == "game-broken" and one.message.startswith(words)]
    assert len(broken) == 1, found.messages
    assert broken[0].help.startswith("look at it with: pawprint play garden --replay broken-garden-")
    file = broken[0].help.rpartition(" ")[2]
    assert found.depth.logs[file].count("\n") == 1


@pytest.mark.parametrize(("fault", "check"), [("invariant", "id: G-20"), ("salt", "id: C, repeats: games")])
def test_declared_invariant_that_a_state_breaks(fault: str, check: str, play: Play) -> None:
    found = play(f"{check}, about: it is so, needs: play", fault=fault)
    assert [one.status for one in found.depth.results] == ["failed"]
    (message,) = found.messages
    assert message.startswith("check-failed: ")
    assert message.endswith("(it is so)")


def test_deck_that_cannot_be_played(play: Play) -> None:
    found = play("id: C, needs: play, ends: 9", edits={"copies: 4": "copies: 0"})
    assert found.messages == ["game-broken: garden cannot be played: 5 cards are too few"]
    assert found.result.status == "needs play"


def test_unplayable_card_is_reported(play: Play) -> None:
    edits = {"prey: [snail, toad]": "prey: []"}
    unplayed = [message for message in play(edits=edits).messages if "loss-forced" not in message]
    assert unplayed == [], "too few games to tell"
    found = play(edits=edits, games=300)
    (message,) = [message for message in found.messages if "loss-forced" not in message]
    (one,) = [one for one in found.findings if one.code == "card-unplayed"]
    assert one.help.endswith("; look at a game with: pawprint play garden --replay seen-garden-1.jsonl")
    assert "heron" in found.depth.logs["seen-garden-1.jsonl"], "somebody has it in hand"
    assert message.startswith("card-unplayed: 'heron' is played in none of 600 games")
    assert message.endswith("playing it is never legal")
    message, *others = play("id: C, needs: play, happens: used, to: animals", edits=edits, games=300).messages
    assert all(other.startswith("loss-forced") for other in others)
    assert message.startswith("check-failed: C: 'heron' is never 'used'"), "said once"


def test_seat_that_hardly_ever_wins(play: Play) -> None:
    found = play(fault="unfair", games=150)
    assert {message.partition(" wins")[0] for message in found.messages} >= {
        "seat-unfair: player 2 of 2 players", "seat-unfair: player 2 of 3 players",
    }  # fmt: skip


def test_edition_that_the_engine_does_not_have(play: Play) -> None:
    assert play(edition="long").depth.summary.startswith("garden: nothing was played")
