"""What lies on the table of the lake game, and how cards come and go; see `state` for the turn."""

from bisect import insort
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pawprint.games.lake_ecosystem.actions import (
    ATTACK,
    CLEAN_UP,
    GATHERING,
    KIND,
    MOST_CARDS,
    NEW_SPECIES,
    ROW,
    SPECIES,
    TO_HAND,
    species_name,
)
from pawprint.games.lake_ecosystem.options import LakeVariant
from pawprint.rules.engine import CHANCE, Event

if TYPE_CHECKING:
    from typing import Self


class LakeTable:
    """The cards and tokens of a game, and whose turn it is.

    Attributes:
        turn: of the game, counted from 1; *seat*: whose turn it is; *acting*: the same, `CHANCE` or `END`.
        last: the number of the last turn; 0 while it is unknown.
        phase: the part of the turn, such as `FEEDING`.
        legal: what the seat may do, always up to date.
        deck, top: kinds; the next card is `deck[top]`. *discard*: kinds.
        bags: tokens, by seat.
        hands: by seat, how many cards of each kind. *kinds*: by seat, the kinds in it, as bits.
        owned: by seat, how many cards it has, in the hand and in front.
        rows: by seat, its species, sorted. *laid*: by seat, how many there have been, so that each has its own number.
        people: species -> its population cards, the last added last; see `KNOWN` of `actions`.
        traits: species -> its traits, as bits.
        fed: own species of the seat -> tokens on it; empty outside Feeding, when there are none.
        held: the kind of the card that is being played; -1 if none is. *played*: whether one was, in this turn.
        born: species laid in this turn's Gathering.
        owed: draws that wait for the deck to be shuffled.
    """

    __slots__ = (
        "acting", "bags", "bank", "born", "deck", "discard", "events", "fed", "first", "hands", "held", "kinds",
        "laid", "lake", "last", "legal", "owed", "owned", "people", "phase", "played", "players", "rows", "rules",
        "seat", "top", "traits", "turn",
    )  # fmt: skip

    def __init__(self, rules: LakeVariant, players: int, first: int, deck: tuple[int, ...]) -> None:
        """The table before the first turn."""
        self.rules, self.players, self.first = rules, players, first
        self.events: list[Event] | None = None
        self.turn, self.last, self.phase = 0, 0, CLEAN_UP
        self.seat = self.acting = first
        self.legal: Sequence[Any] = ()
        # EL-2.1 an empty lake (EL-1.4), all tokens in the bank, a deck, no discard pile
        self.lake, self.bank = 0, len(rules.box.tokens)
        self.deck, self.top = deck, 0
        self.discard: list[int] = []
        # EL-2.2 a bag for each player (EL-1.3), but neither species nor cards
        self.bags = [0] * players
        self.hands = [[0] * rules.width for _ in range(players)]
        self.kinds, self.owned = [0] * players, [0] * players
        self.rows: list[list[int]] = [[] for _ in range(players)]
        self.laid = [0] * players
        self.people: dict[int, tuple[int, ...]] = {}
        self.traits: dict[int, int] = {}
        self.fed: dict[int, int] = {}
        self.held, self.played = -1, False
        self.born: tuple[int, ...] = ()
        self.owed: tuple[int, ...] = ()

    def copy(self) -> "Self":
        new = object.__new__(type(self))
        new.rules, new.players, new.first, new.events = self.rules, self.players, self.first, None
        new.turn, new.last, new.seat, new.acting = self.turn, self.last, self.seat, self.acting
        new.phase, new.legal, new.lake, new.bank = self.phase, self.legal, self.lake, self.bank
        new.deck, new.top, new.discard, new.bags = self.deck, self.top, self.discard[:], self.bags[:]
        new.hands, new.kinds = [hand[:] for hand in self.hands], self.kinds[:]
        new.owned = self.owned[:]
        new.rows, new.laid = [row[:] for row in self.rows], self.laid[:]
        new.people, new.traits, new.fed = self.people.copy(), self.traits.copy(), self.fed.copy()
        new.held, new.played, new.born, new.owed = self.held, self.played, self.born, self.owed
        return new

    # --- cards come --------------------------------------------------------------------------------------------

    def draw(self, owed: tuple[int, ...]) -> bool:
        """Draw cards for whom they are owed; False if the deck must be shuffled first."""
        deck, top, hands, kinds, owned = self.deck, self.top, self.hands, self.kinds, self.owned
        left = len(deck) - top
        for whom in owed[:left]:
            kind = deck[top]
            top += 1
            if whom >= TO_HAND:
                seat = whom - TO_HAND
                hands[seat][kind] += 1
                kinds[seat] |= 1 << kind
                owned[seat] += 1
            else:
                owned[self.seat] += 1
                if whom == NEW_SPECIES:
                    self.born += (self.lay(kind),)
                else:
                    self.people[whom] += (kind,)
            if self.events is not None:
                self._emit_draw(whom)
        self.top, self.owed = top, ()
        if len(owed) >= left:
            self._runs_out()  # EL-5.1 a draw leaves the deck empty, or a card is needed and there is none
            if len(owed) > left:
                if self.discard:
                    # EL-5.2 shuffle the discard pile, as often as needed
                    self.owed, self.acting, self.legal = owed[left:], CHANCE, (tuple(sorted(self.discard)),)
                    return False
                if self.events is not None:
                    self.events.append(("no card", self.seat, len(owed) - left, self.cause_of_draw()))
        return True

    def _emit_draw(self, whom: int) -> None:
        """A card is drawn; see `TO_HAND`."""
        assert self.events is not None
        if whom >= TO_HAND:
            self.events.append(("draw", whom - TO_HAND, "hand" if self.phase == GATHERING else "extinction"))
        else:
            self.events.append(("draw", self.seat, "species" if whom == NEW_SPECIES else "population"))

    def cause_of_draw(self) -> str:
        """Why cards are drawn in this part of the turn."""
        return "gathering" if self.phase == GATHERING else "extinction"

    def _runs_out(self) -> None:
        """EL-5.1: the deck is empty, so the last turn is known."""
        if not self.last:
            turn, players = self.turn, self.players
            # EL-5.3, EL-5.5 the turn of the player to the right of the start player
            self.last = -(-turn // players) * players
            if turn == self.last and self.rules.extra_round:
                self.last += players  # EL-5.4 it is that player's own turn, and another round is agreed
            if self.events is not None:
                self.events.append(("deck empty", self.seat, self.last))

    def lay(self, card: int) -> int:
        """A card alone is a new species of population 1; returns its number."""
        seat, people = self.seat, self.people
        species = seat << ROW | self.laid[seat]
        self.laid[seat] += 1
        if self.laid[seat] == MOST_CARDS:
            self.laid[seat] = 0  # far more than in any real game; from now on old numbers come again
        while species in people:
            species += 1
        people[species] = (card,)
        self.traits[species] = 0
        insort(self.rows[seat], species)
        return species

    # --- cards go ----------------------------------------------------------------------------------------------

    def lose(self, species: int) -> int:
        """A species loses a card of its population by an attack; returns how many cards its owner draws for that."""
        cards = self.people[species]
        # EL-3.16 a hungry one, else a fed one, whose token goes to the bag
        if self.fed.get(species, 0) >= len(cards):
            self.fed[species] -= 1
            self.bags[self.seat] += 1
        self.discard.append(cards[-1] & KIND)  # EL-3.23 the last added
        self.owned[species >> ROW] -= 1
        self.people[species] = cards[:-1]
        return 0 if len(cards) > 1 else self.extinction(species, "attack")

    def starve(self, species: int, fed: int) -> int:
        """EL-3.20: a species loses all but *fed* cards; returns how many cards its owner draws for that."""
        cards = self.people[species]
        for card in reversed(cards[fed:]):  # EL-3.23 the last added first
            self.discard.append(card & KIND)
        self.people[species] = cards[:fed]
        self.owned[self.seat] -= len(cards) - fed
        if self.events is not None:
            self.events.append(("starve", self.seat, species_name(species), len(cards) - fed))
        return 0 if fed else self.extinction(species, "hunger")

    def extinction(self, species: int, cause: str) -> int:
        """A species is gone, its traits are discarded; returns how many, since its owner draws as many cards."""
        traits = self.traits.pop(species)
        del self.people[species]
        self.rows[species >> ROW].remove(species)
        self.bags[self.seat] += self.fed.pop(species, 0)  # what fat tissue has kept
        lost = self.rules.kinds_of[traits] if traits else ()  # EL-4.1
        self.discard += lost
        self.owned[species >> ROW] -= len(lost)
        if self.events is not None:
            self.events.append(("extinct", species >> ROW, species_name(species), cause, len(lost)))
        return len(lost)

    # --- looked up ---------------------------------------------------------------------------------------------

    def attacks(self, hunter: int) -> list[int]:
        """EL-3.12: what a carnivore may attack: any other species, one's own included, if it has the keys."""
        traits = self.traits
        missing = self.rules.locks & ~traits[hunter]  # EL-3.13
        attack = ATTACK | hunter << SPECIES
        return [attack + prey for row in self.rows for prey in row if not traits[prey] & missing and prey != hunter]

    def count(self) -> None:
        """Count the cards of the seats again."""
        for seat, row in enumerate(self.rows):
            in_front = sum([len(self.people[species]) + self.traits[species].bit_count() for species in row])
            self.owned[seat] = sum(self.hands[seat]) + in_front
