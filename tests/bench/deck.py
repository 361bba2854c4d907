"""Makes the deck that is measured: the same cards as a Pawprint catalog with layouts, and as a Typst project.

    python tests/bench/deck.py FOLDER --cards 252 --copies 1

Everything follows from a seed. Both sides have the same words, drawings, colours, fonts, sizes and places.
"""

import argparse
import random
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

#: Millimetres; nine cards with this bleed fit on A4 inside the margin that the bundled papers keep.
WIDTH, HEIGHT, BLEED = 63.5, 88.9, 1.5
PAPER_WIDTH, PAPER_HEIGHT, COLUMNS, ROWS = 210, 297, 3, 3
#: Crop marks begin here, outside the outermost trims, and end at the paper's edge or the printer's margin.
MARK_OFFSET, PRINTER_MARGIN = 3, 5

#: Millimetres from the top-left of the trim: x, y, width, height. Both layouts are filled in from this table.
PLACES = {
    "frame": (3, 3, 57.5, 82.9),
    "title": (6, 6, 51.5, 5),
    "subtitle": (6, 11.6, 51.5, 3),
    "art": (6, 16.5, 51.5, 30.9),
    "stat0": (8, 49.1, 5, 5),
    "stat1": (25.2, 49.1, 5, 5),
    "stat2": (42.4, 49.1, 5, 5),
    "number0": (14, 49.1, 8, 5),
    "number1": (31.2, 49.1, 8, 5),
    "number2": (48.4, 49.1, 8, 5),
    "box": (6, 55.9, 51.5, 24.4),
    "rules": (8, 57.4, 47.5, 22),
    "footer": (6, 81.4, 51.5, 2),
    "emblem": (16.75, 29.45, 30, 30),
}
LEADING = 1.25
#: Height of an inline icon, and of capitals of the text font (Source Sans 3), in ems.
ICON_SCALE, CAPITALS = 1.35, 0.66

PALETTE = {
    "ink": "#20242b", "paper": "#fbf8f1", "cream": "#efe7d3", "accent": "#8a3b2c",
    "forest": "#3f6b4f", "river": "#2f6584", "ember": "#a4512c", "dusk": "#5a4a7d",
    "meadow": "#7d8a2e", "stone": "#5d6670", "sky": "#bfd9e6", "sun": "#f2b441",
    "snow": "#ffffff", "leaf": "#5f9250", "bark": "#74513a", "night": "#27334d",
}  # fmt: skip
SUITS = ("forest", "river", "ember", "dusk", "meadow", "stone")
DRAWING_COLOURS = ("sky", "sun", "snow", "leaf", "bark", "night", "accent", "forest", "river", "cream")
DRAWINGS = 12

ICONS = {
    "leaf": "M50 4C82 20 92 52 74 80C66 92 58 94 54 96L52 60L50 96C34 92 20 78 18 58C16 34 30 14 50 4Z",
    "drop": "M50 4C60 26 82 44 82 64C82 84 67 96 50 96C33 96 18 84 18 64C18 44 40 26 50 4ZM34 62Q34 80 52 86L40 62Z",
    "flame": "M54 4C58 28 84 40 80 68C78 86 66 96 50 96C32 96 20 84 20 66C20 52 30 46 32 34C40 40 42 48 42 54L54 4Z",
    "star": "M50 4L62 38L97 39L69 60L79 94L50 74L21 94L31 60L3 39L38 38Z",
    "moon": "M66 6C38 10 18 30 18 54C18 78 38 96 62 96C74 96 84 92 92 84C66 86 48 72 46 50C44 32 52 16 66 6Z",
    "shield": "M50 4L88 16L86 50C84 74 70 88 50 96C30 88 16 74 14 50L12 16ZM50 16L50 84C64 78 74 68 76 50L78 24Z",
}  # fmt: skip
STATS = {"power": "flame", "speed": "star", "luck": "moon"}

