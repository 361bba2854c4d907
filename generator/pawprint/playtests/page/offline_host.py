"""Plays a packed game for a page that has Python in a worker: texts of JSON in, texts of JSON out."""

import json
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

from pawprint.core.files import parse_json
from pawprint.play.allowed_rules import allow_here
from pawprint.play.lookup import has_own_engine
from pawprint.playtests.page.packed_game import unpacked
from pawprint.playtests.page.play_host import PlayHost

#: Files in the folder of a packed game, beside `scenarios` and `rulebook`.
GAME_FILE, SIZES_FILE = "game.pickle", "sizes.json"

#: The modules of an engine that register it for people who play.
_OF_ENGINE = ("notation", "diagram", "play_table")


def engine_package(engine: str) -> str:
    """The package of a bundled engine."""
    return f"pawprint.games.{engine.replace('-', '_')}"


def answers(folder: str) -> Callable[[str], str]:
    """A function that answers requests for the game in *folder*; see `PlayHost.request`."""
    game = unpacked(Path(folder, GAME_FILE).read_bytes(), Path(folder))
    if has_own_engine(game):
        program = import_module("pawprint.play.own_engines").program_file(game.engine)
        if program is not None:
            allow_here(program)  # in a browser, which keeps it apart from all else
    for module in () if has_own_engine(game) else _OF_ENGINE:
        # of this game only, because a browser takes long to read modules
        import_module(f"{engine_package(game.engine)}.{module}")
    sizes = json.loads(Path(folder, SIZES_FILE).read_text(encoding="utf-8"))
    host = PlayHost(game, {component: (width, height) for component, (width, height) in sizes.items()})

    def answer(text: str) -> str:
        try:
            request = parse_json(text)
        except ValueError as error:
            return json.dumps({"error": f"this request cannot be read: {error}"})
        return json.dumps(host.request(request), ensure_ascii=False)

    return answer
