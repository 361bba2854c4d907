"""Requests of the page -> answers: all JSON, whatever carries them.

The page has one function `request(data) -> data`: in the preview an HTTP request, in a file on disk a message to a
worker. Each request is an object with `do`, the name of what it asks for; `table`, a game in play; `language`; and
`seat`, the seat that the page shows the table to, if it is known. `{do: "offer"}` says what can be played. `new` and
`open` begin a game. All that act on it answer with its view (see `PlaySession.view`). What cannot be done is answered
by `{error: ...}`.
"""

import json
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any

from pawprint.catalog.model import Game, Translated
from pawprint.core.diagnostics import Findings
from pawprint.core.source import Source
from pawprint.documents.diagram_speech import DiagramSpeech
from pawprint.play import scenario as scenarios
from pawprint.play.diagram import DIAGRAM_BUILDERS, DiagramSpace
from pawprint.play.engine import ENGINES, Rng, Rules
from pawprint.play.game_options import describe_options, option_text, usual_edition
from pawprint.play.lookup import deck_of, rules_for, rules_name
from pawprint.play.notation import NOTATIONS, Notation
from pawprint.play.play_table import PLAY_TABLES, PlayTable
from pawprint.play.playing import ReplayError, log_line, log_of, read_log, replay_steps
from pawprint.play.time_limit import RulesFault
from pawprint.playtests.page._play_session import HUMAN, OPPONENTS, PlayedDeed, PlayError, PlaySession, RulebookSections
from pawprint.source import reader
from pawprint.source.plain_data import to_python

# --- A game -> the rules of its editions, and play tables for them ----------------------------------------------------

#: Millimetres that stand beside each other on the table.
WIDTH = 420.0


class TableMaker:
    """Makes play tables of one game.

    Args:
        sizes: component -> width and height of its pieces in millimetres.
    """

    def __init__(self, game: Game, sizes: Mapping[str, tuple[float, float]]) -> None:
        self.game = game
        self.sizes = sizes

    def rules(self, edition: str, chosen: Mapping[str, Any]) -> Rules:
        """The rules of an edition, with options that differ from it.

        Raises:
            PlayError: there are no such rules, or the cards have errors.
        """
        rules = self.find_rules(edition, chosen)
        if rules is None:
            raise PlayError("the cards of this edition have errors, so that it cannot be played")
        return rules

    def find_rules(self, edition: str, chosen: Mapping[str, Any]) -> Rules | None:
        """The same; None if the cards have errors."""
        try:
            deck = self.game.in_edition(deck_of(self.game, edition))
            return rules_for(ENGINES[self.game.engine], deck, Findings(), edition, chosen)
        except ValueError as error:
            raise PlayError(str(error)) from None

    def table_of(self, rules: Rules, notation: Notation[Any, Any] | None = None) -> PlayTable[Any, Any]:
        """The play table for *rules*.

        Args:
            notation: that has read a situation; a new one if None.
        """
        deck = self.game.in_edition(deck_of(self.game, rules.edition))
        space = DiagramSpace(self.size, WIDTH, deck)
        notation = notation or NOTATIONS[self.game.engine](rules)
        return PLAY_TABLES[self.game.engine](
            DIAGRAM_BUILDERS[self.game.engine](notation, space, Findings()), Findings()
        )  # fmt: skip

    def size(self, component: str) -> tuple[float, float]:
        """Width and height of the pieces of *component*; those of a playing card if it has none."""
        return self.sizes.get(component, (63.5, 88.9))


# --- Games in play <-> texts: logs that replay them, and scenarios that begin with a position of them -----------------


def log_text(session: PlaySession) -> str:
    """The log of the game so far.

    Raises:
        PlayError: the game has no deal.
    """
    if session.setup is None:
        raise PlayError("a game that began with a written situation has no log; save the position as a scenario")
    actions = [deed.action for deed in session.deeds[: session.at] if deed.action is not None]
    log = log_of(
        session.rules, len(session.seats), session.setup, actions, session.state if session.over else None
    )  # fmt: skip
    return log_line(log, seats=session.seats, seed=session.seed)


