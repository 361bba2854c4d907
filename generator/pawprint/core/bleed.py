"""How far faces are composed beyond their cut."""

from pawprint.core.length import mm

#: Faces are composed with at least this bleed and cut to the one asked for, so that art does not grow with it.
DESIGN_BLEED = mm(3)
