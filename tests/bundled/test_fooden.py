"""FOODEN: the deck has the numbers of its rules (section 10.3), and no two creatures look alike."""

import io
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageStat

from pawprint.catalog.model import Game, Record
from pawprint.core.length import mm
from pawprint.core.picture import Cluster, Item, Shape
from pawprint.pieces.composer import Composer
from pawprint.pieces.placed import PlacedPicture
from pawprint.production import pipeline
from pawprint.production.images import picture_of
from pawprint.production.options import ImageOptions

FACE = """
palette: fooden
elements:
  - {kind: panel, fill: "#ffffff"}
  - {kind: figure, figure: fooden/creature, seed: the same for all, at: [2 mm, 2 mm], size: [36 mm, 36 mm]}
"""
FIGURES = ("creature", "place", "place-front", "sketch")
STOCKS = "stocks:\n  poker: {trim: 40 mm x 40 mm, safe: 2 mm}\n"


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> pipeline.Workspace:
    """FOODEN with cards that show nothing but the creature, drawn from the same seed whatever its id."""
    folder = tmp_path_factory.mktemp("layouts")
    (folder / "faces" / "fooden").mkdir(parents=True)
    (folder / "faces" / "fooden" / "creature.yaml").write_text(FACE, encoding="utf-8")
    (folder / "stocks.yaml").write_text(STOCKS, encoding="utf-8")
    return pipeline.load(pipeline.bundled("catalog"), [folder, pipeline.bundled("layouts")], ["fooden"])


@pytest.fixture(scope="module")
def game(bare: pipeline.Workspace) -> Game:
    return bare.library.games["fooden"]


@pytest.fixture(scope="module")
def creatures(game: Game) -> list[Record]:
    return [*game.pieces("creatures")]


# --- the numbers of section 10.3 ----------------------------------------------------------------------------

TYPES_AND_DIETS = {
    "plant": {"sun": 26, "insect": 8, "plant": 4, "meat": 6},
    "insect": {"sun": 4, "insect": 14, "plant": 26, "meat": 8},
    "animal": {"sun": 4, "insect": 22, "plant": 26, "meat": 22},
}
TRAITS = {
    "": 68, "omnivore": 10, "double-meal": 10, "double-omnivore": 6, "back-hunter": 8, "poison": 8, "disguise": 10,
    "ambush": 6, "bounty": 8, "provider": 9, "early-bite": 8, "cohort": 7, "symbiont": 6, "scavenger": 6,
}  # fmt: skip


def named(value: object) -> str:
    """A value as the catalog writes it; a reference is the id of what it leads to."""
    return value.id if isinstance(value, Record) else str(value or "")


def counted(creatures: Iterable[Record], field: str) -> Counter[str]:
    """How many creatures have each value of a field; references count by their ids."""
    return Counter(named(record.values.get(field)) for record in creatures)


def test_creatures_on_an_objective_match_it(game: Game) -> None:
    for record in game.pieces("objectives"):
        score, guests = record["score"], [guest.values for guest in record["guests"]]
        of_each = [guest[score["set_of"] or score["most_numerous"] or score["counts"]["field"]] for guest in guests]
        if score["set_of"]:
            assert len(set(of_each)) == len(guests) > 2, record.id
        elif score["counts"]:
            assert all(counts(value, score["counts"]) for value in of_each), record.id


def counts(value: object, wanted: Mapping[str, Any]) -> bool:
    """Whether a field with this value is what an objective counts."""
    if wanted["value"] in ("any", "none"):
        return (value is None) == (wanted["value"] == "none")
    if wanted["value"] is not None:
        return wanted["value"] in [str(one) for one in (value if isinstance(value, tuple) else (value,))]
    number = len(value) if isinstance(value, tuple) else value
    assert isinstance(number, int)
    return (wanted["at_least"] or 0) <= number <= (wanted["at_most"] or 9)


def test_deck_has_170_creatures_with_a_single_copy_each(creatures: list[Record]) -> None:
    assert len(creatures) == 170
    assert {record.copies for record in creatures} == {1}


def test_types_and_diets(creatures: list[Record]) -> None:
    found = Counter((str(record.values["type"]), str(record.values["diet"])) for record in creatures)
    assert found == {(kind, diet): n for kind, row in TYPES_AND_DIETS.items() for diet, n in row.items()}


def test_forces(creatures: list[Record]) -> None:
    assert counted(creatures, "force") == {"1": 44, "2": 50, "3": 40, "4": 24, "5": 12}


def test_hungers(creatures: list[Record]) -> None:
    assert all((record.values["hunger"] == 0) == (str(record.values["diet"]) == "sun") for record in creatures)
    eaters = [record for record in creatures if record.values["hunger"]]
    assert counted(eaters, "hunger") == {"1": 68, "2": 50, "3": 18}


def test_numbers_of_properties(creatures: list[Record]) -> None:
    assert Counter(len(record.values["properties"]) for record in creatures) == {1: 34, 2: 68, 3: 51, 4: 17}
    assert len({str(word) for record in creatures for word in record.values["properties"]}) == 12