def scenario_text(session: PlaySession, engine: str) -> str:
    """A scenario that leads to the position that is shown."""
    deeds = session.deeds[: session.at]
    rules = session.rules
    parts: dict[str, Any] = {"about": "A position of a game.", "game": engine}
    if rules.edition:
        parts["edition"] = rules.edition
    parts["options"] = dict(rules.chosen)
    parts |= {"setup": session.setup} if session.setup is not None else session.written
    lines = [f"{name}: {_flow(value)}" for name, value in parts.items()]
    lines += ["steps:"] * bool(deeds)
    for deed in deeds:
        written = rules.describe(deed.action) if deed.written is None else deed.written
        lines.append(f"  - {'run' if deed.action is None else 'do'}: {_flow(written)}")
    facts = session.table.diagrams.notation.facts(session.state)
    expected = {name: facts[name] for name in ("over", "actor", "scores") if name in facts}
    return "\n".join([*lines, f"expect: {_flow(expected)}", ""])


def _flow(value: Any) -> str:
    """*value* in YAML on one line: JSON is YAML."""
    return json.dumps(value, ensure_ascii=False)


def read(tables: TableMaker, data: Mapping[str, Any]) -> PlaySession:
    """The game in play that a request describes: `log`, a line; `scenario`, a name; or `text`, either of the two.

    Raises:
        PlayError: it cannot be read or replayed.
    """
    for name in ("scenario", "text"):
        if not isinstance(data.get(name, ""), str):
            raise PlayError(f"'{name}' is a text")
    if data.get("scenario"):
        findings = Findings()
        found = scenarios.scenario_of_game(tables.game, data["scenario"], findings)
        return _of_scenario(tables, found, str(data.get("edition") or ""), findings)
    text = str(data.get("text") or "")
    if text.lstrip().startswith("{"):
        return _of_log(tables, text.lstrip().splitlines()[0])  # a file may have a game on each line
    findings = Findings()
    node = reader.read_yaml(Source("scenario", text), findings)
    scenario = (
        None if node is None else scenarios.scenario_of(node, "scenario", findings, scenarios.engine_in(tables.game))
    )
    return _of_scenario(tables, scenario, "", findings)


