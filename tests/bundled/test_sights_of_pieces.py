"""What players must tell apart at a glance, as every kind of sight and a grey printer show it."""

import io
from functools import cache
from itertools import combinations

import pytest
from PIL import Image

from pawprint.build import pipeline
from pawprint.build.image_options import ImageOptions
from pawprint.build.images import picture_of
from pawprint.core.colour import Colour
from pawprint.core.colour_vision import MIN_DIFFERENCE, SIMULATIONS, difference, simulate
from pawprint.core.length import mm

#: Pieces are compared as pictures with so many pixels a side: what is left at arm's length.
SIDE = 32

#: Game, component, pieces of which each must differ from each other (none named: all), and the least share of their
#: area, in percent, that does: in colour to any kind of eye, and in grey.
APART = [
    ("food-chain", "organisms", ("snail", "toad", "hedgehog", "fox", "wolf"), 15, 15),
    ("food-chain", "tokens", (), 85, 18),
    ("fooden", "creatures", ("sunflounder", "cryptipede", "hippopottedplant", "watt-wolf"), 60, 25),
    ("fooden", "cubes", (), 30, 10),
    ("lake-ecosystem", "mats", (), 45, 10),
    ("lake-ecosystem", "food", (), 35, 25),
    ("pocket-cats", "clans", (), 25, 15),
    ("pocket-cats", "dogs", (), 30, 28),
]


@pytest.mark.parametrize(("game", "component", "names", "least", "least_grey"), APART)
def test_pieces_are_told_apart_by_every_sight(
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


def small_pictures(game: str, component: str, names: tuple[str, ...]) -> dict[str, list[Colour]]:
    """The pixels of each piece, in few colours."""
    workspace = pipeline.load(pipeline.bundled("catalog"), [pipeline.bundled("layouts")], [game])
    loaded, composer = workspace.library.games[game], workspace.composer(mm(0))
    made = {}
    for record in loaded.pieces(component):
        if names and record.id not in names:
            continue
        content = picture_of(composer, loaded, record, loaded.languages[0], ImageOptions(square=True), 30)
        assert content
        small = Image.open(io.BytesIO(content)).convert("RGB").resize((SIDE, SIDE), Image.Resampling.BOX)
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
