"""The turns of FOODEN: the four phases of a season.

Creatures are numbers; a food, a diet and a row are one number. `table` says what lies where, `effects` has what action
cards do, `season` the automatic phases, `view` what seats see.
"""

from bisect import insort
from collections.abc import Callable, Sequence
from typing import Any

from pawprint.games.fooden import view
from pawprint.games.fooden.actions import (
    ACTING,
    CHOOSE,
    CHOOSING,
    FORESEEING,
    JOINING,
    LAYING,
    NAME,
    NAMING,
    OVER,
    RENEWING,
    SHIFTING,
    SHUFFLING,
    effects_in,
)
from pawprint.games.fooden.cards import BOUNTY, COHORT, RENEW
from pawprint.games.fooden.effects import CHOICES, CHOICES_OF, DOES, in_lab, places_for, to_put_back
from pawprint.games.fooden.events import emit_cards, emit_effect, emit_objectives, emit_skipped
from pawprint.games.fooden.legality import why_not
from pawprint.games.fooden.lookahead import score_changes
from pawprint.games.fooden.options import DAWN, ROUNDS
from pawprint.games.fooden.season import end_of_season, refill, survival
from pawprint.games.fooden.table import FIRST_LAB, NEWCOMERS, FoodenTable
from pawprint.rules.engine import CHANCE, END, Action, Json, RecordedRng, Rng, ScoreChanges, resampled


class FoodenState(FoodenTable):
    """The state of a game."""

    __slots__ = ()

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

    def score_changes(self, legal: Sequence[Any], rng: Rng | None) -> ScoreChanges:
        if rng is None:
            return score_changes(self, legal, lambda: self.deck), self
        draws = rng.draw(view.hidden_draws(self, self.seat))
        changes = score_changes(self, legal, lambda: view.other_deck(self, self.seat, RecordedRng(draws))[0])
        # The objectives of the others are hidden, and so are the scores.
        settled = changes.count(changes[0]) == len(changes) or self.seats == 2
        return changes, self if settled and None not in changes else resampled(self, RecordedRng(draws))

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
        if self.stage == FORESEEING:
            self.offer()

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
                        self.emit_trait(creature)
                elif kind == BOUNTY and self.vp:  # FO-7.7
                    self.vp -= 1
                    self.gain(self.seat, creature)
                    if self.events is not None:
                        self.emit_trait(creature)
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

    # --- after Phase 4 --------------------------------------------------------------------------------------

    def _next_season(self) -> None:
        """FO-4.24, FO-4.26: the next season, unless this was winter."""
        self.season += 1
        if self.season == len(self.cards.season_names) and not self.rules.grand_slam:  # FO-6.1, FO-8.2
            self.finish()
            return
        self.top_up()
        self.dawn()

    def top_up(self) -> None:
        """FO-4.24: everybody gets the action cards back, and cubes up to the allotment."""
        self.hands = [self.rules.hands[organisation] for organisation in self.organisations]
        refill(self)

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

    # --- a state that was not reached by playing -----------------------------------------------------------------

    def offer(self) -> None:
        """Set the legal actions of a state that was not reached by playing."""
        if self.stage == CHOOSING:
            self.choose_organisations()
        elif self.stage == LAYING:
            self.legal = self.hands[self.seat]
        elif self.stage == ACTING:
            self.legal = [action for effect in effects_in(self.pending) for action in CHOICES[effect](self)]
        elif self.stage == JOINING:
            self.legal = in_lab(self)
        elif self.stage == RENEWING:
            self.legal = CHOICES[RENEW](self)
        elif self.stage == FORESEEING:
            self.legal = to_put_back(self)
        elif self.stage == SHIFTING:
            self.legal = places_for(self)
        elif self.stage == NAMING:
            scores = self.scores()
            self.legal = [self.first_action[NAME] + seat for seat, score in enumerate(scores) if score == max(scores)]
        else:
            self.legal = ()


#: Verb -> what an action does with what it is about.
VERBS: tuple[Callable[[FoodenState, int], None], ...] = (*DOES, FoodenState.choose, FoodenState.lay, FoodenState.end)
