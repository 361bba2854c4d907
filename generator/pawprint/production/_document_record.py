"""What a build records of a document: the digest of its file, the game's version and the options it was made with."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from hashlib import sha256
from typing import Any, NamedTuple

from pawprint.core.geometry import Insets
from pawprint.core.length import Length
from pawprint.press.manifest import Print
from pawprint.production.options import BuildOptions
from pawprint.sheets.plan import Duplex, Marks

#: The options on which the file of a document depends. Little ink is not for the box.
_OPTIONS = (
    "paper",
    "margin",
    "duplex",
    "marks",
    "bleed",
    "one_up",
    "booklet",
    "creep",
)
_WORDS: Mapping[str, type[Duplex] | type[Marks]] = {"duplex": Duplex, "marks": Marks}


class DocumentRecord(NamedTuple):
    """The file of a document.

    Attributes:
        digest: of its bytes; empty where it cannot be made.
        version: of the game.
        options: of the build, as `options_of` has them.
    """

    digest: str
    version: str
    options: Mapping[str, str]


def options_of(choice: BuildOptions) -> dict[str, str]:
    """The options of *choice* that make another file of a document and are not the usual ones, as words."""
    usual = BuildOptions()
    return {name: str(getattr(choice, name)) for name in _OPTIONS if getattr(choice, name) != getattr(usual, name)}


def choice_of(options: Mapping[str, str]) -> BuildOptions:
    """The choice of which `options_of` says *options*.

    Raises:
        ValueError: they are none.
    """
    values: dict[str, Any] = {}
    for name, text in options.items():
        if name not in _OPTIONS:
            raise ValueError(f"{name} is no option of documents")
        usual = getattr(BuildOptions(), name)
        values[name] = text
        if isinstance(usual, bool):
            values[name] = text == "True"
        elif name == "bleed" or isinstance(usual, Length):
            values[name] = Length.parse(text)
        elif name == "margin":
            values[name] = Insets.parse(text)
        elif name in _WORDS:
            values[name] = _WORDS[name](text).value
    return replace(BuildOptions(), **values)


def paperwork(prints: Iterable[Print], options: Mapping[str, str]) -> Iterator[tuple[str, DocumentRecord]]:
    """Name of the file -> what is to be remembered of it, for the documents among *prints*, made with *options*."""
    for made in prints:
        is_paper = made.name.endswith(".pdf") and not made.name.endswith("-low-ink.pdf") and not made.printer
        if made.kind in ("rulebook", "reference") and is_paper:
            yield made.name, DocumentRecord(sha256(made.data).hexdigest()[:16], made.version, options)
