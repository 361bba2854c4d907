"""The forms of checks, one function each; `docs/checks.md` shows how they are written.

A form takes a game in one edition and a check, and gives what is wrong: (message, place) pairs, none if it holds.
"""

import itertools
import math
import statistics
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from pawprint.catalog.checks import Cells, Check
from pawprint.catalog.model import Record, Translated
from pawprint.check.scope import CheckScope
from pawprint.core.registry import Registry
from pawprint.core.source import Span

Fault = tuple[str, Span]
Form = Callable[[CheckScope, Check], Iterator[Fault]]

forms: Registry[Form] = Registry("check form")

#: More records than this are not named one by one beside the status of a check.
_FEW = 12
#: An expression of so many characters is not repeated in a message.
_LONG = 30


@forms("count")
def _count(sight: CheckScope, check: Check) -> Iterator[Fault]:
    """`count: organisms` - how many records there are."""
    number = len(sight.chosen(check.target, check))
    yield from _limits(number, f"there are {number} {_and(check.target)}", check)


@forms("sum")
def _sum(sight: CheckScope, check: Check) -> Iterator[Fault]:
    """`sum: copies`, `over: [organisms]` - a number added up over records."""
    field = check.target[0]
    total = _total(sight.field(record, field) for record in sight.chosen(check.words["over"], check))
    yield from _limits(total, f"the sum of {field} over {_and(check.words['over'])} is {total:.15g}", check)


@forms("tally")
def _tally(sight: CheckScope, check: Check) -> Iterator[Fault]:
    """`tally: creatures`, `by: [type, diet]`, `equals: {plant: {sun: 26}}` - how many of each sort there are."""
    by, of = check.words["by"], check.words.get("of")
    groups: dict[tuple[str, ...], list[float]] = {}
    for record in sight.chosen(check.target, check):
        number = 1.0 if of is None else sight.number(of, record, "of") or 0.0
        names = sight.names(record)
        sorts = [sight.value(one, names, f"'{record.id}'", "by", index) for index, one in enumerate(by)]
        for group in itertools.product(*[["none"] if sort is None else _entries(sort) for sort in sorts]):
            groups.setdefault(group, []).append(number)
    for word in ("equals", "min", "max"):
        wanted = check.words.get(word)
        if isinstance(wanted, Cells):
            cells = wanted.numbers
        else:
            cells = {} if wanted is None else dict.fromkeys(groups, (wanted, check.span))
        for group, (limit, span) in cells.items():
            total = _total(groups.get(group, ()))
            yield from _limit(word, total, limit, _sort(check, group, total), span)
        if word == "equals" and isinstance(wanted, Cells):
            for group in [group for group in groups if group not in cells]:
                total = _total(groups[group])
                span = check.node.entries["equals"].span
                yield from _limit(word, total, 0.0, _sort(check, group, total), span)


def _sort(check: Check, group: tuple[str, ...], total: float) -> str:
    """How one says how many there are in a group of a tally."""
    sorts = zip(check.words["by"], group, strict=True)
    what = f"{_and(check.target)} with {_and(f'{by} {value}' if len(by) < _LONG else value for by, value in sorts)}"
    if "of" in check.words:
        return f"the sum of {check.words['of']} over {what} is {total:.15g}"
    return f"there are {total:.15g} {what}"


@forms("each")
def _each(sight: CheckScope, check: Check) -> Iterator[Fault]:
    """`each: organisms.prey`, `that: "level >= prey.level"` - it holds for every record, or entry of its list; with
    `some` or `none`, together with one of the other records at least, or with none of them."""
    component, _, field = check.target[0].partition(".")
    for record in sight.chosen((component,), check):
        names = sight.names(record)
        if not field:
            yield from _holds(sight, check, record, names, f"'{record.id}'", record.span("id"))
            continue
        value = names.get(field)
        items = value if isinstance(value, tuple) else () if value is None else (value,)
        for index, item in enumerate(items):
            subject = f"'{record.id}' with {field} '{item}'"
            yield from _holds(sight, check, record, {**names, field: item}, subject, record.span(field, index))


