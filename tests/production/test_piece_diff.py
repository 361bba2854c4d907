"""What differs: whoever does what the list says has the new box, and prints nothing that is in it already."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from pawprint.production.changes._piece_diff import FieldChange, PieceChange, compare, together
from pawprint.production.snapshot import Deck, Entry

IDS = ("a/fox", "a/hen", "a/mole", "b/fox", "b/gold", "b/ruby")
entries = st.builds(
    Entry,
    face=st.sampled_from(("1", "2", "3")),
    back=st.sampled_from(("", "x")),
    copies=st.integers(1, 4),
    values=st.dictionaries(st.sampled_from(("name", "level")), st.integers(0, 2), max_size=2),
)
decks = st.dictionaries(st.sampled_from(IDS), entries).map(lambda pieces: Deck(pieces, {"a": True, "b": True}))


def box_of(deck: Deck) -> Counter[tuple[str, str, str]]:
    """What lies in the box: component, face, back; nobody sees an id there."""
    box: Counter[tuple[str, str, str]] = Counter()
    for name, entry in deck.pieces.items():
        box[name.partition("/")[0], entry.face, entry.back] += entry.copies
    return box


def single_change(old: Entry | None, new: Entry | None) -> PieceChange:
    (change,) = compare(Deck({"a/fox": old} if old else {}, {}), Deck({"a/fox": new} if new else {}, {}))
    return change


PLAIN = Entry("1", "x", 3, {"name": "Fox", "level": 4})


@given(decks, decks)
def test_listed_changes_turn_the_old_box_into_the_new_box(old: Deck, new: Deck) -> None:
    box = box_of(old)
    for change in compare(old, new):
        component = change.piece.partition("/")[0]
        if change.pull and change.old:
            box[component, change.old.face, change.old.back] -= change.pull
        assert min(box.values(), default=0) >= 0, "nobody can pull what is not there"
        if change.print and change.new:
            box[component, change.new.face, change.new.back] += change.print
    assert +box == box_of(new)


@given(decks, decks)
def test_piece_that_looks_as_before_is_printed_for_its_copies_only(old: Deck, new: Deck) -> None:
    for change in compare(old, new):
        if change.old and change.new and not change.sides:
            assert change.print - change.pull == change.new.copies - change.old.copies
            assert not (change.print and change.pull)


@given(decks)
def test_deck_does_not_differ_from_itself(deck: Deck) -> None:
    assert compare(deck, deck) == ()


@given(decks, decks)
def test_reverse_comparison_undoes_the_changes(old: Deck, new: Deck) -> None:
    there, back = compare(old, new), compare(new, old)
    assert sum(change.print for change in there) == sum(change.pull for change in back)
    assert sum(change.pull for change in there) == sum(change.print for change in back)


def test_piece_that_looks_different_is_pulled_and_printed() -> None:
    change = single_change(PLAIN, PLAIN._replace(face="2", values={"name": "Fox", "level": 5}))
    assert (change.what, change.sides, change.print, change.pull) == ("changed", ("face",), 3, 3)
    assert change.fields == (FieldChange("level", 4, 5),)
    change = single_change(PLAIN, PLAIN._replace(back="y", copies=5))
    assert (change.what, change.sides, change.print, change.pull) == ("changed", ("back",), 5, 3)


def test_copies_alone_are_added_or_pulled() -> None:
    more, less = single_change(PLAIN, PLAIN._replace(copies=5)), single_change(PLAIN, PLAIN._replace(copies=1))
    assert (more.what, more.print, more.pull) == ("copies", 2, 0)
    assert (less.what, less.print, less.pull) == ("copies", 0, 2)


def test_new_and_deleted_pieces_are_listed() -> None:
    assert (single_change(None, PLAIN).what, single_change(None, PLAIN).print) == ("new", 3)
    assert (single_change(PLAIN, None).what, single_change(PLAIN, None).pull) == ("gone", 3)


def test_invisible_change_is_reported_and_not_printed() -> None:
    change = single_change(PLAIN, PLAIN._replace(values={"name": "Fox", "note": "sly"}))
    assert (change.what, change.print, change.pull) == ("values", 0, 0)
    assert change.fields == (FieldChange("note", None, "sly"), FieldChange("level", 4, None))


def test_renamed_id_is_the_same_piece() -> None:
    (change,) = compare(Deck({"a/fox": PLAIN}, {}), Deck({"a/reynard": PLAIN._replace(copies=4)}, {}))
    assert (change.piece, change.was, change.what, change.print) == ("a/reynard", "a/fox", "renamed", 1)
    two = compare(Deck({"a/fox": PLAIN}, {}), Deck({"b/fox": PLAIN}, {}))
    assert [one.what for one in two] == ["gone", "new"], "pieces of another component are other pieces"


def test_face_that_could_not_be_drawn_never_differs() -> None:
    assert single_change(PLAIN._replace(face="", back=""), PLAIN._replace(values={})).what == "values"


def test_only_what_is_wanted_is_looked_at() -> None:
    old, new = Deck({"a/fox": PLAIN, "b/fox": PLAIN}, {}), Deck({}, {})
    assert [one.piece for one in compare(old, new, lambda name: name.startswith("b/"))] == ["b/fox"]


def test_change_in_all_languages_is_reported_once() -> None:
    def changed(name: str) -> tuple[PieceChange, ...]:
        return (single_change(PLAIN, PLAIN._replace(face="2", values={"name": name, "level": 5})),)

    (told,) = together({"fr": changed("Renard"), "en": changed("Reynard")})
    assert told.languages == ("fr", "en")
    assert [(field.new, languages) for field, languages in told.fields] == [
        ("Renard", ("fr",)), (5, ("fr", "en")), ("Reynard", ("en",))
    ]  # fmt: skip
    assert told.sides == (("face", ("fr", "en")),)


def test_kind_of_change_may_differ_by_language() -> None:
    told = together({"fr": (single_change(None, PLAIN),), "en": (single_change(PLAIN, PLAIN._replace(face="2")),)})
    assert {(entry.change.what, entry.languages) for entry in told} == {("new", ("fr",)), ("changed", ("en",))}
