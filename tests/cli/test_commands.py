"""The command line: what comes out where, with which exit code, and never a traceback."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from PIL import Image
from typer.main import get_command
from typer.testing import CliRunner, Result

from pawprint import __version__
from pawprint.cli.app import COMMANDS as ALL_COMMANDS
from pawprint.cli.app import app
from pawprint.core.files import bundled

Den = Callable[..., Path]

#: Those without commands of their own.
COMMANDS = [name for name in ALL_COMMANDS if name not in ("table", "po", "printer", "rules")]
FAULT = {"den/cards.yaml": "animals:\n  - {id: fox, name: Fox, levle: 2, level: 2, diet: meat}\n"}
CARDS = (Path(__file__).parents[1] / "bad_catalogs" / "base" / "den" / "cards.yaml").read_text(encoding="utf-8")
#: One piece that fits, and eight that do not.
MANY = "animals:\n  - {id: fox, name: Fox, level: 2, diet: meat}\n" + "".join(
    f"  - {{id: b{number}, name: {'Badger ' * 30}, level: 2, diet: meat}}\n" for number in range(1, 9)
)
PALE = {
    "layouts/faces/animal.yaml": """
        palette: den
        elements:
          - {kind: panel, fill: moss}
          - {kind: text, text: "{{ name }}", at: [5 mm, 5 mm], size: [30 mm, 6 mm]}
    """
}


def run(*words: str) -> Result:
    """Run a command on the games in the current folder."""
    own = () if "--help" in words or "--version" in words or not words else ("--catalog", ".")
    if own and words[0] in ("build", "check", "show", "export"):
        own = (*own, "--layouts", "layouts")
    return CliRunner().invoke(app, [*words, *own])


def program(*words: str, **options: object) -> "subprocess.CompletedProcess[str]":
    """Run the command as a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "pawprint", *words],
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
        **options,
    )  # type: ignore[call-overload, no-any-return]


# --- help ---------------------------------------------------------------------------------------------------


def test_commands_are_these() -> None:
    assert {"build", "check", "show", "schema"} <= {*COMMANDS}


def plain(*words: str) -> Result:
    """Run a command as it is typed."""
    return CliRunner().invoke(app, [*words])


@pytest.mark.parametrize("words", [(), ("help",)], ids=["alone", "help"])
def test_program_alone_shows_its_help(words: tuple[str, ...]) -> None:
    done = plain(*words)
    assert (done.exit_code, done.stdout) == (0, plain("--help").stdout)
    assert plain("table").stdout == plain("table", "--help").stdout


def test_help_command_prints_the_same_as_the_help_option() -> None:
    assert plain("help", "table", "import").stdout == plain("table", "import", "--help").stdout
    wrong = plain("help", "buidl")
    assert (wrong.exit_code, "did you mean 'build'?" in wrong.stderr) == (2, True)
    assert plain("help", "build", "cards").exit_code == 2


def test_every_command_with_an_output_understands_o() -> None:
    def commands(group: Any) -> Iterator[Any]:
        for name in group.list_commands(None):
            command = group.get_command(None, name)
            yield from commands(command) if hasattr(command, "commands") else [command]

    spellings = [parameter.opts for command in commands(get_command(app)) for parameter in command.params]
    outputs = [opts for opts in spellings if "--out" in opts]
    assert len(outputs) > 20
    assert all(opts == ["--out", "-o"] for opts in outputs)


@pytest.mark.parametrize("command", ALL_COMMANDS)
def test_list_of_commands_has_the_first_sentence_of_the_help_of_each(command: str) -> None:
    shown = " ".join(plain(command, "--help").stdout.partition("\n\n")[2].partition("\n\n")[0].split())
    assert shown.startswith(ALL_COMMANDS[command])


def test_no_summary_of_a_command_is_cut_off() -> None:
    for words in ((), ("table",), ("printer",), ("export",)):
        listed = plain(*words).stdout.partition("Commands:\n")[2]
        assert listed.count("\n") > 1
        assert "..." not in listed


