"""Scalars are written so that every YAML reader reads them."""

import pytest
import yaml
from hypothesis import example, given
from hypothesis import strategies as st

from pawprint.spreadsheets.yaml_writer import scalar_text

TEXTS = st.text(st.sampled_from("ab ?:,-#[]{}'\"!&*%@`|>~é1."), max_size=8)


@pytest.mark.parametrize("inside", [False, True])
@given(text=TEXTS)
@example(text="Oder?")
@example(text="?")
@example(text="- a")
def test_other_readers_read_what_is_written(text: str, inside: bool) -> None:
    written = scalar_text(text, inside=inside, bare=False)
    data = yaml.safe_load(f"{{k: {written}, l: m}}" if inside else f"k: {written}\nl: m\n")
    assert data == {"k": text, "l": "m"}
