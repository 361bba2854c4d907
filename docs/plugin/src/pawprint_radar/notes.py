"""The export target `notes`: a Markdown note and a picture for each piece."""

from collections.abc import Iterator
from dataclasses import dataclass

from pawprint.api.plugins import Exporter, ExportSource, Record, fields_of, option, svg


@dataclass(frozen=True, kw_only=True)
class Notes(Exporter):
    """Write a Markdown note for each piece, with its picture and its fields.

    Examples:

      pawprint export notes food-chain --heading 2
    """

    heading: int = option(1, "N", "Level of the heading with the name of the piece.", least=1, most=6)

    def files(self, source: ExportSource) -> Iterator[tuple[str, bytes]]:
        """The note and the picture of each piece."""
        for piece in source.pieces():
            stem = f"{source.language}/{piece.component.name}/{piece.record.id}"
            yield f"{stem}.svg", svg(piece.face)
            yield f"{stem}.md", self._note(piece.record, source.language, source.game.edition).encode()

    def _note(self, record: Record, language: str, edition: str) -> str:
        fields = fields_of(record, language, edition)
        lines = [f"{'#' * self.heading} {fields.get('name', record.id)}", "", f"![]({record.id}.svg)", ""]
        return (
            "\n".join([*lines, "| | |", "| --- | --- |", *(f"| {name} | {text} |" for name, text in fields.items())])
            + "\n"
        )
