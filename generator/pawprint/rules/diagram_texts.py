"""The words of diagrams, in YAML -> texts by language.

words:
  deck: {en: "Deck: {0}", fr: "Pioche : {0}"}
"""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from pawprint.catalog.model import Game
from pawprint.core.diagnostics import Findings
from pawprint.core.registry import suggest
from pawprint.yamlio import reader, scalars
from pawprint.yamlio.field_reader import FieldReader

#: Word -> language -> text.
Texts = Mapping[str, Mapping[str, str]]

_PLACE = re.compile(r"\{(\d)\}")


def diagram_texts(path: Path, game: Game, findings: Findings) -> Texts:
    """The words in *path*, with what a file of that name changes in the folder of *game*; read once for each game.

    Args:
        findings: takes unknown words, and texts with other places than the English one.
    """
    known: dict[Path, Texts] = game.memory("diagram texts")
    if path not in known:
        texts = {word: dict(languages) for word, languages in _bundled(path).items()}
        own = game.folder / path.name
        if own.is_file():
            for word, languages in _read(own, texts, findings, game.root).items():
                texts[word] |= languages
        known[path] = texts
    return known[path]


@cache
def _bundled(path: Path) -> Texts:
    findings = Findings()
    texts = _read(path, None, findings)
    assert not len(findings), f"{path.name} of an engine has faults"
    return texts


def _read(path: Path, known: Texts | None, findings: Findings, root: Path | None = None) -> dict[str, dict[str, str]]:
    """The texts in a file.

    Args:
        known: the words that there are; any if None.
        root: the folder that links must not lead out of; None where any place will do.
    """
    node_of_file = reader.read_yaml_file(path, findings, root)
    if node_of_file is None:
        return {}
    field_reader = FieldReader(node_of_file, "the words of diagrams", findings)
    texts: dict[str, dict[str, str]] = {}
    for word, key, node in field_reader.entries("words"):
        if known is not None and word not in known:
            message = f"the diagrams of this game have no word '{word}'"
            findings.add("unknown-field", message, key.span, suggest(word, known, "words are"))
            continue
        texts[word] = {}
        languages = FieldReader(node, f"the word '{word}'", findings).node
        for language, text in languages.entries.items() if isinstance(languages, reader.MappingNode) else ():
            value = scalars.text(text, f"'{word}' in '{language}'", findings)
            if value is None:
                continue
            if known is not None and {*_PLACE.findall(value)} != (wanted := {*_PLACE.findall(known[word]["en"])}):
                places = " and ".join(f"{{{number}}}" for number in sorted(wanted)) or "no places in braces"
                message = f"'{word}' in '{language}' should have {places}"
                findings.add(
                    "bad-figure", message, text.span, f"in English it is: {known[word]['en']}" if known else ""
                )
                continue
            texts[word][language] = value
    field_reader.finish()
    return texts
