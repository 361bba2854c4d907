"""Places in rows and columns, each for one card: what a program of rules does with a grid, and how its places lie.

A place is a number, row by row from the top left; in words the first one is `r1c1`. The list of the zone has the kind
of the card at each place, None where none lies. Beside it a state keeps, by place, whether the card is face `up`, how
many quarter turns it is `turned` clockwise, and, as bits of seats, who has `looked` at a card that lies face down;
`down` are the places of these, in order.
"""

import ast
from bisect import insort
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from pawprint.play._zone_state import GridCell
from pawprint.play.engine import Json, Rng
from pawprint.play.language._expression_code import Code, together
from pawprint.play.language.rule_types import FLAG_TYPE, NUMBER, NUMBER_TYPE, PIECE, PLACE, RuleType, list_of
from pawprint.play.language.specification import GridSpec

# --- Places of a grid in expressions -> Python: what they have, and the functions that name others --------------------

#: What a place has besides the fields of the card that lies there.
OF_PLACES = ("card", "up", "turned", "row", "column", "known")


def of_place(compiler: Any, base: Code, path: tuple[str, ...], node: ast.AST, anyway: bool) -> Code:
    """What a place has, or a field of the card that lies there."""
    program, rest = compiler.program, path[1:]
    if path[0] in ("row", "column"):
        columns = program.grid.places.columns
        text = f"({base.text} {'//' if path[0] == 'row' else '%'} {columns} + 1)"
        code = base._replace(text=text, type=NUMBER_TYPE, source="")
        return compiler.field(code, rest, node, anyway) if rest else code
    program.read.add(program.grid.name)
    text, kind = base.text, RuleType(PIECE, None, base.type.components)
    if path[0] == "up":
        code = base._replace(text=f"up[{text}]", type=FLAG_TYPE, static=False, source="")
    elif path[0] == "turned":
        code = base._replace(text=f"turned[{text}]", type=NUMBER_TYPE, static=False, source="")
    elif path[0] == "known":
        code = base._replace(text=f"(up[{text}] or looked[{text}] >> s.seat & 1)", type=FLAG_TYPE, static=False)
    else:
        code = base._replace(text=f"z[{program.grid.at}][{text}]", type=kind, static=False, source="")
        rest = path if path[0] != "card" else rest
    found: Code = compiler.field(code, rest, node, anyway) if rest else code
    return found


def face_down(compiler: Any, node: ast.ListComp, items: Code) -> Code | None:
    """`[p for p in GRID if p.card and not p.up]`, which the state has as a list; None for anything else."""
    grid, part = compiler.program.grid, node.generators[0]
    if grid is None or items.zone != grid.name or len(node.generators) > 1 or not isinstance(part.target, ast.Name):
        return None
    name = part.target.id
    if [ast.unparse(test) for test in part.ifs] != [f"{name}.card and (not {name}.up)"] or ast.unparse(
        node.elt
    ) != name:
        return None
    compiler.program.read.add(grid.name)
    return Code("s.down", items.type, static=False)


# --- functions ----------------------------------------------------------------------------------------------------


def _places(compiler: Any, node: ast.Call, scope: Any, count: int, example: str) -> list[Code]:
    """The arguments of a function: a place, and numbers."""
    name, grid = node.func.id, compiler.program.grid  # type: ignore[attr-defined]
    if grid is None:
        raise compiler.fault("no zone has places", "give one a shape: shape: grid, rows: 5, columns: 5", node)
    if len(node.args) != count:
        raise compiler.fault(f"{name} takes {count} values, not {len(node.args)}", f"write {example}", node)
    codes = [compiler.visit(arg, scope) for arg in node.args]
    codes[0] = compiler.matched(codes[0], RuleType(PLACE), node.args[0])
    compiler.want(codes[0], (PLACE,), "a place", node.args[0])
    for code, at in zip(codes[1:], node.args[1:], strict=True):
        compiler.want(code, (NUMBER,), "a number", at)
    return codes


def _kind(compiler: Any) -> RuleType:
    found: RuleType = compiler.program.stored[compiler.program.grid.name].type
    return found


def _around(compiler: Any, node: ast.Call, scope: Any) -> Code:
    """around(place): the places that touch it, also at a corner."""
    (place,) = _places(compiler, node, scope, 1, GRID_EXAMPLES["around"])
    return together(f"AROUND[{place.text}]", _kind(compiler), place)


