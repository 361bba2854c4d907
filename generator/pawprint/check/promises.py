"""The own engine of a game -> findings where it breaks a promise: C1 to C17, tested in games with random choices.

A promise that is broken is reported with the game so far, so that it can be played again.

What is tested beyond `pawprint.play.engine`:

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
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from pawprint.catalog.model import Game
from pawprint.core.diagnostics import Findings
from pawprint.play import engine
from pawprint.play.engine import Rng, Rules
from pawprint.play.lookup import playable_editions
from pawprint.play.playing import ReplayError, random_bot, record, replay
from pawprint.play.time_limit import RulesFault

#: About one state in this many is examined closely, fewer late in the game; the first three always are.
CLOSELY = 10
#: The most actions of a state that are described, tried and refused.
ACTIONS = 24
#: Numbers of rules, in messages.
RULE = re.compile(r"\b[A-Z]{2}-(I-)?[0-9]+[0-9.a-z]*")


def text(value: engine.Json) -> str:
    """A value as JSON text: two values are the same if their texts are."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False)


class BrokenPromise(AssertionError):
    """A promise that an engine breaks.

    Attributes:
        action: what was done or asked about last, in words; may be empty.
    """

    def __init__(self, promise: str, message: str, action: str, log: str) -> None:
        super().__init__(f"{promise}: {message}\n{log}")
        self.promise, self.message, self.action = promise, message, action