@pytest.mark.parametrize("words", ["build", "check", "changes", "preview --no-open", "schema", "show my-game fox"])
def test_command_refuses_a_folder_without_a_catalog(
    words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = plain(*words.split())
    assert (done.exit_code, done.stdout) == (1, "")
    assert "there is no catalog here" in done.stderr
    assert "pawprint new my-game" in done.stderr
    for folder, way in ((tmp_path, "cd my-game;"), (tmp_path / "my-game/catalog", "cd ..;")):
        (tmp_path / "my-game/catalog/fox").mkdir(parents=True, exist_ok=True)
        (tmp_path / "my-game/catalog/fox/game.yaml").touch()
        monkeypatch.chdir(folder)
        assert way in plain(*words.split()).stderr
    assert not [*tmp_path.rglob("output")]


def test_build_without_a_catalog_uses_bundled_games_on_request(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    folders: list[Path] = []
    monkeypatch.setattr(
        sys.modules["pawprint.cli.commands.build"], "make_files", lambda options, read, *more: folders.append(read[0])
    )
    (tmp_path / "mine").mkdir()
    asked = (["--bundled"], ["pocket-cats"], ["--catalog", "mine"])
    assert [plain("build", *words).exit_code for words in asked] == [0, 0, 0]
    assert folders == [bundled("catalog"), bundled("catalog"), Path("mine")]
    assert "no game 'mine' comes with Pawprint" in plain("build", "pocket-cats", "mine").stderr
    assert plain("build", "--bundled", "--catalog", "mine").exit_code == 2
    (tmp_path / "catalog").mkdir()
    assert [plain("build", *words).exit_code for words in ([], ["--bundled"])] == [0, 0]
    assert folders[3:] == [Path("catalog"), bundled("catalog")]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_examples(command: str) -> None:
    done = run(command, "--help")
    assert done.exit_code == 0
    assert f"Usage: pawprint {command}" in done.stdout or f" {command} " in done.stdout
    examples = [line for line in done.stdout.splitlines() if line.strip().startswith(f"pawprint {command}")]
    assert "Examples:" in done.stdout
    assert examples, done.stdout


def test_help_explains_every_option() -> None:
    for command in COMMANDS:
        shown = run(command, "--help").stdout
        options = re.split(r"\n  (?=-)", shown[shown.index("Options:") :])[1:]
        assert options
        for option in options:
            name, *words = re.split(r" {2,}|\n", option.strip())
            assert " ".join(words), f"{command} does not explain {name}"


def test_summary_of_each_command_fits_its_line() -> None:
    shown = run("--help").stdout
    summaries = shown[shown.index("Commands:") :].splitlines()[1 : len(COMMANDS) + 1]
    assert [line.split()[0] for line in summaries if line.endswith("...")] == []


@pytest.mark.parametrize("command", COMMANDS)
def test_help_shows_arguments_by_name_without_their_python_type(command: str) -> None:
    shown = run(command, "--help").stdout
    assert re.findall(r"<[a-z]+[^>]*>|\{[A-Z_|]*\}", shown) == []


def test_program_without_a_command_shows_help() -> None:
    done = run()
    assert "Commands:" in done.output
    assert done.exit_code in (0, 2)


def test_version() -> None:
    done = run("--version")
    assert (done.exit_code, done.stdout) == (0, f"pawprint {__version__}\n")


# --- check --------------------------------------------------------------------------------------------------


def test_check_reports_a_good_catalog(den: Den) -> None:
    den()
    done = run("check")
    assert (done.exit_code, done.stdout, done.stderr) == (0, "den: 2 records, no findings\n", "")


def test_findings_are_the_result_of_a_check(den: Den) -> None:
    den(FAULT)
    done = run("check")
    assert done.exit_code == 1
    assert done.stderr == ""
    assert done.stdout.splitlines() == [
        "den/cards.yaml:2:26: error[unknown-field]: 'fox' has no field 'levle'",
        "  |",
        "2 |   - {id: fox, name: Fox, levle: 2, level: 2, diet: meat}",
        "  |                          ^^^^^",
        "  = help: did you mean 'level'?",
        "den: 1 record, 1 error",
    ]


def test_rule_texts_are_accepted_before_they_are_checked(den: Den) -> None:
    game = den() / "den/game.yaml"
    game.write_text(game.read_text(encoding="utf-8") + "  - {id: DEN-2, reviewed: animals}\n", encoding="utf-8")
    assert run("check").exit_code == 1
    done = run("check", "--accept-texts")
    assert (done.exit_code, done.stdout) == (0, "den: accepted hare, fox\nden: 2 records, no findings\n")
    assert run("check", "--accept-texts").stdout == "den: accepted nothing new\nden: 2 records, no findings\n"
    assert run("check").exit_code == 0


def test_texts_of_a_game_with_errors_cannot_be_accepted(den: Den) -> None:
    den(FAULT)
    done = run("check", "--accept-texts")
    assert done.exit_code == 1
    assert "den: nothing accepted, because its records have errors\n" in done.stdout


def test_warnings_do_not_fail(den: Den) -> None:
    den(PALE)
    done = run("check")
    assert done.exit_code == 0
    assert "warning[low-contrast]" in done.stdout
    assert done.stdout.endswith("den: 2 records, 1 warning\n")


@pytest.mark.parametrize("form", ["json", "sarif"])
def test_check_for_programs_prints_only_data(den: Den, form: str) -> None:
    den(FAULT)
    done = run("check", "--format", form)
    assert (done.exit_code, done.stderr) == (1, "")
    data = json.loads(done.stdout)
    found = data["findings"] if form == "json" else data["runs"][0]["results"]
    assert [one.get("code", one.get("ruleId")) for one in found] == ["unknown-field"]


def test_check_for_ci_prints_only_annotations(den: Den) -> None:
    den(FAULT)
    done = run("check", "--format", "github")
    assert done.exit_code == 1
    assert [line.partition(",")[0] for line in done.stdout.splitlines()] == ["::error file=den/cards.yaml"]


def test_invariants_are_listed_with_their_status(den: Den) -> None:
    den()
    done = run("check", "den", "--list")
    assert done.exit_code == 0
    assert done.stdout.splitlines()[:2] == ["den", "  DEN-1      ok       there are animals of every level"]


def test_failed_invariant_is_listed_as_failed(den: Den) -> None:
    game = (den() / "den" / "game.yaml").read_text(encoding="utf-8")
    den({"den/game.yaml": game + "  - {id: DEN-2, count: animals, equals: 3, severity: warning}\n"})
    done = run("check", "--list")
    assert done.exit_code == 0
    assert "  DEN-2      failed\n" in done.stdout


def test_invariants_can_be_printed_as_data(den: Den) -> None:
    den()
    done = run("check", "--list", "--format", "json")
    assert json.loads(done.stdout) == {
        "findings": [],
        "invariants": {"den": [{"id": "DEN-1", "about": "there are animals of every level", "status": "ok"}]},
    }
    assert run("check", "--list", "--format", "sarif").exit_code == 2


# --- wrong usage --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["check", "--format", "yaml"], "choices are github, json, sarif, text"),
        (["check", "--format", "jsn"], "did you mean 'json'?"),
        (["build", "--only", "card"], "did you mean 'cards'?"),
        (["build", "--duplex", "longedge"], "did you mean 'long-edge'?"),
        (["build", "--marks", "corp"], "did you mean 'crop'?"),
        (["build", "--bleed", "3"], "'3' has no unit"),
        (["build", "--bleed", "9mm"], "9 mm is not from 0 to 5 mm"),
        (["build", "--bleed", "-1mm"], "-1 mm is not from 0 to 5 mm"),
        (["build", "--bleed", "wide"], "'wide' is not a length"),
        (["build", "--margin", "5"], "'5' has no unit"),
        (["build", "--margin", "3mm,4mm"], "has 2 lengths; write one, or those of top, right, bottom and left"),
        (["build", "--margin", "3mm,3mm,60mm,3mm"], "60 mm is not from 0 to 50 mm"),
        (["build", "--jobs", "-1"], "--jobs"),
        (["build", "--jobs", "many"], "--jobs"),
        (["build", "--no-such-option"], "--no-such-option"),
        (["export", "png", "den", "--name", "{card}"], "--name"),
        (["export", "jpg", "den", "--background", "transparent"], "--background"),
        (["export", "scene", "den", "--ground", "mauve"], "--ground"),
        (["export", "service", "den"], "name a print service: --name press"),
        (["export", "png", "den", "--width", "0"], "0 is less than 1"),
        (["export", "contact", "den", "--width", "0"], "0 is less than 1"),
        (["export", "contact", "den", "--width", "800", "--dpi", "150"], "leave one of them out"),
        (["export", "pgn", "den"], "Did you mean 'png'"),
        (["show", "den"], "ID"),
        (["show", "den", "fox", "--dpi", "5"], "--dpi"),
        (["show", "den", "fox", "--dpi", "9999"], "--dpi"),
        (["show", "den", "fox", "--contact-sheet"], "ID"),
        (["show", "den", "--contact-sheet", "--out", "all.png"], "--out"),
        (["show", "den", "fox", "--sight", "dog"], "--sight"),
        (["show", "den", "fox", "--bleed", "6 mm"], "6 mm is not from 0 to 5 mm"),
        (["no-such-command"], "no-such-command"),
    ],
    ids=" ".join,
)
def test_wrong_usage_is_reported_on_stderr(den: Den, words: list[str], message: str) -> None:
    folder = den()
    before = sorted(folder.rglob("*"))
    done = run(*words)
    assert done.exit_code == 2
    assert done.stdout == ""
    assert message in " ".join(done.stderr.split())
    assert sorted(folder.rglob("*")) == before


