"""How situations of Pocket Cats are written down: the square row by row, tiles by short names.

`G5` is a tile that is face up, `~G5` one that is face down, `x` any tile face down, `_` a place where none lies. With
`names: {G: gourmets}` the tile `G5` is the catalog's `gourmets-5`, and the clan `G` is `gourmets`.
"""

from collections.abc import Collection, Mapping
from typing import Any

from pawprint.core.registry import suggest
from pawprint.games.pocket_cats.actions import (
    CHOOSE,
    CHOOSING,
    LAY,
    LOOK,
    NAMES,
    OVER,
    PASS,
    PHASES,
    REVIVE,
    SWAP,
    TURN,
    place_name,
)
from pawprint.games.pocket_cats.cards import CHIEF_POWERS, CLAN_POWERS, DIRECTIONS, DOG, PLACES, PREY, SIDE
from pawprint.games.pocket_cats.rules import PocketCats
from pawprint.games.pocket_cats.scoring import claims
from pawprint.games.pocket_cats.state import CatsState
from pawprint.games.pocket_cats.view import looked_at
from pawprint.rules.engine import Action, Json
from pawprint.rules.notation import (
    NOTATIONS,
    Deck,
    Notation,
    NotationLink,
    Unreadable,
    mapping,
    number,
    one_of,
    sequence,
)

#: What `which` may ask for: the first action of its sort, and the last.
_SORTS = {
    "reveal": range(SWAP),
    "exchange": range(SWAP, LOOK),
    "look": range(LOOK, PASS),
    "leave": range(PASS, PASS + 1),
    "choose": range(CHOOSE, LAY),
    "lay": range(LAY, TURN),
    "turn": range(TURN, REVIVE),
    "revive": range(REVIVE, 10 * REVIVE),
}


