"""`phrases/LANGUAGE.yaml` -> patterns of sentences in a language, filled with their parts."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from pawprint.core.diagnostics import Findings
from pawprint.core.language_tags import primary_language
from pawprint.core.source import Source
from pawprint.source.plain_data import to_python
from pawprint.source.reader import read_yaml

#: The language of sentences in a language without a file.
FALLBACK = "en"
_PART = re.compile(r"\{(\w+)(?::(\w+))?(?:\|([^|{}]*)\|([^|{}]*))?\}")
_NUMBER = re.compile(r"-?[0-9]+")


class SentenceLanguage:
    """The patterns of one language.

    Attributes:
        code: such as `fr-CA`.
        known: whether it has patterns; those are of `FALLBACK` else.
    """

    def __init__(self, code: str, known: bool, data: Mapping[str, Any]) -> None:
        self.code, self.known, self._data = code, known, data
        self.nouns: Mapping[str, str] = data["nouns"]
        self._plural = re.compile(data["plural"])

    def say(self, key: str, **parts: str) -> str:
        return self.filled(self._data["patterns"][key], parts)

    def filled(self, words: str, parts: Mapping[str, str]) -> str:
        """*words* with *parts* for `{a}`; `{a:dative}` is a form of the part, and `{a|is|are}` a word that fits it."""

        def part(found: re.Match[str]) -> str:
            name, case, single, many = found.groups()
            if name not in parts:
                return found[0]
            text = parts[name]
            return (many if self.is_plural(text) else single) if single is not None else self._changed(text, case or "")

        return _PART.sub(part, words)

    def own(self, words: Mapping[str, str]) -> str:
        """Those of *words* that are in this language, or in that of all; empty if there are none."""
        return words.get(self.code) or words.get(primary_language(self.code)) or words.get("") or ""

    def heading(self, key: str, **parts: str) -> str:
        return self.finished(self.filled(self._data["headings"][key], parts))

    def listed(self, parts: Sequence[str], word: str = "and") -> str:
        """`a, b or c`."""
        if len(parts) < 2:
            return "".join(parts)
        return f"{', '.join(parts[:-1])} {self._data['last'][word]} {parts[-1]}"

    def apart(self, parts: Sequence[str], word: str) -> str:
        """`a and b, or c`: for parts that have such words inside."""
        return f", {self._data['last'][word]} ".join(parts)

    def series(self, parts: Sequence[str]) -> str:
        """`a; b; c`."""
        between: str = self._data["between"]
        return between.join(parts)

    def possessive(self, name: str) -> str:
        """`your hand` of `the hand`."""
        return self._changed(name, "possessive")

    def indefinite(self, name: str) -> str:
        """`a card` of `the card`."""
        return self._changed(name, "indefinite")

    def unnamed(self, name: str, title: str = "") -> str:
        """What has no name of the author: by its title, if it has one that is no usual noun."""
        noun = self.nouns.get(title.lower()) or (self.nouns.get(name) if not title or title.lower() == name else "")
        if noun:
            return noun
        words = name.replace("_", " ")
        pattern = "title" if title and title.lower() != words else "key"
        written: str = self._data["unnamed"][pattern]
        return written.replace("{name}", title if pattern == "title" else words)

    def quoted(self, text: str) -> str:
        written: str = self._data["unnamed"]["title"]
        return written.replace("{name}", text)

    def sentence(self, text: str) -> str:
        """*text* with a capital letter and a full stop; empty if it is."""
        text = self.finished(text)
        return text and (text[0].upper() + text[1:] + ("" if text.endswith((".", ":", "!", "?")) else "."))

    def finished(self, text: str) -> str:
        return self._changed(text, "contractions")

    def is_plural(self, text: str) -> bool:
        """Whether *text* is a number or a name that takes the plural."""
        return text not in self._data["singular"] if _NUMBER.fullmatch(text) else bool(self._plural.match(text))

    def _changed(self, text: str, key: str) -> str:
        """*text* after all replacements below *key*; a plural has its own, if the language has a key for it.

        In place of a replacement there can be the key of others.
        """
        rules = self._data.get(key, ())
        if f"{key} plural" in self._data and self.is_plural(text):
            rules = self._data[f"{key} plural"]
        for rule in rules:
            text = self._changed(text, rule) if isinstance(rule, str) else re.sub(rule[0], rule[1], text)
        return text


@cache
def sentence_languages() -> tuple[str, ...]:
    """The languages that have patterns."""
    folder = files("pawprint.play.language") / "phrases"
    return tuple(sorted(file.name.removesuffix(".yaml") for file in folder.iterdir() if file.name.endswith(".yaml")))


@cache
def sentence_language(language: str) -> SentenceLanguage:
    """The patterns for a language such as `fr-CA`; those of `FALLBACK` if it has none."""
    found = next((code for code in (language, primary_language(language)) if code in sentence_languages()), "")
    path = files("pawprint.play.language") / "phrases" / f"{found or FALLBACK}.yaml"
    node = read_yaml(Source(path.name, path.read_text(encoding="utf-8")), Findings())
    data: Mapping[str, Any] = to_python(node, lambda scalar: scalar.text) if node is not None else {}
    return SentenceLanguage(language, bool(found), data)
