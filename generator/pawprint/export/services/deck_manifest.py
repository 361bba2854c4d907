"""Decks -> `order.json` or `tgc.json`: which picture is which side of which piece, and how many are made of it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pawprint.export.export_source import ExportSource
    from pawprint.export.services.deck import DeckPlan, ServiceDeck
    from pawprint.export.services.presets import Service


def manifest(source: ExportSource, service: Service, plan: DeckPlan) -> bytes:
    """The manifest of all decks of a game in one language."""
    game, language = source.game, source.language
    content: dict[str, Any] = {"service": service.title, "game": game.id, "title": game.title[language]}
    if game.edition:
        content["edition"] = game.edition
    if source.options.part:
        content["only"] = source.options.part
    content |= {
        "language": language,
        "dpi": service.dpi,
        "decks": [_deck(deck, language) for deck in plan.decks],
        "left_out": [component.name for component in plan.left_out],
    }
    return (json.dumps(content, indent=2, ensure_ascii=False) + "\n").encode()


def _deck(deck: ServiceDeck, language: str) -> dict[str, Any]:
    product = deck.product
    content: dict[str, Any] = {
        "name": deck.name,
        "title": " / ".join(component.title[language] for component in deck.components),
        "identity": product.name,
    }
    if product.upload:
        content["type"] = product.upload
    content |= {"pixels": list(product.pixels), "quantity": deck.quantity}
    backs = dict.fromkeys(piece.back_file for piece in deck.pieces if piece.back is not None)
    common = next(iter(backs)) if len(backs) == 1 and all(piece.back is not None for piece in deck.pieces) else None
    if common:
        content["back"] = f"{deck.name}/{common}"
    content["pieces"] = [
        {
            "number": piece.number,
            "component": piece.component.name,
            "id": piece.record.id,
            "quantity": piece.copies,
            "face": f"{deck.name}/{piece.face_file}",
            **({"back": f"{deck.name}/{piece.back_file}"} if piece.back is not None and not common else {}),
        }
        for piece in deck.pieces
    ]
    return content