def _beside(compiler: Any, node: ast.Call, scope: Any) -> Code:
    """beside(place): the places that touch it by a side."""
    (place,) = _places(compiler, node, scope, 1, GRID_EXAMPLES["beside"])
    return together(f"STRAIGHT[1][{place.text}]", _kind(compiler), place)


def _along(compiler: Any, node: ast.Call, scope: Any) -> Code:
    """straight(place, number) and diagonal(place, number): the places up to so far away."""
    name = node.func.id  # type: ignore[attr-defined]
    place, far = _places(compiler, node, scope, 2, GRID_EXAMPLES[name])
    return together(f"{name.upper()}[{far.text}][{place.text}]", _kind(compiler), place, far)


def _ray(compiler: Any, node: ast.Call, scope: Any) -> Code:
    """ray(place, direction) and sight(place, direction): to the edge, and to the first card."""
    name, grid = node.func.id, compiler.program.grid  # type: ignore[attr-defined]
    place, way = _places(compiler, node, scope, 2, GRID_EXAMPLES[name])
    text = f"RAYS[{place.text}][{way.text} % 8]"
    if name == "ray":
        return together(text, _kind(compiler), place, way)
    compiler.program.read.add(grid.name)
    return together(
        f"in_sight(z[{grid.at}], {text})", list_of(_kind(compiler).item or NUMBER_TYPE), place, way
    )._replace(static=False)


#: The functions of grids.
GRID_FUNCTIONS: Mapping[str, Callable[[Any, ast.Call, Any], Code]] = {
    "around": _around, "beside": _beside, "straight": _along, "diagonal": _along, "ray": _ray, "sight": _ray,
}  # fmt: skip
#: How each of them is written.
GRID_EXAMPLES = {
    "around": "around(place)", "beside": "beside(place)", "straight": "straight(place, 2)",
    "diagonal": "diagonal(place, 1)", "ray": "ray(place, 0)", "sight": "sight(place, 0)",
}  # fmt: skip


#: (down, right) of each direction, clockwise from the one that leads up.
_STEPS = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
#: Directions along rows and columns, and along diagonals.
STRAIGHT, DIAGONAL = (0, 2, 4, 6), (1, 3, 5, 7)


class GridError(Exception):
    """Cards are laid or turned as they cannot be."""


class PlacesWithin(dict[int, tuple[tuple[int, ...], ...]]):
    """How far -> place -> the places up to so far away in some directions, in order."""

    def __init__(self, rays: Sequence[Sequence[tuple[int, ...]]], directions: Sequence[int]) -> None:
        self.rays, self.directions = rays, directions

    def __missing__(self, far: int) -> tuple[tuple[int, ...], ...]:
        self[far] = found = tuple(
            tuple(sorted(place for way in self.directions for place in rays[way][: max(0, far)])) for rays in self.rays
        )
        return found


class GridPlaces(NamedTuple):
    """How the places of a grid lie.

    Attributes:
        rays: place -> direction -> the places from there to the edge, the next one first.
        straight, diagonal: how far -> place -> the places up to so far away.
    """

    rows: int
    columns: int
    names: tuple[str, ...]
    rays: tuple[tuple[tuple[int, ...], ...], ...]
    straight: PlacesWithin
    diagonal: PlacesWithin
    around: tuple[tuple[int, ...], ...]

    def number(self, name: str) -> int | None:
        return self.names.index(name) if name in self.names else None


@cache
def grid_places(rows: int, columns: int) -> GridPlaces:
    """The places of a grid of that size."""

    def ray(place: int, step: tuple[int, int]) -> tuple[int, ...]:
        row, column = place // columns + step[0], place % columns + step[1]
        found = []
        while 0 <= row < rows and 0 <= column < columns:
            found.append(row * columns + column)
            row, column = row + step[0], column + step[1]
        return tuple(found)

    places = range(rows * columns)
    rays = tuple(tuple(ray(place, step) for step in _STEPS) for place in places)
    around = tuple(tuple(sorted(ray[0] for ray in rays[place] if ray)) for place in places)
    names = tuple(f"r{place // columns + 1}c{place % columns + 1}" for place in places)
    return GridPlaces(rows, columns, names, rays, PlacesWithin(rays, STRAIGHT), PlacesWithin(rays, DIAGONAL), around)


