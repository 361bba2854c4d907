"""The field type of texts."""

from dataclasses import dataclass
from typing import Any, ClassVar

from pawprint.catalog.fields import FIELD_TYPES, Field, Filler, SchemaContext
from pawprint.catalog.model import TemplatedText, Translated
from pawprint.catalog.text_templates import BEGIN
from pawprint.catalog.texts import ReadContext, text_schema, translated
from pawprint.core.diagnostics import Findings
from pawprint.core.source import Span
from pawprint.source import scalars
from pawprint.source.field_reader import FieldReader
from pawprint.source.reader import MappingNode, Node


@FIELD_TYPES("text")
@dataclass(frozen=True, eq=False, repr=False)
class TextField(Field):
    """Words for people; `translated: false` for a text that is the same in all languages."""

    type: ClassVar[str] = "text"
    cell: ClassVar[str] = "text"
    translated: bool = True
    longest: int | None = None

    @classmethod
    def declared(cls, name: str, field_reader: FieldReader, reading: ReadContext) -> "TextField":
        return cls(name, translated=field_reader.flag("translated", True), longest=field_reader.integer("max", least=1))

    def read(self, node: Node, reading: ReadContext) -> Any:
        if not self.translated:
            text = scalars.text(node, self.what, reading.findings)
            self._limit(text or "", node.span, reading.findings)
            return text
        value = translated(node, self.what, reading)
        if value and any(BEGIN in text for text in value.values()):
            return TemplatedText(value)
        for language, text in (value or {}).items():
            where = node.get(language) if isinstance(node, MappingNode) else node
            if where is not None:  # else it is the text of the first language, for a draft
                self._limit(text, where.span, reading.findings)
        return value

    def _limit(self, text: str, span: Span, findings: Findings) -> None:
        if self.longest is not None and len(text) > self.longest:
            message = f"{self.what} has {len(text)} characters; the most is {self.longest}"
            findings.add("out-of-range", message, span, "shorten it")

    def schema(self, context: SchemaContext) -> dict[str, Any]:
        return text_schema(context.languages, context.drafts) if self.translated else text_schema()

    @property
    def by_language(self) -> bool:
        return self.translated

    def fill(self, value: Any, filler: Filler, path: tuple[str | int, ...]) -> Any:
        if value.__class__ is not TemplatedText:
            return value
        filled: Translated = filler.filled(value, self.what, path)
        for language, text in filled.items():
            if BEGIN not in text:  # else there was a fault
                self._limit(text, filler.record.span(*path, language), filler.findings)
        return filled
