"""The pieces that a box holds -> the room that they take."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from pawprint.catalog.model import Component, Game
from pawprint.core.diagnostics import Findings
from pawprint.core.geometry import Size
from pawprint.core.length import ZERO, Length, mm
from pawprint.core.registry import suggest
from pawprint.pieces.stocks import Stock
from pawprint.source import scalars
from pawprint.source.field_reader import FieldReader
from pawprint.source.reader import read_yaml_file

# --- `sleeves.yaml` of the layouts -> kinds of sleeves: what they add to a card ---------------------------------------


#: A sleeve fits a card if its sides are longer by at least and at most these lengths.
_MIN_PLAY, _MAX_PLAY = mm(1), mm(5)
#: How much longer the sides of a sleeve are if no listed size fits.
_DEFAULT_PLAY = mm(2.5)


class Sleeve(NamedTuple):
    """A kind of sleeve.

    Attributes:
        adds: thickness that it adds to a card.
        sizes: outer sizes that are sold.
    """

    name: str
    adds: Length
    sizes: tuple[Size, ...]

    def around(self, card: Size) -> Size:
        """The outer size of the smallest sleeve for *card*; 2.5 mm larger than it where no size fits."""
        fitting = [
            size
            for outer in self.sizes
            for size in (outer, outer.turned())
            if all(_MIN_PLAY <= side - inner <= _MAX_PLAY for side, inner in zip(size, card, strict=True))
        ]
        usual = Size(card.width + _DEFAULT_PLAY, card.height + _DEFAULT_PLAY)
        return min(fitting, key=lambda size: size.width.grains * size.height.grains, default=usual)


def find_sleeve(name: str, folders: Sequence[Path], findings: Findings) -> Sleeve | None:
    """The kind *name*, from the first of the layout *folders* that has it; None after a finding."""
    known: list[str] = []
    sizes: list[Size] = []
    adds_to_card: Length | None = None
    for folder in folders:
        if not (folder / "sleeves.yaml").is_file():
            continue
        reader = FieldReader(read_yaml_file(folder / "sleeves.yaml", findings, folder), "sleeves.yaml", findings)
        for kind, _, node in reader.entries("sleeves", required=True):
            inner = FieldReader(node, f"sleeve '{kind}'", findings)
            adds = inner.length("adds", required=True)
            inner.allow("about")
            inner.finish()
            known.append(kind)
            if kind == name and adds_to_card is None:
                adds_to_card = adds
        for node in reader.items("sizes"):
            size = scalars.size(node, "a size of sleeves", findings)
            if size is not None:
                sizes.append(size)
        reader.finish()
    if adds_to_card is None:
        if name not in known:
            findings.add("unknown-sleeve", f"there are no sleeves '{name}'", None, suggest(name, known, "sleeves are"))
        return None
    return Sleeve(name, adds_to_card, tuple(sizes))


# --- box room ---------------------------------------------------------------------------------------------------------


#: The air above the highest pile.
SLACK = mm(1)


class BoxRoom(NamedTuple):
    """The room that pieces take.

    Attributes:
        floor: width and height of what they lie on.
        depth: the depth of all layers, including `SLACK`.
    """

    floor: Size
    depth: Length


class HeldPieces(NamedTuple):
    """Pieces of one make: how many, how large one is where it lies, and how thick."""

    component: str
    number: int
    size: Size
    thickness: Length


def held_pieces(
    game: Game, component: Component, stock: Stock, thickness: Length = ZERO, sleeve: Sleeve | None = None
) -> HeldPieces:
    """The pieces of *component* in the edition of *game*.

    Args:
        thickness: the measured thickness of a card; 0 for that of the stock. Only cards have it.
        sleeve: the sleeve of cards; None for no sleeves.
    """
    count = sum(record.copies_in(game.edition) for record in game.pieces(component.name))
    thick, size = stock.thickness, stock.trim
    if component.kind == "cards":
        thick = thickness or thick
        if sleeve is not None:
            size, thick = sleeve.around(size), thick + sleeve.adds
    if stock.stand:  # it lies folded, its two feet on each other
        size, thick = Size(size.width, size.height + stock.foot), 2 * thick
    return HeldPieces(component.name, count, size, thick)


def room_for(pieces: Iterable[HeldPieces], piles: tuple[int, int]) -> BoxRoom | HeldPieces:
    """The room for *pieces* in layers: those of one make fill a layer before the next one begins.

    Args:
        piles: the numbers of piles of the largest piece, side by side and below each other; each >= 1.

    Returns:
        the first pieces that are larger than the floor, if there are any.
    """
    several = [piece for piece in pieces if piece.number]
    largest = max(several, key=lambda piece: piece.size.width.grains * piece.size.height.grains)
    floor = Size(piles[0] * largest.size.width, piles[1] * largest.size.height)
    depth = SLACK
    for piece in several:
        in_layer = max(_fitting(floor, piece.size), _fitting(floor, piece.size.turned()))
        if not in_layer:
            return piece
        depth += -(-piece.number // in_layer) * piece.thickness
    return BoxRoom(floor, depth)


def _fitting(floor: Size, size: Size) -> int:
    return (floor.width // size.width) * (floor.height // size.height)
