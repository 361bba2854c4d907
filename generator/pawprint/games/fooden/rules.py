"""FOODEN: organisations help an ecosystem through four seasons, and score what survives, for 2 to 6 players.

The rules are `rules.yaml`, whose numbers such as FO-4.12 are those of the rules of the game; what a trait does stands
in its record.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from pawprint.catalog.model import Game, Record
from pawprint.core.diagnostics import Findings, Severity
from pawprint.core.registry import suggest
from pawprint.games.record_fields import NONE, FieldKinds, bundled_game, has_records
from pawprint.play.engine import (
    END,
    ENGINES,
    NAME,
    NUMBER,
    PIECE,
    SEAT,
    Action,
    DetailKind,
    Json,
    Rng,
    RuleNumber,
)  # fmt: skip
from pawprint.play.game_options import agreed_options
from pawprint.play.language.data_rules import DataRules, bundled_rules, cited_rules
from pawprint.play.language.data_state import DataState
from pawprint.play.language.specification import Specification

#: Fields that the rules read.
_FIELDS: Mapping[str, FieldKinds] = {
    "creatures": {
        "type": (str,), "diet": (str,), "force": (int,), "hunger": (int,), "properties": (tuple,),
        "trait": (Record, NONE), "parameter": (str, NONE),
    },
    "objectives": {"score": (dict,)},
    "actions": {"organisation": (Record,), "effects": (tuple,), "n": (int, NONE)},
    "cubes": {"food": (str,)}, "season": {"spaces": (tuple,)}, "organisations": {}, "vp": {},
}  # fmt: skip
#: Cards that can be told apart.
CARDS = ("creatures", "objectives", "actions")
#: The last game that was read with all its declarations.
_PLAYED: list[Game] = []
#: Effects that are about so many creatures as the card says in `n`.
_COUNTED = ("renew", "foresee")


def read_game(game: Game, spec: Specification, findings: Findings) -> Game | None:
    """The game with one record for each copy of a card; None after findings, or if it had some before.

    Args:
        spec: has the words that the fields of cards may have.
    """
    if not has_records(game, _FIELDS, findings):
        return None
    if game.components["creatures"].fields:
        _PLAYED[:] = [game]
    before = findings.count
    traits = [*game.records.get("traits", {})]
    for creature in game.pieces("creatures"):
        _check(creature, "type", spec.words["sort"], findings)
        _check(creature, "diet", spec.words["row"], findings)
        _check_trait(creature, traits, spec, findings)
    for card in game.pieces("actions"):
        for effect in card["effects"]:
            _known(card, "effects", effect.id if isinstance(effect, Record) else "", spec.words["effect"], findings)
        if not card["n"] and any(effect.id in _COUNTED for effect in card["effects"]):
            message = f"'{card.id}' does not say how many creatures it is about"
            findings.add("missing-field", message, card.span("effects"), "add n: and a number")
    for cube in game.pieces("cubes"):
        _check(cube, "food", spec.words["foods"], findings)
    for objective in game.pieces("objectives"):
        _check_objective(objective, findings)
    if findings.count != before:
        return None
    records = {name: {record.id: record for record in _copies(game, name)} for name in CARDS}
    components = {
        name: component if component.fields else component._replace(fields=complete_game().components[name].fields)
        for name, component in game.components.items()
    }
    return replace(game, records={**game.records, **records}, components=components)


def complete_game() -> Game:
    """The game of the catalog that comes with the program: cards of a scenario have its fields, and its traits.

    A file to play has no catalog; there it is the game that is played.
    """
    game = bundled_game("fooden") or next(iter(_PLAYED), None)
    assert game is not None
    return game


def cubes_of(game: Game) -> dict[str, int]:
    """Food -> how many cubes there are (FO-1.6)."""
    found: dict[str, int] = {}
    for record in game.pieces("cubes"):
        food = str(record["food"])
        found[food] = found.get(food, 0) + record.copies_in(game.edition)
    return found


def _copies(game: Game, component: str) -> Iterator[Record]:
    """Every card of a component, by a name of its own: `toad#1`, `toad#2` where there are several copies."""
    for record in game.pieces(component):
        copies = record.copies_in(game.edition)
        for copy in range(copies):
            yield record if copies == 1 else replace(record, id=f"{record.id}#{copy + 1}", copies=1, by_edition={})


def _check(record: Record, field: str, known: Sequence[str], findings: Findings) -> None:
    _known(record, field, str(record[field]), known, findings)


def _known(record: Record, field: str, value: str, known: Sequence[str], findings: Findings) -> None:
    if value not in known:
        message = f"the rules do not know the {field} '{value}' of '{record.id}'"
        help = suggest(value, known, "they know")
        findings.add("unknown-effect", message, record.span(field), help, severity=Severity.ERROR)


def _what_trait_names(trait: Record) -> str:
    """What a creature with the trait names besides: `food`, `type`, or nothing."""
    return str(trait.values.get("parameter") or "")


def _check_trait(creature: Record, traits: Sequence[str], spec: Specification, findings: Findings) -> None:
    trait = creature["trait"]
    if trait is None:
        return
    if not trait.values.get("effects"):
        message = f"the rules do not know the trait '{trait.id}' of '{creature.id}'"
        help = f"give the trait effects: {{...}}, or the creature another one: {', '.join(traits)}"
        findings.add("unknown-effect", message, creature.span("trait"), help, severity=Severity.ERROR)
        return
    named = _what_trait_names(trait)
    if named and creature["parameter"] is None:
        values = spec.words["foods" if named == "food" else "sort"]
        message = f"'{creature.id}' has the trait '{trait.id}', which needs a {named}"
        findings.add("missing-field", message, creature.span("trait"), f"add parameter: {' or '.join(values)}")
    elif named:
        _check(creature, "parameter", spec.words["foods" if named == "food" else "sort"], findings)


def _check_objective(record: Record, findings: Findings) -> None:
    score: Mapping[str, Any] = record["score"]
    counts = score.get("counts") or {}
    ways = [name for name in ("value", "at_least", "at_most") if counts.get(name)]
    sort = score.get("set_of") or score.get("most_numerous")
    if len(ways) != 1 if counts else str(sort) not in ("type", "diet"):
        message = f"the rules cannot tell what counts for the objective '{record.id}'"
        help = "give it counts, set_of or most_numerous"
        findings.add("unknown-effect", message, record.span("score"), help, severity=Severity.ERROR)


_SPEC = bundled_rules(__file__)
ROWS, FOODS, STANDS, EFFECTS = (_SPEC.words[name] for name in ("row", "foods", "stands", "effect"))
#: Event -> its details, which docs/notation explains.
EVENTS: Mapping[str, tuple[DetailKind, ...]] = {
    "season": (NAME,), "plays": (SEAT, PIECE, PIECE), "applies": (SEAT, EFFECTS), "skips": (SEAT, EFFECTS),
    "leads": (SEAT,), "gains": (SEAT, PIECE), "revealed": (PIECE,), "added": (PIECE,), "eats": (PIECE, ROWS),
    "attacks": (PIECE, PIECE, STANDS, ("left", "right")), "fate": (PIECE, STANDS), "trait": (PIECE, PIECE),
    "survives": (PIECE,), "dies": (PIECE,), "pays": (PIECE, NUMBER),
}  # fmt: skip
#: The numbers that `cubes` has together.
_SHARES = ("insect_share", "plant_share", "meat_share")


def _number(name: str) -> int:
    value = _SPEC.numbers[name].value
    assert isinstance(value, int)
    return value


@ENGINES("fooden")
class Fooden(DataRules):
    """The rules with one set of cards and options.

    FO-1.5: the season card and its token say what `season` does. FO-3.3: a row is a list, so that it closes up.
    FO-I-24: no card gets lost. FO-I-27, FO-I-28: nobody acts twice, attacks the dead, or hunts to the left who may not.
    FO-7.4, FO-7.6, FO-7.7 and FO-7.8 are traits of the catalog.

    Attributes:
        cubes: how many there are of each food; vp: how many VP tokens.
    """

    id = "fooden"
    spec = _SPEC
    numbers: ClassVar[Mapping[str, RuleNumber]] = {
        "cubes": RuleNumber(
            {food: _number(name) for food, name in zip(FOODS, _SHARES, strict=True)},
            "FO-2.2", "cubes of each player",
        ),
        **{name: number for name, number in _SPEC.numbers.items() if name not in _SHARES},
    }  # fmt: skip
    events = EVENTS
    conserved = "FO-I-24"
    implements = tuple(
        rule
        for rule in cited_rules(
            spec, "FO-1.5", "FO-3.3", "FO-7.4", "FO-7.6", "FO-7.7", "FO-7.8", "FO-I-24", "FO-I-27", "FO-I-28", "FO-I-29"
        )
        if rule != "FO-5"  # the chapter of the actions
    )

    def __init__(self, game: Game, edition: str, chosen: Mapping[str, Any]) -> None:
        self.cubes = cubes_of(game)
        self.vp = sum(record.copies_in(game.edition) for record in game.pieces("vp"))  # FO-1.7
        super().__init__(game, edition, chosen)
        self.players = self._players()
        self.max_decisions = self._longest()

    @classmethod
    def of(
        cls, game: Game, findings: Findings, edition: str = "", chosen: Mapping[str, Any] | None = None
    ) -> "Fooden | None":
        agreed = agreed_options(cls, game, findings, edition, chosen)
        known = None if agreed is None else read_game(game, cls.spec, findings)
        if agreed is None or known is None:
            return None
        rules, wrong = cls(known, *agreed), Findings()
        rules.program(max(2, rules.players.start), wrong)  # reads the steps of traits
        findings.extend(wrong)
        return None if wrong.failed else rules

    def copies(self, record: Record, game: Game) -> int:
        removed = self.chosen["trait_objectives"] == "remove" and record.component == "objectives"  # FO-8.1
        if removed and (record["score"].get("counts") or {}).get("field") == "trait":
            return 0
        return record.copies_in(game.edition)

    def constants(self, players: int) -> Mapping[str, Any]:
        return {f"{food}_cubes": self.cubes.get(food, 0) for food in FOODS} | {"vp_tokens": self.vp}

    @property
    def organisations(self) -> Mapping[str, list[str]]:
        found: dict[str, list[str]] = {}
        for name, fields in self.cards.items():
            if self.component_of(name) == "actions":
                found.setdefault(fields["organisation"].id, []).append(name)
        return found

    def _players(self) -> range:
        """FO-1.8: 2 to 6, or as many as there are cubes, objectives and organisations for."""
        objectives = sum(self._copies[name] for name in self.cards if self.component_of(name) == "objectives")
        playable = [cards for cards in self.organisations.values() if len(cards) >= _number("rounds")]
        allowed = [self.chosen["max_players"], objectives // _number("objectives"), len(playable)]
        allowed += [self.cubes.get(food, 0) // _number(f"{food}_share") for food in FOODS]
        return range(2, min(allowed) + 1)

    def setup(self, players: int, rng: Rng) -> Json:
        if players not in self.players:
            most = self.players.stop - 1
            raise ValueError(f"the cards are for {most if most > 1 else 'no'} players, not for {players}; see FO-I-20")
        return super().setup(players, rng)

    def face(self, name: str) -> str:
        """The id in the catalog of a card by its name, as `toad` for `toad#2`."""
        return name.partition("#")[0]

    def refusal_of(self, state: DataState, action: Action) -> str:
        if state.seat == END:
            return "FO-6.1: the game is over"
        found = self.named(action)
        other = found is not None and (found[0].name not in state.asked or state.values["joining"])
        return (self.first(state) if other else "") or super().refusal_of(state, action)

    def refusals(self) -> Iterable[Mapping[str, str]]:
        yield from super().refusals()
        yield {"en": "the game is over", "fr": "la partie est finie"}

    def invariants(self, state: DataState) -> Iterable[str]:
        yield from super().invariants(state)
        if state.values["season"] > self._seasons():
            yield f"FO-I-29: this is season {state.values['season'] + 1}, of {self._seasons()}"
        acted: set[str] = set()
        for event in state.events or ():
            match event:
                case ("season", _):
                    acted.clear()
                case ("fate", creature, _):
                    if creature in acted:
                        yield f"FO-I-27: '{creature}' has acted twice in Phase 3"
                    acted.add(creature)
                case ("attacks", hunter, prey, "dead", _):
                    yield f"FO-I-27: '{hunter}' attacks '{prey}', which is dead"
                case ("attacks", hunter, prey, _, "left"):
                    trait = self.cards[hunter]["trait"]
                    if trait is None or self.chosen["simple"] or not trait["effects"].get("hunts_back"):
                        yield f"FO-I-28: '{hunter}' eats '{prey}' on its left"

    def _seasons(self) -> int:
        """No game has more seasons; a grand slam ends when the deck does."""
        if not self.chosen["grand_slam"]:
            return len(self.spec.words["seasons"])
        creatures = sum(self._copies[name] for name in self.cards if self.component_of(name) == "creatures")
        return -(-(creatures - _number("laboratory")) // _number("arrivals"))

    def _longest(self) -> int:
        """No game has more decisions than this.

        An organisation is chosen by each, and a winner named. In a round each seat lays a card and applies it. Each of
        its effects is one decision, but for these: who comes with a cohort brings another; `renew` and `foresee` are
        one decision for each card, and one for looking at them; `shift` is two. Each effect may find the deck empty,
        and so may Phase 1: then the discard pile is shuffled.
        """
        traits = [fields["trait"] for name, fields in self.cards.items() if self.component_of(name) == "creatures"]
        joining = sum(trait is not None and bool((trait["effects"].get("at") or {}).get("added")) for trait in traits)
        longest = 0
        for card in (card for cards in self.organisations.values() for card in cards):
            effects, n = self.cards[card]["effects"], self.cards[card]["n"] or 0
            steps = {"introduce": 1 + joining, "rescue": 1 + joining, "renew": n, "foresee": 1 + n, "shift": 2}
            longest = max(longest, sum(1 + steps.get(effect.id, 1) for effect in effects))
        most = max(self.players, default=0)
        return most + (1 + self._seasons()) * (1 + _number("rounds") * most * (1 + longest)) + 1
