"""Mistakes that designers make, seeded into the bundled games: which command finds each, and by which check.

`python tests/check/seeded.py` runs all of them and prints a table; it takes a quarter of an hour. Places are written as
`test_invariants.py` says.
"""

import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))  # as a script

from check.broken import GONE, REVIEWED
from check.edits import write

CATALOG = Path(__file__).parents[2] / "catalog"


class Mistake(NamedTuple):
    """A mistake in a game.

    Attributes:
        edits: place -> new value.
        rule: the check that should find it, or the code of the finding; empty if nothing can.
        deep: whether that takes games.
    """

    about: str
    edits: Mapping[str, Any]
    rule: str
    deep: bool = False


def _values(clan: str, *values: int) -> dict[str, int]:
    names = {
        "twins": ("2a", "2b", "3a", "3b", "4"), "shadows": ("1", "2a", "2b", "4", "5"),
        "royal-claws": ("1", "2", "3", "4", "5"), "lookouts": ("1", "2", "3", "4a", "4b"),
    }  # fmt: skip
    return {f"cats/{clan}-{name}.value": value for name, value in zip(names[clan], values, strict=True)}


def _fewer(*traits: str) -> dict[str, int]:
    return {f"cards/{trait}.copies": 7 for trait in traits}


FOOD_CHAIN = (
    Mistake("nobody hunts the hare", {
        "organisms/fox.prey": ["toad", "mouse", "hedgehog"], "organisms/wolf.prey": ["boar", "fox"],
        "organisms/bear.prey": ["cherries", "beetle", "boar"],
    }, "FC-I-12"),
    Mistake("the wolf eats only the bear", {"organisms/wolf.prey": ["bear"]}, "FC-I-12"),
    Mistake("the mouse stands above the hedgehog", {"organisms/mouse.level": 4}, "FC-I-10"),
    Mistake("snail and beetle eat each other", {
        "organisms/snail.prey": ["leaves", "beetle"], "organisms/beetle.prey": ["leaves", "cherries", "snail"],
    }, "FC-I-09"),
    Mistake("level I pays 1 point", {
        f"organisms/{name}.points": 1 for name in ("leaves", "cherries", "snail", "beetle")
    }, "FC-I-13"),
    Mistake("seven snails and one toad", {"organisms/snail.copies": 7, "organisms/toad.copies": 1}, "FC-I-18"),
    Mistake("one token for each player", {"tokens.copies": 1}, "FC-I-03"),
    Mistake("the bear can all that the wolf can", {
        "organisms/bear.prey": ["cherries", "beetle", "hare", "boar", "fox"]
    }, "FC-I-33"),
    Mistake("the English swarm draws two cards", {
        "bonus/swarm.rules": [{"icon": "draw", "text": {"fr": "Piochez.", "en": "Draw two cards."}}]
    }, "FC-I-31"),
    Mistake("the fox can all that the boar can", {
        "organisms/fox.prey": ["leaves", "cherries", "snail", "toad"]
    }, "FC-I-33"),
    Mistake("one hedgehog", {"organisms/hedgehog.copies": 1}, "FC-I-18"),
    Mistake("five cards on the table of two players", {"game.rules.start_cards": {2: 5, 3: 4, 4: 4}}, "FC-I-19"),
    Mistake("a hand of one card", {"game.rules.hand": 1}, "FC-I-19"),
)  # fmt: skip

FOODEN = (
    Mistake("an objective on Hunger 4", {"objectives/big-eaters.score.counts.at_least": 4}, "FO-I-16"),
    Mistake("an attested objective pays 20 and 9 each", {
        "objectives/insect-hotel.score.base": 20, "objectives/insect-hotel.score.per": 9,
    }, "FO-I-22", True),
    Mistake("an objective pays 15 in place of 3", {"objectives/sun-terrace.score.per": 15}, "FO-I-22", True),
    Mistake("the text says 3, the field 4", {
        "objectives/fang-club.score.per": 4, "objectives/fang-club.text.en": "3 :vp: per carnivore that survives.",
    }, "FO-I-35"),
    Mistake("half of the meat", {"cubes/meat-cube.copies": 5}, "FO-I-02"),
    Mistake("no common card takes the pawn", {
        f"actions/{name}-4.effects": ["introduce", "reveal"] for name in ("lantern", "net")
    }, "FO-10.3-actions"),
    Mistake("symbionts and scavengers of plants alone", {
        "creatures[trait=symbiont].parameter": "plant", "creatures[trait=scavenger].parameter": "plant",
    }, "FO-10.3-parameters"),
    Mistake("a base of 60 points", {"objectives/gnat-bar.score.base": 60}, "FO-I-22", True),
    Mistake("an objective that hardly pays", {
        "objectives/one-of-each.score.per": 1, "objectives/heavyweights.score.per": 1,
        "objectives/heavyweights.score.counts.at_least": 5,
    }, "FO-I-22", True),
    Mistake("all carnivores are hungry", {"creatures[diet=meat].hunger": 3}, "FO-10.3-hunger"),
    Mistake("two objectives for carnivores", {"objectives/grazers.score.counts.value": "meat"}, "FO-I-37"),
    Mistake("nobody brings a bounty", {"creatures[trait=bounty].trait": GONE}, "FO-10.3-traits"),
)  # fmt: skip

