"""The names in expressions of documents: the game's pieces, its facts, and the options of its rules."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

from pawprint.catalog.model import DATA, ChoiceLabel, Game, Record, RecordView, Translated
from pawprint.core.diagnostics import Findings
from pawprint.core.registry import suggest
from pawprint.documents._word_forms import human, listed
from pawprint.documents.declarations import DocumentDeclarations, piece_names
from pawprint.source.templates.sandbox import TemplateFault


class Pieces:
    """The records of a component: `organisms.toad`, and all of them in a loop. Callable where a helper has its name."""

    def __init__(self, game: Game, component: str, language: str, helper: Callable[..., Any] | None = None) -> None:
        self._game = game
        self._component = component
        self._language = language
        self._helper = helper

    @property
    def component(self) -> str:
        """Its name."""
        return self._component

    def look(self, name: str) -> RecordView:
        """The piece *name*; `_` may stand for the `-` of an id.

        Raises:
            Fault: there is none, or not in this edition.
        """
        return view_of(self._game, find(self._game, self._component, name), self._language)

    def __call__(self, *args: Any, **more: Any) -> Any:
        if self._helper is None:
            raise TemplateFault("bad-template", f"'{self._component}' is no helper", "write it without brackets")
        return self._helper(*args, **more)

    def __iter__(self) -> Iterator[RecordView]:
        for record in self._game.pieces(self._component):
            yield view_of(self._game, record, self._language)

    def __len__(self) -> int:
        return len(self._game.pieces(self._component))

    def __str__(self) -> str:
        return self._game.components[self._component].title[self._language]


class PieceView(RecordView):
    """A piece, as documents see it.

    Attributes:
        called: its name, if `documents: names` of the game gives one.
    """

    __slots__ = ("called",)

    called: str


class RulesNamespace:
    """What the players agree on: `rules.hunt_match`, and `rules.editions['en-2012'].hunt_match` for an edition of the
    rules; also the numbers of the engine, and what the game's declaration says under `rules:`."""

    def __init__(self, game: Game, edition: str = "") -> None:
        self._game = game
        self._edition = edition

    @cached_property
    def _values(self) -> dict[str, Any]:
        from pawprint.games.engines import ENGINES
        from pawprint.play.engine import resolve_options
        from pawprint.play.game_options import usual_edition
        from pawprint.play.lookup import deck_of, rules_for

        told = self._game.facts.get("rules")
        values = {name: value for name, value in (told if isinstance(told, dict) else {}).items() if name != "engine"}
        engine = ENGINES.get(self._game.engine)
        if engine is None:
            return values
        edition = self._edition or usual_edition(engine, self._game, Findings()) or next(iter(engine.editions), "")
        # As it is played: the catalog may agree on something else than the engine's edition.
        agreed = rules_for(engine, self._game.in_edition(deck_of(self._game, edition)), Findings(), edition)
        options = resolve_options(engine, edition, None)[1] if agreed is None else agreed.chosen
        values |= {name: number.value for name, number in engine.numbers.items()}
        if not self._edition:
            values["editions"] = {name: RulesNamespace(self._game, name) for name in engine.editions}
            values["edition"] = edition
        return {**values, **options}

    def look(self, name: str) -> Any:
        """The value of an option.

        Raises:
            Fault: there is no such option.
        """
        if name not in self._values:
            help = suggest(name, self._values, "options are")
            raise TemplateFault("unknown-field", f"the rules of this game have no option '{name}'", help, name)
        return self._values[name]


class Several(tuple[Any, ...]):
    """A list that prints as `a, b and c`."""

    text: str

    @classmethod
    def of(cls, items: Any, language: str, last: str) -> "Several":
        """The list of *items*, whatever they came in."""
        several = cls(items)
        several.text = listed([named(item) for item in several], language, last)
        return several

    def __str__(self) -> str:
        return self.text


def _titles(game: Game, language: str, names: Iterable[str]) -> tuple[dict[str, str], ...]:
    return tuple({"id": name, "title": game.components[name].title[language]} for name in names)


