"""What is known of a list of cards -> a face, a back and a palette that look well without a designer."""

from statistics import median

from pawprint.base.shapes import Size
from pawprint.start.guess import RASTER, Column, Deck
from pawprint.tables.scribe import scalar

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


def colours_of(category: Column | None) -> dict[str, str]:
    """A colour for each choice: the one that it is called by, else the next that is free."""
    if category is None:
        return {}
    given = {key: colour for key in category.choices for colour, names in _CALLED.items() if key in names}
    free = iter([colour for colour in _COLOURS if colour not in given.values()] + [*_COLOURS])
    return {key: given.get(key) or next(free) for key in category.choices}
_MOST_BOXES = 4
_MOST_NOTES = 2


def palettes_yaml(game: str, title: str, deck: Deck) -> str:
    """The file `palettes.yaml`: dark colours for grounds and numbers, and a pale one of each."""
    category = deck.one("category")
    used = list(dict.fromkeys(["blue", *colours_of(category).values(), "red", "green"]))
    lines = [f"# The colours of {title}. Change one, and it changes on every card.", "palettes:", f"  {game}:"]
    lines += ['    ink: "#23262b"', '    grey: "#5d646e"', '    rule: "#c9ced6"', '    paper: "#ffffff"']
    lines += [f'    {name}: "{_COLOURS[name]}"' for name in used]
    lines += [f'    {name}-pale: "{_pale(_COLOURS[name])}"' for name in used]
    lines += ['    grey-pale: "#e6e7e9"']
    return "\n".join(lines) + "\n"


