"""The Den with rules that are data: what `pawprint check` finds in them."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pawprint.catalog.library import load_library
from pawprint.catalog.model import Game
from pawprint.check.playable import check_rules
from pawprint.core.diagnostics import Diagnostic, Findings
from pawprint.games.engines import ENGINES
from pawprint.play.language.data_rules import DataRules

DEN = Path(__file__).parents[1] / "bad_catalogs" / "base" / "den"
#: The Den with rules and with a field that only its fox has.
_CHANGES = {
    "languages:": "rules: {engine: rules.yaml}\nlanguages:",
    "tint: {type: colour": "size: {type: int, optional: true}\n      tint: {type: colour",
    "level: 2,": "level: 2, size: 3,",
}


def den_with(rules: str, folder: Path, copies: int = 1, changes: Mapping[str, str] = {}) -> Game:
    """The Den with *rules* in *folder*, with so many hares and with more *changes* of its texts."""
    den = folder / "den"
    den.mkdir()
    for name in ("game.yaml", "cards.yaml"):
        text = (DEN / name).read_text(encoding="utf-8").replace("id: hare,", f"id: hare, copies: {copies},")
        for old, new in (*_CHANGES.items(), *changes.items()):
            text = text.replace(old, new, 1)
        den.joinpath(name).write_text(text, encoding="utf-8")
    den.joinpath("rules.yaml").write_text(rules, encoding="utf-8")
    return load_library(folder, Findings()).games["den"]


def findings_in(rules: str, folder: Path, copies: int = 1) -> tuple[Diagnostic, ...]:
    """The findings in *rules* for `den_with`."""
    findings = Findings()
    check_rules(den_with(rules, folder, copies), findings)
    return findings.sorted()


def rules_in(rules: str, folder: Path, copies: int = 4, changes: Mapping[str, str] = {}) -> DataRules:
    """The engine of *rules* for `den_with`."""
    game, findings = den_with(rules, folder, copies, changes), Findings()
    engine: Any = ENGINES.get(game.engine)
    found = engine.of(game, findings)
    assert isinstance(found, DataRules), [*findings]
    return found
