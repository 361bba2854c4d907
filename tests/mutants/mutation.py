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
        module: in the package `games`, without its ending.
        find: a text that occurs there once.
        put: the text in its place.
    """

    module: str
    find: str
    put: str

    def __str__(self) -> str:
        return f"{self.module}: {' '.join(self.put.split())}"[:70]


def tables() -> Iterator[ModuleType]:
    """The table of each game that has an engine."""
    for path in sorted((PACKAGE / "games").glob("*/rules.py")):
        yield importlib.import_module(f"mutants.{path.parent.name}")


def fits(mutant: Mutant) -> bool:
    """Whether the fault can be made: its text occurs in the module once."""
    source = (PACKAGE / "games" / f"{mutant.module}.py").read_text(encoding="utf-8")
    return source.count(mutant.find) == 1 and mutant.find != mutant.put


#: A separate Python runs this: it loads a module with another text, then runs tests.
_RUN = """
import importlib.machinery, sys
name, find, put, *words = sys.argv[1:]

class Loader(importlib.machinery.SourceFileLoader):
    def get_code(self, fullname):
        text = self.get_data(self.path).decode()
        assert text.count(find) == 1
        return compile(text.replace(find, put), self.path, "exec")

class Finder:
    @staticmethod
    def find_spec(fullname, path=None, target=None):
        spec = importlib.machinery.PathFinder.find_spec(fullname, path) if fullname == name else None
        if spec:
            spec.loader = Loader(fullname, spec.origin)
        return spec

sys.meta_path.insert(0, Finder)
import pytest
sys.exit(pytest.main(words))
"""


def caught(mutant: Mutant, words: Sequence[str]) -> bool:
    """Whether a test fails with the fault.

    Args:
        words: for pytest: files below `tests`, and options.
    """
    given = [str(TESTS / word) if word.endswith(".py") else word for word in words]
    code = [sys.executable, "-c", _RUN, f"pawprint.games.{mutant.module.replace('/', '.')}", mutant.find, mutant.put]
    environment = os.environ | {"PAWPRINT_UPDATE_GOLDEN": ""}
    options = ["-x", "-q", "-n", "0", "-p", "no:cacheprovider", "-p", "no:randomly"]
    done = subprocess.run([*code, *options, *given], capture_output=True, text=True, check=False, env=environment)
    assert done.returncode in (0, 1, 2), done.stdout + done.stderr  # 2: it could not even be imported
    return done.returncode != 0
