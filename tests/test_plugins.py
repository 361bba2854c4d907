"""Plug-ins: what installed packages add is found by name, loaded when a project uses it, and blamed for its faults."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from helpers import CARDS, GAME, Toy
from pawprint.api import plugins as door
from pawprint.check.evaluation import run_checks
from pawprint.cli.app import app
from pawprint.core.diagnostics import Findings
from pawprint.interchange.lists._read_list import read_cards
from plugins import Packages

ROOT = Path(__file__).parents[1]

CROSS = '''
from pawprint.api.plugins import BLACK, Element, Outline
print("cross is imported")

class Cross(Element):
    """Two lines from corner to corner."""

    def __init__(self, read):
        super().__init__(read)
        self.width = read.number("width", 0.5)

    def draw(self, scene, box, out):
        for top, bottom in ((box.y, box.bottom), (box.bottom, box.y)):
            path = (("M", box.x, top), ("L", box.right, bottom))
            out.append(Outline(path, None, BLACK, self.width.get(scene), ()))


class Torn(Element):
    def __init__(self, read):
        super().__init__(read)
        self.depth = read.number("depth", 0)

    def draw(self, scene, box, out):
        1 / self.depth.get(scene)
'''
PERCENT = """
from dataclasses import dataclass
from typing import ClassVar
from pawprint.api.plugins import Field, scalars

@dataclass(frozen=True, eq=False, repr=False)
class Percent(Field):
    type: ClassVar[str] = "percent"

    def read(self, node, reading):
        return float((scalars.text(node, self.what, reading.findings) or "0%").rstrip("%")) / 100

    def schema(self, context):
        return {"type": "string", "pattern": "^[0-9]+%$"}
"""
WEIGHT = """
from pawprint.api.plugins import COMPONENTS, CheckKind, Target, Word, number

def weigh(scope, check):
    total = sum(record.values["level"] * record.copies for record in scope.select(check.target, check.words))
    if total > check.words["most"]:
        yield f"they weigh {total}", check.span

most = Word("most", number, missing=("has no limit", "give it most: N"))
kind = CheckKind("weight", Target(COMPONENTS), (most,), weigh)
"""
NAMES = '''
from dataclasses import dataclass
from pawprint.api.plugins import Exporter, option

@dataclass(frozen=True, kw_only=True)
class Names(Exporter):
    """Write a list of the pieces and their copies."""

    mark: str = option("-", "SIGN", "Stands before each piece.")

    def files(self, source):
        lines = [f"{self.mark} {piece.copies} {piece.record.id}" for piece in source.pieces()]
        yield f"{source.language}.txt", "\\n".join(lines).encode()
'''
READER = """
def read(data):
    if not data.startswith(b"zoo"):
        raise ValueError("it does not begin with zoo")
    return [{"name": line.partition(":")[0], "text": line.partition(":")[2]} for line in data.decode().splitlines()[1:]]
"""
RUN = """
def longest_run(game, cards):
    levels = {game.field(card, "level") for card in cards}
    return max(levels, default=0)
