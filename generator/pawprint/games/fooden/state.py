"""A game of FOODEN that is going on: the four phases of a season, and what lies where.

Creatures are numbers; a food, a diet and a row are one number. `effects` has what action cards do, `season` has the
phases that nobody decides about, `view` what somebody sees of it.
"""

from bisect import bisect_right, insort
from collections.abc import Callable, Sequence
from operator import add
from typing import TYPE_CHECKING

from pawprint.games.fooden import view
from pawprint.games.fooden.actions import CHOOSE, NAME
from pawprint.games.fooden.cards import BOUNTY, COHORT, EARLY_BITE, PROVIDER, ROWS
from pawprint.games.fooden.effects import ACTING, CHOICES_OF, CHOOSING, DOES, LAYING, NAMING, OVER, SHUFFLING
from pawprint.games.fooden.events import emit_cards, emit_effect, emit_objectives, emit_skipped, emit_trait
from pawprint.games.fooden.legality import why_not
from pawprint.games.fooden.season import end_of_season, refill, survival
from pawprint.rules.engine import CHANCE, END, Action, Event, Json, Rng

if TYPE_CHECKING:
    from pawprint.games.fooden.rules import Fooden

#: FO-2.5, FO-4.1: creatures of the first laboratory, and that begin a season.
FIRST_LAB = NEWCOMERS = 4
#: FO-4.4: rounds of a season; the round numbered 0 is Phase 1.
ROUNDS = 4
DAWN = 0
#: FO-6.3: points for holding the pawn.
LEADS = 2


