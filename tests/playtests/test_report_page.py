"""The page of a balance report: its figures, its plots, and how a browser and axe-core see it."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from html import escape
from pathlib import Path

import html5lib
import pytest

from end_to_end.test_web_pages import AXE, NEEDS_BROWSER, WAYS, opened
from games.conformance import game_of
from pawprint.games.food_chain.rules import FoodChain
from pawprint.play.aggregates import Aggregate
from pawprint.play.playing import replay
from pawprint.play.simulation import PairedConfig, play_games, play_pairs, rules_of
from pawprint.play.simulation_config import SimulationConfig
from pawprint.play.statistics import Interval
from pawprint.playtests.balance.balance_report import BalanceReport, balance_report
from pawprint.playtests.balance.comparison import compare
from pawprint.playtests.balance.report_page import (
    START,
    Scale,
    comparison_page,
    histogram,
    interval_plot,
    report_page,
)  # fmt: skip
from pawprint.playtests.balance.watched_games import PicturedGames, log_of_game, pictured_games
from pawprint.production.pipeline import load
from preview.browser import Browser

FOLDER = Path(__file__).parents[2] / "catalog" / "food-chain"
TABLE = SimulationConfig(
    FOLDER.as_posix(), FoodChain, "", "", (), 3, ("greedy", "random"), 0,
    count_events=True, count_course=True, swap_pieces=True,
)  # fmt: skip


@cache
def report() -> BalanceReport:
    return balance_report(game_of("food-chain"), rules_of(TABLE), TABLE, play_games(TABLE, range(8)))


def test_page_is_complete_and_loads_nothing() -> None:
    page = report_page(report())
    assert page.startswith(START)
    html5lib.HTMLParser(strict=True).parse(page)
    assert not re.findall(r"<script|https?://(?!www\.w3\.org)|url\(", page)
    assert "default-src 'none'; base-uri 'none'; form-action 'none'" in page


def test_page_has_the_figures_of_the_report() -> None:
    whole = report_page(report())
    page = re.sub(r"<[^>]+>", "", whole)
    for one in report().seats:
        assert f"{one.wins.value:.1%} ({one.wins.low:.1%} to {one.wins.high:.1%})" in page
    for piece in report().pieces:
        assert piece.name in page
    tables = re.findall(r'<div class="wide" role="region" tabindex="0" aria-label="([^"]+)">(.*?)</table>', whole, re.S)
    for component, title in report().components.items():
        own = [one.name for one in report().pieces if one.component == component]
        (rows,) = (rows for name, rows in tables if name == title)
        assert sorted(re.findall(r'<th scope="row">([^<]+)</th>', rows)) == sorted(map(escape, own))
    for what in ("By bot", "What never happens", "ransom", "Changes of the lead"):
        assert what in page


def test_page_without_a_finished_game_explains_itself() -> None:
    empty = balance_report(game_of("food-chain"), rules_of(TABLE), TABLE, Aggregate(broken=3))
    page = report_page(empty)
    assert "No game came to its end." in page
    assert "3 games more broke off" in page


@cache
def pictured() -> PicturedGames:
    layouts = FOLDER.parents[1] / "layouts"
    return pictured_games(report(), TABLE, load(FOLDER.parent, [layouts], ["food-chain"]))


def test_games_worth_watching_are_shown_step_by_step() -> None:
    found = pictured()
    assert {number for game in found.games for number in [game.number]} == {*report().notable.values()}
    for game in found.games:
        log = log_of_game(TABLE, game.number)
        assert log is not None
        told = "; ".join(step.says for step in game.steps)
        assert all(f": {words}" in told for words in log.actions), "the steps name every action"
        assert told.count("player ") >= len(log.actions) - told.count("chance")
        assert {*re.findall(r"player (-?\d+):", told)} == {"1", "2", "3"}
        assert len(game.steps) <= 20
        scores = ", ".join(map(str, replay(rules_of(TABLE), log).scores()))
        assert f"points: {scores}<" in game.steps[-1].picture, "the last picture is the end"
    page = report_page(report(), found.games, found.definitions)
    html5lib.HTMLParser(strict=True).parse(page)
    assert {*re.findall(r'href="#([^"]+)"', page)} <= {*re.findall(r'\bid="([^"]+)"', page)}


def test_interval_that_excludes_the_centre_is_marked() -> None:
    near, far = Interval(0.5, 0.4, 0.6), Interval(0.7, 0.65, 0.75)
    scale = Scale([near, far], 0.5)
    assert (scale.low, scale.high) == (0.25, 0.75)
    assert 'class="interval near"' in interval_plot(near, scale)
    assert 'class="interval far"' in interval_plot(far, scale)
    assert scale.at(0.25) < scale.at(0.5) == 100 < scale.at(0.75)


def test_histogram_has_a_bar_for_each_number_or_for_several() -> None:
    few = histogram({3: 1, 5: 4}, "Points", " points")
    assert few.count("z") == 2
    assert 'aria-label="Points: from 3 to 5 points, most often 5, in 80%"' in few
    many = histogram(dict.fromkeys(range(100), 1), "Points")
    assert many.count("z") == 25, "four numbers a bar"


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    browser = Browser(tmp_path_factory.mktemp("browser"))
    yield browser
    browser.close()


def a_report(folder: Path) -> Path:
    shown = [game._replace(steps=game.steps[:1]) for game in pictured().games[:1]]  # all are alike
    file = folder / "balance.html"
    file.write_text(report_page(report(), shown, pictured().definitions), encoding="utf-8")
    return file


def a_comparison(folder: Path) -> Path:
    """Of greedy and random bots, in one seat and in the other: there are changes that stand out."""
    pair = PairedConfig(TABLE, TABLE._replace(bots=("random", "greedy")))
    one = compare(game_of("food-chain"), ("greedy", "random"), ("", ""), pair, play_pairs(pair, range(8)))
    file = folder / "comparison.html"
    file.write_text(comparison_page([one, replace(one, names=("greedy", "again"))]), encoding="utf-8")
    return file


@NEEDS_BROWSER
@pytest.mark.skipif(AXE is None, reason="needs axe-core")
@pytest.mark.parametrize("made", [a_report, a_comparison])
def test_axe_finds_nothing_and_nothing_is_wider_than_the_window(
    browser: Browser, tmp_path: Path, made: Callable[[Path], Path]
) -> None:
    assert AXE is not None
    file = made(tmp_path)
    browser.call("Page.setBypassCSP", enabled=True)
    for look, width in WAYS:
        opened(browser, file, look, width)
        browser.run("document.querySelectorAll('details').forEach((one) => { one.open = true })")
        assert browser.run("document.documentElement.scrollWidth <= innerWidth"), (look, width)
        browser.run(f"{AXE.read_text(encoding='utf-8')}; 0")
        found = browser.run("axe.run().then((done) => done.violations.map((one) => [one.id, one.nodes[0].html]))")
        assert found == [], (look, width)
    assert browser.errors == []
