"""Places open in the editor of the user: links, commands without a shell, and only files of the project."""

import json
import re
import sys
import time
from pathlib import Path

import pytest

from pawprint.core.diagnostics import Findings
from pawprint.preview._project_files import ProjectFiles
from pawprint.preview.editors import KNOWN, Editor, PlaceOpener, configured_editor, read_editor
from pawprint.preview.session import Session
from pawprint.production.pipeline import bundled
from preview.conftest import Served
from preview.test_page_edits import post


def opener(folder: Path, editor: str) -> PlaceOpener:
    session = Session(Path(), [Path("layouts"), bundled("layouts")])
    return PlaceOpener(ProjectFiles(session), read_editor(editor))


@pytest.mark.parametrize("name", KNOWN)
def test_every_known_editor_is_readable(name: str) -> None:
    editor = read_editor(name)
    assert editor is not None
    assert editor.name == KNOWN[name][0]
    assert bool(editor.link) != bool(editor.command)


@pytest.mark.parametrize(
    ("text", "path", "link"),
    [
        ("vscode", Path("/a b/x.yaml"), "vscode://file/a%20b/x.yaml:3:5"),
        ("idea", Path("/a&b/é.yaml"), "idea://open?file=/a%26b/%C3%A9.yaml&line=3"),
        ("myeditor://{path}#{line}", Path("/x.yaml"), "myeditor:///x.yaml#3"),
    ],
)
def test_link_has_the_path_encoded(text: str, path: Path, link: str) -> None:
    editor = read_editor(text)
    assert editor is not None
    assert editor.link_to(path, 3, 5) == link


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("ed -n +{line} {path}", ("ed", "-n", "+{line}", "{path}")),
        ("'my editor' --wait", ("my editor", "--wait", "{path}")),
        ("/usr/bin/vi", ("/usr/bin/vi", "{path}")),
    ],
)
def test_command_is_words(text: str, command: tuple[str, ...]) -> None:
    editor = read_editor(text)
    assert editor is not None
    assert editor.command == command


@pytest.mark.parametrize(
    "text",
    [
        *("", "vscoed", "ed {file}", "ed 'x", "{path} +{line}", "https://x.org/{path}", "javascript://{path}"),
        "vscode://file",
    ],
)
def test_unknown_editor_is_refused_with_the_known_editors(text: str) -> None:
    with pytest.raises(ValueError, match=r"editors are|write|there are"):
        read_editor(text)


def test_settings_name_the_editor(tmp_path: Path) -> None:
    environment = {"PAWPRINT_CONFIG": str(tmp_path)}
    assert configured_editor(Findings(), environment) == "vscode"
    settings = tmp_path / "settings.yaml"
    settings.write_text("editor: sublime\n", "utf-8")
    assert configured_editor(Findings(), environment) == "sublime"
    for text, code in (
        ("editor: vscoed\n", "unknown-choice"),
        ("editr: vscode\n", "unknown-field"),
        ("[", "yaml-syntax"),
    ):
        settings.write_text(text, "utf-8")
        found = Findings()
        assert configured_editor(found, environment) == "vscode"
        assert [finding.code for finding in found] == [code]


def test_only_files_of_the_project_open(folder: Path, tmp_path: Path) -> None:
    ask = opener(folder, "vscode").request
    assert ask("place", {"place": "den/cards.yaml:2:3"})["link"].endswith("/den/cards.yaml:2:3")
    assert ask("place", {"place": "layouts/faces/animal.yaml:1"})["link"].endswith("/animal.yaml:1:1")
    outside = [bundled("layouts") / "papers.yaml", Path("den/../../secret"), Path("/etc/passwd"), Path("den/none.yaml")]
    (tmp_path.parent / "secret").write_text("x", "utf-8")
    for path in outside:
        answer = ask("place", {"place": f"{path.as_posix()}:1"})
        assert (answer["link"], answer["refused"]) == ("", "this file is not in your project")
    (folder / "den/link.yaml").symlink_to("/etc/passwd")
    assert ask("place", {"place": "den/link.yaml:1"})["refused"]
    for place in ("", "den/cards.yaml", "den/cards.yaml:x", "den/cards.yaml:1;x"):
        with pytest.raises(ValueError, match="^" + re.escape(place) + "$"):
            ask("place", {"place": place})


def noting(tmp_path: Path) -> tuple[str, Path]:
    """A command that writes the words that it gets, as JSON, and the file that it writes."""
    program = tmp_path / "note.py"
    program.write_text("import json, sys; open(sys.argv[1], 'w').write(json.dumps(sys.argv[2:]))", "utf-8")
    return f"'{sys.executable}' '{program}' '{tmp_path / 'words'}' +{{line}} {{path}}", tmp_path / "words"


def waited(path: Path) -> list[str]:
    until = time.monotonic() + 30
    while not (path.is_file() and path.read_text("utf-8")):
        assert time.monotonic() < until
        time.sleep(0.02)
    words: list[str] = json.loads(path.read_text("utf-8"))
    return words


def test_command_gets_the_path_as_a_single_word_without_a_shell(folder: Path, tmp_path: Path) -> None:
    name = "den/$(touch owned) ; x.yaml"
    (folder / name).write_text("x: 1\n", "utf-8")
    command, words = noting(tmp_path)
    assert opener(folder, command).request("place", {"place": f"{name}:7"}) == {"link": "", "refused": ""}
    assert waited(words) == ["+7", str((folder / name).resolve())]
    assert not Path("owned").exists()


def test_missing_program_is_named(folder: Path) -> None:
    answer = opener(folder, "no-such-editor {path}").request("place", {"place": "den/cards.yaml:1"})
    assert answer["refused"] == "there is no program 'no-such-editor'"


def test_batch_file_is_not_run(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda name: "C:/bin/code.CMD")
    assert "batch file" in Editor("x", command=("code", "{path}")).run(folder / "den/cards.yaml", 1)


def test_program_runs_only_for_the_page_that_has_the_token(
    served: Served, read_only: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask = {"place": "den/cards.yaml:1"}
    assert post(served, ask, "/open/place")[1]["link"].startswith("vscode://file/")
    assert post(read_only, ask, "/open/place")[1]["link"].startswith("vscode://file/")
    command, words = noting(tmp_path)
    for server in (served.server, read_only.server):
        monkeypatch.setattr(server.opener, "_editor", read_editor(command))
    assert post(served, ask, "/open/place", X_Pawprint_Token="wrong")[0] == 403
    assert post(served, ask, "/open/place", Origin="http://elsewhere.example")[0] == 403
    assert post(read_only, ask, "/open/place")[0] == 403
    assert not words.exists()
    assert post(served, ask, "/open/place") == (200, {"link": "", "refused": ""})
    assert waited(words)[0] == "+1"
