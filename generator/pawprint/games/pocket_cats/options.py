"""Pocket Cats: the options and editions, and the tables that depend on them."""

from collections.abc import Mapping
from typing import Any

from pawprint.games.pocket_cats.actions import Reach, reaches, words_of
from pawprint.games.pocket_cats.cards import CAT, DOG, PLACES, PREY, CatsCards
from pawprint.games.pocket_cats.outlook import Outlook
from pawprint.games.pocket_cats.scoring import Pairing, pairing_of, targets_of
from pawprint.rules.engine import Json, Option, Rng

#: PC-2.2, PC-2.3: so many clan cards are drawn.
DRAWN = 3
#: PC-2.4: who meets in a first game.
FIRST_GAME = ("royal-claws", "gourmets")
#: How many players draw clan cards: PC-2.2: each; PC-2.3: only the one who begins.
DRAWS = {"free": 0, "limited": 2, "expert": 1, "first": 0}

EDITIONS: Mapping[str, Mapping[str, Any]] = {
    "full": {},
    "first-game": {"mode": "first", "powers": "off"},
    "match": {"mode": "expert", "games": 2},
}

OPTIONS: Mapping[str, Option] = {
    "mode": Option(("free", "limited", "expert", "first"), "PC-2.1", "how the players get their clans"),
    "games": Option((1, 2), "PC-2.3", "games that are played, the points added up"),
    "powers": Option(("on", "off"), "PC-2.4", "whether clans and chiefs have their powers"),
    "dog_orientation": Option(("random", "chosen"), "PC-2.8", "who turns a dog when it is revealed"),
    "effect_order": Option(("chief", "sum"), "PC-5.1", "what decides who goes first at the end"),
    "royal_rotation": Option(("clan", "chief"), "PC-5.5", "which dog may be turned before the dogs attack"),
    "justiciers_scope": Option(("all", "final"), "PC-5.7", "which ties are won by the clan that wins ties"),
    "mice_values": Option(("printed", "3-4-4-5-5-6"), "PC-1.8", "what mice are worth, the least first"),
    "first_player": Option(("first", "random"), "PC-2.9", "who begins"),
}


