"""The names that expressions of checks can use in one edition of a game."""

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from pawprint.catalog.fields import Field
from pawprint.catalog.model import Game, Record, RecordView
from pawprint.source.templates.expressions import Expression, ExpressionError, Scope


class OriginFields:
    """Where the facts of a record come from, as expressions see it: `origin.level` is the name of a source."""

    def __init__(self, record: Record) -> None:
        self._record = record

    def __getitem__(self, name: str) -> str:
        return self._record.origin.of(name)


class EvaluationError(Exception):
    """An expression that cannot be evaluated.

    Attributes:
        word: where it is written: a word of the check, and the entry of the list there.
    """

    def __init__(self, subject: str, word: tuple[str, int], cause: ExpressionError) -> None:
        self.subject, self.word, self.cause = subject, word, cause


def _choices(fields: Mapping[str, Field], ids: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """Field -> its possible values, or a mapping of the same kind for a record inside it."""
    choices: dict[str, Any] = {}
    for name, field in fields.items():
        inner = (field.entry or field).inner
        values = _choices(inner, ids) if inner else field.possible_values(ids)
        if values is not None:
            choices[name] = values if inner else tuple(values)
    return choices


#: The most evaluations of one check; a check that needs more compares everything with everything and takes minutes.
MAX_EVALUATIONS = 250_000


class CheckScope:
    """A game in one edition, as checks see it. Texts are in its first language.

    Attributes:
        evaluations: the number so far for the current check.
        notes: id of a check -> a note for people, shown beside the check's status.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.evaluations = 0
        self.notes: dict[str, str] = {}
        self._views: dict[Record, RecordView] = {}
        self._names: dict[Record, Scope] = {}

    def begin_check(self) -> None:
        self.evaluations = 0

    def view(self, record: Record) -> RecordView:
        """*record* as expressions see it; always the same object for the same record."""
        view = self._views.get(record)
        if view is None:
            view = self._views[record] = RecordView(record, self.game.languages[0], self.game.edition)
        return view

    @cached_property
    def components(self) -> dict[str, tuple[RecordView, ...]]:
        return {
            name.replace("-", "_"): tuple(self.view(record) for record in self.game.pieces(name))
            for name in self.game.components
        }

    @cached_property
    def choices(self) -> dict[str, dict[str, Any]]:
        """component -> field -> the values that it may have, for fields whose values are listed somewhere; a record
        inside a record is a mapping of the same kind."""
        ids = {name: [record.id for record in self.game.pieces(name)] for name in self.game.components}
        components = self.game.components.items()
        return {name.replace("-", "_"): _choices(component.fields, ids) for name, component in components}

    @cached_property
    def common(self) -> dict[str, Any]:
        """The names in every expression: facts of the game, edition, `all` and `choices` for its components."""
        facts = {name: fact for name, fact in self.game.facts.items() if fact is not None}
        return facts | {"edition": self.game.edition, "all": self.components, "choices": self.choices}

    def names(self, record: Record) -> Scope:
        """The names in an expression about *record*; always the same object for the same record."""
        names = self._names.get(record)
        if names is None:
            fields = self.common | self.view(record).fields() | {"origin": OriginFields(record)}
            names = self._names[record] = Scope(fields)
        return names

    def value(self, expression: str, names: Scope, subject: str, word: str, index: int = 0) -> Any:
        """The value of an expression of a check.

        Raises:
            EvaluationError: it cannot be evaluated.
        """
        self.evaluations += 1
        try:
            if self.evaluations > MAX_EVALUATIONS:
                raise ExpressionError(
                    f"it would be evaluated more than {MAX_EVALUATIONS:,} times", "look at fewer records, with where:"
                )
            return Expression(expression).value(names)
        except ExpressionError as error:
            raise EvaluationError(subject, (word, index), error) from None

    def number(self, expression: str, record: Record, word: str) -> float | None:
        """The number that an expression gives for *record*; None where there is none.

        Raises:
            EvaluationError: it cannot be evaluated, or gives something else.
        """
        value = self.value(expression, self.names(record), f"'{record.id}'", word)
        if value is None:
            return None
        if not isinstance(value, (int, float)) or not math.isfinite(value):
            error = ExpressionError("it is not a number", "name a field that has one, or a sum or length")
            raise EvaluationError(f"'{record.id}'", (word, 0), error)
        return float(value)

    def first_untrue(self, words: Mapping[str, Any], names: Scope, subject: str) -> str:
        """The first expression under `that` which is not true; empty if all are."""
        for index, expression in enumerate(words["that"]):
            if not self.value(expression, names, subject, "that", index):
                return str(expression)
        return ""

    def select(self, components: Iterable[str], words: Mapping[str, Any]) -> list[Record]:
        """The records of *components* that `where` lets through."""
        where = words.get("where")
        records = [record for name in components for record in self.game.pieces(name)]
        if not where:
            return records
        return [record for record in records if self.value(where, self.names(record), f"'{record.id}'", "where")]

    def field(self, record: Record, path: str) -> Any:
        """The value of a field, of a field inside it (`score.base`), or of `id` or `copies`."""
        if path in ("id", "copies"):
            return record.id if path == "id" else record.copies_in(self.game.edition)
        value: Any = record.values
        for step in path.split("."):
            value = value.get(step) if isinstance(value, Mapping) else None
        return value
