"""A list of cards with the roles of its columns -> the catalog files of its game, with comments."""

import re
from collections.abc import Mapping
from types import MappingProxyType

from pawprint.catalog.text_templates import BEGIN
from pawprint.importer.card_list import RASTER, CardList, GuessedColumn
from pawprint.spreadsheets.yaml_writer import scalar_text

#: A code in brackets that stands for a sign, such as [credit] or {T}.
NO_ICONS: Mapping[str, str] = MappingProxyType({})
_QUOTE = '"'
_CODE = re.compile(r"\[[^\[\]]{1,20}\]|\{[^{}]{1,20}\}")
#: What the comment behind a field says of its role on the card.
_ABOUT = {
    "name": "the title of the card",
    "category": "decides on the colour of the card",
    "cost": "the number in the upper corner",
    "text": "what the card does",
    "flavour": "in italics below the text",
    "image": "a file in layouts/images or layouts/art",
    "stat": "a number at the lower edge",
    "back": "on the back",
    "hidden": "not on the card; name it in the layout to show it",
}


def game_yaml(
    game: str,
    title: str,
    deck: CardList,
    stock: str,
    made_of: str,
    small: bool = False,
    back: bool = True,
    icons: Mapping[str, str] = NO_ICONS,
) -> str:
    """The file `game.yaml`.

    Args:
        small: they are tokens instead of cards.
        back: whether there is a layout of the back.
        icons: code in the texts -> the icon that is printed for it.
    """
    lines = [
        f"# {title}: which cards there are, and what each of them has. Made from {made_of}.",
        "# Where a guess was wrong, change it here; `pawprint check` says what does not fit together.",
        f"id: {game}",
        f"title: {_text(title)}",
        f"languages: [{', '.join(deck.languages)}]",
        'version: "1"',
        "",
        "components:",
        "  cards:",
        *(["    kind: tokens"] if small else []),
        "    file: cards.yaml",
        f"    stock: {stock}                # the size; tarot and mini are others",
        f"    face: {game}/card             # layouts/faces/{game}/card.yaml",
        *([f"    back: {game}/back"] if back else []),
        "    fields:",
    ]
    for column in deck.columns:
        lines += [f"      {line}" for line in _field(column, small)]
    if icons:
        lines += [
            "",
            f"# Codes in the texts, and the icons that are printed for them, from layouts/icons/{game}.",
            "icons:",
        ]
        lines += [
            f"  {scalar_text(code, inside=False, bare=False, like=_QUOTE)}: {name}" for code, name in icons.items()
        ]
    total = sum(deck.copies)
    lines += [
        "",
        "# Rules that your cards must keep, a line each: `pawprint check` reports an edit that breaks one. This one",
        "# fixes the size of the deck; to turn it on, remove the # of both lines.",
        "# checks:",
        f"#   - {{id: C-1, about: the deck has {total} cards, sum: copies, over: cards, equals: {total}}}",
    ]
    return "\n".join(lines) + "\n"


def _field(column: GuessedColumn, small: bool) -> list[str]:
    drawn = column.role == "image" and not any(text.lower().endswith(RASTER) for text in column.filled)
    words = {"plain": "type: text, translated: false"}.get(column.type, f"type: {column.type}")
    if drawn and column.whole:  # a field of this type that is left out means the drawing of the card's id
        words = "type: art"
    optional = "" if column.whole or column.type == "flag" else ", optional: true"
    about = "on the back: the rest of a text that is too long for the face" if column.continues else ""
    if column.reason:
        about = f"not on the card ({column.reason}); name it in the layout to show it"
    about = about or _ABOUT.get(column.role, "")
    if column.role == "stat" and column.type == "plain":
        about = "a number, or a sign for one, at the lower edge"
    if small and column.role in ("cost", "stat"):
        about = "the number on the token"
    comment = f"  # {about}" if about else ""
    if column.type != "choice":
        return [f"{column.name}: {{{words}{optional}}}{comment}"]
    lines = [f"{column.name}:{comment}", "  type: choice"]
    if not column.whole:
        lines.append("  optional: true")
    lines.append("  choices:")
    return lines + [
        f"    {scalar_text(key, inside=False, bare=False)}: {_texts(said)}" for key, said in column.choices.items()
    ]


def cards_yaml(deck: CardList) -> str:
    """The file `cards.yaml`: a record for each card."""
    lines = [
        "# A card begins with a dash. Edit it, add one, or take one away.",
        "cards:",
    ]
    for at, (identity, copies) in enumerate(zip(deck.ids, deck.copies, strict=True)):
        lines.append(f"  - id: {scalar_text(identity, inside=False, bare=False)}")
        for column in deck.columns:
            value = column.values[at]
            if any(value.values()):
                lines.append(f"    {column.name}: {_value(column, value, deck.languages)}")
        if copies != 1:
            lines.append(f"    copies: {copies}")
        lines.append("")
    return "\n".join(lines).rstrip("\n") + "\n"


def _value(column: GuessedColumn, value: Mapping[str, str], languages: list[str]) -> str:
    if column.type in ("int", "number", "flag"):
        return value[""]
    if column.type in ("choice", "plain"):
        return _text(next(filter(None, value.values())))
    # Braces that would begin an expression are printed by one.
    written = _texts({code: text.replace(BEGIN, f"{{{{ '{BEGIN}' }}}}") for code, text in value.items()})
    missing = [code for code in languages if "" not in value and not value.get(code)]
    return f"{written}  # the same in {', '.join(missing)}, until it is translated" if missing else written


def _texts(value: Mapping[str, str]) -> str:
    """A text in its languages; where one lacks it, the first that there is stands for all."""
    said = {code: text for code, text in value.items() if text}
    if "" in said or len(said) < len(value) or len(set(said.values())) == 1:
        return _text(next(iter(said.values())))
    if max(map(len, said.values())) * len(said) > 90:
        return "".join(f"\n      {code}: {_text(text)}" for code, text in said.items())
    return "{" + ", ".join(f"{code}: {scalar_text(text, inside=True, bare=False)}" for code, text in said.items()) + "}"


def _text(text: str) -> str:
    """A text on one line; in quotes if it has lines, or codes that may be replaced by icons such as `:gold:`."""
    quoted = "\n" in text or _CODE.search(text)
    return scalar_text(text, inside=False, bare=False, like='"' if quoted else "")


def untranslated(deck: CardList) -> int:
    """How many texts lack a language and have another."""
    return sum(
        column.type == "text" and "" not in value and 0 < sum(map(bool, value.values())) < len(deck.languages)
        for column in deck.columns
        for value in column.values
    )
