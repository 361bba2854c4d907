"""`pawprint new`: a small sample game to start from."""

from pathlib import Path
from typing import Annotated

import typer

from pawprint.cli.terminal import say


def new(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The new folder.")],
    title: Annotated[str, typer.Option(metavar="TEXT", help="Title of the game. Default: the folder's name.")] = "",
    rules: Annotated[bool, typer.Option("--rules", help="With rules in Python, for bots and people to play.")] = False,
) -> None:
    """Create a small sample game to start from.

    It has cards, tiles, tokens, two languages and a reference sheet. Comments in its files explain each part; change
    them into your own game.

    Examples:

      pawprint new my-game

      pawprint new my-game --title "Night Garden"

      pawprint new my-game --rules
    """
    from pawprint.importer.game_folder import create_folder, is_available
    from pawprint.importer.slugs import one_line, slug, title_from
    from pawprint.importer.template_game import template_files

    if not is_available(folder):
        raise typer.BadParameter(f"{folder.as_posix()} already exists; name a new folder", param_hint="DIR")
    stem = folder.absolute().name
    game = slug(stem, "my-game")
    create_folder(folder, template_files(game, one_line(title or "") or title_from(stem), rules=rules))
    say(f"{folder.as_posix()}  the game {game}, with a README.md")
    import shlex

    say(f"next: cd {shlex.quote(folder.as_posix())}, then pawprint preview or pawprint build")
    if rules:
        say(f"its rules are a program, catalog/{game}/rules.py; to let it run: pawprint rules allow {game} --edits")
