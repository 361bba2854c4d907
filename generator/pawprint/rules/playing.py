"""Games between bots: played, written down, and played again from what was written."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from pawprint.rules.engine import CHANCE, END, Action, Json, Rng, Rules, State, digest

#: (state as the seat knows it, what is legal, random numbers of its own) -> one of the legal actions.
Bot = Callable[[State, Sequence[Action], Rng], Action]

#: Version of the log's form.
LOG_FORMAT = 1
#: A log has a digest of the state after so many actions, so that replay finds where games part.
DIGEST_INTERVAL = 16


def random_bot(state: State, legal: Sequence[Action], rng: Rng) -> Action:
    """Anything legal."""
    return legal[int(rng.random() * len(legal))]


class GameLog(NamedTuple):
    """One game, enough to play it again.

    Attributes:
        actions: described, chance included.
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
        """As it is written to a file, one line each."""
        return {"format": LOG_FORMAT, **self._asdict()}


def play(rules: Rules, players: int, bots: Sequence[Bot], *labels: object) -> Iterator[tuple[State, Action]]:
    """Play one game; yields each (state, action) before the action is done, and the last state with None.

    Args:
        bots: by seat; of too few, they are taken in turn.
        labels: seeds, from which the deal, chance and each bot have streams of their own, so that another bot changes
            neither.
    """
    state = rules.start(rules.setup(players, Rng(*labels, "deal")))
    dice: Rng | None = None  # made when it is needed: many games have no chance after the deal
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


def finish(rules: Rules, players: int, bots: Sequence[Bot], *labels: object) -> State:
    """The last state of a game; see `play`."""
    state = None
    for state, _ in play(rules, players, bots, *labels):  # noqa: B007
        pass
    assert state is not None
    return state


def record(rules: Rules, players: int, bots: Sequence[Bot], *labels: object) -> GameLog:
    """Play one game and write it down; see `play`."""
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
    """A log that does not come true; the message says at which step, and how the game differs there."""


def replay(rules: Rules, log: GameLog) -> State:
    """Play *log* again, checking that every action is legal and every digest right.

    Raises:
        Diverged: something is not as it was written down.
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
            raise ReplayError(f"step {step + 1}: '{words}' is no action: {error}") from None
        reason = "" if state.actor() == CHANCE else state.why_not(action)
        if reason:
            raise ReplayError(f"step {step + 1}: '{words}' is not legal: {reason}")
        state.apply(action)
    if state.actor() != END:
        raise ReplayError(f"after {len(log.actions)} steps the game is not over")
    if digest(state.dump()) != [*log.digests][-1] or tuple(state.returns()) != tuple(log.returns):
        raise ReplayError("the game ends in another way than it did")
    return state
