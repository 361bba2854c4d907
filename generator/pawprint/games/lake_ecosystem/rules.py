"""The lake game: species take on traits, eat from the lake, or eat each other, for 2 to 5 players.

The rules are `rules.yaml`, whose numbers such as EL-3.5 are those of the rules of the game; what a trait does stands in
its record. The two editions differ in what the traits do, so that no option differs.
"""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from pawprint.catalog.model import Game
from pawprint.core.diagnostics import Findings
from pawprint.games.lake_ecosystem.card_reader import CARNIVORE, MOMENTS, LakeBox, read_box
from pawprint.games.lake_ecosystem.invariants import violations
from pawprint.play.engine import (
    END,
    ENGINES,
    NAME,
    NAMES,
    NUMBER,
    PIECE,
    PIECES,
    SEAT,
    Action,
    DetailKind,
    Option,
)  # fmt: skip
from pawprint.play.game_options import agreed_options
from pawprint.play.language.data_classes import bundled_rules, cited_rules
from pawprint.play.language.data_rules import DataRules
from pawprint.play.language.data_state import DataState
from pawprint.play.language.specification import Specification

#: Event -> its details, which docs/notation explains; a name is that of a species.
EVENTS: Mapping[str, tuple[DetailKind, ...]] = {
    "turn": (SEAT, NUMBER), "fertile": (SEAT, NAME), "draw": (SEAT, ("hand", "species", "population", "extinction")),
    "no card": (SEAT, NUMBER, ("gathering", "extinction")), "deck empty": (SEAT, NUMBER),
    "shuffle": (SEAT, NUMBER, NUMBER, ("gathering", "extinction")), "species": (SEAT, NAME), "population": (SEAT, NAME),
    "trait": (SEAT, NAME, PIECE, PIECE), "long neck": (SEAT, NAME), "feed": (SEAT, NAME),
    "attack": (SEAT, NAME, NAME, PIECES, PIECES), "horns": (SEAT, NAME, NAME), "eat": (SEAT, NAME, NUMBER),
    "scavenge": (SEAT, NAME), "extinct": (SEAT, NAME, ("attack", "hunger"), NUMBER),
    "fed": (SEAT, NUMBER, NAMES, NAMES, NAMES), "starve": (SEAT, NAME, NUMBER), "survive": (SEAT, NAME, PIECES),
    "bank empty": (SEAT,), "end": (SEAT,),
}  # fmt: skip


@ENGINES("lake-ecosystem")
class LakeEcosystem(DataRules):
    """The rules with one set of cards and options.

    Attributes:
        box: what the catalog says of setting the game up.
    """

    id: ClassVar[str] = "lake-ecosystem"
    spec: ClassVar[Specification] = bundled_rules(__file__)
    editions: ClassVar[Mapping[str, Mapping[str, Any]]] = spec.editions
    options: ClassVar[Mapping[str, Option]] = spec.options
    zones = spec.table_zones
    components: ClassVar[tuple[str, ...]] = spec.components
    lenient: ClassVar[bool] = True
    trusted: ClassVar[bool] = True
    events: ClassVar[Mapping[str, tuple[DetailKind, ...]]] = EVENTS
    event_details = EVENTS
    conserved: ClassVar[str] = "EL-I-17"  # EL-I-17
    implements: ClassVar[tuple[str, ...]] = cited_rules(
        spec, "EL-5.5", "EL-6.2", "EL-I-02", "EL-I-17", "EL-I-21", "EL-I-22", "EL-I-23", "EL-I-25", "EL-I-26"
    )

    def __init__(self, game: Game, box: LakeBox, edition: str, chosen: Mapping[str, Any]) -> None:
        self.box = box
        super().__init__(game, edition, chosen)
        self.players = box.players
        self.max_decisions = self._longest()

    @classmethod
    def of(
        cls, game: Game, findings: Findings, edition: str = "", chosen: Mapping[str, Any] | None = None
    ) -> "LakeEcosystem | None":
        agreed = agreed_options(cls, game, findings, edition, chosen)
        box = None if agreed is None else read_box(game, agreed[0], findings)
        if agreed is None or box is None:
            return None
        rules, wrong = cls(box.game, box, *agreed), Findings()
        rules.program(box.players.start, wrong)  # reads the steps of traits
        findings.extend(wrong)
        return None if wrong.failed else rules

    def constants(self, players: int) -> Mapping[str, Any]:
        return {"tokens": self.box.tokens}

    def most_turns(self, players: int) -> int:
        """No game has more turns.

        EL-5.5: every turn takes the cards of its Gathering from the deck, so that the deck lasts for so many turns;
        then the round is finished, and another one may follow.
        """
        turns = -(-len(self.all_pieces()) // self.box.drawn)
        extra: bool = self.chosen["last_player_trigger"] == "extra_round"
        return (max(1, -(-turns // players)) + extra) * players

    def _longest(self) -> int:
        """No game has more decisions.

        In a turn each card of the hand is played at most once, by two decisions. Nothing is added to populations in
        Feeding, so that no more than one token is taken for each card and each species, and no more attacks are made
        than there are cards that are lost by them. A shuffle comes before a draw, and cards are drawn in Gathering,
        for each species, and for each trait that is lost. Besides a player stops twice.
        """
        turn = 7 * len(self.all_pieces()) + self.box.drawn + 2
        return max(self.most_turns(players) for players in self.players) * turn

    def refusal_of(self, state: DataState, action: Action) -> str:
        if state.seat == END:
            return f"EL-5.3: the game is over after {state.values['number']} turns"
        return super().refusal_of(state, action)

    def diets(self) -> set[str]:
        """The cards that make a carnivore."""
        return {card for card, fields in self.cards.items() if self._part(fields)[1] == "diet"}

    def locks(self) -> set[str]:
        """The cards that an attacker needs as well."""
        return {card for card, fields in self.cards.items() if self._part(fields)[0]}

    def _part(self, fields: Mapping[str, Any]) -> tuple[bool, str]:
        """Whether the trait of a card is a lock, and "diet" if it is one."""
        trait = fields["trait"].values
        if self.edition == "core":
            return trait["core"]["role"] != "diet", trait["core"]["role"]
        effects = trait["effects"]
        feeding = fields["trait"].id == CARNIVORE and effects.get("trigger") == MOMENTS[CARNIVORE]
        return bool(effects.get("lock")), "diet" if feeding else ""

    def invariants(self, state: DataState) -> Iterable[str]:
        yield from super().invariants(state)
        yield from violations(state)
