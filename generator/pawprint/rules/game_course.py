"""What a game looks like from beside the table: who leads, who has which piece, how it was decided."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from pawprint.rules.aggregates import Aggregate
from pawprint.rules.engine import Rules, State

#: What may become of a piece at a seat, as events of `Aggregate.seats_by_event`: it came to the seat, the seat played
#: it, the seat had it at the end. No event of an engine has such a name.
DRAWN, PLAYED, KEPT = "drawn by", "played by", "kept by"
#: A game is divided into so many parts to say when its winner was ahead for good.
PARTS_OF_GAME = 10


class GameCourse:
    """The course of one game."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._owners: dict[str, int] = {}
        self._turn = -1
        #: (id, seat) -> how many such pieces have come to the seat, and how many it has now.
        self.drawn: Counter[tuple[str, int]] = Counter()
        self._now: Counter[tuple[str, int]] = Counter()
        #: The seat that leads before each decision, -1 if several do.
        self.leaders: list[int] = []
        #: The number of legal actions at each decision.
        self.choices: list[int] = []

    def before(self, state: State, seat: int, choices: int) -> None:
        """A *seat* decides between so many actions."""
        self.choices.append(choices)
        self.leaders.append(_leader(state.scores()))
        if seat != self._turn:
            self._turn = seat
            self._look(state)

    def end(self, state: State) -> Counter[tuple[str, int]]:
        """The game is over; (id, seat) -> how many such pieces the seat has now."""
        self._look(state)
        return self._now

    def _look(self, state: State) -> None:
        found: Counter[tuple[str, int]] = Counter()
        owners = self._owners
        for zone, entries in state.zones(None).items():
            owner = owners.get(zone)
            if owner is None:
                owner = owners[zone] = self.rules.owner_of(zone)
            if owner >= 0:
                found.update([(entry["id"], owner) for entry in entries])
        self.drawn += found - self._now
        self._now = found

    def add_to(self, sums: Aggregate, number: int, shares: Sequence[float], scores: Sequence[int]) -> None:
        """Count the course of the finished game with this *number*."""
        sums.courses += 1
        sums.choices.update(self.choices)
        for seat, score in enumerate(scores):
            sums.scores[seat, score] += 1
        winners = [seat for seat, share in enumerate(shares) if share]
        if len(scores) < 2 or len(winners) in (0, len(scores)):
            return
        ahead = [seat for seat in self.leaders if seat >= 0]
        changes = sum(one != two for one, two in pairwise(ahead))
        others = [score for seat, score in enumerate(scores) if seat not in winners]
        margin = max(scores[seat] for seat in winners) - max(others) if len(winners) == 1 else 0
        sums.contested += 1
        sums.lead_changes[changes] += 1
        sums.margins[margin] += 1
        half = self.leaders[len(self.leaders) // 2]
        sums.comebacks += half >= 0 and half not in winners
        behind = [place for place, seat in enumerate(self.leaders, 1) if seat not in winners]
        sums.settled[-(-PARTS_OF_GAME * (behind[-1] if behind else 0) // len(self.leaders))] += 1
        sums.notable.note(("closest", ""), (margin, -changes, number))
        sums.notable.note(("longest", ""), (-len(self.leaders), number))


def _leader(scores: Sequence[int]) -> int:
    """The seat with the most points; -1 if several have them."""
    most = max(scores)
    return scores.index(most) if scores.count(most) == 1 else -1
