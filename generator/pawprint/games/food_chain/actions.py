"""Food Chain: decisions and outcomes of chance as numbers, and their words.

An action is a verb in its upper bits, and below it two numbers of `SHIFT` bits: a kind of card or a node, and the node
that the action is about.
"""

import re
from collections.abc import Mapping

#: What a decision is, in the upper bits of an action, in the order of section 5; the last two are outcomes of chance.
SHIFT, VERB = 10, 20
HUNT, EAT, BACK_OFF, CHASE, SWITCH, PASS, SHUFFLE_IN, RANSOM = (verb << VERB for verb in range(8))
#: No card, where one could be; and so no kind and no slot may have this number.
NOTHING = (1 << SHIFT) - 1

#: Forms of words, by what they mean: {card} is one in a hand or pile, {node} and {food} lie on the table.
PHRASES: Mapping[int, str] = {
    HUNT: "hunt {food} with {card}",
    EAT: "eat {food} with {node}",
    BACK_OFF: "back off {food}",
    CHASE: "chase {food} away",
    SWITCH: "switch {food} for {card}",
    PASS: "discard {card}",
    SHUFFLE_IN: "shuffle in at {place}",
    RANSOM: "ransom {card}",
}
NOTHING_TO_DISCARD = "pass"
PATTERNS = {verb: re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>\\S+)", words)) for verb, words in PHRASES.items()}


def fields_of(action: int) -> tuple[int, int, int]:
    """The verb, such as `EAT`, and the two numbers below it."""
    return action >> VERB << VERB, action >> SHIFT & NOTHING, action & NOTHING
