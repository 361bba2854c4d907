"""Requests of the page -> answers: all JSON, whatever carries them.

The page has one function `request(data) -> data`: in the preview an HTTP request, in a file on disk a message to a
worker. Each request is an object with `do`, the name of what it asks for; `table`, a game in play; `language`; and
`seat`, the seat that the page shows the table to, if it is known. `{do: "offer"}` says what can be played. `new` and
`open` begin a game. All that act on it answer with its view (see `PlaySession.view`). What cannot be done is answered
by `{error: ...}`.
"""

from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any

from pawprint.catalog.model import Game, Translated
from pawprint.core.diagnostics import Findings
from pawprint.documents.diagram_speech import DiagramSpeech
from pawprint.playpage import play_records
from pawprint.playpage.play_session import HUMAN, OPPONENTS, PlayError, PlaySession
from pawprint.playpage.rulebook_sections import RulebookSections
from pawprint.playpage.table_maker import TableMaker
from pawprint.rules.agreed_options import option_text, usual_edition
from pawprint.rules.engine import ENGINES, Rng
from pawprint.rules.game_options import describe_options
from pawprint.rules.game_scenarios import scenario_names
from pawprint.rules.lookup import rules_name
from pawprint.rules.play_table import PLAY_TABLES
from pawprint.rules.rules_fault import RulesFault

#: Games in play that are kept; the least recently used ones are dropped first.
MOST_GAMES = 12


def playable(game: Game) -> bool:
    """Whether people can play *game* on the page."""
    return game.engine in ENGINES and game.engine in PLAY_TABLES


class PlayHost:
    """Plays one game with any number of pages.

    Args:
        game: with an engine.
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
        """The answer to a request."""
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
            "scenarios": scenario_names(self.game),
        }

    def language(self, data: Mapping[str, Any]) -> str:
        """The language of an answer: the wanted one if the game has it, else its first one."""
        wanted = data.get("language")
        return wanted if wanted in self.game.languages else self.game.languages[0]

    # --- games in play --------------------------------------------------------------------------------------

    def begin(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """A new game."""
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
        """A game that is written in a log, or a scenario."""
        return self.keep(play_records.read(self.tables, data), data)

    def keep(self, session: PlaySession, data: Mapping[str, Any]) -> dict[str, Any]:
        """Take *session* as a new table, and show it."""
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
        """What the page shows."""
        session = self.session(data)
        speech, sections = self.words_in(self.language(data), session.table.space.game)
        view = session.view(speech, sections, _seat(data, session))
        deck = session.table.space.game.edition
        return {"table": data["table"], "deck": deck, "sizes": self.tables.sizes, **view}

    def words_in(self, language: str, game: Game) -> tuple[DiagramSpeech, RulebookSections]:
        """The words and the sections of the rulebook of an edition of the game in *language*."""
        key = (language, id(game))
        if key not in self._words:
            speech = DiagramSpeech(game, language)
            self._words[key] = (speech, RulebookSections(game, speech))
        return self._words[key]

    def act(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """The player whose turn it is does an action, given in words."""
        session = self.session(data)
        session.person_acts(_text(data, "action"))
        return self.view(data)

    def bot(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """The bot whose turn it is acts once."""
        self.session(data).bot_acts()
        return self.view(data)

    def undo(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """Back to the last choice of a person."""
        self.session(data).undo()
        return self.view(data)

    def go(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """Another step of a replay."""
        step = data.get("step")
        session = self.session(data)
        if not session.open or not isinstance(step, int):
            raise PlayError("only in a replay you can go to a step, which is a number")
        session.go(step)
        return self.view(data)

    def play_on(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """From a replay to a game that people and bots play on."""
        session = self.session(data)
        seats, kinds = data.get("seats"), (HUMAN, *OPPONENTS)
        if not isinstance(seats, list) or len(seats) != len(session.seats) or any(seat not in kinds for seat in seats):
            raise PlayError(f"this game has {len(session.seats)} seats; each is one of {', '.join(kinds)}")
        session.play_on(seats)
        return self.view({**data, "seat": None})

    def hint(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """What a bot would do."""
        return {"action": self.session(data).hint()}

    def why(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """Why what the player has pointed at is not allowed."""
        session = self.session(data)
        targets = data.get("targets")
        if not isinstance(targets, list):
            raise PlayError("targets are a list of names")
        speech, sections = self.words_in(self.language(data), session.table.space.game)
        return session.why_not([*map(str, targets)], speech, sections, _seat(data, session))

    def log(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """The game as a line of JSON, which `open` reads."""
        return {"text": play_records.log_text(self.session(data))}

    def scenario(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """The position as a scenario, a YAML file, which `open` reads."""
        return {"text": play_records.scenario_text(self.session(data), rules_name(self.game))}


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
