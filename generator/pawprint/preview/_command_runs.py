"""Requests of the page to print, export or remember -> commands of Pawprint, which the page shows and can have run.

A request names options of a fixed list, games and pieces; their values are arguments of a command, which checks them as
if a person had typed them. No shell reads them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from shlex import join
from threading import Lock, Thread
from typing import Any

from pawprint.core.programs import TextProcess, end_process, start_pawprint
from pawprint.preview.session import Session

#: What the page may have done -> the command, the options that have values, and those that have none.
_COMMANDS: Mapping[str, tuple[tuple[str, ...], frozenset[str], frozenset[str]]] = {
    "build": (
        ("build",),
        frozenset(("only", "lang", "edition", "paper", "duplex", "bleed", "marks", "printer")),
        frozenset(("changed", "no-cover", "low-ink", "mix", "one-up", "draft", "proof", "booklet")),
    ),
    "export": (("export",), frozenset(("lang", "edition", "bleed")), frozenset(("low-ink",))),
    "printed": (("printed",), frozenset(("lang",)), frozenset()),
}
#: The targets of `pawprint export` that need no option of their own.
EXPORTS = ("png", "jpg", "webp", "svg", "pdf", "contact")
#: The folder of builds, unless another one is named; exports have folders of their own.
_OUT = Path("output")
#: Media types of files that run nothing where a browser opens them.
PASSIVE = ("application/pdf", "image/png", "image/jpeg", "image/webp")
_TYPES = dict(zip((".pdf", ".png", ".jpg", ".webp", ".svg"), (*PASSIVE, "image/svg+xml"), strict=True))
#: The most characters of output that the page gets; the last ones.
MAX_OUTPUT = 20_000


class CommandRuns:
    """Runs one command at a time.

    Args:
        session: knows the games and their pieces.
        out: the folder of builds.
        folders: the options of the preview that say where the catalog and the layouts are.
    """

    def __init__(self, session: Session, out: Path, folders: Sequence[str] = ()) -> None:
        self._session, self._out, self._folders = session, out, tuple(folders)
        self._lock = Lock()
        self._process: TextProcess | None = None
        self._reader = Thread()
        self._command = ""
        self._output = ""
        self._files: list[Path] = []

    def words(self, name: str, request: Any) -> list[str]:
        """The arguments of the command that *request* asks for.

        Raises:
            LookupError, ValueError: the request does not have the form that the page sends, or names what is not there.
        """
        options, cards = _parts(request)
        command, valued, flags = _COMMANDS[request["do"]]
        self._session.revision(name)
        words = [*command]
        if command == ("export",):
            if request["target"] not in EXPORTS:
                raise ValueError
            words.append(request["target"])
        words.append(name)
        for option, value in options.items():
            if option in flags and value is True:
                words.append(f"--{option}")
            elif option in valued and isinstance(value, str) and value.isprintable():
                words.append(f"--{option}={value}")
            else:
                raise ValueError
        for card in cards:
            if not self._session.has(name, card):
                raise LookupError
            words.append(f"--card={card}")
        if command != ("printed",):
            words += self._folders
        if self._out != _OUT:
            words.append(f"--out={self._out}")
        return words

    def _folder(self, name: str, request: Any) -> Path:
        """Where the command that *request* asks for writes its files."""
        exports = request["do"] == "export" and self._out == _OUT
        return Path("export", name, request["target"]) if exports else self._out

    def line(self, name: str, data: Any) -> dict[str, Any]:
        """The command that *data* asks for, as a person types it; see `words`."""
        return {"command": join(["pawprint", *self.words(name, data)])}

    def run(self, name: str, data: Any) -> dict[str, Any]:
        """Start the command that *data* asks for, unless one is running; returns the same as `state`."""
        words = self.words(name, data)
        with self._lock:
            if not self._is_running():
                self._command, self._output = join(["pawprint", *words]), ""
                self._files = self._files if words[0] == "printed" else []  # of the build that was printed
                words += ["--list"] if words[0] == "export" else []
                self._process = start_pawprint(*words)
                read = self._process, self._folder(name, data).resolve()
                self._reader = Thread(target=self._read, args=read, daemon=True)
                self._reader.start()
        return self.state()

    def _is_running(self) -> bool:
        """True until the command has ended and all of its output is read."""
        return self._process is not None and (self._reader.is_alive() or self._process.poll() is None)

    def _read(self, process: TextProcess, folder: Path) -> None:
        """Collect the output, and the files in *folder* that it lists."""
        assert process.stdout is not None
        with process.stdout as lines:
            for line in lines:
                text = line.partition("  ")[0].strip()
                path = Path(text)
                listed = path.resolve().is_relative_to(folder) and path.is_file()
                if listed and path not in self._files:
                    self._files.append(path)
                if not listed or text != line.strip():
                    self._output = (self._output + line)[-MAX_OUTPUT:]
        process.wait()

    def state(self) -> dict[str, Any]:
        """The last command, its other output, the files that it has written, and its exit code; None while it runs."""
        code = None if self._process is None or self._is_running() else self._process.returncode
        files = [path.as_posix() for path in self._files]
        return {"command": self._command, "output": self._output, "files": files, "code": code}

    def file(self, index: int, name: str) -> tuple[bytes, str]:
        """The bytes of a file that the last command has written, and its media type.

        Raises:
            LookupError, OSError: there is no such file.
        """
        path = self._files[index]
        if index < 0 or path.name != name:  # of a command before
            raise LookupError(name)
        return path.read_bytes(), _TYPES.get(path.suffix, "application/octet-stream")

    def close(self) -> None:
        """End the command that is running."""
        if self._process is not None:
            end_process(self._process)


def _parts(request: Any) -> tuple[dict[str, Any], list[str]]:
    """The options and the pieces of a request.

    Raises:
        LookupError, ValueError: the request does not have the form that the page sends.
    """
    options, cards = (request.get("options", {}), request.get("cards", [])) if isinstance(request, dict) else ({}, [])
    texts = [request["do"], *cards] if isinstance(request, dict) and isinstance(cards, list) else [None]
    if not isinstance(options, dict) or not all(isinstance(text, str) for text in texts):
        raise ValueError
    return options, cards
