"""Files of a stranger's folder that are named like modules are never executed, by any command and any start method."""

import json
import re
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.metadata import packages_distributions
from multiprocessing import get_all_start_methods
from pathlib import Path
from time import monotonic, sleep

import pytest

from pawprint.cli.app import COMMANDS

ROOT = Path(__file__).parents[2]

#: Modules that Python or a library loads if they exist, beside the standard library and the dependencies.
_OPTIONAL = ("sitecustomize", "usercustomize")
#: The file that a module writes its name to when it is executed.
_RECORD = "executed.txt"
_TIMEOUT_S = 120

#: The script that an installation makes.
SCRIPT = (str(Path(sys.executable).with_name("pawprint")),)
#: Runs the command with the start method that is its first argument.
DRIVER = """
import sys
from pawprint.core import programs, workers
from pawprint.__main__ import main

method, real = sys.argv.pop(1), workers.start_context
workers.start_context = lambda _: real(method)
if __name__ == "__main__":
    main()
"""
_DEN = ("--catalog", ".")
#: At least one call of each command.
CALLS = (
    ("new", "game", "--rules", "night"),
    ("build", "den", "--jobs", "2", *_DEN),
    ("check", "den", "--deep", "--games", "4", *_DEN),
    ("show", "den", "hare", "--dpi", "30", "--out", "hare.png", *_DEN),
    ("export", "png", "den", "--dpi", "30", "--jobs", "2", *_DEN),
    ("printed", "den", "--out", "output"),
    ("changes", "den", "--since", "printed", *_DEN),
    ("print", "den", "--help"),
    ("printer", "list"),
    ("play", "food-chain", "--games", "4", "--jobs", "2", "--catalog", str(ROOT / "catalog")),
    ("rules", "--help"),
    ("scenario", str(ROOT / "catalog" / "food-chain" / "scenarios")),
    ("plugins",),
    ("schema", "den", *_DEN),
    ("import", "list.csv", "imported", "--build"),
    ("table", "export", "den", "animals", "animals.xlsx", *_DEN),
    ("po", "export", "den", "en", "en.po", *_DEN),
    ("docs", "--help"),
    ("help", "build"),
    ("plugins",),
)
#: Commands that start processes.
SHARED = (CALLS[1], CALLS[2], CALLS[4], CALLS[9])


@pytest.fixture
def folder(den: Callable[..., Path]) -> Path:
    """The small game beside files named like all modules that this environment can import."""
    here = den({"list.csv": "name,level\nHare,1\nFox,2\n"})
    names = {*sys.stdlib_module_names, *packages_distributions(), *_OPTIONAL} - {"pawprint"}
    assert len(names) > 300
    for name in names:
        if name.isidentifier():
            (here / f"{name}.py").write_text(_recording(here, name), encoding="utf-8")
    return here


@pytest.fixture
def package(folder: Path) -> Path:
    """A package of the name of this one, which only `python -m` would find."""
    (folder / "pawprint").mkdir()
    (folder / "pawprint" / "__init__.py").write_text(_recording(folder, "pawprint"), encoding="utf-8")
    return folder


def _recording(folder: Path, name: str) -> str:
    return f"open({str(folder / _RECORD)!r}, 'a').write({name + chr(10)!r})\nraise ImportError({name!r})\n"


def executed(folder: Path) -> list[str]:
    """The names of modules of the folder that were executed, in order."""
    record = folder / _RECORD
    return record.read_text(encoding="utf-8").split() if record.exists() else []


def run(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", timeout=_TIMEOUT_S, check=False)
    assert done.returncode in (0, 1), done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout


def test_every_command_is_called() -> None:
    assert {words[0] for words in CALLS} | {"preview"} == set(COMMANDS)


def test_modules_in_the_folder_run_only_if_python_searches_it(folder: Path) -> None:
    subprocess.run([sys.executable, "-c", "import yaml"], capture_output=True, check=False)
    assert executed(folder) == ["yaml"]


def test_no_command_executes_a_module_of_the_folder(package: Path) -> None:
    for words in CALLS:
        run(*SCRIPT, *words)
        assert (words, executed(package)) == (words, [])


def test_python_m_with_a_safe_path_executes_no_module_of_the_folder(package: Path) -> None:
    for words in SHARED:
        run(sys.executable, "-P", "-m", "pawprint", *words)
        assert (words, executed(package)) == (words, [])


@pytest.mark.parametrize("method", get_all_start_methods())
def test_no_start_method_executes_a_module_of_the_folder(
    package: Path, method: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    driver = tmp_path_factory.mktemp("driver") / "driver.py"
    driver.write_text(DRIVER, encoding="utf-8")
    for words in SHARED:
        run(sys.executable, str(driver), method, *words)
        assert (words, executed(package)) == (words, [])


def test_preview_and_its_commands_execute_no_module_of_the_folder(package: Path) -> None:
    with previewing() as address:
        page = fetch(address).decode()
        assert b"Renard" in fetch(f"{address}game/den?watch=1")  # now its worker checks everything
        token = re.search(r'<meta name="pawprint-token" content="([^"]*)">', page)
        assert token is not None
        headers = {"X-Pawprint-Token": token[1], "Content-Type": "application/json", "Origin": address.rstrip("/")}
        for request in ({"do": "build"}, {"do": "export", "target": "png"}, {"do": "printed"}):
            body = json.dumps(request).encode()
            fetch(urllib.request.Request(f"{address}run/den", body, headers))
            deadline = monotonic() + _TIMEOUT_S
            while (state := json.loads(fetch(f"{address}runs")))["code"] is None and monotonic() < deadline:
                sleep(0.1)
            assert (request, state["code"]) == (request, 0), state["output"]
    assert executed(package) == []


@contextmanager
def previewing() -> Iterator[str]:
    """Run a preview of the current folder as a separate process and yield its address."""
    command = [*SCRIPT, "preview", "--no-open", *_DEN]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield process.stdout.readline().split()[0]
        finally:
            process.terminate()
            _, errors = process.communicate(timeout=_TIMEOUT_S)
            assert "Traceback" not in errors


def fetch(request: str | urllib.request.Request) -> bytes:
    with urllib.request.urlopen(request, timeout=_TIMEOUT_S) as answer:
        return bytes(answer.read())
