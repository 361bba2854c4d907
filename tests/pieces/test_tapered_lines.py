"""Lines of figures that become thinner towards their ends."""

from pawprint.core.picture import Path, Shape
from pawprint.pieces._figure_geometry import tapered


def line(path: Path) -> Shape:
    return Shape(path, stroke="ink", width=2, stroke_opacity=0.5)


def across(path: Path, x: float) -> list[float]:
    """The y of all points of *path* at *x*."""
    return sorted({segment[-1] for segment in path if len(segment) > 1 and abs(segment[-2] - x) < 0.01})  # type: ignore[operator]


def test_line_has_its_full_width_in_the_middle_and_thin_ends() -> None:
    (shape,) = tapered(line((("M", 0, 0), ("L", 20, 0), ("L", 40, 0))))
    assert (shape.fill, shape.stroke, shape.fill_opacity) == ("ink", None, 0.5)
    assert across(shape.path, 0) == [-0.25, 0.25]
    assert across(shape.path, 20) == [-1, 1]
    assert shape.path[1] == ("C", 6.67, 1, 13.33, 1, 20, 1), "a straight line has its handles at its thirds"
    assert across(shape.path, 40) == [-0.25, 0.25]
    assert shape.path[-1] == ("Z",)


def test_single_curve_has_the_full_width_in_its_middle() -> None:
    (shape,) = tapered(line((("M", 0, 0), ("C", 10, 0, 20, 0, 30, 0))))
    start, curve = shape.path[:2]
    assert abs((start[2] + 3 * curve[2] + 3 * curve[4] + curve[6]) / 8) > 0.95  # type: ignore[operator, misc]


def test_each_line_of_a_path_has_its_own_ends() -> None:
    (shape,) = tapered(line((("M", 0, 0), ("L", 20, 0), ("M", 0, 9), ("L", 20, 9))))
    assert [segment for segment in shape.path if segment[0] in "MZ"] == [
        ("M", 0, 0.25), ("Z",), ("M", 0, 9.25), ("Z",),
    ]  # fmt: skip


def test_dots_and_closed_lines_remain_strokes() -> None:
    dot: Path = (("M", 5, 5), ("L", 5.1, 5))
    ring: Path = (("M", 0, 0), ("L", 20, 0), ("L", 20, 20), ("Z",))
    assert tapered(line(dot + ring)) == (line(dot + ring),)
    filled, rest = tapered(line((("M", 0, 0), ("L", 20, 0), *dot)))
    assert (filled.stroke, rest) == (None, line(dot))
