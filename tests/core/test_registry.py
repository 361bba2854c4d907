"""Registries, and suggestions for what is mistyped."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawprint.core.registry import Registry, did_you_mean, suggest


def test_things_are_registered_under_their_names() -> None:
    registry: Registry[str] = Registry("animal")
    assert registry("fox")("Fox") == "Fox"
    registry("elk")("Elk")
    assert registry.get("fox") == "Fox"
    assert registry.get("cat") is None
    assert ("fox" in registry, "cat" in registry) == (True, False)
    assert [*registry] == ["elk", "fox"]


def test_duplicate_name_is_refused() -> None:
    registry: Registry[str] = Registry("animal")
    registry("fox")("Fox")
    with pytest.raises(ValueError, match="animal 'fox' is registered twice"):
        registry("fox")("Vixen")


def test_close_name_is_suggested() -> None:
    assert did_you_mean("noctural", ["diurnal", "nocturnal"]) == "did you mean 'nocturnal'?"
    assert did_you_mean("xyz", ["diurnal", "nocturnal"]) is None
    assert did_you_mean("xyz", []) is None


def test_close_name_is_suggested_among_many() -> None:
    many = [f"wolf-{number}" for number in range(5000)]
    assert did_you_mean("wolf-4321x", many) == "did you mean 'wolf-4321'?"
    assert did_you_mean("fox", many) is None


def test_without_a_close_name_the_first_are_listed() -> None:
    assert suggest("xyz", ["b", "a"], "letters are") == "letters are a, b"
    assert suggest("xyz", []) == "there are none yet"
    many = suggest("xyz", [f"name-{number:02}" for number in range(20)], "names are")
    assert many.startswith("names are name-00, name-01")
    assert many.endswith("name-11 and 8 more")


@given(st.text(), st.lists(st.text()))
def test_suggestion_is_never_empty(name: str, known: list[str]) -> None:
    assert suggest(name, known)


@given(
    st.lists(st.text(min_size=1), min_size=1).flatmap(lambda known: st.tuples(st.sampled_from(known), st.just(known)))
)
def test_known_name_suggests_itself(pair: tuple[str, list[str]]) -> None:
    name, known = pair
    assert did_you_mean(name, known) == f"did you mean '{name}'?"
