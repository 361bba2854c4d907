"""What `rules.yaml` declares, as it is read: frozen, and every part knows where it was written."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from pawprint.core.source import Source, Span
from pawprint.play._zone_state import Zone
from pawprint.play.engine import Option, RuleNumber
from pawprint.source.reader import MappingNode, Node, ScalarNode

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
    """

    verb: str
    parts: Mapping[str, Any]
    node: Node
    rule: str = ""

    @property
    def span(self) -> Span:
        return self.node.span

    def steps(self) -> Iterator["tuple[RuleStep, ...]"]:
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
        exact: whether *among* is the only thing that can be chosen.
        refusal: the words for what cannot be chosen; empty for usual ones.
    """

    name: str
    among: RuleText | None
    exact: bool
    least: RuleText | None
    most: RuleText | None
    optional: bool
    needs: tuple[ActionCondition, ...]
    refusal: Words
    rule: str
    node: Node


class ActionSpec(NamedTuple):
    """What a player may do.

    Attributes:
        says: words of a button, with `{choice}` where a choice is named; empty for the name with its choices.
        before: conditions that come before any choice.
        written: how logs and scenarios write it, with `{choice}`.
        without: the same if nothing is chosen; may be empty.
        used: the cards that reports count as used; None for those that are chosen.
        worth: how it changes the points of the player; None if only doing it shows that.
        loser: the player who loses as many points; None if nobody does.
    """

    name: str
    choices: tuple[Choice, ...]
    before: tuple[ActionCondition, ...]
    needs: tuple[ActionCondition, ...]
    steps: tuple[RuleStep, ...]
    says: Words
    written: str
    without: str
    used: RuleText | None
    worth: RuleText | None
    rule: str
    node: Node
    loser: RuleText | None = None


class GridSpec(NamedTuple):
    """Places in rows and columns.

    Attributes:
        turned: a condition on `card`: whether nobody knows how it is turned while it lies face down; None for no card.
    """

    rows: int
    columns: int
    turned: RuleText | None


class ZoneSpec(NamedTuple):
    """A place for pieces.

    Attributes:
        refill: the zone that is shuffled into it when it is empty and a card is to be drawn; may be empty.
        forest: whether its cards lie on each other.
        tokens: of a forest, the value that counts the tokens of each player which do not lie on a card; may be empty.
        different: of a part of a group, whether it never has two cards of a kind.
        parts, counters: what each of its groups has, if it has groups in place of cards; else both are empty.
        words: the words for each of which there is one.
        remembers: whether players know the places of cards that they have put there, although nobody sees them.
    """

    name: str
    seen: str
    each: bool
    pile: bool
    holds: tuple[str, ...]
    refill: str
    titles: Words
    forest: bool
    tokens: str
    different: bool
    parts: "Mapping[str, ZoneSpec]"
    counters: "Mapping[str, ValueSpec]"
    node: Node
    grid: GridSpec | None = None
    words: tuple[str, ...] = ()
    remembers: bool = False

    def places(self, players: int) -> int:
        """How many of it there are."""
        return players if self.each else len(self.words) or 1

    @property
    def grouped(self) -> bool:
        """Whether it has groups in place of cards."""
        return bool(self.parts or self.counters)


class ValueSpec(NamedTuple):
    """A number, a word, a player or a card that the rules remember.

    Attributes:
        pairs: whether each player has one for each player.
        kind: a kind of `RuleType`, or a list of words; empty for that of *start*.
        over: what there is one for each of, if not only for each player: names of lists of words, components, `player`.
        titles: what the table calls it; it does not show values without.
    """

    name: str
    start: RuleText
    each: bool
    pairs: bool
    kind: str
    titles: Words
    node: Node
    over: tuple[str, ...] = ()


class Definition(NamedTuple):
    """A condition or an amount with a name: *body* is its text; or steps with a name."""

    name: str
    parameters: tuple[str, ...]
    body: RuleText
    steps: tuple[RuleStep, ...]
    node: Node

    @property
    def written(self) -> str:
        """The name with its parameters, as in `eats(card)`."""
        return f"{self.name}({', '.join(self.parameters)})" if self.parameters else self.name


class CallSpec(NamedTuple):
    """A function in Python that rules call.

    Attributes:
        parameters: the names of the values that it gets besides the game.
        gives: a kind of `RuleType`, of what is in a list if it gives *several*; empty if it is only a step.
        reads, changes: the zones and values that it looks at, and that it changes.
    """

    name: str
    parameters: tuple[str, ...]
    gives: str
    several: bool
    reads: tuple[str, ...]
    changes: tuple[str, ...]
    node: Node

    @property
    def written(self) -> str:
        """The name with its parameters, as in `worth(card)`."""
        return f"{self.name}({', '.join(self.parameters)})"


class OwnSentence(NamedTuple):
    """A sentence of the author, in place of the one that is made of a rule or an action."""

    words: Words
    node: Node


class Specification(NamedTuple):
    """The rules of a game.

    Attributes:
        outlook: the function that says how actions change the scores; may be empty.
        words: list of words -> its words, in order.
        names: zone, value, choice, field, definition or steps -> what sentences call it.
        sentences: number of a rule, or action -> the author's sentence.
    """

    source: Source
    node: MappingNode
    players: range
    longest: int
    lowest_wins: bool
    components: tuple[str, ...]
    words: Mapping[str, tuple[str, ...]]
    zones: Mapping[str, ZoneSpec]
    values: Mapping[str, ValueSpec]
    numbers: Mapping[str, RuleNumber]
    options: Mapping[str, Option]
    editions: Mapping[str, Mapping[str, Any]]
    definitions: Mapping[str, Definition]
    calls: Mapping[str, CallSpec]
    steps: Mapping[str, Definition]
    actions: Mapping[str, ActionSpec]
    setup: tuple[RuleStep, ...]
    play: tuple[RuleStep, ...]
    at_end: tuple[RuleStep, ...]
    score: RuleText | None
    outlook: str
    rank: tuple[RuleText, ...]
    together: RuleText | None
    team: RuleText | None
    invariants: tuple[ActionCondition, ...]
    names: Mapping[str, Words]
    sentences: Mapping[str, OwnSentence]
    implements: tuple[str, ...]

    @property
    def all_zones(self) -> Mapping[str, ZoneSpec]:
        """The zones by name, and the parts of groups by names such as `species.traits`."""
        parts = {f"{zone.name}.{part.name}": part for zone in self.zones.values() for part in zone.parts.values()}
        return {**self.zones, **parts}

    @property
    def table_zones(self) -> tuple[Zone, ...]:
        return tuple(
            Zone(
                zone.name,
                zone.seen,
                zone.each,
                {name or "en": text for name, text in zone.titles.items()},
                zone.pile,
                zone.words,
            )
            for zone in self.zones.values()
        )

    def all_steps(self) -> Iterator[RuleStep]:
        """Every step of the file, also within others; not those of cards."""
        queue = [*self.setup, *self.play, *self.at_end]
        for definition in self.steps.values():
            queue += definition.steps
        for action in self.actions.values():
            queue += action.steps
        while queue:
            step = queue.pop()
            yield step
            queue += (inner for steps in step.steps() for inner in steps)

    def place(self, *path: str) -> Span:
        """Where the value at *path* is written in the file; of the last step that is there."""
        node: Node = self.node
        for step in path:
            inner = node.get(step) if isinstance(node, MappingNode) else None
            if inner is None:
                break
            node = inner
        return node.span
