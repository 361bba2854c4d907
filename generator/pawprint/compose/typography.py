"""What each language does to spaces, quotes and hyphens, so that nobody has to type it.

Sources: for French, the usage of the Imprimerie nationale as summarised by JoliTypo and W3C's notes on
French punctuation: a narrow no-break space (U+202F) before ; ! ? and inside « », a full no-break space before
a colon. Texts in other languages get curly quotes, dashes and ellipses only.
"""

import re
from functools import lru_cache

NARROW = "\u202f"
NO_BREAK = "\u00a0"

_FRENCH = (
    (re.compile(r"[ \u00a0\u202f]*([;!?]+)(?=$|[\s\u00a0)»”\]*:.…])"), NARROW + r"\1"),
    (re.compile(r"[ \u00a0\u202f]*:(?=$|[\s\u00a0])"), NO_BREAK + ":"),
    (re.compile(r"«[ \u00a0\u202f]*"), "«" + NARROW),
    (re.compile(r"[ \u00a0\u202f]*»"), NARROW + "»"),
)
_NUMBER_AND_NOUN = re.compile(r"(?<![\w.,])(\d{1,3}) (?=[^\W\d_])")
_APOSTROPHE = re.compile(r"(?<=\w)'(?=\w)")
_OPENING = re.compile(r"(^|[\s(\[\u2014\u2013])\"")
_OPENING_SINGLE = re.compile(r"(^|[\s(\[\u201c])'")


@lru_cache(maxsize=8192)
def set_text(text: str, language: str) -> str:
    """*text* with the spaces and signs that *language* (`fr`, `en`, `fr-CA`, ...) wants.

    Idempotent: text that is already set comes back as it is.
    """
    if not text:
        return text
    if "'" in text:
        text = _APOSTROPHE.sub("\u2019", text)
        text = _OPENING_SINGLE.sub("\\1\u2018", text).replace("'", "\u2019")
    if "..." in text:
        text = text.replace("...", "\u2026")
    if "--" in text:
        text = text.replace("--", "\u2013")
    french = language[:2] == "fr"
    if '"' in text:
        if french:
            text = _OPENING.sub("\\1«", text).replace('"', "»")
        else:
            text = _OPENING.sub("\\1\u201c", text).replace('"', "\u201d")
    if french:
        for pattern, replacement in _FRENCH:
            text = pattern.sub(replacement, text)
        if text[:1] == NARROW:  # a sign that stands alone keeps its place
            text = text[1:]
    return _NUMBER_AND_NOUN.sub("\\1" + NO_BREAK, text)


@lru_cache(maxsize=4096)
def hyphenations(word: str, language: str) -> tuple[int, ...]:
    """Positions where *word* may be divided, rising; at least three letters stay on either side.

    Empty for a language without patterns.
    """
    import pyphen

    code = pyphen.language_fallback(language.replace("-", "_")) or {"en": "en_US"}.get(language[:2])
    if code is None:
        return ()
    positions = pyphen.Pyphen(lang=code, left=3, right=3).positions(word)
    return tuple(int(position) for position in positions)
