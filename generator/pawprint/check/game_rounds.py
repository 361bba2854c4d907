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
from pawprint.check.decisions import FALSE_ALARMS
from pawprint.check.questions import ENOUGH, played_here
from pawprint.check.results import Need, PlayedSetup, Verdict
from pawprint.check.scope import EvaluationError
from pawprint.rules.aggregates import Aggregate
from pawprint.rules.engine import Rng
from pawprint.rules.simulation import WorkBatch, WorkerPool, rules_of
from pawprint.rules.simulation_config import SimulationConfig

#: Games at each table that tell how long one is.
FIRST = 2
#: Numbers of games that a table may have at first.
SIZES = (2, 4, 8, 12, 16, 24, 32, 48, 64, 100, 150, 200, 300, 400, 600, 800, 1200, 1600, 2400, 3200)
#: In all games of one game so many states may be looked at, so many actions tried by greedy bots, and so many done by
#: random ones; the first two of states of no size at all, twice as large is `SIZE` signs of a dump.
PROVED = 6_000
TRIED = 300_000
DONE = 70_000
SIZE = 2_500
#: The part of `TRIED` for the first games between greedy bots; the others go where something is undecided.
_FIRST_PART = 1 / 8
#: Random games are cheap: so many times `DONE` may be spent to reach the number that says that something never happens.
_FOR_RARE_EVENTS = 4
#: The first games of a pair of sides, and the fewest that are worth a batch.
_FEW = 16
#: The numbers of games between chosen sides begin here, so that they have other deals than those of the table.
_CHOSEN = 1_000_000

T = TypeVar("T")
Progress = Callable[[str, int, int], None]


class _WantedGames(NamedTuple):
    """Games that are wanted next.

    Attributes:
        cost: of one of them, in tried actions.
        left: how many more would decide something; None if more than a million.
    """

    place: int
    sides: tuple[str, ...]
    first: int
    games: int
    cost: float
    left: int | None

    def effort(self) -> tuple[bool, float]:
        """What it takes to decide something, in tried actions; more than anything if that is not known."""
        return self.left is None, inf if self.left is None else self.left * self.cost


