"""The box of the lake game as the catalog states it: cards, tokens, and the numbers of the rules.

Cards are numbered by kind, in the order of the catalog; a set of traits is a number with a bit for each kind.
"""

from collections.abc import Mapping
from typing import NamedTuple

#: Section 8: the traits that do something, and when.
CARNIVORE, HORNS, LONG_NECK, FAT, FERTILE, SCAVENGER = (
    "carnivore", "horns", "long-neck", "fat-tissue", "fertile", "scavenger",
)  # fmt: skip
MOMENTS: Mapping[str, str] = {
    CARNIVORE: "feeding",
    HORNS: "attacked",
    LONG_NECK: "feeding_start",
    FAT: "feeding",
    FERTILE: "gathering",
    SCAVENGER: "attack_anywhere",
}


class LakeBox(NamedTuple):
    """What is in the box, for one edition.

    Attributes:
        ids, copies: of the cards, by kind.
        locks: the traits that an attacker needs as well.
        does: trait -> its bit, if it does something in this edition; else 0.
        tokens: ids of the food tokens, one by one.
        food, species, drawn: of each Gathering: tokens on the lake, new species, cards to the hand.
        prey: tokens for an attack.
        places: for traits, of one species.
        players: the least and the most.
    """

    ids: tuple[str, ...]
    copies: tuple[int, ...]
    locks: int
    does: Mapping[str, int]
    tokens: tuple[str, ...]
    food: int
    species: int
    drawn: int
    prey: int
    places: int
    players: tuple[int, int]
