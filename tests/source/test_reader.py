"""YAML text becomes nodes that know their place; what is not meant for catalogs becomes findings."""

from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from pawprint.core.diagnostics import Findings
from pawprint.core.source import Source, Span
from pawprint.source import reader
from pawprint.source.reader import MappingNode, Node, ScalarNode, SequenceNode


def read(text: str) -> tuple[Node | None, Findings]:
    findings = Findings()
    return reader.read_yaml(Source("cards.yaml", text), findings), findings


def good(text: str) -> Any:
    """The nodes of a text without findings, as plain data; scalars stay text."""
    node, findings = read(text)
    assert [*findings] == []
    return plain(node)


def plain(node: Node | None) -> Any:
    if isinstance(node, MappingNode):
        return {name: plain(value) for name, value in node.entries.items()}
    if isinstance(node, SequenceNode):
        return [plain(item) for item in node.items]
    return None if node is None else node.text


def faults(text: str) -> list[str]:
    _, findings = read(text)
    return [f"{found.span.line}:{found.span.column} {found.code}" for found in findings.sorted() if found.span]


def pointed(span: Span) -> str:
    return span.source.text[span.start : span.end]


# --- nodes --------------------------------------------------------------------------------------------------


def test_scalars_preserve_their_spelling() -> None:
    words = ["no", "yes", "on", "010", "1:30", "1_000", "1e3", "0x1F", "null", "~", "2026-01-31", ".inf", "True", "="]
    assert good("".join(f"- {word}\n" for word in words)) == words


def test_lists_and_mappings_nest() -> None:
    assert good("a: [1, {b: c}]\nd:\n  - e\n  -\n    - f\n") == {"a": ["1", {"b": "c"}], "d": ["e", ["f"]]}


def test_keys_preserve_their_order_and_are_text() -> None:
    assert [*good("b: 1\na: 2\n1: 3\ntrue: 4\n")] == ["b", "a", "1", "true"]


@pytest.mark.parametrize(
    ("text", "quoted", "empty"),
    [("a: b", False, False), ("a: 'b'", True, False), ('a: "b"', True, False), ("a: |\n  b", True, False),
     ("a: >-\n  b", True, False), ("a:", False, True), ("a: ''", True, False), ("a: # b", False, True)],
)  # fmt: skip
def test_scalar_knows_whether_it_is_quoted_or_empty(text: str, quoted: bool, empty: bool) -> None:
    node, _ = read(text)
    assert isinstance(node, MappingNode)
    scalar = node.entries["a"]
    assert isinstance(scalar, ScalarNode)
    assert (scalar.quoted, scalar.empty) == (quoted, empty)


def test_every_node_points_at_itself() -> None:
    node, _ = read("é: [a, 'b c']\nd: {e: f}\n")
    assert isinstance(node, MappingNode)
    letters, mapping = node.entries["é"], node.entries["d"]
    assert isinstance(letters, SequenceNode)
    assert isinstance(mapping, MappingNode)
    assert [pointed(item.span) for item in letters.items] == ["a", "'b c'"]
    assert pointed(letters.span) == "["
    assert pointed(node.key_span("é")) == "é"
    assert pointed(mapping.span) == "e", "a mapping is where its first key is"
    assert pointed(mapping.entries["e"].span) == "f"
    assert str(mapping.entries["e"].span) == "cards.yaml:2:8"
    assert node.get("x") is None


# --- anchors, aliases, merges -------------------------------------------------------------------------------


def test_alias_is_the_node_itself() -> None:
    node, findings = read("a: &x [1]\nb: *x\nc: &y text\nd: *y\n")
    assert [*findings] == []
    assert isinstance(node, MappingNode)
    assert node.entries["a"] is node.entries["b"]
    assert plain(node)["d"] == "text"


def test_later_anchor_replaces_an_earlier_anchor_of_the_same_name() -> None:
    assert good("a: &x 1\nb: &x 2\nc: *x") == {"a": "1", "b": "2", "c": "2"}


def test_merge_fills_in_what_is_not_written() -> None:
    text = "base: &base {a: 1, b: 2}\nmore: &more {b: 3, c: 4}\nown:\n  <<: [*base, *more]\n  a: 5\n"
    assert good(text)["own"] == {"a": "5", "b": "2", "c": "4"}
    assert good("base: &base {a: 1}\nown: {a: 2, <<: *base}")["own"] == {"a": "2"}


