"""Kinds of cards -> a palette in which white letters read well, and each colour upon white."""

from pawprint.importer.guess_columns import CardList, GuessedColumn

#: White letters read well on each, and each on white.
_COLOURS = {
    **{"blue": "#1f5a7a", "red": "#96323a", "green": "#3f6b33", "violet": "#5d4185", "amber": "#8a5a10"},
    **{"teal": "#14675f", "pink": "#9c3f70", "slate": "#4a5360", "brown": "#6d4530", "olive": "#5f6420"},
    **{"navy": "#2c3f78", "plum": "#74375a"},
}
_PALE = 0.16
#: What kinds of cards are called that should have such a colour.
_CALLED = {
    "red": ("red", "rouge", "rot", "rojo", "rosso", "krasnyy", "fire", "feu", "feuer", "hearts", "coeur", "herz"),
    "blue": ("blue", "bleu", "blau", "azul", "blu", "siniy", "goluboy", "water", "eau", "wasser"),
    "green": ("green", "vert", "grun", "verde", "zelenyy", "forest", "foret", "wald", "nature", "plant"),
    "amber": ("yellow", "jaune", "gelb", "amarillo", "giallo", "zheltyy", "gold", "or", "orange", "diamonds"),
    "violet": ("purple", "violet", "lila", "violett", "morado", "viola", "fioletovyy", "magic", "magie"),
    "pink": ("pink", "rose", "rosa", "rozovyy"),
    "brown": ("brown", "brun", "braun", "marron", "marrone", "korichnevyy", "earth", "terre", "erde"),
    "slate": ("grey", "gray", "gris", "grau", "grigio", "seryy", "black", "noir", "schwarz", "negro", "nero", "spades"),
}


def category_colours(category: GuessedColumn | None) -> dict[str, str]:
    """A colour for each choice: the one that it is called by, else the next that is free."""
    if category is None:
        return {}
    given = {key: colour for key in category.choices for colour, names in _CALLED.items() if key in names}
    free = iter([colour for colour in _COLOURS if colour not in given.values()] + [*_COLOURS])
    return {key: given.get(key) or next(free) for key in category.choices}


def palettes_yaml(game: str, title: str, deck: CardList) -> str:
    """The file `palettes.yaml`: dark colours for grounds and numbers, and a pale one of each."""
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
