"""Which folders are games."""

from pathlib import Path

from pawprint.catalog.library import game_folders


def test_folder_of_games_and_folder_of_a_single_game(tmp_path: Path) -> None:
    for name in ("otter", "den", ".den.swap", "notes"):
        (tmp_path / name).mkdir()
        if name != "notes":
            (tmp_path / name / "game.yaml").touch()
    assert game_folders(tmp_path) == {"den": tmp_path / "den", "otter": tmp_path / "otter"}, "hidden ones are none"
    assert game_folders(tmp_path / "otter") == {"otter": tmp_path / "otter"}
    assert game_folders(tmp_path / "gone") == {}
