"""Values for words and cards that the rules declare -> where a program has them; `entry_values` says how."""

from typing import Any

from pawprint.rules.language.entry_values import Axis, CardValue, axes_of, entries_of, index_text, place_text
from pawprint.rules.language.expression_code import Code, Stored
from pawprint.rules.language.rule_names import RuleScope
from pawprint.rules.language.rule_types import PIECE, PLACE, RuleType
from pawprint.rules.language.specification import ValueSpec, ZoneSpec
from pawprint.rules.zone_state import OPEN


def declare_value(program: Any, value: ValueSpec, kind: RuleType) -> None:
    """A value of the game, of each player, or of each word or card.

    Args:
        program: a `ProgramBuilder`, which gets the value.
        kind: the type of the value.
    """
    if value.over:
        declare_entries(program, value, kind)
        return
    place, players = program.value_count, program.players
    text = (f"v[{place} + {{0}}]" if place else "v[{0}]") if value.each else f"v[{place}]"
    if value.pairs:
        text = f"v[{place} + {{0}} * {players} + {{1}}]"
    one = Stored(value.name, text, kind, value.each, OPEN, False, value.pairs)
    program.names.stored[value.name] = program.values[value.name] = one
    seats = [str(seat) for seat in range(players)]
    pairs = [f"{one} {other}" for one in seats for other in seats]
    for seat in pairs if value.pairs else seats if value.each else [""]:
        if kind.kind == PIECE:
            program.piece_values.add(program.value_count)
        if kind.kind == PLACE:
            program.place_values.add(program.value_count)
        program.value_places[f"{value.name} {seat}".rstrip()] = program.value_count
        program.value_count += 1


def declare_entries(program: Any, value: ValueSpec, kind: RuleType) -> None:
    """A value for each word, or each card.

    Args:
        program: a `ProgramBuilder`, which gets the value.
        kind: the type of the value.
    """
    axes = value_axes(program, value)
    if axes is None:
        return
    if axes[0].kind == PIECE:
        at = max((zone.after for zone in program.groups.values()), default=0) + len(program.card_values)
        program.card_values[value.name] = CardValue(value.name, at, axes, kind.kind == PIECE)
        this = Code("{0}", RuleType(PIECE, None, frozenset([axes[0].name])), frozenset(["this"]))
        code = program.expression(value.start, RuleScope(program.names, "", {"this": this}), wanted=kind)
        if code is not None and not code.static:
            help = "start with a number, a word, or a field of the card, which is 'this'"
            program.add("bad-rules", "this is not the same in every game", value.start.span(), help)
        start = "0" if code is None else code.text
        program.starts[value.name] = start.replace("{0}", "this")
        text = f"g{at}.get({index_text(axes)}, {start})"
    else:
        text = place_text(program.value_count, "v", axes)
        for entries in entries_of(axes):
            if kind.kind == PIECE:
                program.piece_values.add(program.value_count)
            called = [axis.entries[entry] for axis, entry in zip(axes, entries, strict=True)]
            program.value_places[" ".join([value.name, *called])] = program.value_count
            program.value_count += 1
    one = Stored(value.name, text, kind, False, OPEN, False, axes=axes)
    program.names.stored[value.name] = program.values[value.name] = one


def value_axes(program: Any, value: ValueSpec) -> tuple[Axis, ...] | None:
    """What there is a value for each of; None after a finding."""
    spec, records = program.spec, program.records
    known = {*records.components, *spec.components}
    axes = axes_of(value.over, spec.words, program.players, records.ids, known)
    if axes is None or any(axis.kind == PIECE for axis in axes[1:]):
        names = ["player", *spec.words, *program.components]
        message = f"there is no '{value.name}' for each of '{', '.join(value.over)}'"
        help = f"write each: {' or '.join(names)}, or two of them, with cards first: [{names[-1]}, player]"
        program.add("bad-rules", message, spec.place("values", value.name, "each"), help)
        return None
    return axes


def report_copies(program: Any, zone: ZoneSpec) -> None:
    """Report that of cards whose places are remembered there are several of a kind."""
    held = zone.holds or program.components
    for kind, copies in enumerate(program.records.copies):
        if copies > 1 and program.records.components[kind] in held:
            help = "say which cards it holds: holds: [...], or leave out 'remembered'"
            message = f"there are {copies} copies of '{program.records.ids[kind]}', which nobody can tell apart"
            program.add("bad-rules", message, program.spec.place("zones", zone.name, "remembered"), help)
            return
