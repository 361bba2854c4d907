"""A game that was read <-> bytes, for a program that plays it without reading the catalog again.

The bytes are a pickle. They say nothing about the machine that made them, and only this program may read them.
"""

import copyreg
import pickle
from collections.abc import Mapping
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from types import MappingProxyType
from typing import Any

from pawprint.catalog.model import Game
from pawprint.core.source import Source
from pawprint.documents.declarations import keep_piece_names, piece_names


def packed(game: Game) -> bytes:
    """*game*, without its folder, with the names of its pieces, so that no template has to be evaluated."""
    out = BytesIO()
    pickler = pickle.Pickler(out, pickle.HIGHEST_PROTOCOL)
    pickler.dispatch_table = _TABLE
    names = {one.edition: dict(piece_names(one)) for one in game.each_edition()}
    pickler.dump((replace(game, folder=Path(), root=None), names))
    return out.getvalue()


def unpacked(data: bytes, folder: Path) -> Game:
    """The game of which `packed` made *data*, whose other files are in *folder*."""
    game: Game
    game, names = pickle.loads(data)
    game = replace(game, folder=folder)
    for edition, found in names.items():
        keep_piece_names(game.in_edition(edition), found)
    return game


def read_only(values: Mapping[Any, Any]) -> Mapping[Any, Any]:
    """A view of *values*, which pickles call by its name."""
    return MappingProxyType(values)


def _source(source: Source) -> Any:
    return Source, (source.name.replace("\\", "/").rpartition("/")[2], source.text)


_TABLE: Any = copyreg.dispatch_table | {
    MappingProxyType: lambda view: (read_only, (dict(view),)),
    Source: _source,
    type(Path()): lambda path: (Path, (path.as_posix(),)),
}
