"""The invariants that a game declares in `game.yaml`: how they are written. `pawprint.check` evaluates them."""

from collections.abc import Collection, Iterator
from typing import Any, NamedTuple

from pawprint.catalog.editions import is_edition
from pawprint.catalog.fields import Field
from pawprint.core.diagnostics import Findings, Severity
from pawprint.core.registry import suggest
from pawprint.core.source import Span
from pawprint.yamlio import scalars
from pawprint.yamlio.field_reader import FieldReader
from pawprint.yamlio.reader import MappingNode, Node, SequenceNode

#: What `source:` of an `attested` check and of a source may be.
SOURCE_KINDS = ("seed", "external", "designed")

_LIMITS = ("equals", "min", "max")
#: The word that says what a check does -> the words that go with it. The first form that a check names is its own.
FORMS: dict[str, tuple[str, ...]] = {
    "count": ("where", *_LIMITS),
    "sum": ("over", "where", *_LIMITS),
    "tally": ("by", "of", "where", *_LIMITS),
    "each": ("that", "where", "some", "none", "min", "max"),
    "some": ("that", "where", "min", "max"),
    "none": ("that", "where"),
    "pairs": ("that", "where"),
    "unique": ("where",),
    "acyclic": (),
    "values": ("include", "only"),
    "balance": ("of", "where", "within", "least", "most"),
    "curve": ("by", "of", "where", "goes"),
    "attested": ("source",),
    "origins": (),
    "expect": (),
    "needs": (
        "happens",
        "to",
        "where",
        "by",
        "min",
        "max",
        "least",
        "most",
        "sides",
        "duels",
        "never",
        "seats",
        "scores",
        "ends",
        "lasts",
        "repeats",
        "same",
        "without",
    ),
}
#: What a check that needs play may ask; one of them.
QUESTIONS = ("happens", "never", "seats", "scores", "ends", "lasts", "repeats", "same")
#: What can be asked for like an event, though it is none: what becomes of cards.
PLAYED = ("dealt", "offered", "used")
#: Forms whose target is one component or several, and of those the ones that are about one only.
_ABOUT_COMPONENTS = ("count", "tally", "some", "none", "pairs", "balance", "curve", "origins")
_ABOUT_ONE = ("sum", "each", "pairs", "acyclic", "values")
#: Forms whose target is a field.
_ABOUT_FIELDS = ("unique", "acyclic", "values")
#: Words without which a form says nothing, and what to write.
_NEEDED = {
    "sum": ("over", "does not say which components it adds up", "give it over: [...]"),
    "tally": ("by", "does not say what it sorts by", "give it by: a field, or two"),
    "each": ("that", "does not say what holds", "give it that: ..."),
    "some": ("that", "does not say what holds", "give it that: ..."),
    "none": ("that", "does not say what holds", "give it that: ..."),
    "pairs": ("that", "does not say what holds", "give it that: ..."),
    "balance": ("of", "does not say of what number", "give it of: a field or an expression"),
    "curve": ("by", "does not say along what it goes", "give it by: a field or an expression"),
}
#: Forms that need one word of a set.
_ONE_OF = {
    "count": (_LIMITS, "has no limit", "give it equals, min or max"),
    "sum": (_LIMITS, "has no limit", "give it equals, min or max"),
    "tally": (_LIMITS, "has no limit", "give it equals, min or max"),
    "values": (("include", "only"), "does not say which values", "give it include or only"),
    "balance": (("within", "least", "most"), "has no limit", "give it within, least or most"),
    "curve": (("goes",), "does not say where it goes", "give it goes: up or goes: down"),
}


class Cells(NamedTuple):
    """Numbers for the groups of a tally: by the values that make a group, each with its place."""

    numbers: dict[tuple[str, ...], tuple[float, Span]]


class Check(NamedTuple):
    """One declared invariant.

    Attributes:
        id: the game's own number for it, `FC-I-01`.
        form: a word of `FORMS`; *target* is what stands behind it, *words* the rest.
        about: one sentence for `check --list` and for the finding; may be empty.
        edition: the only one that it is about; every edition if empty.
    """

    id: str
    form: str
    target: tuple[str, ...]
    words: dict[str, Any]
    severity: Severity
    about: str
    node: MappingNode
    edition: str = ""

    @property
    def span(self) -> Span:
        """Where it is written."""
        return self.node.span

    def span_of(self, word: str, index: int) -> Span:
        """Where entry *index* of the list under *word* is written, or that which stands there instead of a list."""
        node = self.node.entries[word]
        return node.items[index].span if isinstance(node, SequenceNode) else node.span


