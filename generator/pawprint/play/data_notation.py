"""What the notations of all games have in common whose rules are data: cards by name, and what each player has."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from pawprint.play.engine import Json
from pawprint.play.language.data_rules import DataRules
from pawprint.play.language.data_state import DataState
from pawprint.play.notation import Notation, mapping, one_of, sequence

D = TypeVar("D", bound=DataRules)
T = TypeVar("T")


class DataNotation(Notation[D, DataState]):
    """Reads cards as their kinds, which are numbers in a state."""

    def known(self, component: str) -> dict[str, int]:
        """The cards of *component*, or all if that is empty: id -> kind."""
        kinds, of = self.rules.records.kinds, self.rules.component_of
        return {name: kind for name, kind in kinds.items() if component in ("", of(name))}

    def kind(self, written: Json, component: str, *path: str | int, noun: str = "card") -> int:
        known = self.known(component)
        return known[one_of(written, known, noun, *path)]

    def kinds(self, written: Json, component: str, *path: str | int, noun: str = "card") -> list[int]:
        return [self.kind(item, component, *path, at, noun=noun) for at, item in enumerate(sequence(written, *path))]

    def ids(self, kinds: Iterable[int]) -> list[str]:
        return [self.rules.records.ids[kind] for kind in kinds]

    def each(self, state: DataState, fact: Callable[[int], T]) -> dict[str, T]:
        """The name of each player -> a fact about the seat."""
        return {name: fact(seat) for seat, name in enumerate(self.seats(state))}

    def by_seat(self, written: Json, *path: str | int) -> list[tuple[int, Json]]:
        """What is written for some players: their seats, and the values."""
        return [(self.seat_of(name, *path, name), item) for name, item in mapping(written or {}, None, *path).items()]
