"""The cards of FOODEN as tables: what the catalog says, in numbers that a game can count with quickly.

Creatures, action cards and objectives are numbered in the order of the catalog, with a number for each copy.
A diet, the food that it asks for and its row of Nature are one number: 0 to 3, from the top of the column.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

# FO-1.4: the rows of Nature from top to bottom, and FO-1.10: the diets.
ROWS = ("sun", "insect", "plant", "meat")
SUN = 0
#: FO-1.6: there are cubes of every food but sunshine.
FOODS = (1, 2, 3)
# FO-1.10: types, and the diet that eats each of them.
TYPES = ("plant", "insect", "animal")
EATEN_BY = {"plant": "plant", "insect": "insect", "animal": "meat"}
# FO-1.9
SEASONS = ("spring", "summer", "autumn", "winter")

# Section 7: T01 to T13, by the ids of the catalog; 0 is no trait.
TRAITS = (
    "", "omnivore", "double-meal", "double-omnivore", "back-hunter", "poison", "disguise", "ambush", "bounty",
    "provider", "early-bite", "cohort", "symbiont", "scavenger",
)  # fmt: skip
(
    PLAIN, OMNIVORE, DOUBLE_MEAL, DOUBLE_OMNIVORE, BACK_HUNTER, POISON, DISGUISE, AMBUSH, BOUNTY,
    PROVIDER, EARLY_BITE, COHORT, SYMBIONT, SCAVENGER,
) = range(14)  # fmt: skip
#: What a creature with the trait names besides: trait -> (what it is called, the values).
PARAMETERS = {PROVIDER: ("a food", ROWS[1:]), SYMBIONT: ("a type", TYPES), SCAVENGER: ("a type", TYPES)}
#: So many bits of a number count the creatures that meet a condition, up to so many of them.
_WIDTH = 16
_MOST = (1 << _WIDTH) - 1
_EATS_ALL = (OMNIVORE, DOUBLE_OMNIVORE)
_EATS_TWICE = (DOUBLE_MEAL, DOUBLE_OMNIVORE)

#: What a creature does when its turn comes in Phase 3: nothing, for it is satiated; wait upside down; or eat.
BASKS, WAITS, EATS = range(3)

# Section 5: A0a to A0d, A1 to A9, by the ids of the catalog.
EFFECTS = (
    "add-food", "reveal", "introduce", "lead", "rescue", "recall", "barter", "supply", "renew", "foresee", "shift",
    "feed", "sponsor",
)  # fmt: skip
(
    ADD_FOOD, REVEAL, INTRODUCE, LEAD, RESCUE, RECALL, BARTER, SUPPLY, RENEW, FORESEE, SHIFT, FEED, SPONSOR,
) = range(13)  # fmt: skip
#: Effects that are about so many creatures as the card says in `n`.
COUNTED = (RENEW, FORESEE)


class Creature(NamedTuple):
    """A creature card (FO-1.1).

    Attributes:
        name: its id, with a number after it where there are several copies.
        diet: 0 to 3, as in `ROWS`.
        type: 0 to 2, as in `TYPES`.
        trait: as in `TRAITS`.
        parameter: what the trait works on: a food as in `ROWS`, or a type.
    """

    name: str
    id: str
    type: int
    diet: int
    force: int
    hunger: int
    properties: frozenset[str]
    trait: int
    parameter: int

    def eats(self, other: "Creature") -> bool:
        """Whether *other* is legal prey wherever it stands."""
        if other is self:
            return False
        if other.trait == DISGUISE and not other.properties & self.properties:  # FO-7.5
            return False
        # FO-4.16, FO-7.1
        return self.trait in _EATS_ALL or ROWS[self.diet] == EATEN_BY[TYPES[other.type]]


class Action(NamedTuple):
    """An action card (FO-1.3).

    Attributes:
        organisation: by number.
        effects: what it does, as in `EFFECTS`, lowest first.
        n: how many creatures a special action is about; 0 if none is.
    """

    name: str
    id: str
    organisation: int
    effects: tuple[int, ...]
    n: int


class Objective(NamedTuple):
    """An objective card (FO-1.2): *base* points once, and *per* points for each that counts.

    Attributes:
        counted: numbers of the conditions whose survivors are counted.
        most: of several numbers the largest counts, instead of the least.
    """

    name: str
    id: str
    base: int
    per: int
    counted: tuple[int, ...]
    most: bool

    def pays(self, tally: Sequence[int]) -> int:
        """FO-6.2: the points for survivors that have been counted by `FoodenCards.tally`."""
        numbers = [tally[one] for one in self.counted]
        return self.base + self.per * (max(numbers) if self.most else min(numbers))


class FoodenCards:
    """All cards by number, and what is asked for again and again.

    Attributes:
        meets: creature -> numbers of the conditions of objectives that it meets.
        marks: creature -> the same as one number, which has a 1 for each of them; see `tally`.
        conditions: how many of them there are.
        cubes: how many there are of each food; `cube_ids`: what they are called.
        vp: how many VP tokens there are.
        season_names: the spaces of the season card.
        pieces: component -> its pieces as `State.zones` shows them, for those that have no other part in the rules.
        faces: creature -> how `State.zones` shows it; `objective_faces`, `action_faces` and `cube_faces` alike.
        rank: creature -> its Force below zero, as in `Nature.ranks`.
        turn: creature -> `BASKS`, `WAITS` or `EATS`.
        need: creature -> cubes that make it full.
        edible: hunter -> prey -> whether it is legal prey wherever it stands.
    """

    def __init__(
        self,
        creatures: Sequence[Creature],
        meets: Sequence[tuple[int, ...]],
        objectives: Sequence[Objective],
        organisations: Sequence[str],
        actions: Sequence[Action],
        cubes: Sequence[int],
        cube_ids: Sequence[str],
        vp: int,
        season_names: Sequence[str],
        pieces: Mapping[str, Sequence[str]],
    ) -> None:
        self.creatures = tuple(creatures)
        self.meets = tuple(meets)
        self.conditions = 1 + max((one for objective in objectives for one in objective.counted), default=-1)
        self.marks = tuple(sum(1 << _WIDTH * condition for condition in met) for met in meets)
        self.objectives = tuple(objectives)
        self.objective_numbers = {objective.name: number for number, objective in enumerate(objectives)}
        self.organisations = tuple(organisations)
        self.actions = tuple(actions)
        self.cubes, self.cube_ids = tuple(cubes), tuple(cube_ids)
        self.vp = vp
        self.season_names = tuple(season_names)
        self.names = tuple(creature.name for creature in creatures)
        self.numbers = {name: number for number, name in enumerate(self.names)}

        self.pieces = {component: [{"id": one} for one in ids] for component, ids in pieces.items()}
        self.faces = [{"id": creature.id} for creature in creatures]
        self.objective_faces = [{"id": objective.id} for objective in objectives]
        self.action_faces = [{"id": action.id} for action in actions]
        self.cube_faces = [{"id": one} for one in cube_ids]

        self.row = tuple(creature.diet for creature in creatures)
        self.force = tuple(creature.force for creature in creatures)
        self.rank = tuple(-force for force in self.force)
        self.hunger = tuple(creature.hunger for creature in creatures)
        self.type = tuple(creature.type for creature in creatures)
        self.trait = tuple(creature.trait for creature in creatures)
        self.parameter = tuple(creature.parameter for creature in creatures)
        self.turn = tuple(map(_turn, creatures))
        # FO-7.2: two meals
        self.meals = tuple(2 if creature.trait in _EATS_TWICE else 1 for creature in creatures)
        self.need = tuple(meals * hunger for meals, hunger in zip(self.meals, self.hunger, strict=True))
        self.omnivorous = tuple(creature.trait in _EATS_ALL for creature in creatures)
        self.edible = tuple(bytes(one.eats(other) for other in creatures) for one in creatures)
        #: Card -> its effects as bits, and its n; the last one is of no card at all, number -1.
        self.effects = (*(sum(1 << effect for effect in action.effects) for action in actions), 0)
        self.counts = (*(action.n for action in actions), 0)

    def tally(self, creatures: Iterable[int]) -> list[int]:
        """Condition of objectives -> how many of *creatures* meet it."""
        marks = sum(map(self.marks.__getitem__, creatures))
        return [marks >> shift & _MOST for shift in range(0, _WIDTH * self.conditions, _WIDTH)]

    def facts(self) -> list[Any]:
        """All that a game depends on, as JSON."""
        creatures = [[*one[:6], sorted(one.properties), *one[7:]] for one in self.creatures]
        return [
            creatures, self.meets, self.objectives, self.organisations, self.actions, self.cubes, self.vp,
            self.season_names,
        ]  # fmt: skip


def _turn(creature: Creature) -> int:
    """What *creature* does on its turn."""
    if creature.trait in (AMBUSH, SYMBIONT, SCAVENGER):  # FO-7.6, FO-7.10
        return WAITS
    return BASKS if creature.diet == SUN or not creature.hunger else EATS  # FO-1.11, FO-4.11
