"""`comments.yaml` of a game -> what people have said about its pieces. Nothing that is printed depends on it."""

from __future__ import annotations

from hashlib import blake2b
from typing import NamedTuple

from pawprint.catalog.model import DATA, Game
from pawprint.core.diagnostics import Findings
from pawprint.core.files import is_file
from pawprint.core.source import Span
from pawprint.source import scalars
from pawprint.source.field_reader import FieldReader
from pawprint.source.reader import MappingNode, Node, read_yaml_file

FILE = "comments.yaml"
SIDES = ("face", "back")


class PieceComment(NamedTuple):
    """A person's comment on a piece.

    Attributes:
        piece: `component/id`.
        point: from the top left corner of the *side*, in mm; None without a point.
        element: the id of the element of the *side* that it is about; empty for none. If there is no such element, it
            is about the piece as a whole.
        time: as it is written, such as `2026-11-23 10:15`.
        node: as it is written in the file.
    """

    piece: str
    side: str
    point: tuple[float, float] | None
    element: str
    name: str
    time: str
    text: str
    resolved: bool
    node: MappingNode

    @property
    def key(self) -> str:
        """An identifier of the comment, which stays the same when the comment is resolved."""
        parts = "\n".join((self.piece, self.time, self.name, self.text))
        return blake2b(parts.encode("utf-8", "replace"), digest_size=8).hexdigest()


def read_comments(game: Game, findings: Findings) -> list[PieceComment]:
    """The comments of *game*, in the order of the file; none without a file."""
    path = game.folder / FILE
    if not is_file(path):
        return []
    return comments_of(read_yaml_file(path, findings, game.root), findings)


def comments_of(node: Node | None, findings: Findings) -> list[PieceComment]:
    """The comments of a file that was read as *node*."""
    reader = FieldReader(node, f"file {FILE}", findings)
    comments = [_comment(item, findings) for item in reader.items("comments")]
    reader.finish()
    return [comment for comment in comments if comment is not None]


def _comment(node: Node, findings: Findings) -> PieceComment | None:
    reader = FieldReader(node, f"a comment in {FILE}", findings)
    piece, text = reader.text("on", required=True), reader.text("text", required=True)
    side = reader.choice("side", SIDES) or SIDES[0]
    point = _point(reader, findings)
    element = reader.text("element") or ""
    name, time = reader.text("name") or "", reader.text("time") or ""
    resolved = reader.flag("resolved")
    reader.finish()
    if not isinstance(node, MappingNode) or piece is None or text is None:
        return None
    return PieceComment(piece, side, point, element, name, time, text, resolved, node)


def _point(reader: FieldReader, findings: Findings) -> tuple[float, float] | None:
    numbers = [scalars.number(item, f"'at' of {reader.what}", findings) for item in reader.items("at")]
    known = [number for number in numbers if number is not None]
    if len(known) == 2:
        return known[0], known[1]
    if "at" in reader and len(numbers) != 2 and isinstance(reader.node, MappingNode):
        message = f"'at' of {reader.what} has {len(numbers)} numbers in place of two"
        findings.add(
            "wrong-type", message, reader.value_span("at"), "write the mm from the left and from the top: [5, 12.5]"
        )
    return None


def is_piece(game: Game, key: str) -> bool:
    """True if *game* has a piece `component/id`."""
    component, _, identity = key.partition("/")
    known = game.components.get(component)
    return known is not None and known.kind != DATA and identity in game.records.get(component, {})


def check_comments(game: Game, findings: Findings) -> None:
    """Findings for faults of the file, and for comments on pieces that the game does not have."""
    for comment in read_comments(game, findings):
        if is_piece(game, comment.piece):
            continue
        on = comment.node.get("on")
        span: Span | None = comment.node.span if on is None else on.span
        message = f"there is no piece '{comment.piece}' to comment on"
        findings.add("comment-without-piece", message, span, "write the new component/id, or remove the comment")
