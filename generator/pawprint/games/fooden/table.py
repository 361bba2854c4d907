"""FOODEN: what lies where, and how cards and cubes move; see `state` for the phases."""

from bisect import bisect_right
from collections.abc import Sequence
from operator import add
from typing import TYPE_CHECKING

from pawprint.games.fooden.actions import LAYING
from pawprint.games.fooden.cards import EARLY_BITE, PROVIDER, ROWS, TRAITS
from pawprint.games.fooden.options import DAWN, FoodenVariant
from pawprint.rules.engine import Event

if TYPE_CHECKING:
    from typing import Self

#: FO-2.5, FO-4.1: creatures of the first laboratory, and that begin a season.
FIRST_LAB = NEWCOMERS = 4
#: FO-6.3: points for holding the pawn.
LEADS = 2


class FoodenTable:
    """The cards, cubes and tokens of a game, and what is being decided.

    Attributes:
        leader: the seat that holds the pawn; `first`: the one that did when the round began.
        season, round: seasons from 0; rounds from 1, 0 is Phase 1.
        deck: the top card last. `lab` is in order of numbers.
        rows: creatures of each row from left to right; `ranks`: their Force there, below zero so that it rises.
        food: cubes in each row of Nature; `reserve` and `purses` (by seat) alike.
        cubes: creature -> cubes that lie on it, by food; `tokens`: creature -> seats whose VP tokens lie on it.
        points: VP tokens by seat.
        hands: by seat, the actions that lay a card not yet played; `laid`: the card of this round, or -1.
        objectives: by seat; `box`: those that were not dealt.
        survivors: of all seasons.
        seen: creature in the deck -> seats, as bits, that know its place there.
        pending: effects of the card being applied that are still to come, as bits; `count`: the number on that card.
        owed: creatures still to be drawn or discarded; `looked`: cards in the hand of who foresees.
        fates: creature -> how it stands after Phase 3.
        paid: by seat, the points of its objectives now; empty if they must be counted again.
        winner: named by the Leader, or -1.
    """

    __slots__ = (
        "about", "box", "cards", "count", "cubes", "deck", "discard", "does", "events", "fates", "first",
        "first_action", "food", "hands", "kept", "lab", "laid", "leader", "legal", "looked", "moving", "objectives",
        "organisations", "owed", "paid", "pending", "points", "purses", "ranks", "reserve", "round", "row", "rows",
        "rules", "season", "seat", "seats", "seen", "spends", "stage", "survivors", "tokens", "trait", "vp", "winner",
    )  # fmt: skip

    def __init__(self, rules: FoodenVariant, seats: int) -> None:
        """Everything is in the box."""
        cards = rules.cards
        self.rules, self.cards = rules, cards
        self.seats = seats
        self.events: list[Event] | None = None
        # tables, close at hand
        self.row, self.trait = cards.row, cards.trait
        self.first_action, self.about = rules.words.first, rules.words.about
        self.does, self.spends = rules.does, rules.spends

        self.leader = self.first = self.seat = 0
        self.season, self.round, self.stage = 0, DAWN, LAYING
        self.deck: list[int] = []
        self.lab: list[int] = []
        self.rows: list[list[int]] = [[] for _ in ROWS]
        self.ranks: list[list[int]] = [[] for _ in ROWS]
        self.discard: list[int] = []
        self.survivors: list[int] = []
        self.food = [0] * len(ROWS)
        self.reserve = [*cards.cubes]
        self.vp = cards.vp
        self.purses = [[0] * len(ROWS) for _ in range(seats)]
        self.points = [0] * seats
        self.organisations = [-1] * seats
        self.hands: list[tuple[int, ...]] = [()] * seats
        self.laid = [-1] * seats
        self.objectives: list[tuple[int, ...]] = [()] * seats
        self.box: tuple[int, ...] = ()
        self.paid: tuple[int, ...] = ()
        self.cubes: dict[int, tuple[int, ...]] = {}
        self.tokens: dict[int, tuple[int, ...]] = {}
        self.seen: dict[int, int] = {}
        self.pending = 0
        self.count = self.owed = self.kept = 0
        self.looked: tuple[int, ...] = ()
        self.moving = -1
        self.fates: bytearray = bytearray()
        self.winner = -1
        self.legal: Sequence[int] = ()

    def copy(self) -> "Self":
        other = object.__new__(type(self))
        other.rules, other.cards, other.seats, other.events = (
            self.rules,
            self.cards,
            self.seats,
            None if self.events is None else [*self.events],
        )
        other.row, other.trait = self.row, self.trait
        other.first_action, other.about = self.first_action, self.about
        other.does, other.spends = self.does, self.spends
        other.leader, other.first, other.seat = self.leader, self.first, self.seat
        other.season, other.round, other.stage = self.season, self.round, self.stage
        other.deck, other.lab, other.discard = self.deck[:], self.lab[:], self.discard[:]
        other.rows = [row[:] for row in self.rows]
        other.ranks = [ranks[:] for ranks in self.ranks]
        other.survivors = self.survivors[:]
        other.food, other.reserve, other.vp = self.food[:], self.reserve[:], self.vp
        other.purses = [purse[:] for purse in self.purses]
        other.points = self.points[:]
        other.organisations, other.hands, other.laid = self.organisations[:], self.hands[:], self.laid[:]
        other.objectives, other.box, other.paid = self.objectives[:], self.box, self.paid
        other.cubes, other.tokens, other.seen = self.cubes.copy(), self.tokens.copy(), self.seen.copy()
        other.pending, other.count, other.owed, other.kept = self.pending, self.count, self.owed, self.kept
        other.looked, other.moving, other.winner = self.looked, self.moving, self.winner
        other.fates, other.legal = self.fates, self.legal
        return other

    # --- what the state does ------------------------------------------------------------------------------------

    def draw(self, owed: int) -> bool:
        """Reveal creatures; see `FoodenState.draw`."""
        raise NotImplementedError

    def go_on(self) -> None:
        """Find the next decision; see `FoodenState.go_on`."""
        raise NotImplementedError

    # --- cards, cubes and tokens --------------------------------------------------------------------------------

    def add(self, creature: int) -> None:
        """FO-3.2: into its row, behind all that are as strong; FO-4.2: T09 and T10 work at once."""
        row = self.row[creature]
        rank, ranks = self.cards.rank[creature], self.ranks[row]
        place = bisect_right(ranks, rank)
        self.rows[row].insert(place, creature)  # FO-3.3: the others shift
        ranks.insert(place, rank)
        if self.events is not None:
            self.emit("added", self.name(creature))
        trait = self.trait[creature]
        if trait == PROVIDER:  # FO-7.8
            food = self.cards.parameter[creature]
            if self.reserve[food]:
                self.reserve[food] -= 1
                self.food[food] += 1
                if self.events is not None:
                    self.emit_trait(creature)
        elif trait == EARLY_BITE and self.food[row]:  # FO-7.8
            self.food[row] -= 1
            self.put_on(creature, row)
            if self.events is not None:
                self.emit_trait(creature)

    def gain(self, seat: int, creature: int) -> None:
        """A VP token for *seat*."""
        self.points[seat] += 1
        if self.events is not None:
            self.emit("gains", seat, self.name(creature))

    def put_on(self, creature: int, food: int) -> None:
        """A cube of *food* on a creature."""
        cubes = [*self.cubes.get(creature, (0, 0, 0, 0))]
        cubes[food] += 1
        self.cubes[creature] = tuple(cubes)

    def strip(self, creature: int) -> None:
        """What lies on a creature that leaves the table goes to the Reserve."""
        for food, cubes in enumerate(self.cubes.pop(creature, ())):
            self.reserve[food] += cubes
        self.vp += len(self.tokens.pop(creature, ()))

    def force(self, creature: int) -> int:
        """The Force of a creature of Nature where it stands (A7)."""
        row = self.row[creature]
        return -self.ranks[row][self.rows[row].index(creature)]

    # --- points ---------------------------------------------------------------------------------------------

    def scores(self) -> tuple[int, ...]:
        """FO-6.2, FO-6.3: both objectives over the same survivors, own VP tokens, the pawn."""
        if not self.paid:
            self.reckon()
        found = [*map(add, self.points, self.paid)]
        found[self.leader] += LEADS
        return tuple(found)

    def reckon(self) -> None:
        """Find out what the objectives pay."""
        tally, cards = self.cards.tally(self.survivors), self.cards.objectives
        self.paid = tuple([sum([cards[one].pays(tally) for one in objectives]) for objectives in self.objectives])

    # --- events ---------------------------------------------------------------------------------------------

    def emit(self, *event: str | int) -> None:
        """Append an event; see `events.EVENTS`. Only to be called if `events` is a list."""
        assert self.events is not None
        self.events.append(event)

    def name(self, creature: int) -> str:
        """The creature's id, numbered where there are several copies."""
        return self.cards.creatures[creature].name

    def emit_trait(self, creature: int) -> None:
        """The trait of *creature* makes a difference."""
        self.emit("trait", self.name(creature), TRAITS[self.trait[creature]])
