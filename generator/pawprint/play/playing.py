"""Games between bots -> logs, and logs -> the same games."""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from pawprint.core.files import parse_json
from pawprint.play.aggregates import Aggregate
from pawprint.play.engine import CHANCE, END, Action, Event, Json, Rng, Rules, State, digest

# --- What a game looks like from beside the table: who leads, who has which piece, how it was decided -----------------

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
        sums.courses += 1
        sums.choices.update(self.choices)
        for seat, score in enumerate(scores):
            sums.scores[seat, score] += 1
        winners = [seat for seat, share in enumerate(shares) if share]
        if len(scores) < 2 or len(winners) in (0, len(scores)):
            return
        ahead = [seat for seat in self.leaders if seat >= 0]
        changes = sum(first != second for first, second in pairwise(ahead))
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


#: (state, legal actions, random numbers) -> one of the actions.
Bot = Callable[[State, Sequence[Action], Rng], Action]

#: Version of the log format.
LOG_FORMAT = 1
#: A log has a digest of the state after every so many actions, so that a replay finds the first difference.
DIGEST_INTERVAL = 16


def random_bot(state: State, legal: Sequence[Action], rng: Rng) -> Action:
    """Take a random legal action."""
    return legal[int(rng.random() * len(legal))]


class GameLog(NamedTuple):
    """A game, as data that is enough to replay it.

    Attributes:
        actions: in words, outcomes of chance included.
        digests: of the state's dump, after every `DIGEST_INTERVAL` actions and at the end.
    """

    game: str
    rules: str
    edition: str
    options: dict[str, Any]
    players: int
    setup: Json
    actions: tuple[str, ...]
    returns: tuple[float, ...]
    digests: tuple[str, ...]

    def json(self) -> dict[str, Any]:
        return {"format": LOG_FORMAT, **self._asdict()}


def play(rules: Rules, players: int, bots: Sequence[Bot], *labels: object) -> Iterator[tuple[State, Action]]:
    """Play one game; yield each (state, action) before the action, and the last state with None.

    Args:
        bots: by seat; if there are fewer, seats take them in turn.
        labels: seed of separate random streams for the deal, for chance and for each bot, so that another bot changes
            neither the deal nor chance.
    """
    state = rules.start(rules.setup(players, Rng(*labels, "deal")))
    dice: Rng | None = None  # created on demand: many games have no chance after the deal
    streams = [Rng(*labels, "bot", seat) for seat in range(players)]
    seated = [bots[seat % len(bots)] for seat in range(players)]
    while (seat := state.actor()) != END:
        if seat == CHANCE:
            dice = dice or Rng(*labels, "chance")
            action = state.chance(dice)
        else:
            action = seated[seat](state, state.legal_actions(), streams[seat])
        yield state, action
        state.apply(action)
    yield state, None


def record(rules: Rules, players: int, bots: Sequence[Bot], *labels: object) -> GameLog:
    """Play one game and return its log; see `play`."""
    setup = rules.setup(players, Rng(*labels, "deal"))
    actions: list[str] = []
    digests: list[str] = []
    state: State | None = None
    for state, action in play(rules, players, bots, *labels):
        if actions and len(actions) % DIGEST_INTERVAL == 0:
            digests.append(digest(state.dump()))
        if action is not None:
            actions.append(rules.describe(action))
    assert state is not None
    digests.append(digest(state.dump()))
    return GameLog(
        rules.id, rules.rules_hash(), rules.edition, dict(rules.chosen), players, setup,
        tuple(actions), tuple(state.returns()), tuple(digests),
    )  # fmt: skip


class ReplayError(ValueError):
    """A log that cannot be replayed; the message names the step and the difference."""


def replay(rules: Rules, log: GameLog) -> State:
    """Replay *log*, verifying that every action is legal and every digest matches.

    Raises:
        ReplayError: the game differs from the log.
    """
    state = rules.start(log.setup)
    digests = iter(log.digests)
    for step, words in enumerate(log.actions):
        if step and step % DIGEST_INTERVAL == 0 and digest(state.dump()) != next(digests, ""):
            raise ReplayError(
                f"before step {step + 1} the game is not what it was; {DIGEST_INTERVAL} steps before it was"
            )
        try:
            action = rules.parse(words)
        except ValueError as error:
            raise ReplayError(f"step {step + 1}: '{words}' is not an action: {error}") from None
        reason = "" if state.actor() == CHANCE else state.why_not(action)
        if reason:
            raise ReplayError(f"step {step + 1}: '{words}' is not legal: {reason}")
        state.apply(action)
    if state.actor() != END:
        raise ReplayError(f"after {len(log.actions)} steps the game is not over")
    if digest(state.dump()) != [*log.digests][-1] or tuple(state.returns()) != tuple(log.returns):
        raise ReplayError("the game ends in another way than it did")
    return state


# --- logs -------------------------------------------------------------------------------------------------------------


