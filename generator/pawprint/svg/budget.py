"""How much of a drawing there may be, once `use`, clips, masks and patterns have been followed."""

from pawprint.svg.grammar import MAX_SEGMENTS
from pawprint.svg.svg_report import SvgReport
from pawprint.svg.xml_elements import SvgElement
from pawprint.svg.xml_tree import MAX_NODES


class Budget:
    """Counts what is drawn, and refuses a drawing that makes too much of itself."""

    def __init__(self, report: SvgReport) -> None:
        self._report = report
        self._nodes = 0
        self._segments = 0

    def enter(self, node: SvgElement) -> None:
        """Count *node*.

        Raises:
            Refused: too many elements.
        """
        self._nodes += 1
        if self._nodes > MAX_NODES:
            raise self._report.refuse(
                node.at, f"with all that is used there are more than {MAX_NODES} elements", "use fewer things"
            )

    def spend(self, node: SvgElement, count: int) -> None:
        """Count so many segments of paths, stops or dashes.

        Raises:
            Refused: too many.
        """
        self._segments += count
        if self._segments > MAX_SEGMENTS:
            raise self._report.refuse(
                node.at, f"the drawing has more than {MAX_SEGMENTS} path segments", "simplify its paths"
            )
