"""The rules of the lake game: species take on traits, eat from the lake, or eat each other.

A state is a `LakeState`; there every rule is cited by its id where it is carried out. An action is a number, which
`actions` explains; only a shuffle is a tuple of kinds of cards, the first one on top.
The two editions differ in what the traits do, so they are fields of the catalog's traits, and no options.
"""

from collections.abc import Mapping
from typing import Any, ClassVar

from pawprint.catalog.model import Game
from pawprint.core.diagnostics import Findings
from pawprint.games.lake_ecosystem.actions import (
    ATTACK,
    DONE,
    GAIN,
    MASK,
    NEW_SPECIES,
    PLACE,
    REPLACE,
    SPECIES,
    TAKE,
    TO_HAND,
    say,
    understand,
    verb_of,
)
from pawprint.games.lake_ecosystem.cards import (
    CARNIVORE,
    FAT,
    FERTILE,
    HORNS,
    LONG_NECK,
    SCAVENGER,
    LakeBox,
    read_box,
)
from pawprint.games.lake_ecosystem.events import EVENTS
from pawprint.games.lake_ecosystem.invariants import violations
from pawprint.games.lake_ecosystem.state import LakeState
from pawprint.games.lake_ecosystem.view import load
from pawprint.rules.engine import ENGINES, Action, DetailKind, Json, Option, Rng, State, digest, resolve_options

#: Changes whenever the same actions may lead elsewhere than before.
VERSION = 1
#: A table that is filled as it is asked for begins anew when it has so many entries.
MOST_ENTRIES = 20_000


class _Takes(dict[int, tuple[int, ...]]):
    """Kinds in a hand, as bits -> what may be taken out of it; filled as it is asked for."""

    def __init__(self, stop: bool) -> None:
        self.stop = stop

    def __missing__(self, kinds: int) -> tuple[int, ...]:
        takes = [TAKE + kind for kind in range(kinds.bit_length()) if kinds >> kind & 1]
        found = self[kinds] = (DONE, *takes) if self.stop else tuple(takes)
        return found


class _Kinds(dict[int, tuple[int, ...]]):
    """A set of kinds, as bits -> the kinds; filled as it is asked for."""

    def __missing__(self, bits: int) -> tuple[int, ...]:
        found = self[bits] = tuple(kind for kind in range(bits.bit_length()) if bits >> kind & 1)
        return found


class _Places(dict[int, tuple[int, ...]]):
    """A species and traits of it that a card may replace -> what the card may become there; filled as it is asked for.

    Args:
        width: of the traits in the key, in bits.
        places: for traits, of one species.
    """

    def __init__(self, width: int, places: int) -> None:
        self.width, self.places = width, places

    def __missing__(self, key: int) -> tuple[int, ...]:
        species, traits = key >> self.width, key & (1 << self.width) - 1
        has = [kind for kind in range(self.width) if traits >> kind & 1]
        ways = [0]  # EL-3.5.1 population
        if len(has) < self.places:
            ways.append(GAIN)  # EL-3.6 a trait, and not more than there are places for
        ways += [REPLACE + old for old in has]  # EL-3.7 a trait instead of another one
        if len(self) >= MOST_ENTRIES:
            self.clear()
        found = self[key] = tuple(PLACE | species << SPECIES | way for way in ways)
        return found


