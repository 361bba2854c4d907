"""What a picture shows, as digests: as long as none of them changes, the picture is not stale.

Digests are of what is drawn, not of how: fingerprints of faces, which a build writes into the manifests of the bundled
games, operators of pages, and of a few modules what they do. So a picture becomes stale by an edit that it shows, and
by no other. Nothing is rendered to find that out.
"""

import ast
import json
import re
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any

import pikepdf

from pawprint.core.length import mm
from pawprint.press.fingerprint import Fingerprints
from picture_scripts.games import DOCS, drawing_of

ROOT = DOCS.parent
#: What a source is called -> its digest.
Sources = dict[str, str]


def faces(game: str, *pieces: str, language: str = "en") -> Sources:
    """Fingerprints of sides: `fox` and `fox/back`, or `*` for all sides of a bundled game together."""
    manifest = _faces_of_build(game, language)
    if pieces == ("*",):
        return {f"{game} {language}": digest(json.dumps(manifest, sort_keys=True))}
    return {f"{game} {language} {piece}": _fingerprint(game, piece, language, manifest) for piece in pieces}


def _fingerprint(game: str, piece: str, language: str, manifest: dict[str, Any]) -> str:
    name, _, side = piece.partition("/")
    for key, entry in manifest.items():
        if key.split("/")[1] == name:
            return str(entry[side or "face"])
    _, drawing = drawing_of(game, name, language, side or "face", bleed=mm(3))
    return Fingerprints().of(drawing) if drawing else ""


@cache
def _manifest(game: str) -> dict[str, Any]:
    path = ROOT / "output" / game / "MANIFEST.json"
    read: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    return read


def _faces_of_build(game: str, language: str) -> dict[str, Any]:
    found: dict[str, Any] = _manifest(game).get("faces", {}).get(language, {})
    return found


def built(game: str, name: str) -> Sources:
    """A file that a build of a bundled game makes."""
    return {name: str(_manifest(game)["files"][name]["sha256"])[:16]}


def pages(name: str, make: Callable[[], bytes], *numbers: int) -> Sources:
    """What stands on pages of a PDF file that *make* returns; all pages if there are no *numbers*."""
    with pikepdf.open(BytesIO(make())) as pdf:
        shown = [pdf.pages[number] for number in numbers] or [*pdf.pages]
        read: dict[tuple[int, int], bytes] = {}
        for page in shown:
            _read(page.obj, read)
        return {name: digest(b"".join(read.values()))}


def _read(thing: Any, read: dict[tuple[int, int], bytes]) -> None:
    """Add the operators of a page or form, and of the forms and images in it, to *read*."""
    if thing.objgen in read:
        return
    if isinstance(thing, pikepdf.Stream):
        read[thing.objgen] = thing.read_raw_bytes() if thing.get("/Subtype") == "/Image" else thing.read_bytes()
    else:
        contents = thing.get("/Contents", [])
        parts = [contents] if isinstance(contents, pikepdf.Stream) else contents
        read[thing.objgen] = b"".join(part.read_bytes() for part in parts)
    for _, inner in sorted(thing.get("/Resources", {}).get("/XObject", {}).items()):
        _read(inner, read)


def program(*names: str) -> Sources:
    """Modules of the program and of the preview, without what they say to their readers."""
    return {name: digest(without_comments(ROOT / "generator/pawprint" / name)) for name in names}


def without_comments(path: Path) -> str:
    """What a module does: its lines without comments, docstrings and indentation."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        lines = text.split("\n")
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node) is not None:
                first = node.body[0]
                lines[first.lineno - 1 : first.end_lineno] = [""] * len(lines[first.lineno - 1 : first.end_lineno])
        kept = (line for line in lines if not line.lstrip().startswith("#"))
    else:
        kept = (line for line in re.sub(r"/\*.*?\*/|^\s*//.*?$", "", text, flags=re.M | re.S).split("\n"))
    return "\n".join(line.strip() for line in kept if line.strip())


def words(*texts: object) -> Sources:
    """Words that the script itself puts in."""
    return {"words": digest(repr(texts))}


def digest(data: str | bytes) -> str:
    """16 hexadecimal digits."""
    return sha256(data.encode() if isinstance(data, str) else data).hexdigest()[:16]
