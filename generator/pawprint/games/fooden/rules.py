"""The rules of FOODEN: organisations help an ecosystem through four seasons, and score what survives.

A state is a `FoodenState`. An action is a number; `Fooden.describe` gives its words. Each rule is cited by its id where
it is carried out: `cards` reads the cards, `state` is the flow of the game, `effects` what action cards do, `season`
who eats and who survives.
"""

from collections.abc import Mapping
from typing import Any, ClassVar

from pawprint.catalog.model import Game
from pawprint.core.diagnostics import Findings
from pawprint.games.fooden import view
from pawprint.games.fooden.actions import LAY, PHRASES
from pawprint.games.fooden.card_reader import read_cards
from pawprint.games.fooden.cards import (
    ADD_FOOD,
    BARTER,
    COHORT,
    EFFECTS,
    FEED,
    FORESEE,
    INTRODUCE,
    LEAD,
    RENEW,
    RESCUE,
    ROWS,
    SHIFT,
    SUPPLY,
    FoodenCards,
)
from pawprint.games.fooden.events import EVENTS
from pawprint.games.fooden.invariants import violations
from pawprint.games.fooden.options import ALLOTTED, OBJECTIVES, OPTIONS, ROUNDS, FoodenVariant
from pawprint.games.fooden.season import refill
from pawprint.games.fooden.state import VERBS, FoodenState
from pawprint.games.fooden.table import FIRST_LAB, LEADS, NEWCOMERS
from pawprint.rules.agreed_options import agreed_options
from pawprint.rules.engine import (
    ENGINES,
    Action,
    DetailKind,
    Json,
    Option,
    Rng,
    RuleNumber,
    State,
    digest,
    numbered_owner,
)

#: To be raised when the same deal and actions lead to another end.
VERSION = 1


