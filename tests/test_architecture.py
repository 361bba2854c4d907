"""The road has one direction, and each outside library one door."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import pawprint
from pawprint.svg.profile import BASIC_COLOURS

PACKAGE = Path(pawprint.__file__).parent
ROOT = PACKAGE.parents[1]

#: The packages as they follow one another.
ORDER = (
    *(
        "core",
        "yamlio",
        "templates",
        "catalog",
        "rules",
        "games",
        "check",
        "spreadsheets",
        "svg",
        "typography",
        "faces",
    ),
    *("draw", "typeset", "documents", "impose", "press", "build", "changes", "preview", "importer", "cli"),
)
#: Where each library from outside may be named.
DOORS = {
    "yaml": ("yamlio/reader.py",),
    "jinja2": ("templates/",),
    "markupsafe": ("templates/",),
    "markdown_it": ("documents/",),
    "pyphen": ("typography/languages.py",),
    "xml": ("svg/", "spreadsheets/ods_file.py"),
    "pyexpat": ("svg/",),
    "openpyxl": ("spreadsheets/xlsx_file.py",),
    "reportlab": ("press/",),
    "PIL": ("press/",),
    "uharfbuzz": ("press/",),
    "pypdfium2": ("press/",),
    "watchfiles": ("preview/",),
    "typer": ("cli/",),
    "click": ("cli/",),
    "rich": ("cli/",),
}
LONGEST = 500
#: Ids of pieces that are ordinary words, which any module may use for what they mean.
ORDINARY = {"added", "eats", "lead", "shift", "year"}

MODULES = sorted(path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.py"))
each_module = pytest.mark.parametrize("module", MODULES)


def stage_of(name: str) -> str | None:
    """The stage of a dotted name or a path; None for the package itself, whose version everyone may know."""
    parts = re.split(r"[./]", name.removeprefix("pawprint.").removesuffix(".py"))
    if parts[0] == "__main__":
        return "cli"
    return parts[0] if parts[0] in ORDER else None


def tree_of(module: str) -> ast.Module:
    return ast.parse((PACKAGE / module).read_text(encoding="utf-8"), module)


def imports(module: str) -> Iterator[str]:
    """Absolute dotted names that *module* imports anywhere, for type checkers too."""
    for node in ast.walk(tree_of(module)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}:{node.lineno} imports by dots; write the whole name"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def test_every_module_has_its_place() -> None:
    assert {stage_of(module) for module in MODULES} <= {*ORDER, None}
    assert [module for module in MODULES if stage_of(module) is None] == ["__init__.py"]


@each_module
def test_imports_point_back_along_the_road(module: str) -> None:
    here = stage_of(module)
    for name in imports(module):
        there = stage_of(name) if name.startswith("pawprint.") else None
        if here is None:
            assert not name.startswith("pawprint."), f"the package itself imports nothing of ours, but {name}"
        elif there is not None:
            assert ORDER.index(there) <= ORDER.index(here), f"{here} must not know {there} ({name})"


@each_module
def test_printing_does_not_depend_on_playing(module: str) -> None:
    if stage_of(module) in ("svg", "typography", "faces", "draw", "impose", "press"):
        assert {stage_of(name) for name in imports(module) if name.startswith("pawprint.")}.isdisjoint(
            {"check", "rules", "games"}
        )


@each_module
def test_each_library_has_one_door(module: str) -> None:
    for name in imports(module):
        library = name.partition(".")[0]
        if library in sys.stdlib_module_names - {"xml", "pyexpat"} or library in ("pawprint", "__future__"):
            continue
        assert library in DOORS, f"{module} imports {library}, which has no door yet"
        assert module.startswith(DOORS[library]), f"{module} must not know {library}"


@each_module
def test_only_the_terminal_prints_or_exits(module: str) -> None:
    if stage_of(module) == "cli":
        return
    for node in ast.walk(tree_of(module)):
        match node:
            case ast.Call(func=ast.Name(id="print" | "exit" | "quit" | "input" as name)):
                pytest.fail(f"{module}:{node.lineno} calls {name}")
            case ast.Attribute(value=ast.Name(id="sys"), attr="exit" | "stdout" | "stderr" as name):
                pytest.fail(f"{module}:{node.lineno} uses sys.{name}")
            case ast.Name(id="SystemExit"):
                pytest.fail(f"{module}:{node.lineno} raises SystemExit")


def strings_and_names(tree: ast.Module) -> Iterator[str]:
    """What a module says beside its docstrings, in which examples may stand."""
    scopes = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    bodies = [node.body for node in ast.walk(tree) if isinstance(node, scopes)]
    documents = {id(body[0].value) for body in bodies if body and isinstance(body[0], ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documents:
            yield node.value
        elif isinstance(node, ast.Name):
            yield node.id.replace("_", "-")


def test_the_machine_knows_no_game() -> None:
    """A game is data. Only its rules engine, if it has one, may know it by name."""
    folders = {path.parent for path in (ROOT / "catalog").glob("*/game.yaml")}
    games = {folder.name for folder in folders}
    assert games, "the bundled games are found beside the package"
    written = "\n".join(path.read_text(encoding="utf-8") for folder in folders for path in folder.glob("*.yaml"))
    ids = set(re.findall(r"\bid: ([a-z0-9-]{4,})\b(?! \d)", written)) - {*BASIC_COLOURS} - ORDINARY
    for module in MODULES:
        if stage_of(module) == "games":
            continue
        for text in strings_and_names(tree_of(module)):
            assert text not in ids, f"{module} says '{text}', which is a piece of a bundled game"
            assert not any(game in text for game in games), f"{module} says '{text}'"


@each_module
def test_a_module_is_read_in_one_sitting(module: str) -> None:
    assert len((PACKAGE / module).read_text(encoding="utf-8").splitlines()) <= LONGEST


def test_the_command_line_opens_without_heavy_libraries() -> None:
    heavy = ("yaml", "jinja2", "reportlab", "PIL", "uharfbuzz", "pypdfium2", "pyphen", "rich", "xml.parsers.expat")
    code = f"import sys, pawprint.cli.app; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
