"""A service and its decks -> what they must meet, and the checks of all of it."""

from dataclasses import replace

from pawprint.core.length import ZERO, Length
from pawprint.core.piece_outline import RECTANGLE, PieceOutline
from pawprint.export._preflight import CheckedSide, Requirements, check_deck, preflight
from pawprint.export.export_source import BACK, FACE, ExportSource
from pawprint.export.services._deck import DeckPiece, DeckPlan, bleed_of, placing, plan_decks
from pawprint.export.services._presets import PDF, Service, read_service


def requirements(service: Service, piece: DeckPiece, side: str = FACE) -> Requirements:
    """What the print of one side of *piece* must meet."""
    product = piece.fit.product
    trim = product.trim or product.canvas
    outline = RECTANGLE
    if product.outline == "circle":
        outline = PieceOutline(trim.width.half())
    elif product.outline != "rectangle":
        outline = piece.outline.mirrored(piece.trim) if side == BACK else piece.outline
    return Requirements(
        who=service.title if service.any_size else f"{product.name} of {service.title}",
        canvas=product.canvas,
        trim=trim,
        outline=outline,
        safe=product.safe,
        bleed=service.bleed,
        text=service.text,
        line=service.line,
        resolution=service.resolution,
        colours=service.colours,
        embeds=service.form == PDF,
        placing=(placing(piece.fit, piece.trim, FACE), placing(piece.fit, piece.trim, BACK)),
    )


def check_pages(source: ExportSource, name: str, bleed: Length) -> None:
    """Report what one page for each side of each piece suffers from.

    Args:
        name: of a service that makes all sizes.
    """
    service = read_service(source.workspace.layouts, name, source.workspace.findings)
    if service is not None:
        with_bleed = replace(service, bleed=bleed)
        check_decks(source, with_bleed, plan_decks(source, with_bleed))


def check_decks(source: ExportSource, service: Service, plan: DeckPlan) -> None:
    """Report what the decks suffer from."""
    sides: list[CheckedSide] = []
    bleed = ZERO
    for deck in plan.decks:
        check_deck(deck, service, source.game.id, source.workspace.findings)
        checked: set[str] = set()
        for piece in deck.pieces:
            bleed = max(bleed, bleed_of(piece.fit, piece.trim))
            for side, drawing, file in piece.sides:
                if file not in checked:
                    checked.add(file)
                    sides.append(CheckedSide(piece.record, side, drawing, requirements(service, piece, side)))
    preflight(source, sides, bleed)