LAKE = (
    Mistake("Gathering brings no food", {"game.rules.gathering.food": 0}, "EL-I-30", True),
    Mistake("prey feeds nobody", {"game.rules.attack.food": 0}, "scenario-failed"),
    Mistake("prey feeds 1", {"game.rules.attack.food": 1}, "scenario-failed"),
    Mistake("prey feeds 9", {"game.rules.attack.food": 9}, "scenario-failed"),
    Mistake("22 carnivores", {
        "cards/carnivore.copies": 22,
        **_fewer("burrowing", "nocturnal", "flight", "speed", "horns", "long-neck"),
    }, ""),
    Mistake("nine traits on a species", {"game.rules.max_traits": 9}, ""),
    Mistake("a trait that is neither lock nor effect", {"traits/flight.effects.lock": False}, "EL-I-10"),
    Mistake("one fertile card", {"cards/fertile.copies": 1}, "EL-I-13"),
    Mistake("six cards in each Gathering", {"game.rules.gathering.cards": 6}, "EL-I-30", True),
)  # fmt: skip

POCKET_CATS = (
    Mistake("the power of the roofs is what all can do", {"clans/roofs.effect.power.amount": 2}, "PC-I-29", True),
    Mistake("Gourmets get 4 more for each prey", {"clans/gourmets.effect.power.amount": 4}, "PC-I-30", True),
    Mistake("the twins count nine times and come back five times", {
        "clans/twins.effect.power.amount": 5, "clans/twins.chief.power.amount": 9,
    }, "PC-I-30", True),
    Mistake("a clan wins ties from 15 on", {"clans/justiciers.effect.power.amount": 15}, "PC-I-30", True),
    Mistake("a clan with a sum of 12", _values("shadows", 1, 2, 2, 3, 4), "PC-I-30", True),
    Mistake("prey for 34 points", {"prey/mouse-6.value": 5}, "PC-I-18"),
    Mistake("two chiefs", {"cats/twins-4.chief": True}, "PC-I-05"),
    Mistake("two dogs that are alike when turned", {"dogs/dog-3.arrows": ["E", "W"]}, "PC-I-13"),
    Mistake("the English text turns two dogs", {
        "clans/royal-claws.effect.text.en": "You may turn two :dog: dogs by a quarter turn, in either direction."
    }, "PC-I-32"),
    Mistake("Gourmets get 2 more for each prey", {"clans/gourmets.effect.power.amount": 2}, "PC-I-30", True),
    Mistake("a chief with nine times the reach", {"clans/justiciers.chief.power.amount": 9}, "PC-I-30", True),
    Mistake("the twins with a sum of 12", _values("twins", 2, 2, 2, 3, 3), "PC-I-30", True),
    Mistake("a clan with a sum of 10", _values("royal-claws", 1, 1, 2, 3, 3), "PC-I-11"),
    Mistake("a dog that bites in all directions", {
        "dogs/dog-5.arrows": ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
    }, "out-of-range"),
    Mistake("a pair of pigeons for 30", {"prey/pigeon-2.pair": 30, "prey/pigeon-5.pair": 30}, "PC-I-18"),
    Mistake("no arrow reaches the shadows' chief", {
        "clans/shadows.chief.power.lines": ["straight", "diagonal"]
    }, ""),
    Mistake("twins that attack six times", {"clans/twins.chief.power.amount": 6}, "PC-I-30", True),
    Mistake("lookouts without their values", _values("lookouts", 1, 2, 2, 3, 4), "PC-I-30", True),
)  # fmt: skip

SEEDED: Mapping[str, tuple[Mistake, ...]] = {
    "food-chain": FOOD_CHAIN, "fooden": FOODEN, "lake-ecosystem": LAKE, "pocket-cats": POCKET_CATS,
}  # fmt: skip


def check_results(game: str, catalog: Path, *words: str) -> tuple[dict[str, str], str]:
    """(rule or code -> message, the last lines) of `pawprint check`; without what any edit of a rule text changes."""
    command = [sys.executable, "-m", "pawprint", "check", game, "--catalog", str(catalog), *words]
    done = subprocess.run(command, capture_output=True, text=True, cwd=catalog)
    rows = re.findall(r"(?:error|warning)\[([\w-]+)\]: (?:([A-Z]{2}-[\w.-]+): )?(.*)", done.stdout)
    messages = {rule or code: message for code, rule, message in reversed(rows) if rule != REVIEWED[game]}
    return messages, done.stdout


def main() -> None:
    """Print which command finds each mistake, after how many games."""
    for game, mistakes in SEEDED.items():
        for mistake in mistakes:
            if len(sys.argv) > 1 and not any(word in f"{game} {mistake.about}" for word in sys.argv[1:]):
                continue
            with tempfile.TemporaryDirectory() as folder:
                write(game, dict(mistake.edits), Path(folder))
                said, output = check_results(game, Path(folder))
                command, games = "check", ""
                if mistake.deep or not said:
                    said, output = check_results(game, Path(folder), "--deep")
                    command = "check --deep"
                    games = "".join(re.findall(r": ([\d,]+) games between greedy", output))
                rules = json.dumps(sorted(said)[:6])
                hit = "found" if mistake.rule in said else "OTHER" if said else "missed"
                print(f"{game} | {mistake.about} | {hit} | {command} | {games} | {rules}", flush=True)
                if mistake.rule in said:
                    print(f"    {said[mistake.rule][:200]}", flush=True)
                elif command == "check --deep":
                    print("    " + "; ".join(re.findall(r"undecided.*", output))[:300], flush=True)


if __name__ == "__main__":
    main()
