"""The YAML language server, which editors ask about YAML files; npm installs it in the checkout."""

import json
import subprocess
from itertools import count
from pathlib import Path
from typing import Any

#: What starts it, with Node.
PROGRAM = Path(__file__).parents[2] / "node_modules/yaml-language-server/bin/yaml-language-server"


class LanguageServer:
    """The server, with the settings of an editor; a folder is where its files are."""

    def __init__(self, folder: Path) -> None:
        self._process = subprocess.Popen(
            ["node", str(PROGRAM), "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self._folder = folder
        self._numbers = count(1)
        self._diagnostics: dict[str, list[Any]] = {}
        self.ask("initialize", {"processId": None, "rootUri": folder.as_uri(), "capabilities": {}})
        self._send({"method": "initialized", "params": {}})
        yaml = {"validate": True, "hover": True, "completion": True, "schemaStore": {"enable": False}}
        self._settings = {"yaml": yaml}
        self._send({"method": "workspace/didChangeConfiguration", "params": {"settings": self._settings}})

    def open(self, path: Path, text: str | None = None) -> list[str]:
        """Open a file, or *text* in its place; the messages that an editor shows."""
        uri = path.as_uri()
        content = path.read_text(encoding="utf-8") if text is None else text
        self._diagnostics.pop(uri, None)
        document = {"uri": uri, "languageId": "yaml", "version": next(self._numbers), "text": content}
        self._send({"method": "textDocument/didOpen", "params": {"textDocument": document}})
        while uri not in self._diagnostics:
            self._read()
        return [one["message"] for one in self._diagnostics[uri]]

    def hover(self, path: Path, line: int, character: int) -> str:
        """What is shown for a place, counted from 0."""
        found = self.ask("textDocument/hover", self._place(path, line, character))
        return "" if not found else str(found["contents"]["value"])

    def completions(self, path: Path, line: int, character: int) -> set[str]:
        """What is suggested at a place, counted from 0."""
        found = self.ask("textDocument/completion", self._place(path, line, character))
        return {item["label"] for item in found["items"]}

    def ask(self, method: str, params: Any) -> Any:
        """The answer to a request."""
        number = next(self._numbers)
        self._send({"id": number, "method": method, "params": params})
        while True:
            message = self._read()
            if message.get("id") == number and "method" not in message:
                return message.get("result")

    def close(self) -> None:
        """End it."""
        self._process.kill()
        self._process.communicate()

    @staticmethod
    def _place(path: Path, line: int, character: int) -> dict[str, Any]:
        return {"textDocument": {"uri": path.as_uri()}, "position": {"line": line, "character": character}}

    def _send(self, message: dict[str, Any]) -> None:
        data = json.dumps({"jsonrpc": "2.0", **message}).encode()
        stream = self._process.stdin
        assert stream is not None
        stream.write(b"Content-Length: %d\r\n\r\n%b" % (len(data), data))
        stream.flush()

    def _read(self) -> dict[str, Any]:
        """The next message; requests of the server are answered."""
        stream = self._process.stdout
        assert stream is not None
        length = 0
        while (line := stream.readline().strip()) or not length:
            assert line or self._process.poll() is None, "the language server has ended"
            name, _, value = line.partition(b":")
            length = int(value) if name.lower() == b"content-length" else length
        message: dict[str, Any] = json.loads(stream.read(length))
        if message.get("method") == "textDocument/publishDiagnostics":
            self._diagnostics[message["params"]["uri"]] = message["params"]["diagnostics"]
        elif message.get("method") == "workspace/configuration":
            asked = [self._settings.get(item["section"], {}) for item in message["params"]["items"]]
            self._send({"id": message["id"], "result": asked})
        elif "method" in message and "id" in message:
            self._send({"id": message["id"], "result": None})
        return message
