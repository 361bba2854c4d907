"""Food Chain: hunting, eating and being eaten in a forest of cards, for 2 to 4 players.

The rules are in six modules: what may be agreed on (`options`), the cards of the catalog (`catalog`) as tables
(`cards`), the game being played (`table`) as data (`views`) and in reasons (`reasons`). Ids such as FC-5.1.4 are those
of the rules of the game.
"""

import re
from collections.abc import Mapping
from typing import Any, ClassVar

from pawprint.catalog.model import Game
from pawprint.core.diagnostics import Findings
from pawprint.games.food_chain import invariants, view
from pawprint.games.food_chain.card_reader import CardBox, edition_of, read_box
from pawprint.games.food_chain.cards import (
    BACK_OFF,
    CHASE,
    EAT,
    HUNT,
    NOTHING,
    PASS,
    RANSOM,
    SHIFT,
    SHUFFLE_IN,
    SWITCH,
    FoodChainCards,
)
from pawprint.games.food_chain.events import EVENTS
from pawprint.games.food_chain.options import EDITIONS, OPTIONS
from pawprint.games.food_chain.state import FoodChainState
from pawprint.rules.engine import CHANCE, ENGINES, Action, DetailKind, Json, Option, Rng, State, digest, resolve_options

#: To be raised when the same deal and actions lead to another end.
VERSION = 1

#: Forms of words, by what they mean: {card} is one in a hand or pile, {node} and {food} lie on the table.
_PHRASES: Mapping[int, str] = {
    HUNT: "hunt {food} with {card}",
    EAT: "eat {food} with {node}",
    BACK_OFF: "back off {food}",
    CHASE: "chase {food} away",
    SWITCH: "switch {food} for {card}",
    PASS: "discard {card}",
    SHUFFLE_IN: "shuffle in at {place}",
    RANSOM: "ransom {card}",
}
_NOTHING_TO_DISCARD = "pass"
_PATTERNS = {verb: re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>\\S+)", words)) for verb, words in _PHRASES.items()}