def read_checks(take: FieldReader, findings: Findings) -> tuple[Check, ...]:
    """The list under `checks:`."""
    return tuple(check for node in take.items("checks") if (check := _read(node, findings)))


def _read(node: Node, findings: Findings) -> Check | None:
    """One check; None after a finding, since half a check says nothing."""
    before = findings.count
    take = FieldReader(node, "check", findings)
    if not isinstance(node, MappingNode):
        return None
    identity = take.text("id", required=True) or "?"
    take.what = f"check '{identity}'"
    severity = Severity(take.choice("severity", ("error", "warning")) or "error")
    about = take.text("about") or ""
    edition = take.text("edition") or ""
    form = next((word for word in FORMS if word in take), None)
    if form is None:
        help = f"give it one of {', '.join(FORMS)}"
        findings.add("bad-declaration", f"check '{identity}' does not say what it checks", node.span, help)
        return None
    target = take.texts(form, required=True)
    words: dict[str, Any] = {}
    for word in FORMS[form]:
        value = take.node_of(word)
        if value is not None:
            words[word] = _word(word, value, take, len(words.get("by", ())), findings)
    take.finish()
    if findings.count > before:
        return None
    problem, help = _problem(form, target, words)
    if problem:
        findings.add("bad-declaration", f"check '{identity}' {problem}", node.span, help)
        return None
    return Check(identity, form, target, words, severity, about, node, edition)


def _word(word: str, node: Node, take: FieldReader, depth: int, findings: Findings) -> Any:
    """The value of a word; *depth* is how many values make a group of a tally."""
    what = f"'{word}' of {take.what}"
    if word in _LIMITS and depth and isinstance(node, MappingNode):
        numbers: dict[tuple[str, ...], tuple[float, Span]] = {}
        _cells(node, (), depth, what, numbers, findings)
        return Cells(numbers)
    if word in (*_LIMITS, "within", "least", "most", "seats", "sides", "duels"):
        return scalars.number(node, what, findings)
    if word == "ends":
        return scalars.integer(node, what, findings, 1)
    if word in ("repeats", "scores"):
        return scalars.choice(node, what, findings, ("games",) if word == "repeats" else ("mean",))
    if word in ("where", "of"):
        return scalars.text(node, what, findings)
    if word == "source":
        return scalars.choice(node, what, findings, SOURCE_KINDS)
    if word == "goes":
        return scalars.choice(node, what, findings, ("up", "down"))
    return take.texts(word)


def _cells(
    node: Node,
    group: tuple[str, ...],
    depth: int,
    what: str,
    numbers: dict[tuple[str, ...], tuple[float, Span]],
    findings: Findings,
) -> None:
    """Fill *numbers* from a mapping of values, *depth* levels deep, to numbers."""
    if len(group) == depth:
        number = scalars.number(node, f"{what}.{'.'.join(group)}", findings)
        if number is not None:
            numbers[group] = number, node.span
    elif isinstance(node, MappingNode):
        for name, item in node.entries.items():
            _cells(item, (*group, name), depth, what, numbers, findings)
    else:
        help = "write one mapping in the other, in the order of by:"
        scalars.wrong_type(node, f"{what}.{'.'.join(group)}", "a mapping", findings, help)


def _problem(form: str, target: tuple[str, ...], words: dict[str, Any]) -> tuple[str, str]:
    """What makes no sense about a check, and what to do; two empty texts if it does."""
    if form == "needs" and target != ("play",):
        return "needs something else than play", "write needs: play"
    if form == "needs":
        return _asked(words)
    if not target and form != "attested":  # nothing may be attested
        return "does not say what it is about", f"name something after {form}:"
    if form in _NEEDED and not words.get(_NEEDED[form][0]):
        return _NEEDED[form][1:]
    if form in _ONE_OF and words.keys().isdisjoint(_ONE_OF[form][0]):
        return _ONE_OF[form][1:]
    if form == "curve" and "of" not in words:
        return "does not say of what number", "give it of: a field or an expression"
    if form in _ABOUT_ONE and len(target) > 1:
        return "is about several things", "write one check for each; they may share the id"
    if form == "unique" and len({name.partition(".")[0] for name in target}) > 1:
        return "is about fields of several components", "write one check for each; they may share the id"
    if form in _ABOUT_FIELDS and any("." not in name for name in target):
        return "does not name a field", f"write {form}: component.field"
    if form in _ABOUT_COMPONENTS and any("." in name for name in target):
        return "names a field where a component is meant", "name the component alone"
    if "some" in words and "none" in words:
        return "asks for some and for none", "write one check for each; they may share the id"
    if form == "each" and words.keys() & {"min", "max"} and "some" not in words:
        return "counts nothing", "min and max go with some: ..."
    return "", ""


