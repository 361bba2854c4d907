"""The kinds of elements that show pictures: art, icon, icon-row, image."""

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType

from pawprint.core.affine import IDENTITY, matrix_product
from pawprint.core.colour import BLACK, Colour
from pawprint.core.geometry import Box
from pawprint.core.image_reader import ImageFacts
from pawprint.core.picture import CURRENT, Picture
from pawprint.core.registry import did_you_mean, suggest
from pawprint.core.source import Span
from pawprint.graphics.ops import DrawImage, outline
from pawprint.pieces._properties import AUTO, Dimension, Fixed, Property, read_extents
from pawprint.pieces.assets import tinted
from pawprint.pieces.context import Out, PlacingContext
from pawprint.pieces.element_base import ELEMENT_KINDS, Element, ElementReader, tints_of
from pawprint.pieces.fault_marks import put_placeholder
from pawprint.pieces.image_resolution import coarse_image, coarse_images
from pawprint.pieces.placed import PlacedPicture, Turned
from pawprint.source import scalars

NO_COLOURS: Mapping[str, Colour] = MappingProxyType({})


def _field_with(scene: PlacingContext, name: str) -> str | None:
    """The field of the record that names a picture."""
    fields = scene.record.values if scene.record else {}
    return next((key for key, value in fields.items() if value == name), None)


class DrawnElement(Element):
    """Draws pictures: art and icons."""

    folder = ""
    code = ""
    #: Whether it may colour a drawing as a whole.
    takes_tint = True

    def __init__(self, reader: ElementReader) -> None:
        super().__init__(reader)
        self.colours = reader.colours()
        self.opacity = reader.number("opacity", 1.0, 0, 1)
        self.tints_all: Property[bool] = reader.flag("tint") if self.takes_tint else Fixed(False)

    def find(self, scene: PlacingContext, name: str) -> Picture | None:
        """The picture, or None after a finding."""
        picture = scene.layouts.drawings.picture(self.folder, name, scene.game, scene.setter.shaper)
        if picture is not None and self.tints_all.get(scene):
            return in_one_colour(scene, picture, self.what, self.span)
        if picture is None and not scene.layouts.drawings.has(self.folder, name, scene.game):
            names = scene.layouts.drawings.names(self.folder, scene.game)
            noun = "icon" if self.folder == "icons" else "picture"
            about = _field_with(scene, name)
            if scalars.escapes_folder(name):
                message = f"{self.what}: the {noun} '{name}' leads out of its folder"
                scene.report("path-outside", message, self.span, f"name one in {self.folder}/", about)
            else:
                message, help = f"{self.what}: there is no {noun} '{name}'", suggest(name, names, f"{noun}s are")
                scene.report(self.code, message, self.span, help, about)
        return picture

    def put(
        self,
        scene: PlacingContext,
        picture: Picture,
        box: Box,
        out: Out,
        fit: str = "contain",
        tint: Colour | None = None,
        mirror: bool = False,
        align: str = "center",
    ) -> None:
        """Place *picture* into *box*."""
        x_scale, y_scale = box.width / picture.width, box.height / picture.height
        across = down = min(x_scale, y_scale)
        clip = None
        if fit == "cover":
            across = down = max(x_scale, y_scale)
            clip = box
        elif fit == "stretch":
            across, down = x_scale, y_scale
        x = box.x + (box.width - picture.width * across) / 2
        y = box.y + (box.height - picture.height * down) * {"top": 0.0, "bottom": 1.0}.get(align, 0.5)
        if mirror:
            matrix = (-across, 0.0, 0.0, down, x + (picture.width + picture.x) * across, y - picture.y * down)
        else:
            matrix = (across, 0.0, 0.0, down, x - picture.x * across, y - picture.y * down)
        colours = self.tints(scene, picture, tint)
        for fault in coarse_images(picture, matrix_product(scene.matrix, matrix)):
            about = _field_with(scene, picture.name)
            scene.report("low-resolution", f"{self.what}: {fault.message}", self.span, fault.help, about)
        out.append(PlacedPicture(picture, matrix, colours, clip, self.opacity.get(scene) or 0.0))
        if fit != "contain":
            scene.cover(box, None)

    def tints(
        self, scene: PlacingContext, picture: Picture, tint: Colour | None, below: Mapping[str, Colour] = NO_COLOURS
    ) -> tuple[tuple[str, Colour], ...]:
        """A colour for every name that *picture* uses: the element's, else one from *below*, else the palette's; after
        a finding, black."""
        own = {**below, **tints_of(self.colours, scene)}
        colours: list[tuple[str, Colour]] = []
        for name in picture.colours:
            colour = own.get(name)
            if colour is None and name == CURRENT:
                colour = tint or scene.palette.get("ink", BLACK)
            if colour is None:
                colour = scene.palette.get(name)
            if colour is None:
                scene.report(
                    "bad-colour",
                    f"{self.what}: the picture '{picture.name}' uses the colour '{name}', which is not in the palette",
                    self.span,
                    suggest(name, scene.palette, "colours are"),
                )
                colour = BLACK
            colours.append((name, colour))
        return tuple(colours)


