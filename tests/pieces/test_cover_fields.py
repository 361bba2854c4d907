"""What the cover of a print file shows."""

from pathlib import Path

import pytest

from helpers import FixedMetrics, Toy
from pawprint.pieces.cover import cover_fields

BEASTS = "".join(
    f"\n      - {{id: b{number}, name: {{fr: b, en: b}}, level: 1, shy: false, signs: [], prey: []}}"
    for number in range(12)
)


@pytest.mark.parametrize(
    ("count", "samples"),
    [
        (0, ()),
        (1, ("beasts/b0",)),
        (2, ("beasts/b0", "beasts/b1")),
        (5, ("beasts/b0", "beasts/b1", "beasts/b2", "beasts/b3", "beasts/b4")),
        (12, ("beasts/b0", "beasts/b2", "beasts/b5", "beasts/b8", "beasts/b11")),
    ],
)
def test_it_shows_up_to_five_pieces_from_the_first_to_the_last(
    tmp_path: Path, count: int, samples: tuple[str, ...]
) -> None:
    game = Toy(tmp_path, cards=f"\n    beasts:{BEASTS}").table(FixedMetrics()).game
    component = game.components["beasts"]
    pieces = [(component, record) for record in game.pieces("beasts")][:count]
    fields = cover_fields(game, "en", pieces, 1, 9, "off", "A4")
    assert fields["samples"] == samples
    assert fields["pieces"] == count
