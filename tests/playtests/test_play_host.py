"""Games in play answer the requests of the page: whole games, what each seat sees, records that bring a game back."""

import json
import re
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from games.conformance import game_of
from pawprint.core.diagnostics import Findings
from pawprint.core.source import Source
from pawprint.games.play_tables import PLAY_TABLES
from pawprint.play.bots import BOTS
from pawprint.play.engine import CHANCE, END, Rng
from pawprint.play.lookup import rules_for
from pawprint.play.scenario import check_scenario, scenario_names, scenario_of
from pawprint.playtests import page as playpage
from pawprint.playtests.page._play_session import PlaySession, panels_data
from pawprint.playtests.page.play_host import PlayHost
from pawprint.source.reader import read_yaml

#: A log without a deal.
LOG = (
    '{"format": 1, "game": "fooden", "rules": "", "edition": "", "options": {}, "players": 2, "actions": [],'
    ' "returns": [], "digests": []}'
)

each_game = pytest.mark.parametrize("name", [*PLAY_TABLES])


@cache
def host_of(name: str) -> PlayHost:
    return PlayHost(game_of(name), {})


def ask(host: PlayHost, do: str, **data: Any) -> Any:
    """The answer to a request, which has come through text as it does on the page."""
    answer = host.request(json.loads(json.dumps({"do": do, **data})))
    return json.loads(json.dumps(answer))


def new(host: PlayHost, *seats: str, **data: Any) -> Any:
    view = ask(host, "new", seats=[*seats], **{"seed": "1", "language": "en", **data})
    assert "error" not in view, view
    return view


def step(host: PlayHost, view: Any, rng: Random, **more: Any) -> Any:
    """The view after one more action: a random one of a person, or that of a bot."""
    here = {"table": view["table"], "seat": view["seat"], "language": "en", **more}
    answer = (
        ask(host, "act", **here, action=rng.choice(view["actions"])["words"])
        if view["human"]
        else ask(host, "bot", **here)
    )
    assert "error" not in answer, answer
    return answer


@each_game
def test_person_plays_a_bot_to_the_end(name: str) -> None:
    host, rng = host_of(name), Random(name)
    view = new(host, "human", "random")
    while not view["over"]:
        assert bool(view["actions"]) == view["human"] == bool(view["question"])
        assert not view["human"] or (view["question"]["says"] and view["question"]["rule"])
        says = [action["says"] for action in view["actions"]]
        assert len({*says}) == len(says), "every button says what it does"
        titles = [panel["title"] for panel in view["panels"]]
        assert len({*titles}) == len(titles), "every region of the page has a name of its own"
        shown = {target["name"] for panel in view["panels"] for target in panel["diagram"]["targets"]}
        assert {one for action in view["actions"] for one in action["targets"]} <= shown
        view = step(host, view, rng)
    assert sum(player["wins"] for player in view["players"]) in (0, 1, len(view["players"]))
    assert len(view["log"]) == view["step"] >= 10


@each_game
def test_hidden_information_does_not_reach_the_view_of_a_seat(name: str) -> None:
    """Whatever is hidden could be otherwise: the view, the log and the words of actions are the same."""
    host, rng = host_of(name), Rng(name, "walk")
    rules = host.tables.rules("", {})
    table = host.tables.table_of(rules)
    players = rules.players.stop - 1
    state = rules.start(rules.setup(players, Rng(name, "deal")))
    speech, _ = host.words_in("en", host.game)
    steps = 0
    while state.actor() != END:
        steps += 1
        for seat in (steps % players, state.actor()) if steps % 4 == 1 and state.actor() != CHANCE else ():
            views = []
            for possibility in range(2):
                other = state.copy()
                other.resample_hidden(seat, Rng(name, steps, possibility))
                said = [speech.say(table.player(one, other)) for one in range(players)]
                asked = table.question(other) if seat == state.actor() else None
                views.append((panels_data(table.panels(other, seat), speech), said, asked))
            assert views[0] == views[1], f"seat {seat} at step {steps}"
        state.apply(state.chance(rng) if state.actor() == CHANCE else rng.pick(state.legal_actions()))