"""
LAYOUT = "- {kind: cross, at: [6 pt, 6 pt], size: [60 pt, 20 pt], width: {by: id, fox: 4, else: 1}}"


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Packages]:
    installed = Packages(tmp_path / "packages", monkeypatch)
    yield installed
    installed.uninstall()


def run(*words: str) -> tuple[int, str]:
    done = CliRunner().invoke(app, words)
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done.exit_code, done.output


def test_element_is_loaded_when_a_face_uses_it(
    packages: Packages, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    packages.install("zoo", {"pawprint.elements": {"cross": "zoo_cross:Cross"}}, {"zoo_cross.py": CROSS})
    plain = Toy(tmp_path / "plain", "- {kind: panel, fill: ink}").table()
    plain.face("fox")
    assert "zoo_cross" not in sys.modules
    table = Toy(tmp_path / "toy", LAYOUT).table()
    assert [item.paint.width for item in table.face("fox").items] == [4.0, 4.0]
    assert not table.findings
    assert capsys.readouterr().out == "cross is imported\n"


def test_field_type(packages: Packages, tmp_path: Path) -> None:
    packages.install("zoo", {"pawprint.fields": {"percent": "zoo_percent:Percent"}}, {"zoo_percent.py": PERCENT})
    game = GAME.replace("shy: {type: flag}", "shy: {type: percent}")
    cards = CARDS.replace("shy: true", "shy: 40%").replace("shy: false", "shy: 5%")
    table = Toy(tmp_path / "toy", game=game, cards=cards).table()
    (fox,) = table.game.find("fox")
    assert (fox.values["shy"], [*table.findings]) == (0.4, [])


def test_kind_of_check(packages: Packages, tmp_path: Path) -> None:
    packages.install("zoo", {"pawprint.checks": {"weight": "zoo_weight:kind"}}, {"zoo_weight.py": WEIGHT})
    checks = "    checks: [{id: T-1, weight: beasts, most: 14}, {id: T-2, weight: beasts, most: 13}]\n"
    table = Toy(tmp_path / "toy", game=GAME + checks).table()
    assert [one.status for one in run_checks(table.game, table.findings)] == ["ok", "failed"]


def test_exporter_is_a_command(packages: Packages, tmp_path: Path) -> None:
    packages.install("zoo", {"pawprint.exporters": {"names": "zoo_names:Names"}}, {"zoo_names.py": NAMES})
    toy = Toy(tmp_path / "toy", fonts=True)
    folders = ["--catalog", str(toy.catalog), "--layouts", str(toy.layout_folders[0]), "--out", str(tmp_path / "out")]
    assert run("export", "names", "toy", "--mark", "*", "--lang", "en", "--quiet", *folders) == (0, "")
    assert (tmp_path / "out" / "en.txt").read_bytes() == b"* 3 fox\n* 2 hen\n* 1 mole"
    assert "Write a list of the pieces and their copies." in run("export", "--help")[1]


def test_list_format_is_read_by_the_ending_of_a_file(packages: Packages, tmp_path: Path) -> None:
    packages.install("zoo", {"pawprint.importers": {"zoo": "zoo_read:read"}}, {"zoo_read.py": READER})
    path = tmp_path / "cards.zoo"
    path.write_text("zoo\nFox:Runs fast.\nOwl:Flies by night.\n", encoding="utf-8")
    findings = Findings()
    cards = read_cards(path, findings)
    assert cards is not None
    assert (cards.header, cards.rows) == (["name", "text"], [["Fox", "Runs fast."], ["Owl", "Flies by night."]])
    path.write_text("ox", encoding="utf-8")
    assert read_cards(path, findings) is None
    assert [finding.message for finding in findings] == [f"{path} is no zoo file: it does not begin with zoo"]


def test_function_of_rules_needs_no_file_and_no_permission(
    packages: Packages, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packages.install("zoo", {"pawprint.functions": {"longest_run": "zoo_run:longest_run"}}, {"zoo_run.py": RUN})
    assert run("new", str(tmp_path / "garden"), "--rules", "garden")[0] == 0
    rules = tmp_path / "garden" / "catalog" / "garden" / "rules.yaml"
    text = rules.read_text(encoding="utf-8")
    more = "calls: {longest_run(cards): {gives: number}}\nscore: points + longest_run(played)\n"
    rules.write_text(text + more, encoding="utf-8")
    monkeypatch.chdir(tmp_path / "garden")
    code, output = run("play", "garden", "--games", "2")
    assert (code, "rules-not-allowed" in output) == (0, False), output


def test_list_names_the_packages_and_what_is_wrong(packages: Packages) -> None:
    assert run("plugins") == (0, "no installed package has plug-ins\n")
    packages.install("zoo", {"pawprint.elements": {"cross": "zoo_cross:Cross"}})
    packages.install("ark", {"pawprint.elements": {"cross": "ark:Cross"}, "pawprint.checks": {"pair": "ark:pair"}})
    assert run("plugins")[1].splitlines() == [
        "element cross  ark 1.0, ark:Cross  (several packages have this name)",
        "element cross  zoo 1.0, zoo_cross:Cross  (several packages have this name)",
        "kind of check pair  ark 1.0, ark:pair",
    ]


@pytest.mark.parametrize(
    ("target", "text", "help"),
    [
        ("zoo_bad:Cross", "1 / 0", "the plug-in zoo 1.0 cannot be loaded: ZeroDivisionError: division by zero"),
        ("zoo_bad:Cross", "", "the plug-in zoo 1.0 cannot be loaded: AttributeError"),
        ("zoo_none:Cross", "", "the plug-in zoo 1.0 cannot be loaded: ModuleNotFoundError"),
        ("zoo_bad:Cross", "Cross = 3", "the plug-in zoo 1.0 is no element: zoo_bad:Cross"),
    ],
)
def test_plugin_that_cannot_be_used_is_reported_where_it_is_used(
    packages: Packages, tmp_path: Path, target: str, text: str, help: str
) -> None:
    packages.install("zoo", {"pawprint.elements": {"cross": target}}, {"zoo_bad.py": text})
    table = Toy(tmp_path / "toy", LAYOUT).table()
    table.face("fox")
    finding = table.the_finding("unknown-element")
    assert finding.help.startswith(help)
    assert finding.span is not None
    assert finding.span.source.text[finding.span.start : finding.span.end] == "cross"


def test_packages_with_the_same_name_are_reported(packages: Packages, tmp_path: Path) -> None:
    packages.install("zoo", {"pawprint.elements": {"cross": "zoo_cross:Cross"}}, {"zoo_cross.py": CROSS})
    packages.install("ark", {"pawprint.elements": {"cross": "zoo_cross:Cross"}})
    table = Toy(tmp_path / "toy", LAYOUT).table()
    table.face("fox")
    assert table.the_finding("unknown-element").help == (
        "several packages have it: ark 1.0, zoo 1.0; uninstall all but one"
    )


def test_package_cannot_replace_what_is_built_in(packages: Packages, tmp_path: Path) -> None:
    packages.install("zoo", {"pawprint.elements": {"panel": "zoo_none:Panel"}})
    table = Toy(tmp_path / "toy", "- {kind: panel, fill: ink}").table()
    table.face("fox")
    assert not table.findings


def test_fault_of_an_element_is_a_finding_at_the_element(packages: Packages, tmp_path: Path) -> None:
    packages.install("zoo", {"pawprint.elements": {"torn": "zoo_cross:Torn"}}, {"zoo_cross.py": CROSS})
    table = Toy(tmp_path / "toy", "- {kind: torn}").table()
    table.face("fox")
    message = table.the_finding("plugin-failed").message
    assert message == "torn: the plug-in zoo 1.0 fails in zoo_cross, line 24: ZeroDivisionError: division by zero"


def test_fault_of_an_exporter_ends_the_command_without_a_traceback(packages: Packages, tmp_path: Path) -> None:
    text = NAMES.replace("lines = [", "lines = 1 / 0 or [")
    packages.install("zoo", {"pawprint.exporters": {"names": "zoo_torn:Names"}}, {"zoo_torn.py": text})
    toy = Toy(tmp_path / "toy", fonts=True)
    words = ["export", "names", "toy", "--catalog", str(toy.catalog), "--layouts", str(toy.layout_folders[0])]
    done = subprocess.run(
        [sys.executable, "-P", "-m", "pawprint", *words, "--out", str(tmp_path / "out")],
        env={**os.environ, "PYTHONPATH": f"{ROOT / 'generator'}{os.pathsep}{packages.folder}"},
        capture_output=True, text=True, cwd=tmp_path,
    )  # fmt: skip
    assert done.returncode == 1
    assert done.stderr.startswith("error: the plug-in zoo 1.0 fails in zoo_torn, line ")
    assert "Traceback" not in done.stderr


def test_public_names_exist() -> None:
    """What plug-ins import; a name that is taken away breaks them."""
    assert [name for name in door.__all__ if not hasattr(door, name)] == []


def test_page_shows_the_source_of_the_element() -> None:
    element = (ROOT / "docs" / "plugin" / "src" / "pawprint_radar" / "radar.py").read_text(encoding="utf-8")
    assert f"```python\n{element}```" in (ROOT / "docs" / "plugins.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("kind", ["documented", "template"])
def test_plugin_project_passes_its_tests(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = tmp_path / "dice"
    if kind == "template":
        assert run("new", str(project), "--plugin")[0] == 0
    else:
        shutil.copytree(ROOT / "docs" / "plugin", project)
    installed = Packages(tmp_path / "packages", monkeypatch)
    installed.install_project(project)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests"],
        env={**os.environ, "PYTHONPATH": f"{ROOT / 'generator'}{os.pathsep}{installed.folder}"},
        capture_output=True, text=True, cwd=project,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert " passed" in done.stdout
