"""The decisions of FOODEN as numbers, and in words.

An action is a number: that of its verb's first action, plus what it is about. The verbs of effects come first, in the
order of `EFFECTS`, so that the actions of several effects are in order when the effects are.
"""

from collections.abc import Iterator

from pawprint.games.fooden.cards import EFFECTS, ROWS, FoodenCards

#: Verbs beside those of `EFFECTS`: the others finish what an effect has begun, or belong to no effect.
KEEP, SINK, TO, CHOOSE, LAY, NAME = range(len(EFFECTS), len(EFFECTS) + 6)

#: In words, by verb. {creature}, {food} and the like are what it is about.
PHRASES = (
    "add {food}", "reveal", "introduce {creature}", "lead", "rescue {creature}", "recall {creature}",
    "swap {food} for {other}", "supply {food}", "discard {creature}", "foresee", "shift {creature}",
    "feed {food} to {creature}", "sponsor {creature}",
    "keep {creature}", "sink {creature}", "to place {place}", "choose {organisation}", "lay {card}", "name seat {seat}",
)  # fmt: skip
_SHUFFLE = "shuffle"

#: What is to be decided, or that nothing is any more.
CHOOSING, LAYING, ACTING, JOINING, RENEWING, FORESEEING, SHIFTING, SHUFFLING, NAMING, OVER = range(10)
#: Their names.
STAGES = (
    "choose", "lay", "act", "join", "renew", "foresee", "shift", "shuffle", "name", "over",
)  # fmt: skip


def effects_in(pending: int) -> list[int]:
    """The effects that are set in bits, lowest first."""
    return [effect for effect in range(len(EFFECTS)) if pending >> effect & 1]


class FoodenActions:
    """All actions of a game.

    Attributes:
        first: verb -> its first action.
        verb: action -> its verb.
        about: action -> what it is about: a creature, a food, a card, a seat...; for two things see `pair`.
        words: action -> its description.
    """

    def __init__(self, cards: FoodenCards, seats: int) -> None:
        self.cards = cards
        self.creatures = len(cards.creatures)
        self.first: list[int] = []
        self.verb: list[int] = []
        self.about: list[int] = []
        self.words: list[str] = []
        for verb in range(len(PHRASES)):
            self.first.append(len(self.words))
            for about, words in enumerate(self._of(verb, seats)):
                self.verb.append(verb)
                self.about.append(about)
                self.words.append(words)
        self.actions = {words: action for action, words in enumerate(self.words)}

    def _of(self, verb: int, seats: int) -> Iterator[str]:
        """The words of all actions of *verb*, in order."""
        cards, phrase = self.cards, PHRASES[verb]
        names = [creature.name for creature in cards.creatures]
        if "{food}" in phrase:
            for food in ROWS:
                others = ROWS if "{other}" in phrase else names if "{creature}" in phrase else [""]
                for other in others:
                    yield phrase.format(food=food, other=other, creature=other)
        elif "{creature}" in phrase:
            yield from (phrase.format(creature=name) for name in names)
        elif "{place}" in phrase:
            yield from (phrase.format(place=place + 1) for place in range(len(names)))
        elif "{organisation}" in phrase:
            yield from (phrase.format(organisation=name) for name in cards.organisations)
        elif "{card}" in phrase:
            yield from (phrase.format(card=card.name) for card in cards.actions)
        elif "{seat}" in phrase:
            yield from (phrase.format(seat=seat) for seat in range(seats))
        else:
            yield phrase

    def describe(self, action: int | tuple[int, ...]) -> str:
        """*action* in words; a tuple is the discard pile shuffled, top first."""
        if isinstance(action, tuple):
            return " ".join([_SHUFFLE, *(self.cards.creatures[creature].name for creature in action)])
        return self.words[action]

    def parse(self, text: str) -> int | tuple[int, ...]:
        """The action that `describe` has said.

        Raises:
            ValueError: it is none.
        """
        if text in self.actions:
            return self.actions[text]
        verb, *names = text.split(" ")
        if verb == _SHUFFLE and all(name in self.cards.numbers for name in names):
            return tuple(self.cards.numbers[name] for name in names)
        raise ValueError("write it as in: lay CARD, add plant, introduce CREATURE, swap meat for plant, lead")