@each_game
def test_every_scenario_can_be_watched_step_by_step(name: str) -> None:
    host = host_of(name)
    for scenario in scenario_names(host.game)[::5]:
        view = ask(host, "open", scenario=scenario, language="en")
        assert "error" not in view, (scenario, view)
        for step in range(view["steps"] + 1):
            shown = ask(host, "go", table=view["table"], step=step, language="en")
            assert "error" not in shown, (scenario, step, shown)


@pytest.mark.parametrize("name", ["fooden", "lake-ecosystem"])
def test_log_reveals_only_what_other_seats_may_know(name: str) -> None:
    """Actions after which another seat knows the same are told to it in the same words."""
    host = host_of(name)
    view, rng, alike = new(host, "human", "human", seed="2"), Random(3), 0
    while not view["over"] and view["step"] < 40:
        view = ask(host, "view", table=view["table"], seat=view["actor"], language="en")
        session, other = host.session(view), 1 - view["actor"]
        told: dict[str, set[str]] = {}
        for action in session.state.legal_actions():
            trial = PlaySession(session.table, session.state.copy(), None, ["human", "human"], "1")
            trial.append(action)
            known = json.dumps(trial.state.observation(other))
            told.setdefault(known, set()).add(json.dumps(trial.deeds[0].others))
        assert not [words for words in told.values() if len(words) > 1]
        alike += len(session.state.legal_actions()) - len(told)
        view = step(host, view, rng)
    assert alike, "there are secret moves"


@each_game
def test_log_and_a_scenario_bring_the_game_back(name: str) -> None:
    host, rng = host_of(name), Random(name)
    view = new(host, "human", "random")
    for _ in range(14):
        view = step(host, view, rng)
    text = ask(host, "log", table=view["table"])["text"]
    replay = ask(host, "open", text=text, language="en")
    assert (replay["step"], replay["steps"], replay["open"]) == (0, view["step"], True)
    last = ask(host, "go", table=replay["table"], step=view["step"], language="en")
    assert [entry["says"] for entry in last["log"]] == [
        list(map(host.words_in("en", host.game)[0].say, deed.own)) for deed in host.session(view).deeds
    ]
    scenario = ask(host, "scenario", table=view["table"])["text"]
    findings = Findings()
    node = read_yaml(Source("scenario.yaml", scenario), findings)
    read = None if node is None else scenario_of(node, "position", findings)
    assert read is not None, [one.message for one in findings]
    assert check_scenario(read, lambda _: host.game, findings), [one.message for one in findings]
    again = ask(host, "open", text=scenario)
    assert again["steps"] == view["step"]
    on = ask(host, "go", table=again["table"], step=7)
    on = ask(host, "play-on", table=on["table"], seats=["human", "random"])
    assert (on["open"], on["steps"]) == (False, on["step"])
    assert "error" not in step(host, {**on, "seat": on.get("seat")}, rng)


@each_game
def test_undo_returns_to_the_last_choice_and_repeating_it_gives_the_same_state(name: str) -> None:
    host, rng = host_of(name), Random(2)
    view = new(host, "human", "greedy")
    while len(view["actions"]) < 2 or view["step"] < 4:
        view = step(host, view, rng)
    action = view["actions"][-1]["words"]
    here = {"table": view["table"], "seat": 0, "language": "en"}
    after = ask(host, "act", **here, action=action)
    while not after["over"] and not after["human"]:
        after = ask(host, "bot", **here)
    back = ask(host, "undo", **here)
    assert back == view
    again = ask(host, "act", **here, action=action)
    while not again["over"] and not again["human"]:
        again = ask(host, "bot", **here)
    assert again == after


@each_game
def test_pointing_yields_an_action_or_a_reason_or_nothing(name: str) -> None:
    """And a hint is one of the actions."""
    host, rng = host_of(name), Random(5)
    view = new(host, "human", "random")
    reasons = 0
    while not view["over"] and view["step"] < 40:
        if view["human"]:
            here = {"table": view["table"], "seat": 0, "language": "en"}
            begin = {action["targets"][0] for action in view["actions"] if action["targets"]}
            for panel in view["panels"]:
                for target in panel["diagram"]["targets"]:
                    if target["name"] not in begin:
                        why = ask(host, "why", **here, targets=[target["name"]])
                        assert "error" not in why
                        reasons += bool(why["reason"] and why["rule"])
            assert ask(host, "hint", **here)["action"] in [action["words"] for action in view["actions"]]
        view = step(host, view, rng)
    assert reasons


