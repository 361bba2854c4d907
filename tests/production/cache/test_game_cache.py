"""A build with what was kept is, to the byte, the build that starts from nothing."""

import shutil
from collections.abc import Callable
from dataclasses import fields, replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from command_line import run
from helpers import CARDS, FONTS, GAME, PALETTES, SQUARE, TWO_INKS, Toy
from pawprint.core.geometry import Insets
from pawprint.core.length import mm
from pawprint.press.manifest import Print
from pawprint.production import pipeline
from pawprint.production.cache.print_cache import PrintCache
from pawprint.production.cache.store import Store
from pawprint.production.options import BuildOptions
from pawprint.sheets.machine_sheet import MachineSheet
from pawprint.sheets.printers.printer_profile import PrinterProfile
from strategies import examples

FACE = """
- {kind: panel, fill: sky, bleeds: true}
- {kind: repeat, over: prey, flow: row, at: [6 pt, 110 pt], size: [60 pt, 12 pt],
   elements: [{kind: text, text: '{{ item.name }}', size: [30 pt, 12 pt]}]}
- {kind: text, text: '{{ name }} {{ level }}', at: [6 pt, 6 pt], size: [60 pt, 20 pt]}
- {kind: art, art: '{{ art }}', at: [10 pt, 40 pt], size: [50 pt, 25 pt]}
- {kind: text, text: 'Lake', style: {font: own}, at: [6 pt, 80 pt], size: [60 pt, 20 pt]}
"""
RULES = """
---
title: Rules
---
# Rules

There are {{ count("beasts") }} beasts, and this is one of them.

{{ card("hen") }}
"""
LIST = """
# All of them

{{ table("beasts", columns=["name", "level", "copies"]) }}
"""
FOX = TWO_INKS.replace("accent", "sky")
BOXED = f"{GAME}    boxes: {{box: {{kind: tuckbox, notch: true, panels: {{front: toy/box}}}}}}\n"
BOX_FACE = """
palette: toy
elements:
- {kind: panel, fill: moss, bleeds: true}
- {kind: card, piece: fox, at: [10 pt, 10 pt], size: [20 pt, 40 pt]}
"""
#: Under the pages of the rulebook.
GROUND = BOX_FACE.replace("fox", "mole")
STYLES = "sheets: {base: {}, rulebook: {extends: base, pages: {first: {face: toy/ground}}}}"
OWN_FONT = """
      own:
        regular: {file: own.ttf}
"""
#: Files of the toy -> what may stand in them; the first is what stands there at the beginning.
EDITS: dict[str, tuple[str, ...]] = {
    "catalog/toy/cards.yaml": (
        CARDS,
        CARDS.replace("en: Fox", "en: Vixen"),
        CARDS.replace("level: 0", "level: 7"),
        CARDS.replace("copies: 2", "copies: 5"),
        CARDS.replace("prey: [mole]", "prey: [hen, mole]"),
        CARDS.replace("prey: [mole]", "prey: [whale]"),
    ),
    "catalog/toy/game.yaml": (
        BOXED,
        BOXED.replace("en: Toy", "en: Plaything"),
        BOXED.replace('"7"', '"8"'),
        BOXED.replace("notch: true", "notch: false"),
    ),
    "layouts/faces/toy/box.yaml": (BOX_FACE, BOX_FACE.replace("moss", "rust")),
    "layouts/faces/toy/ground.yaml": (GROUND, GROUND.replace("moss", "rust")),
    "catalog/toy/documents.yaml": (STYLES, STYLES.replace("base: {}", "base: {size: 11 pt}")),
    "catalog/toy/rulebook/en.md": (RULES, RULES.replace("There", "Here"), RULES.replace("hen", "fox")),
    "catalog/toy/reference/beasts.en.md": (
        LIST,
        LIST.replace("All of them", "Everybody"),
        LIST.replace('"level", ', ""),
    ),
    "layouts/faces/toy/beast.yaml": (
        f"palette: toy\nelements:{FACE}",
        f"palette: toy\nelements:{FACE.replace('40 pt', '44 pt')}",
    ),
    "layouts/palettes.yaml": (PALETTES, PALETTES.replace("406020", "406080")),
    "layouts/art/toy/fox.svg": (FOX, SQUARE),
    "layouts/fonts.yaml": (FONTS.rstrip() + OWN_FONT, FONTS.rstrip().replace("wght: 400", "wght: 500") + OWN_FONT),
}
FONT_FILES = (("fontpkg_bitter", "Bitter[wght].ttf"), ("fontpkg_source_sans_3", "SourceSans3[wght].ttf"))
#: Another value than the usual one for each thing that can be asked for.
WISHES: dict[str, Any] = {
    "kinds": ("rulebook",), "components": ("beasts",), "cards": ("fox",), "languages": ("fr",),
    "forms": ("pdf", "html"), "edition": "gone",
    "paper": "Letter", "margin": Insets.even(mm(9)), "printer": PrinterProfile(name="inkjet"), "duplex": "short-edge",
    "marks": "grid", "cut_lines": False, "bleed": mm(2), "draft": True, "proof": True, "low_ink": True, "stamp": True,
    "mix": True, "one_up": True, "cover": False, "booklet": True, "creep": mm(0.1), "sleeves": "standard",
    "card_thickness": mm(2), "machine": MachineSheet(margin=mm(15), gap=mm(4)),
}  # fmt: skip


