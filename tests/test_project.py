"""The files beside the package agree with each other: requirements, lock, classifiers, hosted CI, slow tests."""

import re
import tomllib
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

import pawprint

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def test_the_lock_has_a_version_that_is_allowed_of_each_required_package() -> None:
    lines = (ROOT / "requirements-dev.lock").read_text(encoding="utf-8").splitlines()
    locked = {Requirement(line).name: Requirement(line).specifier for line in lines if not line.startswith("#")}
    versions = {name: Version(str(pin).removeprefix("==")) for name, pin in locked.items()}
    required = map(Requirement, PROJECT["project"]["dependencies"] + PROJECT["project"]["optional-dependencies"]["dev"])
    wrong = [
        str(requirement)
        for requirement in required
        if (name := canonicalize_name(requirement.name)) not in versions
        or not requirement.specifier.contains(versions[name])
    ]
    assert wrong == []


def test_the_hosted_ci_tests_every_python_that_the_package_names() -> None:
    matrix = yaml.safe_load((ROOT / ".github/workflows/ci.yml").read_text(encoding="utf-8"))["jobs"]["test"]
    named = re.findall(r"Python :: (3\.\d+)", "\n".join(PROJECT["project"]["classifiers"]))
    assert matrix["strategy"]["matrix"]["python"] == named
    assert f">={named[0]}" == PROJECT["project"]["requires-python"]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_runs_only_actions_of_a_fixed_commit(path: Path) -> None:
    actions = re.findall(r"uses: (\S+)", path.read_text(encoding="utf-8"))
    assert actions
    assert [action for action in actions if not re.search(r"@[0-9a-f]{40}$", action)] == []


def test_the_changelog_begins_with_the_version_of_the_package() -> None:
    (first, *_) = re.findall(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert first in (pawprint.__version__, "Unreleased")
    assert pawprint.__version__ == PROJECT["project"]["version"]


def test_the_package_says_that_it_has_types() -> None:
    assert (Path(pawprint.__file__).parent / "py.typed").is_file()


def test_the_slow_tests_exist(request: pytest.FixtureRequest) -> None:
    conftest = request.config.pluginmanager.get_plugin(str(ROOT / "tests" / "conftest.py"))
    names = {name: name.partition("::") for name in conftest.SLOW}
    files = {file: (ROOT / "tests" / file) for file, _, _ in names.values()}
    missing = [
        name
        for name, (file, _, test) in names.items()
        if not files[file].is_file() or f"def {test}" not in files[file].read_text(encoding="utf-8")
    ]
    assert missing == []
