"""What an editor shows in the files of a new game: faults, what can be typed, and what each property means."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from command_line import run
from interchange.language_server import PROGRAM, LanguageServer

pytestmark = pytest.mark.skipif(
    not PROGRAM.is_file(), reason="needs the YAML language server: npm install yaml-language-server"
)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("editor") / "mine"
    assert run("new", str(folder)).exit_code == 0
    return folder


@pytest.fixture(scope="module")
def server(project: Path) -> Iterator[LanguageServer]:
    started = LanguageServer(project)
    yield started
    started.close()


def test_files_of_a_new_game_have_no_faults(project: Path, server: LanguageServer) -> None:
    paths = sorted(project.rglob("*.yaml"))
    assert len(paths) >= 8
    assert {path.name: server.open(path) for path in paths} == {path.name: [] for path in paths}


FACE = "# yaml-language-server: $schema=../../schemas/face.json\n"
GAME = "# yaml-language-server: $schema=schemas/game.json\n"


def test_faults_are_underlined(project: Path, server: LanguageServer) -> None:
    face = project / "layouts/faces/mine/night.yaml"
    said = server.open(face, f"{FACE}elements:\n  - {{kind: text, txt: a}}\n")
    assert any("txt" in one for one in said)
    assert any('"text"' in one for one in said)
    assert server.open(face, f"{FACE}elements:\n  - {{kind: panel, fill: ink, radius: 3 mm}}\n") == []
    game = project / "catalog/mine/game.yaml"
    text = game.read_text(encoding="utf-8").replace("languages:", "langauges:")
    said = server.open(game, text)
    assert any("langauges" in one for one in said)


def test_properties_and_names_are_completed(project: Path, server: LanguageServer) -> None:
    face = project / "layouts/faces/mine/night.yaml"
    server.open(face, f"{FACE}palette: \nelements:\n  - kind: panel\n    \n")
    assert {"mine", "pawprint"} <= server.completions(face, 1, 9)
    offered = server.completions(face, 4, 4)
    assert {"fill", "radius", "at", "when"} <= offered
    assert "text" not in offered
    game = project / "catalog/mine/game.yaml"
    server.open(game, f"{GAME}id: mine\ncomponents:\n  cards:\n    stock: \n    \n")
    assert {"poker", "tarot"} <= server.completions(game, 4, 11)
    assert {"face", "fields", "products"} <= server.completions(game, 5, 4)


def test_each_property_has_a_description(project: Path, server: LanguageServer) -> None:
    face = project / "layouts/faces/mine/night.yaml"
    server.open(face, f"{FACE}elements:\n  - kind: panel\n    radius: 3 mm\n")
    assert "Radius of the corners" in server.hover(face, 3, 6)
    game = project / "catalog/mine/game.yaml"
    server.open(game, f"{GAME}id: mine\nbleed: 3 mm\n")
    assert "0 to 3 mm" in server.hover(game, 2, 2)