#: What is usual, in one language: half of the work where nothing depends on there being two.
ENGLISH = BuildOptions(languages=("en",))


def copy_font(toy: Toy, number: int) -> None:
    package, name = FONT_FILES[number]
    spec = find_spec(package)
    assert spec is not None
    assert spec.submodule_search_locations is not None
    shutil.copyfile(Path(next(iter(spec.submodule_search_locations))) / "files" / name, toy.own / "own.ttf")


def make(folder: Path) -> Toy:
    toy = Toy(folder, below=[pipeline.bundled("layouts")])
    for path, contents in EDITS.items():
        toy.write(path, contents[0])
    for path in ("catalog/toy/rulebook/{}.md", "catalog/toy/reference/beasts.{}.md"):
        toy.write(path.format("fr"), EDITS[path.format("en")][0])
    for art in ("hen", "mole"):
        toy.write(f"layouts/art/toy/{art}.svg", FOX)
    copy_font(toy, 0)
    return toy


class Built(NamedTuple):
    """A toy that was built once: the folder with it and its entries, a copy of them, and its files.

    `english` are those of another build, in one language.
    """

    folder: Path
    copy: Path
    prints: list[Print]
    english: list[Print]

    def as_built(self) -> Toy:
        """The toy with the entries of its first build."""
        shutil.rmtree(self.folder)
        toy = make(self.folder)
        shutil.copytree(self.copy, self.folder, dirs_exist_ok=True)
        return toy


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    folder, copy = tmp_path_factory.mktemp("toy"), tmp_path_factory.mktemp("copy") / "toy"
    toy, store = make(folder), Store(folder / "kept", "1")
    prints, english = build(toy, store), build(toy, store, ENGLISH)
    assert english == [made for made in prints if made.language == "en"]
    shutil.copytree(folder, copy)
    return Built(folder, copy, prints, english)


@pytest.fixture
def toy(built: Built) -> Toy:
    return built.as_built()


@pytest.fixture
def store(toy: Toy) -> Store:
    """With the entries of a build of the toy, and of one in English."""
    return Store(toy.folder / "kept", "1")


@pytest.fixture
def empty(toy: Toy) -> Store:
    """With no entries."""
    return Store(toy.folder / "empty", "1")


def build(toy: Toy, store: Store | None, choice: BuildOptions | None = None, jobs: int = 1) -> list[Print]:
    findings, prints = pipeline.build_all(
        toy.catalog, toy.layout_folders, (), choice or BuildOptions(), jobs, None, store
    )
    assert findings == ()
    return prints


