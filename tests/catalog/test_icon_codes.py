"""Codes of existing texts that are printed as icons."""

import pytest

from catalog.toy import read_toy
from pawprint.catalog.icon_codes import NO_CODES, IconCodes

TABLE = """
icons:
  "[credit]": credit
  "[recurring-credit]": credit/recurring
  "{T}": tap
  "{2}": two
  "{2}{2}": four
  T: turn
  "<b>": bold
  "金": gold
"""


@pytest.fixture(name="codes")
def _codes(tmp_path, monkeypatch) -> IconCodes:
    monkeypatch.chdir(tmp_path)
    read = read_toy(more=TABLE)
    assert not read.faults
    return read.game.icons


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        ("Gain 1[credit].", "Gain 1:credit:."),
        ("[credit][recurring-credit]", ":credit::credit/recurring:"),
        ("{2}{2}{2}", ":four::two:"),  # the longest one first
        ("Tap: {T}, T or at", "Tap: :tap:, :turn: or at"),  # words as a whole
        (r"\[credit] \\{T}", r"\[credit] \\:tap:"),
        (":leaf: and [tree]{rose}", ":leaf: and [tree]{rose}"),
        ("a:b[credit]", r"a\:b:credit:"),  # no icon named b
        ("3金币", "3:gold:币"),
        ("no code", "no code"),
    ],
)
def test_codes_in_a_text_are_written_as_icons(codes, text, marked):
    assert codes.marked(text) == marked


def test_text_without_escapes_is_split_at_codes_and_icons(codes):
    assert codes.split("pay {2} and :leaf:.") == ["pay ", "two", " and ", "leaf", "."]
    assert NO_CODES.split("pay {2} and :leaf:.") == ["pay {2} and ", "leaf", "."]


def test_table_knows_where_it_names_an_icon(codes):
    span = codes.span_of("tap")
    assert span is not None
    assert (span.line, span.column) == (7, 10)
    assert codes.span_of("leaf") is None


def test_game_without_a_table_leaves_texts_unchanged():
    assert not NO_CODES.has_codes
    assert NO_CODES.marked("[credit]") == "[credit]"


@pytest.mark.parametrize(
    ("entry", "fault"),
    [
        ('"": credit', "5:3 bad-declaration"),
        ('" {T}": credit', "5:3 bad-declaration"),
        (r"'\T': credit", "5:3 bad-declaration"),
        ('"{T}": My icon', "5:10 bad-id"),
        ('"{T}": ../icon', "5:10 bad-id"),
        ('"{T}": [a]', "5:10 wrong-type"),
    ],
)
def test_invalid_entry_is_a_finding(tmp_path, monkeypatch, entry, fault):
    monkeypatch.chdir(tmp_path)
    read = read_toy(more=f"icons:\n  {entry}")
    assert read.faults == [fault]
    assert not read.game.icons.has_codes
