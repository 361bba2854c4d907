"""The lake game being played: what may be done, and what it does; see `actions` for the numbers."""

from collections.abc import Sequence
from operator import add
from typing import Any

from pawprint.games.lake_ecosystem import events, legality, view
from pawprint.games.lake_ecosystem.actions import (
    ADAPTATION,
    ALONE,
    ATTACK,
    CLEAN_UP,
    DONE,
    FEED,
    FEEDING,
    GATHERING,
    KNOWN,
    MASK,
    OVER,
    REPLACE,
    ROW,
    SPECIES,
    TO_HAND,
    species_name,
)
from pawprint.games.lake_ecosystem.lookahead import score_changes
from pawprint.games.lake_ecosystem.table import LakeTable
from pawprint.rules.engine import END, Action, Json, Rng, ScoreChanges, resampled


class LakeState(LakeTable):
    """The state of a game."""

    __slots__ = ()

    # --- what an engine must answer ----------------------------------------------------------------------------

    def actor(self) -> int:
        return self.acting

    def legal_actions(self) -> Sequence[Any]:
        """All that the seat may do; at `CHANCE`, the one of all orders of the cards that is sorted."""
        return self.legal

    def why_not(self, action: Action) -> str:
        return legality.why_not(self, action)

    def apply(self, action: Any) -> None:
        if self.phase == ADAPTATION:
            if action >= ALONE:
                self._play(action)
            elif action:
                self.held = action & MASK
                self._offer_places()
            else:
                self.feeding()
        elif self.acting < 0:
            self._shuffle(action)
        elif action >= ATTACK:
            self._attack(action >> SPECIES & MASK, action & MASK)
        elif action:
            self._feed(action & MASK)
        else:
            self._feeding_ends()

    def scores(self) -> tuple[int, ...]:
        # EL-6.1 tokens in the bag and on cards, cards in front, cards in hand
        points = [*map(add, self.bags, self.owned)]
        points[self.seat] += sum(self.fed.values())
        return tuple(points)

    def score_changes(self, legal: Sequence[Any], rng: Rng | None) -> ScoreChanges:
        changes = score_changes(self, legal)
        if None in changes:
            return changes, resampled(self, rng)
        if rng is not None:
            rng.draw(view.hidden_draws(self, self.acting))  # all that scores is open
        return changes, self

    def returns(self) -> tuple[float, ...]:
        # EL-6.2 the highest total wins, and a tie is shared
        scores = self.scores()
        best = max(scores)
        share = 1 / scores.count(best)
        return tuple(share if score == best else 0.0 for score in scores)

    def progress(self) -> tuple[int, ...]:
        """EL-5.5: turns run out; in a turn its parts, in a part the cards to play, the prey, the food, the draws.

        A draw at least follows a shuffle, since what is shuffled is not nothing.
        """
        left = 0
        if self.phase == ADAPTATION:
            left = 2 * sum(self.hands[self.seat]) - (self.held >= 0)
        elif self.phase == FEEDING:
            left = sum(map(len, self.people.values()))
        return (self.rules.most_turns(self.players) - self.turn, self.phase, left, self.lake, len(self.owed))

    def observation(self, seat: int) -> Json:
        return view.observation(self, seat)

    def chance(self, rng: Rng) -> Action:
        # EL-5.2 the discard pile is the new deck
        order = sorted(self.discard)
        rng.shuffle(order)
        return tuple(order)

    def resample_hidden(self, seat: int, rng: Rng) -> None:
        view.resample_hidden(self, seat, rng)
        if self.phase == ADAPTATION and self.seat != seat:
            self.offer()

    def zones(self, seat: int | None) -> dict[str, list[Json]]:
        return view.zones(self, seat)

    def dump(self) -> Json:
        return view.dump(self)

    # --- Gathering ---------------------------------------------------------------------------------------------

    def gathering(self) -> None:
        """The turn of the next player begins; or the game is over."""
        # EL-5.3 all players have had the same number of turns
        if self.turn == self.last and self.last:
            self.phase, self.acting, self.legal = OVER, END, ()
            if self.events is not None:
                self.events.append(("end", self.seat))
            return
        rules = self.rules
        self.turn += 1
        # EL-2.3 clockwise from the start player
        self.seat = self.acting = (self.first + self.turn - 1) % self.players
        self.phase, self.played, self.born = GATHERING, False, ()
        if self.events is not None:
            self.events.append(("turn", self.seat, self.turn))
        fertile = self._fertile() if rules.fertile and self.lake else ()
        # EL-3.1 tokens on the lake, fewer if the bank is short
        food = min(rules.box.food, self.bank)
        self.lake += food
        self.bank -= food
        # EL-3.2 a new species, and EL-3.3 cards to the hand, however many are there
        if self.draw(fertile + rules.draws[self.seat]):
            self.adaptation()

    def _fertile(self) -> tuple[int, ...]:
        """Section 8, fertile: there is a token on the lake before EL-3.1, so the species grows."""
        fertile, traits = self.rules.fertile, self.traits
        found = tuple([species for species in self.rows[self.seat] if traits[species] & fertile])
        if self.events is not None:
            self.events.extend([("fertile", self.seat, species_name(species)) for species in found])
        return found

    def _shuffle(self, order: tuple[int, ...]) -> None:
        """EL-5.2: the discard pile is the new deck, and what waited for it goes on."""
        self.deck, self.top, self.discard, self.acting = order, 0, [], self.seat
        if self.events is not None:
            events.emit_shuffle(self, len(order))
        if self.draw(self.owed):
            if self.phase == GATHERING:
                self.adaptation()
            elif self.phase == FEEDING:
                self._offer_food()
            else:
                self.gathering()

    # --- Adaptation --------------------------------------------------------------------------------------------

    def adaptation(self) -> None:
        """Cards are played; with none in the hand there is nothing to decide."""
        self.phase = ADAPTATION
        kinds = self.kinds[self.seat]
        if kinds:
            self.legal = self.rules.first_takes[kinds]  # EL-3.4 none at all, if that is agreed
        else:
            self.feeding()

    def _offer_places(self) -> None:
        # EL-3.5 a card that is taken out of the hand is played in one of three ways, always on one's own side
        rules, traits = self.rules, self.traits
        places, again, width, trait = rules.places, rules.again, rules.width, 1 << self.held
        legal = [ALONE]  # EL-3.5.2
        new_only, born = rules.new_only, self.born
        for species in self.rows[self.seat]:
            has = traits[species]
            # EL-3.5.1 population, EL-3.5.3 traits
            ways = again[species << width | trait] if has & trait else places[species << width | has]
            # EL-3.5.1 any own species grows, or only the new one if that is agreed
            legal += ways[1:] if new_only and species not in born else ways
        self.legal = legal

    def _play(self, action: int) -> None:
        """EL-3.5: the card becomes a species, population or a trait."""
        seat, kind = self.seat, self.held
        if action == ALONE:
            self.lay(kind | KNOWN)  # EL-3.5.2
        else:
            species, way = action >> SPECIES & MASK, action & MASK
            if way:  # EL-3.5.3
                if way >= REPLACE:
                    self._replaced(species, way - REPLACE)
                self.traits[species] |= 1 << kind
            else:
                self.people[species] += (kind | KNOWN,)  # EL-3.5.1
        hand, kinds = self.hands[seat], self.kinds
        hand[kind] -= 1
        if not hand[kind]:
            kinds[seat] ^= 1 << kind
        self.held, self.played = -1, True
        if self.events is not None:
            events.emit_play(self, action, kind)
        if kinds[seat]:
            self.legal = self.rules.takes[kinds[seat]]  # EL-3.4 any number of cards, in any order
        else:
            self.feeding()

    def _replaced(self, species: int, old: int) -> None:
        """EL-3.7: the trait *old* is discarded; EL-3.8: no card is drawn for it."""
        self.traits[species] ^= 1 << old
        self.discard.append(old)
        self.owned[self.seat] -= 1

    # --- Feeding -----------------------------------------------------------------------------------------------

    def feeding(self) -> None:
        """The species of the seat eat."""
        self.phase = FEEDING
        row = self.rows[self.seat]
        self.fed = dict.fromkeys(row, 0)
        if self.rules.long_neck:
            self._long_necks(row)
        self._offer_food()

    def _long_necks(self, row: list[int]) -> None:
        """Section 8, long neck: a herbivore has a token from the bank before all others eat."""
        long_neck, carnivore = self.rules.long_neck, self.rules.carnivore
        for species in row:
            if self.traits[species] & long_neck and not self.traits[species] & carnivore and self.bank:  # EL-7.1
                self.bank -= 1
                self.fed[species] += 1
                if self.events is not None:
                    self.events.append(("long neck", self.seat, species_name(species)))

    def _offer_food(self) -> None:
        """What may be eaten; Feeding ends when that is nothing."""
        rules, traits, people, fed = self.rules, self.traits, self.people, self.fed
        carnivore, fat, lake = rules.carnivore, rules.fat, self.lake
        meals: list[int] = []
        attacks: list[int] = []
        free = True
        for species in self.rows[self.seat]:  # EL-3.9 in any order
            has = traits[species]
            if not lake and not has & carnivore:
                continue
            hungry = len(people[species]) - fed[species]
            # section 8, fat tissue: room for one more when all are fed
            if hungry > 0 or (not hungry and has & fat):
                if has & carnivore:
                    found = self.attacks(species)  # EL-3.11 never from the lake
                    if not found:
                        continue
                    attacks += found
                else:
                    meals.append(FEED + species)  # EL-3.10 the player chooses which
                if hungry:
                    free = False  # EL-3.17 as long as it is hungry; section 8: fat tissue never obliges an attack
        if attacks or meals:
            self.legal = [DONE, *meals, *attacks] if free else meals + attacks
        else:
            self._feeding_ends()

    def _feed(self, species: int) -> None:
        # EL-3.10 one token from the lake
        self.lake -= 1
        self.fed[species] += 1
        if self.events is not None:
            self.events.append(("feed", self.seat, species_name(species)))
        # While it is hungry and there is food, the same may be done as before.
        if not self.lake or self.fed[species] >= len(self.people[species]):
            self._offer_food()

    def _attack(self, hunter: int, prey: int) -> None:
        """EL-3.15: the prey loses a card, the hunter eats."""
        rules, people, fed = self.rules, self.people, self.fed
        keys, locks = self.traits[hunter], self.traits[prey]
        if self.events is not None:
            events.emit_attack(self, hunter, prey)
        # EL-3.18 an extinction comes at once, EL-4.1 with its draws
        owed = (TO_HAND + (prey >> ROW),) * self.lose(prey)
        if locks & rules.horns:  # section 8, horns: the hunter loses a card too, before it eats
            if self.events is not None:
                self.events.append(("horns", self.seat, species_name(hunter), species_name(prey)))
            owed += (TO_HAND + self.seat,) * self.lose(hunter)
        if hunter in people:
            # EL-3.15 a token on each of two hungry cards; section 8: fat tissue has room for another one
            room = len(people[hunter]) - fed[hunter] + (keys & rules.fat > 0)
            eaten = min(rules.box.prey, room, self.bank)  # EL-7.1
            fed[hunter] += eaten
            self.bank -= eaten
            if self.events is not None:
                self.events.append(("eat", self.seat, species_name(hunter), eaten))
        if rules.scavenger:
            self._scavenge(hunter)
        if not owed or self.draw(owed):
            self._offer_food()

    def _scavenge(self, hunter: int) -> None:
        """Section 8, scavenger: a token to the bag after each attack of another species, clockwise from the seat."""
        scavenger, traits = self.rules.scavenger, self.traits
        eaters = [species for species, has in traits.items() if has & scavenger and species != hunter]
        if len(eaters) > 1:
            first = self.seat << ROW
            eaters.sort(key=lambda species: (species < first, species))
        for species in eaters[: self.bank]:  # EL-7.1
            seat = species >> ROW
            self.bank -= 1
            self.bags[seat] += 1
            if self.events is not None:
                self.events.append(("scavenge", seat, species_name(species)))

    def _feeding_ends(self) -> None:
        if self.events is not None:
            events.emit_hungry(self)
        self.clean_up()

    # --- Clean-up ----------------------------------------------------------------------------------------------

    def clean_up(self) -> None:
        """Tokens to the bag, hungry cards away."""
        self.phase = CLEAN_UP
        seat, people, fed = self.seat, self.people, self.fed
        # EL-3.19 tokens on cards go to the bag; EL-3.21 those on the lake stay
        self.bags[seat] += sum(fed.values())
        self.fed = {}
        owed = 0
        for species, tokens in fed.items():
            # EL-3.20 hungry cards are discarded; EL-3.22 the others stay
            if tokens < len(people[species]):
                owed += self.starve(species, tokens)
        if self.events is not None:
            events.emit_survivors(self)
        if not owed or self.draw((TO_HAND + seat,) * owed):  # EL-4.1
            self.gathering()

    def offer(self) -> None:
        """Compute the legal actions again."""
        if self.owed:
            self.legal = (tuple(sorted(self.discard)),)
        elif self.phase == FEEDING:
            self._offer_food()
        elif self.phase == ADAPTATION:
            if self.held >= 0:
                self._offer_places()
            else:
                takes = self.rules.takes if self.played else self.rules.first_takes
                self.legal = takes[self.kinds[self.seat]]
        else:
            self.legal = ()
