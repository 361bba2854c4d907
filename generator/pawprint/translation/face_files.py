"""A game -> the files of its faces, whose texts are translated with it."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from pawprint.catalog.model import Game
from pawprint.core.diagnostics import Findings
from pawprint.core.file_reading import is_file
from pawprint.yamlio import reader, scalars
from pawprint.yamlio.reader import MappingNode, Node, ScalarNode


def face_files(game: Game, layouts: Sequence[Path]) -> Iterator[tuple[Path, str]]:
    """The files of the faces of *game*, and of those that they extend, with their names: `faces/cats/clan`."""
    waiting = [name for one in game.components.values() for name in (*one.faces, *one.backs)]
    waiting += _panels(game.node.get("boxes"))
    known: set[str] = set()
    while waiting:
        name = waiting.pop(0)
        if name in known or scalars.escapes_folder(name):
            continue
        known.add(name)
        path = next((path for folder in layouts if is_file(path := folder / "faces" / f"{name}.yaml")), None)
        root = reader.read_yaml_file(path, Findings()) if path else None
        if path is None or not isinstance(root, MappingNode):
            continue  # a finding of composing
        parent = root.get("extends")
        if isinstance(parent, ScalarNode):
            waiting.append(parent.text)
        yield path, f"faces/{name}"


def _panels(boxes: Node | None) -> list[str]:
    """The faces of the panels of boxes."""
    names = []
    for box in boxes.entries.values() if isinstance(boxes, MappingNode) else ():
        panels = box.get("panels") if isinstance(box, MappingNode) else None
        for panel in panels.entries.values() if isinstance(panels, MappingNode) else ():
            face = panel.get("face") if isinstance(panel, MappingNode) else panel
            if isinstance(face, ScalarNode):
                names.append(face.text)
    return names
