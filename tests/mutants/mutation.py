"""Small faults put into an engine on purpose: each one must make a test fail.

Each module of this folder that is named after a game has a table of them, `MUTANTS`, and the tests that must catch
them, `WORDS`. `test_mutants.py` runs them all.
"""

import importlib
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import pawprint

PACKAGE = Path(pawprint.__file__).parent
TESTS = Path(__file__).parents[1]


class Mutant(NamedTuple):
    """A fault.

    Attributes:
        module: in the package `games`, without its ending; or `food_chain/rules.yaml`, for rules that are data.
        find: a text that occurs there once.
        put: the text in its place.
    """

    module: str
    find: str
    put: str

    @property
    def path(self) -> Path:
        """The file."""
        return PACKAGE / "games" / (self.module if self.module.endswith(".yaml") else f"{self.module}.py")

    def __str__(self) -> str:
        return f"{self.module}: {' '.join(self.put.split())}"[:70]


def tables() -> Iterator[ModuleType]:
    """The table of each game that has an engine."""
    for path in sorted((PACKAGE / "games").glob("*/rules.py")):
        yield importlib.import_module(f"mutants.{path.parent.name}")


def fits(mutant: Mutant) -> bool:
    """Whether the fault can be made: its text occurs in the module once."""
    source = mutant.path.read_text(encoding="utf-8")
    return source.count(mutant.find) == 1 and mutant.find != mutant.put


#: A separate Python runs this: it loads a module with another text, which is on its standard input, then runs tests.
_RUN = """
import importlib.machinery, pathlib, sys
name, *words = sys.argv[1:]
text = sys.stdin.buffer.read().decode()

class Loader(importlib.machinery.SourceFileLoader):
    def get_code(self, fullname):
        return compile(text, self.path, "exec")

class Finder:
    @staticmethod
    def find_spec(fullname, path=None, target=None):
        spec = importlib.machinery.PathFinder.find_spec(fullname, path) if fullname == name else None
        if spec:
            spec.loader = Loader(fullname, spec.origin)
        return spec

if name.endswith(".yaml"):
    read = pathlib.Path.read_text
    pathlib.Path.read_text = lambda path, *a, **k: text if path == pathlib.Path(name) else read(path, *a, **k)
else:
    sys.meta_path.insert(0, Finder)
import pytest
sys.exit(pytest.main(words))
"""


def caught(mutant: Mutant, words: Sequence[str]) -> bool:
    """Whether a test fails with the fault.

    Args:
        words: for pytest: files below `tests`, and options.
    """
    assert fits(mutant)
    text = mutant.path.read_text(encoding="utf-8").replace(mutant.find, mutant.put)
    return run_with_fault(mutant.path, text, [str(TESTS / word) if word.endswith(".py") else word for word in words])


def run_with_fault(module: Path, text: str, words: Sequence[str], seconds: float = 900) -> bool:
    """Whether a test fails, or does not end, if *module*, or rules that are data, has another *text*.

    Args:
        words: for pytest.
    """
    parts = module.relative_to(PACKAGE.parent).with_suffix("").parts
    name = str(module) if module.suffix == ".yaml" else ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
    options = ["-x", "-q", "-n", "0", "-p", "no:cacheprovider", "-p", "no:randomly"]
    command = [sys.executable, "-c", _RUN, name, *options, *words]
    environment = os.environ | {"PAWPRINT_UPDATE_GOLDEN": ""}
    try:
        done = subprocess.run(
            command, input=text.encode(), capture_output=True, check=False, env=environment, timeout=seconds
        )
    except subprocess.TimeoutExpired:
        return True
    assert done.returncode in (0, 1, 2, 4), (done.stdout + done.stderr).decode()  # 2 and 4: it could not be imported
    return done.returncode != 0
