"""Lake: the options and editions, and the tables that depend on them.

The two editions differ in what the traits do. That is data of the catalog's traits, so no option differs.
"""

from collections.abc import Mapping
from typing import Any

from pawprint.games.lake_ecosystem.actions import DONE, GAIN, NEW_SPECIES, PLACE, REPLACE, SPECIES, TAKE, TO_HAND
from pawprint.games.lake_ecosystem.cards import CARNIVORE, FAT, FERTILE, HORNS, LONG_NECK, SCAVENGER, LakeBox
from pawprint.rules.engine import Option
from pawprint.rules.lazy_table import LazyTable

#: The most entries of a table that is filled on demand.
MOST_ENTRIES = 20_000

EDITIONS: Mapping[str, Mapping[str, Any]] = {"core": {}, "effects": {}}

OPTIONS: Mapping[str, Option] = {
    "start_player": Option(("random", "first_seat"), "EL-2.3", "who begins"),
    "min_plays": Option((0, 1), "EL-3.4", "how many cards must be played in a turn"),
    "population_target": Option(
        ("any_own", "new_only"), "EL-3.5", "which species a card may join: any, or the one of this turn's Gathering"
    ),
    "last_player_trigger": Option(
        ("end", "extra_round"), "EL-5.4", "what follows when the deck runs out in the last player's turn"
    ),
}


class LakeVariant:
    """The cards with one edition and one set of options, as tables.

    A set of kinds or traits is an int with a bit for each kind.

    Attributes:
        carnivore, horns, long_neck, fat, fertile, scavenger: the bit of the trait if it has an effect, else 0.
        locks: the traits of prey that a hunter needs as well.
        width: number of bits of a set of traits.
        pack: all cards, as kinds, sorted.
        first_takes, takes: kinds in the hand -> actions that play the first card of a turn, or another one.
        places: species and its traits -> what a new card may become there.
        again: the same for a card whose trait the species has already.
        kinds_of: set of kinds -> the kinds.
        draws: seat -> destinations of the cards drawn in Gathering.
    """

    def __init__(self, box: LakeBox, edition: str, chosen: Mapping[str, Any]) -> None:
        self.box, self.edition, self.chosen = box, edition, chosen
        self.players = range(box.players[0], box.players[1] + 1)  # EL-1.5
        self.locks = box.locks
        does = box.does
        self.carnivore, self.horns, self.long_neck = does[CARNIVORE], does[HORNS], does[LONG_NECK]
        self.fat, self.fertile, self.scavenger = does[FAT], does[FERTILE], does[SCAVENGER]
        self.new_only = chosen["population_target"] == "new_only"
        self.extra_round = chosen["last_player_trigger"] == "extra_round"
        self.width = len(box.ids)
        self.pack = tuple(kind for kind, copies in enumerate(box.copies) for _ in range(copies))
        self.kinds_of = LazyTable(_kinds_of, MOST_ENTRIES)
        self.takes: LazyTable[int, tuple[int, ...]] = LazyTable(lambda kinds: (DONE, *_takes(kinds)), MOST_ENTRIES)
        self.first_takes: LazyTable[int, tuple[int, ...]] = (
            LazyTable(_takes, MOST_ENTRIES) if chosen["min_plays"] else self.takes
        )
        self.places: LazyTable[int, tuple[int, ...]] = LazyTable(
            lambda key: self._places(key, box.places), MOST_ENTRIES
        )
        # EL-3.6 never two alike; EL-3.7 but the one that is replaced is gone when that is tested
        self.again: LazyTable[int, tuple[int, ...]] = LazyTable(lambda key: self._places(key, 0), MOST_ENTRIES)
        self.draws = [(NEW_SPECIES,) * box.species + (TO_HAND + seat,) * box.drawn for seat in range(box.players[1])]

    def _places(self, key: int, places: int) -> tuple[int, ...]:
        """What a card may become.

        Args:
            key: ``species << width``, and the set of its traits that the card may replace.
            places: how many traits a species may have.
        """
        species, has = key >> self.width, _kinds_of(key & (1 << self.width) - 1)
        ways = [0]  # EL-3.5.1 population
        if len(has) < places:
            ways.append(GAIN)  # EL-3.6 a trait, and not more than there are places for
        ways += [REPLACE + old for old in has]  # EL-3.7 a trait instead of another one
        return tuple(PLACE | species << SPECIES | way for way in ways)

    def most_turns(self, players: int) -> int:
        """No game has more turns.

        EL-5.5: every turn takes the cards of its Gathering from the deck, so that the deck lasts for so many turns;
        then the round is finished, and another one may follow.
        """
        turns = -(-sum(self.box.copies) // (self.box.species + self.box.drawn))
        rounds: int = max(1, -(-turns // players)) + self.extra_round
        return rounds * players

    def names(self, traits: int) -> list[str]:
        """The cards of a set of traits."""
        return [card for kind, card in enumerate(self.box.ids) if traits >> kind & 1]


def _kinds_of(bits: int) -> tuple[int, ...]:
    return tuple(kind for kind in range(bits.bit_length()) if bits >> kind & 1)


def _takes(kinds: int) -> tuple[int, ...]:
    return tuple(TAKE + kind for kind in _kinds_of(kinds))
