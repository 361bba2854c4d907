"""`sleeves.yaml` of the layouts -> kinds of sleeves: what they add to a card."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from pawprint.core.diagnostics import Findings
from pawprint.core.geometry import Size
from pawprint.core.length import Length, mm
from pawprint.core.registry import suggest
from pawprint.yamlio import reader, scalars
from pawprint.yamlio.field_reader import FieldReader

#: How much larger than the card a sleeve of its size is, at least and at most; and where no such size is listed.
_LEAST, _MOST, _USUAL = mm(1), mm(5), mm(2.5)


class Sleeve(NamedTuple):
    """A kind of sleeve.

    Attributes:
        adds: thickness that it adds to a card.
        sizes: outer sizes that are sold.
    """

    name: str
    adds: Length
    sizes: tuple[Size, ...]

    def around(self, card: Size) -> Size:
        """The outer size of the smallest sleeve for *card*; 2.5 mm larger than it where no size fits."""
        fitting = [
            size
            for outer in self.sizes
            for size in (outer, outer.turned())
            if all(_LEAST <= side - inner <= _MOST for side, inner in zip(size, card, strict=True))
        ]
        usual = Size(card.width + _USUAL, card.height + _USUAL)
        return min(fitting, key=lambda size: size.width.grains * size.height.grains, default=usual)


def find_sleeve(name: str, folders: Sequence[Path], findings: Findings) -> Sleeve | None:
    """The kind *name*, from the first of the layout *folders* that has it; None after a finding."""
    known: list[str] = []
    sizes: list[Size] = []
    found: Length | None = None
    for folder in folders:
        if not (folder / "sleeves.yaml").is_file():
            continue
        take = FieldReader(reader.read_yaml_file(folder / "sleeves.yaml", findings, folder), "sleeves.yaml", findings)
        for kind, _, node in take.entries("sleeves", required=True):
            inner = FieldReader(node, f"sleeve '{kind}'", findings)
            adds = inner.length("adds", required=True)
            inner.allow("about")
            inner.finish()
            known.append(kind)
            if kind == name and found is None:
                found = adds
        for node in take.items("sizes"):
            size = scalars.size(node, "a size of sleeves", findings)
            if size is not None:
                sizes.append(size)
        take.finish()
    if found is None:
        if name not in known:
            findings.add("unknown-sleeve", f"there are no sleeves '{name}'", None, suggest(name, known, "sleeves are"))
        return None
    return Sleeve(name, found, tuple(sizes))