def in_one_colour(scene: PlacingContext, picture: Picture, what: str, span: Span) -> Picture:
    """*picture* in the current colour; as it is, after a finding, if it has several colours."""
    found = tinted(picture)
    if found is None:
        message = f"{what}: the drawing '{picture.name}' has several colours, and tint replaces only one"
        scene.report("cannot-tint", message, span, "draw it in one colour, or leave tint out")
    return found or picture


@ELEMENT_KINDS("art")
class ArtElement(DrawnElement):
    """A drawing of the `art` folder."""

    folder = "art"
    code = "missing-art"

    def __init__(self, reader: ElementReader) -> None:
        super().__init__(reader)
        reader.require("art")
        self.name = reader.name("art")
        self.fit = reader.word("fit", ("contain", "cover", "stretch"), "contain")
        self.align = reader.word("align", ("center", "top", "bottom"), "center")
        self.mirror = reader.flag("mirror")
        self.tint = reader.colour("colour")

    def draw(self, scene: PlacingContext, box: Box, out: Out) -> None:
        name = self.name.get(scene)
        if not name:
            return
        picture = self.find(scene, name)
        if picture is not None:
            fit, align, mirror = self.fit.get(scene), self.align.get(scene), self.mirror.get(scene)
            self.put(scene, picture, box, out, fit or "contain", self.tint.get(scene), bool(mirror), align or "center")
        else:
            put_placeholder(scene, box, name, out)


@ELEMENT_KINDS("icon")
class IconElement(DrawnElement):
    """A drawing of the `icons` folder, in one colour."""

    folder = "icons"
    code = "missing-icon"
    essential = True
    natural = AUTO

    def __init__(self, reader: ElementReader) -> None:
        super().__init__(reader)
        reader.require("icon")
        self.name = reader.name("icon")
        self.tint = reader.colour("colour")

    def draw(self, scene: PlacingContext, box: Box, out: Out) -> None:
        name = self.name.get(scene)
        if not name:
            return
        picture = self.find(scene, name)
        if picture is not None:
            self.put(scene, picture, box, out, tint=self.tint.get(scene))
        else:
            put_placeholder(scene, box, name, out)

    def natural_height(self, scene: PlacingContext, width: float) -> float:
        return width


@ELEMENT_KINDS("icon-row")
class IconRowElement(DrawnElement):
    """One icon for each entry of a list field, in a row (or a column)."""

    folder = "icons"
    code = "missing-icon"
    essential = True

    def __init__(self, reader: ElementReader) -> None:
        super().__init__(reader)
        self.path = reader.path("from")
        self.gap = reader.length("gap", 1.0)
        self.tint = reader.colour("colour")
        self.align = reader.word("align", ("left", "center", "right"), "left")
        self.direction = reader.word("direction", ("row", "column"), "row")

    @property
    def constant(self) -> bool:
        return False

    def draw(self, scene: PlacingContext, box: Box, out: Out) -> None:
        items = scene.entries(self.path.get(scene), "from", self.what, self.span)
        pictures = [(name, self.find(scene, name)) for name in [str(item) for item in items if item not in (None, "")]]
        if not pictures:
            return
        gap = self.gap.get(scene) or 0.0
        tint = self.tint.get(scene)
        down = self.direction.get(scene) == "column"
        long, across = (box.height, box.width) if down else (box.width, box.height)
        side = min(across, (long - gap * (len(pictures) - 1)) / len(pictures))
        used = side * len(pictures) + gap * (len(pictures) - 1)
        start = (long - used) * {"left": 0.0, "center": 0.5, "right": 1.0}[self.align.get(scene) or "left"]
        for index, (name, picture) in enumerate(pictures):
            along = start + index * (side + gap)
            middle = (across - side) / 2
            x, y = (middle, along) if down else (along, middle)
            place = Box(box.x + x, box.y + y, side, side)
            if picture is None:
                put_placeholder(scene, place, name, out)
            else:
                self.put(scene, picture, place, out, tint=tint)


