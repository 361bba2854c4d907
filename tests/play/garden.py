"""A small engine for tests, of the game Garden of the documentation: an animal scores if it eats the one before it.

Two or three players have two cards each and draw a third in their turn; then they play one. Animals of level 1 score in
any case; others without prey cannot be played, and are thrown away at last. The option `fault` makes the engine wrong
in a chosen way.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import pytest

from pawprint.catalog.model import Game
from pawprint.core.diagnostics import Findings
from pawprint.play.engine import (
    END,
    ENGINES,
    NUMBER,
    PIECE,
    SEAT,
    Action,
    DetailKind,
    Event,
    Json,
    Option,
    Rng,
    RuleNumber,
    State,
    digest,
    numbered_owner,
)
from pawprint.play.game_options import agreed_options
from pawprint.play.notation import NOTATIONS, Notation


class Patch:
    """The state: the deck, hands, and what was played."""

    def __init__(self, rules: "Garden", deck: list[str], hands: list[list[str]]) -> None:
        self.rules, self.deck, self.hands = rules, deck, hands
        self.played: list[str] = []
        self.points = [0] * len(hands)
        self.seat = 0
        self.events: list[Event] | None = None
        self.draw()

    def draw(self) -> None:
        if self.deck:
            self.hands[self.seat].append(self.deck.pop())

    def actor(self) -> int:
        return self.seat if self.hands[self.seat] else END

    def legal_actions(self) -> Sequence[Action]:
        hand = {*self.hands[self.seat]}
        cards = self.rules.cards
        return sorted(name for name in hand if cards[name][0] == 1 or cards[name][1]) or ["nothing"]

    def why_not(self, action: Action) -> str:
        return "" if action in self.legal_actions() else "G-R1: that card is not in the hand"

    def apply(self, action: Action) -> None:
        fault, seat, rules = self.rules.fault, self.seat, self.rules
        assert isinstance(action, str)
        if fault == "crash" and action == "heron":
            raise KeyError("heron")
        if fault == "endless":
            return
        if action == "nothing":
            self.played.append(self.hands[seat].pop())
        else:
            self.hands[seat].remove(action)
            before = self.played[-1] if self.played else ""
            self.played.append(action)
            level, prey = rules.cards[action]
            eaten = before if before in prey else ""
            gain = level if (eaten and not rules.chosen["mercy"]) or level == 1 else 0
            self.points[seat] += 10 * gain if fault == "unfair" and seat == 0 else gain
            if self.events is not None:
                self.events.append(("play", seat, action))
                if eaten:
                    self.events.append(("eat", seat, action, eaten))
                if fault == "chatty":
                    home = {"snail": "hedge", "toad": "meadow", "heron": "pond"}[action]
                    self.events += [("gain", action, gain), ("lives", action, home)]
        if fault == "loses" and len(self.played) == 3:
            self.played.pop()
        self.seat = (seat + 1) % len(self.hands)
        self.draw()

    def copy(self) -> "Patch":
        return self.rules.load(self.dump())

    def scores(self) -> tuple[int, ...]:
        return tuple(self.points)

    def returns(self) -> tuple[float, ...]:
        best = max(self.points)
        return tuple((points == best) / self.points.count(best) for points in self.points)

    def observation(self, seat: int) -> Json:
        return {"hand": sorted(self.hands[seat]), "played": self.played}

    def chance(self, rng: Rng) -> Action:
        raise AssertionError("there are no dice")

    def resample_hidden(self, seat: int, rng: Rng) -> None:
        hidden = [*self.deck, *(card for other, hand in enumerate(self.hands) if other != seat for card in hand)]
        hidden.sort()
        rng.shuffle(hidden)
        for other, hand in enumerate(self.hands):
            if other != seat:
                hand[:] = [hidden.pop() for _ in hand]
        self.deck = hidden

    def zones(self, seat: int | None) -> dict[str, list[Json]]:
        zones = {"played": [{"id": card} for card in self.played]}
        zones["deck"] = [{"id": card} if seat is None else {} for card in self.deck]
        for other, hand in enumerate(self.hands):
            zones[f"hand {other}"] = [{"id": card} if seat in (None, other) else {} for card in hand]
        return zones

    def progress(self) -> tuple[int, ...]:
        return (len(self.deck) + sum(map(len, self.hands)),)

    def dump(self) -> Json:
        return {
            "deck": [*self.deck], "hands": [[*hand] for hand in self.hands], "played": [*self.played],
            "points": [*self.points], "seat": self.seat, "salt": next(_SALT) if self.rules.fault == "salt" else 0,
        }  # fmt: skip


_SALT = iter(range(10**9))


class Garden:
    """The rules."""

    id: ClassVar[str] = "garden"
    editions: ClassVar[Mapping[str, Mapping[str, Any]]] = {}
    options: ClassVar[Mapping[str, Option]] = {
        "fault": Option(
            ("none", "chatty", "crash", "endless", "loses", "unfair", "invariant", "salt"),
            "G-R9",
            "what is wrong with the engine",
        ),
        "mercy": Option((False, True), "G-R8", "whether whoever eats has nothing of it"),
    }
    numbers: ClassVar[Mapping[str, RuleNumber]] = {
        "hand": RuleNumber(2, "G-R1", "cards of each player"),
        "worth": RuleNumber({"eaten": 1}, "G-R8", "points of a card"),
    }
    implements: ClassVar[tuple[str, ...]] = ("G-R1", "G-3", "G-20")
    events: ClassVar[Mapping[str, tuple[DetailKind, ...]]] = {
        "play": (SEAT, PIECE),
        "eat": (SEAT, PIECE, PIECE),
    }

    players = range(2, 4)

    def __init__(self, cards: Mapping[str, tuple[int, frozenset[str]]], deck: Sequence[str], chosen: Any) -> None:
        self.cards, self.deck, self.edition, self.chosen = cards, deck, "", chosen
        self.fault = chosen["fault"]
        self.max_decisions = len(deck)

    @classmethod
    def of(
        cls, game: Game, findings: Findings, edition: str = "", chosen: Mapping[str, Any] | None = None
    ) -> "Garden | None":
        broken = {"fault": cls.broken} if cls.broken else {}
        agreed = agreed_options(cls, game, findings, edition, {**broken, **(chosen or {})})
        if agreed is None:
            return None
        records = game.pieces("animals")
        cards = {one.id: (one.values["level"], frozenset(prey.id for prey in one.values["prey"])) for one in records}
        deck = [one.id for one in records for _ in range(one.copies_in(game.edition))]
        if len(deck) < 6:
            raise ValueError(f"{len(deck)} cards are too few")
        return cls(cards, deck, agreed[1])

    #: For tests: the fault of every game.
    broken: ClassVar[str] = ""

    def rules_hash(self) -> str:
        return digest([sorted(self.deck), {name: level for name, (level, _) in self.cards.items()}])

    def setup(self, players: int, rng: Rng) -> Json:
        deck = [*self.deck]
        rng.shuffle(deck)
        return {"players": players, "deck": deck}

    def start(self, setup: Json) -> Patch:
        deck = [*setup["deck"]]
        hands = [[deck.pop(), deck.pop()] for _ in range(setup["players"])]
        return Patch(self, deck, hands)

    def load(self, dump: Json) -> Patch:
        state = Patch(self, [], [[*hand] for hand in dump["hands"]])
        state.deck, state.played = [*dump["deck"]], [*dump["played"]]
        state.points, state.seat = [*dump["points"]], dump["seat"]
        return state

    def describe(self, action: Action) -> str:
        return f"play {action}"

    def parse(self, text: str) -> Action:
        if not text.startswith("play "):
            raise ValueError("write it as in: play toad")
        return text.removeprefix("play ")

    def cards_of(self, action: Action, state: State) -> tuple[str, ...]:
        assert isinstance(action, str)
        return (action,) if action in self.cards else ()

    def owner_of(self, zone: str) -> int:
        return numbered_owner(zone)

    def check(self, state: State) -> list[str]:
        assert isinstance(state, Patch)
        if self.fault == "invariant" and len(state.played) == 2:
            return ["G-20: two animals lie on the table"]
        counted = Counter(state.deck) + Counter(state.played)
        return [] if counted.total() <= len(self.deck) else ["G-20: too many animals"]

    def remarks(self) -> Mapping[str, str]:
        return {"G-21": f"{len(self.deck)} cards"}


def plant(monkeypatch: pytest.MonkeyPatch, fault: str = "") -> None:
    """Make the engine known for one test, with a *fault* in every game."""
    monkeypatch.setitem(ENGINES._things, "garden", Garden)
    monkeypatch.setitem(NOTATIONS._things, "garden", Notation)
    monkeypatch.setattr(Garden, "broken", fault)
    if fault == "chatty":
        more = {"gain": (PIECE, NUMBER), "lives": (PIECE, ("hedge", "meadow", "pond"))}
        monkeypatch.setattr(Garden, "events", {**Garden.events, **more})
