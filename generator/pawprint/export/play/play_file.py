"""The target `play`: a game as one HTML file on which people play, from disk and without a network."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import pawprint
from pawprint.catalog.model import Game
from pawprint.core.files import zip_files
from pawprint.core.numbers import number_limits
from pawprint.export.export_source import ExportSource
from pawprint.export.exporter import EXPORTERS, OptionError, option
from pawprint.export.play.single_file import ASSETS, PAGE_ASSETS, PiecePictures, SingleFile, script_of
from pawprint.export.tabletop._virtual_table import BOARDS, TableExporter, TableObject, TablePiece, VirtualTable, placed
from pawprint.graphics.ops import Drawing, DrawText
from pawprint.graphics.traverse import flat_ops
from pawprint.play.lookup import has_own_engine
from pawprint.play.own_engines import program_file
from pawprint.playtests.page.offline_host import GAME_FILE, SIZES_FILE, engine_package
from pawprint.playtests.page.packed_game import packed
from pawprint.playtests.page.play_host import playable
from pawprint.production import pipeline
from pawprint.production.options import HTML, BuildOptions, ImageOptions

# --- Pyodide, which is Python for browsers: found where the user has installed it, and never fetched ------------------

#: What the page calls the files of the package, and their names there.
_FILES = {
    "loader": "pyodide.mjs",
    "assembly": "pyodide.asm.mjs",
    "wasm": "pyodide.asm.wasm",
    "stdlib": "python_stdlib.zip",
}
_LOCK = "pyodide-lock.json"
#: Where npm puts it.
_INSTALLED = Path("node_modules") / "pyodide"
#: The first version with these files.
_FIRST = "314"


class MissingRuntimeError(ValueError):
    """There is no Pyodide, or not all of its files."""


class BrowserPython(NamedTuple):
    """The files of Pyodide.

    Attributes:
        files: what the page calls them -> contents.
        about: what Pyodide says of its version and platform.
    """

    files: dict[str, bytes]
    about: dict[str, Any]


def find_runtime(folder: Path | None) -> BrowserPython:
    """Pyodide in *folder*; without one, where npm has installed it, in the current folder or one above.

    Raises:
        MissingRuntimeError: it is not there.
    """
    if folder is None:
        here = Path.cwd()
        places = [parent / _INSTALLED for parent in (here, *here.parents)]
        folder = next((place for place in places if (place / _LOCK).is_file()), None)
        if folder is None:
            raise MissingRuntimeError(
                "the rules of this game run in a browser with Pyodide, which is not in this folder; install it with "
                "'npm install pyodide', or name its folder with --runtime, or write a table without rules with "
                "--free-table"
            )
    try:
        files = {name: (folder / file).read_bytes() for name, file in _FILES.items()}
        about = json.loads((folder / _LOCK).read_text(encoding="utf-8"))["info"]
    except (OSError, ValueError, KeyError, TypeError):
        raise MissingRuntimeError(
            f"'{folder}' does not have the files of Pyodide {_FIRST} or later ({', '.join(_FILES.values())} and "
            f"{_LOCK}); 'npm install pyodide' writes them to node_modules/pyodide"
        ) from None
    return BrowserPython(files, about)


# --- A game with an engine -> a page on which people play with its rules, by Python in a worker of the browser --------


#: The packages of this program that play a game which was packed, beside its engine; with the files that they read.
PROGRAM = ("core", "source", "catalog", "play", "playtests/page")
#: Files of other packages that it needs; those below `documents` set pages.
OTHERS = ("__init__.py", "games/__init__.py", "games/record_fields.py", "documents/*.py", "playtests/__init__.py")
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
    choice = BuildOptions(kinds=("rulebook",), languages=(source.language,), forms=(HTML,), draft=True)
    pages = (made for made in pipeline.build(source.workspace, choice) if made.game == source.game.id)
    return next((printed.data for printed in pages if printed.name.endswith(".html")), b"")


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
    paths = [path for pattern in OTHERS for path in sorted(package.glob(pattern))]
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


# --- A table -> a page with a free table: the pieces, their pictures, and the scripts that move them ------------------


#: The languages of the words of the page; the first one is for games in all other languages.
_LANGUAGES = ("en", "fr")
#: Width by height of the table on a wide screen, and on that of a phone.
_ASPECTS = {"wide": 2.0, "tall": 0.6}
#: The least and largest number of players of a game that does not declare them.
_DEFAULT_PLAYERS = (1, 4)
#: The largest number of players at a table.
_MAX_PLAYERS = 12


def free_table_page(source: ExportSource, table: VirtualTable, dpi: int) -> bytes:
    """The page of *table*.

    Args:
        dpi: of the pictures, unless one would be very large.
    """
    words_of = table.language if table.language in _LANGUAGES else _LANGUAGES[0]
    words = json.loads((ASSETS / f"table_words_{words_of}.json").read_text(encoding="utf-8"))
    data = {"language": words_of, "words": words, **_TableData(source, table, dpi).values()}
    style = (ASSETS / "free_table.css").read_text(encoding="utf-8")
    script = script_of(ASSETS / "free_table.js", PAGE_ASSETS)
    return SingleFile(table.title, table.language, style, script, data).html()


class _TableData:
    def __init__(self, source: ExportSource, table: VirtualTable, dpi: int) -> None:
        self._table = table
        self._kinds: dict[TablePiece, int] = {}
        for item in table.objects:
            for piece in item.pieces:
                self._kinds.setdefault(piece, len(self._kinds))
        drawings = (drawing for piece in self._kinds for drawing in (piece.face, piece.back) if drawing is not None)
        self._pictures = PiecePictures(source, drawings, dpi)

    def values(self) -> dict[str, Any]:
        table = self._table
        game = table.game
        least, most = _players(game.facts.get("players"))
        return {
            "game": {"id": game.id, "edition": game.edition, "title": table.title, "version": game.version},
            "players": {"min": least, "max": most},
            "arrangements": {name: self._arrangement(aspect) for name, aspect in _ASPECTS.items()},
            "kinds": [self._kind(piece) for piece in self._kinds],
            "objects": [self._object(item) for item in table.objects],
            "pictures": self._pictures.files,
        }

    def _arrangement(self, aspect: float) -> dict[str, Any]:
        """Where the objects lie on a table of another shape."""
        places, width, height = placed(self._table.objects, aspect)
        centres = [[round(place.x + width / 2, 1), round(place.y + height / 2, 1)] for place in places]
        return {"width": round(width, 1), "height": round(height, 1), "places": centres}

    def _kind(self, piece: TablePiece) -> dict[str, Any]:
        return {
            "key": "/".join(piece.key),
            "name": piece.name,
            "text": _text_of(piece.face),
            "width": round(piece.width, 2),
            "height": round(piece.height, 2),
            "corner": round(piece.corner, 2),
            "shape": piece.shape,
            "face": self._pictures.number(piece.face),
            "back": None if piece.back is None else self._pictures.number(piece.back),
        }

    def _object(self, item: TableObject) -> dict[str, Any]:
        stack = [self._kinds[piece] for _, piece in item.stack()]
        return {
            "title": item.title,
            "up": item.face_up,
            "fixed": item.kind == BOARDS and item.count == 1,
            "stack": stack,
        }


def _players(declared: Any) -> tuple[int, int]:
    least, most = number_limits(declared)
    if isinstance(least, int) and isinstance(most, int) and 1 <= least <= most <= _MAX_PLAYERS:
        return least, most
    return _DEFAULT_PLAYERS


def _text_of(face: Drawing) -> str:
    """The words on a face, in the order in which they are drawn, for people who hear it."""
    lines = (" ".join(word.text for word in op.words) for op in flat_ops(face.ops) if isinstance(op, DrawText))
    return "\n".join(dict.fromkeys(line for line in lines if line.strip()))


@EXPORTERS("play")
@dataclass(frozen=True, kw_only=True)
class PlayExporter(TableExporter):
    """Write one HTML file on which the game is played in a browser, without a network.

    Open the file, or send it to those who play. A game with an engine is played with its rules, against bots or
    friends; this needs Pyodide, which "npm install pyodide" installs in the current folder. Any other game has a free
    table: all pieces, with decks, hands, dice, counters and notes, and no rules.

    Examples:

      pawprint export play garden

      pawprint export play food-chain --free-table --lang en
    """

    dpi: int = option(150, "N", "Dots per inch of the pictures; fewer for large boards.", least=40, most=600)
    free_table: bool = option(False, "", "Write a table without rules, even if the game has an engine.")
    runtime: str = option("", "DIR", "The folder of Pyodide. Default: node_modules/pyodide, here or in a folder above.")

    def files(self, source: ExportSource) -> Iterator[tuple[str, bytes]]:
        """See `Exporter.files`.

        Raises:
            OptionError: the game has an engine, and Pyodide is not there.
        """
        import pawprint.games.play_tables  # noqa: F401 - registers the games that can be played

        if self.free_table or not playable(source.game):
            yield from super().files(source)
            return
        try:
            runtime = find_runtime(Path(self.runtime) if self.runtime else None)
        except MissingRuntimeError as error:
            raise OptionError("--runtime", str(error)) from None
        yield f"{source.game.id}-{source.language}.html", engine_page(source, runtime, self.dpi)

    def table_files(self, source: ExportSource, table: VirtualTable) -> Iterator[tuple[str, bytes]]:

        yield f"{table.file_name}.html", free_table_page(source, table, self.dpi)
