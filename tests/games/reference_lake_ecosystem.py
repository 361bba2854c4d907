"""A second engine of the lake game, from the rules alone: slow, plain, and without anything of the first one.

A game is one long story, told by generators: it stops wherever somebody decides, with all that may be said there, and
goes on with what is said.
"""

from collections.abc import Generator
from pathlib import Path
from typing import Any

import yaml

FOLDER = Path(__file__).parents[2] / "catalog" / "lake-ecosystem"
_TRAITS = yaml.safe_load((FOLDER / "traits.yaml").read_text(encoding="utf-8"))["traits"]

#: What must be matched: in core all but the diet, in effects what the catalog says.
LOCKS = {
    "core": {trait["id"] for trait in _TRAITS} - {"carnivore"},
    "effects": {trait["id"] for trait in _TRAITS if trait["effects"]["lock"]},
}

#: What may be said -> what was said.
Story = Generator[set[str], str, None]


class Species:
    """Some animals of one kind."""

    def __init__(self, name: str, owner: int, card: str) -> None:
        self.name, self.owner = name, owner
        self.cards, self.traits, self.tokens = [card], set[str](), 0

    @property
    def hungry(self) -> int:
        """How many cards have no token."""
        return max(0, len(self.cards) - self.tokens)


class Reference:
    """A game being told.

    Args:
        deck: the first card first.
        first: who begins.

    Attributes:
        seat: who decides; None when the deck is being shuffled, or the game is over.
        legal: what may be said; of a shuffle only that it is one.
    """

    def __init__(self, edition: str, options: dict[str, Any], deck: list[str], players: int, first: int) -> None:
        self.effects, self.locks, self.options = edition == "effects", LOCKS[edition], options
        self.players, self.first, self.deck = players, first, [*deck]
        self.discard: list[str] = []
        self.lake, self.bank = 0, 160
        self.bags = [0] * self.players
        self.hands: list[list[str]] = [[] for _ in range(self.players)]
        self.species: list[Species] = []
        self.names = [0] * self.players
        self.turn, self.last = 0, 0
        self.seat: int | None = None
        self.over = False
        self.story = self.game()
        self.legal = next(self.story)

    def do(self, words: str) -> None:
        """Go on with *words*."""
        try:
            self.legal = self.story.send(words)
        except StopIteration:
            self.legal, self.over, self.seat = set(), True, None

    # --- the story ---------------------------------------------------------------------------------------------

    def game(self) -> Story:
        while not self.last or self.turn < self.last:
            self.turn += 1
            self.active = (self.first + self.turn - 1) % self.players
            self.seat = self.active
            yield from self.gathering()
            yield from self.adaptation()
            yield from self.feeding()
            yield from self.clean_up()

    def mine(self) -> list[Species]:
        return [one for one in self.species if one.owner == self.active]

    def gathering(self) -> Story:
        growing = [one for one in self.mine() if self.does(one, "fertile") and self.lake]
        # food comes before cards, as far as anybody can tell: nothing looks at it in between
        self.lake += min(2, self.bank)
        self.bank -= min(2, self.bank)
        for one in growing:
            card = yield from self.draw()
            one.cards += card
        card = yield from self.draw()
        self.new = [self.found(card[0])] if card else []
        for _ in range(3):
            card = yield from self.draw()
            self.hands[self.active] += card

    def adaptation(self) -> Story:
        hand = self.hands[self.active]
        least = self.options["min_plays"]
        while hand:
            words = yield {f"play {card}" for card in hand} | ({"done"} if least <= 0 else set())
            if words == "done":
                return
            least -= 1
            yield from self.play(words.removeprefix("play "))

    def play(self, card: str) -> Story:
        grown = self.new if self.options["population_target"] == "new_only" else self.mine()
        ways = {"as a new species"} | {f"as population of {one.name}" for one in grown}
        for one in self.mine():
            if len(one.traits) < 3 and card not in one.traits:
                ways.add(f"as a trait of {one.name}")
            for old in one.traits:
                if card not in one.traits - {old}:
                    ways.add(f"as a trait of {one.name}, replacing {old}")
        words = yield ways
        self.hands[self.active].remove(card)
        if words == "as a new species":
            self.found(card)
            return
        one = self.called(words.split(" of ")[1].split(",")[0])
        if words.startswith("as population"):
            one.cards.append(card)
        else:
            if "replacing" in words:
                old = words.split()[-1]
                one.traits.remove(old)
                self.discard.append(old)
            one.traits.add(card)

    def feeding(self) -> Story:
        for one in self.mine():
            if self.does(one, "long-neck") and "carnivore" not in one.traits and self.bank:
                one.tokens, self.bank = one.tokens + 1, self.bank - 1
        while True:
            must, may = set(), set()
            for one in self.mine():
                room = one.hungry or (self.does(one, "fat-tissue") and one.tokens == len(one.cards))
                if room:
                    (must if one.hungry else may).update(self.meals(one))
            if not must and not may:
                return
            words = yield must | may | (set() if must else {"done"})
            if words == "done":
                return
            if words.startswith("feed"):
                self.lake -= 1
                self.called(words.split()[1]).tokens += 1
            else:
                _, prey, _, hunter = words.split()
                yield from self.attack(self.called(hunter), self.called(prey))

    def meals(self, one: Species) -> set[str]:
        """What *one* could eat."""
        if "carnivore" not in one.traits:
            return {f"feed {one.name}"} if self.lake else set()
        return {
            f"attack {prey.name} with {one.name}"
            for prey in self.species
            if prey is not one and all(trait in one.traits for trait in prey.traits if trait in self.locks)
        }

    def attack(self, hunter: Species, prey: Species) -> Story:
        gone = self.loses_a_card(prey)
        if self.does(prey, "horns"):
            gone += self.loses_a_card(hunter)
        if hunter in self.species:
            room = len(hunter.cards) - hunter.tokens + self.does(hunter, "fat-tissue")
            tokens = min(2, room, self.bank)
            hunter.tokens, self.bank = hunter.tokens + tokens, self.bank - tokens
        for seat in range(self.active, self.active + self.players):
            for one in self.species:
                if one.owner == seat % self.players and self.does(one, "scavenger") and one is not hunter and self.bank:
                    self.bags[one.owner], self.bank = self.bags[one.owner] + 1, self.bank - 1
        for one in gone:
            for _ in one.traits:
                card = yield from self.draw()
                self.hands[one.owner] += card

    def loses_a_card(self, one: Species) -> list[Species]:
        """One card of *one* goes; the species itself, if that is its end."""
        if not one.hungry:
            one.tokens -= 1
            self.bags[one.owner] += 1
        self.discard.append(one.cards.pop())
        return self.ends(one) if not one.cards else []

    def ends(self, one: Species) -> list[Species]:
        """A species without population."""
        self.species.remove(one)
        self.discard += one.traits
        self.bags[one.owner] += one.tokens
        return [one]

    def clean_up(self) -> Story:
        gone = []
        for one in self.mine():
            for _ in range(one.hungry):
                self.discard.append(one.cards.pop())
            self.bags[self.active] += one.tokens
            one.tokens = 0
            if not one.cards:
                gone += self.ends(one)
        for one in gone:
            for _ in one.traits:
                card = yield from self.draw()
                self.hands[one.owner] += card

    # --- parts of it -------------------------------------------------------------------------------------------

    def does(self, one: Species, trait: str) -> bool:
        """Whether *one* has a trait that does something."""
        return self.effects and trait in one.traits

    def called(self, name: str) -> Species:
        return next(one for one in self.species if one.name == name)

    def found(self, card: str) -> Species:
        """A new species."""
        self.names[self.active] += 1
        one = Species("ABCDEFGH"[self.active] + str(self.names[self.active]), self.active, card)
        self.species.append(one)
        return one

    def draw(self) -> Generator[set[str], str, list[str]]:
        """A card, or none if there is none."""
        if not self.deck:
            self.ending()
            if not self.discard:
                return []
            self.seat = None
            words = yield {"shuffle"}
            self.seat = self.active
            self.deck, self.discard = words.split()[1:], []
        card = self.deck.pop(0)
        if not self.deck:
            self.ending()
        return [card]

    def ending(self) -> None:
        """The deck is empty."""
        if self.last:
            return
        self.last = self.turn
        while self.last % self.players:
            self.last += 1
        if self.last == self.turn and self.options["last_player_trigger"] == "extra_round":
            self.last += self.players

    # --- points ------------------------------------------------------------------------------------------------

    def scores(self) -> list[int]:
        points = []
        for seat in range(self.players):
            table = [one for one in self.species if one.owner == seat]
            cards = sum(len(one.cards) + len(one.traits) for one in table) + len(self.hands[seat])
            points.append(self.bags[seat] + sum(one.tokens for one in table) + cards)
        return points

    def returns(self) -> list[float]:
        scores = self.scores()
        return [(score == max(scores)) / scores.count(max(scores)) for score in scores]
