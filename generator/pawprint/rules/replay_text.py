"""One logged game -> lines of text, step by step."""

from collections.abc import Iterator

from pawprint.rules.engine import Rules
from pawprint.rules.game_logs import replay_steps
from pawprint.rules.playing import GameLog


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
