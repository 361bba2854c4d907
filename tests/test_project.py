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


PAGES = [*ROOT.glob("*.md"), ROOT / "docs/glossary.md", ROOT / "docs/README.md", *ROOT.glob("docs/decisions/*.md")]


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_the_files_that_a_page_names_exist(page: Path) -> None:
    """Paths in backquotes from the project's folder, the package or its games, or only a file's name; and links."""
    text = page.read_text(encoding="utf-8")
    package = Path(pawprint.__file__).parent
    names = {path.name for ending in ("py", "js") for path in package.parent.rglob(f"*.{ending}")}
    paths = [
        path for path in re.findall(r"`([\w./-]+\.(?:py|js|lock|toml|yml))`", text) if not re.search("GAME|ID", path)
    ]
    missing = [
        path for path in paths if path not in names and not any((top / path).is_file() for top in (ROOT, package))
    ]
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text)
    assert missing + [link for link in links if not (page.parent / link).exists()] == []


def test_each_decision_is_in_the_index() -> None:
    index = (ROOT / "docs/decisions/README.md").read_text(encoding="utf-8")
    assert [path.name for path in ROOT.glob("docs/decisions/*.md") if f"({path.name})" not in index] == ["README.md"]


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
