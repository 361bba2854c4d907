"""Many games, and what they add up to.

A game depends on its seed and its number alone, and an `Aggregate` can be added in any order; so the result is the
same for any number of processes.
"""

import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

from pawprint.catalog.library import load_game
from pawprint.core.diagnostics import Findings
from pawprint.rules.aggregates import PARTS_PER_WIN, Aggregate, Failure, first_failures
from pawprint.rules.bots import BOTS
from pawprint.rules.engine import (
    CHANCE,
    END,
    ENGINES,
    NUMBER,
    PIECE,
    PIECES,
    SEAT,
    Action,
    DetailKind,
    Event,
    Json,
    Rng,
    Rules,
    State,
)
from pawprint.rules.game_logs import log_line, log_of

#: What is offered and seen is counted in every tenth game only; it costs a third of the time.
SAMPLE_INTERVAL = 10
#: What is seen is counted before every so many-th action of such a game.
_SIGHTING_INTERVAL = 8


class SimulationConfig(NamedTuple):
    """What is played, how and by whom; small, and enough for another process to begin.

    Attributes:
        folder: of the game in the catalog.
        engine: its name in `ENGINES`.
        deck: the edition of the catalog; empty for its only one.
        edition: of the rules.
        bots: names, taken in turn by the seats.
        proofs: hold the invariants, conservation and progress in every state.
        tell: count events.
        logs: keep the log of every game.
        duels: events for which `Aggregate.head_to_head` is counted.
        lasts: zones for which `Aggregate.zone_minima` is, where there are proofs.
    """

    folder: str
    engine: str
    deck: str
    edition: str
    options: tuple[tuple[str, Any], ...]
    players: int
    bots: tuple[str, ...]
    seed: int
    check_invariants: bool = False
    count_events: bool = False
    keep_logs: bool = False
    head_to_head: tuple[str, ...] = ()
    never_empty: tuple[str, ...] = ()


# --- one game -----------------------------------------------------------------------------------------------


class _EventShape:
    """Where things stand in an event, so that it is read without looking at what they are."""

    def __init__(self, details: Sequence[DetailKind]) -> None:
        places = [*enumerate(details, 1)]
        self.seat = next((place for place, detail in places if detail == SEAT), 0)
        self.words = [place for place, detail in places if isinstance(detail, tuple)]
        self.number = next((place for place, detail in places if detail == NUMBER), 0)
        #: (place, whether it is a list) of the pieces.
        self.pieces = [(place, detail == PIECES) for place, detail in places if detail in (PIECE, PIECES)]

    def names(self, event: Event) -> list[list[str]]:
        """Ids of the pieces, by place; nothing where there is none."""
        return [
            [*event[place]] if several else [event[place].partition("#")[0]] if event[place] else []
            for place, several in self.pieces
        ]


class _GameAborted(Exception):
    """A game cannot go on; its trouble is already noted."""