def test_traits(creatures: list[Record]) -> None:
    assert counted(creatures, "trait") == TRAITS


@pytest.mark.parametrize(
    ("trait", "wanted"),
    [
        ("provider", {"plant": 3, "insect": 3, "meat": 3}),
        ("symbiont", {"plant": 2, "insect": 2, "animal": 2}),
        ("scavenger", {"plant": 2, "insect": 2, "animal": 2}),
    ],
)
def test_parameters(creatures: list[Record], trait: str, wanted: dict[str, int]) -> None:
    assert counted((one for one in creatures if named(one.values["trait"]) == trait), "parameter") == wanted


def test_action_icons(game: Game) -> None:
    cards = [*game.pieces("actions")]
    assert Counter(named(card.values["organisation"]) for card in cards) == {
        one.id: 7 for one in game.records["organisations"].values()
    }
    special = {named(one.values["special"]) for one in game.records["organisations"].values()}
    icons = Counter(named(effect) for card in cards for effect in card.values["effects"])
    common = {name: n for name, n in icons.items() if name not in special}
    assert common == {"add-food": 27, "reveal": 27, "introduce": 27, "lead": 18}
    assert {icons[name] for name in special} == {3}


# --- their pictures -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def composer(bare: pipeline.Workspace) -> Composer:
    return bare.composer(mm(0))


def figure(composer: Composer, game: Game, record: Record) -> PlacedPicture:
    face = composer.face(game, record, "en")
    assert face is not None
    (placed,) = [item for item in face.all_items if isinstance(item, PlacedPicture)]
    return placed


def test_no_two_creatures_have_the_same_drawing(composer: Composer, game: Game, creatures: list[Record]) -> None:
    """All are drawn from one seed here: what sets them apart is what they are, not their ids."""
    figures = [figure(composer, game, record) for record in creatures]
    assert len({(one.picture.items, one.colours) for one in figures}) == 170


@pytest.fixture(scope="module")
def printed() -> dict[str, list[PlacedPicture]]:
    """The pictures on every fourth creature, as it is printed."""
    return every_fourth()


def every_fourth() -> dict[str, list[PlacedPicture]]:
    workspace = pipeline.load(pipeline.bundled("catalog"), [pipeline.bundled("layouts")], ["fooden"])
    composer, game = workspace.composer(mm(0)), workspace.library.games["fooden"]
    found = {}
    for record in [*game.pieces("creatures")][::4]:
        face = composer.face(game, record, "en")
        assert face is not None
        found[record.id] = [placed for placed in face.all_items if isinstance(placed, PlacedPicture)]
    return found


def test_no_line_of_a_creature_is_thinner_than_a_quarter_of_a_millimetre(
    printed: dict[str, list[PlacedPicture]],
) -> None:
    """On cards as they are printed, whatever the size of the figure there; every fourth creature has to do."""
    thinnest: dict[str, float] = {}
    for name, pictures in printed.items():
        for placed in pictures:
            if placed.picture.name in FIGURES:
                scale = abs(placed.matrix[3]) / mm(1).pt
                widths = [shape.width * scale for shape in shapes(placed.picture.items) if shape.stroke is not None]
                thinnest[name] = min([thinnest.get(name, 1.0), *widths])
    assert len(thinnest) == 43
    assert {name: width for name, width in thinnest.items() if width < 0.25} == {}


def shapes(items: Iterable[Item]) -> Iterator[Shape]:
    """All shapes of *items*, those in clusters too."""
    for item in items:
        if isinstance(item, Cluster):
            yield from shapes(item.items)
        elif isinstance(item, Shape):
            yield item


def test_no_two_creatures_look_alike(composer: Composer, game: Game, creatures: list[Record]) -> None:
    """As seen in the size of a thumb nail, and from one seed."""
    seen: dict[str, Image.Image] = {}
    for record in creatures:
        png = picture_of(composer, game, record, "en", ImageOptions(), 60)
        assert png is not None
        seen[record.id] = opened(png)
    alike = [
        (one, other)
        for (one, first), (other, second) in combinations(seen.items(), 2)
        if sum(ImageStat.Stat(ImageChops.difference(first, second)).mean) < 4.0
    ]
    assert alike == []


def opened(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png)).convert("RGB")


def digest(printed: Mapping[str, Iterable[PlacedPicture]]) -> str:
    total = sha256()
    for pictures in printed.values():
        for placed in pictures:
            total.update(repr((placed.picture.name, placed.picture.items, placed.colours)).encode())
    return total.hexdigest()


def test_drawings_are_the_same_from_run_to_run(printed: dict[str, list[PlacedPicture]]) -> None:
    """Every fourth creature as another process draws it, with other hashes of texts."""
    code = "from bundled.test_fooden import *; print(digest(every_fourth()))"
    environment = os.environ | {
        "PYTHONHASHSEED": "1" if os.environ.get("PYTHONHASHSEED") != "1" else "2",
        "PYTHONPATH": os.pathsep.join([str(Path(__file__).parents[1]), os.environ["PYTHONPATH"]]),
    }
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)
    assert done.stdout.strip() == digest(printed)
