"""list_words.yaml -> the words by which an imported list of cards is understood, in many languages."""

from functools import cache
from importlib.resources import files
from typing import NamedTuple

from pawprint.core.diagnostics import Findings
from pawprint.core.source import Source
from pawprint.yamlio.plain_data import to_python
from pawprint.yamlio.reader import read_yaml

_FILE = "list_words.yaml"


class ListWords(NamedTuple):
    """The words of list_words.yaml, which explains them.

    Attributes:
        columns: role -> names of columns, the preferred ones first.
        languages: name or code of a language -> its code.
        clues: code of a language -> names of columns that only a list in this language has.
        fronts: names of columns that are on the front when a column of the role `back` is on the back.
        behind: first words of columns that are on the back in any case.
        technical: last words of columns that programs read.
        totals: first cells of rows that add up the others.
        flag_true, flag_false: cells of a column of flags.
        colours: colour of the palette -> kinds of cards that get it.
    """

    columns: dict[str, tuple[str, ...]]
    languages: dict[str, str]
    clues: dict[str, frozenset[str]]
    fronts: frozenset[str]
    behind: frozenset[str]
    technical: frozenset[str]
    totals: frozenset[str]
    flag_true: frozenset[str]
    flag_false: frozenset[str]
    colours: dict[str, tuple[str, ...]]


@cache
def list_words() -> ListWords:
    """The words of list_words.yaml, read once."""
    text = (files("pawprint.importer") / _FILE).read_text(encoding="utf-8")
    node = read_yaml(Source(_FILE, text), Findings())
    assert node is not None, f"{_FILE} is not YAML"
    data = to_python(node, lambda scalar: scalar.text)
    return ListWords(
        columns={role: tuple(names) for role, names in data["columns"].items()},
        languages={name: code for code, names in data["languages"].items() for name in (code, *names)},
        clues={code: frozenset(names) for code, names in data["clues"].items()},
        fronts=frozenset(data["fronts"]),
        behind=frozenset(data["behind"]),
        technical=frozenset(data["technical"]),
        totals=frozenset(data["totals"]),
        flag_true=frozenset(data["flag_true"]),
        flag_false=frozenset(data["flag_false"]),
        colours={colour: tuple(names) for colour, names in data["colours"].items()},
    )
