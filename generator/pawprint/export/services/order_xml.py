"""A deck -> `order.xml`, which the MPC Autofill desktop tool reads: slots from 0, and a picture for each."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pawprint.export.services.deck import ServiceDeck

#: The back of pieces without one; the service prints both sides of all cards.
BLANK = "backs/blank.png"


def order_xml(deck: ServiceDeck, cardstock: str) -> bytes:
    """The order for a deck; paths are relative to its folder.

    Args:
        cardstock: in the words of the tool: `(S30) Standard Smooth`.
    """
    fronts: dict[str, list[int]] = {}
    backs: dict[str, list[int]] = {}
    slot = 0
    for piece in deck.pieces:
        slots = list(range(slot, slot + piece.copies))
        slot += piece.copies
        fronts.setdefault(piece.face_file, []).extend(slots)
        backs.setdefault(piece.back_file if piece.back is not None else BLANK, []).extend(slots)
    common = max(backs, key=lambda name: len(backs[name]))
    del backs[common]
    lines = [
        "<order>",
        f"  <details><quantity>{slot}</quantity><stock>{escape(cardstock)}</stock><foil>false</foil></details>",
        "  <fronts>",
        *_cards(fronts),
        "  </fronts>",
        *(["  <backs>", *_cards(backs), "  </backs>"] if backs else ["  <backs/>"]),
        f"  <cardback>./{escape(common)}</cardback>",
        "</order>",
    ]
    return ("\n".join(lines) + "\n").encode()


def has_blank_backs(deck: ServiceDeck) -> bool:
    """Whether pieces of the deck have no back."""
    return any(piece.back is None for piece in deck.pieces)


def _cards(files: Mapping[str, list[int]]) -> list[str]:
    cards = []
    for file, slots in files.items():
        name = escape(file.rpartition("/")[2])
        numbers = ",".join(str(slot) for slot in slots)
        query = escape(name.rpartition(".")[0])
        cards.append(
            f"    <card><id>./{escape(file)}</id><sourceType>Local File</sourceType><slots>{numbers}</slots>"
            f"<name>{name}</name><query>{query}</query></card>"
        )
    return cards
