"""Every game and language is built by one process, and a game stays whole where it can."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from pawprint.production.options import BuildOptions
from pawprint.production.pipeline import BuildShare, is_worth_sharing, shares


def game(name: str, records: int, *languages: str) -> Any:
    """A game without documents."""
    return SimpleNamespace(
        id=name,
        folder=Path("/no/such/folder"),
        components={"cards": None},
        records={"cards": range(records)},
        printed_languages=lambda wanted: tuple(one for one in languages if not wanted or one in wanted),
    )


GAMES = st.lists(
    st.builds(lambda records, count: game("game", records, *"abcde"[:count]), st.integers(0, 500), st.integers(0, 5)),
    max_size=6,
)


@given(GAMES, st.integers(1, 16))
def test_every_language_of_every_game_is_built_once_and_in_order(games: list[Any], processes: int) -> None:
    for number, one in enumerate(games):
        one.id = str(number)
    found = shares(games, BuildOptions(), processes, False)
    made = [(share.game, language) for share in found for language in share.languages]
    assert made == [(one.id, language) for one in games for language in one.printed_languages(())]
    assert {share.game for share in found} == {one.id for one in games}
    assert sum(share.records for share in found) == sum(
        len(one.records["cards"]) * len(one.printed_languages(())) for one in games
    )


def test_equal_games_stay_whole() -> None:
    games = [game("a", 100, "en", "fr"), game("b", 110, "en", "fr")]
    assert [share.languages for share in shares(games, BuildOptions(), 2, False)] == [("en", "fr"), ("en", "fr")]


def test_languages_are_shared_where_a_game_is_most_of_the_work() -> None:
    games = [game("a", 300, "en", "fr"), game("b", 10, "en")]
    assert shares(games, BuildOptions(), 2, False) == [
        BuildShare("a", ("en",), 300),
        BuildShare("a", ("fr",), 300),
        BuildShare("b", ("en",), 10),
    ]


def test_process_builds_several_languages_if_languages_outnumber_processes() -> None:
    found = shares([game("a", 100, "de", "en", "fr")], BuildOptions(), 2, False)
    assert [share.languages for share in found] == [("de",), ("en", "fr")]


def test_language_that_a_game_does_not_have_leaves_its_share_empty() -> None:
    found = shares([game("a", 100, "en"), game("b", 100, "fr")], BuildOptions(languages=("fr",)), 2, False)
    assert found == [BuildShare("a", (), 0), BuildShare("b", ("fr",), 100)]


def test_chosen_cards_and_components_are_all_that_counts() -> None:
    one = game("a", 100, "en", "fr")
    for options in (BuildOptions(cards=("fox",)), BuildOptions(components=("tokens",))):
        assert not is_worth_sharing(shares([one], options, 2, False))
    assert is_worth_sharing(shares([game("a", 200, "en", "fr")], BuildOptions(), 2, False))
    assert not is_worth_sharing([])