def test_merged_field_is_where_it_was_written() -> None:
    node, _ = read("base: &base {a: 1}\nown: {<<: *base}")
    assert isinstance(node, MappingNode)
    own = node.entries["own"]
    assert isinstance(own, MappingNode)
    assert str(own.key_span("a")) == "cards.yaml:1:14"


def test_quoted_merge_sign_is_a_name() -> None:
    assert good('{"<<": x}') == {"<<": "x"}


def test_field_given_twice_is_a_finding_even_beside_a_merge() -> None:
    assert faults("a: 1\nb: 2\na: 3") == ["3:1 duplicate-key"]
    assert faults("x: &x {a: 1}\ny:\n  <<: *x\n  a: 2\n  a: 3") == ["5:3 duplicate-key"]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("a: *b", "1:4 yaml-alias"),
        ("a: &a [*a]", "1:8 yaml-alias"),
        ("a: &a {b: {c: *a}}", "1:15 yaml-alias"),
        ("a: &a {<<: *a}", "1:12 yaml-alias"),
        ("a: {<<: b}", "1:5 yaml-feature"),
        ("a: {<<: [b]}", "1:5 yaml-feature"),
    ],
)
def test_alias_misuse_is_reported(text: str, fault: str) -> None:
    assert faults(text) == [fault]


@pytest.mark.parametrize("opening", ["[", "{", "{<<: [", "{k: "])
def test_aliases_that_multiply_end_early(opening: str) -> None:
    closing = {"[": "]", "{": "}", "{<<: [": "]}", "{k: ": "}"}[opening]
    lines = ["a0: &a0 " + ("{x: y}" if opening[0] == "{" else "[x]")]
    for level in range(1, 30):
        parts = [f"*a{level - 1}"] * 10
        if opening in ("{", "{k: "):
            parts = [f"k{number}: {part}" for number, part in enumerate(parts)]
            opening, closing = "{", "}"
        lines.append(f"a{level}: &a{level} {opening}{', '.join(parts)}{closing}")
    found = faults("\n".join(lines))
    assert len(found) == 1
    assert found[0].endswith("yaml-alias")


# --- what catalogs do not use -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("a: !!str b", "1:4 yaml-feature"),
        ("a: !own b", "1:4 yaml-feature"),
        ("!!map {a: b}", "1:1 yaml-feature"),
        ("a: 1\n---\nb: 2", "2:1 yaml-feature"),
        ("[a]: b", "1:1 yaml-feature"),
        ("{{ name }}", "1:2 yaml-feature"),
        ("? {a: b}\n: c", "1:3 yaml-feature"),
        ("", "1:1 empty-file"),
        ("# only this\n", "1:1 empty-file"),
        ("---\n...\n", "1:1 empty-file"),
        ("a:\n\tb: c", "2:1 yaml-syntax"),
        ("a: b: c", "1:5 yaml-syntax"),
        ("a: [b", "1:4 yaml-syntax"),
        ("a: {b: [c, d]\n", "1:4 yaml-syntax"),
        ("a: 'b", "1:4 yaml-syntax"),
        ("a: @b", "1:4 yaml-syntax"),
        ("é: a\0b", "1:5 yaml-syntax"),
        ("é: \x1b", "1:4 yaml-syntax"),
    ],
)
def test_unsupported_yaml_is_reported_at_its_place(text: str, fault: str) -> None:
    node, findings = read(text)
    assert faults(text) == [fault]
    assert node is None
    assert all(finding.help for finding in findings)
    assert all(one.span.end > one.span.start for one in findings if one.code != "empty-file")


def test_single_document_mark_is_allowed() -> None:
    assert good("%YAML 1.2\n---\na: 1\n...\n") == {"a": "1"}
    assert good("a: ! b") == {"a": "b"}


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_both_line_ends_give_the_same_places(line_end: str) -> None:
    assert faults(line_end.join(["a: 1", "b:", "  - 2", "a: 3"])) == ["4:1 duplicate-key"]


