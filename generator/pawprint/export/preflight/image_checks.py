"""A raster image on a piece -> findings about its resolution and its colours."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pawprint.core.raster import image_facts
from pawprint.draw.ops import DrawImage
from pawprint.faces.image_resolution import coarse_image

if TYPE_CHECKING:
    from pawprint.export.preflight.placed_side import SeenOp, SideReport
    from pawprint.export.preflight.requirements import Requirements
    from pawprint.faces.single_items import SingleItem


def check_image(needs: Requirements, item: SingleItem, seen: SeenOp, report: SideReport) -> None:
    """Report an image with too few pixels for its size, or in colours that the service does not take."""
    op = seen.op
    if not isinstance(op, DrawImage):
        return
    try:
        image = image_facts(op.path)
    except ValueError:
        return  # composing has said so
    wanted = f"{needs.who} wants {needs.resolution}"
    fault = coarse_image(op.path, image, (op.width, op.height), seen.matrix, needs.resolution, wanted)
    if fault:
        report.add("low-resolution", item, *fault)
    if image.mode == "CMYK" and needs.colours == "rgb":
        name = "an image inside of a drawing" if op.path.startswith("data:") else f"the image '{Path(op.path).name}'"
        message = f"{name} is in printing inks (CMYK), and {needs.who} takes the colours of screens"
        report.add("image-colours", item, message, "save it as sRGB, so that you see what is printed")
