"""Pocket Cats: two clans look for prey in a square of 25 tiles, until the dogs attack.

The rules are `rules.yaml`, whose numbers such as PC-3.2 are those of the rules of the game; how the end is counted is
in `cards`, and what the rules call in `cat_calls`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

from pawprint.catalog.model import Game, Record
from pawprint.core.diagnostics import Findings
from pawprint.core.registry import suggest
from pawprint.games.pocket_cats import cat_calls
from pawprint.games.pocket_cats.cards import (
    CAT,
    CHIEF_POWERS,
    CLAN_POWERS,
    DIRECTIONS,
    DOG,
    LINES,
    PLACES,
    PREY,
    SIDE,
    CatsCards,
    Clan,
    Duel,
    Power,
    Tally,
    duel_of,
)
from pawprint.games.pocket_cats.cat_calls import claims_of, face_up
from pawprint.games.pocket_cats.table import CatsTable
from pawprint.games.record_fields import NONE, FieldKinds, has_records
from pawprint.play.engine import END, ENGINES, NAME, NUMBER, PIECE, SEAT, Action, DetailKind, Json, Rng
from pawprint.play.game_options import agreed_options
from pawprint.play.language.data_rules import DataRules, bundled_rules, cited_rules
from pawprint.play.language.data_state import DataState
from pawprint.play.language.python_calls import Functions


def violations(state: DataState) -> Iterator[str]:
    """The invariants that do not hold, each with its id; nothing for a part of a square, as examples have it."""
    table = CatsTable(state)
    if None in table.square:
        return
    yield from _turns(table)
    yield from _dogs(table)
    if table.phase == "exchange":
        yield from _exchanges(table)
    if table.phase == "over":
        yield from _ending(table)
        yield from _names(table)


def _turns(table: CatsTable) -> Iterator[str]:
    down, revealed = table.up.count(0), table.phase in ("lay", "turn", "exchange")
    hidden = len(table.state.down) - len(table.out)
    # PC-I-20
    if sorted(tile or 0 for tile in table.square) != sorted(table.tiles):
        yield "PC-I-20: the square does not hold the 25 tiles of the two clans, the prey and the dogs"
    # PC-I-21: 24 turns, one hidden tile less in each; the players alternate
    if table.phase in ("reveal", "look") or revealed:
        turn = PLACES - 1 - hidden - revealed - (table.phase == "look")
        if table.state.seat != (table.first + turn) % 2:
            yield f"PC-I-21: turn {turn + 1} is not that of seat {table.state.seat}"
        if not 0 <= turn < PLACES - 1:
            yield f"PC-I-21: there is no turn {turn + 1}"
    elif hidden and table.phase != "deal":
        yield f"PC-I-21: the game ends with {hidden} hidden tiles"
    # PC-I-23: a turn shows one tile
    if table.state.down != [place for place in range(PLACES) if not table.up[place]]:
        yield f"PC-I-23: {down} tiles are face down, but {len(table.state.down)} were hidden"


def _dogs(table: CatsTable) -> Iterator[str]:
    # PC-I-24: a dog turns only by an effect, or by the option of PC-2.8; here: other tiles never do
    for place, turned in enumerate(table.turned):
        if turned and table.kind_at(place) != DOG:
            yield f"PC-I-24: {table.rules.place_names[place]} has turned, and is no dog"


def _exchanges(table: CatsTable) -> Iterator[str]:
    # PC-I-22: every exchange is one of PC-3.2 or of a power
    kind, values = table.kind_at(table.at), table.state.values
    further = max(2, *(values[f"{name} {seat}"] for name in ("far", "leap") for seat in (0, 1)))
    for action in table.state.legal_actions():
        here, there = table.rules.parts_of(action)[1]
        down, right = abs(here // SIDE - there // SIDE), abs(here % SIDE - there % SIDE)
        straight = (down == 0) != (right == 0)
        allowed = {PREY: max(down, right) == 1, CAT: straight and down + right <= further, DOG: straight}
        if here != table.at or not allowed.get(kind):
            names = table.rules.place_names
            yield f"PC-I-22: the tile at {names[here]} does not go to {names[there]}"
    if not table.up[table.at]:
        yield "PC-I-23: the tile that is exchanged has not been revealed"


def _ending(table: CatsTable) -> Iterator[str]:
    tally, tiles, found = table.tally, face_up(table.state), claims_of(table.state)
    # PC-I-26: a prey goes to one clan at most, and only for attack
    for prey, _, first, two, taker in found:
        if taker >= 0 and max(first, two) < 1:
            yield f"PC-I-26: {table.rules.tiles.ids[prey]} is captured without attack"
    # PC-I-25: the order of dogs and prey means nothing
    taken = [(claim[0], claim[4]) for claim in found]
    if tally.worth(taken[::-1]) != tally.worth(taken):
        yield "PC-I-25: another order of the prey gives another result"
    # PC-I-27: the same square seen from another side, with its dogs, ends in the same way
    everything = [tile or 0 for tile in table.square]
    other, shown = _turned_left(tiles), _turned_left(everything)
    turned = [
        (by + 3) % 4 if tally.kind[shown[place]] == DOG else 0 for place, by in enumerate(_turned_left(table.turned))
    ]
    there = tally.claims(tally.total(other, turned), other, True)
    if {claim[0]: claim[4] for claim in there} != {claim[0]: claim[4] for claim in found}:
        yield "PC-I-27: a square that is turned has another result"
    here = {everything[place] for _, place in tally.bites(everything, table.turned)}
    if here != {shown[place] for _, place in tally.bites(shown, turned)}:
        yield "PC-I-27: a square that is turned loses other cats to its dogs"


def _names(table: CatsTable) -> Iterator[str]:
    # PC-I-28: without powers, clans with equal values that change names change scores
    tally, value = table.tally, table.rules.tiles.value
    clans = [table.rules.tiles.clans[clan].cats for clan in table.clans]
    first, two = (sorted(cats, key=lambda cat: value[cat]) for cats in clans)
    if table.rules.chosen["powers"] == "on" or [value[cat] for cat in first] != [value[cat] for cat in two]:
        return
    other = {**dict(zip(first, two, strict=True)), **dict(zip(two, first, strict=True))}
    tiles = face_up(table.state)
    changed = [other.get(tile, tile) for tile in tiles]
    before, after = (
        {claim[0]: claim[4] for claim in tally.claims(tally.total(some, table.turned), some, True)}
        for some in (tiles, changed)
    )
    if {prey: 1 - by if by >= 0 else by for prey, by in before.items()} != after:
        yield "PC-I-28: the clans have changed names, but not scores"


def _turned_left(square: Sequence[Any]) -> list[Any]:
    return [square[column * SIDE + SIDE - 1 - row] for row in range(SIDE) for column in range(SIDE)]


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
            *(number[partner] if (partner := record.values.get("partner")) else -1 for record in prey),
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


#: PC-2.4: who meets in a first game.
FIRST_GAME = ("royal-claws", "gourmets")
#: PC-2.2, PC-2.3: so many clan cards are drawn.
DRAWN = 3
#: How many players draw clan cards: PC-2.2: each; PC-2.3: only the one who begins.
_DRAW = {"free": 0, "limited": 2, "expert": 1, "first": 0}
#: PC-3.2, by the kind of the tile, with numbers of the rules.
_GOES = {
    PREY: "a prey is exchanged with one of the up to {around} tiles around it",
    CAT: "a cat is exchanged with a tile up to {cat_goes} places away in its row or column",
    DOG: "a dog is exchanged with a tile of its row or column",
}


@ENGINES("pocket-cats")
class PocketCats(DataRules):
    """The rules with one set of cards and options."""

    id = "pocket-cats"
    spec = bundled_rules(__file__)
    functions: ClassVar[Functions] = {name: getattr(cat_calls, name) for name in spec.calls}
    #: docs/notation explains them; a name is a place of the square.
    events: ClassVar[Mapping[str, tuple[DetailKind, ...]]] = {
        "choose": (SEAT, PIECE), "reveal": (SEAT, PIECE, NAME), "lay": (PIECE, NUMBER), "turn": (SEAT, PIECE, NUMBER),
        "exchange": (SEAT, PIECE, NAME, PIECE, NAME), "look": (SEAT, NAME), "bite": (PIECE, PIECE),
        "eliminated": (PIECE,), "revive": (SEAT, PIECE), "claim": (PIECE, NUMBER, NUMBER, NUMBER),
        "catch": (PIECE, PIECE), "power": (PIECE, tuple(dict.fromkeys([*CLAN_POWERS, *CHIEF_POWERS]))),
        "points": (SEAT, NUMBER),
    }  # fmt: skip
    conserved = "PC-I-20"
    implements = cited_rules(
        spec, "PC-1.7", "PC-1.9", "PC-1.10", "PC-4.0", "PC-4.1b", "PC-5.2", "PC-5.3", "PC-5.4", "PC-5.6", "PC-5.8",
        "PC-7.3", "PC-I-14", "PC-I-15", "PC-I-20", "PC-I-21", "PC-I-22", "PC-I-23", "PC-I-24", "PC-I-25", "PC-I-26",
        "PC-I-27", "PC-I-28",
    )  # fmt: skip

    def __init__(self, game: Game, cards: CatsCards, edition: str, chosen: Mapping[str, Any]) -> None:
        super().__init__(game, edition, chosen)
        self.tiles = cards._replace(value=_values(cards, chosen["mice_values"]))
        self._tallies: dict[Duel, Tally] = {}
        self._duels: dict[tuple[int, int], Tally] = {}
        self.max_decisions = chosen["games"] * self._longest()

    @classmethod
    def of(
        cls, game: Game, findings: Findings, edition: str = "", chosen: Mapping[str, Any] | None = None
    ) -> "PocketCats | None":
        agreed = agreed_options(cls, game, findings, edition, chosen)
        cards = read_cards(game, findings)
        if cards is None or agreed is None:
            return None
        name, options = agreed
        clans = {clan.id for clan in cards.clans}
        if options["mode"] == "first" and not clans.issuperset(FIRST_GAME):
            raise ValueError(f"a first game is one of {' and '.join(FIRST_GAME)}; the cards have {', '.join(clans)}")
        if len(clans) < _DRAW[options["mode"]] * DRAWN:
            raise ValueError(f"for mode '{options['mode']}' there are too few clans: {len(clans)}")
        return cls(game, cards, name, options)

    def setup(self, players: int, rng: Rng) -> Json:
        """See `Rules.setup`.

        Raises:
            ValueError: the cards do not make a whole game.
        """
        if not self._whole:
            raise ValueError(f"the cards do not make a square of {PLACES} tiles; see PC-I-04")
        return super().setup(players, rng)

    @cached_property
    def _whole(self) -> bool:
        """Whether the tiles of any two clans, prey and dogs make a square."""
        rest = sum(kind != 0 for kind in self.tiles.kind)
        return len(self.tiles.clans) > 1 and {2 * len(clan.cats) + rest for clan in self.tiles.clans} == {PLACES}

    # --- clans that meet ------------------------------------------------------------------------------------

    def tally(self, left: int, right: int) -> Tally:
        """What counts squares of two clans, by the numbers of their cards."""
        found = self._duels.get((left, right))
        if found is None:
            first = len(self.tiles.ids)
            duel = duel_of(self.tiles, (left - first, right - first), self.chosen)
            found = self._duels[left, right] = self._tally(duel)
        return found

    def tally_without(self, duel: Duel, seat: int) -> Tally:
        """The same without the ability of one chief."""
        return self._tally(duel.without(seat))

    def _tally(self, duel: Duel) -> Tally:
        if duel not in self._tallies:
            self._tallies[duel] = Tally(self.tiles, duel)
        return self._tallies[duel]

    def clan_name(self, tally: Tally, seat: int) -> str:
        return self.tiles.clans[tally.duel.clans[seat]].id

    def __getstate__(self) -> dict[str, Any]:
        return super().__getstate__() | {"_tallies": {}, "_duels": {}}

    # --- what is not in the file ----------------------------------------------------------------------------

    def refusal_of(self, state: DataState, action: Action) -> str:
        if state.seat == END:
            return "PC-3.6: the game is over"
        found, first = self.parts_of(action), self.first(state)
        if found is None or state.seat < 0:
            return super().refusal_of(state, action)
        (verb, values), at = found, state.v[state.program.value_places["at"]]
        if verb.name in ("lay", "turn", "revive") and "choose" not in state.asked:
            reason = self._no_power(state, verb.name, values[0])
            if reason:
                return reason
        if verb.name == "exchange" and "exchange" in state.asked and values[0] == values[1] == at:
            name = self.place_names[values[0]]
            return f"PC-3.3: a tile is exchanged with another tile; {name} is its own place"
        if verb.name not in state.asked:
            return first
        if verb.name == "choose":
            return self._no_clan(state, values[0])
        reason = super().refusal_of(state, action)
        if reason.endswith("in another line"):
            kind = self.tiles.kind[state.zone("square")[values[0]]]
            goes = _GOES[kind].format_map({name: number.value for name, number in self.numbers.items()})
            return reason.replace(": ", f": {goes}; ", 1)
        return reason

    def _no_clan(self, state: DataState, clan: int) -> str:
        name, mode = self.records.ids[clan], self.chosen["mode"]
        if mode != "limited" and any(clan in state.zone("clan", seat) for seat in (0, 1)):
            return f"PC-2.5: the two clans must differ, and {name} is taken"
        return f"{'PC-2.2' if mode == 'limited' else 'PC-2.3'}: {name} is not among the clan cards that were drawn"

    def _no_power(self, state: DataState, verb: str, tile: int) -> str:
        """Why a tile cannot be laid, turned or revived now; empty if something else must be done first."""
        name, asked = self.records.ids[tile], state.asked
        if tile not in state.zone("square"):
            return f"PC-2.6: {name} is not in this game"
        if verb == "lay":
            if self.chosen["dog_orientation"] == "random":
                return "PC-2.8: chance decides the orientation of dogs before the game; the players do not choose it"
            return f"PC-2.8: {name} is not the dog just revealed"
        if verb == "turn":
            if "turn" in asked and state.v[state.program.value_places["at"]] is not None:
                turned = f"{name} may not be turned this way"
                return f"PC-3.5: only the dog just revealed may be turned, by a quarter turn; {turned}"
            if "turn" in asked:
                return (
                    f"PC-5.5: {name} cannot be turned this way: one dog may be turned, by a quarter turn, and with the "
                    "option only a dog next to the chief"
                )
            return f"PC-I-24: dogs turn only by a power; {name} may not be turned now"
        return f"PC-4.1b: {name} is not an eliminated cat of the clan that revives one" if "revive" in asked else ""

    def invariants(self, state: DataState) -> Iterable[str]:
        yield from violations(state)

    def _longest(self) -> int:
        """No game has more decisions than this.

        Clan cards are shuffled, and two chosen; the tiles are laid out, and the one in the middle is turned; 24 tiles
        are revealed and exchanged (PC-3.6), each with as many looks after it as a clan may have; each dog is laid and
        turned once when it is revealed; at the end each clan turns a dog once, or revives as many cats as it may.
        """
        effects, dogs = [clan.effect for clan in self.tiles.clans], sum(kind == 2 for kind in self.tiles.kind)
        looks = max((effect.amount for effect in effects if effect.does == "peek"), default=0)
        revived = max((effect.amount for effect in effects if effect.does == "revive"), default=0)
        return 5 + (PLACES - 1) * (2 + looks) + 2 * dogs + 2 * max(1, revived)


def _values(cards: CatsCards, mice: str) -> tuple[int, ...]:
    """Tile -> attack or points, with the *mice* that were agreed on, the least first (7.3)."""
    if mice == "printed":
        return cards.value
    value = [*cards.value]
    tiles = sorted((tile for tile, sort in enumerate(cards.sort) if sort == "mouse"), key=lambda tile: value[tile])
    numbers = [int(number) for number in mice.split("-")]
    if len(numbers) != len(tiles):
        raise ValueError(f"option 'mice_values' {mice} is for {len(numbers)} mice, not for {len(tiles)}")
    for tile, number in zip(tiles, numbers, strict=True):
        value[tile] = number
    return tuple(value)
