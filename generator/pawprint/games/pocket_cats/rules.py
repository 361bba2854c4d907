"""The rules of Pocket Cats: two clans look for prey in a square of 25 tiles, until the dogs attack.

A state is a `CatsState`. An action is a number; `PocketCats.describe` says it in words. Every rule is cited by its id
where it is carried out. The cards are read by `cards`, the end of a game is in `end`, the reasons why something is not
allowed are in `reasons`.
"""

from collections.abc import Mapping
from typing import Any, ClassVar

from pawprint.catalog.model import Game
from pawprint.core.diagnostics import Findings
from pawprint.games.pocket_cats.actions import CHOOSE, LAY, LOOK, PASS, SWAP, TURN, Reach, reaches, words_of
from pawprint.games.pocket_cats.cards import CAT, DOG, PLACES, PREY, CatsCards, read_cards
from pawprint.games.pocket_cats.events import EVENTS
from pawprint.games.pocket_cats.invariants import violations
from pawprint.games.pocket_cats.scoring import Pairing, pairing_of, targets_of
from pawprint.games.pocket_cats.state import CatsState
from pawprint.games.pocket_cats.view import load
from pawprint.rules.engine import ENGINES, Action, DetailKind, Json, Option, Rng, State, digest, resolve_options

#: Changes whenever the same actions may lead elsewhere than before.
VERSION = 1
#: PC-2.2, PC-2.3: so many clan cards are drawn.
DRAWN = 3
#: PC-2.4: who meets in a first game.
FIRST_GAME = ("royal-claws", "gourmets")
#: How many players draw clan cards: PC-2.2: each; PC-2.3: only the one who begins.
_DRAWS = {"free": 0, "limited": 2, "expert": 1, "first": 0}


