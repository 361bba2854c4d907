"""A game with cards, tiles, tokens and pawns in two languages, to be changed and printed again."""

from pathlib import Path

from helpers import Toy
from pawprint.production import pipeline
from pawprint.production.changes import updates
from pawprint.production.changes.reprint import Reprint
from pawprint.production.options import BuildOptions
from pawprint.production.snapshot import BUILT, PRINTED, laid_over, read_state, write_state

_MAKE = """
      {name}:
        kind: {kind}
        file: cards.yaml
        stock: {stock}
        face: toy/any
        title: {{fr: {fr}, en: {en}}}
        fields:
          name: {{type: text}}
          level: {{type: int, default: 1}}
          note: {{type: text, optional: true}}
"""
_BACK = "        back: toy/back\n"
GAME = (
    """
    id: toy
    title: {fr: Jouet, en: Toy}
    version: "7"
    languages: [fr, en]
    credits: {fr: "De nous", en: "By us"}
    components:"""
    + _MAKE.format(name="beasts", kind="cards", stock="card", fr="Bêtes", en="Beasts")
    + _BACK
    + _MAKE.format(name="spells", kind="cards", stock="like-card", fr="Sorts", en="Spells").lstrip("\n")
    + _BACK
    + _MAKE.format(name="lands", kind="tiles", stock="wide", fr="Lieux", en="Lands").lstrip("\n")
    + _MAKE.format(name="pawns", kind="tokens", stock="pawn", fr="Pions", en="Pawns").lstrip("\n")
)
STOCKS = """
    stocks:
      card: {trim: 63 mm x 88 mm}
      like-card: {trim: 63 mm x 88 mm, safe: 4 mm}
      wide: {trim: 88 mm x 63 mm}
      pawn: {trim: 30 mm x 50 mm, stand: fold, foot: 8 mm}
"""
CARDS = """
    beasts:
      - {id: fox, copies: 3, name: {fr: Renard, en: Fox}}
      - {id: hen, copies: 2, name: {fr: Poule, en: Hen}}
      - {id: mole, name: {fr: Taupe, en: Mole}}
      - {id: wolf, copies: 9, name: {fr: Loup, en: Wolf}}
    spells:
      - {id: rain, copies: 2, name: {fr: Pluie, en: Rain}}
    lands:
      - {id: moor, name: {fr: Lande, en: Moor}}
    pawns:
      - {id: red, copies: 2, name: {fr: Rouge, en: Red}}
"""
_FACE = "palette: toy\nelements: [{kind: text, text: '%s', at: [4 mm, 9 mm], size: [22 mm, 8 mm]}]\n"
FACES = {
    "toy/any": _FACE % "{{ name }} {{ level }}",
    "toy/back": _FACE % "back of {{ id }}",
    "cover": _FACE % "{{ pieces }} {{ sheets }} {{ duplex }}",
    "changes": (
        "palette: toy\nelements:\n  - {kind: repeat, over: changes, flow: column, cell: [fill, 6.5 mm], elements: [\n"
        "      {kind: text, text: '{{ item.name }}|{{ item.pull }}|{{ item.print }}|"
        "{{ item.what }}|{{ item.why }}'}]}\n"
    ),
}
PLAIN = BuildOptions(cover=False, languages=("en",))


def make(folder: Path) -> Toy:
    """The game in an empty folder."""
    toy = Toy(folder, game=GAME, cards=CARDS, stocks=STOCKS, faces=FACES, fonts=True)
    toy.write("layouts/papers.yaml", "papers: {A4: {size: 210 mm x 297 mm}}")
    return toy


def out_of(toy: Toy) -> Path:
    """Where it is built."""
    return toy.folder / "out"


def edit(toy: Toy, old: str, new: str, file: str = "catalog/toy/cards.yaml") -> None:
    """Put *new* in place of the only *old* in a file."""
    path = toy.folder / file
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, old
    path.write_text(text.replace(old, new), encoding="utf-8")


def print_all(toy: Toy, choice: BuildOptions = PLAIN) -> None:
    """Build, and remember as printed."""
    workspace = pipeline.load(toy.catalog, toy.layout_folders)
    [*pipeline.write_prints([*pipeline.build(workspace, choice)], out_of(toy))]
    assert [*workspace.findings] == []
    remember(toy)


def remember(toy: Toy) -> None:
    """What `pawprint printed` does."""
    folder = out_of(toy) / "toy"
    built = read_state(folder / BUILT)
    assert built is not None
    write_state(folder / PRINTED, laid_over(read_state(folder / PRINTED), built))


def renewals(toy: Toy, choice: BuildOptions = PLAIN) -> list[Reprint]:
    """What is printed with `--changed`; it is written, too."""
    workspace = pipeline.load(toy.catalog, toy.layout_folders)
    made = [*updates.build_changed(workspace, choice, out_of(toy))]
    assert [*workspace.findings] == []
    [*updates.write_changed(made, out_of(toy))]
    return made


def names(toy: Toy) -> set[str]:
    """The files in its output folder."""
    return {path.name for path in (out_of(toy) / "toy").rglob("*") if path.is_file()}
