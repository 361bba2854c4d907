"""The events of Food Chain."""

from collections.abc import Mapping

from pawprint.rules.engine import PIECE, SEAT, DetailKind

#: Event -> its details.
EVENTS: Mapping[str, tuple[DetailKind, ...]] = {
    "turn up": (PIECE,),
    "hunt": (SEAT, PIECE, PIECE),  # the food, who hunts it
    "eat": (SEAT, PIECE, PIECE),  # what is eaten, by whom
    "capture": (SEAT, SEAT),  # whose token
    "exchange": (SEAT, SEAT),  # tokens that two hold of each other go home
    "back off": (SEAT, PIECE),
    "chase": (SEAT, PIECE),
    "switch": (SEAT, PIECE, PIECE),  # the card from the table, the one from the hand
    "pass": (SEAT, PIECE),  # the card that is discarded, if any
    "end": (("FC-8.1", "FC-8.2", "FC-8.3"),),  # the rule that ends the game
    "ransom": (SEAT, SEAT, PIECE),  # whose token was captured, the card that is paid for it
}
