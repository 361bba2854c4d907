"""Situations of games whose pieces lie in zones, in scenarios.

state:
  players: 2
  turn: 1              # the seat that is to act, from 0; or chance
  row 0: [spark, owl]  # pieces of a zone; the last one is on top. All others lie in the first zone, below
  points: [3, 0]
  round: 2             # a value that the rules remember
  board: [[spark, ~owl/1, _]]  # a grid, row by row: ~ is face down, /1 a quarter turn, _ no card
  asked: play          # the action that the player is asked for, where the rules ask in several places
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator
from typing import Any

from pawprint.play._zone_game import ZoneGame
from pawprint.play._zone_state import GridCell, ZoneState
from pawprint.play.engine import CHANCE, END, Json, Rng
from pawprint.play.notation import CardSupply, Notation, Unreadable, mapping, number, sequence

#: A place of a grid: the card, whether it lies face down, its quarter turns; or no card.
_CELL = re.compile(r"_|(?P<down>~?)(?P<card>[^~/\s]+)(?:/(?P<turned>[0-3]))?")
#: The words for what is no seat.
_TURNS = {"chance": CHANCE, "over": END}


class ZoneNotation(Notation[ZoneGame, ZoneState]):
    """Reads zones, points and values by name; all of them are facts, too."""

    def read_state(self, written: Json) -> ZoneState:
        """The state that *written* describes; what it omits is as after a deal, and no piece is in another zone."""
        rules = self.rules
        given = mapping(written, None)
        players = number(
            given.get("players", rules.players.start), rules.players.start, rules.players[-1], "players", "players"
        )
        state: ZoneState = rules.start(rules.setup(players, Rng("situation")))
        values = [name for name in given if state.remembers(name)]
        known = [*state.contents, *state.values, *values, "players", "turn", "points", "asked"]
        mapping(written, known)
        rest = CardSupply(rules.all_pieces())
        for place, zone in enumerate(state.layout.names):
            if state.cells(zone) is not None:
                try:
                    state.lay_cells(zone, [*self._cells(given.get(zone), zone, rest)])
                except ValueError as error:
                    raise Unreadable(str(error), zone) from None
                continue
            state.places[place] = [*map(rules.piece_of, rest.named(given.get(zone), zone))]
        for piece in rest.left.elements():
            state.zone(rules.home_of(piece)).insert(0, rules.piece_of(piece))  # below those that are mentioned
        for name in values:
            try:
                state.remember(name, given[name])
            except ValueError as error:
                raise Unreadable(str(error), name) from None
        if "points" in given:
            points = sequence(given["points"], "points")
            if len(points) != players or not all(isinstance(point, int) for point in points):
                raise Unreadable(f"this should be {players} whole numbers", "points")
            state.points = points
        turn = given.get("turn", 0)
        seat = _TURNS[turn] if turn in [*_TURNS] else number(turn, 0, players - 1, "turn", "turn")
        try:
            rules.situation(state, str(given.get("asked", "")), seat)
        except ValueError as error:
            raise Unreadable(str(error), "asked") from None
        return state

    def _cells(self, written: Json, zone: str, rest: CardSupply) -> Iterator[GridCell]:
        for row, line in enumerate(sequence(written, zone)):
            for column, text in enumerate(sequence(line, zone, row)):
                match = _CELL.fullmatch(str(text))
                if match is None:
                    help = "write toad, ~toad if it lies face down, toad/1 after a quarter turn, or _ for no card"
                    raise Unreadable("this is no card on a place", zone, row, column, help=help)
                if match["card"]:
                    (card,) = rest.named([match["card"]], zone)
                    yield GridCell(card, "", row, column, not match["down"], int(match["turned"] or 0), frozenset())

    def which(self, query: Json, state: ZoneState) -> Collection[Json]:
        """The legal actions: all of them for `any`, else those that begin with *query*."""
        if not isinstance(query, str):
            raise Unreadable("the beginning of actions is written in words", help="write which: any")
        actions = [self.rules.describe(action) for action in state.legal_actions()]
        return [action for action in actions if query == "any" or f"{action} ".startswith(f"{query} ")]

    def facts(self, state: ZoneState) -> dict[str, Any]:
        facts = self.common(state, self.seats(state)) | state.values | {"points": [*state.points]}
        if state.seat >= 0:
            facts["actor"] = state.seat
        grids = {zone: _written(cells) for zone in state.layout.names if (cells := state.cells(zone)) is not None}
        return facts | {zone: Counter(pieces) for zone, pieces in state.contents.items()} | grids


def _written(cells: list[GridCell]) -> list[list[str]]:
    """The cards of a grid, row by row, as far as the last one of each row."""
    rows: list[list[str]] = [[] for _ in range(max((cell.row for cell in cells), default=-1) + 1)]
    for cell in cells:
        row = rows[cell.row]
        row += ["_"] * (cell.column - len(row))
        row.append(f"{'' if cell.up else '~'}{cell.id}{f'/{cell.turned}' if cell.turned else ''}")
    return rows
