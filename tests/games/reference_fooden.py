"""FOODEN once more, naively: what is legal, what follows, who eats whom, who wins; to compare the engine with.

Written for clarity alone, on what `State.dump` says and on the records of the catalog. It shares no table and no code
with the engine, and looks everything up again each time. It does one step from a given dump, so that the two are
compared move by move.
"""

from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Any

from pawprint.catalog.model import Game, Record

Said = dict[str, Any]

DIETS = ["sun", "insect", "plant", "meat"]
FOODS = ["insect", "plant", "meat"]
PREY = {"insect": "insect", "plant": "plant", "meat": "animal"}
NO_EATERS = ("ambush", "symbiont", "scavenger")
#: What the reference does not repeat: memory for what the same step needs next, which the next legal actions show.
UNTOLD = ("owed", "kept", "count", "moving", "objectives")


class Reference:
    """The rules for one game with its options."""

    def __init__(self, game: Game, options: Mapping[str, Any]) -> None:
        self.creatures = {record.id: record for record in game.pieces("creatures")}
        self.cards = {record.id: record for record in game.pieces("actions")}
        self.objectives = {record.id: record for record in game.pieces("objectives")}
        self.organisations = [record.id for record in game.pieces("organisations")]
        self.options = options

    # --- looking things up ----------------------------------------------------------------------------------

    def trait(self, name: str) -> str:
        trait = self.creatures[name]["trait"]
        return "" if trait is None or self.options["simple"] else trait.id

    def hand_of(self, organisation: str) -> list[str]:
        return [name for name, card in self.cards.items() if card["organisation"].id == organisation]

    # --- what is legal --------------------------------------------------------------------------------------

    def legal(self, said: Said) -> set[str]:
        """In words."""
        seat = said["seat"]
        match said["stage"]:
            case "choose":
                return {f"choose {one}" for one in self.organisations if one not in said["organisations"]}
            case "lay":
                return {f"lay {card}" for card in said["hands"][seat]}
            case "act":
                return {words for effect in said["pending"] for words in self.ways(said, effect)}
            case "join":
                return {f"introduce {name}" for name in said["lab"]}
            case "renew":
                return {f"discard {name}" for name in said["lab"]}
            case "foresee":
                kept = set() if said["kept"] == -1 else {f"keep {name}" for name in said["looked"]}
                return kept | {f"sink {name}" for name in said["looked"]}
            case "shift":
                row = next(row for row in said["rows"].values() if said["moving"] in row)
                here = row.index(said["moving"])
                far = 1 if self.options["shift_range"] == "one" else 1000
                return {f"to place {to + 1}" for to in range(len(row)) if 1 <= abs(to - here) <= far}
            case "name":
                scores = self.scores(said)
                return {f"name seat {one}" for one, score in enumerate(scores) if score == max(scores)}
        return set()

    def ways(self, said: Said, effect: str) -> Iterator[str]:
        """All that somebody could do with one effect."""
        purse = said["purses"][said["seat"]]
        owned = [food for food in FOODS if purse[food] > 0]
        nature = [name for row in said["rows"].values() for name in row]
        match effect:
            case "add-food":
                yield from (f"add {food}" for food in owned)
            case "reveal":
                if said["deck"] or said["discard"] or self.options["grand_slam"]:
                    yield "reveal"
            case "introduce":
                yield from (f"introduce {name}" for name in said["lab"])
            case "lead":
                yield "lead"
            case "rescue":
                yield from (f"rescue {name}" for name in said["lab"] + said["discard"])
            case "recall":
                yield from (f"recall {name}" for name in nature)
            case "barter":
                for food in owned:
                    yield from (f"swap {food} for {other}" for other in FOODS if other != food and said["food"][other])
            case "supply":
                yield from (f"supply {food}" for food in FOODS if said["reserve"][food])
            case "renew":
                yield from (f"discard {name}" for name in said["lab"])
            case "foresee":
                if said["deck"]:
                    yield "foresee"
            case "shift":
                yield from (f"shift {name}" for row in said["rows"].values() for name in row if len(row) >= 2)
            case "feed":
                yield from (f"feed {food} to {name}" for food in owned for name in nature)
            case "sponsor":
                if said["vp"]:
                    yield from (f"sponsor {name}" for name in nature)

    # --- what follows ---------------------------------------------------------------------------------------

    def after(self, before: Said, words: str) -> Said:
        """The dump after an action."""
        said = deepcopy(before)
        verb, *rest = words.split(" ")
        if verb == "choose":
            self.choose(said, rest[0])
        elif verb == "lay":
            self.lay(said, rest[0])
        elif verb == "name":
            said["winner"], said["stage"] = int(rest[1]), "over"
        elif verb == "shuffle":
            said["deck"], said["discard"] = rest, []
            if self.draw(said, said["owed"]):
                self.go_on(said) if said["round"] else self.begin_round(said, 1)
        elif getattr(self, f"do_{verb}")(said, *rest):
            self.go_on(said)
        return said

    def choose(self, said: Said, organisation: str) -> None:
        seats = len(said["points"])
        said["organisations"][said["seat"]] = organisation
        said["hands"][said["seat"]] = self.hand_of(organisation)
        said["seat"] = (said["seat"] + 1) % seats
        if None not in said["organisations"]:
            said["lab"] = self.ordered(said["deck"][:4])
            del said["deck"][:4]
            self.dawn(said)

    def lay(self, said: Said, card: str) -> None:
        said["hands"][said["seat"]].remove(card)
        said["laid"][said["seat"]] = card
        said["seat"] = (said["seat"] + 1) % len(said["points"])
        if None not in said["laid"]:
            said["pending"] = self.effects(said, said["seat"])
            self.go_on(said)

    def effects(self, said: Said, seat: int) -> list[str]:
        card = self.cards[said["laid"][seat]]
        order = [
            *("add-food", "reveal", "introduce", "lead", "rescue", "recall", "barter", "supply", "renew", "foresee"),
            *("shift", "feed", "sponsor"),
        ]
        return sorted((effect.id for effect in card["effects"]), key=order.index)

    def go_on(self, said: Said) -> None:
        seats = len(said["points"])
        said["stage"] = "act"
        while not any(True for effect in said["pending"] for _ in self.ways(said, effect)):
            said["seat"] = (said["seat"] + 1) % seats
            said["pending"] = []
            if said["seat"] == said["first"]:
                said["laid"] = [None] * seats
                if said["round"] < 4:
                    self.begin_round(said, said["round"] + 1)
                else:
                    self.end_season(said)
                return
            said["pending"] = self.effects(said, said["seat"])

    def begin_round(self, said: Said, number: int) -> None:
        said["round"], said["stage"] = number, "lay"
        said["first"] = said["seat"] = said["leader"]

    def dawn(self, said: Said) -> None:
        said["round"], said["seat"] = 0, said["leader"]
        if self.draw(said, 4):
            self.begin_round(said, 1)

    def draw(self, said: Said, number: int) -> bool:
        """False if it cannot go on: somebody must shuffle, or the game is over."""
        for drawn in range(1000):
            if drawn >= number:
                break
            if not said["deck"] and self.options["grand_slam"]:
                self.finish(said)
                return False
            if not said["deck"] and said["discard"]:
                said["stage"] = "shuffle"
                return False
            if not said["deck"]:
                break
            name = said["deck"].pop(0)
            if said["round"] == 0:
                self.add(said, name)
                continue
            said["lab"] = self.ordered([*said["lab"], name])
            if self.trait(name) == "bounty" and said["vp"]:
                said["vp"] -= 1
                said["points"][said["seat"]] += 1
            if self.trait(name) == "cohort":
                number += 1
        return True

    def ordered(self, names: list[str]) -> list[str]:
        return sorted(names, key=list(self.creatures).index)

    def add(self, said: Said, name: str) -> None:
        record = self.creatures[name]
        diet = record["diet"]
        row, forces = said["rows"][diet], said["forces"][diet]
        place = sum(1 for force in forces if force >= record["force"])
        row.insert(place, name)
        forces.insert(place, record["force"])
        if self.trait(name) == "provider" and said["reserve"][record["parameter"]]:
            said["reserve"][record["parameter"]] -= 1
            said["food"][record["parameter"]] += 1
        if self.trait(name) == "early-bite" and said["food"].get(diet):
            said["food"][diet] -= 1
            self.put_on(said, name, diet)

    def put_on(self, said: Said, name: str, food: str) -> None:
        said["cubes"].setdefault(name, dict.fromkeys(FOODS, 0))[food] += 1

    def strip(self, said: Said, name: str) -> None:
        for food, cubes in said["cubes"].pop(name, {}).items():
            said["reserve"][food] += cubes
        said["vp"] += len(said["tokens"].pop(name, []))

    # --- effects; each says whether it is done --------------------------------------------------------------

    def do_add(self, said: Said, food: str) -> bool:
        said["pending"].remove("add-food")
        said["purses"][said["seat"]][food] -= 1
        said["food"][food] += 1
        return True

    def do_reveal(self, said: Said) -> bool:
        said["pending"].remove("reveal")
        return self.draw(said, 1)

    def do_introduce(self, said: Said, name: str) -> bool:
        said["lab"].remove(name)
        if said["stage"] == "act":
            said["pending"].remove("introduce")
        return self.arrive(said, name)

    def do_rescue(self, said: Said, name: str) -> bool:
        said["pending"].remove("rescue")
        (said["lab"] if name in said["lab"] else said["discard"]).remove(name)
        return self.arrive(said, name)

    def arrive(self, said: Said, name: str) -> bool:
        self.add(said, name)
        if self.trait(name) == "cohort" and said["lab"]:
            said["stage"] = "join"
            return False
        return True

    def do_lead(self, said: Said) -> bool:
        said["pending"].remove("lead")
        said["leader"] = said["seat"]
        return True

    def do_recall(self, said: Said, name: str) -> bool:
        said["pending"].remove("recall")
        self.take_away(said, name)
        said["lab"] = self.ordered([*said["lab"], name])
        return True

    def take_away(self, said: Said, name: str) -> None:
        diet = self.creatures[name]["diet"]
        place = said["rows"][diet].index(name)
        said["rows"][diet].pop(place)
        said["forces"][diet].pop(place)

    def do_swap(self, said: Said, given: str, _: str, taken: str) -> bool:
        said["pending"].remove("barter")
        purse = said["purses"][said["seat"]]
        purse[given], purse[taken] = purse[given] - 1, purse[taken] + 1
        said["food"][given], said["food"][taken] = said["food"][given] + 1, said["food"][taken] - 1
        return True

    def do_supply(self, said: Said, food: str) -> bool:
        said["pending"].remove("supply")
        said["reserve"][food] -= 1
        said["food"][food] += 1
        return True

    def do_discard(self, said: Said, name: str) -> bool:
        if said["stage"] == "act":
            said["pending"].remove("renew")
            number = self.cards[said["laid"][said["seat"]]]["n"]
            said["owed"] = said["count"] = min(number, len(said["lab"]))
        said["lab"].remove(name)
        self.strip(said, name)
        said["discard"].append(name)
        said["owed"] -= 1
        said["stage"] = "renew"
        return said["owed"] == 0 and self.draw(said, said["count"])

    def do_foresee(self, said: Said) -> bool:
        said["pending"].remove("foresee")
        number = self.cards[said["laid"][said["seat"]]]["n"]
        said["looked"] = self.ordered(said["deck"][:number])
        said["deck"] = said["deck"][number:]
        said["stage"], said["kept"] = "foresee", 0
        return False

    def do_keep(self, said: Said, name: str) -> bool:
        said["looked"].remove(name)
        said["deck"].insert(said["kept"], name)
        return not said["looked"]

    def do_sink(self, said: Said, name: str) -> bool:
        said["looked"].remove(name)
        said["deck"].append(name)
        return not said["looked"]

    def do_shift(self, said: Said, name: str) -> bool:
        said["pending"].remove("shift")
        said["stage"] = "shift"
        return False

    def do_to(self, said: Said, _: str, place: str) -> bool:
        name = said["moving"]
        diet = self.creatures[name]["diet"]
        self.take_away(said, name)
        forces = said["forces"][diet]
        right = forces[int(place) - 1 :]
        said["rows"][diet].insert(int(place) - 1, name)
        forces.insert(int(place) - 1, right[0] if right else forces[-1])
        return True

    def do_feed(self, said: Said, food: str, _: str, name: str) -> bool:
        said["pending"].remove("feed")
        said["purses"][said["seat"]][food] -= 1
        self.put_on(said, name, food)
        return True

    def do_sponsor(self, said: Said, name: str) -> bool:
        said["pending"].remove("sponsor")
        said["vp"] -= 1
        said["tokens"].setdefault(name, []).append(said["seat"])
        return True

    # --- the end of a season --------------------------------------------------------------------------------

    def fates(self, said: Said) -> dict[str, str]:
        """Phase 3: how every creature of Nature stands; the food in *said* is eaten."""
        place = {name: (DIETS.index(diet), column) for diet in DIETS for column, name in enumerate(said["rows"][diet])}
        fate = dict.fromkeys(place, "unfed")
        for name in place:  # from top to bottom, and from left to right
            if fate[name] != "unfed":
                continue
            if self.trait(name) in NO_EATERS:
                fate[name] = "inverted"
            elif self.creatures[name]["diet"] == "sun" or self.meals_missing(said, name) == 0:
                fate[name] = "satiated"
            else:
                self.hunt(said, name, place, fate)
        return fate

    def meals_missing(self, said: Said, name: str) -> int:
        """How many meals it must hunt, after having eaten all cubes that it can."""
        record, trait = self.creatures[name], self.trait(name)
        meals = 2 if trait in ("double-meal", "double-omnivore") else 1
        diet = record["diet"]
        omnivore = trait in ("omnivore", "double-omnivore")
        likes = [diet, *(food for food in FOODS if food != diet)] if omnivore else [diet]
        on_it = said["cubes"].get(name, {})
        eaten = min(meals * record["hunger"], sum(on_it.get(food, 0) for food in likes))
        for food in likes:
            while eaten < meals * record["hunger"] and said["food"].get(food, 0) > 0:
                said["food"][food] -= 1
                said["reserve"][food] += 1
                eaten += 1
        said["missing"] = meals - eaten // record["hunger"]
        return int(said["missing"])

    def hunt(self, said: Said, hunter: str, place: dict[str, tuple[int, int]], fate: dict[str, str]) -> None:
        for _ in range(said["missing"]):
            prey = self.prey(hunter, place, fate)
            if prey is None:
                fate[hunter] = "inverted"
                return
            if self.trait(prey) == "poison":
                fate[hunter] = fate[prey] = "face down"
                return
            if self.trait(prey) == "ambush" and fate[prey] != "satiated":
                fate[hunter] = "face down"
                fate[prey] = "face down" if self.trait(hunter) == "poison" else "satiated"
                return
            fate[prey] = "face down"
        fate[hunter] = "satiated"

    def prey(self, hunter: str, place: dict[str, tuple[int, int]], fate: dict[str, str]) -> str | None:
        row, column = place[hunter]
        back = self.trait(hunter) == "back-hunter"

        def key(name: str) -> tuple[Any, ...]:
            its_row, its_column = place[name]
            rows, columns = abs(its_row - row), abs(its_column - column)
            far = rows + columns if self.options["metric"] == "manhattan" else max(rows, columns)
            direction = 0 if rows == 0 else 1 if its_row < row else 2
            return (not (back and its_column < column), far, direction, rows, columns)

        found = [
            name
            for name in place
            if name != hunter and fate[name] != "face down" and (place[name][1] >= column or back)
            if self.likes(hunter, self.creatures[name]) and not self.hides(name, hunter)
        ]
        return min(found, key=key, default=None)

    def likes(self, hunter: str, prey: Record) -> bool:
        if self.trait(hunter) in ("omnivore", "double-omnivore"):
            return True
        return bool(prey["type"] == PREY[self.creatures[hunter]["diet"]])

    def hides(self, prey: str, hunter: str) -> bool:
        shared = set(self.creatures[prey]["properties"]) & set(self.creatures[hunter]["properties"])
        return self.trait(prey) == "disguise" and not shared

    def save(self, fate: dict[str, str]) -> None:
        """T13, then T12."""
        waiting = {name for name in fate if fate[name] == "inverted" and self.trait(name) in ("symbiont", "scavenger")}
        lying = {name for name in fate if fate[name] in ("inverted", "face down")}
        counting = lying
        if self.options["scavenger_counts"] == "final":
            counting = lying - waiting
            for _ in waiting:  # each time, at least one more is known to be beyond saving, or nothing changes
                sure = self.rescued(fate, waiting, counting)
                counting = (lying - waiting) | (waiting - self.rescued(fate, waiting, lying - sure))
        for name in self.rescued(fate, waiting, counting):
            fate[name] = "satiated"

    def rescued(self, fate: dict[str, str], waiting: set[str], counting: set[str]) -> set[str]:
        """Those of *waiting* who are saved if scavengers look at *counting*."""
        found: set[str] = set()
        for _ in range(len(waiting) + 1):
            for name in waiting:
                upright = {other for other in fate if fate[other] == "satiated"} | found
                sources = upright if self.trait(name) == "symbiont" else counting
                if self.creatures[name]["parameter"] in {self.creatures[one]["type"] for one in sources - {name}}:
                    found.add(name)
        return found

    def end_season(self, said: Said) -> None:
        fate = self.fates(said)
        said.pop("missing", None)
        self.save(fate)
        for name in fate:
            if fate[name] == "satiated":
                said["survivors"].append(name)
                for seat in said["tokens"].pop(name, []):
                    said["points"][seat] += 1
            else:
                said["discard"].append(name)
            self.strip(said, name)
        said["rows"] = {diet: [] for diet in DIETS}
        said["forces"] = {diet: [] for diet in DIETS}
        if self.options["leftover_food"] == "clear":
            for food in FOODS:
                said["reserve"][food] += said["food"][food]
                said["food"][food] = 0
        said["season"] += 1
        if said["season"] == 4 and not self.options["grand_slam"]:
            self.finish(said)
            return
        said["hands"] = [self.hand_of(organisation) for organisation in said["organisations"]]
        for food, most in {"plant": 3, "insect": 2, "meat": 1}.items():
            for _ in range(most):
                for step in range(len(said["points"])):
                    purse = said["purses"][(said["leader"] + step) % len(said["points"])]
                    if purse[food] < most and said["reserve"][food]:
                        purse[food] += 1
                        said["reserve"][food] -= 1
        self.dawn(said)

    # --- the end of the game --------------------------------------------------------------------------------

    def finish(self, said: Said) -> None:
        scores = self.scores(said)
        said["pending"] = []
        tied = [seat for seat, score in enumerate(scores) if score == max(scores)]
        said["stage"] = "over"
        if len(tied) == 1:
            said["winner"] = tied[0]
        elif self.options["ties"] == "leader":
            said["stage"], said["seat"] = "name", said["leader"]
        else:
            said["winner"] = next(
                seat for step in range(10) if (seat := (said["leader"] + step) % len(said["points"])) in tied
            )

    def scores(self, said: Said) -> list[int]:
        return [
            said["points"][seat]
            + (2 if said["leader"] == seat else 0)
            + sum(self.value(self.objectives[name]["score"], said["survivors"]) for name in names)
            for seat, names in enumerate(said["objectives"])
        ]

    def value(self, score: Mapping[str, Any], survivors: list[str]) -> int:
        records = [self.creatures[name] for name in survivors]
        if score["set_of"]:
            values = DIETS if score["set_of"] == "diet" else ["plant", "insect", "animal"]
            number = min(sum(1 for record in records if record[score["set_of"]] == value) for value in values)
        elif score["most_numerous"]:
            values = {record[score["most_numerous"]] for record in records}
            number = max([sum(1 for one in records if one[score["most_numerous"]] == value) for value in values] or [0])
        else:
            number = sum(1 for record in records if self.counts(record, **score["counts"]))
        return int((score["base"] or 0) + score["per"] * number)

    def counts(self, record: Record, field: str, value: Any, at_least: Any, at_most: Any) -> bool:
        mine = record[field]
        if field == "trait":
            return (mine is None) == (value == "none")
        if field == "properties" and value:
            return value in mine
        if field == "properties":
            mine = len(mine)
        if value:
            return str(mine) == str(value)
        return bool(mine >= at_least if at_least else mine <= at_most)