@ENGINES("lake-ecosystem")
class LakeEcosystem:
    """The rules with one set of cards and options.

    Attributes:
        carnivore, horns, long_neck, fat, fertile, scavenger: the bit of the trait, if it does something; else 0.
        locks: the traits of prey that a hunter needs as well.
        width: bits of a set of traits.
        pack: all cards, as kinds, sorted.
        first_takes, takes: what may be played first, and after that; see `_Takes`.
        places, again: what a card may become that is new to a species, or a trait that it has; see `_Places`.
        kinds_of: see `_Kinds`.
        draws: by seat, what becomes of the cards that are drawn in Gathering.
    """

    id: ClassVar[str] = "lake-ecosystem"
    editions: ClassVar[Mapping[str, Mapping[str, Any]]] = {"core": {}, "effects": {}}
    options: ClassVar[Mapping[str, Option]] = {
        "start_player": Option(("random", "first_seat"), "EL-2.3", "who begins"),
        "min_plays": Option((0, 1), "EL-3.4", "how many cards must be played in a turn"),
        "population_target": Option(
            ("any_own", "new_only"), "EL-3.5", "which species a card may join: any, or the one of this turn's Gathering"
        ),
        "last_player_trigger": Option(
            ("end", "extra_round"), "EL-5.4", "what follows when the deck runs out in the last player's turn"
        ),
    }
    events: ClassVar[Mapping[str, tuple[DetailKind, ...]]] = EVENTS
    implements: ClassVar[tuple[str, ...]] = (
        "EL-1.1", "EL-1.2", "EL-1.3", "EL-1.4", "EL-1.5", "EL-2.1", "EL-2.2", "EL-2.3",
        "EL-3.1", "EL-3.2", "EL-3.3", "EL-3.4", "EL-3.5", "EL-3.6", "EL-3.7", "EL-3.8",
        "EL-3.9", "EL-3.10", "EL-3.11", "EL-3.12", "EL-3.13", "EL-3.14", "EL-3.15", "EL-3.16", "EL-3.17", "EL-3.18",
        "EL-3.19", "EL-3.20", "EL-3.21", "EL-3.22", "EL-3.23", "EL-4.1",
        "EL-5.1", "EL-5.2", "EL-5.3", "EL-5.4", "EL-5.5", "EL-6.1", "EL-6.2", "EL-7.1",
        "EL-I-02", "EL-I-17", "EL-I-18", "EL-I-19", "EL-I-20", "EL-I-21", "EL-I-22", "EL-I-23", "EL-I-24", "EL-I-25",
        "EL-I-26",
    )  # fmt: skip

    def __init__(self, box: LakeBox, edition: str, chosen: Mapping[str, Any]) -> None:
        self.box, self.edition, self.chosen = box, edition, chosen
        self.players = range(box.players[0], box.players[1] + 1)  # EL-1.5
        self.hash = digest([self.id, VERSION, edition, dict(chosen), box])
        self.locks = box.locks
        does = box.does
        self.carnivore, self.horns, self.long_neck = does[CARNIVORE], does[HORNS], does[LONG_NECK]
        self.fat, self.fertile, self.scavenger = does[FAT], does[FERTILE], does[SCAVENGER]
        self.new_only = chosen["population_target"] == "new_only"
        self.extra_round = chosen["last_player_trigger"] == "extra_round"
        self.width = len(box.ids)
        self.pack = tuple(kind for kind, copies in enumerate(box.copies) for _ in range(copies))
        self.takes = _Takes(stop=True)
        self.first_takes = _Takes(stop=not chosen["min_plays"])
        self.places = _Places(self.width, box.places)
        # EL-3.6 never two alike; EL-3.7 but the one that is replaced is gone when that is tested
        self.again = _Places(self.width, 0)
        self.kinds_of = _Kinds()
        self.draws = [(NEW_SPECIES,) * box.species + (TO_HAND + seat,) * box.drawn for seat in range(box.players[1])]
        self.max_decisions = self._longest()

    @classmethod
    def of(
        cls, game: Game, findings: Findings, edition: str = "", chosen: Mapping[str, Any] | None = None
    ) -> "LakeEcosystem | None":
        name, options = resolve_options(cls, edition, chosen)
        box = read_box(game, name, findings)
        return cls(box, name, options) if box else None

    def rules_hash(self) -> str:
        return self.hash

    # --- how long it takes -----------------------------------------------------------------------------------------

    def most_turns(self, players: int) -> int:
        """No game has more turns.

        EL-5.5: every turn takes the cards of its Gathering from the deck, so that the deck lasts for so many turns;
        then the round is finished, and another one may follow.
        """
        turns = -(-sum(self.box.copies) // (self.box.species + self.box.drawn))
        rounds: int = max(1, -(-turns // players)) + self.extra_round
        return rounds * players

    def _longest(self) -> int:
        """No game has more decisions.

        In a turn each card of the hand is played at most once, by two decisions. Nothing is added to populations in
        Feeding, so that no more than one token is taken for each card and each species, and no more attacks are made
        than there are cards that are lost by them. A shuffle comes before a draw, and cards are drawn in Gathering,
        for each species, and for each trait that is lost. Besides a player stops twice.
        """
        cards = sum(self.box.copies)
        turn = 2 * cards + 2 * cards + cards + (self.box.species + self.box.drawn) + 2 * cards + 2
        return max(self.most_turns(players) for players in self.players) * turn

    # --- beginning -------------------------------------------------------------------------------------------------

    def setup(self, players: int, rng: Rng) -> Json:
        """The order of the deck, and who begins."""
        deck = [*self.pack]
        rng.shuffle(deck)  # EL-2.1
        # EL-2.3 the start player
        first = rng.below(players) if self.chosen["start_player"] == "random" else 0
        return {"players": players, "first": first, "deck": deck}

    def start(self, setup: Json) -> LakeState:
        state = LakeState(self, setup["players"], setup["first"], tuple(setup["deck"]))
        state.gathering()
        return state

    def load(self, dump: Json) -> LakeState:
        return load(self, dump)

    # --- words -----------------------------------------------------------------------------------------------------

    def describe(self, action: Action) -> str:
        return say(action, self.box.ids)

    def parse(self, text: str) -> Action:
        return understand(text, self.box.ids)

    def names(self, traits: int) -> list[str]:
        """The cards of a set of traits."""
        return [card for kind, card in enumerate(self.box.ids) if traits >> kind & 1]

    def cards_of(self, action: Action, state: State) -> tuple[str, ...]:
        """The card that is played; of an attack the traits that make it possible."""
        assert isinstance(state, LakeState)
        if not isinstance(action, int):
            return ()
        verb, ids = verb_of(action), self.box.ids
        if verb == TAKE:
            return (ids[action & MASK],)
        if verb == ATTACK:
            keys = self.carnivore | self.locks & state.traits[action & MASK]
            return tuple(self.names(state.traits[action >> SPECIES & MASK] & keys))
        return (ids[state.held],) if state.held >= 0 else ()

    def check(self, state: State) -> list[str]:
        assert isinstance(state, LakeState)
        return violations(state)

    def remarks(self) -> Mapping[str, str]:
        return {}
