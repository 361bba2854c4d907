"""The boxes of the four games: they close, hold what they should, and can be printed at home."""

import pytest

from pawprint.catalog.model import DATA
from pawprint.core.length import ZERO
from pawprint.production import pipeline
from pawprint.production.box_sheets import BoxNets, nets_of
from pawprint.production.options import BuildOptions
from pieces.test_nets import assert_edges_belong_to_panels, assert_seams_close

GAMES = ("food-chain", "fooden", "lake-ecosystem", "pocket-cats")
#: What is too large for a box: a board that is joined from sheets.
BESIDE = {"lake-ecosystem": {"lake"}}


@pytest.fixture(scope="module")
def workspace() -> pipeline.Workspace:
    return pipeline.load(pipeline.bundled("catalog"), [pipeline.bundled("layouts")])


def box_of(workspace: pipeline.Workspace, name: str, options: BuildOptions | None = None) -> BoxNets:
    game = workspace.library.games[name]
    (box,) = nets_of(game, workspace.composer(ZERO), options or BuildOptions())
    return box


@pytest.mark.parametrize("name", GAMES)
def test_box_fits_the_whole_game(workspace: pipeline.Workspace, name: str) -> None:
    game = workspace.library.games[name]
    printed = {component.name for component in game.components.values() if component.kind != DATA}
    assert {component.name for component in box_of(workspace, name).box.holds} == printed - BESIDE.get(name, set())


@pytest.mark.parametrize("sleeves", ["", "standard", "double"])
@pytest.mark.parametrize("name", GAMES)
def test_box_closes_when_it_is_folded(workspace: pipeline.Workspace, name: str, sleeves: str) -> None:
    for net in box_of(workspace, name, BuildOptions(sleeves=sleeves)).nets:
        assert_edges_belong_to_panels(net)
        assert_seams_close(net)


@pytest.mark.parametrize("name", GAMES)
def test_every_piece_fits_into_its_box(workspace: pipeline.Workspace, name: str) -> None:
    """Each lies flat on the floor of the folded box, and the deck is not higher than the box is deep."""
    box, nets = box_of(workspace, name)
    composer = workspace.composer(ZERO)
    if box.word == "tuckbox":
        front, side = nets[0].panel("front").extent, nets[0].panel("left").extent
        floor, depth = (front.width.mm, front.height.mm), side.width.mm
    else:
        bottom, wall = nets[0].panel("tray-bottom").extent, nets[0].panel("tray-front").extent
        floor, depth = (bottom.width.mm - 0.4, bottom.height.mm - 0.4), wall.height.mm
    height = 0.0
    for component in box.holds:
        stock = composer.stock_of(component)
        assert stock is not None
        long, short = max(stock.cut), min(stock.cut)
        if stock.stand:
            long, short = stock.cut.height.half(), stock.cut.width
        assert short.mm < min(floor), component.name
        assert long.mm < max(floor), component.name
        count = sum(record.copies for record in workspace.library.games[name].pieces(component.name))
        # By area alone; whole layers only make it higher, as the depth of the box does.
        height += count * stock.thickness.mm * long.mm * short.mm / (floor[0] * floor[1])
    assert height < depth


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize("name", GAMES)
def test_box_is_printed_on_the_papers_that_people_have(name: str, paper: str) -> None:
    library = pipeline.load(pipeline.bundled("catalog"), [pipeline.bundled("layouts")], [name])
    options = BuildOptions(kinds=("boxes",), paper=paper, languages=("fr",) if paper == "A4" else ("en",))
    (made,) = pipeline.build(library, options)
    assert [*library.findings] == []
    assert made.pages == made.sheets + 1


def test_tuckbox_for_sleeved_cards_fits_on_a4() -> None:
    for name in ("food-chain", "pocket-cats"):
        library = pipeline.load(pipeline.bundled("catalog"), [pipeline.bundled("layouts")], [name])
        options = BuildOptions(kinds=("boxes",), languages=("fr",), sleeves="standard", cover=False)
        (made,) = pipeline.build(library, options)
        assert [*library.findings] == []
        assert made.name.endswith("-a4-standard-sleeves.pdf")
