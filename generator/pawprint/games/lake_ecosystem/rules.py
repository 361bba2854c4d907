"""The lake game: species take on traits, eat from the lake, or eat each other, for 2 to 5 players.

The rules are `rules.yaml`, whose numbers such as EL-3.5 are those of the rules of the game; what a trait does stands in
its record. The two editions differ in what the traits do, so that no option differs.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from pawprint.catalog.model import Game, Record
from pawprint.core.diagnostics import Findings, Severity
from pawprint.core.registry import suggest
from pawprint.games.lake_ecosystem.table import LakeTable
from pawprint.games.record_fields import FieldKinds, has_records
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
)  # fmt: skip
from pawprint.play.game_options import agreed_options
from pawprint.play.language.data_rules import DataRules, bundled_rules, cited_rules
from pawprint.play.language.data_state import DataState
from pawprint.source.field_reader import FieldReader


def violations(state: DataState) -> Iterator[str]:
    """Every invariant of events and of legal actions that does not hold, with its id.

    EL-I-21 and EL-I-22: who eats what; EL-I-23 and EL-I-25: attacks; EL-I-24: the end; EL-I-26: draws.
    """
    table, rules = LakeTable(state), state.rules
    if state.seat == END and table.turn % state.players:
        yield f"EL-I-24: the game ends with turn {table.turn} of {state.players} players"
    if max(table.turn, table.last) > rules.most_turns(state.players):
        yield f"EL-I-24: turn {max(table.turn, table.last)} of at most {rules.most_turns(state.players)}"
    events = [*(state.events or ())]
    legal = [rules.named(action) for action in state.legal_actions()] if state.seat >= 0 else []
    chosen = [(verb.name, words) for verb, words in filter(None, legal)]
    diets, locks = rules.diets(), rules.locks()
    traits = {table.name(card): {*map(rules.id_of, table.traits(card))} for row in table.rows for card in row}
    for verb, words in chosen:
        if verb in ("feed", "attack") and bool(traits[words["s"]] & diets) == (verb == "feed"):
            yield f"EL-I-21: {words['s']} may {verb} with {sorted(traits[words['s']])}"
    attacks = [
        (words["s"], words["t"], traits[words["s"]], traits[words["t"]]) for verb, words in chosen if verb == "attack"
    ]
    attacks += [(event[2], event[3], {*event[4]}, {*event[5]}) for event in events if event[0] == "attack"]
    for hunter, prey, keys, has in attacks:
        if hunter == prey or not keys & diets or has & locks - keys:
            yield f"EL-I-23: {hunter} with {sorted(keys)} attacks {prey} with {sorted(has)}"
        if len(has & locks) >= rules.box.places:  # EL-3.14: an attacker has no room for so many keys
            yield f"EL-I-25: {hunter} attacks {prey} with {len(has & locks)} locks"
    yield from _hunger(table, events, chosen, traits, diets)
    yield from _draws(table, events)


def _hunger(
    table: LakeTable, events: list[Any], chosen: list[Any], traits: dict[str, set[str]], diets: set[str]
) -> Iterator[str]:
    for _, _, lake, herbivores, _, hunters in (event for event in events if event[0] == "fed"):
        if (lake and herbivores) or hunters:
            yield f"EL-I-22: {', '.join([*herbivores, *hunters])} stayed hungry, and had food"
    if table.state.phase != "feeding" or not any(verb == "done" for verb, _ in chosen):
        return
    able = {words["s"] for verb, words in chosen if verb in ("feed", "attack")}
    for species in table.rows[table.active]:
        if table.food(species) < table.population(species) and table.name(species) in able:
            yield f"EL-I-22: {table.name(species)} may stay hungry, and there is food for it"


def _draws(table: LakeTable, events: list[Any]) -> Iterator[str]:
    """EL-I-26: each draw after an extinction is made, waits, or comes to nothing."""
    owed = sum(event[4] for event in events if event[0] == "extinct")
    if events and events[0][0] == "shuffle" and events[0][4] == "extinction":
        owed += events[0][3]  # those of the action before
    done = sum(event[2] == "extinction" for event in events if event[0] == "draw")
    done += sum(event[2] for event in events if event[0] == "no card" and event[3] == "extinction")
    waiting = table.state.values["owed"] if events and table.state.phase != "gathering" else 0
    if owed != done + waiting:
        yield f"EL-I-26: {owed} cards were to be drawn, {done} were, and {waiting} wait"


#: Section 8: the traits that do something, and when.
CARNIVORE = "carnivore"
MOMENTS: Mapping[str, str] = {
    CARNIVORE: "feeding", "horns": "attacked", "long-neck": "feeding_start", "fat-tissue": "feeding",
    "fertile": "gathering", "scavenger": "attack_anywhere",
}  # fmt: skip
#: The most cards of a deck, so that each species has a number.
MOST_CARDS = 1_000

#: EL-1.5 where the catalog does not say how many may play; and the most that there are letters for.
PLAYERS, MOST_PLAYERS = (2, 5), 8

#: Fields that the rules read; those of a trait stand under the name of the edition.
_FIELDS: Mapping[str, FieldKinds] = {"cards": {"trait": (Record,)}, "food": {"value": (int,)}}


class LakeBox(NamedTuple):
    """What the catalog says of setting the game up.

    Attributes:
        game: in the edition that is played.
        token_ids: of the food tokens, one by one.
        places: for traits, of one species.
        drawn: cards that each Gathering takes from the deck.
    """

    game: Game
    token_ids: tuple[str, ...]
    places: int
    drawn: int
    players: range

    @property
    def tokens(self) -> int:
        return len(self.token_ids)


def read_box(game: Game, edition: str, findings: Findings) -> LakeBox | None:
    """The box of *game* in *edition*; None after findings, or if it had some before."""
    before = findings.count
    game = game.in_edition(edition if edition in game.editions else game.edition)
    if not has_records(game, _FIELDS, findings):
        return None
    cards, food = game.pieces("cards"), game.pieces("food")
    _one_card_each(cards, findings)
    _one_point_each(food, findings)
    for card in cards:
        _known_effect(game, card["trait"], edition, findings)
    rules = _part_of_declaration(game, "rules", findings)
    gathering, attack = _inner(rules, "gathering", findings), _inner(rules, "attack", findings)
    _number(gathering, "food", 0, findings)
    drawn = _number(gathering, "species", 0, findings) + _number(gathering, "cards", 1, findings)
    _number(attack, "food", 0, findings)
    places = _number(rules, "max_traits", 0, findings)
    players = _players(game, findings)  # EL-1.5
    if sum(card.copies_in(edition) for card in cards) > MOST_CARDS:
        help = f"a deck has up to {MOST_CARDS} cards"
        at = game.components["cards"].span()
        findings.add("out-of-range", f"the deck has {sum(card.copies_in(edition) for card in cards)} cards", at, help)
    tokens = tuple(token.id for token in food for _ in range(token.copies_in(edition)))  # EL-1.2
    box = LakeBox(game, tokens, places, drawn, range(players[0], players[1] + 1))
    return box if findings.count == before else None


def _one_card_each(cards: tuple[Record, ...], findings: Findings) -> None:
    """EL-I-02: a trait is on one kind of card, so that a card can be known by its trait."""
    seen: dict[str, str] = {}
    for card in cards:
        other = seen.setdefault(card["trait"].id, card.id)
        if other != card.id:
            message = f"'{other}' and '{card.id}' both have the trait '{card['trait'].id}'"
            help = "put more copies on the first one"
            findings.add("bad-declaration", message, card.span("trait"), help, rule="EL-I-02")


def _one_point_each(food: tuple[Record, ...], findings: Findings) -> None:
    for token in food:
        if token["value"] != 1:  # EL-6.1
            message = f"the rules count tokens, but '{token.id}' is worth {token['value']}"
            findings.add("bad-declaration", message, token.span("value"), "write value: 1")


def _known_effect(game: Game, trait: Record, edition: str, findings: Findings) -> None:
    """What *trait* does in *edition* must be known: the diet, more room, or steps of its own."""
    written: Mapping[str, Any] | None = trait.values.get(edition)
    if written is None:
        if not game.invalid:
            message = f"the rules need the field '{edition}' of '{trait.id}'"
            findings.add("bad-declaration", message, trait.span(edition), "declare it as the bundled game does")
        return
    field, moment = "trigger", str(written.get("trigger") or "")
    if "role" in written:  # EL-3.13 in core, what is no diet is a lock
        field, moment = "role", "" if written["role"] != "diet" else MOMENTS[CARNIVORE]
    known = MOMENTS.get(trait.id, "")
    own = not known and (written.get("at") or {}).get(moment) is not None
    if moment and not own and (moment != known or (field == "role" and trait.id != CARNIVORE)):
        help = f"write trigger: {known}" if known else suggest(trait.id, MOMENTS, "they know")
        help = "write role: lock" if field == "role" else help
        when = "as a diet" if field == "role" else f"at the moment '{moment}'"
        findings.add(
            "unknown-effect", f"the rules do not know what '{trait.id}' does {when}",
            trait.span(edition, field), help, severity=Severity.ERROR,
        )  # fmt: skip


def _part_of_declaration(game: Game, key: str, findings: Findings) -> FieldReader:
    node = game.node.get(key)
    if node is None:
        help = "declare it as the bundled game does"
        findings.add("missing-field", f"the game has no '{key}', which its engine needs", game.node.span, help)
    return FieldReader(node, f"'{key}'", findings)


def _inner(rules: FieldReader, key: str, findings: Findings) -> FieldReader:
    return FieldReader(rules.node_of(key, required=True), f"'{key}' of the rules", findings)


def _number(reader: FieldReader, key: str, least: int, findings: Findings) -> int:
    if reader.ok:
        reader.node_of(key, required=True)
    value = reader.integer(key, least=least, most=MOST_CARDS)
    return least if value is None else value


def _players(game: Game, findings: Findings) -> tuple[int, int]:
    reader = FieldReader(game.node.get("players"), "the players", findings)
    least, most = reader.integer("min", least=1, most=MOST_PLAYERS), reader.integer("max", least=1, most=MOST_PLAYERS)
    return (PLAYERS[0] if least is None else least, PLAYERS[1] if most is None else most)


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
    """The rules with one set of cards and options."""

    id = "lake-ecosystem"
    spec = bundled_rules(__file__)
    events = EVENTS
    conserved = "EL-I-17"  # EL-I-17
    implements = cited_rules(
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
        return {card for card, fields in self.cards.items() if self._part(fields)[1] == "diet"}

    def locks(self) -> set[str]:
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