def _of_log(tables: TableMaker, text: str) -> PlaySession:
    try:
        log = read_log(text)
        rules: Rules = tables.rules(log.edition, log.options)
        if log.game != rules.id:
            raise PlayError(f"this is a log of '{log.game}'")
        if log.players not in rules.players:
            raise PlayError(f"the game is not for {log.players} players")
        session = PlaySession(
            tables.table_of(rules), rules.start(log.setup), log.setup, ["human"] * log.players, "replay", open=True
        )
        for step in replay_steps(rules, log):
            session.append(rules.parse(step.words))
    except ReplayError as error:
        raise PlayError(f"the game cannot be replayed: {error}") from None
    except PlayError:
        raise
    except (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise PlayError(f"this log cannot be read: {error}") from None
    session.go(0)
    return session


def _of_scenario(
    tables: TableMaker, scenario: scenarios.Scenario | None, edition: str, findings: Findings
) -> PlaySession:
    played: scenarios.PlayedScenario | None = None
    if scenario is not None and scenario.game != tables.game.engine:
        raise PlayError(f"this is a scenario of '{scenario.game}'")
    if scenario is not None:
        played = scenarios.play_scenario(scenario, lambda name: tables.game, findings, edition)
    if played is None:
        raise PlayError("; ".join(finding.message for finding in findings) or "this is no scenario")
    table = tables.table_of(played.notation.rules, played.notation)
    first = played.shown[0].after
    seats = ["human"] * len(first.scores())
    session = PlaySession(table, first.copy(), None, seats, "replay", open=True)
    assert scenario is not None
    nodes = {"fixture": scenario.fixture, "state": scenario.state, "setup": scenario.setup}
    session.written = {name: to_python(node) for name, node in nodes.items() if node is not None}
    if scenario.state is None and scenario.setup is None:
        session.written |= {"players": len(seats), "seed": scenario.seed}
    for shown in played.shown[1:]:
        if shown.step is None or shown.step.kind not in ("do", "run"):
            continue
        written = to_python(shown.step.what)
        if shown.step.kind == "run":
            session.append_state(PlayedDeed(-1, None, (), (), written), shown.after.copy())
            continue
        several = isinstance(shown.step.what, reader.SequenceNode)
        for action, words in zip(shown.actions, written if several else [written], strict=True):
            session.append(action, words)
    session.go(0)
    return session


#: Games in play that are kept; the least recently used ones are dropped first.
MOST_GAMES = 12


def playable(game: Game) -> bool:
    """Whether people can play *game* on the page."""
    return game.engine in ENGINES and game.engine in PLAY_TABLES


class PlayHost:
    """Plays one game with any number of pages.

    Args:
        sizes: component -> width and height of its pieces in millimetres.
        before: the host of the game before it was edited; its games in play go on with their old cards.
    """

    def __init__(
        self, game: Game, sizes: Mapping[str, tuple[float, float]], before: "PlayHost | None" = None
    ) -> None:  # fmt: skip
        self.game = game
        self.tables = TableMaker(game, sizes)
        self._sessions: OrderedDict[str, PlaySession] = before._sessions if before else OrderedDict()
        #: By language and edition; what is in it keeps the game of the edition alive, so that its id stays its own.
        self._words: dict[tuple[str, int], tuple[DiagramSpeech, RulebookSections]] = {}
        self._count: int = before._count if before else 0

    def request(self, data: Any) -> dict[str, Any]:
        try:
            if not isinstance(data, dict):
                raise PlayError("a request is an object")
            answer = _ANSWERS.get(str(data.get("do")))
            if answer is None:
                raise PlayError(f"'{data.get('do')}' is no request; there are {', '.join(_ANSWERS)}")
            return answer(self, data)
        except (PlayError, RulesFault) as error:
            return {"error": str(error)}

    # --- what can be played ---------------------------------------------------------------------------------

    def offer(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """Editions, players, options, bots and scenarios, for the page where a game is set up."""
        language = self.language(data)
        engine = ENGINES[self.game.engine]
        described = describe_options(self.game, Findings())

        def said(text: Translated | None, otherwise: str) -> str:
            return (text.get(language) if text else "") or otherwise

        editions = [
            {
                "id": edition,
                "title": said(described.editions.get(edition) if described else None, edition),
                "players": [*rules.players],
                "chosen": {name: option_text(value) for name, value in rules.chosen.items()},
            }
            for edition in engine.editions or ("",)
            if (rules := self.tables.find_rules(edition, {})) is not None
        ]
        options = [
            {
                "name": option.name,
                "title": said(option.title, option.name),
                "values": [{"id": value, "title": said(title, value)} for value, title in option.values.items()],
            }
            for option in (described.options if described else ())
        ]
        return {
            "game": self.game.id,
            "title": said(self.game.title, self.game.id),
            "languages": [*self.game.languages],
            "usual": usual_edition(engine, self.game, Findings()) or "",
            "editions": editions,
            "options": options,
            "bots": [*OPPONENTS],
            "scenarios": scenarios.scenario_names(self.game),
        }

    def language(self, data: Mapping[str, Any]) -> str:
        """The language of an answer: the wanted one if the game has it, else its first one."""
        wanted = data.get("language")
        return wanted if wanted in self.game.languages else self.game.languages[0]

    # --- games in play --------------------------------------------------------------------------------------

    def begin(self, data: Mapping[str, Any]) -> dict[str, Any]:
        rules = self.tables.rules(_text(data, "edition"), self._chosen(data))
        seats = data.get("seats")
        kinds = (HUMAN, *OPPONENTS)
        if not isinstance(seats, list) or len(seats) not in rules.players or any(seat not in kinds for seat in seats):
            count = f"{rules.players.start} to {rules.players.stop - 1}"
            raise PlayError(f"this game has {count} seats; each is one of {', '.join(kinds)}")
        seed = _text(data, "seed")
        setup = rules.setup(len(seats), Rng(seed, "deal"))
        session = PlaySession(self.tables.table_of(rules), rules.start(setup), setup, seats, seed)
        return self.keep(session, data)

    def _chosen(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """The options of a request, which are texts, as the values of the engine."""
        written = data.get("options") or {}
        if not isinstance(written, dict):
            raise PlayError("options are an object")
        known = ENGINES[self.game.engine].options
        found: dict[str, Any] = {}
        for name, text in written.items():
            values = {option_text(value): value for value in known[name].values} if name in known else {}
            if not isinstance(text, str) or text not in values:
                raise PlayError(f"option '{name}' cannot be '{text}'")
            found[name] = values[text]
        return found

    def open(self, data: Mapping[str, Any]) -> dict[str, Any]:
        return self.keep(read(self.tables, data), data)

    def keep(self, session: PlaySession, data: Mapping[str, Any]) -> dict[str, Any]:
        self._count += 1
        name = str(self._count)
        self._sessions[name] = session
        while len(self._sessions) > MOST_GAMES:
            self._sessions.popitem(last=False)
        return self.view({**data, "table": name, "seat": None})

    def session(self, data: Mapping[str, Any]) -> PlaySession:
        """The game in play that a request is about.

        Raises:
            PlayError: there is no such game any more.
        """
        name = str(data.get("table"))
        if name not in self._sessions:
            raise PlayError("this game is no longer there; begin a new one")
        self._sessions.move_to_end(name)
        return self._sessions[name]

    def view(self, data: Mapping[str, Any]) -> dict[str, Any]:
        session = self.session(data)
        speech, sections = self.words_in(self.language(data), session.table.space.game)
        view = session.view(speech, sections, _seat(data, session))
        deck = session.table.space.game.edition
        return {"table": data["table"], "deck": deck, "sizes": self.tables.sizes, **view}

    def words_in(self, language: str, game: Game) -> tuple[DiagramSpeech, RulebookSections]:
        key = (language, id(game))
        if key not in self._words:
            speech = DiagramSpeech(game, language)
            self._words[key] = (speech, RulebookSections(game, speech))
        return self._words[key]

    def act(self, data: Mapping[str, Any]) -> dict[str, Any]:
        session = self.session(data)
        session.person_acts(_text(data, "action"))
        return self.view(data)

    def bot(self, data: Mapping[str, Any]) -> dict[str, Any]:
        self.session(data).bot_acts()
        return self.view(data)

    def undo(self, data: Mapping[str, Any]) -> dict[str, Any]:
        self.session(data).undo()
        return self.view(data)

    def go(self, data: Mapping[str, Any]) -> dict[str, Any]:
        step = data.get("step")
        session = self.session(data)
        if not session.open or not isinstance(step, int):
            raise PlayError("only in a replay you can go to a step, which is a number")
        session.go(step)
        return self.view(data)

    def play_on(self, data: Mapping[str, Any]) -> dict[str, Any]:
        session = self.session(data)
        seats, kinds = data.get("seats"), (HUMAN, *OPPONENTS)
        if not isinstance(seats, list) or len(seats) != len(session.seats) or any(seat not in kinds for seat in seats):
            raise PlayError(f"this game has {len(session.seats)} seats; each is one of {', '.join(kinds)}")
        session.play_on(seats)
        return self.view({**data, "seat": None})

    def hint(self, data: Mapping[str, Any]) -> dict[str, Any]:
        return {"action": self.session(data).hint()}

    def why(self, data: Mapping[str, Any]) -> dict[str, Any]:
        session = self.session(data)
        targets = data.get("targets")
        if not isinstance(targets, list):
            raise PlayError("targets are a list of names")
        speech, sections = self.words_in(self.language(data), session.table.space.game)
        return session.why_not([*map(str, targets)], speech, sections, _seat(data, session))

    def log(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """The game as a line of JSON, which `open` reads."""
        return {"text": log_text(self.session(data))}

    def scenario(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """The position as a scenario, a YAML file, which `open` reads."""
        return {"text": scenario_text(self.session(data), rules_name(self.game))}


def _text(data: Mapping[str, Any], name: str) -> str:
    value = data.get(name, "")
    if not isinstance(value, str):
        raise PlayError(f"'{name}' is a text")
    return value


def _seat(data: Mapping[str, Any], session: PlaySession) -> int | None:
    seat = data.get("seat")
    return seat if isinstance(seat, int) and seat in range(len(session.seats)) else None


_ANSWERS: Mapping[str, Callable[[PlayHost, Mapping[str, Any]], dict[str, Any]]] = {
    "offer": PlayHost.offer,
    "new": PlayHost.begin,
    "open": PlayHost.open,
    "view": PlayHost.view,
    "act": PlayHost.act,
    "bot": PlayHost.bot,
    "undo": PlayHost.undo,
    "go": PlayHost.go,
    "play-on": PlayHost.play_on,
    "hint": PlayHost.hint,
    "why": PlayHost.why,
    "log": PlayHost.log,
    "scenario": PlayHost.scenario,
}