@pytest.mark.parametrize(
    ("words", "code", "help"),
    [
        (["build", "denn"], "unknown-game", "did you mean 'den'?"),
        (["check", "denn"], "unknown-game", "did you mean 'den'?"),
        (["show", "denn", "fox"], "unknown-game", "did you mean 'den'?"),
        (["export", "svg", "denn"], "unknown-game", "did you mean 'den'?"),
        (["schema", "denn"], "unknown-game", "did you mean 'den'?"),
        (["build", "--component", "animal"], "unknown-component", "did you mean 'animals'?"),
        (["build", "--card", "foxx"], "unknown-piece", "did you mean 'fox'?"),
        (["build", "--lang", "frr"], "unknown-language", "did you mean 'fr'?"),
        (["build", "--paper", "A44"], "unknown-paper", "did you mean 'A4'?"),
        (["show", "den", "foxx"], "unknown-piece", "did you mean 'fox'?"),
        (["show", "den", "fox", "--lang", "de"], "unknown-language", "it has en, fr"),
    ],
    ids=str,
)
def test_unknown_name_of_the_catalog_is_a_finding(den: Den, words: list[str], code: str, help: str) -> None:
    folder = den()
    before = sorted(folder.rglob("*"))
    done = run(*words)
    assert done.exit_code == 1
    assert f"error[{code}]" in done.output
    assert f"= help: {help}" in done.output
    assert sorted(folder.rglob("*")) == before


def test_missing_folders_are_reported(den: Den) -> None:
    den()
    for words in (["check", "--catalog", "none"], ["build", "--catalog", "none"], ["schema", "--catalog", "none"]):
        done = CliRunner().invoke(app, words)
        assert done.exit_code == 1
        assert "error[file-missing]: there is no catalog folder none" in done.output
    done = CliRunner().invoke(app, ["check", "--catalog", ".", "--layouts", "none"])
    assert done.exit_code == 1
    assert "error[file-missing]: there is no layouts folder none" in done.output


# --- build --------------------------------------------------------------------------------------------------


