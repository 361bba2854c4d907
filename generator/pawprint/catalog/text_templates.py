"""Expressions in the texts of records: `{{ score.per }}` is the value of a field, so that no number is typed twice.

Each expression sees the fields of the record, those of the records that it refers to, all records as `all.animals`, and
what `game.yaml` says under `rules`, `players`, `minutes` and `age`; inside a nested record, the fields beside it, too.
Texts are filled once, when all records have been read: the rest of the program knows nothing of expressions in texts.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from pawprint.catalog.model import Component, Declaration, Record, RecordView, TemplatedText, Translated, localised
from pawprint.core.diagnostics import Findings
from pawprint.core.source import Source
from pawprint.source.templates.expressions import ExpressionError, Scope, Template

#: What a text with an expression has in it.
BEGIN = "{{"
#: What `game.yaml` says that texts may name.
_FACTS = ("players", "minutes", "age", "rules")


class TextFiller:
    """Evaluates the expressions in the texts of one record.

    Attributes:
        findings: takes what is wrong with them.

    Args:
        names: the names, besides fields, that the texts in a language and edition may use.
        editions: those of the game, or one without a name.
        beside: the fields of the nested record that the text is in.
    """

    def __init__(
        self,
        record: Record,
        names: Mapping[tuple[str, str], Mapping[str, Any]],
        editions: tuple[str, ...],
        findings: Findings,
        beside: Mapping[str, Any] | None = None,
    ) -> None:
        self.record, self.findings = record, findings
        self._names, self._editions = names, editions
        self._beside = beside or {}

    def inside(self, fields: Mapping[str, Any]) -> "TextFiller":
        """The filler of the texts in a nested record with these *fields*."""
        return TextFiller(self.record, self._names, self._editions, self.findings, fields)

    def filled(self, typed: TemplatedText, what: str, path: tuple[str | int, ...]) -> Translated:
        """The text that *typed* comes to; as it is typed after a finding.

        Args:
            what: names the field in messages.
        """
        texts = Translated(typed)
        for language, text in typed.items():
            if BEGIN not in text:
                continue
            try:
                template = Template(text)
                in_editions = {edition: template.render(self._scope(language, edition)) for edition in self._editions}
                different = [
                    edition
                    for edition, edition_text in in_editions.items()
                    if edition_text != in_editions[self._editions[0]]
                ]
                if different:
                    message = f"it says something else in the edition '{different[0]}' than in '{self._editions[0]}'"
                    raise ExpressionError(message, "a text is the same in all editions: write two fields")
            except ExpressionError as error:
                span = self.record.span(*path, language)
                self.findings.add("bad-template", f"{what} of '{self.record.id}': {error}", span, error.help)
                continue
            texts[language] = in_editions[self._editions[0]]
        return texts

    def _scope(self, language: str, edition: str) -> Scope:
        beside = {name: localised(value, language, edition) for name, value in self._beside.items()}
        return Scope(
            {**self._names[language, edition], **RecordView(self.record, language, edition).fields(), **beside}
        )


def fill_texts(
    declared: Declaration,
    records: Mapping[str, Mapping[str, Record]],
    findings: Findings,
    invalid: set[tuple[str, str]],
) -> None:
    """Replace texts with expressions by what they come to. References must have been resolved."""
    templated = [*_templated(declared, records)]
    if not templated:
        return
    editions = (*declared.editions,) or ("",)
    names = {
        (language, edition): _names(declared, records, language, edition)
        for language in (*declared.languages, *declared.draft_languages)
        for edition in editions
    }
    filled: list[tuple[Record, dict[str, Any]]] = []
    for component, record in templated:
        faults = Findings()
        filler = TextFiller(record, names, editions, faults)
        fields = component.fields
        values = {name: fields[name].fill(value, filler, (name,)) for name, value in record.values.items()}
        filled.append((record, values))
        if faults:
            findings.extend(faults)
            invalid.update({(component.name, record.id), (component.name, "")})
    for record, values in filled:  # only now, so that no text sees what another one has come to
        record.values.update(values)  # type: ignore[attr-defined]


def _templated(
    declared: Declaration, records: Mapping[str, Mapping[str, Record]]
) -> Iterator[tuple[Component, Record]]:
    """The records of files that have an expression; all if the declaration has one, which may be a default."""
    everywhere = BEGIN in declared.node.source.text
    known: dict[Source, bool] = {}
    for component in declared.components.values():
        for record in records[component.name].values():
            source = record.node.source
            if source not in known:
                known[source] = everywhere or BEGIN in source.text
            if known[source]:
                yield component, record


def _names(
    declared: Declaration, records: Mapping[str, Mapping[str, Record]], language: str, edition: str
) -> dict[str, Any]:
    """The names that texts may use besides fields."""
    everything = {
        component.replace("-", "_"): tuple(
            RecordView(record, language, edition) for record in some.values() if record.exists_in(edition)
        )
        for component, some in records.items()
    }
    facts = {name: declared.facts.get(name) for name in _FACTS}
    game = {"language": language, "game": declared.title[language], "version": declared.version}
    return {"all": everything, **facts, **game}
