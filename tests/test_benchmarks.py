"""Every benchmark still runs: each once on a tiny deck, beside another checkout. No test asserts a time."""

import importlib
import json
import os
import re
import subprocess
import sys
from importlib.util import find_spec
from itertools import takewhile
from pathlib import Path

import pytest
from PIL import Image

from bench import drawings
from bench.clock import STAGES

BENCH = Path(__file__).parent / "bench"
REPOSITORY = BENCH.parents[1]
#: Files that benchmarks start or import.
PARTS = {"clock", "deck", "peer_decks", "trees"}
#: This checkout is measured twice: as `this`, and by the name of its folder.
BESIDE = ["--tree", str(REPOSITORY)]
SVG = "http://www.w3.org/2000/svg"
ONCE = ["--rounds", "1", "--warm-up", "0"]

runs = pytest.mark.skipif(not hasattr(os, "wait4"), reason="only POSIX says what resources a process has used")


@pytest.fixture(scope="module")
def bytecode(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A folder for the byte code of all runs, so that not each of them compiles every module: that of `run.py test`."""
    return os.environ.get("PYTHONPYCACHEPREFIX") or str(tmp_path_factory.mktemp("bytecode"))


def run(name: str, bytecode: str, *words: str) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [sys.executable, str(BENCH / f"{name}.py"), *words],
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPYCACHEPREFIX": bytecode},
    )
    assert done.returncode == 0, done.stderr
    return done


def rows(text: str, title: str) -> dict[str, list[str]]:
    """The rows of the table below the line that begins with *title*, by their first 16 characters."""
    lines = iter(text.splitlines())
    for line in lines:
        if line.startswith(title):
            break
    return {line[:16].strip(): line[16:].split() for line in takewhile(bool, lines)}


@runs
def test_builds_are_measured(bytecode: str, tmp_path: Path) -> None:
    file = tmp_path / "samples.json"
    done = run("run", bytecode, "--cards", "2", *ONCE, "--json", str(file))
    kept = json.loads(file.read_text(encoding="utf-8"))
    names = ["--version", "--help", "build --help", "sheets 2", "typst 2", "everything 2", "check 2", "cover page 2"]
    if find_spec("typst") is None:
        names.remove("typst 2")
        assert "only Pawprint is measured" in done.stderr
    assert {name: len(of_trees["this"]) for name, of_trees in kept["cases"].items()} == dict.fromkeys(names, 1)
    assert [*rows(done.stdout, "case")] == names
    sheets, everything = (kept["cases"][name]["this"][0]["size"] for name in ("sheets 2", "everything 2"))
    assert 0 < sheets < everything, "everything has the documents, too"


@runs
def test_other_tools_print_the_same_cards(bytecode: str, tmp_path: Path) -> None:
    done = run("peers", bytecode, "--cards", "2", "--rounds", "1", "--tool", "typst", "--keep", str(tmp_path))
    names = ["pawprint", "typst"] if find_spec("typst") else ["pawprint"]
    assert [*rows(done.stdout, "tool")] == names
    project = tmp_path / "deck/typst"
    subprocess.run([sys.executable, str(BENCH / "peer_decks.py"), "html", str(project), "-"], check=True)
    page = (project / "deck.html").read_text(encoding="utf-8")
    assert page.count("<section") == 2, "a page of faces and one of backs"
    names = re.findall(r"^  name: (.+)$", (project / "cards.yaml").read_text(encoding="utf-8"), re.M)
    assert re.findall(r"<div class=title>(.+?)</div>", page) == names
    assert page.count("class=emblem") == 2


@runs
def test_another_tree_is_measured_with_its_own_program(bytecode: str, tmp_path: Path) -> None:
    package = tmp_path / "before" / "generator" / "pawprint"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "__main__.py").write_text(
        "import pathlib, sys\npathlib.Path(__file__).with_name('words').write_text(' '.join(sys.argv[1:]))\n"
    )
    done = run("run", bytecode, "--case=--version", *ONCE, "--tree", str(tmp_path / "before"))
    assert (package / "words").read_text() == "--version"
    assert len(rows(done.stdout, "CPU s")["--version"]) == len(["this", "before", "ratio"])


@runs
def test_stages_are_measured(bytecode: str) -> None:
    text = run("stages", bytecode, "--cards", "2", *ONCE, *BESIDE).stdout
    sheets, _, everything = text.partition("everything: ")
    of_documents = {"documents: read", "documents: set"}
    for part, stages in ((sheets, {*STAGES} - of_documents), (everything, {*STAGES})):
        table = rows(part, "CPU ms")
        assert [*table] == ["interpreter", "import", *STAGES, "rest", "exit", "all"]
        measured = {stage for stage in STAGES if table[stage][-1] != "-"}
        assert measured == stages, "the ratio is missing where a tree spends no time"


@runs
def test_functions_are_measured(bytecode: str) -> None:
    text = run("stages", bytecode, "--cards", "2", *ONCE, "--functions", "3").stdout
    sheets, _, everything = text.partition("everything: ")
    assert "pawprint.press." in sheets
    assert "pawprint.documents.typeset." not in sheets
    assert "pawprint.documents.typeset." in everything


@pytest.mark.parametrize("place", [place for places in STAGES.values() for place in places])
def test_timed_functions_exist(place: str) -> None:
    module, _, path = place.partition(":")
    found = importlib.import_module(module)
    for step in path.split("."):
        found = vars(found)[step]
    assert callable(found)


#: A program that takes no time to build a file.
EMPTY_BUILD = """
import pathlib, sys
folder = pathlib.Path(sys.argv[sys.argv.index("--out") + 1])
folder.mkdir(exist_ok=True)
(folder / "sheet.pdf").write_bytes(b"%PDF")
"""


@runs
def test_builds_after_a_build_are_measured(bytecode: str, tmp_path: Path) -> None:
    package = tmp_path / "before" / "generator" / "pawprint"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "__main__.py").write_text(EMPTY_BUILD)
    words = ["--cards", "2", "--rounds", "1", "--tree", str(tmp_path / "before")]
    text = run("again", bytecode, *words).stdout
    table = rows(text, "CPU s")
    assert [*table] == ["clean", "nothing changed", "one card edited"]
    assert {len(row) for row in table.values()} == {len(["this", "of clean", "the other", "ratio"])}


@runs
def test_engines_are_measured(bytecode: str, tmp_path: Path) -> None:
    file = tmp_path / "samples.json"
    words = ["--edition", "full", "--seconds", "0.01", "--rounds", "2", "--json", str(file)]
    run("engines", bytecode, "pocket-cats", *words, *BESIDE)
    kept = json.loads(file.read_text(encoding="utf-8"))
    found = {tree: {name: len(samples) for name, samples in of_cases.items()} for tree, of_cases in kept.items()}
    assert found == {tree: {"pocket-cats full 2p": 2} for tree in ("this", REPOSITORY.name)}


@runs
def test_repaints_are_measured(bytecode: str) -> None:
    pytest.importorskip("websocket")
    from preview.browser import CHROMIUM

    if CHROMIUM is None:
        pytest.skip("there is no Chromium here")
    words = ["--cards", "6", "--edits", "1", "--warm-up", "0", "--pause", "0.05"]
    text = run("repaint", bytecode, *words, *BESIDE).stdout
    table = [line.split(" | ") for line in text.splitlines() if line.startswith("| 6 ")]
    assert [row[1] for row in table] == ["this", REPOSITORY.name]


def test_imbalances_are_repaired(bytecode: str) -> None:
    text = run("repairs", bytecode, "--only", "hare", "--minutes", "0.02", "--games", "8").stdout
    row = text.splitlines()[-1].split(" | ")
    assert row[:3] == ["| hare", "FC-I-34", "organisms/hare: points 3 -> 8"]
    assert row[-1].strip("| ") in ("late", "undecided", "none", "ok", "repaired")


def test_lists_are_imported_and_printed(bytecode: str, tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text("name,text\nFox,Runs\nOwl,Flies\n")
    (tmp_path / "nothing.json").write_text("{}")
    text = run("lists", bytecode, str(tmp_path)).stdout
    table = {row[0]: row[1:] for row in map(str.split, text.splitlines()) if row}
    assert table["cards.csv"][:4] == ["sheets", "poker", "2", "1"]
    assert table["nothing.json"][0] == "refused"
    assert "2 lists: 1 sheets, 0 marked, 1 refused, 0 failed" in text


def test_drawings_are_compared(bytecode: str, tmp_path: Path) -> None:
    for name, body in {
        "good": '<circle cx="5" cy="5" r="4" style="fill:teal"/>',
        "refused": "<script>alert(1)</script>",
    }.items():
        (tmp_path / f"{name}.svg").write_text(f'<svg xmlns="{SVG}" viewBox="0 0 10 10">{body}</svg>', encoding="utf-8")
    file = tmp_path / "results.json"
    done = run("drawings", bytecode, str(tmp_path), "--json", str(file))
    assert rows(done.stdout, "folder")[tmp_path.name[:16]][-4:-1] == ["2", "1", "1"]
    kept = json.loads(file.read_text(encoding="utf-8"))[tmp_path.name]
    assert kept["shares"]["good.svg"] == 0
    assert kept["refused"]["refused.svg"] == [
        "the element 'script' cannot be printed; remove it: a drawing does nothing"
    ]


def test_difference_between_drawings_is_the_share_of_pixels_that_are_off(tmp_path: Path) -> None:
    white, other = Image.new("RGB", (200, 100), "white"), Image.new("RGB", (200, 100), "white")
    assert drawings.difference(white, other, 2) == 0
    other.paste("red", (0, 0, 100, 100))
    assert drawings.difference(white, other, 2) == pytest.approx(0.5, abs=0.05)
    other.paste((220, 255, 255), (0, 0, 200, 100))
    assert drawings.difference(white, other, 2) == 0
    drawings.keep(tmp_path / "both.png", white, other)
    with Image.open(tmp_path / "both.png") as both:
        assert both.size == (410, 100)


def test_every_benchmark_has_a_test() -> None:
    assert {path.stem for path in BENCH.glob("*.py")} - PARTS == {
        "run",
        "peers",
        "stages",
        "again",
        "engines",
        "repaint",
        "lists",
        "drawings",
        "repairs",
    }