def test_build_lists_its_files(den: Den) -> None:
    folder = den()
    done = run("build", "--out", "out", "--only", "cards")
    assert done.exit_code == 0
    assert done.stdout.splitlines() == [
        "out/den/sheets/den-cards-fr-a4.pdf  1 sheet of A4, 2 pieces",
        "out/den/sheets/den-cards-en-a4.pdf  1 sheet of A4, 2 pieces",
    ]
    assert [line.strip() for line in done.stderr.splitlines()] == ["den cards fr", "den cards en"]
    made = sorted(path.name for path in (folder / "out" / "den").rglob("*") if path.is_file())
    assert made == ["MANIFEST.json", "built.json", "den-cards-en-a4.pdf", "den-cards-fr-a4.pdf"]
    assert (folder / "out" / "den" / "sheets" / "den-cards-fr-a4.pdf").read_bytes().startswith(b"%PDF-")


def test_build_includes_documents(den: Den) -> None:
    folder = den()
    done = run("build", "--out", "out", "--lang", "en")
    assert done.exit_code == 0
    *lines, last = done.stdout.splitlines()
    made = {line.split()[0]: line.split(maxsplit=1)[1] for line in lines}
    assert made["out/den/documents/den-reference-en-a4.pdf"] == "1 page of A4"
    assert last == "print out/den/sheets first, at 100%; then out/den/documents"
    done = run("build", "--out", "out", "--only", "cards,checklist")
    assert done.stdout.splitlines()[-1] == "print out/den/sheets first, at 100%; out/den/lists is for checking"
    assert all((folder / name).is_file() for name in made)
    done = run("build", "--out", "out", "--lang", "en", "--only", "reference")
    assert {line.split()[0] for line in done.stdout.splitlines()} == {name for name in made if "cards-" not in name}


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--booklet", "--only", "cards,reference"], "only rulebooks make booklets"),
        (["--booklet", "--card", "fox"], "only rulebooks make booklets"),
        (["--booklet", "--duplex", "off"], "printed on both sides"),
        (["--booklet", "--duplex", "gutterfold"], "printed on both sides"),
        (["--creep", "2mm"], "not from 0 to 1 mm"),
    ],
)
def test_booklets_that_cannot_be(den: Den, words: list[str], reason: str) -> None:
    den()
    done = run("build", "--out", "out", *words)
    assert done.exit_code == 2
    assert reason in " ".join(done.stderr.replace("│", "").split())


def test_documents_can_be_web_pages(den: Den) -> None:
    folder = den()
    done = run("build", "--out", "out", "--lang", "en", "--only", "reference", "--to", "html")
    assert done.exit_code == 0
    lines = done.stdout.splitlines()
    assert all(re.fullmatch(r"out/den/documents/den-[a-z-]+-en\.html  \d+ kB", line) for line in lines), lines
    assert {line.split()[0] for line in lines} == {
        f"out/den/documents/{path.name}" for path in (folder / "out/den").rglob("*.html")
    }
    done = run("build", "--out", "out", "--lang", "en", "--to", "md, html, pdf")
    kinds = {Path(line.split()[0]).suffix for line in done.stdout.splitlines()[:-1]}
    assert (done.exit_code, kinds) == (0, {".pdf", ".html", ".md"})
    with_pictures = [line for line in done.stdout.splitlines() if re.search(r"\.md  \d+ kB, \d+ pictures?$", line)]
    shown = [int(line.split()[-2]) for line in with_pictures]
    assert sum(shown) == len([*(folder / "out/den").rglob("*.svg")]) > 0


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--to", "htm"], "did you mean 'html'?"),
        (["--to", ""], "name at least one of pdf, html, md"),
        (["--to", "html", "--only", "cards,reference"], "cards are PDF files"),
        (["--to", "html", "--card", "fox"], "sheets of pieces are PDF files"),
        (["--to", "html", "--only", "reference", "--one-up"], "--one-up is for PDF files"),
        (["--to", "html", "--low-ink"], "--low-ink is for PDF files"),
        (["--to", "html", "--booklet"], "only rulebooks make booklets"),
        (["--to", "pdf,html", "--changed"], "--changed makes sheets for the box; leave out --to"),
    ],
)
def test_forms_that_conflict_with_other_options_are_refused(den: Den, words: list[str], reason: str) -> None:
    den()
    done = run("build", "--out", "out", *words)
    assert done.exit_code == 2
    assert reason in " ".join(done.stderr.replace("│", "").split())


def test_quiet_build_prints_nothing(den: Den) -> None:
    den()
    done = run("build", "--out", "out", "--quiet")
    assert (done.exit_code, done.stdout, done.stderr) == (0, "", "")


def test_failed_build_leaves_the_last_build_unchanged(den: Den) -> None:
    folder = den()
    assert run("build", "--out", "out", "-q").exit_code == 0
    before = {path: path.read_bytes() for path in (folder / "out").rglob("*") if path.is_file()}
    den(FAULT)
    done = run("build", "--out", "out")
    assert done.exit_code == 1
    assert done.stdout == ""
    assert "error[unknown-field]" in done.stderr
    assert "nothing was written" in done.stderr
    assert {path: path.read_bytes() for path in (folder / "out").rglob("*") if path.is_file()} == before


