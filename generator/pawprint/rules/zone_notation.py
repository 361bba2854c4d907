"""Situations of games whose pieces lie in zones, in scenarios.

state:
  players: 2
  turn: 1              # the seat that is to act, from 0; or chance
  row 0: [spark, owl]  # pieces of a zone; all that are not mentioned lie in the first zone
  points: [3, 0]
  round: 2             # a value that the rules remember
"""

from collections import Counter
from collections.abc import Collection
from typing import Any

from pawprint.rules.engine import CHANCE, END, Json, Rng
from pawprint.rules.notation import Notation, Unreadable, mapping, number, one_of, sequence
from pawprint.rules.zone_rules import ZoneRules
from pawprint.rules.zone_state import ZoneState

#: The words for what is no seat.
_TURNS = {"chance": CHANCE, "over": END}


class ZoneNotation(Notation[ZoneRules, ZoneState]):
    """Reads zones, points and values by name; all of them are facts, too."""

    def read_state(self, written: Json) -> ZoneState:
        """The state that *written* describes; what it omits is as after a deal, and no piece is in another zone."""
        rules = self.rules
        given = mapping(written, None)
        players = number(
            given.get("players", rules.players.start), rules.players.start, rules.players[-1], "players", "players"
        )
        state = rules.start(rules.setup(players, Rng("situation")))
        known = [*state.contents, *state.values, "players", "turn", "points"]
        mapping(written, known)
        rest = Counter(rules.all_pieces())
        for zone in state.contents:
            state.contents[zone] = self._pieces(given.get(zone), zone, rest)
        state.contents[rules.first_zone] += rest.elements()
        for name in state.values.keys() & given.keys():
            state.values[name] = given[name]
        if "points" in given:
            points = sequence(given["points"], "points")
            if len(points) != players or not all(isinstance(one, int) for one in points):
                raise Unreadable(f"this should be {players} whole numbers", "points")
            state.points = points
        turn = given.get("turn", 0)
        if turn in [*_TURNS]:
            state.seat = _TURNS[turn]
        else:
            state.seat = number(turn, 0, players - 1, "turn", "turn")
        return state

    def _pieces(self, written: Json, zone: str, rest: Counter[str]) -> list[str]:
        """The pieces of a zone, taken from the *rest*."""
        found: list[str] = []
        for place, piece in enumerate(sequence(written, zone)):
            found.append(one_of(piece, self.rules.cards, "piece", zone, place))
            rest[piece] -= 1
            if rest[piece] < 0:
                raise Unreadable(f"the game does not have so many pieces '{piece}'", zone, place)
        return found

    def which(self, query: Json, state: ZoneState) -> Collection[Json]:
        """The legal actions: all of them for `any`, else those that begin with *query*."""
        if not isinstance(query, str):
            raise Unreadable("the beginning of actions is written in words", help="write which: any")
        actions = [self.rules.describe(action) for action in state.legal_actions()]
        return [action for action in actions if query == "any" or f"{action} ".startswith(f"{query} ")]

    def facts(self, state: ZoneState) -> dict[str, Any]:
        """Facts of every game, and the zones, points and values by name."""
        facts = self.common(state, self.seats(state)) | state.values | {"points": [*state.points]}
        if state.seat >= 0:
            facts["actor"] = state.seat
        return facts | {zone: Counter(pieces) for zone, pieces in state.contents.items()}
