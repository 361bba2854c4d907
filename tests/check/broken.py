"""How to break each invariant of the bundled games; `test_invariants.py` does it, and says how places are written."""

from typing import Any, NamedTuple

#: In place of a new value: what stands there is removed.
GONE = object()


class Broken(NamedTuple):
    """A way to break an invariant.

    Attributes:
        edits: place -> new value.
        found: codes of findings about the records themselves, which come before the check is looked at.
        also: other invariants that break with it.
        severity: of what is found.
    """

    edits: dict[str, Any]
    found: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    severity: str = "error"


def card(**fields: Any) -> dict[str, Any]:
    """A record of words that are the same in all languages."""
    return {"origin": "designed", **fields}


TOAD = {"id": "newt", "name": "Newt", "note": "N", "nature": "animal", "level": 2, "points": 3, "origin": "designed"}

FOOD_CHAIN: dict[str, list[Broken]] = {
    "FC-I-01": [Broken({"bonus/swarm.copies": 2}, also=("FC-I-02", "FC-I-19"))],
    "FC-I-02": [
        Broken({"bonus/huntsman.copies": 0, "bonus/swarm.copies": 4}),
        Broken(
            {
                "bonus+": {
                    "id": "blank",
                    "name": "B",
                    "subtitle": "S",
                    "rules": [{"icon": "x", "text": "t"}],
                    "copies": 0,
                    "origin": "designed",
                }
            }
        ),
    ],
    "FC-I-03": [
        Broken({"tokens/red.copies": 3}),
        Broken({"tokens/red": GONE}, also=("FC-I-20",)),
        Broken({"tokens/red.colour": "#3b6fb0", "tokens/blue.colour": "#3b6fb0"}),
        Broken({"tokens/red.emblem": "x", "tokens/blue.emblem": "x"}),
        Broken({"game.players.max": 5}),
    ],
    "FC-I-04": [
        Broken({"organisms/toad.copies": 0, "organisms/mouse.copies": 8}, also=("FC-I-18",)),
        Broken({"organisms/toad.name": "Mouse", "organisms/mouse.name": "Mouse"}),
        Broken({"organisms/toad.name": {"fr": "Crapaud"}}, found=("missing-translation",)),
        Broken({"organisms/wolf.points": GONE}, found=("missing-field",)),
    ],
    "FC-I-05": [
        Broken({"organisms/wolf.level": 6}, found=("out-of-range",)),
        Broken({"organisms/boar.level": 3, "organisms/fox.level": 3}, also=("FC-I-14", "FC-I-10"), severity="both"),
    ],
    "FC-I-06": [Broken({"organisms/bear.prey": ["cherries", "huntsman"]}, found=("unknown-reference",))],
    "FC-I-07": [Broken({"organisms/bear.predators": ["fox"]}, found=("unknown-field",))],
    "FC-I-08": [
        Broken({"organisms/fox.prey": ["fox", "hare", "hedgehog", "toad"]}, also=("FC-I-09", "FC-I-10")),
        Broken({"organisms/fox.prey": ["mouse", "mouse"]}, found=("out-of-range",)),
    ],
    "FC-I-09": [Broken({"organisms/snail.prey": ["beetle"], "organisms/beetle.prey": ["snail"]})],
    "FC-I-10": [
        Broken({"organisms/mouse.prey": ["cherries", "hare"]}, severity="both"),
        Broken({"organisms/fox.prey": ["mouse", "hare", "hedgehog", "boar"]}, severity="warning"),
    ],
    "FC-I-11": [
        Broken({"organisms/leaves.prey": ["cherries"]}),
        Broken({"organisms/beetle.prey": []}),
    ],
    "FC-I-12": [Broken({"organisms/wolf.prey": ["hare", "boar"]})],
    "FC-I-13": [
        Broken({"organisms/wolf.points": 0}, found=("out-of-range",)),
        Broken({"organisms/wolf.points": 9}, severity="warning"),
    ],
    "FC-I-14": [Broken({"organisms/hare.level": 2})],
    "FC-I-15": [
        Broken(
            {"organisms/bear.prey": ["hare", "boar", "beetle"], "organisms/bear.origin": "designed"}, also=("FC-I-20",)
        )
    ],
    "FC-I-16": [
        Broken({"bonus/swarm.level": 6}, found=("unknown-field",)),
        Broken({"game.components.bonus.fields.level": {"type": "int", "default": 1}}),
    ],
    "FC-I-17": [Broken({"game.rules.editions.en-2012.token_score": GONE})],
    "FC-I-18": [Broken({"organisms/hare.copies": 5, "organisms/mouse.copies": 3}, severity="warning")],
    "FC-I-19": [Broken({"game.rules.hand": 5})],
    "FC-I-20": [
        Broken({"organisms/wolf.origin": GONE}),
        Broken({"organisms/wolf.origin": {"default": "designed", "level": "seed 000"}}),
        Broken({"organisms/boar.origin": "designed"}),
    ],
}

