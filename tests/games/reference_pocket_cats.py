"""Pocket Cats a second time: slowly, in plain words, and without a look at the engine.

A tile is its id, a place is (row, column) from (1, 1) at the top left, an action is the sentence of the log. The cards
are read from the YAML files. `Reference.legal` says all that may be done, `Reference.do` does it.
"""

from pathlib import Path
from typing import Any

import yaml

FOLDER = Path(__file__).parents[2] / "catalog" / "pocket-cats"

Place = tuple[int, int]
COMPASS = {
    "N": (-1, 0), "NE": (-1, 1), "E": (0, 1), "SE": (1, 1), "S": (1, 0), "SW": (1, -1), "W": (0, -1), "NW": (-1, -1),
}  # fmt: skip
RIGHT = {"N": "E", "E": "S", "S": "W", "W": "N", "NE": "SE", "SE": "SW", "SW": "NW", "NW": "NE"}
EVERYWHERE = [(row, column) for row in (1, 2, 3, 4, 5) for column in (1, 2, 3, 4, 5)]


def records(file: str, component: str) -> dict[str, dict[str, Any]]:
    return {one["id"]: one for one in yaml.safe_load((FOLDER / file).read_text(encoding="utf-8"))[component]}


CLANS = records("clans.yaml", "clans")
CATS = records("cats.yaml", "cats")
PREY = records("prey.yaml", "prey")
DOGS = records("dogs.yaml", "dogs")


def name(place: Place) -> str:
    return f"r{place[0]}c{place[1]}"


def place(word: str) -> Place:
    return int(word[1]), int(word[3])


def touch(one: Place, other: Place) -> bool:
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1


def next_to(one: Place, other: Place) -> bool:
    return one != other and abs(one[0] - other[0]) <= 1 and abs(one[1] - other[1]) <= 1


