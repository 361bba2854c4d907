"""The engines that there are: one line each, the module of its notation, which brings the engine along."""

from pawprint.rules import (
    food_chain_notation,  # noqa: F401
    fooden_notation,  # noqa: F401
    lake_ecosystem_notation,  # noqa: F401
    pocket_cats_notation,  # noqa: F401
)
from pawprint.rules.engine import ENGINES
from pawprint.rules.notation import NOTATIONS

__all__ = ["ENGINES", "NOTATIONS"]