POCKET_CATS: dict[str, list[Broken]] = {
    "PC-I-01": [
        Broken({"cats/twins-4": GONE}, also=("PC-I-11",), severity="both"),
        Broken({"clans/twins.copies": 2}),
    ],
    "PC-I-02": [Broken({"prey/mouse-1": GONE}, also=("PC-I-04", "PC-I-16", "PC-I-18"), severity="both")],
    "PC-I-03": [Broken({"dogs/dog-5": GONE}, also=("PC-I-04",))],
    "PC-I-04": [Broken({"game.players.max": 3})],
    "PC-I-05": [
        Broken({"cats/twins-4.chief": True}),
        Broken({"cats/shadows-1.chief": True}),
    ],
    "PC-I-06": [Broken({"cats/shadows-1.value": 0}, found=("out-of-range",))],
    "PC-I-07": [
        Broken({"prey/pigeon-2.value": 1}, also=("PC-I-18",), severity="both"),
        Broken({"prey/fly-3.pair": 13}, also=("PC-I-18",), severity="both"),
        Broken({"prey/fly-3.partner": "pigeon-2"}),
        Broken({"prey/mouse-1.pair": 3}, also=("PC-I-18",), severity="both"),
    ],
    "PC-I-08": [
        Broken(
            {
                "prey/mouse-3.value": 2,
                "prey/mouse-2.value": 3,
                "prey/mouse-6.value": 5,
                "prey/mouse-5.value": 6,
                "prey/mouse-1.value": 2,
                "prey/mouse-4.value": 3,
            }
        ),
        Broken({"prey/mouse-1.value": 7}, found=("out-of-range",)),
    ],
    "PC-I-09": [
        Broken(
            {
                "cats/royal-claws-4.value": 3,
                "cats/royal-claws-3.value": 4,
                "cats/royal-claws-5.chief": GONE,
                "cats/royal-claws-3.chief": True,
            },
            also=("PC-I-16",),
        ),
        Broken({"cats/gourmets-2.value": 3, "cats/gourmets-3.value": 2}),
    ],
    "PC-I-10": [Broken({"cats/gourmets-5.value": 6}, also=())],
    "PC-I-11": [Broken({"cats/twins-2a.value": 6}, severity="warning")],
    "PC-I-12": [
        Broken({"dogs/dog-1.arrows": ["N", "N"]}, found=("out-of-range",)),
        Broken({"dogs/dog-1.arrows": []}, found=("out-of-range",)),
        Broken({"dogs/dog-1.arrows": ["N", "UP"]}, found=("unknown-choice",)),
    ],
    "PC-I-13": [
        Broken({"dogs/dog-1.arrows": ["E", "W"]}, severity="warning"),
        Broken({"dogs/dog-5.arrows": ["N", "E", "W"], "dogs/dog-4.arrows": ["S", "E", "W"]}, severity="warning"),
        Broken({"dogs/dog-5.arrows": ["NW", "W", "SW"], "dogs/dog-4.arrows": ["SW", "S", "SE"]}, severity="warning"),
        Broken({f"dogs/dog-{number}.arrows": ["N", "E", "S", "W"] for number in range(1, 6)}, severity="both"),
    ],
    "PC-I-14": [
        Broken({"clans/twins.effect.timing": "at_dawn"}, found=("unknown-choice",)),
        Broken({"clans/twins.chief.text": GONE}, found=("missing-field",)),
        Broken({"clans/twins.chief.title": ""}),
    ],
    "PC-I-15": [
        Broken({"clans/twins.chief.power.tiles": ["mice"]}, found=("unknown-choice",)),
        Broken({"clans/twins.chief.power.amount": GONE}),
        Broken({"clans/twins.chief.power.lines": ["straight"]}),
        Broken({"clans/shadows.effect.power.does": "wide-reach"}),
        Broken({"clans/shadows.effect.timing": "scoring"}),
        Broken({"clans/shadows.effect.power.prey": ["fly"]}),
        Broken({"powers/dodge.moments": ["scoring"]}),
        Broken({"powers+": card(id="sleep", about="A", holders=["chief"], moments=[], takes=[])}),
    ],
    "PC-I-16": [
        Broken({"clans/gourmets.chief.power.lines": ["straight"]}),
        Broken({"clans/gourmets.origin": "designed"}),
        Broken({"clans/twins.origin": {"default": "designed", "effect": "seed 004"}}),
        Broken({"clans/justiciers.effect.power.does": "extra-points"}, also=("PC-I-15",)),
    ],
    "PC-I-17": [
        Broken({"clans/twins.name": {"fr": "Queues jumelles", "en": "Gutter Gang"}}),
        Broken({"clans/twins.origin": GONE}),
        Broken({"clans/twins.name": {"fr": "Queues jumelles"}}, found=("missing-translation",)),
    ],
    "PC-I-18": [Broken({"prey/mouse-1.value": 2}, severity="warning")],
    "PC-I-19": [
        Broken(
            {"cats/twins-2a.value": 3, "cats/twins-2b.value": 4, "cats/twins-4.value": 6, "cats/twins-3a.value": 6},
            also=("PC-I-11",),
            severity="warning",
        ),
    ],
}

BROKEN = {"food-chain": FOOD_CHAIN, "pocket-cats": POCKET_CATS}
#: How many invariants there are, and their prefix.
LISTED = {"food-chain": ("FC-I", 30), "pocket-cats": ("PC-I", 31)}
