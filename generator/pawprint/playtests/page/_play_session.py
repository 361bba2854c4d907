"""One game in play: its states, who sits where, what each viewer may see, and what can be done.

The session keeps the whole game. Views are made of a state in which everything that the viewer does not know has been
resampled, so that a secret cannot reach the page, whatever the drawing does.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from pawprint.catalog.model import Game
from pawprint.documents.diagram_speech import DiagramSpeech
from pawprint.play.bot_names import bot_of
from pawprint.play.bots import BOTS
from pawprint.play.diagram import Diagram, DiagramPiece, DiagramWords
from pawprint.play.engine import CHANCE, END, Action, Json, Rng, Rules, State
from pawprint.play.play_table import Deed, PlayPanel, PlayTable

# --- Panels of a table -> JSON data that the page draws: lengths in millimetres, words in one language ----------------


def panels_data(panels: Iterable[PlayPanel], speech: DiagramSpeech) -> list[dict[str, Any]]:
    """The panels in the language of *speech*."""
    return [
        {
            "kind": panel.kind,
            "seat": panel.seat,
            "title": sentence(speech.say(panel.title)),
            "notes": [sentence(speech.say(note)) for note in panel.notes],
            "diagram": diagram_data(panel.diagram, speech),
        }
        for panel in panels
    ]


def diagram_data(diagram: Diagram, speech: DiagramSpeech) -> dict[str, Any]:
    """All parts of *diagram* that a page draws."""
    say = speech.say
    return {
        "width": _mm(diagram.width),
        "height": _mm(diagram.height),
        "pieces": [_piece(piece, speech) for piece in diagram.pieces],
        "regions": [_box(one) | {"kind": one.kind, "title": sentence(say(one.title))} for one in diagram.regions],
        "frames": [_box(frame) | {"kind": frame.kind, "badge": frame.badge} for frame in diagram.frames],
        "arrows": [
            {"from": [_mm(arrow.x1), _mm(arrow.y1)], "to": [_mm(arrow.x2), _mm(arrow.y2)], "kind": arrow.kind}
            for arrow in diagram.arrows
        ],
        "labels": [
            {
                "x": _mm(label.x),
                "y": _mm(label.y),
                "says": sentence(say(label.says)),
                "align": label.align,
                "strong": label.strong,
            }
            for label in diagram.labels
        ],
        "targets": [_box(one) | {"name": one.name, "says": sentence(say(one.says))} for one in diagram.targets],
        "alt": [*dict.fromkeys(sentence(said) for text in diagram.alt_texts if (said := say(text)))],
    }


def _piece(piece: DiagramPiece, speech: DiagramSpeech) -> dict[str, Any]:
    """A piece. One that lies face down has no identity and no name; one of a scenario's own has no id."""
    down = piece.side != "face"
    known = piece.id in speech.game.records.get(piece.component, {})
    return {
        "component": piece.component,
        "id": _first(speech.game, piece) if down else piece.id if known else "",
        "side": piece.side,
        "name": "" if down else speech.piece_name(piece.component, piece.id),
        "x": _mm(piece.x),
        "y": _mm(piece.y),
        "turn": piece.turn,
        "faded": piece.faded,
        "keep": piece.keep,
    }


def _first(game: Game, piece: DiagramPiece) -> str:
    records = game.records.get(piece.component, {})
    return next((record.id for record in game.pieces(piece.component)), piece.id) if records else ""


def _box(part: Any) -> dict[str, Any]:
    return {"x": _mm(part.x), "y": _mm(part.y), "width": _mm(part.width), "height": _mm(part.height)}


def _mm(length: float) -> float:
    return round(length, 2)


def sentence(text: str) -> str:
    """*text* with a capital at its beginning."""
    return text[:1].upper() + text[1:]


# --- The rulebook of a game -> the titles of its sections, for links from rules to where they are explained -----------

_HEADING = re.compile(r"^#{1,6} +(?P<title>.+?) *\{#(?P<anchor>[\w-]+)\}$", re.MULTILINE)
#: In titles: pictures, and values of pieces, as `{{ bonus.swarm.name }}` or `{{ year.phases[0].name|lower }}`.
_ICON = re.compile(r"\{\{ *icon\([^)]*\) *\}\} *|:[a-z-]+: *")
_VALUE = re.compile(r"\{\{ *(?P<path>\w+(?:\.\w+|\[\d+\])+)(?P<lower>\|lower)? *\}\}")
#: A short name for a piece.
_SET = re.compile(r"\{% *set (?P<name>\w+) = (?P<piece>\w+\.\w+) *%\}")
_STEP = re.compile(r"\w+")


