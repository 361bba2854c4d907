"""Situations of games whose pieces lie in zones -> diagrams: zones of all players, and below them those of each."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from pawprint.core.diagnostics import Findings
from pawprint.play._zone_game import ZoneGame
from pawprint.play._zone_state import FACE, OPEN, GridCell, Zone, ZoneState
from pawprint.play.diagram import (
    NEAR,
    Diagram,
    DiagramBuilder,
    DiagramCanvas,
    DiagramMoment,
    DiagramPiece,
    DiagramRegion,
    DiagramSpace,
    DiagramText,
    DiagramWords,
    column_of,
    row_of,
    text_width,
)
from pawprint.play.engine import Json
from pawprint.play.notation import Notation

#: Marks the pieces of a zone: (canvas, zone, piece, where it is drawn).
Marks = Callable[[DiagramCanvas, str, str, DiagramPiece], None]

#: A zone without pieces has the room of a line.
_EMPTY = 8.0
#: The visible share of the height of face-down pieces in a pile.
_PILE = 0.4
#: In words of people: the zone, the player, the points.
_PLAYER = {"en": "{0}, player {1}", "fr": "{0}, joueur {1}", "de": "{0}, Spieler {1}", "es": "{0}, jugador {1}"}
_POINTS = {"en": "{0}: {1} points", "fr": "{0} : {1} points", "de": "{0}: {1} Punkte", "es": "{0}: {1} puntos"}


class ZoneDiagrams(DiagramBuilder[ZoneGame, ZoneState]):
    """Draws zones. A piece is drawn with its face where all players see it, and pieces that came last have a frame."""

    def __init__(self, notation: Notation[ZoneGame, ZoneState], space: DiagramSpace, findings: Findings) -> None:
        self.notation = notation
        self.rules = notation.rules
        self.space = space
        self.texts = {}

    def show(self, moment: DiagramMoment) -> tuple[Diagram, ...]:
        """The situation; if something has happened, before and after it, with frames around what is new in a zone."""
        before, after = moment.before, moment.after
        assert isinstance(after, ZoneState)
        if moment.action is None or not isinstance(before, ZoneState) or moment.kind in ("ask", "which"):
            return (self.table(after, _no_marks),)
        new = {zone: Counter(pieces) - Counter(before.contents[zone]) for zone, pieces in after.contents.items()}

        def frame(canvas: DiagramCanvas, zone: str, piece: str, at: DiagramPiece) -> None:
            if at.side == "face" and new[zone][piece] > 0:
                new[zone][piece] -= 1
                canvas.frame(at)

        return self.table(before, _no_marks), self.table(after, frame)

    def begin(self, setup: Json) -> Diagram:
        return self.table(self.rules.start(setup), _no_marks)

    def table(self, state: ZoneState, mark: Marks) -> Diagram:
        """All zones, and the points of the players in the title of their first one."""
        rows = [row_of([self.zone(state, zone.name, mark) for zone in self.rules.zones if not zone.each], self.space)]
        each = [zone.name for zone in self.rules.zones if zone.each]
        for seat in range(state.players):
            own = [self.zone(state, f"{name} {seat}", mark, points=name == each[0]) for name in each]
            rows.append(row_of(own, self.space))
        return column_of(rows, self.space)

    def zone(
        self,
        state: ZoneState,
        name: str,
        mark: Marks,
        seat: int | None = None,
        *,
        open_: bool = False,
        points: bool = False,
    ) -> Diagram:
        """A zone with its title.

        Args:
            mark: called for every piece that is drawn; the last one lies on top.
            seat: who looks; if None, only what all players see is open, or everything if *open_*.
        """
        cells = state.cells(name)
        if cells is not None:
            return self._grid(name, cells, mark, seat, open_)
        pieces = state.contents[name]
        zone = self.rules.declared(name)
        seen = open_ or zone.seen == OPEN if seat is None else self.rules.sees(seat, name)
        title = self._title(zone, name, len(pieces))
        if points:
            title = DiagramWords(_POINTS, (title, state.points[int(name.rpartition(" ")[2])]))
        canvas = DiagramCanvas(self.space)
        shown = pieces[-1:] if zone.pile else pieces
        right, low = text_width(title), 0.0 if shown else _EMPTY
        for piece, (x, y) in zip(shown, self._places(shown), strict=True):
            keep = _PILE if zone.pile and not seen else 1.0
            at = DiagramPiece(self.rules.component_of(piece), piece, x, y, "face" if seen else "back", keep=keep)
            canvas.pieces.append(at)
            mark(canvas, name, piece, at)
            _, _, width, height = canvas.box(at)
            right, low = max(right, x + width), max(low, y + height)
        canvas.regions.append(DiagramRegion(-NEAR, -NEAR, right + 2 * NEAR, low + 2 * NEAR, title))
        canvas.alt_texts.append(title)
        return canvas.done()

    def _grid(self, name: str, cells: list[GridCell], mark: Marks, seat: int | None, open_: bool) -> Diagram:
        """The places of a grid, and the cards that lie on them; a card that a player knows is pale."""
        canvas, title = DiagramCanvas(self.space), self._title(self.rules.declared(name), name, len(cells))
        rows, columns = self.rules.grid_size(name)
        sizes = [self.space.size(component) for component in self.rules.components]
        width, height = (max(size[way] for size in sizes) + NEAR for way in (0, 1))
        for number, place in enumerate(self.rules.place_names):
            x, y = number % columns * width, number // columns * height
            mark(canvas, name, place, DiagramPiece(self.rules.components[0], "", x, y))
        for cell in cells:
            known = seat in cell.known if seat is not None else open_
            side = "face" if cell.up or known else "back"
            turn = 90.0 * cell.turned if side == "face" else 0.0
            component = self.rules.component_of(cell.id)
            x, y = cell.column * width, cell.row * height
            at = DiagramPiece(component, cell.id, x, y, side, turn, known and not cell.up)
            canvas.pieces.append(at)
            mark(canvas, name, cell.id, at)
        canvas.regions.append(DiagramRegion(-NEAR, -NEAR, columns * width + NEAR, rows * height + NEAR, title))
        canvas.alt_texts.append(title)
        return canvas.done()

    def _places(self, pieces: list[str]) -> Iterator[tuple[float, float]]:
        x = y = 0.0
        room = self.space.width * 2 / 3
        sizes = [self.space.size(self.rules.component_of(piece)) for piece in pieces]
        needed = sum(width + NEAR for width, _ in sizes)
        step = min(1.0, max(0.3, room / needed)) if needed else 1.0
        for width, height in sizes:
            if x and x + width > room:
                x, y = 0.0, y + height + NEAR
            yield x, y
            x += (width + NEAR) * step

    def _title(self, zone: Zone, name: str, count: int) -> DiagramText:
        titles: Mapping[str, str] = zone.titles or {"en": zone.name}
        says: DiagramText = DiagramWords(titles)
        if zone.pile or zone.seen not in (OPEN, FACE):
            says = DiagramWords({"en": "{0} ({1})"}, (says, count))
        if zone.each:
            templates = {language: _PLAYER.get(language, "{0} {1}") for language in (*titles, "en")}
            says = DiagramWords(templates, (says, int(name.rpartition(" ")[2]) + 1))
        return says


def _no_marks(canvas: DiagramCanvas, zone: str, piece: str, at: DiagramPiece) -> None:
    """Nothing is marked."""
