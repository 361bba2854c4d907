"""What lies on the table of the lake game, for figures, the play page and scenarios."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from pawprint.play.language.data_state import DataState
from pawprint.play.language.groups import ROW, GroupCards, GroupZone, group_cards


class LakeTable:
    """A situation, by species.

    A species is the number of its group, and has its name in logs: `A1`, `A2`, `B1`.

    Attributes:
        active: whose turn it is; turn, last: the numbers of this turn and of the last one, 0 while that is unknown.
        zone: where the species are in the state.
        lake, bank: food tokens there; bags: those of the players.
    """

    def __init__(self, state: DataState) -> None:
        self.state = state
        values: Mapping[str, Any] = state.values
        self.players = state.players
        self.active, self.turn, self.last = values["active"], values["number"], values["last"]
        self.lake, self.bank = values["lake"], values["bank"]
        self.zone: GroupZone = state.program.groups["species"]
        self.bags = [values[f"bag {seat}"] for seat in range(state.players)]

    def held(self, seat: int) -> int:
        """The kind of the card that a player has chosen to play; -1 if there is none."""
        return next(iter(self.state.zone("held", seat)), -1)

    @cached_property
    def hands(self) -> list[list[int]]:
        seats = range(self.players)
        return [sorted([*self.state.zone("hand", seat), *self.state.zone("held", seat)]) for seat in seats]

    @cached_property
    def rows(self) -> list[list[int]]:
        return [[*self.state.zone("species", seat)] for seat in range(self.players)]

    @cached_property
    def _cards(self) -> dict[tuple[int, str], GroupCards]:
        places = range(self.zone.place, self.zone.place + self.players)
        return {(card.group, card.part.name): card for place in places for card in group_cards(self.state, place)}

    def __contains__(self, species: int) -> bool:
        return (species, "population") in self._cards

    def name(self, species: int) -> str:
        return self.zone.name_of(species)

    def owner(self, species: int) -> int:
        return species >> ROW

    def population(self, species: int) -> int:
        return len(self._cards[species, "population"].kinds) if species in self else 0

    def known(self, species: int) -> list[int]:
        """Kinds of the population cards that the owner of a species has laid."""
        cards = self._cards[species, "population"]
        return [kind for place, kind in enumerate(cards.kinds) if cards.known >> place & 1]

    def traits(self, species: int) -> Sequence[int]:
        return self._cards[species, "traits"].kinds if species in self else ()

    def food(self, species: int) -> int:
        count: int = self.state.g[self.zone.parts["food"].at].get(species, 0)
        return count
