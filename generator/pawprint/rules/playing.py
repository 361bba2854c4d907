"""Games between bots -> logs, and logs -> the same games."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from pawprint.rules.engine import CHANCE, END, Action, Json, Rng, Rules, State, digest

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
        """The log as one JSON object."""
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
