"""Food Chain: hunting, eating and being eaten in a forest of cards, for 2 to 4 players.

The rules are `rules.yaml`, whose numbers such as FC-5.1.4 are those of the rules of the game. Two things hold for all
rules that are data: no card gets lost (FC-I-21), and the same seed and moves make the same game (FC-I-30).
"""

from collections.abc import Mapping
from functools import cache
from typing import Any, ClassVar, NamedTuple

from pawprint.catalog.model import Game, Record
from pawprint.core.diagnostics import Findings, Severity
from pawprint.core.files import bundled
from pawprint.games.record_fields import FieldKinds, has_component, has_fields
from pawprint.play.engine import END, ENGINES, PIECE, SEAT, Action, DetailKind
from pawprint.play.game_options import agreed_options
from pawprint.play.language.data_rules import DataRules, bundled_rules, cited_rules
from pawprint.play.language.data_state import DataState
from pawprint.source import reader, scalars
from pawprint.source.field_reader import FieldReader
from pawprint.source.reader import Node

#: Where the catalog says nothing else: FC-3.2 cards in a hand, FC-3.3 start cards, FC-1.4 players.
HAND, STARTS, PLAYERS = 4, {2: 3, 3: 4, 4: 4}, (2, 4)

#: The bonus cards that the rules know.
BONUS = ("huntsman", "swarm")
#: More cards than this have no deck.
_MOST_CARDS = 1_000
#: The editions that the bundled game declares; the first one is made of the defaults.
_EDITIONS = ("fr-yannibus", "en-2012")

#: The fields of an organism that the rules read, and what they must be; FC-1.5.
_FIELDS: FieldKinds = {"level": (int,), "points": (int,), "prey": (tuple,), "predators": (tuple,)}


class CardBox(NamedTuple):
    """What the catalog says of setting the game up.

    Attributes:
        colours: ids of the tokens; one colour for each player.
        starts: start cards by number of players.
        bonus: copies of each bonus card, by its id.
    """

    colours: tuple[str, ...]
    tokens: int
    hand: int
    starts: Mapping[int, int]
    bonus: Mapping[str, int]

    @property
    def players(self) -> range:
        """FC-1.4; each player needs a colour."""
        return range(min(self.starts), min(max(self.starts), len(self.colours)) + 1)


def read_box(game: Game, edition: str, findings: Findings) -> CardBox | None:
    """The box of *game* in *edition*; None after findings, or if it had some before."""
    before = findings.count
    if not all(has_component(game, name, findings) for name in ("organisms", "bonus", "tokens")):
        return None
    rules = FieldReader(game.node.get("rules"), "the rules", findings)
    copies = _copies(game, edition)
    sound = [has_fields(game, record, _FIELDS, findings) for record in game.pieces("organisms")]
    bonus = {record.id: _bonus_copies(record, copies, findings) for record in game.pieces("bonus")}
    tokens = game.pieces("tokens")
    _not_too_many(game, findings)
    hand = rules.integer("hand", least=1, most=100)
    least, most = _players(game, findings)
    if len(tokens) < least:
        at = game.components["tokens"].span()
        findings.add("bad-declaration", f"{least} players need {least} colours", at, "add tokens, or lower players.min")
    starts = _starts(rules, range(least, most + 1), findings)
    if findings.count > before or not all(sound):
        return None
    return CardBox(
        colours=tuple(record.id for record in tokens),  # FC-1.2, FC-3.1
        tokens=min([record.copies_in(game.edition) for record in tokens], default=0),
        hand=HAND if hand is None else hand,
        starts=starts,
        bonus={name: count or 0 for name, count in bonus.items()},
    )


def _bonus_copies(record: Record, copies: Mapping[str, Node], findings: Findings) -> int | None:
    """FC-1.8 a bonus card: no points, no level, no prey; what it does is known by its id."""
    if record.id not in BONUS:
        findings.add(
            "unknown-effect", f"the rules do not know what the bonus card '{record.id}' does", record.span("id"),
            f"they know {' and '.join(repr(key) for key in BONUS)}", severity=Severity.ERROR,
        )  # fmt: skip
        return None
    printed = max(record.copies, *record.by_edition.values(), 0)
    if record.id in copies:
        return scalars.integer(copies[record.id], f"the copies of '{record.id}'", findings, 0, printed)
    return printed


