"""How situations of the lake game are written down, for scenarios.

    fixture:                        # instead of the catalog's cards; how many of each
      rules: {max_traits: 3, gathering: {food: 2, species: 1, cards: 3}, attack: {food: 2}}
      food: 160
      carnivore: 16
      horns: {copies: 8, lock: true}      # or `trigger`; what is left out is as in the bundled game
    state:
      players:                      # in their order; the first one begins
        you: {bag: 9, hand: [speed, flight], species: {S: {pop: 3, fed: 1, traits: [carnivore]}}}
        she: {hand: 3, species: {T: {pop: [speed, horns]}}}
      first: she                    # who began the game
      turn: 19                      # of the game; it says whose turn it is
      last: 21                      # the number of the last turn, when the deck has been empty
      phase: feeding                # which has begun; or adaptation, or clean-up or gathering, which wait for `run`
      lake: 2
      top: [speed, horns]           # the first cards of the deck
      deck: 4                       # how many more, or which; all others are in the discard pile
      discard: [speed]              # or how many; all others are in the deck
      goes_on: true                 # one part of a turn follows the other, and needs no `run`

All cards and tokens of the game are somewhere: those that are not written down are in the deck, and in the bank.
Actions are written as in a log, with the names of the scenario: `attack T with S`. New species are called as in a log.
`shuffle` alone is a shuffle after which the cards are in order.
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from functools import cache, partial
from typing import Any

from pawprint.core.registry import suggest
from pawprint.games.lake_ecosystem.rules import CARNIVORE, MOMENTS, LakeEcosystem
from pawprint.games.lake_ecosystem.table import LakeTable
from pawprint.games.record_fields import bundled_game
from pawprint.play.data_notation import DataNotation
from pawprint.play.engine import CHANCE, Action, Json
from pawprint.play.language.data_state import DataState
from pawprint.play.language.groups import ROW, lay_group
from pawprint.play.language.paused_state import PausedState
from pawprint.play.notation import NOTATIONS, CardSupply, Deck, NotationLink, Unreadable, mapping, number, one_of

_WORD = re.compile(r"[^\s,]+")
_LOG_NAME = re.compile(r"[A-H][1-9][0-9]*")
_RESERVED = {
    *("play", "as", "a", "new", "species", "population", "of", "trait", "replacing", "feed", "attack", "with", "done"),
    "shuffle",
}
#: The parts of a turn -> what is asked for in them; nothing where the cards decide.
_PARTS: Mapping[str, str] = {"gathering": "", "adaptation": "play", "feeding": "feed", "clean-up": ""}

#: Takes the ids of cards; the flag says whether they were written down one by one.
_Put = Callable[[list[str], bool], None]


@NOTATIONS("lake-ecosystem")
class LakeNotation(DataNotation[LakeEcosystem]):
    """Situations, actions and facts of the lake game."""

    incomplete = frozenset({"EL-I-20", "EL-I-24"})

    def __init__(self, rules: LakeEcosystem) -> None:
        super().__init__(rules)
        #: Species by the name that the scenario gives it.
        self.called: dict[str, int] = {}

    @classmethod
    def deck(cls, fixture: Json) -> Deck:
        data = dict(mapping(fixture, None))
        data.pop("rules", None)
        data.pop("players", None)
        food = number(data.pop("food", 0), 0, 10_000, "the food", "food")
        traits: dict[str, dict[str, Any]] = {}
        cards: dict[str, dict[str, Any]] = {}
        for name, written in data.items():
            entry = written if isinstance(written, dict) else {"copies": written}
            mapping(entry, ("copies", "lock", "trigger"), name)
            trigger = entry.get("trigger", None if entry.get("lock") else MOMENTS.get(name))
            traits[name] = {
                "core": {"role": "diet" if name == CARNIVORE else "lock"},
                "effects": {"lock": entry.get("lock", not trigger), "trigger": trigger, "at": _effects().get(name)},
            }
            copies = number(entry.get("copies", 1), 0, 1000, f"the copies of '{name}'", name)
            cards[name] = {"trait": NotationLink("traits", name), "copies": copies}
        return {"traits": traits, "cards": cards, "food": {"food": {"value": 1, "copies": food}}}

    def read_state(self, written: Json) -> DataState:
        words = ("players", "first", "turn", "last", "phase", "lake", "top", "deck", "discard", "goes_on")
        data = mapping(written, words)
        players = mapping(data.get("players"), None, "players")
        if len(players) not in self.rules.players:
            raise Unreadable(f"the game is not for {len(players)} players", "players")
        self.names = [*players]
        first = self.seat_of(data["first"], "first") if "first" in data else 0
        state = PausedState(self.rules, len(players))
        state.pauses = data.get("goes_on") is not True
        turn = number(data.get("turn", 1), 1, 10_000, "the turn", "turn")
        seat = (first + turn - 1) % len(players)
        phase = one_of(data.get("phase", "feeding"), _PARTS, "part of a turn", "phase")
        values = {
            "number": turn - (phase == "gathering"), "first": first, "active": seat, "eating": phase == "feeding",
            "last": number(data.get("last", 0), 0, 10_000, "the last turn", "last"),
        }  # fmt: skip
        for name, value in values.items():
            state.remember(name, value)
        self.read_cards(state, data, players)
        self.read_food(state, data, players, seat)
        state.begin(phase, _PARTS[phase], seat)
        return state

    def read_cards(self, state: DataState, data: dict[str, Json], players: dict[str, Json]) -> None:
        """Every card to its place: first those that are written one by one, then so many of any sort."""
        supply, kinds = CardSupply(self.rules.all_pieces()), self.rules.records.kinds
        later: dict[tuple[str, ...], tuple[int, _Put]] = {}
        piles: dict[str, list[str]] = {}

        def claim(written: Json, put: _Put, *path: str) -> None:
            if isinstance(written, list):
                put(supply.named(written, *path), True)
            else:
                later[path] = number(written, 0, 10_000, "the number of cards", *path), put

        def lay(zone: list[int], cards: list[str], _: bool) -> None:
            zone.extend(sorted(kinds[card] for card in cards))

        for seat, (player, written_cards) in enumerate(players.items()):
            here = ("players", player)
            part = mapping(written_cards or {}, ("bag", "hand", "species"), *here)
            row = mapping(part.get("species", {}), None, *here, "species")
            for place, (name, written) in enumerate(row.items()):
                at = (*here, "species", name)
                species = mapping(written or {}, ("pop", "fed", "traits"), *at)
                self.name(state, name, seat << ROW | place, *at)
                if not species.get("pop", 1):
                    raise Unreadable("a species has a population of 1 at least", *at, "pop")
                traits = supply.named(species.get("traits"), *at, "traits")
                most = self.rules.box.places
                if len(traits) > most or len({*traits}) < len(traits):
                    raise Unreadable("so many traits, or twice the same one, cannot be (EL-3.6)", *at, "traits")
                claim(species.get("pop", 1), partial(_lay_species, state, seat << ROW | place, traits), *at, "pop")
            state.remember(f"species laid {seat}", len(row))
            claim(part.get("hand", 0), partial(lay, state.zone("hand", seat)), *here, "hand")
        top = supply.named(data.get("top"), "top")
        for pile in [pile_name for pile_name in ("deck", "discard") if pile_name in data]:
            claim(data[pile], partial(lambda pile, cards, _: piles.update({pile: cards}), pile), pile)
        *dealt, left = supply.any({path: count for path, (count, _) in later.items()})
        for (_, put), cards in zip(later.values(), dealt, strict=True):
            put(cards, False)
        if left and len(piles) == 2:
            help = "leave out what is in the deck, or in the discard pile"
            raise Unreadable(f"{len(left)} cards are nowhere", "deck", help=help)
        deck = [*top, *piles.get("deck", left)]
        state.zone("deck")[:] = [kinds[card] for card in reversed(deck)]
        state.zone("discard")[:] = [kinds[card] for card in piles.get("discard", left if "deck" in piles else [])]

    def read_food(self, state: DataState, data: dict[str, Json], players: dict[str, Json], active: int) -> None:
        """Tokens; those that are not written down are in the bank."""
        everything = self.rules.box.tokens
        lake = number(data.get("lake", 0), 0, everything, "the food of the lake", "lake")
        state.remember("lake", lake)
        bank, on_cards = everything - lake, state.g[state.program.groups["species"].parts["food"].at]
        for seat, (player, food) in enumerate(players.items()):
            here = ("players", player)
            bag = number((food or {}).get("bag", 0), 0, everything, "the bag", *here, "bag")
            state.remember(f"bag {seat}", bag)
            bank -= bag
            for name, species in (food or {}).get("species", {}).items():
                fed = number((species or {}).get("fed", 0), 0, everything, "the food", *here, "species", name, "fed")
                if fed and seat != active:
                    raise Unreadable("only who is having their turn has food on their cards", *here, "species", name)
                on_cards[self.called[name]] = fed
                bank -= fed
        if bank < 0:
            raise Unreadable(f"there are only {everything} tokens", "lake")
        state.remember("bank", bank)

    def name(self, state: DataState, name: str, species: int, *path: str) -> None:
        logged = state.program.groups["species"].name_of(species)
        if name in self.called or name in _RESERVED or (_LOG_NAME.fullmatch(name) and name != logged):
            raise Unreadable(f"'{name}' means something else already", *path, help="give the species another name")
        self.called[name] = species

    def read_action(self, written: Json, state: DataState) -> Action:
        chance = state.actor() == CHANCE
        pile: Any = state.legal_actions()[0] if chance else ()
        if written == "shuffle" and chance:
            return tuple(pile)
        if isinstance(written, str):
            written = _WORD.sub(lambda word: self.log_name(word[0]), written)
        action = super().read_action(written, state)
        if chance and not (isinstance(action, tuple) and sorted(action) == sorted(pile)):
            raise Unreadable("the discard pile is shuffled now (EL-5.2)", help="write do: shuffle")
        return action

    def log_name(self, word: str) -> str:
        return self.rules.vocabulary.groups["species"].name_of(self.called[word]) if word in self.called else word

    def own_name(self, word: str) -> str:
        return next((name for name in self.called if self.log_name(name) == word), word)

    def which(self, query: Json, state: DataState) -> Collection[Json]:
        """`cards` that may be played, species to `feed`, the `{prey_of: S}`; or `any` action, in words."""
        named = [name for action in state.legal_actions() if (name := self.rules.named(action)) is not None]
        if isinstance(query, dict):
            hunter = mapping(query, ("prey_of",))["prey_of"]
            table = LakeTable(state)
            known = {self.own_name(table.name(card)) for row in table.rows for card in row}
            if hunter not in known:
                raise Unreadable(f"there is no species '{hunter}'", "prey_of", help=suggest(str(hunter), known))
            attacks = [chosen for verb, chosen in named if verb.name == "attack"]
            return [self.own_name(attack["t"]) for attack in attacks if self.own_name(attack["s"]) == hunter]
        one_of(query, ("any", "cards", "feed"), "sort of action")
        if query == "cards":
            return [chosen["card"] for verb, chosen in named if verb.name == "play"]
        if query == "feed":
            return [self.own_name(chosen["s"]) for verb, chosen in named if verb.name == "feed"]
        words = map(self.rules.describe, state.legal_actions())
        return [_WORD.sub(lambda word: self.own_name(word[0]), sentence) for sentence in words]

    def run(self, what: Json, state: DataState) -> None:
        """`gathering`, `adaptation`, `feeding` or `clean-up`, which has been waiting."""
        part = one_of(what, _PARTS, "part of a turn")
        assert isinstance(state, PausedState)
        if state.waiting != part:
            raise Unreadable(f"this is not the moment for {part}: it is {self.phase(state)}")
        state.run()

    def phase(self, state: DataState) -> str:
        waiting = state.waiting if isinstance(state, PausedState) else ""
        return waiting or state.phase or "over"

    def seats(self, state: DataState) -> list[str]:
        return [*self.names] or [chr(ord("A") + seat) for seat in range(state.players)]

    def facts(self, state: DataState) -> dict[str, Json]:
        table, events = LakeTable(state), state.events or []
        owed = ("hand", "extinction")
        drawn = Counter(event[1] for event in events if event[0] == "draw" and event[2] in owed)
        return self.common(state, self.seats(state)) | {
            "phase": self.phase(state),
            "turn": table.turn,
            "last": table.last,
            "lake": table.lake,
            "bank": table.bank,
            "deck": len(state.zone("deck")),
            "discard": len(state.zone("discard")),
            "discarded": Counter(self.ids(state.zone("discard"))),
            "bags": self.each(state, table.bags.__getitem__),
            "hands": self.each(state, lambda seat: len(table.hands[seat])),
            "cards": self.each(state, lambda seat: Counter(self.ids(table.hands[seat]))),
            "species": {
                self.own_name(table.name(species)): {
                    "owner": self.seats(state)[table.owner(species)],
                    "pop": table.population(species),
                    "fed": table.food(species),
                    "traits": {*self.ids(table.traits(species))},
                }
                for row in table.rows
                for species in row
            },
            "drawn": self.each(state, drawn.__getitem__),
            "extinct": {self.own_name(event[2]) for event in events if event[0] == "extinct"},
            "free": any(self.rules.describe(action) == "done" for action in state.legal_actions()),
        }


def _lay_species(state: DataState, species: int, traits: list[str], cards: list[str], known: bool) -> None:
    everything = (1 << len(cards)) - 1 if known else 0
    parts = {"population": [cards, everything], "traits": traits, "food": 0, "born": 0, "grows": 0}
    lay_group(state, state.program.groups["species"], species, parts)


@cache
def _effects() -> Mapping[str, Any]:
    """What the bundled traits do: trait -> moment -> steps."""
    game = bundled_game("lake-ecosystem")
    return {record.id: record["effects"].get("at") for record in game.pieces("traits")} if game is not None else {}
