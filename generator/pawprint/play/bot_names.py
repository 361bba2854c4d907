"""Names of bots with their budgets, as on the command line: `greedy`, `mcts:400` (rollouts), `mcts:2s` (seconds)."""

from typing import NamedTuple, Protocol, runtime_checkable

from pawprint.core.registry import suggest
from pawprint.play.bots import BOTS
from pawprint.play.playing import Bot

#: The largest budget for one decision.
_MOST = {"": 1_000_000, "s": 600}


class BotNameError(ValueError):
    """There is no such bot; the message says why."""


class SearchBudget(NamedTuple):
    """How much a bot may search for one decision: rollouts, or else seconds.

    With seconds, what it chooses depends on the speed of the machine.
    """

    rollouts: int = 0
    seconds: int = 0

    def __str__(self) -> str:
        return str(self.rollouts) if self.rollouts else f"{self.seconds}s"


@runtime_checkable
class SearchBot(Protocol):
    """A bot with a budget."""

    budget: SearchBudget

    def __init__(self, budget: SearchBudget) -> None: ...


def bot_of(name: str) -> Bot:
    """The bot with this *name*; one that searches has its usual budget if the name gives none.

    Raises:
        BotNameError: there is no such bot, or it cannot have this budget.
    """
    kind, sign, budget = name.partition(":")
    bot = BOTS.get(kind)
    if bot is None:
        raise BotNameError(f"'{name}': {suggest(kind, BOTS, 'bots are')}")
    if not sign:
        return bot
    if not isinstance(bot, SearchBot):
        raise BotNameError(f"'{name}': {kind} has no budget; write {kind}")
    searching: Bot = type(bot)(_budget(name, budget))
    return searching


def full_name(name: str) -> str:
    """*name* with the budget of the bot if it has one.

    Raises:
        BotNameError: see `bot_of`.
    """
    bot = bot_of(name)
    return f"{name.partition(':')[0]}:{bot.budget}" if isinstance(bot, SearchBot) else name


def is_timed(name: str) -> bool:
    """Whether the bot has a budget of seconds, so that the same seed may play different games.

    Raises:
        BotNameError: see `bot_of`.
    """
    bot = bot_of(name)
    return isinstance(bot, SearchBot) and bot.budget.seconds > 0


def _budget(name: str, text: str) -> SearchBudget:
    unit = "s" if text.endswith("s") else ""
    digits = text.removesuffix("s")
    if not (digits.isascii() and digits.isdecimal() and len(digits) < 9 and 1 <= int(digits) <= _MOST[unit]):
        kind = name.partition(":")[0]
        raise BotNameError(
            f"'{name}': the budget should be a number of rollouts, at most {_MOST['']:,}, or of seconds, at most "
            f"{_MOST['s']}, as in {kind}:400 or {kind}:2s"
        )
    return SearchBudget(seconds=int(digits)) if unit else SearchBudget(int(digits))
