"""The catalog -> the cards of Pocket Cats, with a finding for all that the rules cannot play."""

from collections.abc import Mapping
from typing import Any

from pawprint.catalog.model import Game, Record
from pawprint.core.diagnostics import Findings
from pawprint.core.registry import suggest
from pawprint.games.pocket_cats.cards import (
    CAT,
    CHIEF_POWERS,
    CLAN_POWERS,
    DIRECTIONS,
    DOG,
    LINES,
    PREY,
    CatsCards,
    Clan,
    Power,
)
from pawprint.games.record_fields import NONE, FieldKinds, has_records

#: Fields that the rules read.
_FIELDS: Mapping[str, FieldKinds] = {
    "clans": {"effect": (dict,), "chief": (dict,)},
    "cats": {"clan": (Record,), "value": (int,), "chief": (bool,)},
    "prey": {"kind": (str,), "value": (int,), "partner": (Record, NONE), "pair": (int, NONE)},
    "dogs": {"arrows": (tuple,)},
}


def read_cards(game: Game, findings: Findings) -> CatsCards | None:
    """The cards of *game*; None after findings."""
    if not has_records(game, _FIELDS, findings):
        return None
    before = findings.count
    cats, prey, dogs, clans = (game.pieces(name) for name in ("cats", "prey", "dogs", "clans"))
    tiles = (*cats, *prey, *dogs)
    number = {record: index for index, record in enumerate(tiles)}
    clan_number = {record: index for index, record in enumerate(clans)}
    cats_none, rest_none = len(cats) * (0,), len(dogs) * (0,)
    cards = CatsCards(
        ids=tuple(record.id for record in tiles),
        kind=(*len(cats) * [CAT], *len(prey) * [PREY], *len(dogs) * [DOG]),
        value=(*(record["value"] for record in (*cats, *prey)), *rest_none),
        clan=(*(clan_number[record["clan"]] for record in cats), *(len(prey) + len(dogs)) * [-1]),
        sort=(*len(cats) * [""], *(str(record["kind"]) for record in prey), *len(dogs) * [""]),
        # PC-1.8: two pigeons, and two flies, pay more together.
        partner=(
            *len(cats) * [-1],
            *(number[one] if (one := record.values.get("partner")) else -1 for record in prey),
            *len(dogs) * [-1],
        ),
        pair=(*cats_none, *(record.values.get("pair") or 0 for record in prey), *rest_none),
        # PC-1.9: a dog shows arrows among the 8 directions.
        arrows=(
            *(len(cats) + len(prey)) * [()],
            *(tuple(sorted(map(DIRECTIONS.index, record["arrows"]))) for record in dogs),
        ),
        clans=tuple(_clan(record, cats, number, findings) for record in clans),
    )
    return cards if findings.count == before else None


def _clan(record: Record, cats: tuple[Record, ...], number: Mapping[Record, int], findings: Findings) -> Clan:
    """A clan with its cats; PC-1.7: one of them is the chief."""
    mine = [cat for cat in cats if cat["clan"] is record]
    chiefs = [cat for cat in mine if cat["chief"]]
    if len(chiefs) != 1:
        message = f"the clan '{record.id}' has {len(chiefs)} chiefs"
        findings.add("bad-declaration", message, record.span(), "give one of its cats chief: true")
        chiefs = [*chiefs, *cats][:1]
    return Clan(
        id=record.id,
        cats=tuple(number[cat] for cat in mine),
        chief=number[chiefs[0]] if chiefs else -1,
        effect=_power(record, "effect", record["effect"], CLAN_POWERS, findings),
        ability=_power(record, "chief", record["chief"], CHIEF_POWERS, findings),
    )


def _power(
    record: Record,
    field: str,
    written: Mapping[str, Any],
    known: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]],
    findings: Findings,
) -> Power:
    """A power that the rules can carry out; PC-I-15: they know its name, its moment and what it is about."""
    power = written.get("power")
    if not power or power["does"] is None:
        return Power()
    does, timing = power["does"].id, str(written.get("timing") or "")
    moments, tiles = known.get(does, ((), ()))
    if does not in known:
        wrong, help, way = f"'{does}'", suggest(does, known, "known are"), "does"
    elif timing not in moments:
        wrong, help, way = f"'{does}' at the moment '{timing}'", f"its moment can be {', '.join(moments)}", "does"
    elif sorted(power["tiles"]) != sorted(tiles):
        wrong, help, way = f"'{does}' of these tiles", f"write tiles: [{', '.join(tiles)}]", "tiles"
    else:
        lines = [direction for line in power["lines"] for direction in LINES[line]]
        amount = 1 if power["amount"] is None else power["amount"]
        return Power(does, timing, amount, tuple(sorted(lines)), tuple(map(str, power["prey"])), power["once"])
    findings.add(
        "unknown-effect", f"'{record.id}' has the power {wrong}, which the rules cannot carry out",
        record.span(field, "power", way), help,
    )  # fmt: skip
    return Power()