class Reference:
    """A game, or a match of two.

    Args:
        options: as agreed on.
        first: the seat that begins.
        hands: the clan cards that each seat has drawn.
        clans: of a first game.
    """

    def __init__(self, options: dict[str, Any], first: int, hands: list[list[str]], clans: list[str]) -> None:
        self.options = options
        self.left = options["games"]
        self.first = first
        self.totals = [0, 0]
        self.tiles_taken = [0, 0]
        self.judges: list[bool] = [False, False]
        self.over = False
        self.begin(hands, clans)

    # --- choosing -------------------------------------------------------------------------------------------

    def begin(self, hands: list[list[str]], clans: list[str]) -> None:
        self.left -= 1
        self.clans: list[str] = ["", ""]
        self.seat = self.first
        if self.options["mode"] == "first":
            self.clans, self.now = list(clans), "shuffle"
            return
        self.now = "choose"
        if self.options["mode"] == "free":
            self.offered = [list(CLANS), list(CLANS)]
        elif self.options["mode"] == "limited":
            self.offered = hands
        else:
            self.offered = [hands[self.first], hands[self.first]]

    def chance(self, words: str) -> None:
        """Cards are shuffled, or the dog in the middle is turned."""
        verb, *cards = words.split()
        if verb == "turned":
            self.turned[self.square[3, 3]] = int(cards[1])
            return
        if self.now == "draw":
            hands: list[list[str]] = [[], []]
            hands[self.first] = cards[:3]
            if self.options["mode"] == "limited":
                hands[1 - self.first] = cards[3:6]
            self.begin(hands, [])
            return
        tiles = {cat for clan in self.clans for cat, card in CATS.items() if card["clan"] == clan} | {*PREY, *DOGS}
        named = [card.partition("/") for card in cards]
        assert {tile for tile, _, _ in named} == tiles
        assert len(cards) == 25
        assert all(tile in DOGS and self.options["dog_orientation"] == "random" for tile, _, by in named if by)
        self.square = {where: tile for where, (tile, _, _) in zip(EVERYWHERE, named, strict=True)}
        self.turned = {tile: int(by or 0) for tile, _, by in named if tile in DOGS}
        self.visible = {(3, 3)}
        self.whistled: set[int] = set()
        self.eliminated: set[Place] = set()
        self.seat = self.first
        self.now = "reveal"

    # --- powers ---------------------------------------------------------------------------------------------

    def effect(self, seat: int) -> dict[str, Any]:
        if self.options["powers"] == "off":
            return {"does": "", "timing": ""}
        effect = CLANS[self.clans[seat]]["effect"]
        return {**effect["power"], "timing": effect["timing"]}

    def ability(self, seat: int) -> dict[str, Any]:
        if self.options["powers"] == "off":
            return {"does": ""}
        return CLANS[self.clans[seat]]["chief"]["power"]

    def owner(self, tile: str) -> int | None:
        return self.clans.index(CATS[tile]["clan"]) if tile in CATS else None

    def chief_of(self, seat: int) -> str:
        return next(cat for cat, card in CATS.items() if card["clan"] == self.clans[seat] and card.get("chief"))

    def where(self, tile: str) -> Place:
        return next(where for where, here in self.square.items() if here == tile)

    def value(self, tile: str) -> int:
        if tile in CATS:
            return CATS[tile]["value"]
        if self.options["mice_values"] != "printed" and PREY[tile]["kind"] == "mouse":
            mice = sorted((prey for prey in PREY if PREY[prey]["kind"] == "mouse"), key=lambda one: PREY[one]["value"])
            return int(self.options["mice_values"].split("-")[mice.index(tile)])
        return PREY[tile]["value"]

    # --- what may be done -----------------------------------------------------------------------------------

    def legal(self) -> set[str]:
        if self.over:
            return set()
        if self.now == "choose":
            free = [clan for clan in self.offered[self.seat] if clan not in self.clans]
            return {f"choose {clan}" for clan in free}
        if self.now == "reveal":
            return {f"reveal {name(where)}" for where in EVERYWHERE if where not in self.visible}
        if self.now == "lay":
            dog = self.square[self.at]
            return {f"lay {dog} {side}" for side in ("upright", "to the right", "upside down", "to the left")}
        if self.now == "turn":
            return {"leave it", *self.turns(self.square[self.at])}
        if self.now == "exchange":
            return {f"exchange {name(self.at)} with {name(other)}" for other in EVERYWHERE if self.may_go(other)}
        if self.now == "look":
            return {"leave it", *(f"look at {name(where)}" for where in EVERYWHERE if where not in self.visible)}
        if self.now == "before":
            return {"leave it", *(words for dog in self.dogs_to_turn() for words in self.turns(dog))}
        assert self.now == "after"
        return {f"revive {cat}" for cat in self.lost(self.seat)}

    def may_go(self, other: Place) -> bool:
        tile = self.square[self.at]
        if other == self.at:
            return False
        if tile in PREY:
            return next_to(self.at, other)
        if self.at[0] != other[0] and self.at[1] != other[1]:
            return False
        far = abs(self.at[0] - other[0]) + abs(self.at[1] - other[1])
        return tile in DOGS or far <= self.reach(tile)

    def reach(self, cat: str) -> int:
        owner = self.owner(cat)
        assert owner is not None
        reach = 2
        if self.effect(owner)["does"] == "long-move" and owner == self.seat:
            reach = max(reach, self.effect(owner)["amount"])
        if self.ability(owner)["does"] == "long-move" and cat == self.chief_of(owner):
            reach = max(reach, self.ability(owner)["amount"])
        return reach

    def turns(self, dog: str) -> set[str]:
        assert self.effect(self.seat)["amount"] == 1
        return {f"turn {dog} right", f"turn {dog} left"}

    def dogs_to_turn(self) -> list[str]:
        if self.options["royal_rotation"] == "clan":
            return list(DOGS)
        chief = self.where(self.chief_of(self.seat))
        return [dog for dog in DOGS if next_to(chief, self.where(dog))]

    def lost(self, seat: int) -> list[str]:
        return [self.square[where] for where in self.eliminated if self.owner(self.square[where]) == seat]

    # --- doing it -------------------------------------------------------------------------------------------

    def do(self, words: str) -> None:
        verb, *rest = words.split()
        if verb == "choose":
            self.choose(rest[0])
        elif verb == "reveal":
            self.at = place(rest[0])
            self.visible.add(self.at)
            dog = self.square[self.at] in DOGS
            self.now = "lay" if dog and self.options["dog_orientation"] == "chosen" else "exchange"
            if dog and self.now == "exchange":
                self.offer_whistle()
        elif verb == "lay":
            sides = {"upright": 0, "right": 1, "down": 2, "left": 3}
            self.turned[rest[0]] = sides[rest[-1]]
            self.now = "exchange"
            self.offer_whistle()
        elif verb == "turn":
            self.turned[rest[0]] = (self.turned[rest[0]] + {"right": 1, "left": 3}[rest[1]]) % 4
            if self.now == "turn":
                self.whistled.add(self.seat)
                self.now = "exchange"
            else:
                self.dogs_attack()
        elif verb == "exchange":
            self.exchange(place(rest[0]), place(rest[2]))
        elif verb == "look":
            self.end_turn()
        elif verb == "leave":
            self.leave()
        else:
            self.eliminated.remove(self.where(rest[0]))
            self.visible.add(self.where(rest[0]))
            self.capture()

    def choose(self, clan: str) -> None:
        self.clans[self.seat] = clan
        if all(self.clans):
            self.now = "shuffle"
        else:
            self.seat = 1 - self.seat

    def offer_whistle(self) -> None:
        effect = self.effect(self.seat)
        if effect["does"] == "turn-dog" and effect["timing"] == "permanent":
            assert effect["once"]
            self.now = "exchange" if self.seat in self.whistled else "turn"

    def exchange(self, one: Place, other: Place) -> None:
        self.square[one], self.square[other] = self.square[other], self.square[one]
        if other not in self.visible:
            self.visible.remove(one)
            self.visible.add(other)
        if self.effect(self.seat)["does"] == "peek" and len(self.visible) < 25:
            self.now = "look"
        else:
            self.end_turn()

    def leave(self) -> None:
        if self.now == "turn":
            self.now = "exchange"
        elif self.now == "look":
            self.end_turn()
        else:
            self.dogs_attack()

    def end_turn(self) -> None:
        self.seat = 1 - self.seat
        self.now = "reveal"
        if len(self.visible) == 25:
            turners = [seat for seat in (0, 1) if self.effect(seat)["timing"] == "before_dogs"]
            assert len(turners) < 2, "the clans of the catalog never ask who is first"
            if turners:
                self.seat, self.now = turners[0], "before"
                if not self.dogs_to_turn():
                    self.dogs_attack()
            else:
                self.dogs_attack()

    def arrows(self, dog: str) -> list[str]:
        arrows = DOGS[dog]["arrows"]
        for _ in range(self.turned[dog]):
            arrows = [RIGHT[arrow] for arrow in arrows]
        return arrows

    def dogs_attack(self) -> None:
        hit: set[Place] = set()
        for dog in DOGS:
            row, column = self.where(dog)
            for arrow in self.arrows(dog):
                target = (row + COMPASS[arrow][0], column + COMPASS[arrow][1])
                cat = self.square.get(target, "")
                if cat in CATS and not self.escapes(cat, arrow):
                    hit.add(target)
        self.eliminated = hit
        self.visible -= hit
        revivers = [seat for seat in (0, 1) if self.effect(seat)["does"] == "revive" and self.lost(seat)]
        if revivers:
            assert self.effect(revivers[0])["amount"] == 1
            self.seat, self.now = revivers[0], "after"
        else:
            self.capture()

    def escapes(self, cat: str, arrow: str) -> bool:
        owner = self.owner(cat)
        assert owner is not None
        ability, chief = self.ability(owner), self.chief_of(owner)
        if ability["does"] == "dodge" and cat == chief:
            return len(arrow) == 2
        return ability["does"] == "guard" and touch(self.where(cat), self.where(chief))

    # --- the end --------------------------------------------------------------------------------------------

    def attack(self, seat: int, prey: str) -> int:
        there = self.where(prey)
        total = 0
        for where in self.visible:
            cat = self.square[where]
            if self.owner(cat) == seat:
                if touch(where, there):
                    total += self.value(cat)
                if cat == self.chief_of(seat):
                    total += self.by_ability(seat, cat, where, there)
        return total

    def by_ability(self, seat: int, chief: str, where: Place, there: Place) -> int:
        ability = self.ability(seat)
        down, right = there[0] - where[0], there[1] - where[1]
        if ability["does"] == "wide-reach" and ability["lines"] == ["diagonal"]:
            return self.value(chief) if abs(down) == abs(right) == 1 else 0
        if ability["does"] == "wide-reach":
            if {abs(down), abs(right)} != {0, 2}:
                return 0
            between = (where[0] + down // 2, where[1] + right // 2)
            return 0 if self.square[between] in DOGS else self.value(chief)
        if not touch(where, there):
            return 0
        prey = self.square[there]
        if ability["does"] == "multiply":
            return self.value(chief) if PREY[prey]["kind"] in ability["prey"] else 0
        if ability["does"] == "extra-attack":
            enemies = [
                near for near in self.visible if self.owner(self.square[near]) == 1 - seat and touch(near, there)
            ]
            return ability["amount"] if enemies else 0
        return 0

    def capture(self) -> None:
        self.piles: list[list[str]] = [[], []]
        for prey in PREY:
            if self.where(prey) in self.visible:
                one, two = self.attack(0, prey), self.attack(1, prey)
                judges = [seat for seat in (0, 1) if self.effect(seat)["does"] == "win-ties"]
                if one > two:
                    self.piles[0].append(prey)
                elif two > one:
                    self.piles[1].append(prey)
                elif judges and one >= 1 and self.options["justiciers_scope"] == "all":
                    self.piles[judges[0]].append(prey)
        for seat in (0, 1):
            self.totals[seat] += self.points(seat)
            self.tiles_taken[seat] += len(self.piles[seat])
            self.judges[seat] = self.judges[seat] or self.effect(seat)["does"] == "win-ties"
        if not self.left:
            self.over = True
            return
        self.first = 1 - self.first
        if self.options["mode"] in ("limited", "expert"):
            self.now = "draw"
        else:
            self.begin([], self.clans[::-1])

    def points(self, seat: int) -> int:
        pile = self.piles[seat]
        total = sum(self.value(prey) for prey in pile)
        for kind in ("pigeon", "fly"):
            pair = [prey for prey in pile if PREY[prey]["kind"] == kind]
            if len(pair) == 2:
                total += PREY[pair[0]]["pair"] - self.value(pair[0]) - self.value(pair[1])
        if self.effect(seat)["does"] == "extra-points":
            total += len(pile) * self.effect(seat)["amount"]
        return total

    def returns(self) -> tuple[float, float]:
        if self.totals[0] != self.totals[1]:
            winner = 0 if self.totals[0] > self.totals[1] else 1
        elif self.judges[0] != self.judges[1]:
            winner = 0 if self.judges[0] else 1
        elif self.tiles_taken[0] != self.tiles_taken[1]:
            winner = 0 if self.tiles_taken[0] > self.tiles_taken[1] else 1
        else:
            return (0.5, 0.5)
        return (1.0, 0.0) if winner == 0 else (0.0, 1.0)
