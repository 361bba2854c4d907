"""A list of cards with the roles of its columns -> the layout files of a face and a back."""

from collections.abc import Mapping
from statistics import median

from pawprint.core.geometry import Size
from pawprint.interchange.lists._card_list import RASTER, CardList, GuessedColumn
from pawprint.interchange.lists._list_words import list_words
from pawprint.pieces.stocks import Stock
from pawprint.source.yaml_writer import scalar_text

# --- Categories of cards -> a palette in which white text is legible on each colour, and each colour on white ---------

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


# --- Elements, boxes and templates of a layout as lines of YAML -------------------------------------------------------


def label_of(column: GuessedColumn) -> str:
    """The name of a column as people read it."""
    head = " ".join(column.header.replace("_", " ").replace("*", " ").replace(":", " ").split())
    return head[:1].upper() + head[1:]


def field_template(column: GuessedColumn, before: str = "") -> str:
    """A template that shows a field."""
    return scalar_text(f"{before.replace('{', '(').replace('}', ')')}{{{{ {column.name} }}}}", inside=True)


def when_set(column: GuessedColumn) -> dict[str, str]:
    """The condition of an element that shows a field which not every card has."""
    return {} if column.whole and column.type != "flag" else {"when": column.name}


def at_and_size(x: float, y: float, width: float, height: float) -> dict[str, str]:
    """Place and size of an element, in millimetres."""
    a, b, c, d = (f"{round(value, 1):g} mm" for value in (x, y, width, height))
    return {"at": f"[{a}, {b}]", "size": f"[{c}, {d}]"}


def element_line(kind: str, words: Mapping[str, str]) -> str:
    """An element on one line."""
    first = f"id: {words['id']}, " if "id" in words else ""
    return f"{{{first}kind: {kind}" + "".join(f", {key}: {value}" for key, value in words.items() if key != "id") + "}"


def element_block(name: str, kind: str, words: Mapping[str, str], elements: list[str] | None = None) -> list[str]:
    """An element on several lines."""
    lines = [f"  - id: {name}", f"    kind: {kind}", *[f"    {key}: {value}" for key, value in words.items()]]
    return lines if elements is None else [*lines, "    elements:", *[f"      - {element}" for element in elements]]


def file_text(lines: list[str]) -> str:
    """A file of these lines."""
    return "\n".join(lines) + "\n"


#: The most numbers in boxes at the lower edge; more numbers make a table.
_MAX_BOXES = 4
_MAX_NOTES = 2
#: Size of a number's box, its distance from the lower edge, and the width of the frame around the white sheet.
_WIDE, _HIGH, _UP, _FRAME = 11.0, 7.5, 14.2, 2.5


