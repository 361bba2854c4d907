"""What has changed, as people and as programs read it; and as it was at a revision."""

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from helpers import Toy, golden
from pawprint.cli.app import app
from pawprint.production import pipeline
from pawprint.production.changes.earlier_game import BadRepository, NoRevision, folder_at
from pawprint.production.changes.summary import differences, lines
from pawprint.production.snapshot import Deck, Entry, Snapshot
from production.boxes import edit, make


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Toy:
    monkeypatch.chdir(tmp_path)
    made = make(tmp_path)
    (made.folder / "home").mkdir()
    return made


def run(*words: str) -> Result:
    """Run a command in the folder of the toy."""
    where = () if words[0] == "printed" else ("--layouts", "layouts")
    return CliRunner().invoke(app, [*words, *where, "--out", "out"])


def data_of(*words: str) -> dict[str, Any]:
    done = run("changes", *words, "--format", "json")
    assert done.exit_code == 0, done.output
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def git(folder: Path, *words: str, given: bytes = b"") -> str:
    name = ("-c", "user.name=Somebody", "-c", "user.email=somebody@example.org", "-c", "init.defaultBranch=main")
    plain = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    command, environment = ["git", *name, *words], {**os.environ, **plain}
    done = subprocess.run(command, cwd=folder, check=True, capture_output=True, env=environment, input=given)
    return done.stdout.decode(errors="replace").strip()


def commit(folder: Path, name: str) -> None:
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", name)
    git(folder, "tag", name)


def edit_much(toy: Toy) -> None:
    edit(toy, "{fr: Renard, en: Fox}", "{fr: Vieux renard, en: Fox}, level: 4, note: {fr: a, en: b}")
    edit(toy, "{id: hen, copies: 2", "{id: hen, copies: 5")
    edit(toy, "id: mole", "id: shrew")
    edit(toy, "  - {id: rain, copies: 2, name: {fr: Pluie, en: Rain}}", "  - {id: hail, name: {fr: Grêle, en: Hail}}")
    edit(toy, "name: {fr: Lande, en: Moor}", "name: {fr: Lande, en: Moor}, note: {fr: x, en: x}")


# --- the table and the data ---------------------------------------------------------------------------------


def test_table_and_the_data_are_these(toy: Toy) -> None:
    edit(toy, "back of {{ id }}", "back", "layouts/faces/toy/back.yaml")
    assert run("build", "--quiet", "--no-cover", "--only", "cards,tiles,tokens").exit_code == 0
    assert run("printed").exit_code == 0
    edit_much(toy)
    edit(toy, "{{ name }} {{", '{{ name }}{% if id == "red" %}!{% endif %} {{', "layouts/faces/toy/any.yaml")
    done = run("changes", "toy")
    assert (done.exit_code, done.stderr) == (0, "")
    golden("changes/table.txt", done.stdout)
    golden("changes/data.json", json.dumps(data_of("toy"), indent=1, ensure_ascii=False) + "\n")


def test_unchanged_game_has_no_changes(toy: Toy) -> None:
    run("build", "--quiet", "--no-cover", "--only", "cards,tiles,tokens")
    assert run("printed").stdout == "out/toy/printed.json  en, 20 pieces; fr, 20 pieces\n"
    assert run("changes").stdout == "toy: nothing has changed since printed (fr, en)\n"
    assert data_of()["games"][0]["editions"][0]["pieces"] == []
    assert run("printed", "-q").stdout == ""


def test_printed_and_built_are_two_states(toy: Toy) -> None:
    run("build", "--quiet", "--no-cover", "--only", "cards,tiles,tokens")
    run("printed")
    edit(toy, "en: Fox", "en: Reynard")
    run("build", "--quiet", "--no-cover", "--only", "cards,tiles,tokens")
    edit(toy, "en: Hen", "en: Pullet")

    def pieces(since: str) -> list[str]:
        return [one["piece"] for one in data_of("--since", since)["games"][0]["editions"][0]["pieces"]]

    assert pieces("printed") == ["beasts/fox", "beasts/hen"]
    assert pieces("built") == ["beasts/hen"]