class GridZone(NamedTuple):
    """Where the grid of a game is in a state.

    Attributes:
        faces: whether its cards lie face up or face down.
        turnable: by kind, whether nobody knows how its cards are turned as long as they lie face down.
    """

    name: str
    at: int
    spec: GridSpec
    faces: bool
    places: GridPlaces
    turnable: Callable[[], Sequence[bool]]


# --- what steps do ------------------------------------------------------------------------------------------------


def lay(s: Any, board: list[int | None], kind: int, place: int, up: bool, looked: int) -> None:
    """Lay a card on a place.

    Args:
        looked: the seats that know the card, as bits.

    Raises:
        GridError: a card lies there.
    """
    if board[place] is not None:
        raise GridError("a card is laid where another one lies")
    board[place], s.up[place], s.turned[place], s.looked[place] = kind, int(up), 0, 0 if up else looked
    if not up:
        insort(s.down, place)


def lift(s: Any, board: list[int | None], place: int) -> int:
    """Take the card from a place; its kind.

    Raises:
        GridError: none lies there.
    """
    kind = board[place]
    if kind is None:
        raise GridError("a card is taken from a place where none lies")
    if not s.up[place]:
        s.down.remove(place)
    board[place] = None
    s.up[place] = s.turned[place] = s.looked[place] = 0
    return kind


def turn_over(s: Any, board: list[int | None], place: int) -> None:
    """Turn a card over. One that was face up is known to all.

    Raises:
        GridError: none lies there.
    """
    if board[place] is None:
        raise GridError("a card is turned over where none lies")
    if s.up[place]:
        s.up[place], s.looked[place] = 0, (1 << len(s.points)) - 1
        insort(s.down, place)
    else:
        s.up[place], s.looked[place] = 1, 0
        s.down.remove(place)


def exchange(s: Any, board: list[int | None], first: int, other: int) -> None:
    """Let the cards at two places change places; faces, turns and what is known of them go along."""
    up, turned, looked = s.up, s.turned, s.looked
    board[first], board[other] = board[other], board[first]
    if turned[first] != turned[other]:
        turned[first], turned[other] = turned[other], turned[first]
    if looked[first] != looked[other]:
        looked[first], looked[other] = looked[other], looked[first]
    if up[first] != up[other]:
        up[first], up[other] = up[other], up[first]
        gone, come = (first, other) if up[first] else (other, first)
        if board[come] is not None:
            s.down.remove(gone)
            insort(s.down, come)