class CatsVariant:
    """The cards with one edition and one set of options, as tables.

    Attributes:
        dogs: the tiles that are dogs; *is_dog*: whether a tile is one.
        lays_dogs: whether the player who reveals a dog turns it.
        draws_of_deal: how many random numbers `deal` takes.
        upright: quarter turns of the tiles that are no dogs.
        whole: whether the cards make complete squares.
        targets: see `scoring.Targets`.
        reach: see `actions.reaches`.
        words, actions: action -> its words, and back.
    """

    #: PC-1.6
    players = range(2, 3)

    def __init__(self, cards: CatsCards, edition: str, chosen: Mapping[str, Any]) -> None:
        self.cards = cards
        self.edition = edition
        self.chosen = chosen
        self.mode: str = chosen["mode"]
        self.games: int = chosen["games"]
        self.lays_dogs = chosen["dog_orientation"] == "chosen"
        self.clan_number = {clan.id: number for number, clan in enumerate(cards.clans)}
        self.dogs = cards.of_kind(DOG)
        self.is_dog = frozenset(self.dogs).__contains__
        clans = len(cards.clans)
        self.draws_of_deal = PLACES - 1 + len(self.dogs) + (clans - 1 if DRAWS[self.mode] else 0)
        self.everybody = tuple(range(len(cards.clans)))
        self.upright = [0] * (len(cards.ids) - len(self.dogs))
        rest = len(cards.of_kind(PREY)) + len(self.dogs)
        sizes = {2 * len(clan.cats) + rest for clan in cards.clans}
        self.whole = len(cards.clans) > 1 and sizes == {PLACES}
        self.value = _values(cards, chosen["mice_values"])
        self.targets = targets_of(cards)
        self.reach = reaches({power.amount for clan in cards.clans for power in (clan.effect, clan.ability)})
        self.words = words_of(cards)
        self.actions = {words: action for action, words in self.words.items()}
        self._pairings: dict[tuple[int, int], Pairing] = {}
        self._outlooks: dict[tuple[int, int], Outlook] = {}

    # --- the deal -------------------------------------------------------------------------------------------

    def deal(self, rng: Rng) -> dict[str, Any]:
        """The chance of one game."""
        draw = rng.random
        order = [*range(PLACES)]  # PC-2.6: the cats of both clans, prey and dogs, shuffled
        rng.shuffle(order)
        deal: dict[str, Any] = {"order": order, "rotations": [int(draw() * 4) for _ in self.dogs]}  # PC-2.8
        if DRAWS[self.mode]:  # PC-2.2, PC-2.3
            names = [clan.id for clan in self.cards.clans]
            rng.shuffle(names)
            deal["drawn"] = [names[DRAWN * hand : DRAWN * (hand + 1)] for hand in range(DRAWS[self.mode])]
        return deal

    def hands(self, deal: Json, first: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The clan cards that each seat may choose from at the beginning, by number."""
        if "drawn" not in deal:
            return self.everybody, self.everybody  # PC-2.1: any clan
        drawn = [tuple(sorted(self.clan_number[name] for name in names)) for names in deal["drawn"]]
        drawn += [()] * (2 - len(drawn))
        return (drawn[1], drawn[0]) if first else (drawn[0], drawn[1])

    def rotations(self, dealt: list[int]) -> list[int]:
        """PC-2.8: tile -> quarter turns, from those of the dogs in their order."""
        return [*self.upright, *dealt, 0]  # the dogs are the last tiles, and then comes the place where none lies

    # --- tables ---------------------------------------------------------------------------------------------

    def pairing(self, one: int, two: int) -> Pairing:
        """The clans numbered *one* and *two* against each other."""
        found = self._pairings.get((one, two))
        if found is None:
            found = pairing_of(self.cards, (one, two), self.value, self.targets, self.chosen)
            found = found._replace(moves=(self._moves(found, 0), self._moves(found, 1)))
            self._pairings[one, two] = found
        return found

    def outlook(self, one: int, two: int) -> Outlook:
        """The same, for looking ahead."""
        found = self._outlooks.get((one, two))
        if found is None:
            found = self._outlooks[one, two] = Outlook(self.pairing(one, two))
        return found

    def _moves(self, pairing: Pairing, seat: int) -> tuple[Reach, ...]:
        """Tile -> its exchanges when *seat* reveals it."""
        return tuple(
            self.reach[kind, _far(pairing, seat, tile) if kind == CAT else 0]
            for tile, kind in enumerate(self.cards.kind)
        )


def _far(pairing: Pairing, seat: int, cat: int) -> int:
    """How far a power lets *cat* go when *seat* reveals it; 0 if it goes as far as any cat."""
    owner = pairing.side[cat]
    if owner == 2:
        return 0
    clan, chief = pairing.effects[owner], pairing.abilities[owner]
    far = 0
    if clan.does == "long-move" and owner == seat:  # 7.3: own cats that their player reveals
        far = clan.amount
    if chief.does == "long-move" and cat == pairing.chiefs[owner]:  # PC-5.6: the chief, revealed by either player
        far = max(far, chief.amount)
    return far


def _values(cards: CatsCards, mice: str) -> tuple[int, ...]:
    """Tile -> attack or points, with the *mice* that were agreed on, the least first (7.3)."""
    if mice == "printed":
        return cards.value
    value = [*cards.value]
    tiles = sorted((tile for tile, sort in enumerate(cards.sort) if sort == "mouse"), key=lambda tile: value[tile])
    numbers = [int(number) for number in mice.split("-")]
    if len(numbers) != len(tiles):
        raise ValueError(f"option 'mice_values' {mice} is for {len(numbers)} mice, not for {len(tiles)}")
    for tile, number in zip(tiles, numbers, strict=True):
        value[tile] = number
    return tuple(value)
