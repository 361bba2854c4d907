"""Games worth watching: the closest, the longest and the strangest, as pictures step by step.

The game's own diagrams draw the pictures with its faces.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from pawprint.core.colour import BLACK
from pawprint.core.source import Source, Span
from pawprint.documents.diagram_figures import DiagramRenderer
from pawprint.documents.html.vector_art import PageArt
from pawprint.games.engines import DIAGRAM_BUILDERS, NOTATIONS
from pawprint.pieces.lower import Lowering
from pawprint.play.diagram import DiagramBuilder, DiagramMoment
from pawprint.play.engine import Rules
from pawprint.play.playing import GameLog, read_log
from pawprint.play.simulation import play_games, rules_of
from pawprint.play.simulation_config import SimulationConfig
from pawprint.playtests.balance.balance_report import BalanceReport
from pawprint.production.pipeline import Workspace

#: The most pictures of a game; in longer games each shows several actions.
_MOST_PICTURES = 20
#: Width and height of a picture; points.
_SIZE = (620.0, 520.0)
_NOWHERE = Span(Source("", ""), 0, 0)
_ABOUT = {
    "closest": "No game had a smaller margin; of those that had the same, in none did the lead change more often.",
    "longest": "No game had more decisions.",
    "strangest": "Of the games that were compared, the one in which the rarest events happened.",
}


class WatchedStep(NamedTuple):
    """A step of a game: the actions in words, and a picture as SVG."""

    says: str
    picture: str


class WatchedGame(NamedTuple):
    """A game with what makes it worth watching."""

    kind: str
    number: int
    about: str
    steps: tuple[WatchedStep, ...]


class PicturedGames(NamedTuple):
    """Games with their pictures, and the definitions that the pictures refer to, for the end of the page."""

    games: tuple[WatchedGame, ...]
    definitions: str


def pictured_games(report: BalanceReport, config: SimulationConfig, workspace: Workspace) -> PicturedGames:
    """The notable games of *report* step by step; nothing if the engine has no diagrams."""
    rules, game = rules_of(config), workspace.library.games.get(Path(config.folder).resolve().name)
    engine = game.engine if game is not None else ""
    builder, notation = DIAGRAM_BUILDERS.get(engine), NOTATIONS.get(engine)
    if builder is None or notation is None or game is None:
        return PicturedGames((), "")
    renderer = DiagramRenderer(workspace.composer(None), game.in_edition(config.deck), report.language)
    art = PageArt(Lowering(), lambda *_: None, lambda *_: None, BLACK, {}, ())
    diagrams = builder(notation(rules), renderer.space(_SIZE[0]), workspace.findings)
    games: dict[int, WatchedGame] = {}
    for kind, number in report.notable.items():
        if number in games:  # a game may be notable for several reasons
            known = games[number]
            games[number] = known._replace(kind=f"{known.kind} and {kind}", about=f"{known.about} {_ABOUT[kind]}")
            continue
        log = log_of_game(config, number)
        if log is not None:
            steps = tuple(_steps(rules, log, diagrams, renderer, art))
            games[number] = WatchedGame(kind, number, f"{_ABOUT[kind]} {_result(log)}", steps)
    return PicturedGames(tuple(games.values()), art.definitions())


def log_of_game(config: SimulationConfig, number: int) -> GameLog | None:
    """The log of a game, which is played again; None if it breaks off."""
    plain = config._replace(count_course=False, count_events=False, swap_pieces=False, keep_logs=True)
    line = play_games(plain, [number]).logs.get(number)
    return None if line is None else read_log(line)


def _result(log: GameLog) -> str:
    winners = [str(seat + 1) for seat, share in enumerate(log.returns) if share]
    return f"{len(log.actions)} actions; won by player {' and '.join(winners) or 'none'}."


def _steps(
    rules: Rules, log: GameLog, diagrams: DiagramBuilder[Any, Any], renderer: DiagramRenderer, art: PageArt
) -> Iterator[WatchedStep]:
    state = rules.start(log.setup)
    each = -(-len(log.actions) // _MOST_PICTURES)
    done: list[str] = []
    for number, words in enumerate(log.actions, 1):
        seat, action = state.actor(), rules.parse(words)
        done.append(f"{number}. {f'player {seat + 1}' if seat >= 0 else 'chance'}: {words}")
        state.apply(action)
        if number % each == 0 or number == len(log.actions):
            drawing = renderer.art(diagrams.show(DiagramMoment(None, state.copy())), *_SIZE, _NOWHERE)
            points = f"<p class='muted'>points: {', '.join(map(str, state.scores()))}</p>"
            yield WatchedStep("; ".join(done), f"{points}{art.figure(drawing)}")
            done = []