def test_unprinted_language_is_reported(toy: Toy) -> None:
    run("build", "--quiet", "--no-cover", "--lang", "fr", "--only", "cards,tiles,tokens")
    run("printed")
    edit(toy, "fr: Renard", "fr: Goupil")
    assert run("changes").stdout.splitlines() == [
        "beasts/fox  name  Renard -> Goupil",
        "toy: 1 changed since printed (fr)",
        "toy: en: not printed",
    ]
    run("build", "--quiet", "--no-cover", "--only", "cards,tiles,tokens")
    assert run("printed", "--lang", "en").stdout == "out/toy/printed.json  en, 20 pieces\n"
    assert "1 changed since printed (fr, en)" in run("changes").stdout


def test_changed_back_is_reported_beside_the_fields_and_a_changed_face_is_not() -> None:
    def state(face: str, back: str, level: int) -> Snapshot:
        return Snapshot(
            "toy", "7", {"en": Deck({"beasts/fox": Entry(face, back, 1, {"level": level})}, {"beasts": True})}
        )

    (both,) = differences(state("a", "b", 1), state("c", "d", 2))
    assert lines(both) == [("beasts/fox", "level", "1", "2"), ("beasts/fox", "the back looks different", "", "")]
    (face,) = differences(state("a", "b", 1), state("c", "b", 2))
    assert lines(face) == [("beasts/fox", "level", "1", "2")]
    (looks,) = differences(state("a", "b", 1), state("c", "b", 1))
    assert lines(looks) == [("beasts/fox", "the face looks different", "", "")]


# --- what cannot be -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["changes"], 1, "there is no record of a printed version"),
        (["changes", "--since", "built"], 1, "it has not been built yet"),
        (["changes", "--since", "main"], 2, "is not in a Git repository"),
        (["changes", "--format", "xml"], 2, "--format"),
        (["changes", "nope"], 1, "unknown-game"),
        (["printed"], 1, "no game has been built in out"),
        (["printed", "toy"], 1, "toy has not been built in out"),
        (["build", "--changed"], 1, "there is no record of a printed version in out"),
        (["build", "--changed", "--one-up"], 2, "leave out --one-up"),
        (["build", "--changed", "--low-ink"], 2, "leave out --low-ink"),
        (["build", "--changed", "--only", "rulebook"], 2, "--changed makes no documents"),
    ],
)
def test_impossible_request_is_reported(words: list[str], code: int, said: str, toy: Toy, tmp_path: Path) -> None:
    done = run(*words)
    assert done.exit_code == code
    assert said in " ".join(done.output.replace("│", "").split())


@pytest.mark.parametrize("words", [["changes"], ["printed"], ["build", "--changed"]])
def test_damaged_memory_is_reported(words: list[str], toy: Toy) -> None:
    run("build", "--quiet", "--no-cover", "--only", "cards,tiles,tokens")
    (toy.folder / "out" / "toy" / "printed.json").write_text("{")
    done = run(*words)
    assert done.exit_code == 1
    assert "out/toy/printed.json cannot be read" in done.output
    assert (toy.folder / "out" / "toy" / "printed.json").read_text() == "{", "it is not written over"


def test_error_in_the_game_is_reported_and_nothing_is_written(toy: Toy) -> None:
    run("build", "--quiet", "--no-cover", "--only", "cards,tiles,tokens")
    run("printed")
    before = (toy.folder / "out" / "toy" / "built.json").read_bytes()
    edit(toy, "en: Fox", "en: A fox with a name that is much too long to stand in so small a box as this")
    for words in (["changes"], ["build", "--changed", "--no-cover"]):
        done = run(*words)
        assert done.exit_code == 1
        assert "overset" in done.output
    assert (toy.folder / "out" / "toy" / "built.json").read_bytes() == before


# --- revisions ----------------------------------------------------------------------------------------------


