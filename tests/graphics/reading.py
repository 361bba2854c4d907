"""Reads drawings without a fault, for tests of what becomes of them."""

from pawprint.core.diagnostics import Findings
from pawprint.core.picture import Cluster, Item, Picture, Shape
from pawprint.graphics.svg.convert import read_svg

#: The beginning of a file.
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 50">'


def picture_of(body: str, head: str = SVG) -> Picture:
    """The drawing with these elements, which has no finding."""
    findings = Findings()
    picture = read_svg(f"{head}{body}</svg>".encode(), "test/cat", findings, "art/cat.svg")
    assert [*findings] == []
    assert picture is not None
    return picture


def items_of(body: str, head: str = SVG) -> tuple[Item, ...]:
    """Its items."""
    return picture_of(body, head).items


def shape_of(body: str, head: str = SVG) -> Shape:
    """Its only item, a shape."""
    (item,) = items_of(body, head)
    assert isinstance(item, Shape)
    return item


def cluster_of(body: str, head: str = SVG) -> Cluster:
    """Its only item, a cluster."""
    (item,) = items_of(body, head)
    assert isinstance(item, Cluster)
    return item
