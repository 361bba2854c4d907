"""`MANIFEST.json`: the files in a game's output folder with their digests, so that a review shows which prints change.

It has no date and no machine in it. A build of some languages or kinds keeps the entries of the others.
"""

import json
from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from pawprint.core.files import is_file, read_json
from pawprint.core.links import is_inside

NAME = "MANIFEST.json"


class Print(NamedTuple):
    """A file that was made.

    Attributes:
        name: of the file; of a picture of a document, with the folder beside it.
        folder: in the output of the game, in which the file is. of: the pieces or the document in it, `rulebook`.
        components: component -> (different records, pieces to cut out); none in a document.
        faces: `component/id` -> fingerprint of its face, of its back (empty: none), copies.
        whole: whether all records of these components are in it; the manifest then forgets those that are gone.
        known: every component that the game has now; the manifest forgets others.
        edition: of the game; empty for the default one.
        values: `component/id` -> what the catalog says of the piece in this language.
        covered: the components that were asked for, of which *whole* speaks; none where what was made is not to be
            remembered as built.
        page: width and height of the first page, in millimetres.
        printer: for which its backs are corrected; empty for none.
        pages: of the PDF, 0 for a file of another form; *sheets* of paper in it, without the cover; *pieces* that are
            cut out of them.
    """

    game: str
    version: str
    language: str
    kind: str
    name: str
    data: bytes
    paper: str
    duplex: str
    bleed_mm: float
    pages: int
    sheets: int
    pieces: int
    whole: bool
    known: tuple[str, ...]
    components: Mapping[str, tuple[int, int]]
    faces: Mapping[str, tuple[str, str, int]]
    edition: str = ""
    values: Mapping[str, Mapping[str, Any]] = {}  # not a proxy: prints go from process to process
    covered: tuple[str, ...] = ()
    folder: str = ""
    of: str = ""
    printer: str = ""
    page: tuple[float, float] = (0.0, 0.0)

    @property
    def path(self) -> str:
        """The file, relative to the output of the game, with slashes."""
        return f"{self.folder}/{self.name}" if self.folder else self.name


def manifest(folder: Path, prints: Iterable[Print], tool: str, how: Mapping[str, str] = MappingProxyType({})) -> bytes:
    """The text of the manifest after *prints* (of one game) have been written to *folder*.

    Args:
        tool: name and version of the program.
        how: the unusual options with which they were made.
    """
    prints = list(prints)
    old = _read(folder / NAME)
    files: dict[str, Any] = {
        name: entry for name, entry in _mapping(old.get("files")).items() if is_file(folder / name)
    }
    faces: dict[str, Any] = {language: _mapping(entry) for language, entry in _mapping(old.get("faces")).items()}
    components: dict[str, Any] = _mapping(old.get("components"))
    for printed in prints:
        files[printed.path] = _entry(printed) | ({"how": dict(sorted(how.items()))} if how else {})
        if not printed.components:
            continue  # a document: no pieces are on it
        of = f"{printed.edition}/" if printed.edition else ""
        if printed.whole:
            for name, (kinds, pieces) in printed.components.items():
                components[of + name] = {"kinds": kinds, "pieces": pieces}
        components = {name: entry for name, entry in components.items() if name.rpartition("/")[2] in printed.known}
        for language, entry in faces.items():
            faces[language] = {name: face for name, face in entry.items() if name.partition("/")[0] in printed.known}
        here = faces.setdefault(of + printed.language, {})
        for name in [name for name in here if printed.whole and name.partition("/")[0] in printed.components]:
            del here[name]
        for name, (face, back, copies) in printed.faces.items():
            here[name] = {"face": face, "copies": copies} | ({"back": back} if back else {})
    data = {
        "game": prints[0].game if prints else old.get("game", ""),
        "version": prints[0].version if prints else old.get("version", ""),
        "made_by": tool,
        "components": dict(sorted(components.items())),
        "files": dict(sorted(files.items())),
        "faces": {language: dict(sorted(entry.items())) for language, entry in sorted(faces.items())},
    }
    return (indented(data, 3) + "\n").encode()


def files_of(folder: Path, kind: str, language: str, edition: str) -> list[Path]:
    """The files in *folder* that the manifest there lists as of this kind, language and edition."""
    return [
        folder / name
        for name, entry in listed_files(folder).items()
        if (entry.get("kind"), entry.get("language"), entry.get("edition", "")) == (kind, language, edition)
    ]


def listed_files(folder: Path) -> dict[str, dict[str, Any]]:
    """Path in *folder*, with slashes -> entry of each file that the manifest there lists; none that leads elsewhere."""
    files = _mapping(_read(folder / NAME).get("files"))
    return {name: _mapping(entry) for name, entry in files.items() if is_inside(name) and isinstance(entry, dict)}


def _entry(printed: Print) -> dict[str, Any]:
    """What is said of one file; of a document nothing that only pieces have."""
    entry: dict[str, Any] = {
        "sha256": sha256(printed.data).hexdigest(),
        "bytes": len(printed.data),
        "language": printed.language,
        "kind": printed.kind,
    }
    if printed.of:
        entry["of"] = printed.of
    if not printed.pages:  # a file that is not printed
        return entry | ({"edition": printed.edition} if printed.edition else {})
    entry["paper"] = printed.paper
    if printed.duplex or printed.components:
        entry["duplex"] = printed.duplex
    if printed.components:
        entry["bleed_mm"] = printed.bleed_mm
    entry["pages"] = printed.pages
    if printed.sheets or printed.components:
        entry["sheets"] = printed.sheets
    if printed.components:
        entry["pieces"] = printed.pieces
    return entry | ({"edition": printed.edition} if printed.edition else {})


def indented(value: Any, levels: int, margin: str = "") -> str:
    """JSON with a line for each entry of the outer *levels*, so that a difference shows which entries changed."""
    if not levels or not isinstance(value, dict) or not value:
        return json.dumps(value, ensure_ascii=False)
    inner = margin + " "
    entries = [
        f"{inner}{json.dumps(name, ensure_ascii=False)}: {indented(entry, levels - 1, inner)}"
        for name, entry in value.items()
    ]
    return "{\n" + ",\n".join(entries) + "\n" + margin + "}"


def _read(path: Path) -> dict[str, Any]:
    """The manifest as it stands; empty where there is none, or where it is broken."""
    try:
        return _mapping(read_json(path))
    except (OSError, ValueError):
        return {}


def _mapping(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}