class ConformanceGame:
    """One game with all checks.

    Args:
        rng: makes the choices; anything with `pick` and `random`.
    """

    def __init__(self, rules: engine.Rules, game: Game, players: int, rng: Any, *labels: object) -> None:
        self.rules, self.players, self.rng = rules, players, rng
        self.setup = rules.setup(players, engine.Rng(*labels, "deal"))
        self.dice = engine.Rng(*labels, "chance")
        self.log: list[str] = []
        #: Earlier states, and their dumps at that time.
        self.left: list[tuple[engine.State, str]] = []
        #: Actions that have been legal.
        self.known: dict[engine.Action, None] = {}
        #: True if some pieces were hidden, and if resampling has changed a deal.
        self.hidden = self.redealt = False
        self.pieces: Counter[str] = Counter()
        self.known_ids = frozenset(identity for some in game.records.values() for identity in some)

    def hold(self, promise: str, truth: object, message: object = "") -> None:
        """Check that *truth* is true.

        Raises:
            BrokenPromise: it does not; with the game so far.
        """
        if not truth:
            log = f"setup: {text(self.setup)}\n" + "\n".join(f"- {words}" for words in self.log)
            raise BrokenPromise(promise, str(message), self.log[-1] if self.log else "", log)

    def names_rule(self, reason: str) -> bool:
        """True if a reason contains the number of a rule; a game need not number its rules."""
        numbered = self.rules.implements
        return bool(reason) if not numbered else bool(RULE.search(reason)) or reason.partition(":")[0] in numbered

    def play(self) -> engine.State:
        rules = self.rules
        state = rules.start(json.loads(text(self.setup)))
        self.pieces = self.identities(state)
        self.hold("C9", self.pieces, "the zones show no piece")
        steps = 0
        while (seat := state.actor()) != engine.END:
            self.hold("C1", seat == engine.CHANCE or 0 <= seat < self.players, f"there is no seat {seat}")
            closely = steps < 3 or self.rng.random() * max(CLOSELY, steps) < 4
            legal: Sequence[engine.Action] = () if seat == engine.CHANCE else self.actions(state)
            if closely:
                self.closely(state, seat, legal)
            self.quickly(state)
            action = state.chance(self.dice) if seat == engine.CHANCE else self.rng.pick(legal)
            self.step(state, action, closely)
            steps += 1
            self.hold(
                "C8",
                steps <= rules.max_decisions,
                f"the game is not over after {rules.max_decisions} actions, the declared maximum",
            )
        self.quickly(state)
        self.ended(state)
        for old, dump in self.left:
            self.hold("C5", text(old.dump()) == dump, "a state has changed although only its copies were played on")
        return state

    def actions(self, state: engine.State) -> Sequence[engine.Action]:
        legal: Sequence[Any] = state.legal_actions()  # which can be sorted
        self.hold("C1", legal, "no action is legal, and the game is not over")
        self.hold(
            "C2",
            all(a < b for a, b in pairwise(legal)),
            f"the legal actions are not sorted, or one is there twice: {legal}",
        )
        return legal

    def quickly(self, state: engine.State) -> None:
        """C9, C10: what must hold in every state."""
        here = self.identities(state)
        if here != self.pieces:
            self.hold("C9", False, _changed(here, self.pieces))
        wrong = self.rules.check(state)
        self.hold("C10", not wrong, "; ".join(wrong))
        self.hold("C14", len(state.scores()) == self.players, "there should be a score for each seat")

    def identities(self, state: engine.State) -> Counter[str]:
        return Counter([entry["id"] for entries in state.zones(None).values() for entry in entries])

    def closely(self, state: engine.State, seat: int, legal: Sequence[engine.Action]) -> None:
        """C2 to C7, C11 to C13: all that costs time."""
        dump = text(state.dump())
        self.hold(
            "C2",
            list(state.legal_actions()) == list(legal) or seat == engine.CHANCE,
            "asked twice, the legal actions differ",
        )
        some = [*legal[:ACTIONS], *legal[-3:]]
        owners, seats = {*map(self.rules.owner_of, state.zones(None))}, {*range(self.players)}
        self.hold(
            "C9", seats <= owners <= seats | {-1}, f"the owners of zones are {sorted(owners)}; they should be the seats"
        )
        self.words(state, seat, legal, some)
        self.refusals(state, seat, legal)
        self.hold("C4", text(state.dump()) == dump, "asking for legal actions or reasons changes the state")
        chance = [state.copy().chance(engine.Rng("ways", len(self.log)))] if seat == engine.CHANCE else []
        for action in dict.fromkeys([*chance, *some[:3], *some[-1:]]):
            self.ways(state, action, dump)
        other_seat = int(self.rng.random() * self.players)
        for watcher in sorted({max(0, seat), other_seat}):
            self.secrets(state, watcher, seat, legal, dump)
        self.hold("C5", text(state.dump()) == dump, "an action on a copy changes the state that was copied")
        self.left.append((state.copy(), dump))
        self.known |= dict.fromkeys(some)

    def words(
        self, state: engine.State, seat: int, legal: Sequence[engine.Action], some: Sequence[engine.Action]
    ) -> None:
        """C3: every action has words that are read as that action."""
        if seat == engine.CHANCE:
            outcome = state.copy().chance(engine.Rng("outcome"))
            self.hold("C3", self.rules.parse(self.rules.describe(outcome)) == outcome, outcome)
            return
        for action in some:
            words = self.rules.describe(action)
            self.hold(
                "C3",
                self.rules.parse(words) == action,
                f"the words '{words}' of the action {action!r} are read as another action",
            )
            self.hold(
                "C9",
                set(self.rules.cards_of(action, state)) <= set(self.pieces),
                f"the cards of '{words}' are not among the pieces",
            )
        counts = Counter(map(self.rules.describe, legal))
        self.hold("C3", len(counts) == len(legal), f"two actions have the same words: {counts.most_common(1)[0][0]}")

    def refusals(self, state: engine.State, seat: int, legal: Sequence[engine.Action]) -> None:
        """C4: what is not legal is refused, with the number of a rule."""
        if seat == engine.CHANCE:
            return
        allowed = set(legal)
        for action in [*legal[:ACTIONS]]:
            why = state.why_not(action)
            self.hold("C4", not why, f"'{self.rules.describe(action)}' is a legal action, and is refused: {why}")
        others = [action for action in self.known if action not in allowed][-ACTIONS:]
        for action in [*others, -99, 10**9, (), ("?",), "?", None]:
            why = state.why_not(action)
            self.hold("C4", why and action not in allowed, f"{action!r} is not a legal action, and is not refused")
            self.hold("C4", self.names_rule(why), f"the reason '{why}' names no rule")
            try:
                engine.apply_checked(state, action)
            except engine.IllegalAction:
                continue
            self.hold("C4", False, f"{action!r} is not a legal action, and was done")

    def ways(self, state: engine.State, action: engine.Action, dump: str) -> None:
        """C5 to C8: a copy, the same read from text, and one that tells its events all go the same way."""
        copied = state.copy()
        loaded = self.rules.load(json.loads(dump))
        self.hold("C7", text(loaded.dump()) == dump, "a state that is read from its dump has another dump")
        self.hold("C7", loaded.actor() == state.actor(), "in a state that is read from its dump another seat acts")
        self.hold(
            "C7",
            list(loaded.legal_actions()) == list(state.legal_actions()),
            "in a state that is read from its dump other actions are legal",
        )
        self.hold("C7", loaded.scores() == state.scores(), "a state that is read from its dump has other scores")
        telling = state.copy()
        telling.events = []
        for state_after in (copied, loaded, telling):
            state_after.apply(action)
        here = self.identities(copied)
        self.hold("C9", here == self.pieces, _changed(here, self.pieces))
        self.hold("C5", text(state.dump()) == dump, "an action on a copy changes the state that was copied")
        for state_after in (loaded, telling):
            self.hold(
                "C6",
                text(state_after.dump()) == text(copied.dump()),
                f"'{self.rules.describe(action)}' has different results in the same state",
            )
        self.hold(
            "C8",
            copied.progress() < state.progress(),
            f"the game comes no nearer to its end: {state.progress()}, then {copied.progress()}",
        )
        json.dumps(telling.events)
        for event in telling.events:
            self.check_event(event)

    def check_event(self, event: engine.Event) -> None:
        """C17: an event is one of those that the engine declares, in its form."""
        details = self.rules.events.get(event[0])
        self.hold("C17", details is not None, f"the event '{event[0]}' is not declared")
        assert details is not None
        self.hold(
            "C17", len(event) == 1 + len(details), f"the event {event} has other details than declared: {details}"
        )
        for detail, value in zip(details, event[1:], strict=True):
            if isinstance(detail, tuple):
                good = value in detail
            elif detail == engine.SEAT:
                good = isinstance(value, int) and 0 <= value < self.players
            elif detail == engine.NUMBER:
                good = isinstance(value, int)
            elif detail in (engine.PIECE, engine.NAME):
                good = isinstance(value, str)
                good = good and (detail == engine.NAME or not value or value.partition("#")[0] in self.known_ids)
            else:
                good = all(isinstance(name, str) for name in value)
                good = good and (detail == engine.NAMES or {*value} <= self.known_ids)
            self.hold("C17", good, f"the detail {value!r} of the event {event} is no {detail}")

    def secrets(self, state: engine.State, watcher: int, seat: int, legal: Sequence[engine.Action], dump: str) -> None:
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
            resampled = state.copy()
            resampled.resample_hidden(watcher, engine.Rng("redeal", again, len(self.log)))
            guess.resample_hidden(
                watcher, engine.Rng("redeal", again, len(self.log))
            )  # the second time, of what it is now
            self.hold(
                "C11",
                text(resampled.dump()) == text(guess.dump()),
                "hidden pieces are replaced differently, although the seat knows the same",
            )
            self.redealt = self.redealt or text(resampled.dump()) != dump
            self.hold(
                "C11",
                text(resampled.observation(watcher)) == seen,
                f"what seat {watcher} observes depends on hidden pieces",
            )
            self.hold(
                "C13",
                text(resampled.zones(watcher)) == text(shown),
                f"the zones that seat {watcher} sees depend on hidden pieces",
            )
            if watcher == seat:
                self.hold(
                    "C11",
                    list(resampled.legal_actions()) == list(legal),
                    "the legal actions depend on pieces that the player does not see",
                )
            self.hold(
                "C12", self.identities(resampled) == self.pieces, "pieces are lost where hidden ones are replaced"
            )
            wrong = self.rules.check(resampled)
            self.hold("C12", not wrong, f"after hidden pieces are replaced: {'; '.join(wrong)}")
            self.hold("C12", resampled.actor() == seat, "another seat acts after hidden pieces are replaced")
            for _ in range(2):
                if resampled.actor() >= 0:
                    resampled.apply(engine.Rng("on", again, len(self.log)).pick(resampled.legal_actions()))
            wrong = self.rules.check(resampled)
            self.hold("C12", not wrong, f"after hidden pieces are replaced: {'; '.join(wrong)}")

    def step(self, state: engine.State, action: engine.Action, closely: bool) -> None:
        before = state.progress()
        self.log.append(self.rules.describe(action))
        state.apply(action)
        after = state.progress()
        self.hold("C8", after < before, f"the game comes no nearer to its end: {before}, then {after}")
        self.hold("C8", state.events is None, "events are collected although none are wanted")

    def ended(self, state: engine.State) -> None:
        """C1, C14: the game is over, and the shares of the win are right."""
        self.hold("C1", not state.legal_actions(), "the game is over, and an action is legal")
        self.hold("C4", self.names_rule(state.why_not(-99)), "after the end, the reason of a refusal names no rule")
        shares, scores = state.returns(), state.scores()
        self.hold("C14", len(shares) == self.players, shares)
        self.hold("C14", all(math.isfinite(share) and 0 <= share <= 1 for share in shares), shares)
        together = set(shares) in ({0}, {1})  # a lone player may lose, too
        self.hold("C14", together or math.isclose(sum(shares), 1), shares)
        if not together and not getattr(self.rules, "by_teams", False):
            best = [score for score, share in zip(scores, shares, strict=True) if share]
            message = f"not the best score wins: scores {scores}, shares of the win {shares}"
            self.hold("C14", min(best) == max(scores), message)


