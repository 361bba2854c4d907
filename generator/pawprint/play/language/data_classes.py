"""The text of `rules.yaml` -> the class of its engine, which is sent to other processes with its files."""

import re
from functools import lru_cache
from pathlib import Path
from typing import Any

from pawprint.core.diagnostics import Diagnostic, Findings
from pawprint.core.source import Source
from pawprint.play.language._rules_reader import read_rules
from pawprint.play.language.data_rules import DataRules, DataRulesClass
from pawprint.play.language.python_calls import functions_in
from pawprint.play.language.specification import Specification

# --- The rules of a bundled game, in `rules.yaml` beside its engine ---------------------------------------------------


def bundled_rules(module: str) -> Specification:
    """The rules beside the module of an engine."""
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


@lru_cache(32)
def data_class(
    path: str, text: str, functions_file: tuple[str, str] = ("", "")
) -> tuple[type[DataRules] | None, tuple[Diagnostic, ...]]:
    """The class of the rules in a file, and what is wrong with it.

    Args:
        functions_file: the path and the text of the file of functions that the rules call, which runs: it is allowed.
    """
    findings = Findings()
    spec = read_rules(Source(path, text), findings)
    if spec is None:
        return None, tuple(findings)
    functions = functions_in(*functions_file, spec.calls, findings)
    if functions is None:
        return None, tuple(findings)
    members = {
        "spec": spec, "id": Path(path).absolute().parent.name, "path": path, "text": text,
        "players": spec.players, "longest": spec.longest,
        "lowest_wins": spec.lowest_wins, "components": spec.components, "numbers": spec.numbers,
        "options": spec.options, "editions": spec.editions, "implements": spec.implements,
        "zones": spec.table_zones, "functions": functions, "functions_file": functions_file,
    }  # fmt: skip
    rules: Any = DataRulesClass("DataRules", (DataRules,), members)
    return rules, tuple(findings)


def sent(rules: Any) -> Any:
    """How a class of rules is sent to another process: with its file."""
    return (sent_class, (rules.path, rules.text, rules.functions_file)) if rules.text else rules.__qualname__


def sent_class(path: str, text: str, functions_file: tuple[str, str]) -> type[DataRules]:
    """The class of rules that came from another process."""
    found, _ = data_class(path, text, functions_file)
    assert found is not None
    return found