def _holds(
    sight: CheckScope, check: Check, record: Record, names: dict[str, Any], subject: str, span: Span
) -> Iterator[Fault]:
    """What is wrong with one record, or one entry of it, as `each` sees it."""
    words = check.words
    that = _all_of(words["that"])
    if "some" not in words and "none" not in words:
        lacking = sight.lacking(check, names, f"'{record.id}'")
        if lacking:
            yield f"{subject} does not satisfy {lacking}", span
        return
    word = "some" if "some" in words else "none"
    others = [other for name in words[word] for other in sight.game.pieces(name) if other is not record]
    least, most = words.get("min", 0 if "max" in words else 1), words.get("max", math.inf)
    enough = least if most == math.inf else most + 1
    met: list[Record] = []
    for other in others:
        pair = f"'{record.id}' and '{other.id}'"
        if not sight.lacking(check, {**names, "other": sight.view(other)}, pair):
            if word == "none":
                yield f"{subject} and '{other.id}' satisfy {that}", span
            met.append(other)
            if word == "some" and len(met) >= enough:
                break
    if word == "none":
        return
    what = _and(words["some"])
    if len(met) < least:
        found = f"only {len(met)} of the {what}" if met else f"none of the {what}"
        wanted = f" (at least {least:g} are needed)" if least > 1 else ""
        yield f"for {subject} {found} satisfy {that}{wanted}", span
    elif len(met) > most:
        yield f"for {subject} more than {most:g} of the {what} satisfy {that}", span


@forms("some")
def _some(sight: CheckScope, check: Check) -> Iterator[Fault]:
    """`some: dogs`, `that: "arrows|length == 1"` - there is one, or there are `min` to `max` of them."""
    met = [
        record
        for record in sight.chosen(check.target, check)
        if not sight.lacking(check, sight.names(record), f"'{record.id}'")
    ]
    least, most = check.words.get("min", 0 if "max" in check.words else 1), check.words.get("max", math.inf)
    found = f"{len(met) or 'none'} of the {_and(check.target)} satisfy {_all_of(check.words['that'])}"
    if len(met) < least:
        yield f"{found}; at least {least:g} should", check.span
    if len(met) > most:
        yield f"{found}; at most {most:g} should", check.span


@forms("none")
def _none(sight: CheckScope, check: Check) -> Iterator[Fault]:
    """`none: dogs`, `that: "arrows|length > 4"` - there is none."""
    for record in sight.chosen(check.target, check):
        if not sight.lacking(check, sight.names(record), f"'{record.id}'"):
            yield f"'{record.id}' satisfies {_all_of(check.words['that'])}", record.span("id")


@forms("pairs")
def _pairs(sight: CheckScope, check: Check) -> Iterator[Fault]:
    """`pairs: dogs`, `that: "arrows != other.arrows"` - it holds for every two records."""
    for one, other in itertools.combinations(sight.chosen(check.target, check), 2):
        names = {**sight.names(other), "other": sight.view(one)}
        lacking = sight.lacking(check, names, f"'{other.id}' and '{one.id}'")
        if lacking:
            yield f"'{other.id}' and '{one.id}' do not satisfy {lacking}", other.span("id")


@forms("unique")
def _unique(sight: CheckScope, check: Check) -> Iterator[Fault]:
    """`unique: organisms.name` - no two records have the same value, or the same values of several fields; within a
    list, no value twice. Texts are compared language by language."""
    component = check.target[0].partition(".")[0]
    fields = [name.partition(".")[2] for name in check.target]
    seen: dict[Any, Record] = {}
    for record in sight.chosen((component,), check):
        values = [sight.field(record, field) for field in fields]
        if values == [None] * len(values):
            continue
        if len(values) == 1 and isinstance(values[0], tuple):
            for index, item in enumerate(values[0]):
                if item in values[0][:index]:
                    yield f"'{record.id}' has '{_name(item)}' twice in its {fields[0]}", record.span(*fields, index)
            continue
        texts = [value for value in values if isinstance(value, Translated)]
        for language in texts[0] if texts else ("",):
            key = (language, repr([value.get(language) if value in texts else value for value in values]))
            first = seen.setdefault(key, record)
            if first is not record:
                span = record.span(*fields[0].split("."), language)
                yield f"'{record.id}' and '{first.id}' have the same {_and(fields)}", span
                break


