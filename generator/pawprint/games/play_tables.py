"""The tables of the bundled games for people who play, each imported when it is asked for; and the engines."""

import pawprint.games.engines  # noqa: F401  (registers them)
from pawprint.play.play_table import PLAY_TABLES

__all__ = ["PLAY_TABLES"]

for _game in ("food-chain", "fooden", "lake-ecosystem", "pocket-cats"):
    PLAY_TABLES.define_in(f"pawprint.games.{_game.replace('-', '_')}.play_table", _game)