class _Game:
    """One game being played and counted."""

    def __init__(
        self, rules: Rules, table: SimulationConfig, number: int, shapes: Mapping[str, _EventShape], sums: Aggregate
    ) -> None:
        self.rules, self.table, self.number, self.shapes, self.sums = rules, table, number, shapes, sums
        self.sampled = number % SAMPLE_INTERVAL == 0
        self.proofs = table.check_invariants
        self.actions: list[Action] = []
        self.setup: Json = None
        self.used: set[str] = set()
        self.seen: set[str] = set()
        self.offered: set[str] = set()
        self.event_counts: Counter[str] = Counter()
        self.pieces_by_event: set[tuple[str, str, int]] = set()
        self.pieces: Counter[str] = Counter()
        #: Zone that should last -> the pieces that have been there.
        self.there: dict[str, set[str]] = {zone: set() for zone in table.never_empty}
        #: Seats that have acted, and those of them that had a choice.
        self.acted: set[int] = set()
        self.free: set[int] = set()

    def play(self) -> None:
        """From the deal to the end; what goes wrong becomes a trouble."""
        try:
            state = self._play()
        except _GameAborted:
            self.sums.broken += 1
        except RecursionError:
            self.sums.broken += 1
            self.trouble("crash", "the engine calls itself without end")
        except Exception as error:
            self.sums.broken += 1
            last = traceback.extract_tb(error.__traceback__)[-1]
            said = f": {error}" if str(error) else ""
            self.trouble("crash", f"{type(error).__name__}{said} ({Path(last.filename).name}:{last.lineno})")
        else:
            self.count(state)

    def _play(self) -> State:
        rules, table, sums = self.rules, self.table, self.sums
        labels = (table.seed, rules.id, table.players, self.number)
        self.setup = rules.setup(table.players, Rng(*labels, "deal"))
        state = rules.start(self.setup)
        dice = Rng(*labels, "chance")
        streams = [Rng(*labels, "bot", seat) for seat in range(table.players)]
        bots = [BOTS.get(table.bots[seat % len(table.bots)]) for seat in range(table.players)]
        if self.proofs:
            self.pieces = _identities(state.zones(None))
            self.prove(state)
        if table.count_events:
            state.events = []
        decisions = forced = tried = 0
        while (seat := state.actor()) != END:
            if self.sampled and len(self.actions) % _SIGHTING_INTERVAL == 0:
                self.glance(state)
            if len(self.actions) >= rules.max_decisions:
                self.trouble("long", f"after {rules.max_decisions} actions, which are the most, it is not over")
                raise _GameAborted
            if seat == CHANCE:
                action = state.chance(dice)
            else:
                legal = state.legal_actions()
                decisions += 1
                self.acted.add(seat)
                if len(legal) == 1:
                    forced += 1
                    action = legal[0]
                else:
                    tried += len(legal)
                    self.free.add(seat)
                    bot = bots[seat]
                    assert bot is not None, "the table names bots that there are"
                    action = bot(state, legal, streams[seat])
                if self.sampled:
                    for one in legal:
                        self.offered.update(rules.cards_of(one, state))
                self.used.update(rules.cards_of(action, state))
            before = state.progress() if self.proofs else ()
            self.actions.append(action)
            state.apply(action)
            if self.proofs and not state.progress() < before:
                self.trouble("progress", f"nothing comes nearer to the end: {before}, then {state.progress()}")
                raise _GameAborted
            if self.proofs:
                self.prove(state)  # before its events are forgotten: some invariants are about these
            if state.events:
                self.record_events(state.events)
                state.events.clear()
        if self.sampled:
            self.glance(state)
        sums.decisions += decisions
        sums.forced += forced
        sums.tried += tried
        sums.lengths[decisions] += 1
        sums.first.note(("lengths", decisions), self.number)
        return state

    def glance(self, state: State) -> None:
        """Note what anybody sees."""
        for seat in range(self.table.players):
            for entries in state.zones(seat).values():
                self.seen.update([entry["id"] for entry in entries if "id" in entry])

    def prove(self, state: State) -> None:
        """Note invariants that do not hold, once in a game; those of the engine say more than lost pieces do."""
        zones = state.zones(None)
        messages = self.rules.check(state)
        for message in messages:
            identity = message.split()[0].rstrip(":") if message else "?"
            self.trouble(identity, message.removeprefix(identity).lstrip(": "))
            self.proofs = False
        here = _identities(zones)
        if here != self.pieces and not messages:
            more, fewer = here - self.pieces, self.pieces - here
            said = [f"{name} +{more[name]}" for name in more] + [f"{name} -{fewer[name]}" for name in fewer]
            self.trouble("pieces", f"pieces appear or vanish: {', '.join(sorted(said)[:6])}")
            self.proofs = False
        for zone in self.table.never_empty:
            if zone in zones:
                there = self.there[zone]
                left = Counter([entry["id"] for entry in zones[zone]])
                there.update(left)
                for identity in there:
                    self.sums.zone_minima.note((zone, identity), (left[identity], self.number))
                self.sums.zone_minima.note((zone, ""), (len(zones[zone]), self.number))

    def record_events(self, events: Sequence[Event]) -> None:
        """Count events."""
        for event in events:
            name, shape = event[0], self.shapes[event[0]]
            seat = event[shape.seat] if shape.seat else -1
            pieces = shape.names(event)
            number = event[shape.number] if shape.number else None
            for word in [name, *[f"{name} {event[place]}" for place in shape.words]]:
                self.event_counts[word] += 1
                for identities in pieces:
                    for identity in identities:
                        self.pieces_by_event.add((word, identity, seat))
                        if number is not None:
                            self.sums.event_maxima.note((word, identity), number)
            if len(pieces) > 1:
                for place, identities in enumerate(pieces, 1):
                    self.pieces_by_event.update([(f"{name}.{place}", identity, seat) for identity in identities])

    def count(self, state: State) -> None:
        """Add a game that is over."""
        sums = self.sums
        sums.games += 1
        shares, scores = state.returns(), state.scores()
        parts = [round(share * PARTS_PER_WIN) for share in shares]
        for seat, (part, score) in enumerate(zip(parts, scores, strict=True)):
            sums.win_parts[seat] += part
            sums.points[seat] += score
            sums.squares[seat] += score * score
        sums.totals += sum(scores)
        sums.total_squares += sum(scores) ** 2
        winners = sum(part > 0 for part in parts)
        if sum(parts) in (0, PARTS_PER_WIN * len(parts)) and len(parts) > 1:
            sums.together += 1
        else:
            sums.shared += winners > 1
            for seat in self.acted - self.free:
                if not parts[seat]:
                    sums.no_choice[seat] += 1
                    sums.first.note(("no_choice", seat), self.number)
        sums.used.update(self.used)
        if self.sampled:
            sums.sampled += 1
            sums.dealt.update(self.seen)
            for identity in self.seen:
                sums.first.note(("dealt", identity), self.number)
            sums.offered.update(self.offered)
        for name, times in self.event_counts.items():
            sums.event_counts[name] += times
            sums.event_count_squares[name] += times * times
            sums.first.note(("event_counts", name), self.number)
        sums.pieces_by_event.update({(name, identity) for name, identity, _ in self.pieces_by_event})
        for name, identity, seat in self.pieces_by_event:
            if seat >= 0:
                sums.seats_by_event[name, identity] += 1
                sums.seat_parts_by_event[name, identity] += parts[seat]
        for event in self.table.head_to_head:
            self.count_head_to_head(event, parts)
        if self.table.keep_logs:
            sums.logs[self.number] = log_line(self.log(state))

    def count_head_to_head(self, event: str, parts: Sequence[int]) -> None:
        """Note for each two seats to which *event* has happened who has won more."""
        there = sorted((identity, seat) for name, identity, seat in self.pieces_by_event if name == event and seat >= 0)
        for (one, seat), (two, other) in combinations(there, 2):
            won = parts[seat] + parts[other]
            if one != two and seat != other and won:
                self.sums.head_to_head[event, one, two] += 1
                self.sums.head_to_head_parts[event, one, two] += PARTS_PER_WIN * parts[seat] // won

    def log(self, state: State | None) -> Any:
        """The game so far; with its last *state*, the whole."""
        return log_of(self.rules, self.table.players, self.setup, self.actions, state)

    def trouble(self, kind: str, message: str) -> None:
        """Note what went wrong, with the game so far."""
        try:
            line = log_line(self.log(None), trouble=message)
        except Exception:  # an engine that cannot even say what was done
            line = ""
        self.sums.failures = first_failures((
            *self.sums.failures, Failure(kind, self.number, len(self.actions), message, line),
        ))  # fmt: skip


