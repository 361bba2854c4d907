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
from collections.abc import Callable, Collection, Iterable
from typing import Any, ClassVar

from pawprint.core.registry import suggest
from pawprint.games.lake_ecosystem.actions import (
    ADAPTATION,
    ATTACK,
    CLEAN_UP,
    DONE,
    FEED,
    FEEDING,
    GATHERING,
    KNOWN,
    MASK,
    PHASES,
    ROW,
    SPECIES,
    TAKE,
    species_name,
    verb_of,
)
from pawprint.games.lake_ecosystem.cards import CARNIVORE, MOMENTS
from pawprint.games.lake_ecosystem.rules import LakeEcosystem
from pawprint.games.lake_ecosystem.state import LakeState
from pawprint.rules.engine import CHANCE, Action, Json, Rng
from pawprint.rules.notation import NOTATIONS, Deck, Notation, NotationLink, Unreadable, mapping, number, one_of

_WORD = re.compile(r"[^\s,]+")
_LOG_NAME = re.compile(r"[A-H][1-9][0-9]*")
_RESERVED = {
    *("play", "as", "a", "new", "species", "population", "of", "trait", "replacing", "feed", "attack", "with", "done"),
    "shuffle",
}


class Paused(LakeState):
    """A situation in which each part of the turn must be started explicitly."""

    __slots__ = ()

    def _wait(self, phase: int) -> None:
        self.phase, self.legal = phase, ()

    def gathering(self) -> None:
        self._wait(GATHERING)

    def adaptation(self) -> None:
        self._wait(ADAPTATION)

    def feeding(self) -> None:
        self._wait(FEEDING)

    def clean_up(self) -> None:
        self._wait(CLEAN_UP)


#: Puts cards somewhere; the flag says whether they were written down one by one.
_Put = Callable[[list[int], bool], None]


class _Supply:
    """The cards of the game, to be laid down: first those that are named, then any others."""

    def __init__(self, rules: LakeEcosystem) -> None:
        self.kind = {card: kind for kind, card in enumerate(rules.box.ids)}
        self.left = Counter({kind: copies for kind, copies in enumerate(rules.box.copies) if copies})
        self.later: list[tuple[int, _Put, tuple[str, ...]]] = []

    def claim(self, written: Json, put: _Put, *path: str) -> None:
        """Cards by their ids, or how many of any sort."""
        if isinstance(written, list):
            put(self.named(written, *path), True)
        else:
            self.later.append((number(written, 0, 10_000, "the number of cards", *path), put, path))

    def named(self, cards: list[Json], *path: str) -> list[int]:
        """The kinds of these cards."""
        found = []
        for index, card in enumerate(cards):
            kind = self.kind[one_of(card, self.kind, "card", *path, index)]
            if not self.left[kind]:
                raise Unreadable(f"there are not so many cards '{card}'", *path, index)
            self.left[kind] -= 1
            found.append(kind)
        return found

    def rest(self) -> list[int]:
        """All that is left when everybody has had their cards."""
        cards = sorted(self.left.elements())
        Rng("any cards", len(cards)).shuffle(cards)
        for count, put, path in self.later:
            if count > len(cards):
                raise Unreadable(f"only {len(cards)} cards are left", *path)
            put(cards[:count], False)
            cards = cards[count:]
        return cards


def _to_hand(state: LakeState, seat: int) -> _Put:
    def put(cards: list[int], _: bool) -> None:
        for kind in cards:
            state.hands[seat][kind] += 1
            state.kinds[seat] |= 1 << kind

    return put


def _to_species(state: LakeState, species: int) -> _Put:
    def put(cards: list[int], known: bool) -> None:
        state.people[species] = tuple(kind | (KNOWN if known else 0) for kind in cards)

    return put


def _to_pile(piles: dict[str, list[int]], pile: str) -> _Put:
    def put(cards: list[int], _: bool) -> None:
        piles[pile] = cards

    return put


