"""A game and one of its checks about balance -> the smallest change of the catalog with which the check passes."""

import difflib
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from pawprint.catalog.model import Game, Record
from pawprint.check.balance_questions import Claim, balance_question, claims_of, numbers_to_decide, pairs_of
from pawprint.check.check_kind import Check
from pawprint.check.check_reader import checks_of
from pawprint.check.game_rounds import FIRST_CHOSEN_GAME, chooses_sides, greedy_table
from pawprint.check.playtest import tables_of
from pawprint.check.questions import played_here
from pawprint.check.results import FALSE_FAILURE_RATE, Average, PlayedSetup, Share
from pawprint.core.diagnostics import Findings
from pawprint.interchange.spreadsheets.plan_edits import EditPlan
from pawprint.play.aggregates import PARTS_PER_WIN, Aggregate
from pawprint.play.playing import PLAYED
from pawprint.play.simulation import Unplayable, WorkBatch, WorkerPool, play_games
from pawprint.play.simulation_config import SimulationConfig
from pawprint.playtests.balance._repair_search import Gaps, Repair, RepairSearch, excess
from pawprint.playtests.balance.catalog_variants import UNREADABLE, TunableCatalog
from pawprint.playtests.balance.report_text import aligned
from pawprint.source.reader import display_path

#: The part of all games that is played before the first look; each later look has twice as many.
_FIRST_LOOK = 1 / 8
#: The fewest games at a table.
_FEWEST = 24
#: The fewest games of a pair of sides.
_FEWEST_OF_PAIR = 6
#: Tried actions in about a minute; the sizes of samples follow from this number and not from a clock.
_TRIED_A_MINUTE = 4_000_000
#: The part of the budget for the first games of fields alone.
_ALONE = 0.12
#: The largest part of all games that a field alone may play.
_MAX_ALONE = 1 / 24
#: Changes that are played before the time is checked again.
_AT_ONCE = 32
#: Parts into which the games of a single change are divided.
_PARTS = 16
#: The most games of a change at a table before that.
_SLICE = 250
#: In place of what is added to the seed for fresh deals: a second set of games with the first deals.
_SAME_DEALS = -1


class OutOfTime(Exception):
    """The budget is spent."""


class _Trial(NamedTuple):
    """Games of a change, divided into *parts*."""

    batches: tuple[WorkBatch, ...]
    parts: int


@dataclass
class _TrialSums:
    """Sums of a trial: *games* counts its parts, *seconds* their CPU time."""

    games: int = 0
    broken: int = 0
    seconds: float = 0.0
    unplayable: bool = False
    sums: dict[int, Aggregate] = field(default_factory=dict)

    def add(self, trial: "_TrialSums") -> None:
        self.games += trial.games
        self.seconds += trial.seconds
        self.unplayable |= trial.unplayable
        for place, sums in trial.sums.items():
            self.sums.setdefault(place, Aggregate()).add(sums)


def play_trial(trial: _Trial, parts: Sequence[int]) -> _TrialSums:
    """Play these *parts* of a trial."""
    started, result = time.process_time(), _TrialSums(games=len(parts))
    for place, (table, first, count) in enumerate(trial.batches):
        numbers = [number for part in parts for number in range(first + part, first + count, trial.parts)]
        try:
            result.sums[place] = play_games(table, numbers)
        except Unplayable:
            result.unplayable = True
    result.seconds = time.process_time() - started
    return result


class _Seats(NamedTuple):
    """A table by its place in the list of tables, and the sides that its seats choose; any sides if empty."""

    place: int
    sides: tuple[str, ...]


