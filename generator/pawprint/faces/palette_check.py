"""Palette -> findings about colours that must differ but look alike, to normal sight or to a colour-blind person."""

from collections.abc import Mapping
from itertools import combinations

from pawprint.core.colour import Colour
from pawprint.core.colour_vision import MIN_DIFFERENCE, difference, simulate
from pawprint.core.diagnostics import Findings
from pawprint.core.registry import suggest
from pawprint.yamlio import reader, scalars

#: Words of messages for each kind of colour vision.
_EYES = {
    "": "everybody",
    "protan": "red-blind eyes (protan)",
    "deutan": "green-blind eyes (deutan)",
    "tritan": "blue-blind eyes (tritan)",
}


def check_apart(node: reader.SequenceNode, name: str, palette: Mapping[str, Colour], findings: Findings) -> None:
    """Report pairs that look alike, within each group of names that `apart:` of the palette *name* lists."""
    for group in node.items:
        if not isinstance(group, reader.SequenceNode):
            help = "write a list of lists: [[red, blue], [light, dark]]"
            scalars.wrong_type(group, f"'apart' of palette '{name}'", "a list of colours", findings, help)
            continue
        names: list[str] = []
        for item in group.items:
            text = scalars.text(item, f"a colour of 'apart' of palette '{name}'", findings)
            if text is not None and text not in palette:
                message = f"there is no colour '{text}' in the palette '{name}'"
                findings.add("bad-colour", message, item.span, suggest(text, palette, "colours are"))
            elif text is not None:
                names.append(text)
        for one, other in combinations(names, 2):
            distance, sight = min((_distance(palette[one], palette[other], sight), sight) for sight in _EYES)
            if distance < MIN_DIFFERENCE:
                message = f"palette '{name}': {one} and {other} look alike to {_EYES[sight]}"
                least = f"their distance is {distance:.0f}, {MIN_DIFFERENCE:g} is the least"
                help = f"{least}; make one of them lighter or darker"
                findings.add("colours-alike", message, group.span, help)


def _distance(one: Colour, other: Colour, sight: str) -> float:
    return difference(simulate(one, sight), simulate(other, sight)) if sight else difference(one, other)