#: Key of a line -> required type of its value.
_TYPES: dict[str, type] = {
    "game": str, "rules": str, "edition": str, "options": dict, "players": int, "actions": list, "returns": list,
    "digests": list,
}  # fmt: skip


def log_line(log: GameLog, **more: Any) -> str:
    """*log* as a line without its line break; *more* adds keys."""
    return json.dumps(log.json() | more, ensure_ascii=False, separators=(",", ":"))


def read_log(line: str) -> GameLog:
    """The log on a line.

    Raises:
        ValueError: the line is not a log; the message gives the reason.
    """
    try:
        data = parse_json(line)
    except ValueError:
        raise ValueError("this line is no JSON") from None
    if not isinstance(data, dict) or data.get("format") != LOG_FORMAT:
        raise ValueError(f"this line is no game in format {LOG_FORMAT}")
    for key, kind in _TYPES.items():
        if not isinstance(data.get(key), kind):
            raise ValueError(f"this line has no '{key}', or it is of the wrong type")
    if not all(isinstance(words, str) for words in data["actions"]):
        raise ValueError("its actions should be texts")
    return GameLog(
        data["game"], data["rules"], data["edition"], data["options"], data["players"], data.get("setup"),
        tuple(data["actions"]), tuple(data["returns"]), tuple(data["digests"]),
    )  # fmt: skip


def log_of(rules: Rules, players: int, setup: Json, actions: Sequence[Action], state: State | None) -> GameLog:
    """The log of a game; without its last *state*, an unfinished log, which has no digests."""
    digests: list[str] = []
    if state is not None:
        again = rules.start(setup)
        for step, action in enumerate(actions):
            if step and step % DIGEST_INTERVAL == 0:
                digests.append(digest(again.dump()))
            again.apply(action)
        digests.append(digest(again.dump()))
    returns = tuple(state.returns()) if state is not None else ()
    return GameLog(
        rules.id, rules.rules_hash(), rules.edition, dict(rules.chosen), players, setup,
        tuple(map(rules.describe, actions)), returns, tuple(digests),
    )  # fmt: skip


class ReplayStep(NamedTuple):
    """One step of a replay.

    Attributes:
        seat: who acted; may be `CHANCE`.
        state: after the action; the same object in every step.
    """

    seat: int
    words: str
    events: tuple[Event, ...]
    state: State


def replay_steps(rules: Rules, log: GameLog) -> Iterator[ReplayStep]:
    """Replay *log* step by step; the log may be unfinished.

    Raises:
        ReplayError: an action cannot be read or is illegal, or the game differs from the log.
    """
    try:
        state = rules.start(log.setup)
    except Exception as error:  # a file may hold anything
        raise ReplayError(f"its deal cannot be read: {type(error).__name__}: {error}") from None
    digests = iter(log.digests)
    for step, words in enumerate(log.actions):
        if step and step % DIGEST_INTERVAL == 0 and log.digests and digest(state.dump()) != next(digests, ""):
            raise ReplayError(
                f"before step {step + 1} the game is not what it was; {DIGEST_INTERVAL} steps before it was"
            )
        try:
            action = rules.parse(words)
        except ValueError as error:
            raise ReplayError(f"step {step + 1}: '{words}' is not an action: {error}") from None
        seat = state.actor()
        reason = "the game is over" if seat == END else "" if seat == CHANCE else state.why_not(action)
        if reason:
            raise ReplayError(f"step {step + 1}: '{words}' is not legal: {reason}")
        state.events = []
        try:
            state.apply(action)
        except Exception as error:  # that may be why the game was written down
            raise ReplayError(
                f"step {step + 1}: '{words}' breaks the engine: {type(error).__name__}: {error}"
            ) from None
        yield ReplayStep(seat, words, tuple(state.events or ()), state)
    if log.digests and (digest(state.dump()) != log.digests[-1] or tuple(state.returns()) != tuple(log.returns)):
        raise ReplayError("the game ends in another way than it did")


# --- One logged game -> lines of text, step by step -------------------------------------------------------------------


def replay_lines(rules: Rules, log: GameLog) -> Iterator[str]:
    """A logged game, step by step, and its result.

    Raises:
        ReplayError: the game does not go on as it did; the lines before have been given.
    """
    title = f"{rules.id}, {log.edition}" if log.edition else rules.id
    yield f"{title}: {len(log.actions)} actions, {log.players} player{'s' if log.players > 1 else ''}"
    state = None
    for number, step in enumerate(replay_steps(rules, log), 1):
        actor = f"player {step.seat + 1}" if step.seat >= 0 else "chance"
        yield f"{number:4}. {actor}: {step.words}"
        for event in step.events:
            yield "        " + " ".join([str(event[0]), *(str(part) for part in event[1:] if part not in ("", None))])
        state = step.state
    if state is not None:
        yield "points: " + ", ".join(f"player {seat + 1} {score}" for seat, score in enumerate(state.scores()))
        if log.returns:
            yield "wins: " + ", ".join(f"player {seat + 1} {share:g}" for seat, share in enumerate(log.returns))