#: Of a player who has done nothing yet, and of others.
THIRD_PERSON = re.compile(r"\b(the|a|another) player\b(?! ?'s)|[Pp]layer \d|\bseat \d|[Ll]e joueur")


@each_game
def test_refusal_names_the_first_step_or_addresses_the_player(name: str) -> None:
    host, rng = host_of(name), Random(2)
    for language in ("en", "fr"):
        view, firsts = new(host, "human", "random"), set()
        while not view["over"] and view["step"] < 60:
            here = {"table": view["table"], "seat": 0, "language": language}
            begin = {action["targets"][0] for action in view["actions"] if action["targets"]}
            later = {target for action in view["actions"] for target in action["targets"][1:]} - begin
            targets = [target["name"] for panel in view["panels"] for target in panel["diagram"]["targets"]]
            for target in targets if view["human"] else []:
                if target in later or (target not in begin and rng.random() < 0.2):
                    why = ask(host, "why", **here, targets=[target])
                    assert not THIRD_PERSON.search(why["reason"]), why
                    assert target not in later or (why["first"] and why["language"] == language), why
                    firsts |= {why["reason"]} if why.get("first") else set()
            view = step(host, view, rng)
        assert firsts or name in ("pocket-cats", "lake-ecosystem"), "here they have one target, or seldom two"
        assert all(re.search("first choose|d'abord", one, re.IGNORECASE) for one in firsts), firsts


def test_card_on_the_table_needs_a_card_of_the_hand_first() -> None:
    host = host_of("food-chain")
    view = new(host, "human", "random")
    here = {"table": view["table"], "seat": 0, "language": "en"}
    nodes = [
        one["name"] for panel in view["panels"] for one in panel["diagram"]["targets"] if one["name"][:5] == "node "
    ]
    assert nodes
    for node in nodes:  # nobody has a predator yet
        why = ask(host, "why", **here, targets=[node])
        assert (why["reason"], why["first"]) == ("First choose a card of your hand.", True)
        assert why["section"]["title"]


def reasons(name: str, language: str, seed: int) -> set[str]:
    """Some reasons that a game gives for what players point at, by hand and table; numbers left out."""
    host, rng, seen = host_of(name), Random(seed), set[str]()
    view = new(host, "human", "random")
    while not view["over"] and view["step"] < 60:
        here = {"table": view["table"], "seat": 0, "language": language}
        begin = {action["targets"][0] for action in view["actions"] if action["targets"]}
        targets = [target["name"] for panel in view["panels"] for target in panel["diagram"]["targets"]]
        if view["human"]:
            pointed = [[one] for one in targets if one not in begin]
            pointed += [[one, other] for one in sorted(begin)[:2] for other in targets if other != one]
            for pair in rng.sample(pointed, min(len(pointed), 5)):
                why = ask(host, "why", **here, targets=pair)
                if why["reason"]:
                    assert why["language"] == language, why
                    assert not re.search(r"#\d|\br\dc\d|[Ss]eat \d|'\w+-\w+'", why["reason"]), "a word of the engine"
                    seen.add(re.sub(r"\d+", "", why["reason"]))
        view = step(host, view, rng)
    return seen


@pytest.mark.parametrize(
    ("name", "language"),
    [
        ("pocket-cats", "fr"),
        ("pocket-cats", "de"),
        ("food-chain", "fr"),
        ("fooden", "fr"),
        ("lake-ecosystem", "fr"),
    ],
)
def test_reasons_are_in_the_language_of_the_page(name: str, language: str) -> None:
    """And pieces and places have the names that the page has for them."""
    assert len(reasons(name, language, 0)) >= 3


