"""Decks -> findings: faces without backs, backs that are not printed, names that put the pieces into another order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pawprint.core.diagnostics import PieceId, Severity

if TYPE_CHECKING:
    from pawprint.core.diagnostics import Findings
    from pawprint.export.services.deck import ServiceDeck
    from pawprint.export.services.presets import Service


def check_deck(deck: ServiceDeck, service: Service, game: str, findings: Findings) -> None:
    """Report what the pieces of a deck together suffer from."""
    _check_backs(deck, service, game, findings)
    _check_names(deck, service, findings)


def _check_backs(deck: ServiceDeck, service: Service, game: str, findings: Findings) -> None:
    what = f"{deck.product.name} of {service.title}"
    for component in deck.components:
        pieces = [piece for piece in deck.pieces if piece.component is component]
        at = component.span("back")
        if deck.product.sides == 1 and component.backs:
            message = f"component '{component.name}' has backs, and {what} is printed on one side only"
            help = "take a product with two sides, or leave the backs out"
            findings.add("backs-differ", message, at, help, severity=Severity.WARNING)
        bare = [piece.record.id for piece in pieces if piece.back is None]
        if deck.product.sides == 2 and 0 < len(bare) < len(pieces):
            have = f"{len(pieces) - len(bare)} of {len(pieces)} pieces of component '{component.name}' have a back"
            message = f"{have}, and '{bare[0]}' {'and others have' if len(bare) > 1 else 'has'} none"
            which = tuple(PieceId(game, component.name, one) for one in bare)
            findings.add("backs-differ", message, at, "give all of them a back, or none", pieces=which)


def _check_names(deck: ServiceDeck, service: Service, findings: Findings) -> None:
    """Report names that do not sort as the deck does: people upload files in the order of their names."""
    backs = dict.fromkeys(piece.back_file for piece in deck.pieces if piece.back is not None)
    for kind, files in (("faces", [piece.face_file for piece in deck.pieces]), ("backs", list(backs))):
        ordered = sorted(files)
        if files != ordered:
            wrong = next(one for one, other in zip(files, ordered, strict=True) if one != other)
            message = f"the {kind} of '{deck.name}' sort in another order than the deck has, from {wrong} on"
            help = "begin names of the print service with the number: '{number:04}-{id}-{side}'"
            findings.add("names-out-of-order", message, service.span, help)
            return
