"""Decides how many games are played at each table, and between which sides: until all is decided, or a budget is spent.

How many games there are does not depend on the speed of the machine, nor on the number of processes: they are played in
batches whose sizes depend on the results of earlier batches alone. So the same seed always finds the same.
"""

import json
from collections import Counter
from collections.abc import Callable, Sequence
from math import inf
from typing import NamedTuple, TypeVar

from pawprint.catalog.model import Game
from pawprint.check.balance_questions import balance, balance_question, numbers_to_decide, pairs_of
from pawprint.check.check_kind import Check
from pawprint.check.check_reader import checks_of
from pawprint.check.questions import ENOUGH, played_here
from pawprint.check.results import FALSE_ALARMS, Need, PlayedSetup, Verdict
from pawprint.check.scope import EvaluationError
from pawprint.play.aggregates import Aggregate
from pawprint.play.engine import Rng
from pawprint.play.simulation import WorkBatch, WorkerPool, rules_of
from pawprint.play.simulation_config import SimulationConfig

#: Games at each table that tell how long one is.
FIRST = 2
#: Numbers of games that a table may have at first.
SIZES = (2, 4, 8, 12, 16, 24, 32, 48, 64, 100, 150, 200, 300, 400, 600, 800, 1200, 1600, 2400, 3200)
#: In all games of one game so many states may be looked at, so many actions tried by greedy bots, and so many done by
#: random ones; the first two of states of no size at all, twice as large is `SIZE` signs of a dump.
PROVED = 6_000
TRIED = 240_000
DONE = 70_000
SIZE = 2_500
#: The part of `TRIED` for the first games between greedy bots; the others go where something is undecided.
_FIRST_PART = 1 / 8
#: Random games are cheap: so many times `DONE` may be spent to reach the number that says that something never happens.
_FOR_RARE_EVENTS = 4
#: What it costs to try an action where the engine tells its effect without a copy of the state (`LookaheadState`).
_LOOKAHEAD = 1 / 8
#: The first games of a pair of sides, and the fewest that are worth a batch.
_FEW = 16
#: So many games are foreseen for a pair that has not met yet.
_TO_BEGIN = 64
#: The numbers of games between chosen sides begin here, so that they have other deals than those of the table.
CHOSEN = 1_000_000

T = TypeVar("T")
Progress = Callable[[str, int, int], None]


class _WantedGames(NamedTuple):
    """Games that are wanted next.

    Attributes:
        effort: what it takes to decide the check that wants them most easily, at this table, in tried actions.
    """

    place: int
    sides: tuple[str, ...]
    first: int
    games: int
    cost: float
    effort: float


def greedy_table(table: SimulationConfig, events: tuple[str, ...], sides: tuple[str, ...]) -> SimulationConfig:
    """*table* with greedy bots on these *sides*; *events* put a seat on a side."""
    return table._replace(count_events=True, bots=("greedy",), head_to_head=events, sides=sides)


def chooses_sides(
    play: PlayedSetup, pairs: Sequence[tuple[str, str, str]], events: tuple[str, ...], crew: WorkerPool
) -> bool:
    """Whether bots choose their sides at this table, so that any of *pairs* (event, side, side) can meet."""
    for event, one, other in pairs:
        table = greedy_table(play.table, events, (one, other))._replace(bots=("random",))
        (sums,) = crew.play([(table, CHOSEN, FIRST)])
        if sums.head_to_head == {(event, one, other): FIRST}:
            return True
    return False


