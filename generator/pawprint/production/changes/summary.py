"""What differs between a game now and another state of it, edition by edition; as people and as programs read it."""

from typing import Any, NamedTuple

from pawprint.catalog.plain_values import as_text
from pawprint.production.changes import _piece_diff as pieces
from pawprint.production.changes._current import BROKEN, DocumentChange, compare_documents
from pawprint.production.snapshot import Snapshot

#: A line of the table: piece, what of it, how it was, how it is. The last two are empty where the second says all.
Line = tuple[str, str, str, str]


class Difference(NamedTuple):
    """What differs in one edition of a game.

    Attributes:
        edition: empty for the default one.
        languages: that were compared.
        missing: components of which nothing was printed then, and which are not compared.
        unknown: languages of the game that the other state does not have.
        lost: languages of the other state that the game no longer has.
        documents: (language, change) of each document that changed.
    """

    edition: str
    languages: tuple[str, ...]
    merged: tuple[pieces.MergedChange, ...]
    missing: tuple[str, ...]
    unknown: tuple[str, ...]
    lost: tuple[str, ...]
    documents: tuple[tuple[str, DocumentChange], ...] = ()


def differences(old: Snapshot, new: Snapshot) -> tuple[Difference, ...]:
    """What differs, for each edition that one of the states has."""
    result = []
    keys = {key: key.rpartition("/") for key in (*new.decks, *old.decks)}
    for edition in dict.fromkeys(edition for edition, _, _ in keys.values()):
        here = {language: key for key, (name, _, language) in keys.items() if name == edition}
        both = [language for language, key in here.items() if key in new.decks and key in old.decks]
        changes = {language: pieces.compare(old.decks[here[language]], new.decks[here[language]]) for language in both}
        unknown = tuple(language for language, key in here.items() if key not in old.decks)
        lost = tuple(language for language, key in here.items() if key not in new.decks)
        missing = {
            name
            for language in both
            for name in old.decks[here[language]].missing
            if any(piece.startswith(f"{name}/") for piece in new.decks[here[language]].pieces)
        }
        documents = tuple(
            (language, change)
            for language in both
            for change in compare_documents(
                old.decks[here[language]].documents, new.decks[here[language]].documents, new.game, edition, language
            )
        )
        several = pieces.together(changes), tuple(sorted(missing)), unknown, lost, documents
        result.append(Difference(edition, tuple(both), *several))
    return tuple(result)


def lines(difference: Difference) -> list[Line]:
    """The table of a difference; a language is named only where not all of them have changed."""
    rows: list[Line] = []
    for merged in difference.merged:
        change, piece = merged.change, merged.change.piece

        def some(word: str, languages: tuple[str, ...], of: tuple[str, ...] = difference.languages) -> str:
            return word if len(languages) == len(of) else f"{word} ({', '.join(languages)})"

        if change.what in (pieces.NEW, pieces.GONE):
            number = change.print + change.pull
            text = f"is {change.what}, {number} cop{'y' if number == 1 else 'ies'}"
            rows.append((piece, some(text, merged.languages), "", ""))
            continue
        if change.was:
            rows.append((piece, some(f"was called {change.was.partition('/')[2]}", merged.languages), "", ""))
        if change.old and change.new and change.old.copies != change.new.copies:
            rows.append((piece, some("copies", merged.languages), str(change.old.copies), str(change.new.copies)))
        for field_change, languages in merged.fields:
            rows.append(
                (piece, some(field_change.field, languages), as_text(field_change.old), as_text(field_change.new))
            )
        unseen = {language for _, seen in merged.sides for language in seen}
        for side, languages in merged.sides:
            if side == "back" or not merged.fields:
                rows.append((piece, some(f"the {side} looks different", languages), "", ""))
        if merged.fields and not unseen:
            rows.append((piece, "looks as before", "", ""))
    return rows


def documents_line(difference: Difference) -> str:
    """The documents that are not what they were, in words: `rulebook, legend (fr)`; empty if there are none.

    A language is named only where not all of them have changed.
    """
    names: dict[tuple[str, str], list[str]] = {}
    for language, change in difference.documents:
        known = names.setdefault((change.name, change.what), [])
        if language not in known:  # the same document on two papers
            known.append(language)
    words = []
    for (name, what), languages in names.items():
        some = len(languages) < len(difference.languages)
        words.append(with_remark(name, what, ", ".join(languages) if some else ""))
    return ", ".join(words)


def with_remark(name: str, what: str, languages: str = "") -> str:
    """The name of a document, and what is to be said of it in brackets: `legend (fr; is gone)`."""
    remarks = [languages, {BROKEN: "cannot be made: see pawprint check", pieces.GONE: "is gone"}.get(what, "")]
    remark = "; ".join(filter(None, remarks))
    return f"{name} ({remark})" if remark else name


def tally(difference: Difference) -> str:
    """How much has changed, in words: `3 changed, 1 new`; `nothing has changed` if there is nothing."""
    whats = [merged.change.what for merged in difference.merged]
    words = (
        (pieces.CHANGED, "changed"),
        (pieces.NEW, "new"),
        (pieces.GONE, "gone"),
        (pieces.RENAMED, "renamed"),
        (pieces.COPIES, "in other numbers"),
    )
    counts = [(whats.count(what), word) for what, word in (*words, (pieces.VALUES, "changed where it does not show"))]
    return ", ".join(f"{count} {word}" for count, word in counts if count) or "nothing has changed"


def data(old: Snapshot, new: Snapshot) -> dict[str, Any]:
    """The differences for programs; every list is in the order of names."""
    return {
        "game": new.game,
        "version": {"old": old.version, "new": new.version},
        "editions": [
            {
                "edition": difference.edition,
                "languages": list(difference.languages),
                "missing": list(difference.missing),
                "unknown": list(difference.unknown),
                "lost": list(difference.lost),
                "pieces": [_data(merged) for merged in difference.merged],
                "documents": [
                    {"document": document.name, "file": document.file, "what": document.what, "language": language}
                    for language, document in difference.documents
                ],
            }
            for difference in differences(old, new)
        ],
    }


def _data(merged: pieces.MergedChange) -> dict[str, Any]:
    change = merged.change
    return {
        "piece": change.piece,
        "what": change.what,
        "was": change.was or None,
        "languages": list(merged.languages),
        "copies": {"old": change.old.copies if change.old else 0, "new": change.new.copies if change.new else 0},
        "print": change.print,
        "pull": change.pull,
        "fields": [
            {"field": change.field, "old": change.old, "new": change.new, "languages": list(languages)}
            for change, languages in merged.fields
        ],
        "looks": [{"side": side, "languages": list(languages)} for side, languages in merged.sides],
    }
