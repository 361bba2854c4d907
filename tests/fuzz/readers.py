"""Every reader of files, arguments and requests that the fuzzer tries, with inputs that it takes.

A reader here is the code that a command runs, in a small project; it may add findings, and raise what the
command catches, which is suppressed here. All other exceptions would be tracebacks.
"""

import io
import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from fuzz.mutators import (
    Mutator,
    mutate_bytes,
    mutate_font,
    mutate_image,
    mutate_jpeg,
    mutate_json,
    mutate_packed_font,
    mutate_png,
    text_mutator,
    words_of,
    zip_mutator,
)
from fuzz.project import BASE, CARDS, DOCUMENT, DRAWING, FACE, GAME, ROOT, RULES, make_project, small_font
from fuzz.requests import BODIES, REQUESTS, answer, games_in_play, mutate_head, mutate_request, play, posted
from pawprint.catalog.library import load_library
from pawprint.catalog.model import Game
from pawprint.core.diagnostics import Findings

if TYPE_CHECKING:
    from pawprint.press.print_profile import PrintProfile

Read = Callable[[bytes], None]
Seeds = Callable[[], Sequence[bytes]]


class Reader(NamedTuple):
    """A reader.

    Attributes:
        read: called in the folder of a project, whose files it may change.
        seeds: inputs that are right, or nearly.
    """

    name: str
    read: Read
    seeds: Seeds
    mutate: Mutator


def _given(*texts: str) -> Seeds:
    return lambda: [text.encode() for text in texts]


def _bodies(path: str) -> Seeds:
    return lambda: [json.dumps(body).encode() for body in BODIES[path]]


def _layout(name: str) -> Seeds:
    return lambda: [(BASE / f"layouts/{name}.yaml").read_bytes()]


def _texts(*patterns: str) -> Seeds:
    """The contents of files of this repository, of at most 20 kB each."""

    def seeds() -> list[bytes]:
        found = [path for pattern in patterns for path in sorted(ROOT.glob(pattern))]
        return [data for path in found if len(data := path.read_bytes()) < 20_000]

    return seeds


# --- YAML -------------------------------------------------------------------------------------------------------

_YAML_WORDS = words_of(
    "id fr en true false null ~ yes [] {} '' - : ? | > & * !!str !!python/object << name text list ref"
)
_GAME_WORDS = [*_YAML_WORDS, *(GAME + CARDS + FACE).split()]
_FIELD_WORDS = words_of(
    "int number text choice flag icon list ref inverse colour art min max default of optional templates"
)


def _read_yaml(data: bytes) -> None:
    from pawprint.source.plain_data import to_python
    from pawprint.source.reader import read_yaml_file

    Path("input.yaml").write_bytes(data)
    node = read_yaml_file(Path("input.yaml"), Findings())
    if node is not None:
        to_python(node)


def _project_reader(name: str, everything: bool = False, language: str = "") -> Read:
    """Reads a file of the project, with checks and the faces of all pieces, as `pawprint check` does.

    Args:
        everything: check documents, too, as they are set.
        language: make the documents in this language, without setting them.
    """

    def read(data: bytes) -> None:
        from fixed_metrics import FixedMetrics
        from pawprint.check.evaluation import run_checks
        from pawprint.documents.manuscripts import manuscripts
        from pawprint.production import pipeline

        path = Path(name)
        path.write_bytes(data)
        workspace = pipeline.load(Path(), [Path("layouts")], ["den"])
        if everything:
            pipeline.check(workspace)
            return
        from pawprint.pieces.composer import Composer

        composer = Composer(workspace.layouts, FixedMetrics(), workspace.findings, pipeline.DESIGN_BLEED)
        for game in workspace.library.games.values():
            if language:
                list(manuscripts(game, language, composer, workspace.findings))
                continue
            run_checks(game, workspace.findings)
            for record in game.all_records:
                for one in game.languages[-1:]:
                    composer.face(game, record, one)
                    composer.back(game, record, one)

    return read


