"""A name -> the files of a small sample game, whose comments explain each part."""

from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable

from pawprint.importer.game_folder import with_editor_files
from pawprint.spreadsheets.yaml_writer import scalar_text

#: With its own rules, the declaration of the game names their file.
_RULES = "rules: {engine: rules.py}             # a program that plays the game; see rules.py\n"


def template_files(game: str, title: str, *, rules: bool = False) -> dict[str, bytes]:
    """The files of a new game's folder, by path within it.

    Args:
        game: its id.
        title: what people read.
        rules: with an engine of its own, scenarios, and a figure.
    """
    made: dict[str, bytes] = {}
    package = files("pawprint.importer")
    found = dict(_walk(package / "template", ""))
    for path, data in _walk(package / "template_rules", "") if rules else ():
        found[path] = found.get(path, b"") + data  # what is there goes on
    for path, data in found.items():
        text = data.decode().replace("@ID@", game).replace("@RULES@", _RULES if rules else "")
        text = text.replace("@QUOTED@", scalar_text(title, inside=False, bare=False))
        made[path.replace("/GAME/", f"/{game}/")] = text.replace("@TITLE@", title).encode()
    return with_editor_files(made, game)


def _walk(folder: Traversable, before: str) -> Iterator[tuple[str, bytes]]:
    for item in sorted(folder.iterdir(), key=lambda item: item.name):
        if item.is_dir():
            yield from _walk(item, f"{before}{item.name}/")
        else:
            yield before + item.name.removesuffix(".template"), item.read_bytes()
