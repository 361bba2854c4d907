"""The invariants that a game declares in `game.yaml`: how they are written. `pawprint.check` evaluates them."""

from dataclasses import dataclass
from typing import Any

from pawprint.base import scalars
from pawprint.base.diagnostic import Findings, Severity
from pawprint.base.reader import Node, Scalar
from pawprint.base.registry import suggest
from pawprint.base.source import Span
from pawprint.base.take import Take

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


@dataclass(frozen=True, slots=True)
class Check:
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
    span: Span


def read_checks(take: Take, findings: Findings) -> tuple[Check, ...]:
    """The list under `checks:`."""
    checks: list[Check] = []
    seen: dict[tuple[str, str], Span] = {}
    for node in take.items("checks"):
        check = _read(node, findings)
        if check is None:
            continue
        checks.append(check)
        seen[check.id, check.form] = check.span
    return tuple(checks)


def _read(node: Node, findings: Findings) -> Check | None:
    take = Take(node, "check", findings)
    if not take.ok or take.span is None:
        return None
    identity = take.text("id", required=True) or "?"
    take.what = f"check '{identity}'"
    severity = Severity(take.choice("severity", ("error", "warning")) or "error")
    about = take.text("about") or ""
    form = next((word for word in FORMS if word in take), None)
    if form is None:
        findings.add(
            "bad-declaration",
            f"check '{identity}' does not say what it checks",
            take.span,
            f"give one of {', '.join(FORMS)}",
        )
        return None
    target = take.texts(form)
    words: dict[str, Any] = {}
    for word in FORMS[form]:
        value = take.node_of(word)
        if value is not None:
            words[word] = _word(word, value, take.what, findings)
    take.finish()
    if form in ("count", "sum") and not words.keys() & {"equals", "min", "max"}:
        findings.add("bad-declaration", f"check '{identity}' has no limit", take.span, "give it equals, min or max")
        return None
    if form == "each" and "that" not in words:
        findings.add("bad-declaration", f"check '{identity}' does not say what holds", take.span, "give it that: ...")
        return None
    if form == "sum":
        words["over"] = words.get("over") or ()
    return Check(identity, form, target, words, severity, about, take.span)


def _word(word: str, node: Node, what: str, findings: Findings) -> Any:
    if word in ("equals", "min", "max"):
        return scalars.number(node, f"'{word}' of {what}", findings)
    if word in ("that", "where", "source"):
        return scalars.text(node, f"'{word}' of {what}", findings) or ""
    items = node.items if hasattr(node, "items") else [node]
    return tuple(item.text for item in items if isinstance(item, Scalar))


def check_targets(checks: tuple[Check, ...], components: dict[str, Any], findings: Findings) -> None:
    """Report checks that name components or fields which the game does not have."""
    for check in checks:
        names = check.words.get("over", ()) if check.form == "sum" else check.target
        if check.form in ("attested", "expect", "origins"):
            continue
        for name in names:
            component, _, field = name.partition(".")
            if component not in components:
                findings.add(
                    "unknown-component",
                    f"check '{check.id}' names the component '{component}', which the game does not have",
                    check.span,
                    suggest(component, components),
                )
            elif field and field not in components[component].fields and field not in ("id", "copies"):
                findings.add(
                    "unknown-field",
                    f"check '{check.id}' names the field '{field}', which the {component} do not have",
                    check.span,
                    suggest(field, components[component].fields),
                )
