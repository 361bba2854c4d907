"""What the pages and forms of one document refer to, by name."""

import re

from pawprint.draw.ops import Shading
from pawprint.press.font_embedding import EmbeddedFont
from pawprint.press.pdf_file import compressed
from pawprint.press.portable_stream import (
    Form,
    GlyphEncoder,
    GraphicsState,
    Need,
    Packed,
    PortableStream,
    SoftMask,
    real,
)
from pawprint.press.portable_stream import ImageUse as ImageFile
from pawprint.typography.metrics import Typeface

#: What glyphs that are written together stand for.
_CLUSTER = re.compile("/ActualText<[0-9A-F]*>")


class Resources:
    """Names in the order in which things are first named; see `pawprint.press.portable_stream.Names`.

    One dictionary serves all pages and forms of a document, since a form that names something its own dictionary lacks
    is drawn without it, in silence.

    Args:
        pictured: forms are pictures, whose letters are no text: extraction finds spaces in their place.

    Attributes:
        forms: with their names and what stands in them, compressed.
    """

    def __init__(self, pictured: bool = False) -> None:
        self._pictured = pictured
        self.fonts: dict[Typeface, EmbeddedFont] = {}
        self.states: dict[tuple[float, float], str] = {}
        self.masks: dict[Form, str] = {}
        self.shadings: dict[Shading, str] = {}
        self.images: dict[str, str] = {}
        self.forms: dict[Form, tuple[str, bytes]] = {}

    def font(self, typeface: Typeface) -> EmbeddedFont:
        """See `Names`."""
        font = self.fonts.get(typeface)
        if font is None:
            font = self.fonts[typeface] = EmbeddedFont(f"F{len(self.fonts) + 1}", real(typeface))
        return font

    def state(self, fill: float, stroke: float) -> str:
        """See `Names`."""
        return self.states.setdefault((fill, stroke), f"G{len(self.states) + 1}")

    def soft_mask(self, form: Form) -> str:
        """See `Names`."""
        self.form(form)
        return self.masks.setdefault(form, f"M{len(self.masks) + 1}")

    def shading(self, shading: Shading) -> str:
        """See `Names`."""
        return self.shadings.setdefault(shading, f"S{len(self.shadings) + 1}")

    def image(self, path: str) -> str:
        """See `Names`."""
        return self.images.setdefault(path, f"I{len(self.images) + 1}")

    def form(self, form: Form) -> str:
        """See `Names`."""
        named = self.forms.get(form)
        if named is None:
            stream = form.content.data if isinstance(form.content, Packed) else self._stream(form.content)
            named = self.forms[form] = f"X{len(self.forms) + 1}", stream
        return named[0]

    def _stream(self, written: PortableStream) -> bytes:
        names = [self._name_within(need) for need in written.needs] if self._pictured else self._names(written)
        text = written.with_names(names)
        if self._pictured and "/ActualText" in text:
            text = _CLUSTER.sub("/ActualText<FEFF0020>", text)
        return compressed(text.encode("latin-1"))

    def _name_within(self, need: Need) -> str:
        """The name of *need* in a picture."""
        name = self._name(need)
        if not isinstance(need, GlyphEncoder):
            return name
        font = self.font(need.typeface)
        font.in_pictures = f"{name}p"
        return font.in_pictures

    def include(self, written: PortableStream) -> str:
        """See `Names`."""
        return written.with_names(self._names(written))

    def _names(self, written: PortableStream) -> list[str]:
        return [self._name(need) for need in written.needs]

    def _name(self, need: Need) -> str:
        match need:
            case Form():
                return self.form(need)
            case GlyphEncoder():
                font = self.font(need.typeface)
                font.take(need)
                return font.name
            case GraphicsState(fill, stroke):
                return self.state(fill, stroke)
            case SoftMask(form):
                return self.soft_mask(form)
            case ImageFile(path):
                return self.image(path)
            case _:
                return self.shading(need)
