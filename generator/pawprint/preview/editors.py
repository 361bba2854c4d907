"""The editor of a user -> what opens a line of a file in it: a link that the browser follows, or a command.

A command is a list of words and never goes through a shell. Its program is named by the user alone, its file is one of
the project.
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Mapping
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple
from urllib.parse import quote

from pawprint.core.diagnostics import Findings
from pawprint.core.programs import find_program, start_program
from pawprint.core.registry import suggest
from pawprint.core.user_folders import config_folder
from pawprint.preview._edit_request import json_object, json_text
from pawprint.preview._project_files import ProjectFiles
from pawprint.source.field_reader import FieldReader
from pawprint.source.reader import read_yaml_file

#: The default editor.
DEFAULT = "vscode"
#: Says that places do not open.
NO_EDITOR = "none"
#: The file of settings in the configuration folder.
SETTINGS = "settings.yaml"
#: Editors that have a name here: what people call them, and their link or command.
KNOWN = {
    "vscode": ("VS Code", "vscode://file/{path}:{line}:{column}"),
    "vscodium": ("VSCodium", "vscodium://file/{path}:{line}:{column}"),
    "cursor": ("Cursor", "cursor://file/{path}:{line}:{column}"),
    "zed": ("Zed", "zed://file/{path}:{line}:{column}"),
    "idea": ("IntelliJ IDEA", "idea://open?file={path}&line={line}"),
    "pycharm": ("PyCharm", "pycharm://open?file={path}&line={line}"),
    "webstorm": ("WebStorm", "webstorm://open?file={path}&line={line}"),
    "sublime": ("Sublime Text", "subl {path}:{line}:{column}"),
    "emacs": ("Emacs", "emacsclient --no-wait +{line}:{column} {path}"),
    "gvim": ("Vim", "gvim --remote-silent +{line} {path}"),
    "kate": ("Kate", "kate --line {line} --column {column} {path}"),
    "notepad++": ("Notepad++", "notepad++ -n{line} -c{column} {path}"),
}
_PLACEHOLDER = re.compile(r"\{(\w*)\}")
_LINK = re.compile(r"[a-z][a-z0-9+.-]*://", re.IGNORECASE)
#: A link that has the first slash of the path itself, as in `vscode://file/{path}`, but not in `other://{path}`.
_SLASHED = re.compile(r"[^/]/\{path\}")
#: Links that would do something else than open an editor.
_NO_EDITORS = ("http", "https", "file", "javascript", "data", "blob", "ftp")


class Editor(NamedTuple):
    """What opens a file.

    Attributes:
        name: what people call it.
        link: the link with its placeholders; empty if it is a command.
        command: the words of the command with their placeholders.
    """

    name: str
    link: str = ""
    command: tuple[str, ...] = ()

    def link_to(self, path: Path, line: int, column: int = 1) -> str:
        """The link that opens *path*, which is absolute; empty if the editor has a command."""
        absolute = path.as_posix()
        if _SLASHED.search(self.link):
            absolute = absolute.lstrip("/")
        return _filled(self.link, quote(absolute, safe="/:"), line, column)

    def run(self, path: Path, line: int, column: int = 1) -> str:
        """Run the command that opens *path*, which is absolute; returns why that is not possible, if so."""
        program, *words = (_filled(word, str(path), line, column) for word in self.command)
        found = find_program(program)
        if found is None:
            return f"there is no program '{program}'"
        if Path(found).suffix.lower() in (".bat", ".cmd"):  # Windows gives these to a shell
            return f"'{program}' is a batch file; name the program itself, or a link"
        try:
            process = start_program(found, *words)
        except OSError as error:
            return f"'{program}' cannot be run: {error.strerror or error}"
        Thread(target=process.wait, daemon=True).start()  # so that the system can forget it when it ends
        return ""


def read_editor(text: str) -> Editor | None:
    """The editor that *text* describes: a name of `KNOWN`, a link, or a command; None for `none`.

    Raises:
        ValueError: it describes none; the message says what to write.
    """
    text = text.strip()
    if text == NO_EDITOR:
        return None
    name, template = KNOWN.get(text.lower(), (text, text))
    if not text or (name == text and len(text.split()) == 1 and not _PLACEHOLDER.search(text) and "/" not in text):
        known = suggest(text.lower(), [*KNOWN, NO_EDITOR], "editors are")
        raise ValueError(f"there is no editor '{text}': {known}; or write a link or a command with {{path}}")
    unknown = {*_PLACEHOLDER.findall(template)} - {"path", "line", "column"}
    if unknown:
        raise ValueError(f"'{{{min(unknown)}}}' means nothing here; there are {{path}}, {{line}} and {{column}}")
    if _LINK.match(template):
        scheme = template.partition(":")[0].lower()
        if scheme in _NO_EDITORS or "{path}" not in template:
            raise ValueError(f"'{text}' opens no editor; write a link such as {KNOWN[DEFAULT][1]}")
        return Editor(name if name != text else scheme, link=template)
    try:
        words = shlex.split(template, posix=os.name != "nt")
    except ValueError:
        raise ValueError(f"'{text}' has an open quote; write a command such as {KNOWN['emacs'][1]}") from None
    if not words or "{" in words[0]:
        raise ValueError(f"'{text}' begins with no program; write a command such as {KNOWN['emacs'][1]}")
    if not any("{path}" in word for word in words):
        words.append("{path}")
    return Editor(name if name != text else Path(words[0]).stem, command=tuple(words))


def _filled(template: str, path: str, line: int, column: int) -> str:
    values = {"path": path, "line": str(line), "column": str(column)}
    return _PLACEHOLDER.sub(lambda match: values[match[1]], template)


def configured_editor(findings: Findings, environment: Mapping[str, str] = os.environ) -> str:
    """The editor that the user's settings name, as `read_editor` takes it; `DEFAULT` if they name none."""
    try:
        path = config_folder(environment) / SETTINGS
    except OSError:
        return DEFAULT
    if not path.is_file():
        return DEFAULT
    node = read_yaml_file(path, findings)
    if node is None:
        return DEFAULT
    take = FieldReader(node, "the settings", findings)
    text = take.text("editor")
    if text is not None:
        try:
            read_editor(text)
        except ValueError as error:
            span = take.value_span("editor") or node.span
            findings.add("unknown-choice", f"'editor' of the settings: {error}", span, "or leave it out for VS Code")
            text = None
    take.finish()
    return text or DEFAULT


