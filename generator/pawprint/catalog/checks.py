"""The invariants that a game declares in `game.yaml`: how they are written. `pawprint.check` evaluates them."""

from typing import Any, NamedTuple

from pawprint.base import scalars
from pawprint.base.diagnostic import Findings, Severity
from pawprint.base.reader import Mapping, Node, Sequence
from pawprint.base.registry import suggest
from pawprint.base.source import Span
from pawprint.base.take import Take
from pawprint.catalog.fields import Ref
from pawprint.catalog.references import inside

#: What `source:` of an `attested` check and of a source may be.
SOURCE_KINDS = ("seed", "external", "designed")

#: The word that says what a check does -> the words that go with it.
FORMS: dict[str, tuple[str, ...]] = {
    "count": ("where", "equals", "min", "max"),
    "sum": ("over", "where", "equals", "min", "max"),
    "each": ("that", "where"),
    "unique": (),
    "acyclic": (),
    "values": ("include", "only"),
    "attested": ("source",),
    "origins": (),
    "expect": (),
}


class Check(NamedTuple):
    """One declared invariant.

    Attributes:
        id: the game's own number for it, `FC-I-01`.
        form: a word of `FORMS`; *target* is what stands behind it, *words* the rest.
        about: one sentence for `check --list` and for the finding; may be empty.
        needs: `play` for an invariant that only playing can test; it is listed and not evaluated.
    """

    id: str
    form: str
    target: tuple[str, ...]
    words: dict[str, Any]
    severity: Severity
    about: str
    node: Mapping

    @property
    def span(self) -> Span:
        """Where it is written."""
        return self.node.span

    def span_of(self, word: str, index: int) -> Span:
        """Where entry *index* of the list under *word* is written, or that which stands there instead of a list."""
        node = self.node.entries[word]
        return node.items[index].span if isinstance(node, Sequence) else node.span


def read_checks(take: Take, findings: Findings) -> tuple[Check, ...]:
    """The list under `checks:`."""
    return tuple(check for node in take.items("checks") if (check := _read(node, findings)))


def _read(node: Node, findings: Findings) -> Check | None:
    """One check; None after a finding, since half a check says nothing."""
    before = findings.noted
    take = Take(node, "check", findings)
    if not isinstance(node, Mapping):
        return None
    identity = take.text("id", required=True) or "?"
    take.what = f"check '{identity}'"
    severity = Severity(take.choice("severity", ("error", "warning")) or "error")
    about = take.text("about") or ""
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
            words[word] = _word(word, value, take, findings)
    take.finish()
    if findings.noted > before:
        return None
    problem, help = _problem(form, target, words)
    if problem:
        findings.add("bad-declaration", f"check '{identity}' {problem}", node.span, help)
        return None
    return Check(identity, form, target, words, severity, about, node)


def _problem(form: str, target: tuple[str, ...], words: dict[str, Any]) -> tuple[str, str]:
    """What makes no sense about a check, and what to do; two empty texts if it does."""
    if not target and form != "attested":  # nothing may be attested
        return "does not say what it is about", f"name something after {form}:"
    if form in ("count", "sum") and not words.keys() & {"equals", "min", "max"}:
        return "has no limit", "give it equals, min or max"
    if form == "sum" and not words.get("over"):
        return "does not say which components it adds up", "give it over: [...]"
    if form == "each" and "that" not in words:
        return "does not say what holds", "give it that: ..."
    if form == "values" and not words:
        return "does not say which values", "give it include or only"
    if form in ("sum", "each", "unique", "acyclic", "values") and len(target) > 1:
        return "is about several things", "write one check for each; they may share the id"
    if form in ("unique", "acyclic", "values") and "." not in target[0]:
        return "does not name a field", f"write {form}: component.field"
    if form in ("count", "origins") and any("." in name for name in target):
        return "names a field where components are counted", "name the component alone"
    return "", ""


def _word(word: str, node: Node, take: Take, findings: Findings) -> Any:
    what = f"'{word}' of {take.what}"
    if word in ("equals", "min", "max"):
        return scalars.number(node, what, findings)
    if word in ("that", "where"):
        return scalars.text(node, what, findings)
    if word == "source":
        return scalars.choice(node, what, findings, SOURCE_KINDS)
    return take.texts(word)


def check_targets(checks: tuple[Check, ...], components: dict[str, Any], findings: Findings) -> tuple[Check, ...]:
    """The checks that name only components and fields which the game has. The others are findings."""
    return tuple(check for check in checks if all(_is_there(check, *n, components, findings) for n in _names(check)))


def _names(check: Check) -> list[tuple[str, Span, str, Span]]:
    """Components that a check names, each with a field of it or an empty text, and where both are written."""
    if check.form in ("attested", "expect"):
        return []
    if check.form == "sum":
        field, at = check.target[0], check.span_of("sum", 0)
        return [(name, check.span_of("over", index), field, at) for index, name in enumerate(check.words["over"])]
    names = []
    for index, name in enumerate(check.target):
        component, dot, field = name.partition(".")
        at = check.span_of(check.form, index)
        names.append((component, at.within(0, len(component)), field, at.within(len(component + dot), len(name))))
    return names


def _is_there(
    check: Check, component: str, at: Span, field: str, field_at: Span, components: dict[str, Any], findings: Findings
) -> bool:
    if component not in components:
        findings.add(
            "unknown-component",
            f"check '{check.id}' names the component '{component}', which the game does not have",
            at,
            suggest(component, components, "components are"),
        )
        return False
    fields = components[component].fields
    if field and field not in fields and field not in ("id", "copies") and components[component].sound:
        findings.add(
            "unknown-field",
            f"check '{check.id}' names the field '{field}', which the {component} do not have",
            field_at,
            suggest(field, [*fields, "copies"], "fields are"),
        )
        return False
    if check.form == "acyclic" and field in fields and not any(isinstance(one, Ref) for one in inside(fields[field])):
        findings.add(
            "bad-declaration",
            f"check '{check.id}' follows the field '{field}', which does not refer to anything",
            field_at,
            "name a field of type ref, or a list of them",
        )
        return False
    return True