class CardLayout:
    """Writes the layout of a deck for cards of one size; lengths in millimetres from the upper left corner.

    Args:
        fit: how images fill their window: `cover` or `contain`.
        window: how much of the card's height that window takes.
        dense: small type, short facts one after the other, and tables in two columns.
    """

    def __init__(
        self, game: str, deck: CardList, size: Size, fit: str = "cover", window: float = 0.4, dense: bool = False
    ) -> None:
        self.game, self.deck, self.fit, self.window, self.dense = game, deck, fit, window, dense
        self.width, self.height = size.width.mm, size.height.mm
        self.small = self.width < 50
        self.edge = 4.0 if self.small else 4.5
        self.boxes = deck.with_role("stat")
        self.lines: list[GuessedColumn] = []
        if len(self.boxes) > _MAX_BOXES:  # a card that is all numbers has a table of them
            self.lines, self.boxes = self.boxes, []
        notes = deck.with_role("short")
        self.notes = notes if len(notes) <= _MAX_NOTES else []
        self.facts = [] if self.notes else notes
        self.prose = deck.with_role("text") + deck.with_role("long")

    def face(self) -> str:
        image, category = self.deck.column("image"), self.deck.column("category")
        alone = not (image or self.prose or self.lines or self.facts or self.deck.column("flavour"))
        top = 11.5 if self.small else 15.5
        if alone and not self.deck.column("cost"):
            top = 6.0
        begin = [
            "# A card, from its ground up. Lengths count from the upper left corner of the cut card.",
            "# {{ name }} shows the field name. Look at a card while you change this: pawprint show.",
            f"palette: {self.game}",
        ]
        lines = [
            "elements:",
            *self._panel("ground", "&pale", category, "-pale"),
            "    bleeds: true                # it goes on beyond the cut",
            *self._panel("band", "&colour", category, ""),
            f"    size: [100%, {top:g} mm]",
            "    bleeds: true",
        ]
        if image:
            high = round(self.height * self.window, 1)
            lines += self._image(image, top, high)
            top += high
        top += 2.0
        bottom = self._bottom() + (0.8 if self.boxes or self.notes else 0.4)
        sheet = {"fill": "paper", "radius": "2 mm"} | at_and_size(_FRAME, top, self.width - 2 * _FRAME, bottom - top)
        lines += [f"  - {element_line('panel', {'id': 'sheet'} | sheet)}", *self._head(not alone)]
        titled = self.deck.column("name") is not None or alone
        lines += self._kind(category, top + 1.4) if titled else []
        if alone:
            lines += self._large(top + 7)
        else:
            lines += self._body(top + (5.8 if category and titled else 1.5), self._bottom())
        lines += self._foot()
        styles = {name: words for name, words in self._styles().items() if f"style: {name}" in "\n".join(lines)}
        begin += ["styles:"] if styles else []
        return file_text([*begin, *[f"  {name}: {{{words}}}" for name, words in styles.items()], *lines])

    def _styles(self) -> dict[str, str]:
        usual = self._usual()
        usually = 13.0 if usual < 60 else 11.0 if usual < 170 else 10.0
        size = (min(usually, 10) if self.dense else usually) + (3 if self.width > 80 else -1.5 if self.small else 0)
        flow = "align: center, balance: true" if self._centred() else "align: left, hyphenate: true"
        middle = "align: center, valign: middle"
        large = 22 if self.deck.column("name") else 64
        slab = "font: slab, bold: true"
        name, number = (11, 13) if self.small else (14, 16)
        return {
            "name": f"{slab}, size: {name} pt, min_size: 6.5 pt, leading: 1.1, balance: true, valign: middle",
            "large": f"{slab}, size: {large} pt, min_size: 8 pt, leading: 1.15, balance: true, {middle}",
            "number": f"{slab}, size: {number} pt, min_size: 6.5 pt, {middle}",
            "kind": "extends: label, min_size: 5 pt, tracking: 0.06, align: center",
            "text": f"size: {size:g} pt, leading: 1.22, paragraph: 0.35, {flow}",
            "flavour": f"italic: true, size: {size - 1.5:g} pt, leading: 1.2, {flow}",
            "small": "size: 8 pt, min_size: 5 pt, valign: middle",
            "line": "size: 9.5 pt, min_size: 6 pt, valign: middle",
            "below": "size: 5.5 pt, min_size: 4 pt, align: center",
        }

    def _usual(self) -> float:
        lengths = [len(text) for column in self.prose[:1] for text in column.filled]
        return median(lengths) if lengths else 0

    def _centred(self) -> bool:
        return self._usual() < 140 and not self.lines and not self.facts and len(self.prose) < 2

    def _panel(self, name: str, anchor: str, category: GuessedColumn | None, tone: str) -> list[str]:
        """A panel in the colour of the card's kind, which other elements then take over by its anchor."""
        lines = [f"  - id: {name}", "    kind: panel"]
        if category is None or category.type != "choice":
            return [*lines, f"    fill: {anchor} blue{tone}"]
        lines += [f"    fill: {anchor}                # a colour for each kind", f"      by: {category.name}"]
        for key, colour in category_colours(category).items():
            lines.append(f"      {scalar_text(key, inside=False, bare=False)}: {colour}{tone}")
        return [*lines, *([] if category.whole else [f"      else: grey{tone}"])]

    def _head(self, named: bool) -> list[str]:
        """The number in the upper corner, and the title beside it."""
        cost, name = self.deck.column("cost"), self.deck.column("name")
        disc, at = (7.5, 3.4) if self.small else (9.5, 3.2)
        left = self.edge
        lines: list[str] = []
        if cost:
            parts = [
                element_line("panel", {"fill": "paper", "round": "true"}),
                element_line("text", {"text": field_template(cost), "colour": "*colour", "style": "number"}),
            ]
            lines += element_block("corner", "group", when_set(cost) | at_and_size(at, at, disc, disc), parts)
            left = at + disc + 2
        text = field_template(name) if name else self._kind_text(self.deck.column("category"))
        if text and named:
            words = {"text": text, "style": "name", "colour": "paper"}
            lines += element_block("name", "text", words | at_and_size(left, at, self.width - left - self.edge, disc))
        return lines

    @staticmethod
    def _kind_text(category: GuessedColumn | None) -> str:
        if category is None:
            return ""
        return f'"{{{{ {category.name}.label }}}}"' if category.type == "choice" else field_template(category)

    def _image(self, image: GuessedColumn, top: float, high: float) -> list[str]:
        box = {"at": f"[0, {top:g} mm]", "size": f"[100%, {high:g} mm]"}
        window = {"id": "window", "fill": "*pale", **box, "bleeds": "true"}
        lines = [f"  - {element_line('panel', window)}"]
        kind = self._kind_of(image)
        words = {kind: field_template(image), "fit": self.fit, "when": image.name, **box}
        words |= {"inset": "2 mm"} if self.fit == "contain" else {"bleeds": "true"}
        return [*lines, *element_block("image", kind, words)]

    @staticmethod
    def _kind_of(image: GuessedColumn) -> str:
        return "image" if all(text.lower().endswith(RASTER) for text in image.filled) else "art"

    def _kind(self, category: GuessedColumn | None, top: float) -> list[str]:
        if category is None:
            return []
        words = {"text": self._kind_text(category), **when_set(category), "style": "kind", "colour": "*colour"}
        return element_block("kind", "text", words | at_and_size(self.edge, top, self.width - 2 * self.edge, 3.5))

    def _bottom(self) -> float:
        bottom = self.height - (_UP + 2.3 if self.boxes else self.edge)
        if self.notes and (not self.boxes or len(self.boxes) > 2):
            bottom -= 5.0 if self.boxes else 4.0
        return bottom

    def _body(self, top: float, bottom: float) -> list[str]:
        """Texts, then facts, then texts in italics, centred vertically without gaps."""
        parts = []
        for index, column in enumerate(self.prose):
            text = field_template(column) if index == 0 else field_template(column, f"**{label_of(column)}:** ")
            parts.append(element_line("text", {"text": text, "style": "text", **when_set(column)}))
        parts += self._facts()
        parts += self._table()
        flavour = self.deck.column("flavour")
        if flavour:
            if not self.lines:
                parts.append(element_line("line", {"colour": "rule", "size": "[12 mm, 0]", **when_set(flavour)}))
            parts.append(
                element_line(
                    "text", {"text": field_template(flavour), "style": "flavour", "colour": "grey", **when_set(flavour)}
                )
            )
        if not parts:
            return []
        box = at_and_size(self.edge + 0.5, top, self.width - 2 * self.edge - 1, bottom - top)
        words = {
            **box,
            "gap": "0.9 mm" if self.dense else "1.6 mm",
            "align": "center",
            **({"cross": "center"} if self._centred() else {}),
        }
        words["shrink"] = "0.6                 # where there is much to say, all of it becomes smaller together"
        return element_block("body", "column", words, parts)

    def _facts(self) -> list[str]:
        """Short texts with the names of their columns: a line each, or all in one text."""
        words = [
            label_of(fact) if fact.type == "flag" else f"**{label_of(fact)}:** {{{{ {fact.name} }}}}"
            for fact in self.facts
        ]
        if not self.dense:
            return [
                element_line("text", {"text": scalar_text(text, inside=True), "style": "text", **when_set(column)})
                for text, column in zip(words, self.facts, strict=True)
            ]
        pieces, before = [], list[str]()
        for text, column in zip(words, self.facts, strict=True):
            separator = f"{{% if {' or '.join(before)} %}} · {{% endif %}}" if before else ""
            pieces.append(f"{{% if {column.name} %}}{separator}{text}{{% endif %}}")
            before.append(column.name)
        return (
            [element_line("text", {"text": scalar_text("".join(pieces), inside=True), "style": "text"})]
            if pieces
            else []
        )

    def _table(self) -> list[str]:
        """Rows with a name and a number each, with lines between them; dense, two of them share a row."""
        cells = []
        for column in self.lines:
            words = {"text": scalar_text(label_of(column), inside=True), "style": "line", "size": "[fill, auto]"}
            number = {"text": field_template(column), "style": "{extends: line, bold: true}", "colour": "*colour"}
            cells.append((f"{element_line('text', words)}, {element_line('text', number)}", when_set(column)))
        row = {"size": "[100%, 6 mm]", "cross": "center"}
        line = {"colour": "rule", "size": "[100%, 0]"}
        if not self.dense:
            return [
                element_line(kind, {**words, **when, **({"elements": f"[{cell}]"} if kind == "row" else {})})
                for cell, when in cells
                for kind, words in (("row", row), ("line", line))
            ]
        parts = []
        for pair in (cells[start : start + 2] for start in range(0, len(cells), 2)):
            halves = [
                element_line("row", {"size": "[fill, 100%]", "cross": "center", **when, "elements": f"[{cell}]"})
                for cell, when in pair
            ]
            either = {"when": " or ".join(when["when"] for _, when in pair)} if all(when for _, when in pair) else {}
            words = {"size": "[100%, 5 mm]", "cross": "center", "gap": "4 mm", **either}
            parts.append(element_line("row", {**words, "elements": f"[{', '.join(halves)}]"}))
        return parts

    def _foot(self) -> list[str]:
        """Numbers in the lower corners, and short words between or above them."""
        lines: list[str] = []
        count = len(self.boxes)
        space = self.width - 2 * self.edge - _WIDE
        for index, column in enumerate(self.boxes):
            x = self.edge + (space if count == 1 else space * index / (count - 1))
            size = {"size": f"[{_WIDE:g} mm, {_HIGH:g} mm]"}
            below = at_and_size(-1, _HIGH + 0.5, _WIDE + 2, 2.4)
            parts = [
                element_line("panel", {"fill": "*colour", "radius": "1.5 mm", **size}),
                element_line("text", {"text": field_template(column), "style": "number", "colour": "paper", **size}),
                element_line(
                    "text",
                    {"text": scalar_text(label_of(column), inside=True), "style": "below", "colour": "ink", **below},
                ),
            ]
            box = at_and_size(x, self.height - _UP, _WIDE, _HIGH + 3)
            lines += element_block(f"box-{index + 1}", "group", when_set(column) | box, parts)
        if self.notes:
            between = 0 < count < 3
            room = _WIDE + 2.5 if between else 0
            y = self.height - _UP + 2.2 if between else self._bottom() + 1.6
            left = self.edge + (room if count == 2 else 0)
            parts = [
                element_line(
                    "text",
                    {
                        "text": scalar_text(label_of(note), inside=True)
                        if note.type == "flag"
                        else field_template(note),
                        "style": "small",
                        **when_set(note),
                    },
                )
                for note in self.notes
            ]
            words = at_and_size(left, y, self.width - left - self.edge - room, 3.5)
            lines += element_block("notes", "row", words | {"gap": "3 mm", "align": "center", "shrink": "0.6"}, parts)
        return lines

    def _large(self, top: float) -> list[str]:
        """The name in the middle, of cards that have nothing but it; or their number."""
        shown = self.deck.column("name") or self.deck.column("cost")
        if shown is None:
            return []
        words = {
            "text": field_template(shown),
            "style": "large",
            "colour": "ink" if shown.role == "name" else "*colour",
        }
        words |= at_and_size(self.edge, top, self.width - 2 * self.edge, self._bottom() - top - 2)
        return element_block("large", "text", when_set(shown) | words)

    def back(self, title: str) -> str:
        """The file of the back, which looks the same upside down; with texts of the card above it, if it has any."""
        half, side = self.height / 2, 14.0
        words = {"text": scalar_text(title, inside=True), "style": "title", "colour": "paper"}
        words |= at_and_size(self.edge + 3, 8, self.width - 2 * self.edge - 6, half - 19)
        diamond = {"sides": "4", "depth": "0.55", "fill": "blue-pale"}
        diamond |= at_and_size((self.width - side) / 2, half - side / 2, side, side)
        frame = {"stroke": "blue-pale", "stroke_width": "1 pt", "radius": "2 mm", "inset": "4 mm"}
        style = "font: slab, bold: true, size: 15 pt, min_size: 6.5 pt, leading: 1.1, align: center, valign: middle"
        turned = {"turn": "180", "at": "[0, 50%]", "size": "[100%, 50%]", "elements": "*half"}
        texts = self.deck.with_role("back")
        return file_text(
            [
                "# The back of every card, the same whichever way up it lies: a turned card tells nothing.",
                f"palette: {self.game}",
                "styles:",
                f"  title: {{{style}, balance: true}}",
                *([f"  text: {{{self._back_style(texts)}}}"] if texts else []),
                "elements:",
                f"  - {element_line('panel', {'fill': 'blue', 'bleeds': 'true'})}",
                f"  - {element_line('panel', frame)}",
                "  - kind: group",
                "    size: [100%, 50%]",
                "    elements: &half",
                f"      - {element_line('text', words)}",
                f"  - {element_line('group', turned)}",
                f"  - {element_line('polygon', diamond)}",
                *self._back_texts(texts),
            ]
        )

    def _back_style(self, texts: list[GuessedColumn]) -> str:
        usual = median([len(text) for column in texts for text in column.filled] or [0])
        size = 15 if usual < 30 else 12 if usual < 80 else 10
        flow = "align: center, balance: true" if usual < 140 else "align: left, hyphenate: true"
        return f"size: {size - (1.5 if self.small else 0):g} pt, leading: 1.22, paragraph: 0.35, {flow}"

    def _back_texts(self, texts: list[GuessedColumn]) -> list[str]:
        """A white sheet with the texts of the back, on the cards that have any."""
        if not texts:
            return []
        box = at_and_size(self.edge, self.edge, self.width - 2 * self.edge, self.height - 2 * self.edge)
        conditions = [{}] if any(column.whole for column in texts) else [when_set(column) for column in texts]
        sheets = [element_line("panel", {"fill": "paper", "radius": "2 mm", **box, **when}) for when in conditions]
        parts = []
        for column in texts:
            label = "" if len(texts) == 1 or column.continues else f"**{label_of(column)}:** "
            text = label_of(column) if column.type == "flag" else f"{label}{{{{ {column.name} }}}}"
            parts.append(
                element_line("text", {"text": scalar_text(text, inside=True), "style": "text", **when_set(column)})
            )
        inner = at_and_size(
            self.edge + 2.5, self.edge + 2.5, self.width - 2 * self.edge - 5, self.height - 2 * self.edge - 5
        )
        words = {**inner, "gap": "1.6 mm", "align": "center", "shrink": "0.6"}
        return [*[f"  - {sheet}" for sheet in sheets], *element_block("texts", "column", words, parts)]


