"""The text of `rules.yaml` -> the class of its engine, which is sent to other processes with its files."""

from functools import lru_cache
from pathlib import Path
from typing import Any

from pawprint.core.diagnostics import Diagnostic, Findings
from pawprint.core.source import Source
from pawprint.rules.language.data_rules import DataRules, DataRulesClass
from pawprint.rules.language.python_calls import functions_in
from pawprint.rules.language.rules_reader import read_rules


@lru_cache(32)
def data_class(
    path: str, text: str, functions_file: tuple[str, str] = ("", "")
) -> tuple[type[DataRules] | None, tuple[Diagnostic, ...]]:
    """The class of the rules in a file, and what is wrong with it.

    Args:
        path: of the file, for messages.
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
