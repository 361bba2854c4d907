"""FOODEN: organisations help an ecosystem through four seasons, and score what survives, for 2 to 6 players.

The rules are `rules.yaml`, whose numbers such as FO-4.12 are those of the rules of the game; what a trait does stands
in its record.
"""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from pawprint.catalog.model import Game, Record
from pawprint.core.diagnostics import Findings
from pawprint.games.fooden.card_reader import cubes_of, read_game
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
    Option,
    Rng,
    RuleNumber,
)  # fmt: skip
from pawprint.play.game_options import agreed_options
from pawprint.play.language.data_classes import bundled_rules, cited_rules
from pawprint.play.language.data_rules import DataRules
from pawprint.play.language.data_state import DataState
from pawprint.play.language.specification import Specification

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

    id: ClassVar[str] = "fooden"
    spec: ClassVar[Specification] = _SPEC
    editions: ClassVar[Mapping[str, Mapping[str, Any]]] = {}
    options: ClassVar[Mapping[str, Option]] = spec.options
    numbers: ClassVar[Mapping[str, RuleNumber]] = {
        "cubes": RuleNumber(
            {food: _number(name) for food, name in zip(FOODS, _SHARES, strict=True)},
            "FO-2.2", "cubes of each player",
        ),
        **{name: number for name, number in _SPEC.numbers.items() if name not in _SHARES},
    }  # fmt: skip
    zones = spec.table_zones
    components: ClassVar[tuple[str, ...]] = spec.components
    lenient: ClassVar[bool] = True
    trusted: ClassVar[bool] = True
    events: ClassVar[Mapping[str, tuple[DetailKind, ...]]] = EVENTS
    event_details = EVENTS
    conserved: ClassVar[str] = "FO-I-24"
    implements: ClassVar[tuple[str, ...]] = tuple(
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
