"""Food Chain: the catalog's cards, and the chosen options, as tables of numbers.

Kinds of cards are numbered: the organisms in the catalog's order, then the bonus cards. Nodes, the cards on the table,
are numbered as well: each copy of a kind has a slot, and a card that is played takes the lowest free slot of its kind,
so that cards of a kind are interchangeable. A set of nodes is an int with a bit for each slot.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from pawprint.games.food_chain.actions import BACK_OFF, HUNT, NOTHING, PASS, SHIFT, SWITCH
from pawprint.games.food_chain.contests import Contests
from pawprint.rules.lazy_table import LazyTable

#: The ways in which a card outside the chain works: its id in the catalog.
HUNTSMAN, SWARM = "huntsman", "swarm"

#: So many sets of nodes are remembered per kind of action, and so many hands, before all are forgotten.
MOST_SETS, MOST_HANDS = 4096, 16384
#: Sets of so many slots are looked up at once.
FEW = 16


class OrganismCard(NamedTuple):
    """One kind of card.

    Attributes:
        level, points: 0 for a bonus card.
        prey, predators: ids of organisms.
        bonus: how it works, if it is a bonus card; else empty.
    """

    id: str
    copies: int
    level: int = 0
    points: int = 0
    prey: frozenset[str] = frozenset()
    predators: frozenset[str] = frozenset()
    plant: bool = False
    bonus: str = ""


class CardBox(NamedTuple):
    """What is in the box, and what the catalog says of setting it up.

    Attributes:
        colours: ids of the tokens; one colour for each player.
        tokens: of each colour.
        starts: start cards by number of players.
    """

    cards: tuple[OrganismCard, ...]
    colours: tuple[str, ...]
    tokens: int
    hand: int
    starts: Mapping[int, int]

    @property
    def players(self) -> range:
        """FC-1.4; each player needs a colour."""
        return range(min(self.starts), min(max(self.starts), len(self.colours)) + 1)


def nodes_in(nodes: int) -> list[int]:
    """The slots of a set of nodes, lowest first."""
    slots = []
    while nodes:
        lowest = nodes & -nodes
        slots.append(lowest.bit_length() - 1)
        nodes ^= lowest
    return slots


#: Set of nodes -> actions.
ActionSets = LazyTable[int, tuple[int, ...]]


def action_sets(first: int, slots: int) -> ActionSets:
    """Set of nodes -> the actions *first* + node for each of them, sorted."""
    each = [first + node for node in range(slots)]  # all sets share these few objects, which processor caches like
    return LazyTable(lambda nodes: tuple([each[node] for node in nodes_in(nodes)]), MOST_SETS)


def with_each(first: int, nodes: int, at_once: int = FEW) -> tuple[tuple[int, ActionSets], ...]:
    """Some nodes, and the actions with them; of many nodes a few at a time, so that the same sets come again."""
    slots = nodes_in(nodes)
    parts = [sum(1 << slot for slot in slots[start : start + at_once]) for start in range(0, len(slots), at_once)]
    return tuple([(part, action_sets(first, nodes.bit_length())) for part in parts])


class Hand:
    """The cards in a hand, and what they are good for; one object for all hands with the same cards.

    Attributes:
        kinds: sorted.
        hunters: for each different hunter, nodes that it eats, and the hunts; *food*: all that one of them eats.
        switchers: for each different organism, the nodes that it may replace, its switches, and its kind.
        replaces: all nodes that one of them may replace; *replaces_own*: own ones too, or none if that is not allowed.
        swarm: whether there is one.
        passes: all ways to pass.
        without, plus: kind -> the hand with one card of that kind less, or more.
    """

    __slots__ = (
        *("food", "hunters", "kinds", "passes", "plus", "replaces", "replaces_own", "swarm", "switchers", "without"),
    )

    def __init__(self, kinds: tuple[int, ...], cards: "FoodChainCards") -> None:
        self.kinds = kinds
        different = sorted(set(kinds))
        self.hunters = tuple([hunts for kind in different for hunts in cards.hunts[kind]])
        self.switchers = tuple(
            [(cards.replaces[kind], cards.switches[kind], kind) for kind in different if cards.replaces[kind]]
        )
        self.replaces = 0
        for nodes, _, _ in self.switchers:
            self.replaces |= nodes
        self.replaces_own = self.replaces if cards.switch_own else 0  # FC-5.4.4, FC-5.4.2
        self.food = 0
        for nodes, _ in self.hunters:
            self.food |= nodes
        self.swarm = cards.swarm in kinds
        # FC-5.5.1 one card of one's choice, or nothing if there is none
        self.passes = tuple([PASS + (kind << SHIFT) for kind in different or [NOTHING]])
        # emptied with all hands
        self.without: LazyTable[int, Hand] = LazyTable(lambda kind: cards.hand(_without(kinds, kind)), MOST_HANDS)
        self.plus: LazyTable[int, Hand] = LazyTable(lambda kind: cards.hand((*kinds, kind)), MOST_HANDS)


def _without(kinds: tuple[int, ...], kind: int) -> list[int]:
    rest = [*kinds]
    rest.remove(kind)
    return rest


class FoodChainCards:
    """The deck as tables; by kind or by slot where nothing else is said.

    Args:
        cards: the organisms first.
        chosen: a value for every option.

    Attributes:
        ids: catalog id by kind.
        number: kind by catalog id.
        organisms: so many kinds are organisms, from 0 up.
        huntsman, swarm: their kinds; `NOTHING` if the deck has none.
        levels: the huntsman's is above all others.
        level_of: level by slot.
        kind_of: kind by slot.
        first_slot: lowest slot by kind.
        slots: all slots of a kind, as a set of nodes.
        food: the nodes that a kind may be played on.
        replaces: the nodes that a kind in the hand may be switched with, if its level alone decides.
        hunts: nodes that it eats and the hunts, by kind; more than one pair if it eats many.
        switches: the actions, by kind.
        back_offs: the actions.
        pair_winners: whether two predators have different owners -> level of the first -> of the second -> which of
            them is strong enough to eat, as bits.
        may_eat: nodes that eat.
        switch_own: whether own nodes may be switched.
        chased: nodes that a swarm may chase away, if they are free, and no start cards where those are safe.
    """

    def __init__(self, cards: Iterable[OrganismCard], chosen: Mapping[str, Any]) -> None:
        self.cards = tuple(cards)
        self.ids = tuple([card.id for card in self.cards])
        self.number = {name: kind for kind, name in enumerate(self.ids)}
        self.organisms = sum(not card.bonus for card in self.cards)
        self.huntsman = self.number.get(HUNTSMAN, NOTHING)
        self.swarm = self.number.get(SWARM, NOTHING)
        # FC-1.7 a smaller level is lower in the chain; FC-1.8 the huntsman ranks above every printed level
        top = max([card.level for card in self.cards], default=0) + 1
        self.levels = tuple([top if card.bonus else card.level for card in self.cards])
        self.points = tuple([card.points for card in self.cards])
        # FC-1.1 52 cards, 4 of them bonus cards; but that is the catalog's business
        self.kind_of = tuple([kind for kind, card in enumerate(self.cards) for _ in range(card.copies)])
        self.level_of = tuple([self.levels[kind] for kind in self.kind_of])
        self.first_slot = tuple([sum(card.copies for card in self.cards[:kind]) for kind in range(len(self.cards))])
        self.slots = tuple(
            [((1 << card.copies) - 1) << first for card, first in zip(self.cards, self.first_slot, strict=True)]
        )
        self.all_organisms = self._nodes(range(self.organisms))
        self.food = tuple([self._food(kind, chosen) for kind in range(len(self.cards))])
        self.replaces = tuple([self._replaces(kind, chosen) for kind in range(len(self.cards))])
        self.hunts = tuple([with_each(HUNT + (kind << SHIFT), food) for kind, food in enumerate(self.food)])
        self.switches = tuple(
            [action_sets(SWITCH + (kind << SHIFT), len(self.kind_of)) for kind in range(len(self.cards))]
        )
        # FC-6.2, FC-6.3 whether the huntsman eats, or only blocks
        self.may_eat = self.all_organisms | (self.slots_of(self.huntsman) if chosen["huntsman_can_eat"] else 0)
        self.chased = self._chased(chosen)
        self.back_offs = action_sets(BACK_OFF, len(self.kind_of))  # a player has only a few nodes
        self.contests = LazyTable(Contests(chosen).winners, MOST_SETS)
        levels = range(top + 1)
        self.pair_winners = tuple(
            [tuple([tuple([self._duel(rival, one, two) for two in levels]) for one in levels]) for rival in (0, 1)]
        )
        self.switch_own = chosen["switch_token"] == "own" and chosen["switch_target"] == "any"
        self._hands: dict[tuple[int, ...], Hand] = {}

    def hand(self, kinds: Iterable[int]) -> Hand:
        """The hand with these cards."""
        key = tuple(sorted(kinds))
        if key not in self._hands:
            if len(self._hands) >= MOST_HANDS:
                for hand in self._hands.values():
                    hand.without.clear()
                    hand.plus.clear()
                self._hands.clear()
            self._hands[key] = Hand(key, self)
        return self._hands[key]

    def slots_of(self, kind: int) -> int:
        """All slots of *kind*, as a set of nodes; none for `NOTHING`."""
        return self.slots[kind] if kind != NOTHING else 0

    def node_name(self, node: int) -> str:
        """What a node is called: `snail#1` is the second one of the snails on the table."""
        kind = self.kind_of[node]
        return f"{self.ids[kind]}#{node - self.first_slot[kind]}"

    def node_called(self, name: str) -> int:
        """The slot of that name, whether a card lies there or not.

        Raises:
            ValueError: no card of the deck could have that name.
        """
        card, _, number = name.partition("#")
        kind = self.kind_called(card)
        if not number.isdecimal() or str(int(number)) != number or int(number) >= self.cards[kind].copies:
            raise ValueError(f"no card on the table can be called '{name}'")
        return self.first_slot[kind] + int(number)

    def kind_called(self, name: str) -> int:
        """The kind of that id.

        Raises:
            ValueError: there is none.
        """
        if name not in self.number:
            raise ValueError(f"there is no card '{name}'")
        return self.number[name]

    def _duel(self, rival: int, one: int, two: int) -> int:
        return sum(1 << place for place in self.contests[one, rival << SHIFT | two])

    def _nodes(self, kinds: Iterable[int]) -> int:
        return sum(self.slots[kind] for kind in kinds)

    def _food(self, hunter: int, chosen: Mapping[str, Any]) -> int:
        card = self.cards[hunter]
        if hunter == self.huntsman:
            return self.all_organisms  # FC-6.1 any organism, plants included
        if card.bonus:
            return 0
        return self._nodes(
            kind
            for kind, food in enumerate(self.cards)
            # FC-5.1.2 the hunter's prey list, and where both must agree, the food's predators; FC-5.1.5 a bonus card
            # is never prey
            if food.id in card.prey and (chosen["hunt_match"] == "hunter" or card.id in food.predators)
        )

    def _replaces(self, kind: int, chosen: Mapping[str, Any]) -> int:
        level = self.levels[kind]
        if kind >= self.organisms:
            return 0  # FC-5.4.1 bonus cards take no part
        if chosen["switch_direction"] == "higher":
            return self._nodes(there for there in range(self.organisms) if self.levels[there] > level)  # FC-5.4.4
        return self._nodes(there for there in range(self.organisms) if self.levels[there] < level)  # FC-5.4.2

    def _chased(self, chosen: Mapping[str, Any]) -> int:
        # FC-6.4 a creature, and so no plant, but the huntsman; or any predator and orphan, and no start card
        if chosen["swarm_target"] == "creature":
            animals = self._nodes(kind for kind in range(self.organisms) if not self.cards[kind].plant)
            return animals | self.slots_of(self.huntsman)
        return self.all_organisms | self.slots_of(self.huntsman)
