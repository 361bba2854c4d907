"""How situations of Pocket Cats are written down: the square row by row, tiles by short names.

`G5` is a tile that is face up, `~G5` one that is face down, `x` any tile face down, `_` a place where none lies. With
`names: {G: gourmets}` the tile `G5` is the catalog's `gourmets-5`, and the clan `G` is `gourmets`.
"""

from collections.abc import Collection, Mapping
from typing import Any

from pawprint.core.registry import suggest
from pawprint.games.pocket_cats.cards import CHIEF_POWERS, CLAN_POWERS, DIRECTIONS, DOG, PLACES, PREY, SIDE
from pawprint.games.pocket_cats.cat_calls import claims_of, meet
from pawprint.games.pocket_cats.rules import PocketCats
from pawprint.games.pocket_cats.table import CatsTable
from pawprint.play.engine import CHANCE, Action, Json, Rng
from pawprint.play.language.data_state import DataState
from pawprint.play.language.grid import lay
from pawprint.play.language.python_calls import GameView
from pawprint.play.notation import (
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

#: Sort of action that `which` may ask for -> the verb of the rules.
_SORTS = {"leave": "leave it"} | {
    name: name for name in ("reveal", "exchange", "look", "choose", "lay", "turn", "revive")
}
#: Quarter turns -> how a dog is laid, and which way it is turned.
_SIDES = ("upright", "to the right", "upside down", "to the left")
_WAYS = ("not at all", "right", "round", "left")


@NOTATIONS("pocket-cats")
class CatsNotation(Notation[PocketCats, DataState]):
    """Reads and writes squares of Pocket Cats."""

    def __init__(self, rules: PocketCats) -> None:
        super().__init__(rules)
        self.letters: dict[str, str] = {}
        self.clans = {clan.id: number for number, clan in enumerate(rules.tiles.clans)}
        self.tile = {name: tile for tile, name in enumerate(rules.tiles.ids)}

    # --- cards of its own -----------------------------------------------------------------------------------

    @classmethod
    def deck(cls, fixture: Json) -> Deck:
        deck: dict[str, dict[str, Any]] = {"clans": {}, "powers": {}, "cats": {}, "prey": {}, "dogs": {}}
        written = mapping(fixture, ("clans", "prey", "dogs"))
        for clan, data in mapping(written.get("clans", {}), None, "clans").items():
            _clan(deck, clan, mapping(data or {}, ("values", "chief", "effect"), "clans", clan))
        for letter, data in mapping(written.get("prey", {}), None, "prey").items():
            _prey(deck, letter, data)
        for dog, arrows in mapping(written.get("dogs", {}), None, "dogs").items():
            ways = [one_of(way, DIRECTIONS, "direction", "dogs", dog, place) for place, way in enumerate(arrows)]
            deck["dogs"][dog] = {"arrows": tuple(ways)}
        return deck

    # --- names ----------------------------------------------------------------------------------------------

    def full(self, short: str) -> str:
        """The catalog's id of the tile `G5`, or of the clan `G`."""
        for letters, name in self.letters.items():
            if short == letters:
                return name
            if short.startswith(letters) and short[len(letters) : len(letters) + 1].isdigit():
                return f"{name}-{short[len(letters) :]}"
        return short

    def short(self, name: str) -> str:
        for letters, prefix in self.letters.items():
            if name == prefix:
                return letters
            if name.startswith(prefix + "-"):
                return letters + name[len(prefix) + 1 :]
        return name

    def tile_of(self, written: Json, *path: str | int) -> int:
        name = self.full(str(written))
        if name not in self.tile:
            raise Unreadable(f"there is no tile '{written}'", *path, help=suggest(name, self.tile))
        return self.tile[name]

    def clan_of(self, written: Json, *path: str | int) -> int:
        known = {self.short(name): number for name, number in self.clans.items()}
        return (known | self.clans)[one_of(written, {**known, **self.clans}, "clan", *path)]

    def place_of(self, written: Json, *path: str | int) -> int:
        names = self.rules.place_names
        return names.index(one_of(written, names, "place", *path))

    # --- situations -----------------------------------------------------------------------------------------

    def read_state(self, written: Json) -> DataState:
        data = mapping(written, (
            "names", "clans", "first", "turn", "board", "turned", "looked", "revealed", "spent", "earlier", "drawn",
        ))  # fmt: skip
        self.letters = {key: str(name) for key, name in mapping(data.get("names", {}), None).items()}
        if "drawn" in data:
            return self.read_drawn(data)
        cells = self.read_cells(data)
        clans = self.read_clans(data, cells)
        square, up = self.read_board(cells, clans)
        state = DataState(self.rules, 2)
        state.left, first = self.rules.max_decisions, len(self.rules.tiles.ids)
        for seat, clan in enumerate(clans):
            state.zone("clan", seat).append(first + clan)
        state.zone("offer")[:] = [first + clan for clan in self.clans.values() if clan not in clans]
        begins = clans.index(self.clan_of(data["first"], "first")) if "first" in data else 0
        values = {"first": begins, "game": 0, "at": None, "bitten": False, "caught 0": 0, "caught 1": 0}
        spent = {f"spent {seat}": self.clan_name(clan) in data.get("spent", ()) for seat, clan in enumerate(clans)}
        for name, value in (values | {"judge 0": False, "judge 1": False} | spent).items():
            state.remember(name, value)
        self.read_earlier(state, data, clans)
        meet(GameView(state, -1, self.rules.spec.calls["meet"], True))
        state.zone("bag").extend(tile for tile in state.zone("heap") if tile not in square)
        state.zone("heap").clear()
        turned = self.read_turned(data)
        for place, tile in enumerate(square):
            if tile is not None:
                lay(state, state.zone("square"), tile, place, bool(up[place]), 0)
                state.turned[place] = turned.get(tile, 0)
        hidden = len(state.down) + ("revealed" in data)
        turn = (begins + PLACES - 1 - hidden) % 2 if None not in square else begins
        turn = clans.index(self.clan_of(data["turn"], "turn")) if "turn" in data else turn
        self.rules.situation(state, "reveal", turn)
        self.read_looked(state, data, clans)
        if "revealed" in data:
            self.reveal(state, self.place_of(data["revealed"], "revealed"))
        elif not hidden:
            self.finish(state)
        return state

    def reveal(self, state: DataState, place: int) -> None:
        """Let the tile at a place be the one that has just been revealed."""
        name = self.rules.place_names[place]
        tile = state.zone("square")[place]
        if tile is None:
            raise Unreadable(f"no tile lies at {name}", "revealed")
        if state.up[place]:
            state.up[place], state.down = 0, sorted([*state.down, place])
        state.apply(self.rules.parse(f"reveal {name}"))

    def finish(self, state: DataState) -> None:
        state.events = [] if state.events is None else state.events
        block = next(number for number, name in state.program.phases.items() if name == "ending")
        state._legal = None
        state.program.go_on(state, block)

    def read_drawn(self, data: Mapping[str, Json]) -> DataState:
        """Clans are to be chosen: those that each player has drawn, the one who begins first."""
        if self.rules.chosen["mode"] not in ("limited", "expert"):
            raise Unreadable("no clans are drawn", "drawn", help="write options: {mode: expert}")
        first = number(data.get("first", 0), 0, 1, "the seat", "first")
        state: DataState = self.rules.start(self.rules.setup(2, Rng("drawn")))
        card, box = len(self.rules.tiles.ids), {*self.clans.values()}
        state.remember("first", first)
        for seat in (0, 1):
            state.zone("hand", seat).clear()
        for place, written in enumerate(sequence(data["drawn"], "drawn")):
            hand = {self.clan_of(clan, "drawn", place, index) for index, clan in enumerate(written)}
            state.zone("hand", (first + place) % 2)[:] = sorted(card + clan for clan in hand)
            box -= hand
        state.zone("box")[:] = sorted(card + clan for clan in box)
        state.program.go_on(state, state.program.entry)
        state._legal = None
        return state

    def read_cells(self, data: Mapping[str, Json]) -> dict[tuple[int, int], str]:
        """The tiles as they are written: (row, column) -> text."""
        rows = data.get("board")
        lines = [rows, *rows] if isinstance(rows, list) else [rows]
        if any(not isinstance(line, list) or len(line) > SIDE for line in lines):
            raise Unreadable("the board is a list of up to 5 rows of up to 5 tiles", "board")
        cells = [(row, column, str(cell)) for row, line in enumerate(rows or ()) for column, cell in enumerate(line)]
        return {(row, column): cell for row, column, cell in cells if cell != "_"}

    def read_turned(self, data: Mapping[str, Json]) -> dict[int, int]:
        turned = {}
        for dog, by in mapping(data.get("turned", {}), None, "turned").items():
            tile = self.tile_of(dog, "turned", dog)
            if self.rules.tiles.kind[tile] != DOG:
                raise Unreadable(f"'{dog}' is no dog, and does not turn", "turned", dog)
            turned[tile] = number(by, 0, 3, "quarter turns", "turned", dog)
        return turned

    def read_clans(self, data: Mapping[str, Json], cells: Mapping[tuple[int, int], str]) -> list[int]:
        if "clans" in data:
            if not isinstance(data["clans"], list) or len(data["clans"]) != 2:
                raise Unreadable("two clans play", "clans", help="write clans: [G, R]")
            clans = [self.clan_of(clan, "clans", index) for index, clan in enumerate(data["clans"])]
            if clans[0] == clans[1]:
                raise Unreadable("PC-2.5: the two clans differ", "clans", 1)
            return clans
        owners = [
            self.rules.tiles.clan[self.tile_of(cell.removeprefix("~"), "board", row, column)]
            for (row, column), cell in cells.items()
            if cell != "x"
        ]
        found = dict.fromkeys([*(owner for owner in owners if owner >= 0), *range(len(self.rules.tiles.clans))])
        return [*found][:2]

    def read_board(self, cells: Mapping[tuple[int, int], str], clans: list[int]) -> tuple[list[int | None], list[int]]:
        """Tiles and faces, place by place; `x` stands for the tiles that are left, one after the other."""
        cards = self.rules.tiles
        square: list[int | None] = [None] * PLACES
        up = [0] * PLACES
        left = [cat for clan in clans for cat in cards.clans[clan].cats]
        left += [tile for tile, kind in enumerate(cards.kind) if kind in (PREY, DOG)]
        for (row, column), cell in cells.items():
            if cell != "x":
                tile = self.tile_of(cell.removeprefix("~"), "board", row, column)
                if tile not in left:
                    message = f"'{cell}' is in the square already, or in no game of these clans"
                    raise Unreadable(message, "board", row, column)
                left.remove(tile)
                square[row * SIDE + column] = tile
                up[row * SIDE + column] = int(not cell.startswith("~"))
        for (row, column), cell in cells.items():
            if cell == "x":
                if not left:
                    raise Unreadable("there are not so many tiles", "board", row, column)
                square[row * SIDE + column] = left.pop(0)
        return square, up

    def read_earlier(self, state: DataState, data: Mapping[str, Json], clans: list[int]) -> None:
        """PC-2.3: the game of a match that is over, for each player by the clan that they have now."""
        if "earlier" not in data:
            return
        if self.rules.chosen["games"] < 2:
            raise Unreadable("this is the only game", "earlier", help="write options: {games: 2}")
        past = mapping(data["earlier"], ("points", "captured", "ties"), "earlier")
        seen = set[int]()
        state.remember("game", 1)
        for name, count in mapping(past.get("points", {}), None, "earlier", "points").items():
            here = "earlier", "points", name
            state.points[self.seat_with(name, clans, *here)] = number(count, 0, 1000, "points", *here)
        for name, tiles in mapping(past.get("captured", {}), None, "earlier", "captured").items():
            at = "earlier", "captured", name
            seat = self.seat_with(name, clans, *at)
            for index, written in enumerate(sequence(tiles, *at)):
                tile = self.tile_of(written, *at, index)
                if self.rules.tiles.kind[tile] != PREY or tile in seen:
                    raise Unreadable(f"'{written}' is no prey, or is there twice", *at, index)
                seen.add(tile)
            state.remember(f"caught {seat}", len(tiles))
        if "ties" in past:
            state.remember(f"judge {self.seat_with(past['ties'], clans, 'earlier', 'ties')}", True)

    def seat_with(self, written: Json, clans: list[int], *path: str | int) -> int:
        clan = self.clan_of(written, *path)
        if clan not in clans:
            raise Unreadable(f"'{written}' is neither of the two clans", *path)
        return clans.index(clan)

    def read_looked(self, state: DataState, data: Mapping[str, Json], clans: list[int]) -> None:
        """The tiles that a player has looked at: clan -> places."""
        for clan, places in mapping(data.get("looked", {}), None, "looked").items():
            seat = self.seat_with(clan, clans, "looked", clan)
            if not any(state.values[f"looks {looker}"] for looker in (0, 1)):
                raise Unreadable("no player looks at tiles in this game", "looked")
            for index, place in enumerate(places):
                state.looked[self.place_of(place, "looked", clan, index)] |= 1 << seat

    # --- actions --------------------------------------------------------------------------------------------

    def read_action(self, written: Json, state: DataState) -> Action:
        if written == "shuffle" and state.seat == CHANCE:
            return state.legal_actions()[0]  # in the order of the catalog
        if not isinstance(written, dict):
            return super().read_action(written, state)
        data = mapping(written, ("reveal", "exchange", "look", "choose", "lay", "turn", "by", "revive"))
        if not data:
            raise Unreadable("this names no action", help="write it as {reveal: r1c1}, or in the words of a log")
        sort = next(iter(data))
        what, names = data[sort], self.rules.place_names
        if sort == "exchange":
            at = max(0, CatsTable(state).at)
            here, there = what if isinstance(what, list) and len(what) == 2 else (names[at], what)
            text = f"exchange {names[self.place_of(here, sort)]} with {names[self.place_of(there, sort)]}"
        elif sort in ("reveal", "look"):
            text = f"{'look at' if sort == 'look' else sort} {names[self.place_of(what, sort)]}"
        elif sort == "choose":
            text = f"choose {self.rules.tiles.clans[self.clan_of(what, sort)].id}"
        else:
            by = number(data.get("by", 0), -3, 3, "quarter turns", "by") % 4
            tile = self.rules.tiles.ids[self.tile_of(what, sort)]
            text = f"{sort} {tile}" + ("" if sort == "revive" else f" {(_SIDES if sort == 'lay' else _WAYS)[by]}")
        return self.rules.parse(text)

    def which(self, query: Json, state: DataState) -> Collection[Json]:
        """Of exchanges and reveals the places, of all others the words after the verb; by the verb, or `any`."""
        found = [(self.rules.named(action), self.rules.describe(action)) for action in state.legal_actions()]
        if query == "any":
            return [words for _, words in found]
        verb = _SORTS[one_of(query, _SORTS, "sort of action")]
        words = [data.split() for named, data in found if named and named[0].name == verb]
        return [" ".join(map(self.short, data[3:] if query == "exchange" else data[1:])) for data in words]

    def run(self, what: Json, state: DataState) -> None:
        """`end`: the game ends now, with the tiles that are face up."""
        one_of(what, ("end",), "part of the rules")
        self.finish(state)

    # --- facts ----------------------------------------------------------------------------------------------

    def seats(self, state: DataState) -> list[str]:
        clans = CatsTable(state).clans
        return ["1", "2"] if -1 in clans else [self.clan_name(clan) for clan in clans]

    def clan_name(self, clan: int) -> str:
        return self.short(self.rules.tiles.clans[clan].id)

    def facts(self, state: DataState) -> dict[str, Json]:
        seats, table = self.seats(state), CatsTable(state)
        facts = self.common(state, seats) | {
            "phase": table.phase,
            "points": [*state.scores()],
            "games": [[*state.points]] if state.values["game"] else [],
            "first": seats[table.first],
            "powers": {f"{self.short(event[1])} {event[2]}" for event in state.events or () if event[0] == "power"},
        }
        if not table.laid:
            return facts | {"hands": [{*map(self.clan_name, table.hand(seat))} for seat in (0, 1)]}
        return facts | self.square_facts(table, seats)

    def square_facts(self, table: CatsTable, seats: list[str]) -> dict[str, Json]:
        ids, over = self.rules.tiles.ids, table.phase == "over"
        here = ["_" if tile is None else self.short(ids[tile]) for tile in table.square]
        down = [name != "_" and not up for name, up in zip(here, table.up, strict=True)]
        faces = [("~" if hidden else "") + name for name, hidden in zip(here, down, strict=True)]
        claims = [(self.short(ids[claim[0]]), *claim[2:]) for claim in claims_of(table.state)]
        captured = {seat: {name for name, _, _, by in claims if over and by == who} for who, seat in enumerate(seats)}
        kinds = [table.kind_at(place) for place in range(PLACES)]
        names = self.rules.place_names
        return {
            "board": [faces[row : row + SIDE] for row in range(0, PLACES, SIDE)],
            "places": {name: names[place] for place, name in enumerate(here) if name != "_"},
            "hidden": sum(down) - len(table.out),
            "turned": {name: table.turned[place] for place, name in enumerate(here) if kinds[place] == DOG},
            "attack": {name: dict(zip(seats, (first, two), strict=True)) for name, first, two, _ in claims},
            "eliminated": {here[place] for place in table.out},
            "captured": captured,
            "nobody": {name for name, *_, by in claims if over and by < 0}
            | {here[place] for place in range(PLACES) if over and down[place] and kinds[place] == PREY},
            "looked": {
                seat: {names[place] for place in table.state.down if table.state.looked[place] == 1 << who}
                for who, seat in enumerate(seats)
            },
            "dogs": {name for name, kind in zip(here, kinds, strict=True) if kind == DOG},
        }


def _clan(deck: dict[str, dict[str, Any]], clan: str, data: Mapping[str, Json]) -> None:
    """A clan of a scenario's own: `{values: [1, 2, 3], chief: {cat: 3, does: guard, ...}, effect: {...}}`."""
    values = [*map(str, data.get("values", ()))]
    # Of equal cats the first is a, as in `G3a`.
    names = [
        value + "abcde"[values[:index].count(value)] * (values.count(value) > 1) for index, value in enumerate(values)
    ]
    chief, effect = data.get("chief"), data.get("effect") or {}
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
    data = mapping(written, ("does", also, "tiles", "prey", "lines", "amount", "once"), "clans", clan, word)
    if "does" not in data:
        return None
    does = str(data["does"])
    deck["powers"][does] = {}
    _, tiles = known.get(does, ((), ()))
    return {
        "does": NotationLink("powers", does),
        "tiles": tuple(data.get("tiles", tiles)),
        "prey": tuple(data.get("prey", ())),
        "lines": tuple(data.get("lines", ())),
        "amount": data.get("amount"),
        "once": data.get("once", False),
    }


def _prey(deck: dict[str, dict[str, Any]], letter: str, written: Json) -> None:
    """Prey of one sort: `[1, 2, 3]`, or `{sort: pigeon, values: [2, 5], pair: 10}`."""
    data = (
        {"values": written}
        if isinstance(written, list)
        else mapping(written, ("sort", "values", "pair"), "prey", letter)
    )
    values = data.get("values", [])
    names = [f"{letter}{value}" for value in values]
    for name, value in zip(names, values, strict=True):
        others = [other for other in names if other != name]
        partner = NotationLink("prey", others[0]) if "pair" in data and others else None
        sort = data.get("sort", "mouse")
        deck["prey"][name] = {"kind": sort, "value": value, "partner": partner, "pair": data.get("pair")}
