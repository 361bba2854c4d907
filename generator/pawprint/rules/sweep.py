"""Many games, and what they add up to.

A game depends on its seed and its number alone, and sums can be added in any order; so the result is the same for any
number of processes. Shares of a win are counted in whole parts (`WHOLE` make one), since fractions would not add up
the same in every order.
"""

import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from pawprint.base.diagnostic import Findings
from pawprint.catalog.library import load_game
from pawprint.rules.bots import BOTS
from pawprint.rules.engine import CHANCE, END, Action, Json, Rng, Rules, State
from pawprint.rules.games import ENGINES
from pawprint.rules.logs import line_of, written

#: One win, in parts: shared by up to ten players, the parts stay whole.
WHOLE = 2520
#: What is offered and seen is counted in every tenth game only; it costs a third of the time.
SAMPLED = 10
#: What is seen is counted before every so many-th action of such a game.
_GLANCE = 8
#: So many troubles of one kind are kept, those of the first games.
_KEPT = 2


class Table(NamedTuple):
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
    """

    folder: str
    engine: str
    deck: str
    edition: str
    options: tuple[tuple[str, Any], ...]
    players: int
    bots: tuple[str, ...]
    seed: int
    proofs: bool = False
    tell: bool = False
    logs: bool = False


class Trouble(NamedTuple):
    """A game that the engine did not get through as it should.

    Attributes:
        kind: `crash`, `long`, `progress`, `pieces`, or the id of an invariant.
        number: of the game.
        step: actions that were done before.
        log: the game so far, as a line of a log.
    """

    kind: str
    number: int
    step: int
    message: str
    log: str


@dataclass
class Sums:
    """What games add up to; made of sums, so that `add` may come in any order.

    Attributes:
        games: that came to their end; *broken*: that did not.
        sampled: games of which `dealt` and `offered` were counted.
        parts: of wins, by seat; *shared*: games with several winners; *together*: games won or lost by all.
        points, squares: of scores, by seat.
        lengths: decisions -> games.
        decisions, forced: all of them, and those with one legal action.
        tried: legal actions of the other decisions.
        dealt, offered, used: id -> games in which somebody saw it, could play it, played it.
        happened: event -> how often; *happened_squares*: of how often in each game.
            An event with one of its words (`end draw`) counts as an event besides.
        met: (event, id) -> games in which they met; `eat.1` is the first piece of an event.
        sides: (event, id) -> seats to which that happened; *side_parts*: the parts of a win that they had.
        troubles: the first ones of each kind.
        lines: number of the game -> its log.
    """

    games: int = 0
    broken: int = 0
    sampled: int = 0
    shared: int = 0
    together: int = 0
    decisions: int = 0
    forced: int = 0
    tried: int = 0
    parts: Counter[int] = field(default_factory=Counter)
    points: Counter[int] = field(default_factory=Counter)
    squares: Counter[int] = field(default_factory=Counter)
    lengths: Counter[int] = field(default_factory=Counter)
    dealt: Counter[str] = field(default_factory=Counter)
    offered: Counter[str] = field(default_factory=Counter)
    used: Counter[str] = field(default_factory=Counter)
    happened: Counter[str] = field(default_factory=Counter)
    happened_squares: Counter[str] = field(default_factory=Counter)
    met: Counter[tuple[str, str]] = field(default_factory=Counter)
    sides: Counter[tuple[str, str]] = field(default_factory=Counter)
    side_parts: Counter[tuple[str, str]] = field(default_factory=Counter)
    troubles: tuple[Trouble, ...] = ()
    lines: dict[int, str] = field(default_factory=dict)

    def add(self, other: "Sums") -> None:
        """Add the games of *other*, which are other games."""
        for name, value in vars(other).items():
            mine = getattr(self, name)
            if isinstance(value, int):
                setattr(self, name, mine + value)
            elif isinstance(value, Counter | dict):
                mine.update(value)
        self.troubles = _first((*self.troubles, *other.troubles))


def _first(troubles: Iterable[Trouble]) -> tuple[Trouble, ...]:
    """The first `_KEPT` of each kind."""
    kept: list[Trouble] = []
    kinds: Counter[str] = Counter()
    for trouble in sorted(troubles):
        kinds[trouble.kind] += 1
        if kinds[trouble.kind] <= _KEPT:
            kept.append(trouble)
    return tuple(kept)


# --- one game -----------------------------------------------------------------------------------------------


class Stopped(Exception):
    """A game cannot go on; its trouble is already noted."""


class _Game:
    """One game being played and counted."""

    def __init__(self, rules: Rules, table: Table, number: int, ids: frozenset[str], sums: Sums) -> None:
        self.rules, self.table, self.number, self.ids, self.sums = rules, table, number, ids, sums
        self.sampled = number % SAMPLED == 0
        self.proofs = table.proofs
        self.actions: list[Action] = []
        self.setup: Json = None
        self.used: set[str] = set()
        self.seen: set[str] = set()
        self.offered: set[str] = set()
        self.happened: Counter[str] = Counter()
        self.met: set[tuple[str, str, int]] = set()
        self.pieces: Counter[str] = Counter()

    def play(self) -> None:
        """From the deal to the end; what goes wrong becomes a trouble."""
        try:
            state = self._play()
        except Stopped:
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
            self.pieces = _identities(state)
        if table.tell:
            state.events = []
        decisions = forced = tried = 0
        while (seat := state.actor()) != END:
            if self.sampled and len(self.actions) % _GLANCE == 0:
                self.glance(state)
            if self.proofs:
                self.prove(state)
            if len(self.actions) >= rules.max_decisions:
                self.trouble("long", f"after {rules.max_decisions} actions, which are the most, it is not over")
                raise Stopped
            if seat == CHANCE:
                action = state.chance(dice)
            else:
                legal = state.legal_actions()
                decisions += 1
                if len(legal) == 1:
                    forced += 1
                    action = legal[0]
                else:
                    tried += len(legal)
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
                raise Stopped
            if state.events:
                self.hear(state)
        if self.proofs:
            self.prove(state)
        if self.sampled:
            self.glance(state)
        sums.decisions += decisions
        sums.forced += forced
        sums.tried += tried
        sums.lengths[decisions] += 1
        return state

    def glance(self, state: State) -> None:
        """Note what anybody sees."""
        for seat in range(self.table.players):
            for entries in state.zones(seat).values():
                self.seen.update([entry["id"] for entry in entries if "id" in entry])

    def prove(self, state: State) -> None:
        """Note invariants that do not hold, once in a game."""
        here = _identities(state)
        if here != self.pieces:
            more, fewer = here - self.pieces, self.pieces - here
            said = [f"{name} +{more[name]}" for name in more] + [f"{name} -{fewer[name]}" for name in fewer]
            self.trouble("pieces", f"pieces appear or vanish: {', '.join(sorted(said)[:6])}")
            self.proofs = False
        for message in self.rules.check(state):
            identity = message.split()[0].rstrip(":") if message else "?"
            self.trouble(identity, message.removeprefix(identity).lstrip(": "))
            self.proofs = False

    def hear(self, state: State) -> None:
        """Count events."""
        assert state.events is not None
        for event in state.events:
            words = [event[0]]
            seat = -1
            names: list[str] = []
            for detail in event[1:]:
                if isinstance(detail, str):
                    identity = detail.partition("#")[0]
                    if identity in self.ids:
                        names.append(identity)
                    elif detail.replace("_", "a").isalpha():
                        words.append(f"{event[0]} {detail}")
                elif isinstance(detail, list | tuple):
                    names += [one for one in detail if isinstance(one, str) and one in self.ids]
                elif seat < 0 and isinstance(detail, int) and 0 <= detail < self.table.players:
                    seat = detail
            for word in words:
                self.happened[word] += 1
                self.met.update([(word, identity, seat) for identity in names])
            if len(names) > 1:
                self.met.update([(f"{words[0]}.{place}", identity, seat) for place, identity in enumerate(names, 1)])
        state.events.clear()

    def count(self, state: State) -> None:
        """Add a game that is over."""
        sums = self.sums
        sums.games += 1
        shares, scores = state.returns(), state.scores()
        parts = [round(share * WHOLE) for share in shares]
        for seat, (part, score) in enumerate(zip(parts, scores, strict=True)):
            sums.parts[seat] += part
            sums.points[seat] += score
            sums.squares[seat] += score * score
        winners = sum(part > 0 for part in parts)
        if sum(parts) in (0, WHOLE * len(parts)) and len(parts) > 1:
            sums.together += 1
        elif winners > 1:
            sums.shared += 1
        sums.used.update(self.used)
        if self.sampled:
            sums.sampled += 1
            sums.dealt.update(self.seen)
            sums.offered.update(self.offered)
        for name, times in self.happened.items():
            sums.happened[name] += times
            sums.happened_squares[name] += times * times
        sums.met.update({(name, identity) for name, identity, _ in self.met})
        for name, identity, seat in self.met:
            if seat >= 0:
                sums.sides[name, identity] += 1
                sums.side_parts[name, identity] += parts[seat]
        if self.table.logs:
            sums.lines[self.number] = line_of(self.log(state))

    def log(self, state: State | None) -> Any:
        """The game so far; with its last *state*, the whole."""
        return written(self.rules, self.table.players, self.setup, self.actions, state)

    def trouble(self, kind: str, message: str) -> None:
        """Note what went wrong, with the game so far."""
        try:
            line = line_of(self.log(None), trouble=message)
        except Exception:  # an engine that cannot even say what was done
            line = ""
        self.sums.troubles = _first((
            *self.sums.troubles, Trouble(kind, self.number, len(self.actions), message, line),
        ))  # fmt: skip


def _identities(state: State) -> Counter[str]:
    """How often each piece is somewhere."""
    return Counter(entry["id"] for entries in state.zones(None).values() for entry in entries)


# --- many games ---------------------------------------------------------------------------------------------

_KNOWN: dict[tuple[Any, ...], tuple[Rules, frozenset[str]]] = {}


class Unplayable(ValueError):
    """A table at which nothing can be played; the findings or the message say why."""

    def __init__(self, message: str, findings: Findings) -> None:
        super().__init__(message)
        self.findings = findings


def rules_of(table: Table) -> Rules:
    """The rules that *table* is played by; read once in each process.

    Raises:
        Unplayable: there are none.
    """
    return _known(table)[0]


def _known(table: Table) -> tuple[Rules, frozenset[str]]:
    folder = Path(table.folder)
    # A deck that has changed since is another deck.
    files = [(path.name, (stat := path.stat()).st_mtime_ns, stat.st_size) for path in sorted(folder.glob("*.yaml"))]
    key = (folder.resolve(), *table[1:5], *files)
    if key not in _KNOWN:
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
        ids = frozenset(identity for records in game.records.values() for identity in records)
        _KNOWN[key] = rules, ids
    return _KNOWN[key]


def play_some(table: Table, numbers: Sequence[int]) -> Sums:
    """The games with these *numbers*."""
    sums = Sums()
    rules, ids = _known(table)
    for number in numbers:
        _Game(rules, table, number, ids, sums).play()
    return sums


#: (table, the number of its first game, how many games)
Order = tuple[Table, int, int]


class Crew(AbstractContextManager["Crew"]):
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

    def play(self, orders: Sequence[Order], progress: Callable[[int, int], None] | None = None) -> list[Sums]:
        """The sums of each order, the same for any number of workers."""
        for table, _, _ in orders:
            rules_of(table)  # here first: what is wrong is said once, and processes that are forked know it already
        results = [Sums() for _ in orders]
        shares = [(place, *share) for place, order in enumerate(orders) for share in _shares(order, self.workers)]
        done, total = 0, sum(count for _, _, count in orders)
        for place, sums in self._each(shares):
            results[place].add(sums)
            done += sums.games + sums.broken
            if progress:
                progress(done, total)
        for result in results:
            result.lines = dict(sorted(result.lines.items()))
        return results

    def _each(self, shares: list[tuple[int, Table, range]]) -> Iterator[tuple[int, Sums]]:
        if self.workers < 2 or len(shares) < 2:
            for place, table, some in shares:
                yield place, play_some(table, some)
            return
        if self._pool is None:
            from concurrent.futures import ProcessPoolExecutor

            self._pool = ProcessPoolExecutor(self.workers)
        tables = [table for _, table, _ in shares]
        numbers = [numbers for _, _, numbers in shares]
        for (place, _, _), sums in zip(shares, self._pool.map(play_some, tables, numbers), strict=True):
            yield place, sums


def _shares(order: Order, workers: int) -> Iterator[tuple[Table, range]]:
    """An order in pieces: enough for all workers to be busy to the end, few enough to cost nothing."""
    table, first, count = order
    size = max(1, min(200, count // (4 * workers) or 1))
    for start in range(first, first + count, size):
        yield table, range(start, min(start + size, first + count))
