"""Pocket Cats: the square of tiles, the clans, and whose turn it is; see `state` for the turns."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pawprint.games.pocket_cats.actions import CHOOSING, SWAP, Reach, place_name
from pawprint.games.pocket_cats.cards import DOG, PLACES, RAYS
from pawprint.games.pocket_cats.options import CatsVariant
from pawprint.games.pocket_cats.scoring import CatsResult, Pairing
from pawprint.rules.engine import Event, Json

if TYPE_CHECKING:
    from typing import Self


class CatsTable:
    """The tiles of a game, or of a match of two.

    Attributes:
        phase: what is to be decided, a number of `actions`; *seat*: by whom.
        legal: the actions, always up to date.
        first: the seat that began (PC-2.9), and that chooses first.
        game: 0, or 1 for the second game of a match; *deals*: what chance has decided for each.
        clans: by seat; -1 as long as none is chosen. *hands*: the clan cards to choose from.
        square: place -> tile; *up*: place -> whether its tile is face up.
        hidden: the places whose tiles were face down when the turn began; another list in every turn.
        turned: tile -> quarter turns clockwise.
        at: the place of the tile that was revealed in this turn.
        queue: seats that have something to decide in this phase, one after the other.
        looked: by seat: the tiles that it has looked at, as bits of tiles; None if no seat can.
        spent: by seat: whether a power of once per game is used up.
        out: places of the cats that the dogs have eliminated.
        earlier: results of the games of the match that are over, and who won ties there.
        result: of this game, when it is over.
        partial: whether some places are empty, which happens in examples only.
        special: tile -> whether more than its exchange may follow when it is revealed.
    """

    __slots__ = (
        "at", "clans", "deals", "earlier", "events", "first", "game", "hands", "hidden", "legal", "looked", "moves",
        "out", "pairing", "partial", "phase", "queue", "result", "rules", "seat", "special", "spent", "square",
        "turned", "up",
    )  # fmt: skip

    rules: CatsVariant
    events: list[Event] | None
    legal: Sequence[int]
    pairing: Pairing
    moves: tuple[tuple[Reach, ...], ...]
    special: tuple[bool, ...]
    phase: int
    hands: tuple[tuple[int, ...], tuple[int, ...]]

    def __init__(self, rules: CatsVariant, deals: tuple[Json, ...], first: int) -> None:
        self.rules = rules
        self.events = None
        self.deals = deals
        self.game = 0
        self.earlier: tuple[tuple[CatsResult, int], ...] = ()
        self.first = first
        self.clear()

    def clear(self) -> None:
        """No clans are chosen, no tile lies on the table."""
        self.seat = self.first
        self.clans = [-1, -1]
        self.square: list[int] = []
        self.up = [0] * PLACES
        self.hidden: list[int] = []
        self.turned: list[int] = []
        self.at = -1
        self.queue: tuple[int, ...] = ()
        self.looked: list[int] | None = None
        self.spent = [False, False]
        self.out: tuple[int, ...] = ()
        self.result: CatsResult | None = None
        self.partial = False

    def meet(self) -> None:
        """Take the tables of the two clans that meet."""
        one, two = self.clans
        self.pairing = pairing = self.rules.pairing(one, two)
        self.moves = pairing.moves
        self.looked = [0, 0] if any(pairing.looks) else None
        self.special = (True,) * len(pairing.kind) if self.partial else pairing.watched

    def copy(self) -> "Self":
        other = object.__new__(type(self))
        other.events = None
        other.rules, other.deals, other.game, other.earlier = self.rules, self.deals, self.game, self.earlier
        other.first, other.seat, other.phase, other.legal = self.first, self.seat, self.phase, self.legal
        other.clans, other.hands, other.queue = self.clans[:], self.hands, self.queue
        if self.phase != CHOOSING:
            other.pairing, other.moves, other.special = self.pairing, self.moves, self.special
        other.square, other.up, other.hidden, other.turned = self.square[:], self.up[:], self.hidden, self.turned[:]
        other.at, other.partial = self.at, self.partial
        other.looked = self.looked and self.looked[:]
        other.spent, other.out, other.result = self.spent[:], self.out, self.result
        return other

    def dogs_to_turn(self) -> tuple[int, ...]:
        """PC-5.5, the option `royal_rotation`: any dog, or one that lies next to the chief."""
        kind, square, up = self.pairing.kind, self.square, self.up
        places = [place for place, tile in enumerate(square) if kind[tile] == DOG and up[place]]
        if self.rules.chosen["royal_rotation"] == "chief":
            chief = self.pairing.chiefs[self.seat]
            places = [
                place for place in places if any(ray and square[ray[0]] == chief and up[ray[0]] for ray in RAYS[place])
            ]
        return tuple(sorted([square[place] for place in places]))

    # --- events ---------------------------------------------------------------------------------------------

    def emit(self, *event: Any) -> None:
        """Append an event if events are on."""
        if self.events is not None:
            self.events.append(event)

    def emit_exchange(self, here: int, there: int) -> None:
        """Note an exchange, and whether a power made it possible."""
        ids, tile, other = self.rules.cards.ids, self.square[here], self.square[there]
        partner = ids[other] if self.up[there] else ""
        self.emit("exchange", self.seat, ids[tile], place_name(here), partner, place_name(there))
        plain = self.rules.reach[self.pairing.kind[tile], 0][here]
        if SWAP + PLACES * here + there not in plain:
            owner = self.pairing.side[tile]
            self.emit("power", self.pairing.clans[owner].id, "long-move")