@each_game
def test_every_link_into_the_rulebook_names_its_section(name: str) -> None:
    host = host_of(name)
    game = game_of(name)
    anchors = {*PLAY_TABLES.get(name).sections.values()}  # type: ignore[union-attr]
    for language in game.languages:
        _, sections = host.words_in(language, game)
        found = [sections.section(anchor) for anchor in sorted(anchors)]
        assert all(section and section["title"] and "{" not in section["title"] for section in found), found


def test_titles_of_sections_may_have_values_of_pieces() -> None:
    _, sections = host_of("fooden").words_in("en", game_of("fooden"))
    assert (sections.titles["phase-2"], sections.titles["survival"]) == ("2. Actions", "A survival phase")
    assert sections.titles["organisations"] == "2. Actions"  # the section in which it is


def test_reason_without_words_stays_english() -> None:
    host = host_of("pocket-cats")
    table = host.session({"table": new(host, "human", "random")["table"]}).table
    assert table.reason("nothing that the rules say") == "nothing that the rules say"


def test_page_explains_how_a_dog_is_placed_and_that_powers_do_not_count() -> None:
    host, rng = host_of("pocket-cats"), Random(1)
    view = new(host, "human", "human", edition="first-game")
    while view["step"] < 40:
        view = step(host, view, rng)
    assert all("Powers do not count in this game." in panel["notes"] for panel in view["panels"][1:])
    dogs = [one["says"] for one in view["panels"][0]["diagram"]["targets"] if one["says"].startswith("Dog")]
    state = host.session({"table": view["table"]}).state
    turned = sum(bool(turned and up) for turned, up in zip(state.turned, state.up, strict=True))
    assert sum(", turned to the " in says or ", upside down" in says for says in dogs) == turned > 0
    around, now = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"], 0
    quarters = {"turned to the right": 1, "upside down": 2, "turned to the left": 3}
    for says in dogs:
        if found := re.match(r"Dog \((.*?)\), (.*), now (.*) \(", says):
            printed, how, points = found.groups()
            aims = {around[(around.index(arrow) + 2 * quarters[how]) % 8] for arrow in printed.split(", ")}
            assert {*points.split(", ")} == aims
            now += 1
    assert now == turned


def test_log_uses_the_names_that_players_had_at_the_time() -> None:
    host, rng = host_of("pocket-cats"), Random(1)
    view = new(host, "human", "human")
    while view["step"] < 4:
        view = step(host, view, rng)
    first, second, third = (entry["who"] for entry in view["log"] if entry["who"])
    assert (first, second) == ("Player 1", "Player 2")  # and not "Gourmets chose Gourmets"
    assert third in [player["name"] for player in view["players"]]


@pytest.mark.parametrize(
    ("name", "verbs"),
    [
        ("lake-ecosystem", {"plays", "begins", "adds", "gives", "stops", "feeds", "attacks"}),
        ("fooden", {"lays", "applies"}),
    ],
)
def test_every_line_of_the_log_names_the_action_of_a_player(name: str, verbs: set[str]) -> None:
    host, rng = host_of(name), Random(1)
    view = new(host, "random", "random")
    while view["step"] < 60:
        view = step(host, view, rng)
    assert {entry["says"][0].split()[0] for entry in view["log"] if entry["who"] and entry["says"]} == verbs


def test_discarding_player_points_at_the_card_and_player_without_cards_at_nothing() -> None:
    tables = host_of("food-chain").tables
    rules = tables.rules("", {})
    table, state = tables.table_of(rules), rules.start(rules.setup(2, Rng(1)))
    snail = rules.parse("discard snail")
    assert table.targets(snail, state) == ("hand snail",)
    assert table.targets(rules.parse("pass"), state) == ()


def test_notes_of_a_player_name_the_leader() -> None:
    host, rng = host_of("fooden"), Random(2)
    view = new(host, "random", "random", "random")
    while not view["over"] and view["step"] < 30:
        view = step(host, view, rng)
    assert json.dumps(view).count("Has the Leader pawn") == 1


@pytest.mark.parametrize(("name", "revealed"), [("fooden", "on révèle "), ("food-chain", "on retourne ")])
def test_french_lines_suit_creatures_of_either_gender(name: str, revealed: str) -> None:
    host, rng = host_of(name), Random(3)
    view = new(host, "random", "random", language="fr")
    while view["step"] < 60 and not view["over"]:
        view = step(host, view, rng, language="fr")
    told = [line for entry in view["log"] for line in entry["says"]]
    assert [line for line in told if line.startswith(revealed)]
    assert not [line for line in told if re.search(r" est (révél|retourn)ée?$", line)]