def test_failed_build_names_the_faulty_pieces_and_how_to_see_them(den: Den) -> None:
    den({"den/cards.yaml": MANY})
    done = run("build", "--out", "out")
    assert done.stderr.splitlines()[-3:] == [
        "8 pieces of den have errors: b1, b2, b3, b4, b5, b6 and 2 more",
        "see one with 'pawprint show den b1', and all with 'pawprint build den --draft'",
        "nothing was written; the files of the last build are unchanged",
    ]
    den(FAULT)
    assert "1 piece of den has errors: fox" in run("build", "--out", "out").stderr.splitlines()


@pytest.mark.parametrize("how", ["--draft", "--proof"])
def test_draft_or_proof_is_written_with_its_errors_marked(den: Den, how: str) -> None:
    folder = den({"den/cards.yaml": MANY})
    done = run("build", "--out", "out", "--only", "cards", how)
    assert done.exit_code == 1
    assert done.stdout.splitlines()[0] == "out/den/sheets/den-cards-fr-a4.pdf  1 sheet of A4, 9 pieces"
    assert done.stderr.splitlines()[-1] == "the errors are marked on the pieces"
    assert done.stderr.count("error[overset]") == 8
    assert (folder / "out" / "den" / "sheets" / "den-cards-fr-a4.pdf").is_file()


def test_build_reports_warnings_and_writes_the_files(den: Den) -> None:
    folder = den(PALE)
    done = run("build", "--out", "out", "--lang", "fr")
    assert done.exit_code == 0
    assert "warning[low-contrast]" in done.stderr
    assert (folder / "out" / "den" / "sheets" / "den-cards-fr-a4.pdf").is_file()


def test_build_reports_when_there_is_nothing_to_print(den: Den) -> None:
    den()
    done = run("build", "--out", "out", "--only", "tiles")
    assert (done.exit_code, done.stdout) == (0, "")
    assert "there is nothing to print" in done.stderr


def test_sheets_with_another_layout_have_their_own_names(den: Den) -> None:
    folder = den()
    usual = ("build", "--out", "out", "--lang", "en", "--only", "cards")
    assert run(*usual).exit_code == 0
    sheets = folder / "out/den/sheets"
    before = {path.name: path.read_bytes() for path in sheets.iterdir()}
    assert [*before] == ["den-cards-en-a4.pdf"]
    for options, words in (
        (["--bleed", "3mm"], "bleed-3mm"),
        (["--marks", "grid"], "marks-grid"),
        (["--duplex", "off"], "one-sided"),
        (["--bleed", "2mm", "--marks", "none", "--duplex", "short-edge"], "bleed-2mm-marks-none-short-edge"),
    ):
        assert run(*usual, *options).exit_code == 0
        assert (sheets / f"den-cards-en-a4-{words}.pdf").is_file()
    assert {name: (sheets / name).read_bytes() for name in before} == before
    assert len([*sheets.iterdir()]) == 5


# --- export -------------------------------------------------------------------------------------------------


def test_export_writes_a_folder_for_each_language_component_and_side(den: Den) -> None:
    folder = den()
    done = run("export", "svg", "den", "--lang", "en")
    assert (done.exit_code, done.stdout) == (0, "export/den/svg  5 files\n")
    found = sorted(path.relative_to(folder).as_posix() for path in (folder / "export").rglob("*.svg"))
    assert found == [
        f"export/den/svg/en/animals/{side}/{name}.svg" for side in ("back", "face") for name in ("fox", "hare")
    ]


def test_export_replaces_only_its_own_files(den: Den) -> None:
    folder = den()
    picture = folder / "pictures/en/animals/face/fox.svg"
    picture.parent.mkdir(parents=True)
    picture.write_text("my own")
    command = ("export", "svg", "den", "--lang", "en", "--out", "pictures")
    done = run(*command)
    assert done.exit_code == 2
    assert "pictures/en/animals/face/fox.svg is there already, and this export did not write it" in done.stderr
    assert picture.read_text() == "my own"
    picture.unlink()
    assert run(*command).exit_code == 0
    card = folder / "den/cards.yaml"
    card.write_text(card.read_text(encoding="utf-8").replace("Fox", "Vixen"), encoding="utf-8")
    assert run(*command).exit_code == 0, "it wrote them itself"


def test_export_marks_errors_on_the_pictures(den: Den) -> None:
    folder = den({"den/cards.yaml": MANY})
    done = run("export", "svg", "den", "--lang", "en")
    assert done.exit_code == 1
    assert done.stdout == "export/den/svg  19 files\n"
    assert done.stderr.splitlines()[-1] == "the errors are marked on the pictures"
    assert b"#c8102e" in (folder / "export/den/svg/en/animals/face/b1.svg").read_bytes()
    assert b"#c8102e" not in (folder / "export/den/svg/en/animals/face/fox.svg").read_bytes()


def test_export_does_not_call_errors_of_other_pieces_marked(den: Den) -> None:
    folder = den({"den/cards.yaml": CARDS.replace("level: 1", "level: 9")})
    done = run("export", "svg", "den", "--lang", "en", "--card", "fox")
    assert (done.exit_code, done.stdout) == (1, "export/den/svg  3 files\n")
    assert "error[out-of-range]" in done.stderr
    assert done.stderr.splitlines()[-1] == "the errors are in pieces that were not exported"
    assert b"#c8102e" not in (folder / "export/den/svg/en/animals/face/fox.svg").read_bytes()
    for more in (["--card", "animals/hare"], ["--component", "animals"], []):
        done = run("export", "svg", "den", "--lang", "en", *more)
        assert done.stderr.splitlines()[-1] == "the errors are marked on the pictures"


