"""A raster image on a piece -> findings about its resolution and its colours."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING

from pawprint.core.raster import image_header
from pawprint.draw.ops import DrawImage

if TYPE_CHECKING:
    from pawprint.export.preflight.placed_side import SeenOp, SideReport
    from pawprint.export.preflight.requirements import Requirements
    from pawprint.faces.single_items import SingleItem


def check_image(needs: Requirements, item: SingleItem, seen: SeenOp, report: SideReport) -> None:
    """Report an image with too few pixels for its size, or in colours that the service does not take."""
    op = seen.op
    if not isinstance(op, DrawImage) or not (op.width and op.height):
        return
    try:
        image = image_header(op.path)
    except (OSError, ValueError):
        return  # composing has said so
    a, b, c, d, *_ = seen.matrix
    across = image.width / (op.width * math.hypot(a, b)) * 72
    down = image.height / (op.height * math.hypot(c, d)) * 72
    dpi = min(across, down)
    name = "an image inside of a drawing" if op.path.startswith("data:") else f"the image '{Path(op.path).name}'"
    if dpi < needs.resolution - 0.5:
        factor = needs.resolution / dpi
        wanted = f"{math.ceil(image.width * factor)} x {math.ceil(image.height * factor)}"
        report.add(
            "low-resolution",
            item,
            f"{name} has {dpi:.0f} pixels to the inch at this size, and {needs.who} wants {needs.resolution}",
            f"take one of {wanted} pixels, or show it smaller",
        )
    in_inks = image.mode == "CMYK"
    if in_inks and needs.colours == "rgb":
        message = f"{name} is in printing inks (CMYK), and {needs.who} takes the colours of screens"
        report.add("image-colours", item, message, "save it as sRGB, so that you see what is printed")
    elif image.profile and not in_inks:
        message = f"{name} has the colour profile '{image.profile}', and its colours are printed as if it were sRGB"
        report.add("image-colours", item, message, "convert it to sRGB")