def names_of(
    game: Game,
    language: str,
    helpers: Mapping[str, Callable[..., Any]],
    declared: DocumentDeclarations,
    rules: RulesNamespace,
) -> dict[str, Any]:
    """The names in expressions of the documents of *game*, and their values."""
    names: dict[str, Any] = {
        name.replace("-", "_"): Pieces(game, name, language, helpers.get(name.replace("-", "_")))
        for name in game.components
    }
    names = {**helpers, **names}
    names |= game.common_fields(language)
    names |= {name: game.facts.get(name) for name in ("players", "minutes", "age")}
    names["title"] = game.full_title(language)
    names["languages"] = game.languages
    names["credits"] = game.credits[language]
    names["authors"] = game.authors
    names["rules"] = rules
    names["sources"] = tuple(
        {"name": source.name, "kind": source.kind, "title": source.title[language]} for source in game.sources.values()
    )
    names["documents"] = {
        "lists": _titles(
            game, language, [component.name for component in printed(game) if not declared.leaves_out(component.name)]
        ),
        "objectives": _titles(game, language, [name for name in declared.objectives if game.pieces(name)]),
    }
    return names


def resolve(value: Any, name: str) -> Any:
    """The field *name* of a value of the catalog.

    Raises:
        Fault: it has none.
    """
    if isinstance(value, (Pieces, RulesNamespace)):
        return value.look(name)
    if isinstance(value, RecordView):
        fields = value.fields()
        if name in fields:
            return fields[name]
        who = f"{value.record.component}.{value.record.id}"
        raise TemplateFault("unknown-field", f"{who} has no field '{name}'", suggest(name, fields, "fields are"), name)
    if name == "label" and isinstance(value, str):
        return getattr(value, "label", str(value))
    if value is None:
        message = f"'{name}' is asked of a field that is empty"
        raise TemplateFault("bad-template", message, "write {% if ... %} around it", name, passing=True)
    raise TemplateFault(
        "unknown-field", f"there is no field '{name}' here", "it stands in a value that has no fields", name
    )


def printed(game: Game) -> list[Any]:
    """The components of *game* that are printed in this edition."""
    return [
        component for component in game.components.values() if component.kind != DATA and game.pieces(component.name)
    ]


def view_of(game: Game, record: Record, language: str) -> RecordView:
    """*record* as the documents in *language* see it: the same view in all of them, which works out its fields once."""
    views = game.memory(f"views {language}")
    view: PieceView | None = views.get(record)
    if view is None:
        view = views[record] = PieceView(record, language, game.edition)
        view.called = piece_names(game).get((record.component, record.id, language), "")
    return view


def component_of(game: Game, name: str) -> str:
    """The component *name*; `_` may stand for its `-`.

    Raises:
        Fault: there is none.
    """
    for known in (name, name.replace("_", "-")):
        if known in game.components:
            return known
    help = suggest(name, game.components, "components are")
    raise TemplateFault("unknown-component", f"there is no component '{name}'", help, name)


def find(game: Game, component: str, name: str) -> Record:
    """The record *name* of *component*.

    Raises:
        Fault: there is none, or not in this edition.
    """
    records = game.records.get(component, {})
    record = records.get(name) or records.get(name.replace("_", "-"))
    if record is None:
        help = suggest(name, records, "there are")
        raise TemplateFault("unknown-reference", f"there is no '{name}' among the {component}", help, name)
    if not record.exists_in(game.edition):
        message = f"'{name}' of the {component} is not in the edition '{game.edition}'"
        raise TemplateFault("unknown-piece", message, "write {% if edition == ... %} around it", name, passing=True)
    return record


def piece(game: Game, text: Any) -> Record:
    """The record that `organisms.toad` (or `toad`, where only one component has it) names.

    Raises:
        Fault: there is none.
    """
    if isinstance(text, RecordView):
        return text.record
    text = str(text)
    component, _, name = text.replace("/", ".").rpartition(".")
    if component:
        return find(game, component_of(game, component), name)
    holders = [
        holder for holder, records in game.records.items() if name in records or name.replace("_", "-") in records
    ]
    if len(holders) == 1:
        return find(game, holders[0], name)
    if holders:
        message = f"several components have a '{name}'"
        raise TemplateFault("unknown-piece", message, f"write '{holders[0]}.{name}', with its component", text)
    known = [identity for records in game.records.values() for identity in records]
    raise TemplateFault("unknown-piece", f"there is no piece '{name}'", suggest(name, known, "there are"), text)


def named(value: Any) -> str:
    """What people call a value: the name of a piece, the printed name of a choice."""
    if isinstance(value, RecordView):
        return name_of(value)
    if isinstance(value, ChoiceLabel):
        return value.label
    if isinstance(value, Translated):
        return next(iter(value.values()), "")
    return "" if value is None else str(value)


def name_of(view: RecordView) -> str:
    """The name of a piece: its `name` or `title`, what the game calls it, or else its id as words."""
    fields = view.fields()
    for field in ("name", "title"):
        if isinstance(fields.get(field), str) and fields[field]:
            return str(fields[field])
    return (view.called if isinstance(view, PieceView) else "") or human(view.record.id)