# --- A place that the page shows -> the link that opens it in the user's editor, or the editor itself, opened ---------


#: `file:line` or `file:line:column`.
_PLACE = re.compile(r"(.+?):(\d{1,7})(?::(\d{1,7}))?")


class PlaceOpener:
    """Opens places in files of the project, and no others.

    Args:
        editor: None if places do not open.
    """

    def __init__(self, files: ProjectFiles, editor: Editor | None) -> None:
        self._files, self._editor = files, editor

    @property
    def name(self) -> str:
        """The name of the editor; empty if places do not open."""
        return self._editor.name if self._editor else ""

    @property
    def runs_program(self) -> bool:
        """True if a request runs a program, for which it needs the token."""
        return self._editor is not None and bool(self._editor.command)

    def request(self, name: str, data: Any) -> dict[str, Any]:
        """The `link` that the page should follow, if any, or the reason why the place was not opened.

        Args:
            name: `place`, the only thing that opens.

        Raises:
            ValueError: the request is not one that the page sends.
        """
        place = json_text(json_object(data).get("place"))
        match = _PLACE.fullmatch(place)
        if name != "place" or match is None or self._editor is None:
            raise ValueError(place)
        path = self._files.find(match[1])
        if path is None:
            return {"link": "", "refused": "this file is not in your project"}
        where = path, int(match[2]), int(match[3] or 1)
        if self._editor.command:
            return {"link": "", "refused": self._editor.run(*where)}
        return {"link": self._editor.link_to(*where), "refused": ""}
