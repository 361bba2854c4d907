"""Files of a game -> a new folder, written as a whole or not at all; existing files are never changed."""

import os
import re
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from types import MappingProxyType

from pawprint.catalog.library import load_library
from pawprint.catalog.text_templates import BEGIN
from pawprint.core.diagnostics import Findings
from pawprint.core.files import bundled, move_into_place, naming, part_of
from pawprint.interchange.lists._card_list import RASTER, CardList, GuessedColumn
from pawprint.interchange.schemas.schema_files import (
    as_json,
    associations,
    files_of_game,
    files_of_layouts,
    with_schema_lines,
)
from pawprint.pieces.layouts import Layouts
from pawprint.source.yaml_writer import scalar_text

# --- A list of cards with the roles of its columns -> the catalog files of its game, with comments --------------------


#: A code in brackets that stands for a sign, such as [credit] or {T}.
NO_ICONS: Mapping[str, str] = MappingProxyType({})
_QUOTE = '"'
_CODE = re.compile(r"\[[^\[\]]{1,20}\]|\{[^{}]{1,20}\}")
#: What the comment behind a field says of its role on the card.
_ABOUT = {
    "name": "the title of the card",
    "category": "decides on the colour of the card",
    "cost": "the number in the upper corner",
    "text": "what the card does",
    "flavour": "in italics below the text",
    "image": "a file in layouts/images or layouts/art",
    "stat": "a number at the lower edge",
    "back": "on the back",
    "hidden": "not on the card; name it in the layout to show it",
}


def game_yaml(
    game: str,
    title: str,
    deck: CardList,
    stock: str,
    made_of: str,
    small: bool = False,
    back: bool = True,
    icons: Mapping[str, str] = NO_ICONS,
) -> str:
    """The file `game.yaml`.

    Args:
        small: they are tokens instead of cards.
        back: whether there is a layout of the back.
        icons: code in the texts -> the icon that is printed for it.
    """
    lines = [
        f"# {title}: which cards there are, and what each of them has. Made from {made_of}.",
        "# Where a guess was wrong, change it here; `pawprint check` says what does not fit together.",
        f"id: {game}",
        f"title: {_text(title)}",
        f"languages: [{', '.join(deck.languages)}]",
        'version: "1"',
        "",
        "components:",
        "  cards:",
        *(["    kind: tokens"] if small else []),
        "    file: cards.yaml",
        f"    stock: {stock}                # the size; tarot and mini are others",
        f"    face: {game}/card             # layouts/faces/{game}/card.yaml",
        *([f"    back: {game}/back"] if back else []),
        "    fields:",
    ]
    for column in deck.columns:
        lines += [f"      {line}" for line in _field(column, small)]
    if icons:
        lines += [
            "",
            f"# Codes in the texts, and the icons that are printed for them, from layouts/icons/{game}.",
            "icons:",
        ]
        lines += [
            f"  {scalar_text(code, inside=False, bare=False, like=_QUOTE)}: {name}" for code, name in icons.items()
        ]
    total = sum(deck.copies)
    lines += [
        "",
        "# Rules that your cards must keep, a line each: `pawprint check` reports an edit that breaks one. This one",
        "# fixes the size of the deck; to turn it on, remove the # of both lines.",
        "# checks:",
        f"#   - {{id: C-1, about: the deck has {total} cards, sum: copies, over: cards, equals: {total}}}",
    ]
    return "\n".join(lines) + "\n"


