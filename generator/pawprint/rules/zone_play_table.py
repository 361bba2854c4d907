"""The table at which people play games whose pieces lie in zones: a player points at pieces that an action names."""

from collections.abc import Iterable, Mapping, Sequence

from pawprint.core.diagnostics import Findings
from pawprint.rules.diagram import (
    Diagram,
    DiagramBuilder,
    DiagramCanvas,
    DiagramPiece,
    DiagramText,
    DiagramWords,
    PieceName,
    row_of,
)
from pawprint.rules.engine import END, Action
from pawprint.rules.play_table import HAND, PLAYER, TABLE, PlayPanel, PlayTable, Question
from pawprint.rules.zone_diagrams import ZoneDiagrams
from pawprint.rules.zone_rules import ZoneRules
from pawprint.rules.zone_state import OWNER, ZoneState

_PLAYER = {"en": "player {0}", "fr": "joueur {0}", "de": "Spieler {0}", "es": "jugador {0}"}
_POINTS = {"en": "points: {0}", "fr": "points : {0}", "de": "Punkte: {0}", "es": "puntos: {0}"}
_TABLE = {"en": "table", "fr": "table", "de": "Tisch", "es": "mesa"}
_HAND = {"en": "your hand", "fr": "votre main", "de": "Ihre Hand", "es": "su mano"}
_QUESTION = {
    "en": "What do you do?", "fr": "Que faites-vous ?", "de": "Was tun Sie?", "es": "¿Qué hace?",
}  # fmt: skip
_OVER = {
    "en": "The game is over.", "fr": "La partie est finie.", "de": "Das Spiel ist zu Ende.", "es": "Fin de la partida.",
}  # fmt: skip


class ZonePlayTable(PlayTable[ZoneRules, ZoneState]):
    """Panels of zones; words come from the rules, or else are the actions with the names of pieces."""

    diagrams: ZoneDiagrams

    def __init__(self, diagrams: DiagramBuilder[ZoneRules, ZoneState], findings: Findings) -> None:
        assert isinstance(diagrams, ZoneDiagrams)
        self.diagrams = diagrams
        self.rules = diagrams.rules
        self.space = diagrams.space
        self.texts = {}

    def panels(self, state: ZoneState, seat: int | None) -> Iterable[PlayPanel]:
        """Shared zones, then those of each player; what only the viewer sees is the viewer's hand."""
        named = {word for action in state.legal_actions() for word in str(action).split()}

        def point(canvas: DiagramCanvas, zone: str, piece: str, at: DiagramPiece) -> None:
            if at.side == "face" and piece in named:
                canvas.target(at, piece)

        def drawn(names: Sequence[str]) -> Diagram:
            return row_of(
                [self.diagrams.zone(state, name, point, seat, open_=seat is None) for name in names], self.space
            )

        zones = self.rules.zones
        shared = [zone.name for zone in zones if not zone.each]
        if shared:
            yield PlayPanel(TABLE, DiagramWords(_TABLE), drawn(shared))
        for who in range(state.players):
            own = [f"{zone.name} {who}" for zone in zones if zone.each and not (zone.seen == OWNER and who == seat)]
            points = DiagramWords(_POINTS, (state.scores()[who],))
            yield PlayPanel(PLAYER, self.player(who, state), drawn(own), (points,), who)
        if seat is not None:
            hand = [f"{zone.name} {seat}" for zone in zones if zone.each and zone.seen == OWNER]
            if hand:
                yield PlayPanel(HAND, DiagramWords(_HAND), drawn(hand), (), seat)

    def player(self, seat: int, state: ZoneState) -> DiagramText:
        """The player by number, from 1."""
        return DiagramWords(_PLAYER, (seat + 1,))

    def question(self, state: ZoneState) -> Question:
        """What the rules ask, with the first of them."""
        rule = self.rules.implements[0] if self.rules.implements else ""
        if state.actor() == END:
            return Question(DiagramWords(_OVER), rule)
        asked = self.rules.question(state)
        return Question(_words(asked) if asked else DiagramWords(_QUESTION), rule)

    def says(self, action: Action, state: ZoneState) -> DiagramText:
        """The words of the rules, or the action with the names of its pieces."""
        text = str(action)
        own = self.rules.says(state, text)
        if own:
            return _words(own)
        words = text.replace("{", "(").replace("}", ")").split()
        pieces = [word for word in words if word in self.rules.cards][:10]
        template = " ".join(f"{{{pieces.index(word)}}}" if word in pieces else word for word in words)
        return DiagramWords({"en": template}, tuple(PieceName(self.rules.component_of(one), one) for one in pieces))

    def targets(self, action: Action, state: ZoneState) -> tuple[str, ...]:
        """The pieces that the action names, if all of them are in sight."""
        named = [word for word in str(action).split() if word in self.rules.cards]
        actor = state.actor()
        seen = {
            piece
            for zone, pieces in state.contents.items()
            if self.rules.sees(actor, zone)
            for piece in (pieces[-1:] if self.rules.declared(zone).pile else pieces)
        }
        return tuple(named) if {*named} <= seen else ()


def _words(said: "str | Mapping[str, str]") -> DiagramWords:
    return DiagramWords({"en": said} if isinstance(said, str) else said)
