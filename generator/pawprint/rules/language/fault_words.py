"""What goes wrong while a game is played by rules that are data, in words."""

from pawprint.rules.language.grid import GridError
from pawprint.rules.language.groups import GroupError
from pawprint.rules.language.program import EndlessLoop
from pawprint.rules.time_limit import TimeIsUp

#: A part of the message about a limit -> what to do.
_LIMIT_HELP = {
    "grows": "give it a limit: min(points, 100)",
    "legal": "let a player choose among less at once",
    "chance": "write the smaller number first: chance: 1, to: 6",
    "repeated": "repeat it less often, or let a player decide in between",
}


def in_words(error: BaseException) -> tuple[str, str]:
    """What has gone wrong while a game was played, and what to do."""
    if isinstance(error, EndlessLoop):
        help = "let each turn of the loop change what it waits for, or leave it with: stop"
        return str(error), next((text for part, text in _LIMIT_HELP.items() if part in str(error)), help)
    if isinstance(error, GridError):
        return str(error), "ask first what lies there: if: here.card, then: [...]"
    if isinstance(error, GroupError):
        return str(error), "remove a group when it has no cards any more"
    if isinstance(error, LookupError):
        message = "a list is empty, or has fewer entries, where one is taken from it"
        return message, "ask first whether there is one: if: table, then: [...]"
    if isinstance(error, ValueError) and "remove" in str(error):
        return "a card is moved from a zone in which it does not lie", "say where it lies: from: table"
    if isinstance(error, ValueError):
        return "there is nothing to choose the best of", "ask first whether there is something: if: table, then: [...]"
    if isinstance(error, ZeroDivisionError):
        return "a number is divided by 0", "ask first whether it is 0"
    if isinstance(error, TypeError):
        message = "something that is nothing is used as if it were a card or a number"
        return message, "ask first whether it is something: if: chosen != nothing, then: [...]"
    if isinstance(error, RecursionError):
        return "steps do steps too deeply", "use a loop"
    if isinstance(error, TimeIsUp):
        return "this takes too long", "look at fewer cards at once, and loop less often"
    return f"this fails with {type(error).__name__}: {error}", ""
