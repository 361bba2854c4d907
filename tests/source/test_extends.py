"""Chains of `extends`, and circles in them."""

import pytest

from pawprint.core.diagnostics import Findings
from pawprint.core.source import Source, Span
from pawprint.source.field_reader import MAX_ANCESTORS, with_ancestors

SOURCE = Source("styles.yaml", "0123456789\n")


def chain(name: str, parents: dict[str, str], findings: Findings) -> list[str] | None:
    """The chain of *name*; the `extends` of the n-th entry is at offset n."""
    places = {child: number for number, child in enumerate(parents)}

    def extended(child: str) -> tuple[str, Span] | None:
        return (parents[child], Span(SOURCE, places[child], places[child] + 1)) if child in parents else None

    return with_ancestors(name, extended, "styles", findings)


def test_chain_goes_from_the_entry_to_its_last_ancestor() -> None:
    findings = Findings()
    assert chain("a", {"a": "b", "b": "c"}, findings) == ["a", "b", "c"]
    assert chain("c", {"a": "b", "b": "c"}, findings) == ["c"]
    assert [*findings] == []


@pytest.mark.parametrize("name", ["entry", "a", "b", "c"])
def test_circle_is_reported_alike_from_each_of_its_entries(name: str) -> None:
    findings = Findings()
    assert chain(name, {"a": "b", "b": "c", "c": "a", "entry": "b"}, findings) is None
    (finding,) = findings
    assert (finding.code, finding.message) == (
        "extends-cycle",
        "styles extend each other in a circle: a -> b -> c -> a",
    )
    assert finding.span is not None
    assert finding.span.start == 2


def test_entry_that_extends_itself_is_a_circle() -> None:
    findings = Findings()
    assert chain("a", {"a": "a"}, findings) is None
    assert [finding.message for finding in findings] == ["styles extend each other in a circle: a -> a"]


def test_chain_may_not_be_too_long() -> None:
    findings = Findings()
    parents = {f"f{number}": f"f{number + 1}" for number in range(MAX_ANCESTORS)}
    assert chain("f0", parents, findings) == [*parents, f"f{MAX_ANCESTORS}"]
    assert [*findings] == []
    assert chain("f", {"f": "f0", **parents}, findings) is None
    assert [finding.code for finding in findings] == ["extends-cycle"]