def test_since_a_revision(toy: Toy) -> None:
    git(toy.folder, "init", "-q")
    commit(toy.folder, "one")
    edit_much(toy)
    edit(toy, "back of {{ id }}", "back", "layouts/faces/toy/back.yaml")
    commit(toy.folder, "two")
    edit(toy, "en: Wolf", "en: Lupus")
    one, two = (data_of("--since", name)["games"][0]["editions"][0] for name in ("one", "HEAD"))
    assert [(piece["piece"], piece["what"], piece["languages"]) for piece in two["pieces"]] == [
        ("beasts/wolf", "changed", ["en"])
    ]
    assert {piece["piece"] for piece in one["pieces"]} >= {"beasts/fox", "beasts/wolf", "spells/hail", "lands/moor"}
    fox = next(piece for piece in one["pieces"] if piece["piece"] == "beasts/fox")
    assert [look["side"] for look in fox["looks"]] == ["face", "back"], "layouts are those of that time, too"


def test_revision_with_faults_shows_values(toy: Toy) -> None:
    git(toy.folder, "init", "-q")
    edit(toy, "size: [22 mm, 8 mm]", "size: [1 mm, 1 mm]", "layouts/faces/toy/any.yaml")
    commit(toy.folder, "one")
    edit(toy, "size: [1 mm, 1 mm]", "size: [22 mm, 8 mm]", "layouts/faces/toy/any.yaml")
    edit(toy, "en: Wolf", "en: Lupus")
    pieces = data_of("--since", "one")["games"][0]["editions"][0]["pieces"]
    wolf = next(piece for piece in pieces if piece["piece"] == "beasts/wolf")
    assert [(one["old"], one["new"]) for one in wolf["fields"]] == [("Wolf", "Lupus")]


@pytest.mark.parametrize("name", ["nothing", "-one", "--help", "one:catalog", " "])
def test_unknown_revision_is_refused(name: str, toy: Toy) -> None:
    git(toy.folder, "init", "-q")
    commit(toy.folder, "one")
    done = CliRunner().invoke(app, ["changes", f"--since={name}", "--layouts", "layouts"])
    assert done.exit_code == 2
    assert "no revision" in " ".join(done.output.replace("│", "").split())


def test_revision_without_the_folder_is_refused(toy: Toy) -> None:
    git(toy.folder, "init", "-q")
    (toy.folder / "home" / "x").write_text("x")
    git(toy.folder, "add", "home")
    git(toy.folder, "commit", "-q", "-m", "home")
    with pytest.raises(NoRevision, match="there is no folder catalog"):
        folder_at("HEAD", toy.catalog, toy.folder / "there")


def test_folder_of_a_revision_is_restored_exactly(toy: Toy, tmp_path: Path) -> None:
    git(toy.folder, "init", "-q")
    odd = toy.write("catalog/toy/art/é ü.bin", "")
    odd.write_bytes(b"\r\n\x00 12\n")
    (toy.folder / ".gitattributes").write_text("*.bin export-ignore\n")
    commit(toy.folder, "one")
    before = {path.relative_to(toy.catalog): path.read_bytes() for path in toy.catalog.rglob("*") if path.is_file()}
    odd.unlink()
    there = folder_at("one", toy.catalog, tmp_path / "there")
    assert there == tmp_path / "there" / "catalog"
    assert {path.relative_to(there): path.read_bytes() for path in there.rglob("*") if path.is_file()} == before
    game = folder_at("one", toy.catalog / "toy", tmp_path / "game")
    assert [*pipeline.load(game, toy.layout_folders).library.games] == ["toy"]


def without_an_object(toy: Toy, path: str = "catalog/toy/cards.yaml") -> None:
    """A repository that does not hold a file or folder of its commit."""
    git(toy.folder, "init", "-q")
    commit(toy.folder, "one")
    blob = git(toy.folder, "rev-parse", f"HEAD:{path}")
    (toy.folder / ".git" / "objects" / blob[:2] / blob[2:]).unlink()


TOUCH = "touch ran; false"
PROMISOR = {"core.repositoryformatversion": "1", "extensions.partialClone": "origin", "remote.origin.promisor": "true"}


