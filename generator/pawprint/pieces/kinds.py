"""Registers every kind of element: import this module before you read a face. A new kind is one module, listed here."""

from pawprint.pieces import basic_elements, containers, picture_elements
from pawprint.pieces.element_base import ELEMENT_KINDS

__all__ = ["ELEMENT_KINDS"]

#: The modules that define the kinds which most decks use.
MODULES = (basic_elements, picture_elements, containers)

ELEMENT_KINDS.define_in("pawprint.pieces.figure", "figure")
ELEMENT_KINDS.define_in("pawprint.pieces.qr_code", "qr")
