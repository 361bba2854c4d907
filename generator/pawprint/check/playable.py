"""Checks that a rules engine can play with the cards of its game, and emits the events that checks refer to.

Scenarios of the game are played, and must come out as they expect.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from pawprint.catalog.model import Game
from pawprint.check.check_kind import Check
from pawprint.check.check_reader import checks_of
from pawprint.check.kinds.play import CARD_USES
from pawprint.check.scope import CheckScope, EvaluationError
from pawprint.core.diagnostics import Findings
from pawprint.core.registry import suggest
from pawprint.play.accepted_sentences import check_sentences
from pawprint.play.engine import PIECE, PIECES, DetailKind, Rules
from pawprint.source.plain_data import to_python
from pawprint.source.reader import MappingNode


def check_rules(game: Game, findings: Findings, edition: str = "") -> None:
    """Note what the engine misses in the catalog: an effect that it does not know, a number that is not there, a check
    that asks for an event which it never tells. Rules that are data are played, too, for a moment.

    Args:
        edition: only this one; all if empty.
    """
    if not game.engine or findings.failed:  # missing pieces may be a consequence of faults already reported
        return
    from pawprint.check.playable import check_numbers
    from pawprint.games.engines import ENGINES
    from pawprint.play.game_options import check_assumed, check_words
    from pawprint.play.lookup import DATA_ENGINE, playable_editions
    from pawprint.play.own_engines import check_own_engine

    check_own_engine(game, findings)
    before = findings.errors
    for engine_of_edition, deck, rules in playable_editions(game, edition):
        engine_of_edition.of(game.in_edition(deck), findings, rules)
    engine = ENGINES.get(game.engine)
    if engine is not None and findings.errors == before:  # with other cards, checks might ask for other events
        check_event_names(game, engine, findings)
        check_words(game, findings)
        check_assumed(game, findings, edition)
        check_numbers(game, engine, findings)
        check_sentences(game, findings)
        if game.engine.endswith(DATA_ENGINE) and not findings.failed:
            from pawprint.check._rules_probe import probe_rules

            probe_rules(game, findings, edition)


def check_scenarios(game: Game, findings: Findings, edition: str = "") -> None:
    """Play every scenario of *game*, and note what comes out otherwise than it expects.

    Args:
        edition: only scenarios that are played in this one, of the catalog or of the rules; all if empty.
    """
    if not game.engine or game.invalid:  # with records missing, almost any scenario may fail
        return
    from pawprint.games.engines import ENGINES
    from pawprint.play.lookup import deck_of
    from pawprint.play.scenario import check_scenario, scenario_names, scenario_of_game

    if game.engine not in ENGINES:
        return
    for name in scenario_names(game):
        scenario = scenario_of_game(game, name, findings)
        if scenario is None:
            continue
        played_in = {
            edition_name for rules in scenario.editions or ("",) for edition_name in (rules, deck_of(game, rules))
        }
        if not edition or edition in played_in:
            check_scenario(scenario, lambda engine: game if engine == game.engine else None, findings)


def check_event_names(game: Game, engine: type[Rules], findings: Findings) -> None:
    """Note events that no state tells, and options that there are not."""
    for check in checks_of(game):
        if not check.needs_play:
            continue
        for word in ("happens", "never"):
            for index, event in enumerate(check.words.get(word, ())):
                for wanted in _wanted(game, check, event):
                    _check_event(check, wanted, word, index, engine.events, findings)
        for index, option in enumerate(check.words.get("same", ())):
            if option not in engine.options:
                message = f"check '{check.id}' asks for the option '{option}', which the rules do not have"
                help = suggest(option, engine.options, "options are")
                findings.add("unknown-event", message, check.span_of("same", index), help, rule=check.id)


def _wanted(game: Game, check: Check, event: str) -> Iterator[str]:
    """The events that a check refers to; with `by`, the name of the event of each record."""
    if "by" not in check.words:
        yield event
        return
    try:
        names = {name for deck in game.each_edition() for name, _ in named_events(CheckScope(deck), check, event)}
    except EvaluationError:
        return  # reported with its place when the game is played
    yield from sorted(names)


def named_events(scope: CheckScope, check: Check, event: str) -> Iterator[tuple[str, Any]]:
    """(event, record) of each record that a check is about; with `by`, its value is part of the event.

    Raises:
        EvaluationError: an expression cannot be evaluated.
    """
    for record in scope.select(check.words["to"], check.words):
        for index, expression in enumerate(check.words.get("by", ("",))):
            more = scope.value(expression, scope.names(record), f"'{record.id}'", "by", index) if expression else None
            if more is not None or not expression:
                yield f"{event} {more}" if expression else event, record


def _check_event(
    check: Check, event: str, word: str, index: int, events: Mapping[str, tuple[DetailKind, ...]], findings: Findings
) -> None:
    if event in CARD_USES and "to" in check.words:
        return
    names = dict.fromkeys((*(CARD_USES if "to" in check.words else ()), *events))
    for name, details in events.items():
        names |= {f"{name} {more}": None for detail in details if isinstance(detail, tuple) for more in detail}
        pieces = [detail for detail in details if detail in (PIECE, PIECES)]
        if len(pieces) > 1:
            names |= {f"{name}.{place}": None for place in range(1, len(pieces) + 1)}
    if event not in names:
        message = f"check '{check.id}' asks for '{event}', which the rules never emit"
        help = "give it to: a component" if event in CARD_USES else suggest(event, names, "events are")
        findings.add("unknown-event", message, check.span_of(word, index), help, rule=check.id)


# --- numbers of the rules ---------------------------------------------------------------------------------------------


def check_numbers(game: Game, engine: type[Rules], findings: Findings) -> None:
    """Report numbers under `rules` of *game* that differ from those that the engine plays with."""
    declared = game.node.get("rules")
    if not isinstance(declared, MappingNode):
        return
    for name, number in engine.numbers.items():
        node = declared.get(name)
        if node is None:
            continue
        here = to_python(node)
        if here != number.value:
            message = f"'{name}' of the rules is {_written(here)}; the engine plays with {_written(number.value)}"
            help = f"it is the number of {number.about}, by rule {number.rule}; to change it, change the engine"
            findings.add("out-of-range", message, node.span, help)


def _written(value: object) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{name}: {item}" for name, item in value.items()) + "}"
    return str(value)
