"""The bundled engines. Importing this module registers them, their notations and the builders of their diagrams.

Engines in the folders of games are found, too.
"""

import pawprint.games.food_chain.diagram
import pawprint.games.food_chain.notation
import pawprint.games.fooden.diagram
import pawprint.games.fooden.notation
import pawprint.games.lake_ecosystem.diagram
import pawprint.games.lake_ecosystem.notation
import pawprint.games.pocket_cats.diagram
import pawprint.games.pocket_cats.notation
import pawprint.play.own_engines  # noqa: F401
from pawprint.play.diagram import DIAGRAM_BUILDERS
from pawprint.play.engine import ENGINES
from pawprint.play.notation import NOTATIONS

__all__ = ["DIAGRAM_BUILDERS", "ENGINES", "NOTATIONS"]
