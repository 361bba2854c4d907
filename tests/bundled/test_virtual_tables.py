"""The bundled games on virtual tables: every piece is there, as often as the catalog says, and nothing tells what is
hidden."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache

import pytest

from export.table_readers import Found, SaveReader, overlaps, read_pcio, read_playground, read_vtt
from pawprint.catalog.model import Game
from pawprint.export.export_source import ExportOptions, ExportSource
from pawprint.export.exporter import EXPORTERS
from pawprint.export.tabletop._virtual_table import VirtualTable, lay_table
from pawprint.production import pipeline
from pawprint.production.cache.store import Store
from pawprint.production.pipeline import Workspace, bundled

GAMES = ("food-chain", "fooden", "lake-ecosystem", "pocket-cats")
LANGUAGES = ("fr", "en")
READERS: dict[str, Callable[[dict[str, bytes], str], Found]] = {
    "tts": lambda files, name: SaveReader(files, f"Saves/{name}.json").read(),
    "vtt": lambda files, name: read_vtt(files[f"{name}.vtt"])[1],
    "pcio": lambda files, name: read_pcio(files[f"{name}.pcio"])[1],
    "playground": lambda files, name: read_playground(files)[1],
}


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    yield Store(tmp_path_factory.mktemp("store"), "test")
    laid.cache_clear()


@cache
def loaded(game: str) -> Workspace:
    return pipeline.load(bundled("catalog"), [bundled("layouts")], [game])


@cache
def laid(game: str, language: str, store: Store) -> tuple[ExportSource, VirtualTable]:
    """A table, made once for all targets."""
    workspace = loaded(game)
    source = ExportSource(workspace, cache(workspace.composer), catalog_of(game), language, ExportOptions(store=store))
    return source, lay_table(source)


@pytest.fixture(scope="module")
def drawn_apart(tmp_path_factory: pytest.TempPathFactory) -> tuple[ExportSource, VirtualTable]:
    """A table whose pictures other processes draw."""
    workspace = pipeline.load(bundled("catalog"), [bundled("layouts")], ["pocket-cats"])
    game = workspace.library.games["pocket-cats"].each_edition()[0]
    options = ExportOptions(store=Store(tmp_path_factory.mktemp("apart"), "test"), jobs=2)
    source = ExportSource(workspace, cache(workspace.composer), game, "en", options)
    return source, lay_table(source)


def catalog_of(game: str) -> Game:
    return loaded(game).library.games[game].each_edition()[0]


def exported(target: str, game: str, language: str, store: Store, **options: bool) -> dict[str, bytes]:
    source, table = laid(game, language, store)
    files = dict(EXPORTERS[target](dpi=30, **options).table_files(source, table))  # type: ignore[attr-defined]
    assert not source.workspace.findings.failed
    return files


def hidden_names(game: str, language: str) -> set[str]:
    """The names of the pieces whose piles lie face down."""
    catalog = catalog_of(game)
    hidden = set()
    for component in catalog.components.values():
        pieces = catalog.pieces(component.name)
        part = next((one for one in catalog.setup if component.name in one.components), None)
        lies_open = part is not None and (part.spread or part.face_up)
        if component.kind in ("cards", "tiles") and component.backs and len(pieces) > 1 and not lies_open:
            hidden |= {record["name"][language] for record in pieces if "name" in record.values}
    return hidden


#: Each target with each game, the languages in turn: each of them with each target, and with each game.
TABLES = [
    (target, game, LANGUAGES[(row + column) % 2])
    for row, game in enumerate(GAMES)
    for column, target in enumerate(READERS)
]


@pytest.mark.parametrize(("target", "game", "language"), TABLES)
def test_table_has_as_many_copies_of_each_piece_as_the_catalog(
    target: str, game: str, language: str, store: Store
) -> None:
    files = exported(target, game, language, store)
    found = READERS[target](files, f"{game}-{language}")
    catalog = catalog_of(game)
    copies = [
        record.copies_in(catalog.edition)
        for component in catalog.components.values()
        if component.faces
        for record in catalog.pieces(component.name)
    ]
    assert found.faces.total() == sum(copies)
    assert Counter(found.faces.values()) == Counter(copy for copy in copies if copy)
    assert overlaps(found) == []
    assert not found.texts & hidden_names(game, language)


@pytest.mark.parametrize("target", READERS)
def test_names_of_hidden_pieces_are_in_no_file_by_default(target: str, store: Store) -> None:
    hidden = hidden_names("food-chain", "en")
    ids = {record.id for record in catalog_of("food-chain").pieces("organisms")}
    assert "Toad" in hidden
    assert "toad" in ids
    for names in (False, True):
        files = exported(target, "food-chain", "en", store, names=names)
        assert not any(identity in path for path in files for identity in ids)
        assert READERS[target](files, "food-chain-en").texts >= (hidden if names else set())
        told = {name for name in hidden for data in files.values() if json.dumps(name).encode() in data}
        if target in ("tts", "playground"):  # the others are packed, and their reader has read them
            assert told == (hidden if names else set())


@pytest.mark.parametrize("target", [*READERS, "atlas"])
def test_same_catalog_gives_the_same_bytes_in_any_process(
    target: str, store: Store, drawn_apart: tuple[ExportSource, VirtualTable]
) -> None:
    again = dict(EXPORTERS[target](dpi=30).table_files(*drawn_apart))  # type: ignore[call-arg,attr-defined]
    assert again == exported(target, "pocket-cats", "en", store)


@pytest.mark.parametrize("game", GAMES)
def test_sheets_for_other_tables_list_every_piece_at_its_cell(game: str, store: Store) -> None:
    files = exported("atlas", game, "fr", store)
    manifest = json.loads(files[f"{game}-fr/manifest.json"])
    listed = {}
    named = {"manifest.json"}
    for sheet in manifest["sheets"]:
        pieces = sheet["pieces"]
        assert [piece["cell"] for piece in pieces] == list(range(len(pieces)))
        assert len(pieces) <= sheet["columns"] * sheet["rows"] < len(pieces) + sheet["columns"]
        named |= {sheet[key] for key in ("faces", "back", "backs") if key in sheet}
        listed |= {(sheet["component"], piece["id"]): piece["copies"] for piece in pieces}
    assert {path.partition("/")[2] for path in files} == named
    catalog = catalog_of(game)
    assert listed == {
        (record.component, record.id): record.copies_in(catalog.edition)
        for component in catalog.components.values()
        if component.faces
        for record in catalog.pieces(component.name)
    }


def test_documents_are_states_of_a_single_object_beside_the_pieces(store: Store) -> None:
    files = exported("tts", "food-chain", "en", store, documents=True)
    save = json.loads(files["Saves/food-chain-en.json"])
    last = save["ObjectStates"][-1]
    shown = [last, *last["States"].values()]
    assert [*last["States"]] == [str(state) for state in range(2, len(shown) + 1)]
    assert {one["Name"] for one in shown} == {"Custom_PDF"}
    named = {one["CustomPDF"]["PDFUrl"] for one in shown}
    pdfs = {path.removeprefix("Mods/PDF/"): data for path, data in files.items() if path.startswith("Mods/PDF/")}
    assert named == set(pdfs)
    assert all(data.startswith(b"%PDF") for data in pdfs.values())
    assert [page["title"] for page in save["TabStates"].values()] == sorted({one["Nickname"] for one in shown})
    assert len({one["GUID"] for one in [*save["ObjectStates"], *shown]}) == len(save["ObjectStates"]) + len(shown) - 1