def _asked(words: dict[str, Any]) -> tuple[str, str]:
    """What makes no sense about a check that needs play, and what to do; two empty texts if it does."""
    if len(words.keys() & {*QUESTIONS}) > 1:
        return "asks for several things", "write one check for each; they may share the id"
    limits = words.keys() & {"min", "max"}
    if "scores" in words and not limits:
        return "has no limit", "give it min or max"
    if words.keys() & {"by", "sides", "duels", "least", "most"} and "happens" not in words:
        return "does not say what happens", "give it happens: an event of the game"
    if limits and words.keys().isdisjoint(("happens", "scores")):
        return "does not say what happens", "give it happens: an event of the game"
    if "to" in words and words.keys().isdisjoint(("happens", "lasts")):
        return "does not say what happens", "give it happens: an event of the game"
    if words.keys() & {"where", "by", "sides", "duels", "least", "most"} and "to" not in words:
        return "does not say to what it happens", "give it to: a component"
    if len(words.keys() & {"sides", "duels", "least"}) + ("most" in words and "least" not in words) > 1:
        return "asks for several things", "write one check for each; they may share the id"
    if limits and "to" in words:
        return "counts what it looks for in every record", "write one check for each; they may share the id"
    if ("same" in words) is not ("without" in words):
        return "says half of what should be the same", "write same: an option, and without: component.field"
    if any("." not in name for name in words.get("without", ())):
        return "does not name a field", "write without: component.field"
    return "", ""


def check_targets(
    checks: tuple[Check, ...], components: dict[str, Any], editions: Collection[str], findings: Findings
) -> tuple[Check, ...]:
    """The checks that name only components, fields and editions which the game has. The others are findings."""
    return tuple(
        check
        for check in checks
        if all(_is_there(check, *names, components, findings) for names in _names(check))
        and (
            not check.edition
            or is_edition(check.edition, f"check '{check.id}'", check.node.entries["edition"].span, editions, findings)
        )
    )


def _names(check: Check) -> Iterator[tuple[str, Span, str, Span]]:
    """Components that a check names, each with a field of it or an empty text, and where both are written."""
    if check.form in ("attested", "expect"):
        return
    if check.form == "needs":
        for index, name in enumerate(check.words.get("to", ())):
            at = check.span_of("to", index)
            yield name, at, "", at
        for index, name in enumerate(check.words.get("without", ())):
            component, dot, field = name.partition(".")
            at = check.span_of("without", index)
            yield component, at.within(0, len(component)), field, at.within(len(component + dot), len(name))
        return
    if check.form == "sum":
        field, at = check.target[0], check.span_of("sum", 0)
        for index, name in enumerate(check.words["over"]):
            yield name, check.span_of("over", index), field, at
        return
    for index, name in enumerate(check.target):
        component, dot, field = name.partition(".")
        at = check.span_of(check.form, index)
        yield component, at.within(0, len(component)), field, at.within(len(component + dot), len(name))
    for word in ("some", "none") if check.form == "each" else ():
        for index, name in enumerate(check.words.get(word, ())):
            at = check.span_of(word, index)
            yield name, at, "", at


def _is_there(
    check: Check, component: str, at: Span, path: str, path_at: Span, components: dict[str, Any], findings: Findings
) -> bool:
    if component not in components:
        findings.add(
            "unknown-component",
            f"check '{check.id}' names the component '{component}', which the game does not have",
            at,
            suggest(component, components, "components are"),
        )
        return False
    if not path or path in ("id", "copies") or not components[component].valid:
        return True
    fields: Any = components[component].fields
    field: Field | None = None
    for number, step in enumerate(path.split(".")):
        if step not in fields:
            whose = f"'{field.name}' of the {component}" if field else f"the {component}"
            findings.add(
                "unknown-field",
                f"check '{check.id}' names the field '{step}', which {whose} {'does' if field else 'do'} not have",
                path_at,
                suggest(step, fields if number else [*fields, "copies"], "fields are")
                if fields
                else "it has no fields inside",
            )
            return False
        field = fields[step]
        fields = field.inner
    if check.form == "acyclic" and field and (field.derived or not field.refers):
        findings.add(
            "bad-declaration",
            f"check '{check.id}' follows the field '{path}', which does not refer to anything",
            path_at,
            "name a field of type ref, or a list of them",
        )
        return False
    return True
