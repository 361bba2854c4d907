"""Texts of cards -> the language that they are in: by their script, else by the commonest words of each language."""

import re
from collections import Counter
from collections.abc import Sequence

from pawprint.interchange.lists._list_words import list_words

_SAMPLE = 20_000
#: From so many words on, and such a share of common ones, words decide; a tie is no decision.
_LEAST_WORDS, _LEAST_SHARE, _MARGIN = 12, 0.06, 1.1


def language_of_texts(texts: Sequence[str]) -> str:
    """The code of the language; empty if there is too little text, or two languages are equally likely."""
    sample = "\n".join(texts)[:_SAMPLE].lower()
    letters = [sign for sign in sample if sign.isalpha()]
    counts = {
        code: sum(low <= sign <= high for sign in letters for low, high in ranges)
        for code, ranges in list_words().scripts.items()
    }
    code = max(counts, key=lambda one: counts[one], default="")
    if code and counts[code] * 2 > len(letters):
        if code == "zh" and counts["ja"] * 20 > len(letters):
            code = "ja"
        if code not in list_words().common:
            return code
        own = next((one for one, signs in list_words().letters.items() if any(sign in sample for sign in signs)), code)
        return _by_words(sample, list_words().common[code], own)
    if counts.get("zh", 0) + counts.get("ja", 0) > len(letters) / 2:
        return "ja"
    return _by_words(sample, list_words().common["latin"], "")


def _by_words(sample: str, common: dict[str, frozenset[str]], default: str) -> str:
    """The language of which a text has the most common words."""
    words = re.findall(r"[^\W\d_]+", sample)
    found = Counter(words)
    shares = sorted(
        ((sum(found[word] for word in some), code) for code, some in common.items()), key=lambda one: -one[0]
    )
    (most, code), (second, _) = shares[0], shares[1]
    enough = len(words) >= _LEAST_WORDS and most >= len(words) * _LEAST_SHARE and most >= second * _MARGIN
    return code if enough else default
