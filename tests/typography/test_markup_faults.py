"""What looks like markup in a text and is none."""

import pytest

from pawprint.catalog.icon_codes import NO_CODES, IconCode, IconCodes
from pawprint.core.source import Source, Span
from pawprint.typography.markup import markup_faults

_NONE = " is not among the codes in 'icons' of the game"
CODES = IconCodes(
    {code: IconCode("coin", Span(Source("a", ""), 0, 0)) for code in ("[coin]", "{T}", "{1}", "<wound>", "x")}
)


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("Sell for 1 [cion].", [f"'[cion]'{_NONE}"]),
        ("{2} and {U}, <wonud>", [f"'{code}'{_NONE}" for code in ("{U}", "{2}", "<wonud>")]),
        (r"\[cion], [two words], [7], [red words]{red}, [red]{red underline}, (cion), [], 3 < 4 > 2", []),
        ("[coin] and {T}", []),
        ("**open", ["** is opened and not closed"]),
        ("<b>Sell</b>", ["HTML is not read, such as <b>"]),
        ("one<br/>two", ["HTML is not read, such as <br/>"]),
        (r"\<b>, <3, a < b", []),
    ],
)  # fmt: skip
def test_text_has_faults(text: str, faults: list[str]) -> None:
    assert [fault.message for fault in markup_faults(CODES.marked(text), CODES)] == faults


def test_brackets_are_words_in_a_game_without_codes() -> None:
    assert [*markup_faults("Sell for [cion] {T} <wound>", NO_CODES)] == []


def test_help_names_a_similar_code() -> None:
    (fault,) = markup_faults("[cion]", CODES)
    assert fault.help == r"did you mean '[coin]'?; \[cion] prints the brackets"