def test_export_does_not_call_errors_marked_that_name_no_piece(den: Den) -> None:
    folder = den()
    with (folder / "den" / "game.yaml").open("a", encoding="utf-8") as file:
        file.write("nonsense: 1\n")
    done = run("export", "svg", "den", "--lang", "en")
    elsewhere = "errors that name no piece may concern any file; mend them and export again"
    assert (done.exit_code, done.stdout) == (1, "export/den/svg  5 files\n")
    assert done.stderr.splitlines()[-1] == elsewhere
    assert "marked" not in done.stderr
    den({"den/cards.yaml": CARDS.replace("level: 1", "level: 9")})
    with (folder / "den" / "game.yaml").open("a", encoding="utf-8") as file:
        file.write("nonsense: 1\n")
    done = run("export", "svg", "den", "--lang", "en")
    assert done.stderr.splitlines()[-2:] == ["the errors are marked on the pictures", elsewhere]


def test_export_for_a_print_service_with_errors_is_not_to_be_ordered(den: Den) -> None:
    press = "title: Press\nproducts:\n  card: {kind: cards, trim: 40 mm x 60 mm}\n"
    den({"den/cards.yaml": MANY, "layouts/services/press.yaml": press})
    done = run("export", "service", "den", "--name", "press", "--lang", "en")
    assert done.exit_code == 1
    assert done.stdout.startswith("export/den/service  ")
    assert done.stderr.splitlines()[-1] == "mend the errors and export again before you order"


@pytest.mark.parametrize(
    ("product", "products", "why"),
    [
        ("{kind: tokens, trim: 20 mm x 20 mm}", "", "Press makes no cards"),
        ("{kind: cards, trim: 40 mm x 60 mm}", "    products: {press: none}\n", "its products say press: none"),
    ],
)
def test_export_for_a_print_service_explains_which_components_it_leaves_out(
    den: Den, product: str, products: str, why: str
) -> None:
    folder = den({"layouts/services/press.yaml": f"title: Press\nproducts:\n  one: {product}\n"})
    game = folder / "den" / "game.yaml"
    game.write_text(game.read_text("utf-8").replace("    stock: small\n", f"    stock: small\n{products}"), "utf-8")
    done = run("export", "service", "den", "--name", "press")
    note = f"animals are left out: {why}\n"  # once, for both languages
    assert (done.exit_code, done.stdout, done.stderr) == (0, "", f"{note}there is nothing to export\n")


def test_export_without_pieces_writes_nothing(den: Den) -> None:
    folder = den({"den/cards.yaml": "animals: ["})
    done = run("export", "svg", "den")
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr.splitlines()[-1] == "nothing was written"
    assert not (folder / "export").exists()


@pytest.mark.parametrize("target", ["png", "cut", "tts", "tgc"])
def test_export_reports_when_there_are_no_pieces(den: Den, target: str) -> None:
    folder = den({"den/cards.yaml": "animals: []"})
    done = run("export", target, "den")
    assert (done.exit_code, done.stdout, done.stderr) == (0, "", "there is nothing to export\n")
    assert not (folder / "export").exists()


@pytest.mark.parametrize(("side", "code"), [("255", 2), ("256", 0), ("16384", 0), ("16385", 2)])
def test_sheet_of_pictures_has_a_side_that_engines_can_load(den: Den, side: str, code: int) -> None:
    den()
    done = run("export", "atlas", "den", "--side", side, "--lang", "en", "--quiet", "--jobs", "1")
    assert done.exit_code == code
    assert ("--side" in done.stderr) is bool(code)


# --- show ---------------------------------------------------------------------------------------------------


def test_piece_with_an_error_is_still_shown(den: Den) -> None:
    folder = den({"den/cards.yaml": MANY})
    done = run("show", "den", "b1", "--dpi", "40")
    assert (done.exit_code, done.stdout) == (1, "b1-fr.png\n")
    assert "error[overset]: b1 (fr)" in done.stderr
    assert "b2" not in done.stderr
    done = run("show", "den", "--contact-sheet", "--dpi", "40")
    assert (done.exit_code, done.stdout) == (1, "den-animals-fr.png\n")
    assert done.stderr.count("error[overset]") == 8
    assert (folder / "b1-fr.png").is_file()


def test_contact_sheets_are_written_to_a_folder(den: Den) -> None:
    den()
    done = run("show", "den", "--contact-sheet", "--out", "sheets/all", "--dpi", "40", "--low-ink", "--sight", "grey")
    assert (done.exit_code, done.stderr) == (0, "")
    (name,) = done.stdout.split()
    assert name == "sheets/all/den-animals-fr-low-ink-grey.png"
    with Image.open(name) as picture:
        assert picture.format == "PNG"
    assert run("show", "den", "--contact-sheet", "--component", "animals", "--out", "one.png").stdout == "one.png\n"
    assert "did you mean 'animals'" in run("show", "den", "--contact-sheet", "--component", "animal").stderr


SOURCES = ["den/cards.yaml", "den/game.yaml", "den/art/hare.svg", "notes.md", "layouts/images/den/sky.png"]


