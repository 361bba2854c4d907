"""What is on the desk follows the files, and the last good picture stays."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from pawprint.preview.renderer import ViewOptions
from pawprint.preview.session import PiecePicture, Session

FR = ViewOptions("fr")


def edit(path: Path, old: str, new: str) -> Path:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return path.resolve()


def seen(desk: Session, piece: str = "animals/fox", look: ViewOptions = FR) -> PiecePicture:
    picture, _ = desk.picture("den", piece, look)
    assert picture is not None
    return picture


def codes(desk: Session) -> list[str]:
    return [told.finding.code for told in desk.findings("den")]


def test_an_edit_of_a_record_changes_its_picture_and_no_other(desk: Session, folder: Path) -> None:
    fox, hare = seen(desk), seen(desk, "animals/hare")
    (change,) = desk.changed([edit(folder / "den/cards.yaml", "Renard", "Goupil")])
    assert (change.game, change.pieces) == ("den", ("animals/fox", "animals/hare"))  # the fox hunts the hare
    assert seen(desk).tag != fox.tag
    assert seen(desk, "animals/hare") == hare


def test_what_changed_comes_before_what_refers_to_it(desk: Session, folder: Path) -> None:
    (change,) = desk.changed([edit(folder / "den/cards.yaml", "shy: true", "shy: false")])
    assert change.pieces == ("animals/hare", "animals/fox")


def test_a_file_saved_without_change_changes_nothing(desk: Session, folder: Path) -> None:
    (change,) = desk.changed([(folder / "den/cards.yaml").resolve()])
    assert change.pieces == ()


def test_a_broken_file_is_told_and_the_last_good_picture_stays(desk: Session, folder: Path) -> None:
    before = seen(desk)
    cards = folder / "den/cards.yaml"
    good = cards.read_text(encoding="utf-8")
    cards.write_text(good + "  - {id: [", encoding="utf-8")
    desk.changed([cards.resolve()])
    assert codes(desk) == ["yaml-syntax"]
    assert seen(desk).svg == before.svg
    cards.write_text(good, encoding="utf-8")
    desk.changed([cards.resolve()])
    assert codes(desk) == []
    assert seen(desk) == before


def test_a_piece_that_cannot_be_drawn_keeps_its_picture_and_says_so(desk: Session, folder: Path) -> None:
    before = seen(desk)
    desk.changed([edit(folder / "den/cards.yaml", "level: 2", "level: many")])
    now = seen(desk)
    assert (now.svg, now.stale) == (before.svg, True)
    (told,) = desk.findings("den")
    assert (told.finding.code, told.piece) == ("wrong-type", "animals/fox")
    assert str(told.finding.span) == "den/cards.yaml:3:51"


def test_a_finding_of_composing_belongs_to_its_piece_and_goes_with_its_cause(desk: Session, folder: Path) -> None:
    seen(desk)
    long = "Renard au nom bien trop long pour une si petite carte, et même davantage"
    desk.changed([edit(folder / "den/cards.yaml", "Renard", f'"{long}"')])
    assert codes(desk) == []
    _, news = desk.picture("den", "animals/fox", FR)
    assert news
    (told,) = desk.findings("den")
    assert (told.finding.code, told.piece) == ("overset", "animals/fox")
    desk.changed([edit(folder / "den/cards.yaml", f'"{long}"', "Renard")])
    desk.picture("den", "animals/fox", FR)
    assert codes(desk) == []


def test_findings_of_a_check_move_with_their_text(desk: Session, folder: Path) -> None:
    cards = folder / "den/cards.yaml"
    edit(cards, "level: 2", "level: 9")
    desk.changed([cards.resolve()])
    (told,) = desk.findings("den")
    desk.changed([edit(cards, "level: 9", "level: 2")])
    assert desk.settle("den", desk.revision("den"), [told.finding])
    desk.changed([edit(cards, "animals:\n", "# a line more\nanimals:\n")])
    (moved,) = desk.findings("den")
    assert moved.finding.span is not None
    assert moved.finding.span.line == 4
    desk.changed([edit(cards, "level: 2", "level: 1")])
    assert codes(desk) == []  # what it was about has been edited


def test_a_check_of_what_was_before_the_last_save_is_not_taken(desk: Session, folder: Path) -> None:
    old = desk.revision("den")
    desk.changed([edit(folder / "den/cards.yaml", "Renard", "Goupil")])
    assert not desk.settle("den", old, [])


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("layouts/faces/animal.yaml", "at: [5 mm, 15 mm]", "at: [6 mm, 15 mm]"),
        ("layouts/palettes.yaml", "moss", "moss"),
        ("den/art/fox.svg", "<svg ", '<svg data-x="1" '),
        ("den/game.yaml", "default: moss", "default: moss"),
    ],
)
def test_layouts_drawings_and_declarations_may_change_any_piece(
    desk: Session, folder: Path, file: str, old: str, new: str
) -> None:
    path = edit(folder / file, old, new)
    if file.endswith("game.yaml"):
        path.write_text(path.read_text(encoding="utf-8") + "# more\n", encoding="utf-8")
    assert desk.changed([path])[-1].pieces is None


def test_a_drawing_is_read_anew(desk: Session, folder: Path) -> None:
    before = seen(desk)
    square = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0H9V9H0Z" fill="#123456"/></svg>'
    (folder / "den/art/fox.svg").write_text(square, encoding="utf-8")
    desk.changed([(folder / "den/art/fox.svg").resolve()])
    assert b"#123456" in seen(desk).svg
    assert seen(desk).tag != before.tag


def test_every_look_is_another_picture(desk: Session) -> None:
    looks = [
        FR,
        ViewOptions("en"),
        ViewOptions("fr", "back"),
        ViewOptions("fr", low_ink=True),
        ViewOptions("fr", sight="grey"),
        ViewOptions("fr", guides=True),
    ]
    assert len({seen(desk, look=look).tag for look in looks}) == len(looks)


@pytest.mark.parametrize("piece", ["animals/wolf", "beasts/fox", "animals", ""])
def test_there_is_no_picture_of_what_is_not_there(desk: Session, piece: str) -> None:
    assert desk.picture("den", piece, FR) == (None, False)
    assert desk.picture("lair", "animals/fox", FR) == (None, False)
    assert desk.picture("den", "animals/fox", ViewOptions("de")) == (None, False)


def test_pictures_are_remembered_up_to_a_limit(desk: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    size = len(seen(desk).svg)
    monkeypatch.setattr("pawprint.preview.session.MOST_BYTES", size)
    seen(desk, "animals/hare")
    assert len(desk._pictures) == 1


def test_a_game_that_is_broken_from_the_start_comes_when_it_is_mended(den: Callable[..., Path]) -> None:
    folder = den({"den/game.yaml": "id: den\n"})
    desk = Session(Path(), [Path("layouts")])
    assert desk.games == {"den": None}
    assert codes(desk) != []
    good = Path(__file__).parents[1] / "bad_catalogs/base/den/game.yaml"
    (folder / "den/game.yaml").write_text(good.read_text(encoding="utf-8"), encoding="utf-8")
    desk.changed([(folder / "den/game.yaml").resolve()])
    assert codes(desk) == []
    assert seen(desk)


def test_a_game_that_does_not_exist_is_a_fault(folder: Path) -> None:
    (fault,) = Session(Path(), [Path("layouts")], ["lair"]).faults
    assert fault.code == "unknown-game"


def test_drawings_are_kept_where_only_layouts_change(
    desk: Session, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "den/art/fox.svg").write_text("<svg", encoding="utf-8")
    desk.changed([(folder / "den/art/fox.svg").resolve()])
    desk.picture("den", "animals/fox", FR)
    assert codes(desk) == ["bad-svg"]
    seen(desk, "animals/hare")
    monkeypatch.setattr("pawprint.faces.assets.read_svg", lambda *_: pytest.fail("it has been read"))
    desk.changed([edit(folder / "layouts/faces/animal.yaml", "at: [5 mm, 15 mm]", "at: [6 mm, 15 mm]")])
    seen(desk, "animals/hare")
    assert codes(desk) == ["bad-svg"]


def lair(folder: Path) -> Path:
    """Another game, in a folder that is new."""
    shutil.copytree(folder / "den", folder / "lair")
    edit(folder / "lair/game.yaml", "id: den", "id: lair")
    return (folder / "lair").resolve()


@pytest.mark.parametrize("told", ["lair", "lair/game.yaml"])
def test_a_game_whose_folder_is_new_appears(desk: Session, folder: Path, told: str) -> None:
    home = lair(folder)
    changes = desk.changed([home.parent / told])
    assert [*desk.games] == ["den", "lair"]
    assert ("lair", None) in changes
    picture, _ = desk.picture("lair", "animals/fox", FR)
    assert picture is not None


def test_a_game_whose_folder_is_gone_is_no_more(desk: Session, folder: Path) -> None:
    home = lair(folder)
    desk.changed([home])
    shutil.rmtree(home)
    desk.changed([home, home / "game.yaml", home / "cards.yaml"])
    assert [*desk.games] == ["den"]
    assert desk.picture("lair", "animals/fox", FR) == (None, False)
    assert not desk.settle("lair", 0, [])


def test_a_declaration_that_is_gone_for_a_moment_is_told_and_the_game_stays(desk: Session, folder: Path) -> None:
    before = seen(desk)
    (folder / "den/game.yaml").unlink()
    desk.changed([(folder / "den/game.yaml").resolve()])
    assert seen(desk).svg == before.svg
    assert codes(desk)


def test_games_that_were_not_asked_for_do_not_appear(folder: Path) -> None:
    desk = Session(Path(), [Path("layouts")], ["den"])
    assert desk.changed([lair(folder)]) == []
    assert [*desk.games] == ["den"]


def test_a_game_that_comes_back_has_the_drawings_that_it_has_now(desk: Session, folder: Path) -> None:
    home = lair(folder)
    (home / "art").rename(folder / "art-of-lair")
    desk.changed([home])
    desk.picture("lair", "animals/fox", FR)
    shutil.rmtree(home)
    desk.changed([home])
    lair(folder)
    desk.changed([home])
    desk.picture("lair", "animals/fox", FR)
    assert desk.findings("lair") == []


def test_the_passing_file_of_an_editor_draws_nothing_anew(desk: Session, folder: Path) -> None:
    seen(desk)
    assert desk.changed([folder.resolve() / "den/4913", folder.resolve() / "layouts/faces/4913"]) == []


def test_a_folder_of_drawings_that_comes_is_seen(desk: Session, folder: Path) -> None:
    (folder / "den/art").rename(folder / "away")
    desk.changed([(folder / "den/art").resolve()])
    desk.picture("den", "animals/fox", FR)
    assert codes(desk) == ["missing-art"]
    (folder / "away").rename(folder / "den/art")
    desk.changed([(folder / "den/art").resolve()])
    seen(desk)
    assert codes(desk) == []


@pytest.mark.parametrize(
    ("name", "kept"), [("layouts/palettes.yaml", True), ("den/art/fox.svg", True), ("den/images/x.png", False)]
)
def test_outlines_of_words_outlive_an_edit_but_images_do_not(
    desk: Session, folder: Path, name: str, kept: bool
) -> None:
    press = desk._easel._press
    desk.changed([(folder / name).resolve()])
    assert (desk._easel._press is press) == kept
