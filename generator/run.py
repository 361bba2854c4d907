"""Creates a virtual environment with Pawprint and runs it there. Needs only Python 3.11 or newer.

    python3 generator/run.py build            any command of pawprint
    python3 generator/run.py test             all tests, on all cores
    python3 generator/run.py test --fast      without the slow ones
    python3 generator/run.py test --thorough  all tests, those with random examples with many more of them
    python3 generator/run.py test --mutants   whether the tests catch faults in the rules engines; takes long
    python3 generator/run.py lint             the linter, the formatter, the types, the workflows of the hosted CI
    python3 generator/run.py site             the documentation as a site, in site/, with a check of its links

`test` passes other options and paths on to pytest. The environment is the folder `.venv` beside `pyproject.toml`;
delete the folder to start again. With `-P` Python ignores modules in the current folder, which may be a stranger's.
"""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
PROJECT = ROOT / "pyproject.toml"
#: The packages for development and the digests of their files; users get the newest versions that `PROJECT` allows.
LOCK = ROOT / "requirements-dev.lock"

#: Tests that share an expensive fixture mostly run in one process, and a process with nothing left takes from another.
PYTEST = ["pytest", "-n", "auto", "--dist", "worksteal"]
#: Options of `test` that are ours, and what pytest gets for them.
LANES = {
    "--fast": ["-m", "not slow", "--hypothesis-profile", "fast"],
    "--thorough": ["--hypothesis-profile", "thorough"],
    "--mutants": ["tests/mutants"],
}

#: The programs of `lint` in the folder of the environment's Python.
LINT = (
    ["ruff", "check", "."],
    ["ruff", "format", "--check", "."],
    ["mypy"],
    ["zizmor", "--offline", "--quiet", ".github"],
)


def main(arguments: list[str]) -> int:
    """Run `pawprint ARGUMENTS...`, the tests or the checks, and return the exit code."""
    if sys.version_info < (3, 11):
        print(f"Pawprint needs Python 3.11 or newer; this is {sys.version.split()[0]}", file=sys.stderr)
        return 2
    command = arguments[0] if arguments else ""
    try:
        make_environment(development=command in ("test", "lint", "site"))
    except subprocess.CalledProcessError as error:
        print("the setup failed; the lines above say why", file=sys.stderr)
        return error.returncode or 1
    if command == "test":
        options = [option for argument in arguments[1:] for option in LANES.get(argument, [argument])]
        return subprocess.run([PYTHON, "-m", *PYTEST, *options], cwd=ROOT, env=with_byte_code()).returncode
    if command == "lint":
        failed = max(subprocess.run([PYTHON.with_name(check[0]), *check[1:]], cwd=ROOT).returncode for check in LINT)
        return max(failed, subprocess.run([PYTHON, ROOT / "generator/plain_words.py"]).returncode)
    if command == "site":
        subprocess.run([PYTHON, ROOT / "generator/make_site.py"], check=True)
        return subprocess.run([PYTHON, ROOT / "generator/check_site.py"]).returncode
    return subprocess.run([PYTHON, "-P", "-m", "pawprint", *arguments]).returncode


def with_byte_code() -> dict[str, str]:
    """The variables of the system, with byte code stored in the environment's folder.

    Many tests start the program. Where the system forbids byte code, each of them would compile all modules first.
    """
    variables = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {"PYTHONPYCACHEPREFIX": str(VENV / "byte-code"), **variables}


def make_environment(development: bool) -> None:
    """Create the virtual environment and install the project into it, unless both are up to date.

    Raises:
        CalledProcessError: a step failed, after it printed why.
    """
    wanted = hashlib.sha256(PROJECT.read_bytes() + (LOCK.read_bytes() if development else b"")).hexdigest()
    stamp = VENV / f"pawprint-{'dev' if development else 'run'}.stamp"
    if PYTHON.exists() and stamp.exists() and stamp.read_text() == wanted:
        return
    print(
        "setting up once: a virtual environment with the packages that Pawprint needs ...", file=sys.stderr, flush=True
    )
    if not PYTHON.exists():
        make_venv()
    if development:
        install(["--require-hashes", "--requirement", str(LOCK)])
        install(["--no-deps", "--no-build-isolation", "--editable", str(ROOT)])  # an editable tree has no digest
    else:
        install(["--editable", str(ROOT)])
    stamp.write_text(wanted)


def make_venv() -> None:
    """Create the environment, without pip where Python has none to give: Debian has `ensurepip` in another package."""
    if subprocess.run([sys.executable, "-P", "-m", "venv", VENV], capture_output=True).returncode == 0:
        return
    subprocess.run([sys.executable, "-P", "-m", "venv", "--clear", "--without-pip", VENV], check=True)


def install(what: list[str]) -> None:
    """Run `pip install` with the pip of the environment or, if it has none, with the pip that runs this file."""
    command = ["install", "--quiet", "--disable-pip-version-check", *what]
    if subprocess.run([PYTHON, "-P", "-m", "pip", "--version"], capture_output=True).returncode == 0:
        subprocess.run([PYTHON, "-P", "-m", "pip", *command], check=True)
        return
    if subprocess.run([sys.executable, "-P", "-m", "pip", "--version"], capture_output=True).returncode:
        print("this Python has no pip; on Debian and Ubuntu: apt install python3-venv", file=sys.stderr)
        raise subprocess.CalledProcessError(1, "pip")
    subprocess.run([sys.executable, "-P", "-m", "pip", "--python", PYTHON, *command], check=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or ["--help"]))