#: About 300 different words, as in a real game's rules.
WORDS = """
a again all any an and another at away back bag bank base beast become before begin behind below beside best between
bird blue board both bottom branch bridge bring build burrow by call camp card carry cave centre choose circle claim
clan clear climb close cloud coin cold collect colour come copy corner count cover creature cross crown current dark
dawn day deal deck deep den discard draw dream drop each early earn earth edge egg eight either empty end enemy
enter even every exchange face fall far feather field fight fill find first fish five flip flower fly follow food
for forest four fox free from front full gain game garden gate gather give goal gold grass green ground group grow
guard hand harvest hawk heart help herd hide high hill hold home honey hunt hunter if in instead into island join
journey jump keep key lake land last leader least leave left less level lift light line long lose lower map mark
match meet middle moon more moss most mountain mouse move must near nest never new next night no north number oak of
old on once one only open opponent or other out outside over owl owner pass path pay peak pebble piece pile place
plain play player point pond power prey put quiet rain raise reach ready red remove rest return reveal ridge right
river road rock root round row same scout sea season secret seed set shadow share shore show side six skip sky slow
small snow spring start stay stone storm stream strong summer take tail the then third three through tile to top
trade trail tree turn two under until up use valley visit wait walk water way west when white wild wind winter with
wolf wood your
"""
FIRST_NAMES = """
Amber Ancient Bold Bright Brave Calm Clever Copper Distant Early Fierce Gentle Golden Hidden Iron Lone Misty
"""
LAST_NAMES = """
Badger Crane Falcon Fox Hare Heron Lynx Marten Otter Owl Raven Stag Swan Toad Viper Wolf Wren
"""
TITLES = """
Scout Keeper Hunter Wanderer Guardian Gatherer Messenger Elder Builder Dreamer
"""


