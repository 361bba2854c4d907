"""Food Chain: which of the predators on the same food may eat it, and how ties between them are decided.

`legality` says the same rules, FC-5.2.2 and FC-5.2.3, as reasons, from the cards.
"""

from collections.abc import Mapping
from typing import Any

from pawprint.games.food_chain.actions import NOTHING, SHIFT


class Contests:
    """Who among the predators of the same food is strong enough to eat it.

    A predator is a number: its owner * 2^SHIFT + its level.
    """

    def __init__(self, chosen: Mapping[str, Any]) -> None:
        self.ties_compare = chosen["eat_tie"] == "second_predators"
        self.own_block = chosen["own_predators_block"]

    def winners(self, ranks: tuple[int, ...]) -> tuple[int, ...]:
        """The places in *ranks* of the predators that may eat."""
        return tuple([place for place in range(len(ranks)) if self._wins(place, ranks)])

    def _wins(self, place: int, ranks: tuple[int, ...]) -> bool:
        owner, level = ranks[place] >> SHIFT, ranks[place] & NOTHING
        packs: dict[int, list[int]] = {owner: []}
        for other, rank in enumerate(ranks):
            if other != place:
                packs.setdefault(rank >> SHIFT, []).append(rank & NOTHING)
        for pack in packs.values():
            pack.sort(reverse=True)
        mine = packs.pop(owner)
        if self.own_block and mine and mine[0] >= level:
            return False  # FC-2.6 one's own others are no rivals, unless agreed otherwise
        if not self.ties_compare:
            return all(level > pack[0] for pack in packs.values())  # FC-5.2.2
        # FC-5.2.3 no rival is stronger, and equally strong rivals have weaker cards next
        return all(level > pack[0] or (level == pack[0] and [level, *mine] > pack) for pack in packs.values())
