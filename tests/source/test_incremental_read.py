"""An edited text is read as it would be from nothing, whatever is edited; and most of it is kept."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawprint.core.diagnostics import Findings
from pawprint.core.source import Source, Span
from pawprint.source.incremental_read import ShiftedMapping, base_of, edit_between, read_incrementally
from pawprint.source.reader import MappingNode, Node, ScalarNode, SequenceNode, read_yaml
from strategies import examples

ROOT = Path(__file__).parents[2]
PLAIN = """\
# animals
animals:
  - id: fox
    name: {fr: Renard, en: Fox}
    prey: [hare, mouse]
    text: |
      It hunts.

  # smaller
  - id: hare
    name: "Lièvre: the
      hare"
  - {id: mouse, level: 1}
tokens:
- id: sun
  copies: 3
- id: moon
  of:
    - a
    - b
"""
#: Whatever means something to YAML, and words that do not.
SIGNS = [
    *"abé 0-:,#'\"|>[]{}&*!%@?~`\n\t", "  ", "- ", ": ", "\n  ", "\n  - ", "\n- ", "\n    x: 1", "\n  - id: owl\n",
    "\n---\n", "\n...\n", "|\n", " #", "&a ", "*a", "<<: *a", "\ntokens:", "\nmore:\n  - x", "\r\n", "\ufeff", "\x07",
]  # fmt: skip


def look(node: Node | None) -> Any:
    """All that a node is, its places included."""
    if node is None:
        return None
    place = (node.start, node.end, node.weight, str(node.span))
    if isinstance(node, ScalarNode):
        return (*place, node.text, node.quoted)
    if isinstance(node, SequenceNode):
        return (*place, [look(item) for item in node.items])
    return (*place, [(name, look(node.keys[name]), look(item)) for name, item in node.entries.items()])


def sources(node: Node) -> Iterator[Source]:
    yield node.source
    if isinstance(node, SequenceNode):
        for item in node.items:
            yield from sources(item)
    elif isinstance(node, MappingNode):
        for inner in (*node.keys.values(), *node.entries.values()):
            yield from sources(inner)


def rooted(text: str) -> MappingNode:
    found = Findings()
    root = read_yaml(Source("cards.yaml", text), found)
    assert isinstance(root, MappingNode)
    assert not found
    return root


def reread(text: str, before: MappingNode) -> MappingNode | None:
    """*text* read by way of *before*, which must not be otherwise than from nothing."""
    source = Source("cards.yaml", text)
    again = read_incrementally(source, before)
    if again is not None:
        found = Findings()
        assert look(again) == look(read_yaml(source, found))
        assert not found
        assert text == before.source.text or set(sources(again)) == {source}
    return again


@st.composite
def edits(draw: st.DrawFn, text: str) -> str:
    """*text*, edited in one place: something goes, is copied, or something comes."""
    start = draw(st.integers(0, len(text)))
    end = draw(st.integers(start, min(len(text), start + draw(st.sampled_from([0, 0, 1, 2, 5, 20, 80])))))
    way = draw(st.sampled_from(["typed", "typed", "copied", "word"]))
    if way == "copied":
        return text[:end] + text[start:end] + text[end:]
    more = "".join(draw(st.lists(st.sampled_from(SIGNS), max_size=3))) if way == "typed" else "word"
    return text[:start] + more + text[end:]


@examples(60)
@given(st.data())
def test_incremental_read_equals_a_full_read_after_any_edit(data: st.DataObject) -> None:
    root = rooted(PLAIN)
    for _ in range(4):
        text = data.draw(edits(root.source.text))
        if data.draw(st.booleans()):
            text = data.draw(edits(text))
        root = reread(text, root) or root


@pytest.mark.parametrize(
    "path", sorted(ROOT.glob("catalog/*/*.yaml")), ids=lambda path: f"{path.parent.name}-{path.stem}"
)
@examples(2)
@given(st.data())
def test_incremental_read_of_bundled_catalogs_equals_a_full_read(path: Path, data: st.DataObject) -> None:
    root = rooted(path.read_text(encoding="utf-8"))
    for _ in range(2):
        text = data.draw(edits(root.source.text))
        root = reread(text, root) or root


@pytest.mark.parametrize(
    ("old", "new", "entry"),
    [
        ("Renard", "Goupil", 0),
        ("[hare, mouse]", "\n      - hare\n      - mouse\n", 0),
        ("It hunts.\n", "It hunts.\n\n      By night.\n", 0),
        ("# smaller", "# smaller, and then some", 0),
        ("level: 1", "level: 2, name: Mouse", 2),
        ("the\n", "a\n", 1),
        ("copies: 3", "copies: 4\n  name: Sun", 3),
        ("    - b\n", "    - c", 4),
    ],
)
def test_edit_within_an_entry_leaves_all_others(old: str, new: str, entry: int) -> None:
    root = rooted(PLAIN)
    again = reread(PLAIN.replace(old, new, 1), root)
    assert again is not None
    before, after = ([base_of(item) for list_ in one.entries.values() for item in list_.items] for one in (root, again))  # type: ignore[union-attr]
    assert [one is other for one, other in zip(before, after, strict=True)] == [at != entry for at in range(5)]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("animals:\n  -", "beasts:\n  -"),  # a key
        ("  - id: hare", "    - id: hare"),  # the dash is elsewhere
        ("    - b\n", "    - b\n- id: star\nmore:\n- x\n"),  # a list after it
        ("Renard", "'Renard"),  # no YAML
        ("Renard", "&fox Renard"),  # others may refer to it
        ("copies: 3", "copies: 3\n  copies: 4"),  # a finding
        ("copies: 3", "copies: 3\nmore: 4"),  # a list more
        ("    - b\n", "    - b\n...\n\n"),  # the end before the end
    ],
)
def test_edit_that_may_reach_further_rereads_the_file(old: str, new: str) -> None:
    assert reread(PLAIN.replace(old, new, 1), rooted(PLAIN)) is None


def test_entries_that_were_edited_together_are_read_together() -> None:
    root = rooted(PLAIN)
    again = reread(PLAIN.replace("Lièvre", "Levraut").replace("level: 1", "level: 2"), root)
    assert again is not None
    before, after = (one.entries["animals"].items for one in (root, again))  # type: ignore[union-attr]
    assert [base_of(one) is base_of(other) for one, other in zip(before, after, strict=True)] == [True, False, False]


def test_entries_may_disappear_with_an_edit() -> None:
    start = PLAIN.index("  - id: hare")
    again = reread(PLAIN[:start] + PLAIN[PLAIN.index("  - {id: mouse") :], rooted(PLAIN))
    assert again is not None
    assert len(again.entries["animals"].items) == 2  # type: ignore[union-attr]


def test_entries_may_come_with_an_edit() -> None:
    again = reread(PLAIN.replace("tokens:", "  - id: owl\n  - id: bat\ntokens:"), rooted(PLAIN))
    assert again is not None
    assert len(again.entries["animals"].items) == 5  # type: ignore[union-attr]


def test_same_text_is_the_same_root() -> None:
    root = rooted(PLAIN)
    assert read_incrementally(Source("cards.yaml", PLAIN), root) is root


def test_no_old_text_stays_in_memory_for_an_entry() -> None:
    root, words = rooted(PLAIN), ("Renard", "Goupil", "Reineke", "Volpe")
    for old, new in pairwise(words):
        again = reread(root.source.text.replace(old, new), root)
        assert again is not None
        root = again
    (fox, *_) = root.entries["animals"].items  # type: ignore[union-attr]
    assert isinstance(fox, ShiftedMapping)
    assert len(fox.base.source.text) < len(PLAIN) / 2


def test_place_that_was_noted_of_an_entry_moves_with_it() -> None:
    root = rooted(PLAIN)
    hare = root.entries["animals"].items[1]  # type: ignore[union-attr]
    again = reread(PLAIN.replace("Renard", "Goupils"), root)
    assert again is not None
    moved = again.entries["animals"].items[1]  # type: ignore[union-attr]
    assert isinstance(moved, ShiftedMapping)
    assert str(moved.now(hare.span)) == "cards.yaml:10:5"
    elsewhere = Span(Source("game.yaml", "x"), 0, 1)
    assert moved.now(elsewhere) is elsewhere


@given(st.text("ab", max_size=9), st.text("ab", max_size=9))
def test_edit_turns_the_old_text_into_the_new(old: str, new: str) -> None:
    start, end, shift = edit_between(old, new)
    assert 0 <= start <= end <= len(old)
    assert old[:start] + new[start : end + shift] + old[end:] == new