# A list of tokens with the roles of its columns -> the layout files for small pieces, which show a column or two.


#: A piece whose shorter side is less than this has no room for a card's layout, in mm.
_MIN_SIDE_MM = 40.0


def is_small(stock: Stock) -> bool:
    """True if pieces of *stock* are no rectangles, or too small for what stands on a card."""
    return not stock.outline.is_rectangle(stock.trim) or min(stock.trim.width.mm, stock.trim.height.mm) < _MIN_SIDE_MM


class TokenLayout(CardLayout):
    """Writes the layout of a deck for small pieces: a picture or a number, else the title.

    Args:
        fit: how images fill their window.
        named: whether the title stands below a number.

    Attributes:
        shown: the columns that are on the piece.
    """

    def __init__(self, game: str, deck: CardList, stock: Stock, fit: str = "contain", named: bool = True) -> None:
        super().__init__(game, deck, stock.trim, fit)
        numbers = [*deck.with_role("cost"), *deck.with_role("stat")]
        self.number = numbers[0] if numbers else None
        self.image, self.title = deck.column("image"), deck.column("name")
        if (self.image or self.number) and not (named and self.number and not self.image):
            self.title = None
        if not (self.image or self.number or self.title):
            self.title = next(iter(deck.columns), None)
        parts = (self.image, self.number, self.title, deck.column("category"))
        self.shown: list[GuessedColumn] = [column for column in parts if column]
        self.side = min(self.width, self.height)

    def face(self) -> str:
        begin = [
            "# A token, from its ground up. Lengths count from the upper left corner of the cut piece.",
            "# {{ name }} shows the field name. Look at a token while you change this: pawprint show.",
            f"palette: {self.game}",
        ]
        lines = ["elements:", *self._panel("ground", "&colour", self.deck.column("category"), ""), "    bleeds: true"]
        if self.image:
            lines += self._picture(self.image)
        if self.number:
            lines += self._value(self.number, below=self.image is not None)
        if self.title:
            words = self._middle(0.7, 0.14, 0.65) if self.number else self._middle(0.7, 0.5, 0.25)
            style = "name" if self.number else "title"
            text = {"text": field_template(self.title), "style": style, "colour": "paper"}
            lines += element_block("name", "text", when_set(self.title) | text | words)
        styles = {name: words for name, words in self._sizes().items() if f"style: {name}" in "\n".join(lines)}
        begin += ["styles:"] if styles else []
        return file_text([*begin, *[f"  {name}: {{{words}}}" for name, words in styles.items()], *lines])

    def _sizes(self) -> dict[str, str]:
        slab = "font: slab, bold: true, align: center, valign: middle"
        least = min(self.side * 0.25, 6)
        return {
            "title": f"{slab}, size: {self.side * 0.6:.1f} pt, min_size: {least:.1f} pt, leading: 1.35, balance: true",
            "name": f"{slab}, size: {self.side * 0.32:.1f} pt, min_size: {least:.1f} pt",
            "large": f"{slab}, size: {self.side * 1.25:.1f} pt, min_size: {least:.1f} pt",
            "number": f"{slab}, size: {self.side * 0.55:.1f} pt, min_size: {least:.1f} pt",
        }

    def _middle(self, width: float, height: float, top: float) -> dict[str, str]:
        """A box in the middle, as shares of the shorter side; *top* counts from where a square in the middle begins."""
        across, down = (self.width - self.side) / 2, (self.height - self.side) / 2
        left = across + (1 - width) / 2 * self.side
        return at_and_size(left, down + top * self.side, width * self.side, height * self.side)

    def _picture(self, image: GuessedColumn) -> list[str]:
        high = 0.5 if self.number else 0.66
        kind = self._kind_of(image)
        words = {kind: field_template(image), "fit": self.fit, "when": image.name}
        words |= self._middle(0.66, high, 0.17 if high > 0.5 else 0.13)
        return element_block("image", kind, words)

    def _value(self, number: GuessedColumn, below: bool) -> list[str]:
        text = {"text": field_template(number), "colour": "paper"}
        if not below:
            box = self._middle(0.7, 0.5, 0.14 if self.title else 0.25)
            return element_block("number", "text", when_set(number) | text | {"style": "large"} | box)
        parts = [
            element_line("panel", {"fill": "paper", "round": "true"}),
            element_line("text", {"text": field_template(number), "colour": "*colour", "style": "number"}),
        ]
        return element_block("number", "group", when_set(number) | self._middle(0.28, 0.28, 0.64), parts)

    def back(self, title: str) -> str:
        """The file of the back, which looks the same upside down; there is no room for the *title*."""
        diamond = {"sides": "4", "depth": "0.55", "fill": "blue-pale"} | self._middle(0.4, 0.4, 0.3)
        return file_text(
            [
                f"# The back of every token of {' '.join(title.split())}, the same whichever way up it lies.",
                f"palette: {self.game}",
                "elements:",
                f"  - {element_line('panel', {'fill': 'blue', 'bleeds': 'true'})}",
                f"  - {element_line('polygon', diamond)}",
            ]
        )
