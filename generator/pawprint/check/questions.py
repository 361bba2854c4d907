"""Answers the questions of `needs: play` from games between bots; see `docs/playing.md`."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from statistics import median
from typing import Any

from pawprint.catalog.model import Game, Record
from pawprint.check.balance_questions import balance, balance_question
from pawprint.check.check_kind import Check
from pawprint.check.kinds.play import CARD_USES, QUESTIONS
from pawprint.check.playable import named_events
from pawprint.check.results import (
    MAX_FAULTS,
    CheckFault,
    Example,
    Need,
    PlayedSetup,
    Verdict,
    first_example,
    games_with,
)
from pawprint.check.scope import CheckScope, EvaluationError
from pawprint.core.diagnostics import Findings
from pawprint.core.registry import suggest
from pawprint.core.source import Span
from pawprint.play import playing
from pawprint.play.engine import Rules
from pawprint.play.simulation import rules_of
from pawprint.play.statistics import rule_of_three
from pawprint.source.templates.expressions import ExpressionError

#: An event that is not seen in this many games counts as missing; in fewer games this may be chance.
ENOUGH = 1000


def judge(check: Check, plays: Sequence[PlayedSetup], error_rate: float) -> Verdict:
    """The verdict of *plays* on *check*, which needs play.

    Args:
        error_rate: the share of runs in which any one number may wrongly be reported as beyond its limits.

    Raises:
        EvaluationError: an expression of it cannot be evaluated, or it names something that is not there.
    """
    here = played_here(check, plays)
    games = sum(sums.games for play in here for sums in play.unmatched_games)
    question = next((word for word in QUESTIONS if word in check.words), "")
    remarks = dict.fromkeys(rules_of(play.table).remarks().get(check.id, "") for play in here)
    if not question and any(remarks):
        return Verdict("ok", "; ".join(filter(None, remarks)))
    if not question and not any(check.id in rules_of(play.table).implements for play in here):
        return Verdict("needs play", "neither the check nor the engine says how to find out")
    if not games:
        return Verdict("undecided", "no game came to its end")
    if balance_question(check):
        return balance(check, here, error_rate)
    if "least" in check.words or "most" in check.words:
        return _spread(check, here, games)
    if question == "happens":
        return _met(check, here, games) if "to" in check.words else _happens(check, here, games)
    if question == "same":
        return same(check, here)
    judges = {"ends": _ends, "never": _never, "lasts": _lasts}
    return judges[question](check, here, games) if question in judges else _proved(check, here)


def played_here(check: Check, plays: Sequence[PlayedSetup]) -> list[PlayedSetup]:
    """Those of *plays* that *check* is about."""
    return [play for play in plays if check.edition in ("", play.table.deck, play.table.edition)]


# --- proofs -------------------------------------------------------------------------------------------------


def _proved(check: Check, plays: Sequence[PlayedSetup]) -> Verdict:
    """The invariants that the engine checks itself: `playtest` reports the faults, this gives the numbers."""
    kind = "repeats" if "repeats" in check.words else check.id
    if any(failure.kind == kind for play in plays for sums in play.unmatched_games for failure in sums.failures):
        return Verdict("failed")
    if kind == "repeats":
        return Verdict("ok", "games played twice, and again from their logs")
    return Verdict("ok", f"in every state of {sum(play.inspected.games for play in plays):,} games")


def _ends(check: Check, plays: Sequence[PlayedSetup], games: int) -> Verdict:
    most = check.words["ends"]
    longest, worst = 0, None
    for play in plays:
        for sums in play.unmatched_games:
            if (length := max(sums.lengths, default=0)) > longest:
                longest, worst = length, play.game_of(sums, sums.first["lengths", length])
    endless = any(failure.kind in ("long", "progress") for play in plays for sums in play.unmatched_games
                  for failure in sums.failures)  # fmt: skip
    note = f"longest of {games:,} games: {longest:,} decisions"
    if longest > most:
        message = f"a game has {longest:,} decisions; {most:,} is most"
        return Verdict("failed", note, (CheckFault(message, check.span_of("ends", 0), worst),))
    return Verdict("failed" if endless else "ok", note)  # reported by `playtest`


def _lasts(check: Check, plays: Sequence[PlayedSetup], games: int) -> Verdict:
    """Zones that never run out of anything, or of the pieces that are asked for."""
    notes: list[str] = []
    faults: list[CheckFault] = []
    for index, zone in enumerate(check.words["lasts"]):
        least: tuple[int, str, Example] | None = None
        for play in plays:
            asked = [""]
            if "to" in check.words:
                asked = [record.id for record in CheckScope(play.game).select(check.words["to"], check.words)]
            for identity in asked:
                if (zone, identity) in play.inspected.zone_minima:
                    count, number = play.inspected.zone_minima[zone, identity]
                    if least is None or count < least[0]:
                        least = count, identity, play.game_of(play.inspected, number)
        if least is None:
            raise _no_zone(check, zone, index, plays)
        count, identity, example = least
        of = f" of '{identity}'" if identity else ""
        notes.append(f"never less than {count}{of} in '{zone}'")
        if not count:
            faults.append(CheckFault(f"'{zone}' runs out{of}", check.span_of("lasts", index), example))
    note = f"{', '.join(notes)}, in every state of {sum(play.inspected.games for play in plays):,} games"
    return Verdict("failed" if faults else "ok", "" if faults else note, tuple(faults))


def _no_zone(check: Check, zone: str, index: int, plays: Sequence[PlayedSetup]) -> EvaluationError:
    """Report that *zone* does not exist or never holds any of the pieces in question."""
    zones = {name for play in plays for name in play.zones}
    if zone in zones:
        error = ExpressionError(f"nothing of that is ever in '{zone}'", "name what is there at first")
    else:
        error = ExpressionError(f"the game has no zone '{zone}'", suggest(zone, sorted(zones), "zones are"))
    return EvaluationError(f"'{zone}'", ("lasts", index), error)


# --- what happens -------------------------------------------------------------------------------------------


def _total(plays: Sequence[PlayedSetup], event: str) -> int:
    return sum(sums.event_counts[event] for play in plays for sums in play.unmatched_games)


def _never(check: Check, plays: Sequence[PlayedSetup], games: int) -> Verdict:
    faults = [
        CheckFault(
            f"'{event}' happens, {total:,} times in {games:,} games",
            check.span_of("never", index),
            first_example(plays, "event_counts", event),
        )
        for index, event in enumerate(check.words["never"])
        if (total := _total(plays, event))
    ]
    if faults:
        return Verdict("failed", "", tuple(faults))
    return Verdict("ok", f"not in {games:,} games, so in less than {_rate(rule_of_three(games))} of all")


def _happens(check: Check, plays: Sequence[PlayedSetup], games: int) -> Verdict:
    missing = [
        CheckFault(f"'{event}' does not happen in {games:,} games", check.span_of("happens", index))
        for index, event in enumerate(check.words["happens"])
        if not _total(plays, event)
    ]
    if missing:
        return _too_few(missing, [fault.message for fault in missing], plays)
    return Verdict("ok", f"in {games:,} games")


def _asked(check: Check, plays: Sequence[PlayedSetup]) -> Iterable[tuple[str, Record, list[PlayedSetup]]]:
    """(event, record, where it is played with) of all that a check is about, edition by edition."""
    for deck in {play.game.edition: play.game for play in plays}.values():
        setups = [play for play in plays if play.game.edition == deck.edition]
        scope = CheckScope(deck)
        for event in check.words["happens"]:
            for name, record in named_events(scope, check, event):
                if record.copies_in(deck.edition):
                    yield name, record, setups


def _met(check: Check, plays: Sequence[PlayedSetup], games: int) -> Verdict:
    """Something happens to every record of components, in some game of some edition."""
    records: dict[tuple[str, str], Record] = {}
    seen: set[tuple[str, str]] = set()
    for event, record, setups in _asked(check, plays):
        records.setdefault((event, record.id), record)
        if games_with(setups, event, record.id):
            seen.add((event, record.id))
    missing = [key for key in records if key not in seen]
    if not missing:
        return Verdict("ok", f"{len(records)} of {len(records)} in {games:,} games")
    faults = [
        CheckFault(
            f"'{name}' is never {'part of ' if event not in CARD_USES else ''}'{event}' in {games:,} games",
            records[event, name].node.span,
            first_example(plays, "dealt", name),
        )
        for event, name in missing
    ]
    return _too_few(faults, [f"{name} ({event})" for event, name in missing], plays, len(records))


def _too_few(faults: list[CheckFault], short: list[str], plays: Sequence[PlayedSetup], of: int = 0) -> Verdict:
    """Events that did not occur: a fault after enough games, undecided before."""
    games = sum(sums.games for play in plays for sums in play.unmatched_games)
    more = f", and {len(short) - MAX_FAULTS} more" if len(short) > MAX_FAULTS else ""
    if games < ENOUGH:
        counts = f"{len(short)} of {of} " if of else ""
        note = f"{counts}not seen in {games:,} games: {', '.join(short[:MAX_FAULTS])}{more}"
        return Verdict("undecided", note, needs=_enough(plays))
    kept = faults[:MAX_FAULTS]
    if more:
        kept[-1] = kept[-1]._replace(message=kept[-1].message + more)
    return Verdict("failed", f"below {_rate(rule_of_three(games))} of all games", tuple(kept))


def _enough(plays: Sequence[PlayedSetup]) -> tuple[Need, ...]:
    """The games after which what was not seen counts as missing: each kind of bots plays half of them."""
    most = max(play.greedy.games for play in plays)
    return (Need(plays[0].table, (), most, -(-ENOUGH // (2 * len(plays)))),)


def _spread(check: Check, plays: Sequence[PlayedSetup], games: int) -> Verdict:
    """The highest number that an event reports for each record is close to their median."""
    highest: dict[str, tuple[int, Span]] = {}
    for event, record, setups in _asked(check, plays):
        maxima = [
            sums.event_maxima[event, record.id]
            for play in setups
            for sums in play.unmatched_games
            if (event, record.id) in sums.event_maxima
        ]
        if maxima:
            before = highest.get(record.id, (max(maxima), record.node.span))
            highest[record.id] = max(before[0], *maxima), record.node.span
    if not highest:
        return Verdict("undecided", f"no number was emitted in {games:,} games", needs=_enough(plays))
    middle = median(number for number, _ in highest.values())
    low, high = check.words.get("least", float("-inf")) * middle, check.words.get("most", float("inf")) * middle
    ranked = sorted((number, name) for name, (number, _) in highest.items())
    (least, lowest), (most, top) = ranked[0], ranked[-1]
    note = f"highest numbers: {lowest} {least:g}, median {middle:g}, {top} {most:g}; {games:,} games"
    faults = [
        CheckFault(f"the highest number of '{name}' is {number:g} in {games:,} games; the median is {middle:g}", span)
        for name, (number, span) in highest.items()
        if not low <= number <= high
    ]
    if faults and games < ENOUGH:
        return Verdict("undecided", note, needs=_enough(plays))
    return Verdict("failed" if faults else "ok", note, tuple(faults[:MAX_FAULTS]))


def _rate(rate: float) -> str:
    return f"{rate:.2%}" if rate >= 0.0001 else "0.01%"


# --- options that change nothing --------------------------------------------------------------------------------------

#: Games that are compared at each table; where an option matters, the first ones differ.
GAMES = 4


def same(check: Check, plays: Sequence[PlayedSetup]) -> Verdict:
    """Play the same games with every value of an option, with a deck that lacks some fields."""
    option, span = check.words["same"][0], check.span_of("same", 0)
    fields = ", ".join(check.words["without"])
    for play in plays:
        bare = without(play.game, check.words["without"])
        by_value = [*_rules(bare, play, option)]
        for number in range(GAMES):
            labels = play.table.seed, bare.engine, play.table.players, number
            logs = [
                (value, playing.record(rules, play.table.players, [playing.random_bot], *labels))
                for value, rules in by_value
            ]
            (first, usual), changed = logs[0], logs[1:]
            for value, log in changed:
                if (log.setup, log.actions, log.returns, log.digests) != (
                    usual.setup, usual.actions, usual.returns, usual.digests,
                ):  # fmt: skip
                    start = f"without {fields}, game {number} of {play.name} is another one with {option}: {value}"
                    message = f"{start} than with {first}, after {_common_actions(usual, log)} actions".replace(
                        "True", "true"
                    )
                    return Verdict("failed", "", (CheckFault(message.replace("False", "false"), span),))
    return Verdict("ok", f"{GAMES * len(plays)} games without {fields}, each with every value of '{option}'")


def _rules(game: Game, play: PlayedSetup, option: str) -> Iterable[tuple[Any, Rules]]:
    engine = play.table.engine
    for value in engine.options[option].values:
        rules = engine.of(game, Findings(), play.table.edition, {**dict(play.table.options), option: value})
        if rules is not None:
            yield value, rules


def _common_actions(first: playing.GameLog, second: playing.GameLog) -> int:
    """The number of actions that two games have in common before they differ."""
    count = 0
    for mine, theirs in zip(first.actions, second.actions, strict=False):
        if mine != theirs:
            break
        count += 1
    return count


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
    records_of = {
        name: {key: swapped[record] for key, record in records_by_id.items()}
        for name, records_by_id in game.records.items()
    }
    return replace(game, records=records_of)


def _swap(value: Any, swapped: Mapping[Record, Record]) -> Any:
    if isinstance(value, Record):
        return swapped.get(value, value)
    if isinstance(value, tuple):
        return tuple(_swap(item, swapped) for item in value)
    if isinstance(value, dict):
        return {name: _swap(item, swapped) for name, item in value.items()}
    return value