class RulebookSections:
    """The sections of the rulebook of *game* in the language of *speech*; none if there is no such rulebook."""

    def __init__(self, game: Game, speech: DiagramSpeech) -> None:
        path = game.folder / "rulebook" / f"{speech.language}.md"
        text = path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""
        self._speech = speech
        self._pieces = {found["name"]: _STEP.findall(found["piece"]) for found in _SET.finditer(text)}
        self.titles: dict[str, str] = {}
        above = ""
        for found in _HEADING.finditer(text):
            above = self.titles[found["anchor"]] = self._plain(found["title"]) or above

    def _plain(self, title: str) -> str:
        """A title without its pictures; "" if it depends on more than values of pieces."""
        plain = _VALUE.sub(self._value, _ICON.sub("", title))
        return "" if "{{" in plain else plain

    def _value(self, found: re.Match[str]) -> str:
        first, *steps = _STEP.findall(found["path"])
        component, identity, *fields = *self._pieces.get(first, [first]), *steps
        says = self._speech.piece_text(component.replace("_", "-"), identity.replace("_", "-"), fields)
        return (says.lower() if found["lower"] else says) or found[0]

    def section(self, anchor: str) -> dict[str, Any] | None:
        """Anchor and title of a section; None if there is none."""
        return {"anchor": anchor, "title": self.titles[anchor]} if anchor in self.titles else None


#: The kind of a seat that a person has; every other kind is the name of a bot.
HUMAN = "human"
#: Bots against which people play; one of them thinks for seconds, which the same seed does not repeat.
OPPONENTS = (*BOTS, "mcts:2s")
#: Between the actions of a series.
THEN = "\n"
#: The bot that gives hints.
HINTS = "greedy"


class PlayError(ValueError):
    """A request that cannot be met; the message says why."""


class PlayedDeed(NamedTuple):
    """A step of the game.

    Attributes:
        action: None for an automatic part of the rules that a scenario carries out.
        own, others: what is said of it to the player who did it, and to the others.
        written: as in the scenario that it comes from.
        follows: whether it is part of the series that the step before belongs to; both are undone together.
    """

    seat: int
    action: Action | None
    own: tuple[Any, ...]
    others: tuple[Any, ...]
    written: Json = None
    follows: bool = False