def test_predator_eats_the_piece_below_it_without_naming_its_place() -> None:
    host, rng = host_of("food-chain"), Random(1)
    view, eaten = new(host, "random", "random"), []
    while not view["over"]:
        view = step(host, view, rng)
        eaten = [entry["says"][0] for entry in view["log"] if entry["says"] and entry["says"][0].startswith("eats ")]
    assert eaten
    assert not [told for told in eaten if ", on " in told.rpartition(" with ")[2]]


def test_seat_of_a_bot_is_not_shown() -> None:
    host = host_of("pocket-cats")
    view = new(host, "human", "random")
    assert "not a person's" in ask(host, "view", table=view["table"], seat=1)["error"]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ([], "an object"),
        ({"do": "dance"}, "is no request"),
        ({"do": "new", "seats": ["human"]}, "2 to 2 seats"),
        ({"do": "new", "seats": ["human", "cheater"]}, "each is one of"),
        ({"do": "new", "seats": ["human", []]}, "each is one of"),
        ({"do": "new", "seats": ["human", "random"], "edition": "none"}, "no edition 'none'"),
        ({"do": "new", "seats": ["human", "random"], "options": {"mode": "odd"}}, "cannot be 'odd'"),
        ({"do": "new", "seats": ["human", "random"], "options": {"mode": []}}, "cannot be '[]'"),
        ({"do": "new", "seats": ["human", "random"], "options": {"mode": {}}}, "cannot be '{}'"),
        ({"do": "new", "seats": ["human", "random"], "seed": 3}, "'seed' is a text"),
        ({"do": "view", "table": "none"}, "no longer there"),
        ({"do": "open", "text": "{"}, "no JSON"),
        ({"do": "open", "text": "nonsense: [1"}, ""),
        ({"do": "open", "scenario": "none"}, ""),
        ({"do": "open", "text": "game: fooden"}, "a scenario of 'fooden'"),
        ({"do": "open", "text": LOG}, "a log of 'fooden'"),
        ({"do": "open", "text": LOG.replace("fooden", "pocket-cats")}, "cannot be read"),
        ({"do": "open", "text": LOG.replace("fooden", "pocket-cats").replace("2", "2000000000")}, "not for 2000000000"),
    ],
)  # fmt: skip
def test_impossible_request_gets_a_reason(data: Any, reason: str) -> None:
    answer = host_of("pocket-cats").request(data)
    assert [*answer] == ["error"]
    assert reason in answer["error"]
    assert answer["error"]


@pytest.mark.parametrize(
    ("do", "more", "reason"),
    [
        ("act", {"action": "fly"}, "is not an action"),
        ("act", {"action": "reveal r3c3"}, "PC-3.1"),
        ("bot", {}, "not the turn of a bot"),
        ("go", {"step": 1}, "only in a replay"),
        ("undo", {}, "nothing to undo"),
        ("why", {"targets": 3}, "a list of names"),
    ],
)
def test_request_out_of_place_is_answered_by_the_reason(do: str, more: dict[str, Any], reason: str) -> None:
    host = host_of("pocket-cats")
    view = new(host, "human", "random", edition="first-game")
    assert reason in ask(host, do, table=view["table"], seat=0, **more)["error"]


def test_edited_catalog_does_not_change_games_in_play() -> None:
    before = PlayHost(game_of("pocket-cats"), {})
    view = new(before, "human", "random")
    after = PlayHost(game_of("pocket-cats"), {}, before)
    assert ask(after, "view", table=view["table"], seat=0, language="en") == view
    assert new(after, "human", "random")["table"] != view["table"]


def test_rules_are_found_for_every_offer() -> None:
    for name in PLAY_TABLES:
        offer = ask(host_of(name), "offer", language="fr")
        assert offer["editions"]
        for edition in offer["editions"]:
            engine = type(host_of(name).tables.rules(edition["id"], {}))
            assert rules_for(engine, game_of(name), Findings(), edition["id"]) is not None


