"""A face is composed again when, and only when, something has changed that it is made from."""

import gc
import shutil
from functools import cache
from pathlib import Path
from typing import NamedTuple
from weakref import ref

import pytest

from helpers import CARDS, GAME, TWO_INKS, Toy
from pawprint.catalog.library import load_library
from pawprint.catalog.model import Game, Record, Translated
from pawprint.core.diagnostics import Findings
from pawprint.documents.manuscripts import manuscripts
from pawprint.pieces.composer import Composer
from pawprint.pieces.layouts import Layouts
from pawprint.press.manifest import Print
from pawprint.production import pipeline
from pawprint.production.cache._face_cache import FaceCache
from pawprint.production.cache.print_cache import PrintCache
from pawprint.production.cache.source_digests import digest_of_all
from pawprint.production.cache.store import Store
from pawprint.production.options import BuildOptions
from pawprint.production.run import PrintedFaces
from strategies import every_other

FACE = """
- {kind: panel, fill: paper, bleeds: true}
- {kind: text, text: '{{ name }} {{ level }}', at: [6 pt, 6 pt], size: [60 pt, 20 pt]}
- kind: repeat
  over: prey
  flow: column
  at: [6 pt, 30 pt]
  size: [60 pt, 60 pt]
  elements: [{kind: text, text: '{{ item.name }}', size: [60 pt, 12 pt]}]
- {kind: figure, figure: beast, at: [10 pt, 100 pt], size: [50 pt, 40 pt]}
"""
FIGURE = """
parts:
  - {part: spot, at: [50, 50], each: prey, when: {item.shy: false}}
  - {part: spot, at: [20, 20], when: {shy: true}}
"""
SPOT = """
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20">
<path d="M0 0H20V20H0Z" fill="var(--moss)"/><line id="root" x1="10" y1="10" x2="10" y2="0"/></svg>
"""
SHEET = """
palette: toy
elements:
  - {kind: card, piece: mole, at: [6 pt, 6 pt], size: [36 pt, 72 pt]}
"""
MORE = """
      sheets:
        title: {fr: Feuilles, en: Sheets}
        file: sheets.yaml
        stock: toy
        face: toy/sheet
        fields: {}
      rounds:
        title: {fr: Ronds, en: Rounds}
        file: rounds.yaml
        stock: disc
        face: toy/beast
        fields: {name: {type: text}, level: {type: int}, shy: {type: flag}, prey: {type: list, of: {ref: beasts}}}
"""


def make(folder: Path) -> Toy:
    toy = Toy(folder, FACE, fonts=True, game=GAME + MORE, below=[pipeline.bundled("layouts")])
    toy.write("layouts/faces/toy/sheet.yaml", SHEET)
    toy.write("layouts/figures/beast.yaml", FIGURE)
    toy.write("layouts/parts/spot.svg", SPOT)
    toy.write("catalog/toy/sheets.yaml", "sheets: [{id: sheet}]")
    toy.write(
        "catalog/toy/rounds.yaml", "rounds: [{id: owl, name: {fr: Hibou, en: Owl}, level: 5, shy: true, prey: [mole]}]"
    )
    for art in ("fox", "hen", "mole"):
        toy.write(f"layouts/art/toy/{art}.svg", TWO_INKS.replace("accent", "sky"))
    return toy


#: The same without the names of those that it eats, so that only the figure looks at them.
PLAIN = FACE.replace("elements: [{kind: text, text: '{{ item.name }}', size: [60 pt, 12 pt]}]", "elements: []")


class Built(NamedTuple):
    """The folder of the toy, and a copy of it after a build, with the entries."""

    folder: Path
    copy: Path


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    folder, copy = tmp_path_factory.mktemp("toy"), tmp_path_factory.mktemp("copy") / "toy"
    build(make(folder), Store(folder / "kept", "1"))
    shutil.copytree(folder, copy)
    return Built(folder, copy)


