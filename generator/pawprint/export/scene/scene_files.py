"""The target `scene`: chosen pieces on a table, in the sizes that the pages of campaigns ask for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pawprint.build.image_options import ImageOptions
from pawprint.core.colour import BLACK, Colour
from pawprint.core.length import ZERO
from pawprint.core.whole_numbers import whole_number
from pawprint.documents.figure_ops import palette_of
from pawprint.draw.passes.guides import cut_out
from pawprint.export.exporter import EXPORTERS, Exporter, OptionError, option
from pawprint.export.picture_forms import FORMS, MOST_PIXELS, picture_files
from pawprint.export.scene.arrangements import ARRANGEMENTS, Lying
from pawprint.export.scene.scene_title import scene_rooms, title_ops
from pawprint.export.scene.table_ground import SURFACES, mixed
from pawprint.export.scene.table_scene import PIXEL, SceneLook, ScenePiece, table_scene
from pawprint.press.fingerprint import Fingerprints

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pawprint.catalog.model import Component, Record
    from pawprint.draw.ops import Drawing
    from pawprint.export.export_source import ExportPiece, ExportSource

#: Width and height in pixels of the pictures that services ask for; see `docs/pictures.md`.
SIZES = {
    "kickstarter": (1024, 576),
    "gamefound-cover": (1743, 498),
    "gamefound-thumbnail": (700, 700),
    "social": (1200, 630),
    "boardgamegeek": (1900, 1068),
}
_OWN_SIZE = re.compile(r"(\d{2,5})x(\d{2,5})\Z")
#: Pieces of a scene for which none are chosen, and at most.
_USUAL, _MOST_PIECES = 5, 60
#: Degrees that a table may be tilted, and usually is.
_MOST_TILTED = 60
_TILTED = {"stack": 40}
#: A wooden table.
_WOOD = Colour(124, 88, 60)


@EXPORTERS("scene")
@dataclass(frozen=True, kw_only=True)
class SceneExporter(Exporter):
    """Write a picture of chosen pieces on a table, for the page of a campaign.

    Name the pieces with --card, in their order. Without, some pieces of the largest component are shown.

    Examples:

      pawprint export scene food-chain --card toad --card fox --card wolf

      pawprint export scene pocket-cats --arrangement stack --surface wood --size kickstarter,gamefound-cover

      pawprint export scene fooden --size 3000x2000 --form svg --ground "#43227a"
    """

    arrangement: str = option(
        "fan", "NAME", "How the pieces lie: fan, spread, grid or stack.", choices=(*ARRANGEMENTS,)
    )
    size: tuple[str, ...] = option(
        ("kickstarter",), "SIZES", f"Sizes, separated by commas: {', '.join(SIZES)}, or pixels as 1920x1080."
    )
    scale: int = option(1, "N", "So many times as many pixels, for sharp screens.", least=1, most=4)
    form: str = option("png", "FORM", "Form of the files: png, jpg, webp, svg or pdf.", choices=FORMS)
    surface: str = option("felt", "NAME", "The table: felt, wood or plain.", choices=SURFACES)
    ground: str = option("", "COLOUR", "Colour of the table, as in the palette or as #2e4a3a. Default: a dark one.")
    tilt: str = option("", "DEGREES", "How far the table is tilted away, 0 to 60. Default: 40 for a stack, else 0.")
    turn: int = option(0, "DEGREES", "How far the table is turned.", least=-45, most=45)
    title: bool = option(False, "", "Show the title of the game, too.")
    side: str = option("face", "SIDE", "Which side is up: face or back.", choices=("face", "back"))

    def __post_init__(self) -> None:
        for name in self.size:
            _size(name)
        tilt = whole_number(self.tilt or "0")
        if tilt is None or tilt > _MOST_TILTED:
            raise OptionError("--tilt", f"'{self.tilt}' is no whole number from 0 to {_MOST_TILTED}")

    def files(self, source: ExportSource) -> Iterator[tuple[str, bytes]]:
        """See `Exporter.files`."""
        chosen = list(source.pieces(ImageOptions(), _chosen(source)))
        if not chosen:
            return
        pieces = _scene_pieces(source, chosen, self.side)
        ground = self._ground(source, chosen[0].component)
        names: list[str] = []
        drawings: list[Drawing] = []
        sizes = dict.fromkeys(self.size)
        for name in sizes:
            tilt = int(self.tilt or _TILTED.get(self.arrangement, 0))
            look = SceneLook(*_size(name), self.arrangement, self.surface, ground, tilt, self.turn)
            room, title = scene_rooms(look.width * PIXEL, look.height * PIXEL, self.title)
            above = title_ops(source, title, ground) if self.title else ()
            drawings.append(table_scene(f"{source.game.id} {self.arrangement}", pieces, look, room, above))
            names.append(f"{source.language}/{self.arrangement}-{name}.{self.form}")
        pixels = [(width * self.scale, height * self.scale) for width, height in map(_size, sizes)]
        yield from zip(names, picture_files(source, self.form, drawings, pixels), strict=True)

    def _ground(self, source: ExportSource, component: Component) -> Colour:
        """The colour of the table."""
        palette = palette_of(source.composer(ZERO), [*component.faces])
        if self.ground.startswith("#") or self.ground in palette:
            try:
                return palette.get(self.ground) or Colour.parse(self.ground)
            except ValueError as error:
                raise OptionError("--ground", str(error)) from None
        if self.ground:
            raise OptionError("--ground", f"the palette has no colour '{self.ground}'; it has {', '.join(palette)}")
        return _WOOD if self.surface == "wood" else _dark_colour(palette)


def _size(name: str) -> tuple[int, int]:
    """Width and height in pixels.

    Raises:
        OptionError: *name* is no size.
    """
    if name in SIZES:
        return SIZES[name]
    found = _OWN_SIZE.match(name)
    if not found or not 0 < int(found[1]) * int(found[2]) <= MOST_PIXELS:
        raise OptionError("--size", f"'{name}' is none of {', '.join(SIZES)}, and no size such as 1920x1080")
    return int(found[1]), int(found[2])


def _chosen(source: ExportSource) -> list[tuple[Component, Record]]:
    """The pieces of the scene: those that are named, in their order; else some of the component with the most."""
    records = list(source.records)
    if source.options.cards:
        order = {name: place for place, name in reversed([*enumerate(source.options.cards)])}

        def place(one: tuple[Component, Record]) -> int:
            component, record = one
            return min(order.get(record.id, len(order)), order.get(f"{component.name}/{record.id}", len(order)))

        return sorted(records, key=place)[:_MOST_PIECES]
    by_component: dict[str, list[tuple[Component, Record]]] = {}
    for component, record in records:
        by_component.setdefault(component.name, []).append((component, record))
    most = max(by_component.values(), key=len, default=[])
    count = min(_USUAL, len(most))
    return [most[len(most) * place // count] for place in range(count)]


def _scene_pieces(source: ExportSource, chosen: list[ExportPiece], side: str) -> list[ScenePiece]:
    """The pieces, cut out, with their decks: those with the same back are one."""
    prints = Fingerprints()
    backs = [None if piece.back is None else prints.of(piece.back) for piece in chosen]
    counts: dict[str, dict[str, int]] = {}  # back -> copies in all components with it
    for piece, back in zip(chosen, backs, strict=True):
        if back is not None:
            edition = source.game.edition
            counts.setdefault(back, {})[piece.component.name] = sum(
                record.copies_in(edition) for record in source.game.pieces(piece.component.name)
            )
    pieces: list[ScenePiece] = []
    for piece, back in zip(chosen, backs, strict=True):
        lying = Lying(piece.face.trim)
        if back is not None:
            lying = Lying(piece.face.trim, backs.index(back), sum(counts[back].values()))
        behind = None if piece.back is None else cut_out(piece.back)
        up = behind if side == "back" and behind is not None else cut_out(piece.face)
        pieces.append(ScenePiece(up, behind, lying))
    return pieces


def _dark_colour(palette: Mapping[str, Colour]) -> Colour:
    """The colour of a palette that a table may have: dark, so that pieces stand out, and as colourful as can be."""
    dark = [colour for colour in palette.values() if 0.008 <= colour.luminance <= 0.09]
    if not dark:
        return mixed(palette.get("ink", BLACK), Colour(70, 80, 90), 0.5)
    return max(dark, key=lambda colour: (max(colour) - min(colour), colour))
