"""Checks with `same` and `without`: an option changes nothing in a deck without the cards that it is about."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pawprint.catalog.model import Game, Record
from pawprint.check.check_kind import Check
from pawprint.check.results import CheckFault, PlayedSetup, Verdict
from pawprint.core.diagnostics import Findings
from pawprint.play.engine import Rules
from pawprint.play.playing import GameLog, random_bot, record

#: Games that are compared at each table; where an option matters, the first ones differ.
GAMES = 4


def same(check: Check, plays: Sequence[PlayedSetup]) -> Verdict:
    """Play the same games with every value of an option, with a deck that lacks some fields."""
    option, at = check.words["same"][0], check.span_of("same", 0)
    fields = ", ".join(check.words["without"])
    for play in plays:
        bare = without(play.game, check.words["without"])
        by_value = [*_rules(bare, play, option)]
        for number in range(GAMES):
            labels = play.table.seed, bare.engine, play.table.players, number
            logs = [(value, record(rules, play.table.players, [random_bot], *labels)) for value, rules in by_value]
            (first, usual), others = logs[0], logs[1:]
            for value, log in others:
                if (log.setup, log.actions, log.returns, log.digests) != (
                    usual.setup, usual.actions, usual.returns, usual.digests,
                ):  # fmt: skip
                    start = f"without {fields}, game {number} of {play.name} is another one with {option}: {value}"
                    message = f"{start} than with {first}, after {_alike(usual, log)} actions".replace("True", "true")
                    return Verdict("failed", "", (CheckFault(message.replace("False", "false"), at),))
    return Verdict("ok", f"{GAMES * len(plays)} games without {fields}, each with every value of '{option}'")


def _rules(game: Game, play: PlayedSetup, option: str) -> Iterable[tuple[Any, Rules]]:
    engine = play.table.engine
    for value in engine.options[option].values:
        rules = engine.of(game, Findings(), play.table.edition, {**dict(play.table.options), option: value})
        if rules is not None:
            yield value, rules


def _alike(one: GameLog, other: GameLog) -> int:
    """How many actions two games have in common, from the first one on."""
    alike = 0
    for mine, theirs in zip(one.actions, other.actions, strict=False):
        if mine != theirs:
            break
        alike += 1
    return alike


def without(game: Game, fields: Iterable[str]) -> Game:
    """*game*, where no record has a value in any of these *fields* (`creatures.trait`)."""
    gone = {tuple(name.split(".", 1)) for name in fields}
    filled: list[tuple[Record, dict[str, Any]]] = []
    swapped: dict[Record, Record] = {}
    for records in game.records.values():
        for old in records.values():
            values: dict[str, Any] = {}
            swapped[old] = replace(old, values=values)
            filled.append((old, values))
    for old, values in filled:
        for name, value in old.values.items():
            nothing = () if isinstance(value, tuple) else None
            values[name] = nothing if (old.component, name) in gone else _swap(value, swapped)
    records_of = {name: {key: swapped[one] for key, one in some.items()} for name, some in game.records.items()}
    return replace(game, records=records_of)


def _swap(value: Any, swapped: Mapping[Record, Record]) -> Any:
    if isinstance(value, Record):
        return swapped.get(value, value)
    if isinstance(value, tuple):
        return tuple(_swap(item, swapped) for item in value)
    if isinstance(value, dict):
        return {name: _swap(item, swapped) for name, item in value.items()}
    return value
