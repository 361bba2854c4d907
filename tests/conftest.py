"""What tests of several folders need."""

import os
import shutil
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from textwrap import dedent
from uuid import uuid4

import pytest
from hypothesis import settings

import pawprint

# Processes that tests start run this tree, too, and not a Pawprint that is installed.
os.environ["PYTHONPATH"] = os.pathsep.join(
    [str(Path(pawprint.__file__).parents[1]), *filter(None, [os.environ.get("PYTHONPATH")])]
)

# A test does not fail because the machine is busy.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")

#: A small game without any fault; see `bad_catalogs/README.md`.
BASE = Path(__file__).parent / "bad_catalogs" / "base"


@pytest.fixture
def den(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Path]:
    """Makes a copy of the small game the current folder: the game `den` in it, and `layouts`.

    Called with files to be laid over it: a folder, or texts (their common indent is taken off) and bytes by path.
    """

    def make(over: Path | Mapping[str, str | bytes] | None = None) -> Path:
        shutil.copytree(BASE, tmp_path, dirs_exist_ok=True)
        if isinstance(over, Path):
            shutil.copytree(over, tmp_path, dirs_exist_ok=True)
        for name, content in over.items() if isinstance(over, Mapping) else ():
            path = tmp_path / name
            if path.parent.is_file():
                path.parent.unlink()
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content if isinstance(content, bytes) else dedent(content).lstrip("\n").encode())
        monkeypatch.chdir(tmp_path)
        return tmp_path

    return make


@pytest.fixture(autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test sees what another one, or the person who runs it, has kept."""
    monkeypatch.setenv("PAWPRINT_CACHE", str(tmp_path_factory.getbasetemp() / f"cache-{uuid4().hex}"))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """List at the end of each run which tests were skipped: how many, and why."""
    skipped = terminalreporter.stats.get("skipped", [])
    reasons = Counter(report.longrepr[2].removeprefix("Skipped: ") for report in skipped)
    if reasons:
        terminalreporter.section("skipped")
    for reason, count in reasons.most_common():
        terminalreporter.line(f"{count:5}  {reason}")
