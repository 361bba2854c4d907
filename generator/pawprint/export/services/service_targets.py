"""The targets for print services: pictures of exact pixels in folders, what the service wants beside them, and a check
of all of it before anything is uploaded."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from pawprint.core.geometry import Insets
from pawprint.core.length import ZERO
from pawprint.export._preflight import check_decks, requirements
from pawprint.export._rasters import RasterRequest
from pawprint.export.export_source import ExportSource
from pawprint.export.exporter import EXPORTERS, Exporter, OptionError, option
from pawprint.export.services._deck import DeckPlan, ServiceDeck, plan_decks
from pawprint.export.services._order_files import (
    BLANK,
    deck_pdf,
    has_blank_backs,
    instructions,
    manifest,
    order_xml,
    overview,
)
from pawprint.export.services._presets import PDF, Service, read_service
from pawprint.graphics.ops import Drawing, nothing


@dataclass(frozen=True, kw_only=True)
class ServiceExporter(Exporter):
    """Files for a print service, by its preset in the layouts."""

    faults: ClassVar[str] = "mend the errors and export again before you order"

    #: The name of the preset.
    preset: ClassVar[str] = ""
    #: The name of the manifest.
    manifest: ClassVar[str] = "order.json"

    @property
    def service_name(self) -> str:
        return self.preset

    def files(self, source: ExportSource) -> Iterator[tuple[str, bytes]]:
        service = read_service(source.workspace.layouts, self.service_name, source.workspace.findings)
        plan = plan_decks(source, service) if service else None
        if service is None or plan is None or not plan.decks:
            return
        check_decks(source, service, plan)
        folder = source.language
        if service.form == PDF:
            files = {f"{folder}/{deck.name}.pdf": self._pdf(source, service, deck) for deck in plan.decks}
            if not all(files.values()):
                return
            yield from files.items()
        for deck in plan.decks if service.form != PDF else ():
            for name, data in self._deck_files(source, service, deck):
                yield f"{folder}/{deck.name}/{name}", data
        yield from ((f"{folder}/{name}", data) for name, data in self._overviews(source, service, plan))
        if service.form != PDF:
            yield f"{folder}/{self.manifest}", manifest(source, service, plan)
        yield f"{folder}/README.txt", instructions(source, service, plan)

    @property
    def profile_file(self) -> str:
        """The path of the ICC profile for PDF files; empty for the bundled one."""
        return ""

    def _pdf(self, source: ExportSource, service: Service, deck: ServiceDeck) -> bytes:
        return deck_pdf(source, service, deck, self.profile_file)

    def _deck_files(self, source: ExportSource, service: Service, deck: ServiceDeck) -> Iterator[tuple[str, bytes]]:
        """The files in the folder of one deck."""
        return _pictures(source, service, deck)

    def _overviews(self, source: ExportSource, service: Service, plan: DeckPlan) -> Iterator[tuple[str, bytes]]:
        """A picture of each deck as it is uploaded."""
        setter = source.composer(ZERO).setter
        requests = [
            overview(deck, requirements(service, deck.pieces[0]), setter, source.language) for deck in plan.decks
        ]
        for deck, data in zip(plan.decks, source.rasters(requests), strict=True):
            yield f"{deck.name}-overview.png", data


def _pictures(source: ExportSource, service: Service, deck: ServiceDeck) -> Iterator[tuple[str, bytes]]:
    """Each face, and each back once."""
    wanted: dict[str, RasterRequest] = {}
    for piece in deck.pieces:
        for _, drawing, file in piece.sides:
            form = "jpeg" if service.form == "jpeg" else "png"
            wanted.setdefault(file, RasterRequest(drawing, *deck.product.pixels, form=form))
    return zip(wanted, source.rasters(wanted.values()), strict=True)


@EXPORTERS("tgc")
@dataclass(frozen=True, kw_only=True)
class GameCrafterExporter(ServiceExporter):
    """Write pictures for The Game Crafter, with a manifest.

    Each component is a deck, a set of tiles, mats or chits: the product that has its size, or that the game names.

    Examples:

      pawprint export tgc food-chain

      pawprint export tgc fooden --lang en --component creatures
    """

    preset = "tgc"
    manifest = "tgc.json"


@EXPORTERS("service")
@dataclass(frozen=True, kw_only=True)
class OwnServiceExporter(ServiceExporter):
    """Write pictures for a print service of your own layouts.

    Its file is services/NAME.yaml in the folder of the layouts.

    Examples:

      pawprint export service food-chain --name my-printer
    """

    name: str = option("", "NAME", "Name of the print service; required.")
    profile: str = option("", "FILE", "ICC profile for a PDF file. Default: offset on coated paper (FOGRA39).")

    def __post_init__(self) -> None:
        if not self.name:
            message = "name a print service: --name press for services/press.yaml in your layouts"
            raise OptionError("--name", message)

    @property
    def service_name(self) -> str:
        return self.name

    @property
    def profile_file(self) -> str:
        return self.profile


@dataclass(frozen=True, kw_only=True)
class _CardOrder(ServiceExporter):
    """Cards in slots: one order for all cards of a size, whatever component they are of."""

    cardstock: str = option(
        "s30", "NAME", "What the cards are printed on: s27, s30, s33, m31 or p10.",
        choices=("s27", "s30", "s33", "m31", "p10"),
    )  # fmt: skip

    def _deck_files(self, source: ExportSource, service: Service, deck: ServiceDeck) -> Iterator[tuple[str, bytes]]:
        yield from _pictures(source, service, deck)
        if has_blank_backs(deck):
            yield BLANK, next(source.rasters([_blank(deck)]))
        yield "order.xml", order_xml(deck, service.cardstocks[self.cardstock])


def _blank(deck: ServiceDeck) -> RasterRequest:
    return RasterRequest(Drawing("blank", deck.product.canvas, Insets(), nothing()), *deck.product.pixels)


@EXPORTERS("mpc")
@dataclass(frozen=True, kw_only=True)
class MakePlayingCardsExporter(_CardOrder):
    """Write pictures of cards for MakePlayingCards, and order.xml for MPC Autofill.

    Examples:

      pawprint export mpc fooden --lang fr

      pawprint export mpc food-chain --cardstock s33
    """

    preset = "mpc"


@EXPORTERS("printerstudio")
@dataclass(frozen=True, kw_only=True)
class PrinterStudioExporter(_CardOrder):
    """Write pictures of cards for PrinterStudio, and order.xml for MPC Autofill.

    Examples:

      pawprint export printerstudio food-chain
    """

    preset = "printerstudio"


@EXPORTERS("boardgamesmaker")
@dataclass(frozen=True, kw_only=True)
class BoardGamesMakerExporter(ServiceExporter):
    """Write pictures of poker cards for Board Games Maker.

    Examples:

      pawprint export boardgamesmaker food-chain
    """

    preset = "boardgamesmaker"


@EXPORTERS("drivethrucards")
@dataclass(frozen=True, kw_only=True)
class DriveThruCardsExporter(ServiceExporter):
    """Write a PDF/X-1a file of poker cards for DriveThruCards.

    Each back comes before its face, in inks of which there are 240 % at most.

    Examples:

      pawprint export drivethrucards food-chain

      pawprint export drivethrucards food-chain --profile USWebCoatedSWOP.icc
    """

    preset = "drivethrucards"

    profile: str = option("", "FILE", "ICC profile of the press. Default: offset on coated paper (FOGRA39).")

    @property
    def profile_file(self) -> str:
        return self.profile