def deal(s: Any, board: list[int | None], cards: Sequence[int], up: bool) -> None:
    """Lay cards on the free places, in order; each is a kind, and its quarter turns times the number of kinds.

    Raises:
        GridError: there are too few places.
    """
    free, count = [place for place, kind in enumerate(board) if kind is None], len(s.rules.records.ids)
    if len(cards) > len(free):
        raise GridError("there are more cards than free places")
    if len(cards) == len(board):  # all at once
        board[:], s.turned[:] = [card % count for card in cards], [card // count for card in cards]
        s.up[:], s.looked[:], s.down = [int(up)] * len(board), [0] * len(board), [] if up else [*range(len(board))]
        return
    for place, card in zip(free, cards, strict=False):
        lay(s, board, card % count, place, up, 0)
        s.turned[place] = card // count


def turned_by_chance(cards: Sequence[int], turnable: Sequence[bool], rng: Rng) -> list[int]:
    """*cards* as `deal` takes them, those of them turned by chance that can be."""
    return [card + rng.below(4) * len(turnable) if turnable[card] else card for card in cards]


def clear(s: Any, board: list[int | None]) -> list[int]:
    """Take all cards; their kinds, in order."""
    cards = [kind for kind in board if kind is not None]
    board[:], s.down = [None] * len(board), []
    s.up[:] = s.turned[:] = s.looked[:] = [0] * len(board)
    return cards


def in_sight(board: Sequence[int | None], ray: Sequence[int]) -> list[int]:
    """The places of a ray up to the first one with a card."""
    for count, place in enumerate(ray, 1):
        if board[place] is not None:
            return [*ray[:count]]
    return [*ray]


#: What programs call them.
FUNCTIONS: Mapping[str, Any] = {
    "lay": lay, "lift_from": lift, "turn_over": turn_over, "exchange": exchange, "deal": deal, "clear": clear,
    "turned_by_chance": turned_by_chance, "in_sight": in_sight, "GridError": GridError,
}  # fmt: skip


# --- Cards on the places of a grid in a state, for others: as plain data, in words, and as a player sees them ---------


def grid_cells(state: Any, grid: GridZone) -> list[GridCell]:
    """The cards that lie on a grid, place by place."""
    ids, board = state.rules.records.ids, state.places[grid.at]
    return [
        GridCell(
            ids[kind], grid.places.names[place], place // grid.places.columns, place % grid.places.columns,
            bool(state.up[place]), state.turned[place],
            frozenset(seat for seat in range(state.players) if state.looked[place] >> seat & 1),
        )
        for place, kind in enumerate(board)
        if kind is not None
    ]  # fmt: skip


def shown_grid(state: Any, grid: GridZone, seat: int | None) -> list[Json]:
    """The cards of a grid as `zones` shows them to *seat*."""
    back, turns = state.rules.back_of, grid.spec.turned is not None
    found: list[Json] = []
    for cell in grid_cells(state, grid):
        sees = seat is None or cell.up or seat in cell.known
        entry: dict[str, Json] = {"id": cell.id} if sees else {"component": back(cell.id)}
        entry |= {"place": cell.place, "up": cell.up}
        if sees and turns:
            entry["turned"] = cell.turned
        if not cell.up and cell.known:
            entry["known"] = sorted(cell.known)
        found.append(entry)
    return found


def written_grid(state: Any, grid: GridZone) -> Json:
    """All cards of a grid as plain data: place, id, whether it is face up, quarter turns, and who knows it."""
    ids = state.rules.records.ids
    return [
        [place, ids[kind], state.up[place], state.turned[place], state.looked[place]]
        for place, kind in enumerate(state.places[grid.at])
        if kind is not None
    ]


def read_grid(state: Any, grid: GridZone, written: Json) -> None:
    """Lay down the cards that `written_grid` has written."""
    kinds, board = state.rules.records.kinds, state.places[grid.at]
    for place, name, up, turned, looked in written:
        lay(state, board, kinds[name], place, up, looked)
        state.turned[place] = turned


def lay_cells(state: Any, grid: GridZone, cells: Sequence[GridCell]) -> None:
    """Lay these cards on a grid, and no others; see `ZoneState.lay_cells`."""
    board = state.places[grid.at]
    clear(state, board)
    for cell in cells:
        if cell.row >= grid.places.rows or cell.column >= grid.places.columns:
            raise ValueError(f"the grid has {grid.places.rows} rows and {grid.places.columns} columns")
        place = cell.row * grid.places.columns + cell.column
        lay(state, board, state.rules.records.kinds[cell.id], place, cell.up, 0)
        state.turned[place] = cell.turned


def unknown_kinds(state: Any, grid: GridZone, seat: int) -> list[int]:
    """The kinds of the cards that *seat* does not know."""
    board = state.places[grid.at]
    return [board[place] for place in _unknown_places(state, seat)]


def _unknown_places(state: Any, seat: int) -> list[int]:
    looked = state.looked
    return [place for place in state.down if not looked[place] >> seat & 1]


def lay_unknown(state: Any, grid: GridZone, seat: int, pick: Callable[[int], int], rng: Rng) -> None:
    """Other cards where *seat* knows none, turned by chance where nobody knows how they are.

    Args:
        pick: what lies there now -> what lies there then.
    """
    board, turned, turnable = state.places[grid.at], state.turned, grid.turnable()
    places = _unknown_places(state, seat)
    for place in reversed(places):
        board[place] = pick(board[place])
    for place in places:
        turned[place] = rng.below(4) if turnable[board[place]] else 0


def lay_alike(state: Any, grid: GridZone, seat: int, rng: Rng) -> None:
    """The same where all cards of the grid look alike, and no others are unknown."""
    board, turned, places = state.places[grid.at], state.turned, _unknown_places(state, seat)
    kinds = sorted([board[place] for place in places])
    rng.shuffle(kinds)
    turnable = grid.turnable()
    for place, kind in zip(places, kinds, strict=True):
        board[place] = kind
        turned[place] = rng.below(4) if turnable[kind] else 0
