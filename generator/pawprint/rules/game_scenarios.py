"""The scenarios in the folder of a game."""

from pawprint.catalog.model import Game
from pawprint.core.diagnostics import Findings
from pawprint.rules.lookup import rules_name
from pawprint.rules.scenario import EngineOf, Scenario, read_scenario


def scenario_names(game: Game) -> list[str]:
    """The names of the scenarios in the folder of *game*."""
    return sorted(path.stem for path in (game.folder / "scenarios").glob("*.yaml"))


def engine_in(game: Game) -> EngineOf:
    """The engine that a scenario means by a name: that of *game*, if it is the name of its rules."""
    return lambda name: game.engine if name == rules_name(game) else name


def scenario_of_game(game: Game, name: str, findings: Findings) -> Scenario | None:
    """The scenario *name* of *game*; None after findings."""
    known: dict[str, Scenario] = game.memory("scenarios")
    if name not in known:
        path = game.folder / "scenarios" / f"{name}.yaml"
        scenario = read_scenario(path, findings, game.root, engine_in(game))
        if scenario is None:  # not kept, so that the next caller gets the findings, too
            return None
        known[name] = scenario
    return known[name]
