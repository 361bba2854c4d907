"""The reports of `pawprint play`, as text, JSON or a page, and the files that they are written to."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import typer

from pawprint.cli import parameters
from pawprint.cli._terminal import say, write_json
from pawprint.core.files import write_output
from pawprint.play.simulation_config import SimulationConfig
from pawprint.playtests.balance.balance_report import BalanceReport, data_report
from pawprint.playtests.balance.comparison import Comparison, comparison_data, sweep_data
from pawprint.playtests.balance.report_text import text_report

if TYPE_CHECKING:
    from pawprint.playtests.balance.watched_games import PicturedGames

#: Ending of a report -> how an older one begins.
_STARTS = {".html": b"<!DOCTYPE html>\n<!-- A balance report", ".json": b'{\n  "version":'}


class PlayOutputs(NamedTuple):
    """The form of what is printed, and the files that are written."""

    form: str
    report: Path | None
    log: Path | None


def check_report(file: Path, force: bool) -> None:
    """Verify the name of a report before anything is played.

    Raises:
        typer.BadParameter: it has another ending, or would overwrite a file that is no report.
    """
    if file.suffix not in _STARTS:
        message = f"the name of {file.as_posix()} should end with {' or '.join(_STARTS)}"
        raise typer.BadParameter(message, param_hint="--report")
    parameters.check_output(file, "--report", force, "balance report", _STARTS[file.suffix])


def print_report(report: BalanceReport, form: str) -> None:
    """Print the report as `text` or `json`."""
    if form == "json":
        write_json(_data(report))
    else:
        say(*text_report(report))


def _data(report: BalanceReport) -> dict[str, Any]:
    return data_report(report)


def write_report(report: BalanceReport, config: SimulationConfig, file: Path) -> None:
    """Write the report of games with *config* to *file*, in the form that its ending says."""
    if file.suffix == ".html":
        from pawprint.playtests.balance.report_page import report_page

        pictured = _pictured(report, config)
        text = report_page(report, pictured.games, pictured.definitions)
    else:
        text = json.dumps(_data(report), indent=2, ensure_ascii=False) + "\n"
    write_output(file, text.encode())


def write_comparison(made: Sequence[Comparison], file: Path, *, sweep: bool) -> None:
    """Write a report of comparisons to *file*, in the form that its ending says."""
    if file.suffix == ".html":
        from pawprint.playtests.balance.report_page import comparison_page

        text = comparison_page(made)
    else:
        data = sweep_data(made) if sweep else comparison_data(made[0])
        text = json.dumps(data, indent=2, ensure_ascii=False) + "\n"
    write_output(file, text.encode())


def _pictured(report: BalanceReport, config: SimulationConfig) -> "PicturedGames":
    """The games worth watching, with pictures."""
    from pawprint.playtests.balance.watched_games import pictured_games
    from pawprint.production.pipeline import load

    folder = Path(config.folder)
    layouts = parameters.layout_folders(None)
    return pictured_games(report, config, load(folder.parent, layouts, [folder.resolve().name]))
