"""Categories of cards -> a palette in which white text is legible on each colour, and each colour on white."""

from pawprint.interchange.lists._card_list import CardList, GuessedColumn
from pawprint.interchange.lists._list_words import list_words

#: Each has enough contrast with white.
_COLOURS = {
    **{"blue": "#1f5a7a", "red": "#96323a", "green": "#3f6b33", "violet": "#5d4185", "amber": "#8a5a10"},
    **{"teal": "#14675f", "pink": "#9c3f70", "slate": "#4a5360", "brown": "#6d4530", "olive": "#5f6420"},
    **{"navy": "#2c3f78", "plum": "#74375a"},
}
_PALE = 0.16


def category_colours(category: GuessedColumn | None) -> dict[str, str]:
    """Choice -> colour: the one that list_words.yaml gives to its name, else the next free one."""
    if category is None:
        return {}
    given = {key: colour for key in category.choices for colour, names in list_words().colours.items() if key in names}
    free = iter([colour for colour in _COLOURS if colour not in given.values()] + [*_COLOURS])
    return {key: given.get(key) or next(free) for key in category.choices}


def palettes_yaml(game: str, title: str, deck: CardList) -> str:
    """The file `palettes.yaml`: dark colours for backgrounds and numbers, and a pale variant of each."""
    category = deck.column("category")
    used = list(dict.fromkeys(["blue", *category_colours(category).values(), "red", "green"]))
    lines = [f"# The colours of {title}. Change one, and it changes on every card.", "palettes:", f"  {game}:"]
    lines += ['    ink: "#23262b"', '    grey: "#5d646e"', '    rule: "#c9ced6"', '    paper: "#ffffff"']
    lines += [f'    {name}: "{_COLOURS[name]}"' for name in used]
    lines += [f'    {name}-pale: "{_pale(_COLOURS[name])}"' for name in used]
    lines += ['    grey-pale: "#e6e7e9"']
    return "\n".join(lines) + "\n"


def _pale(colour: str) -> str:
    parts = [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
    return "#" + "".join(f"{round(255 - (255 - part) * _PALE):02x}" for part in parts)
