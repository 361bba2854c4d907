"""Food Chain: hunting, eating and being eaten in a forest of cards, for 2 to 4 players.

Ids such as FC-5.1.4 are those of the rules of the game; each is cited where the rule is carried out.
"""

from collections.abc import Mapping
from typing import Any, ClassVar

from pawprint.catalog.model import Game
from pawprint.core.diagnostics import Findings
from pawprint.games.food_chain import invariants, view
from pawprint.games.food_chain.actions import (
    CHASE,
    EAT,
    HUNT,
    NOTHING,
    NOTHING_TO_DISCARD,
    PASS,
    PATTERNS,
    PHRASES,
    RANSOM,
    SHIFT,
    SHUFFLE_IN,
    SWITCH,
    fields_of,
)
from pawprint.games.food_chain.card_reader import bundled_edition, read_box
from pawprint.games.food_chain.cards import CardBox
from pawprint.games.food_chain.events import EVENTS
from pawprint.games.food_chain.options import EDITIONS, OPTIONS, FoodChainVariant
from pawprint.games.food_chain.state import FoodChainState
from pawprint.rules.agreed_options import agreed_options
from pawprint.rules.engine import (
    CHANCE,
    ENGINES,
    Action,
    DetailKind,
    Json,
    Option,
    Rng,
    RuleNumber,
    State,
    digest,
    numbered_owner,
)

#: To be raised when the same deal and actions lead to another end.
VERSION = 1


@ENGINES("food-chain")
class FoodChain(FoodChainVariant):
    """The rules with one deck, edition and set of options."""

    id: ClassVar[str] = "food-chain"
    editions: ClassVar[Mapping[str, Mapping[str, Any]]] = EDITIONS
    options: ClassVar[Mapping[str, Option]] = OPTIONS
    numbers: ClassVar[Mapping[str, RuleNumber]] = {}
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
        super().__init__(box, edition, chosen)
        self.max_decisions = self._longest()

    def __reduce__(self) -> tuple[Any, ...]:
        """To be sent to another process: without the tables, which can be made again."""
        return FoodChain, (self.box, self.edition, self.chosen)

    @classmethod
    def of(
        cls, game: Game, findings: Findings, edition: str = "", chosen: Mapping[str, Any] | None = None
    ) -> "FoodChain | None":
        agreed = agreed_options(cls, game, findings, edition, chosen, bundled_edition)
        box = None if agreed is None else read_box(game, agreed[0], findings)
        return None if agreed is None or box is None else cls(box, *agreed)

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
        """Ids of the organisms with points that cannot be eaten in this edition."""
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
        verb, upper, lower = fields_of(action)
        if action == PASS + (NOTHING << SHIFT):
            return NOTHING_TO_DISCARD
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
        return PHRASES[verb].format(**words)

    def parse(self, text: str) -> int:
        if text == NOTHING_TO_DISCARD:
            return PASS + (NOTHING << SHIFT)
        for verb, pattern in PATTERNS.items():
            match = pattern.fullmatch(text)
            if match:
                return verb + self._numbers(verb, match.groupdict())
        raise ValueError(f"'{text}' is not among: {', '.join(PHRASES.values())}, {NOTHING_TO_DISCARD}")

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
        ids, (verb, upper, lower) = self.cards.ids, fields_of(action)
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

    def owner_of(self, zone: str) -> int:
        return numbered_owner(zone)

    def check(self, state: State) -> list[str]:
        assert isinstance(state, FoodChainState)
        return [*invariants.violations(self, state)]

    def remarks(self) -> Mapping[str, str]:
        lost = self.never_eaten()
        said = f"no organism can ever eat {', '.join(lost)}" if lost else "everything can be eaten"
        return {"FC-I-29": f"{said}, edition '{self.edition}'"}
