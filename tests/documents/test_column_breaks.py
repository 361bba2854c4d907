"""Columns: what fits, where they may end, and how they become even."""

from hypothesis import given
from hypothesis import strategies as st

from documents.paper import AT
from pawprint.documents.typeset._column_breaks import Filled, PlacedStrip, balanced, extents, fill, stretched
from pawprint.documents.typeset._strips import Frame, Strip


def strip(height: float = 10.0, keep: bool = False, **words: object) -> Strip:
    return Strip(height, (), AT, keep=keep, **words)  # type: ignore[arg-type]


def tops(filled: Filled) -> list[float]:
    return [put.y for put in filled.placed]


def test_larger_of_two_spaces_counts() -> None:
    made = fill([strip(after=5), strip(before=8), strip(before=2)], 100, 0)
    assert tops(made) == [0, 18, 30]


def test_no_space_at_the_top() -> None:
    assert tops(fill([strip(before=20)], 100, 0)) == [0]


def test_snapping_lines_are_placed_on_the_grid() -> None:
    assert tops(fill([strip(13), strip(snap=True)], 100, 10)) == [0, 20]


def test_strips_that_stay_together_move_together() -> None:
    strips = [strip(), strip(), strip(keep=True), strip(keep=True)]
    made = fill(strips, 35, 0)
    assert [put.strip for put in made.placed] == strips[:1]
    assert made.rest == strips[1:]


def test_strips_too_long_to_stay_together_are_divided() -> None:
    strips = [strip(), *[strip(keep=True) for _ in range(9)]]
    made = fill(strips, 35, 0)
    assert len(made.placed) == 3
    assert made.rest == strips[3:]


def test_strip_taller_than_the_column_is_reported() -> None:
    made = fill([strip(50)], 35, 0)
    assert made.too_high is not None
    assert made.rest == []


def test_figure_waits_for_the_next_column() -> None:
    strips = [strip(), strip(60, floats=True), strip(), strip()]
    made = fill(strips, 65, 0)
    assert [put.strip for put in made.placed] == [strips[0], strips[2], strips[3]]
    assert made.rest == [strips[1]]


def test_table_that_continues_below_a_figure_repeats_its_head() -> None:
    head = strip(8)
    strips = [strip(60, floats=True), strip(repeat=head), strip(repeat=head)]
    made = fill(strips, 100, 0)
    assert [put.strip for put in made.placed] == [strips[0], head, strips[1], strips[2]]
    assert tops(made) == [0, 60, 68, 78]


def test_boxes_have_their_edges_in_each_column() -> None:
    frame = Frame(1, 0, 100, 5, None, None, 0, 0)
    strips = [strip(frames=(frame,)) for _ in range(6)]
    made = fill(strips, 45, 0)
    assert tops(made) == [5, 15, 25]
    (extent,) = extents(made.placed)
    assert (extent.top, extent.bottom) == (0, 40)
    assert tops(fill(made.rest, 45, 0)) == [5, 15, 25]


def test_boxes_within_boxes() -> None:
    outer = Frame(1, 0, 100, 5, None, None, 0, 0)
    inner = Frame(2, 5, 90, 3, None, None, 0, 0)
    strips = [strip(frames=(outer,)), strip(frames=(outer, inner)), strip(frames=(outer,)), strip()]
    made = fill(strips, 200, 0)
    assert tops(made) == [5, 18, 31, 46]
    assert [(extent.top, extent.bottom) for extent in extents(made.placed)] == [(0, 46), (15, 31)]


def test_even_columns() -> None:
    made = balanced([strip() for _ in range(9)], 3, 1000, 0)
    assert made is not None
    assert [len(column.placed) for column in made] == [3, 3, 3]


def test_columns_too_small_for_their_content_are_reported() -> None:
    assert balanced([strip() for _ in range(9)], 2, 40, 0) is None


strips_ = st.lists(
    st.builds(
        strip,
        st.floats(1, 40),
        st.booleans(),
        before=st.sampled_from([0.0, 5.0]),
        after=st.sampled_from([0.0, 7.0]),
        floats=st.sampled_from([False, False, False, True]),
    ),
    min_size=1,
    max_size=40,
)


@given(strips_, st.floats(50, 200), st.sampled_from([0.0, 6.5]))
def test_each_strip_finds_its_place_once(strips: list[Strip], height: float, grid: float) -> None:
    rest, placed, columns = list(strips), [], 0
    while rest:
        made = fill(rest, height, grid)
        assert made.placed, "a column is never empty"
        bottom = 0.0
        for put in made.placed:
            assert put.y >= bottom - 0.001, "strips do not overlap"
            bottom = put.y + put.strip.height
        assert bottom <= height + 0.01
        placed += [put.strip for put in made.placed]
        rest = made.rest
        columns += 1
    assert sorted(map(id, placed)) == sorted(map(id, strips))
    texts = [one for one in strips if not one.floats]
    assert [one for one in placed if not one.floats] == texts, "text keeps its order"
    assert [one for one in placed if one.floats] == [one for one in strips if one.floats], "and so do figures"


@given(st.lists(st.floats(5, 30), min_size=1, max_size=40), st.integers(2, 4))
def test_even_columns_hold_all_in_order(heights: list[float], count: int) -> None:
    strips = [strip(height) for height in heights]
    made = balanced(strips, count, sum(heights) + 1, 0)
    assert made is not None
    assert [put.strip for column in made for put in column.placed] == strips
    assert max(column.height for column in made) <= sum(heights) / count + max(heights) + 2


def test_spaces_of_a_column_grow_in_proportion_up_to_their_limit() -> None:
    puts = [PlacedStrip(strip(), 0), PlacedStrip(strip(), 20), PlacedStrip(strip(), 35)]
    made = Filled(puts, 45, [])
    assert tops(stretched(made, 51, 1)) == [0, 24, 41], "spaces of 10 and 5 are 14 and 7"
    assert tops(stretched(made, 60, 0.1)) in ([0, 21, 36.5], [0, 20, 35])
