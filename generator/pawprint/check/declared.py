"""Evaluates the invariants that a game declares in `game.yaml`; see `docs/checks.md` for how they are written.

Each function takes the game and a check and returns what is wrong: (message, place) pairs, none if it holds.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from pawprint.base.diagnostic import Findings
from pawprint.base.expression import ExpressionError, evaluate
from pawprint.base.registry import Registry
from pawprint.base.source import Span
from pawprint.catalog.checks import Check
from pawprint.catalog.model import Game, Record, View

Fault = tuple[str, Span]
Form = Callable[[Game, Check], Iterator[Fault]]

forms: Registry[Form] = Registry("check form")


class Result(NamedTuple):
    """What became of one invariant: a word of `STATUSES`."""

    id: str
    about: str
    status: str


#: What may become of an invariant; of several checks with one id the latter word counts.
STATUSES = (
    "not applicable",  # it is about another edition than those that are looked at
    "ok",
    "needs play",  # it cannot be told without playing the game
    "unknown",  # records are at fault that it is about
    "failed",
)


def run(game: Game, findings: Findings, edition: str = "") -> tuple[Result, ...]:
    """Evaluate every declared check of *game*; faults become findings `check-failed`.

    Several checks may carry the same id; the invariant holds when all of them do. A check that fails is not reported
    where records are at fault that it is about: it may hold once they are right.

    Args:
        edition: look at this one alone; at every edition of the game if empty.
    """
    states: dict[str, Result] = {}
    for check in game.checks:
        games = [one for one in game.each_edition(edition) if check.edition in ("", one.edition)]
        status = _status(games, check, findings) if games else "not applicable"
        before = states.get(check.id)
        about = before.about if before and before.about else check.about
        worst = max(status, before.status if before else STATUSES[0], key=STATUSES.index)
        states[check.id] = Result(check.id, about, worst)
    return tuple(states.values())


def _status(games: list[Game], check: Check, findings: Findings) -> str:
    """What becomes of *check* in *games*, the same one in several editions."""
    if check.form == "needs":
        return "needs play"
    form = forms.get(check.form)
    assert form is not None, f"check form '{check.form}' is read and not evaluated"
    about = f" ({check.about})" if check.about else ""
    game = games[0]
    faults: dict[Fault, list[str]] = {}
    try:
        for one in games:
            for fault in form(one, check):
                faults.setdefault(fault, []).append(one.edition)
    except _Unclear as error:
        if _doubtful(game, check):
            return "unknown"
        message = f"{check.id}: the check cannot be evaluated for {error.subject}: {error.cause}{about}"
        findings.add("bad-declaration", message, check.span_of(*error.word), error.cause.help, rule=check.id)
        return "failed"
    if faults and _doubtful(game, check):
        return "unknown"
    for (message, span), editions in faults.items():
        if len(editions) < len(games):
            message += f" in the edition '{editions[0]}'"
        if span.source is check.span.source:
            help = "change the records, or the check"
        else:
            help = f"the check is declared at {check.span}"
        findings.add(
            "check-failed", f"{check.id}: {message}{about}", span, help, severity=check.severity, rule=check.id
        )
    return "failed" if faults else "ok"


def _doubtful(game: Game, check: Check) -> bool:
    """Whether what *check* says may only follow from a fault in records, which has been found already."""
    named = {name.partition(".")[0] for name in (*check.target, *check.words.get("over", ()))}
    # An expression may look at everything, and so may references.
    everything = check.form in ("expect", "attested") or check.words.keys() & {"that", "where"}
    return any(everything or component in named for component, _ in game.unsound)


class _Unclear(Exception):
    """An expression that cannot be evaluated: for what, where it is written, and why."""

    def __init__(self, subject: str, word: tuple[str, int], cause: ExpressionError) -> None:
        self.subject, self.word, self.cause = subject, word, cause


def _holds(expression: str, fields: Mapping[str, Any], subject: str, word: str, index: int = 0) -> bool:
    try:
        return bool(evaluate(expression, fields))
    except ExpressionError as error:
        raise _Unclear(subject, (word, index), error) from None


@forms("count")
def _count(game: Game, check: Check) -> Iterator[Fault]:
    """`count: organisms` - how many records there are."""
    records = _chosen(game, check.target, check)
    yield from _limits(len(records), f"there are {len(records)} {_and(check.target)}", check)


@forms("sum")
def _sum(game: Game, check: Check) -> Iterator[Fault]:
    """`sum: copies`, `over: [organisms]` - a number added up over records."""
    field = check.target[0]
    values = [_value(game, record, field) for record in _chosen(game, check.words["over"], check)]
    # Ten decimals: more than anyone writes, and fewer than 0.1 + 0.2 gets wrong.
    total = round(math.fsum(value for value in values if isinstance(value, (int, float))), 10)
    yield from _limits(total, f"the sum of {field} over {_and(check.words['over'])} is {total:.15g}", check)


@forms("each")
def _each(game: Game, check: Check) -> Iterator[Fault]:
    """`each: organisms.prey`, `that: "level >= prey.level"` - it holds for every record, or entry of its list."""
    component, _, field = check.target[0].partition(".")
    for record in _chosen(game, (component,), check):
        fields = _fields(game, record)
        if not field:
            if not _holds(check.words["that"], fields, f"'{record.id}'", "that"):
                yield f"'{record.id}' does not satisfy {check.words['that']}", record.span("id")
            continue
        value = fields.get(field)
        items = value if isinstance(value, tuple) else () if value is None else (value,)
        for index, item in enumerate(items):
            if not _holds(check.words["that"], {**fields, field: item}, f"'{record.id}'", "that"):
                span = record.span(field, index)
                yield f"'{record.id}' with {field} '{item}' does not satisfy {check.words['that']}", span


@forms("unique")
def _unique(game: Game, check: Check) -> Iterator[Fault]:
    """`unique: organisms.name` - no two records have the same value; within a list, no value twice."""
    component, _, field = check.target[0].partition(".")
    seen: dict[Any, Record] = {}
    for record in game.pieces(component):
        value = _value(game, record, field)
        if value is None:
            continue
        if isinstance(value, tuple):
            for index, item in enumerate(value):
                if item in value[:index]:
                    yield f"'{record.id}' has '{_name(item)}' twice in its {field}", record.span(field, index)
            continue
        key = repr(value) if isinstance(value, dict) else value
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
        value = _value(game, record, field)
        for item in value if isinstance(value, tuple) else () if value is None else (value,):
            occurring.setdefault(_name(item), record)
    for index, wanted in enumerate(check.words.get("include", ())):
        if wanted not in occurring:
            yield f"no record of {component} has the {field} {wanted}", check.span_of("include", index)
    if "only" in check.words:
        for value, record in occurring.items():
            if value not in check.words["only"]:
                yield f"'{record.id}' has the {field} {value}", record.span(field)


@forms("origins")
def _origins(game: Game, check: Check) -> Iterator[Fault]:
    """`origins: [organisms]` - every fact of these records says where it comes from."""
    for record in _chosen(game, check.target, check):
        if not record.origin.default:
            fields = game.components[record.component].fields
            missing = [name for name, field in fields.items() if not field.derived and name not in record.origin.fields]
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
    for index, fact in enumerate(check.target):
        if fact not in claimed:
            yield f"'{fact}' is attested, and the catalog does not say so", check.span_of("attested", index)


@forms("expect")
def _expect(game: Game, check: Check) -> Iterator[Fault]:
    """`expect: "organisms|length == 12"` - an expression over all components, each a list of records."""
    fields: dict[str, Any] = {
        name.replace("-", "_"): tuple(View(record, game.languages[0], game.edition) for record in game.pieces(name))
        for name in game.components
    }
    fields.update({name: fact for name, fact in game.facts.items() if fact is not None})
    fields["edition"] = game.edition
    for index, expression in enumerate(check.target):
        if not _holds(expression, fields, "the game", "expect", index):
            yield f"{expression} does not hold", check.span_of("expect", index)


@forms("needs")
def _needs(game: Game, check: Check) -> Iterator[Fault]:
    """`needs: play` - nothing that could be told here; see `STATUSES`."""
    yield from ()


def _chosen(game: Game, components: Iterable[str], check: Check) -> list[Record]:
    where = check.words.get("where")
    records = [record for name in components for record in game.pieces(name)]
    if not where:
        return records
    return [record for record in records if _holds(where, _fields(game, record), f"'{record.id}'", "where")]


def _value(game: Game, record: Record, field: str) -> Any:
    """The value of a field, or of what every record has."""
    return {"id": record.id, "copies": record.copies_in(game.edition)}.get(field, record.values.get(field))


def _fields(game: Game, record: Record) -> dict[str, Any]:
    return {"edition": game.edition} | View(record, game.languages[0], game.edition).fields()


def _limits(value: float, sentence: str, check: Check) -> Iterator[Fault]:
    words = check.words
    if "equals" in words and value != words["equals"]:
        yield f"{sentence}; it should be {words['equals']:.15g}", check.span
    if "min" in words and value < words["min"]:
        yield f"{sentence}; it should be at least {words['min']:.15g}", check.span
    if "max" in words and value > words["max"]:
        yield f"{sentence}; it should be at most {words['max']:.15g}", check.span


def _name(value: Any) -> str:
    """*value* as one would write it in a check."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return f"{value:.15g}"
    return value.id if isinstance(value, Record) else str(value)


def _and(names: Iterable[str]) -> str:
    names = list(names)
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names)