class FoodenState:
    """The state of a game.

    Attributes:
        leader: the seat that holds the pawn; `first`: the one that did when the round began.
        season, round: seasons from 0; rounds from 1, 0 is Phase 1.
        deck: the top card last. `lab` is in order of numbers.
        rows: creatures of each row from left to right; `ranks`: their Force there, below zero so that it rises.
        food: cubes in each row of Nature; `reserve` and `purses` (by seat) alike.
        cubes: creature -> cubes that lie on it, by food; `tokens`: creature -> seats whose VP tokens lie on it.
        points: VP tokens by seat.
        hands: by seat, the actions that lay a card not yet played; `laid`: the card of this round, or -1.
        objectives: by seat; `box`: those that nobody has.
        survivors: of all seasons.
        seen: creature in the deck -> seats, as bits, that know its place there.
        pending: effects of the card being applied that are still to come, as bits; `count`: the number on that card.
        owed: creatures still to be drawn or discarded; `looked`: cards in the hand of who foresees.
        fates: creature -> how it stands after Phase 3.
        paid: by seat, what its objectives pay now; empty if that is to be reckoned anew.
        winner: named by the Leader, or -1.
    """

    __slots__ = (
        "about", "box", "cards", "count", "cubes", "deck", "discard", "does", "events", "fates", "first",
        "first_action", "food", "hands", "kept", "lab", "laid", "leader", "legal", "looked", "moving", "objectives",
        "organisations", "owed", "paid", "pending", "points", "purses", "ranks", "reserve", "round", "row", "rows",
        "rules", "season", "seat", "seats", "seen", "spends", "stage", "survivors", "tokens", "trait", "vp", "winner",
    )  # fmt: skip

    def __init__(self, rules: "Fooden", seats: int) -> None:
        """Everything is in the box, nobody has anything."""
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

    # --- the protocol ---------------------------------------------------------------------------------------

    def actor(self) -> int:
        stage = self.stage
        if stage < SHUFFLING or stage == NAMING:
            return self.seat
        return CHANCE if stage == SHUFFLING else END

    def legal_actions(self) -> Sequence[int]:
        return self.legal

    def why_not(self, action: Action) -> str:
        return why_not(self, action)

    def apply(self, action: Action) -> None:
        if self.stage == ACTING:
            self.pending ^= self.spends[action]  # type: ignore[call-overload]
            if self.events is not None:
                emit_effect(self, action)  # type: ignore[arg-type]
        elif self.stage == SHUFFLING:
            self._shuffled(action)  # type: ignore[arg-type]
            return
        self.does[action](self, self.about[action])  # type: ignore[call-overload]

    def copy(self) -> "FoodenState":
        other = FoodenState.__new__(FoodenState)
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

    def returns(self) -> tuple[float, ...]:
        return tuple(float(seat == self.winner) for seat in range(self.seats))

    def progress(self) -> tuple[int, ...]:
        """What is left: seasons (in a grand slam, where no card comes back to the deck, its cards), rounds, what the
        seats have to lay and to apply, effects, and what an effect still owes; see `Fooden.max_decisions`.
        """
        if self.stage >= NAMING:
            return (NAMING - self.stage - 1,)
        grand_slam = self.rules.grand_slam
        seasons = len(self.deck) + len(self.looked) if grand_slam else len(self.cards.season_names) - self.season
        if self.stage == CHOOSING:
            return (seasons + 1, self.organisations.count(-1))
        after = (self.seat - self.first) % self.seats
        to_come = 2 * self.seats - after if self.stage == LAYING else self.seats - after
        # A creature that joins leaves the laboratory; a discard is followed by a draw, and that by a shuffle.
        owed = {SHUFFLING: 1}.get(self.stage, len(self.lab) + len(self.looked) + self.owed + (self.moving >= 0) + 2)
        return (
            seasons,
            ROUNDS + 1 - self.round,
            to_come,
            self.pending.bit_count(),
            0 if self.stage <= ACTING else owed,
        )

    def observation(self, seat: int) -> Json:
        return view.observation(self, seat)

    def zones(self, seat: int | None) -> dict[str, list[Json]]:
        return view.zones(self, seat)

    def resample_hidden(self, seat: int, rng: Rng) -> None:
        view.resample_hidden(self, seat, rng)

    def dump(self) -> Json:
        return view.dump(self)

    def chance(self, rng: Rng) -> Action:
        order = [*self.discard]
        rng.shuffle(order)
        return tuple(order)

    # --- before the first season ----------------------------------------------------------------------------

    def choose_organisations(self) -> None:
        """FO-2.3: from the Leader clockwise, everybody chooses one that is left."""
        taken, first = self.organisations, self.first_action[CHOOSE]
        seats = [(self.leader + step) % self.seats for step in range(self.seats)]
        self.stage = CHOOSING
        self.seat = next(seat for seat in seats if taken[seat] < 0)
        self.legal = [first + one for one in self.rules.playable if one not in taken]

    def choose(self, organisation: int) -> None:
        """Take the action cards of an organisation; when all have, the game begins."""
        self.organisations[self.seat] = organisation
        self.hands[self.seat] = self.rules.hands[organisation]
        if -1 in self.organisations:
            self.choose_organisations()
        else:
            self.first_lab()
            self.dawn()

    def first_lab(self) -> None:
        """FO-2.5: nothing is revealed by an action here, so traits keep quiet."""
        for _ in range(min(FIRST_LAB, len(self.deck))):
            insort(self.lab, self.deck.pop())

    # --- Phase 1 --------------------------------------------------------------------------------------------

    def dawn(self) -> None:
        """FO-4.1: the season begins with creatures from the deck."""
        self.round, self.seat = DAWN, self.leader
        if self.events is not None:
            self.emit("season", self.cards.season_names[self.season % len(self.cards.season_names)])
        if self.draw(NEWCOMERS):
            self.begin_round(1)

    def draw(self, owed: int) -> bool:
        """Reveal *owed* creatures, in Phase 1 to Nature, else to the laboratory (A0b).

        Returns:
            False if the game does not go on yet: the discard pile must be shuffled, or it is over.
        """
        deck, seen, trait = self.deck, self.seen, self.trait
        while owed:
            if not deck:
                if self.rules.grand_slam:  # FO-8.2: a draw cannot be completed
                    self.finish()
                    return False
                if not self.discard:
                    return True  # FO-4.3: what there is has been revealed
                self.owed, self.stage, self.legal = owed, SHUFFLING, ()
                return False
            creature = deck.pop()
            owed -= 1
            if seen:
                seen.pop(creature, None)
            if self.events is not None:
                self.emit("revealed", self.name(creature))
            if self.round == DAWN:
                self.add(creature)  # FO-4.2: neither T08 nor T11 work
            else:
                insort(self.lab, creature)
                kind = trait[creature]
                if kind == COHORT:  # FO-7.9
                    owed += 1
                    if self.events is not None:
                        emit_trait(self, creature)
                elif kind == BOUNTY and self.vp:  # FO-7.7
                    self.vp -= 1
                    self.gain(self.seat, creature)
                    if self.events is not None:
                        emit_trait(self, creature)
        return True

    def _shuffled(self, order: tuple[int, ...]) -> None:
        """FO-4.3: the discard pile is the new deck; *order* is from the top."""
        self.deck = [*reversed(order)]
        self.discard = []
        self.seen = {}
        owed, self.owed, self.stage = self.owed, 0, ACTING
        if self.draw(owed):
            if self.round == DAWN:
                self.begin_round(1)
            else:
                self.go_on()

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
                    emit_trait(self, creature)
        elif trait == EARLY_BITE and self.food[row]:  # FO-7.8
            self.food[row] -= 1
            self.put_on(creature, row)
            if self.events is not None:
                emit_trait(self, creature)

    # --- Phase 2 --------------------------------------------------------------------------------------------

    def begin_round(self, number: int) -> None:
        """FO-4.4: all lay a card; FO-4.6: the order is fixed by who leads now."""
        self.round = number
        self.first = self.seat = self.leader
        self.stage, self.legal = LAYING, self.hands[self.leader]

    def lay(self, card: int) -> None:
        """In secret; the last one turns up all cards."""
        seat = self.seat
        self.laid[seat] = card
        self.hands[seat] = self.rules.without[self.hands[seat], card]  # FO-4.5
        seat += 1
        if seat == self.seats:
            seat = 0
        self.seat = seat
        if seat != self.first:
            self.legal = self.hands[seat]
        else:
            if self.events is not None:
                emit_cards(self)
            card = self.laid[seat]
            self.pending, self.count = self.cards.effects[card], self.cards.counts[card]
            self.go_on()

    def go_on(self) -> None:
        """Find the next decision: an effect of this card, else of the next seat's, else after the round."""
        effects, counts, seats = self.cards.effects, self.cards.counts, self.seats
        while True:
            if self.pending:
                choices, others = CHOICES_OF[self.pending]
                legal = choices(self)
                for choices in others:
                    legal = [*legal, *choices(self)]
                if legal:
                    self.stage, self.legal = ACTING, legal
                    return
                if self.events is not None:
                    emit_skipped(self)
                self.pending = 0  # FO-4.7: what cannot be applied, even after the rest, is skipped
            seat = self.seat + 1
            if seat == seats:
                seat = 0
            if seat == self.first:
                break
            card = self.laid[seat]
            self.seat, self.pending, self.count = seat, effects[card], counts[card]
        self.laid = [-1] * seats
        if self.round < ROUNDS:
            self.begin_round(self.round + 1)
        else:
            survival(self)
            end_of_season(self)
            self._next_season()

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

    # --- after Phase 4 --------------------------------------------------------------------------------------

    def _next_season(self) -> None:
        """FO-4.24, FO-4.26: the next season, unless this was winter."""
        self.season += 1
        if self.season == len(self.cards.season_names) and not self.rules.grand_slam:  # FO-6.1, FO-8.2
            self.finish()
            return
        self.hands = [self.rules.hands[organisation] for organisation in self.organisations]
        refill(self)
        self.dawn()

    def finish(self) -> None:
        """FO-6.4: the highest total wins; the Leader chooses among those who are tied."""
        scores = self.scores()
        best = max(scores)
        tied = [seat for seat, score in enumerate(scores) if score == best]
        self.pending, self.stage, self.legal = 0, OVER, ()
        if self.events is not None:
            emit_objectives(self)
        if len(tied) == 1 or not self.rules.leader_chooses:
            self.winner = min(tied, key=lambda seat: (seat - self.leader) % self.seats)
        else:
            first = self.first_action[NAME]
            self.seat, self.stage, self.legal = self.leader, NAMING, [first + seat for seat in tied]

    def end(self, winner: int) -> None:
        """The Leader has named *winner*."""
        self.winner, self.stage, self.legal = winner, OVER, ()

    def emit(self, *event: str | int) -> None:
        """Something happens; see `story`. Whoever calls this makes sure that somebody listens."""
        assert self.events is not None
        self.events.append(event)

    def name(self, creature: int) -> str:
        """The creature's id, numbered where there are several copies."""
        return self.cards.creatures[creature].name


#: Verb -> what an action does with what it is about.
VERBS: tuple[Callable[[FoodenState, int], None], ...] = (*DOES, FoodenState.choose, FoodenState.lay, FoodenState.end)
