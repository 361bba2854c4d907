"""What changed in one deck -> one file: a cover, the list of what to print and to pull, and the fewest sheets."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pawprint.catalog.model import Component, Game, Record
from pawprint.catalog.plain_values import as_text
from pawprint.core.length import ZERO
from pawprint.pieces.stocks import Stock
from pawprint.press.manifest import Print
from pawprint.production.changes._current import DocumentChange, DrawingsByPiece
from pawprint.production.changes._piece_diff import CHANGED, COPIES, PieceChange
from pawprint.production.options import BuildOptions
from pawprint.production.printed_file import FileContents
from pawprint.production.sheets import Batch, Imposed, PrintRun, covered
from pawprint.production.snapshot import Deck, deck_key
from pawprint.sheets.plan import Duplex, SheetPlan
from pawprint.sheets.sheet import Side
from pawprint.typography.markup import plain

#: The kind of the file, and the word in its name.
KIND = "changed"
#: Of the list, as `layouts/faces/changes.yaml` has it: what is above its rows, and a row, in mm; its share of a page.
_HEAD, _ROW, _PAGE = 48.0, 6.5, 0.86
#: Longer names and values are cut: they do not help to find a card.
_LONGEST_NAME, _LONGEST_VALUE, _LONGEST_WHY = 40, 18, 64


class Reprint(NamedTuple):
    """What brings one deck up to date.

    Attributes:
        edition: empty for the default one.
        deck: as it is then, as far as was asked for.
        made: the file; None if there is nothing to print.
        documents: those that are not what they were; they are printed by a build of their own.
    """

    game: str
    version: str
    edition: str
    language: str
    changes: tuple[PieceChange, ...]
    deck: Deck
    made: Print | None
    documents: tuple[DocumentChange, ...] = ()

    @property
    def listed(self) -> tuple[PieceChange, ...]:
        """The changes for which something has to be printed, or pulled from the box."""
        return tuple(change for change in self.changes if change.print or change.pull)

    @property
    def key(self) -> str:
        return deck_key(self.edition, self.language)


class _Group(NamedTuple):
    """Pieces that share sheets: those of one size and make, whatever they are."""

    stock: Stock
    pieces: list[tuple[Component, Record, PieceChange]]


def asks_for(game: Game, options: BuildOptions, piece: str) -> bool:
    """True if *options* asks for a piece; of components that are gone, unless it names others."""
    component, _, identity = piece.partition("/")
    asked = component in covered(game, options) or (
        component not in game.components and not options.kinds and options.components in ((), (component,))
    )
    return asked and (not options.cards or bool({identity, piece} & {*options.cards}))


def renewal(printing: PrintRun, deck: Deck, drawings: DrawingsByPiece, changes: tuple[PieceChange, ...]) -> Reprint:
    """The file for *changes*, made as the options of *printing* says; without one after an error, too."""
    game = printing.game
    made = _print(printing, drawings, changes)
    return Reprint(game.id, game.version, game.other_edition, printing.language, changes, deck, made)


def _print(printing: PrintRun, drawings: DrawingsByPiece, changes: tuple[PieceChange, ...]) -> Print | None:
    game, options, language = printing.game, printing.options, printing.language
    groups = _groups(printing, {change.piece: change for change in changes if change.print})
    imposed: list[tuple[_Group, Imposed]] = []
    for group in groups:
        name = KIND if len(groups) == 1 else f"{KIND}-{group.stock.name}"
        batch = Batch(name, KIND, group.stock, tuple((component, record) for component, record, _ in group.pieces))
        pieces = [
            printing.pieces.piece(known, group.stock, change.print, record.id)
            if (known := drawings.get(change.piece))
            else None
            for _, record, change in group.pieces
        ]
        layout = printing.imposed(batch, [piece for piece in pieces if piece]) if all(pieces) else None
        if layout is None:
            return None
        imposed.append((group, layout))
    if not imposed:
        return None
    with_backs = (layout.plan for _, layout in imposed if layout.plan.duplex is not Duplex.OFF)
    plan = next(with_backs, imposed[0][1].plan)
    two_sided = plan.flip is not None
    sides: list[Side] = []
    for _, layout in imposed:
        blank = two_sided and not layout.plan.flip  # what has no backs must not get the rest out of step
        for side in layout.sides:
            sides += [side, Side(side.size, ())] if blank else [side]
    sheets = sum(layout.sheets for _, layout in imposed)
    if options.cover:
        sides = _front(printing, imposed, sheets, plan, changes) + sides
    counts: dict[str, tuple[int, int]] = {}
    for group, _ in imposed:
        for component, _, change in group.pieces:
            kinds, copies = counts.get(component.name, (0, 0))
            counts[component.name] = (kinds + 1, copies + change.print)
    how = plan.duplex.value
    contents = FileContents(
        kind=KIND,
        name=KIND,
        variants=("stamped",) if options.stamp else (),
        paper=printing.paper.name,
        bleed=max(layout.plan.bleed for _, layout in imposed),
        pages=sides,
        title=f"{game.full_title(language)} - {KIND} ({language})",
        sheets=sheets,
        duplex=how,
        print_setting=how if two_sided else "simplex",
        pieces=sum(copies for _, copies in counts.values()),
        components=counts,
        faces={
            change.piece: (*drawings[change.piece].fingerprints, record.copies_in(game.edition))
            for group, _ in imposed
            for _, record, change in group.pieces
        },
    )
    return printing.write(contents)


def _groups(printing: PrintRun, changes: Mapping[str, PieceChange]) -> list[_Group]:
    """What is to be printed, in the order of the catalog; stocks of one size and make are one group."""
    game = printing.game
    groups: dict[object, _Group] = {}
    for component in game.components.values():
        stock = printing.composer.stock_of(component)
        for record in game.pieces(component.name) if stock else ():
            change = changes.get(f"{component.name}/{record.id}")
            if change is not None and stock is not None:
                make = (
                    stock.trim,
                    stock.outline,
                    stock.sheet,
                    stock.stand,
                    stock.foot if stock.stand else ZERO,
                    stock.overlap,
                    stock.bleed,
                )
                groups.setdefault(make, _Group(stock, [])).pieces.append((component, record, change))
    return list(groups.values())


def _front(
    printing: PrintRun,
    imposed: Sequence[tuple[_Group, Imposed]],
    sheets: int,
    plan: SheetPlan,
    changes: tuple[PieceChange, ...],
) -> list[Side]:
    """The cover and the list, which begins on the cover's back; the first sheet begins on a leaf of its own.

    Args:
        plan: how those pieces are printed that have backs; if none has, how all are.
    """
    game, language = printing.game, printing.language
    group, layout = next(((group, layout) for group, layout in imposed if layout.tiles), imposed[0])
    lines: dict[str, dict[str, Any]] = {}
    for sheet, _ in imposed:
        for component, _, change in sheet.pieces:
            line = lines.setdefault(component.name, {"name": component.title[language], "kinds": 0, "pieces": 0})
            line["kinds"] += 1
            line["pieces"] += change.print
    fields = printing.cover_fields([], group.stock, layout, sheets) | {
        "pieces": sum(line["pieces"] for line in lines.values()),
        "components": tuple(lines.values()),
    }
    if len(imposed) > 1:
        fields["per_sheet"] = 0
        if layout.plan.duplex is not plan.duplex:
            fields["duplex"] = plan.duplex.value
    cover = printing.covers.page("cover", fields)
    if cover is None:
        return []
    rows = [_row(printing, change) for change in changes if change.print or change.pull]
    many = max(1, int((printing.paper.size.height.mm * _PAGE - _HEAD) / _ROW))
    pages = [rows[start : start + many] for start in range(0, len(rows), many)]
    common = {
        **game.common_fields(language),
        "game": game.full_title(language),
        "pages": len(pages),
        "prints": sum(change.print for change in changes),
        "pulls": sum(change.pull for change in changes),
    }
    front = [cover]
    for number, page in enumerate(pages, 1):
        side = printing.covers.page("changes", {**common, "page": number, "changes": tuple(page)})
        if side is not None:
            front.append(side)
    return [*front, Side(cover.size, ())] if plan.flip and len(front) % 2 else front


def _row(printing: PrintRun, change: PieceChange) -> dict[str, Any]:
    """What the list says of one piece; see `docs/changes.md`."""
    component, _, identity = change.piece.partition("/")
    known = printing.game.components.get(component)
    entry = change.new or change.old
    values = entry.values if entry else {}
    name = next((str(values[field]) for field in ("name", "title") if isinstance(values.get(field), str)), identity)
    what = change.what
    if what == CHANGED:
        what = "fields" if change.fields else "-and-".join(change.sides)
    return {
        "name": _line(name, _LONGEST_NAME),
        "id": identity,
        "component": _line(known.title[printing.language] if known else component, _LONGEST_NAME),
        "print": change.print,
        "pull": change.pull,
        "what": what,
        "was": change.was.partition("/")[2],
        "why": _why(change),
    }


def _why(change: PieceChange) -> str:
    """The fields that differ, with their values where these are short: `level 2 → 3, text`."""
    parts = []
    if change.old and change.new and change.old.copies != change.new.copies:
        word = "" if change.what == COPIES else "copies "
        parts.append(f"{word}{change.old.copies} → {change.new.copies}")
    for field, old, new in change.fields:
        short = [as_text(value, brackets=False, empty="–", text=plain) for value in (old, new)]
        quoted = all(text and len(text) <= _LONGEST_VALUE for text in short)
        parts.append(f"{field} {short[0]} → {short[1]}" if quoted else field)
    return _line(", ".join(parts), _LONGEST_WHY)


def _line(text: str, longest: int) -> str:
    """*text* on one line, without marks, cut at *longest* signs; nothing in it is read as a mark again."""
    text = " ".join(plain(text).split())
    text = text if len(text) <= longest else text[: longest - 1] + "…"
    return "".join("\\" + sign if sign in "\\*:" else sign for sign in text)
