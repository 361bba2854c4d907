"""The lake game: how the actions of a decision change the points, without doing them.

Cards are points until they are lost, and so is food. Attacks must be done to see what follows, and so must what may
need a card that the deck does not have.
"""

from collections.abc import Sequence

from pawprint.games.lake_ecosystem.actions import ADAPTATION, ALONE, ATTACK, FEEDING, MASK, PLACE, REPLACE, SPECIES
from pawprint.games.lake_ecosystem.table import LakeTable

#: Changes of points by seat; None if they are not known.
Change = tuple[int, ...] | None

#: So many forced actions are followed.
_FOLLOWED = 4


def score_changes(state: LakeTable, legal: Sequence[int]) -> list[Change]:
    """By legal action, how it changes the points."""
    if state.phase == ADAPTATION:
        return _played(state, legal)
    if state.phase != FEEDING:
        return [None] * len(legal)
    one = _own(state, 1)
    changes: list[Change] = []
    for action in legal:
        species = action & MASK
        if action >= ATTACK:
            changes.append(None)
        elif not action:
            changes.append(_Feeding(state).ended())
        elif state.lake > 1 and state.fed[species] + 1 < len(state.people[species]):
            changes.append(one)  # it is still hungry, and the same may be done again
        else:
            feeding = _Feeding(state)
            feeding.eat(species)
            changes.append(feeding.followed())
    return changes


def _own(state: LakeTable, change: int) -> tuple[int, ...]:
    """A change of the points of the seat only."""
    changes = [0] * state.players
    changes[state.seat] = change
    return tuple(changes)


def _played(state: LakeTable, legal: Sequence[int]) -> list[Change]:
    """The changes by actions of Adaptation."""
    nothing, lost, seat = _own(state, 0), _own(state, -1), state.seat
    last = sum(state.hands[seat]) == 1
    # A card that is taken can be a new species, and at least grow an own one.
    chosen = not last or (state.rows[seat] and not state.rules.new_only)
    changes: list[Change] = []
    for action in legal:
        if action >= ALONE:
            replaced = action >= PLACE and action & MASK >= REPLACE
            if last:
                feeding = _Feeding(state)
                feeding.play(action, replaced)
                changes.append(feeding.begun())
            else:
                changes.append(lost if replaced else nothing)  # EL-3.8
        elif action:
            changes.append(nothing if chosen else None)
        else:
            changes.append(_Feeding(state).begun())
    return changes


class _Feeding:
    """The rest of a turn: what the species of the seat eat, and who is hungry then.

    Attributes:
        sizes, traits: by species; the populations are those of the seat only.
        fed: by species of the seat; *lake*, *bank*: tokens there.
        own: the change of the points of the seat.
    """

    __slots__ = ("bank", "fed", "lake", "own", "sizes", "state", "traits")

    def __init__(self, state: LakeTable) -> None:
        self.state = state
        people = state.people
        self.sizes = {species: len(people[species]) for species in state.rows[state.seat]}
        self.traits = state.traits
        self.fed = state.fed.copy()
        self.lake, self.bank, self.own = state.lake, state.bank, 0

    def play(self, action: int, replaced: bool) -> None:
        """EL-3.5: the held card becomes a species, population or a trait."""
        self.traits = traits = self.traits.copy()
        trait = 1 << self.state.held
        if action < PLACE:
            species = -1  # any number that no other has
            self.sizes[species], traits[species] = 1, 0
            return
        species, way = action >> SPECIES & MASK, action & MASK
        if not way:
            self.sizes[species] += 1
        elif replaced:
            traits[species] += trait - (1 << way - REPLACE)
            self.own -= 1
        else:
            traits[species] |= trait

    def begun(self) -> Change:
        """The change when Feeding begins; section 8: those with a long neck eat first."""
        rules = self.state.rules
        self.fed = dict.fromkeys(self.sizes, 0)
        for species in self.sizes if rules.long_neck else ():
            has = self.traits[species]
            if has & rules.long_neck and not has & rules.carnivore and self.bank:
                self.bank -= 1
                self.fed[species] = 1
                self.own += 1
        return self.followed()

    def eat(self, species: int) -> None:
        """EL-3.10: one token from the lake."""
        self.lake -= 1
        self.fed[species] += 1
        self.own += 1

    def followed(self) -> Change:
        """The change with what is forced: the only species that can eat does."""
        for forced in range(_FOLLOWED + 1):
            meals, choices = self._choices()
            if not choices:
                return self.ended()
            if choices > 1 or forced == _FOLLOWED:
                break
            if not meals:
                return None  # an attack
            self.eat(meals[0])
        return _own(self.state, self.own)

    def _choices(self) -> tuple[list[int], int]:
        """The species that may take food from the lake, and how many actions there are in all."""
        rules, traits = self.state.rules, self.traits
        meals, attacks, free = [], 0, 1
        for species, size in self.sizes.items():
            has = traits[species]
            hungry = size - self.fed[species]
            if hungry < 0 or (not hungry and not has & rules.fat):
                continue
            if has & rules.carnivore:  # EL-3.11
                missing = rules.locks & ~has
                found = sum(1 for prey, locks in traits.items() if not locks & missing and prey != species)
                if not found:
                    continue
                attacks += found
            elif self.lake:
                meals.append(species)
            else:
                continue
            if hungry:
                free = 0  # EL-3.17
        choices = len(meals) + attacks
        return meals, choices + free if choices else 0

    def ended(self) -> Change:
        """The change when Feeding ends: hungry cards are lost, and the next player draws."""
        state, rules, owed = self.state, self.state.rules, 0
        for species, size in self.sizes.items():
            tokens = self.fed[species]
            if tokens < size:
                self.own -= size - tokens  # EL-3.20
                if not tokens:
                    owed += self.traits[species].bit_count()  # EL-4.1 as many cards come as traits go
        left = len(state.deck) - state.top - owed
        if owed and left <= 0:
            return None
        if state.turn == state.last and state.last:
            return _own(state, self.own)  # EL-5.3
        seat = (state.first + state.turn) % state.players
        drawn = len(rules.draws[seat])  # EL-3.2, EL-3.3
        if rules.fertile and self.lake:
            drawn += sum(1 for species in state.rows[seat] if self.traits[species] & rules.fertile)
        if drawn > left or not rules.box.drawn:
            return None
        changes = [0] * state.players
        changes[state.seat], changes[seat] = self.own, drawn
        return tuple(changes)