@ELEMENT_KINDS("image")
class ImageElement(Element):
    """A photograph or scan of the folder `images`, or of `art`."""

    def __init__(self, reader: ElementReader) -> None:
        super().__init__(reader)
        reader.require("image")
        self.name = reader.name("image")
        self.fit = reader.word("fit", ("contain", "cover", "stretch"), "contain")
        self.focus = read_extents(reader, "focus", Dimension(share=0.5))
        self.radius = reader.length("radius")
        self.opacity = reader.number("opacity", 1.0, 0, 1)

    def draw(self, scene: PlacingContext, box: Box, out: Out) -> None:
        name = self.name.get(scene)
        if not name:
            return
        path = self._file(scene, name)
        about = _field_with(scene, name)
        facts: ImageFacts | None = None
        if path is not None:
            try:
                facts = scene.setter.metrics.image_facts(path)
            except ValueError as error:
                scene.report("bad-image", f"{self.what}: {error}", self.span, "save it as PNG or JPEG", about)
        if path is None or facts is None:
            put_placeholder(scene, box, name, out)
            return
        for note in facts.notes:
            scene.report(note.code, f"{self.what}: '{path.name}' {note.message}", self.span, note.help, about)
        fit = self.fit.get(scene)
        place = box if fit == "stretch" else self._scaled(scene, facts, box, max if fit == "cover" else min)
        fault = coarse_image(str(path), facts, (place.width, place.height), scene.matrix)
        if fault:
            scene.report("low-resolution", f"{self.what}: {fault.message}", self.span, fault.help, about)
        clip = box if fit == "cover" else place
        radius, opacity = self.radius.get(scene) or 0.0, self.opacity.get(scene)
        radius, opacity = min(radius, clip.width / 2, clip.height / 2), 1.0 if opacity is None else opacity
        image = DrawImage(*place, str(path))
        if radius or place != clip or opacity < 1.0:
            cropped = outline(clip, radius) if radius or place != clip else None
            out.append(Turned((image,), IDENTITY, cropped, opacity))
        else:
            out.append(image)
        scene.cover(box, None)

    def _scaled(self, scene: PlacingContext, size: ImageFacts, box: Box, pick: Callable[..., float]) -> Box:
        """The image in its own proportions; if it is cropped, its point *focus* is as near to the middle of *box* as it
        can be, and else at the same point of the box."""
        scale = pick(box.width / size.width, box.height / size.height)
        width, height = size.width * scale, size.height * scale
        across, down = self.focus.get(scene) or (Dimension(share=0.5), Dimension(share=0.5))
        if any(extent.word or extent.points or not 0 <= extent.share <= 1 for extent in (across, down)):
            message = f"'focus' of {self.what} is a point of the image, in percent of its width and height"
            scene.report("bad-length", message, self.span, "write two percentages: [50%, 20%]")
        return Box(
            box.x + _offset(box.width, width, across.share),
            box.y + _offset(box.height, height, down.share),
            width,
            height,
        )

    def _file(self, scene: PlacingContext, name: str) -> Path | None:
        """The file of the image; None after a finding."""
        path = scene.layouts.drawings.image(name, scene.game)
        if path is None and scalars.escapes_folder(name):
            message = f"{self.what}: the image '{name}' leads out of its folder"
            scene.report("path-outside", message, self.span, "name one in images/")
        elif path is None and not scene.layouts.drawings.has("images", name, scene.game):
            message, help = f"{self.what}: there is no image '{name}'", self._help(scene, name)
            scene.report("missing-art", message, self.span, help, _field_with(scene, name))
        return path

    def _help(self, scene: PlacingContext, name: str) -> str:
        """The help for an image that is not found."""
        drawings, stem = scene.layouts.drawings, name.removesuffix(".svg")
        if drawings.has("art", stem, scene.game):
            return f"{stem}.svg is a drawing: write kind: art, art: {stem}"
        return did_you_mean(name, drawings.names("images", scene.game)) or "put it into images/"


def _offset(room: float, length: float, share: float) -> float:
    """Where something *length* points long begins in *room* so that the point at *share* of it can be seen best."""
    spare = room - length
    return spare * share if spare >= 0 else min(max(room / 2 - length * share, spare), 0.0)
