"""A catalog folder -> the folders of its games."""

from pathlib import Path


def game_folders(folder: Path) -> dict[str, Path]:
    """id -> folder of each game, by id; *folder* may also be that of one game. Hidden folders are no games."""
    if (folder / "game.yaml").is_file():
        return {folder.resolve().name: folder}
    if folder.is_dir():
        found = (path.parent for path in sorted(folder.glob("*/game.yaml")))
        return {path.name: path for path in found if not path.name.startswith(".")}
    return {}