@ENGINES("pocket-cats")
class PocketCats:
    """The rules with one set of cards and options."""

    id: ClassVar[str] = "pocket-cats"
    editions: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "full": {},
        "first-game": {"mode": "first", "powers": "off"},
        "match": {"mode": "expert", "games": 2},
    }
    options: ClassVar[Mapping[str, Option]] = {
        "mode": Option(("free", "limited", "expert", "first"), "PC-2.1", "how the players get their clans"),
        "games": Option((1, 2), "PC-2.3", "games that are played, the points added up"),
        "powers": Option(("on", "off"), "PC-2.4", "whether clans and chiefs have their powers"),
        "dog_orientation": Option(("random", "chosen"), "PC-2.8", "who turns a dog when it is revealed"),
        "effect_order": Option(("chief", "sum"), "PC-5.1", "what decides who goes first at the end"),
        "royal_rotation": Option(("clan", "chief"), "PC-5.5", "which dog may be turned before the dogs attack"),
        "justiciers_scope": Option(("all", "final"), "PC-5.7", "which ties are won by the clan that wins ties"),
        "mice_values": Option(("printed", "3-4-4-5-5-6"), "PC-1.8", "what mice are worth, the least first"),
        "first_player": Option(("first", "random"), "PC-2.9", "who begins"),
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

    #: PC-1.6
    players = range(2, 3)

    def __init__(self, cards: CatsCards, edition: str, chosen: Mapping[str, Any]) -> None:
        self.cards = cards
        self.edition = edition
        self.chosen = chosen
        self.mode: str = chosen["mode"]
        self.games: int = chosen["games"]
        self.lays_dogs = chosen["dog_orientation"] == "chosen"
        self.clan_number = {clan.id: number for number, clan in enumerate(cards.clans)}
        self.dogs = cards.of_kind(DOG)
        self.everybody = tuple(range(len(cards.clans)))
        self.upright = [0] * (len(cards.ids) - len(self.dogs))
        rest = len(cards.of_kind(PREY)) + len(self.dogs)
        sizes = {2 * len(clan.cats) + rest for clan in cards.clans}
        self.whole = len(cards.clans) > 1 and sizes == {PLACES}
        self.value = _values(cards, chosen["mice_values"])
        self.targets = targets_of(cards)
        self.reach = reaches({power.amount for clan in cards.clans for power in (clan.effect, clan.ability)})
        self.words = words_of(cards)
        self.actions = {words: action for action, words in self.words.items()}
        self.max_decisions = self.games * self._longest()
        self._hash = digest([self.id, VERSION, dict(chosen), cards])
        self._pairings: dict[tuple[int, int], Pairing] = {}

    @classmethod
    def of(
        cls, game: Game, findings: Findings, edition: str = "", chosen: Mapping[str, Any] | None = None
    ) -> "PocketCats | None":
        name, options = resolve_options(cls, edition, chosen)
        cards = read_cards(game, findings)
        if cards is None:
            return None
        clans = {clan.id for clan in cards.clans}
        if options["mode"] == "first" and not clans.issuperset(FIRST_GAME):
            raise ValueError(f"a first game is one of {' and '.join(FIRST_GAME)}; the cards have {', '.join(clans)}")
        if len(clans) < _DRAWS[options["mode"]] * DRAWN:
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
        # PC-2.9: whoever last saw a cat begins; nobody can know, so it is the first player, or chance.
        first = rng.below(2) if self.chosen["first_player"] == "random" else 0
        deals = [self.deal(rng) for _ in range(self.games)]
        if self.mode == "first":  # PC-2.4; in a second game they change clans
            clans = [*FIRST_GAME] if rng.below(2) else [*reversed(FIRST_GAME)]
            for deal in deals:
                deal["clans"] = clans
                clans = [*reversed(clans)]
        return {"first": first, "deals": deals}

    def deal(self, rng: Rng) -> dict[str, Any]:
        """The chance of one game."""
        draw = rng.random
        order = [*range(PLACES)]  # PC-2.6: the cats of both clans, prey and dogs, shuffled
        rng.shuffle(order)
        deal: dict[str, Any] = {"order": order, "rotations": [int(draw() * 4) for _ in self.dogs]}  # PC-2.8
        if _DRAWS[self.mode]:  # PC-2.2, PC-2.3
            names = [clan.id for clan in self.cards.clans]
            rng.shuffle(names)
            deal["drawn"] = [names[DRAWN * hand : DRAWN * (hand + 1)] for hand in range(_DRAWS[self.mode])]
        return deal

    def start(self, setup: Json) -> CatsState:
        return CatsState(self, tuple(setup["deals"]), setup["first"])

    def hands(self, deal: Json, first: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The clan cards that each seat may choose from at the beginning, by number."""
        if "drawn" not in deal:
            return self.everybody, self.everybody  # PC-2.1: any clan
        drawn = [tuple(sorted(self.clan_number[name] for name in names)) for names in deal["drawn"]]
        drawn += [()] * (2 - len(drawn))
        return (drawn[1], drawn[0]) if first else (drawn[0], drawn[1])

    def rotations(self, dealt: list[int]) -> list[int]:
        """PC-2.8: tile -> quarter turns, from those of the dogs in their order."""
        return [*self.upright, *dealt, 0]  # the dogs are the last tiles, and then comes the place where none lies

    def load(self, dump: Json) -> CatsState:
        return load(self, dump)

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

    def check(self, state: State) -> list[str]:
        assert isinstance(state, CatsState)
        return violations(state)

    def remarks(self) -> Mapping[str, str]:
        return {}

    # --- tables ---------------------------------------------------------------------------------------------

    def pairing(self, one: int, two: int) -> Pairing:
        """The clans numbered *one* and *two* against each other."""
        found = self._pairings.get((one, two))
        if found is None:
            found = pairing_of(self.cards, (one, two), self.value, self.targets, self.chosen)
            found = found._replace(moves=(self._moves(found, 0), self._moves(found, 1)))
            self._pairings[one, two] = found
        return found

    def _moves(self, pairing: Pairing, seat: int) -> tuple[Reach, ...]:
        """Tile -> its exchanges when *seat* reveals it."""
        return tuple(
            self.reach[kind, _far(pairing, seat, tile) if kind == CAT else 0]
            for tile, kind in enumerate(self.cards.kind)
        )

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


def _far(pairing: Pairing, seat: int, cat: int) -> int:
    """How far a power lets *cat* go when *seat* reveals it; 0 if it goes as far as any cat."""
    owner = pairing.side[cat]
    if owner == 2:
        return 0
    clan, chief = pairing.effects[owner], pairing.abilities[owner]
    far = 0
    if clan.does == "long-move" and owner == seat:  # 7.3: own cats that their player reveals
        far = clan.amount
    if chief.does == "long-move" and cat == pairing.chiefs[owner]:  # PC-5.6: the chief, whoever reveals it
        far = max(far, chief.amount)
    return far


def _values(cards: CatsCards, mice: str) -> tuple[int, ...]:
    """Tile -> attack or points, with the *mice* that were agreed on, the least first (7.3)."""
    if mice == "printed":
        return cards.value
    value = [*cards.value]
    tiles = sorted((tile for tile, sort in enumerate(cards.sort) if sort == "mouse"), key=lambda tile: value[tile])
    numbers = [int(number) for number in mice.split("-")]
    if len(numbers) != len(tiles):
        raise ValueError(f"option 'mice_values' {mice} is for {len(numbers)} mice, not for {len(tiles)}")
    for tile, number in zip(tiles, numbers, strict=True):
        value[tile] = number
    return tuple(value)


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
