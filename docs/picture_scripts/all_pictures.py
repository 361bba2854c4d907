"""The table of all pictures of the documentation: file name, what it shows, how it is made, and from what."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

from pawprint.core.geometry import Box
from pawprint.pieces.kinds import ELEMENT_KINDS
from picture_scripts.arranged import BOXES, COOKBOOK, RECIPES, boxes, cookbook, recipe
from picture_scripts.exported import TABLE, cut, deck_pages, looks, scene, service, table, thumbnails, virtual_table
from picture_scripts.games import beside, load
from picture_scripts.printed import (
    FAULTS,
    box_net,
    box_sheets,
    calibration_pages,
    calibration_sheet,
    contact,
    held_to_light,
    marked,
    page,
    piece,
    second_side,
    sheet,
    sheets,
)
from picture_scripts.screen_table import SCREENS
from picture_scripts.sources import Sources, built, faces, pages, program, words


class Picture(NamedTuple):
    """A picture of the documentation.

    Attributes:
        name: its file in `docs/img`.
        shows: what one sees.
        make: returns the file, or a PNG that is packed.
        sources: what it shows.
    """

    name: str
    shows: str
    make: Callable[[], bytes]
    sources: tuple[Callable[[], Sources], ...]


#: The pieces on the front page: one of each game by itself, in the order of the table there.
README = (
    ("food-chain", "fox", "en"),
    ("fooden", "gargastropod", "en"),
    ("lake-ecosystem", "nocturnal", "en"),
    ("pocket-cats", "twins-3a", "en"),
)
#: Pieces on pictures for campaigns.
FOODS = ("toad", "fox", "wolf", "boar", "snail")
FOODEN_SCENE = (
    *("full-moonfish", "hippopottedplant", "griffin-and-bear-it", "gargastropod", "sunflounder", "wellyworm"),
    *("meat-cube", "star", "plant-cube"),
)
CATS = ("mouse-6", "royal-claws-5", "roofs-5", "twins-3a")
LAKE = ("carnivore", "flight", "nocturnal", "speed", "food-chestnut")
#: Pages of rulebooks, counted from 0.
RULEBOOKS = (("food-chain", 1), ("pocket-cats", 5), ("lake-ecosystem", 6))


def pictures() -> Iterator[Picture]:
    """All of them."""
    for group in (_elements, _sheets, _cut, _boxes, _services, _front, _exported, _cookbook):
        for name, shows, make, *sources in group():
            yield Picture(name, shows, make, tuple(sources))
    for name, shows, make, *sources in SCREENS:
        yield Picture(name, shows, make, tuple(sources))


Rows = Iterator[tuple[Any, ...]]


def _elements() -> Rows:
    """Plates of the gallery."""
    for kind in ELEMENT_KINDS:
        name = f"element-{kind}.png"
        yield name, f"the element {kind}", partial(piece, "gallery", kind, 200), partial(faces, "gallery", kind)
    for name, shows, game, plate, dpi in (
        ("garden-toad.png", "the toad of the garden", "garden", "toad", 130),
        ("extends.png", "two faces, of which one extends the other", "gallery", "pair", 95),
        ("effects.png", "effects of texts and pictures", "gallery", "effects", 200),
        ("bars.png", "bars as long as their numbers", "gallery", "bars", 200),
        ("figure-joints.png", "parts of a figure with their joints", "gallery", "joints", 200),
    ):
        yield name, shows, partial(piece, game, plate, dpi), partial(faces, game, plate)
    yield (
        *("figure-beetles.png", "beetles composed from parts", partial(contact, "gallery", "beetles", 110)),
        partial(faces, "gallery", *_ids("gallery", "beetles")),
    )
    toad = partial(faces, "garden", "toad")
    proof = partial(piece, "garden", "toad", 130, bleed=3, proof=True)
    yield "proof.png", "a card with its bleed and safe area", proof, toad
    yield "draft-marks.png", "a card with marks at four faults", partial(marked, 110), toad, partial(words, FAULTS)


def _ids(game: str, component: str) -> tuple[str, ...]:
    """All pieces of a component."""
    return tuple(record.id for record in load(game).library.games[game].pieces(component))


def _sheets() -> Rows:
    """Pages of files that are printed."""

    def printed(name: str, shows: str, dpi: int, crop: Box | None = None, **options: Any) -> tuple[Any, ...]:
        make = partial(sheet, 0, dpi, crop=crop, **options)
        return name, shows, make, partial(pages, "first page", partial(sheets, **options), 0)

    hexagons = {"game": "hex-tile", "component": "tiles", "paper": "A5"}
    yield printed("sheet-hexagons.png", "a sheet of hexagons", 60, **hexagons)
    cover = {"paper": "A4", "cover": True}
    yield printed("cover.png", "the cover with its ruler", 72, crop=Box(20, 40, 555, 395), **cover)
    yield (
        *(
            "second-side.png",
            "the foot of a cover held up to the light",
            partial(second_side, 110, across=1.3, down=0.4),
        ),
        partial(pages, "cover", partial(sheets, **cover), 0, 1),
    )
    yield printed("sheet-crop.png", "a sheet with crop marks", 70, marks="crop", bleed=2)
    yield printed("sheet-grid.png", "a sheet with a grid", 70, marks="grid")
    yield printed("sheet-gutterfold.png", "a sheet to fold, faces beside backs", 70, duplex="gutterfold")
    standees = {"game": "gallery", "component": "explorers", "paper": "A5"}
    yield printed("sheet-standees.png", "strips to fold into pawns", 70, **standees)
    lake = {"game": "lake-ecosystem", "component": "lake", "paper": "A4"}
    yield (
        *("sheet-tiles.png", "three sheets of a board larger than the paper"),
        lambda: beside(*(sheet(n, 36, **lake) for n in range(3))),
        partial(built, "lake-ecosystem", "sheets/lake-ecosystem-boards-lake-board-en-a4.pdf"),
    )
    yield (
        *("sheet-food-chain.png", "the first sheet of Food Chain"),
        partial(sheet, 2, 45, game="food-chain", paper="A4", cover=True),
        partial(built, "food-chain", "sheets/food-chain-cards-en-a4.pdf"),
    )
    paper = partial(pages, "calibration sheet", calibration_sheet)
    calibrate = lambda: beside(*calibration_pages(56), colours=32)  # noqa: E731
    yield "calibration-sheet.png", "both sides of the calibration sheet", calibrate, paper
    yield "calibration-reading.png", "a station of it held up to the light", partial(held_to_light, 1.3, 0.7), paper
    yield (
        *("low-ink.png", "two cards with all of their ink and with little"),
        lambda: beside(
            piece("lake-ecosystem", "carnivore", 60), piece("lake-ecosystem", "carnivore", 60, low_ink=True),
            piece("fooden", "hippopottedplant", 60), piece("fooden", "hippopottedplant", 60, low_ink=True),
        ),
        partial(faces, "lake-ecosystem", "carnivore"),
        partial(faces, "fooden", "hippopottedplant"),
        partial(program, "graphics/passes/_low_ink.py"),
    )  # fmt: skip
    yield (
        *("rulebooks.png", "pages of three rulebooks"),
        lambda: beside(*(page(game, number, 60) for game, number in RULEBOOKS), colours=32),
        *(partial(built, game, f"documents/{game}-rulebook-en-a5.pdf") for game, _ in RULEBOOKS),
    )


def _cut() -> Rows:
    """Sheets for cutting machines, with what is cut."""
    organisms = partial(faces, "food-chain", *_ids("food-chain", "organisms"))
    marks = partial(program, "sheets/machine_sheet.py")
    for machine, dpi in (("silhouette", 42), ("inkscape-silhouette", 36), ("cricut", 45)):
        make = partial(cut, machine, dpi, "food-chain", "organisms")
        yield f"cut-{machine}.png", f"a sheet for {machine}", make, organisms, marks
    for name, machine, dpi, game, component in (
        ("cameo5", "cameo5", 36, "token-sheet", "goods"),
        ("summa", "summa", 45, "hex-tile", "tiles"),
        ("laser", "laser", 45, "standee", "heroes"),
    ):
        make = partial(cut, machine, dpi, game, component)
        shown = partial(faces, game, *_ids(game, component))
        yield f"cut-{name}.png", f"a sheet for {machine}", make, shown, marks
    box = partial(pages, "box", partial(box_sheets, "food-chain"), 0)
    yield "cut-box.png", "a box for a cutting machine", partial(cut, "silhouette", 42, "food-chain"), box


def _boxes() -> Rows:
    """Boxes to fold."""
    net = partial(pages, "box", partial(box_sheets, "food-chain"), 0)
    yield "box-net.png", "the net of a tuckbox", lambda: beside(box_net("food-chain", 64), colours=200), net
    nets = [partial(built, game, f"sheets/{game}-box-en-a4.pdf") for row in BOXES for game in row]
    yield "boxes.png", "the boxes of the bundled games", partial(boxes, 56), *nets


def _services() -> Rows:
    """Files for print services."""
    shown = partial(faces, "garden", "toad", "heron", "snail")
    yield "service-tgc.png", "what The Game Crafter gets", partial(service, "tgc", "animals"), shown
    yield "service-mpc.png", "what MakePlayingCards gets", partial(service, "mpc", "poker"), shown
    deck = partial(deck_pages, "drivethrucards", "poker", 50)
    yield "service-drivethrucards.png", "what DriveThruCards gets", deck, shown


def _front() -> Rows:
    """Pictures of the front page."""
    table_pieces = [partial(faces, game, name) for game, name, *_ in TABLE]
    scenes = partial(program, "export/scene/scene_files.py")
    yield "front.jpg", "ten cards and tiles on a table", table, *table_pieces, scenes, partial(words, TABLE)
    for game, name, language in README:
        make = partial(piece, game, name, 100, language=language)
        yield f"{name}-{language}.png", f"{name} of {game}", make, partial(faces, game, name, language=language)


def _exported() -> Rows:
    """What `pawprint export` makes."""
    fox = partial(faces, "food-chain", "fox")
    yield "picture-looks.png", "a card in five looks", looks, fox
    some = (("lake-ecosystem", "carnivore"), ("pocket-cats", "twins-3a"), ("food-chain", "toad"), ("fooden", "star"))
    yield "thumbnails.png", "thumbnails of four pieces", thumbnails, *(partial(faces, *one) for one in some)
    drawn = partial(program, "export/scene/scene_files.py", "export/scene/_arrangements.py")
    for name, game, cards, size, look in (
        ("fan", "food-chain", FOODS, "kickstarter", {"title": True}),
        ("spread", "fooden", FOODEN_SCENE, "gamefound-cover", {"arrangement": "spread", "ground": "insect"}),
        ("grid", "pocket-cats", CATS, "gamefound-thumbnail", {"arrangement": "grid", "ground": "indigo"}),
        ("stack", "lake-ecosystem", LAKE, "social", {"arrangement": "stack", "surface": "wood", "turn": -8}),
    ):
        make = partial(scene, game, cards, size, **look)
        yield f"scene-{name}.jpg", f"a scene, {name}", make, partial(faces, game, *cards), drawn
    for target, game, module in (
        ("vtt", "lake-ecosystem", "vtt_room"),
        ("tts", "fooden", "saved_object"),
        ("pcio", "pocket-cats", "pcio_room"),
        ("atlas", "food-chain", "_picture_sheets"),
    ):
        code = partial(program, f"export/tabletop/{module}.py", "export/tabletop/_virtual_table.py")
        make = partial(virtual_table, target, game)
        yield f"virtual-table-{target}.jpg", f"{game} on a table", make, partial(faces, game, "*"), code


def _cookbook() -> Rows:
    """Pieces of the recipes."""
    all_pieces = [piece.split("/", 1) for row in COOKBOOK for piece in row]
    shown = [partial(faces, game, side) for game, side in all_pieces]
    yield "cookbook.png", "pieces of all recipes", partial(cookbook, 64), *shown
    for name, (_, sides) in RECIPES.items():
        yield f"cookbook-{name}.png", f"the recipe {name}", partial(recipe, name), partial(faces, name, *sides)
