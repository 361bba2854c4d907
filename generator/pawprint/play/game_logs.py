"""Game logs <-> lines of JSON, one game per line. Lines are validated, since they may come from old versions."""

import json
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from pawprint.core.files import parse_json
from pawprint.play.engine import CHANCE, END, Action, Event, Json, Rules, State, digest
from pawprint.play.playing import DIGEST_INTERVAL, LOG_FORMAT, GameLog, ReplayError

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
