"""The values that a field has: unique, without circles, from a list."""

from collections.abc import Iterator, Mapping
from typing import Any

from pawprint.catalog.model import Record, Translated
from pawprint.check.check_kind import FIELDS, Check, Fault, Problem, Target, Word, check_kind
from pawprint.check.kinds.common_words import SPLIT, WHERE, entries_of, listed, name_of
from pawprint.check.scope import CheckScope


def _validate_unique(target: tuple[str, ...], words: Mapping[str, Any]) -> Problem | None:
    several = len({name.partition(".")[0] for name in target}) > 1
    return ("is about fields of several components", SPLIT) if several else None


@check_kind("unique", Target(FIELDS), WHERE, validate=_validate_unique)
def _unique(scope: CheckScope, check: Check) -> Iterator[Fault]:
    """`unique: organisms.name` - no two records have the same value, or the same values of several fields; within a
    list, no value twice. Texts are compared language by language."""
    component = check.target[0].partition(".")[0]
    fields = [name.partition(".")[2] for name in check.target]
    seen: dict[Any, Record] = {}
    for record in scope.select((component,), check.words):
        values = [scope.field(record, field) for field in fields]
        if values == [None] * len(values):
            continue
        if len(values) == 1 and isinstance(values[0], tuple):
            for index, item in enumerate(values[0]):
                if item in values[0][:index]:
                    yield f"'{record.id}' has '{name_of(item)}' twice in its {fields[0]}", record.span(*fields, index)
            continue
        texts = [value for value in values if isinstance(value, Translated)]
        for language in texts[0] if texts else ("",):
            key = (language, repr([value.get(language) if value in texts else value for value in values]))
            first = seen.setdefault(key, record)
            if first is not record:
                span = record.span(*fields[0].split("."), language)
                yield f"'{record.id}' and '{first.id}' have the same {listed(fields)}", span
                break


@check_kind("acyclic", Target(FIELDS, single=True, refers=True))
def _acyclic(scope: CheckScope, check: Check) -> Iterator[Fault]:
    """`acyclic: organisms.prey` - following the references never leads back."""
    component, _, field = check.target[0].partition(".")
    done: set[str] = set()

    def linked(record: Record) -> tuple[Record, ...]:
        value = scope.field(record, field)
        items = value if isinstance(value, tuple) else (value,)
        return tuple(item for item in items if isinstance(item, Record))

    for start in scope.game.pieces(component):
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
                names = [member.id for member in [*trail[trail.index(following) :], following]]
                yield f"{field} goes in a circle: {' -> '.join(names)}", record.span(field)
                done.add(following.id)
            elif following.id not in done:
                trail.append(following)
                stack.append((following, iter(linked(following))))


@check_kind(
    "values",
    Target(FIELDS, single=True),
    Word("include"),
    Word("only"),
    one_of=(("include", "only"), ("does not say which values", "give it include or only")),
)
def _values(scope: CheckScope, check: Check) -> Iterator[Fault]:
    """`values: organisms.level`, `include: [1, 2]` and/or `only: [...]` - which values occur."""
    component, _, field = check.target[0].partition(".")
    occurring: dict[str, Record] = {}
    for record in scope.game.pieces(component):
        for value in entries_of(scope.field(record, field)):
            occurring.setdefault(value, record)
    for index, wanted in enumerate(check.words.get("include", ())):
        if wanted not in occurring:
            yield f"no record of {component} has the {field} {wanted}", check.span_of("include", index)
    if "only" in check.words:
        for value, record in occurring.items():
            if value not in check.words["only"]:
                yield f"'{record.id}' has the {field} {value}", record.span(*field.split("."))
