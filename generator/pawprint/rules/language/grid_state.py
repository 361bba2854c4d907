"""Cards on the places of a grid in a state, for others: as plain data, in words, and as a player sees them."""

from collections.abc import Callable, Sequence
from typing import Any

from pawprint.rules.engine import Json, Rng
from pawprint.rules.language.grid import GridZone, clear, lay
from pawprint.rules.zone_state import GridCell


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


def unknown_kinds(state: Any, grid: GridZone, seat: int) -> tuple[list[int], int]:
    """The kinds of the cards that *seat* does not know, and for how many of them nobody knows how they are turned."""
    board, turnable = state.places[grid.at], grid.turnable()
    kinds = [board[place] for place in _unknown_places(state, seat)]
    return kinds, sum([turnable[kind] for kind in kinds])


def _unknown_places(state: Any, seat: int) -> list[int]:
    """The places of cards that *seat* does not know."""
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
