"""The earlier values of pieces, in memory: they look as they did unless a layout has changed since."""

from collections.abc import Callable
from pathlib import Path

from pawprint.catalog.model import Game
from pawprint.core.length import DESIGN_BLEED
from pawprint.production import pipeline
from pawprint.production.changes._current import state_now
from pawprint.production.changes.earlier_game import earlier_game, pieces_as_before
from pawprint.production.pipeline import Workspace
from pawprint.production.snapshot import Snapshot

CARDS = "den/cards.yaml"


def loaded() -> tuple[Workspace, Game]:
    workspace = pipeline.load(Path(), [Path("layouts")], ["den"])
    return workspace, workspace.library.games["den"]


def printed() -> Snapshot:
    workspace, game = loaded()
    return state_now(game, workspace.composer(DESIGN_BLEED))


def edit(folder: Path, file: str, *pairs: tuple[str, str]) -> None:
    text = (folder / file).read_text(encoding="utf-8")
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new)
    (folder / file).write_text(text, encoding="utf-8")


def test_game_has_the_values_that_were_printed(den: Callable[..., Path]) -> None:
    folder, before = den(), printed()
    edit(folder, CARDS, ("Renard", "Goupil"), ("level: 2", "level: 3, weight: 2"), ("prey: [hare]", "prey: []"))
    edit(folder, CARDS, (", shy: true", ""))
    workspace, now = loaded()
    then = earlier_game(now, before)
    assert then is not None
    fox, hare = then.records["animals"]["fox"], then.records["animals"]["hare"]
    assert dict(fox.values["name"]) == {"fr": "Renard", "en": "Fox"}
    assert (fox.values["level"], fox.values["weight"], fox.values["prey"]) == (2, 1, (hare,))
    assert hare.values["shy"] is True
    assert dict(now.records["animals"]["fox"].values["name"])["fr"] == "Goupil"
    same = pieces_as_before(then, before, {"animals/fox", "animals/hare"}, workspace.composer(DESIGN_BLEED))
    assert same == {"animals/fox", "animals/hare"}


def test_changed_layout_does_not_change_old_pictures(den: Callable[..., Path]) -> None:
    folder, before = den(), printed()
    edit(folder, "layouts/faces/animal.yaml", ("at: [5 mm, 15 mm]", "at: [6 mm, 15 mm]"))
    edit(folder, CARDS, ("Renard", "Goupil"))
    workspace, now = loaded()
    then = earlier_game(now, before)
    assert then is not None
    assert pieces_as_before(then, before, {"animals/fox"}, workspace.composer(DESIGN_BLEED)) == set()


def test_new_piece_stays_and_a_deleted_piece_is_not_drawn(den: Callable[..., Path]) -> None:
    folder, before = den(), printed()
    edit(folder, CARDS, ("id: fox", "id: vixen"))
    workspace, now = loaded()
    then = earlier_game(now, before)
    assert then is not None
    assert {*then.records["animals"]} == {"hare", "vixen"}
    assert pieces_as_before(then, before, {"animals/fox"}, workspace.composer(DESIGN_BLEED)) == set()
    assert pieces_as_before(None, before, {"animals/fox"}, workspace.composer(DESIGN_BLEED)) == set()