class GameRounds:
    """The games of one run.

    Attributes:
        alarm: the share of runs in which any one number may wrongly be said to break its limits.
    """

    def __init__(
        self, game: Game, tables: Sequence[SimulationConfig], crew: WorkerPool, games: int, progress: Progress | None
    ) -> None:
        self.game, self.tables, self.crew, self.games, self.progress = game, tables, crew, games, progress
        self.checks = [check for check in checks_of(game) if check.needs_play]
        self.paired = [check for check in self.checks if balance_question(check) in ("duels", "sides")]
        self.events = tuple(dict.fromkeys(event for check in self.paired for event in check.words["happens"]))
        self.weights = [_weight(table) for table in tables]
        self.plays: list[PlayedSetup] = []
        self.alarm = FALSE_ALARMS
        #: (place of the table, sides) -> games between them.
        self.chosen_games: Counter[tuple[int, tuple[str, ...]]] = Counter()

    def play(self) -> list[PlayedSetup]:
        proofs, chance, greedy = self._first_games()
        decks = {name: self.game.in_edition(name) for name in {table.deck for table in self.tables}}
        self.plays = [
            PlayedSetup(decks[table.deck], table, *sums)
            for table, *sums in zip(self.tables, proofs, chance, greedy, strict=True)
        ]
        # Besides what the checks ask, every seat is asked whether it is unfair, and whether it loses without a choice.
        numbers = sum(2 * play.table.players for play in self.plays)
        numbers += sum(self._asked(check, numbers_to_decide, 0) for check in self.checks)
        self.alarm = FALSE_ALARMS / numbers
        self.plays = [self._matchable(play) for play in self.plays]
        spent = 0.0
        while batches := self._next_batches(TRIED - spent):
            spent += sum(batch.games * batch.cost for batch in batches)
            self._play_batches(batches)
        return self.plays

    def _first_games(self) -> tuple[list[Aggregate], list[Aggregate], list[Aggregate]]:
        tables, weights, games = self.tables, self.weights, self.games
        lasting = tuple(dict.fromkeys(zone for check in self.checks for zone in check.words.get("lasts", ())))
        looked = [table._replace(check_invariants=True, count_events=True, never_empty=lasting) for table in tables]
        proofs = self._crew_plays([(table, 0, FIRST) for table in looked])
        lengths = [sums.decisions / max(1, sums.games) for sums in proofs]
        rest: list[tuple[Aggregate, WorkBatch]] = []
        orders: list[WorkBatch] = []
        for table, weight, length, sums in zip(looked, weights, lengths, proofs, strict=True):
            count = min(games or SIZES[-1], _size(PROVED / weight.looked / len(tables), length))
            if count > FIRST:
                rest.append((sums, (table, FIRST, count - FIRST)))
        for (sums, _), others in zip(rest, self._crew_plays([batch for _, batch in rest]), strict=True):
            sums.add(others)
        for table, weight, length, sums in zip(tables, weights, lengths, proofs, strict=True):
            often = min(-(-ENOUGH // len(tables)), _size(_FOR_RARE_EVENTS * DONE / len(tables), length))
            chance = games or max(often, _size(DONE / len(tables), length))
            tried = sums.tried / max(1, sums.games)
            greedy = games or _size(TRIED * _FIRST_PART / weight.tried / len(tables), tried)
            # Other games than those of the proofs, which have the lowest numbers.
            orders.append((table._replace(count_events=True), SIZES[-1], chance))
            orders.append((table._replace(count_events=True, bots=("greedy",), head_to_head=self.events), 0, greedy))
        played = self._crew_plays(orders)
        return proofs, played[::2], played[1::2]

    def _matchable(self, play: PlayedSetup) -> PlayedSetup:
        """*play* with room for games between chosen sides, if bots choose their sides there."""
        pairs = [pair for check in self.paired for pair in self._pairs(check, play)[:1]]
        return play._replace(matched=Aggregate()) if chooses_sides(play, pairs, self.events, self.crew) else play

    def _next_batches(self, budget: float) -> list[_WantedGames]:
        """The games to play next, at most for *budget*: those of the check that is easiest to decide come first."""
        wanted: dict[tuple[int, tuple[str, ...]], _WantedGames] = {}
        for check in self.checks:
            for batch in self._wanted(check):
                key = batch.place, batch.sides
                if batch.games > 0 and (key not in wanted or batch.effort < wanted[key].effort):
                    wanted[key] = batch
        chosen = []
        for batch in sorted(wanted.values(), key=lambda one: one.effort):
            games = batch.games if self.games else min(batch.games, int(budget / batch.cost))
            # In the second half of the budget nothing is begun that the rest would not decide.
            if not self.games and (games < _FEW or (budget < TRIED / 2 and batch.effort > budget)):
                continue
            budget -= games * batch.cost
            chosen.append(batch._replace(games=games))
        return chosen

    def _wanted(self, check: Check) -> list[_WantedGames]:
        """The games that would bring a check of balance nearer to its decision."""
        if not balance_question(check):
            return []
        verdict = self._asked(check, lambda check, plays: balance(check, plays, self.alarm), Verdict("failed"))
        if verdict.status == "failed":
            return []
        needs = [*verdict.needs]
        for play in played_here(check, self.plays) if check in self.paired else ():
            if play.matched is not None:
                pairs = [pair for pair in self._pairs(check, play) if not play.matched.head_to_head[pair]]
                needs += [Need(play.table, pair[1:], 0, _TO_BEGIN) for pair in pairs]
        left: dict[tuple[int, tuple[str, ...]], float] = {}
        for need in needs:
            key = self.tables.index(need.table), need.sides
            games = inf if need.games is None else max(need.games - need.played, self._played(*key) // 4, _FEW)
            left[key] = max(left.get(key, 0), games)
        effort = dict.fromkeys((place for place, _ in left), 0.0)
        for (place, _), games in left.items():
            effort[place] += games * self._cost(place)
        return [self._batch(place, sides, games, effort[place]) for (place, sides), games in left.items()]

    def _batch(self, place: int, sides: tuple[str, ...], left: float, effort: float) -> _WantedGames:
        played, greedy = self._played(place, sides), self.plays[place].greedy
        # At most twice as many in all, before it is looked at again.
        games = int(min(left, max(_FEW, played)))
        if self.games:
            games = min(games, self.games - played)
        if greedy.broken or not greedy.games:
            games = 0
        return _WantedGames(
            place, sides, CHOSEN + FIRST + played if sides else played, games, self._cost(place), effort
        )

    def _played(self, place: int, sides: tuple[str, ...]) -> int:
        greedy = self.plays[place].greedy
        return self.chosen_games[place, sides] if sides else greedy.games + greedy.broken

    def _cost(self, place: int) -> float:
        greedy = self.plays[place].greedy
        return self.weights[place].tried * max(1.0, greedy.tried / max(1, greedy.games))

    def _play_batches(self, batches: Sequence[_WantedGames]) -> None:
        orders = [
            (greedy_table(self.tables[one.place], self.events, one.sides), one.first, one.games) for one in batches
        ]
        for batch, sums in zip(batches, self._crew_plays(orders), strict=True):
            play = self.plays[batch.place]
            if batch.sides and play.matched is not None:
                self.chosen_games[batch.place, batch.sides] += batch.games
                play.matched.add(sums)
            else:
                play.greedy.add(sums)

    def _pairs(self, check: Check, play: PlayedSetup) -> list[tuple[str, str, str]]:
        return self._asked(check, lambda check, plays: [*pairs_of(check, play)], [])

    def _asked(self, check: Check, question: Callable[[Check, Sequence[PlayedSetup]], T], default: T) -> T:
        """The answer to a *question* about *check*; *default* where an expression of it is at fault."""
        try:
            return question(check, played_here(check, self.plays))
        except EvaluationError:
            return default  # reported when the check is judged

    def _crew_plays(self, orders: Sequence[WorkBatch]) -> list[Aggregate]:
        progress = self.progress

        def report(done: int, total: int) -> None:
            if progress:
                progress(f"{self.game.id}: playing", done, total)

        return self.crew.play(orders, report)


class _Weight(NamedTuple):
    """What a state costs, relative to the smallest one that is copied to try an action: large states take longer.

    Attributes:
        looked: to inspect it.
    """

    looked: float = 1.0
    tried: float = 1.0


def _weight(table: SimulationConfig) -> _Weight:
    rules = rules_of(table)
    try:
        state = rules.start(rules.setup(table.players, Rng(table.seed, "size")))
        size = 1 + len(json.dumps(state.dump())) / SIZE
    except Exception:  # playing reports the fault
        return _Weight()
    return _Weight(size, size * _LOOKAHEAD if hasattr(state, "score_changes") else size)


def _size(budget: float, each: float) -> int:
    """The largest of `SIZES` for which the *budget* is enough."""
    return max((size for size in SIZES if size * max(1.0, each) <= budget), default=SIZES[0])
