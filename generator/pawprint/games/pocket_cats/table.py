"""A situation of Pocket Cats, for scenarios, figures, the page to play and what must always be so."""

from collections.abc import Sequence

from pawprint.games.pocket_cats.cards import CAT, PLACES, Tally
from pawprint.games.pocket_cats.cat_calls import tally_of
from pawprint.play.engine import CHANCE, END
from pawprint.play.language.data_state import DataState

#: What is asked for -> the phase; turning a dog is another one at the end.
_PHASES = {
    "choose": "choose", "lay": "lay", "turn": "turn", "exchange": "exchange", "look": "look", "reveal": "reveal",
    "revive": "after dogs",
}  # fmt: skip


class CatsTable:
    """The tiles of a game, or of a match of two.

    Attributes:
        square: place -> tile; None where none lies. up: place -> whether it is face up. turned: place -> quarter turns.
        clans: by seat, by number; -1 as long as it is not known to all.
        at: the place of the tile that was revealed in this turn; -1 if there is none.
    """

    def __init__(self, state: DataState) -> None:
        self.state, self.rules = state, state.rules
        self.square: Sequence[int | None] = state.zone("square")
        self.up, self.turned = state.up, state.turned
        values = state.program.value_places
        self.at: int = -1 if state.v[values["at"]] is None else state.v[values["at"]]
        self.first: int = state.v[values["first"]]
        self.bitten: bool = state.v[values["bitten"]]
        self.first_clan = len(self.rules.tiles.ids)
        self.clans = [next(iter(state.zone("clan", seat)), self.first_clan - 1) - self.first_clan for seat in (0, 1)]

    @property
    def phase(self) -> str:
        """What is to be decided; "deal" where chance decides, "over" at the end."""
        if self.state.seat in (CHANCE, END):
            return "deal" if self.state.seat == CHANCE else "over"
        wait, verbs = self.state.program.waits[self.state.pc], self.state.program.verbs
        found = next(_PHASES[verbs[verb].name] for verb in wait.verbs if verbs[verb].name in _PHASES)
        return "before dogs" if found == "turn" and self.at < 0 else found

    @property
    def laid(self) -> bool:
        return self.square.count(None) < PLACES

    @property
    def tally(self) -> Tally:
        return tally_of(self.state)

    @property
    def tiles(self) -> list[int]:
        cards = self.rules.tiles
        cats = [cat for clan in self.clans for cat in cards.clans[clan].cats]
        return [*cats, *(tile for tile, kind in enumerate(cards.kind) if kind != CAT)]

    @property
    def out(self) -> list[int]:
        return [place for place in self.state.down if self.bitten and self.state.looked[place] == 3]

    def hand(self, seat: int) -> list[int]:
        """The clans, by number, from which a player may choose, or chooses now."""
        state = self.state
        return sorted(clan - self.first_clan for clan in [*state.zone("hand", seat), *state.zone("picked", seat)])

    def offered(self, seat: int) -> list[int]:
        offer = sorted(clan - self.first_clan for clan in self.state.zone("offer"))
        return self.hand(seat) or ([] if self.clans[seat] >= 0 else offer)

    def kind_at(self, place: int) -> int:
        """What the tile at a place is; -1 where none lies."""
        tile = self.square[place]
        return -1 if tile is None else self.rules.tiles.kind[tile]

    def is_out(self, place: int) -> bool:
        return place in self.out

    def knows(self, seat: int | None, place: int) -> bool:
        """Whether *seat* knows the tile at a place: it is face up, or was, or the seat has looked at it."""
        return seat is None or bool(self.up[place] or self.state.looked[place] >> seat & 1)

    def clan_name(self, seat: int) -> str:
        name: str = self.rules.tiles.clans[self.clans[seat]].id
        return name
