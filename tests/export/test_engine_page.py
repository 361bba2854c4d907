"""The file on which a game is played with its rules: what is in it, and whole games in a browser without a network."""

import base64
import gzip
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from end_to_end.test_web_pages import AXE
from export.test_play_file import data_of
from pawprint.documents.diagram_speech import DiagramSpeech
from pawprint.export.export_source import ExportOptions, ExportSource
from pawprint.export.exporter import EXPORTERS, OptionError, export
from pawprint.export.play.play_file import MissingRuntimeError, find_runtime, game_files, program_files
from pawprint.playtests.page._play_session import RulebookSections
from pawprint.production import pipeline
from play.own_garden import plant_own
from preview.browser import CHROMIUM, Browser

#: How fast a network is that is off.
SPEEDS = {"latency": 0, "downloadThroughput": 0, "uploadThroughput": 0}
ROOT = Path(__file__).parents[2]
#: The folder of Pyodide; npm installs it in the checkout.
PYODIDE = Path(os.environ.get("PAWPRINT_PYODIDE", ROOT / "node_modules" / "pyodide"))
#: A component with few pieces of each game, so that few pictures are drawn.
GAMES = {"food-chain": "tokens", "fooden": "season", "lake-ecosystem": "food", "pocket-cats": "aids"}
RUNTIME = {
    **{name: name.encode() for name in ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")},
    "pyodide-lock.json": b'{"info": {"version": "314.0.0"}, "packages": {}}',
}
#: Plays a game with nothing but the program in the file.
PLAY = """
import json, sys
sys.path.insert(0, sys.argv[1])
from pawprint.playtests.page.offline_host import answers
answer = answers(sys.argv[2])
ask = lambda **data: json.loads(answer(json.dumps({"language": "en"} | data)))
offer = ask(do="offer")
edition = offer["editions"][0]
view = ask(do="new", edition=edition["id"], seats=["human"] + ["greedy"] * (edition["players"][0] - 1), seed="7")
for step in range(2000):
    if view.get("over"):
        break
    assert "error" not in view, view
    here = {"table": view["table"], "seat": view.get("seat")}
    view = ask(do="act", action=view["actions"][0]["words"], **here) if view["human"] else ask(do="bot", **here)
shown = ask(do="open", scenario=offer["scenarios"][0])
away = sorted({name.partition(".")[0] for name in sys.modules} & {"jinja2", "markupsafe", "pydyf", "PIL"})
print(json.dumps([view["over"], shown.get("open"), offer["title"], away]))
"""


def bundled(game: str) -> pipeline.Workspace:
    return pipeline.load(pipeline.bundled("catalog"), [pipeline.bundled("layouts")], [game])


@pytest.fixture
def runtime(tmp_path: Path) -> Path:
    """A folder with files that are called like those of Pyodide."""
    folder = tmp_path / "node_modules" / "pyodide"
    folder.mkdir(parents=True)
    for name, content in RUNTIME.items():
        (folder / name).write_bytes(content)
    return folder


@pytest.mark.parametrize("game", GAMES)
def test_program_in_the_file_plays_a_game_without_other_packages(game: str, tmp_path: Path) -> None:
    workspace = bundled(game)
    loaded = workspace.library.games[game]
    source = ExportSource(workspace, workspace.composer, loaded, "en", ExportOptions())
    for folder, files in (("program", program_files(loaded)), ("game", game_files(source))):
        for name, content in files.items():
            path = tmp_path / folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
            assert str(ROOT).encode() not in content, "nothing says where the file was made"
    command = [sys.executable, "-I", "-S", "-B", "-c", PLAY, str(tmp_path / "program"), str(tmp_path / "game")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [True, True, loaded.title["en"], []]


def test_rules_of_a_game_itself_are_in_the_file_and_play(tmp_path: Path) -> None:
    game = plant_own(tmp_path / "catalog" / "garden")
    workspace = pipeline.load(tmp_path / "catalog", [ROOT / "docs" / "gallery" / "layouts", ROOT / "layouts"])
    source = ExportSource(workspace, workspace.composer, game, "en", ExportOptions())
    for folder, files in (("program", program_files(game)), ("game", game_files(source))):
        for name, content in files.items():
            path = tmp_path / folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
    command = [sys.executable, "-I", "-S", "-B", "-c", PLAY, str(tmp_path / "program"), str(tmp_path / "game")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [True, True, "Garden", []]


def test_file_has_the_pictures_of_all_editions(runtime: Path) -> None:
    workspace = bundled("lake-ecosystem")
    options = ExportOptions(components=("food",), languages=("en",))
    exporter = EXPORTERS["play"](dpi=40, runtime=str(runtime))
    ((name, page),) = export(workspace, exporter, options)
    assert name == "lake-ecosystem-en.html"
    data = data_of(page)
    game = workspace.library.games["lake-ecosystem"]
    assert {face.partition("/")[0] for face in data["faces"]} == {*game.editions}
    assert len(data["pictures"]) < len(data["faces"]), "equal pictures are in the file once"
    assert data["runtime"] == {"version": "314.0.0"}


def test_rulebook_is_in_the_file_with_the_sections_that_rules_lead_to(runtime: Path) -> None:
    exporter = EXPORTERS["play"](dpi=40, runtime=str(runtime))
    options = ExportOptions(components=("aids",), languages=("en",))
    ((_, page),) = export(bundled("pocket-cats"), exporter, options)
    packed = re.search(rb'id="rulebook">([^<]*)<', page)
    assert packed is not None
    rulebook = gzip.decompress(base64.b64decode(packed[1])).decode()
    game = bundled("pocket-cats").library.games["pocket-cats"]
    titles = RulebookSections(game, DiagramSpeech(game, "en")).titles
    assert titles
    assert [anchor for anchor in titles if f'id="{anchor}"' not in rulebook] == []
    allowed = re.findall(r"'sha256-[^']+'", rulebook)
    assert allowed
    assert all(digest.encode() in page for digest in allowed)


def test_without_pyodide_the_message_names_the_ways_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(OptionError, match=r"'npm install pyodide'.*--runtime.*--free-table"):
        list(export(bundled("food-chain"), EXPORTERS["play"](), ExportOptions()))
    (tmp_path / "empty").mkdir()
    with pytest.raises(OptionError, match="does not have the files of Pyodide"):
        list(export(bundled("food-chain"), EXPORTERS["play"](runtime="empty"), ExportOptions()))


def test_pyodide_is_found_where_npm_installs_it(runtime: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    below = runtime.parents[1] / "games" / "mine"
    below.mkdir(parents=True)
    monkeypatch.chdir(below)
    assert find_runtime(None).files["wasm"] == b"pyodide.asm.wasm"
    (runtime / "pyodide-lock.json").write_text("[]", encoding="utf-8")
    with pytest.raises(MissingRuntimeError, match="does not have the files"):
        find_runtime(None)


def test_free_table_needs_no_pyodide(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    options = ExportOptions(components=("aids",), languages=("fr",))
    ((name, page),) = export(bundled("pocket-cats"), EXPORTERS["play"](free_table=True, dpi=40), options)
    assert name == "pocket-cats-fr.html"
    assert data_of(page)["words"]["undo"] == "Annuler"


#: Where the next button is that somebody has to press; nothing when the game is over.
NEXT = """new Promise((done, fail) => {
  const since = Date.now();
  const look = () => {
    document.querySelector('.all-actions')?.setAttribute('open', '');
    const buttons = '[data-do=ready], .choice .action, .all-actions .action, [data-do=start]';
    const one = document.querySelector(buttons);
    if (document.querySelector('.play-body .question > p')) done(null);
    else if (one && !window.pressed?.isConnected) {
      window.pressed = one;
      one.scrollIntoView({ block: 'center' });
      one.focus({ preventScroll: true });
      const { x, y, width, height } = one.getBoundingClientRect();
      done([x + width / 2, y + height / 2]);
    } else if (Date.now() - since > 60000) fail(new Error(document.body.innerText.slice(0, 600)));
    else setTimeout(look, 5);
  };
  look();
})"""


def press(browser: Browser, x: float, y: float, way: str) -> None:
    """Press the button that has the focus and is at x, y: with the mouse, a key or a finger."""
    if way == "keys":
        browser.press("Enter")
    elif way == "touch":
        browser.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        browser.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
    else:
        for kind in ("mousePressed", "mouseReleased"):
            browser.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The file of each game, with few pictures."""
    folder = tmp_path_factory.mktemp("play")
    found = {}
    for game, component in GAMES.items():
        options = ExportOptions(components=(component,), languages=("en",))
        exporter = EXPORTERS["play"](dpi=40, runtime=str(PYODIDE))
        for name, page in export(bundled(game), exporter, options):
            found[game] = folder / name
            found[game].write_bytes(page)
    return found


@pytest.fixture
def offline(browser: Browser) -> Iterator[Browser]:
    """The browser without a network."""
    yield browser
    browser.call("Network.emulateNetworkConditions", offline=False, **SPEEDS)
    browser.call("Emulation.setTouchEmulationEnabled", enabled=False)
    browser.open("about:blank")


@pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here")
@pytest.mark.skipif(not (PYODIDE / "pyodide.mjs").is_file(), reason="needs Pyodide: npm install pyodide")
@pytest.mark.parametrize(
    ("game", "way"),
    [("food-chain", "mouse"), ("fooden", "mouse"), ("lake-ecosystem", "keys"), ("pocket-cats", "touch")],
)
def test_whole_game_is_played_from_disk(offline: Browser, pages: dict[str, Path], game: str, way: str) -> None:
    offline.call("Emulation.setTouchEmulationEnabled", enabled=way == "touch")
    offline.call("Network.emulateNetworkConditions", offline=True, **SPEEDS)
    offline.errors.clear()
    offline.requests.clear()
    offline.open(pages[game].as_uri())
    offline.wait("document.querySelector('.play-setup')")
    offline.run("document.querySelectorAll('.play-setup .seats select').forEach((one) => { one.value = 'human'; })")
    steps = 0
    while (place := offline.run(NEXT)) is not None:
        press(offline, *place, way)
        steps += 1
        assert steps < 600
    assert steps > 10
    if AXE is not None:
        offline.run(f"{AXE.read_text(encoding='utf-8')}; 0")
        assert offline.run("axe.run().then((done) => done.violations.map((one) => one.id))") == []
    assert "points" in offline.run("document.querySelector('.question').innerText")
    assert offline.errors == []
    local = ("file:", "blob:", "about:", "data:")
    assert [address for address in offline.requests if not address.startswith(local)] == []
