"""Texts for people, in every language of a game."""

from typing import Any, NamedTuple

from pawprint.catalog.model import Translated
from pawprint.core.diagnostics import Findings
from pawprint.core.registry import suggest
from pawprint.source import scalars
from pawprint.source.reader import Node, ScalarNode, SequenceNode
from pawprint.source.value_schemas import TEXT


class ReadContext(NamedTuple):
    """The context in which a value is read.

    Attributes:
        drafts: languages into which the game is being translated: a text that lacks one is that of the first language.
    """

    languages: tuple[str, ...]
    findings: Findings
    drafts: tuple[str, ...] = ()

    @property
    def all_languages(self) -> tuple[str, ...]:
        """The languages, and those that are drafts."""
        return (*self.languages, *self.drafts)


def translated(node: Node, what: str, reading: ReadContext) -> Translated | None:
    """A text in every language: `{fr: ..., en: ...}`, or one text that serves all."""
    languages, findings = reading.languages, reading.findings
    if isinstance(node, ScalarNode):
        value = scalars.text(node, what, findings)
        return None if value is None else Translated(dict.fromkeys(reading.all_languages, value))
    if isinstance(node, SequenceNode):
        scalars.wrong_type(node, what, "a text", findings, "put it in quotes if it begins with [")
        return None
    result = Translated()
    missing = [language for language in languages if language not in node.entries]
    for language, item in node.entries.items():
        if language not in reading.all_languages:
            help = suggest(language, languages, "its languages are")
            if missing:  # one mistyped code is one fault
                help += f"; there is no text for '{missing.pop(0)}'"
            findings.add(
                "unknown-language",
                f"{what} has a text for '{language}', which is not a language of this game",
                node.keys[language].span,
                help,
            )
            continue
        value = scalars.text(item, f"{what} ({language})", findings)
        if value is not None:
            result[language] = value
    for language in missing:
        findings.add(
            "missing-translation", f"{what} has no text for '{language}'", node.span, f"add {language}: to its texts"
        )
    for language in reading.drafts:
        if not result.get(language) and languages[0] in result:
            result[language] = result[languages[0]]
    if any(result.values()):
        for language in [language for language, text in result.items() if not text]:
            help = "write it; if nothing is to be printed in that language, write ' '"
            message = f"the text of {what} for '{language}' is empty"
            findings.add("missing-translation", message, node.entries[language].span, help)
    return result if result.keys() >= {*languages} else None


def text_schema(languages: tuple[str, ...] = (), drafts: tuple[str, ...] = ()) -> dict[str, Any]:
    """Schema of a text, or of one in several languages. What an editor takes for a number or a truth is a text too.

    Args:
        drafts: languages that a text may have and need not.
    """
    if not languages:
        return TEXT
    several = {
        "type": "object",
        "properties": dict.fromkeys((*languages, *drafts), TEXT),
        "required": list(languages),
        "additionalProperties": False,
    }
    return {"anyOf": [TEXT, several]}
