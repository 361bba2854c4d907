"""Plays the games that checks need, in batches, until all checks are decided or a budget is spent.

1. A few inspected games at each table give the length of a game.
2. From the length follow the numbers of inspected games, of other random games, and of the first greedy games.
3. Each undecided check of balance then asks for more games; the check that is easiest to decide comes first.
4. A batch at most doubles the games of a table or pair. The results are judged again after each round of batches.

The sizes of batches depend on the results of earlier batches alone, not on the speed of the machine or the number of
processes. So the same seed always gives the same results.
"""

import json
from collections import Counter
from collections.abc import Callable, Sequence
from math import inf
from typing import NamedTuple

from pawprint.catalog.model import Game
from pawprint.check.balance_questions import balance, balance_question, numbers_to_decide, pairs_of
from pawprint.check.check_kind import Check
from pawprint.check.check_reader import checks_of
from pawprint.check.questions import ENOUGH, played_here
from pawprint.check.results import FALSE_FAILURE_RATE, Need, PlayedSetup
from pawprint.check.scope import EvaluationError
from pawprint.play.aggregates import Aggregate
from pawprint.play.engine import Rng
from pawprint.play.simulation import WorkBatch, WorkerPool, rules_of
from pawprint.play.simulation_config import SimulationConfig

#: Inspected games at each table that show the length of a game.
PROBE_GAMES = 2
#: The numbers of games that a table may have at first.
BATCH_SIZES = (2, 4, 8, 12, 16, 24, 32, 48, 64, 100, 150, 200, 300, 400, 600, 800, 1200, 1600, 2400, 3200)
#: Budget for all inspected games of one game, in inspected states.
INSPECT_BUDGET = 6_000
#: Budget for greedy bots, in tried actions. This and `INSPECT_BUDGET` count an empty state; larger ones cost more.
TRY_BUDGET = 240_000
#: Budget for random bots, in actions.
RANDOM_BUDGET = 70_000
#: A state whose dump has this many characters costs twice as much as an empty state.
DUMP_UNIT = 2_500
#: The part of `TRY_BUDGET` for the first games between greedy bots; the rest is for undecided checks.
_FIRST_PART = 1 / 8
#: Random games are cheap: this multiple of `RANDOM_BUDGET` may be spent on the `ENOUGH` games that show rare events.
_RARE_EVENT_FACTOR = 4
#: The cost of trying an action if the engine knows its effect without a copy of the state (`LookaheadState`).
_LOOKAHEAD_COST = 1 / 8
#: The first games of a pair of sides, and the fewest that are worth a batch.
_MIN_BATCH = 16
#: The games that are planned for a pair that has not met yet.
_GAMES_OF_NEW_PAIR = 64
#: The number of the first game between chosen sides; these games have other deals than those of the table.
FIRST_CHOSEN_GAME = 1_000_000

Progress = Callable[[str, int, int], None]


class _WantedGames(NamedTuple):
    """The games that a check needs next, at one table.

    Attributes:
        table_index: the index of the table in `GameRounds.tables`.
        sides: the two sides that meet; empty if bots choose their sides.
        first_number: the number of the first game.
        games: the number of games.
        cost: the cost of one game, in tried actions.
        effort: the cost of all games at this table that would decide the check, in tried actions.
    """

    table_index: int
    sides: tuple[str, ...]
    first_number: int
    games: int
    cost: float
    effort: float


def greedy_table(table: SimulationConfig, events: tuple[str, ...], sides: tuple[str, ...]) -> SimulationConfig:
    """*table* with greedy bots on these *sides*; *events* put a seat on a side."""
    return table._replace(count_events=True, bots=("greedy",), head_to_head=events, sides=sides)


def chooses_sides(
    play: PlayedSetup, pairs: Sequence[tuple[str, str, str]], events: tuple[str, ...], pool: WorkerPool
) -> bool:
    """True if bots choose their sides at this table, so that any of *pairs* (event, side, side) can meet."""
    for event, *sides in pairs:
        table = greedy_table(play.table, events, tuple(sides))._replace(bots=("random",))
        (sums,) = pool.play([(table, FIRST_CHOSEN_GAME, PROBE_GAMES)])
        if sums.head_to_head == {(event, *sides): PROBE_GAMES}:
            return True
    return False