@forms("acyclic")
def _acyclic(sight: CheckScope, check: Check) -> Iterator[Fault]:
    """`acyclic: organisms.prey` - following the references never leads back."""
    component, _, field = check.target[0].partition(".")
    done: set[str] = set()

    def linked(record: Record) -> tuple[Record, ...]:
        value = sight.field(record, field)
        items = value if isinstance(value, tuple) else (value,)
        return tuple(item for item in items if isinstance(item, Record))

    for start in sight.game.pieces(component):
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
def _values(sight: CheckScope, check: Check) -> Iterator[Fault]:
    """`values: organisms.level`, `include: [1, 2]` and/or `only: [...]` - which values occur."""
    component, _, field = check.target[0].partition(".")
    occurring: dict[str, Record] = {}
    for record in sight.game.pieces(component):
        for value in _entries(sight.field(record, field)):
            occurring.setdefault(value, record)
    for index, wanted in enumerate(check.words.get("include", ())):
        if wanted not in occurring:
            yield f"no record of {component} has the {field} {wanted}", check.span_of("include", index)
    if "only" in check.words:
        for value, record in occurring.items():
            if value not in check.words["only"]:
                yield f"'{record.id}' has the {field} {value}", record.span(*field.split("."))


@forms("balance")
def _balance(sight: CheckScope, check: Check) -> Iterator[Fault]:
    """`balance: clans`, `of: "cats|sum(attribute='value')"`, `within: 2` - no record is far from the median of all."""
    words = check.words
    numbers = [
        (record, number)
        for record in sight.chosen(check.target, check)
        if (number := sight.number(words["of"], record, "of")) is not None
    ]
    if not numbers:
        return
    middle = statistics.median(number for _, number in numbers)
    shown = [f"{record.id} {number:g}" for record, number in numbers] if len(numbers) <= _FEW else [
        f"{min(number for _, number in numbers):g} to {max(number for _, number in numbers):g}"
    ]  # fmt: skip
    sight.notes[check.id] = f"{', '.join(shown)}; median {middle:g}"
    within, least, most = words.get("within", math.inf), words.get("least", -math.inf), words.get("most", math.inf)
    for record, number in numbers:
        has = f"'{record.id}' has {number:g}, which is"
        if abs(number - middle) > within + _HAIR:
            yield f"{has} more than {within:g} away from the median {middle:g}", record.span("id")
        if "least" in words and number < least * middle - _HAIR:
            yield f"{has} less than {least:g} times the median {middle:g}", record.span("id")
        if "most" in words and number > most * middle + _HAIR:
            yield f"{has} more than {most:g} times the median {middle:g}", record.span("id")


#: What floating point gets wrong.
_HAIR = 1e-9


@forms("curve")
def _curve(sight: CheckScope, check: Check) -> Iterator[Fault]:
    """`curve: organisms`, `by: level`, `of: points`, `goes: down` - on average a number falls, or stays, from one
    group to the next."""
    by, of = check.words["by"][0], check.words["of"]
    groups: dict[float, list[float]] = {}
    for record in sight.chosen(check.target, check):
        place, number = sight.number(by, record, "by"), sight.number(of, record, "of")
        if place is not None and number is not None:
            groups.setdefault(place, []).append(number)
    means = [(place, statistics.fmean(numbers)) for place, numbers in sorted(groups.items())]
    sight.notes[check.id] = ", ".join(f"{place:g}: {mean:.3g}" for place, mean in means)
    down = check.words["goes"] == "down"
    for (place, mean), (beyond, following) in itertools.pairwise(means):
        if following > mean + _HAIR if down else following < mean - _HAIR:
            message = (
                f"the mean of {of} is {mean:.3g} where {by} is {place:g}, and {following:.3g} where it is {beyond:g}"
            )
            yield message, check.span


