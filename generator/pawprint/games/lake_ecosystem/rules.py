"""The rules of the lake game: species take on traits, eat from the lake, or eat each other.

A state is a `LakeState`; there every rule is cited by its id where it is carried out. An action is a number, which
`actions` explains; only a shuffle is a tuple of kinds of cards, the first one on top.
The two editions differ in what the traits do, so they are fields of the catalog's traits, and no options.
"""

from collections.abc import Mapping
from typing import Any, ClassVar

from pawprint.catalog.model import Game
from pawprint.core.diagnostics import Findings
from pawprint.games.lake_ecosystem import view
from pawprint.games.lake_ecosystem.actions import ATTACK, MASK, SPECIES, TAKE, say, understand, verb_of
from pawprint.games.lake_ecosystem.card_reader import read_box
from pawprint.games.lake_ecosystem.cards import LakeBox
from pawprint.games.lake_ecosystem.events import EVENTS
from pawprint.games.lake_ecosystem.invariants import violations
from pawprint.games.lake_ecosystem.options import EDITIONS, OPTIONS, LakeVariant
from pawprint.games.lake_ecosystem.state import LakeState
from pawprint.rules.agreed_options import agreed_options
from pawprint.rules.engine import ENGINES, Action, DetailKind, Json, Option, Rng, RuleNumber, State, digest

#: Changes whenever the same actions may lead elsewhere than before.
VERSION = 1


@ENGINES("lake-ecosystem")
class LakeEcosystem(LakeVariant):
    """The rules with one set of cards and options."""

    id: ClassVar[str] = "lake-ecosystem"
    editions: ClassVar[Mapping[str, Mapping[str, Any]]] = EDITIONS
    options: ClassVar[Mapping[str, Option]] = OPTIONS
    numbers: ClassVar[Mapping[str, RuleNumber]] = {}
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
        super().__init__(box, edition, chosen)
        self.hash = digest([self.id, VERSION, edition, dict(chosen), box])
        self.max_decisions = self._longest()

    @classmethod
    def of(
        cls, game: Game, findings: Findings, edition: str = "", chosen: Mapping[str, Any] | None = None
    ) -> "LakeEcosystem | None":
        agreed = agreed_options(cls, game, findings, edition, chosen)
        box = None if agreed is None else read_box(game, agreed[0], findings)
        return None if agreed is None or box is None else cls(box, *agreed)

    def rules_hash(self) -> str:
        return self.hash

    # --- how long it takes -----------------------------------------------------------------------------------------

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
        state = LakeState(self, len(dump["hands"]), dump["first"], ())
        view.load(state, dump)
        state.count()
        state.offer()
        return state

    # --- words -----------------------------------------------------------------------------------------------------

    def describe(self, action: Action) -> str:
        return say(action, self.box.ids)

    def parse(self, text: str) -> Action:
        return understand(text, self.box.ids)

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

    def owner_of(self, zone: str) -> int:
        letter = zone.rpartition(" ")[2][0]  # of `hand A` and of the species `A1`
        return ord(letter) - ord("A") if letter.isupper() else -1

    def check(self, state: State) -> list[str]:
        assert isinstance(state, LakeState)
        return violations(state)

    def remarks(self) -> Mapping[str, str]:
        return {}
