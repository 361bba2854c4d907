"""Evaluates the invariants that a game declares in `game.yaml`; see `docs/checks.md` for how they are written."""

from typing import NamedTuple

from pawprint.catalog.model import Game
from pawprint.check.check_kind import NOTHING, Check, Fault
from pawprint.check.check_reader import checks_of
from pawprint.check.scope import CheckScope, EvaluationError
from pawprint.core import plugins
from pawprint.core.diagnostics import Findings


class CheckResult(NamedTuple):
    """The result of an invariant.

    Attributes:
        status: a word of `STATUSES`.
    """

    id: str
    about: str
    status: str
    note: str = ""


#: The statuses of an invariant; of several checks with the same id, the status that is later in this list counts.
STATUSES = (
    "not applicable",  # it is about an edition that is not examined
    "ok",
    "undecided",  # too few games were played to tell
    "needs play",  # only playing the game can tell
    "unknown",  # records are at fault that it is about
    "failed",
)


def run_checks(game: Game, findings: Findings, edition: str = "") -> tuple[CheckResult, ...]:
    """Evaluate every declared check of *game*; faults become findings `check-failed`.

    Several checks may carry the same id; the invariant holds when all of them do. A check that fails is not reported
    where records are at fault that it is about: it may hold once they are right.

    Args:
        edition: the only edition to evaluate; every edition of the game if empty.
    """
    checks = checks_of(game, findings)
    scopes = [CheckScope(deck) for deck in game.each_edition(edition)]
    abouts: dict[str, str] = {}
    for check in checks:
        abouts[check.id] = abouts.get(check.id) or check.about
    states: dict[str, CheckResult] = {}
    for check in checks:
        here = [scope for scope in scopes if check.edition in ("", scope.game.edition)]
        about = abouts[check.id]
        if check.needs_play and check.edition not in game.editions:
            here = scopes  # it is about an edition of the rules
        status = _status(here, check, check.about or about, findings) if here else "not applicable"
        before = states.get(check.id)
        worst = max(status, before.status if before else STATUSES[0], key=STATUSES.index)
        note = next((scope.notes[check.id] for scope in scopes if check.id in scope.notes), "")
        states[check.id] = CheckResult(check.id, about, worst, note)
    return tuple(states.values())


def _status(scopes: list[CheckScope], check: Check, about: str, findings: Findings) -> str:
    """Evaluate *check*, which is *about* something, in each edition of a game; faults become findings."""
    evaluate = check.kind.evaluate
    if evaluate is None:
        return "needs play"
    about = f" ({about})" if about else ""
    game = scopes[0].game
    faults: dict[Fault, list[str]] = {}
    try:
        for scope in scopes:
            scope.begin_check()
            for fault in evaluate(scope, check):
                faults.setdefault(fault, []).append(scope.game.edition)
    except EvaluationError as error:
        if _doubtful(game, check):
            return "unknown"
        message = f"{check.id}: the check cannot be evaluated for {error.subject}: {error.cause}{about}"
        findings.add("bad-declaration", message, check.span_of(*error.word), error.cause.help, rule=check.id)
        return "failed"
    except Exception as error:
        plugins.note_fault(error, check.id, check.span, findings.add)
        return "failed"
    if faults and _doubtful(game, check):
        return "unknown"
    for (message, span), editions in faults.items():
        if len(editions) < len(scopes):
            message += f" in the edition '{editions[0]}'"
        if span.source is check.span.source:
            help = "change the records, or the check"
        else:
            help = f"the check is declared at {check.span}"
        findings.add(
            "check-failed", f"{check.id}: {message}{about}", span, help, severity=check.severity, rule=check.id
        )
    return "failed" if faults else "ok"


def _doubtful(game: Game, check: Check) -> bool:
    """True if the failure of *check* may only follow from a fault in records that has already been reported."""
    expressions = (word.name for word in check.kind.words if word.expression)
    # An expression may look at every record, and so may a target that names nothing declared.
    everything = check.kind.target.names == NOTHING or any(word in check.words for word in expressions)
    named = {component for component, _, _, _ in check.names()}
    return any(everything or component in named for component, _ in game.invalid)
