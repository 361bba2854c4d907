"""A name -> the files of a small sample game, whose comments explain each part."""

from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable

from pawprint.importer.game_folder import with_editor_files
from pawprint.spreadsheets.yaml_writer import scalar_text


def template_files(game: str, title: str) -> dict[str, bytes]:
    """The files of a new game's folder, by path within it.

    Args:
        game: its id.
        title: what people read.
    """
    made: dict[str, bytes] = {}
    for path, data in _walk(files("pawprint.importer") / "template", ""):
        text = data.decode().replace("@ID@", game).replace("@QUOTED@", scalar_text(title, inside=False, bare=False))
        made[path.replace("/GAME/", f"/{game}/")] = text.replace("@TITLE@", title).encode()
    return with_editor_files(made, game)


def _walk(folder: Traversable, before: str) -> Iterator[tuple[str, bytes]]:
    for item in sorted(folder.iterdir(), key=lambda item: item.name):
        if item.is_dir():
            yield from _walk(item, f"{before}{item.name}/")
        else:
            yield before + item.name, item.read_bytes()