class RepairGames:
    """Tries changes for some checks about balance, which have the same id.

    Args:
        tables: all tables of the game; those that no check is about are left out.
        seconds: the CPU time that may be spent.
        progress: called with a name, and how much of the time is spent.
    """

    def __init__(
        self, catalog: TunableCatalog, checks: Sequence[Check], tables: Sequence[SimulationConfig], pool: WorkerPool,
        games: int, seconds: float, progress: Callable[[str, float], None],
    ) -> None:  # fmt: skip
        self.catalog, self.checks, self.pool = catalog, checks, pool
        self.games, self.seconds, self.progress = games, seconds, progress
        self._started, self._others = time.process_time(), 0.0
        paired = [check for check in checks if _is_paired(check)]
        self.events = tuple(dict.fromkeys(event for check in paired for event in check.words["happens"]))
        self.setups: list[PlayedSetup] = []
        self.seats: list[_Seats] = []
        for table in tables:
            setup = PlayedSetup(catalog.game.in_edition(table.deck), table, *(Aggregate() for _ in range(3)))
            pairs = [pair for check in paired if played_here(check, [setup]) for pair in pairs_of(check, setup)]
            if chooses_sides(setup, pairs[:1], self.events, pool):
                setup = setup._replace(matched=Aggregate())
                self.seats += dict.fromkeys(_Seats(len(self.setups), pair[1:]) for pair in pairs)
            asked = [check for check in checks if played_here(check, [setup])]
            if setup.matched is None or any(not _is_paired(check) for check in asked):
                self.seats += [_Seats(len(self.setups), ())] if asked else []
            self.setups.append(setup)
        numbers = sum(numbers_to_decide(check, played_here(check, self.setups)) for check in checks)
        self.error_rate = FALSE_FAILURE_RATE / max(1, numbers)
        self.failing: list[Claim] = []
        self.nearest: tuple[float, Repair] = (float("inf"), ())
        self._played: dict[tuple[Repair, int], dict[_Seats, Aggregate]] = {}
        self._screened: dict[_Seats, int] = {}
        self._unplayable: set[Repair] = set()

    # --- games ----------------------------------------------------------------------------------------------

    @property
    def spent(self) -> float:
        return time.process_time() - self._started + self._others

    def _play(
        self, task: str, wanted: Mapping[tuple[Repair, int], Mapping[_Seats, int]], *, in_time: bool = True
    ) -> None:
        """Play so many games in all of each (change, seed), continuing those that there are.

        Raises:
            OutOfTime: the budget is spent, and *in_time* matters.
        """
        keys = [key for key in wanted if key[0] not in self._unplayable]
        for start in range(0, len(keys), _AT_ONCE):
            some = keys[start : start + _AT_ONCE]
            while orders := [order for key in some for order in self._orders(key, wanted[key], len(some))]:
                results = self.pool.run(
                    play_trial, [(_TrialSums(), trial, 0, trial.parts) for _, _, trial in orders], None
                )
                if self.pool.workers > 1:
                    self._others += sum(sums.seconds for sums in results)
                for (key, seats, _), sums in zip(orders, results, strict=True):
                    if sums.unplayable or any(aggregate.broken for aggregate in sums.sums.values()):
                        self._unplayable.add(key[0])
                    for place, seat in enumerate(seats if key[0] not in self._unplayable else ()):
                        self._played[key].setdefault(seat, Aggregate()).add(sums.sums[place])
                self.progress(task, self.spent / self.seconds)
                if in_time and self.spent > self.seconds:
                    raise OutOfTime

    def _orders(
        self, key: tuple[Repair, int], counts: Mapping[_Seats, int], together: int
    ) -> Iterator[tuple[tuple[Repair, int], list[_Seats], _Trial]]:
        """The next games of a change, if it needs more: not so many that the time could not be looked at."""
        done = self._played.setdefault(key, {})
        more = {
            seats: min(count, _games(done.get(seats)) + _SLICE)
            for seats, count in counts.items()
            if count > _games(done.get(seats)) and key[0] not in self._unplayable
        }
        if more:
            batches = tuple(self._batch(key, seats, count, done) for seats, count in more.items())
            yield key, [*more], _Trial(batches, 1 if together > 2 else _PARTS)

    def _batch(self, key: tuple[Repair, int], seats: _Seats, count: int, done: Mapping[_Seats, Aggregate]) -> WorkBatch:
        (repair, fresh), have = key, _games(done.get(seats))
        table = greedy_table(self.setups[seats.place].table, self.events, seats.sides)
        table = table._replace(
            seed=table.seed + max(fresh, 0), texts=self.catalog.texts(repair), count_course=not repair
        )
        return table, (FIRST_CHOSEN_GAME if seats.sides else 0) + have, count - have

    def _seats(self, claim: Claim) -> list[_Seats]:
        place = next(at for at, setup in enumerate(self.setups) if setup.table == claim.play.table)
        return [_Seats(place, pair) for pair in claim.pairs] or [_Seats(place, ())]

    def _count(self, seats: _Seats, games: float) -> int:
        """*games* at a table; shared by the pairs of a side, if there are sides."""
        if not seats.sides:
            return max(_FEWEST, int(games))
        others = sum(seat.place == seats.place and seats.sides[0] in seat.sides for seat in self.seats)
        return max(_FEWEST_OF_PAIR, -(-int(games) // others))

    # --- numbers --------------------------------------------------------------------------------------------

    def claims(self, repair: Repair, fresh: int) -> list[Claim]:
        game, played = self.catalog.after(repair), self._played.get((repair, fresh), {})
        if game is None or repair in self._unplayable:
            return []
        plays = []
        for place, setup in enumerate(self.setups):
            matched = None if setup.matched is None else Aggregate()
            for seats, sums in played.items():
                if seats.place == place and seats.sides and matched is not None:
                    matched.add(sums)
            greedy = played.get(_Seats(place, ()), Aggregate())
            if greedy.games or (matched is not None and matched.games):
                plays.append(setup._replace(game=game.in_edition(setup.table.deck), greedy=greedy, matched=matched))
        claims = []
        for check in self.checks:
            here = played_here(check, plays)
            if not _is_paired(check):
                here = [setup for setup in here if setup.greedy.games]
            claims += claims_of(check, here)
        return claims

    def _passes(self, repair: Repair, fresh: int) -> bool:
        """True if the games decide that every number keeps its limits."""
        games, seats = self.games * _FIRST_LOOK, self.seats
        while True:
            task = "confirming on fresh deals" if fresh else "confirming" if repair else "playing the game as it is"
            self._play(task, {(repair, fresh): {seat: self._count(seat, games) for seat in seats}})
            claims = self.claims(repair, fresh)
            statuses = [claim.measure.judge(self.error_rate).status for claim in claims]
            doubtful = [claim for claim, status in zip(claims, statuses, strict=True) if status != "ok"]
            seats = [*dict.fromkeys(seat for claim in doubtful for seat in self._seats(claim))]
            beyond = games > self.games * _FIRST_LOOK and any(_is_beyond(claim) for claim in doubtful)
            if not doubtful or "failed" in statuses or (beyond and repair) or games >= self.games:
                return bool(claims) and not doubtful
            games = min(games * 2, self.games)

    def judge(self) -> str:
        """Play the game as it is: `ok`, `undecided`, or `failed` if a number is beyond its limit, for sure or not."""
        if self._passes((), 0):
            return "ok"
        claims = self.claims((), 0)
        self.failing = [claim for claim in claims if _is_beyond(claim)]
        if self.failing:
            return "failed"
        self.failing = [claim for claim in claims if claim.measure.judge(self.error_rate).status == "undecided"]
        return "undecided"

    def prepare(self, ends: int) -> None:
        """Choose the number of games for the effect of each of *ends* changes, at the tables that fail."""
        seats = dict.fromkeys(seat for claim in self.failing for seat in self._seats(claim))
        played = self._played[(), 0]
        cost = sum(played[seat].tried / _games(played[seat]) * self._count(seat, 1000) / 1000 for seat in seats)
        games = self.seconds / 60 * _TRIED_A_MINUTE * _ALONE / max(1, ends) / max(1.0, cost)
        self._screened = {seat: self._count(seat, min(games, self.games * _MAX_ALONE)) for seat in seats}

    # --- what the search asks -------------------------------------------------------------------------------

    def gaps(self, repairs: Sequence[Repair], effort: int) -> list[Gaps | None]:
        """See `RepairTrials`.

        The game as it is has been played more often, and tells the luck of these few deals, which all changes share. A
        change of copies has other deals.
        """
        counts = {seat: count * effort for seat, count in self._screened.items()}
        keys = [(repair, 0) for repair in repairs if repair]
        self._play(f"trying {len(repairs):,} changes", dict.fromkeys([((), _SAME_DEALS), *keys], counts))
        base, few = self._gaps((), 0), self._gaps((), _SAME_DEALS)
        all_gaps: list[Gaps | None] = []
        for repair in repairs:
            same = repair and all(change.field != "copies" for change in repair)
            gaps = {
                key: gap + (base.get(key, gap) - few.get(key, gap) if same else 0.0)
                for key, gap in self._gaps(repair, 0).items()
                if key in few
            }
            all_gaps.append(gaps or None)
            if repair and not self.broken(repair):
                self.nearest = min(self.nearest, (excess(gaps.values()) if gaps else float("inf"), repair))
        return all_gaps

    def _gaps(self, repair: Repair, fresh: int) -> dict[str, float]:
        gaps: dict[str, float] = {}
        for claim in self.claims(repair, fresh):
            seats = self._seats(claim)[0]
            more = self._count(seats, self.games) / _games(self._played[repair, fresh][seats])
            gaps |= _gaps_of(claim, more, self.error_rate)
        return gaps

    def broken(self, repair: Repair) -> frozenset[str]:
        return frozenset({UNREADABLE}) if repair in self._unplayable else self.catalog.broken(repair)

    def confirmed(self, repair: Repair) -> bool:
        return self._passes(repair, 0) and self._passes(repair, 1)

    def before_and_after(self, repair: Repair, fresh: int) -> list[tuple[Claim | None, Claim]]:
        counts = {seats: _games(sums) for seats, sums in self._played[repair, fresh].items()}
        self._play("playing the game as it was", {((), fresh): counts}, in_time=False)
        before = {claim.who: claim for claim in self.claims((), fresh)}
        return [(before.get(claim.who), claim) for claim in self.claims(repair, fresh)]

    def influence(self, component: str, record: str) -> float:
        """How much the games that fail depend on a record, as far as those tell whose players played it."""
        named = {record, *(
            value.id
            for value in self.catalog.game.records[component][record].values.values()
            if isinstance(value, Record)
        )}  # fmt: skip
        influence = float(any(f"'{name}'" in claim.who for claim in self.failing for name in named))
        for seats in dict.fromkeys(seat for claim in self.failing for seat in self._seats(claim)):
            sums, players = self._played[(), 0][seats], self.setups[seats.place].table.players
            often, mean = sums.seats_by_event[PLAYED, record], sums.totals / players / sums.games
            won = sums.seat_parts_by_event[PLAYED, record] / PARTS_PER_WIN - often / players
            points = (sums.seat_points_by_event[PLAYED, record] - often * mean) / max(1.0, abs(mean))
            influence += (abs(won) + abs(points)) / sums.games
        return influence


def _games(sums: Aggregate | None) -> int:
    return 0 if sums is None else sums.games + sums.broken


def _is_paired(check: Check) -> bool:
    return balance_question(check) in ("duels", "sides")


def _is_beyond(claim: Claim) -> bool:
    return not claim.measure.low <= claim.measure.rate <= claim.measure.high


def _gaps_of(claim: Claim, more: float, error_rate: float) -> dict[str, float]:
    """How far the interval of *claim* would reach beyond its limits after *more* times the games with the same mean."""
    measure = claim.measure
    if isinstance(measure, Average):
        limits = {limit for limit in (measure.low, measure.high) if abs(limit) != float("inf")}
        measure = measure._replace(
            total=measure.total * more, squares=measure.squares * more, games=max(1, int(measure.games * more))
        )
    else:
        limits = {limit for limit in (measure.low, measure.high) if 0 < limit < 1}
        measure = measure._replace(won=measure.won * more, games=int(measure.games * more))
    interval = measure.interval("ok", error_rate)
    gaps = {}
    for word, limit, gap in (
        ("most", measure.high, interval.high - measure.high),
        ("least", measure.low, measure.low - interval.low),
    ):
        if limit in limits:
            gaps[f"{claim.who}: {word}"] = gap / max(abs(limit), 1e-9)
    return gaps


# --- A repair of the catalog -> a diff of its files, and tables of the numbers before and after -----------------------

#: Numbers that a table shows, if no more have failed.
_SHOWN = 6


def unified_diff(plan: EditPlan) -> Iterator[str]:
    """The lines of a unified diff of all files that *plan* changes, as `patch` and `git apply` read it."""
    for path, (before, after) in plan.files.items():
        name = display_path(path)
        old, new = before.splitlines(), after.splitlines()
        yield from difflib.unified_diff(old, new, f"a/{name}", f"b/{name}", lineterm="")


def change_text(repair: Repair) -> str:
    """`cats/twins-4: value 6 -> 4`, of every change."""
    return ", ".join(
        f"{change.component}/{change.record}: {change.field} {change.old} -> {change.new}" for change in repair
    )


def numbers_table(numbers: Sequence[tuple[Claim | None, Claim]], games: RepairGames) -> list[str]:
    """The numbers without and with a change: those that failed, and those that are nearest to a limit with it."""
    failing = {claim.who for claim in games.failing}
    ranked = sorted(numbers, key=lambda pair: (pair[1].who not in failing, -pair[1].measure.limit_excess))
    rows: list[tuple[str, ...]] = [("", "limits", "before", "after")]
    for before, after in ranked[: max(_SHOWN, len(failing))]:
        cells = [claim.interval_text("ok", games.error_rate) if claim else "" for claim in (before, after)]
        rows.append((after.who, _limits(after), *cells))
    more = len(numbers) + 1 - len(rows)
    return [*aligned(rows, 1), *([f"{more} other numbers are farther from their limits"] if more else [])]


def _limits(claim: Claim) -> str:
    form = claim.number_format
    low, high = claim.measure.low, claim.measure.high
    bounded = low > 0 if isinstance(claim.measure, Share) else low > float("-inf")
    if not bounded:
        return f"at most {high:{form}}"
    return f"at least {low:{form}}" if high == float("inf") else f"{low:{form}} to {high:{form}}"


#: The most fields that a repair changes.
MAX_FIELDS = 3
#: The most fields that are tried alone.
MAX_TRIED = 60


def balance_checks(game: Game) -> list[Check]:
    """The checks of *game* that limit numbers of games between greedy bots, which a change of numbers may repair."""
    return [check for check in checks_of(game) if check.needs_play and balance_question(check)]


@dataclass
class RepairOutcome:
    """The result of a search.

    Attributes:
        status: `ok` or `undecided` (without a change), `repaired`, `none` or `late`.
        repair: the change; for `none` and `late` the change that came nearest, empty if none was tried.
    """

    status: str
    games: RepairGames
    repair: Repair = ()


def repair_check(
    game: Game, checks: Sequence[Check], pool: WorkerPool, *, games: int, minutes: float, seed: int,
    progress: Callable[[str, float], None],
) -> RepairOutcome:  # fmt: skip
    """Search the smallest change of tunable fields after which all of *checks* pass.

    Args:
        games: the most at each table, on the deals of *seed* and again on those of the next seed.
        minutes: the CPU time that may be spent.
        progress: called with a name, and how much of the time is spent.
    """
    catalog = TunableCatalog(game)
    played = RepairGames(catalog, checks, tables_of(game, Findings(), "", seed), pool, games, minutes * 60, progress)
    try:
        status = played.judge()
        if status != "failed":
            return RepairOutcome(status, played)
        fields = sorted(catalog.fields, key=lambda field: -played.influence(field.component, field.record))[:MAX_TRIED]
        played.prepare(sum(len(field.ends) for field in fields))
        repair = RepairSearch(fields, played).find(MAX_FIELDS)
        return RepairOutcome("repaired", played, repair) if repair else RepairOutcome("none", played, played.nearest[1])
    except OutOfTime:
        return RepairOutcome("late", played, played.nearest[1])
