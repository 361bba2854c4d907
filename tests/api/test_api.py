"""The Python API: its names are frozen, and what it returns shows itself."""

from pathlib import Path

import pytest

import pawprint
from helpers import Toy

NAMES = [
    "FaultyCatalogError", "FindingList", "Game", "Piece", "PlayedGames", "Project", "Record", "RecordList",
    "bundled_games", "open_project",
]  # fmt: skip


@pytest.fixture
def toy(tmp_path: Path) -> Toy:
    return Toy(tmp_path, fonts=True)


def opened(toy: Toy) -> pawprint.Game:
    project = pawprint.open_project(toy.catalog.parent, layouts=toy.own)
    return project[next(iter(project))]


def test_public_names_are_the_documented_names() -> None:
    assert pawprint.__all__ == NAMES
    assert {*dir(pawprint)} >= {*NAMES}
    assert all(getattr(pawprint, name) is not None for name in NAMES)
    with pytest.raises(AttributeError, match="no attribute 'pipeline_of'"):
        _ = pawprint.pipeline_of


def test_folder_without_a_catalog_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"no catalog/GAME/game\.yaml"):
        pawprint.open_project(tmp_path)


def test_project_reads_the_games_that_are_named() -> None:
    games = pawprint.bundled_games()
    name = [*games][-1]
    assert [*pawprint.open_project(games.catalog, games=[name])] == [name]
    assert pawprint.open_project(games.catalog, games=["no-such-game"]).findings.failed


def test_unknown_names_suggest_known_ones() -> None:
    project = pawprint.bundled_games()
    game = project["food-chain"]
    with pytest.raises(KeyError, match="did you mean 'fooden'"):
        _ = project["foodn"]
    with pytest.raises(KeyError, match="did you mean 'toad'"):
        _ = game["toda"]
    with pytest.raises(KeyError, match="no component 'organism'; did you mean 'organisms'"):
        game.records("organism")
    with pytest.raises(KeyError, match="no language 'de'; it has"):
        game.in_language("de")
    with pytest.raises(KeyError, match="no export 'pgn'"):
        game.export("pgn", "out")
    with pytest.raises(ValueError, match="there is no field 'leve'"):
        game.records("organisms", where="leve > 2")
    with pytest.raises(LookupError, match="have no back"):
        project["pocket-cats"].records("powers")[0].piece("back")


def test_wrong_arguments_are_explained(tmp_path: Path) -> None:
    project = pawprint.bundled_games()
    game = project["food-chain"]
    with pytest.raises(ValueError, match="a piece has the sides face and back, not 'front'"):
        game["toad"].piece("front")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="these are no records"):
        game.sheets(game.records("organisms", where="level > 9"))
    with pytest.raises(ValueError, match="these are records of several components: organisms, bonus"):
        game.sheets(game.records())
    with pytest.raises(TypeError, match="there is no option 'papr'; did you mean 'paper'"):
        game.sheets([game["toad"]], papr="A4")
    with pytest.raises(ValueError, match="there are no carts to build; did you mean 'cards'"):
        project.build(tmp_path, kinds=["carts"])
    with pytest.raises(TypeError, match="png has no option 'dpj'; did you mean 'dpi'"):
        game.export("png", tmp_path, dpj=72)
    with pytest.raises(KeyError, match="organisms/toad has no field 'point'; did you mean 'points'"):
        game["toad"].finding("too strong", "point")
    with pytest.raises(ValueError, match=r"organisms/\w+: there is no field 'leve'"):
        game.records("organisms", where="leve > 3")


def test_options_accept_records_texts_and_lengths(tmp_path: Path) -> None:
    game = pawprint.bundled_games()["food-chain"]
    toads = [record for record in game.records("organisms") if record.id == "toad"]
    assert game.sheets(toads, bleed="2 mm", margin="8 mm", cover=False).startswith(b"%PDF-")
    paths = game.export("png", tmp_path, cards=toads, languages="en", dpi=40)
    assert {path.name for path in paths} == {"toad.png", "manifest-en.json"}


def test_records_are_compared_and_shown() -> None:
    game = pawprint.bundled_games()["food-chain"]
    toad = game["toad"]
    assert toad == game["organisms/toad"]
    assert len({toad, game["organisms/toad"]}) == 1
    assert toad in game["fox"]["prey"]
    assert repr(toad) == "<organisms/toad>"
    assert toad._repr_svg_().startswith("<svg") or "<svg" in toad._repr_svg_()
    some = game.records("organisms")[:3]
    assert repr(some) == f"<3 records: {', '.join(one.id for one in some)}>"
    assert "<th>points</th>" in some._repr_html_()


def test_findings_of_a_script_point_at_the_field() -> None:
    game = pawprint.bundled_games()["food-chain"]
    own = pawprint.FindingList([game["toad"].finding("too <strong>", "points", help="take 3")])
    assert own.failed
    assert own.text().endswith("error[own-check]: too <strong>; take 3")
    assert "::error file=" in own.annotations()
    assert "too &lt;strong&gt;" in own._repr_html_()
    assert repr(own) == "<1 findings, 1 errors>"


def test_faulty_catalog_builds_nothing(toy: Toy, tmp_path: Path) -> None:
    game = opened(toy)
    component = game.components[0]
    assert not game.project.check().failed
    assert game.sheets(game.records(component)).startswith(b"%PDF-")
    with pytest.raises(pawprint.FaultyCatalogError, match="unknown-paper") as caught:
        game.project.build(tmp_path / "out", paper="A44")
    assert caught.value.findings.errors
    assert not (tmp_path / "out").exists()


def test_pictures_are_files_of_three_kinds(tmp_path: Path) -> None:
    piece = pawprint.bundled_games()["food-chain"]["toad"].piece(bleed="2 mm")
    assert (round(piece.width, 1), round(piece.height, 1)) == (67.5, 92.9)
    begins = {"svg": b"<", "png": b"\x89PNG", "pdf": b"%PDF-"}
    for ending, begin in begins.items():
        assert piece.save(tmp_path / f"toad.{ending}", dpi=50).read_bytes().startswith(begin)
    with pytest.raises(ValueError, match="a picture is a file of the kind"):
        piece.save(tmp_path / "toad.gif")
    with pytest.raises(ValueError, match="20 to 1200 dpi"):
        piece.png(9)


def test_games_without_bots_explain_why_they_cannot_be_played(toy: Toy) -> None:
    with pytest.raises(ValueError, match="no rules that bots can play"):
        opened(toy).play(1)
    with pytest.raises(ValueError, match="is for 2, 3, 4 players, not for 9"):
        pawprint.bundled_games()["food-chain"].play(1, players=9)
