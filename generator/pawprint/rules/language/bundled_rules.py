"""The rules of a bundled game, in `rules.yaml` beside its engine."""

import re
from pathlib import Path

from pawprint.core.diagnostics import Findings
from pawprint.core.source import Source
from pawprint.rules.language.rules_reader import read_rules
from pawprint.rules.language.specification import Specification


def bundled_rules(module: str) -> Specification:
    """The rules beside the module of an engine.

    Args:
        module: its file.
    """
    path = Path(module).with_name("rules.yaml")
    findings = Findings()
    spec = read_rules(Source(f"{path.parent.name}/rules.yaml", path.read_text(encoding="utf-8")), findings)
    assert spec is not None, [*findings]
    return spec


def cited_rules(spec: Specification, *others: str) -> tuple[str, ...]:
    """The numbers of rules that a file cites in its conditions and comments, and *others*, in order."""
    prefix = others[0].partition("-")[0]
    found = {*re.findall(rf"\b{prefix}-(?:I-)?[0-9]+(?:\.[0-9]+)*", spec.source.text), *others}
    return tuple(sorted(found, key=_natural))


def _natural(rule: str) -> list[tuple[int, int, str]]:
    """A key by which 10 follows 9, and numbers come before letters."""
    return [(0, int(part), "") if part.isdigit() else (1, 0, part) for part in re.split(r"([0-9]+)", rule)]