def test_page_has_its_words_in_the_languages_of_the_bundled_games() -> None:
    folder = Path(playpage.__file__).parent / "assets"
    _, *parts = re.split(
        r"^  ([a-z]{2}): \{$", (folder / "play_words.js").read_text(encoding="utf-8"), flags=re.MULTILINE
    )
    words = {
        language: dict(re.findall(r'[\s{,]"?([a-z][a-z0-9:-]*)"?: "([^"]*)"', text))
        for language, text in zip(parts[::2], parts[1::2], strict=True)
    }
    assert {*words} == {language for name in PLAY_TABLES for language in game_of(name).languages}
    english = words["en"]
    for others in words.values():
        assert [*others] == [*english]
        assert [re.findall(r"\{\d\}", text) for text in others.values()] == [
            re.findall(r"\{\d\}", text) for text in english.values()
        ]
    scripts = "".join((folder / f"play{name}.js").read_text(encoding="utf-8") for name in ("", "_setup", "_table"))
    used = {*re.findall(r'(?:says|button)\("([a-z-]+)"', scripts)}
    assert used <= {*english}
    assert not [word for word in {*english} - {"slow", "fast", "mcts:2s", *BOTS} if f'"{word}"' not in scripts], (
        "words without use"
    )


def test_meals_without_a_choice_are_a_single_action() -> None:
    host, rng, found = host_of("lake-ecosystem"), Random(4), set()
    view = new(host, "human", "human", edition="core", seed="3")
    while not view["over"] and len(found) < 2:
        here = {"table": view["table"], "seat": view["actor"], "language": "en"}
        view = ask(host, "view", **here)
        stops = [one for one in view["actions"] if one["words"] == "done"]  # then there is enough for all
        action = stops[0] if stops and view["step"] < 20 else rng.choice(view["actions"])
        meals = action["words"].split("\n")
        after = ask(host, "act", **here, action=action["words"])
        assert "error" not in after, after
        if len(meals) > 1:
            found.add(action["says"].startswith("Feed all"))
            assert action["says"].endswith(f": {len(meals)} food")
            assert [entry["says"][0] for entry in after["log"][view["step"] :][: len(meals)]] == [
                meal.replace("feed", "feeds species") for meal in meals
            ]
            left = {one["words"] for one in after["actions"]} if after["actor"] == view["actor"] else set()
            assert not left & {*meals}, "somebody is still hungry"
            assert ask(host, "undo", **here)["step"] == view["step"], "all meals are undone at once"
            after = ask(host, "act", **here, action=action["words"])
        view = after
    assert found == {True, False}


def test_log_of_fooden_names_the_owner_of_a_trait_and_creatures_upside_down() -> None:
    host, rng = host_of("fooden"), Random(1)
    view = new(host, "random", "random")
    while view["step"] < 36:  # one season and a half
        view = step(host, view, rng)
    told = [line for entry in view["log"] for line in entry["says"]]
    turned = {line.removesuffix(" is turned upside down") for line in told if "upside down" in line}
    fates = {line.rsplit(" ", 1)[0] for line in told if line.endswith((" dies", " survives"))}
    assert turned
    assert turned < fates
    assert any(" has a trait: " in line for line in told)


def test_objectives_show_their_points_and_a_finished_year_has_no_season() -> None:
    host = host_of("fooden")
    view = new(host, "random", "random")
    game = host.session({"table": view["table"]})
    while not game.over:  # without its views, which take longer
        game.bot_acts()
    view = ask(host, "view", table=view["table"], language="en")
    assert view["panels"][0]["title"] == "Nature after the last season"
    for player in view["players"]:
        objectives = next(one for one in view["panels"] if one["title"] == f"Objectives of {player['name']}")
        notes = next(one for one in view["panels"] if one["title"] == player["name"])["notes"]
        tokens = next(int(note.split(": ")[1]) for note in notes if note.startswith("Victory point tokens"))
        pays = sum(int(note.rpartition(" pays ")[2]) for note in objectives["notes"])
        assert player["score"] - pays - tokens in (0, 2), "2 for the Leader pawn"
