"""A game and a time -> what has changed since, as plain data for the page; made in the worker process."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pawprint.build.sheets import Progress


def change_list(catalog: Path, layouts: tuple[Path, ...], game: str, since: str, out: Path, say: Progress) -> Any:
    """What `pawprint changes --format json` lists of a game; a piece also has `drawn`: whether it can be drawn as then.

    Returns:
        `{"message": ...}` if there is nothing to compare with.
    """
    from pawprint.build import pipeline
    from pawprint.build.snapshot import BadState
    from pawprint.changes import updates
    from pawprint.changes.earlier_game import earlier_game, pieces_as_before
    from pawprint.changes.git_revision import NoRevision
    from pawprint.changes.summary import data
    from pawprint.core.bleed import DESIGN_BLEED
    from pawprint.preview.earlier_pieces import REMEMBERED

    workspace = pipeline.load(catalog, layouts, [game])
    if game not in workspace.library.games:
        return {"message": "The game cannot be read now; the findings say why."}
    try:
        ((before, now),) = updates.changes_since(workspace, since, out, layouts, say, _cache())
    except (NoRevision, BadState) as error:
        return {"message": f"{error}."}
    if before is None:
        return {"message": _nothing(since)}
    found = data(before, now)
    listed = [piece for edition in found["editions"] for piece in edition["pieces"]]
    pieces = {piece["was"] or piece["piece"] for piece in listed if piece["what"] != "new"}
    known = pieces
    if since in REMEMBERED:
        then = earlier_game(workspace.library.games[game], before)
        known = pieces_as_before(
            then, before, pieces, workspace.composer_apart(DESIGN_BLEED, type(workspace.findings)())
        )
    for piece in listed:
        piece["drawn"] = (piece["was"] or piece["piece"]) in known
    return found


def _nothing(since: str) -> str:
    if since == "printed":
        return "There is no record of a printed version. Print the game, then mark it as printed."
    return "The game has not been built yet." if since == "built" else "The game did not exist then."


def _cache() -> Any:
    """The cache of earlier builds; None if its folder cannot be used."""
    from pawprint.build.cache.source_digests import version
    from pawprint.build.cache.store import BadFolder, Store, usual_folder

    try:
        return Store(usual_folder(), version())
    except BadFolder:
        return None
