"""list_words.yaml -> the words by which an imported list of cards is understood, in many languages."""

from functools import cache
from importlib.resources import files
from typing import NamedTuple

from pawprint.core.diagnostics import Findings
from pawprint.core.source import Source
from pawprint.source.plain_data import to_python
from pawprint.source.reader import read_yaml

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
        lists: names of lists that have the cards of a file.
        language_keys: names of fields that say the language of a file.
        placement: fields of lists that place cards on a sheet, or elements on a card.
        scripts: code of a language -> first and last letters of parts of its script.
        letters: code of a language -> letters that other languages of its script lack.
        common: `latin`, or a language of `scripts` -> code of a language -> its frequent words.
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
    lists: frozenset[str]
    language_keys: frozenset[str]
    placement: frozenset[str]
    scripts: dict[str, tuple[tuple[str, str], ...]]
    letters: dict[str, str]
    common: dict[str, dict[str, frozenset[str]]]
    totals: frozenset[str]
    flag_true: frozenset[str]
    flag_false: frozenset[str]
    colours: dict[str, tuple[str, ...]]


@cache
def list_words() -> ListWords:
    """The words of list_words.yaml, read once."""
    text = (files("pawprint.interchange.lists") / _FILE).read_text(encoding="utf-8")
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
        lists=frozenset(data["lists"]),
        language_keys=frozenset(data["language_keys"]),
        placement=frozenset(data["placement"]),
        scripts={code: tuple((part[0], part[2]) for part in parts) for code, parts in data["scripts"].items()},
        letters=dict(data["letters"]),
        common={
            script: {code: frozenset(words) for code, words in some.items()} for script, some in data["common"].items()
        },
        totals=frozenset(data["totals"]),
        flag_true=frozenset(data["flag_true"]),
        flag_false=frozenset(data["flag_false"]),
        colours={colour: tuple(names) for colour, names in data["colours"].items()},
    )
