"""Decks -> README.txt: what is in the folders, and what a person does with it at the print service."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pawprint.core.length import mm

if TYPE_CHECKING:
    from pawprint.catalog.model import Component
    from pawprint.export.export_source import ExportSource
    from pawprint.export.services.deck import DeckPiece, DeckPlan, ServiceDeck
    from pawprint.export.services.presets import Service

_WIDTH = 100
_SAME = mm(0.1)


def instructions(source: ExportSource, service: Service, plan: DeckPlan) -> bytes:
    """The text, in English like all of the program."""
    title = f"{source.game.title[source.language]} ({source.language}) at {service.title}"
    lines = [title, "=" * len(title), ""]
    if service.site:
        lines += [service.site, ""]
    if service.about:
        lines += [*_wrapped(service.about), ""]
    lines += ["Files", "-----"]
    if source.options.part:
        chosen = ", ".join(name for names in source.options.part.values() for name in names)
        words = f"This order is a part of the game: {chosen}. Files that are not listed here are from earlier exports."
        lines += [*_wrapped(words), ""]
    for deck in plan.decks:
        lines += _deck(deck, source.language, service.form == "pdf")
    if plan.left_out:
        names = ", ".join(_title(component, source.language) for component in plan.left_out)
        lines += ["", *_wrapped(f"Not part of this order: {names}.")]
    if service.steps:
        lines += ["", "Steps", "-----"]
        for number, step in enumerate(service.steps, 1):
            lines += _wrapped(step, f"{number}. ")
    return ("\n".join(lines) + "\n").encode()


def _deck(deck: ServiceDeck, language: str, pdf: bool) -> Iterator[str]:
    faces = len({piece.face_file for piece in deck.pieces})
    backs = len({piece.back_file for piece in deck.pieces if piece.back is not None})
    where = f"{deck.name}.pdf: {deck.product.name}"
    if not pdf:
        where = f"{deck.name}/: {deck.product.name}, {deck.product.pixels} pixels"
    words = f"{where}; {_plural(deck.quantity, 'piece')} from "
    words += f"{_plural(faces, 'face')} and {_plural(backs, 'back')}"
    if len(deck.components) > 1:
        words += " (" + ", ".join(_title(component, language) for component in deck.components) + ")"
    yield from _wrapped(words + ".")
    for size in {str(piece.trim): None for piece in deck.pieces if _differs(piece)}:
        words = f"   The pieces are {size}, and the product is {deck.product.size}: the art keeps its size."
        yield from _wrapped(words)


def _differs(piece: DeckPiece) -> bool:
    trim = piece.fit.trim
    if trim is None:
        return False
    return any(abs(a.grains - b.grains) > _SAME.grains for a, b in zip(trim, piece.trim, strict=True))


def _title(component: Component, language: str) -> str:
    return component.title[language]


def _plural(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


def _wrapped(text: str, first: str = "") -> list[str]:
    indent = " " * (len(first) or len(text) - len(text.lstrip()))
    return textwrap.wrap(text.strip(), _WIDTH, initial_indent=first or indent, subsequent_indent=indent)
