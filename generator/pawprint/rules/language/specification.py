"""What `rules.yaml` declares, as it is read: frozen, and every part knows where it was written."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from pawprint.core.source import Source, Span
from pawprint.rules.engine import Option, RuleNumber
from pawprint.yamlio.reader import MappingNode, Node, ScalarNode

#: Language -> words.
Words = Mapping[str, str]


class RuleText(NamedTuple):
    """An expression as it is written."""

    text: str
    node: Node

    def span(self, start: int = 0, end: int | None = None) -> Span:
        """Where the characters from *start* to *end* of it are written; all of it where that is not known."""
        whole = self.node.span
        if not isinstance(self.node, ScalarNode) or (start == 0 and end is None):
            return whole
        written = whole.source.text[whole.start : whole.end]
        skipped = 1 if self.node.quoted else 0
        if written[skipped : skipped + len(self.text)] != self.text:  # a folded text, or one with escapes
            return whole
        begin = whole.start + skipped
        return Span(whole.source, begin + start, begin + (len(self.text) if end is None else end))


class RuleStep(NamedTuple):
    """One step: its verb, and what stands with it.

    Attributes:
        verb: a key of `STEP_WORDS`.
        parts: word -> what is written there, read: `RuleText`, `tuple[RuleStep, ...]`, a text, or a mapping of these.
        rule: the number of its rule; may be empty.
    """

    verb: str
    parts: Mapping[str, Any]
    node: Node
    rule: str = ""

    def steps(self) -> Iterator["tuple[RuleStep, ...]"]:
        """The lists of steps inside it."""
        for part in self.parts.values():
            if isinstance(part, tuple) and part and isinstance(part[0], RuleStep):
                yield part


class ActionCondition(NamedTuple):
    """A condition of an action.

    Attributes:
        refusal: the words for an action that breaks it; empty for usual ones.
    """

    that: RuleText
    refusal: Words
    rule: str


class Choice(NamedTuple):
    """What a player chooses for an action.

    Attributes:
        among: a list of cards, players or words; None for a number.
        least, most: the limits of a number.
        optional: whether nothing may be chosen.
        needs: conditions of this choice alone.
    """

    name: str
    among: RuleText | None
    least: RuleText | None
    most: RuleText | None
    optional: bool
    needs: tuple[ActionCondition, ...]
    rule: str
    node: Node


class ActionSpec(NamedTuple):
    """What a player may do.

    Attributes:
        says: words of a button, with `{choice}` where a choice is named; empty for the name with its choices.
        written: how logs and scenarios write it, with `{choice}`.
    """

    name: str
    choices: tuple[Choice, ...]
    needs: tuple[ActionCondition, ...]
    steps: tuple[RuleStep, ...]
    says: Words
    written: str
    rule: str
    node: Node


class ZoneSpec(NamedTuple):
    """A place for pieces.

    Attributes:
        holds: the components whose pieces begin in it; empty for any.
        refill: the zone that is shuffled into it when it is empty and a card is to be drawn; may be empty.
    """

    name: str
    seen: str
    each: bool
    pile: bool
    holds: tuple[str, ...]
    refill: str
    titles: Words
    node: Node


class ValueSpec(NamedTuple):
    """A number, a word, a player or a card that the rules remember.

    Attributes:
        start: its value at the beginning.
        kind: a kind of `RuleType`; empty for that of *start*.
        titles: what the table calls it; it does not show values without.
    """

    name: str
    start: RuleText
    each: bool
    kind: str
    titles: Words
    node: Node


class Definition(NamedTuple):
    """A condition or an amount with a name: *body* is its text; or steps with a name."""

    name: str
    parameters: tuple[str, ...]
    body: RuleText
    steps: tuple[RuleStep, ...]
    node: Node


class Specification(NamedTuple):
    """The rules of a game."""

    source: Source
    node: MappingNode
    players: range
    longest: int
    lowest_wins: bool
    components: tuple[str, ...]
    zones: Mapping[str, ZoneSpec]
    values: Mapping[str, ValueSpec]
    numbers: Mapping[str, RuleNumber]
    options: Mapping[str, Option]
    editions: Mapping[str, Mapping[str, Any]]
    definitions: Mapping[str, Definition]
    steps: Mapping[str, Definition]
    actions: Mapping[str, ActionSpec]
    setup: tuple[RuleStep, ...]
    play: tuple[RuleStep, ...]
    at_end: tuple[RuleStep, ...]
    score: RuleText | None
    rank: tuple[RuleText, ...]
    together: RuleText | None
    team: RuleText | None
    invariants: tuple[ActionCondition, ...]
    implements: tuple[str, ...]
