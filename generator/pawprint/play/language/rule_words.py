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


# --- rule keys --------------------------------------------------------------------------------------------------------

# The keys of `rules.yaml` apart from those of steps, each with what it says: for the reader and for editors.


class RuleKey(NamedTuple):
    """A key.

    Attributes:
        takes: what stands there: the name of one of the other mappings here, or a kind of value that
            `rules_schema` knows; with `*` behind it, names of the author's own with such values below them.
    """

    takes: str
    about: str
    example: str = ""


#: The keys at the top of the file.
TOP_KEYS: Mapping[str, RuleKey] = {
    "players": RuleKey("players", "How many people can play.", "players: 2..4"),
    "cards": RuleKey("names", "The components that are played with; all of the game if absent.", "cards: animals"),
    "include": RuleKey("names", "Libraries whose zones, definitions, steps and actions the rules use.", ""),
    "longest": RuleKey("integer", "The most actions of one game; 2000 if absent.", "longest: 500"),
    "lowest wins": RuleKey("flag", "Whether the fewest points win.", "lowest wins: true"),
    "words": RuleKey("texts*", "Lists of words, for each of which there may be a zone or a value.",
                     "words: {colour: [red, blue]}"),
    "zones": RuleKey("zone*", "The places where cards lie.", "zones: {pile: {seen: hidden}, table: {}}"),
    "values": RuleKey("value*", "What the rules remember: numbers, words, players, cards.", "values: {round: 1}"),
    "numbers": RuleKey("number*", "Numbers of the rules that never change in a game.", "numbers: {goal: 25}"),
    "options": RuleKey("option*", "What players agree on before a game.", "options: {long: [false, true]}"),
    "editions": RuleKey("edition*", "Sets of values of the options.", "editions: {big: {long: true}}"),
    "names": RuleKey("words*", "What sentences call zones, values, choices, fields, definitions and steps.",
                     "names: {pile: {en: the pile, fr: la pioche}}"),
    "sentences": RuleKey("words*", "Sentences of the author, by rule or action, in place of those that are made.",
                         "sentences: {A-2: Each player is dealt two cards.}"),
    "define": RuleKey(
        "expression*", "Conditions and amounts with a name; values may stand in ( ).",
        "define: {strong(card): card.level > 2}",
    ),
    "calls": RuleKey("call*", "Functions in Python, in rules.py beside this file; values may stand in ( ).",
                     "calls: {worth(card): {gives: number, reads: [table]}}"),
    "steps": RuleKey("steps*", "Steps with a name; values may stand in ( ).", "steps: {gain(n): [{score: n}]}"),
    "actions": RuleKey("action*", "What a player may do when a step asks.", "actions: {play: {choose: {card: hand}}}"),
    "setup": RuleKey("steps", "The steps before the game; nobody chooses anything here.", "setup: [{shuffle: pile}]"),
    "play": RuleKey("steps", "The steps of the game.", "play: [{turns: [{ask: play}]}]"),
    "at end": RuleKey("steps", "The steps after the end, such as scoring.", "at end: [{each player: [{score: 1}]}]"),
    "score": RuleKey("expression", "The points of a player, who is `me`; those of `score:` steps if absent.",
                     "score: count(won)"),
    "outlook": RuleKey("name", "The function of 'calls' that says how actions change the scores, for bots.",
                       "outlook: foresee"),
    "rank": RuleKey("expressions", "Who wins: the highest number, then the next one where players tie.",
                    "rank: [points, count(hand)]"),
    "win together if": RuleKey("expression", "All players win if this is so at the end, or all lose.",
                               "win together if: not pile"),
    "team": RuleKey("expression", "The number of the team of a player, who is `me`.", "team: me % 2"),
    "always": RuleKey("conditions", "What must be so after each action; for tests of the rules.",
                      "always: count(hand) <= 7"),
}  # fmt: skip

