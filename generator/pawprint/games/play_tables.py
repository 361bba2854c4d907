"""The tables of the bundled games for people who play. Importing this module registers them, and the engines."""

import pawprint.games.engines
import pawprint.games.food_chain.play_table
import pawprint.games.fooden.play_table
import pawprint.games.lake_ecosystem.play_table
import pawprint.games.pocket_cats.play_table  # noqa: F401
from pawprint.play.play_table import PLAY_TABLES

__all__ = ["PLAY_TABLES"]