@pytest.mark.parametrize("out", SOURCES)
@pytest.mark.parametrize("sheet", [False, True])
def test_picture_is_not_written_over_another_file(den: Den, out: str, sheet: bool) -> None:
    sky = BytesIO()
    Image.new("RGB", (2, 2)).save(sky, "PNG")
    folder = den({"notes.md": "mine", "layouts/images/den/sky.png": sky.getvalue()})
    before = (folder / out).read_bytes()
    (folder / "link.png").symlink_to(out)
    for name in [out, "link.png"] if not sheet else ["link.png"]:
        what = ["--contact-sheet", "--component", "animals"] if sheet else ["fox"]
        done = run("show", "den", *what, "--dpi", "40", "--out", name)
        assert (done.exit_code, done.stdout) == (2, "")
        assert "--force overwrites it" in " ".join(done.stderr.replace("│", "").split())
        assert (folder / out).read_bytes() == before
    done = run("show", "den", "fox", "--dpi", "40", "--out", "link.png", "--force")
    assert (done.exit_code, done.stdout) == (0, "link.png\n")
    assert (folder / out).read_bytes().startswith(b"\x89PNG")
    assert (folder / "link.png").is_symlink()


def test_picture_replaces_an_older_picture(den: Den) -> None:
    folder = den({"empty": b""})
    for name in ("fox.png", "fox.png", "empty", "empty"):
        assert run("show", "den", "fox", "--dpi", "40", "--out", name).stdout == f"{name}\n"
    assert (folder / "empty").read_bytes() == (folder / "fox.png").read_bytes()
    for _ in range(2):  # where the game is, too: nothing reads pictures there
        assert run("show", "den", "fox", "--dpi", "40", "--out", "den").exit_code == 0


@pytest.mark.skipif(os.name != "posix", reason="there are no such devices")
def test_picture_may_be_written_to_a_device_or_to_the_standard_output(den: Den) -> None:
    folder = den()
    (folder / "nothing").symlink_to("/dev/null")  # a link, for a test that fails should not do harm
    for what in (["fox"], ["--contact-sheet", "--component", "animals"]):
        done = run("show", "den", *what, "--dpi", "40", "--out", "nothing")
        assert (done.exit_code, done.stdout) == (0, "")
        assert (folder / "nothing").is_char_device()
    words = ("show", "den", "fox", "--dpi", "40", "--catalog", ".", "--layouts", "layouts")
    assert run(*words[:5], "--out", "fox.png").exit_code == 0
    done = subprocess.run([sys.executable, "-m", "pawprint", *words, "--out", "/dev/stdout"], stdout=subprocess.PIPE)
    assert done.stdout == (folder / "fox.png").read_bytes()


@pytest.mark.parametrize(
    ("options", "millimetres", "dpi"),
    [([], (40, 60), 300), (["--dpi", "72"], (40, 60), 72), (["--dpi", "600", "--back"], (40, 60), 600),
     (["--bleed", "3mm"], (46, 66), 300), (["--proof", "--lang", "en"], (40, 60), 300)],
)  # fmt: skip
def test_picture_has_the_size_of_the_piece(
    den: Den, options: list[str], millimetres: tuple[int, int], dpi: int
) -> None:
    folder = den()
    done = run("show", "den", "animals/fox", "--out", "fox.png", *options)
    assert (done.exit_code, done.stdout, done.stderr) == (0, "fox.png\n", "")
    with Image.open(BytesIO((folder / "fox.png").read_bytes())) as picture:
        assert picture.format == "PNG"
        for pixels, length in zip(picture.size, millimetres, strict=True):
            assert abs(pixels - length / 25.4 * dpi) <= 1


@pytest.mark.parametrize(
    ("options", "name"),
    [([], "fox-fr.png"), (["--lang", "en"], "fox-en.png"), (["--back"], "fox-fr-back.png"),
     (["--out", "."], "fox-fr.png"), (["--out", "den"], "den/fox-fr.png"), (["--out", "new/x.png"], "new/x.png")],
)  # fmt: skip
def test_picture_has_its_own_name(den: Den, options: list[str], name: str) -> None:
    folder = den()
    done = run("show", "den", "fox", "--dpi", "30", *options)
    assert (done.exit_code, done.stdout) == (0, f"{name}\n")
    assert (folder / name).is_file()


def test_piece_without_a_back_has_no_picture_of_it(den: Den) -> None:
    game = (den() / "den" / "game.yaml").read_text(encoding="utf-8")
    folder = den({"den/game.yaml": game.replace("    back: back\n", "")})
    done = run("show", "den", "fox", "--back")
    assert done.exit_code == 1
    assert "the animals of den have no back" in done.stderr
    assert not [*folder.glob("*.png")]
    assert run("check").exit_code == 0, "a component needs no back"


def test_picture_of_a_piece_with_wrong_data_cannot_be_drawn(den: Den) -> None:
    folder = den(FAULT)
    done = run("show", "den", "fox", "--dpi", "40")
    assert (done.exit_code, done.stdout) == (1, "fox-fr.png\n")
    assert "error[unknown-field]" in done.stderr
    assert (folder / "fox-fr.png").is_file()


# --- schema -------------------------------------------------------------------------------------------------


