"""The bundled engines, their notations and the builders of their diagrams, each imported when it is asked for.

Engines in the folders of games are found, too.
"""

import pawprint.play.own_engines  # noqa: F401  (finds them)
from pawprint.play.diagram import DIAGRAM_BUILDERS
from pawprint.play.engine import ENGINES
from pawprint.play.notation import NOTATIONS

__all__ = ["DIAGRAM_BUILDERS", "ENGINES", "NOTATIONS"]

for _game in ("food-chain", "fooden", "lake-ecosystem", "pocket-cats"):
    _package = f"pawprint.games.{_game.replace('-', '_')}"
    ENGINES.define_in(f"{_package}.rules", _game)
    NOTATIONS.define_in(f"{_package}.notation", _game)
    DIAGRAM_BUILDERS.define_in(f"{_package}.diagram", _game)
