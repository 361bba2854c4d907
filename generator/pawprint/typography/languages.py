"""What each language does to spaces, quotes and hyphens, so that nobody has to type it.

Sources: for French, the usage of the Imprimerie nationale as summarised by JoliTypo and W3C's notes on
French punctuation: a narrow no-break space (U+202F) before ; ! ? and inside « », a full no-break space before
a colon. Texts in other languages get curly quotes, dashes and ellipses only; German quotes are „low“ and high.
"""

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from pawprint.core.diagnostics import Findings
from pawprint.core.language_tags import primary_language
from pawprint.core.source import Source
from pawprint.source.plain_data import to_python
from pawprint.source.reader import read_yaml

# --- printed_words.yaml -> the words that Pawprint itself prints, by language -----------------------------------------


_FILE = Path(__file__).with_name("printed_words.yaml")


class PrintedWords(NamedTuple):
    """The contents of printed_words.yaml.

    Attributes:
        words: name -> language -> word.
    """

    words: dict[str, dict[str, str]]


@cache
def printed_words() -> PrintedWords:
    """The contents of printed_words.yaml, read once."""
    node = read_yaml(Source(_FILE.name, _FILE.read_text(encoding="utf-8")), Findings())
    assert node is not None, f"{_FILE.name} is not YAML"
    return PrintedWords(**to_python(node, lambda scalar: scalar.text))


def printed_word(name: str, language: str) -> str:
    """The word *name* in a language such as `fr` or `fr-CA`; in English if that language has none.

    Raises:
        KeyError: there is no such word.
    """
    translations = printed_words().words[name]
    return translations.get(primary_language(language)) or translations["en"]


# --- languages --------------------------------------------------------------------------------------------------------


NARROW = "\u202f"
NO_BREAK = "\u00a0"
_TIES = (NARROW, NO_BREAK)
_SPACES = (" ", *_TIES)

_NUMBER_AND_NOUN = re.compile(r"(?<![\w.,])(\d{1,3}) (?=[^\W\d_])")
#: First and last characters of scripts that run from right to left, join their letters or have no spaces between words,
#: and of invisible characters that change the direction. Compared one by one: to compile a pattern takes far longer.
_SCRIPTS = (
    *(("\u0590", "\u1dff"), ("\u200e", "\u200f"), ("\u202a", "\u202e"), ("\u2066", "\u2069"), ("\u2e80", "\ud7ff")),
    *(("\uf900", "\ufaff"), ("\ufb1d", "\ufdff"), ("\ufe30", "\ufefe"), ("\uff00", "\uffef")),
    *(("\U00010800", "\U00016fff"), ("\U0001b000", "\U0001b2ff"), ("\U0001e800", "\U0001efff")),
    ("\U00020000", "\U0003ffff"),
)
_DIGIT = re.compile(r"\d")
_APOSTROPHE = re.compile(r"(?<=\w)'(?=\w)")
_OPENING = re.compile(r"(^|[\s(\[\u2014\u2013])\"")
_OPENING_SINGLE = re.compile(r"(^|[\s(\[\u201c\u201e])'")

#: Languages that are written from right to left, and scripts named in a tag such as `az-Arab`.
_RTL_LANGUAGES = frozenset(
    {"ar", "arc", "ckb", "dv", "fa", "he", "iw", "ji", "ks", "ps", "sd", "syr", "ug", "ur", "yi"}
)
_RTL_SCRIPTS = frozenset({"arab", "hebr", "syrc", "thaa", "nkoo", "adlm", "rohg"})


@cache
def _french_signs() -> tuple[tuple[re.Pattern[str], str], ...]:
    """Patterns and what replaces them: the spaces that French has inside quotes and before signs."""
    # Quotes first, since the space inside one is what a sign may stand before. A sign that follows nothing, or only
    # an opening bracket, stands for itself and keeps its place.
    return (
        (re.compile(r"«[ \u00a0\u202f]*"), "«" + NARROW),
        (re.compile(r"(?<![ \u00a0\u202f])[ \u00a0\u202f]*»"), NARROW + "»"),
        (re.compile(r"(?<=[^\s(\[])[ \u00a0\u202f]*(?<![;!?])([;!?]+)(?=$|[\s)»”\]*:.…])"), NARROW + r"\1"),
        (re.compile(r"(?<=[^\s(\[])[ \u00a0\u202f]*(?<!:)(:+)(?=$|\s)"), NO_BREAK + r"\1"),
    )


@lru_cache(maxsize=64)
def is_right_to_left(language: str) -> bool:
    """True if a language, such as `he` or `az-Arab`, is written from right to left."""
    first, *others = language.lower().replace("_", "-").split("-")
    scripts = [tag for tag in others if len(tag) == 4 and tag.isalpha()]
    return scripts[0] in _RTL_SCRIPTS if scripts else first in _RTL_LANGUAGES


@lru_cache(maxsize=8192)
def set_text(text: str, language: str) -> str:
    """*text* with the spaces and signs that *language* (`fr`, `en`, `fr-CA`, ...) wants; as it is if that is empty.

    Idempotent: text that is already set comes back as it is.
    """
    if not text or not language:
        return text
    german = language[:2] == "de" and language[2:3] in ("", "-", "_")
    if "'" in text:
        text = _APOSTROPHE.sub("\u2019", text)
        opened = _OPENING_SINGLE.sub("\\1\u201a" if german else "\\1\u2018", text)
        text = opened.replace("'", "\u2018" if german and opened != text else "\u2019")
    if "..." in text:
        text = text.replace("...", "\u2026")
    if "--" in text:
        text = text.replace("--", "\u2013")
    french = language[:2] == "fr" and language[2:3] in ("", "-", "_")
    if '"' in text:
        if french:
            text = _OPENING.sub("\\1«", text).replace('"', "»")
        elif german:
            text = _OPENING.sub("\\1\u201e", text).replace('"', "\u201c")
        else:
            text = _OPENING.sub("\\1\u201c", text).replace('"', "\u201d")
    if french:
        for pattern, replacement in _french_signs():
            text = pattern.sub(replacement, text)
    return _NUMBER_AND_NOUN.sub("\\1" + NO_BREAK, text) if _DIGIT.search(text) else text


def set_parts(parts: Sequence[str], language: str) -> list[str]:
    """The *parts* of one text, set as the whole that they are: each sign sees its neighbours in other parts."""
    if len(parts) == 1:
        return [set_text(parts[0], language)]
    whole = "".join(parts)
    done = set_text(whole, language)
    if done == whole:
        return list(parts)
    result: list[str] = []
    at = end = start = now = 0  # *at* in the whole; *now* what has become of it
    for part in parts:
        if at == end and done.startswith(part, now):  # as a rule nothing changes
            at += len(part)
            now += len(part)
        end += len(part)
        while at < end:
            was, now_is = whole[at], done[now : now + 1]
            if was == now_is or (was in _SPACES and now_is in _TIES):
                at, now = at + 1, now + 1
            elif now_is in _TIES:  # put in
                now += 1
            elif was in _SPACES:  # taken out
                at += 1
            else:  # another sign, perhaps for several
                at, now = at + {"\u2026": 3, "\u2013": 2}.get(now_is, 1), now + 1
        result.append(done[start:now])
        start = now
    result[-1] += done[now:]
    return result


def needs_scripts(text: str) -> bool:
    """True if a text has characters of scripts that `pawprint.typography.script_text` sets."""
    return not text.isascii() and any(map(_is_of_scripts, text))


@lru_cache(maxsize=1024)
def _is_of_scripts(letter: str) -> bool:
    return any(first <= letter <= last for first, last in _SCRIPTS)