def _read_state(name: str, read: Callable[[Game], object]) -> Read:
    """Reads a file in the folder of the game."""

    def state(data: bytes) -> None:
        (Path("den") / name).write_bytes(data)
        game = load_library(Path(), Findings(), ["den"]).games["den"]
        read(game)

    return state


def _read_rules(data: bytes) -> None:
    """Reads rules that are data, and plays a few random games."""
    import pawprint.games.engines  # noqa: F401 - registers engines
    from pawprint.check.playable import check_rules

    game = GAME.replace("checks:", "rules: {engine: rules.yaml}\nchecks:")
    Path("den/game.yaml").write_text(game, encoding="utf-8")
    (Path("den") / "rules.yaml").write_bytes(data)
    findings = Findings()
    check_rules(load_library(Path(), Findings(), ["den"]).games["den"], findings)
    assert not [one for one in findings if "this fails with" in one.message]  # a fault of the compiler


def _read_profile(data: bytes) -> None:
    from pawprint.sheets.printers.profile_files import profile_text, read_profile

    Path("desk.yaml").write_bytes(data)
    profile = read_profile(Path("desk.yaml"), Findings())
    if profile is not None:
        profile_text(profile)


def _comments(game: Game) -> None:
    from pawprint.catalog.comments import check_comments, read_comments

    read_comments(game, Findings())
    check_comments(game, Findings())


def _reviewed(game: Game) -> None:
    from pawprint.play.accepted_sentences import reviewed_texts

    reviewed_texts(game)


# --- games --------------------------------------------------------------------------------------------------------


@cache
def bundled_games() -> dict[str, Game]:
    return {name: game for name, game in load_library(ROOT / "catalog", Findings()).games.items() if game is not None}


def _pocket_cats() -> Game:
    return bundled_games()["pocket-cats"]


def _scenario_trees() -> list[bytes]:
    """The scenarios of the bundled games as JSON, which is YAML, too: its values are changed one by one."""
    from pawprint.source.plain_data import to_python
    from pawprint.source.reader import read_yaml_file

    nodes = [read_yaml_file(path, Findings()) for path in sorted(ROOT.glob("catalog/*/scenarios/*.yaml"))]
    return [json.dumps(to_python(node)).encode() for node in nodes if node is not None]


def _read_scenario(data: bytes) -> None:
    import pawprint.games.engines  # noqa: F401 - registers the notations
    from pawprint.play.scenario import check_scenario, read_scenario

    Path("scenario.yaml").write_bytes(data)
    findings = Findings()
    scenario = read_scenario(Path("scenario.yaml"), findings)
    if scenario is not None:
        check_scenario(scenario, bundled_games().get, findings)


def _read_log(data: bytes) -> None:
    import typer

    from pawprint.cli._play_settings import config_of
    from pawprint.play.game_options import option_text
    from pawprint.play.playing import ReplayError, read_log, replay_lines
    from pawprint.play.simulation import Unplayable, rules_of

    with suppress(ValueError, ReplayError, Unplayable, typer.BadParameter):
        log = read_log(data.decode("utf-8", "replace"))
        if log.game == "pocket-cats":
            options = tuple(f"{key}={option_text(value)}" for key, value in log.options.items())
            rules = rules_of(config_of(_pocket_cats(), log.edition, options, ("random",), 0, False))
            for _ in replay_lines(rules, log):
                pass


# --- drawings, pictures, fonts ------------------------------------------------------------------------------------


def _read_svg(data: bytes) -> None:
    from pawprint.graphics.svg.convert import read_svg

    read_svg(data, "art", Findings(), "art.svg")


@cache
def _press() -> "PrintProfile":
    from pawprint.press.file_metadata import COATED_PROFILE
    from pawprint.press.print_profile import PrintProfile

    return PrintProfile(COATED_PROFILE.read_bytes())


