"""The differences between two versions of a game."""

from collections.abc import Callable
from pathlib import Path

import pytest

from pawprint.catalog.library import load_library
from pawprint.catalog.model import Game
from pawprint.core.diagnostics import Findings
from pawprint.preview._changed_pieces import RecordSpans, changed_pieces, changed_records

CARDS = """\
animals:
  - &hare {id: hare, name: {fr: Lièvre, en: Hare}, level: 1, diet: plants, shy: true}
  - {id: fox, name: {fr: Renard, en: Fox}, level: 2, diet: meat, prey: [hare]}
  - {id: owl, name: {fr: Hibou, en: Owl}, level: 3, diet: meat, art: fox}
  - {id: wolf, name: "Wolf {{ all.animals|sum(attribute='level') }}", level: 3, diet: meat, art: fox}
  - {<<: *hare, id: rabbit, name: {fr: Lapin, en: Rabbit}, art: hare}
"""


@pytest.fixture
def read(den: Callable[..., Path]) -> Callable[..., Game]:
    folder = den()

    def game(old: str = "", new: str = "") -> Game:
        (folder / "den/cards.yaml").write_text(CARDS.replace(old, new, 1) if old else CARDS, encoding="utf-8")
        findings = Findings()
        loaded = load_library(Path(), findings).games["den"]
        assert not findings.failed, [*findings]
        return loaded

    return game


@pytest.mark.parametrize(
    ("old", "new", "pieces"),
    [
        ("Hibou", "Chouette", ["owl"]),
        ("level: 3", "level:  3", []),  # another text that says the same
        ("level: 3", "level: 2", ["owl", "wolf"]),  # the wolf's name adds up all levels
        ("animals:", "# more\nanimals:", []),
        ("{id: owl", "{id: kite", ["kite"]),
        ("prey: [hare]", "prey: [hare, owl]", ["fox", "owl", "hare"]),  # the owl is hunted now
        ("level: 3,", "level: 3, copies: 2,", ["owl"]),
        ("shy: true", "shy: false", ["hare", "rabbit", "fox"]),  # through the merge, too; the fox hunts the hare
    ],
)
def test_changed_pieces_come_before_their_referrers(
    read: Callable[..., Game], old: str, new: str, pieces: list[str]
) -> None:
    after = read(old, new)
    assert changed_pieces(after, changed_records(read(), after)) == tuple(f"animals/{piece}" for piece in pieces)


def test_place_is_in_its_record(read: Callable[..., Game]) -> None:
    game = read()
    places = RecordSpans(game)
    owl = game.records["animals"]["owl"]
    assert places.piece(owl.span("name", "fr")) == "animals/owl"
    assert places.piece(game.components["animals"].span("stock")) == ""
    assert places.piece(None) == ""