def test_schema_is_printed_or_written(den: Den) -> None:
    folder = den()
    done = run("schema", "den")
    assert (done.exit_code, done.stderr) == (0, "")
    Draft202012Validator.check_schema(json.loads(done.stdout))
    assert not (folder / "den" / "schema.json").exists()
    written = run("schema", "--write")
    paths = [line.removesuffix("  written") for line in written.stdout.splitlines()]
    assert (written.exit_code, paths[:2]) == (0, ["den/schema.json", "den/schemas/game.json"])
    assert "layouts/schemas/face.json" in paths
    assert all(json.loads((folder / path).read_text(encoding="utf-8"))["title"] for path in paths)
    assert (folder / "den" / "schema.json").read_text(encoding="utf-8") == done.stdout
    again = run("schema", "--write").stdout
    assert [line.removesuffix("  unchanged") for line in again.splitlines()] == paths


def test_schema_of_another_kind_of_file_is_printed(den: Den) -> None:
    den()
    done = run("schema", "den", "--of", "face")
    assert (done.exit_code, json.loads(done.stdout)["properties"].keys() >= {"palette", "elements"}) == (0, True)
    wrong = run("schema", "den", "--of", "faces")
    assert (wrong.exit_code, "did you mean 'face'?" in " ".join(wrong.stderr.split())) == (2, True)


def test_only_the_schema_of_a_single_game_is_printed(den: Den) -> None:
    den({"burrow/game.yaml": "{id: burrow, title: Burrow, languages: [en], components: {}}"})
    done = run("schema")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "name one of burrow, den" in " ".join(done.stderr.split())
    written = run("schema", "--write").stdout.splitlines()
    assert {"burrow/schema.json  written", "den/schema.json  written"} <= {*written}


def test_schema_describes_the_readable_part(den: Den) -> None:
    den(FAULT)
    done = run("schema", "den")
    assert done.exit_code == 1
    assert "error[unknown-field]" in done.stderr
    assert json.loads(done.stdout)["properties"].keys() == {"animals"}


# --- as a process -------------------------------------------------------------------------------------------


def test_program_separates_results_and_progress(den: Den) -> None:
    den()
    done = program("build", "--catalog", ".", "--layouts", "layouts", "--out", "out", "--lang", "fr", "--only", "cards")
    assert done.returncode == 0
    assert done.stdout == "out/den/sheets/den-cards-fr-a4.pdf  1 sheet of A4, 2 pieces\n"
    assert done.stderr.split() == ["den", "cards", "fr"]


@pytest.mark.parametrize(("files", "code"), [(FAULT, 1), (PALE, 0)], ids=["fault", "pale"])
def test_processes_that_share_the_work_find_the_same(den: Den, files: dict[str, str], code: int) -> None:
    den(files)
    words = ("build", "--catalog", ".", "--layouts", "layouts", "--quiet", "--jobs")
    one, two = program(*words, "1", "--out", "one"), program(*words, "2", "--out", "two")
    assert (one.returncode, two.returncode) == (code, code)
    assert one.stderr == two.stderr
    assert "den/cards.yaml:2:26" in one.stderr or "layouts/faces/animal.yaml:4:6" in one.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no disk that is always full")
def test_full_disk_is_reported(den: Den) -> None:
    den()
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "pawprint", "schema", "den", "--catalog", "."],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
        )
    assert done.returncode == 1
    assert "error: No space left on device" in done.stderr
    assert "Traceback" not in done.stderr


def test_current_folder_is_where_games_are(den: Den) -> None:
    folder = den()
    (folder / "catalog").mkdir()
    (folder / "den").rename(folder / "catalog" / "den")
    done = program("check")
    assert (done.returncode, done.stdout) == (0, "den: 2 records, no findings\n")


def test_letters_come_out_as_utf_8_everywhere(den: Den) -> None:
    den({"den/cards.yaml": "animals:\n  - {id: été, name: Été, level: 1, diet: meat}\n"})
    done = program(
        "check",
        "--catalog",
        ".",
        "--layouts",
        "layouts",
        env={**os.environ, "PYTHONUTF8": "0", "LC_ALL": "C", "LANG": "C"},
    )
    assert done.returncode == 1
    assert "the id is 'été'" in done.stdout


def test_unwritable_path_is_reported(den: Den) -> None:
    folder = den()
    (folder / "file").write_text("in the way", encoding="utf-8")
    for words in (
        ("build", "--layouts", "layouts", "--out", "file/out"),
        ("show", "den", "fox", "--layouts", "layouts", "--out", "file/fox.png"),
    ):
        done = program(*words, "--catalog", ".")
        assert (done.returncode, done.stdout) == (1, "")
        assert "error: file" in done.stderr
        assert "Traceback" not in done.stderr
    assert (folder / "file").read_text(encoding="utf-8") == "in the way"


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="nothing is read-only here")
def test_read_only_folder_is_reported(den: Den) -> None:
    folder = den()
    (folder / "out").mkdir(mode=0o500)
    done = program("build", "--catalog", ".", "--layouts", "layouts", "--out", "out")
    assert done.returncode == 1
    assert "error: out" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "words",
    [("check", "--list", "--catalog", ".", "--layouts", "layouts"), ("schema", "den", "--catalog", "."), ("--help",)],
)
def test_closed_pipe_is_not_an_error(den: Den, words: tuple[str, ...]) -> None:
    den()
    process = subprocess.Popen(
        [sys.executable, "-m", "pawprint", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None
    process.stdout.close()
    assert process.stderr is not None
    said = process.stderr.read()
    process.stderr.close()
    assert process.wait(30) in (0, 1)
    assert said == b""
