"""The pictures that a list of cards names -> files of the game's folder."""

from pathlib import Path, PurePosixPath

from pawprint.base.source import Source
from pawprint.press.metrics import PressMetrics
from pawprint.start.guess import DRAWN, RASTER, Deck
from pawprint.start.words import slug, unique

_ = Source