@NOTATIONS("pocket-cats")
class CatsNotation(Notation[PocketCats, CatsState]):
    """Reads and writes squares of Pocket Cats."""

    def __init__(self, rules: PocketCats) -> None:
        super().__init__(rules)
        self.names: dict[str, str] = {}
        self.tile = {name: tile for tile, name in enumerate(rules.cards.ids)}

    # --- cards of its own -----------------------------------------------------------------------------------

    @classmethod
    def deck(cls, fixture: Json) -> Deck:
        deck: dict[str, dict[str, Any]] = {"clans": {}, "powers": {}, "cats": {}, "prey": {}, "dogs": {}}
        written = mapping(fixture, ("clans", "prey", "dogs"))
        for clan, said in mapping(written.get("clans", {}), None, "clans").items():
            _clan(deck, clan, mapping(said or {}, ("values", "chief", "effect"), "clans", clan))
        for letter, said in mapping(written.get("prey", {}), None, "prey").items():
            _prey(deck, letter, said)
        for dog, arrows in mapping(written.get("dogs", {}), None, "dogs").items():
            ways = [one_of(way, DIRECTIONS, "direction", "dogs", dog, place) for place, way in enumerate(arrows)]
            deck["dogs"][dog] = {"arrows": tuple(ways)}
        return deck

    # --- names ----------------------------------------------------------------------------------------------

    def full(self, short: str) -> str:
        """The catalog's id of the tile `G5`, or of the clan `G`."""
        for letters, name in self.names.items():
            if short == letters:
                return name
            if short.startswith(letters) and short[len(letters) : len(letters) + 1].isdigit():
                return f"{name}-{short[len(letters) :]}"
        return short

    def short(self, name: str) -> str:
        """The other way round."""
        for letters, prefix in self.names.items():
            if name == prefix:
                return letters
            if name.startswith(prefix + "-"):
                return letters + name[len(prefix) + 1 :]
        return name

    def tile_of(self, written: Json, *path: str | int) -> int:
        """The number of a tile."""
        name = self.full(str(written))
        if name not in self.tile:
            raise Unreadable(f"there is no tile '{written}'", *path, help=suggest(name, self.tile))
        return self.tile[name]

    def clan_of(self, written: Json, *path: str | int) -> int:
        """The number of a clan."""
        known = {self.short(name): number for name, number in self.rules.clan_number.items()}
        return (known | self.rules.clan_number)[one_of(written, {**known, **self.rules.clan_number}, "clan", *path)]

    def place_of(self, written: Json, *path: str | int) -> int:
        """The number of a place, written `r1c1`."""
        return NAMES[one_of(written, NAMES, "place", *path)]

    # --- situations -----------------------------------------------------------------------------------------

    def read_state(self, written: Json) -> CatsState:
        words = ("names", "clans", "first", "turn", "board", "turned", "looked", "revealed", "spent", "earlier")
        said = mapping(written, words)
        self.names = {key: str(name) for key, name in mapping(said.get("names", {}), None).items()}
        rows = said.get("board")
        if (
            not isinstance(rows, list)
            or len(rows) > SIDE
            or any(not isinstance(r, list) or len(r) > SIDE for r in rows)
        ):
            raise Unreadable("the board is a list of up to 5 rows of up to 5 tiles", "board")
        cells = {
            (row, column): str(cell)
            for row, cells in enumerate(rows)
            for column, cell in enumerate(cells)
            if cell != "_"
        }
        clans = self.read_clans(said, cells)
        square, up = self.read_board(cells, clans)
        first = clans.index(self.clan_of(said["first"], "first")) if "first" in said else 0
        hidden = sum(tile is not None and not up[place] for place, tile in enumerate(square)) + ("revealed" in said)
        turn = (first + PLACES - 1 - hidden) % 2 if None not in square else first
        earlier = self.read_earlier(said, clans)
        turned = self.read_turned(said)
        state = self.rules.load(
            {
                "phase": "reveal",
                "actor": clans.index(self.clan_of(said["turn"], "turn")) if "turn" in said else turn,
                "first": first,
                "game": len(earlier),
                "deals": [{"rotations": [*turned.values()]}] * (len(earlier) + 1),
                "clans": [self.rules.cards.clans[clan].id for clan in clans],
                "hands": [[], []],
                "square": square,
                "up": up,
                "turned": turned,
                "at": -1,
                "queue": [],
                "looked": None,
                "spent": [self.short(self.rules.cards.clans[clan].id) in said.get("spent", ()) for clan in clans],
                "out": [],
                "earlier": earlier,
                "result": None,
            },
        )
        self.read_looked(state, said, clans)
        if "revealed" in said:
            place = self.place_of(said["revealed"], "revealed")
            if square[place] is None:
                raise Unreadable(f"no tile lies at {place_name(place)}", "revealed")
            state.hidden = sorted({*state.hidden, place})
            state.apply(place)
        elif not state.hidden:
            state.events = []
            state.finish()
        return state

    def read_turned(self, said: Mapping[str, Json]) -> dict[str, int]:
        """The quarter turns of each dog."""
        ids = self.rules.cards.ids
        turned = dict.fromkeys((ids[dog] for dog in self.rules.dogs), 0)
        for dog, by in mapping(said.get("turned", {}), None, "turned").items():
            tile = self.tile_of(dog, "turned", dog)
            if tile not in self.rules.dogs:
                raise Unreadable(f"'{dog}' is no dog, and does not turn", "turned", dog)
            turned[ids[tile]] = number(by, 0, 3, "quarter turns", "turned", dog)
        return turned

    def read_clans(self, said: Mapping[str, Json], cells: Mapping[tuple[int, int], str]) -> list[int]:
        """The clans by seat: as written, or in the order in which their cats lie in the square, or any."""
        if "clans" in said:
            if not isinstance(said["clans"], list) or len(said["clans"]) != 2:
                raise Unreadable("two clans play", "clans", help="write clans: [G, R]")
            clans = [self.clan_of(clan, "clans", index) for index, clan in enumerate(said["clans"])]
            if clans[0] == clans[1]:
                raise Unreadable("PC-2.5: the two clans differ", "clans", 1)
            return clans
        owners = [
            self.rules.cards.clan[self.tile_of(cell.removeprefix("~"), "board", row, column)]
            for (row, column), cell in cells.items()
            if cell != "x"
        ]
        found = dict.fromkeys([*(owner for owner in owners if owner >= 0), *range(len(self.rules.cards.clans))])
        return [*found][:2]

    def read_board(self, cells: Mapping[tuple[int, int], str], clans: list[int]) -> tuple[list[str | None], list[int]]:
        """Ids and faces, place by place; `x` stands for the tiles that are left, one after the other."""
        pairing = self.rules.pairing(clans[0], clans[1])
        square: list[str | None] = [None] * PLACES
        up = [0] * PLACES
        left = [*pairing.tiles]
        for (row, column), cell in cells.items():
            if cell != "x":
                tile = self.tile_of(cell.removeprefix("~"), "board", row, column)
                if tile not in left:
                    raise Unreadable(
                        f"'{cell}' is in the square already, or in no game of these clans", "board", row, column
                    )
                left.remove(tile)
                square[row * SIDE + column] = self.rules.cards.ids[tile]
                up[row * SIDE + column] = int(not cell.startswith("~"))
        for (row, column), cell in cells.items():
            if cell == "x":
                if not left:
                    raise Unreadable("there are not so many tiles", "board", row, column)
                square[row * SIDE + column] = self.rules.cards.ids[left.pop(0)]
        return square, up

    def read_earlier(self, said: Mapping[str, Json], clans: list[int]) -> list[Json]:
        """PC-2.3: the game of a match that is over, for each player by the clan that they have now."""
        if "earlier" not in said:
            return []
        if self.rules.games < 2:
            raise Unreadable("this is the only game", "earlier", help="write options: {games: 2}")
        past = mapping(said["earlier"], ("points", "captured", "ties"), "earlier")
        points, prey, seen = [0, 0], [list[str](), list[str]()], set[int]()
        for name, count in mapping(past.get("points", {}), None, "earlier", "points").items():
            here = "earlier", "points", name
            points[self.seat_of(name, clans, *here)] = number(count, 0, 1000, "points", *here)
        for name, tiles in mapping(past.get("captured", {}), None, "earlier", "captured").items():
            at = "earlier", "captured", name
            seat = self.seat_of(name, clans, *at)
            for index, written in enumerate(sequence(tiles, *at)):
                tile = self.tile_of(written, *at, index)
                if self.rules.cards.clan[tile] >= 0 or tile in self.rules.dogs or tile in seen:
                    raise Unreadable(f"'{written}' is no prey, or is there twice", *at, index)
                seen.add(tile)
                prey[seat].append(self.rules.cards.ids[tile])
        ties = self.seat_of(past["ties"], clans, "earlier", "ties") if "ties" in past else -1
        return [{"prey": prey, "points": points, "ties": ties}]

    def seat_of(self, written: Json, clans: list[int], *path: str | int) -> int:
        """The seat that has a clan."""
        clan = self.clan_of(written, *path)
        if clan not in clans:
            raise Unreadable(f"'{written}' is neither of the two clans", *path)
        return clans.index(clan)

    def read_looked(self, state: CatsState, said: Mapping[str, Json], clans: list[int]) -> None:
        """The tiles that a player has looked at: clan -> places."""
        for clan, places in mapping(said.get("looked", {}), None, "looked").items():
            if state.looked is None:
                raise Unreadable("no player looks at tiles in this game", "looked")
            seat = self.seat_of(clan, clans, "looked", clan)
            for index, place in enumerate(places):
                state.looked[seat] |= 1 << state.square[self.place_of(place, "looked", clan, index)]

    # --- actions --------------------------------------------------------------------------------------------

    def read_action(self, written: Json, state: CatsState) -> Action:
        if not isinstance(written, dict):
            return super().read_action(written, state)
        said = mapping(written, ("reveal", "exchange", "look", "choose", "lay", "turn", "by", "revive"))
        if not said:
            raise Unreadable("this names no action", help="write it as {reveal: r1c1}, or in the words of a log")
        sort = next(iter(said))
        what = said[sort]
        if sort == "exchange":
            here, there = what if isinstance(what, list) and len(what) == 2 else (place_name(max(0, state.at)), what)
            return SWAP + PLACES * self.place_of(here, sort) + self.place_of(there, sort)
        if sort in ("reveal", "look"):
            return self.place_of(what, sort) + (LOOK if sort == "look" else 0)
        if sort == "choose":
            return CHOOSE + self.clan_of(what, sort)
        if sort == "revive":
            return REVIVE + self.tile_of(what, sort)
        by = number(said.get("by", 0), -3, 3, "quarter turns", "by") % 4
        return (LAY if sort == "lay" else TURN) + 4 * self.tile_of(what, sort) + by

    def which(self, query: Json, state: CatsState) -> Collection[Json]:
        """Of exchanges and reveals the places, of all others the words after the verb; by the verb, or `any`."""
        if query == "any":
            return [self.rules.describe(action) for action in state.legal_actions()]
        sort = _SORTS[one_of(query, _SORTS, "sort of action")]
        words = [self.rules.words[action].split() for action in state.legal_actions() if action in sort]
        return [" ".join(map(self.short, said[3:] if query == "exchange" else said[1:])) for said in words]

    def run(self, what: Json, state: CatsState) -> None:
        """`end`: the game ends now, with the tiles that are face up."""
        one_of(what, ("end",), "part of the rules")
        state.finish()

    # --- facts ----------------------------------------------------------------------------------------------

    def seats(self, state: CatsState) -> list[str]:
        return ["1", "2"] if state.phase == CHOOSING else [self.clan_name(clan) for clan in state.clans]

    def clan_name(self, clan: int) -> str:
        """What a clan is called here."""
        return self.short(self.rules.cards.clans[clan].id)

    def facts(self, state: CatsState) -> dict[str, Json]:
        seats = self.seats(state)
        facts = self.common(state, seats) | {
            "phase": PHASES[state.phase],
            "points": [*state.scores()],
            "games": [[*past.points] for past, _ in state.earlier],
            "first": seats[state.first],
            "powers": {f"{self.short(event[1])} {event[2]}" for event in state.events or () if event[0] == "power"},
        }
        if state.phase == CHOOSING:
            return facts | {"hands": [{*map(self.clan_name, hand)} for hand in state.hands]}
        return facts | self.square_facts(state, seats)

    def square_facts(self, state: CatsState, seats: list[str]) -> dict[str, Json]:
        """Facts of the tiles."""
        names = [*map(self.short, self.rules.cards.ids), "_"]
        here = [*map(names.__getitem__, state.square)]
        down = [not up for up in state.up]
        faces = [("~" if hidden and name != "_" else "") + name for name, hidden in zip(here, down, strict=True)]
        taken = state.result.prey if state.result else ((), ())
        prey = {names[tile] for tile in state.square if state.pairing.kind[tile] == PREY}
        captured = {seat: {names[tile] for tile in tiles} for seat, tiles in zip(seats, taken, strict=True)}
        return {
            "board": [faces[row : row + SIDE] for row in range(0, PLACES, SIDE)],
            "places": {name: place_name(place) for place, name in enumerate(here) if name != "_"},
            "hidden": sum(hidden and name != "_" for name, hidden in zip(here, down, strict=True)) - len(state.out),
            "turned": {names[dog]: state.turned[dog] for dog in self.rules.dogs},
            "attack": {
                names[claim[0]]: dict(zip(seats, claim[2:4], strict=True))
                for claim in claims(state.pairing, state.square, state.up)
            },
            "eliminated": {here[place] for place in state.out},
            "captured": captured,
            "nobody": prey.difference(*captured.values()) if state.phase == OVER else set(),
            "looked": {
                seat: {place_name(place) for place in range(PLACES) if bits >> place & 1}
                for seat, bits in zip(seats, looked_at(state) or (0, 0), strict=True)
            },
            "dogs": {name for name, tile in zip(here, state.square, strict=True) if state.pairing.kind[tile] == DOG},
        }


