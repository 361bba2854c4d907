"""The cards of Pocket Cats as tables: what the catalog says, in numbers that a game can count with quickly.

Places are 0 to 24, row by row from the top left; directions 0 to 7, clockwise from N; tiles are numbered cats first,
then prey, then dogs, as they stand in the catalog, and one more number is the place where no tile lies.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from pawprint.catalog.model import Game, Record
from pawprint.core.diagnostics import Findings
from pawprint.core.registry import suggest

SIDE = 5
PLACES = SIDE * SIDE
#: PC-2.7: the tile that is face up from the beginning.
CENTRE = PLACES // 2
DIRECTIONS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
#: PC-1.1, PC-1.2, PC-1.3: what a tile is; NOTHING is where no tile lies, in situations that are not a whole game.
CAT, PREY, DOG, NOTHING = 0, 1, 2, 3
KINDS = ("cat", "prey", "dog")

_STEPS = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))


def _ray(place: int, direction: int) -> tuple[int, ...]:
    """The places from *place* to the edge of the square, the next one first."""
    down, right = _STEPS[direction]
    row, column = divmod(place, SIDE)
    found = []
    while 0 <= (row := row + down) < SIDE and 0 <= (column := column + right) < SIDE:
        found.append(row * SIDE + column)
    return tuple(found)


#: place -> direction -> the places that lie there, the next one first.
RAYS = tuple(tuple(_ray(place, direction) for direction in range(8)) for place in range(PLACES))
#: Directions by the lines that a card may name.
LINES = {"straight": (0, 2, 4, 6), "diagonal": (1, 3, 5, 7)}
#: place -> the up to 4 places that touch it by a side.
TOUCHING = tuple(tuple(sorted(ray[0] for ray in rays[::2] if ray)) for rays in RAYS)
#: The same, always 4 of them: where the square ends it is the place `PLACES`, at which nothing ever lies.
AROUND = tuple((*near, *(PLACES,) * (4 - len(near))) for near in TOUCHING)


class Power(NamedTuple):
    """What a clan, or its chief, can do (PC-1.10).

    Attributes:
        does: one of `CLAN_POWERS` or `CHIEF_POWERS`.
        timing: when; empty for a chief.
        directions: along the lines that the card names.
        prey: only these kinds of it, where any are named.
    """

    does: str = ""
    timing: str = ""
    amount: int = 1
    directions: tuple[int, ...] = ()
    prey: tuple[str, ...] = ()
    once: bool = False


#: What a clan effect may do, at which moments (PC-I-14, PC-I-15), and which tiles that is about.
CLAN_POWERS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "turn-dog": (("permanent", "before_dogs"), ("dog",)),
    "long-move": (("permanent",), ("cat",)),
    "peek": (("permanent",), KINDS),
    "revive": (("after_dogs",), ("cat",)),
    "extra-points": (("scoring",), ("prey",)),
    "win-ties": (("scoring",), ("prey",)),
}
#: What a chief may do, and which tiles that is about.
CHIEF_POWERS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "long-move": (("",), ("cat",)),
    "wide-reach": (("",), ("prey",)),
    "extra-attack": (("",), ("prey",)),
    "multiply": (("",), ("prey",)),
    "dodge": (("",), ("dog",)),
    "guard": (("",), ("cat",)),
}


class Clan(NamedTuple):
    """A clan card and its cats (PC-1.4, PC-1.7)."""

    id: str
    cats: tuple[int, ...]
    chief: int
    effect: Power
    ability: Power


class CatsCards(NamedTuple):
    """All tiles by number, and the clans.

    Attributes:
        value: attack of a cat, victory points of a prey.
        clan: of a cat, by number; -1 for other tiles.
        sort: of a prey: mouse, pigeon, fly.
        partner: of a prey: the tile that it pays more with; -1 if there is none.
        pair: victory points of both partners together.
        arrows: of a dog, as printed.
    """

    ids: tuple[str, ...]
    kind: tuple[int, ...]
    value: tuple[int, ...]
    clan: tuple[int, ...]
    sort: tuple[str, ...]
    partner: tuple[int, ...]
    pair: tuple[int, ...]
    arrows: tuple[tuple[int, ...], ...]
    clans: tuple[Clan, ...]

    def of_kind(self, kind: int) -> tuple[int, ...]:
        """The numbers of all tiles that are a cat, a prey or a dog."""
        return tuple(tile for tile, one in enumerate(self.kind) if one == kind)


#: Fields that the rules read, and whether there must be something in them.
_FIELDS: Mapping[str, Mapping[str, bool]] = {
    "clans": {"effect": True, "chief": True},
    "cats": {"clan": True, "value": True, "chief": True},
    "prey": {"kind": True, "value": True, "partner": False, "pair": False},
    "dogs": {"arrows": True},
}


def read_cards(game: Game, findings: Findings) -> CatsCards | None:
    """The cards of *game*; None after findings."""
    if not _sound(game, findings):
        return None
    before = findings.count
    cats, prey, dogs, clans = (game.pieces(name) for name in ("cats", "prey", "dogs", "clans"))
    tiles = (*cats, *prey, *dogs)
    number = {id(record): index for index, record in enumerate(tiles)}
    clan_number = {id(record): index for index, record in enumerate(clans)}
    cats_none, rest_none = len(cats) * (0,), (len(dogs) + 1) * (0,)
    cards = CatsCards(
        ids=tuple(record.id for record in tiles),
        kind=(*len(cats) * [CAT], *len(prey) * [PREY], *len(dogs) * [DOG], NOTHING),
        value=(*(record["value"] for record in (*cats, *prey)), *rest_none),
        clan=(*(clan_number[id(record["clan"])] for record in cats), *(len(prey) + len(dogs) + 1) * [-1]),
        sort=(*len(cats) * [""], *(str(record["kind"]) for record in prey), *(len(dogs) + 1) * [""]),
        # PC-1.8: two pigeons, and two flies, pay more together.
        partner=(
            *len(cats) * [-1],
            *(number.get(id(record["partner"]), -1) for record in prey),
            *(len(dogs) + 1) * [-1],
        ),
        pair=(*cats_none, *(record["pair"] or 0 for record in prey), *rest_none),
        # PC-1.9: a dog shows arrows among the 8 directions.
        arrows=(
            *(len(cats) + len(prey)) * [()],
            *(tuple(sorted(map(DIRECTIONS.index, record["arrows"]))) for record in dogs),
            (),
        ),
        clans=tuple(_clan(record, cats, number, findings) for record in clans),
    )
    return cards if findings.count == before else None


def _sound(game: Game, findings: Findings) -> bool:
    """Whether everything is there that the rules read; what is not is a finding, or has been one."""
    before = findings.count
    for component, fields in _FIELDS.items():
        if component not in game.components:
            at = game.node.entries.get("rules", game.node)
            help = "declare it as the bundled game does, or leave 'rules' out"
            findings.add("bad-declaration", f"the rules need a component '{component}'", at.span, help)
            continue
        for record in game.pieces(component):
            for name, needed in fields.items():
                if name not in record.values or (needed and record[name] is None and not game.invalid):
                    message = f"the rules need the field '{name}' of the {component}"
                    findings.add("bad-declaration", message, record.span(name), "declare it as the bundled game does")
    unread = any(
        needed and record.values.get(name) is None
        for component, fields in _FIELDS.items()
        for record in game.pieces(component)
        for name, needed in fields.items()
    )
    return findings.count == before and not unread


def _clan(record: Record, cats: tuple[Record, ...], number: Mapping[int, int], findings: Findings) -> Clan:
    """A clan with its cats; PC-1.7: one of them is the chief."""
    mine = [cat for cat in cats if cat["clan"] is record]
    chiefs = [cat for cat in mine if cat["chief"]]
    if len(chiefs) != 1:
        message = f"the clan '{record.id}' has {len(chiefs)} chiefs"
        findings.add("bad-declaration", message, record.span(), "give one of its cats chief: true")
        chiefs = [*chiefs, *cats][:1]
    return Clan(
        id=record.id,
        cats=tuple(number[id(cat)] for cat in mine),
        chief=number[id(chiefs[0])] if chiefs else -1,
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