@ENGINES("food-chain")
class FoodChain:
    """The rules with one deck, edition and set of options.

    Attributes:
        box: the cards and tokens.
        cards: the deck that is played with, as tables.
    """

    id: ClassVar[str] = "food-chain"
    editions: ClassVar[Mapping[str, Mapping[str, Any]]] = EDITIONS
    options: ClassVar[Mapping[str, Option]] = OPTIONS
    events: ClassVar[Mapping[str, tuple[DetailKind, ...]]] = EVENTS
    implements: ClassVar[tuple[str, ...]] = (
        "FC-1.1", "FC-1.2", "FC-1.4", "FC-1.5", "FC-1.7", "FC-1.8",
        "FC-2.1", "FC-2.2", "FC-2.3", "FC-2.4", "FC-2.5", "FC-2.6",
        "FC-3.1", "FC-3.2", "FC-3.3", "FC-3.4", "FC-3.5", "FC-3.6",
        "FC-4.1", "FC-4.2", "FC-4.3",
        "FC-5.1.1", "FC-5.1.2", "FC-5.1.3", "FC-5.1.4", "FC-5.1.5",
        "FC-5.2.1", "FC-5.2.2", "FC-5.2.3", "FC-5.2.4.1", "FC-5.2.4.2", "FC-5.2.4.3", "FC-5.2.4.4", "FC-5.2.4.5",
        "FC-5.2.4.6", "FC-5.2.5",
        "FC-5.3.1", "FC-5.3.2", "FC-5.4.1", "FC-5.4.2", "FC-5.4.3", "FC-5.4.4", "FC-5.5.1",
        "FC-6.1", "FC-6.2", "FC-6.3", "FC-6.4", "FC-6.5",
        "FC-7.1", "FC-8.1", "FC-8.2", "FC-8.3", "FC-8.4", "FC-9.1", "FC-9.2", "FC-9.3", "FC-9.4",
        "FC-I-21", "FC-I-22", "FC-I-23", "FC-I-24", "FC-I-25", "FC-I-26", "FC-I-29", "FC-I-30",
    )  # fmt: skip

    def __init__(self, box: CardBox, edition: str, chosen: Mapping[str, Any]) -> None:
        self.box, self.edition, self.chosen = box, edition, chosen
        # D9
        played = [card for card in box.cards if not card.bonus or chosen["bonus_copies"] == "printed"]
        self.cards = FoodChainCards(played, chosen)
        self.players = box.players
        self._say_shortly()
        self.max_decisions = self._longest()

    def __reduce__(self) -> tuple[Any, ...]:
        """To be sent to another process: without the tables, which can be made again."""
        return FoodChain, (self.box, self.edition, self.chosen)

    def _say_shortly(self) -> None:
        """What was agreed on, as the game asks for it."""
        chosen = self.chosen
        self.switch_own = chosen["switch_token"] == "own" and chosen["switch_target"] == "any"
        self.switch_sign = -1 if chosen["switch_direction"] == "higher" else 1
        self.must_match: bool = chosen["switch_must_match"]
        self.chases_starts = chosen["swarm_target"] == "creature"
        self.lone_discard = chosen["lone_remainder"] == "discard"
        self.reshuffles = chosen["bonus_as_start"] == "reshuffle"
        self.stall_end: bool = chosen["stall_end"]
        self.ends_on_loss: bool = chosen["end_on_token_loss"]
        self.counts_own = chosen["token_score"] == "all"
        self.ransom: bool = chosen["token_ransom"]
        self.tie_break: str = chosen["tie_break"]

    @classmethod
    def of(
        cls, game: Game, findings: Findings, edition: str = "", chosen: Mapping[str, Any] | None = None
    ) -> "FoodChain | None":
        written = edition_of(game, edition, findings)
        name, values = resolve_options(cls, written or "", chosen)
        box = read_box(game, name, findings)
        if box is None or written is None:
            return None
        # what was chosen, else what the catalog says of the edition, else what the rules say of it
        return cls(box, name, values | {**box.agreed, **(chosen or {})})

    def _longest(self) -> int:
        """A bound on the length of a game (FC-I-26); see `FoodChainState.progress`.

        Each card leaves deck and hands for good at most once, and the table at most once. A switch moves at least one
        level into the hands, or out of them; the other way they move with the cards that leave, each with no more than
        the span of the levels. After each of these, everybody may once pass with an empty hand. Chance puts each bonus
        card back at most once for each start card that is turned up, and each token can be exchanged once.
        """
        cards = self.cards
        total, levels = len(cards.kind_of), [*cards.levels[: cards.organisms], 0]
        doing = total + total + total * (max(levels) - min(levels))
        bonus = sum(card.copies for card in cards.cards if card.bonus)
        return (doing + 1) * (1 + self.players.stop) + total * bonus + self.box.tokens * self.players.stop

    def never_eaten(self) -> tuple[str, ...]:
        """Ids of the organisms with points that nobody can ever eat in this edition."""
        # FC-I-29
        hunted = 0
        for kind, food in enumerate(self.cards.food):
            if self.cards.slots[kind] & self.cards.may_eat:
                hunted |= food
        lost = [kind for kind in range(self.cards.organisms) if not self.cards.slots[kind] & hunted]
        return tuple(self.cards.ids[kind] for kind in lost if self.cards.points[kind])

    def rules_hash(self) -> str:
        box = self.box
        cards = [[*card[:4], sorted(card.prey), sorted(card.predators), card.plant, card.bonus] for card in box.cards]
        setting = [box.colours, box.tokens, box.hand, {str(players): starts for players, starts in box.starts.items()}]
        return digest([self.id, VERSION, dict(self.chosen), cards, setting])

    # --- set-up -------------------------------------------------------------------------------------------------------

    def setup(self, players: int, rng: Rng) -> Json:
        """Who begins, and the deck from the top: a hand for each player, clockwise from the first, then start cards."""
        first = rng.below(players) if self.chosen["first_player"] == "random" else 0  # FC-3.6
        deck = [*self.cards.kind_of]
        rng.shuffle(deck)  # FC-3.2; FC-I-30 all that is random in a deal
        if self.reshuffles:
            self._start_cards_first(players, deck, rng)
        return {"players": players, "first": first, "deck": [self.cards.ids[kind] for kind in deck]}

    def _start_cards_first(self, players: int, deck: list[int], rng: Rng) -> None:
        """FC-3.4 bonus cards that would be turned up are shuffled into the rest."""
        dealt = players * self.box.hand
        turned = [place for place in range(dealt, len(deck)) if deck[place] < self.cards.organisms]
        turned = turned[: self.box.starts[players]]
        starts = [deck[place] for place in turned]
        rest = [deck[place] for place in range(dealt, len(deck)) if place not in turned]
        rng.shuffle(rest)
        deck[dealt:] = starts + rest

    def start(self, setup: Json) -> FoodChainState:
        players, first = setup["players"], setup["first"]
        number = self.cards.number
        state = FoodChainState(self, players, first, [number[name] for name in reversed(setup["deck"])])
        for step in range(players):
            state.hands[(first + step) % players] = self.cards.hand(state.deck[-self.box.hand :])  # FC-3.2
            del state.deck[-self.box.hand :]
        state.refill()  # FC-3.3; FC-3.5 the rest is the deck
        if state.aside:
            state.turn, state.seat = (first - 1) % players, CHANCE
        return state

    def load(self, dump: Json) -> FoodChainState:
        state = FoodChainState(self, len(dump["hands"]), dump["first"], ())
        view.load(state, dump)
        return state

    # --- words --------------------------------------------------------------------------------------------------------

    def describe(self, action: Action) -> str:
        assert isinstance(action, int)
        verb, upper, lower = action >> 2 * SHIFT << 2 * SHIFT, action >> SHIFT & NOTHING, action & NOTHING
        if action == PASS + (NOTHING << SHIFT):
            return _NOTHING_TO_DISCARD
        cards = self.cards
        words = {"place": str(lower)}
        if verb < PASS:
            words["food"] = cards.node_name(lower)
        if verb == EAT:
            words["node"] = cards.node_name(upper)
        elif verb < SHUFFLE_IN:
            words["card"] = cards.ids[upper]
        elif verb == RANSOM:
            words["card"] = cards.ids[lower]
        return _PHRASES[verb].format(**words)

    def parse(self, text: str) -> int:
        if text == _NOTHING_TO_DISCARD:
            return PASS + (NOTHING << SHIFT)
        for verb, pattern in _PATTERNS.items():
            match = pattern.fullmatch(text)
            if match:
                return verb + self._numbers(verb, match.groupdict())
        raise ValueError(f"'{text}' is not among: {', '.join(_PHRASES.values())}, {_NOTHING_TO_DISCARD}")

    def _numbers(self, verb: int, words: Mapping[str, str]) -> int:
        cards = self.cards
        if "place" in words:
            if not words["place"].isdecimal() or int(words["place"]) > len(cards.kind_of):
                raise ValueError(f"the deck has no place '{words['place']}'")
            return int(words["place"])
        upper = cards.node_called(words["node"]) if "node" in words else 0
        upper = cards.kind_called(words["card"]) if "card" in words else upper
        if verb == RANSOM:
            return upper
        return upper << SHIFT | (cards.node_called(words["food"]) if "food" in words else 0)

    def cards_of(self, action: Action, state: State) -> tuple[str, ...]:
        assert isinstance(action, int)
        assert isinstance(state, FoodChainState)
        ids, verb = self.cards.ids, action >> 2 * SHIFT << 2 * SHIFT
        upper, lower = action >> SHIFT & NOTHING, action & NOTHING
        if verb == SHUFFLE_IN:
            return (ids[state.aside[0]],)
        if verb == RANSOM:
            return (ids[lower],)
        if verb == PASS:
            return ()  # a card that is only ever discarded is not played
        there = ids[self.cards.kind_of[lower]]
        if verb == EAT:
            return ids[self.cards.kind_of[upper]], there
        if verb == CHASE:
            return ids[self.cards.swarm], there
        return (ids[upper], there) if verb in (HUNT, SWITCH) else (there,)

    def check(self, state: State) -> list[str]:
        assert isinstance(state, FoodChainState)
        return [*invariants.violations(self, state)]

    def remarks(self) -> Mapping[str, str]:
        lost = self.never_eaten()
        said = f"nobody can ever eat {', '.join(lost)}" if lost else "everything can be eaten"
        return {"FC-I-29": f"{said}, edition '{self.edition}'"}