@pytest.mark.skipif(os.name != "posix", reason="the programs are shell scripts")
@pytest.mark.parametrize(
    "settings",
    [
        {"remote.origin.url": ".", "remote.origin.uploadpack": TOUCH},
        {"remote.origin.url": "ssh://example.invalid/x", "core.sshCommand": TOUCH},
        {"remote.origin.url": "git://example.invalid/x", "core.gitProxy": "./program", "protocol.allow": "always"},
        {"remote.origin.url": "ext::./program", "protocol.ext.allow": "always"},
        {"remote.origin.url": ".", "remote.origin.vcs": "ext", "protocol.ext.allow": "always"},
        {"core.fsmonitor": "./program", "core.hooksPath": ".", "core.pager": TOUCH, "pager.ls-tree": TOUCH},
        {"filter.evil.smudge": TOUCH, "filter.evil.process": TOUCH, "diff.evil.textconv": TOUCH},
        {"alias.ls-tree": f"!{TOUCH}", "alias.cat-file": f"!{TOUCH}", "core.askPass": "./program"},
    ],
    ids=lambda settings: "+".join(settings),
)
def test_no_program_that_a_repository_names_is_run(settings: dict[str, str], toy: Toy) -> None:
    toy.write(".gitattributes", "* filter=evil diff=evil\n")
    toy.write("program", f"#!/bin/sh\n{TOUCH}\n").chmod(0o755)
    without_an_object(toy)
    for name, value in {**PROMISOR, **settings}.items():
        git(toy.folder, "config", name, value)
    done = CliRunner().invoke(app, ["changes", "--since", "one", "--layouts", "layouts"])
    assert not [*toy.folder.rglob("ran")]
    assert done.exit_code == 2
    message = " ".join(done.output.replace("│", "").split())
    assert "the repository does not hold all files of 'one'" in message
    assert "clone" in message


@pytest.mark.parametrize("path", ["catalog/toy/cards.yaml", "layouts/stocks.yaml", "catalog/toy", "layouts"])
def test_objects_missing_in_a_repository_are_not_read_from_disk(toy: Toy, path: str) -> None:
    without_an_object(toy, path)
    done = CliRunner().invoke(app, ["changes", "--since", "one", "--layouts", "layouts"])
    assert done.exit_code == 2
    assert "the repository does not hold all files of 'one'" in " ".join(done.output.replace("│", "").split())


@pytest.mark.parametrize("ups", [1, 2, 3])
def test_no_file_of_a_revision_leaves_its_folder(toy: Toy, tmp_path: Path, ups: int) -> None:
    def tree(mode: int, name: str, made: str) -> str:  # as a Git makes it that does not look at names
        data = f"{mode} {name}\0".encode() + bytes.fromhex(made)
        return git(toy.folder, "hash-object", "-t", "tree", "-w", "--literally", "--stdin", given=data)

    git(toy.folder, "init", "-q")
    made = tree(100644, "evil", git(toy.folder, "hash-object", "-w", "--stdin", given=b"evil"))
    for name in (*[".."] * ups, "catalog"):
        made = tree(40000, name, made)
    git(toy.folder, "tag", "one", git(toy.folder, "commit-tree", made, "-m", "one"))
    with pytest.raises(BadRepository, match="leads out of the folder catalog"):
        folder_at("one", toy.catalog, tmp_path / "a" / "b" / "c")
    assert not [*tmp_path.rglob("evil")]


@pytest.mark.skipif(os.name != "posix", reason="the program is a shell script")
def test_git_in_the_current_folder_is_not_run(toy: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    git(toy.folder, "init", "-q")
    commit(toy.folder, "one")
    toy.write("git", f"#!/bin/sh\n{TOUCH}\n").chmod(0o755)
    monkeypatch.setenv("PATH", os.pathsep.join((".", "", os.environ["PATH"])))
    folder_at("one", toy.catalog, toy.folder / "there")
    assert not [*toy.folder.rglob("ran")]
    monkeypatch.setenv("PATH", ".")
    with pytest.raises(NoRevision, match="Git is not installed"):
        folder_at("one", toy.catalog, toy.folder / "there")


def test_names_of_files_may_be_any_bytes(toy: Toy, tmp_path: Path) -> None:
    git(toy.folder, "init", "-q")
    name = os.fsdecode(b"odd-\xff\n.bin")
    try:
        (toy.catalog / name).write_bytes(b"x")
    except (OSError, UnicodeError):
        pytest.skip("no file can be called so here")
    commit(toy.folder, "one")
    assert (folder_at("one", toy.catalog, tmp_path / "there") / name).read_bytes() == b"x"
