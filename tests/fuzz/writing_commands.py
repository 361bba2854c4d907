"""Every command that writes, with the smallest project in which it does."""

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

BASE = Path(__file__).parents[1] / "bad_catalogs" / "base"

_DEN = ("--catalog", ".")
_CARDS = "den/cards.yaml"
_GAME = (BASE / "den/game.yaml").read_text(encoding="utf-8")
#: The game with a check of texts that people have read, and with a second component.
_REVIEWED = _GAME.replace("checks:\n", "checks:\n  - {id: DEN-2, about: names, reviewed: animals}\n")
_TWO = _GAME.replace(
    "components:\n",
    "components:\n  tokens: {stock: small, face: back, file: tokens.yaml, fields: {name: {type: text}}}\n",
)
_TOKENS = "tokens:\n  - {id: leaf, name: {fr: Feuille, en: Leaf}}\n"


class WritingCommand(NamedTuple):
    """A command that writes.

    Attributes:
        arguments: after `pawprint`.
        before: commands that make its project out of the small game `den`, one after the other.
        edits: path, old text, new text: changes of the project after *before*.
        files: more files of the project, there from the beginning.
        whole: whether it changes all files or none.
        reading: the command that reads these files next, and puts those of a killed run into their places.
    """

    arguments: tuple[str, ...]
    before: tuple[tuple[str, ...], ...] = ()
    edits: tuple[tuple[str, str, str], ...] = ()
    files: Mapping[str, str] = {}
    whole: bool = False
    reading: tuple[str, ...] = ("check", "den", "--catalog", ".")

    @property
    def name(self) -> str:
        """The command as it is typed."""
        return " ".join(word for word in self.arguments if word not in _DEN)


def den(*words: str) -> tuple[str, ...]:
    """A command about the small game, in the current folder."""
    return (*words, *_DEN)


_BUILD = den("build", "--quiet", "--only", "cards")
_PRINTED = ("printed", "--quiet", "den")
_EDIT = (_CARDS, "en: Hare", "en: Brown hare")
_SITE = den("preview", "den", "--export", "site", "--read-only")
_SET = ("printer", "set", "desk", "--readings", "0.4 -0.2 0.5 -0.2 0.4 -0.3 0.4 -0.3 0.5 -0.3")
_PLAY = ("play", "game", "--games", "2", "--jobs", "1", "--catalog", "game/catalog")
#: A program is allowed by its path, and each run has a folder of its own.
_PROGRAM = {"den/game.yaml": _GAME + "rules: {engine: rules.py}\n", "den/rules.py": "players = 2\n"}
_RULES = (("new", "game", "--rules", "night"),)
_LIST = {"list.csv": "name,level,text\nHare,1,It runs.\nFox,2,It waits.\n"}