@forms("origins")
def _origins(sight: CheckScope, check: Check) -> Iterator[Fault]:
    """`origins: [organisms]` - every fact of these records says where it comes from."""
    for record in sight.chosen(check.target, check):
        if not record.origin.default:
            fields = sight.game.components[record.component].fields
            missing = [name for name, field in fields.items() if not field.derived and name not in record.origin.fields]
            if missing or not record.origin.fields:
                yield (
                    f"'{record.id}' does not say where its {_and(missing[:4]) or 'facts'} come from",
                    record.span("id"),
                )


@forms("attested")
def _attested(sight: CheckScope, check: Check) -> Iterator[Fault]:
    """`attested: [toad, toad.level, organisms/*.points, boar.prey.snail]`, `source: seed` - exactly these facts are
    claimed of the sources of that kind: none more, none less."""
    kind = check.words.get("source", "seed")
    names = {source.name for source in sight.game.sources.values() if source.kind == kind}
    records = [record for component in sight.game.records.values() for record in component.values()]
    claims = {
        (record, path): source
        for record in records
        for path, source in (("", record.origin.default), *record.origin.fields.items())
        if source in names
    }
    allowed: set[tuple[Record, str]] = set()
    for index, fact in enumerate(check.target):
        whose, _, path = fact.partition(".")
        component, _, identity = whose.rpartition("/")
        meant = [
            (record, path) for record in records if identity in ("*", record.id) and component in ("", record.component)
        ]
        claimed = [one for one in meant if one in claims]
        allowed.update(claimed)
        if not claimed or (identity == "*" and len(claimed) < len(meant)):
            lacking = next((one.id for one, _ in meant if (one, path) not in claims), "")
            where = f" of '{lacking}'" if identity == "*" and lacking else ""
            yield f"'{fact}' is attested, and the catalog does not say so{where}", check.span_of("attested", index)
    for (record, path), source in claims.items():
        if (record, path) not in allowed:
            what, place = (
                (f"'{record.id}.{path}'", ("origin", path)) if path else (f"all of '{record.id}'", ("origin",))
            )
            yield f"{what} is said to come from {source}, which does not have it", record.span(*place)


@forms("expect")
def _expect(sight: CheckScope, check: Check) -> Iterator[Fault]:
    """`expect: "organisms|length == 12"` - an expression over all components, each a list of records."""
    names = sight.components | sight.common
    for index, expression in enumerate(check.target):
        if not sight.value(expression, names, "the game", "expect", index):
            yield f"{expression} does not hold", check.span_of("expect", index)


@forms("needs")
def _needs(sight: CheckScope, check: Check) -> Iterator[Fault]:
    """`needs: play` - nothing that a look at the catalog could tell."""
    yield from ()


def _total(values: Iterable[Any]) -> float:
    # Ten decimals: more than anyone writes, and fewer than 0.1 + 0.2 gets wrong.
    return round(math.fsum(value for value in values if isinstance(value, (int, float))), 10)


def _limits(value: float, sentence: str, check: Check) -> Iterator[Fault]:
    for word in ("equals", "min", "max"):
        if word in check.words:
            yield from _limit(word, value, check.words[word], sentence, check.span)


def _limit(word: str, value: float, limit: float, sentence: str, span: Span) -> Iterator[Fault]:
    """A fault if *value*, which the sentence says, is beyond *limit*."""
    held = {"equals": value == limit, "min": value >= limit, "max": value <= limit}[word]
    if not held:
        wanted = {"equals": "", "min": "at least ", "max": "at most "}[word]
        yield f"{sentence}; it should be {wanted}{limit:.15g}", span


def _entries(value: Any) -> list[str]:
    """The entries of a list, or the one value if there is one, as one would write them in a check."""
    if isinstance(value, (tuple, list)):
        return [_name(item) for item in value]
    return [] if value is None else [_name(value)]


def _name(value: Any) -> str:
    """*value* as one would write it in a check."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return f"{value:.15g}"
    return value.id if isinstance(value, Record) else str(value)


def _all_of(expressions: tuple[str, ...]) -> str:
    return expressions[0] if len(expressions) == 1 else f"all of {'; '.join(expressions)}"


def _and(names: Iterable[str]) -> str:
    names = list(names)
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names)
