"""Bots that choose a given side, so that two sides can meet as often as is needed."""

from collections.abc import Sequence

from pawprint.rules.engine import Action, Rng, Rules, State
from pawprint.rules.playing import Bot


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
