"""What was printed, or built last: each piece with its fingerprints, its copies and its values.

`built.json` and `printed.json` stand beside the manifest of a game, with a line for each piece and nothing that
changes by itself. A build writes the first one; `pawprint printed` makes the second one of it, so that nothing is
ever remembered that was not built.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from pawprint.core.files import read_json, write_if_changed
from pawprint.core.geometry import Insets
from pawprint.core.length import Length
from pawprint.press.manifest import Print, indented
from pawprint.production.options import BuildOptions
from pawprint.sheets.plan import Duplex, Marks

# --- What a build records of a document: the digest of its file, the game's version and its options -------------------

#: The options on which the file of a document depends. Little ink is not for the box.
_OPTIONS = ("paper", "margin", "duplex", "marks", "bleed", "one_up", "booklet", "creep")
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
    for printed in prints:
        is_paper = printed.name.endswith(".pdf") and not printed.name.endswith("-low-ink.pdf") and not printed.printer
        if printed.kind in ("rulebook", "reference") and is_paper:
            yield printed.name, DocumentRecord(sha256(printed.data).hexdigest()[:16], printed.version, options)


BUILT, PRINTED = "built.json", "printed.json"
#: Of the two files; another one is from another version of the program.
_FORMAT = 1


class Entry(NamedTuple):
    """A piece in one language and edition.

    Attributes:
        face, back: fingerprints of what is drawn; empty without a back, and where a face could not be composed.
        copies: at least 1.
        values: field -> value, see `pawprint.catalog.plain_values.plain_fields`.
    """

    face: str
    back: str
    copies: int
    values: Mapping[str, Any]


class Deck(NamedTuple):
    """The pieces of a game in one language and edition.

    Attributes:
        pieces: `component/id` -> entry.
        components: every one that the game has -> whether all of its pieces are here.
        documents: name of the file -> what it was.
    """

    pieces: Mapping[str, Entry]
    components: Mapping[str, bool]
    documents: Mapping[str, DocumentRecord] = {}

    @property
    def missing(self) -> tuple[str, ...]:
        """Components of the game of which no piece is listed, because none was asked for."""
        there = {piece.partition("/")[0] for piece in self.pieces}
        return tuple(name for name, whole in self.components.items() if not whole and name not in there)

    def without(self, components: Collection[str]) -> "Deck":
        """The deck as if nothing of *components* had been printed."""
        return Deck(
            {piece: entry for piece, entry in self.pieces.items() if piece.partition("/")[0] not in components},
            {name: whole and name not in components for name, whole in self.components.items()},
            self.documents,
        )

    def only(self, wanted: Callable[[str], bool]) -> "Deck":
        """The pieces, by name, that are *wanted*, as if nothing else had been printed; without documents.

        Args:
            wanted: of `component/` without an id it says whether that component is wanted, whatever is in it.
        """
        pieces = {piece: entry for piece, entry in self.pieces.items() if wanted(piece)}
        lost = {piece.partition("/")[0] for piece in self.pieces if piece not in pieces}
        asked = {piece.partition("/")[0] for piece in pieces} | {
            component for component in self.components if wanted(f"{component}/")
        }
        whole = {name: whole and name in asked and name not in lost for name, whole in self.components.items()}
        return Deck(pieces, whole)


class Snapshot(NamedTuple):
    """A game as it was at some time.

    Attributes:
        decks: `language`, or `edition/language` for another edition than the default one -> its pieces.
    """

    game: str
    version: str
    decks: Mapping[str, Deck] = MappingProxyType({})


class BadState(Exception):
    """A file that no state can be read from; says which and what to do."""


def deck_key(edition: str, language: str) -> str:
    """How a deck is called in a state; *edition* is empty for the default one."""
    return f"{edition}/{language}" if edition else language


def read_state(path: Path) -> Snapshot | None:
    """The state in a file; None where there is no file.

    Raises:
        BadState: it is damaged, or of another version.
    """
    try:
        data = read_json(path)
        if data["format"] != _FORMAT:
            raise ValueError
        decks = {
            key: Deck(
                {
                    piece: Entry(
                        str(entry["face"]), str(entry.get("back", "")), int(entry["copies"]), dict(entry["values"])
                    )
                    for piece, entry in deck["pieces"].items()
                },
                {name: bool(whole) for name, whole in deck["components"].items()},
                {
                    name: DocumentRecord(
                        str(entry["digest"]), str(entry["version"]), options_of(choice_of(entry.get("options", {})))
                    )
                    for name, entry in deck.get("documents", {}).items()
                },
            )
            for key, deck in data["decks"].items()
        }
        return Snapshot(str(data["game"]), str(data["version"]), decks)
    except FileNotFoundError:
        return None
    except (ValueError, LookupError, TypeError, AttributeError, OverflowError):
        raise BadState(f"{path.as_posix()} cannot be read; take it back from your backup, or remove it") from None


def write_state(path: Path, state: Snapshot) -> bool:
    """Write *state*, sorted, with a line for each piece.

    Returns:
        whether anything in the file is different now.

    Raises:
        OSError: the file cannot be written; the old one is as it was.
    """
    decks = {
        key: {
            "components": dict(sorted(deck.components.items())),
            "pieces": {piece: _data(entry) for piece, entry in sorted(deck.pieces.items())},
        }
        | (
            {"documents": {name: _paper(document) for name, document in sorted(deck.documents.items())}}
            if deck.documents
            else {}
        )
        for key, deck in sorted(state.decks.items())
    }
    data = {"format": _FORMAT, "game": state.game, "version": state.version, "decks": decks}
    return write_if_changed(path, (indented(data, 4) + "\n").encode())


def _data(entry: Entry) -> dict[str, Any]:
    back = {"back": entry.back} if entry.back else {}
    return {"copies": entry.copies, "face": entry.face} | back | {"values": dict(entry.values)}


def _paper(document: DocumentRecord) -> dict[str, Any]:
    options = {"options": dict(sorted(document.options.items()))} if document.options else {}
    return {"digest": document.digest, "version": document.version} | options


def built_by(
    prints: Iterable[Print], before: Snapshot | None, options: Mapping[str, str] = MappingProxyType({})
) -> Snapshot | None:
    """The state of all that has been built, after *prints* of one game; None if nothing in them is to be remembered.

    What a build was not asked for stays as it was built *before*.

    Args:
        options: that documents were made with.
    """
    state: Snapshot | None = None
    runs: dict[str, list[Print]] = {}
    for printed in prints:
        if printed.covered or [*paperwork([printed], options)]:
            runs.setdefault(deck_key(printed.edition, printed.language), []).append(printed)
    for key, several in runs.items():
        first = max(several, key=lambda made: bool(made.covered))
        pieces = {
            name: Entry(face, back, copies, made.values[name])
            for made in several
            for name, (face, back, copies) in made.faces.items()
        }
        components = {name: first.whole and name in first.covered for name in first.known}
        documents = dict(paperwork(several, options))
        new = Snapshot(first.game, first.version, {key: Deck(pieces, components, documents)})
        state = laid_over(state or before, new)
    return state


def remember_built(folder: Path, prints: Iterable[Print], options: Mapping[str, str]) -> None:
    """Write down what *prints* of one game are, beside them in *folder*. A damaged file is replaced.

    Args:
        options: that documents were made with.

    Raises:
        OSError: the file cannot be written.
    """
    state = built_by(prints, _built(folder), options)
    if state is not None:
        write_state(folder / BUILT, state)


def remember_renewed(folder: Path, game: str, version: str, key: str, deck: Deck) -> None:
    """Write down that *deck* of a game is what its printed pieces and the sheets of what has changed make together."""
    write_state(folder / BUILT, laid_over(_built(folder), Snapshot(game, version, {key: deck})))


def _built(folder: Path) -> Snapshot | None:
    try:
        return read_state(folder / BUILT)
    except BadState:
        return None


def laid_over(old: Snapshot | None, new: Snapshot) -> Snapshot:
    """*new* in place of *old*; of components that *new* has only in part, the rest stays as it was.

    Components that the game does not have any more are forgotten, in the decks that *new* has.
    """
    decks = dict(old.decks) if old else {}
    for key, deck in new.decks.items():
        before = decks.get(key, Deck({}, {}))
        kept = {
            piece: entry
            for piece, entry in before.pieces.items()
            if deck.components.get(piece.partition("/")[0]) is False
        }
        components = {name: whole or before.components.get(name, False) for name, whole in deck.components.items()}
        decks[key] = Deck(kept | dict(deck.pieces), components, {**before.documents, **deck.documents})
    return Snapshot(new.game, new.version, decks)


def printed_of(built: Snapshot, before: Snapshot | None, wanted: Callable[[str], bool]) -> tuple[Snapshot, Snapshot]:
    """What is remembered if of all that was *built* only the pieces that are *wanted* (see `Deck.only`) were printed.

    Returns:
        these pieces, and they laid over what was printed *before*. A piece that is wanted and was not built any more,
        with all of its component, is forgotten.
    """
    news = Snapshot(built.game, built.version, {key: deck.only(wanted) for key, deck in built.decks.items()})
    kept = {}
    for key, deck in before.decks.items() if before else ():
        now = built.decks.get(key)
        kept[key] = deck._replace(
            pieces={
                piece: entry
                for piece, entry in deck.pieces.items()
                if now is None
                or piece in now.pieces
                or not wanted(piece)
                or not now.components.get(piece.partition("/")[0])
            }
        )
    return news, laid_over(Snapshot(built.game, built.version, kept), news)
