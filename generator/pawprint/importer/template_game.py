"""A name -> the files of a small sample game, whose comments explain each part."""

from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable

from pawprint.importer.game_folder import with_editor_files
from pawprint.spreadsheets.yaml_writer import scalar_text

#: With its rules, the declaration of the game names their file.
_RULES = """\
rules: {engine: rules.yaml}           # what bots and people play; see rules.yaml
documents: {lists: [actions]}         # a sheet with all actions, made of rules.yaml
"""
#: The sample whose cards a new game without rules has, too.
NIGHT = "night"


def sample_names() -> list[str]:
    """The samples with rules, in order."""
    return sorted(item.name for item in (files("pawprint.importer") / "samples").iterdir() if item.is_dir())


def template_files(game: str, title: str, *, rules: str = "") -> dict[str, bytes]:
    """The files of a new game's folder, by path within it.

    A sample lies on a folder that it shares with others. Where both have a file, that of the sample is its end.

    Args:
        game: its id.
        title: what people read.
        rules: the name of a sample with rules and scenarios; without it, the game has none.
    """
    made: dict[str, bytes] = {}
    package = files("pawprint.importer")
    found = dict(_walk(package / ("template" if rules in ("", NIGHT) else "template_cards"), ""))
    for path, data in _walk(package / "samples" / rules, "") if rules else ():
        found[path] = found.get(path, b"") + data
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
            yield before + item.name, item.read_bytes()