def _read_image(suffix: str) -> Read:
    def read(data: bytes) -> None:
        from pawprint.core.raster import image_facts, printable_image
        from pawprint.press._pdf_file import PdfFile
        from pawprint.press.images import add_image, has_alpha

        path = Path(f"picture{suffix}")
        path.write_bytes(data)
        try:
            image_facts(str(path))
        except ValueError:
            return
        has_alpha.cache_clear()
        has_alpha(str(path))
        add_image(PdfFile("en"), str(path))
        add_image(PdfFile("en"), str(path), profile=_press())
        printable_image(str(path))

    return read


def _read_font(data: bytes) -> None:
    from pawprint.press._pdf_file import PdfFile
    from pawprint.press._resources import EmbeddedFont
    from pawprint.press.fonts import FontError, FontFile, RealTypeface

    path = Path("font.ttf")
    path.write_bytes(data)
    try:
        typeface = RealTypeface("text", FontFile(path))
    except FontError:
        return
    word = typeface.shape("Hare 12 é")
    typeface.ink(word)
    typeface.outline(word, 0)
    _ = typeface.may_be_embedded
    for letter in "🐱a1\ufe0f\u20e3" if typeface.has_colours else "":
        typeface.picture(letter)
    font = EmbeddedFont("F1", typeface)
    for one in (word, typeface.shape("Hare 12 é", True, "he")):
        font.written[one].encode("latin-1")
        font.words.add(one)
    with suppress(OSError):
        font.embed(PdfFile("en"))


# --- lists ----------------------------------------------------------------------------------------------------------


def _read_table(suffix: str) -> Read:
    def read(data: bytes) -> None:
        from pawprint.interchange.spreadsheets.exchange import plan_import
        from pawprint.interchange.spreadsheets.worksheet_files import read_data

        findings = Findings()
        worksheets = read_data(f"animals{suffix}", data, findings)
        game = load_library(Path(), Findings(), ["den"]).games["den"]
        if worksheets:
            plan_import(game, [(game.components["animals"], worksheets[0])], findings, delete=True)

    return read


def _read_list(suffix: str) -> Read:
    def read(data: bytes) -> None:
        from pawprint.interchange.lists._guess_columns import guess
        from pawprint.interchange.lists._read_list import read_cards

        path = Path(f"list{suffix}")
        path.write_bytes(data)
        cards = read_cards(path, Findings())
        if cards is not None:
            guess(cards, "", {})

    return read


def _read_import(data: bytes) -> None:
    from pawprint.interchange.lists.import_game import ImportOptions, import_cards

    Path("list.csv").write_bytes(data)
    import_cards(Path("list.csv"), ImportOptions(), Findings())


def _read_po(data: bytes) -> None:
    from pawprint.interchange.translation._po_files import write_po
    from pawprint.interchange.translation.translations import read_po_file

    path = Path("den.po")
    path.write_bytes(data)
    file = read_po_file(path, "en", Findings())
    if file is not None:
        write_po(file, "den.po")


# --- state -----------------------------------------------------------------------------------------------------------


def _read_printed(data: bytes) -> None:
    from pawprint.production.snapshot import BadState, read_state, write_state

    path = Path("printed.json")
    path.write_bytes(data)
    with suppress(BadState):
        state = read_state(path)
        if state is not None:
            write_state(path, state)


def _read_manifest(data: bytes) -> None:
    from pawprint.press.manifest import files_of, listed_files

    Path("MANIFEST.json").write_bytes(data)
    listed_files(Path())
    files_of(Path(), "cards", "en", "")


def _read_cache(data: bytes) -> None:
    from pawprint.production.cache.store import Store

    store = Store(Path("cache"), "1")
    store.put_value("key", {"a": (1, "b")})
    (Path("cache") / "1" / "key").write_bytes(data)
    assert store.get_value("key") in (None, {"a": (1, "b")})


def _read_permissions(data: bytes) -> None:
    from pawprint.core.user_folders import config_folder
    from pawprint.play.allowed_rules import FILE, allowed_rules

    folder = config_folder()
    folder.mkdir(parents=True, exist_ok=True)
    (folder / FILE).write_bytes(data)
    allowed_rules()