def _not_too_many(game: Game, findings: Findings) -> None:
    total = 0
    for record in (*game.pieces("organisms"), *game.pieces("bonus")):
        total += record.copies_in(game.edition)
        if total > _MOST_CARDS:
            help = f"a deck has at most {_MOST_CARDS} cards"
            findings.add("out-of-range", f"with '{record.id}' the deck has {total} cards", record.span("copies"), help)
            break


def _players(game: Game, findings: Findings) -> tuple[int, int]:
    field_reader = FieldReader(game.node.get("players"), "the players", findings)
    least, most = field_reader.integer("min", least=1), field_reader.integer("max", least=1)
    return (PLAYERS[0] if least is None else least, PLAYERS[1] if most is None else most)


def _starts(rules: FieldReader, players: range, findings: Findings) -> Mapping[int, int]:
    node = rules.node_of("start_cards")
    if node is None:
        return {number: STARTS.get(number, max(STARTS.values())) for number in players}
    field_reader = FieldReader(node, "the start cards", findings)
    found = {number: field_reader.integer(str(number), least=1, most=100) for number in players}
    for number, starts in found.items():
        if starts is None and field_reader.ok:
            message = f"the rules do not say how many start cards {number} players have"
            findings.add("missing-field", message, field_reader.span, f"add a line {number}: ...")
    return {number: starts or 1 for number, starts in found.items()}


def bundled_edition(edition: str) -> Node | None:
    """What the bundled game says of an edition: for cards that a scenario brings, and games that do not say it."""
    if edition == _EDITIONS[0]:  # which is made of the defaults
        return None
    return _edition(_bundled_rules(), edition)


def _edition(rules: Node | None, edition: str) -> Node | None:
    editions = rules.get("editions") if isinstance(rules, reader.MappingNode) else None
    return editions.get(edition) if isinstance(editions, reader.MappingNode) else None


@cache
def _bundled_rules() -> Node | None:
    root = reader.read_yaml_file(bundled("catalog") / "food-chain" / "game.yaml", Findings())
    return root.get("rules") if isinstance(root, reader.MappingNode) else None


def _copies(game: Game, edition: str) -> Mapping[str, Node]:
    """D9: how many copies of which bonus cards are played, where the catalog says so."""
    table = _edition(game.node.get("rules"), edition)
    copies = table.get("bonus_copies") if isinstance(table, reader.MappingNode) else None
    return copies.entries if isinstance(copies, reader.MappingNode) else {}


@ENGINES("food-chain")
class FoodChain(DataRules):
    """The rules with one deck, edition and set of options."""

    id = "food-chain"
    spec = bundled_rules(__file__)
    #: Whatever was agreed on; with some options not all of them occur.
    events: ClassVar[Mapping[str, tuple[DetailKind, ...]]] = {
        "turn up": (PIECE,), "hunt": (SEAT, PIECE, PIECE), "eat": (SEAT, PIECE, PIECE), "capture": (SEAT, SEAT),
        "exchange": (SEAT, SEAT), "back off": (SEAT, PIECE), "chase": (SEAT, PIECE), "switch": (SEAT, PIECE, PIECE),
        "pass": (SEAT, PIECE), "end": (("FC-8.1", "FC-8.2", "FC-8.3"),), "ransom": (SEAT, SEAT, PIECE),
    }  # fmt: skip
    conserved = "FC-I-21"
    #: Those that the file cites, and what is written here.
    implements = cited_rules(spec, "FC-I-21", "FC-I-26", "FC-I-29", "FC-I-30")

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
            if self._copies[name] and (not both or name in [card.id for card in self.cards[food.id]["predators"]])
        }
        return tuple(name for name in organisms if name not in eaten and self.cards[name]["points"])

    def remarks(self) -> Mapping[str, str]:
        lost = self.never_eaten()
        said = f"no organism can ever eat {', '.join(lost)}" if lost else "everything can be eaten"
        return {"FC-I-29": f"{said}, edition '{self.edition}'"}
