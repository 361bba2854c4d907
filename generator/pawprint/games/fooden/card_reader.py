"""The catalog -> what the rules of FOODEN play with, with a finding for all that they cannot play."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pawprint.catalog.model import Game, Record
from pawprint.core.diagnostics import Findings, Severity
from pawprint.core.registry import suggest
from pawprint.games.record_fields import NONE, FieldKinds, bundled_game, has_records
from pawprint.play.language.specification import Specification

#: Fields that the rules read.
_FIELDS: Mapping[str, FieldKinds] = {
    "creatures": {
        "type": (str,), "diet": (str,), "force": (int,), "hunger": (int,), "properties": (tuple,),
        "trait": (Record, NONE), "parameter": (str, NONE),
    },
    "objectives": {"score": (dict,)},
    "actions": {"organisation": (Record,), "effects": (tuple,), "n": (int, NONE)},
    "cubes": {"food": (str,)}, "season": {"spaces": (tuple,)}, "organisations": {}, "vp": {},
}  # fmt: skip
#: Cards that can be told apart.
CARDS = ("creatures", "objectives", "actions")
#: The last game that was read with all its declarations.
_PLAYED: list[Game] = []
#: Effects that are about so many creatures as the card says in `n`.
_COUNTED = ("renew", "foresee")


def read_game(game: Game, spec: Specification, findings: Findings) -> Game | None:
    """The game with one record for each copy of a card; None after findings, or if it had some before.

    Args:
        spec: has the words that the fields of cards may have.
    """
    if not has_records(game, _FIELDS, findings):
        return None
    if game.components["creatures"].fields:
        _PLAYED[:] = [game]
    before = findings.count
    traits = [*game.records.get("traits", {})]
    for creature in game.pieces("creatures"):
        _check(creature, "type", spec.words["sort"], findings)
        _check(creature, "diet", spec.words["row"], findings)
        _check_trait(creature, traits, spec, findings)
    for card in game.pieces("actions"):
        for effect in card["effects"]:
            _known(card, "effects", effect.id if isinstance(effect, Record) else "", spec.words["effect"], findings)
        if not card["n"] and any(effect.id in _COUNTED for effect in card["effects"]):
            message = f"'{card.id}' does not say how many creatures it is about"
            findings.add("missing-field", message, card.span("effects"), "add n: and a number")
    for cube in game.pieces("cubes"):
        _check(cube, "food", spec.words["foods"], findings)
    for objective in game.pieces("objectives"):
        _check_objective(objective, findings)
    if findings.count != before:
        return None
    records = {name: {one.id: one for one in _copies(game, name)} for name in CARDS}
    components = {
        name: component if component.fields else component._replace(fields=complete_game().components[name].fields)
        for name, component in game.components.items()
    }
    return replace(game, records={**game.records, **records}, components=components)


def complete_game() -> Game:
    """The game of the catalog that comes with the program: cards of a scenario have its fields, and its traits.

    A file to play has no catalog; there it is the game that is played.
    """
    game = bundled_game("fooden") or next(iter(_PLAYED), None)
    assert game is not None
    return game


def cubes_of(game: Game) -> dict[str, int]:
    """Food -> how many cubes there are (FO-1.6)."""
    found: dict[str, int] = {}
    for record in game.pieces("cubes"):
        food = str(record["food"])
        found[food] = found.get(food, 0) + record.copies_in(game.edition)
    return found


def _copies(game: Game, component: str) -> Iterator[Record]:
    """Every card of a component, by a name of its own: `toad#1`, `toad#2` where there are several copies."""
    for record in game.pieces(component):
        copies = record.copies_in(game.edition)
        for copy in range(copies):
            yield record if copies == 1 else replace(record, id=f"{record.id}#{copy + 1}", copies=1, by_edition={})


def _check(record: Record, field: str, known: Sequence[str], findings: Findings) -> None:
    _known(record, field, str(record[field]), known, findings)


def _known(record: Record, field: str, value: str, known: Sequence[str], findings: Findings) -> None:
    """Report a value of a field that the rules do not know."""
    if value not in known:
        message = f"the rules do not know the {field} '{value}' of '{record.id}'"
        help = suggest(value, known, "they know")
        findings.add("unknown-effect", message, record.span(field), help, severity=Severity.ERROR)


def _what_trait_names(trait: Record) -> str:
    """What a creature with the trait names besides: `food`, `type`, or nothing."""
    return str(trait.values.get("parameter") or "")


def _check_trait(creature: Record, traits: Sequence[str], spec: Specification, findings: Findings) -> None:
    trait = creature["trait"]
    if trait is None:
        return
    if not trait.values.get("effects"):
        message = f"the rules do not know the trait '{trait.id}' of '{creature.id}'"
        help = f"give the trait effects: {{...}}, or the creature another one: {', '.join(traits)}"
        findings.add("unknown-effect", message, creature.span("trait"), help, severity=Severity.ERROR)
        return
    named = _what_trait_names(trait)
    if named and creature["parameter"] is None:
        values = spec.words["foods" if named == "food" else "sort"]
        message = f"'{creature.id}' has the trait '{trait.id}', which needs a {named}"
        findings.add("missing-field", message, creature.span("trait"), f"add parameter: {' or '.join(values)}")
    elif named:
        _check(creature, "parameter", spec.words["foods" if named == "food" else "sort"], findings)


def _check_objective(record: Record, findings: Findings) -> None:
    """What counts for an objective must be clear."""
    score: Mapping[str, Any] = record["score"]
    counts = score.get("counts") or {}
    ways = [name for name in ("value", "at_least", "at_most") if counts.get(name)]
    sort = score.get("set_of") or score.get("most_numerous")
    if len(ways) != 1 if counts else str(sort) not in ("type", "diet"):
        message = f"the rules cannot tell what counts for the objective '{record.id}'"
        help = "give it counts, set_of or most_numerous"
        findings.add("unknown-effect", message, record.span("score"), help, severity=Severity.ERROR)
