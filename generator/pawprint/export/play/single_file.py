"""A page, its style, its scripts and its data -> one HTML file, which cannot load anything else."""

import base64
import gzip
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Any

import pawprint.playtests.page
from pawprint.core.page_policy import content_policy, policy_element
from pawprint.export._rasters import RasterRequest
from pawprint.export.export_source import ExportSource
from pawprint.export.tabletop._picture_sheets import cell_size
from pawprint.graphics.ops import Drawing
from pawprint.typography.languages import is_right_to_left

# --- JavaScript modules in files -> one script without imports, which runs in a page that was opened from disk --------

# A page of the scheme `file:` may not import modules. So each module becomes a function that is called once, after
# those that it imports from, and returns what it exports.


_IMPORT = re.compile(r'^import\s*\{([^}]*)\}\s*from\s*"\./([\w-]+)\.js";[ \t]*\n', re.MULTILINE)
_EXPORT = re.compile(r"^export\s+((?:async\s+)?function\*?|class|const)\s+([\w$]+)", re.MULTILINE)
_OTHER = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


class ScriptError(ValueError):
    """A module that cannot be put into a script."""


def script_of(entry: Path, *folders: Path) -> str:
    """The module *entry*, with those that it imports, from its folder or *folders*, as one script.

    Modules import names in braces from files beside them, and export functions, classes and constants where they
    declare them.

    Raises:
        ScriptError: a module imports or exports in another way, or imports lead back to it.
    """
    done: dict[str, str] = {}
    _add(entry, done, (), (entry.parent, *folders))
    return '"use strict";\n' + "\n".join(done.values())


def _add(path: Path, done: dict[str, str], importers: tuple[str, ...], folders: Sequence[Path]) -> None:
    """Add the function of a module to *done*, after those of the modules that it imports."""
    if path.stem in importers:
        raise ScriptError(f"{path.name} imports itself by way of {', '.join(importers)}")
    text = path.read_text(encoding="utf-8")
    for match in _IMPORT.finditer(text):
        if match[2] not in done:
            _add(_found(f"{match[2]}.js", folders), done, (*importers, path.stem), folders)
    body = _IMPORT.sub(lambda match: f"const {{{match[1].replace(' as ', ': ')}}} = {_name(match[2])};\n", text)
    names = [match[2] for match in _EXPORT.finditer(body)]
    body = _EXPORT.sub(r"\1 \2", body)
    if (other := _OTHER.search(body)) is not None:
        raise ScriptError(f"{path.name} has '{other[0]}', which only a page from a server can load")
    done[path.stem] = f"const {_name(path.stem)} = (() => {{\n{body}return {{ {', '.join(names)} }};\n}})();"


def _found(name: str, folders: Sequence[Path]) -> Path:
    """The file *name* in the first folder that has it, or else in the first folder, where it is missing."""
    return next((folder / name for folder in folders if (folder / name).is_file()), folders[0] / name)


def _name(stem: str) -> str:
    return f"module_{stem.replace('-', '_')}"


# --- Drawings -> compact pictures in Base64, each once, for a page ----------------------------------------------------


#: The longest side of a picture in pixels, and the quality of WebP at which texts are still clear.
_SIDE, _QUALITY = 1600, 65


class PiecePictures:
    """The pictures of some sides of pieces.

    Attributes:
        files: in Base64; drawings that look the same have one.

    Args:
        dpi: of the pictures, unless one would be very large.
    """

    def __init__(self, source: ExportSource, drawings: Iterable[Drawing], dpi: int) -> None:
        self._dpi = dpi
        wanted = list(dict.fromkeys(drawings))
        numbers: dict[str, int] = {}
        self._numbers: dict[Drawing, int] = {}
        for drawing, data in zip(wanted, source.rasters(self._requests(wanted)), strict=True):
            self._numbers[drawing] = numbers.setdefault(base64.b64encode(data).decode(), len(numbers))
        self.files = list(numbers)

    def number(self, drawing: Drawing) -> int:
        return self._numbers[drawing]

    def _requests(self, drawings: Iterable[Drawing]) -> Iterator[RasterRequest]:
        for drawing in drawings:
            width, height = cell_size(drawing, self._dpi, _SIDE)
            shaped = not drawing.outline.is_rectangle(drawing.trim)
            yield RasterRequest(drawing, width, height, form="webp", transparent=shaped, quality=_QUALITY)


#: The folders with the scripts and styles of these pages, and of the page on which people play with rules.
ASSETS = Path(__file__).parent / "assets"
PAGE_ASSETS = Path(pawprint.playtests.page.__file__).parent / "assets"
#: What a page may use that plays with a program in a worker.
_WORKER = {"worker_src": "blob:", "connect_src": "blob:", "font_src": "data:"}
_WORKER_SCRIPTS = " blob: 'wasm-unsafe-eval'"


@dataclass(frozen=True)
class SingleFile:
    """The parts of a page.

    Attributes:
        language: of the title, and of the page.
        data: what the scripts find as JSON in the element `data`.
        packed: files that the scripts find, packed by gzip and in Base64, in elements with these ids. A page that has
            some may run them in a worker, and open those that are pages.
        opened: digests of the scripts of these pages, as policies write them.
    """

    title: str
    language: str
    style: str
    script: str
    data: Mapping[str, Any]
    packed: Mapping[str, bytes] = field(default_factory=dict)
    opened: tuple[str, ...] = ()

    def html(self) -> bytes:
        direction = ' dir="rtl"' if is_right_to_left(self.language) else ""
        # No "<" in it, so that no text of a card can end the element.
        values = json.dumps(self.data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
        lines = [
            "<!DOCTYPE html>",
            f'<html lang="{escape(self.language.replace("_", "-"))}"{direction}>',
            "<head>",
            '<meta charset="utf-8">',
            policy_element(self._policy()),
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="color-scheme" content="light dark">',
            f"<title>{escape(self.title)}</title>",
            f"<style>\n{self.style}</style>",
            "</head>",
            "<body>",
            "<noscript>This page needs JavaScript.</noscript>",
            f'<script type="application/json" id="data">{values}</script>',
            *(f'<script type="text/plain" id="{name}">{_packed(data)}</script>' for name, data in self.packed.items()),
            f"<script>\n{self.script}\n</script>",
            "</body>",
            "</html>",
            "",
        ]
        return "\n".join(lines).encode()

    def _policy(self) -> str:
        """What browsers let the page do."""
        digest = base64.b64encode(sha256(f"\n{self.script}\n".encode()).digest()).decode()
        worker, scripts = (_WORKER, _WORKER_SCRIPTS) if self.packed else ({}, "")
        allowed = " ".join((f"'sha256-{digest}'", *self.opened)) + scripts
        return content_policy(img_src="blob: data:", style_src="'unsafe-inline'", **worker, script_src=allowed)


@lru_cache(maxsize=8)  # the files of the runtime are the same in every language
def _packed(data: bytes) -> str:
    return base64.b64encode(gzip.compress(data, 9, mtime=0)).decode()
