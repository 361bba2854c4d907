"""What players must tell apart at a glance, as every kind of sight and a grey printer show it."""

import io
from collections.abc import Sequence
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path

import pytest
from PIL import Image

from pawprint.core.colour import MIN_DIFFERENCE, SIMULATIONS, Colour, difference, lab, simulate
from pawprint.core.length import mm
from pawprint.production import pipeline
from pawprint.production.images import picture_of
from pawprint.production.options import ImageOptions

#: Pieces are compared as pictures with so many pixels a side: what is left at arm's length.
SIDE = 32

#: Game, component, pieces of which each must differ from each other (none named: all), and the least share of their
#: area, in percent, that does: in colour to any kind of eye, and in grey.
APART = [
    ("food-chain", "organisms", ("snail", "toad", "hedgehog", "fox", "wolf"), 15, 15),
    ("food-chain", "tokens", (), 85, 18),
    ("fooden", "creatures", ("sunflounder", "cryptipede", "hippopottedplant", "watt-wolf"), 60, 25),
    ("fooden", "cubes", (), 30, 10),
    ("fooden", "nature", (), 50, 25),
    ("lake-ecosystem", "cards", (), 35, 20),
    ("lake-ecosystem", "mats", (), 45, 10),
    ("lake-ecosystem", "food", (), 35, 25),
    ("pocket-cats", "clans", (), 25, 15),
    ("pocket-cats", "dogs", (), 30, 28),
]


#: How much of the light line covers the ground in the pattern of an organisation's back.
PATTERN = 0.42


@pytest.mark.parametrize(("game", "component", "names", "least", "least_grey"), APART)
def test_pieces_are_distinguishable_with_every_colour_vision(
    game: str, component: str, names: tuple[str, ...], least: int, least_grey: int
) -> None:
    pictures = small_pictures(game, component, names)
    assert len(pictures) >= max(len(names), 3)
    shares = {
        (sight, one, other): differing(pictures[one], pictures[other], sight)
        for sight in ("", *SIMULATIONS)
        for one, other in combinations(pictures, 2)
    }
    alike = {pair: share for pair, share in shares.items() if share < (least_grey if pair[0] == "grey" else least)}
    assert not alike


def test_backs_of_organisations_are_distinguishable_with_every_colour_vision() -> None:
    """Nine colours cannot be nine greys, so in grey it is the pattern and the emblem that differ."""
    workspace = pipeline.load(pipeline.bundled("catalog"), [pipeline.bundled("layouts")], ["fooden"])
    organisations = ("lantern", "net", "magpie", "moss", "tide", "owl", "byway", "ladle", "rosette")
    names = tuple(f"{name}-1" for name in organisations)
    backs = small_pictures("fooden", "actions", names, side="back", pixels=64)
    assert len(backs) == 9
    for one, other in combinations(backs, 2):
        for sight in ("", *SIMULATIONS):
            assert differing(backs[one], backs[other], sight) >= (12 if sight == "grey" else 50), (one, other, sight)
    palette = workspace.layouts.palettes["fooden"]
    for name in organisations:
        ground, over = palette[f"org-{name}"], palette["light"]
        line = Colour(*(round(a + (b - a) * PATTERN) for a, b in zip(ground, over, strict=True)))
        assert lab(line)[0] - lab(ground)[0] >= 20, name


STEPS = {
    "mats": ("player-blue", "player-red", "player-green", "player-violet", "player-yellow"),
    "food": ("teal", "peach", "sun", "paper"),
}


@pytest.mark.parametrize("steps", STEPS.values(), ids=STEPS)
def test_grounds_of_the_lake_are_steps_of_lightness(steps: tuple[str, ...]) -> None:
    """From dark to light 10 L* apart at least: on a grey print, and for every kind of eye as good as that."""
    workspace = pipeline.load(pipeline.bundled("catalog"), [pipeline.bundled("layouts")], ["lake-ecosystem"])
    palette = workspace.layouts.palettes["lake-ecosystem"]
    for dark, light in pairwise(palette[name] for name in steps):
        assert lab(light)[0] - lab(dark)[0] >= 10, (dark, light)
        assert lab(simulate(light, "grey"))[0] - lab(simulate(dark, "grey"))[0] >= 10, (dark, light)
        for sight in SIMULATIONS:
            assert difference(simulate(light, sight), simulate(dark, sight)) >= 10, (dark, light, sight)


SIGNS = """
palette: lake-ecosystem
elements:
  - {kind: panel, fill: paper, bleeds: true}
  - kind: icon
    icon: {by: trait, carnivore: lock, flight: key, else: unlock}
    colour: ink
    at: [1 mm, 1 mm]
    size: [8 mm, 8 mm]
"""


def test_lock_and_key_and_plain_piece_have_distinct_shapes(tmp_path: Path) -> None:
    """In one colour, as on a grey print, and small."""
    (tmp_path / "faces" / "lake-ecosystem").mkdir(parents=True)
    (tmp_path / "faces" / "lake-ecosystem" / "trait.yaml").write_text(SIGNS, encoding="utf-8")
    (tmp_path / "stocks.yaml").write_text("stocks:\n  poker: {trim: 10 mm x 10 mm, safe: 0 mm}\n", encoding="utf-8")
    signs = small_pictures("lake-ecosystem", "cards", ("carnivore", "flight", "speed"), layouts=[tmp_path])
    assert len(signs) == 3
    for one, other in combinations(signs.values(), 2):
        assert differing(one, other, "grey") >= 8


def small_pictures(
    game: str,
    component: str,
    names: tuple[str, ...],
    side: str = "face",
    pixels: int = SIDE,
    layouts: Sequence[Path] = (),
) -> dict[str, list[Colour]]:
    """The pixels of each piece, in few colours."""
    folders = [*layouts, pipeline.bundled("layouts")]
    workspace = pipeline.load(pipeline.bundled("catalog"), folders, [game])
    loaded, composer = workspace.library.games[game], workspace.composer(mm(0))
    options, made = ImageOptions(square=True, side=side), {}
    for record in loaded.pieces(component):
        if names and record.id not in names:
            continue
        content = picture_of(composer, loaded, record, loaded.languages[0], options, max(30, pixels))
        assert content
        small = Image.open(io.BytesIO(content)).convert("RGB").resize((pixels, pixels), Image.Resampling.BOX)
        few = small.quantize(48)
        palette = few.getpalette() or []
        colours = [Colour(*palette[i : i + 3]) for i in range(0, len(palette), 3)]
        made[record.id] = [colours[index] for index in few.tobytes()]
    return made


def differing(one: list[Colour], other: list[Colour], sight: str) -> int:
    """The percentage of pixels that look different."""
    return 100 * sum(distant(a, b, sight) for a, b in zip(one, other, strict=True)) // len(one)


@cache
def distant(one: Colour, other: Colour, sight: str) -> bool:
    """Whether people with this sight see a difference on the table."""
    if sight:
        one, other = simulate(one, sight), simulate(other, sight)
    return difference(one, other) >= MIN_DIFFERENCE
