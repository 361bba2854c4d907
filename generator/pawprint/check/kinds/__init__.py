"""The kinds of checks, a module for each topic, which is imported for a check of its kinds; see `docs/checks.md`.

A check is of the first kind in this order whose name it has: `each` has words that are kinds of their own.
"""

from pawprint.check.check_kind import CHECK_KINDS

__all__ = ["CHECK_KINDS"]

for _module, *_names in (
    ("conditions", "each", "some", "none", "pairs", "expect"),
    ("counts", "count", "sum", "tally"),
    ("distribution", "balance", "curve"),
    ("dominance", "undominated"),
    ("origins", "attested", "origins"),
    ("play", "needs"),
    ("rule_texts", "numbers", "reviewed"),
    ("values", "unique", "acyclic", "values"),
):
    CHECK_KINDS.define_in(f"pawprint.check.kinds.{_module}", *_names)
