"""Registers every kind of element: import this module before you read a face. A new kind is one module, listed here."""

from pawprint.pieces import basic_elements, containers, picture_elements
from pawprint.pieces.element_base import KINDS

__all__ = ["KINDS"]

#: The modules that define the kinds which most decks use.
MODULES = (basic_elements, picture_elements, containers)

KINDS.define_in("pawprint.pieces.figure", "figure")
KINDS.define_in("pawprint.pieces.qr_code", "qr")
