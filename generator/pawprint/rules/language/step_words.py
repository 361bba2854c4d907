"""The words for steps: what stands with each, for the reader, the schema and the compiler."""

from collections.abc import Mapping
from typing import NamedTuple

#: What a word takes: an expression, steps, a new name, a mapping of names to expressions, words in languages, names of
#: actions, one of two words, expressions in a list.
EXPRESSION, STEPS, NEW_NAME, ASSIGNMENTS, SAYS, ACTIONS, PLACE, ARGUMENTS, NAME = (
    "expression", "steps", "new name", "assignments", "says", "actions", "place", "arguments", "name",
)  # fmt: skip


class StepWord(NamedTuple):
    """What a step does, and what stands with its verb.

    Attributes:
        takes: what stands at the verb itself.
        needed, optional: word -> what stands there.
        about: what the step does, in English.
        example: it, as a line of YAML.
    """

    takes: str
    needed: Mapping[str, str]
    optional: Mapping[str, str]
    about: str
    example: str


#: Verb -> the rest. The verb is the first key of a step.
STEP_WORDS: Mapping[str, StepWord] = {
    "move": StepWord(
        EXPRESSION,
        {"to": EXPRESSION},
        {
            "from": EXPRESSION, "at": PLACE, "place": EXPRESSION, "on": EXPRESSION, "token": EXPRESSION, "face": NAME,
            "as": NEW_NAME,
        },
        "Moves a card or several: on top, to the bottom, below so many, or to a place from the left; onto a card, or a "
        "place of a grid.",
        "move: card, to: table",
    ),
    "swap": StepWord(
        EXPRESSION, {"with": EXPRESSION}, {},
        "Two cards change places, or the cards of two places of a grid.", "swap: first(table), with: last(table)",
    ),
    "move all": StepWord(
        EXPRESSION, {"to": EXPRESSION}, {"at": PLACE},
        "Moves all cards of a zone.", "move all: table, to: discard",
    ),
    "draw": StepWord(
        EXPRESSION, {"from": EXPRESSION, "to": EXPRESSION}, {"as": NEW_NAME},
        "Moves so many cards from the top of a zone, or as many as there are.", "draw: 2, from: pile, to: hand",
    ),
    "token": StepWord(
        EXPRESSION, {}, {"to": EXPRESSION},
        "Takes the token from a card of a forest: to its player, or to a value.", "token: food, to: captured",
    ),
    "replace": StepWord(
        EXPRESSION, {"by": EXPRESSION, "to": EXPRESSION}, {"from": EXPRESSION, "as": NEW_NAME},
        "Puts a card in the place of one of a forest.", "replace: old, by: card, from: hand, to: hand",
    ),
    "flip": StepWord(EXPRESSION, {}, {}, "Turns the card of a place of a grid over.", "flip: here"),
    "rotate": StepWord(
        EXPRESSION, {"by": EXPRESSION}, {},
        "Turns the card of a place by quarters, clockwise.", "rotate: here, by: 1",
    ),
    "look": StepWord(EXPRESSION, {}, {}, "Looks at a card that lies face down.", "look: here"),
    "shuffle": StepWord(
        EXPRESSION, {}, {"to": EXPRESSION}, "Shuffles a zone; its cards go to another, if that is named.",
        "shuffle: discard, to: pile",
    ),
    "chance": StepWord(
        EXPRESSION, {"as": NEW_NAME}, {"to": EXPRESSION, "says": SAYS},
        "Lets chance choose from a list or a zone, or a number from one to another.", "chance: 1, to: 6, as: roll",
    ),
    "score": StepWord(EXPRESSION, {}, {"for": EXPRESSION}, "Gives points to a player.", "score: card.level"),
    "set": StepWord(ASSIGNMENTS, {}, {}, "Gives values new values.", "set: {leader: me}"),
    "add": StepWord(ASSIGNMENTS, {}, {}, "Adds to values.", "add: {coins: 2}"),
    "reset": StepWord(
        EXPRESSION, {}, {},
        "Gives a value for each card again what it was at the beginning, for all cards or for one.",
        "reset: force[card]",
    ),
    "take": StepWord(
        EXPRESSION, {"from": EXPRESSION, "to": EXPRESSION}, {},
        "Moves so many tokens from one value to another, or as many as there are.", "take: 3, from: bank, to: coins",
    ),
    "new": StepWord(
        EXPRESSION, {}, {"as": NEW_NAME, "for": EXPRESSION},
        "Begins a group of a zone with parts, of the player who acts, or of another.", "new: species, as: group",
    ),
    "remove": StepWord(EXPRESSION, {}, {}, "Removes a group that has no cards.", "remove: group"),
    "let": StepWord(
        ASSIGNMENTS, {}, {}, "Gives a name to a value, for the steps that follow.", "let: {before: last(table)}",
    ),
    "if": StepWord(
        EXPRESSION, {"then": STEPS}, {"else": STEPS},
        "Does steps if something is so, and others if not.", "if: not pile, then: [end]",
    ),
    "each": StepWord(
        NEW_NAME, {"in": EXPRESSION, "do": STEPS}, {},
        "Does steps for each entry of a list.", "each: card, in: table, do: [{score: card.level}]",
    ),
    "each player": StepWord(
        STEPS, {}, {"starting": EXPRESSION},
        "Does steps for each player in turn, who is then `me`.", "each player: [{draw: 1, from: pile, to: hand}]",
    ),
    "turns": StepWord(
        STEPS, {}, {"starting": EXPRESSION, "until": EXPRESSION},
        "Players take turns without end, or until something is so.", "turns: [{ask: play}]",
    ),
    "turn": StepWord(EXPRESSION, {}, {}, "Says who has the next turn.", "turn: me"),
    "repeat": StepWord(EXPRESSION, {"do": STEPS}, {}, "Does steps so many times.", "repeat: 3, do: [tick]"),
    "while": StepWord(EXPRESSION, {"do": STEPS}, {}, "Does steps while something is so.", "while: pile, do: [...]"),
    "ask": StepWord(
        ACTIONS, {}, {"who": EXPRESSION, "question": SAYS, "else": STEPS, "unless only": ACTIONS},
        "Lets a player choose one of these actions.", "ask: [play, pass]",
    ),
    "all choose": StepWord(
        ACTIONS, {}, {"who": EXPRESSION, "question": SAYS},
        "Lets all players choose in secret; then all of it happens.", "all choose: bid",
    ),
    "event": StepWord(NAME, {}, {"of": ARGUMENTS}, "Reports what has happened, for checks.", "event: eat, of: [me]"),
    "effects": StepWord(
        EXPRESSION, {}, {"with": ASSIGNMENTS},
        "Does the steps that a field of a card has; there the card is `this`; `with` names other things.",
        "effects: card.effect",
    ),
    "do": StepWord(
        NAME, {}, {"with": ARGUMENTS}, "Does the steps of that name.", "do: refill, with: [2]",
    ),
    "call": StepWord(
        NAME, {}, {"with": ARGUMENTS}, "Does a function in Python, which stands below 'calls'.",
        "call: settle, with: [me]",
    ),
    "phase": StepWord(NAME, {}, {}, "Begins a part of the game that has a name.", "phase: market"),
    "stop": StepWord("", {}, {}, "Leaves the innermost loop.", "stop"),
    "end": StepWord("", {}, {}, "Ends the game.", "end"),
}  # fmt: skip

#: Steps in which the game waits for somebody.
PAUSING = ("ask", "all choose")