WRITING_COMMANDS = (
    WritingCommand(("new", "game"), whole=True),
    WritingCommand(("new", "game", "--rules", "night"), whole=True),
    WritingCommand(("import", "list.csv", "game"), files=_LIST, whole=True),
    WritingCommand(_BUILD),
    WritingCommand(_BUILD, before=(_BUILD,), edits=(_EDIT,)),
    WritingCommand((*_BUILD, "--one-up"), before=(_BUILD,)),
    WritingCommand(den("build", "--quiet", "--only", "cards,reference", "--to", "pdf,html,md"), before=(_BUILD,)),
    WritingCommand((*_BUILD, "--changed"), before=(_BUILD, _PRINTED), edits=(_EDIT,)),
    WritingCommand((*_BUILD, "--changed"), before=(_BUILD, _PRINTED, (*_BUILD, "--changed")), edits=(_EDIT,)),
    WritingCommand(den("build", "--quiet", "--mix"), before=(den("build", "--quiet"),), edits=(_EDIT,)),
    WritingCommand(_PRINTED, before=(_BUILD,)),
    WritingCommand(("printed", "--quiet", "den", "--card", "hare"), before=(_BUILD,)),
    WritingCommand(den("show", "den", "hare", "--dpi", "30", "--out", "pictures/hare.png")),
    WritingCommand(den("show", "den", "--contact-sheet", "--dpi", "20", "--out", "sheets")),
    *(
        WritingCommand(den("export", kind, "den", "--lang", "en", *more))
        for kind, *more in (
            ("png", "--dpi", "30"),
            *(("svg",), ("pdf",), ("webp", "--dpi", "30"), ("jpg", "--dpi", "30"), ("cut",), ("offset",)),
            *(("atlas",), ("tts",), ("vtt",), ("pcio",), ("playground",), ("play",)),
            *(("contact",), ("thumbnails",), ("scene",)),
        )
    ),
    WritingCommand(_SITE),
    WritingCommand(_SITE, before=(_SITE,), edits=(_EDIT,)),
    WritingCommand(
        den("export", "tts", "den", "--lang", "en"),
        before=(den("export", "tts", "den", "--lang", "en"),),
        edits=(_EDIT,),
    ),
    WritingCommand(den("table", "export", "den", "animals", "animals.csv")),
    WritingCommand(den("table", "export", "den", "--all", "den.xlsx")),
    WritingCommand(
        den("table", "export", "den", "--all", "tables", "--force"),
        before=(den("table", "export", "den", "--all", "tables"),),
        edits=((_CARDS, "Hare", "Hares"), ("den/tokens.yaml", "Leaf", "Leaves")),
        files={"den/game.yaml": _TWO, "den/tokens.yaml": _TOKENS},
        whole=True,
        reading=den("table", "import", "den", "--all", "tables", "--dry-run"),
    ),
    WritingCommand(
        den("table", "import", "den", "animals", "animals.csv"),
        before=(den("table", "export", "den", "animals", "animals.csv"),),
        edits=(("animals.csv", "Hare", "Hares"),),
        whole=True,
    ),
    WritingCommand(
        den("table", "import", "den", "--all", "tables"),
        before=(den("table", "export", "den", "--all", "tables"),),
        edits=(("tables/animals.csv", "Hare", "Hares"), ("tables/tokens.csv", "Leaf", "Leaves")),
        files={"den/game.yaml": _TWO, "den/tokens.yaml": _TOKENS},
        whole=True,
    ),
    WritingCommand(den("po", "export", "den", "en", "en.po")),
    WritingCommand(
        den("po", "import", "den", "en", "en.po"),
        before=(den("po", "export", "den", "en", "en.po"),),
        edits=(("en.po", 'msgstr "Hare"', 'msgstr "Hares"'),),
    ),
    WritingCommand(("printer", "calibrate", "--out", "sheet.pdf")),
    WritingCommand(_SET),
    WritingCommand((*_SET, "--force", "--tray", "2"), before=(_SET,)),
    WritingCommand(("printer", "export", "desk", "desk.yaml"), before=(_SET,)),
    WritingCommand(
        ("printer", "import", "desk.yaml"),
        before=(_SET, ("printer", "export", "desk", "desk.yaml"), ("printer", "remove", "desk")),
    ),
    WritingCommand(("printer", "remove", "desk"), before=(_SET,)),
    WritingCommand(den("rules", "allow", "den"), files=_PROGRAM),
    WritingCommand(den("rules", "forget", "den"), before=(den("rules", "allow", "den"),), files=_PROGRAM),
    WritingCommand((*_PLAY, "--log", "games.jsonl"), before=_RULES),
    WritingCommand((*_PLAY, "--report", "report.json"), before=_RULES),
    WritingCommand(
        (*_PLAY[:2], *_PLAY[4:], "--games", "24", "--fix", "B-1", "--write"),
        before=(("new", "game", "--rules", "garden"),),
        edits=(
            ("game/catalog/game/game.yaml", "    fields:", "    tune: {copies: 1..9}\n    fields:"),
            ("game/catalog/game/game.yaml", "checks:", "checks:\n  - {id: B-1, needs: play, scores: mean, max: 19}"),
            ("game/catalog/game/rules.yaml", "players: 2..4", "players: 2"),
        ),
        whole=True,
        reading=("check", "game", "--catalog", "game/catalog"),
    ),
    WritingCommand(den("schema", "den", "--write")),
    WritingCommand(
        den("check", "den", "--accept-texts"),
        files={"den/game.yaml": _REVIEWED},
    ),
)


def make_base(folder: Path, command: WritingCommand) -> None:
    """Write the project of *command* as it is before all commands."""
    shutil.copytree(BASE, folder, dirs_exist_ok=True)
    for name, text in command.files.items():
        (folder / name).write_text(text, encoding="utf-8")
