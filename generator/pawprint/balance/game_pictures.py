"""The games of a report that are worth watching -> their pictures, drawn by the game's own diagrams with its faces."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from pawprint.balance.balance_report import BalanceReport
from pawprint.balance.watched_games import WatchedGame, WatchedStep, log_of_game
from pawprint.build.pipeline import Workspace
from pawprint.core.colour import BLACK
from pawprint.core.source import Source, Span
from pawprint.documents.diagram_figures import DiagramRenderer
from pawprint.draw.lower import Lowering
from pawprint.games.engines import DIAGRAM_BUILDERS, NOTATIONS
from pawprint.hypertext.vector_art import PageArt
from pawprint.rules.diagram import DiagramBuilder, DiagramMoment
from pawprint.rules.engine import Rules, State
from pawprint.rules.playing import GameLog
from pawprint.rules.simulation import rules_of
from pawprint.rules.simulation_config import SimulationConfig

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
