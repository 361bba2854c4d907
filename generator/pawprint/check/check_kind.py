"""Checks, and the kinds of checks: each is declared once, with its words and its evaluation."""

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from pawprint.core.diagnostics import Findings, Severity
from pawprint.core.registry import Registry
from pawprint.core.source import Span
from pawprint.source import scalars
from pawprint.source.reader import MappingNode, Node, SequenceNode

if TYPE_CHECKING:
    from pawprint.check.scope import CheckScope

#: What a word or a target names: nothing that the catalog declares, components, fields (`component.field`), either, or
#: a field of the components under `over`.
NOTHING, COMPONENTS, FIELDS, EITHER, FIELD_OF_OVER = "", "components", "fields", "either", "over"

#: A problem of a declaration, and what to do about it.
Problem = tuple[str, str]
#: (message, place) of what breaks an invariant.
Fault = tuple[str, Span]
#: (node, subject for messages, findings, words read before) -> value.
WordReader = Callable[[Node, str, Findings, Mapping[str, Any]], Any]


def texts(node: Node, subject: str, findings: Findings, words: Mapping[str, Any]) -> tuple[str, ...]:
    """A list of texts, or one text alone."""
    return scalars.texts(node, subject, findings)


def text(node: Node, subject: str, findings: Findings, words: Mapping[str, Any]) -> str | None:
    """A text."""
    return scalars.text(node, subject, findings)


def number(node: Node, subject: str, findings: Findings, words: Mapping[str, Any]) -> float | None:
    """A number."""
    return scalars.number(node, subject, findings)


def one_of(*choices: str) -> WordReader:
    """One of *choices*."""
    return lambda node, subject, findings, words: scalars.choice(node, subject, findings, choices)


class Word(NamedTuple):
    """A word of a kind of check.

    Attributes:
        expression: True if its texts are expressions, which may look at every record.
        names: the things that its texts name, `COMPONENTS` or `FIELDS`.
        missing: the problem of a check without it; None for an optional word.
    """

    name: str
    read: WordReader = texts
    expression: bool = False
    names: str = NOTHING
    missing: Problem | None = None


class Target(NamedTuple):
    """The names that follow the name of the kind.

    Attributes:
        single: True for exactly one name.
        refers: True if the field must refer to records.
        optional: True if there may be no name.
    """

    names: str = NOTHING
    single: bool = False
    refers: bool = False
    optional: bool = False


class CheckKind(NamedTuple):
    """A kind of check, all in one place.

    Attributes:
        one_of: words of which one must be there, and the problem of a check without any.
        validate: finds what else makes no sense in (target, words).
        evaluate: yields the faults of a check in a game; None if only playing can tell.
    """

    name: str
    target: Target
    words: tuple[Word, ...]
    evaluate: "Callable[[CheckScope, Check], Iterator[Fault]] | None"
    one_of: tuple[tuple[str, ...], Problem] | None = None
    validate: Callable[[tuple[str, ...], Mapping[str, Any]], Problem | None] | None = None


#: In the order in which messages list them. The first kind that a check names is its own.
CHECK_KINDS: Registry[CheckKind] = Registry("kind of check", "pawprint.checks")
CHECK_KINDS.accept(CheckKind, instances=True)


def check_kind(
    name: str,
    target: Target,
    *words: Word,
    one_of: tuple[tuple[str, ...], Problem] | None = None,
    validate: Callable[[tuple[str, ...], Mapping[str, Any]], Problem | None] | None = None,
) -> "Callable[[Callable[[CheckScope, Check], Iterator[Fault]]], Callable[[CheckScope, Check], Iterator[Fault]]]":
    """Declare the decorated function as the evaluation of a kind; see `CheckKind`."""

    def register(
        evaluate: "Callable[[CheckScope, Check], Iterator[Fault]]",
    ) -> "Callable[[CheckScope, Check], Iterator[Fault]]":
        CHECK_KINDS(name)(CheckKind(name, target, words, evaluate, one_of, validate))
        return evaluate

    return register


class Check(NamedTuple):
    """One declared invariant.

    Attributes:
        id: the game's own number for it, `FC-I-01`.
        about: one sentence for `check --list` and for the finding; may be empty.
        edition: the only edition that it is about; every edition if empty.
    """

    id: str
    kind: CheckKind
    target: tuple[str, ...]
    words: dict[str, Any]
    severity: Severity
    about: str
    node: MappingNode
    edition: str = ""

    @property
    def span(self) -> Span:
        return self.node.span

    @property
    def needs_play(self) -> bool:
        """True if only games can show that it holds."""
        return self.kind.evaluate is None

    def span_of(self, word: str, index: int) -> Span:
        """Where entry *index* of the list under *word* is written, or the single value there."""
        node = self.node.entries[word]
        return node.items[index].span if isinstance(node, SequenceNode) else node.span

    def names(self) -> Iterator[tuple[str, Span, str, Span]]:
        """The components that it names, each with a field of it or an empty text, and where both are written."""
        target = self.kind.target.names
        if target == FIELD_OF_OVER:
            for index, name in enumerate(self.words["over"]):
                yield name, self.span_of("over", index), self.target[0], self.span_of(self.kind.name, 0)
        elif target != NOTHING:
            yield from self._names_in(self.kind.name, self.target)
        for word in self.kind.words:
            if word.names != NOTHING:
                yield from self._names_in(word.name, self.words.get(word.name, ()))

    def _names_in(self, word: str, texts: tuple[str, ...]) -> Iterator[tuple[str, Span, str, Span]]:
        for index, name in enumerate(texts):
            component, dot, field = name.partition(".")
            span = self.span_of(word, index)
            yield component, span.within(0, len(component)), field, span.within(len(component + dot), len(name))
