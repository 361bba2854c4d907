"""One game between bots, played and counted in an `Aggregate`."""

import traceback
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

from pawprint.play.aggregates import PARTS_PER_WIN, Aggregate, Failure, first_failures
from pawprint.play.bot_names import bot_of
from pawprint.play.engine import (
    CHANCE,
    END,
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
from pawprint.play.playing import DRAWN, KEPT, PLAYED, Bot, GameCourse, log_line, log_of
from pawprint.play.simulation_config import SimulationConfig
from pawprint.play.time_limit import RulesFault

# --- Bots that choose a given side, so that two sides can meet as often as is needed ----------------------------------


def with_side(bot: Bot, rules: Rules, side: str) -> Bot:
    """*bot*, except that its first choice is the action of the record *side*.

    It applies only where every legal action concerns exactly one record, and no two the same; elsewhere *bot* chooses.
    """
    chosen = False

    def choose(state: State, legal: Sequence[Action], rng: Rng) -> Action:
        nonlocal chosen
        if not chosen:
            chosen = True
            by_record = {rules.cards_of(action, state): action for action in legal}
            if len(by_record) == len(legal) and (side,) in by_record and all(len(record) == 1 for record in by_record):
                return by_record[side,]
        return bot(state, legal, rng)

    return choose


def side_of(sides: Sequence[str], seat: int, number: int) -> str:
    """The side of a *seat* in the game with this *number*: sides go round the seats from game to game."""
    return sides[(seat + number) % len(sides)]


# --- What a piece is worth: the same deal twice, the second time with two pieces exchanged ----------------------------

# One game has the wolf where the other has the hare; chance and bots are the same in both. A seat that has the wolf in
# only one of the games wins more or less often with it than without. Since the two pieces are drawn by lot, this is the
# effect of the piece, and not of the players who choose it.


#: Pieces may come to the table by decisions at the beginning, such as the choice of a clan: so many actions are tried.
_LATEST = 8


class PieceSwap(NamedTuple):
    """Two pieces that are exchanged."""

    step: int
    dump: Json
    one: str
    other: str


def swap_of(
    rules: Rules, setup: Json, actions: Sequence[Any], components: Mapping[str, Sequence[str]], rng: Rng
) -> PieceSwap | None:
    """Two pieces of a component, drawn by lot, exchanged where the pieces of the component first lie; None if a game
    has no two.
    """
    wanted = [name for name, ids in components.items() if len(ids) > 1]
    while wanted:
        component = wanted.pop(rng.below(len(wanted)))
        state = rules.start(setup)
        for step, action in enumerate(actions[:_LATEST]):
            if state.actor() not in (CHANCE, END):
                dump = state.dump()
                places = _places(dump, {*components[component]})
                if len(places) > 1:
                    names = sorted(places)
                    one = names.pop(rng.below(len(names)))
                    other = names[rng.below(len(names))]
                    there = _exchanged(dump, places, one, other, rng)
                    return PieceSwap(step, there, one, other) if _is_possible(rules, state, there) else None
            state.apply(action)
    return None


def _places(dump: Json, ids: set[str]) -> dict[str, list[tuple[Any, ...]]]:
    """Id -> the paths in *dump* that lead to it."""
    found: dict[str, list[tuple[Any, ...]]] = {}
    for path, value in _leaves(dump, ()):
        if value in ids:
            found.setdefault(value, []).append(path)
    return found


def _leaves(value: Json, path: tuple[Any, ...]) -> Iterator[tuple[tuple[Any, ...], str]]:
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _leaves(inner, (*path, key))
    elif isinstance(value, list | tuple):
        for place, inner in enumerate(value):
            yield from _leaves(inner, (*path, place))


def _exchanged(dump: Json, places: dict[str, list[tuple[Any, ...]]], one: str, other: str, rng: Rng) -> Json:
    """*dump* with a copy of *one* in the place of a copy of *other*, and the other way round."""
    changed = deepcopy(dump)
    for name, path in ((other, rng.pick(places[one])), (one, rng.pick(places[other]))):
        inner = changed
        for key in path[:-1]:
            inner = inner[key]
        inner[path[-1]] = name
    return changed


def _is_possible(rules: Rules, state: State, dump: Json) -> bool:
    """Whether *dump* is of a state with the same pieces, in which every invariant holds."""
    try:
        there = rules.load(dump)
        return there.dump() == dump and _pieces(there) == _pieces(state) and not rules.check(there)
    except Exception:  # an engine need not read what cannot be
        return False


def _pieces(state: State) -> Counter[str]:
    return Counter(entry["id"] for entries in state.zones(None).values() for entry in entries)


#: (id, seat) -> how many such pieces the seat has had in a game, and the parts of a win by seat.
PlayedOut = tuple[Mapping[tuple[str, int], int], Sequence[int]]


def add_swap(sums: Aggregate, swap: PieceSwap, before: PlayedOut, after: PlayedOut) -> None:
    """Count how much more the seats win that have more of one of the pieces in one of the two games.

    The slope of wins over copies is the sum of gains, divided by the sum of weights.
    """
    for name in (swap.one, swap.other):
        gain = weight = 0
        for seat, (old, new) in enumerate(zip(before[1], after[1], strict=True)):
            change = after[0].get((name, seat), 0) - before[0].get((name, seat), 0)
            gain += change * (new - old)
            weight += change * change
        if weight:
            numbers = {"games": 1, "gain": gain, "weight": weight}
            numbers |= {"gain²": gain * gain, "weight²": weight * weight, "product": gain * weight}
            for quantity, number in numbers.items():
                sums.swaps[quantity, name] += number


#: One game in so many counts which pieces were visible and playable; counting them in all takes a third of the time.
SAMPLE_INTERVAL = 10
#: In such a game, the visible pieces are counted before every so many actions.
_SIGHTING_INTERVAL = 8


class EventShape:
    """The positions of the details of an event, so that counting needs no type tests."""

    def __init__(self, details: Sequence[DetailKind]) -> None:
        places = [*enumerate(details, 1)]
        self.seat = next((place for place, detail in places if detail == SEAT), 0)
        self.words = [place for place, detail in places if isinstance(detail, tuple)]
        self.number = next((place for place, detail in places if detail == NUMBER), 0)
        #: (position, whether it is a list) of the pieces.
        self.pieces = [(place, detail == PIECES) for place, detail in places if detail in (PIECE, PIECES)]

    def names(self, event: Event) -> list[list[str]]:
        """Ids of the pieces, by position; an empty list for an absent piece."""
        return [
            [*event[place]] if several else [event[place].partition("#")[0]] if event[place] else []
            for place, several in self.pieces
        ]


class _GameAborted(Exception):
    """A game cannot go on; the failure is already recorded."""


class SimulatedGame:
    """One game being played and counted."""

    def __init__(
        self, rules: Rules, config: SimulationConfig, number: int, shapes: Mapping[str, EventShape], sums: Aggregate
    ) -> None:
        self.rules, self.config, self.number, self.shapes, self.sums = rules, config, number, shapes, sums
        self.sampled = number % SAMPLE_INTERVAL == 0
        #: The state that takes the place of that after so many actions.
        self.swap: PieceSwap | None = None
        #: Parts of a win and points by seat, once the game is finished; the number of decisions.
        self.parts: list[int] = []
        self.scores: tuple[int, ...] = ()
        self.decisions = 0
        self.course = GameCourse(rules) if config.count_course else None
        self.checking = config.check_invariants
        self.actions: list[Action] = []
        self.setup: Json = None
        self.used: set[str] = set()
        self.seen: set[str] = set()
        self.offered: set[str] = set()
        self.event_counts: Counter[str] = Counter()
        self.event_totals: Counter[tuple[str, str]] = Counter()
        self.involved: set[tuple[str, str, int]] = set()
        self.pieces: Counter[str] = Counter()
        #: Zone that should never be empty -> ids of the pieces that have been in it.
        self.zone_ids: dict[str, set[str]] = {zone: set() for zone in config.never_empty}
        #: Seats that have acted, and those that have had a choice.
        self.acted: set[int] = set()
        self.free: set[int] = set()

    def play(self) -> None:
        """Play from the deal to the end; an error becomes a failure."""
        try:
            state = self._play()
        except _GameAborted:
            self.sums.broken += 1
        except RecursionError:
            self.sums.broken += 1
            self.fail("crash", "the engine recurses without end")
        except RulesFault as fault:
            self.sums.broken += 1
            self.fail("crash", str(fault))
        except Exception as error:
            self.sums.broken += 1
            last = traceback.extract_tb(error.__traceback__)[-1]
            detail = f": {error}" if str(error) else ""
            self.fail("crash", f"{type(error).__name__}{detail} ({Path(last.filename).name}:{last.lineno})")
        else:
            self.count(state)

    def _play(self) -> State:
        rules, config, sums = self.rules, self.config, self.sums
        labels = (config.seed, rules.id, config.players, self.number)
        self.setup = rules.setup(config.players, Rng(*labels, "deal"))
        state = rules.start(self.setup)
        dice = Rng(*labels, "chance")
        streams = [Rng(*labels, "bot", seat) for seat in range(config.players)]
        bots = self.seated_bots()
        if self.checking:
            self.pieces = _identities(state.zones(None))
            self.check(state)
        state.events = [] if config.count_events else None
        decisions = forced = tried = 0
        while (seat := state.actor()) != END:
            if self.swap is not None and len(self.actions) == self.swap.step:
                state, seat = self.swapped()
            if self.sampled and len(self.actions) % _SIGHTING_INTERVAL == 0:
                self.note_visible(state)
            if len(self.actions) >= rules.max_decisions:
                self.fail("long", f"the game is not over after {rules.max_decisions} actions, the declared maximum")
                raise _GameAborted
            if seat == CHANCE:
                action = state.chance(dice)
            else:
                legal = state.legal_actions()
                decisions += 1
                self.note_decision(state, seat, len(legal))
                if len(legal) == 1:
                    forced += 1
                    action = legal[0]
                else:
                    tried += len(legal)
                    self.free.add(seat)
                    bot = bots[seat]
                    action = bot(state, legal, streams[seat])
                if self.sampled:
                    for action_offered in legal:
                        self.offered.update(rules.cards_of(action_offered, state))
                self.note_used(rules.cards_of(action, state), seat)
            before = state.progress() if self.checking else ()
            self.actions.append(action)
            state.apply(action)
            if self.checking and not state.progress() < before:
                self.fail("progress", f"the game comes no nearer to its end: {before}, then {state.progress()}")
                raise _GameAborted
            if self.checking:
                self.check(state)  # before the events are cleared: some invariants are about them
            if state.events:
                self.record_events(state.events)
                state.events.clear()
        if self.sampled:
            self.note_visible(state)
        self.decisions = decisions
        sums.decisions += decisions
        sums.forced += forced
        sums.tried += tried
        sums.lengths[decisions] += 1
        sums.first.note(("lengths", decisions), self.number)
        return state

    def swapped(self) -> tuple[State, int]:
        """The state in which two pieces have changed places, and its actor."""
        assert self.swap is not None
        state = self.rules.load(self.swap.dump)
        state.events = []
        return state, state.actor()

    def play_swapped(self, components: Mapping[str, Sequence[str]]) -> None:
        """Play the finished game again with two pieces exchanged, and count what that changes."""
        rng = Rng(self.config.seed, self.rules.id, self.config.players, self.number, "swap")
        swap = swap_of(self.rules, self.setup, self.actions, components, rng)
        # Pieces that no seat ever had make no difference.
        if swap is None or not any(identity in (swap.one, swap.other) for _, identity, _ in self.involved):
            return
        other = SimulatedGame(self.rules, self.config._replace(keep_logs=False), self.number, self.shapes, Aggregate())
        other.swap = swap
        other.play()
        if other.parts:
            add_swap(self.sums, swap, (self._copies(), self.parts), (other._copies(), other.parts))

    def _copies(self) -> Counter[tuple[str, int]]:
        """(id, seat) -> how many such pieces the seat has had; what it has played without having it counts once."""
        assert self.course is not None, "pieces are swapped only if the course is counted"
        played = Counter((identity, seat) for event, identity, seat in self.involved if event == PLAYED)
        return self.course.drawn | played

    def note_decision(self, state: State, seat: int, choices: int) -> None:
        self.acted.add(seat)
        if self.course is not None:
            self.course.before(state, seat, choices)

    def note_used(self, used: Sequence[str], seat: int) -> None:
        self.used.update(used)
        if self.course is not None:
            self.involved.update([(PLAYED, identity, seat) for identity in used])

    def seated_bots(self) -> list[Bot]:
        config = self.config
        bots = [bot_of(config.bots[seat % len(config.bots)]) for seat in range(config.players)]
        if not config.sides:
            return bots
        sides = [side_of(config.sides, seat, self.number) for seat in range(config.players)]
        return [with_side(bot, self.rules, side) for bot, side in zip(bots, sides, strict=True)]

    def note_visible(self, state: State) -> None:
        for seat in range(self.config.players):
            for entries in state.zones(seat).values():
                self.seen.update([entry["id"] for entry in entries if "id" in entry])

    def check(self, state: State) -> None:
        """Record violated invariants, once per game; the engine's own ones come before lost pieces."""
        zones = state.zones(None)
        messages = self.rules.check(state)
        for message in messages:
            identity = message.split()[0].rstrip(":") if message else "?"
            self.fail(identity, message.removeprefix(identity).lstrip(": "))
            self.checking = False
        here = _identities(zones)
        if here != self.pieces and not messages:
            more, fewer = here - self.pieces, self.pieces - here
            differences = [f"{name} +{more[name]}" for name in more] + [f"{name} -{fewer[name]}" for name in fewer]
            self.fail("pieces", f"pieces appear or vanish: {', '.join(sorted(differences)[:6])}")
            self.checking = False
        for zone in self.config.never_empty:
            if zone in zones:
                identities = self.zone_ids[zone]
                left = Counter([entry["id"] for entry in zones[zone]])
                identities.update(left)
                for identity in identities:
                    self.sums.zone_minima.note((zone, identity), (left[identity], self.number))
                self.sums.zone_minima.note((zone, ""), (len(zones[zone]), self.number))
            elif (count := counters_of(state).get(zone)) is not None:
                self.sums.zone_minima.note((zone, ""), (count, self.number))

    def record_events(self, events: Sequence[Event]) -> None:
        for event in events:
            name, shape = event[0], self.shapes[event[0]]
            seat = event[shape.seat] if shape.seat else -1
            pieces = shape.names(event)
            number = event[shape.number] if shape.number else None
            for word in [name, *[f"{name} {event[place]}" for place in shape.words]]:
                self.event_counts[word] += 1
                for identities in pieces:
                    for identity in identities:
                        self.involved.add((word, identity, seat))
                        if number is not None:
                            self.sums.event_maxima.note((word, identity), number)
                            self.event_totals[word, identity] += number
            if len(pieces) > 1:
                for place, identities in enumerate(pieces, 1):
                    self.involved.update([(f"{name}.{place}", identity, seat) for identity in identities])

    def count(self, state: State) -> None:
        sums = self.sums
        sums.games += 1
        shares, scores = state.returns(), state.scores()
        self.scores = scores
        parts = self.parts = [round(share * PARTS_PER_WIN) for share in shares]
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
        if self.course is not None:
            self.involved.update([(KEPT, *piece) for piece in self.course.end(state)])
            self.involved.update([(DRAWN, *piece) for piece in self.course.drawn])
            self.course.add_to(sums, self.number, shares, scores)
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
        for key, total in self.event_totals.items():
            sums.event_totals[key] += total
            sums.event_total_squares[key] += total * total
        sums.pieces_by_event.update({(name, identity) for name, identity, _ in self.involved})
        for name, identity, seat in self.involved:
            if seat >= 0:
                sums.seats_by_event[name, identity] += 1
                sums.seat_parts_by_event[name, identity] += parts[seat]
                sums.seat_points_by_event[name, identity] += scores[seat]
        for event in self.config.head_to_head:
            self.count_head_to_head(event, parts)
        if self.config.keep_logs:
            sums.logs[self.number] = log_line(self.log(state))

    def count_head_to_head(self, event: str, parts: Sequence[int]) -> None:
        """For every two seats to which *event* happened, note which of them won more."""
        found = sorted((identity, seat) for name, identity, seat in self.involved if name == event and seat >= 0)
        for (first, seat), (second, other) in combinations(found, 2):
            won = parts[seat] + parts[other]
            if first != second and seat != other and won:
                self.sums.head_to_head[event, first, second] += 1
                self.sums.head_to_head_parts[event, first, second] += PARTS_PER_WIN * parts[seat] // won

    def log(self, state: State | None) -> Any:
        return log_of(self.rules, self.config.players, self.setup, self.actions, state)

    def fail(self, kind: str, message: str) -> None:
        try:
            line = log_line(self.log(None), trouble=message)
        except Exception:  # the engine cannot describe its own actions
            line = ""
        self.sums.failures = first_failures((
            *self.sums.failures, Failure(kind, self.number, len(self.actions), message, line),
        ))  # fmt: skip


def _identities(zones: Mapping[str, Sequence[Json]]) -> Counter[str]:
    """Id -> how many such pieces all zones hold."""
    return Counter(entry["id"] for entries in zones.values() for entry in entries)


def counters_of(state: State) -> dict[str, int]:
    """The numbers that a game counts tokens with instead of listing them in a zone, by name."""
    values: Mapping[str, Any] = getattr(state, "values", {})
    return {name: value for name, value in values.items() if type(value) is int}
