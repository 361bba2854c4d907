"""The engine in the folder of a game -> its class, if the user allows it to run; see `allowed_rules`.

Importing this module makes the registers of engines, notations, diagrams and play tables find such engines, by the path
of their file. A file that has changed since is read again.
"""

import copyreg
import sys
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from pawprint.catalog.model import Game
from pawprint.core.diagnostics import Diagnostic, Findings
from pawprint.core.links import outside
from pawprint.core.source import Span
from pawprint.play.diagram import DIAGRAM_BUILDERS
from pawprint.play.engine import ENGINES, Rules
from pawprint.play.lookup import DATA_ENGINE, OWN_ENGINES, has_own_engine
from pawprint.play.notation import NOTATIONS
from pawprint.play.play_table import PLAY_TABLES
from pawprint.source.reader import display_path

#: Beside rules that are data: the functions that they call.
FUNCTIONS_FILE = "rules.py"
#: The largest file, in bytes: more than anyone writes by hand.
_LARGEST = 1_000_000


class OwnEngine(NamedTuple):
    """The file of an engine.

    Attributes:
        rules: None if it may not run, or is wrong.
        program: the file that is a program, if it is not the engine's own.
    """

    rules: type[Any] | None
    findings: tuple[Diagnostic, ...] = ()
    allowed: bool = True
    program: str = ""


def own_engine(path: str) -> OwnEngine:
    """The engine in the file *path*."""
    file = Path(path)
    found = _read(file)
    if found is None:
        return OwnEngine(None)
    text, allowed = found
    if path.endswith(DATA_ENGINE):
        return _data_engine(file, text)
    return _engine(path, text) if allowed else OwnEngine(None, _syntax(path, text), allowed=False)


def _read(file: Path) -> tuple[str, bool] | None:
    """The text of a file, and whether it may run; None if it cannot be read."""
    from pawprint.play.allowed_rules import is_allowed

    try:
        if not file.is_file() or outside(file, file.parent) or file.stat().st_size > _LARGEST:
            return None
        data = file.read_bytes()
        return data.decode("utf-8-sig").replace("\r\n", "\n"), is_allowed(file, data)
    except (OSError, UnicodeDecodeError):
        return None


def _data_engine(file: Path, text: str) -> OwnEngine:
    """Rules that are data, which need no permission, but for functions in Python that they call."""
    from pawprint.play.language.data_rules import DataRulesClass, data_class, sent

    copyreg.pickle(DataRulesClass, sent)
    path, program = display_path(file), file.with_name(FUNCTIONS_FILE)
    rules, wrong = data_class(path, text)
    if rules is None or not rules.spec.calls.keys() - rules.functions.keys():  # those that it has are of plug-ins
        return OwnEngine(rules, wrong)
    found = _read(program)
    if found is None:
        findings = Findings()
        help = f"write their functions in the file {FUNCTIONS_FILE} beside it, as UTF-8 text"
        findings.add(
            "bad-rules", f"there is no file {FUNCTIONS_FILE} that can be read", rules.spec.place("calls"), help
        )
        return OwnEngine(None, tuple(findings))
    functions, allowed = found
    shown = display_path(program)
    if not allowed:
        return OwnEngine(None, _syntax(shown, functions), allowed=False, program=program.as_posix())
    return OwnEngine(*data_class(path, text, (shown, functions)), program=program.as_posix())


def program_file(engine: str) -> Path | None:
    """The file that the user must allow to run before the own engine of a game plays; None for rules that are data."""
    if engine.endswith(DATA_ENGINE):
        program = own_engine(engine).program
        return Path(program) if program else None
    return Path(engine) if engine.endswith(OWN_ENGINES) else None


@lru_cache(16)
def _engine(path: str, text: str) -> OwnEngine:
    from pawprint.play.time_limit import RulesFault

    try:
        return OwnEngine(class_in(path, text))
    except RulesFault as fault:
        findings = Findings()
        fault.add_to(findings)
        return OwnEngine(None, tuple(findings))


