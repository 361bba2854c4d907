"""The scenarios in the folder of a game."""

from pawprint.catalog.model import Game
from pawprint.core.diagnostics import Findings
from pawprint.rules.scenario import Scenario, read_scenario


def scenario_names(game: Game) -> list[str]:
    """The names of the scenarios in the folder of *game*."""
    return sorted(path.stem for path in (game.folder / "scenarios").glob("*.yaml"))


def scenario_of_game(game: Game, name: str, findings: Findings) -> Scenario | None:
    """The scenario *name* of *game*; None after findings."""
    known: dict[str, Scenario] = game.memory("scenarios")
    if name not in known:
        scenario = read_scenario(game.folder / "scenarios" / f"{name}.yaml", findings, game.root)
        if scenario is None:  # not kept, so that the next caller gets the findings, too
            return None
        known[name] = scenario
    return known[name]
