"""printed_words.yaml -> the words that Pawprint itself prints, by language."""

from functools import cache
from pathlib import Path
from typing import NamedTuple

from pawprint.core.diagnostics import Findings
from pawprint.core.language_tags import primary_language
from pawprint.core.source import Source
from pawprint.yamlio.plain_data import to_python
from pawprint.yamlio.reader import read_yaml

_FILE = Path(__file__).with_name("printed_words.yaml")


class PrintedWords(NamedTuple):
    """What printed_words.yaml says.

    Attributes:
        words: name -> language -> word.
    """

    words: dict[str, dict[str, str]]


@cache
def printed_words() -> PrintedWords:
    """The contents of printed_words.yaml, read once."""
    node = read_yaml(Source(_FILE.name, _FILE.read_text(encoding="utf-8")), Findings())
    assert node is not None, f"{_FILE.name} is not YAML"
    return PrintedWords(**to_python(node, lambda scalar: scalar.text))


def printed_word(name: str, language: str) -> str:
    """The word *name* in a language such as `fr` or `fr-CA`; in English if that language has none.

    Raises:
        KeyError: there is no such word.
    """
    translations = printed_words().words[name]
    return translations.get(primary_language(language)) or translations["en"]
