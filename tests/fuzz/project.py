"""The small project in whose files the fuzzer puts its inputs."""

import io
import shutil
from functools import cache
from importlib.resources import files
from pathlib import Path

ROOT = Path(__file__).parents[2]
BASE = ROOT / "tests/bad_catalogs/base"

GAME = (
    (BASE / "den/game.yaml").read_text(encoding="utf-8").replace("checks:\n", """editions: {small: {}, large: {}}
setup:
  - {lay: animals, each: 1, of: "level > 1"}
checks:
  - {id: DEN-2, about: prey is smaller, each: animals, where: "prey", holds: "(prey|first).level < level"}
  - {id: DEN-3, about: names are short, each: animals, holds: "name|length < 20"}
""")
)  # fmt: skip
CARDS = """animals:
  - id: hare
    name: {fr: Lièvre, en: Hare}
    level: 1
    copies: 3
    weight: 0.5
    diet: plants
    shy: true
    tint: '#406020'
    editions: [small]
  - &fox {id: fox, name: {fr: Renard, en: "Fox {{ level }}"}, level: 2, diet: meat, prey: [hare], sign: paw, art: fox}
  - {<<: *fox, id: vixen, level: 3}
"""
RULES = """players: 1..3
longest: 200
options: {long: [false, true]}
editions: {small: {long: true}}
zones:
  pile: {seen: hidden, pile: true, refill: gone, holds: animals}
  hand: {seen: owner, each: player, titles: {en: Hand, fr: Main}}
  gone: {}
values: {round: 1, leader: {start: nothing, is: player}, coins: {start: 2, each: player}}
define: {strong(c): "c.level > 1 and c.diet == 'meat'"}
steps: {gain(n): [{add: {coins: n}}, {event: gained, of: [me, n]}]}
setup: [{each player: [{draw: 2, from: pile, to: hand}]}]
play:
  - {repeat: "3 if long else 2", do: [{all choose: play}, {each player: [{ask: [pay, pass], else: []}]}]}
  - {turns: [{ask: [pay, pass]}], starting: 0, until: round > 4 or coins == 0}
actions:
  play:
    choose: {card: {in: hand, need: strong(card) or none(strong(c) for c in hand), else: No.}}
    do: [{move: card, to: gone}, {score: card.level}, {if: card.prey, then: [{do: gain, with: [2]}], else: [end]}]
  pay:
    choose: {n: {from: 1, to: coins}, who: {in: everyone, or nothing: true}}
    need: [{that: coins > 0, else: {en: Nothing is left.}, rule: D-2}]
    do: [{take: n, from: coins, to: round}, {set: {leader: who}}, {chance: 1, to: 6, as: roll}, {let: {x: roll // 2}},
      {while: x > round, do: [{add: {round: 1}}]}, {draw: 1, from: pile, to: hand}, {turn: next(me)}]
  pass: {do: [{add: {round: 1}}, {each: c, in: gone, do: [{score: c.level}, stop]}, {shuffle: gone}]}
at end: [{each player: [{score: count(hand)}]}]
rank: ["points[me]", "sum(card.level for card in hand)"]
always: count(hand) < 9
"""
FACE = """palette: den
elements:
  - {kind: panel, fill: paper, bleeds: true, radius: 2 mm, stroke: ink, width: 0.3 mm}
  - {kind: art, art: "{{ art }}", at: [5 mm, 15 mm], size: [30 mm, 30 mm], fit: cover}
  - {kind: icon, icon: "{{ sign }}", at: [30 mm, 50 mm], size: [5 mm, 5 mm], when: "level > 1"}
  - {kind: text, text: "{{ name }}", style: title, at: [5 mm, 5 mm], size: [30 mm, 6 mm], align: center}
  - kind: row
    at: [5 mm, 46 mm]
    size: [30 mm, 6 mm]
    gap: 1 mm
    elements:
      - {kind: text, text: "{{ level }} *{{ diet }}*", style: title, turn: 90}
      - {kind: line, from: [0 mm, 0 mm], to: [5 mm, 5 mm], stroke: ink, width: 0.2 mm, dash: [1 mm, 1 mm]}
      - {kind: qr, text: "https://example.org/{{ id }}", size: [5 mm, 5 mm]}
"""
DOCUMENT = """---
title: "Rules of {{ game }}"
columns: 2
---
# Rules {#rules}

Text of **{{ game }}** with *words* and `code`, see [Rules](#rules). {{ "%d"|format(3) }}

{% for a in animals %}
- {{ a.name }}: {{ a.level }} {% if a.prey %}eats {{ a.prey|map(attribute="name")|join(", ") }}{% endif %}
{% endfor %}

| a | b |
| --- | ---: |
| 1 | {{ animals|sum(attribute="level") }} |

> A quotation.

::: box
Inside.
:::

1. One
2. Two

{{ card("hare") }}

{% set n = namespace(i=0) %}{% macro m(x) %}<{{ x }}>{% endmacro %}{{ m(n.i) }}
"""
DRAWING = """<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 100 50">
<style>.a { fill: red; stroke-width: 2px } #b, g > rect { opacity: 0.5 }</style>
<defs><linearGradient id="g" x1="0" x2="1"><stop offset="0" stop-color="#fff"/>
<stop offset="90%" stop-color="blue"/></linearGradient>
<symbol id="s" viewBox="0 0 10 10"><circle cx="5" cy="5" r="4" fill="currentColor"/></symbol>
<clipPath id="c"><rect width="40" height="40" rx="3"/></clipPath>
<pattern id="p" width="4" height="4" patternUnits="userSpaceOnUse"><path d="M0 0L4 4" stroke="black"/></pattern></defs>
<g class="a" transform="translate(10 5) rotate(30) scale(1.5 0.7)" clip-path="url(#c)">
<path id="b" d="M0 0h10v10l-5 5Q3 3 4 4T9 9C1 2 3 4 5 6S7 8 9 1A5 6 30 1 0 12 12z" fill="url(#g)" stroke="var(--ink)"/>
<use href="#s" x="5" y="6" width="10" height="10"/>
<polygon points="0,0 10,0 5,8" fill="url(#p)" fill-rule="evenodd"/></g>
<ellipse cx="50%" cy="20" rx="10" ry="5" stroke="black" stroke-dasharray="1 2" stroke-linejoin="round"/>
<line x1="1" y1="1" x2="9mm" y2="9" stroke="#123456" stroke-width="0.5"/>
</svg>
"""


