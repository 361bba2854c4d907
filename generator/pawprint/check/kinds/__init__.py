"""The kinds of checks, a module for each topic; `docs/checks.md` shows how they are written."""

from pawprint.check.check_kind import CHECK_KINDS
from pawprint.check.kinds import conditions, counts, distribution, origins, play, rule_texts, values  # noqa: F401 - register

__all__ = ["CHECK_KINDS"]
