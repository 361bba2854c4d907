"""Pawprint turns a YAML catalog of cards, tiles and tokens into print-ready sheets.

Scripts and notebooks begin with `pawprint.open_project("my-game")` or `pawprint.bundled_games()`; docs/python.md shows
more. What `__all__` names stays as it is within a major version; everything else may change.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pawprint.api.findings import FindingList
    from pawprint.api.project import (
        FaultyCatalogError,
        Game,
        Piece,
        PlayedGames,
        Project,
        Record,
        RecordList,
        bundled_games,
        open_project,
    )

__version__ = "0.1.0"

__all__ = [
    "FaultyCatalogError", "FindingList", "Game", "Piece", "PlayedGames", "Project", "Record", "RecordList",
    "bundled_games", "open_project",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    """Import what is used, so that `import pawprint` takes no time."""
    if name not in __all__:
        raise AttributeError(f"module 'pawprint' has no attribute '{name}'")
    from importlib import import_module

    return getattr(import_module("pawprint.api.project"), name)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
