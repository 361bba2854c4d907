"""The catalog -> the box of the lake game, with a finding for all that the rules cannot play."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from pawprint.catalog.model import Game, Record
from pawprint.core.diagnostics import Findings, Severity
from pawprint.core.registry import suggest
from pawprint.games.record_fields import FieldKinds, has_records
from pawprint.source.field_reader import FieldReader

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
        players: the least and the most.
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