@pytest.fixture
def toy(built: Built) -> Toy:
    """The toy with the entries of its first build, in the same folder for all tests."""
    shutil.rmtree(built.folder)
    toy = make(built.folder)
    shutil.copytree(built.copy, built.folder, dirs_exist_ok=True)
    return toy


@pytest.fixture
def store(toy: Toy) -> Store:
    """With the entries of a build of the toy."""
    return Store(toy.folder / "kept", "1")


@pytest.fixture
def composed(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Takes the pieces that are composed for themselves."""
    pieces: set[str] = set()
    compose = Composer._compose

    def spied(*words: object) -> object:
        _, _, _, record, language, _, *depth = words
        if not depth:  # not within another one
            assert isinstance(record, Record)
            pieces.add(f"{record.id} {language}")
        return compose(*words)  # type: ignore[arg-type]

    monkeypatch.setattr(Composer, "_compose", spied)
    return pieces


def build(toy: Toy, store: Store | None, **wish: object) -> list[Print]:
    choice = BuildOptions(**wish)  # type: ignore[arg-type]
    findings, prints = pipeline.build_all(toy.catalog, toy.layout_folders, (), choice, 1, None, store)
    assert findings == ()
    return prints


def rebuilt(toy: Toy, store: Store, composed: set[str], **wish: object) -> set[str]:
    """The pieces that a build composes once more; it makes what a build from nothing does."""
    composed.clear()
    made = build(toy, store, **wish)
    found = {*composed}
    assert made == build(toy, None, **wish)
    return found


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("en: Fox", "en: Vixen", {"fox en"}),
        ("fr: Taupe", "fr: La taupe", {"mole fr", "hen fr", "fox fr", "owl fr"}),  # they show whom they eat
        ("level: 1", "level: 2", {"hen fr", "hen en", "fox fr", "fox en"}),
        ("copies: 2", "copies: 4", {"hen fr", "hen en", "fox fr", "fox en"}),  # for all that is known, they show it
        ("prey: [mole]", "prey: []", {"hen fr", "hen en", "fox fr", "fox en"}),
    ],
)
def test_piece_that_shows_a_change_is_composed(
    toy: Toy, store: Store, composed: set[str], old: str, new: str, expected: set[str]
) -> None:
    toy.write("catalog/toy/cards.yaml", CARDS.replace(old, new))
    looking_for_others = {"sheet fr", "sheet en"}
    assert rebuilt(toy, store, composed) - looking_for_others == expected


def test_records_that_a_figure_reads_count_in_every_language(toy: Toy, store: Store, composed: set[str]) -> None:
    toy.write("layouts/faces/toy/beast.yaml", f"palette: toy\nelements:{PLAIN}")
    build(toy, store)
    toy.write("catalog/toy/cards.yaml", CARDS.replace("level: 1, shy: false", "level: 1, shy: true"))
    assert rebuilt(toy, store, composed) - {"sheet fr", "sheet en"} == {"hen fr", "hen en", "fox fr", "fox en"}


def test_face_that_searches_for_other_pieces_is_always_composed(toy: Toy, store: Store, composed: set[str]) -> None:
    build(toy, store, kinds=("cards",))
    toy.write("catalog/toy/cards.yaml", CARDS.replace("en: Mole", "en: Vole"))
    assert "sheet en" in rebuilt(toy, store, composed, kinds=("cards",))


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("layouts/faces/toy/beast.yaml", f"palette: toy\nelements:{FACE.replace('60 pt, 12 pt', '50 pt, 12 pt')}"),
        ("layouts/figures/beast.yaml", FIGURE.replace("[50, 50]", "[40, 50]")),
        ("layouts/parts/spot.svg", SPOT.replace("moss", "rust")),
        ("catalog/toy/game.yaml", GAME.replace('"7"', '"8"') + MORE),
    ],
)
def test_shared_input_changes_all_pieces(toy: Toy, store: Store, composed: set[str], path: str, text: str) -> None:
    everything = {f"{piece} {language}" for piece in ("fox", "hen", "mole", "owl") for language in ("fr", "en")}
    toy.write(path, text)
    assert rebuilt(toy, store, composed) >= everything


@pytest.mark.parametrize(
    "wish",
    [{"paper": "Letter"}, {"duplex": "off"}, {"marks": "grid"}, {"low_ink": True}, {"stamp": True}, {"proof": True}],
)
def test_print_options_do_not_matter(toy: Toy, store: Store, composed: set[str], wish: dict[str, object]) -> None:
    found = rebuilt(toy, store, composed, languages=("en",), **wish)
    if not wish.keys() & {"low_ink", "stamp", "proof"}:  # for these, faces are taken apart
        assert found <= {"sheet en"}


def test_cached_face_is_reused(toy: Toy, store: Store, composed: set[str]) -> None:
    toy.write("catalog/toy/cards.yaml", CARDS.replace("en: Fox", "en: Vixen"))
    build(toy, store)
    toy.write("catalog/toy/cards.yaml", CARDS.replace("en: Hen", "en: Chicken"))
    assert "fox en" in rebuilt(toy, store, composed)  # it reads the hen
    toy.write("catalog/toy/cards.yaml", CARDS.replace("prey: []", "prey: [fox]"))
    assert "hen en" in rebuilt(toy, store, composed)


@pytest.mark.parametrize("much", [0, 10_000])
def test_cache_is_bounded(
    toy: Toy, store: Store, composed: set[str], monkeypatch: pytest.MonkeyPatch, much: int
) -> None:
    monkeypatch.setattr("pawprint.production.cache._face_cache.MAX_BYTES", much)
    monkeypatch.setattr("pawprint.production.cache._face_cache.MAX_FINGERPRINTS", much // 2_000)
    for name in ("Vixen", "Reynard", "Todd", "Fox"):
        toy.write("catalog/toy/cards.yaml", CARDS.replace("en: Fox", f"en: {name}"))
        found = rebuilt(toy, store, composed, kinds=("cards",), languages=("en",))
        assert found - {"sheet en"} <= {"fox en", "hen en", "mole en", "owl en"}


def test_half_of_the_entries_may_be_missing(toy: Toy, store: Store, composed: set[str]) -> None:
    """For any two entries there is a build that finds the first and lacks the second."""
    only = {"kinds": ("cards",)}
    store = Store(toy.folder / "fewer", "1")
    build(toy, store, **only)
    entries = sorted((store.root / "1").iterdir())
    assert len(entries) > 8
    for bit in range(len(entries).bit_length()):
        for gone in (0, 1):
            toy.write("catalog/toy/cards.yaml", CARDS.replace("en: Fox", f"en: Fox {bit} {gone}"))
            for number, entry in enumerate(entries):
                if number >> bit & 1 == gone:
                    entry.unlink(missing_ok=True)
            rebuilt(toy, store, composed, **only)


def test_face_with_a_finding_is_not_cached(toy: Toy, store: Store, composed: set[str]) -> None:
    cards = CARDS.replace("en: Fox", f"en: {'Fox ' * 40}")
    toy.write("catalog/toy/cards.yaml", cards)
    told = [
        [str(one) for one in pipeline.build_all(toy.catalog, toy.layout_folders, (), BuildOptions(), 1, None, kept)[0]]
        for kept in (store, store, None)
    ]
    assert told[0]
    assert told[0] == told[1] == told[2]


# -- languages -------------------------------------------------------------------------------------------------

BUNDLED = pipeline.bundled("catalog")
GAMES = sorted(path.parent.name for path in BUNDLED.glob("*/game.yaml"))


@cache
def layouts() -> Layouts:
    """Those of the bundled games, which are read without a finding; their drawings are read once for all tests."""
    findings = Findings()
    read = Layouts([pipeline.bundled("layouts")], findings)
    assert not findings
    return read


def with_other_words(game: Game, language: str) -> Game:
    """*game* with other texts of its records in all languages but *language*."""

    def changed(value: object) -> object:
        if isinstance(value, Translated):
            return Translated({code: text if code == language else f"{text}?" for code, text in value.items()})
        if isinstance(value, tuple):
            return tuple(changed(one) for one in value)
        if isinstance(value, dict):
            return {name: changed(one) for name, one in value.items()}
        return value

    for record in (one for records in game.records.values() for one in records.values()):
        values = record.values
        assert isinstance(values, dict)
        values.update({name: changed(value) for name, value in values.items()})
    return game


@pytest.mark.parametrize(("name", "language"), every_other(GAMES, ("fr", "en")))
def test_document_does_not_depend_on_words_of_other_languages(tmp_path: Path, name: str, language: str) -> None:
    """What the key of all documents takes for granted; in one language of each game, with `--thorough` in both."""
    keys = []
    for change in (False, True):
        findings = Findings()
        workspace = pipeline.Workspace(load_library(BUNDLED, findings, [name]), layouts(), findings)
        game = workspace.library.games[name]
        before = digest_of_all(game, language)
        if change:
            game = with_other_words(game, language)
            assert digest_of_all(game, language) == before
        composer = workspace.composer(pipeline.DESIGN_BLEED)
        files = PrintCache(Store(tmp_path / "kept", "1"), game, composer, BuildOptions())
        faces = PrintedFaces(composer, game, language, cache=files.faces(language))
        made = manuscripts(game, language, composer, workspace.findings, faces=faces)
        keys.append([files.key(draft) for draft in made])
        assert not workspace.findings
    assert "" not in keys[0]
    assert keys[0] == keys[1]


def test_every_text_of_a_record_in_a_language_counts(toy: Toy) -> None:
    def digests(cards: str) -> list[str]:
        toy.write("catalog/toy/cards.yaml", cards)
        game = load_library(toy.catalog, Findings()).games["toy"]
        return [digest_of_all(game, language) for language in ("fr", "en")]

    before = digests(CARDS)
    for old, new, same in (
        ("en: Fox", "en: Vixen", [True, False]),
        ("fr: Renard", "fr: Goupil", [False, True]),
        ("copies: 3", "copies: 4", [False, False]),
        ("shy: true", "shy: false", [False, False]),
        ("signs: [sun, moon]", "signs: [moon, sun]", [False, False]),
        ("prey: [hen, mole]", "prey: [mole]", [False, False]),
    ):
        after = digests(CARDS.replace(old, new))
        assert [one == other for one, other in zip(before, after, strict=True)] == same, old


def test_changed_choice_of_backs_is_composed(toy: Toy, store: Store, composed: set[str]) -> None:
    """Also where a field of another record decides, and nothing else of it is shown."""
    game = GAME.replace(
        "face: toy/beast", "face: toy/plain\n        back: {by: chief.shy, true: toy/red, else: toy/blue}"
    )
    toy.write(
        "catalog/toy/game.yaml",
        game.replace("        fields:", "        fields:\n          chief: {ref: beasts}"),
    )
    cards = CARDS.replace("id: hen,", "id: hen, chief: mole,").replace("id: fox,", "id: fox, chief: hen,")
    cards = cards.replace("id: mole,", "id: mole, chief: fox,")
    toy.write("catalog/toy/cards.yaml", cards)
    for name, fill in (("plain", "paper"), ("red", "rust"), ("blue", "sky")):
        toy.write(f"layouts/faces/toy/{name}.yaml", f"palette: toy\nelements: [{{kind: panel, fill: {fill}}}]")
    build(toy, store)
    toy.write("catalog/toy/cards.yaml", cards.replace("level: 0, shy: false", "level: 0, shy: true"))
    assert rebuilt(toy, store, composed) == {"mole fr", "mole en", "hen fr", "hen en"}


def test_cache_is_freed_with_its_last_user(tmp_path: Path) -> None:
    """Without garbage collection, which the program does not wait for."""
    toy = Toy(tmp_path)
    game = load_library(toy.catalog, Findings()).games["toy"]

    def typeface(name: str) -> None:
        raise KeyError(name)

    gc.disable()
    try:
        cache = ref(FaceCache(Store(tmp_path / "store", "1"), game, "fr", "", typeface))
        assert cache() is None
    finally:
        gc.enable()
