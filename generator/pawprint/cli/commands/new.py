"""`pawprint new`: a small sample game to start from."""

import shlex
from pathlib import Path
from typing import Annotated

import typer

from pawprint.cli._terminal import say
from pawprint.interchange.lists.game_folder import (
    create_folder,
    is_available,
    plugin_files,
    sample_names,
    template_files,
)
from pawprint.interchange.lists.slugs import one_line, slug, title_from


def new(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The new folder.")],
    title: Annotated[str, typer.Option(metavar="TEXT", help="Title of the game. Default: the folder's name.")] = "",
    rules: Annotated[
        str, typer.Option("--rules", metavar="SAMPLE", help="With rules, for bots and people to play: night, ...")
    ] = "",
    plugin: Annotated[bool, typer.Option("--plugin", help="A plug-in in Python for games, with an example.")] = False,
) -> None:
    """Create a small sample game to start from.

    It has cards, tiles, tokens, two languages and a reference sheet. Comments in its files explain each part; change
    them into your own game.

    With --rules, it is one of the samples that bots and you can play: auction, draft, garden, market, night (the game
    that you get without --rules), rescue, spells, tricks.

    Examples:

      pawprint new my-game

      pawprint new my-game --title "Night Garden"

      pawprint new my-game --rules tricks

      pawprint new my-plugin --plugin
    """
    if not is_available(folder):
        raise typer.BadParameter(f"{folder.as_posix()} already exists; name a new folder", param_hint="DIR")
    if rules and rules not in sample_names():
        samples = ", ".join(sample_names())
        raise typer.BadParameter(f"there is no sample '{rules}'; samples are {samples}", param_hint="--rules")
    stem = folder.absolute().name
    game = slug(stem, "my-game")
    if plugin:
        create_folder(folder, plugin_files(game, one_line(title or "") or title_from(stem)))
        say(f"{folder.as_posix()}  a plug-in with its tests and an example, with a README.md")
        return
    create_folder(folder, template_files(game, one_line(title or "") or title_from(stem), rules=rules))
    say(f"{folder.as_posix()}  the game {game}, with a README.md")

    say(f"next: cd {shlex.quote(folder.as_posix())}, then pawprint preview or pawprint build")
    if rules:
        say(f"its rules are catalog/{game}/rules.yaml; to let bots play: pawprint play {game} --bots greedy,random")
