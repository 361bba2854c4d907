"""Zones of which only the number of cards is seen, for expressions that must not depend on what lies in them."""

from collections.abc import Sequence
from typing import Any, NoReturn


class Unseen(Exception):
    """An expression looks at cards that the player does not see."""


class FaceDown:
    """A zone whose cards nobody may look at."""

    __slots__ = ("count",)

    def __init__(self, count: int) -> None:
        self.count = count

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, place: Any) -> NoReturn:
        raise Unseen

    def __iter__(self) -> NoReturn:
        raise Unseen

    def __contains__(self, card: object) -> NoReturn:
        raise Unseen


class Blindfold:
    """Hides some zones of a state for a while.

    Args:
        places: the zones of the state; hidden: those that are hidden.
    """

    __slots__ = ("hidden", "kept", "places")

    def __init__(self, places: list[Any], hidden: Sequence[int]) -> None:
        self.places, self.hidden = places, hidden
        self.kept = [places[place] for place in hidden]

    def __enter__(self) -> None:
        for place, cards in zip(self.hidden, self.kept, strict=True):
            self.places[place] = FaceDown(len(cards))

    def __exit__(self, *_: object) -> None:
        for place, cards in zip(self.hidden, self.kept, strict=True):
            self.places[place] = cards
