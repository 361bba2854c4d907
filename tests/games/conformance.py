"""What every rules engine must do, whatever its game: checks C1 to C17, run over games of random bots.

`test_conformance.py` runs them for each engine of the register, in each edition, with each option on its own, for
each number of players. An engine that is new needs nothing here: it is found in `ENGINES`, its cards in the catalog.
A check that fails says the game so far, so that it can be played again: the log is the bug report.

What the checks ask beyond `pawprint.rules.engine`:

- the actions of one state can be sorted, and `legal_actions` is; at CHANCE it is not looked at;
- `why_not` names the rule, as in "PC-3.2: ...";
- `zones(None)` shows every piece of the game as a mapping with its `id`; how often each id is there never changes.
  `owner_of(zone)` is a seat or -1, and every seat has a zone;
  `zones(seat)` has the same zones with as many entries; what the seat cannot see has no `id`;
- `events` has every event that a state emits, detail by detail;
- what `resample_hidden` may change shows neither in `observation(seat)`, nor in `zones(seat)`, nor in the legal actions
  of the seat; with the same random numbers it makes the same of all states in which the seat observes the same.
"""

import json
import math
import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from pawprint.catalog.library import load_game
from pawprint.catalog.model import Game
from pawprint.core.diagnostics import Findings
from pawprint.games.engines import ENGINES
from pawprint.rules.engine import (
    CHANCE,
    END,
    NAME,
    NAMES,
    NUMBER,
    PIECE,
    SEAT,
    Action,
    Event,
    IllegalAction,
    Json,
    Rng,
    Rules,
    State,
    apply_checked,
)
from pawprint.rules.playing import Bot, play

ROOT = Path(__file__).parents[2]

#: How many states of a game are looked at closely: the first three, then one of so many, and fewer the later it is.
CLOSELY = 10
#: So many actions of a state are described, tried and refused.
ACTIONS = 24
#: Ids of rules, in messages.
RULE = re.compile(r"\b[A-Z]{2}-(I-)?[0-9]+[0-9.a-z]*")


class Case(NamedTuple):
    """An engine with what was agreed on."""

    engine: str
    edition: str
    options: tuple[tuple[str, Any], ...]
    players: int

    def __str__(self) -> str:
        options = "".join(f" {key}={value}" for key, value in self.options)
        return f"{self.engine} {self.edition} {self.players}p{options}".replace("  ", " ")

    @property
    def rules(self) -> Rules:
        """The rules, with the cards of the catalog."""
        return rules_of(self.engine, self.edition, self.options)


@cache
def game_of(name: str) -> Game:
    """A bundled game."""
    findings = Findings()
    game = load_game(ROOT / "catalog" / name, findings)
    assert game is not None, [str(one) for one in findings]
    return game


@cache
def rules_of(name: str, edition: str = "", options: tuple[tuple[str, Any], ...] = ()) -> Rules:
    """The engine *name* with the bundled cards."""
    engine = ENGINES.get(name)
    assert engine is not None, f"there is no engine '{name}'"
    findings = Findings()
    rules = engine.of(game_of(name), findings, edition, dict(options))
    assert rules is not None, [f"{one.span}: {one.message}" for one in findings]
    assert not list(findings), "the cards of the catalog are good"
    return rules


def cases() -> list[Case]:
    """Every engine: all numbers of players in each edition, and each option on its own, the players in turn."""
    found: list[Case] = []
    for name in ENGINES:
        engine = ENGINES.get(name)
        assert engine is not None
        for edition in engine.editions or {"": {}}:
            rules = rules_of(name, edition)
            found += [Case(name, edition, (), players) for players in rules.players]
            others = [
                (key, value)
                for key, option in engine.options.items()
                for value in option.values
                if value != rules.chosen[key]
            ]
            for number, option_value in enumerate(others):
                players = rules_of(name, edition, (option_value,)).players
                found.append(Case(name, edition, (option_value,), players[number % len(players)]))
    return found