class PlaySession:
    """A game in play.

    Args:
        setup: the deal; None for a game that begins in a situation that was written down.
        seats: by seat, `HUMAN` or the name of a bot.
        seed: of chance and of the bots.

    Attributes:
        open: whether everything may be seen, as in a replay.
        at: the number of steps before the state that is shown; later steps are dropped by the next action.
    """

    def __init__(
        self, table: PlayTable[Any, Any], start: State, setup: Json, seats: Sequence[str], seed: str, open: bool = False
    ) -> None:
        self.table = table
        self.rules: Rules = table.rules
        self.setup, self.seed, self.open = setup, seed, open
        self.seats = [*seats]
        #: Of a game without a deal: `state`, `fixture` and the like, as a scenario has them.
        self.written: dict[str, Any] = {}
        self.states: list[State] = [start]
        self.deeds: list[PlayedDeed] = []
        self.at = 0
        if not open:
            self.settle()

    @property
    def state(self) -> State:
        return self.states[self.at]

    @property
    def humans(self) -> list[int]:
        return [seat for seat, kind in enumerate(self.seats) if kind == HUMAN]

    @property
    def over(self) -> bool:
        return self.state.actor() == END

    # --- moves ----------------------------------------------------------------------------------------------

    def act(self, words: str) -> None:
        """Do the action that `Rules.describe` says so.

        Raises:
            PlayError: it is no action, or not legal.
        """
        try:
            action = self.rules.parse(words)
        except ValueError as error:
            raise PlayError(f"'{words}' is not an action: {error}") from None
        if self.state.actor() < 0:
            raise PlayError("no player is to act")
        reason = self.state.why_not(action)
        if reason:
            raise PlayError(reason)
        self.do(action)

    def person_acts(self, words: str) -> None:
        """The person whose turn it is does an action, or a series of them.

        Raises:
            PlayError: it is not the turn of a person, or an action is not legal.
        """
        for number, one in enumerate(words.split(THEN)):
            if self.open or self.state.actor() not in self.humans:
                raise PlayError("it is not the turn of a person")
            step = self.at
            self.act(one)
            self.deeds[step] = self.deeds[step]._replace(follows=number > 0)

    def play_on(self, seats: Sequence[str]) -> None:
        del self.states[self.at + 1 :]
        del self.deeds[self.at :]
        self.seats, self.open = [*seats], False
        self.settle()

    def do(self, action: Action) -> None:
        """Do a legal action, and all chance that follows; steps after the state that is shown are dropped."""
        del self.states[self.at + 1 :]
        del self.deeds[self.at :]
        self.append(action)
        self.settle()

    def append(self, action: Action, written: Json = None) -> None:
        before, after = self.state, self.state.copy()
        seat = before.actor()
        after.events = []
        after.apply(action)
        events, after.events = tuple(after.events or ()), None
        own, others = (
            tuple(self.table.tells(Deed(seat, action, before, after, events, mine))) for mine in (True, False)
        )
        self.append_state(PlayedDeed(seat, action, own, others, written), after)

    def append_state(self, deed: PlayedDeed, after: State) -> None:
        self.deeds.append(deed)
        self.states.append(after)
        self.at += 1

    def settle(self) -> None:
        while self.state.actor() == CHANCE:
            self.append(self.state.chance(Rng(self.seed, "chance", self.at)))

    def bot_acts(self) -> None:
        """The bot whose turn it is acts once.

        Raises:
            PlayError: it is not the turn of a bot.
        """
        seat = self.state.actor()
        if seat < 0 or self.seats[seat] == HUMAN:
            raise PlayError("it is not the turn of a bot")
        self.do(self.choice(self.seats[seat]))

    def choice(self, bot: str) -> Action:
        state = self.state.copy()
        return bot_of(bot)(state, state.legal_actions(), Rng(self.seed, "bot", state.actor(), self.at))

    def undo(self) -> None:
        """Go back to the last choice of a person.

        Raises:
            PlayError: there was none.
        """
        for step in range(self.at - 1, -1, -1):
            deed = self.deeds[step]
            if deed.seat in self.humans and not deed.follows and len(self.states[step].legal_actions()) > 1:
                self.at = step
                del self.states[step + 1 :]
                del self.deeds[step:]
                return
        raise PlayError("there is nothing to undo")

    def go(self, step: int) -> None:
        self.at = max(0, min(step, len(self.deeds)))

    # --- who sees what --------------------------------------------------------------------------------------

    def viewer(self, wanted: int | None) -> int | None:
        """The seat that the page shows the table to; None for everything open.

        Raises:
            PlayError: that seat is not a person's.
        """
        if self.open or self.over or not self.humans:
            return None
        actor = self.state.actor()
        seat = wanted if wanted is not None else actor if actor in self.humans else self.humans[0]
        if seat not in self.humans:
            raise PlayError("this seat is not a person's")
        return actor if actor in self.humans and not self.secret(seat, actor) else seat

    def secret(self, one: int, other: int) -> bool:
        """Whether the two seats see the table differently."""
        return one != other and self.state.zones(one) != self.state.zones(other)

    def covered(self, wanted: int | None) -> bool:
        """Whether the page has to ask for the person at the device before it shows anything."""
        if self.open or self.over or wanted is not None or len(self.humans) < 2:
            return False
        return any(self.secret(self.humans[0], other) for other in self.humans[1:])

    def seen(self, seat: int | None) -> State:
        """The state as far as *seat* knows it, the rest resampled; the state itself if None."""
        state = self.state.copy()
        if seat is not None:
            state.resample_hidden(seat, Rng(self.seed, "seen", seat))
        return state

    # --- views ----------------------------------------------------------------------------------------------

    def view(self, speech: DiagramSpeech, sections: RulebookSections, wanted: int | None) -> dict[str, Any]:
        """What the page shows to the seat *wanted*: all of it in JSON."""
        actor = self.state.actor()
        viewer = self.viewer(wanted)
        view: dict[str, Any] = {
            "step": self.at,
            "steps": len(self.deeds),
            "open": self.open,
            "over": self.over,
            "actor": actor if actor >= 0 else None,
            "human": actor in self.humans and not self.open,
            "seats": self.seats,
        }
        if self.covered(wanted):
            first = actor if actor in self.humans else self.humans[0]
            return view | {"cover": first, "players": self._players(self.seen(first), speech)}
        seen = self.seen(viewer)
        passes = actor if viewer is not None and actor in self.humans and actor != viewer else None
        mine = not self.open and not self.over and (viewer is None or viewer == actor) and actor in self.humans
        question = self.table.question(seen) if mine or self.open or self.over else None
        return view | {
            "seat": viewer,
            "pass": passes,
            "players": self._players(seen, speech),
            "question": question
            and {"says": sentence(speech.say(question.says)), **self._rule(question.rule, sections)},
            "panels": panels_data(self.table.panels(seen, viewer), speech),
            "actions": self._actions(seen, speech) if mine else [],
            "log": [
                self._told(deed, before, viewer, speech)
                for deed, before in zip(self.deeds[: self.at], self.states, strict=False)
            ],
            "undo": any(deed.seat in self.humans for deed in self.deeds[: self.at]),
        }

    def _players(self, seen: State, speech: DiagramSpeech) -> list[dict[str, Any]]:
        returns = self.state.returns() if self.over else ()
        scores = self.table.points(self.state) if self.over else ()
        return [
            {
                "name": sentence(speech.say(self.table.player(seat, seen))),
                "kind": kind,
                "score": scores[seat] if scores else None,
                "wins": returns[seat] if returns else None,
            }
            for seat, kind in enumerate(self.seats)
        ]

    def _actions(self, seen: State, speech: DiagramSpeech) -> list[dict[str, Any]]:
        single = [
            {
                "words": self.rules.describe(action),
                "says": sentence(speech.say(self.table.says(action, seen))),
                "targets": self.table.targets(action, seen),
            }
            for action in self.state.legal_actions()
        ]
        return single + [
            {
                "words": THEN.join(self.rules.describe(action) for action in series.actions),
                "says": sentence(speech.say(series.says)),
                "targets": (),
            }
            for series in self.table.series(seen)
        ]

    def _told(self, deed: PlayedDeed, before: State, viewer: int | None, speech: DiagramSpeech) -> dict[str, Any]:
        """A line of the log, with what the player was called at that time."""
        told = deed.own if viewer is None or deed.seat == viewer else deed.others
        who = sentence(speech.say(self.table.player(deed.seat, before))) if deed.seat >= 0 else ""
        return {"who": who, "says": [speech.say(one) for one in told]}

    def _rule(self, rule: str, sections: RulebookSections) -> dict[str, Any]:
        return {"rule": rule, "section": sections.section(self.table.section(rule))}

    # --- questions ------------------------------------------------------------------------------------------

    def why_not(
        self, targets: Sequence[str], speech: DiagramSpeech, sections: RulebookSections, wanted: int | None
    ) -> dict[str, Any]:
        """What to point at first, if a player has pointed at something that comes later; or why what is meant by
        *targets* is not legal. No reason where it is, or means nothing."""
        seen = self.seen(self.viewer(wanted))
        first = self.table.first(targets[0], seen) if seen.actor() >= 0 and len(targets) == 1 else None
        if first is not None:
            rule, says = self.table.question(seen).rule, first
        else:
            action = self.table.meant(targets, seen) if seen.actor() >= 0 else None
            reason = "" if action is None else seen.why_not(action)
            rule, _, words = reason.partition(": ")
            if not reason:
                return {"reason": ""}
            says = self.table.reason(words)
        spoken = speech.language if isinstance(says, DiagramWords) and speech.speaks(says) else "en"
        return {
            "reason": sentence(speech.say(says)),
            "language": spoken,
            "first": first is not None,
            **self._rule(rule, sections),
        }

    def hint(self) -> str:
        """The words of what the hinting bot would do.

        Raises:
            PlayError: no person is to act.
        """
        if self.state.actor() not in self.humans:
            raise PlayError("no person is to act")
        return self.rules.describe(self.choice(HINTS))
