"""Actions of rules that are data <-> words: of logs and scenarios, and of the table for people."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from pawprint.play._zone_game import Spoken, ZoneGame
from pawprint.play._zone_state import OPEN, OWNER, Zone
from pawprint.play.engine import Action
from pawprint.play.language._program import EndlessLoop
from pawprint.play.language._program_builder import ProgramBuilder, Verb
from pawprint.play.language._record_table import RecordTable
from pawprint.play.language.grid import GridError
from pawprint.play.language.groups import ROW, GroupError, GroupZone
from pawprint.play.language.rule_sentences import RuleSentences
from pawprint.play.language.rule_types import GROUP, NODE, NUMBER, PIECE, PLACE, PLAYER, TEXT, RuleType
from pawprint.play.language.sentence_language import sentence_language, sentence_languages
from pawprint.play.language.specification import Words
from pawprint.play.time_limit import TimeIsUp

# --- What goes wrong while a game is played by rules that are data, in words ------------------------------------------

#: A part of the message about a limit -> what to do.
_LIMIT_HELP = {
    "grows": "give it a limit: min(points, 100)",
    "legal": "let a player choose among less at once",
    "chance": "write the smaller number first: chance: 1, to: 6",
    "repeated": "repeat it less often, or let a player decide in between",
}


def in_words(error: BaseException) -> tuple[str, str]:
    """What has gone wrong while a game was played, and what to do."""
    if isinstance(error, EndlessLoop):
        help = "let each turn of the loop change what it waits for, or leave it with: stop"
        return str(error), next((text for part, text in _LIMIT_HELP.items() if part in str(error)), help)
    if isinstance(error, GridError):
        return str(error), "ask first what lies there: if: here.card, then: [...]"
    if isinstance(error, GroupError):
        return str(error), "remove a group when it has no cards any more"
    if isinstance(error, LookupError):
        message = "a list is empty, or has fewer entries, where one is taken from it"
        return message, "ask first whether there is one: if: table, then: [...]"
    if isinstance(error, ValueError) and "remove" in str(error):
        return "a card is moved from a zone in which it does not lie", "say where it lies: from: table"
    if isinstance(error, ValueError):
        return "there is nothing to choose the best of", "ask first whether there is something: if: table, then: [...]"
    if isinstance(error, ZeroDivisionError):
        return "a number is divided by 0", "ask first whether it is 0"
    if isinstance(error, TypeError):
        message = "something that is nothing is used as if it were a card or a number"
        return message, "ask first whether it is something: if: chosen != nothing, then: [...]"
    if isinstance(error, RecursionError):
        return "steps do steps too deeply", "use a loop"
    if isinstance(error, TimeIsUp):
        return "this takes too long", "look at fewer cards at once, and loop less often"
    return f"this fails with {type(error).__name__}: {error}", ""


#: What the table says of a shuffle, by language.
_SHUFFLED = {
    "en": "The cards are shuffled.", "fr": "On mélange les cartes.", "de": "Die Karten werden gemischt.",
    "es": "Se barajan las cartas.",
}  # fmt: skip


#: Actions whose parts are kept; games offer the same ones again and again.
_MOST_KNOWN = 50_000
#: A card of a shuffle, with its quarter turns.
_CARD = re.compile(r"(.+?)(?:/([0-3]))?")


class WordedRules(ZoneGame):
    """Rules whose actions are whole numbers, or tuples of kinds for shuffled cards."""

    records: RecordTable

    @property
    def vocabulary(self) -> ProgramBuilder:
        """A program with the verbs; they are the same for all numbers of players."""
        raise NotImplementedError

    def parts_of(self, action: Any) -> tuple[Verb, list[Any]] | None:
        """The verb of an action, and what is chosen: kinds, seats, numbers, words, or None; None for no action."""
        known = self._known_parts
        if action not in known:
            if len(known) >= _MOST_KNOWN:
                known.clear()
            known[action] = self._parts_of(action)
        return known[action]

    @cached_property
    def _known_parts(self) -> dict[Any, tuple[Verb, list[Any]] | None]:
        return {}

    def _parts_of(self, action: Any) -> tuple[Verb, list[Any]] | None:
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
            if value >= {
                PIECE: len(self.records.ids),
                NODE: len(self.records.kind_of),
                PLACE: len(self.place_names),
            }.get(kind.kind, mask):
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
        if value is None:
            return "nothing"
        if kind.kind == NODE:
            name: str = self.vocabulary.node_names[value]
            return name
        if kind.kind == GROUP:
            return self.groups_of(kind).name_of(value)
        if kind.kind == PLACE:
            return str(self.place_names[value])
        word: str = self.records.ids[value] if kind.kind == PIECE else str(value)
        return word

    def groups_of(self, kind: RuleType) -> GroupZone:
        return self.vocabulary.groups[next(iter(kind.values or ()))]

    @cached_property
    def place_names(self) -> tuple[str, ...]:
        grid = self.vocabulary.grid
        return () if grid is None else grid.places.names

    def describe(self, action: Action) -> str:
        if isinstance(action, tuple):
            count = len(self.records.ids)
            cards = [divmod(number, count) for number in action if number in range(4 * count)]
            return " ".join(["shuffle", *(f"{self.records.ids[kind]}{f'/{by}' if by else ''}" for by, kind in cards)])
        found = self.named(action)
        if found is None:
            return str(action)
        verb, names = found
        return filled(verb.without if verb.without and "nothing" in names.values() else verb.words, names)

    def cards_of(self, action: Action, state: Any) -> tuple[str, ...]:
        found = self.parts_of(action)
        if found is None:
            return super().cards_of(action, state)
        verb, values = found
        kind_of = self.records.kind_of
        pieces = []
        for kind, value in zip(verb.kinds, values, strict=True):
            if kind.kind == PLACE and value is not None and state.up[value]:
                pieces.append(state.places[self.vocabulary.grid.at][value])  # type: ignore[union-attr]
            elif kind.kind in (PIECE, NODE) and value is not None:
                pieces.append(kind_of[value] if kind.kind == NODE else value)
        return tuple(dict.fromkeys(self.records.ids[piece] for piece in pieces))

    @cached_property
    def descriptions(self) -> list[tuple[re.Pattern[str], int]]:
        """How actions are written -> the verb."""
        found = []
        for number, verb in enumerate(self.vocabulary.verbs):
            for words in (verb.words, *([verb.without] if verb.without else [])):
                pattern = re.escape(words)
                for name, kind in zip(verb.choices, verb.kinds, strict=True):
                    pattern = pattern.replace(rf"\{{{name}\}}", self._pattern(name, kind))
                found.append((re.compile(pattern), number))
        return found

    def _pattern(self, name: str, kind: RuleType) -> str:
        """What is chosen, in a regular expression; words of a list may have spaces."""
        words = kind.values if kind.kind == TEXT else None
        return f"(?P<{name}>{'|'.join(map(re.escape, sorted(words))) if words else '[^ ]+'})"

    def parse(self, text: str) -> Action:
        words = " ".join(text.split())
        program, kinds = self.vocabulary, self.records.kinds
        cards = [_CARD.fullmatch(word) for word in words.split()[1:]] if words.startswith("shuffle ") else []
        if cards and all(card and card[1] in kinds for card in cards):
            return tuple(kinds[card[1]] + int(card[2] or 0) * len(self.records.ids) for card in cards if card)
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
            return self.records.kind_named(word, kind.components)
        if kind.kind == NODE:
            names = self.vocabulary.node_names
            return names.index(word) if word in names else None
        if kind.kind == GROUP:
            return self.groups_of(kind).group_of(word)
        if kind.kind == PLACE:
            return self.place_names.index(word) if word in self.place_names else None
        if kind.kind in (NUMBER, PLAYER):
            return int(word) if re.fullmatch(r"[0-9]{1,4}", word) else None
        words = self.vocabulary.word_lists[self.vocabulary.words_table(kind)]
        return words.index(word) if word in words else None

    def spoken(self, state: Any, action: Action) -> Spoken | None:
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
        return str(value + 1) if kind.kind == PLAYER and value is not None else self.word(kind, value)

    def grid_size(self, zone: str) -> tuple[int, int]:
        grid = self.vocabulary.grid
        assert grid is not None
        return grid.places.rows, grid.places.columns

    def owner_of(self, zone: str) -> int:
        found = self.part_at(zone)
        return super().owner_of(zone) if found is None else found[1] >> ROW if found[0].each else -1

    def part_at(self, zone: str) -> tuple[GroupZone, int, str] | None:
        """The zone of groups, the group and the name of its part that `A1 traits` names; None if it names none."""
        called, _, part = zone.rpartition(" ")
        for found in self.vocabulary.groups.values():
            group = found.group_of(called)
            if group is not None and part in found.parts:
                return found, group, part
        return None

    def declared(self, zone: str) -> Zone:
        found = self.part_at(zone)
        part = None if found is None else found[0].parts[found[2]].zone
        if found is None or part is None:
            return super().declared(zone)
        name = found[0].name_of(found[1])
        titles = {language or "en": f"{name}: {title}" for language, title in part.titles.items()}
        return Zone(zone, part.seen, False, titles, part.pile)

    def sees(self, seat: int, zone: str) -> bool:
        seen = self.declared(zone).seen
        return seen == OPEN or (seen == OWNER and self.owner_of(zone) == seat)

    def refusals(self) -> Iterable[Mapping[str, str]]:
        questions = [wait.question for wait in self.vocabulary.waits.values() if wait.question]
        return [*(words for reasons in self.reasons.values() for _, words in reasons), *questions]

    @cached_property
    def reasons(self) -> Mapping[str, Sequence[tuple[str, Words]]]:
        """Action -> what each number of `why` means: rule, and words of the author or of the condition."""
        spoken = [RuleSentences(self, sentence_language(language)) for language in sentence_languages()]
        return {
            verb.name: [
                (rule, words or {sentences.language.code: sentences.refusal(verb.name, why) for sentences in spoken})
                for rule, words, why in verb.reasons
            ]
            for verb in self.vocabulary.verbs
        }


def filled(words: str, names: Mapping[str, str]) -> str:
    """*words* with the `{names}` in them."""
    return re.sub(r"\{([\w.]+)\}", lambda found: names.get(found[1], found[0]), words)