class GameRounds:
    """The games of one run.

    Attributes:
        error_rate: the share of runs in which any one number may wrongly be reported as beyond its limits.
    """

    def __init__(
        self, game: Game, tables: Sequence[SimulationConfig], pool: WorkerPool, games: int, progress: Progress | None
    ) -> None:
        self.game, self.tables, self.pool, self.games, self.progress = game, tables, pool, games, progress
        self.checks = [check for check in checks_of(game) if check.needs_play]
        self.paired = [check for check in self.checks if balance_question(check) in ("duels", "sides")]
        self.events = tuple(dict.fromkeys(event for check in self.paired for event in check.words["happens"]))
        self.weights = [_weight(table) for table in tables]
        self.plays: list[PlayedSetup] = []
        self.error_rate = FALSE_FAILURE_RATE
        #: (index of the table, sides) -> games between them.
        self.chosen_games: Counter[tuple[int, tuple[str, ...]]] = Counter()

    def play(self) -> list[PlayedSetup]:
        """Play all games; the results are in the order of the tables."""
        inspected = self._inspect_games()
        random, greedy = self._first_games(inspected)
        decks = {name: self.game.in_edition(name) for name in {table.deck for table in self.tables}}
        self.plays = [
            PlayedSetup(decks[table.deck], table, *sums)
            for table, *sums in zip(self.tables, inspected, random, greedy, strict=True)
        ]
        # Two numbers of every seat are judged besides those of the checks: its wins, and its losses without a choice.
        numbers = sum(2 * play.table.players for play in self.plays)
        numbers += sum(self._numbers_to_decide(check) for check in self.checks)
        self.error_rate = FALSE_FAILURE_RATE / numbers
        self.plays = [self._matchable(play) for play in self.plays]
        spent = 0.0
        while batches := self._next_batches(TRY_BUDGET - spent):
            spent += sum(batch.games * batch.cost for batch in batches)
            self._play_batches(batches)
        return self.plays

    def _inspect_games(self) -> list[Aggregate]:
        """Play the inspected games: a few at first, then more according to their length."""
        lasting = tuple(dict.fromkeys(zone for check in self.checks for zone in check.words.get("lasts", ())))
        tables = [
            table._replace(check_invariants=True, count_events=True, never_empty=lasting) for table in self.tables
        ]
        inspected = self._run([(table, 0, PROBE_GAMES) for table in tables])
        batches: list[tuple[Aggregate, WorkBatch]] = []
        for table, weight, sums in zip(tables, self.weights, inspected, strict=True):
            budget = INSPECT_BUDGET / weight.inspected / len(tables)
            count = min(self.games or BATCH_SIZES[-1], _batch_size(budget, _length(sums)))
            if count > PROBE_GAMES:
                batches.append((sums, (table, PROBE_GAMES, count - PROBE_GAMES)))
        for (sums, _), more in zip(batches, self._run([batch for _, batch in batches]), strict=True):
            sums.add(more)
        return inspected

    def _first_games(self, inspected: Sequence[Aggregate]) -> tuple[list[Aggregate], list[Aggregate]]:
        """Play the other games between random bots, and the first ones between greedy bots."""
        count = len(self.tables)
        random: list[WorkBatch] = []
        greedy: list[WorkBatch] = []
        for table, weight, sums in zip(self.tables, self.weights, inspected, strict=True):
            length, tried = _length(sums), sums.tried / max(1, sums.games)
            for_rare_events = min(-(-ENOUGH // count), _batch_size(_RARE_EVENT_FACTOR * RANDOM_BUDGET / count, length))
            random_games = self.games or max(for_rare_events, _batch_size(RANDOM_BUDGET / count, length))
            greedy_games = self.games or _batch_size(TRY_BUDGET * _FIRST_PART / weight.tried / count, tried)
            # The inspected games have the lowest numbers.
            random.append((table._replace(count_events=True), BATCH_SIZES[-1], random_games))
            config = table._replace(count_events=True, bots=("greedy",), head_to_head=self.events)
            greedy.append((config, 0, greedy_games))
        played = self._run([*random, *greedy])
        return played[:count], played[count:]

    def _matchable(self, play: PlayedSetup) -> PlayedSetup:
        """*play* with an empty sum of games between chosen sides, if bots choose their sides there."""
        pairs = [pair for check in self.paired for pair in self._pairs(check, play)[:1]]
        return play._replace(matched=Aggregate()) if chooses_sides(play, pairs, self.events, self.pool) else play

    def _next_batches(self, budget: float) -> list[_WantedGames]:
        """The games to play next within *budget*; the check that is easiest to decide comes first."""
        wanted: dict[tuple[int, tuple[str, ...]], _WantedGames] = {}
        for check in self.checks:
            for batch in self._wanted(check):
                key = batch.table_index, batch.sides
                if batch.games > 0 and (key not in wanted or batch.effort < wanted[key].effort):
                    wanted[key] = batch
        batches = []
        for batch in sorted(wanted.values(), key=lambda batch: batch.effort):
            games = batch.games if self.games else min(batch.games, int(budget / batch.cost))
            # In the second half of the budget, no check is begun that the rest of the budget would not decide.
            if not self.games and (games < _MIN_BATCH or (budget < TRY_BUDGET / 2 and batch.effort > budget)):
                continue
            budget -= games * batch.cost
            batches.append(batch._replace(games=games))
        return batches

    def _wanted(self, check: Check) -> list[_WantedGames]:
        """The games that would bring a check of balance nearer to its decision."""
        if not balance_question(check):
            return []
        try:
            verdict = balance(check, played_here(check, self.plays), self.error_rate)
        except EvaluationError:
            return []  # reported when the check is judged
        if verdict.status == "failed":
            return []
        needs = [*verdict.needs]
        for play in played_here(check, self.plays) if check in self.paired else ():
            if play.matched is not None:
                pairs = [pair for pair in self._pairs(check, play) if not play.matched.head_to_head[pair]]
                needs += [Need(play.table, pair[1:], 0, _GAMES_OF_NEW_PAIR) for pair in pairs]
        games_wanted: dict[tuple[int, tuple[str, ...]], float] = {}
        for need in needs:
            key = self.tables.index(need.table), need.sides
            games = inf if need.games is None else max(need.games - need.played, self._played(*key) // 4, _MIN_BATCH)
            games_wanted[key] = max(games_wanted.get(key, 0), games)
        effort = dict.fromkeys((index for index, _ in games_wanted), 0.0)
        for (index, _), games in games_wanted.items():
            effort[index] += games * self._cost(index)
        return [self._batch(index, sides, games, effort[index]) for (index, sides), games in games_wanted.items()]

    def _batch(self, table_index: int, sides: tuple[str, ...], games_wanted: float, effort: float) -> _WantedGames:
        played, greedy = self._played(table_index, sides), self.plays[table_index].greedy
        # A batch at most doubles the games, which are then judged again.
        games = int(min(games_wanted, max(_MIN_BATCH, played)))
        if self.games:
            games = min(games, self.games - played)
        if greedy.broken or not greedy.games:
            games = 0
        first = FIRST_CHOSEN_GAME + PROBE_GAMES + played if sides else played
        return _WantedGames(table_index, sides, first, games, self._cost(table_index), effort)

    def _played(self, table_index: int, sides: tuple[str, ...]) -> int:
        greedy = self.plays[table_index].greedy
        return self.chosen_games[table_index, sides] if sides else greedy.games + greedy.broken

    def _cost(self, table_index: int) -> float:
        greedy = self.plays[table_index].greedy
        return self.weights[table_index].tried * max(1.0, greedy.tried / max(1, greedy.games))

    def _play_batches(self, batches: Sequence[_WantedGames]) -> None:
        work = [
            (greedy_table(self.tables[batch.table_index], self.events, batch.sides), batch.first_number, batch.games)
            for batch in batches
        ]
        for batch, sums in zip(batches, self._run(work), strict=True):
            play = self.plays[batch.table_index]
            if batch.sides and play.matched is not None:
                self.chosen_games[batch.table_index, batch.sides] += batch.games
                play.matched.add(sums)
            else:
                play.greedy.add(sums)

    def _pairs(self, check: Check, play: PlayedSetup) -> list[tuple[str, str, str]]:
        try:
            return [*pairs_of(check, play)]
        except EvaluationError:
            return []  # reported when the check is judged

    def _numbers_to_decide(self, check: Check) -> int:
        try:
            return numbers_to_decide(check, played_here(check, self.plays))
        except EvaluationError:
            return 0  # reported when the check is judged

    def _run(self, batches: Sequence[WorkBatch]) -> list[Aggregate]:
        progress = self.progress

        def report(done: int, total: int) -> None:
            if progress:
                progress(f"{self.game.id}: playing", done, total)

        return self.pool.play(batches, report)


class _Weight(NamedTuple):
    """The costs of a state, relative to an empty one that is copied to try an action: large states take longer.

    Attributes:
        inspected: the cost of inspecting it.
        tried: the cost of trying one action in it.
    """

    inspected: float = 1.0
    tried: float = 1.0


def _weight(table: SimulationConfig) -> _Weight:
    rules = rules_of(table)
    try:
        state = rules.start(rules.setup(table.players, Rng(table.seed, "size")))
        size = 1 + len(json.dumps(state.dump())) / DUMP_UNIT
    except Exception:  # playing reports the fault
        return _Weight()
    return _Weight(size, size * _LOOKAHEAD_COST if hasattr(state, "score_changes") else size)


def _length(sums: Aggregate) -> float:
    """The decisions of a game on average."""
    return sums.decisions / max(1, sums.games)


def _batch_size(budget: float, cost: float) -> int:
    """The largest of `BATCH_SIZES` for which *budget* is enough, if a game has this *cost*."""
    return max((size for size in BATCH_SIZES if size * max(1.0, cost) <= budget), default=BATCH_SIZES[0])
