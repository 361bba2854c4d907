"""Fonts that cannot be used are findings, and texts in them are set in another font."""

from collections.abc import Sequence

from pawprint.core.diagnostics import Findings
from pawprint.faces.layouts import Layouts
from pawprint.typography.metrics import SUBSTITUTE, Metrics, Typeface


class CheckedMetrics:
    """Metrics that report unusable fonts as findings, and have a substitute for them.

    Attributes:
        complete: whether all fonts that were asked for are usable.
    """

    def __init__(self, metrics: Metrics, layouts: Layouts, findings: Findings) -> None:
        self._metrics = metrics
        self._layouts = layouts
        self._findings = findings
        self.complete = True
        self.image_facts, self.named, self.pack = metrics.image_facts, metrics.named, metrics.pack
        self.in_small_caps = metrics.in_small_caps

    def typeface(self, family: str, bold: bool = False, italic: bool = False) -> Typeface:
        """See `Metrics.typeface`."""
        try:
            return self._metrics.typeface(family, bold, italic)
        except KeyError:
            if not self._layouts.is_faulty("fonts", family):
                self._findings.add("unknown-font", f"there is no font family '{family}'", None, "add it to fonts.yaml")
        except ValueError as error:
            cuts = self._layouts.fonts[family].values()
            cut = next((cut for cut in cuts if str(cut.path) in str(error)), next(iter(cuts)))
            self._findings.add("missing-font", str(error), cut.span, "put a TrueType or OpenType font there")
        self.complete = False
        return self._metrics.typeface(SUBSTITUTE, bold, italic)

    def fallbacks(self, family: str, bold: bool = False, italic: bool = False) -> Sequence[Typeface]:
        """See `Metrics.fallbacks`."""
        return [self.typeface(other, bold, italic) for other in self._layouts.fallbacks.get(family, ())]
