"""The rules of Pocket Cats: two clans look for prey in a square of 25 tiles, until the dogs attack.

A state is a `CatsState`. An action is a number; `PocketCats.describe` says it in words. Every rule is cited by its id
where it is carried out.
"""

from collections.abc import Mapping
from typing import Any, ClassVar

from pawprint.catalog.model import Game
from pawprint.core.diagnostics import Findings
from pawprint.games.pocket_cats import view
from pawprint.games.pocket_cats.actions import CAT_GOES, CHOOSE, LAY, LOOK, PASS, SWAP, TURN
from pawprint.games.pocket_cats.card_reader import read_cards
from pawprint.games.pocket_cats.cards import DIRECTIONS, PLACES, SIDE, CatsCards
from pawprint.games.pocket_cats.events import EVENTS
from pawprint.games.pocket_cats.invariants import violations
from pawprint.games.pocket_cats.options import DRAWN, DRAWS, EDITIONS, FIRST_GAME, OPTIONS, CatsVariant
from pawprint.games.pocket_cats.state import CatsState
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

#: Changes whenever the same actions may lead elsewhere than before.
VERSION = 1


@ENGINES("pocket-cats")
class PocketCats(CatsVariant):
    """The rules with one set of cards and options."""

    id: ClassVar[str] = "pocket-cats"
    editions: ClassVar[Mapping[str, Mapping[str, Any]]] = EDITIONS
    options: ClassVar[Mapping[str, Option]] = OPTIONS
    numbers: ClassVar[Mapping[str, RuleNumber]] = {
        "side": RuleNumber(SIDE, "PC-2.6", "tiles in a row or column of the square"),
        "around": RuleNumber(len(DIRECTIONS), "PC-3.2", "tiles around a tile"),
        "cat_goes": RuleNumber(CAT_GOES, "PC-3.2", "places that a cat moves at most"),
        "drawn": RuleNumber(DRAWN, "PC-2.2", "clan cards that a player draws and chooses from"),
    }
    events: ClassVar[Mapping[str, tuple[DetailKind, ...]]] = EVENTS
    implements: ClassVar[tuple[str, ...]] = (
        "PC-1.1", "PC-1.2", "PC-1.3", "PC-1.4", "PC-1.6", "PC-1.7", "PC-1.8", "PC-1.9", "PC-1.10",
        "PC-2.1", "PC-2.2", "PC-2.3", "PC-2.4", "PC-2.5", "PC-2.6", "PC-2.7", "PC-2.8", "PC-2.9",
        "PC-3.1", "PC-3.2", "PC-3.3", "PC-3.4", "PC-3.5", "PC-3.6",
        "PC-4.0", "PC-4.1", "PC-4.1b", "PC-4.2", "PC-4.3", "PC-4.4", "PC-4.5", "PC-4.6",
        "PC-5.1", "PC-5.2", "PC-5.3", "PC-5.4", "PC-5.5", "PC-5.6", "PC-5.7", "PC-5.8", "PC-7.3",
        "PC-I-14", "PC-I-15", "PC-I-20", "PC-I-21", "PC-I-22", "PC-I-23", "PC-I-24", "PC-I-25", "PC-I-26",
        "PC-I-27", "PC-I-28",
    )  # fmt: skip

    def __init__(self, cards: CatsCards, edition: str, chosen: Mapping[str, Any]) -> None:
        super().__init__(cards, edition, chosen)
        self.max_decisions = self.games * self._longest()
        self._hash = digest([self.id, VERSION, dict(chosen), cards])

    @classmethod
    def of(
        cls, game: Game, findings: Findings, edition: str = "", chosen: Mapping[str, Any] | None = None
    ) -> "PocketCats | None":
        agreed = agreed_options(cls, game, findings, edition, chosen)
        cards = read_cards(game, findings)
        if cards is None or agreed is None:
            return None
        name, options = agreed
        clans = {clan.id for clan in cards.clans}
        if options["mode"] == "first" and not clans.issuperset(FIRST_GAME):
            raise ValueError(f"a first game is one of {' and '.join(FIRST_GAME)}; the cards have {', '.join(clans)}")
        if len(clans) < DRAWS[options["mode"]] * DRAWN:
            raise ValueError(f"for mode '{options['mode']}' there are too few clans: {len(clans)}")
        return cls(cards, name, options)

    # --- what is agreed on ----------------------------------------------------------------------------------

    def rules_hash(self) -> str:
        return self._hash

    def setup(self, players: int, rng: Rng) -> Json:
        """For each game of the match the order of the tiles, the rotation of each dog, and clan cards that are drawn.

        Raises:
            ValueError: the cards do not make a whole game.
        """
        if not self.whole:
            raise ValueError(f"the cards do not make a square of {PLACES} tiles; see PC-I-04")
        # PC-2.9: who saw a cat last is unknown here, so the first seat or chance begins.
        first = rng.below(2) if self.chosen["first_player"] == "random" else 0
        deals = [self.deal(rng) for _ in range(self.games)]
        if self.mode == "first":  # PC-2.4; in a second game they change clans
            clans = [*FIRST_GAME] if rng.below(2) else [*reversed(FIRST_GAME)]
            for deal in deals:
                deal["clans"] = clans
                clans = [*reversed(clans)]
        return {"first": first, "deals": deals}

    def start(self, setup: Json) -> CatsState:
        return CatsState(self, tuple(setup["deals"]), setup["first"])

    def load(self, dump: Json) -> CatsState:
        state = CatsState.__new__(CatsState)
        state.rules, state.events = self, None
        view.load(state, dump)
        state.set_legal()
        return state

    # --- words ----------------------------------------------------------------------------------------------

    def describe(self, action: Action) -> str:
        return self.words[action]  # type: ignore[index]

    def parse(self, text: str) -> Action:
        try:
            return self.actions[text]
        except KeyError:
            raise ValueError("write it as in: reveal r1c1, exchange r1c1 with r2c2") from None

    def cards_of(self, action: Action, state: State) -> tuple[str, ...]:
        assert isinstance(state, CatsState)
        return cards_of(state, action)  # type: ignore[arg-type]

    def owner_of(self, zone: str) -> int:
        return numbered_owner(zone)

    def check(self, state: State) -> list[str]:
        assert isinstance(state, CatsState)
        return violations(state)

    def remarks(self) -> Mapping[str, str]:
        return {}

    def _longest(self) -> int:
        """No game has more decisions than this.

        Two clans are chosen; 24 tiles are revealed and exchanged (PC-3.6), each with as many looks after it as a clan
        may have; each dog is laid and turned once when it is revealed; at the end each clan turns a dog once, or
        revives as many cats as it may.
        """
        effects = [clan.effect for clan in self.cards.clans]
        looks = max((effect.amount for effect in effects if effect.does == "peek"), default=0)
        revived = max((effect.amount for effect in effects if effect.does == "revive"), default=0)
        return 2 + (PLACES - 1) * (2 + looks) + 2 * len(self.dogs) + 2 * max(1, revived)


def cards_of(state: CatsState, action: int) -> tuple[str, ...]:
    """Ids of the pieces that an action is about, and of the clan whose power it uses; no tile that stays face down."""
    ids, square = state.rules.cards.ids, state.square
    if action < SWAP:
        return (ids[square[action]],)
    if action < LOOK:
        here, there = divmod(action - SWAP, PLACES)
        return (ids[square[here]], ids[square[there]]) if state.up[there] else (ids[square[here]],)
    if CHOOSE <= action < LAY:
        return (state.rules.cards.clans[action - CHOOSE].id,)
    clan = () if action == PASS or LAY <= action < TURN else (state.pairing.clans[state.seat].id,)
    tile = state.rules.words[action].split()[1] if action > CHOOSE else ""
    return (tile, *clan) if tile else clan
