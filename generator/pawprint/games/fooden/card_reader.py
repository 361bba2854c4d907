"""The catalog -> the cards of FOODEN, with a finding for all that the rules cannot play."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from pawprint.catalog.model import Game, Record
from pawprint.core.diagnostics import Findings, Severity
from pawprint.core.registry import suggest
from pawprint.games.fooden.cards import (
    COUNTED,
    EFFECTS,
    PARAMETERS,
    PLAIN,
    PROVIDER,
    ROWS,
    SEASONS,
    TRAITS,
    TYPES,
    Action,
    Creature,
    FoodenCards,
    Objective,
)

#: Fields that the rules read, and of what kind they are; the kind of one that may be empty comes second.
_FIELDS: Mapping[str, Mapping[str, tuple[type, ...]]] = {
    "creatures": {
        "type": (str,),
        "diet": (str,),
        "force": (int,),
        "hunger": (int,),
        "properties": (tuple,),
        "trait": (Record, type(None)),
        "parameter": (str, type(None)),
    },
    "objectives": {"score": (dict,)},
    "actions": {"organisation": (Record,), "effects": (tuple,), "n": (int, type(None))},
    "cubes": {"food": (str,)},
    "season": {"spaces": (tuple,)},
    "organisations": {},
    "vp": {},
}
#: Components of which the rules only show where their pieces lie (FO-1.4, FO-1.5).
_MARKERS = ("nature", "season", "season-token", "leader")


def read_cards(
    game: Game, findings: Findings, *, simple: bool = False, trait_objectives: bool = True
) -> FoodenCards | None:
    """The cards of *game*; None after findings, or if it had some before.

    Args:
        simple: without traits (FO-8.1).
        trait_objectives: whether objectives that mention traits are dealt.
    """
    if not _sound(game, findings):
        return None
    before = findings.count
    creatures, records = [], []
    for name, record in _copies(game, "creatures"):
        creatures.append(_creature(name, record, simple, findings))
        records.append(record)
    conditions: dict[_Condition, int] = {}
    # FO-8.1: objectives that mention traits read the printed card, or are removed before dealing.
    objectives = [
        _objective(name, record, conditions, findings)
        for name, record in _copies(game, "objectives")
        if trait_objectives or (record["score"].get("counts") or {}).get("field") != "trait"
    ]
    organisations = [record.id for record in game.pieces("organisations")]
    actions = [_action(name, record, organisations, findings) for name, record in _copies(game, "actions")]
    cubes, cube_ids = [0] * len(ROWS), [""] * len(ROWS)
    for record in game.pieces("cubes"):  # FO-1.6
        food = 1 + _one_of(record, "food", record["food"], ROWS[1:], findings)
        cubes[food] += record.copies_in(game.edition)
        cube_ids[food] = record.id
    spaces = [space["id"] for record in game.pieces("season") for space in record["spaces"]]
    if findings.count != before:
        return None
    return FoodenCards(
        creatures,
        [tuple(number for met, number in conditions.items() if met.of(record)) for record in records],
        objectives,
        organisations,
        actions,
        cubes,
        cube_ids,
        sum(record.copies_in(game.edition) for record in game.pieces("vp")),  # FO-1.7
        [str(space) for space in spaces] or SEASONS,
        {name: [record.id for record in game.pieces(name)] for name in (*_MARKERS, "vp")},
    )


def _sound(game: Game, findings: Findings) -> bool:
    """Whether everything is there that the rules read; what is not is a finding, or has been one."""
    sound = True
    for component, fields in _FIELDS.items():
        if component not in game.components:
            node = game.node.get("rules") or game.node
            message, help = f"the rules need a component '{component}'", "declare it as the bundled game does"
            findings.add("bad-declaration", message, node.span, f"{help}, or leave 'rules' out")
            sound = False
            continue
        for record in game.pieces(component):
            for name, kinds in fields.items():
                if not isinstance(record.values.get(name), kinds):
                    sound = False
                    if not game.invalid:  # else that is a finding already
                        message = f"the rules need the field '{name}' of '{record.id}'"
                        help = "declare it as the bundled game does"
                        findings.add("bad-declaration", message, record.span(name), help)
    return sound


def _copies(game: Game, component: str) -> Iterable[tuple[str, Record]]:
    """Every card of *component* that has its own name."""
    for record in game.pieces(component):
        copies = record.copies_in(game.edition)
        for copy in range(copies):
            yield (record.id if copies == 1 else f"{record.id}#{copy + 1}"), record


def _one_of(record: Record, field: str, value: Any, known: Sequence[str], findings: Findings) -> int:
    """The place of *value* among the *known* ones; 0 after a finding."""
    if value in known:
        return known.index(value)
    findings.add(
        "unknown-effect", f"the rules do not know the {field} '{value}' of '{record.id}'", record.span(field),
        suggest(str(value), known, "they know"), severity=Severity.ERROR,
    )  # fmt: skip
    return 0


def _creature(name: str, record: Record, simple: bool, findings: Findings) -> Creature:
    trait = parameter = PLAIN
    if record["trait"] is not None:
        trait = 1 + _one_of(record, "trait", record["trait"].id, TRAITS[1:], findings)
        if trait in PARAMETERS:
            what, values = PARAMETERS[trait]
            if record["parameter"] is None:
                message = f"'{record.id}' has the trait '{TRAITS[trait]}', which needs {what}"
                findings.add("missing-field", message, record.span("trait"), f"add parameter: {' or '.join(values)}")
            else:
                parameter = _one_of(record, "parameter", record["parameter"], values, findings)
                parameter += trait == PROVIDER  # as in `ROWS`
    return Creature(
        name=name,
        id=record.id,
        type=_one_of(record, "type", record["type"], TYPES, findings),
        diet=_one_of(record, "diet", record["diet"], ROWS, findings),
        force=record["force"],
        hunger=record["hunger"],
        properties=frozenset(map(str, record["properties"])),
        trait=PLAIN if simple else trait,  # FO-8.1
        parameter=PLAIN if simple else parameter,
    )


def _action(name: str, record: Record, organisations: Sequence[str], findings: Findings) -> Action:
    effects = [
        _one_of(record, "effects", effect.id, EFFECTS, findings) if isinstance(effect, Record) else 0
        for effect in record["effects"]
    ]
    if not record["n"] and any(effect in COUNTED for effect in effects):
        message = f"'{record.id}' does not say how many creatures it is about"
        findings.add("missing-field", message, record.span("effects"), "add n: and a number")
    organisation = organisations.index(record["organisation"].id)
    return Action(name, record.id, organisation, tuple(sorted(set(effects))), record["n"] or 0)


class _Condition(NamedTuple):
    """What a survivor must be in order to count: *field* `is`, `has`, or is `at_least` or `at_most` *wanted*."""

    field: str
    how: str
    wanted: str | int

    def of(self, record: Record) -> bool:
        """Whether the creature *record* meets it."""
        value = record[self.field]
        if self.field == "trait":
            value = None if value is None else value.id
            if self.wanted in ("any", "none"):
                return bool((value is None) == (self.wanted == "none"))
        return _COMPARE[self.how](value, self.wanted)


def _amount(value: Any) -> int:
    """A number, or how many things there are in a list."""
    return value if isinstance(value, int) else len(value)


_COMPARE: Mapping[str, Callable[[Any, Any], bool]] = {
    "is": lambda value, wanted: wanted in value if isinstance(value, tuple) else str(value) == str(wanted),
    "at_least": lambda value, wanted: _amount(value) >= wanted,
    "at_most": lambda value, wanted: _amount(value) <= wanted,
}


def _objective(name: str, record: Record, known: dict[_Condition, int], findings: Findings) -> Objective:
    """An objective; conditions that are new get the next number in *known*."""
    score = record["score"]
    sort = score.get("set_of") or score.get("most_numerous")
    conditions: list[_Condition] = []
    if score.get("counts"):
        counts = score["counts"]
        ways = {"is": counts.get("value"), "at_least": counts.get("at_least"), "at_most": counts.get("at_most")}
        conditions = [_Condition(str(counts["field"]), how, wanted) for how, wanted in ways.items() if wanted]
    elif sort:
        values = {"type": TYPES, "diet": ROWS}.get(str(sort), ())
        conditions = [_Condition(str(sort), "is", value) for value in values]
    if not conditions or (score.get("counts") and len(conditions) > 1):
        message = f"the rules cannot tell what counts for the objective '{record.id}'"
        findings.add(
            "unknown-effect", message, record.span("score"), "give it counts, set_of or most_numerous",
            severity=Severity.ERROR,
        )  # fmt: skip
    counted = tuple(known.setdefault(condition, len(known)) for condition in conditions)
    return Objective(name, record.id, score.get("base") or 0, score["per"], counted, bool(score.get("most_numerous")))
