"""A game that is read again with what an earlier reading has left is the same, findings included."""

import shutil
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawprint.catalog.library import GameReader, load_library
from pawprint.catalog.model import Game, Record
from pawprint.core.diagnostics import Findings
from strategies import examples

CATALOG = Path(__file__).parents[2] / "catalog"
#: What is typed into a record, for better or worse.
WORDS = [
    "1",
    "-7",
    "fox",
    "many",
    "[]",
    "{",
    "  - id: owl\n",
    "\n",
    "\n    copies: 2",
    ": ",
    "'",
    "&a ",
    "*a",
    "# ",
    "",
]


def plain(value: Any) -> Any:
    if isinstance(value, Record):
        return ("record", value.component, value.id)
    if isinstance(value, dict):
        return {name: plain(item) for name, item in value.items()}
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    return value


def reading_of(game: Game | None, findings: Findings) -> Any:
    """All that a reading tells: values, places, findings."""
    found = [(str(one.span), one.span and one.span.end, one) for one in findings.sorted()]
    told = [(place, end, one.code, one.message, one.help, one.fault) for place, end, one in found]
    if game is None:
        return told
    records = [
        (
            record.component, record.id, record.copies, dict(record.by_edition), record.editions, record.origin,
            plain(dict(record.values)), record.node.source.name, record.node.start, record.node.end,
            [(name, str(record.span(name)), record.span(name).end) for name in record.node.entries],
            [(name, str(record.node.key_span(name))) for name in record.node.keys],
        )
        for records in game.records.values() for record in records.values()
    ]  # fmt: skip
    return told, records, game.invalid, game.title, game.facts, list(game.components)


class Reader:
    """Reads a game twice: with a new reader, and with the one that has read it before."""

    def __init__(self, catalog: Path, name: str) -> None:
        self.catalog, self.name = catalog, name
        self.again = GameReader(catalog / name, catalog)
        self.game: Game | None = None

    def read(self) -> Findings:
        fresh, again = Findings(), Findings()
        wanted = load_library(self.catalog, fresh, [self.name]).games.get(self.name)
        self.game = self.again.read(again)
        assert reading_of(self.game, again) == reading_of(wanted, fresh)
        return again


@pytest.mark.parametrize("name", sorted(path.parent.name for path in CATALOG.glob("*/game.yaml")))
@examples(2)
@given(st.data())
def test_edits_of_the_bundled_games(name: str, data: st.DataObject) -> None:
    with TemporaryDirectory() as folder:
        shutil.copytree(CATALOG / name, Path(folder) / name)
        reader = Reader(Path(folder), name)
        reader.read()
        files = sorted(Path(folder).glob("*/*.yaml"))
        for _ in range(3):
            path = data.draw(st.sampled_from(files))
            good = path.read_text(encoding="utf-8")
            start = data.draw(st.integers(0, len(good)))
            end = min(len(good), start + data.draw(st.sampled_from([0, 0, 1, 3, 12, 60])))
            path.write_text(good[:start] + data.draw(st.sampled_from(WORDS)) + good[end:], encoding="utf-8")
            reader.read()
            if data.draw(st.booleans()):  # mended
                path.write_text(good, encoding="utf-8")
                reader.read()


@pytest.fixture
def den_reader(den: Callable[..., Path]) -> Reader:
    den()
    reader = Reader(Path(), "den")
    assert not reader.read()
    return reader


def edit(name: str, old: str, new: str) -> None:
    path = Path("den") / name
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_unchanged_records_are_not_read_again(den_reader: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    from pawprint.catalog import library

    whole = library.read_record
    monkeypatch.setattr(
        library,
        "read_record",
        lambda component, node, *more: read.append(str(node.span)) or whole(component, node, *more),
    )
    edit("cards.yaml", "Lièvre", "Levraut")
    den_reader.again.read(Findings())
    assert len(read) == 1


def test_broken_reference_is_reported_at_its_new_place(den_reader: Reader) -> None:
    edit("cards.yaml", "prey: [hare]", "prey: [hares]")
    assert [str(one.span) for one in den_reader.read()] == ["den/cards.yaml:3:73"]
    edit("cards.yaml", "Lièvre", "Lièvre qui court")
    edit("cards.yaml", "animals:\n", "animals:\n\n")
    assert [str(one.span) for one in den_reader.read()] == ["den/cards.yaml:4:73"]


def test_reference_to_a_renamed_record_is_reported(den_reader: Reader) -> None:
    edit("cards.yaml", "id: hare", "id: rabbit")
    assert [one.code for one in den_reader.read()] == ["unknown-reference"]
    edit("cards.yaml", "id: rabbit", "id: hare")
    assert not den_reader.read()


def test_broken_default_of_a_declaration_is_reported_there(den_reader: Reader) -> None:
    edit(
        "game.yaml",
        "prey: {type: list, of: {ref: animals}}",
        "prey: {type: list, of: {ref: animals}}\n      rival: {ref: animals, default: hare}",
    )
    assert not den_reader.read()
    edit("cards.yaml", "Lièvre", "Lièvre qui court")
    edit("cards.yaml", "id: hare", "id: rabbit")
    places = {str(one.span) for one in den_reader.read()}
    assert any(place.startswith("den/game.yaml") for place in places)


def test_changed_declaration_rereads_every_record(den_reader: Reader) -> None:
    edit("game.yaml", "max: 3", "max: 1")
    assert [one.code for one in den_reader.read()] == ["out-of-range"]
    edit("game.yaml", "max: 1", "max: 3")
    assert not den_reader.read()
    edit("game.yaml", "languages: [fr, en]", "languages: [fr")
    assert den_reader.read()
    edit("game.yaml", "languages: [fr", "languages: [fr, en]")
    assert not den_reader.read()


def test_deleted_file_is_reported_and_may_return(den_reader: Reader) -> None:
    path = Path("den/cards.yaml")
    good = path.read_text(encoding="utf-8")
    path.unlink()
    assert [one.code for one in den_reader.read()] == ["file-missing"]
    path.write_text(good, encoding="utf-8")
    assert not den_reader.read()


def test_readings_share_no_values(den_reader: Reader) -> None:
    before = den_reader.game
    edit("cards.yaml", "Lièvre", "Levraut")
    den_reader.read()
    after = den_reader.game
    assert before is not None
    assert after is not None
    fox = before.records["animals"]["fox"], after.records["animals"]["fox"]
    assert fox[0].values is not fox[1].values
    assert fox[0]["prey"][0] is before.records["animals"]["hare"]
    assert fox[1]["prey"][0] is after.records["animals"]["hare"]
