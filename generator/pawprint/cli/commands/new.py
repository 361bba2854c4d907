"""`pawprint new`: a small game to begin with."""

from pathlib import Path
from typing import Annotated

import typer


def new(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The new folder.")],
    title: Annotated[str, typer.Option(metavar="TEXT", help="Title of the game; the folder's name by default.")] = "",
) -> None:
    """Write a small game that plays: cards, tiles, tokens, two languages, a reference sheet.

    Its files are full of notes; change them into your own game.

    Examples:

      pawprint new my-game

      pawprint new my-game --title "Night Garden"
    """
    from pawprint.importer.game_folder import create, is_free
    from pawprint.importer.slugs import slug
    from pawprint.importer.template_game import fresh_game

    if not is_free(folder):
        raise typer.BadParameter(f"{folder.as_posix()} is there; name a new folder", param_hint="DIR")
    stem = folder.absolute().name
    game = slug(stem, "my-game")
    title = " ".join((title or stem.replace("-", " ").replace("_", " ")).split())
    create(folder, fresh_game(game, title[:1].upper() + title[1:]))
    print(f"{folder.as_posix()}  the game {game}, with a README.md")
    print(f"now: cd {folder.as_posix()}, and pawprint build")