@NOTATIONS("lake-ecosystem")
class LakeNotation(Notation[LakeEcosystem, LakeState]):
    """Situations, actions and facts of the lake game."""

    incomplete = frozenset({"EL-I-20", "EL-I-24"})

    _PARTS: ClassVar = {
        "gathering": LakeState.gathering,
        "adaptation": LakeState.adaptation,
        "feeding": LakeState.feeding,
        "clean-up": LakeState.clean_up,
    }

    def __init__(self, rules: LakeEcosystem) -> None:
        super().__init__(rules)
        self.players: list[str] = []
        #: Species by the name that the scenario gives it.
        self.names: dict[str, int] = {}

    @classmethod
    def deck(cls, fixture: Json) -> Deck:
        said = dict(mapping(fixture, None))
        said.pop("rules", None)
        said.pop("players", None)
        food = number(said.pop("food", 0), 0, 10_000, "the food", "food")
        traits: dict[str, dict[str, Any]] = {}
        cards: dict[str, dict[str, Any]] = {}
        for name, written in said.items():
            one = written if isinstance(written, dict) else {"copies": written}
            mapping(one, ("copies", "lock", "trigger"), name)
            trigger = one.get("trigger", None if one.get("lock") else MOMENTS.get(name))
            traits[name] = {
                "core": {"role": "diet" if name == CARNIVORE else "lock"},
                "effects": {"lock": one.get("lock", not trigger), "trigger": trigger},
            }
            copies = number(one.get("copies", 1), 0, 1000, f"the copies of '{name}'", name)
            cards[name] = {"trait": NotationLink("traits", name), "copies": copies}
        return {"traits": traits, "cards": cards, "food": {"food": {"value": 1, "copies": food}}}

    # --- situations --------------------------------------------------------------------------------------------

    def read_state(self, written: Json) -> LakeState:
        words = ("players", "first", "turn", "last", "phase", "lake", "top", "deck", "discard", "goes_on")
        said = mapping(written, words)
        players = mapping(said.get("players"), None, "players")
        if len(players) not in self.rules.players:
            raise Unreadable(f"the game is not for {len(players)} players", "players")
        self.players = [*players]
        first = self.players.index(one_of(said["first"], players, "player", "first")) if "first" in said else 0
        state = (LakeState if said.get("goes_on") is True else Paused)(self.rules, len(players), first, ())
        state.turn = number(said.get("turn", 1), 1, 10_000, "the turn", "turn")
        state.last = number(said.get("last", 0), 0, 10_000, "the last turn", "last")
        state.seat = state.acting = (first + state.turn - 1) % len(players)
        self.read_cards(state, said, players)
        state.count()
        self.read_food(state, said, players)
        self.begin(state, one_of(said.get("phase", "feeding"), self._PARTS, "part of a turn", "phase"))
        return state

    def read_cards(self, state: LakeState, said: dict[str, Json], players: dict[str, Json]) -> None:
        """Every card to its place."""
        supply = _Supply(self.rules)
        for seat, (player, one) in enumerate(players.items()):
            here = ("players", player)
            part = mapping(one or {}, ("bag", "hand", "species"), *here)
            row = mapping(part.get("species", {}), None, *here, "species")
            for place, (name, species) in enumerate(row.items()):
                self.name(name, seat << ROW | place, *here, "species", name)
                self.read_species(state, seat << ROW | place, species or {}, supply, *here, "species", name)
            state.laid[seat] = len(row)
            supply.claim(part.get("hand", 0), _to_hand(state, seat), *here, "hand")
        top = supply.named(said.get("top", []), "top")
        piles: dict[str, list[int]] = {}
        for pile in ("deck", "discard"):
            if pile in said:
                supply.claim(said[pile], _to_pile(piles, pile), pile)
        left = supply.rest()
        if left and len(piles) == 2:
            help = "leave out what is in the deck, or in the discard pile"
            raise Unreadable(f"{len(left)} cards are nowhere", "deck", help=help)
        state.deck = (*top, *piles.get("deck", left))
        state.discard = piles.get("discard", left if "deck" in piles else [])

    def read_species(self, state: LakeState, species: int, written: Json, supply: _Supply, *path: str) -> None:
        """The cards of a species."""
        part = mapping(written, ("pop", "fed", "traits"), *path)
        if not part.get("pop", 1):
            raise Unreadable("a species has a population of 1 at least", *path, "pop")
        traits = supply.named(part.get("traits", []), *path, "traits")
        if len(traits) > self.rules.box.places or len({*traits}) < len(traits):
            raise Unreadable("so many traits, or twice the same one, cannot be (EL-3.6)", *path, "traits")
        state.rows[species >> ROW].append(species)
        state.traits[species] = sum(1 << kind for kind in traits)
        state.people[species] = ()
        supply.claim(part.get("pop", 1), _to_species(state, species), *path, "pop")

    def read_food(self, state: LakeState, said: dict[str, Json], players: dict[str, Json]) -> None:
        """Tokens; those that are not written down are in the bank."""
        everything = len(self.rules.box.tokens)
        state.lake = number(said.get("lake", 0), 0, everything, "the food of the lake", "lake")
        for seat, (player, one) in enumerate(players.items()):
            here = ("players", player)
            state.bags[seat] = number((one or {}).get("bag", 0), 0, everything, "the bag", *here, "bag")
            for name, species in (one or {}).get("species", {}).items():
                fed = number((species or {}).get("fed", 0), 0, everything, "the food", *here, "species", name, "fed")
                if fed and seat != state.seat:
                    raise Unreadable("only who is having their turn has food on their cards", *here, "species", name)
                if fed:
                    state.fed[self.names[name]] = fed
        state.bank = everything - state.lake - sum(state.bags) - sum(state.fed.values())
        if state.bank < 0:
            raise Unreadable(f"there are only {everything} tokens", "lake")

    def begin(self, state: LakeState, phase: str) -> None:
        """The part of the turn that is written down."""
        state.phase = PHASES.index(phase)
        if phase == "gathering":
            state.turn -= 1
        elif phase == "adaptation":
            LakeState.adaptation(state)
        else:
            state.fed = {species: state.fed.get(species, 0) for species in state.rows[state.seat]}
            if phase == "feeding":
                state.offer()

    def name(self, name: str, species: int, *path: str) -> None:
        """Remember what a species is called here."""
        if name in self.names or name in _RESERVED or (_LOG_NAME.fullmatch(name) and name != species_name(species)):
            raise Unreadable(f"'{name}' means something else already", *path, help="give the species another name")
        self.names[name] = species

    # --- actions -----------------------------------------------------------------------------------------------

    def read_action(self, written: Json, state: LakeState) -> Action:
        if written == "shuffle" and state.acting == CHANCE:
            return tuple(sorted(state.discard))
        if isinstance(written, str):
            written = _WORD.sub(lambda word: self.log_name(word[0]), written)
        action = super().read_action(written, state)
        if state.acting == CHANCE and not (isinstance(action, tuple) and sorted(action) == sorted(state.discard)):
            raise Unreadable("the discard pile is shuffled now (EL-5.2)", help="write do: shuffle")
        return action

    def log_name(self, word: str) -> str:
        """What a log calls the species that is called *word* here; other words stay."""
        return species_name(self.names[word]) if word in self.names else word

    def own_name(self, word: str) -> str:
        """The other way round."""
        found = [name for name, species in self.names.items() if species_name(species) == word]
        return found[0] if found else word

    def which(self, query: Json, state: LakeState) -> Collection[Json]:
        """`cards` that may be played, species to `feed`, the `{prey_of: S}`; or `any` action, in words."""
        legal: Iterable[Any] = state.legal_actions()
        if isinstance(query, dict):
            hunter = mapping(query, ("prey_of",))["prey_of"]
            known = {self.own_name(species_name(one)): one for one in state.people}
            species = known.get(hunter)
            if species is None:
                raise Unreadable(f"there is no species '{hunter}'", "prey_of", help=suggest(str(hunter), known))
            found = [one & MASK for one in legal if verb_of(one) == ATTACK and one >> SPECIES & MASK == species]
            return [self.own_name(species_name(prey)) for prey in found]
        one_of(query, ("any", "cards", "feed"), "sort of action")
        if query == "cards":
            return [self.rules.box.ids[one & MASK] for one in legal if verb_of(one) == TAKE]
        if query == "feed":
            return [self.own_name(species_name(one & MASK)) for one in legal if verb_of(one) == FEED]
        words = map(self.rules.describe, legal)
        return [_WORD.sub(lambda word: self.own_name(word[0]), one) for one in words]

    def run(self, what: Json, state: LakeState) -> None:
        """`gathering`, `adaptation`, `feeding` or `clean-up`, which has been waiting."""
        part = one_of(what, self._PARTS, "part of a turn")
        if state.legal or PHASES[state.phase] != part:
            raise Unreadable(f"this is not the moment for {part}: it is {PHASES[state.phase]}")
        self._PARTS[part](state)

    # --- facts -------------------------------------------------------------------------------------------------

    def seats(self, state: LakeState) -> list[str]:
        return self.players or [chr(ord("A") + seat) for seat in range(state.players)]

    def facts(self, state: LakeState) -> dict[str, Json]:
        seats, ids = self.seats(state), self.rules.box.ids
        events = state.events or []
        drawn = Counter(
            seats[event[1]] for event in events if event[0] == "draw" and event[2] in ("hand", "extinction")
        )
        return self.common(state, seats) | {
            "phase": PHASES[state.phase],
            "turn": state.turn,
            "last": state.last,
            "lake": state.lake,
            "bank": state.bank,
            "deck": len(state.deck) - state.top,
            "discard": len(state.discard),
            "discarded": Counter(ids[kind] for kind in state.discard),
            "bags": dict(zip(seats, state.bags, strict=True)),
            "hands": {seat: sum(hand) for seat, hand in zip(seats, state.hands, strict=True)},
            "cards": {
                seat: Counter({ids[kind]: count for kind, count in enumerate(hand) if count})
                for seat, hand in zip(seats, state.hands, strict=True)
            },
            "species": {
                self.own_name(species_name(species)): self.species_facts(state, species) for species in state.people
            },
            "drawn": {seat: drawn[seat] for seat in seats},
            "extinct": {self.own_name(event[2]) for event in events if event[0] == "extinct"},
            "free": DONE in state.legal,
        }

    def species_facts(self, state: LakeState, species: int) -> dict[str, Json]:
        """Facts of one species."""
        return {
            "owner": self.seats(state)[species >> ROW],
            "pop": len(state.people[species]),
            "fed": state.fed.get(species, 0),
            "traits": set(self.rules.names(state.traits[species])),
        }