def _identities(zones: Mapping[str, Sequence[Json]]) -> Counter[str]:
    """How often each piece is somewhere."""
    return Counter(entry["id"] for entries in zones.values() for entry in entries)


# --- many games ---------------------------------------------------------------------------------------------

_RULES_CACHE: dict[tuple[Any, ...], tuple[Rules, dict[str, _EventShape]]] = {}


class Unplayable(ValueError):
    """A table at which nothing can be played; the findings or the message say why."""

    def __init__(self, message: str, findings: Findings) -> None:
        super().__init__(message)
        self.findings = findings


def rules_of(table: SimulationConfig) -> Rules:
    """The rules that *table* is played by; read once in each process.

    Raises:
        Unplayable: there are none.
    """
    return _cached_rules(table)[0]


def _cached_rules(table: SimulationConfig) -> tuple[Rules, dict[str, _EventShape]]:
    folder = Path(table.folder)
    # A deck that has changed since is another deck.
    files = [(path.name, (stat := path.stat()).st_mtime_ns, stat.st_size) for path in sorted(folder.glob("*.yaml"))]
    key = (folder.resolve(), *table[1:5], *files)
    if key not in _RULES_CACHE:
        findings = Findings()
        game = load_game(folder, findings)
        engine = ENGINES.get(table.engine)
        if game is None or engine is None:
            raise Unplayable("there is no such game, or it has no engine", findings)
        try:
            rules = engine.of(game.in_edition(table.deck), findings, table.edition, dict(table.options))
        except ValueError as error:
            raise Unplayable(str(error), findings) from None
        if rules is None:
            raise Unplayable("its cards cannot be played with", findings)
        _RULES_CACHE[key] = rules, {name: _EventShape(details) for name, details in rules.events.items()}
    return _RULES_CACHE[key]


