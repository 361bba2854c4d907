"""What the diagrams and the tables of all games have in common whose rules are data: names, and pieces on the table."""

from collections.abc import Sequence
from typing import TypeVar

from pawprint.play.diagram import (
    DiagramBuilder,
    DiagramCanvas,
    DiagramLabel,
    DiagramPiece,
    DiagramText,
    PieceName,
    listed,
)
from pawprint.play.language.data_rules import DataRules
from pawprint.play.language.data_state import DataState

D = TypeVar("D", bound=DataRules)


class DataDiagrams(DiagramBuilder[D, DataState]):
    """Draws pieces by their kinds, which are numbers in a state."""

    def player_name(self, seat: int) -> DiagramText:
        """What a player is called: as in the situation, in the words `player-NAME` if there are any, or by number."""
        names = self.notation.names
        if seat >= len(names):
            return self.words("player", seat + 1)
        word = f"player-{names[seat]}"
        return self.words(word) if word in self.texts else names[seat].capitalize()

    def face(self, identity: str) -> str:
        """The id in the catalog of one of several copies, such as `toad#2`."""
        return identity.partition("#")[0]

    def piece_name(self, identity: str) -> DiagramText:
        records = self.rules.records
        kind = records.kinds.get(identity, records.kinds.get(self.face(identity)))
        return self.kind_name(records.ids.index(identity) if kind is None else kind)

    def kind_name(self, kind: int) -> DiagramText:
        return PieceName(self.rules.records.components[kind], self.face(self.rules.records.ids[kind]))

    def kind_names(self, kinds: Sequence[int]) -> DiagramText:
        return listed([*map(self.kind_name, kinds)])

    def piece(self, kind: int, x: float = 0.0, y: float = 0.0, side: str = "face", keep: float = 1.0) -> DiagramPiece:
        records = self.rules.records
        return DiagramPiece(records.components[kind], self.face(records.ids[kind]), x, y, side, keep=keep)

    def stack(self, sketch: DiagramCanvas, back: DiagramPiece, count: DiagramText, x: float, y: float) -> None:
        """A deck of cards that lie face down like *back*, and the middle of its number at a point."""
        sketch.pieces += [back._replace(x=back.x + step * 1.2, y=back.y - step * 1.2) for step in range(3)]
        sketch.labels.append(DiagramLabel(x, y, count, "center"))