def _syntax(path: str, text: str) -> tuple[Diagnostic, ...]:
    from pawprint.play.time_limit import RulesFault, within_rules

    findings = Findings()
    try:
        with within_rules(path, text, "the file"):
            compile(text, path, "exec", dont_inherit=True)
    except RulesFault as fault:
        fault.add_to(findings)
    return tuple(findings)


@lru_cache(16)
def class_in(path: str, text: str) -> type[Any]:
    """The class of rules that *text* defines. This runs it: it must be allowed.

    Raises:
        RulesFault: it fails, or has no such class, or several.
    """
    from pawprint.play.time_limit import RulesFault, within_rules
    from pawprint.play.zone_rules import RulesClass

    copyreg.pickle(RulesClass, _sent)
    name = f"pawprint_rules_{sha256(f'{path} {text}'.encode()).hexdigest()[:16]}"
    module = ModuleType(name)
    module.__file__ = path
    sys.modules[name] = module
    with within_rules(path, text, "the file"):
        exec(compile(text, path, "exec", dont_inherit=True), module.__dict__)
    classes = [value for value in vars(module).values() if isinstance(value, RulesClass) and value.__module__ == name]
    if len(classes) != 1:
        message = f"the file should define one subclass of ZoneRules, and it defines {len(classes)}"
        raise RulesFault(message, path, 0, text)
    (rules,) = classes
    rules.path, rules.text = path, text  # type: ignore[attr-defined]
    rules.id = getattr(rules, "id", "") or Path(path).absolute().parent.name  # type: ignore[attr-defined]
    return rules


def _sent(rules: Any) -> Any:
    """How a class of rules is sent to another process: with its file, or by its name if it is in a module."""
    return (class_in, (rules.path, rules.text)) if rules.text else rules.__qualname__


def check_own_engine(game: Game, findings: Findings) -> None:
    """Note why the own engine of *game* cannot play, if it has one and it cannot."""
    if not has_own_engine(game):
        return
    file, at = Path(game.engine), _place(game)
    if file.parent != game.folder or outside(file, file.parent):
        findings.add("path-outside", f"{game.engine} leads out of the game's folder", at, "name a file in it")
        return
    found = own_engine(game.engine)
    findings.extend(found.findings)
    if not file.is_file():
        findings.add("file-missing", f"there is no file {game.engine}", at, "correct the name, or write the file")
    elif found.rules is None and found.allowed and not found.findings:
        message = f"{game.engine} cannot be read, is not UTF-8 text, or has more than {_LARGEST:,} bytes"
        findings.add("file-unreadable", message, at, "write the rules in a text file")
    elif not found.allowed and not found.findings:
        _add_not_allowed(game, Path(found.program or game.engine), at, findings)


def _add_not_allowed(game: Game, program: Path, at: Span, findings: Findings) -> None:
    from pawprint.play.allowed_rules import was_allowed

    what = "are a program" if program == Path(game.engine) else "call a program"
    message = f"the rules {what}, {program.as_posix()}, that you have not allowed to run"
    if was_allowed(program):
        message = (
            f"the rules {what}, {program.as_posix()}, which has changed since it was allowed to run, so it does not run"
        )
    help = f"it can do all that you can do: read it, and then run: pawprint rules allow {game.id}"
    findings.add("rules-not-allowed", message, at, help)


def _place(game: Game) -> Span:
    rules: Any = game.node.entries["rules"]
    return rules.entries["engine"].span  # type: ignore[no-any-return]


def _rules(path: str) -> type[Rules] | None:
    return own_engine(path).rules if path.endswith(OWN_ENGINES) else None


def _notation(path: str) -> Any:
    from pawprint.play._zone_notation import ZoneNotation

    return ZoneNotation if _rules(path) else None


def _diagrams(path: str) -> Any:
    from pawprint.play._zone_diagrams import ZoneDiagrams

    return ZoneDiagrams if _rules(path) else None


def _play_table(path: str) -> Any:
    from pawprint.play._zone_play_table import ZonePlayTable

    return ZonePlayTable if _rules(path) else None


ENGINES.find_other = _rules
NOTATIONS.find_other = _notation
DIAGRAM_BUILDERS.find_other = _diagrams
PLAY_TABLES.find_other = _play_table
