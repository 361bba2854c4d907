"""What findings say of characters that no font has."""

import pytest

from pawprint.typography.characters import faults, letters_of
from pawprint.typography.scripts import LETTER, is_emoji, pack_of

THUMB, KEYCAP, FLAG, FAMILY = "👍🏽", "1\ufe0f\u20e3", "🇫🇷", "👨\u200d👩\u200d👧"
SCOTLAND = "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"


@pytest.mark.parametrize("emoji", [THUMB, KEYCAP, FLAG, FAMILY, SCOTLAND, "⚔\ufe0f"])
def test_emoji_of_several_characters_is_a_single_letter(emoji: str) -> None:
    assert LETTER.findall(f"a{emoji}{FLAG}1") == ["a", emoji, FLAG, "1"]
    assert is_emoji(emoji)


def test_emoji_of_a_text_are_a_single_fault() -> None:
    text = f"{THUMB} 1 {KEYCAP} {FLAG} ☃ {THUMB}"
    emoji, snowman = faults(letters_of(text, "👍🏽\u20e3🇫🇷☃"))
    assert emoji.letters == (THUMB, KEYCAP, FLAG, THUMB)
    assert emoji.message == (
        f"no font has the emoji '{THUMB}' (U+1F44D U+1F3FD), '{KEYCAP}' (U+0031 U+FE0F U+20E3), "
        f"'{FLAG}' (U+1F1EB U+1F1F7)"
    )
    assert emoji.help.startswith("pip install manimgx-fonts (which has Noto Emoji), or add a font that has emoji")
    assert snowman.message == "no font has the character '☃' (U+2603)"


def test_letter_that_only_the_set_text_contains_is_named() -> None:
    assert letters_of("straße", "ẞ") == ["ẞ"]


@pytest.mark.parametrize(("sign", "pack"), [("☃", "emoji"), ("👍", "emoji"), ("\u20e3", "emoji"), ("1", ""), ("€", "")])
def test_pack_of_emoji_is_used_for_signs(sign: str, pack: str) -> None:
    assert pack_of(sign) == pack
