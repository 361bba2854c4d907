"""Tunable fields, and games that try changes of them -> the smallest change that repairs a check.

Fewer fields come first, then the change that is smaller in relation to the ranges. Each field is tried alone at the
ends of its range, with few games. The sums of these effects predict what several changes do together. The most
promising ones are played; the better half goes on with twice as many games, and the last ones are confirmed.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations, product
from typing import NamedTuple, Protocol

#: Fields that are kept of those tried alone.
_FIELDS_KEPT = 14
#: Changes in a group that is played.
_POOL = 12
#: Groups of changes that are played for each number of fields.
_POOLS = 3
#: Changes of each group that are confirmed at most.
_CONFIRMED = 3
#: Changes of the same fields in a group.
_ALIKE = 3
#: Number of fields in a change -> the values of each field that are tried.
_VALUES = {1: 1000, 2: 10}
#: The same for changes of more fields.
_FEW_VALUES = 5
#: A predicted or measured gap below this part of the first one may be chance.
_NOISE = 0.1


class ValueChange(NamedTuple):
    """Another value of a field of a record, both as written in YAML.

    Attributes:
        span: the greatest number that the field may get minus the least one; 1 for values that are no numbers.
    """

    component: str
    record: str
    field: str
    old: str
    new: str
    span: float = 1.0

    @property
    def step(self) -> float | None:
        """The new number minus the old one; None for values that are no numbers."""
        try:
            return float(self.new) - float(self.old)
        except ValueError:
            return None

    @property
    def size(self) -> float:
        """The part of its range by which the number changes; 1 for values that are no numbers."""
        return 1.0 if self.step is None else abs(self.step) / self.span


class TunableField(NamedTuple):
    """A field of a record, and the values that it may get."""

    component: str
    record: str
    field: str
    old: str
    values: tuple[str, ...]

    @property
    def changes(self) -> list[ValueChange]:
        changes = [ValueChange(*self[:4], value) for value in self.values if value != self.old]
        steps = [0.0, *(change.step for change in changes if change.step is not None)]
        span = max(steps) - min(steps) or 1.0
        return sorted((change._replace(span=span) for change in changes), key=lambda change: change.step or 0.0)

    @property
    def ends(self) -> list[ValueChange]:
        """The changes to the least and the greatest number, or all changes of values that are no numbers."""
        down = [change for change in self.changes if change.step is not None and change.step < 0]
        up = [change for change in self.changes if change.step is not None and change.step > 0]
        return [*down[:1], *up[-1:], *(change for change in self.changes if change.step is None)]


Repair = tuple[ValueChange, ...]
#: A number of a check -> how far it is beyond its limit, relative to the limit; negative within.
Gaps = Mapping[str, float]


class RepairTrials(Protocol):
    """Tries repairs on deals that are the same for all of them."""

    def gaps(self, repairs: Sequence[Repair], effort: int) -> Sequence[Gaps | None]:
        """The gaps of each repair after *effort* times the fewest games; None if it cannot be played."""

    def broken(self, repair: Repair) -> frozenset[str]:
        """The invariants that it breaks, which no game is needed for."""

    def confirmed(self, repair: Repair) -> bool:
        """True if the check passes with it on all deals, and on fresh ones."""


def excess(gaps: Iterable[float]) -> float:
    """The sum of all gaps beyond limits."""
    return sum(max(0.0, gap) for gap in gaps)


class _Effect(NamedTuple):
    """The numbers that a change adds to each gap, and the invariants that it breaks alone."""

    gaps: Gaps
    broken: frozenset[str]


class RepairSearch:
    """The search for one check.

    Args:
        fields: the most promising ones first.
    """

    def __init__(self, fields: Sequence[TunableField], trials: RepairTrials) -> None:
        self.fields, self.trials = fields, trials
        self.base: Gaps = {}
        self.effects: dict[ValueChange, _Effect] = {}
        self.kept: list[TunableField] = []
        #: The gaps beyond limits of the changes of several fields that were played, and by how much they were more than
        #: predicted, for other values of the same fields.
        self.played: dict[Repair, float] = {}
        self.surprises: dict[_Fields, float] = {}

    def find(self, most: int) -> Repair | None:
        """The smallest confirmed change of at most *most* fields; None if there is none."""
        self._measure()
        for count in range(1, most + 1):
            for _ in range(_POOLS):
                if repair := self._first_confirmed(self._pool(self._ranked(self._combined(count)))):
                    return repair
        while pool := self._pool(self._ranked(self._all(most))):  # as long as time lasts
            if repair := self._first_confirmed(pool):
                return repair
        self._best(self._pool(self._ranked(self._all(most), 1.0)))  # to tell what comes nearest
        return None

    def _first_confirmed(self, pool: Sequence[Repair]) -> Repair | None:
        return next((repair for repair in self._best(pool) if self.trials.confirmed(repair)), None)

    def _measure(self) -> None:
        """Try each field alone, the better half again with twice as many games, and so on."""
        self.kept, effort = [*self.fields], 1
        while True:
            ends = [end for field in self.kept for end in field.ends]
            base, *gaps = self.trials.gaps([(), *((end,) for end in ends)], effort)
            self.base = base or {}
            by_end = dict(zip(ends, gaps, strict=True))
            for field in self.kept:
                for end in field.ends:
                    self._note(field, end, by_end[end])
            if len(self.kept) <= _FIELDS_KEPT:
                break
            best = {
                field: min((self._predicted((change,)) for change in field.changes), default=0.0) for field in self.kept
            }
            self.kept = sorted(self.kept, key=best.__getitem__)[: max(_FIELDS_KEPT, len(self.kept) // 2)]
            effort *= 2

    def _note(self, field: TunableField, end: ValueChange, gaps: Gaps | None) -> None:
        """Note the effect of *end*, and in proportion those of the values before it."""
        broken = self.trials.broken((end,))
        whole = {key: gap - self.base.get(key, gap) for key, gap in gaps.items()} if gaps is not None else {}
        near = [change for change in field.changes if change.step is not None and change.step * (end.step or 0.0) > 0]
        if broken and len(near) > 1:
            broken &= self.trials.broken((min(near, key=lambda change: change.size),))
        for change in near or [end]:
            share = (change.step or 1.0) / (end.step or 1.0)
            self.effects[change] = _Effect({key: gap * share for key, gap in whole.items()}, broken)

    def _combined(self, count: int) -> Iterator[Repair]:
        """The changes of *count* fields that break nothing alone, and those with pairs that even out."""
        by_field = [[change for change in field.changes if change in self.effects] for field in self.kept]
        free = [[change for change in changes if not self.effects[change].broken] for changes in by_field]
        values = _VALUES.get(count, _FEW_VALUES)
        free = [changes[:: -(-len(changes) // values) or 1] for changes in free]
        for chosen in combinations(filter(None, free), count):
            yield from (tuple(sorted(changes)) for changes in product(*chosen))
        pairs = dict.fromkeys(pair for changes in by_field for change in changes for pair in self._evened_out(change))
        if count == 2:
            yield from pairs
        elif count == 3:
            for pair, changes in product(pairs, free):
                others = [change for change in changes if all(change[:3] != other[:3] for other in pair)]
                yield from (tuple(sorted((*pair, change))) for change in others)

    def _all(self, most: int) -> Iterator[Repair]:
        return (repair for count in range(1, most + 1) for repair in self._combined(count))

    def _evened_out(self, change: ValueChange) -> Iterator[Repair]:
        """*change* with each opposite change of the same field of another record that breaks the same invariants."""
        broken = self.effects[change].broken
        for opposite, effect in self.effects.items() if broken else ():
            same = (
                opposite.component == change.component
                and opposite.field == change.field
                and opposite.record != change.record
            )
            if same and opposite.step == -(change.step or 0.0) and effect.broken & broken:
                yield (change, opposite) if change < opposite else (opposite, change)

    def _predicted_gaps(self, repair: Repair) -> list[float]:
        effects = [self.effects[change].gaps for change in repair]
        return [gap + sum(effect.get(key, 0.0) for effect in effects) for key, gap in self.base.items()]

    def _predicted(self, repair: Repair) -> float:
        return max(0.0, excess(self._predicted_gaps(repair)) + self.surprises.get(_fields(repair), 0.0))

    def _ranked(self, repairs: Iterable[Repair], left_over: float = 0.5) -> Iterator[Repair]:
        """Those that are predicted to leave less than this part of the gaps.

        Of those that leave nothing, small changes and those with wide margins come by turns: the small ones are many
        where a prediction is too good.
        """
        whole = excess(self.base.values())
        repairing: list[tuple[float, float, float, Repair]] = []
        reducing: list[tuple[float, float, float, Repair]] = []
        for repair in repairs:
            remaining = self._predicted(repair)
            if remaining < whole * left_over and repair not in self.played:
                margin = max(self._predicted_gaps(repair), default=0.0)
                entries = repairing if remaining <= _NOISE * whole else reducing
                entries.append((remaining, margin, _size(repair), repair))
        by_size = sorted(repairing, key=lambda entry: entry[2:])
        by_margin = sorted(repairing, key=lambda entry: entry[1:])
        ranked = [*chain.from_iterable(zip(by_size, by_margin, strict=True)), *sorted(reducing)]
        return iter(dict.fromkeys(repair for *_, repair in ranked))

    def _pool(self, ranked: Iterator[Repair]) -> list[Repair]:
        """The next changes of *ranked* that break no invariant, only some of each group of fields."""
        pool: list[Repair] = []
        alike: Counter[_Fields] = Counter()
        for repair in ranked:
            key = _fields(repair)
            if alike[key] < _ALIKE and not self.trials.broken(repair):
                alike[key] += 1
                pool.append(repair)
            if len(pool) == _POOL:
                break
        return pool

    def _best(self, pool: Sequence[Repair]) -> list[Repair]:
        """The best of *pool* after more and more games: those without a gap, small changes first."""
        effort, ranked, whole = 1, [*pool], excess(self.base.values())
        while ranked:
            for repair, gaps in zip(ranked, self.trials.gaps(ranked, effort), strict=True):
                remaining = float("inf") if gaps is None else excess(gaps.values())
                expected = self.played[repair] if repair in self.played else self._predicted(repair)
                surprise = self.surprises.get(_fields(repair), 0.0) + remaining - expected
                self.surprises[_fields(repair)], self.played[repair] = surprise, remaining
            ranked = sorted(ranked, key=lambda repair: (self.played[repair], _size(repair)))
            ranked = [repair for repair in ranked if self.played[repair] < whole / 2]
            if len(ranked) <= _CONFIRMED:
                break
            ranked, effort = ranked[: max(_CONFIRMED, len(ranked) // 2)], effort * 2
        return ranked


#: The fields that a repair changes.
_Fields = tuple[tuple[str, str, str], ...]


def _fields(repair: Repair) -> _Fields:
    return tuple((change.component, change.record, change.field) for change in repair)


def _size(repair: Repair) -> float:
    return sum(change.size for change in repair)