class GameRounds:
    """The games of one run.

    Attributes:
        alarm: the share of runs in which any one number may wrongly be said to break its limits.
        plays: by table.
    """

    def __init__(
        self, game: Game, tables: Sequence[SimulationConfig], crew: WorkerPool, games: int, progress: Progress | None
    ) -> None:
        self.game, self.tables, self.crew, self.games, self.progress = game, tables, crew, games, progress
        self.checks = [check for check in checks_of(game) if check.needs_play]
        self.duels = [check for check in self.checks if balance_question(check) == "duels"]
        self.events = tuple(dict.fromkeys(event for check in self.duels for event in check.words["happens"]))
        self.weights = [_weight(table) for table in tables]
        self.plays: list[PlayedSetup] = []
        self.alarm = FALSE_ALARMS
        #: (place of the table, sides) -> games between them.
        self.chosen_games: Counter[tuple[int, tuple[str, ...]]] = Counter()

    def play(self) -> list[PlayedSetup]:
        """Play all games."""
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

    # --- the first games ------------------------------------------------------------------------------------

    def _first_games(self) -> tuple[list[Aggregate], list[Aggregate], list[Aggregate]]:
        tables, weights, games = self.tables, self.weights, self.games
        lasting = tuple(dict.fromkeys(zone for check in self.checks for zone in check.words.get("lasts", ())))
        looked = [table._replace(check_invariants=True, count_events=True, never_empty=lasting) for table in tables]
        proofs = self._crew_plays([(table, 0, FIRST) for table in looked])
        lengths = [sums.decisions / max(1, sums.games) for sums in proofs]
        rest: list[tuple[Aggregate, WorkBatch]] = []
        orders: list[WorkBatch] = []
        for table, weight, length, sums in zip(looked, weights, lengths, proofs, strict=True):
            count = min(games or SIZES[-1], _size(PROVED / weight / len(tables), length))
            if count > FIRST:
                rest.append((sums, (table, FIRST, count - FIRST)))
        for (sums, _), others in zip(rest, self._crew_plays([batch for _, batch in rest]), strict=True):
            sums.add(others)
        for table, weight, length, sums in zip(tables, weights, lengths, proofs, strict=True):
            often = min(-(-ENOUGH // len(tables)), _size(_FOR_RARE_EVENTS * DONE / len(tables), length))
            chance = games or max(often, _size(DONE / len(tables), length))
            tried = sums.tried / max(1, sums.games)
            greedy = games or _size(TRIED * _FIRST_PART / weight / len(tables), tried)
            # Other games than those of the proofs, which have the lowest numbers.
            orders.append((table._replace(count_events=True), SIZES[-1], chance))
            orders.append((table._replace(count_events=True, bots=("greedy",), head_to_head=self.events), 0, greedy))
        played = self._crew_plays(orders)
        return proofs, played[::2], played[1::2]

    def _matchable(self, play: PlayedSetup) -> PlayedSetup:
        """*play* with room for games between chosen sides, if bots choose their sides there."""
        for check in self.duels:
            for event, one, other in self._pairs(check, play)[:1]:
                table = self._between(play, (one, other))._replace(bots=("random",))
                (sums,) = self._crew_plays([(table, _CHOSEN, FIRST)])
                if sums.head_to_head == {(event, one, other): FIRST}:
                    return play._replace(matched=Aggregate())
        return play

    # --- later ones -----------------------------------------------------------------------------------------

    def _next_batches(self, budget: float) -> list[_WantedGames]:
        """The games to play next, at most for *budget*: what is easiest to decide comes first."""
        wanted: dict[tuple[int, tuple[str, ...]], _WantedGames] = {}
        for need in self._needs():
            batch = self._batch(need)
            if batch.games > 0:
                key = batch.place, batch.sides
                wanted[key] = min(wanted.get(key, batch), batch, key=_WantedGames.effort)
        chosen = []
        for batch in sorted(wanted.values(), key=_WantedGames.effort):
            games = batch.games if self.games else min(batch.games, int(budget / batch.cost))
            # In the second half of the budget nothing is begun that the rest would not decide.
            if not self.games and (games < _FEW or (budget < TRIED / 2 and batch.effort()[1] > budget)):
                continue
            budget -= games * batch.cost
            chosen.append(batch._replace(games=games))
        return chosen

    def _needs(self) -> list[Need]:
        """What the checks of balance need; first of all some games for every pair of sides."""
        needs: list[Need] = []
        for check in self.checks:
            if not balance_question(check):
                continue
            verdict = self._asked(check, lambda check, plays: balance(check, plays, self.alarm), Verdict("failed"))
            if verdict.status == "failed":
                continue
            needs += verdict.needs
            for play in played_here(check, self.plays) if check in self.duels else ():
                if play.matched is not None:
                    pairs = [pair for pair in self._pairs(check, play) if not play.matched.head_to_head[pair]]
                    needs += [Need(play.table, pair[1:], 0, _FEW) for pair in pairs]
        return needs

    def _batch(self, need: Need) -> _WantedGames:
        place = self.tables.index(need.table)
        greedy = self.plays[place].greedy
        played = self.chosen_games[place, need.sides] if need.sides else greedy.games + greedy.broken
        fewest = max(_FEW, played // 4)
        left = None if need.games is None else max(fewest, need.games - need.played)
        most = max(_FEW, played)  # twice as many in all, before it is looked at again
        games = most if left is None else min(left, most)
        if self.games:
            games = min(games, self.games - played)
        if greedy.broken or not greedy.games:
            games = 0
        first = _CHOSEN + FIRST + played if need.sides else played
        return _WantedGames(place, need.sides, first, games, self._cost(place), left)

    def _cost(self, place: int) -> float:
        greedy = self.plays[place].greedy
        return self.weights[place] * max(1.0, greedy.tried / max(1, greedy.games))

    def _play_batches(self, batches: Sequence[_WantedGames]) -> None:
        orders = [(self._between(self.plays[one.place], one.sides), one.first, one.games) for one in batches]
        for batch, sums in zip(batches, self._crew_plays(orders), strict=True):
            play = self.plays[batch.place]
            if batch.sides and play.matched is not None:
                self.chosen_games[batch.place, batch.sides] += batch.games
                play.matched.add(sums)
            else:
                play.greedy.add(sums)

    # --- helpers --------------------------------------------------------------------------------------------

    def _between(self, play: PlayedSetup, sides: tuple[str, ...]) -> SimulationConfig:
        """The table of *play* with greedy bots, on these *sides*."""
        return play.table._replace(count_events=True, bots=("greedy",), head_to_head=self.events, sides=sides)

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


def _weight(table: SimulationConfig) -> float:
    """The cost of copying and inspecting a state, relative to the smallest: large states take longer."""
    rules = rules_of(table)
    try:
        state = rules.start(rules.setup(table.players, Rng(table.seed, "size")))
        return 1 + len(json.dumps(state.dump())) / SIZE
    except Exception:  # playing reports the fault
        return 1.0


def _size(budget: float, each: float) -> int:
    """The largest of `SIZES` for which the *budget* is enough."""
    return max((size for size in SIZES if size * max(1.0, each) <= budget), default=SIZES[0])