def _cache_entry() -> list[bytes]:
    from tempfile import TemporaryDirectory

    from pawprint.production.cache.store import Store

    with TemporaryDirectory() as folder:
        Store(Path(folder), "1").put_value("key", {"a": (1, "b")})
        return [(Path(folder) / "1" / "key").read_bytes()]


def _read_journal(data: bytes) -> None:
    from pawprint.core.file_journal import JOURNAL, finish_writing

    (Path("den") / JOURNAL).write_bytes(data)
    finish_writing(Path("den"))


# --- arguments -------------------------------------------------------------------------------------------

_COMMANDS = tuple(
    line.encode()
    for line in (
        "check den --catalog . --edition x",
        "check den --format json --list --catalog .",
        "table export den animals - --catalog .",
        "table import den animals list.csv --dry-run --catalog .",
        "changes den --out output --catalog .",
        "schema den --catalog .",
        "printed den --card hare --out output",
        "printer set desk --readings '0.4 -0.2 0.5 -0.2 0.4 -0.3 0.4 -0.3 0.5 -0.3' --dry-run",
        "printer list",
        "import list.csv game --title x --role a=name --dry-run --sheet 1 --delimiter ; --encoding latin-1",
        "new game --title x --dry-run",
        "po status den --catalog .",
        "scenario den.yaml --catalog .",
        "rules list",
        "play pocket-cats --games 1 --seed 3 --players 2",
        "export cut den --machine cameo --catalog .",
        "docs --path",
        "help check",
        "build den --paper a4 --duplex long --bleed 3mm --only cards --lang en --low-ink --catalog .",
    )
)


def _read_arguments(data: bytes) -> None:
    import sys

    from fuzz.forked import run_command

    words = [word.decode("utf-8", "surrogateescape").replace("\0", "") for word in data.split(b"\n")]
    if words[0] in ("preview", "docs", "build", "export", "show", "play") or "--cluster" in words:
        words.append("--help")
    if "check" in words and "--catalog" not in words:
        words += ["--catalog", "."]  # all bundled games take ten seconds, which is no fault
    sys.stdin = io.TextIOWrapper(io.BytesIO(b""))
    code = run_command(words)
    assert code in (0, 1, 2), f"exit code {code}"


def _commands() -> list[bytes]:
    import shlex

    return [b"\n".join(word.encode() for word in shlex.split(line.decode())) for line in _COMMANDS]


# --- all -------------------------------------------------------------------------------------------------------------

_TEMPLATES = (
    '{{ name|upper }}', '{% if level > 1 %}a{% else %}b{% endif %}', '{{ prey|map(attribute="name")|join(", ") }}',
    '{{ (level * 3 + 1) // 2 }} {{ "%.2f"|format(weight) }}', '{% for p in prey %}{{ p.name }}{% endfor %}',
    '{{ [1, 2, 3]|sum }}', '{{ {"a": 1}.a }}', '{{ name[0:2] ~ "x" * 3 }}', '{{ prey|length or "none" }}',
)  # fmt: skip
_TEMPLATE_WORDS = words_of(
    "{{ }} {% %} if else endif for in endfor set ns namespace range | upper lower join map select batch sort "
    "unique length sum replace format round abs first last name level prey weight sign __class__ mro self loop "
    ". ** * // % ~"
)


def _read_template(data: bytes) -> None:
    text = data.decode("utf-8", "replace")
    written = json.dumps(text)
    face = FACE.replace('"{{ name }}"', written)
    _FACES(face.encode())


