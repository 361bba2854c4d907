"""The engines that there are; a new one is one line here, its notation for scenarios another."""

from pawprint.rules import (
    pocket_cats,  # noqa: F401
)
from pawprint.rules.engine import ENGINES
from pawprint.rules.notation import NOTATIONS

__all__ = ["ENGINES", "NOTATIONS"]