@ENGINES("fooden")
class Fooden(FoodenVariant):
    """The rules with one set of cards and options."""

    id: ClassVar[str] = "fooden"
    editions: ClassVar[Mapping[str, Mapping[str, Any]]] = {}
    options: ClassVar[Mapping[str, Option]] = OPTIONS
    numbers: ClassVar[Mapping[str, RuleNumber]] = {
        "cubes": RuleNumber(dict(zip(ROWS[1:], ALLOTTED[1:], strict=True)), "FO-2.2", "cubes of each player"),
        "objectives": RuleNumber(OBJECTIVES, "FO-2.4", "objectives of each player"),
        "laboratory": RuleNumber(FIRST_LAB, "FO-2.5", "creatures of the first laboratory"),
        "arrivals": RuleNumber(NEWCOMERS, "FO-4.1", "creatures that begin a season"),
        "rounds": RuleNumber(ROUNDS, "FO-4.4", "rounds of a season, and cards that each player plays in it"),
        "leader_points": RuleNumber(LEADS, "FO-6.3", "points for holding the Leader pawn"),
    }
    events: ClassVar[Mapping[str, tuple[DetailKind, ...]]] = EVENTS
    implements: ClassVar[tuple[str, ...]] = (
        "FO-1.1", "FO-1.2", "FO-1.3", "FO-1.4", "FO-1.5", "FO-1.6", "FO-1.7", "FO-1.8", "FO-1.9", "FO-1.10", "FO-1.11",
        "FO-2.1", "FO-2.2", "FO-2.3", "FO-2.4", "FO-2.5", "FO-2.6",
        "FO-3.1", "FO-3.2", "FO-3.3",
        "FO-4.1", "FO-4.2", "FO-4.3", "FO-4.4", "FO-4.5", "FO-4.6", "FO-4.7", "FO-4.8", "FO-4.9", "FO-4.10", "FO-4.11",
        "FO-4.12", "FO-4.13", "FO-4.14", "FO-4.15", "FO-4.16", "FO-4.17", "FO-4.18", "FO-4.19", "FO-4.20", "FO-4.21",
        "FO-4.22", "FO-4.23", "FO-4.24", "FO-4.25", "FO-4.26",
        "FO-5.1",
        "FO-6.1", "FO-6.2", "FO-6.3", "FO-6.4",
        "FO-7.1", "FO-7.2", "FO-7.3", "FO-7.4", "FO-7.5", "FO-7.6", "FO-7.7", "FO-7.8", "FO-7.9", "FO-7.10", "FO-7.11",
        "FO-7.12",
        "FO-8.1", "FO-8.2",
        "FO-I-24", "FO-I-25", "FO-I-26", "FO-I-27", "FO-I-28", "FO-I-29",
    )  # fmt: skip

    def __init__(self, cards: FoodenCards, chosen: Mapping[str, Any]) -> None:
        super().__init__(cards, chosen)
        self.does = [VERBS[verb] for verb in self.words.verb]
        self.max_decisions = self._longest()
        self._hash = digest([self.id, VERSION, dict(chosen), cards.facts()])

    @classmethod
    def of(
        cls, game: Game, findings: Findings, edition: str = "", chosen: Mapping[str, Any] | None = None
    ) -> "Fooden | None":
        agreed = agreed_options(cls, game, findings, edition, chosen)
        if agreed is None:
            return None
        options = agreed[1]
        keeps = options["trait_objectives"] == "keep"
        cards = read_cards(game, findings, simple=options["simple"], trait_objectives=keeps)
        return None if cards is None else cls(cards, options)

    def rules_hash(self) -> str:
        return self._hash

    # --- the deal -------------------------------------------------------------------------------------------

    def setup(self, players: int, rng: Rng) -> Json:
        """The order of the deck, top first; by seat organisations and objectives; who leads.

        Raises:
            ValueError: there are not enough cards, cubes or organisations for so many players.
        """
        if players not in self.players:
            most = self.players.stop - 1
            raise ValueError(f"the cards are for {most if most > 1 else 'no'} players, not for {players}; see FO-I-20")
        cards = self.cards
        deck = [*cards.names]
        rng.shuffle(deck)
        objectives = [*cards.objective_numbers]
        rng.shuffle(objectives)
        organisations = [cards.organisations[one] for one in self.playable]
        rng.shuffle(organisations)
        # FO-2.6: who is most in harmony with nature is left to the first seat, or to chance.
        leader = rng.below(players)
        return {
            "deck": deck,
            "organisations": organisations[:players] if self.chosen["organisations"] == "drawn" else None,
            "objectives": [objectives[OBJECTIVES * seat : OBJECTIVES * (seat + 1)] for seat in range(players)],
            "leader": leader if self.chosen["first_leader"] == "random" else 0,
        }

    def start(self, setup: Json) -> FoodenState:
        state = self.set_up(setup)
        if setup["organisations"] is None:
            state.choose_organisations()
        else:
            state.first_lab()
            state.dawn()
        return state

    def set_up(self, setup: Json) -> FoodenState:
        """FO-2.1 to FO-2.6, but for the laboratory."""
        cards = self.cards
        state = FoodenState(self, len(setup["objectives"]))
        state.leader = state.first = setup["leader"]
        state.deck = [*map(cards.numbers.__getitem__, reversed(setup["deck"]))]
        refill(state)  # FO-2.2
        number = cards.objective_numbers
        state.objectives = [tuple(sorted([number[name] for name in names])) for names in setup["objectives"]]  # FO-2.4
        state.box = tuple(sorted({*range(len(cards.objectives))}.difference(*state.objectives)))
        if setup["organisations"] is not None:  # FO-2.3
            state.organisations = [cards.organisations.index(name) for name in setup["organisations"]]
            state.hands = [self.hands[organisation] for organisation in state.organisations]
        return state

    def load(self, dump: Json) -> FoodenState:
        state = FoodenState(self, len(dump["points"]))
        view.load(state, dump)
        state.offer()
        return state

    # --- words ----------------------------------------------------------------------------------------------

    def describe(self, action: Action) -> str:
        return self.words.describe(action)  # type: ignore[arg-type]

    def parse(self, text: str) -> Action:
        return self.words.parse(text)

    def cards_of(self, action: Action, state: State) -> tuple[str, ...]:
        assert isinstance(state, FoodenState)
        if not isinstance(action, int):
            return ()
        cards, verb, about = self.cards, self.words.verb[action], self.words.about[action]
        if verb == LAY:
            return (cards.actions[about].id,)
        if verb == LEAD:
            return tuple(piece["id"] for piece in cards.pieces["leader"])
        if verb in (ADD_FOOD, SUPPLY):
            return (cards.cube_ids[about],)
        if verb == BARTER:
            return tuple(cards.cube_ids[food] for food in divmod(about, 4))
        if verb == FEED:
            food, creature = divmod(about, len(cards.creatures))
            return cards.cube_ids[food], cards.creatures[creature].id
        return (cards.creatures[about].id,) if "{creature}" in PHRASES[verb] else ()

    def owner_of(self, zone: str) -> int:
        return numbered_owner(zone)

    def check(self, state: State) -> list[str]:
        assert isinstance(state, FoodenState)
        return violations(state)

    def remarks(self) -> Mapping[str, str]:
        return {}

    # --- how long it can take -------------------------------------------------------------------------------

    def _longest(self) -> int:
        """No game has more decisions than this.

        An organisation is chosen by each, and a winner named. In a round each seat lays a card and applies it. Each of
        its effects is one decision, but for these: who comes with a cohort brings another; `renew` and `foresee` are
        one decision for each card, and one for looking at them; `shift` is two. Each effect may find the deck empty,
        and so may Phase 1: then the discard pile is shuffled. A grand slam has as many seasons as the deck can begin.
        """
        cards = self.cards
        cohorts = sum(creature.trait == COHORT for creature in cards.creatures)
        longest = 0
        for card in cards.actions:
            steps = {INTRODUCE: 1 + cohorts, RESCUE: 1 + cohorts, RENEW: card.n, FORESEE: 1 + card.n, SHIFT: 2}
            longest = max(longest, sum(1 + steps.get(effect, 1) for effect in card.effects))
        seasons = len(cards.season_names)
        if self.grand_slam:  # FO-I-29
            seasons = 1 + -(-(len(cards.creatures) - FIRST_LAB) // NEWCOMERS)
        most = max(self.players, default=0)
        return most + seasons * (1 + ROUNDS * most * (1 + longest)) + 1


assert len(VERBS) == len(PHRASES) > len(EFFECTS), "every verb does something"