def _changed(here: Counter[str], before: Counter[str]) -> str:
    more, fewer = here - before, before - here
    differences = [f"{name} +{more[name]}" for name in more] + [f"{name} -{fewer[name]}" for name in fewer]
    return f"pieces appear or vanish: {', '.join(sorted(differences)[:6])}"


#: Games with each number of players, and seconds after which no other game begins.
_GAMES, _SECONDS = 4, 20.0
#: Promise -> the method that keeps it, if not `act`.
_METHODS = {
    "C1": "actions", "C2": "actions", "C3": "actions", "C4": "refusal", "C10": "invariants", "C11": "actions",
    "C14": "ranking",
}  # fmt: skip


class _Table(NamedTuple):
    """Rules for a number of players."""

    rules: Any
    game: Game
    players: int

    @property
    def name(self) -> str:
        rules: Rules = self.rules
        edition = f" of the edition {rules.edition}" if rules.edition else ""
        return f"a game{edition} of {self.players} players"


def find_broken_promises(game: Game, findings: Findings, edition: str = "") -> str:
    """Play games with random choices and test every promise in them; what is broken is a finding.

    Args:
        edition: only this one, of the catalog or of the rules; all if empty.

    Returns:
        a line about what was played; empty after findings.
    """
    before = findings.count
    games = 0
    until = time.monotonic() + _SECONDS
    for table in _tables(game, findings, edition):
        for seed in range(_GAMES if time.monotonic() < until else 0):
            games += 1
            if not _keeps_promises(table, seed, findings):
                return ""
    if findings.count > before or not games:
        return ""
    return f"{game.id}: {games} games with random choices keep all promises of an engine"