def text(value: Json) -> str:
    """A value as JSON text: two are the same when their texts are."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False)


class Trouble(AssertionError):
    """A check that does not hold."""


class Walk:
    """One game with all checks.

    Args:
        rng: the choices; whoever has others gives something with `pick`.
    """

    def __init__(self, rules: Rules, players: int, rng: Any, *labels: object) -> None:
        self.rules, self.players, self.rng = rules, players, rng
        self.setup = rules.setup(players, Rng(*labels, "deal"))
        self.dice = Rng(*labels, "chance")
        self.log: list[str] = []
        #: States that were left behind, and what they said of themselves then.
        self.left: list[tuple[State, str]] = []
        #: Actions that were legal once.
        self.known: dict[Action, None] = {}
        #: Whether some deal could have been another one, and was.
        self.hidden = self.redealt = False
        self.pieces: Counter[str] = Counter()
        self.known_ids = frozenset(identity for some in game_of(rules.id).records.values() for identity in some)

    def hold(self, check: str, truth: object, message: object = "") -> None:
        """Fail unless *truth*, with the game so far."""
        if not truth:
            setup = text(self.setup)
            raise Trouble(f"{check}: {message}\nsetup: {setup}\n" + "\n".join(f"- {words}" for words in self.log))

    def play(self) -> State:
        """The game, every state checked, some of them closely."""
        rules = self.rules
        state = rules.start(json.loads(text(self.setup)))
        self.pieces = self.identities(state)
        self.hold("C9", self.pieces, "zones show no piece at all")
        steps = 0
        while (seat := state.actor()) != END:
            self.hold("C1", seat == CHANCE or 0 <= seat < self.players, f"nobody sits at {seat}")
            closely = steps < 3 or self.rng.random() * max(CLOSELY, steps) < 4
            legal: Sequence[Action] = () if seat == CHANCE else self.actions(state)
            if closely:
                self.closely(state, seat, legal)
            self.quickly(state)
            action = state.chance(self.dice) if seat == CHANCE else self.rng.pick(legal)
            self.step(state, action, closely)
            steps += 1
            self.hold("C8", steps <= rules.max_decisions, f"more than {rules.max_decisions} decisions")
        self.quickly(state)
        self.ended(state)
        for old, said in self.left:
            self.hold("C5", text(old.dump()) == said, "a state that was copied has changed since")
        return state

    # --- one state ------------------------------------------------------------------------------------------

    def actions(self, state: State) -> Sequence[Action]:
        """C1, C2: what is legal, sorted, once each."""
        legal = state.legal_actions()
        self.hold("C1", legal, "nothing is legal, and the game is not over")
        self.hold("C2", all(a < b for a, b in pairwise(legal)), f"not sorted, or twice the same: {legal}")
        return legal

    def quickly(self, state: State) -> None:
        """C9, C10: what must hold in every state."""
        here = self.identities(state)
        if here != self.pieces:
            self.hold("C9", False, f"more: {here - self.pieces}, fewer: {self.pieces - here}")
        wrong = self.rules.check(state)
        self.hold("C10", not wrong, wrong)
        self.hold("C14", len(state.scores()) == self.players, "scores are by seat")

    def identities(self, state: State) -> Counter[str]:
        """How often each piece is in some zone."""
        return Counter([entry["id"] for entries in state.zones(None).values() for entry in entries])

    def closely(self, state: State, seat: int, legal: Sequence[Action]) -> None:
        """C2 to C7, C11 to C13: all that costs time."""
        said = text(state.dump())
        self.hold("C2", list(state.legal_actions()) == list(legal) or seat == CHANCE, "asked again, it says another")
        some = [*legal[:ACTIONS], *legal[-3:]]
        owners, seats = {*map(self.rules.owner_of, state.zones(None))}, {*range(self.players)}
        self.hold("C9", seats <= owners <= seats | {-1}, f"owners of zones are {owners}")
        self.words(state, seat, legal, some)
        self.refusals(state, seat, legal)
        self.hold("C4", text(state.dump()) == said, "asking changes the state")
        for action in dict.fromkeys([*some[:3], *some[-1:]]):
            self.ways(state, action, said)
        other = int(self.rng.random() * self.players)
        for watcher in sorted({max(0, seat), other}):
            self.secrets(state, watcher, seat, legal, said)
        self.hold("C5", text(state.dump()) == said, "what is done to a copy changes the state")
        self.left.append((state.copy(), said))
        self.known |= dict.fromkeys(some)

    def words(self, state: State, seat: int, legal: Sequence[Action], some: Sequence[Action]) -> None:
        """C3: every action can be said, and understood."""
        if seat == CHANCE:
            outcome = state.copy().chance(Rng("outcome"))
            self.hold("C3", self.rules.parse(self.rules.describe(outcome)) == outcome, outcome)
            return
        for action in some:
            words = self.rules.describe(action)
            self.hold("C3", self.rules.parse(words) == action, f"{action!r}, '{words}', is understood otherwise")
            self.hold("C9", set(self.rules.cards_of(action, state)) <= set(self.pieces), f"cards of '{words}'")
        said = Counter(map(self.rules.describe, legal))
        self.hold("C3", len(said) == len(legal), f"said of two actions: {said.most_common(1)}")

    def refusals(self, state: State, seat: int, legal: Sequence[Action]) -> None:
        """C4: what is not legal is refused, with the rule."""
        if seat == CHANCE:
            return
        allowed = set(legal)
        for action in [*legal[:ACTIONS]]:
            why = state.why_not(action)
            self.hold("C4", not why, f"'{self.rules.describe(action)}' is in the list, but: {why}")
        others = [action for action in self.known if action not in allowed][-ACTIONS:]
        for action in [*others, -99, 10**9, (), ("?",), "?", None]:
            why = state.why_not(action)
            self.hold(
                "C4", why and action not in allowed, f"{action!r} is not in the list, and nothing speaks against it"
            )
            self.hold("C4", RULE.search(why), f"'{why}' names no rule")
            try:
                apply_checked(state, action)
            except IllegalAction:
                continue
            self.hold("C4", False, f"{action!r} was done")

    def ways(self, state: State, action: Action, said: str) -> None:
        """C5 to C8: a copy, the same read from text, and one that tells its events all go the same way."""
        copied = state.copy()
        read = self.rules.load(json.loads(said))
        self.hold("C7", text(read.dump()) == said, "what is read from a dump says another dump")
        self.hold("C7", read.actor() == state.actor(), "another seat acts after loading")
        self.hold("C7", list(read.legal_actions()) == list(state.legal_actions()), "other actions after loading")
        self.hold("C7", read.scores() == state.scores(), "other scores after loading")
        telling = state.copy()
        telling.events = []
        for one in (copied, read, telling):
            one.apply(action)
        self.hold("C5", text(state.dump()) == said, "applied to a copy, it changes the state")
        for one in (read, telling):
            self.hold("C6", text(one.dump()) == text(copied.dump()), f"{self.rules.describe(action)} ends in two ways")
        self.hold("C8", copied.progress() < state.progress(), f"{state.progress()} -> {copied.progress()}")
        json.dumps(telling.events)
        for event in telling.events:
            self.told(event)

    def told(self, event: Event) -> None:
        """C17: an event is one of those that the engine declares, in its form."""
        details = self.rules.events.get(event[0])
        self.hold("C17", details is not None, f"'{event[0]}' is not among the events of the engine")
        assert details is not None
        self.hold("C17", len(event) == 1 + len(details), f"{event} has other details than {details}")
        for detail, value in zip(details, event[1:], strict=True):
            if isinstance(detail, tuple):
                good = value in detail
            elif detail == SEAT:
                good = isinstance(value, int) and 0 <= value < self.players
            elif detail == NUMBER:
                good = isinstance(value, int)
            elif detail in (PIECE, NAME):
                good = isinstance(value, str)
                good = good and (detail == NAME or not value or value.partition("#")[0] in self.known_ids)
            else:
                good = all(isinstance(one, str) for one in value)
                good = good and (detail == NAMES or {*value} <= self.known_ids)
            self.hold("C17", good, f"{value!r} of {event} is no {detail}")

    def secrets(self, state: State, watcher: int, seat: int, legal: Sequence[Action], said: str) -> None:
        """C11 to C13: what a seat sees does not depend on what it does not know."""
        seen, shown = text(state.observation(watcher)), state.zones(watcher)
        real = state.zones(None)
        self.hold("C13", {zone: len(shown[zone]) for zone in shown} == {zone: len(real[zone]) for zone in real}, shown)
        for zone, entries in shown.items():
            for mine, its in zip(entries, real[zone], strict=True):
                if "id" not in mine:
                    self.hidden = True
                elif mine["id"] != its["id"]:
                    self.hold("C13", False, f"{zone}: {mine} is {its}")
        guess = state.copy()
        for again in range(2):
            other = state.copy()
            other.resample_hidden(watcher, Rng("redeal", again, len(self.log)))
            guess.resample_hidden(watcher, Rng("redeal", again, len(self.log)))  # the second time, of what it is now
            self.hold("C11", text(other.dump()) == text(guess.dump()), "a guess depends on what it replaces")
            self.redealt = self.redealt or text(other.dump()) != said
            self.hold("C11", text(other.observation(watcher)) == seen, f"seat {watcher} sees what it cannot know")
            self.hold("C13", text(other.zones(watcher)) == text(shown), f"seat {watcher} is shown what it cannot know")
            if watcher == seat:
                self.hold("C11", list(other.legal_actions()) == list(legal), "what is legal depends on secrets")
            self.hold("C12", self.identities(other) == self.pieces, "pieces are lost by dealing anew")
            wrong = self.rules.check(other)
            self.hold("C12", not wrong, wrong)
            self.hold("C12", other.actor() == seat, "dealing anew changes whose turn it is")
            for _ in range(2):
                if other.actor() >= 0:
                    other.apply(Rng("on", again, len(self.log)).pick(other.legal_actions()))
            wrong = self.rules.check(other)
            self.hold("C12", not wrong, f"played on after dealing anew: {wrong}")

    # --- a step, and the end --------------------------------------------------------------------------------

    def step(self, state: State, action: Action, closely: bool) -> None:
        """C8: every action leads nearer to the end."""
        before = state.progress()
        self.log.append(self.rules.describe(action))
        state.apply(action)
        after = state.progress()
        self.hold("C8", after < before, f"{before} -> {after}")
        self.hold("C8", state.events is None, "events are told though nobody asked")

    def ended(self, state: State) -> None:
        """C1, C14: it is over, and somebody has won."""
        self.hold("C1", not state.legal_actions(), "it is over, and something is legal")
        self.hold("C4", RULE.search(state.why_not(-99)), "after the end nothing is legal")
        shares, scores = state.returns(), state.scores()
        self.hold("C14", len(shares) == self.players, shares)
        self.hold("C14", all(math.isfinite(share) and 0 <= share <= 1 for share in shares), shares)
        together = set(shares) in ({0}, {1}) and len(shares) > 1
        self.hold("C14", together or math.isclose(sum(shares), 1), shares)
        if not together:
            best = [score for score, share in zip(scores, shares, strict=True) if share]
            self.hold("C14", min(best) == max(scores), f"{scores}, and yet {shares}")


def finish(rules: Rules, players: int, bots: Sequence[Bot], *labels: object) -> State:
    """The last state of a game; see `playing.play`."""
    *_, (state, _) = play(rules, players, bots, *labels)
    return state
