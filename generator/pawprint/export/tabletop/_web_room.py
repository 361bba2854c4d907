"""A table in the pixels of a room on the web, which is 1600 wide and 1000 high, with the hand of the player below."""

from dataclasses import dataclass
from typing import NamedTuple

from pawprint.export._rasters import RasterRequest
from pawprint.export.export_source import ExportSource
from pawprint.export.tabletop._picture_sheets import PictureFile, made, picture
from pawprint.export.tabletop._virtual_table import PlayableExporter, TableObject, TablePiece, VirtualTable, hashed

WIDTH, HEIGHT = 1600, 1000
#: The place of the hand.
HAND_LEFT, HAND_TOP, HAND_WIDTH, HAND_HEIGHT = 50, 820, 1500, 180
#: Pixels to the millimetre at which a poker card has the usual size of cards in these rooms; not more.
_USUAL_SCALE = 103 / 63.5
#: Between the pieces and the edge of the room, and between a pile and its frame.
_EDGE = 16
FRAME = 4


class Extent(NamedTuple):
    """A rectangle in whole pixels of the room."""

    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, eq=False)
class WebRoom:
    """The scale at which *table* fits into a room; what is there begins at the upper edge."""

    table: VirtualTable

    @property
    def scale(self) -> float:
        """Pixels to the millimetre."""
        across, down = WIDTH - 2 * _EDGE, HAND_TOP - 2 * _EDGE
        return min(_USUAL_SCALE, across / self.table.width, down / self.table.height)

    def pixels(self, length: float) -> int:
        """Millimetres in pixels, at least 1."""
        return max(1, round(length * self.scale))

    def extent(self, item: TableObject) -> Extent:
        """Where the largest piece of *one* is."""
        width, height = self.pixels(item.width), self.pixels(item.height)
        x = WIDTH / 2 + item.place.x * self.scale - width / 2
        y = _EDGE + (item.place.y + self.table.height / 2) * self.scale - height / 2
        return Extent(round(x), round(y), width, height)


class RoomPictures:
    """A picture of each side of each piece.

    Args:
        dpi: of the pictures. side: the longest that their sides may be, in pixels.
    """

    def __init__(self, source: ExportSource, table: VirtualTable, dpi: int, side: int) -> None:
        pieces = [piece for item in table.objects for piece in item.pieces]
        self._requests: dict[object, RasterRequest] = {
            drawing: picture(drawing, dpi, side)
            for piece in pieces
            for drawing in (piece.face, piece.back)
            if drawing is not None
        }
        self._files = made(source, self._requests.values())

    def face(self, piece: TablePiece) -> PictureFile:
        return self._files[self._requests[piece.face]]

    def back(self, piece: TablePiece) -> PictureFile:
        """The picture of a back; of the face if there is none."""
        return self._files[self._requests[piece.back or piece.face]]

    @property
    def files(self) -> dict[str, PictureFile]:
        return {file.digest: file for file in self._files.values()}


class RoomWidgets:
    """What the makers of widgets for a room have in common."""

    def __init__(self, exporter: PlayableExporter, table: VirtualTable, pictures: RoomPictures) -> None:
        self.exporter, self.table, self.pictures = exporter, table, pictures
        self.room = WebRoom(table)

    @staticmethod
    def kind_of(item: TableObject, piece: TablePiece) -> str:
        """The id of a kind of piece in its pile."""
        return hashed(item.id, *piece.key)[:10]
