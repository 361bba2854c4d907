"""Helpers for the cover of a rulebook: what the box says about the game."""

from pawprint.core.number_range import ages, number_range
from pawprint.documents.helper_context import HelperContext, helper
from pawprint.documents.markdown import Product
from pawprint.typeset.blocks import Paragraph, TextRun, Words
from pawprint.typography.printed_words import printed_word

#: Between two facts.
_APART = "\u2003"


@helper("at_a_glance")
def at_a_glance(context: HelperContext) -> Product:
    """Players, age and minutes of the game with an icon for each, in a paragraph of the style `glance`."""
    facts = context.game.facts
    minutes = number_range(facts.get("minutes"))
    shown = {
        "players": number_range(facts.get("players")),
        "age": ages(facts.get("age")),
        "minutes": minutes and f"{minutes}\u00a0min",
    }
    words: list[TextRun] = []
    for icon, text in shown.items():
        if text:
            words += [TextRun("text", _APART)] if words else []
            said = printed_word(icon, context.language)
            words += [TextRun("icon", icon, said=said), TextRun("text", f"\u00a0{text}")]
    return Product(blocks=(Paragraph(_checked(context, tuple(words)), context.here(""), "glance"),) if words else ())


def _checked(context: HelperContext, words: Words) -> Words:
    context.check_icons(words, context.here(""))
    return words
