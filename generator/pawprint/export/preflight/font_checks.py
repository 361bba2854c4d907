"""A font on a piece -> a finding if its maker does not allow it inside of a PDF file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pawprint.press.fonts import RealTypeface

if TYPE_CHECKING:
    from pawprint.export.preflight.placed_side import SideReport
    from pawprint.faces.single_items import SingleItem
    from pawprint.typography.metrics import Typeface


def check_font(item: SingleItem, typeface: Typeface, report: SideReport) -> None:
    """Report a font that may not be embedded."""
    if not isinstance(typeface, RealTypeface) or typeface.may_be_embedded:
        return
    report.add(
        "font-restricted",
        item,
        f"the font '{typeface.name}' says that it may not be embedded, and the file for the printer needs it inside",
        "take another font, or ask its maker for a licence to embed it",
    )