def _clan(deck: dict[str, dict[str, Any]], clan: str, said: Mapping[str, Json]) -> None:
    """A clan of a scenario's own: `{values: [1, 2, 3], chief: {cat: 3, does: guard, ...}, effect: {...}}`."""
    values = [*map(str, said.get("values", ()))]
    # Of equal cats the first is a, as in `G3a`.
    names = [
        value + "abcde"[values[:index].count(value)] * (values.count(value) > 1) for index, value in enumerate(values)
    ]
    chief, effect = said.get("chief"), said.get("effect") or {}
    power = chief if isinstance(chief, dict) else {"cat": chief}
    leader = str(power.get("cat") or (names[0] if names else ""))
    for name, value in zip(names, values, strict=True):
        deck["cats"][clan + name] = {"clan": NotationLink("clans", clan), "value": int(value), "chief": name == leader}
    deck["clans"][clan] = {
        "effect": {"timing": effect.get("timing", ""), "power": _power(deck, effect, CLAN_POWERS, clan, "effect")},
        "chief": {"power": _power(deck, power, CHIEF_POWERS, clan, "chief")},
    }


def _power(
    deck: dict[str, dict[str, Any]], written: Json, known: Mapping[str, Any], clan: str, word: str
) -> dict[str, Any] | None:
    """A power in the words of the catalog; the tiles that it is about need not be said."""
    also = "timing" if word == "effect" else "cat"
    said = mapping(written, ("does", also, "tiles", "prey", "lines", "amount", "once"), "clans", clan, word)
    if "does" not in said:
        return None
    does = str(said["does"])
    deck["powers"][does] = {}
    _, tiles = known.get(does, ((), ()))
    return {
        "does": NotationLink("powers", does),
        "tiles": tuple(said.get("tiles", tiles)),
        "prey": tuple(said.get("prey", ())),
        "lines": tuple(said.get("lines", ())),
        "amount": said.get("amount"),
        "once": said.get("once", False),
    }


def _prey(deck: dict[str, dict[str, Any]], letter: str, written: Json) -> None:
    """Prey of one sort: `[1, 2, 3]`, or `{sort: pigeon, values: [2, 5], pair: 10}`."""
    said = (
        {"values": written}
        if isinstance(written, list)
        else mapping(written, ("sort", "values", "pair"), "prey", letter)
    )
    values = said.get("values", [])
    names = [f"{letter}{value}" for value in values]
    for name, value in zip(names, values, strict=True):
        others = [other for other in names if other != name]
        partner = NotationLink("prey", others[0]) if "pair" in said and others else None
        sort = said.get("sort", "mouse")
        deck["prey"][name] = {"kind": sort, "value": value, "partner": partner, "pair": said.get("pair")}