def test_limits_are_enforced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "MAX_NODES", 20)
    monkeypatch.setattr(reader, "MAX_SCALAR", 5)
    monkeypatch.setattr(reader, "MAX_DEPTH", 3)
    assert faults("[" + "a, " * 30) == ["1:59 file-too-large"]
    assert faults("a: 123456") == ["1:4 file-too-large"]
    assert faults("[[[a]]]") == []
    assert faults("[[[[a]]]]") == ["1:4 yaml-too-deep"]


# --- files --------------------------------------------------------------------------------------------------


def load(path: Path) -> tuple[Node | None, list[str]]:
    findings = Findings()
    node = reader.read_yaml_file(path, findings)
    return node, [finding.code for finding in findings]


def test_byte_order_mark_is_skipped(tmp_path: Path) -> None:
    path = tmp_path / "cards.yaml"
    path.write_bytes(b"\xef\xbb\xbfa: 1\n")
    node, codes = load(path)
    assert (plain(node), codes) == ({"a": "1"}, [])
    assert isinstance(node, MappingNode)
    assert node.key_span("a").column == 1


def test_files_that_cannot_be_read_are_findings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert load(tmp_path / "none.yaml") == (None, ["file-missing"])
    assert load(tmp_path) == (None, ["file-unreadable"])
    assert load(tmp_path / "nul\0.yaml") == (None, ["file-unreadable"])
    assert load(tmp_path / ("x" * 5000)) == (None, ["file-unreadable"])
    latin = tmp_path / "latin.yaml"
    latin.write_bytes("é: 1".encode("latin-1"))
    assert load(latin) == (None, ["file-unreadable"])
    monkeypatch.setattr(reader, "MAX_BYTES", 3)
    assert load(latin) == (None, ["file-too-large"])


def test_files_are_shown_as_a_user_would_type_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert reader.display_path(tmp_path / "den" / "cards.yaml") == "den/cards.yaml"
    assert reader.display_path(Path("den/cards.yaml")) == "den/cards.yaml"
    assert reader.display_path(tmp_path.parent / "x.yaml") == (tmp_path.parent / "x.yaml").as_posix()


# --- any text -----------------------------------------------------------------------------------------------

#: Letters out of which something like YAML comes about more often than out of all letters.
yamlish = st.text(st.sampled_from(list("ab0:-[]{},&*!|>'\"#%?<~ \n\t\r\0é\u2028\ufeff😀")), max_size=60)


@given(st.one_of(st.text(), yamlish))
def test_no_text_breaks_the_reader(text: str) -> None:
    node, findings = read(text)
    assert node is not None or findings.failed
    for finding in findings:
        assert finding.span is not None
        assert 0 <= finding.span.start <= len(text)
        assert finding.help


@given(yamlish)
def test_reading_agrees_with_pyyaml_on_what_is_yaml(text: str) -> None:
    node, findings = read(text)
    if findings.failed or "\ufeff" in text:
        return
    # What we accept, PyYAML composes too, to the same number of entries at the top.
    composed = yaml.compose(text, Loader=yaml.CSafeLoader if hasattr(yaml, "CSafeLoader") else yaml.SafeLoader)
    assert composed is not None
    if isinstance(node, SequenceNode):
        assert len(node.items) == len(composed.value)


@given(
    st.recursive(
        st.text(st.characters(min_codepoint=32, max_codepoint=0x2FF, exclude_characters="\x7f\x85"), max_size=8),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("abcé", min_size=1), inner, max_size=3),
        max_leaves=8,
    )
)
def test_pyyaml_output_is_read_back(data: Any) -> None:
    text = yaml.safe_dump(data, default_style='"', allow_unicode=True)
    node, findings = read(text)
    # With tags, which safe_dump writes for nothing but numbers and the like, we would refuse it.
    assert [*findings] == []
    assert plain(node) == data


def test_reader_in_python_reads_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = ["a: &x [1, {b: 'c'}]\nd: *x\n", "é:\n  - |\n    x\n  - >-\n    y\n", "a: [b", "a:\n\tb: c", "a: 1\na: 2"]
    first = [(plain(read(text)[0]), faults(text)) for text in texts]
    monkeypatch.setattr(reader, "_Parser", yaml.SafeLoader)
    assert [(plain(read(text)[0]), faults(text)) for text in texts] == first