def _field(column: GuessedColumn, small: bool) -> list[str]:
    drawn = column.role == "image" and not any(text.lower().endswith(RASTER) for text in column.filled)
    words = {"plain": "type: text, translated: false"}.get(column.type, f"type: {column.type}")
    if drawn and column.whole:  # a field of this type that is left out means the drawing of the card's id
        words = "type: art"
    optional = "" if column.whole or column.type == "flag" else ", optional: true"
    about = "on the back: the rest of a text that is too long for the face" if column.continues else ""
    if column.reason:
        about = f"not on the card ({column.reason}); name it in the layout to show it"
    about = about or _ABOUT.get(column.role, "")
    if column.role == "stat" and column.type == "plain":
        about = "a number, or a sign for one, at the lower edge"
    if small and column.role in ("cost", "stat"):
        about = "the number on the token"
    comment = f"  # {about}" if about else ""
    if column.type != "choice":
        return [f"{column.name}: {{{words}{optional}}}{comment}"]
    lines = [f"{column.name}:{comment}", "  type: choice"]
    if not column.whole:
        lines.append("  optional: true")
    lines.append("  choices:")
    return lines + [
        f"    {scalar_text(key, inside=False, bare=False)}: {_texts(texts)}" for key, texts in column.choices.items()
    ]


def cards_yaml(deck: CardList) -> str:
    """The file `cards.yaml`: a record for each card."""
    lines = ["# A card begins with a dash. Edit it, add one, or take one away.", "cards:"]
    for index, (identity, copies) in enumerate(zip(deck.ids, deck.copies, strict=True)):
        lines.append(f"  - id: {scalar_text(identity, inside=False, bare=False)}")
        for column in deck.columns:
            value = column.values[index]
            if any(value.values()):
                lines.append(f"    {column.name}: {_value(column, value, deck.languages)}")
        if copies != 1:
            lines.append(f"    copies: {copies}")
        lines.append("")
    return "\n".join(lines).rstrip("\n") + "\n"


def _value(column: GuessedColumn, value: Mapping[str, str], languages: list[str]) -> str:
    if column.type in ("int", "number", "flag"):
        return value[""]
    if column.type in ("choice", "plain"):
        return _text(next(filter(None, value.values())))
    # Braces that would begin an expression are printed by one.
    written = _texts({code: text.replace(BEGIN, f"{{{{ '{BEGIN}' }}}}") for code, text in value.items()})
    missing = [code for code in languages if "" not in value and not value.get(code)]
    return f"{written}  # the same in {', '.join(missing)}, until it is translated" if missing else written


def _texts(value: Mapping[str, str]) -> str:
    """A text in its languages; where one lacks it, the first that there is stands for all."""
    texts = {code: text for code, text in value.items() if text}
    if "" in texts or len(texts) < len(value) or len(set(texts.values())) == 1:
        return _text(next(iter(texts.values())))
    if max(map(len, texts.values())) * len(texts) > 90:
        return "".join(f"\n      {code}: {_text(text)}" for code, text in texts.items())
    return (
        "{" + ", ".join(f"{code}: {scalar_text(text, inside=True, bare=False)}" for code, text in texts.items()) + "}"
    )


def _text(text: str) -> str:
    """A text on one line; in quotes if it has lines, or codes that may be replaced by icons such as `:gold:`."""
    quoted = "\n" in text or _CODE.search(text)
    return scalar_text(text, inside=False, bare=False, like='"' if quoted else "")


def untranslated(deck: CardList) -> int:
    """How many texts lack a language and have another."""
    return sum(
        column.type == "text" and "" not in value and 0 < sum(map(bool, value.values())) < len(deck.languages)
        for column in deck.columns
        for value in column.values
    )


def is_available(folder: Path) -> bool:
    """True if *folder* does not exist, or is empty."""
    return not folder.exists() or (folder.is_dir() and not any(folder.iterdir()))


