"""A list of tokens with the roles of its columns -> the layout files for small pieces, which show a column or two."""

from pawprint.faces.stocks import Stock
from pawprint.importer.card_layout import CardLayout
from pawprint.importer.card_list import CardList, GuessedColumn
from pawprint.importer.yaml_snippets import (
    at_and_size,
    element_block,
    element_line,
    field_template,
    file_text,
    when_set,
)

#: A piece whose shorter side is less than this has no room for a card's layout, in mm.
_LEAST = 40.0


def is_small(stock: Stock) -> bool:
    """Whether pieces of *stock* are no rectangles, or too small for what stands on a card."""
    return not stock.outline.is_rectangle(stock.trim) or min(stock.trim.width.mm, stock.trim.height.mm) < _LEAST


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
        """The file of the face."""
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