#: The keys below the name of each kind of thing.
PART_KEYS: Mapping[str, Mapping[str, RuleKey]] = {
    "zone": {
        "seen": RuleKey("open|owner|hidden|face",
                        "Who sees the cards; all players if absent. On a grid they can lie face down.", "seen: hidden"),
        "each": RuleKey("text", "What there is one for each of: the players, or the words of a list.", "each: player"),
        "pile": RuleKey("flag", "Whether it is drawn as a pile, of which the top card is seen.", "pile: true"),
        "remembered": RuleKey("flag", "Whether players know the places of hidden cards that they have put there.",
                              "remembered: true"),
        "shape": RuleKey("forest|grid", "In a forest cards lie on cards, on a grid on places.", "shape: forest"),
        "rows": RuleKey("integer", "The rows of a grid.", "rows: 5"),
        "columns": RuleKey("integer", "The columns of a grid.", "columns: 5"),
        "turned": RuleKey("expression", "Which cards of a grid are turned as nobody knows while they lie face down.",
                          "turned: card.component == 'dogs'"),
        "parts": RuleKey("part*", "The zone has groups that come and go; each has these parts: cards, or a number.",
                         "parts: {cards: {}, coins: 0}"),
        "tokens": RuleKey("name", "The value that counts the tokens of each player which lie on no card of the forest.",
                          "tokens: reserve"),
        "holds": RuleKey("names", "The components whose cards begin here.", "holds: [animals]"),
        "refill": RuleKey("name", "The zone that is shuffled into this one when a card is drawn and none is left.",
                          "refill: discard"),
        "titles": RuleKey("words", "What the table and figures call it.", "titles: {en: Pile, fr: Pioche}"),
    },
    "part": {
        "seen": RuleKey("open|owner|hidden", "Who sees the cards; all players if absent.", "seen: hidden"),
        "pile": RuleKey("flag", "Whether it is a pile, of which the top card is seen.", "pile: true"),
        "different": RuleKey("flag", "Whether it never has two cards of a kind.", "different: true"),
        "titles": RuleKey("words", "What the table and figures call it.", "titles: {en: Traits, fr: Traits}"),
        "start": RuleKey("integer", "Of a number: what it is at the beginning.", "start: 0"),
    },
    "value": {
        "start": RuleKey("expression", "What it is at the beginning.", "start: 0"),
        "is": RuleKey("text", "What it is: number, word, player, card, flag, place, a list of words or a component; "
                      "that of `start` if absent.", "is: player"),
        "each": RuleKey("names", "What there is one for each of: player, pair (each player for each other one), a list "
                        "of words, a component, or two of these.", "each: player"),
        "titles": RuleKey("words", "What the table calls it, which does not show it without.", "titles: Coins"),
    },
    "number": {
        "value": RuleKey("integer", "The number.", "value: 25"),
        "rule": RuleKey("text", "The number of its rule.", "rule: NG-7"),
        "about": RuleKey("words", "What it is for.", "about: lights that end the game"),
    },
    "call": {
        "gives": RuleKey("number|word|player|card|flag|place|numbers|words|players|cards|flags|places",
                         "What it is in expressions; nothing if it is only a step.", "gives: number"),
        "reads": RuleKey("names", "The zones and values at which it looks.", "reads: [table, coins]"),
        "changes": RuleKey("names", "The zones and values that it changes, as a step.", "changes: [points]"),
    },
    "option": {
        "values": RuleKey("values", "What it can be, the usual one first.", "values: [false, true]"),
        "rule": RuleKey("text", "The number of its rule.", "rule: NG-8"),
        "about": RuleKey("words", "What it is for.", "about: a longer game"),
    },
    "action": {
        "rule": RuleKey("text", "The number of its rule.", "rule: A-2"),
        "choose": RuleKey("choice*", "What the player chooses; each has a name.", "choose: {card: hand}"),
        "when": RuleKey("conditions", "What must be so before anything is chosen.", "when: coins > 0"),
        "need": RuleKey("conditions", "What must be so.", "need: card.level > 1"),
        "else": RuleKey("words", "What a player is told when `need` is not so.", "else: You must follow suit."),
        "says": RuleKey("words", "The words of its button.", "says: {en: 'Play {card}'}"),
        "written": RuleKey("text", "How logs and scenarios write it.", "written: play {card}"),
        "written without": RuleKey("text", "How logs write it where nothing is chosen.", "written without: play"),
        "used": RuleKey("expression", "The cards that reports count as used; those that are chosen if absent.",
                        "used: '[card]'"),
        "worth": RuleKey("worth", "How it changes the points of the player, for bots; if nothing, they try it.",
                         "worth: 0"),
        "do": RuleKey("steps", "What happens.", "do: [{move: card, to: table}]"),
    },
    "choice": {
        "in": RuleKey("expression", "The list from which is chosen.", "in: hand"),
        "is": RuleKey("expression", "The only one that can be chosen.", "is: top(table)"),
        "from": RuleKey("expression", "The smallest number that can be chosen.", "from: 1"),
        "to": RuleKey("expression", "The largest number that can be chosen.", "to: coins"),
        "or nothing": RuleKey("flag", "Whether nothing may be chosen.", "or nothing: true"),
        "need": RuleKey("conditions", "What must be so for this choice.", "need: card.level > 1"),
        "else": RuleKey("words", "What a player is told of what cannot be chosen, or when `need` is not so.",
                          "else: This card is too low."),
        "rule": RuleKey("text", "The number of its rule.", "rule: A-3"),
    },
    "condition": {
        "that": RuleKey("expression", "What must be so.", "that: card.level > 1"),
        "else": RuleKey("words", "What a player is told when it is not so.", "else: This card is too low."),
        "rule": RuleKey("text", "The number of its rule.", "rule: A-4"),
    },
}  # fmt: skip
