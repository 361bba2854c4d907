"""`pawprint check`: find errors in the data, references, checks and layouts of games."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pawprint.cli import parameters
from pawprint.cli._messages import plural
from pawprint.cli._report import FORMATS, severity_counts, write_findings
from pawprint.cli._rules_permission import allow_rules_of
from pawprint.cli._terminal import say

if TYPE_CHECKING:
    from pawprint.check.evaluation import CheckResult
    from pawprint.production.pipeline import Workspace

_List = Annotated[bool, typer.Option("--list", help="List every declared check with its status.")]
_Format = Annotated[str, typer.Option("--format", metavar="FORMAT", help=f"{', '.join(FORMATS)}.")]
_Deep = Annotated[bool, typer.Option("--deep", help="Also let bots play the games, in every edition.")]
_Games = Annotated[
    int,
    parameters.whole_number("--games", metavar="N", least=0, help="With --deep: games per setup; 0 for some seconds."),
]
_AcceptTexts = Annotated[
    bool, typer.Option("--accept-texts", help="First accept the texts under the check 'reviewed'.")
]
_Seed = Annotated[
    int, parameters.whole_number("--seed", metavar="N", help="With --deep: seed of the random number generator.")
]


def check(
    games: parameters.GamesArgument = None,
    list_: _List = False,
    form: _Format = "text",
    deep: _Deep = False,
    number: _Games = 0,
    seed: _Seed = 0,
    accept_texts: _AcceptTexts = False,
    edition: parameters.EditionOption = None,
    allow_rules: parameters.AllowRulesOption = False,
    catalog: parameters.CatalogOption = None,
    bundled: parameters.BundledOption = False,
    layouts: parameters.LayoutsOption = None,
) -> None:
    """Find errors in games: data, references, checks and layouts.

    With --deep, bots also play the games: does every game end, is every card used, does no seat win too often?

    The exit code is 0 if there is no error, 1 if there is one, and 2 for wrong usage.

    Examples:

      pawprint check                      all games

      pawprint check food-chain --list    with the status of each check

      pawprint check pocket-cats --deep   bots play it, too

      pawprint check --accept-texts       what changed in rule texts is right

      pawprint check --format github      annotations for a CI service
    """
    from pawprint.production import pipeline

    parameters.choice(form, FORMATS, "--format")
    if list_ and form not in ("text", "json"):
        raise typer.BadParameter(f"the format {form} cannot have a list; use text or json", param_hint="--list")
    workspace = parameters.project(catalog, layouts, games or (), bundled).workspace
    if allow_rules:
        allow_rules_of(workspace.library.games.values())
    pipeline.check_edition(workspace, edition or "")
    accepted = _accept(workspace) if accept_texts else []
    results = pipeline.check(workspace, edition or "")
    played = _playtest(workspace, results, edition or "", number, seed) if deep else []
    if list_ and form == "text":
        _print_list(results)
    write_findings(
        workspace.findings.sorted(), form, sys.stdout, {"invariants": _list_data(results)} if list_ else None
    )
    if form == "text":
        for line in (*accepted, *played):
            say(line)
        records = sum(len(some) for game in workspace.library.games.values() for some in game.records.values())
        names = ", ".join(workspace.library.games) or "no game"
        counts = severity_counts(workspace.findings.sorted())
        say(f"{names}: {plural(records, 'record')}, {counts}{_undecided_count(results)}")
    if workspace.findings.failed:
        raise typer.Exit(1)


def _accept(workspace: "Workspace") -> list[str]:
    """Accept the texts of all games that have no errors so far.

    Returns:
        a line about what was accepted, for each game that has such texts.
    """
    from pawprint.check.kinds.rule_texts import accept_texts

    lines = []
    for name, game in workspace.library.games.items():
        if game.invalid:
            lines.append(f"{name}: nothing accepted, because its records have errors")
            continue
        before = workspace.findings.count
        accepted = accept_texts(game, workspace.findings)
        if accepted is not None and workspace.findings.count == before:
            lines.append(f"{name}: accepted {', '.join(accepted) or 'nothing new'}")
    return lines


def _print_list(results: "dict[str, tuple[CheckResult, ...]]") -> None:
    for game, checked in results.items():
        say(game)
        ids = max([10, *(len(result.id) for result in checked)])
        statuses = max([8, *(len(result.status) for result in checked)])
        for result in checked:
            note = f" [{result.note}]" if result.note else ""
            say(f"  {result.id:<{ids}} {result.status:<{statuses}} {result.about}{note}".rstrip())


def _list_data(results: "dict[str, tuple[CheckResult, ...]]") -> dict[str, list[dict[str, str]]]:
    return {
        game: [
            {name: value for name, value in result._asdict().items() if value or name != "note"} for result in checked
        ]
        for game, checked in results.items()
    }


def _undecided_count(results: "dict[str, tuple[CheckResult, ...]]") -> str:
    """How many checks are undecided, as the end of a line; empty if none is."""
    count = sum(result.status == "undecided" for checked in results.values() for result in checked)
    return f", {plural(count, 'check')} undecided" if count else ""


def _playtest(
    workspace: "Workspace", results: "dict[str, tuple[CheckResult, ...]]", edition: str, games: int, seed: int
) -> list[str]:
    """Play every valid game, and update its checks in *results*.

    Logs of games that failed are written to the current folder.

    Returns:
        a line about what was played, for each game.
    """
    from pawprint.check import playtest
    from pawprint.check.promises import find_broken_promises
    from pawprint.cli._progress import Progress
    from pawprint.core.files import write_if_changed
    from pawprint.core.workers import cores
    from pawprint.play.lookup import has_own_engine
    from pawprint.play.simulation import WorkerPool

    lines = []
    with WorkerPool(cores()) as pool, Progress(not sys.stderr.isatty()) as progress:
        for name, checked in results.items():
            game = workspace.library.games[name]
            if game.invalid:
                lines.append(f"{name}: not played, because its records have errors")
                continue
            if has_own_engine(game):
                kept = find_broken_promises(game, workspace.findings, edition)
                lines.append(kept or f"{name}: not played, because its rules have errors, or do not run")
                if not kept:
                    continue
            found = playtest.play(
                game, checked, workspace.findings, pool, edition=edition, games=games, seed=seed, progress=progress
            )
            results[name] = found.results
            lines += [found.summary, *found.undecided]
            for file, text in found.logs.items():
                write_if_changed(Path(file), text.encode())
    return lines
