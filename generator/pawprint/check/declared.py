"""Evaluates the invariants that a game declares in `game.yaml`; see `docs/checks.md` for how they are written.

Each function takes the game and a check and returns what is wrong: (message, place) pairs, none if it holds.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from pawprint.base.diagnostic import Diagnostic, Findings
from pawprint.base.expression import ExpressionError, evaluate
from pawprint.base.registry import Registry
from pawprint.base.source import Span
from pawprint.catalog.checks import Check
from pawprint.catalog.model import Game, Record, View

Fault = tuple[str, Span]
Form = Callable[[Game, Check], Iterator[Fault]]

forms: Registry[Form] = Registry("check form")


@dataclass(frozen=True, slots=True)
class Result:
    """What became of one invariant: `ok` or `failed`."""

    id: str
    about: str
    status: str


def run(game: Game, findings: Findings) -> tuple[Result, ...]:
    """Evaluate every declared check of *game*; faults become findings `check-failed`.

    Several checks may carry the same id; the invariant holds when all of them do.
    """
    states: dict[str, Result] = {}
    for check in game.checks:
        form = forms.get(check.form)
        assert form is not None, f"check form '{check.form}' is read and not evaluated"
        try:
            faults = list(form(game, check))
        except ExpressionError as error:
            faults = [(f"the check cannot be evaluated: {error}", check.span)]
        for message, span in faults:
            about = f" ({check.about})" if check.about else ""
            findings.extend(
                [Diagnostic("check-failed", check.severity, f"{check.id}: {message}{about}", span, "", check.id)]
            )
        before = states.get(check.id)
        failed = bool(faults) or (before is not None and before.status == "failed")
        about = before.about if before and before.about else check.about
        states[check.id] = Result(check.id, about, "failed" if failed else "ok")
    return tuple(states.values())


@forms("count")
def _count(game: Game, check: Check) -> Iterator[Fault]:
    """`count: organisms` - how many records there are."""
    records = _chosen(game, check.target, check)
    yield from _limits(len(records), f"there are {len(records)} {_and(check.target)}", check)


@forms("sum")
def _sum(game: Game, check: Check) -> Iterator[Fault]:
    """`sum: copies`, `over: [organisms]` - a number added up over records."""
    field = check.target[0] if check.target else "copies"
    total = 0
    for record in _chosen(game, check.words["over"], check):
        value = record.copies if field == "copies" else record.values.get(field)
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            total += value  # type: ignore[assignment]
    yield from _limits(total, f"the sum of {field} over {_and(check.words['over'])} is {total:g}", check)


@forms("each")
def _each(game: Game, check: Check) -> Iterator[Fault]:
    """`each: organisms.prey`, `that: "level >= prey.level"` - something holds for every record, or entry of its list."""
    component, _, field = check.target[0].partition(".")
    for record in _chosen(game, (component,), check):
        fields = _fields(game, record)
        if not field:
            if not evaluate(check.words["that"], fields):
                yield f"'{record.id}' does not satisfy {check.words['that']}", record.span("id")
            continue
        value = fields.get(field)
        items = value if isinstance(value, tuple) else () if value is None else (value,)
        for index, item in enumerate(items):
            if not evaluate(check.words["that"], {**fields, field: item}):
                span = record.span(field, index)
                yield f"'{record.id}' with {field} '{item}' does not satisfy {check.words['that']}", span


@forms("unique")
def _unique(game: Game, check: Check) -> Iterator[Fault]:
    """`unique: organisms.name` - no two records have the same value; within a list, no value twice."""
    component, _, field = check.target[0].partition(".")
    seen: dict[Any, Record] = {}
    for record in game.pieces(component):
        value = record.values.get(field)
        if isinstance(value, tuple):
            for index, item in enumerate(value):
                if item in value[:index]:
                    yield f"'{record.id}' has '{_name(item)}' twice in its {field}", record.span(field, index)
            continue
        key = tuple(value.items()) if isinstance(value, dict) else value
        if key in seen:
            yield f"'{record.id}' and '{seen[key].id}' have the same {field}", record.span(field)
        else:
            seen[key] = record


@forms("acyclic")
def _acyclic(game: Game, check: Check) -> Iterator[Fault]:
    """`acyclic: organisms.prey` - following the references never leads back."""
    component, _, field = check.target[0].partition(".")
    done: set[str] = set()

    def linked(record: Record) -> tuple[Record, ...]:
        value = record.values.get(field)
        items = value if isinstance(value, tuple) else (value,)
        return tuple(item for item in items if isinstance(item, Record))

    for start in game.pieces(component):
        trail: list[Record] = []
        stack: list[tuple[Record, Iterator[Record]]] = [(start, iter(linked(start)))] if start.id not in done else []
        if stack:
            trail.append(start)
        while stack:
            record, rest = stack[-1]
            following = next(rest, None)
            if following is None:
                done.add(record.id)
                stack.pop()
                trail.pop()
            elif following in trail:
                names = [one.id for one in [*trail[trail.index(following) :], following]]
                yield f"{field} goes in a circle: {' -> '.join(names)}", record.span(field)
                done.add(following.id)
            elif following.id not in done:
                trail.append(following)
                stack.append((following, iter(linked(following))))


@forms("values")
def _values(game: Game, check: Check) -> Iterator[Fault]:
    """`values: organisms.level`, `include: [1, 2]` and/or `only: [...]` - which values occur."""
    component, _, field = check.target[0].partition(".")
    occurring: dict[str, Record] = {}
    for record in game.pieces(component):
        value = record.values.get(field)
        for item in value if isinstance(value, tuple) else (value,):
            occurring.setdefault(_name(item), record)
    for wanted in check.words.get("include", ()):
        if wanted not in occurring:
            yield f"no record of {component} has the {field} {wanted}", check.span
    if "only" in check.words:
        for value, record in occurring.items():
            if value not in check.words["only"]:
                yield f"'{record.id}' has the {field} {value}", record.span(field)


@forms("origins")
def _origins(game: Game, check: Check) -> Iterator[Fault]:
    """`origins: [organisms]` - every fact of these records says where it comes from."""
    for record in _chosen(game, check.target, check):
        if not record.origin.default:
            missing = [name for name in record.values if name not in record.origin.fields]
            if missing or not record.origin.fields:
                yield (
                    f"'{record.id}' does not say where its {_and(missing[:4]) or 'facts'} come from",
                    record.span("id"),
                )


@forms("attested")
def _attested(game: Game, check: Check) -> Iterator[Fault]:
    """`attested: [toad, toad.level, boar.prey.snail]`, `source: seed` - exactly these facts are claimed of the
    sources of that kind: none more, none less."""
    kind = check.words.get("source", "seed")
    names = {source.name for source in game.sources.values() if source.kind == kind}
    allowed = set(check.target)
    claimed: set[str] = set()
    for record in game.all_records:
        if record.origin.default in names:
            claimed.add(record.id)
            if record.id not in allowed:
                yield (
                    f"all of '{record.id}' is said to come from {record.origin.default}, which does not have it",
                    record.span("origin"),
                )
        for path, source in record.origin.fields.items():
            if source not in names:
                continue
            fact = f"{record.id}.{path}"
            claimed.add(fact)
            if fact not in allowed:
                yield f"'{fact}' is said to come from {source}, which does not have it", record.span("origin", path)
    for fact in check.target:
        if fact not in claimed:
            yield f"'{fact}' is attested, and the catalog does not say so", check.span


@forms("expect")
def _expect(game: Game, check: Check) -> Iterator[Fault]:
    """`expect: "organisms|length == 12"` - an expression over all components, each a list of records."""
    fields: dict[str, Any] = {
        name.replace("-", "_"): tuple(View(record, game.languages[0]) for record in game.pieces(name))
        for name in game.components
    }
    fields.update({name: fact for name, fact in game.facts.items() if fact is not None})
    for expression in check.target:
        if not evaluate(expression, fields):
            yield f"{expression} does not hold", check.span


def _chosen(game: Game, components: Iterable[str], check: Check) -> list[Record]:
    where = check.words.get("where")
    records = [record for name in components for record in game.pieces(name)]
    return [record for record in records if evaluate(where, _fields(game, record))] if where else records


def _fields(game: Game, record: Record) -> dict[str, Any]:
    return View(record, game.languages[0]).fields()


def _limits(value: float, sentence: str, check: Check) -> Iterator[Fault]:
    words = check.words
    if words.get("equals") is not None and value != words["equals"]:
        yield f"{sentence}; it should be {words['equals']:g}", check.span
    if words.get("min") is not None and value < words["min"]:
        yield f"{sentence}; it should be at least {words['min']:g}", check.span
    if words.get("max") is not None and value > words["max"]:
        yield f"{sentence}; it should be at most {words['max']:g}", check.span


def _name(value: Any) -> str:
    return value.id if isinstance(value, Record) else str(value)


def _and(names: Iterable[str]) -> str:
    names = list(names)
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names)