def _tables(game: Game, findings: Findings, edition: str) -> Iterator[_Table]:
    """Every number of players in each edition, and each option on its own."""
    for kind, deck, name in playable_editions(game, edition):
        cards = game.in_edition(deck)
        rules = kind.of(cards, findings, name)
        if rules is None:
            return
        yield from (_Table(rules, cards, players) for players in rules.players)
        for key, option in kind.options.items():
            for value in option.values:
                if value != rules.chosen[key] and (variant := kind.of(cards, findings, name, {key: value})):
                    yield _Table(variant, cards, variant.players[0])


def _keeps_promises(table: _Table, seed: int, findings: Findings) -> bool:
    """Play one game; False after a finding."""
    rules = table.rules
    walk: ConformanceGame | None = None
    try:
        walk = ConformanceGame(rules, table.game, table.players, Rng(seed, "choices"), seed)
        walk.play()
        replay(rules, record(rules, table.players, [random_bot], seed))
        return True
    except RulesFault as fault:
        fault.add_to(findings)
    except BrokenPromise as broken:
        assert walk is not None
        steps = f"after {len(walk.log)} actions" + (f", the last being '{broken.action}'" if broken.action else "")
        message = f"{broken.message} (promise {broken.promise}, in {table.name}, {steps})"
        rules.fault(message, _METHODS.get(broken.promise, "act")).add_to(findings)
    except ReplayError as error:
        rules.fault(f"a game that is played again from its log differs: {error}", "act").add_to(findings)
    except Exception as error:  # odd values that only show where they are used
        rules.fault(f"{table.name} cannot be played: {type(error).__name__}: {error}", "act").add_to(findings)
    return False
