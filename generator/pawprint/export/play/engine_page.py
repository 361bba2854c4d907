"""A game with an engine -> a page on which people play with its rules, by Python in a worker of the browser."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import pawprint
from pawprint.build.image_options import ImageOptions
from pawprint.core.zip_file import zip_files
from pawprint.export.export_source import ExportSource
from pawprint.export.play.piece_pictures import PiecePictures
from pawprint.export.play.script_bundle import script_of
from pawprint.export.play.single_file import ASSETS, PAGE_ASSETS, SingleFile
from pawprint.playpage.offline_host import GAME_FILE, SIZES_FILE, engine_package
from pawprint.playpage.packed_game import packed
from pawprint.rules.lookup import has_own_engine
from pawprint.rules.own_engines import program_file

if TYPE_CHECKING:
    from pawprint.catalog.model import Game
    from pawprint.draw.ops import Drawing
    from pawprint.export.play.browser_python import BrowserPython

#: The packages of this program that play a game which was packed, beside its engine; with the files that they read.
PROGRAM = ("core", "yamlio", "templates", "catalog", "rules", "documents", "playpage")
#: Folders of a game with what the page reads: worked examples, and the titles of the sections of the rulebook.
_OF_GAME = ("scenarios/*.yaml", "rulebook/*.md")
#: The digest of a script, as the policy of a page writes it.
_DIGEST = re.compile(r"'sha256-[A-Za-z0-9+/=]+'")


def engine_page(source: ExportSource, runtime: BrowserPython, dpi: int) -> bytes:
    """The page of the game of *source*, with the pieces of all of its editions.

    Args:
        dpi: of the pictures, unless one would be very large.
    """
    shown = dict(_sides(source))
    pictures = PiecePictures(source, shown.values(), dpi)
    game, language = source.game, source.language
    data = {
        "title": game.title[language],
        "language": language,
        "worker": (ASSETS / "engine_worker.js").read_text(encoding="utf-8"),
        "runtime": runtime.about,
        "faces": {name: pictures.number(drawing) for name, drawing in shown.items()},
        "pictures": pictures.files,
    }
    style = "".join(path.read_text(encoding="utf-8") for path in (ASSETS / "engine_page.css", PAGE_ASSETS / "play.css"))
    script = script_of(ASSETS / "engine_page.js", PAGE_ASSETS)
    rulebook = rulebook_of(source)
    program, packed_game = zip_files(program_files(game)), zip_files(game_files(source))
    files = runtime.files | {"program": program, "game": packed_game, "rulebook": rulebook}
    opened = tuple(_DIGEST.findall(rulebook.decode()))
    return SingleFile(game.title[language], language, style, script, data, files, opened).html()


def rulebook_of(source: ExportSource) -> bytes:
    """The rulebook as a web page; empty without one."""
    from pawprint.build import pipeline
    from pawprint.build.options import HTML, BuildOptions

    choice = BuildOptions(kinds=("rulebook",), languages=(source.language,), forms=(HTML,), draft=True)
    pages = (made for made in pipeline.build(source.workspace, choice) if made.game == source.game.id)
    return next((made.data for made in pages if made.name.endswith(".html")), b"")


def _sides(source: ExportSource) -> Iterator[tuple[str, Drawing]]:
    """`edition/component/id/side` of each piece, and its drawing."""
    for game in source.game.each_edition():
        edition = ExportSource(source.workspace, source.composer, game, source.language, source.options)
        for piece in edition.pieces(ImageOptions()):
            for side, drawing in piece.sides:
                yield f"{game.edition}/{piece.component.name}/{piece.record.id}/{side}", drawing


def program_files(game: Game) -> dict[str, bytes]:
    """What plays a packed game: packages of this program, its bundled engine, and PyYAML as far as it is Python."""
    package = Path(pawprint.__file__).parent
    paths = [package / "__init__.py", *(package / "games" / name for name in ("__init__.py", "record_fields.py"))]
    own = has_own_engine(game)
    engine = () if own else (engine_package(game.engine).removeprefix("pawprint.").replace(".", "/"),)
    for name in (*PROGRAM, *engine):
        paths += [path for suffix in ("py", "yaml") for path in sorted((package / name).rglob(f"*.{suffix}"))]
    spec = find_spec("yaml")
    assert spec is not None
    assert spec.origin is not None
    yaml = Path(spec.origin).parent
    files = {path.relative_to(package.parent).as_posix(): path.read_bytes() for path in paths}
    return files | {f"yaml/{path.name}": path.read_bytes() for path in sorted(yaml.glob("*.py"))}


def game_files(source: ExportSource) -> dict[str, bytes]:
    """What the page reads of the game."""
    game = source.game
    stocks = source.workspace.layouts.stocks
    sizes = {
        component.name: (stocks[component.stock].trim.width.mm, stocks[component.stock].trim.height.mm)
        for component in game.components.values()
        if component.stock in stocks
    }
    files = {GAME_FILE: packed(game), SIZES_FILE: json.dumps(sizes).encode()}
    program = program_file(game.engine)
    own = (Path(game.engine).name, *([] if program is None else [program.name])) if has_own_engine(game) else ()
    for pattern in (*_OF_GAME, *own):
        for path in sorted(game.folder.glob(pattern)):
            files[path.relative_to(game.folder).as_posix()] = path.read_bytes()
    return files
