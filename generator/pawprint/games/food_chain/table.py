"""Food Chain: the forest on the table, the hands and the tokens; see `state` for the turns."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from pawprint.games.food_chain.actions import SHIFT
from pawprint.games.food_chain.cards import Hand, nodes_in
from pawprint.games.food_chain.options import FoodChainVariant
from pawprint.rules.engine import Event

if TYPE_CHECKING:
    from typing import Self


class FoodChainTable:
    """The forest on the table, the hands, and all the rest.

    Attributes:
        seat: who acts.
        turn: while chance acts, and after the end: whose turn it was.
        hands: by seat.
        known: by seat, the part of the hand that everybody has seen going there.
        deck: kinds, the next card last.
        bottom: so many cards at the bottom of the deck everybody knows.
        aside: bonus cards that will be shuffled into the deck.
        discard: kinds, the last one on top.
        parent, children, owner: by node: a node or -1, a set of nodes, a seat or -1.
        table, starts, covered: sets of nodes: all, the start cards, those with children.
        own: by seat, the nodes with a token of that seat.
        strong: the nodes that may eat their food, as far as their rivals are concerned.
        trees, enough: how many roots there are, and at how many nothing is turned up.
        supply: by seat, its own tokens that are neither on the table nor captured.
        captured: at holder * players + owner, so many tokens.
        piles, points: by seat, the kinds eaten, and what they are worth.
        passes: how many turns in a row have been passes.
        ransoms: (captor, owner) of the tokens that are still to be exchanged for cards.
    """

    __slots__ = (
        *("aside", "bottom", "captured", "cards", "children", "covered", "deck", "discard", "ended", "enough"),
        *("events", "first"),
        *("hands", "known", "own", "owner", "parent", "passes", "piles", "points", "players", "ransoms", "rules"),
        *("seat", "starts", "strong", "supply", "table", "trees", "turn"),
    )

    def __init__(self, rules: FoodChainVariant, players: int, first: int, deck: Iterable[int]) -> None:
        """A bare table: all the cards are in *deck*, the next one last."""
        slots = len(rules.cards.kind_of)
        self.rules, self.cards, self.players = rules, rules.cards, players
        self.events: list[Event] | None = None
        self.first = self.turn = self.seat = first
        self.enough = rules.box.starts[players]  # FC-3.3
        self.hands: list[Hand] = [rules.cards.hand(())] * players
        self.known = self.hands[:]
        self.deck = [*deck]
        self.bottom = 0
        self.aside: tuple[int, ...] = ()
        self.discard: list[int] = []
        self.parent, self.owner = [-1] * slots, [-1] * slots  # FC-2.1
        self.children = [0] * slots
        self.table = self.starts = self.covered = self.strong = 0  # FC-2.2 a start card has no token, an orphan has
        self.trees = 0  # FC-2.4 the refill counts trees, not chains
        self.own = [0] * players
        self.supply = [rules.box.tokens] * players  # FC-2.5, FC-3.1
        self.captured = [0] * (players * players)
        self.piles: list[list[int]] = [[] for _ in range(players)]
        self.points = [0] * players
        self.passes = 0
        self.ransoms: tuple[tuple[int, int], ...] = ()
        self.ended = ""

    def copy(self) -> "Self":
        new = object.__new__(type(self))
        new.rules, new.cards, new.players, new.events = self.rules, self.cards, self.players, None
        new.enough = self.enough
        new.first, new.turn, new.seat, new.ended = self.first, self.turn, self.seat, self.ended
        new.hands, new.known = self.hands[:], self.known[:]
        new.deck, new.bottom, new.aside = self.deck[:], self.bottom, self.aside
        new.discard = self.discard[:]
        new.parent, new.children, new.owner = self.parent[:], self.children[:], self.owner[:]
        new.table, new.starts, new.covered, new.strong = self.table, self.starts, self.covered, self.strong
        new.trees, new.passes, new.ransoms = self.trees, self.passes, self.ransoms
        new.own, new.supply, new.captured = self.own[:], self.supply[:], self.captured[:]
        new.piles, new.points = [pile[:] for pile in self.piles], self.points[:]
        return new

    def legal_actions(self) -> Sequence[int]:
        """What the actor may do; see `FoodChainState.legal_actions`."""
        raise NotImplementedError

    # --- cards and tokens ---------------------------------------------------------------------------------------

    def place(self, node: int, food: int, owner: int) -> None:
        """Put a card on the table; see `judge_all`."""
        bit = 1 << node
        self.table |= bit
        self.parent[node], self.owner[node] = food, owner
        self.trees += food < 0
        if owner >= 0:
            self.own[owner] |= bit
        elif food < 0:
            self.starts |= bit
        if food >= 0:
            self.children[food] |= bit
            self.covered |= 1 << food

    def judge_all(self) -> None:
        """Work out what follows from the cards that were placed."""
        for food in nodes_in(self.covered):
            self.judge(food)

    def lay(self, kind: int) -> int:
        """Put a card of *kind* on the table, in the lowest free slot; what is around it is not yet said."""
        free = self.cards.slots[kind] & ~self.table
        self.table |= free & -free
        return (free & -free).bit_length() - 1

    def _leave(self, food: int, bit: int) -> None:
        """Take the node of that bit away from *food*."""
        self.strong &= ~bit
        self.children[food] &= ~bit
        if self.children[food]:
            self.judge(food)
        else:
            self.covered ^= 1 << food

    def _discard(self, node: int) -> None:
        """A free node goes to the discard pile, its token to its owner; what it preyed on stays."""
        bit, owner, food = 1 << node, self.owner[node], self.parent[node]
        self.table ^= bit
        self.discard.append(self.cards.kind_of[node])
        if owner < 0:
            self.starts ^= bit
        else:
            self.own[owner] ^= bit
            self.supply[owner] += 1
        if food < 0:
            self.trees -= 1
        else:
            self._leave(food, bit)

    def judge(self, food: int) -> None:
        """Find out who is strong enough to eat *food*; whether it is free is another question."""
        cards, kids = self.cards, self.children[food]
        owner, level_of = self.owner, cards.level_of
        self.strong &= ~kids
        one = kids & -kids
        rest = kids ^ one
        if rest & rest - 1:
            nodes, kids = nodes_in(kids), 0
            for place in cards.contests[tuple([owner[node] << SHIFT | level_of[node] for node in nodes])]:
                kids |= 1 << nodes[place]
        elif rest:
            first, second = one.bit_length() - 1, rest.bit_length() - 1
            wins = cards.pair_winners[owner[first] != owner[second]][level_of[first]][level_of[second]]
            kids = (one if wins & 1 else 0) | (rest if wins & 2 else 0)
        self.strong |= kids & cards.may_eat  # who is alone has no rival

    def _trade(self, kind: int) -> None:
        """*kind* has left the hand of the actor, who draws a card if the deck is not empty."""
        seat, deck = self.seat, self.deck
        hand = self.hands[seat].without[kind]
        if self.known[seat].kinds:
            self._forget(seat, kind)
        if deck:
            drawn = deck.pop()
            hand = hand.plus[drawn]
            if self.bottom > len(deck):
                self.bottom -= 1
                self._know(seat, drawn)
        self.hands[seat] = hand

    def _know(self, seat: int, kind: int) -> None:
        """Everybody has seen *kind* going to that hand."""
        self.known[seat] = self.known[seat].plus[kind]

    def _forget(self, seat: int, kind: int) -> None:
        """*kind* has left the hand: of cards that look alike, it is the known one."""
        if kind in self.known[seat].kinds:
            self.known[seat] = self.known[seat].without[kind]