def _pale(colour: str) -> str:
    parts = [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
    return "#" + "".join(f"{round(255 - (255 - part) * _PALE):02x}" for part in parts)


class Sheet:
    """Writes the face of a deck for cards of one size; lengths in millimetres from the upper left corner.

    Args:
        fit: how images fill their window: `cover` or `contain`.
    """

    def __init__(self, game: str, deck: Deck, size: Size, fit: str = "cover") -> None:
        self.game, self.deck, self.fit = game, deck, fit
        self.width, self.height = size.width.mm, size.height.mm
        self.small = self.width < 50
        self.edge = 4.0 if self.small else 4.5
        self.boxes = [column for column in deck.of("stat") if column.type in ("int", "number", "plain")]
        self.lines: list[Column] = []
        if len(self.boxes) > _MOST_BOXES:  # a card that is all numbers has a table of them
            self.lines, self.boxes = self.boxes, []
        notes = deck.of("short")
        self.notes = notes if len(notes) <= _MOST_NOTES else []
        self.facts = [] if self.notes else notes
        self.prose = deck.of("text", "long")

    @property
    def shown(self) -> list[Column]:
        """The columns that can be seen on the face."""
        return [column for column in self.deck.columns if column.role != "hidden"]

    def face(self) -> str:
        """The file of the face."""
        image, category = self.deck.one("image"), self.deck.one("category")
        alone = not (image or self.prose or self.lines or self.facts)
        top = 11.5 if self.small else 15.5
        if alone and not self.deck.one("cost"):
            top = 6.0
        lines = [
            "# A card, from its ground up. Lengths count from the upper left corner of the cut card.",
            "# {{ name }} shows the field name; look at one card while you change this: pawprint show.",
            f"palette: {self.game}",
            "elements:",
            *self._colour("ground", "&pale", category, "-pale"),
            "    bleeds: true",
            *self._colour("band", "&colour", category, ""),
            f"    size: [100%, {top:g} mm]",
            "    bleeds: true",
        ]
        if image:
            high = round(self.height * 0.4, 1)
            lines += self._image(image, top, high)
            top += high
        foot = self._foot()
        paper = self._bottom() + (1.0 if self.boxes or self.notes else 0.4)
        top += 1.0
        lines += [
            "  - {id: sheet, kind: panel, fill: paper, radius: 2 mm, "
            f"at: [2.5 mm, {top + 1:g} mm], size: [{self.width - 5:g} mm, {paper - top - 1:.4g} mm]}}"
        ]
        if alone:
            return "\n".join([*lines, *self._head(named=False), *self._label(category, top), *foot, *self._large(top)]) + "\n"
        lines += [*self._head(), *self._label(category, top)]
        top += 6.5 if category else 2.5
        return "\n".join([*lines, *self._body(top, self._bottom()), *foot]) + "\n"

    def _colour(self, name: str, anchor: str, category: Column | None, tone: str) -> list[str]:
        """A panel in the colour of the card's kind, which other elements then take over by its anchor."""
        lines = [f"  - id: {name}", "    kind: panel"]
        if category is None or category.type != "choice":
            return [*lines, f"    fill: {anchor} blue{tone}"]
        lines += [f"    fill: {anchor}{'' if tone else '               # a colour for each kind'}", f"      by: {category.name}"]
        lines += [f"      {scalar(key, inside=False, bare=False)}: {colour}{tone}" for key, colour in colours_of(category).items()]
        return [*lines, *([] if category.whole else [f"      else: grey{tone}"])]

    def _head(self, named: bool = True) -> list[str]:
        cost, name = self.deck.one("cost"), self.deck.one("name")
        disc = 7.5 if self.small else 9.5
        at = 3.4 if self.small else 3.2
        left, high = self.edge, disc
        lines: list[str] = []
        if cost:
            lines += _group(
                cost,
                [
                    f"{{kind: panel, fill: paper, round: true, size: [{disc:g} mm, {disc:g} mm]}}",
                    f'{{kind: text, text: "{{{{ {cost.name} }}}}", colour: *colour, size: [{disc:g} mm, {disc:g} mm], '
                    f"style: {{font: slab, bold: true, size: {16 if not self.small else 13} pt, min_size: 7 pt, align: center, valign: middle}}}}",
                ],
                f"at: [{at:g} mm, {at:g} mm], size: [{disc:g} mm, {disc:g} mm]",
                "cost",
            )
            left = at + disc + 2
        if name and named:
            size = 11 if self.small else 14
            lines += [
                "  - id: name",
                "    kind: text",
                f'    text: "{{{{ {name.name} }}}}"',
                f"    style: {{font: slab, bold: true, size: {size} pt, min_size: 6.5 pt, leading: 1.1, valign: middle, balance: true}}",
                "    colour: paper",
                f"    at: [{left:g} mm, {at:g} mm]",
                f"    size: [{self.width - left - self.edge:g} mm, {high:g} mm]",
            ]
        return lines

    def _image(self, image: Column, top: float, high: float) -> list[str]:
        box = f"at: [0, {top:g} mm], size: [100%, {high:g} mm]"
        drawn = not any(text.lower().endswith(RASTER) for text in image.filled)
        kind = f'kind: art, art: "{{{{ {image.name} }}}}"' if drawn else f'kind: image, image: "{{{{ {image.name} }}}}"'
        inset = ", inset: 2 mm" if self.fit == "contain" else ", bleeds: true"
        return [
            f"  - {{id: window, kind: panel, fill: *pale, {box}, bleeds: true}}",
            f"  - {{id: image, {kind}, when: {image.name}, fit: {self.fit}, {box}{inset}}}",
        ]

    def _label(self, category: Column | None, top: float) -> list[str]:
        if category is None:
            return []
        word = f"{category.name}.label" if category.type == "choice" else category.name
        return [
            "  - id: kind",
            "    kind: text",
            f'    text: "{{{{ {word} }}}}"',
            *([] if category.whole else [f"    when: {category.name}"]),
            "    style: {font: text, size: 6.5 pt, min_size: 5 pt, bold: true, case: upper, tracking: 0.06, align: center}",
            "    colour: *colour",
            f"    at: [{self.edge:g} mm, {top + 2:g} mm]",
            f"    size: [{self.width - 2 * self.edge:g} mm, 3.5 mm]",
        ]

    def _bottom(self) -> float:
        """Where the body ends."""
        bottom = self.height - self.edge
        if self.boxes:
            bottom = self.height - 16.5
        if self.notes and (not self.boxes or len(self.boxes) > 2):
            bottom -= 5.0 if self.boxes else 4.0
        return bottom

    def _body(self, top: float, bottom: float) -> list[str]:
        prose, flavour = self.prose, self.deck.one("flavour")
        lengths = [len(text) for column in prose[:1] for text in column.filled]
        usual = median(lengths) if lengths else 0
        size = 13 if usual < 60 else 11 if usual < 170 else 10
        size -= 1.5 if self.small else 0
        align = "center" if usual < 140 and not self.lines and not self.facts and len(prose) < 2 else "left"
        parts: list[str] = []
        for at, column in enumerate(prose):
            words = "{{ %s }}" % column.name if at == 0 else f"**{_label(column)}:** {{{{ {column.name} }}}}"
            parts.append(
                f"{{kind: text, text: {scalar(words, inside=True)}, style: {{size: {size:g} pt, leading: 1.22, align: {align}, "
                f"paragraph: 0.35, hyphenate: true}}{_when(column)}}}"
            )
        for column in self.facts:
            label = _label(column)
            words = label if column.type == "flag" else f"**{label}:** {{{{ {column.name} }}}}"
            parts.append(f"{{kind: text, text: {scalar(words, inside=True)}, style: {{size: {size - 1:g} pt}}{_when(column)}}}")
        for column in self.lines:
            parts.append(
                f"{{kind: row, size: [100%, 6 mm], cross: center{_when(column)}, elements: ["
                f"{{kind: text, text: {scalar(_label(column), inside=True)}, size: [fill, auto], style: {{size: 9.5 pt, min_size: 6 pt, valign: middle}}}}, "
                f'{{kind: text, text: "{{{{ {column.name} }}}}", colour: *colour, style: {{font: slab, bold: true, size: 12 pt, valign: middle}}}}]}}'
            )
            parts.append("{kind: line, colour: rule, size: [100%, 0]}")
        if flavour:
            parts.append(f"{{kind: line, colour: rule, size: [12 mm, 0]{_when(flavour)}}}")
            parts.append(
                f'{{kind: text, text: "{{{{ {flavour.name} }}}}", colour: grey, style: {{italic: true, size: {size - 1.5:g} pt, '
                f"leading: 1.2, align: {align}}}{_when(flavour)}}}"
            )
        if not parts:
            return []
        return [
            "  - id: body",
            "    kind: column",
            f"    at: [{self.edge:g} mm, {top:g} mm]",
            f"    size: [{self.width - 2 * self.edge:g} mm, {round(bottom - top, 2):g} mm]",
            "    gap: 1.6 mm",
            "    align: center",
            *(["    cross: center"] if align == "center" else []),
            "    shrink: 0.6                 # where there is much to say, all of it becomes smaller together",
            "    elements:",
            *[f"      - {part}" for part in parts],
        ]

    def _foot(self) -> list[str]:
        """Numbers in the lower corners, and short words between or above them."""
        lines: list[str] = []
        wide, high = 11.0, 7.5
        count = len(self.boxes)
        for at, column in enumerate(self.boxes):
            space = self.width - 2 * self.edge - wide
            x = self.edge + (space if count == 1 else space * at / (count - 1))
            box = f"size: [{wide:g} mm, {high:g} mm]"
            lines += _group(
                column,
                [
                    f"{{kind: panel, fill: *colour, radius: 1.5 mm, {box}}}",
                    f'{{kind: text, text: "{{{{ {column.name} }}}}", colour: paper, {box}, '
                    "style: {font: slab, bold: true, size: 13 pt, min_size: 7 pt, align: center, valign: middle}}",
                    f"{{kind: text, text: {scalar(_label(column), inside=True)}, colour: grey, at: [-1 mm, {high + 0.5:g} mm], size: [{wide + 2:g} mm, 2.4 mm], "
                    "style: {size: 5.5 pt, min_size: 4 pt, align: center}}",
                ],
                f"at: [{x:.4g} mm, {self.height - 14.2:.4g} mm], size: [{wide:g} mm, {high + 3:g} mm]",
                column.name.replace("_", "-"),
            )
        if self.notes:
            between = 0 < count < 3
            room = wide + 2.5 if between else 0
            at_y = self.height - 14.2 + 2.2 if between else self._bottom() + 1.6
            left = self.edge + (room if count == 2 else 0)
            right = self.edge + room
            words = [
                f"{{kind: text, text: {scalar(_label(one) if one.type == 'flag' else '{{ %s }}' % one.name, inside=True)}, colour: grey, "
                f"style: {{size: 7 pt, valign: middle}}{_when(one)}}}"
                for one in self.notes
            ]
            lines += [
                "  - id: notes",
                "    kind: row",
                f"    at: [{left:g} mm, {at_y:.4g} mm]",
                f"    size: [{self.width - left - right:g} mm, 3.5 mm]",
                "    gap: 3 mm",
                "    align: center",
                "    shrink: 0.6",
                "    elements:",
                *[f"      - {word}" for word in words],
            ]
        return lines

    def _large(self, top: float) -> list[str]:
        """The name in the middle, of cards that have nothing but it."""
        name = self.deck.one("name")
        if name is None:
            return []
        top += 8.0
        return [
            "  - id: large",
            "    kind: text",
            f'    text: "{{{{ {name.name} }}}}"',
            "    style: {font: slab, bold: true, size: 22 pt, min_size: 8 pt, leading: 1.15, align: center, valign: middle, balance: true}",
            f"    at: [{self.edge:g} mm, {top:g} mm]",
            f"    size: [{self.width - 2 * self.edge:g} mm, {self._bottom() - top:g} mm]",
        ]

    def back(self, title: str) -> str:
        """The file of the back, the same whichever way up it lies."""
        middle = self.width / 2
        return "\n".join(
            [
                "# The back of every card; the same whichever way up it lies, so that nobody can mark it by turning it.",
                f"palette: {self.game}",
                "elements:",
                "  - {id: ground, kind: panel, fill: blue, bleeds: true}",
                "  - {id: frame, kind: panel, stroke: blue-pale, stroke_width: 1 pt, radius: 2 mm, inset: 4 mm}",
                "  - kind: group",
                "    size: [100%, 50%]",
                "    elements: &half",
                "      - kind: text",
                f"        text: {scalar(title, inside=False)}",
                "        style: {font: slab, bold: true, size: 15 pt, min_size: 6.5 pt, leading: 1.1, align: center, valign: middle, balance: true}",
                "        colour: paper",
                f"        at: [{self.edge + 3:g} mm, 8 mm]",
                f"        size: [{self.width - 2 * self.edge - 6:g} mm, {self.height / 2 - 19:.4g} mm]",
                "  - {kind: group, turn: 180, at: [0, 50%], size: [100%, 50%], elements: *half}",
                f"  - {{id: star, kind: polygon, sides: 4, depth: 0.55, fill: blue-pale, at: [{middle - 7:.4g} mm, {self.height / 2 - 7:.4g} mm], size: [14 mm, 14 mm]}}",
            ]
        ) + "\n"


def _label(column: Column) -> str:
    head = " ".join(column.head.replace("_", " ").split())
    return head[:1].upper() + head[1:]


def _when(column: Column) -> str:
    return "" if column.whole and column.type != "flag" else f", when: {column.name}"


def _group(column: Column, parts: list[str], place: str, name: str) -> list[str]:
    when = "" if column.whole else f", when: {column.name}"
    return [f"  - id: {name}", "    kind: group", *[f"    {word}" for word in _words(place + when)], "    elements:",
            *[f"      - {part}" for part in parts]]  # fmt: skip


def _words(place: str) -> list[str]:
    """`at: [1 mm, 2 mm], size: [...]` as a line for each."""
    import re

    return re.split(r", (?=[a-z]+: )", place)
