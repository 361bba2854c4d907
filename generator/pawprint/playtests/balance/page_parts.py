"""What the pages of reports have in common: one file with its style, sections, facts and tables; it loads nothing."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from math import isfinite
from pathlib import Path
from typing import Any, NamedTuple

from pawprint.core.colour import BLACK
from pawprint.core.page_policy import content_policy, policy_element
from pawprint.core.source import Source, Span
from pawprint.documents.diagram_figures import DiagramRenderer
from pawprint.documents.html.vector_art import PageArt
from pawprint.games.engines import DIAGRAM_BUILDERS, NOTATIONS
from pawprint.pieces.lower import Lowering
from pawprint.play.diagram import DiagramBuilder, DiagramMoment
from pawprint.play.engine import Rules, State
from pawprint.play.playing import GameLog
from pawprint.play.simulation import rules_of
from pawprint.play.simulation_config import SimulationConfig
from pawprint.play.statistics import Interval
from pawprint.playtests.balance._watched_games import WatchedGame, WatchedStep, log_of_game
from pawprint.playtests.balance.balance_report import BalanceReport
from pawprint.production.pipeline import Workspace

# --- plots ------------------------------------------------------------------------------------------------------------

# Figures of a report -> small SVG plots without letters, which any size suits; the numbers stand beside them.


#: Width and height of the plot of an interval, and of a histogram; units of the drawing.
_ROW = (200.0, 16.0)
_BARS = (300.0, 90.0)
#: A histogram of more numbers than this has several in each bar.
_MOST_BARS = 30


class Scale:
    """The common axis of several intervals: it shows all of them, and the value that they are compared with."""

    def __init__(self, intervals: Iterable[Interval], centre: float) -> None:
        self.centre = centre
        shown = [end for one in intervals for end in (one.low, one.high) if isfinite(end)]
        reach = max([abs(end - centre) for end in shown], default=1.0) or 1.0
        self.low, self.high = centre - reach, centre + reach

    def at(self, value: float) -> float:
        """Where *value* is in a plot."""
        share = (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)
        return 4 + share * (_ROW[0] - 8)


def interval_plot(one: Interval, scale: Scale) -> str:
    """A dot with its interval, and a line where the value would make no difference."""
    width, height = _ROW
    middle, centre = height / 2, scale.at(scale.centre)
    far = "far" if one.low > scale.centre or one.high < scale.centre else "near"
    low, high = scale.at(one.low), scale.at(one.high)
    return (
        f'<svg class="interval {far}" viewBox="0 0 {width:g} {height:g}" aria-hidden="true">'
        f'<path class="centre" d="M{centre:.5g} 0V{height:g}"/>'
        f'<path class="reach" d="M{low:.5g} {middle:g}H{high:.5g}"/>'
        f'<circle cx="{scale.at(one.value):.5g}" cy="{middle:g}" r="4"/></svg>'
    )


def histogram(counts: Mapping[int, int], title: str, unit: str = "") -> str:
    """How often each number was there, as a figure with its name; numbers with no bar between them are 0."""
    low, high = min(counts), max(counts)
    step = -(-(high - low + 1) // _MOST_BARS)
    bars = [0] * ((high - low) // step + 1)
    for number, games in counts.items():
        bars[(number - low) // step] += games
    width, height = _BARS
    each, most = width / len(bars), max(bars)
    drawn = "".join(
        f"M{place * each + 0.5:.5g} {height:g}v{-height * games / most:.5g}h{max(each - 1, 0.5):.5g}V{height:g}z"
        for place, games in enumerate(bars)
        if games
    )
    last = high if step == 1 else low + step * len(bars) - 1
    total, top = sum(bars), max(range(len(bars)), key=bars.__getitem__)
    peak = f"{low + top * step}" if step == 1 else f"{low + top * step} to {low + top * step + step - 1}"
    alt = f"{title}: from {low} to {high}{unit}, most often {peak}, in {most / total:.0%}"
    return (
        f'<figure class="histogram"><figcaption>{escape(title)}</figcaption>'
        f'<svg viewBox="0 0 {width:g} {height:g}" preserveAspectRatio="none" role="img" aria-label="{escape(alt)}">'
        f'<path d="{drawn}"/></svg>'
        f'<div class="axis" aria-hidden="true"><span>{low}</span><span>{escape(unit.strip())}</span>'
        f"<span>{last}</span></div></figure>"
    )


# --- game pictures ----------------------------------------------------------------------------------------------------

# The games of a report that are worth watching -> their pictures, drawn by the game's own diagrams with its faces.


#: A game has at most so many pictures; in longer games each shows several actions.
_MOST_PICTURES = 20
#: The room for a picture; points.
_WIDTH, _HEIGHT = 620.0, 520.0
_NOWHERE = Span(Source("", ""), 0, 0)
_ABOUT = {
    "closest": "No game had a smaller margin; of those that had the same, in none did the lead change more often.",
    "longest": "No game had more decisions.",
    "strangest": "Of the games that were compared, the one in which the rarest events happened.",
}


class PicturedGames(NamedTuple):
    """Games with their pictures, and what the pictures refer to, for the end of the page."""

    games: tuple[WatchedGame, ...]
    definitions: str


def pictured_games(report: BalanceReport, config: SimulationConfig, workspace: Workspace) -> PicturedGames:
    """The notable games of *report* step by step; nothing if the engine has no diagrams.

    Args:
        workspace: has the game and its layouts.
    """
    rules, game = rules_of(config), workspace.library.games.get(Path(config.folder).resolve().name)
    engine = game.engine if game is not None else ""
    builder, notation = DIAGRAM_BUILDERS.get(engine), NOTATIONS.get(engine)
    if builder is None or notation is None or game is None:
        return PicturedGames((), "")
    renderer = DiagramRenderer(workspace.composer(None), game.in_edition(config.deck), report.language)
    art = PageArt(Lowering(), lambda *_: None, lambda *_: None, BLACK, {}, ())
    diagrams = builder(notation(rules), renderer.space(_WIDTH), workspace.findings)
    made: dict[int, WatchedGame] = {}
    for kind, number in report.notable.items():
        if number in made:  # one game may be notable for several reasons
            known = made[number]
            made[number] = known._replace(kind=f"{known.kind} and {kind}", about=f"{known.about} {_ABOUT[kind]}")
            continue
        log = log_of_game(config, number)
        if log is not None:
            steps = tuple(_steps(rules, log, diagrams, renderer, art))
            made[number] = WatchedGame(kind, number, f"{_ABOUT[kind]} {_result(log)}", steps)
    return PicturedGames(tuple(made.values()), art.definitions())


def _result(log: GameLog) -> str:
    winners = [str(seat + 1) for seat, share in enumerate(log.returns) if share]
    return f"{len(log.actions)} actions; won by player {' and '.join(winners) or 'none'}."


def _steps(
    rules: Rules, log: GameLog, diagrams: DiagramBuilder[Any, Any], renderer: DiagramRenderer, art: PageArt
) -> Iterator[WatchedStep]:
    """What is done, some actions at a time, and the table after them."""
    state = rules.start(log.setup)
    each = -(-len(log.actions) // _MOST_PICTURES)
    said: list[str] = []
    for number, words in enumerate(log.actions, 1):
        seat, action = state.actor(), rules.parse(words)
        said.append(f"{number}. {f'player {seat + 1}' if seat >= 0 else 'chance'}: {words}")
        state.apply(action)
        if number % each == 0 or number == len(log.actions):
            drawn = renderer.art(diagrams.show(DiagramMoment(None, state.copy())), _WIDTH, _HEIGHT, _NOWHERE)
            yield WatchedStep("; ".join(said), f"{_points(state)}{art.figure(drawn)}")
            said = []


def _points(state: State) -> str:
    return f"<p class='muted'>points: {', '.join(map(str, state.scores()))}</p>"


# --- page parts -------------------------------------------------------------------------------------------------------


#: How a report begins, so that a later one may replace it.
START = "<!DOCTYPE html>\n<!-- A balance report by Pawprint -->\n"
_STYLE = Path(__file__).parent / "assets" / "report.css"
_POLICY = content_policy(style_src="'unsafe-inline'", img_src="data:")


def page(title: str, settings: str, body: str, footer: str, definitions: str = "") -> str:
    """A page of HTML.

    Args:
        settings: what was played, in words.
        body, footer: HTML.
        definitions: what pictures refer to.
    """
    return (
        f'{START}<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f"{policy_element(_POLICY)}\n"
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>\n{_STYLE.read_text(encoding='utf-8')}</style>\n</head>\n<body>\n"
        f"<header>\n<h1>{escape(title)}</h1>\n<p class='muted'>{escape(settings)}</p>\n</header>\n"
        f"<main>\n{body}</main>\n<footer>\n{footer}</footer>\n{definitions}</body>\n</html>\n"
    )


def section(title: str, body: str) -> str:
    """A part of the page with its heading."""
    return f"<section>\n<h2>{escape(title)}</h2>\n{body}</section>\n"


def fact_list(facts: Iterable[tuple[str, str]]) -> str:
    """Figures with their names."""
    return '<dl class="facts">\n' + "".join(f"<div>{_fact(*fact)}</div>\n" for fact in facts) + "</dl>\n"


def _fact(what: str, figure: str) -> str:
    """One line of the list of facts; the part of the figure in brackets is set small."""
    first, bracket, rest = figure.partition(" (")
    small = f"<small>{escape(rest.replace(')', '', 1))}</small>" if bracket else ""
    return f"<dt>{escape(what)}</dt><dd>{escape(first)}{small}</dd>"


def plots(figures: Iterable[str]) -> str:
    """Plots side by side."""
    return f'<div class="plots">\n{"".join(figures)}</div>\n'


def table(name: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table that scrolls where it is wider than the window; the first cell of a row is its head.

    Args:
        rows: cells of HTML.
    """
    head = "".join(f'<th scope="col">{escape(one)}</th>' for one in heads)
    lines = "".join(
        f'<tr><th scope="row">{first}</th>' + "".join(f"<td>{cell}</td>" for cell in rest) + "</tr>\n"
        for first, *rest in rows
    )
    return (
        f'<div class="wide" role="region" tabindex="0" aria-label="{escape(name)}">\n<table>\n'
        f"<thead><tr>{head}</tr></thead>\n<tbody>\n{lines}</tbody>\n</table>\n</div>\n"
    )
