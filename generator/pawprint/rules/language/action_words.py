"""Actions of rules that are data <-> words: of logs and scenarios, and of the table for people."""

import re
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from pawprint.rules.engine import Action
from pawprint.rules.language.program_builder import ProgramBuilder, Verb
from pawprint.rules.language.record_table import RecordTable
from pawprint.rules.language.rule_types import NODE, NUMBER, PIECE, PLAYER, TEXT
from pawprint.rules.zone_game import Spoken, ZoneGame

#: What the table says of a shuffle, by language.
_SHUFFLED = {
    "en": "The cards are shuffled.", "fr": "On mélange les cartes.", "de": "Die Karten werden gemischt.",
    "es": "Se barajan las cartas.",
}  # fmt: skip


class WordedRules(ZoneGame):
    """Rules whose actions are whole numbers, or tuples of kinds for shuffled cards."""

    records: RecordTable

    @property
    def vocabulary(self) -> ProgramBuilder:
        """A program with the verbs; they are the same for all numbers of players."""
        raise NotImplementedError

    def parts_of(self, action: Any) -> tuple[Verb, list[Any]] | None:
        """The verb of an action, and what is chosen: kinds, seats, numbers, words, or None; None for no action."""
        program = self.vocabulary
        number = action >> program.width * program.fields if isinstance(action, int) else -1
        if not 0 <= number < len(program.verbs):
            return None
        verb, mask = program.verbs[number], 2**program.width - 1
        values: list[Any] = []
        for place, kind in enumerate(verb.kinds):
            value = (action >> program.width * (program.fields - 1 - place) & mask) - 1
            if value < 0 and not verb.optional[place]:
                return None
            if value >= {PIECE: len(self.records.ids), NODE: len(self.records.kind_of)}.get(kind.kind, mask):
                return None
            if value < 0 or kind.kind != TEXT:
                values.append(None if value < 0 else value)
                continue
            words = program.word_lists[program.words_table(kind)]
            if value >= len(words):
                return None
            values.append(words[value])
        return verb, values

    def named(self, action: Any) -> tuple[Verb, dict[str, str]] | None:
        """The verb of an action, and what is chosen as logs write it; None for no action."""
        parts = self.parts_of(action)
        if parts is None:
            return None
        verb, values = parts
        return verb, {
            name: self.word(kind, value) for name, kind, value in zip(verb.choices, verb.kinds, values, strict=True)
        }

    def word(self, kind: Any, value: Any) -> str:
        """What was chosen, as logs write it."""
        if value is None:
            return "nothing"
        if kind.kind == NODE:
            name: str = self.vocabulary.node_names[value]
            return name
        word: str = self.records.ids[value] if kind.kind == PIECE else str(value)
        return word

    def describe(self, action: Action) -> str:
        """See `Rules.describe`."""
        if isinstance(action, tuple):
            return " ".join(
                ["shuffle", *(self.records.ids[kind] for kind in action if kind in range(self.records.played))]
            )
        found = self.named(action)
        if found is None:
            return str(action)
        verb, names = found
        return verb.without if verb.without and "nothing" in names.values() else filled(verb.words, names)

    def cards_of(self, action: Action, state: Any) -> tuple[str, ...]:
        """See `Rules.cards_of`: what is chosen, in the order of the choices."""
        found = self.parts_of(action)
        if found is None:
            return super().cards_of(action, state)
        verb, values = found
        kind_of = self.records.kind_of
        pieces = [
            kind_of[value] if kind.kind == NODE else value
            for kind, value in zip(verb.kinds, values, strict=True)
            if kind.kind in (PIECE, NODE) and value is not None
        ]
        return tuple(dict.fromkeys(self.records.ids[piece] for piece in pieces))

    @cached_property
    def descriptions(self) -> list[tuple[re.Pattern[str], int]]:
        """How actions are written -> the verb."""
        found = []
        for number, verb in enumerate(self.vocabulary.verbs):
            pattern = re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>\\S+)", re.escape(verb.words))
            found.append((re.compile(pattern), number))
        return found

    def parse(self, text: str) -> Action:
        """See `Rules.parse`."""
        words = " ".join(text.split())
        program, kinds = self.vocabulary, self.records.kinds
        if words.startswith("shuffle ") and all(one in kinds for one in words.split()[1:]):
            return tuple(kinds[one] for one in words.split()[1:])
        for number, verb in enumerate(program.verbs):
            if words and verb.without == words:
                return number << program.width * program.fields
        for pattern, number in self.descriptions:
            match = pattern.fullmatch(words)
            if match is None:
                continue
            verb, action = program.verbs[number], number
            for place in range(program.fields):
                action <<= program.width
                if place < len(verb.choices):
                    value = self._value(verb.kinds[place], match.groupdict().get(verb.choices[place], "nothing"))
                    if value is None:
                        break
                    action += value + 1
            else:
                return action
        raise ValueError("no action is written so")

    def _value(self, kind: Any, word: str) -> int | None:
        """What a word of an action stands for: -1 for nothing; None if it stands for nothing known."""
        if word == "nothing":
            return -1
        if kind.kind == PIECE:
            return self.records.kinds.get(word)
        if kind.kind == NODE:
            names = self.vocabulary.node_names
            return names.index(word) if word in names else None
        if kind.kind in (NUMBER, PLAYER):
            return int(word) if re.fullmatch(r"[0-9]{1,4}", word) else None
        words = self.vocabulary.word_lists[self.vocabulary.words_table(kind)]
        return words.index(word) if word in words else None

    def spoken(self, state: Any, action: Action) -> Spoken | None:
        """See `ZoneGame.spoken`."""
        if isinstance(action, tuple):
            return Spoken(_SHUFFLED, {}, {})
        found = self.parts_of(action)
        if found is None:
            return None
        verb, values = found
        named = [*zip(verb.choices, verb.kinds, values, strict=True)]
        pieces = {
            name: self.word(kind, value)
            for name, kind, value in named
            if kind.kind in (PIECE, NODE) and value is not None
        }
        others = {name: self._spoken_word(kind, value) for name, kind, value in named if name not in pieces}
        return Spoken(verb.says or {"": verb.words}, pieces, others)

    def _spoken_word(self, kind: Any, value: Any) -> str:
        """What was chosen, for people, who count players from 1."""
        return str(value + 1) if kind.kind == PLAYER and value is not None else self.word(kind, value)

    def refusals(self) -> Iterable[Mapping[str, str]]:
        """See `ZoneGame.refusals`."""
        return [words for verb in self.vocabulary.verbs for _, words, _ in verb.reasons if words]


def filled(words: str, names: Mapping[str, str]) -> str:
    """*words* with the `{names}` in them."""
    return re.sub(r"\{([\w.]+)\}", lambda found: names.get(found[1], found[0]), words)