def same(toy: Toy, store: Store, choice: BuildOptions) -> None:
    """A build with what is kept is the same, with what it finds."""
    warm, clean = (
        pipeline.build_all(toy.catalog, toy.layout_folders, (), choice, 1, None, one) for one in (store, None)
    )
    assert [str(finding) for finding in warm[0]] == [str(finding) for finding in clean[0]]
    if not clean[0]:
        assert warm[1] == clean[1]


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Takes the names of the files that are made and not found."""
    names: list[str] = []
    there: list[Print] = []

    def watch(method: str) -> None:
        find_or_make = getattr(PrintCache, method)

        def watched(files: PrintCache, *args: Any) -> list[Print]:
            *keys, make = args

            def making() -> list[Print]:
                prints = list(make())
                names.extend(one.name for one in prints if not any(one is other for other in there))
                there.extend(prints)
                return prints

            prints: list[Print] = find_or_make(files, *keys, making)
            there.extend(prints)
            return prints

        monkeypatch.setattr(PrintCache, method, watched)

    watch("find_or_make")
    watch("find_or_make_showing")
    return names


EDIT = st.one_of(
    [st.tuples(st.just(path), st.integers(0, len(contents) - 1)) for path, contents in EDITS.items()]
    + [st.tuples(st.just("font"), st.integers(0, 1)), st.tuples(st.just("wish"), st.integers(0, len(WISHES)))]
)


@examples(4)
@given(edits=st.lists(EDIT, min_size=2, max_size=4))
def test_after_any_edits(built: Built, edits: list[tuple[str, int]]) -> None:
    toy, choice = built.as_built(), ENGLISH
    store = Store(toy.folder / "kept", "1")
    for path, number in edits:
        if path == "font":
            copy_font(toy, number)
        elif path == "wish":
            wish = dict([*WISHES.items(), ("paper", "A4")][number : number + 1])
            choice = replace(ENGLISH, **wish)
        else:
            toy.write(path, EDITS[path][number])
        same(toy, store, choice)


@pytest.mark.parametrize("path", EDITS)
def test_every_file_counts(built: Built, toy: Toy, store: Store, path: str) -> None:
    toy.write(path, EDITS[path][1])
    assert build(toy, store, ENGLISH) != built.english
    same(toy, store, ENGLISH)


def test_box_states_its_current_number_of_pieces(toy: Toy, store: Store) -> None:
    """On its first page, even if its panels do not show it."""
    toy.write("catalog/toy/cards.yaml", CARDS.replace("copies: 2", "copies: 5"))
    same(toy, store, replace(ENGLISH, kinds=("boxes",)))
    same(toy, store, ENGLISH)


def test_figure_of_a_piece_follows_the_piece(toy: Toy, store: Store) -> None:
    """On the box, which shows neither its face nor its texts."""
    boxes = replace(ENGLISH, kinds=("boxes",))
    figure = "{kind: figure, figure: bird, piece: mole, at: [20 pt, 60 pt], size: [20 pt, 20 pt]}"
    toy.write("layouts/figures/bird.yaml", "parts: [{part: {by: level, 0: part-fox, else: part-square}}]")
    root = '<line id="root" x1="5" y1="9" x2="5" y2="1"/></svg>'
    toy.write("layouts/parts/part-fox.svg", FOX.replace("</svg>", root))
    toy.write("layouts/parts/part-square.svg", SQUARE.replace("</svg>", root))
    toy.write("layouts/faces/toy/box.yaml", f"palette: toy\nelements: [{figure}]")
    before = build(toy, store, boxes)
    toy.write("catalog/toy/cards.yaml", CARDS.replace("level: 0", "level: 7"))
    same(toy, store, boxes)
    assert build(toy, store, boxes)[0].data != before[0].data


def test_font_file_counts(built: Built, toy: Toy, store: Store) -> None:
    copy_font(toy, 1)
    assert build(toy, store, ENGLISH) != built.english
    same(toy, store, ENGLISH)


def test_all_build_options_are_known_here() -> None:
    assert [field.name for field in fields(BuildOptions)] == list(WISHES)


@pytest.mark.parametrize("name", WISHES)
def test_every_wish_counts(toy: Toy, store: Store, name: str) -> None:
    same(toy, store, replace(ENGLISH, **{name: WISHES[name]}))


@pytest.mark.parametrize("jobs", [1, 2])
def test_unchanged_game_is_not_read(
    built: Built, toy: Toy, store: Store, empty: Store, monkeypatch: pytest.MonkeyPatch, jobs: int
) -> None:
    if jobs > 1:
        store = empty
        assert build(toy, store, jobs=jobs) == built.prints

    def never(*_: object) -> None:
        raise AssertionError("nothing is to be loaded")

    monkeypatch.setattr(pipeline, "load", never)
    assert build(toy, store) == built.prints


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("en: Fox", "en: Vixen", ["beasts.en", "cards-en", "card-list-en", "checklist-en", "proof-en"]),
        ("level: 4", "level: 5", ["cards-en", "cards-fr"]),
    ],
)
def test_only_prints_that_show_a_card_are_rebuilt(
    built: Built, toy: Toy, store: Store, made: list[str], old: str, new: str, expected: list[str]
) -> None:
    toy.write("catalog/toy/cards.yaml", CARDS.replace(old, new))
    build(toy, store)
    assert set(made) < {one.name for one in built.prints}
    assert f"toy-cards-{expected[-1][-2:]}-a4.pdf" in made
    assert not any("rulebook" in name for name in made)  # it shows the hen
    if old == "en: Fox":
        assert not any("-fr-" in name for name in made)


def test_document_is_rebuilt_alone(toy: Toy, store: Store, made: list[str]) -> None:
    toy.write("catalog/toy/rulebook/en.md", RULES.replace("There", "Here"))
    build(toy, store)
    assert made == ["toy-rulebook-en-a5.pdf"]


def test_languages_that_look_alike_are_two_files(toy: Toy, store: Store) -> None:
    cards = CARDS
    for french, english in (("Renard", "Fox"), ("Poule", "Hen"), ("Taupe", "Mole")):
        cards = cards.replace(french, english)
    toy.write("catalog/toy/cards.yaml", cards)
    build(toy, store)
    toy.write("catalog/toy/rulebook/en.md", RULES.replace("There", "Here"))
    same(toy, store, BuildOptions())


def test_game_is_rebuilt_alone(toy: Toy, store: Store, made: list[str]) -> None:
    for path in ("game.yaml", "cards.yaml"):
        text = EDITS[f"catalog/toy/{path}"][0]
        toy.write(f"catalog/den/{path}", text.replace("id: toy", "id: den"))
    for art in ("fox", "hen", "mole"):
        toy.write(f"layouts/art/den/{art}.svg", FOX)
    before = build(toy, store)
    assert list(dict.fromkeys(one.game for one in before)) == ["den", "toy"]
    made.clear()
    toy.write("catalog/toy/cards.yaml", CARDS.replace("en: Fox", "en: Vixen"))
    after = build(toy, store)
    assert made
    assert all(name.startswith("toy-") for name in made)
    assert after == build(toy, None)


def test_findings_are_reported_every_time(toy: Toy, store: Store) -> None:
    toy.write("layouts/palettes.yaml", PALETTES.replace("'}", "', apart: [[moss, moss]]}"))
    toy.write("catalog/toy/cards.yaml", CARDS.replace("en: Fox", "en: 'Fox ☃'"))
    first, second = (
        pipeline.build_all(toy.catalog, toy.layout_folders, (), BuildOptions(), 1, None, store)[0] for _ in range(2)
    )
    assert first
    assert [str(one) for one in first] == [str(one) for one in second]


def test_input_that_changes_during_reading_is_not_cached(
    toy: Toy, empty: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    load = pipeline.load

    def late(*words: Any) -> pipeline.Workspace:
        toy.write("catalog/toy/cards.yaml", CARDS.replace("en: Fox", "en: Vixen"))
        return load(*words)

    monkeypatch.setattr(pipeline, "load", late)
    build(toy, empty, ENGLISH)
    monkeypatch.undo()
    toy.write("catalog/toy/cards.yaml", CARDS)
    same(toy, empty, ENGLISH)


@pytest.mark.parametrize("spoil", [Path.unlink, lambda path: path.write_bytes(path.read_bytes()[:-1])])
def test_entries_may_disappear_at_any_time(
    built: Built, toy: Toy, store: Store, spoil: Callable[[Path], object]
) -> None:
    entries = sorted(path for path in store.root.rglob("*") if path.is_file())
    for start in range(2):
        for path in entries[start::2]:
            if path.exists():
                spoil(path)
        assert build(toy, store) == built.prints


def test_command_caches_by_default_and_an_option_disables_it(
    toy: Toy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tmp_path / "own"
    monkeypatch.setenv("PAWPRINT_CACHE", str(root))
    words = ["build", "--catalog", str(toy.catalog), "--layouts", str(toy.own), "--out", str(tmp_path / "out")]
    told = run(*words, "--no-cache")
    assert told.exit_code == 0, told.output
    assert not root.exists()
    files = {path: path.read_bytes() for path in (tmp_path / "out").rglob("*") if path.is_file()}
    for _ in range(2):
        shutil.rmtree(tmp_path / "out")
        again = run(*words)
        assert again.stdout == told.stdout
        assert {path: path.read_bytes() for path in (tmp_path / "out").rglob("*") if path.is_file()} == files
    assert root.exists()


def test_untrusted_folder_is_reported(toy: Toy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "own").write_bytes(b"")
    monkeypatch.setenv("PAWPRINT_CACHE", str(tmp_path / "own"))
    words = ["build", "--catalog", str(toy.catalog), "--layouts", str(toy.own), "--out", str(tmp_path / "out")]
    done = run(*words)
    assert done.exit_code == 0, done.output
    assert "building without the cache" in done.stderr
