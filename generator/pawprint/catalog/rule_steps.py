"""The field type `steps`: what a card does, in the words of the steps of rules."""

from typing import Any, ClassVar

from pawprint.catalog.fields import FIELD_TYPES, Field, SchemaContext
from pawprint.catalog.texts import ReadContext
from pawprint.source.reader import Node


class RuleSteps(str):
    """Steps as they are written in YAML, which the rules of the game read."""

    __slots__ = ("node",)

    node: Node

    @classmethod
    def of(cls, node: Node) -> "RuleSteps":
        """The steps that are written at a node."""
        steps = cls(node.source.text[node.start : node.end])
        steps.node = node
        return steps


@FIELD_TYPES("steps")
class StepsField(Field):
    """Steps of the rules: `[{draw: 1, from: pile, to: hand}]`; see docs/own-rules.md."""

    type: ClassVar[str] = "steps"

    def read(self, node: Node, reading: ReadContext) -> Any:
        return RuleSteps.of(node)

    def schema(self, context: SchemaContext) -> dict[str, Any]:
        return {"type": ["array", "object", "string"]}
