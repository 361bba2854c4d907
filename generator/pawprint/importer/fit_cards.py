"""A deck and the sizes it may have -> the files of its game in the first layout in which all texts fit, as measured."""

import tempfile
from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from pawprint.build import pipeline
from pawprint.core.bleed import DESIGN_BLEED
from pawprint.core.diagnostics import Findings
from pawprint.importer.card_list import CardList
from pawprint.importer.continued_texts import cut_at, may_be_cut
from pawprint.importer.game_folder import write_files

#: Stocks to try in this order until every text fits.
STOCKS_TO_TRY = ("poker", "tarot", "jumbo")
#: The share of a card's height for its picture: the usual one, and a smaller one for long texts.
WINDOW_HEIGHTS = (0.4, 0.28)
#: If at most this share of the cards do not fit, their texts are continued elsewhere; else all cards grow.
_FEW = 0.1
_BISECTIONS, _ROUNDS = 7, 24
#: What becomes of texts that do not fit: larger cards, the backs, more cards, or a mark.
LONG_TEXTS = ("larger", "back", "cards", "mark")


class CardShape(NamedTuple):
    """A layout of the guessed kind.

    Attributes:
        stock: the size of the cards.
        window: how much of the card's height a picture takes.
        dense: small type, and short facts one after the other.
    """

    stock: str
    window: float
    dense: bool = False


#: Makes the files of a game in a shape.
FilesMaker = Callable[[CardList, CardShape], dict[str, bytes]]


class Fitted(NamedTuple):
    """The result of `fit_cards`.

    Attributes:
        deck: the cards, perhaps with texts that are continued.
        continued: how many cards have a text that goes on elsewhere.
        overset: the cards that do not fit in spite of all.
    """

    deck: CardList
    shape: CardShape
    files: dict[str, bytes]
    continued: int
    overset: frozenset[str]


def fit_cards(deck: CardList, make: FilesMaker, shapes: list[CardShape], way: str, back: bool) -> Fitted:
    """Try the *shapes* in order.

    Args:
        shapes: from roomy to crowded, from small to large cards; the last one is for texts that fit none.
        way: one of `LONG_TEXTS`, what to do with texts that do not fit; empty if there is no wish.
        back: whether texts may be continued on backs.
    """
    elsewhere = "cards" if way == "cards" or not back else "back"
    worst: frozenset[str] = frozenset()
    for at, shape in enumerate(shapes):
        files = make(deck, shape)
        # What did not fit before decides first; if it fits, all cards are measured.
        worst = overset_cards(files, worst) if worst else worst
        worst = worst or overset_cards(files)
        last = at + 1 == len(shapes)
        if not worst or (last and way == "mark"):
            return Fitted(deck, shape, files, 0, worst)
        few = way in ("back", "cards") or (not way and len(worst) <= _FEW * len(deck.ids))
        if last or (few and shapes[at + 1].stock != shape.stock):
            done = _continued(deck, shape, make, overset_cards(files), elsewhere)
            if last or not done.overset:
                return done
    raise ValueError("no shapes")


def overset_cards(files: Mapping[str, bytes], only: Collection[str] = ()) -> frozenset[str]:
    """The ids of the cards that have a text without enough room, on the face or the back.

    Args:
        only: of these cards; of all if empty.
    """
    return frozenset(card for card, _ in _overset_sides(files, only))


def _overset_sides(files: Mapping[str, bytes], only: Collection[str] = ()) -> Iterator[tuple[str, str]]:
    """The cards with too long texts, each with `face` or `back`."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name)
        write_files(folder, files)
        workspace = pipeline.load(folder / "catalog", [folder / "layouts", pipeline.bundled("layouts")])
        composer = workspace.composer(DESIGN_BLEED)
        for game in workspace.library.games.values():
            for record in game.all_records:
                if only and record.id not in only:
                    continue
                for side in ("face", "back"):
                    found = Findings()
                    for language in game.languages:
                        composer.with_findings(found).side(game, record, language, side)
                    if any(finding.code == "overset" for finding in found):
                        yield record.id, side


# --- texts that go on elsewhere -----------------------------------------------------------------------------


def _continued(deck: CardList, shape: CardShape, make: FilesMaker, worst: Collection[str], way: str) -> Fitted:
    """Continue the longest text of the *worst* cards on their backs or on more cards, as much of it as must be."""
    before, cards = deck, frozenset(worst)
    for _ in range(_ROUNDS):
        sides = dict(sorted(_overset_sides(make(deck, shape), cards), reverse=True))  # the face decides first
        cut = {card: side for card, side in sides.items() if may_be_cut(deck, card, side)}
        if not cut:
            break
        shares = _largest_shares(deck, shape, make, cut, way)
        deck = cut_at(deck, {card: (side, shares[card]) for card, side in cut.items()}, way)
        cards |= frozenset(deck.ids) - frozenset(before.ids)
    files = make(deck, shape)
    return Fitted(deck, shape, files, len(worst), overset_cards(files))


def _largest_shares(
    deck: CardList, shape: CardShape, make: FilesMaker, cut: Mapping[str, str], way: str
) -> dict[str, float]:
    """The largest share of each card's longest text with which its side fits, by bisection of all cards at once."""
    least, most = dict.fromkeys(cut, 0.0), dict.fromkeys(cut, 1.0)
    for _ in range(_BISECTIONS):
        tried = {card: (least[card] + most[card]) / 2 for card in cut}
        shown = cut_at(deck, {card: (side, tried[card]) for card, side in cut.items()}, way)
        failing = {*_overset_sides(make(shown, shape), [*cut])}
        for card, side in cut.items():
            (most if (card, side) in failing else least)[card] = tried[card]
    return least
