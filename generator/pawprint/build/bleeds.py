"""With how much bleed pieces are printed: as the build says, or else their stock, or else their game."""

from pawprint.build.options import BuildOptions
from pawprint.catalog.model import Game
from pawprint.core.length import ZERO, Length
from pawprint.faces.stocks import Stock


def bleed_of(options: BuildOptions, game: Game, stock: Stock) -> Length:
    """The bleed of pieces of *stock*."""
    for bleed in (options.bleed, stock.bleed, game.bleed):
        if bleed is not None:
            return bleed
    return ZERO
