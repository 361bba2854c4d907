"""Pictures are compared by identity, their parts by value."""

from pawprint.core.affine import IDENTITY
from pawprint.core.diagnostics import Findings
from pawprint.core.picture import CURRENT, Cluster, Gradient, Picture, Shape
from pawprint.graphics.svg.convert import read_svg

LINE = (("M", 0.0, 0.0), ("L", 1.0, 1.0))


def test_parts_are_values() -> None:
    assert Shape(LINE, "moss") == Shape(LINE, "moss")
    assert Shape(LINE, "moss") != Shape(LINE, CURRENT)
    assert Cluster((Shape(LINE),)) == Cluster((Shape(LINE),), IDENTITY, None, 1.0)
    assert hash(Gradient(0, 0, 1, 1, ((0, "moss"), (1, "rust")))) == hash(
        Gradient(0, 0, 1, 1, ((0, "moss"), (1, "rust")))
    )


def test_pictures_are_things() -> None:
    one, two = (Picture("fox", 0, 0, 10, 10, (), ()) for _ in range(2))
    assert one != two
    assert {one: 1, two: 2}[one] == 1


def test_drawing_knows_the_names_of_its_colours() -> None:
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="1 2 30 40">'
        '<path d="M0 0L1 1L1 0Z" fill="var(--moss)" stroke="currentColor"/>'
        '<path d="M0 0L1 1L1 0Z" fill="#102030"/><path d="M0 0L1 1L1 0Z" fill="var(--accent)"/></svg>'
    )
    findings = Findings()
    picture = read_svg(svg.encode(), "fox", findings, "fox.svg")
    assert [*findings] == []
    assert picture is not None
    assert picture.colours == ("accent", CURRENT, "moss"), "sorted; literal colours are no names"
    assert (picture.x, picture.y, picture.width, picture.height) == (1, 2, 30, 40)