def make_project(folder: Path) -> None:
    """Write the project, in place of what is in *folder*."""
    if folder.exists():
        shutil.rmtree(folder)
    shutil.copytree(BASE, folder)
    for name, text in {
        "den/game.yaml": GAME,
        "den/cards.yaml": CARDS,
        "den/rulebook/en.md": DOCUMENT,
        "den/rulebook/fr.md": DOCUMENT,
        "layouts/faces/animal.yaml": FACE,
        "list.csv": "id,name (en)\nhare,Hare\n",
        "den.yaml": "id: EX-1\ngame: den\n",
    }.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


@cache
def small_font() -> list[bytes]:
    """Fonts of few glyphs: variable, static, and packed for the web."""
    import uharfbuzz as hb
    from fontTools.ttLib import TTFont

    made = []
    for package, name in (
        ("fontpkg_source_sans_3", "SourceSans3[wght].ttf"),
        ("fontpkg_ibm_plex_sans_arabic", "IBMPlexSansArabic-Regular.ttf"),
    ):
        place = files(package).joinpath("files", name)
        wish = hb.SubsetInput()
        wish.unicode_set.update(map(ord, "Hare 12x\u00e9-"))
        made.append(bytes(wish.subset(hb.Face(place.read_bytes())).blob.data))
    for flavor in ("woff", "woff2"):
        font = TTFont(io.BytesIO(made[0]))
        font.flavor = flavor
        out = io.BytesIO()
        font.save(out)
        made.append(out.getvalue())
    return made
