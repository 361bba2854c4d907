"""Checks that need play: `needs: play` and its questions, which `pawprint.check.questions` answers."""

from collections.abc import Mapping
from typing import Any

from pawprint.check import check_kind
from pawprint.check.kinds.common_words import SPLIT, WHERE
from pawprint.core.diagnostics import Findings
from pawprint.source import scalars
from pawprint.source.reader import Node, SequenceNode


def _multiples(node: Node, subject: str, findings: Findings, words: Mapping[str, Any]) -> tuple[float, float] | None:
    """`1.5`, or `[0.5, 1.5]`: the least and the most, as multiples of a fair share; a number alone is the most."""
    nodes = node.items if isinstance(node, SequenceNode) else (node,)
    values = [scalars.number(item, subject, findings, 0) for item in nodes]
    numbers = [value for value in values if value is not None]
    if len(numbers) < len(values):
        return None
    if len(numbers) == 1 and not isinstance(node, SequenceNode):
        return 0.0, numbers[0]
    if len(numbers) == 2 and numbers[0] <= numbers[1]:
        return numbers[0], numbers[1]
    help = "write the most, as in 1.5, or the least and the most, as in [0.5, 1.5]"
    findings.add("wrong-type", f"{subject} should be one number, or two that rise", node.span, help)
    return None


def _decisions(node: Node, subject: str, findings: Findings, words: Mapping[str, Any]) -> int | None:
    """A number of decisions, at least 1."""
    return scalars.integer(node, subject, findings, 1)


#: The questions; a check asks exactly one.
QUESTIONS: Mapping[str, check_kind.Word] = {
    word.name: word
    for word in (
        check_kind.Word("happens"),
        check_kind.Word("never"),
        check_kind.Word("seats", _multiples),
        check_kind.Word("scores", check_kind.one_of("mean")),
        check_kind.Word("ends", _decisions),
        check_kind.Word("lasts"),
        check_kind.Word("repeats", check_kind.one_of("games")),
        check_kind.Word("same"),
    )
}
#: Names that stand where events do, but count the uses of cards.
CARD_USES = ("dealt", "offered", "used")
#: Words that only go with `happens`.
_QUALIFIERS_OF_HAPPENS = ("by", "sides", "duels", "least", "most", "average")
_OTHER_WORDS = (
    check_kind.Word("to", names=check_kind.COMPONENTS),
    WHERE,
    check_kind.Word("by", expression=True),
    *(check_kind.Word(name, check_kind.number) for name in ("min", "max", "least", "most")),
    *(check_kind.Word(name, _multiples) for name in ("sides", "duels", "average")),
    check_kind.Word("without", names=check_kind.FIELDS),
)
#: Ways to compare records; a check uses one, where `least` and `most` count as one.
_COMPARISONS = {"sides", "duels", "average", "least", "most"}


def _validate(target: tuple[str, ...], words: Mapping[str, Any]) -> check_kind.Problem | None:
    """The first broken rule: one question, with the words that belong to it."""
    if target != ("play",):
        return "needs something else than play", "write needs: play"
    if len(words.keys() & QUESTIONS.keys()) > 1:
        return "asks for several things", SPLIT
    limits = words.keys() & {"min", "max"}
    if "scores" in words and not limits:
        return "has no limit", "give it min or max"
    happens = "happens" in words
    if (
        (words.keys() & {*_QUALIFIERS_OF_HAPPENS} and not happens)
        or (limits and not happens and "scores" not in words)
        or ("to" in words and not happens and "lasts" not in words)
    ):
        return "does not say what happens", "give it happens: an event of the game"
    if words.keys() & {"where", *_QUALIFIERS_OF_HAPPENS} and "to" not in words:
        return "does not say to what it happens", "give it to: a component"
    # `least` and `most` together are the two limits of a single question.
    comparisons = {"least" if word == "most" else word for word in words.keys() & _COMPARISONS}
    if len(comparisons) > 1:
        return "asks for several things", SPLIT
    if limits and "to" in words:
        return "counts what it looks for in every record", SPLIT
    if ("same" in words) != ("without" in words):
        return "says half of what should be the same", "write same: an option, and without: component.field"
    return None


check_kind.CHECK_KINDS("needs")(
    check_kind.CheckKind("needs", check_kind.Target(), (*QUESTIONS.values(), *_OTHER_WORDS), None, validate=_validate)
)