@dataclass(frozen=True, slots=True)
class Card:
    """One record. *parts* of its rules are words, and (`bold` or `icon`, text) pairs."""

    id: str
    name: str
    subtitle: str
    suit: str
    drawing: str
    stats: tuple[int, int, int]
    parts: tuple[str | tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Deck:
    """A folder with both projects."""

    folder: Path

    @property
    def catalog(self) -> Path:
        """Where Pawprint finds the game `bench`."""
        return self.folder / "catalog"

    @property
    def layouts(self) -> Path:
        """What lies over the bundled layouts."""
        return self.folder / "layouts"

    @property
    def typst(self) -> Path:
        """The folder of `main.typ`."""
        return self.folder / "typst"


def write_deck(folder: Path, cards: int, copies: int = 1, seed: int = 1) -> Deck:
    """Write both projects into *folder*, in place of what an earlier call wrote there.

    Args:
        cards: different ones, >= 1.
        copies: printed of each.
    """
    deck = Deck(folder)
    for old in (deck.catalog, deck.layouts, deck.typst):
        shutil.rmtree(old, ignore_errors=True)
    records = list(_cards(cards, seed))
    drawings = {f"drawing-{number:02}": _drawing(number, seed) for number in range(DRAWINGS)}
    drawings["emblem"] = _emblem()
    _write_catalog(deck.catalog / "bench", records, copies)
    _write_layouts(deck.layouts, drawings)
    _write_typst(deck.typst, records, copies, drawings)
    return deck


def font_folders() -> list[str]:
    """Where the font files are that the bundled `fonts.yaml` names for text and slab."""
    specs = [find_spec(package) for package in ("fontpkg_source_sans_3", "fontpkg_bitter")]
    return [str(Path(path) / "files") for spec in specs if spec for path in spec.submodule_search_locations or ()]


def sheets(cards: int, copies: int) -> int:
    """Sheets of paper that a deck takes; each makes two pages."""
    return -(-cards * copies // (COLUMNS * ROWS))


def _cards(count: int, seed: int) -> Iterator[Card]:
    dice = random.Random(f"cards {seed}")
    words, titles = WORDS.split(), TITLES.split()
    first_names, last_names = FIRST_NAMES.split(), LAST_NAMES.split()
    for number in range(count):
        first, last = dice.choice(first_names), dice.choice(last_names)
        yield Card(
            id=f"{first}-{last}-{number + 1:04}".lower(),
            name=f"{first} {last}",
            subtitle=f"{dice.choice(titles)} of the {dice.choice(last_names)} {dice.choice(words)}",
            suit=dice.choice(SUITS),
            drawing=f"drawing-{number % DRAWINGS:02}",
            stats=(dice.randint(1, 9), dice.randint(1, 9), dice.randint(1, 12)),
            parts=tuple(_rules(dice, words)),
        )


def _rules(dice: random.Random, words: list[str]) -> Iterator[str | tuple[str, str]]:
    """25 to 45 words in sentences, one of them bold, and two icons."""
    count = dice.randint(25, 45)
    bold, *icons = dice.sample(range(1, count), 3)
    sentence = 0
    for place in range(count):
        word = dice.choice(words)
        if sentence == 0:
            word = word.capitalize()
        sentence += 1
        if place == count - 1 or (sentence > 5 and dice.random() < 0.2 and count - place > 4):
            word += "."
            sentence = 0
        yield ("bold", word) if place == bold else word
        if place in icons:
            yield ("icon", dice.choice(tuple(ICONS)))


def _drawing(number: int, seed: int) -> str:
    """A landscape of 9 to 21 shapes, its colours written `var(--name)`."""
    dice = random.Random(f"drawing {number} {seed}")
    count = 9 + round(number * 12 / (DRAWINGS - 1))

    def n(*numbers: float) -> str:
        return " ".join(f"{number:.1f}" for number in numbers)

    def fill() -> str:
        return f'fill="var(--{dice.choice(DRAWING_COLOURS)})"'

    def hill(low: int, high: int) -> str:
        start, one, two, end = (dice.uniform(low, high) for _ in range(4))
        return f'<path d="M{n(0, start)}C{n(40, one - 10, 80, two + 10, 120, end)}V72H0Z" {fill()}/>'

    sun = f'cx="{n(dice.uniform(20, 100))}" cy="{n(dice.uniform(14, 28))}" r="{n(dice.uniform(6, 12))}"'
    shapes = [
        f'<rect x="0" y="0" width="120" height="72" rx="4" {fill()}/>',
        f"<circle {sun} {fill()}/>",
        hill(30, 50),
        hill(45, 60),
    ]
    while len(shapes) < count:
        x, y, size = dice.uniform(8, 96), dice.uniform(30, 60), dice.uniform(3, 9)
        kind = len(shapes) % 5
        if kind == 0:
            corners = n(x, y - 2 * size, x + size, y, x - size, y)
            shapes.append(f'<polygon points="{corners}" {fill()}/>')
        elif kind == 1:
            shapes.append(f'<ellipse cx="{n(x)}" cy="{n(y)}" rx="{n(size)}" ry="{n(size * 0.6)}" {fill()}/>')
        elif kind == 2:
            wave = f"M{n(x, y)}q{n(size, -size, 2 * size, 0)}t{n(size, size)}"
            pen = f'stroke="var(--{dice.choice(DRAWING_COLOURS)})" stroke-width="1.5" stroke-linecap="round"'
            shapes.append(f'<path d="{wave}" fill="none" {pen}/>')
        elif kind == 3:
            box = f'x="{n(x)}" y="{n(y - size)}" width="{n(size / 3)}" height="{n(size)}"'
            shapes.append(f"<rect {box} {fill()}/>")
        else:
            up = n(size, -size, size, -2 * size, 0, -2.5 * size)
            down = n(-size, 0.5 * size, -size, 1.5 * size, 0, 2.5 * size)
            shapes.append(f'<path d="M{n(x, y)}c{up}c{down}z" {fill()} stroke="var(--ink)" stroke-width="0.6"/>')
    return _svg("0 0 120 72", shapes)


def _emblem() -> str:
    """What the backs show."""
    ring = '<circle cx="50" cy="50" r="{}" fill="none" stroke="var(--{})" stroke-width="3"/>'
    dot = '<circle cx="{}" cy="{}" r="5" fill="var(--snow)"/>'
    return _svg(
        "0 0 100 100",
        [
            '<circle cx="50" cy="50" r="48" fill="var(--night)"/>',
            *(ring.format(radius, colour) for radius, colour in ((44, "sun"), (36, "sky"), (28, "sun"))),
            *(dot.format(x, y) for x, y in ((50, 10), (90, 50), (50, 90), (10, 50))),
            f'<g transform="translate(30 30) scale(0.4)"><path d="{ICONS["star"]}" fill="var(--sun)"/></g>',
        ],
    )


def _svg(view: str, shapes: list[str]) -> str:
    return "\n".join([f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}">', *shapes, "</svg>", ""])


# --- Pawprint ---------------------------------------------------------------------------------------------------------

GAME = """\
id: bench
title: Bench
version: "1"
languages: [en]
players: {min: 2, max: 4}
credits: A deck that a program wrote, for measuring
sources:
  dice: {kind: designed, title: A random number generator}
components:
  cards:
    title: Cards
    kind: cards
    file: cards.yaml
    stock: poker
    face: bench/face
    back: bench/back
    fields:
      name: {type: text}
      subtitle: {type: text}
      suit: {type: choice, choices: [SUITS]}
      art: {type: art}
      power: {type: int, min: 1, max: 9}
      speed: {type: int, min: 1, max: 9}
      luck: {type: int, min: 1, max: 12}
      rules: {type: text, max: 400}
checks:
  - {id: B-1, about: all cards are there, count: cards, equals: CARDS}
  - {id: B-2, about: so many cards are printed, sum: copies, over: [cards], equals: PIECES}
  - {id: B-3, about: no suit is unknown, values: cards.suit, only: [SUITS]}
"""

FACE = """\
palette: bench
styles:
  title: {font: slab, bold: true, size: 13 pt, min_size: 9 pt}
  number: {font: text, bold: true, size: 12 pt, valign: middle}
  rules: {font: text, size: 7.25 pt, min_size: 6 pt, leading: 1.25}
elements:
  - {kind: panel, fill: {by: suit, SUITS_AS_COLOURS}, bleeds: true}
  - {kind: panel, @frame, fill: paper, stroke: ink, stroke_width: 0.75 pt, radius: 3 mm}
  - {kind: text, text: "{{ name }}", @title, style: title}
  - {kind: text, text: "{{ subtitle }}", @subtitle, style: {font: text, size: 7.5 pt}}
  - {kind: art, art: "{{ art }}", @art}
STATS
  - {kind: panel, @box, fill: cream, radius: 1.5 mm}
  - {kind: text, text: "{{ rules }}", @rules, style: rules, icon_colour: accent}
  - {kind: text, text: "{{ id }}", @footer, style: {font: text, size: 5 pt, align: right}}
"""

BACK = """\
palette: bench
elements:
  - {kind: panel, fill: night, bleeds: true}
  - {kind: panel, @frame, stroke: sun, stroke_width: 1.5 pt, radius: 3 mm}
  - {kind: art, art: emblem, @emblem}
"""


def _write_catalog(folder: Path, cards: list[Card], copies: int) -> None:
    game = GAME.replace("[SUITS]", f"[{', '.join(SUITS)}]")
    game = game.replace("CARDS", str(len(cards))).replace("PIECES", str(len(cards) * copies))
    _write(folder / "game.yaml", game)
    lines = ["cards:"]
    for card in cards:
        marks = {"bold": "**", "icon": ":"}
        rules = [part if isinstance(part, str) else f"{marks[part[0]]}{part[1]}{marks[part[0]]}" for part in card.parts]
        lines += [f"  - id: {card.id}", *([f"    copies: {copies}"] if copies > 1 else [])]
        lines += [*_fields(card, "    "), f'    rules: "{" ".join(rules)}"']
    _write(folder / "cards.yaml", "\n".join(lines) + "\n")


def _fields(card: Card, margin: str) -> list[str]:
    return [
        f"{margin}name: {card.name}",
        f"{margin}subtitle: {card.subtitle}",
        f"{margin}suit: {card.suit}",
        f"{margin}art: {card.drawing}",
        *(f"{margin}{name}: {value}" for name, value in zip(STATS, card.stats, strict=True)),
    ]


def _write_layouts(folder: Path, drawings: dict[str, str]) -> None:
    colours = "\n".join(f'    {name}: "{colour}"' for name, colour in PALETTE.items())
    _write(folder / "palettes.yaml", f"palettes:\n  bench:\n{colours}\n")
    stats = "\n".join(
        f"  - {{kind: icon, icon: {icon}, @stat{number}, colour: accent}}\n"
        f'  - {{kind: text, text: "{{{{ {name} }}}}", @number{number}, style: number}}'
        for number, (name, icon) in enumerate(STATS.items())
    )
    face = FACE.replace("STATS", stats).replace("SUITS_AS_COLOURS", ", ".join(f"{suit}: {suit}" for suit in SUITS))
    for name, text in (("face", face), ("back", BACK)):
        for place, (x, y, width, height) in PLACES.items():
            text = text.replace(f"@{place},", f"at: [{x} mm, {y} mm], size: [{width} mm, {height} mm],")
            text = text.replace(f"@{place}}}", f"at: [{x} mm, {y} mm], size: [{width} mm, {height} mm]}}")
        _write(folder / f"faces/bench/{name}.yaml", text)
    for name, drawing in drawings.items():
        _write(folder / f"art/bench/{name}.svg", drawing)
    for name, path in ICONS.items():
        _write(folder / f"icons/bench/{name}.svg", _svg("0 0 100 100", [f'<path d="{path}" fill="currentColor"/>']))


# --- Typst ------------------------------------------------------------------------------------------------------------

TYPST = r"""
#set page(width: PAPER_WIDTHmm, height: PAPER_HEIGHTmm, margin: 0pt)
#set text(font: "Source Sans 3", lang: "en", hyphenate: false, ligatures: false)
#set text(top-edge: "cap-height", bottom-edge: "baseline")
#set par(leading: LEADINGem - CAPITALSem, spacing: LEADINGem - CAPITALSem)

#let places = (PLACES)
#let colours = (COLOURS)
#let put(name, it) = {
  let (x, y, width, height) = places.at(name)
  place(dx: x, dy: y, box(width: width, height: height, it))
}
#let icon(name, size) = image("icons/" + name + ".svg", width: size, height: size)
#let inline(name) = box(  // no higher than capitals, so that it does not push lines apart
  width: ICON_SCALE * CAPITALSem, height: CAPITALSem,
  place(dy: -(ICON_SCALE - 1) / 2 * CAPITALSem, icon(name, ICON_SCALE * CAPITALSem)),
)
#let panel(name, ..style) = put(name, rect(width: 100%, height: 100%, ..style))
#let ground(fill) = place(
  dx: -BLEEDmm, dy: -BLEEDmm, rect(width: WIDTHmm + 2 * BLEEDmm, height: HEIGHTmm + 2 * BLEEDmm, fill: fill),
)

#let face(card) = {
  ground(colours.at(card.suit))
  panel("frame", fill: colours.paper, stroke: 0.75pt + colours.ink, radius: 3mm)
  put("title", text(font: "Bitter", weight: 900, size: 13pt, fill: colours.ink, card.name))
  put("subtitle", text(size: 7.5pt, fill: colours.ink, card.subtitle))
  put("art", image("art/" + card.art + ".svg", width: 100%, height: 100%))
  for (i, (name, mark)) in ((STATS)).enumerate() {
    put("stat" + str(i), icon(mark, 5mm))
    put("number" + str(i), align(horizon, text(weight: 700, size: 12pt, fill: colours.ink, str(card.at(name)))))
  }
  panel("box", fill: colours.cream, radius: 1.5mm)
  put("rules", text(size: 7.25pt, fill: colours.ink, for part in card.rules {
    if type(part) == str { part } else if "bold" in part { text(weight: 700, part.bold) } else { inline(part.icon) }
  }))
  put("footer", align(right, text(size: 5pt, fill: colours.ink, card.id)))
}

#let back = {
  ground(colours.night)
  panel("frame", stroke: 1.5pt + colours.sun, radius: 3mm)
  put("emblem", image("art/emblem.svg", width: 100%, height: 100%))
}

#let (columns, rows) = (COLUMNS, ROWS)
#let pitch = (WIDTHmm + 2 * BLEEDmm, HEIGHTmm + 2 * BLEEDmm)
#let origin = (
  (PAPER_WIDTHmm - columns * pitch.at(0)) / 2 + BLEEDmm,
  (PAPER_HEIGHTmm - rows * pitch.at(1)) / 2 + BLEEDmm,
)
#let marks = {
  let mark(x1, y1, x2, y2) = (curve.move((x1, y1)), curve.line((x2, y2)))
  let (left, top) = origin
  let (right, bottom) = (PAPER_WIDTHmm - left, PAPER_HEIGHTmm - top)
  let reach-x = (MARK_X1mm, MARK_X2mm)
  let reach-y = (MARK_Y1mm, MARK_Y2mm)
  let lines = ()
  for column in range(columns) {
    for edge in (0mm, WIDTHmm) {
      let x = left + column * pitch.at(0) + edge
      lines += mark(x, top - reach-y.at(1), x, top - reach-y.at(0))
      lines += mark(x, bottom + reach-y.at(0), x, bottom + reach-y.at(1))
    }
  }
  for row in range(rows) {
    for edge in (0mm, HEIGHTmm) {
      let y = top + row * pitch.at(1) + edge
      lines += mark(left - reach-x.at(1), y, left - reach-x.at(0), y)
      lines += mark(right + reach-x.at(0), y, right + reach-x.at(1), y)
    }
  }
  place(curve(stroke: 0.25pt, ..lines))
}

#let pieces = yaml("cards.yaml").map(card => (face(card),) * card.copies).flatten()
#for sheet in pieces.chunks(columns * rows) {
  page({
    for (slot, piece) in sheet.enumerate() {
      let (row, column) = (calc.quo(slot, columns), calc.rem(slot, columns))
      place(dx: origin.at(0) + column * pitch.at(0), dy: origin.at(1) + row * pitch.at(1), piece)
    }
    marks
  })
  page({
    for slot in range(sheet.len()) {
      let (row, column) = (calc.quo(slot, columns), columns - 1 - calc.rem(slot, columns))
      place(dx: origin.at(0) + column * pitch.at(0), dy: origin.at(1) + row * pitch.at(1), back)
    }
    marks
  })
}
"""


def _write_typst(folder: Path, cards: list[Card], copies: int, drawings: dict[str, str]) -> None:
    side = (PAPER_WIDTH - COLUMNS * (WIDTH + 2 * BLEED)) / 2 + BLEED
    top = (PAPER_HEIGHT - ROWS * (HEIGHT + 2 * BLEED)) / 2 + BLEED
    values = {
        "PLACES": "".join(
            f"\n  {name}: ({', '.join(f'{number}mm' for number in place)})," for name, place in PLACES.items()
        ) + "\n",
        "COLOURS": "".join(f'\n  {name}: rgb("{colour}"),' for name, colour in PALETTE.items()) + "\n",
        "STATS": ", ".join(f'("{name}", "{icon}")' for name, icon in STATS.items()),
        "MARK_X1": MARK_OFFSET, "MARK_X2": side,  # the printer's margin leaves no room: to the paper's edge
        "MARK_Y1": MARK_OFFSET, "MARK_Y2": top - PRINTER_MARGIN,
        "PAPER_WIDTH": PAPER_WIDTH, "PAPER_HEIGHT": PAPER_HEIGHT, "COLUMNS": COLUMNS, "ROWS": ROWS,
        "WIDTH": WIDTH, "HEIGHT": HEIGHT, "BLEED": BLEED,
        "LEADING": LEADING, "CAPITALS": CAPITALS, "ICON_SCALE": ICON_SCALE,
    }  # fmt: skip
    text = TYPST
    for name, value in values.items():
        text = text.replace(name, str(value))
    _write(folder / "main.typ", text.lstrip())
    lines = []
    for card in cards:
        lines += [f"- id: {card.id}", f"  copies: {copies}", *_fields(card, "  "), "  rules:"]
        lines += [f"    - {part}" for part in _typst_parts(card.parts)]
    _write(folder / "cards.yaml", "\n".join(lines) + "\n")
    for name, drawing in drawings.items():
        for colour, value in PALETTE.items():
            drawing = drawing.replace(f"var(--{colour})", value)
        _write(folder / f"art/{name}.svg", drawing)
    for name, path in ICONS.items():
        shape = f'<path d="{path}" fill="{PALETTE["accent"]}"/>'
        _write(folder / f"icons/{name}.svg", _svg("0 0 100 100", [shape]))


def _typst_parts(parts: tuple[str | tuple[str, str], ...]) -> Iterator[str]:
    """The rules as a list: runs of plain words with the spaces around them, and mappings for the rest."""
    words: list[str] = []
    for number, part in enumerate(parts):
        if isinstance(part, str):
            words.append(part)
            continue
        if words or number:
            yield f'"{" " if number > len(words) else ""}{"".join(word + " " for word in words)}"'
        words = []
        yield f"{{{part[0]}: {part[1]}}}"
    if words:
        yield f'" {" ".join(words)}"'


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def main() -> None:
    """Write one deck, to look at."""
    parser = argparse.ArgumentParser(description="Write a deck as a Pawprint catalog and as a Typst project.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--cards", type=int, default=54)
    parser.add_argument("--copies", type=int, default=1)
    arguments = parser.parse_args()
    deck = write_deck(arguments.folder, arguments.cards, arguments.copies)
    folders = f"--catalog {deck.catalog} --layouts {deck.layouts}"
    print(f"pawprint build bench {folders} --only cards --bleed {BLEED}mm --no-cover")
    print(f"typst compile {deck.typst / 'main.typ'} {''.join(f' --font-path {path}' for path in font_folders())}")


if __name__ == "__main__":
    main()
