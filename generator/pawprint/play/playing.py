"""Games between bots -> logs, and logs -> the same games."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from pawprint.play.aggregates import Aggregate
from pawprint.play.engine import CHANCE, END, Action, Json, Rng, Rules, State, digest

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
