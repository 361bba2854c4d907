"""The files beside the package agree with each other: requirements, lock, classifiers, hosted CI, slow tests."""

import re
import tomllib
from importlib.metadata import distribution, distributions
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


def locked() -> dict[Requirement, list[str]]:
    """The packages of the lock, and the digests of the files of each."""
    text = (ROOT / "requirements-dev.lock").read_text(encoding="utf-8")
    entries = re.findall(r"^([\w.-]+==[^\\\n]+?)((?: \\\n    --hash=sha256:[0-9a-f]{64})*)$", text, re.MULTILINE)
    return {Requirement(entry): re.findall(r"sha256:(\S+)", hashes) for entry, hashes in entries}


def test_lock_has_the_digests_of_each_package() -> None:
    assert len(locked()) > 100
    assert [str(entry) for entry, digests in locked().items() if not digests] == []


def test_lock_has_all_that_its_packages_need() -> None:
    """What is not locked is installed in its newest version, without a digest to compare."""
    names = {canonicalize_name(entry.name) for entry in locked()}
    here = [distribution(name) for name in names if list(distributions(name=name))]
    needed = [requirement for package in here for requirement in map(Requirement, package.requires or [])]
    assert len(here) > 90
    wanted = {canonicalize_name(one.name) for one in needed if one.marker is None or one.marker.evaluate({"extra": ""})}
    assert wanted - names == set()


def test_lock_has_a_version_that_is_allowed_of_each_required_package() -> None:
    versions = {entry.name: Version(str(entry.specifier).removeprefix("==")) for entry in locked()}
    required = map(Requirement, PROJECT["project"]["dependencies"] + PROJECT["project"]["optional-dependencies"]["dev"])
    wrong = [
        str(requirement)
        for requirement in required
        if (name := canonicalize_name(requirement.name)) not in versions
        or not requirement.specifier.contains(versions[name])
    ]
    assert wrong == []


def test_hosted_ci_tests_every_python_that_the_package_names() -> None:
    matrix = yaml.safe_load((ROOT / ".github/workflows/ci.yml").read_text(encoding="utf-8"))["jobs"]["test"]
    named = re.findall(r"Python :: (3\.\d+)", "\n".join(PROJECT["project"]["classifiers"]))
    assert matrix["strategy"]["matrix"]["python"] == named
    assert f">={named[0]}" == PROJECT["project"]["requires-python"]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_workflow_runs_only_actions_of_a_fixed_commit(path: Path) -> None:
    actions = re.findall(r"uses: (\S+)", path.read_text(encoding="utf-8"))
    assert actions
    assert [action for action in actions if not re.search(r"@[0-9a-f]{40}$", action)] == []


def test_changelog_begins_with_the_version_of_the_package() -> None:
    (first, *_) = re.findall(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert first in (pawprint.__version__, "Unreleased")
    assert pawprint.__version__ == PROJECT["project"]["version"]


def test_package_declares_its_types() -> None:
    assert (Path(pawprint.__file__).parent / "py.typed").is_file()


PAGES = [*ROOT.glob("*.md"), ROOT / "docs/glossary.md", ROOT / "docs/README.md", ROOT / "docs/decisions/README.md"]


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_files_that_a_page_names_exist(page: Path) -> None:
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


def test_slow_tests_exist(request: pytest.FixtureRequest) -> None:
    conftest = request.config.pluginmanager.get_plugin(str(ROOT / "tests" / "conftest.py"))
    names = {name: name.partition("::") for name in conftest.SLOW}
    files = {file: (ROOT / "tests" / file) for file, _, _ in names.values()}
    missing = [
        name
        for name, (file, _, test) in names.items()
        if not files[file].is_file() or f"def {test}" not in files[file].read_text(encoding="utf-8")
    ]
    assert missing == []


def licence_words(name: str) -> str:
    """What a package itself says of its licence."""
    data = distribution(name).metadata
    classifiers = [line for line in data.get_all("Classifier") or [] if line.startswith("License")]
    return " ".join([data.get("License-Expression") or "", data.get("License") or "", *classifiers])


def needed_packages() -> set[str]:
    """The names of all packages that come with Pawprint."""
    names: set[str] = set()
    waiting = PROJECT["project"]["dependencies"]
    while waiting:
        required = [
            one for one in map(Requirement, waiting) if one.marker is None or one.marker.evaluate({"extra": ""})
        ]
        new = {canonicalize_name(one.name) for one in required} - names
        names |= new
        waiting = [line for name in new for line in distribution(name).requires or []]
    return names


def test_page_of_licences_lists_each_package_with_its_licence() -> None:
    text = (ROOT / "docs/licences.md").read_text(encoding="utf-8")
    listed = dict(re.findall(r"^\| ([\w.-]+) \| [^|]+ \| ([^|]+) \|$", text, re.MULTILINE))
    needed = needed_packages()
    assert needed - set(listed) == set()
    assert set(listed) - {"package", "---"} - {canonicalize_name(entry.name) for entry in locked()} == set()
    families = {"Apache": "Apache", "BSD": "BSD", "ISC": "ISC", "MIT": "MIT", "MPL": r"MPL|Mozilla", "PSF": "PSF"}
    wrong = []
    for name in sorted(needed - {"resvg-py"}):  # which says nothing but in the file of its licence
        family = re.split(r"[- ]", listed[name])[0]
        if not re.search(families.get(family, family), licence_words(name)):
            wrong.append(f"{name}: {listed[name]}, and it says {licence_words(name)[:60]}")
    assert wrong == []
