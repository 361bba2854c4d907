"""Sets Pawprint up in a virtual environment of its own and runs it; needs nothing but Python 3.11 or newer.

    python3 generator/run.py build          any command of pawprint
    python3 generator/run.py test           the test suite

The environment is the folder `.venv` beside `pyproject.toml`; delete it to start afresh.
"""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
HOME = ROOT / ".venv"
PYTHON = HOME / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def main(words: list[str]) -> int:
    """Run `pawprint WORDS...`, or the tests; the exit code is theirs."""
    if sys.version_info < (3, 11):
        print(f"Pawprint needs Python 3.11 or newer; this is {sys.version.split()[0]}", file=sys.stderr)
        return 2
    testing = words[:1] == ["test"]
    try:
        make_environment("dev" if testing else "")
    except subprocess.CalledProcessError as error:
        print("setting up failed; the lines above say why", file=sys.stderr)
        return error.returncode or 1
    module = ["pytest", *words[1:]] if testing else ["pawprint", *words]
    # Tests want the project's folder; other commands want the folder that they are called from.
    return subprocess.run([PYTHON, "-m", *module], cwd=ROOT if testing else None).returncode


def make_environment(extra: str) -> None:
    """Create the virtual environment and install the project into it, unless both are up to date.

    Raises:
        CalledProcessError: a step failed; it has said why.
    """
    wanted = hashlib.sha256((ROOT / "pyproject.toml").read_bytes()).hexdigest()
    stamp = HOME / f"pawprint-{extra or 'run'}.stamp"
    if PYTHON.exists() and stamp.exists() and stamp.read_text() == wanted:
        return
    print("setting up, once: a virtual environment with what Pawprint needs ...", file=sys.stderr, flush=True)
    if not PYTHON.exists():
        make_venv()
    install(f"{ROOT}[{extra}]" if extra else str(ROOT))
    stamp.write_text(wanted)


def make_venv() -> None:
    """A bare virtual environment, also where Debian keeps `ensurepip` in a package of its own."""
    if subprocess.run([sys.executable, "-m", "venv", HOME], capture_output=True).returncode == 0:
        return
    subprocess.run([sys.executable, "-m", "venv", "--clear", "--without-pip", HOME], check=True)


def install(what: str) -> None:
    """Install the project, editable, with the environment's pip or, where it has none, with the system's."""
    quiet = ["install", "--quiet", "--disable-pip-version-check", "--editable", what]
    if subprocess.run([PYTHON, "-m", "pip", "--version"], capture_output=True).returncode == 0:
        subprocess.run([PYTHON, "-m", "pip", *quiet], check=True)
        return
    if subprocess.run([sys.executable, "-m", "pip", "--version"], capture_output=True).returncode:
        print("this Python has no pip; on Debian and Ubuntu: apt install python3-venv", file=sys.stderr)
        raise subprocess.CalledProcessError(1, "pip")
    subprocess.run([sys.executable, "-m", "pip", "--python", PYTHON, *quiet], check=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or ["--help"]))
