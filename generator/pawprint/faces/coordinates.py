"""Coordinates of figures, in hundredths of a unit. Each number is one object: of fifty in a deck, one is new."""

#: The size at which the table is emptied; a preview may run all day.
_MAX_ENTRIES = 100_000


class Hundredths(dict[int, float]):
    """n -> n / 100, the same object every time."""

    def __missing__(self, number: int) -> float:
        if len(self) > _MAX_ENTRIES:
            self.clear()
        value = self[number] = number / 100
        return value


HUNDREDTHS = Hundredths()
