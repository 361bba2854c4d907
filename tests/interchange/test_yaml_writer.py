"""Scalars are written so that every YAML reader reads them."""

import pytest
import yaml
from hypothesis import example, given
from hypothesis import strategies as st

from pawprint.core.source import Source, Span
from pawprint.source.yaml_patch import Patch, TextEdit
from pawprint.source.yaml_writer import scalar_text

TEXTS = st.text(st.sampled_from("ab ?:,-#[]{}'\"!&*%@`|>~é1."), max_size=8)


@pytest.mark.parametrize("inside", [False, True])
@given(text=TEXTS)
@example(text="Oder?")
@example(text="?")
@example(text="- a")
def test_other_readers_read_the_written_text(text: str, inside: bool) -> None:
    written = scalar_text(text, inside=inside, bare=False)
    data = yaml.safe_load(f"{{k: {written}, l: m}}" if inside else f"k: {written}\nl: m\n")
    assert data == {"k": text, "l": "m"}


def test_patched_text_maps_its_characters_to_cells() -> None:
    source = Source("cards.yaml", "- {id: fox, level: 4}\n- {id: hen, level: 2}\n")
    cells = [Span(source, place, place + 1) for place in (0, 1)]
    patch = Patch(source)
    patch.edits = [
        TextEdit(source.text.index(digit), source.text.index(digit) + 1, text, ((0, cell),))
        for digit, text, cell in zip("42", ("1234", "56"), cells, strict=True)
    ]
    text, places = patch.result()
    assert text == "- {id: fox, level: 1234}\n- {id: hen, level: 56}\n"
    assert [(text[start:end], cell) for start, end, cell in places] == [("1234", cells[0]), ("56", cells[1])]
