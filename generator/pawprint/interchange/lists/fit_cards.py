"""A deck and the sizes it may have -> the files of its game in the first layout in which all texts fit, as measured."""

import re
import tempfile
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from pawprint.core.diagnostics import Findings
from pawprint.core.length import DESIGN_BLEED
from pawprint.interchange.lists._card_list import CardList, GuessedColumn
from pawprint.interchange.lists.game_folder import write_files
from pawprint.interchange.lists.slugs import field_name, unique
from pawprint.production import pipeline
from pawprint.typography.markup import marked_spans

# --- A text that is longer than its card -> its beginning, and the rest on the back or on another card ----------------


_PROSE = ("text", "long", "flavour")
#: Where a text may be cut: after a line, after a sentence, or between two words.
_BREAKS = (re.compile(r"\n"), re.compile(r"(?<=[.!?…。！？])\s+"), re.compile(r"\s+"))
#: A cut after a line or a sentence is better than one a little later.
_GIVES_UP = 0.15
_MARK = "…"


def may_be_cut(deck: CardList, card: str, side: str) -> bool:
    """True if a side of a card has a text that can be cut."""
    column = _longest(deck, card, side)
    return column is not None and _cut(column.texts[deck.ids.index(card)], 0.5)[0] != ""


def cut_at(deck: CardList, shares: Mapping[str, tuple[str, float]], way: str) -> CardList:
    """*deck* with texts cut.

    Args:
        shares: card -> its side, and how much of the longest text there stays.
        way: `back` or `cards`, where the rest of a text on a face goes; the rest of one on a back goes to a new card.
    """
    columns = [replace(column, values=[dict(texts) for texts in column.values]) for column in deck.columns]
    made = replace(deck, ids=list(deck.ids), copies=list(deck.copies), columns=columns)
    for card, (side, share) in shares.items():
        at = made.ids.index(card)
        column = _longest(made, card, side)
        if column is None:
            continue
        first, rest = {}, {}
        for language, text in column.values[at].items():
            first[language], rest[language] = _cut(text, share)
        column.values[at] = first
        if side == "face" and way == "back":
            _more(made).values[at] = rest
        else:
            _insert(made, at, rest)
    return made


def _longest(deck: CardList, card: str, side: str) -> GuessedColumn | None:
    at = deck.ids.index(card)
    columns = deck.with_role(*(_PROSE if side == "face" else ("back",)))
    return max(
        (column for column in columns if column.texts[at]), key=lambda column: len(column.texts[at]), default=None
    )


def _more(deck: CardList) -> GuessedColumn:
    """The column with the rests of texts; added if there is none."""
    found = next((column for column in deck.columns if column.continues), None)
    if found is None:
        name = field_name("more", "more", [column.name for column in deck.columns])
        found = GuessedColumn("more", [{"": ""} for _ in deck.ids], name, "back", continues=True)
        deck.columns.append(found)
    return found


def _insert(deck: CardList, at: int, rest: dict[str, str]) -> None:
    before = re.sub(r"-\d+$", "", deck.ids[at])
    deck.ids.insert(at + 1, unique(before if before in deck.ids else deck.ids[at], deck.ids))
    deck.copies.insert(at + 1, deck.copies[at])
    texts = deck.with_role("text") or deck.with_role("long")
    for column in deck.columns:
        value: dict[str, str] = dict.fromkeys(column.values[at], "")
        if column in texts[:1]:
            value = rest
        elif column.role in ("name", "category"):
            value = dict(column.values[at])
        if column.role == "name":
            value = {code: _numbered(text) for code, text in value.items()}
        column.values.insert(at + 1, value)
        if column.type in ("int", "number") and any(float(text) == 0 for text in column.filled):
            column.type = "plain"  # a condition on a number cannot tell 0 from nothing


def _numbered(name: str) -> str:
    """The name of the next card: `Fox (2)` after `Fox`, `Fox (3)` after `Fox (2)`."""
    match = re.fullmatch(r"(.*) \((\d{1,15})\)", name)
    return (f"{match[1]} ({int(match[2]) + 1})" if match else f"{name} (2)") if name else ""


def _cut(text: str, share: float) -> tuple[str, str]:
    """The beginning of a text with a mark, and the rest; cut at a good place before *share* of it."""
    end = int(len(text) * share)
    spans = [*marked_spans(text)]
    starts = [start for start, _ in spans]

    def whole(place: int) -> bool:
        """True if no bold, italic or coloured words go on after a place."""
        before = bisect_left(starts, place)
        return not before or spans[before - 1][1] <= place

    places: list[int] = []
    for breaks in _BREAKS:
        found = (match.start() for match in breaks.finditer(text) if 0 < match.start() <= end and whole(match.start()))
        places.append(max(found, default=0))
    best = next((at for at in places if at and at >= end - _GIVES_UP * len(text)), max(places))
    if not best:
        return "", text
    return f"{text[:best].rstrip()} {_MARK}", f"{_MARK} {text[best:].lstrip()}"


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
    for index, shape in enumerate(shapes):
        files = make(deck, shape)
        # What did not fit before decides first; if it fits, all cards are measured.
        worst = overset_cards(files, worst) if worst else worst
        worst = worst or overset_cards(files)
        last = index + 1 == len(shapes)
        if not worst or (last and way == "mark"):
            return Fitted(deck, shape, files, 0, worst)
        few = way in ("back", "cards") or (not way and len(worst) <= _FEW * len(deck.ids))
        if last or (few and shapes[index + 1].stock != shape.stock):
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
