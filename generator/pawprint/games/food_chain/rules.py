"""Food Chain: hunting, eating and being eaten in a forest of cards, for 2 to 4 players.

The rules are `rules.yaml`, whose numbers such as FC-5.1.4 are those of the rules of the game. Two things hold for all
rules that are data: no card gets lost (FC-I-21), and the same seed and moves make the same game (FC-I-30).
"""

from collections.abc import Mapping
from typing import Any, ClassVar

from pawprint.catalog.model import Game, Record
from pawprint.core.diagnostics import Findings
from pawprint.games.food_chain.card_reader import CardBox, bundled_edition, read_box
from pawprint.play.engine import END, ENGINES, PIECE, SEAT, Action, DetailKind, Option
from pawprint.play.game_options import agreed_options
from pawprint.play.language.data_classes import bundled_rules, cited_rules
from pawprint.play.language.data_rules import DataRules
from pawprint.play.language.data_state import DataState
from pawprint.play.language.specification import Specification


@ENGINES("food-chain")
class FoodChain(DataRules):
    """The rules with one deck, edition and set of options.

    Attributes:
        box: what the catalog says of setting the game up.
    """

    id: ClassVar[str] = "food-chain"
    spec: ClassVar[Specification] = bundled_rules(__file__)
    editions: ClassVar[Mapping[str, Mapping[str, Any]]] = spec.editions
    options: ClassVar[Mapping[str, Option]] = spec.options
    zones = spec.table_zones
    components: ClassVar[tuple[str, ...]] = spec.components
    lenient: ClassVar[bool] = True
    trusted: ClassVar[bool] = True
    #: Whatever was agreed on; with some options not all of them occur.
    events: ClassVar[Mapping[str, tuple[DetailKind, ...]]] = {
        "turn up": (PIECE,), "hunt": (SEAT, PIECE, PIECE), "eat": (SEAT, PIECE, PIECE), "capture": (SEAT, SEAT),
        "exchange": (SEAT, SEAT), "back off": (SEAT, PIECE), "chase": (SEAT, PIECE), "switch": (SEAT, PIECE, PIECE),
        "pass": (SEAT, PIECE), "end": (("FC-8.1", "FC-8.2", "FC-8.3"),), "ransom": (SEAT, SEAT, PIECE),
    }  # fmt: skip
    event_details = events
    conserved: ClassVar[str] = "FC-I-21"
    #: Those that the file cites, and what is written here.
    implements: ClassVar[tuple[str, ...]] = cited_rules(spec, "FC-I-21", "FC-I-26", "FC-I-29", "FC-I-30")

    def __init__(self, game: Game, box: CardBox, edition: str, chosen: Mapping[str, Any]) -> None:
        self.box = box
        self.no_bonus = chosen["bonus_copies"] == "none"
        super().__init__(game, edition, chosen)
        self.players = box.players
        self.max_decisions = self._longest()

    @classmethod
    def of(
        cls, game: Game, findings: Findings, edition: str = "", chosen: Mapping[str, Any] | None = None
    ) -> "FoodChain | None":
        agreed = agreed_options(cls, game, findings, edition, chosen, bundled_edition)
        box = None if agreed is None else read_box(game, agreed[0], findings)
        return None if agreed is None or box is None else cls(game, box, *agreed)

    def copies(self, record: Record, game: Game) -> int:
        if record.component != "bonus":
            return record.copies_in(game.edition)
        return 0 if self.no_bonus else self.box.bonus[record.id]

    def constants(self, players: int) -> Mapping[str, Any]:
        return {"hand_size": self.box.hand, "starts": self.box.starts[players], "tokens": self.box.tokens}

    def _longest(self) -> int:
        """A bound on the length of a game (FC-I-26).

        Each card leaves deck and hands for good at most once, and the table at most once. A switch moves at least one
        level into the hands, or out of them; the other way they move with the cards that leave, each with no more than
        the span of the levels. After each of these, everybody may once pass with an empty hand. Chance puts each bonus
        card back at most once for each start card that is turned up, and each token can be exchanged once.
        """
        total = len(self.records.kind_of)
        levels = [card.get("level") or 0 for card in self.cards.values()]
        doing = total + total + total * (max(levels, default=0) - min(levels, default=0))
        return (doing + 1) * (1 + self.players.stop) + total * sum(self.box.bonus.values()) + self.box.tokens * 8

    def refusal_of(self, state: DataState, action: Action) -> str:
        ended = state.values["ended"]
        return f"{ended}: the game is over" if state.seat == END else super().refusal_of(state, action)

    def never_eaten(self) -> tuple[str, ...]:
        """FC-I-29: ids of the organisms with points that cannot be eaten in this edition."""
        both, huntsman = self.chosen["hunt_match"] == "both", self.chosen["huntsman_can_eat"]
        organisms = [name for name in self.cards if self.component_of(name) == "organisms"]
        if huntsman and self._copies.get("huntsman"):
            return ()
        eaten = {
            food.id
            for name in organisms
            for food in self.cards[name]["prey"]
            if self._copies[name] and (not both or name in [one.id for one in self.cards[food.id]["predators"]])
        }
        return tuple(name for name in organisms if name not in eaten and self.cards[name]["points"])

    def remarks(self) -> Mapping[str, str]:
        lost = self.never_eaten()
        said = f"no organism can ever eat {', '.join(lost)}" if lost else "everything can be eaten"
        return {"FC-I-29": f"{said}, edition '{self.edition}'"}