def write_files(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files into a folder; missing folders are made.

    Raises:
        OSError: one cannot be written.
    """
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with naming(path):
            path.write_bytes(data)


def create_folder(folder: Path, files: Mapping[str, bytes]) -> None:
    """Make a folder that is free (see `is_available`), with everything in it or not at all.

    Raises:
        OSError: it cannot be written, or it has been created in the meantime.
    """
    parent = folder.absolute().parent
    parent.mkdir(parents=True, exist_ok=True)
    made = part_of(folder.absolute())
    try:
        write_files(made, files)
        if os.name == "nt" and folder.is_dir():
            folder.rmdir()  # fails unless it is empty, as renaming does elsewhere
        move_into_place(made, folder)
    except BaseException:
        shutil.rmtree(made, ignore_errors=True)
        raise


def with_editor_files(files: Mapping[str, bytes], game: str) -> dict[str, bytes]:
    """The files of a new project, by path, with schemas for editors, settings that name these, and a `.gitignore`."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name)
        write_files(folder, {path: data for path, data in files.items() if path.endswith(".yaml")})
        layouts = Layouts([folder / "layouts", bundled("layouts")], Findings())
        games = load_library(folder / "catalog", Findings()).games.values()
        parts = [(game.id, part) for game in games for part in game.components.values()]
        records = {f"catalog/{identity}/{path}" for identity, part in parts for path in part.files}
        schemas = {f"layouts/{path}": data for path, data in files_of_layouts(layouts).items()}
        for schema_game in games:
            schemas |= {
                f"catalog/{schema_game.id}/{path}": data for path, data in files_of_game(schema_game, layouts).items()
            }
    settings = {
        "yaml.schemas": associations(game, records),
        "files.associations": {"*.yaml": "yaml"},
        "editor.tabSize": 2,
    }
    return {
        **with_schema_lines(dict(files), game),
        ".vscode/settings.json": as_json(settings),
        ".vscode/extensions.json": as_json({"recommendations": ["redhat.vscode-yaml"]}),
        ".gitignore": b"output/\n",
        **schemas,
    }


# --- A name -> the files of a small sample game, whose comments explain each part -------------------------------------


#: With its rules, the declaration of the game names their file.
_RULES = """\
rules: {engine: rules.yaml}           # what bots and people play; see rules.yaml
documents: {lists: [actions]}         # a sheet with all actions, made of rules.yaml
"""
#: The sample whose cards a new game without rules has, too.
NIGHT = "night"


def sample_names() -> list[str]:
    """The samples with rules, in order."""
    return sorted(item.name for item in (files("pawprint.interchange.lists") / "samples").iterdir() if item.is_dir())


def template_files(game: str, title: str, *, rules: str = "") -> dict[str, bytes]:
    """The files of a new game's folder, by path within it.

    A sample lies on a folder that it shares with others. Where both have a file, that of the sample is its end.

    Args:
        game: its id.
        title: what people read.
        rules: the name of a sample with rules and scenarios; without it, the game has none.
    """
    made: dict[str, bytes] = {}
    package = files("pawprint.interchange.lists")
    found = dict(_walk(package / ("template" if rules in ("", NIGHT) else "template_cards"), ""))
    for path, data in _walk(package / "samples" / rules, "") if rules else ():
        found[path] = found.get(path, b"") + data
    for path, data in found.items():
        text = data.decode().replace("@ID@", game).replace("@RULES@", _RULES if rules else "")
        text = text.replace("@QUOTED@", scalar_text(title, inside=False, bare=False))
        made[path.replace("/GAME/", f"/{game}/")] = text.replace("@TITLE@", title).encode()
    return with_editor_files(made, game)


def plugin_files(name: str, title: str) -> dict[str, bytes]:
    """The files of a new plug-in's folder, by path within it.

    Args:
        name: of its package.
        title: what people read.
    """
    module = name.replace("-", "_")
    made: dict[str, bytes] = {}
    for path, data in _walk(files("pawprint.interchange.lists") / "plugin_template", ""):
        text = data.decode().replace("@ID@", name).replace("@MODULE@", module).replace("@TITLE@", title)
        text = text.replace("@QUOTED@", scalar_text(title, inside=False, bare=False))
        path = path.replace("/GAME/", f"/{name}/").replace("/MODULE/", f"/{module}/")
        made[path.removesuffix(".txt")] = text.encode()  # so that no tool takes a template for a module of Pawprint
    return made


def _walk(folder: Traversable, before: str) -> Iterator[tuple[str, bytes]]:
    for item in sorted(folder.iterdir(), key=lambda item: item.name):
        if item.is_dir():
            yield from _walk(item, f"{before}{item.name}/")
        else:
            yield before + item.name, item.read_bytes()
