"""What the elements of a drawing contain, references followed: no element contains itself, nor is nested too deep.

The painter and resvg follow references without looking back, so this is checked before anything is drawn.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from pawprint.graphics.svg._profile import DRAWN, GRADIENTS, MARKERS
from pawprint.graphics.svg._svg_values import Reference
from pawprint.graphics.svg.svg_report import Refused, SvgReport
from pawprint.graphics.svg.xml_elements import SvgDocument, SvgElement
from pawprint.graphics.svg.xml_tree import MAX_DEPTH, XmlElement

#: References that shapes have from the elements around them.
_INHERITED = ("fill", "stroke", *MARKERS)


class Part(NamedTuple):
    """Something that an element contains.

    Attributes:
        attribute: which refers to it; empty if it lies inside of the element.
        times: how often it is drawn.
        layer: whether it is drawn on its own before it is put onto what is around it.
    """

    target: SvgElement
    attribute: str = ""
    times: int = 1
    layer: bool = False


class References:
    """The elements that a drawing draws.

    Raises:
        Refused: an element contains itself, or is nested too deep; this has been reported.
    """

    def __init__(self, document: SvgDocument, report: SvgReport) -> None:
        self._ids, self._report = document.ids, report
        self._images = _filter_images(document)
        self._parts: dict[SvgElement, list[Part]] = {}
        self._find_parts(document.root)
        self._order: list[SvgElement] = []  # each after all that it contains
        if self._has_circles(document.root):
            raise Refused
        self._check_depth()

    def total(self, own: Callable[[SvgElement], float], layer: float) -> Mapping[SvgElement, float]:
        """The sum of *own* over all that an element contains, as often as it is drawn, with *layer* for each layer."""
        sums: dict[SvgElement, float] = {}
        for node in self._order:
            parts = (part.times * (sums[part.target] + layer * part.layer) for part in self._parts[node])
            sums[node] = own(node) + sum(parts)
        return sums

    def _find_parts(self, root: SvgElement) -> None:
        waiting = [(root, dict[str, Reference]())]
        while waiting:
            node, around = waiting.pop()
            own = {name: node.style[name] for name in _INHERITED if name in node.style}
            inherited = {**around, **own} if own else around
            self._parts[node] = [
                *(Part(child) for child in node.children if child.tag in DRAWN),
                *self._referred(node, inherited),
            ]
            waiting += [(child, inherited) for child in node.children]

    def _referred(self, node: SvgElement, inherited: Mapping[str, Reference]) -> list[Part]:
        names: list[tuple[str, str | None, int]] = [("", node.link, 1)] if node.tag != "image" else []
        for name in ("clip-path", "mask"):
            reference = node.style.get(name)
            names.append((name, reference and reference.id, 1))
        effect = node.style.get("filter")
        names += [("filter", id, 1) for id in (self._images.get(effect.id, ()) if effect else ())]
        if node.outline or node.tag == "use":
            for name, reference in inherited.items():
                times = max(1, len(node.outline)) if name == "marker-mid" else 1
                names.append((name, reference.id if isinstance(reference, Reference) else None, times))
        parts = []
        for name, id, times in names:
            target = self._ids.get(id or "")
            if target is not None:
                link = "href" if "href" in node.values else "xlink:href"
                parts.append(Part(target, name or link, times, bool(name) and target.tag not in GRADIENTS))
        return parts

    def _has_circles(self, root: SvgElement) -> bool:
        """True if any element contains itself; puts the elements in order."""
        found = False
        entered, left = {root}, set[SvgElement]()
        open_parts = [(root, iter(self._parts[root]))]
        while open_parts:
            node, parts = open_parts[-1]
            part = next(parts, None)
            if part is None:
                open_parts.pop()
                left.add(node)
                self._order.append(node)
            elif part.target not in entered:
                entered.add(part.target)
                open_parts.append((part.target, iter(self._parts[part.target])))
            elif part.target not in left:
                found = True
                self._report_circle(node, part)
        return found

    def _report_circle(self, node: SvgElement, part: Part) -> None:
        target = part.target
        name = f" '{target.id}'" if target.id else ""
        where, what = (node, f"{part.attribute} of {node.tag}: ") if part.attribute else (target, "")
        self._report.add(
            where.at, f"{what}the {target.tag}{name} would contain itself", "remove the reference", part.attribute
        )

    def _check_depth(self) -> None:
        depths: dict[SvgElement, int] = {}
        for node in self._order:
            parts = [(part.attribute in _INHERITED, depths[part.target]) for part in self._parts[node]]
            inside = max([depth for painted, depth in parts if not painted], default=0)
            painting = max([depth for painted, depth in parts if painted], default=0)
            # What `use` shows may be painted with what `use` has.
            depths[node] = 1 + (inside + painting if node.tag == "use" else max(inside, painting))
            if depths[node] > MAX_DEPTH:
                raise self._report.refuse(
                    node.at,
                    f"with all that is used elements are nested more than {MAX_DEPTH} deep",
                    "use fewer things",
                )


def _filter_images(document: SvgDocument) -> dict[str, list[str]]:
    """The ids of the elements that filters show, by the id of the filter."""
    result: dict[str, list[str]] = {}
    waiting: list[tuple[XmlElement, str]] = [(document.xml, "")]
    while waiting:
        written, filter = waiting.pop()
        link = written.attributes.get("href", written.attributes.get("xlink:href", "")).strip()
        if written.tag == "feImage" and link.startswith("#"):
            result.setdefault(filter, []).append(link[1:])
        if written.tag == "filter":
            filter = written.attributes.get("id", "")
        waiting += [(child, filter) for child in written.children]
    return result
