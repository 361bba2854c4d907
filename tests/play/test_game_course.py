"""The course of a game: who leads, what each seat draws and keeps."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, cast

from pawprint.play.aggregates import Aggregate
from pawprint.play.engine import Rules, State, numbered_owner
from pawprint.play.playing import GameCourse


class Table:
    """The rules and the state at once: scores and hands by seat."""

    def __init__(self, scores: Sequence[int], hands: Sequence[Sequence[str]] = ((), ())) -> None:
        self._scores, self.hands = tuple(scores), hands

    def scores(self) -> tuple[int, ...]:
        return self._scores

    def owner_of(self, zone: str) -> int:
        return numbered_owner(zone)

    def zones(self, seat: int | None) -> dict[str, list[Any]]:
        assert seat is None, "counting sees everything"
        hands = {f"hand {whose}": [{"id": name} for name in hand] for whose, hand in enumerate(self.hands)}
        return {"deck": [{"id": "crown"}], **hands}


def course_of(*scores: Sequence[int], shares: Sequence[float]) -> Aggregate:
    """The sums of a game with these scores before each decision and, the last ones, at its end."""
    course, sums = GameCourse(cast(Rules, Table(()))), Aggregate()
    for turn, points in enumerate(scores[:-1]):
        course.before(cast(State, Table(points)), turn % 2, 3)
    course.end(cast(State, Table(scores[-1])))
    course.add_to(sums, 7, shares, scores[-1])
    return sums


def test_lead_changes_when_another_seat_has_it_alone() -> None:
    sums = course_of((0, 0), (1, 0), (1, 1), (1, 2), (1, 1), (1, 2), (3, 2), (3, 2), shares=(1, 0))
    assert sums.lead_changes == Counter({2: 1}), "a tie between two leads of one seat is no change"
    assert sums.margins == Counter({1: 1})
    assert sums.choices == Counter({3: 7})
    assert sums.scores == Counter({(0, 3): 1, (1, 2): 1})


def test_game_is_settled_when_only_the_winner_leads() -> None:
    ahead = course_of((0, 0), (0, 0), (1, 0), (2, 0), (2, 1), shares=(1, 0))
    assert (ahead.settled, ahead.comebacks) == (Counter({5: 1}), 0), "ahead after two of four decisions"
    behind = course_of((0, 0), (0, 1), (0, 1), (0, 1), (2, 1), shares=(1, 0))
    assert (behind.settled, behind.comebacks) == (Counter({10: 1}), 1)


def test_shared_win_has_no_margin_and_a_game_won_together_no_winner() -> None:
    assert course_of((0, 0, 0), (4, 4, 1), shares=(0.5, 0.5, 0)).margins == Counter({0: 1})
    together = course_of((0, 0), (4, 4), shares=(1, 1))
    assert (together.courses, together.contested, together.margins) == (1, 0, Counter())


def test_closest_game_has_the_smallest_margin_and_the_longest_game_most_decisions() -> None:
    sums = course_of((0, 0), (5, 3), shares=(1, 0))
    sums.notable.note(("closest", ""), (1, 0, 8))
    sums.notable.note(("longest", ""), (0, 8))
    assert {kind: value[-1] for (kind, _), value in sums.notable.items()} == {"closest": 8, "longest": 7}


def test_seat_draws_new_pieces_even_if_it_had_equal_pieces_before() -> None:
    course = GameCourse(cast(Rules, Table(())))
    for hands in ((["fox", "fox"], []), (["fox"], ["owl"]), (["fox", "fox"], ["owl"])):
        course.before(cast(State, Table((0, 0), hands)), len(course.choices) % 2, 1)
    kept = course.end(cast(State, Table((0, 0), ([], ["owl", "owl"]))))
    assert course.drawn == Counter({("fox", 0): 3, ("owl", 1): 2})
    assert kept == Counter({("owl", 1): 2})
