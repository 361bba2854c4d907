"""What bounds a drawing: the boxes around its elements, and the areas that clip paths leave visible."""

from collections.abc import Mapping

from pawprint.core.affine import Matrix, is_singular, matrix_product
from pawprint.core.geometry import Box
from pawprint.core.paths import RawPath, path_bounds, place_path, transformed, wound_for_union
from pawprint.core.picture import Path
from pawprint.graphics.svg._profile import DRAWN, USED
from pawprint.graphics.svg.grammar import MAX_SEGMENTS
from pawprint.graphics.svg.svg_report import SvgReport
from pawprint.graphics.svg.xml_elements import SvgElement
from pawprint.graphics.svg.xml_tree import MAX_NODES

# --- How much of a drawing there may be, once `use`, clips, masks and patterns have been followed ---------------------


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


# --- areas ------------------------------------------------------------------------------------------------------------


class Extents:
    """The boxes around elements, each measured once."""

    def __init__(self, ids: Mapping[str, SvgElement]) -> None:
        self._ids = ids
        self._boxes: dict[SvgElement, Box | None] = {}

    def of(self, node: SvgElement) -> Box | None:
        """The box around the geometry of *node*, in the units inside of it; None for what has no extent."""
        if node not in self._boxes:
            self._boxes[node] = self._measured(node)
        return self._boxes[node]

    def _measured(self, node: SvgElement) -> Box | None:
        if node.outline:
            return path_bounds(node.outline)
        inside: list[tuple[SvgElement, Matrix]] = [
            (child, own_matrix(child)) for child in node.children if child.tag in DRAWN
        ]
        if node.tag == "use":
            target = self._ids.get(node.link or "")
            if target is None or target.tag not in USED:
                return None
            inside = [(target, own_matrix(target))]
        elif node.tag == "image":
            v = node.values
            return Box(v.get("x", 0.0), v.get("y", 0.0), v.get("width", 0.0), v.get("height", 0.0))
        boxes = ((self.of(child), matrix) for child, matrix in inside)
        return Box.around(box.mapped(matrix) for box, matrix in boxes if box is not None)


class ClipPaths:
    """The clip paths of a drawing, each read when something is first clipped with it."""

    def __init__(self, ids: Mapping[str, SvgElement], extents: Extents, report: SvgReport, budget: Budget) -> None:
        self._ids, self._extents, self._report, self._budget = ids, extents, report, budget
        self._areas: dict[SvgElement, RawPath | None] = {}

    def named_by(self, node: SvgElement) -> SvgElement | None:
        """The clipPath that *node* names."""
        reference = node.style.get("clip-path")
        clip = self._ids.get(reference.id) if reference else None
        return clip if clip is not None and clip.tag == "clipPath" else None

    def units(self, clip: SvgElement, node: SvgElement, matrix: Matrix) -> Matrix | None:
        """From the units of *clip* to those of the picture, where it clips *node*; None for a box without area."""
        if not clip.values.get("clipPathUnits", False):
            return matrix_product(matrix, clip.matrix)
        box = self._extents.of(node)
        if box is None or not (box.width and box.height):
            return None
        return matrix_product(matrix_product(matrix, (box.width, 0.0, 0.0, box.height, box.x, box.y)), clip.matrix)

    def area(self, clip: SvgElement, units: Matrix) -> Path | None:
        """The area of *clip* in the units of the picture; None where one path cannot say it."""
        if clip not in self._areas:
            self._areas[clip] = self._read(clip)
        path = self._areas[clip]
        if path is None:
            return None
        self._budget.spend(clip, 1 + len(path))
        return place_path(path, units)

    def _read(self, clip: SvgElement) -> RawPath | None:
        """The area of a clipPath as one path in the units inside of it."""
        parts: list[tuple[RawPath, bool]] = []  # and whether it is even-odd
        for child in clip.children:
            self._budget.enter(child)
            matrix, shape = own_matrix(child), child
            if child.tag == "use":
                target = self._ids.get(child.link or "")
                if target is None or target.tag not in USED:
                    continue
                matrix, shape = matrix_product(matrix, own_matrix(target)), target
            if any(part.style.get("clip-path") or part.style.get("mask") for part in (child, shape)):
                return None
            if shape.tag in ("text", "use", "g", "a", "svg", "symbol", "switch"):
                return None
            if any(part.style.get("display") == "none" for part in (child, shape)):
                continue
            rule = next((part.style["clip-rule"] for part in (shape, child) if "clip-rule" in part.style), None)
            self._budget.spend(child, len(shape.outline))
            if shape.outline and not is_singular(matrix):
                parts.append((transformed(shape.outline, matrix), _clip_rule(clip) if rule is None else rule))
        if len(parts) == 1 and not parts[0][1]:
            return parts[0][0]
        out: RawPath = []
        for path, even_odd in parts:
            out += self.union(clip, path, even_odd)
        return out

    def union(self, node: SvgElement, path: RawPath, even_odd: bool) -> RawPath:
        """*path* for a non-zero fill, under which it can be joined with others."""
        if even_odd:  # comparing all subpaths with each other costs that much
            self._budget.spend(node, len(path) * sum(segment[0] == "M" for segment in path))
        return wound_for_union(path, even_odd)


def own_matrix(node: SvgElement) -> Matrix:
    """The transformation of *node*, by which a `use` also moves what it shows."""
    if node.tag != "use":
        return node.matrix
    return matrix_product(node.matrix, (1.0, 0.0, 0.0, 1.0, node.values.get("x", 0.0), node.values.get("y", 0.0)))


def _clip_rule(clip: SvgElement) -> bool:
    """The clip rule that *clip* has, or inherits from the elements around it."""
    for node in (clip, *clip.ancestors):
        if "clip-rule" in node.style:
            rule: bool = node.style["clip-rule"]
            return rule
    return False
