"""Registers every kind of element: import this module before you read a face. A new kind is one module, listed here."""

from pawprint.faces import basic_elements, containers, figure, picture_elements, qr_code
from pawprint.faces.element_base import KINDS

__all__ = ["KINDS"]

#: The modules that define the kinds.
MODULES = (basic_elements, picture_elements, figure, containers, qr_code)
