"""The session follows the saved files, and the last good picture stays."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from pawprint.preview._renderer import Renderer, ViewOptions
from pawprint.preview.session import PiecePicture, Session
from pawprint.production.options import ImageOptions

FR = ViewOptions("fr")


def edit(path: Path, old: str, new: str) -> Path:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return path.resolve()


def seen(session: Session, piece: str = "animals/fox", view: ViewOptions = FR) -> PiecePicture:
    picture, _ = session.picture("den", piece, view)
    assert picture is not None
    return picture


def codes(session: Session) -> list[str]:
    return [found.finding.code for found in session.findings("den")]


def test_edit_of_a_record_changes_only_its_picture(session: Session, folder: Path) -> None:
    fox, hare = seen(session), seen(session, "animals/hare")
    (change,) = session.files_changed([edit(folder / "den/cards.yaml", "Renard", "Goupil")])
    assert (change.game, change.pieces) == ("den", ("animals/fox",))
    assert seen(session).tag != fox.tag
    assert seen(session, "animals/hare") == hare


def test_pieces_that_show_another_record_change_with_it(session: Session, folder: Path) -> None:
    face = folder / "layouts/faces/animal.yaml"
    session.files_changed([edit(face, "{{ name }}", "{{ prey[0].name if prey else name }}")])
    fox, hare = seen(session), seen(session, "animals/hare")
    (change,) = session.files_changed([edit(folder / "den/cards.yaml", "Lièvre", "Lapin")])
    assert change.pieces == ("animals/hare", "animals/fox")
    assert seen(session).tag != fox.tag
    (change,) = session.files_changed([edit(folder / "den/cards.yaml", "Renard", "Goupil")])
    assert change.pieces == ("animals/fox",)
    assert seen(session, "animals/hare").tag != hare.tag, "as it was drawn after the edit before"


def test_pictures_that_show_no_changed_record_are_not_drawn_again(
    session: Session, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = []
    draw = Renderer.draw
    monkeypatch.setattr(Renderer, "draw", lambda *words: drawn.append(words[2].id) or draw(*words))  # type: ignore[func-returns-value]
    for _ in range(2):
        seen(session), seen(session, "animals/hare")
        session.files_changed([edit(folder / "den/cards.yaml", "level: 2", "level: 3")])
        seen(session), seen(session, "animals/hare")
        session.files_changed([edit(folder / "den/cards.yaml", "level: 3", "level: 2")])
    assert drawn == ["fox", "hare", "fox", "fox", "fox"]


def test_changed_piece_comes_before_its_referrers(session: Session, folder: Path) -> None:
    (change,) = session.files_changed([edit(folder / "den/cards.yaml", "shy: true", "shy: false")])
    assert change.pieces == ("animals/hare", "animals/fox")


def test_file_saved_without_change_changes_nothing(session: Session, folder: Path) -> None:
    (change,) = session.files_changed([(folder / "den/cards.yaml").resolve()])
    assert change.pieces == ()


def test_broken_file_is_a_finding_and_the_last_good_picture_stays(session: Session, folder: Path) -> None:
    before = seen(session)
    cards = folder / "den/cards.yaml"
    good = cards.read_text(encoding="utf-8")
    cards.write_text(good + "  - {id: [", encoding="utf-8")
    session.files_changed([cards.resolve()])
    assert codes(session) == ["yaml-syntax"]
    assert seen(session).svg == before.svg
    cards.write_text(good, encoding="utf-8")
    session.files_changed([cards.resolve()])
    assert codes(session) == []
    assert seen(session) == before


def test_finding_of_a_layout_is_cached_with_the_layouts(session: Session, folder: Path) -> None:
    face = folder / "layouts/faces/animal.yaml"
    missing = "  - {kind: figure, figure: nothing, at: [5 mm, 15 mm], size: [9 mm, 9 mm]}\n"
    face.write_text(face.read_text(encoding="utf-8") + missing, encoding="utf-8")
    renderer = Renderer(session.folders)
    game = session.games["den"]
    assert game is not None
    for _ in range(2):
        _, found, _ = renderer.draw(game, game.records["animals"]["fox"], FR)
        assert found == ()
        assert [one.message for one in renderer.layout_findings()] == ["fox (fr): figure: there is no figure 'nothing'"]


def test_undrawable_piece_shows_its_last_picture_marked_as_stale(session: Session, folder: Path) -> None:
    before = seen(session)
    session.files_changed([edit(folder / "den/cards.yaml", "level: 2", "level: many")])
    now = seen(session)
    assert (now.svg, now.stale) == (before.svg, True)
    (found,) = session.findings("den")
    assert (found.finding.code, found.piece) == ("wrong-type", "animals/fox")
    assert str(found.finding.span) == "den/cards.yaml:3:51"


def test_finding_of_composing_belongs_to_its_piece_and_disappears_with_its_cause(
    session: Session, folder: Path
) -> None:
    seen(session)
    long = "Renard au nom bien trop long pour une si petite carte, et même davantage"
    session.files_changed([edit(folder / "den/cards.yaml", "Renard", f'"{long}"')])
    assert codes(session) == []
    _, news = session.picture("den", "animals/fox", FR)
    assert news
    (found,) = session.findings("den")
    assert (found.finding.code, found.piece) == ("overset", "animals/fox")
    session.files_changed([edit(folder / "den/cards.yaml", f'"{long}"', "Renard")])
    session.picture("den", "animals/fox", FR)
    assert codes(session) == []


def test_findings_of_a_check_move_with_their_text(session: Session, folder: Path) -> None:
    cards = folder / "den/cards.yaml"
    edit(cards, "level: 2", "level: 9")
    session.files_changed([cards.resolve()])
    (found,) = session.findings("den")
    session.files_changed([edit(cards, "level: 9", "level: 2")])
    assert session.accept_check("den", session.revision("den"), [found.finding])
    session.files_changed([edit(cards, "animals:\n", "# a line more\nanimals:\n")])
    (moved,) = session.findings("den")
    assert moved.finding.span is not None
    assert moved.finding.span.line == 4
    session.files_changed([edit(cards, "level: 2", "level: 1")])
    assert codes(session) == []  # what it was about has been edited


def test_check_that_is_older_than_the_last_save_is_ignored(session: Session, folder: Path) -> None:
    old = session.revision("den")
    session.files_changed([edit(folder / "den/cards.yaml", "Renard", "Goupil")])
    assert not session.accept_check("den", old, [])


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
    session: Session, folder: Path, file: str, old: str, new: str
) -> None:
    path = edit(folder / file, old, new)
    if file.endswith("game.yaml"):
        path.write_text(path.read_text(encoding="utf-8") + "# more\n", encoding="utf-8")
    assert session.files_changed([path])[-1].pieces is None


def test_edited_drawing_is_read_again(session: Session, folder: Path) -> None:
    before = seen(session)
    square = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0H9V9H0Z" fill="#123456"/></svg>'
    (folder / "den/art/fox.svg").write_text(square, encoding="utf-8")
    session.files_changed([(folder / "den/art/fox.svg").resolve()])
    assert b"#123456" in seen(session).svg
    assert seen(session).tag != before.tag


def test_every_view_is_a_different_picture(session: Session) -> None:
    views = [
        FR,
        ViewOptions("en"),
        ViewOptions("fr", image=ImageOptions(side="back")),
        ViewOptions("fr", image=ImageOptions(low_ink=True)),
        ViewOptions("fr", image=ImageOptions(sight="grey")),
        ViewOptions("fr", image=ImageOptions(proof=True)),
    ]
    assert len({seen(session, view=view).tag for view in views}) == len(views)


@pytest.mark.parametrize("piece", ["animals/wolf", "beasts/fox", "animals", ""])
def test_unknown_piece_has_no_picture(session: Session, piece: str) -> None:
    assert session.picture("den", piece, FR) == (None, False)
    assert session.picture("lair", "animals/fox", FR) == (None, False)
    assert session.picture("den", "animals/fox", ViewOptions("de")) == (None, False)


def test_pictures_are_remembered_up_to_a_limit(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    size = len(seen(session).svg)
    monkeypatch.setattr("pawprint.preview.session.MAX_PICTURE_BYTES", size)
    seen(session, "animals/hare")
    assert len(session._pictures) == 1


def test_game_that_is_broken_from_the_start_appears_when_it_is_fixed(den: Callable[..., Path]) -> None:
    folder = den({"den/game.yaml": "id: den\n"})
    session = Session(Path(), [Path("layouts")])
    assert session.games == {"den": None}
    assert codes(session) != []
    good = Path(__file__).parents[1] / "bad_catalogs/base/den/game.yaml"
    (folder / "den/game.yaml").write_text(good.read_text(encoding="utf-8"), encoding="utf-8")
    session.files_changed([(folder / "den/game.yaml").resolve()])
    assert codes(session) == []
    assert seen(session)


def test_game_that_does_not_exist_is_a_finding_at_the_start(folder: Path) -> None:
    (finding,) = Session(Path(), [Path("layouts")], ["lair"]).startup_findings
    assert finding.code == "unknown-game"


def test_drawings_are_cached_if_only_layouts_change(
    session: Session, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "den/art/fox.svg").write_text("<svg", encoding="utf-8")
    session.files_changed([(folder / "den/art/fox.svg").resolve()])
    session.picture("den", "animals/fox", FR)
    assert codes(session) == ["bad-svg"]
    seen(session, "animals/hare")
    monkeypatch.setattr("pawprint.pieces.assets.read_svg", lambda *_: pytest.fail("it has been read"))
    session.files_changed([edit(folder / "layouts/faces/animal.yaml", "at: [5 mm, 15 mm]", "at: [6 mm, 15 mm]")])
    seen(session, "animals/hare")
    assert codes(session) == ["bad-svg"]


def lair(folder: Path) -> Path:
    """Another game, in a folder that is new."""
    shutil.copytree(folder / "den", folder / "lair")
    edit(folder / "lair/game.yaml", "id: den", "id: lair")
    return (folder / "lair").resolve()


@pytest.mark.parametrize("saved", ["lair", "lair/game.yaml"])
def test_game_whose_folder_is_new_appears(session: Session, folder: Path, saved: str) -> None:
    home = lair(folder)
    changes = session.files_changed([home.parent / saved])
    assert [*session.games] == ["den", "lair"]
    assert ("lair", None) in changes
    picture, _ = session.picture("lair", "animals/fox", FR)
    assert picture is not None


def test_game_with_a_deleted_folder_disappears(session: Session, folder: Path) -> None:
    home = lair(folder)
    session.files_changed([home])
    shutil.rmtree(home)
    session.files_changed([home, home / "game.yaml", home / "cards.yaml"])
    assert [*session.games] == ["den"]
    assert session.picture("lair", "animals/fox", FR) == (None, False)
    assert not session.accept_check("lair", 0, [])


def test_briefly_missing_declaration_is_a_finding_and_the_game_stays(session: Session, folder: Path) -> None:
    before = seen(session)
    (folder / "den/game.yaml").unlink()
    session.files_changed([(folder / "den/game.yaml").resolve()])
    assert seen(session).svg == before.svg
    assert codes(session)


def test_unrequested_games_do_not_appear(folder: Path) -> None:
    session = Session(Path(), [Path("layouts")], ["den"])
    assert session.files_changed([lair(folder)]) == []
    assert [*session.games] == ["den"]


def test_returning_game_has_its_current_drawings(session: Session, folder: Path) -> None:
    home = lair(folder)
    (home / "art").rename(folder / "art-of-lair")
    session.files_changed([home])
    session.picture("lair", "animals/fox", FR)
    shutil.rmtree(home)
    session.files_changed([home])
    lair(folder)
    session.files_changed([home])
    session.picture("lair", "animals/fox", FR)
    assert session.findings("lair") == []


def test_temporary_file_of_an_editor_redraws_nothing(session: Session, folder: Path) -> None:
    seen(session)
    assert session.files_changed([folder.resolve() / "den/4913", folder.resolve() / "layouts/faces/4913"]) == []


def test_new_folder_of_drawings_is_noticed(session: Session, folder: Path) -> None:
    (folder / "den/art").rename(folder / "away")
    session.files_changed([(folder / "den/art").resolve()])
    session.picture("den", "animals/fox", FR)
    assert codes(session) == ["missing-art"]
    (folder / "away").rename(folder / "den/art")
    session.files_changed([(folder / "den/art").resolve()])
    seen(session)
    assert codes(session) == []


@pytest.mark.parametrize(
    ("name", "same"), [("layouts/palettes.yaml", True), ("den/art/fox.svg", True), ("den/images/x.png", False)]
)
def test_outlines_of_words_outlive_an_edit_but_images_do_not(
    session: Session, folder: Path, name: str, same: bool
) -> None:
    press = session._renderer._press
    session.files_changed([(folder / name).resolve()])
    assert (session._renderer._press is press) == same