_FACES = _project_reader("layouts/faces/animal.yaml")
_SVG_WORDS = words_of(
    "svg g path rect circle ellipse line polygon use defs symbol linearGradient radialGradient stop clipPath "
    "mask pattern text tspan image style transform matrix rotate scale d M L C Q A Z h v fill stroke none "
    "currentColor url(#a) href xlink:href viewBox width height points x y r opacity stroke-dasharray id class "
    "em % mm !ENTITY DOCTYPE"
)
_REFERENCE_WORDS = words_of(
    'url(#a) url(#b) url(#c) #a #b #c id="a" id="b" id="c" clip-path mask fill stroke marker-mid marker-end filter '
    "href xlink:href clipPath pattern marker use g symbol linearGradient objectBoundingBox userSpaceOnUse "
    "display none opacity 0 1 0.5 alpha mask-type mix-blend-mode multiply overflow visible"
)
_MARKDOWN_WORDS = words_of(
    "# ## - 1. | --- ``` > ** * ![]( ) [](# ) {{ }} {% %} :::: <b> <br> &amp; {#id} animals name prey figure card"
)


@cache
def readers() -> dict[str, Reader]:
    """All readers, by their names."""
    from fuzz.sample_files import (
        REFERENCES,
        colour_fonts,
        images,
        jpegs,
        lists,
        logs,
        packed_fonts,
        pngs,
        po_files,
        printed_states,
        tables,
        workbooks_ods,
        workbooks_xlsx,
    )
    from pawprint.play.language._expression_functions import FUNCTIONS
    from pawprint.play.language.rule_words import STEP_WORDS, TOP_KEYS

    yaml = text_mutator(_GAME_WORDS, [GAME.encode(), CARDS.encode(), FACE.encode()])
    rules = text_mutator([*_YAML_WORDS, *RULES.split(), *TOP_KEYS, *STEP_WORDS, *FUNCTIONS], [RULES.encode()])
    face = text_mutator([*_GAME_WORDS, *_FIELD_WORDS], [FACE.encode()])
    document = text_mutator([*_MARKDOWN_WORDS, *_TEMPLATE_WORDS], [DOCUMENT.encode()])
    po = text_mutator(["msgid", "msgstr", "msgctxt", '""', "#, fuzzy", "#~", "\\n", '"'])
    arguments = text_mutator(["--", "-", "--help", "", "den", ".", "..", "--force"])
    xml = text_mutator(_SVG_WORDS, [DRAWING.encode()])
    references = text_mutator(_REFERENCE_WORDS, REFERENCES)
    csv = text_mutator(["=1+1", "@x", '"', ",", ";", "\t", "hare", "fox", "name (en)", "id", "1-2", "TRUE"])
    found = [
        Reader("yaml", _read_yaml, _texts("catalog/*/*.yaml", "layouts/*.yaml", "layouts/faces/*/*.yaml"), yaml),
        Reader("catalog", _project_reader("den/cards.yaml"), _given(CARDS), yaml),
        Reader("game", _project_reader("den/game.yaml"), _given(GAME), yaml),
        Reader("rules", _read_rules, lambda: [RULES.encode(), *_texts("tests/play/broken/*.yaml")()], rules),
        Reader("face", _FACES, _given(FACE), face),
        Reader("stocks", _project_reader("layouts/stocks.yaml"), _layout("stocks"), yaml),
        Reader("styles", _project_reader("layouts/styles.yaml"), _layout("styles"), yaml),
        Reader("fonts-yaml", _project_reader("layouts/fonts.yaml"), _layout("fonts"), yaml),
        Reader("palettes", _project_reader("layouts/palettes.yaml"), _layout("palettes"), yaml),
        Reader("templates", _read_template, _given(*_TEMPLATES), text_mutator(_TEMPLATE_WORDS)),
        Reader("documents", _project_reader("den/rulebook/en.md", language="en"), _given(DOCUMENT),
               document),
        Reader("pages", _project_reader("den/rulebook/en.md", everything=True), _given(DOCUMENT),
               document),
        Reader("svg", _read_svg, _texts("tests/golden/svg/*.svg", "layouts/icons/*.svg", "layouts/art/*/*.svg"), xml),
        Reader("svg-references", _read_svg, lambda: REFERENCES, references),
        Reader("png", _read_image(".png"), pngs, mutate_png),
        Reader("jpeg", _read_image(".jpg"), jpegs, mutate_jpeg),
        Reader("images", _read_image(".tif"), images, mutate_image),
        Reader("font", _read_font, small_font, mutate_font),
        Reader("packed-font", _read_font, packed_fonts, mutate_packed_font),
        Reader("colour-font", _read_font, colour_fonts, mutate_font),
        Reader("xlsx", _read_table(".xlsx"), workbooks_xlsx, zip_mutator(text_mutator(_XLSX_WORDS))),
        Reader("ods", _read_table(".ods"), workbooks_ods, zip_mutator(text_mutator(_ODS_WORDS))),
        Reader("csv", _read_table(".csv"), tables, csv),
        Reader("list-csv", _read_list(".csv"), lambda: lists(".csv"), csv),
        Reader("list-json", _read_list(".json"), lambda: lists(".json"), mutate_json),
        Reader("list-yaml", _read_list(".yaml"), lambda: lists(".yaml"), yaml),
        Reader("list-xml", _read_list(".xml"), lambda: lists(".xml"), xml),
        Reader("import", _read_import, lambda: lists(".csv"), csv),
        Reader("po", _read_po, po_files, po),
        Reader("printed", _read_printed, printed_states, mutate_json),
        Reader("manifest", _read_manifest, _texts("output/*/MANIFEST.json"), mutate_json),
        Reader("permissions", _read_permissions, _given('[{"path": "/a/rules.py", "digest": "00"}]'), mutate_json),
        Reader("journal", _read_journal, _given(_JOURNAL),
               mutate_json),
        Reader("comments", _read_state("comments.yaml", _comments), _given(_COMMENTS), text_mutator(_YAML_WORDS)),
        Reader("reviewed", _read_state("reviewed.yaml", _reviewed), _texts("catalog/*/reviewed.yaml"), yaml),
        Reader("cache", _read_cache, _cache_entry, mutate_bytes),
        Reader("scenarios", _read_scenario, _texts("catalog/*/scenarios/*.yaml"), yaml),
        Reader("scenario-trees", _read_scenario, _scenario_trees, mutate_json),
        Reader("logs", _read_log, logs, mutate_json),
        Reader("printers", _read_profile, _given(_PROFILE), text_mutator(_YAML_WORDS)),
        Reader("arguments", _read_arguments, _commands, arguments),
        Reader("requests", answer, lambda: REQUESTS, mutate_request),
        Reader("heads", answer, lambda: REQUESTS, mutate_head),
        Reader("comment-requests", posted("/comment/den"), _bodies("/comment/den"), mutate_json),
        Reader("edit-requests", posted("/edit/den"), _bodies("/edit/den"), mutate_json),
        Reader("play-requests", play, games_in_play, mutate_json),
    ]  # fmt: skip
    return {one.name: one for one in found}


_XLSX_WORDS = words_of(
    "row c v t r s mergeCell ref A1 XFD1048576 A1:B2 sharedStrings inlineStr n b e str f is sheetData"
)
_ODS_WORDS = words_of(
    "table:table-row table:table-cell text:p text:s text:c table:number-rows-repeated office:value-type float "
    "1000000000"
)
_JOURNAL = '{"version": 1, "files": [["cards.yaml", ".cards.yaml.1.part", "", "00"]]}'
_COMMENTS = """comments:
  - on: animals/hare
    side: face
    at: [12.5, 30]
    name: 'Ann'
    time: 2026-11-01 10:00
    text: |
      The ear is cut off.
    resolved: false
"""
_PROFILE = """printer: desk
queue: desk
calibrations:
  - paper: 210 mm x 297 mm
    flip: long
    tray: ''
    shift_mm: [0.4, -0.2]
    rotation_degrees: 0.05
    residual_mm: 0.02
    margins: normal
    read: 2026-11-01
"""
__all__ = ["Reader", "make_project", "readers"]