def play_games(table: SimulationConfig, numbers: Sequence[int]) -> Aggregate:
    """The games with these *numbers*."""
    sums = Aggregate()
    rules, shapes = _cached_rules(table)
    for number in numbers:
        _Game(rules, table, number, shapes, sums).play()
    return sums


#: (table, the number of its first game, how many games)
WorkBatch = tuple[SimulationConfig, int, int]


class WorkerPool(AbstractContextManager["WorkerPool"]):
    """Processes that play.

    Args:
        workers: how many; 1 plays here.
    """

    def __init__(self, workers: int = 1) -> None:
        self.workers = workers
        self._pool: Any = None

    def __exit__(self, *_: object) -> None:
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)

    def play(self, orders: Sequence[WorkBatch], progress: Callable[[int, int], None] | None = None) -> list[Aggregate]:
        """The sums of each order, the same for any number of workers."""
        for table, _, _ in orders:
            rules_of(table)  # here first: what is wrong is said once, and processes that are forked know it already
        results = [Aggregate() for _ in orders]
        shares = [(place, *share) for place, order in enumerate(orders) for share in _shares(order, self.workers)]
        done, total = 0, sum(count for _, _, count in orders)
        for place, sums in self._each(shares):
            results[place].add(sums)
            done += sums.games + sums.broken
            if progress:
                progress(done, total)
        for result in results:
            result.logs = dict(sorted(result.logs.items()))
        return results

    def _each(self, shares: list[tuple[int, SimulationConfig, range]]) -> Iterator[tuple[int, Aggregate]]:
        if self.workers < 2 or len(shares) < 2:
            for place, table, some in shares:
                yield place, play_games(table, some)
            return
        if self._pool is None:
            from concurrent.futures import ProcessPoolExecutor

            self._pool = ProcessPoolExecutor(self.workers)
        tables = [table for _, table, _ in shares]
        numbers = [numbers for _, _, numbers in shares]
        for (place, _, _), sums in zip(shares, self._pool.map(play_games, tables, numbers), strict=True):
            yield place, sums


def _shares(order: WorkBatch, workers: int) -> Iterator[tuple[SimulationConfig, range]]:
    """An order in pieces: enough for all workers to be busy to the end, few enough to cost nothing."""
    table, first, count = order
    size = max(1, min(200, count // (4 * workers) or 1))
    for start in range(first, first + count, size):
        yield table, range(start, min(start + size, first + count))
