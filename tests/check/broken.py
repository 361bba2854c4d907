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
        severity: of what is found of this invariant: error, warning, or both.
    """

    edits: dict[str, Any]
    found: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    severity: str = "error"


def card(**fields: Any) -> dict[str, Any]:
    """A record of words that are the same in all languages."""
    return {"origin": "designed", **fields}


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
        Broken(
            {
                f"organisms/{one}.{key}": value
                for one in ("toad", "mouse")
                for key, value in (("name", "Mouse"), ("grammar", GONE))
            }
        ),
        Broken({"organisms/toad.name": {"fr": "Crapaud"}}, found=("missing-translation",)),
        Broken({"organisms/wolf.points": GONE}, found=("missing-field",)),
    ],
    "FC-I-05": [
        Broken({"organisms/wolf.level": 6}, found=("out-of-range",)),
        Broken({"organisms/boar.level": 3, "organisms/fox.level": 3}, also=("FC-I-14", "FC-I-10"), severity="warning"),
    ],
    "FC-I-06": [Broken({"organisms/bear.prey": ["cherries", "huntsman"]}, found=("unknown-reference",))],
    "FC-I-07": [Broken({"organisms/bear.predators": ["fox"]}, found=("unknown-field",))],
    "FC-I-08": [
        Broken({"organisms/fox.prey": ["fox", "hare", "hedgehog", "toad"]}, also=("FC-I-09", "FC-I-10")),
        Broken({"organisms/fox.prey": ["mouse", "mouse"]}, found=("out-of-range",)),
    ],
    "FC-I-09": [Broken({"organisms/snail.prey": ["beetle"], "organisms/beetle.prey": ["snail"]}, also=("FC-I-33",))],
    "FC-I-10": [
        Broken({"organisms/mouse.prey": ["cherries", "hare"]}, severity="both"),
        Broken({"organisms/fox.prey": ["mouse", "hare", "hedgehog", "boar"]}, severity="warning"),
    ],
    "FC-I-11": [
        Broken({"organisms/leaves.prey": ["cherries"]}),
        Broken({"organisms/beetle.prey": []}),
    ],
    "FC-I-12": [Broken({"organisms/wolf.prey": ["hare", "boar"]}, also=("FC-I-33",))],
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
    "FC-I-31": [Broken({"bonus/swarm.rules": [{"icon": "draw", "text": {"fr": "Piochez.", "en": "Draw two cards."}}]})],
    "FC-I-32": [Broken({"bonus/huntsman.subtitle": "Eats everybody"})],
    "FC-I-33": [
        Broken({"organisms/bear.prey": ["cherries", "beetle", "hare", "boar", "fox"]}, severity="warning"),
    ],
}

POCKET_CATS: dict[str, list[Broken]] = {
    "PC-I-01": [
        Broken({"cats/twins-4": GONE}, also=("PC-I-11",)),
        Broken({"clans/twins.copies": 2}),
    ],
    "PC-I-02": [Broken({"prey/mouse-1": GONE}, also=("PC-I-04", "PC-I-16", "PC-I-18"))],
    "PC-I-03": [Broken({"dogs/dog-5": GONE}, also=("PC-I-04",))],
    "PC-I-04": [Broken({"game.players.max": 3})],
    "PC-I-05": [
        Broken({"cats/twins-4.chief": True}),
        Broken({"cats/shadows-1.chief": True}),
    ],
    "PC-I-06": [Broken({"cats/shadows-1.value": 0}, found=("out-of-range",))],
    "PC-I-07": [
        Broken({"prey/pigeon-2.value": 1}, also=("PC-I-18",)),
        Broken({"prey/fly-3.pair": 13}, also=("PC-I-18",)),
        Broken({"prey/fly-3.partner": "pigeon-2"}),
        Broken({"prey/mouse-1.pair": 3}, also=("PC-I-18",)),
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
        Broken({"clans/twins.name": {"fr": "Queues jumelles", "en": "Gutter Gang", "de": "Rinnenbande"}}),
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
    "PC-I-32": [
        Broken({"clans/royal-claws.chief.text.en": "When revealed, it is exchanged 1, 2 or 3 places away."}),
        Broken({"aids/aid-turn.sections": [{"icon": "dog", "title": "T", "text": "Turn two dogs."}]}),
    ],
    "PC-I-33": [
        Broken({"clans/lookouts.effect.power.amount": 2}),
        Broken({"clans/shadows.chief.power.lines": ["straight"]}),
        Broken({"clans/gourmets.chief.text.en": "It captures nothing."}),
    ],
}

#: Invariants about the deck of creatures as a whole: who moves one creature breaks several of them.
DECK = (
    *(f"FO-10.3-{word}" for word in ("creatures", "force", "hunger", "properties", "traits", "parameters")),
    *("FO-I-01", "FO-I-10"),
)
#: The same about the action cards.
CARDS = ("FO-10.3-actions", "FO-10.3-icons", "FO-10.3-numbers", "FO-I-05")
HORNS = {"lock": False, "trigger": "attacked", "text": "Ouch."}

FOODEN: dict[str, list[Broken]] = {
    "FO-I-01": [
        Broken({"season/year.copies": 2}),
        Broken({"creatures/[source_name=none].copies": 2}, also=DECK),
        Broken({"nature/meat-row": GONE}),
        Broken({"objectives/majority.copies": 2}),
    ],
    "FO-I-02": [Broken({"cubes/plant-cube.copies": 25}), Broken({"vp/star.copies": 19})],
    "FO-I-03": [
        Broken({"actions/moss-1.organisation": "owl"}),
        Broken(
            {"organisations+": card(id="idle", name="I", motto="M", colour="ink", emblem="x", special="feed")},
            also=("FO-I-04", "FO-I-05"),
        ),
    ],
    "FO-I-04": [
        Broken(
            {"actions/moss-4.effects": ["introduce", "reveal"], "actions/moss-7.effects": ["supply", "reveal"]},
            also=CARDS,
        )
    ],
    "FO-I-05": [
        Broken({"action-icons/feed.code": "A3"}),
        Broken({"action-icons/feed.special": GONE}, also=CARDS),
        Broken({"actions/moss-5.effects": ["add-food", "feed"]}, also=CARDS, severity="warning"),
        Broken({"organisations/moss.special": "feed"}, severity="both"),
    ],
    "FO-I-06": [
        Broken({"creatures/[type=plant].type": "fungus"}, found=("unknown-choice",)),
        Broken(
            {
                "game.components.creatures.fields.diet.choices.air": "Air",
                "creatures/[diet=sun][trait=none].diet": "air",
            },
            also=(*DECK, "FO-I-07"),
        ),
    ],
    "FO-I-07": [
        Broken({"creatures/[diet=sun].hunger": 1}, also=DECK),
        Broken({"creatures/[hunger=1].hunger": 0}, also=DECK),
        Broken({"creatures/[hunger=3].hunger": 4}, found=("out-of-range",)),
    ],
    "FO-I-08": [
        Broken({"creatures/[force=5].force": 6}, found=("out-of-range",)),
        Broken({"creatures[force=5].force": 4}, also=DECK, severity="warning"),
    ],
    "FO-I-09": [
        Broken({"creatures/[trait=provider].parameter": GONE}, also=DECK),
        Broken({"creatures/[trait=provider].parameter": "animal"}, also=DECK),
        Broken({"creatures/[trait=symbiont].parameter": "meat"}, also=DECK),
        Broken({"creatures/[trait=none].parameter": "meat"}, also=DECK),
        Broken({"creatures/[trait=none].trait": "luck"}, found=("unknown-reference",)),
        Broken({"traits/poison.code": "T14"}),
        Broken({"traits/poison.parameter": "food"}),
    ],
    "FO-I-10": [
        Broken({"creatures[trait=cohort].trait": "bounty"}, also=DECK),
        Broken({"creatures[trait=provider][parameter=meat].parameter": "plant"}, also=DECK, severity="warning"),
    ],
    "FO-I-11": [
        Broken({"creatures/[type=plant].properties": ["winged", "winged"]}, found=("out-of-range",)),
        Broken({"creatures/[type=plant].properties": ["musical"]}, found=("unknown-choice",)),
    ],
    "FO-I-12": [Broken({"creatures.properties": ["tiny"]}, also=(*DECK, "FO-I-13", "FO-I-16"), severity="warning")],
    "FO-I-13": [Broken({"creatures.properties": ["tiny"]}, also=(*DECK, "FO-I-12", "FO-I-16"), severity="warning")],
    "FO-I-14": [Broken({"creatures/[diet=sun][trait=none].trait": "omnivore"}, also=DECK)],
    "FO-I-15": [
        Broken(
            {"creatures[type=plant].type": "animal"}, also=(*DECK, "FO-I-13", "FO-I-16", "FO-I-18"), severity="warning"
        )
    ],
    "FO-I-16": [
        Broken({"creatures[type=plant].type": "animal"}, also=(*DECK, "FO-I-13", "FO-I-15", "FO-I-18")),
        Broken({"objectives/heavyweights.score.counts.at_least": 6}, also=("FO-I-18",)),
        Broken({"objectives/nursery.score.counts.at_most": 0}, found=("out-of-range",)),
        Broken({"objectives/oddities.score.counts.at_least": 5}, also=("FO-I-18",)),
    ],
    "FO-I-17": [
        Broken({"objectives/majority.score.set_of": "type"}, also=("FO-10.3-objectives",)),
        Broken({"objectives/fang-club.score.counts.value": "bones"}, also=("FO-I-16",)),
        Broken({"objectives/fang-club.score.counts.field": "colour"}, found=("unknown-choice",)),
        Broken({"objectives/nursery.score.counts.at_least": 1}),
        Broken({"objectives/aviary.score.counts": {"field": "trait", "at_least": 1}}),
    ],
    "FO-I-18": [
        Broken({"creatures/[source_name=Griffon].hunger": 1}, also=DECK),
        Broken({"creatures/[source_name=Griffon].force": 1}, also=DECK),
        Broken({"creatures/[source_name=Griffon].source_name": GONE}),
        Broken({"objectives/winter-garden.score.base": 5}),
        Broken({"objectives/winter-garden.source_name": "Jardin"}),
        Broken({"creatures/[source_name=none].origin": "seed 001"}),
        Broken({"traits/early-bite.origin.summary": "seed 001"}),
        Broken({"organisations/moss.origin": GONE}),
    ],
    "FO-I-19": [Broken({"objectives/fang-club.score.counts.value": "sun"})],
    "FO-I-20": [Broken({"game.players.max": 9})],
    "FO-I-21": [
        Broken(
            {
                "creatures/[diet=sun].name": {"fr": "A", "en": "Same"},
                "creatures/[diet=meat].name": {"fr": "B", "en": "Same"},
            }
        ),
        Broken({"creatures/[diet=sun].description": "Same", "creatures/[diet=meat].description": "Same"}),
        Broken({"creatures/[diet=sun].name": {"fr": "A"}}, found=("missing-translation",)),
    ],
    "FO-I-23": [
        Broken({"traits/poison.summary": ""}),
        Broken({"traits/poison.text": GONE}, found=("missing-field",)),
    ],
    "FO-10.3-creatures": [Broken({"creatures/[diet=meat][type=plant].diet": "plant"}, also=DECK)],
    "FO-10.3-force": [Broken({"creatures/[force=4].force": 3}, also=DECK)],
    "FO-10.3-hunger": [Broken({"creatures/[hunger=1].hunger": 2}, also=DECK)],
    "FO-10.3-properties": [
        Broken({"creatures/[trait=none].properties": ["tiny", "giant", "swift", "winged"]}, also=DECK)
    ],
    "FO-10.3-traits": [
        Broken({"creatures/[trait=bounty].trait": "cohort"}, also=DECK),
        Broken({"creatures[trait=poison].type": "plant"}, also=(*DECK, "FO-I-18")),
    ],
    "FO-10.3-parameters": [Broken({"creatures/[trait=provider][parameter=meat].parameter": "plant"}, also=DECK)],
    "FO-10.3-actions": [Broken({"actions/moss-1.effects": ["introduce", "add-food"]})],
    "FO-10.3-icons": [Broken({"actions/moss-1.effects": ["add-food", "lead"]}, also=CARDS)],
    "FO-10.3-numbers": [Broken({"actions/owl-5.n": 3}), Broken({"actions/moss-1.n": 2})],
    "FO-10.3-objectives": [Broken({"objectives/majority.score": {"per": 9, "set_of": "type"}}, also=("FO-I-37",))],
    "FO-I-35": [
        Broken({"season/year.phases": [{"name": "Dawn", "text": "5 creatures enter Nature"}] * 4}),
        Broken({"objectives/nursery.text.en": "Two for each of Force two."}),
    ],
    "FO-I-36": [
        Broken({"traits/poison.text.en": "The attacker goes on eating, and both stay upright."}),
        Broken({"action-icons/lead.text.fr": "Prenez le pion Leader : vous commencez tout de suite."}),
        Broken({"objectives/fang-club.score.counts.value": "plant"}, also=("FO-I-19", "FO-I-37")),
    ],
    "FO-I-37": [Broken({"objectives/fang-club.score.counts.value": "plant"})],
}

LAKE: dict[str, list[Broken]] = {
    "EL-I-01": [Broken({"cards/horns.copies": 9})],
    "EL-I-02": [
        Broken({"cards/horns.trait": "flight"}, also=("EL-I-04",)),
        Broken({"traits/horns.name": {"fr": "Cornes", "en": "Flight"}}),
        Broken({"cards/horns.trait": GONE}, found=("missing-field",)),
    ],
    "EL-I-03": [Broken({"cards/burrowing": GONE, "cards/horns.copies": 16}, also=("EL-I-02", "EL-I-04", "EL-I-14"))],
    "EL-I-04": [
        Broken({"cards/horns": GONE, "cards/speed.copies": 16}, also=("EL-I-02",), severity="warning"),
    ],
    "EL-I-05": [Broken({"cards/horns.copies": 2, "cards/speed.copies": 14}, also=("EL-I-13",))],
    "EL-I-06": [Broken({"cards/carnivore.copies": 8, "cards/speed.copies": 16}, severity="warning")],
    "EL-I-07": [
        Broken({"food/food-lily.copies": 39}),
        Broken({"mats/mat-frog.copies": 0}),
        Broken({"game.players.min": 1}),
    ],
    "EL-I-08": [
        Broken({"traits/burrowing.effects": HORNS, "traits/nocturnal.effects": HORNS}, severity="warning"),
    ],
    "EL-I-09": [
        Broken({"traits/horns.effects.trigger": "always"}, found=("unknown-choice",)),
        Broken({"traits/horns.effects.text": GONE}),
        Broken({"game.rules.triggers": ["gathering"]}),
    ],
    "EL-I-10": [Broken({"traits/flight.effects.lock": False})],
    "EL-I-11": [Broken({"traits/horns.core.role": "diet"})],
    "EL-I-12": [Broken({"game.rules.gathering.cards": 8})],
    "EL-I-13": [Broken({"cards/horns.copies": 4, "cards/speed.copies": 12}, severity="warning")],
    "EL-I-14": [
        Broken({"traits/horns.origin": GONE}),
        Broken({"traits/horns.origin": {"default": "designed", "effects": "science-games-blog"}}),
        Broken({"traits/horns.origin": {"default": "designed", "name": "seed 002"}}),
        Broken({"turn/turn-end.origin": "designed"}),
        Broken({"cards/horns.origin": {"default": "designed", "copies": "science-games-blog"}}),
    ],
    "EL-I-15": [
        Broken({"options/tie": GONE}),
        Broken({"options/tie.rule": "EL-5.4"}),
        Broken({"options/tie.default": "first"}),
        Broken({"options/min-plays.default": "1"}),
    ],
    "EL-I-16": [Broken({"game.rules.max_traits": 2})],
    "EL-I-31": [Broken({"turn/turn-gathering.text.en": "Put 3 :food: on the lake."})],
    "EL-I-32": [Broken({"traits/horns.effects.text.en": "The attacker loses nothing."})],
}

BROKEN = {"food-chain": FOOD_CHAIN, "pocket-cats": POCKET_CATS, "fooden": FOODEN, "lake-ecosystem": LAKE}
#: How many invariants there are, and their prefix.
LISTED = {
    "food-chain": ("FC-I", 35),
    "pocket-cats": ("PC-I", 33),
    "fooden": ("FO-I", 37),
    "lake-ecosystem": ("EL-I", 33),
}

#: The invariant that notices every edit of a rule text, and of what the rules read beside it.
REVIEWED = {"food-chain": "FC-I-32", "pocket-cats": "PC-I-33", "fooden": "FO-I-36", "lake-ecosystem": "EL-I-32"}
