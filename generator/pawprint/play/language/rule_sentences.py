"""The rules of a game that are data -> sentences in a language: by number, by action, and as a whole."""

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, NamedTuple

from pawprint.play.language._expression_phrases import ExpressionPhrases, Names
from pawprint.play.language._step_sentences import Clause, ClauseText, StepSentences
from pawprint.play.language.sentence_language import FALLBACK, SentenceLanguage
from pawprint.play.language.specification import ActionSpec, Choice, Definition, RuleText
from pawprint.source.plain_data import to_python
from pawprint.source.reader import MappingNode, Node


class ActionSentence(NamedTuple):
    """What a player may do.

    Attributes:
        label: the words of its button, without what is chosen.
        text: what is chosen, when it is possible, and what happens, in sentences.
    """

    name: str
    label: str
    rule: str
    text: str


class RuleSentences:
    """The sentences of one game."""

    def __init__(self, rules: Any, language: SentenceLanguage) -> None:
        self.spec, self.language, self.say = rules.spec, language, language.say
        first, *others = [rules.constants(players) for players in rules.players or (rules.players.start,)]
        same = {name: value for name, value in first.items() if all(other.get(name) == value for other in others)}
        numbers = {name: number.value for name, number in self.spec.numbers.items()}
        #: The language of what the file says in one language only.
        self._first = rules.records.game.languages[0] if rules.path else FALLBACK
        self.constants: Mapping[str, Any] = {**numbers, **rules.chosen, **same, "edition": rules.edition}
        self.phrases = ExpressionPhrases(rules, self.constants, language)
        self.steps = StepSentences(self.phrases, self.label)
        self.text = ClauseText(self.steps)

    def label(self, name: str) -> str:
        action = self.spec.actions.get(name)
        says = {} if action is None else action.says
        words = self.phrases.author(name) or self.language.own(says) or name
        choices = () if action is None else action.choices
        given = {choice.name: self.language.indefinite(self.phrases.name_of(choice.name)) for choice in choices}
        return self.language.finished(self.language.filled(words, given))

    @cached_property
    def actions(self) -> tuple[ActionSentence, ...]:
        return tuple(
            ActionSentence(
                name, self.label(name), action.rule, self.own_sentence(name) or self._action(action, action.rule)
            )
            for name, action in self.spec.actions.items()
        )

    def _names(self, action: ActionSpec) -> Names:
        return {choice.name: self.phrases.name_of(choice.name) for choice in action.choices}

    def _action(self, action: ActionSpec, rule: str) -> str:
        names = self._names(action)
        chosen = [self.steps.choice(choice, names) for choice in action.choices]
        tests = [condition.that for condition in (*action.before, *self._needs(action)) if condition.rule in ("", rule)]
        parts = [
            self.language.sentence(clause) for clause in (*chosen, *map(self.only_if, tests, [names] * len(tests)))
        ]
        return " ".join(
            [*filter(None, parts), self.text.sentences(self.steps.clauses(action.steps, names), rule)]
        ).strip()

    def _needs(self, action: ActionSpec) -> tuple[Any, ...]:
        return (*(need for choice in action.choices for need in choice.needs), *action.needs)

    def only_if(self, condition: Any, names: Names) -> str:
        """What must be so, as a clause; empty if it always is."""
        tree = self.phrases.tree(condition)
        return (
            "" if isinstance(tree, ast.Constant) else self.say("only if", condition=self.phrases.condition(tree, names))
        )

    def refusal(self, name: str, why: RuleText | Choice) -> str:
        names = {choice.name: f"{{{choice.name}}}" for choice in self.spec.actions[name].choices}
        if isinstance(why, RuleText):
            condition = self.phrases.condition(self.phrases.tree(why), names)
            return self.language.finished(self.say("refusal", condition=condition))
        among, least, most = (
            "" if expression is None else self.phrases.phrase(self.phrases.tree(expression), names)
            for expression in (why.among, why.least, why.most)
        )
        text = self.say("outside", a=among) if among else self.say("limits", least=least, most=most)
        return self.language.finished(text)

    def own_sentence(self, name: str) -> str:
        own = self.spec.sentences.get(name)
        words = own.words if own is not None else {}
        text = self.language.own(words)
        return self.language.filled(text, {number: str(value) for number, value in self.constants.items()})

    @cached_property
    def _roots(self) -> tuple[tuple[Clause, ...], ...]:
        roots = [self.steps.clauses(steps, {}) for steps in (self.spec.setup, self.spec.play, self.spec.at_end)]
        return (
            *roots,
            *(self.steps.clauses(procedure.steps, self._parameters(procedure)) for procedure in self._procedures),
        )

    @property
    def _procedures(self) -> list[Definition]:
        """The steps that the author gives a name in sentences; others are said where they are done."""
        return [step for step in self.spec.steps.values() if self.phrases.author(step.written)]

    def _parameters(self, steps: Definition) -> Names:
        return {name: self.phrases.name_of(name) for name in steps.parameters}

    def sentence(self, number: str) -> str:
        own = self.own_sentence(number)
        if own:
            return own
        parts = [self._number(name) for name in self._numbers(number)]
        for clauses in self._roots:
            parts += self._under(clauses, number)
        for action in self.spec.actions.values():
            parts += self._of_action(action, number)
        for need in self.spec.invariants:
            if need.rule == number:
                parts.append(self.language.sentence(self.say("promise", condition=self._condition(need.that))))
        return (
            " ".join(filter(None, dict.fromkeys(parts)))
            or self._option(number)
            or self.language.sentence(self.say("idle"))
        )

    def _condition(self, condition: RuleText) -> str:
        return self.phrases.condition(self.phrases.tree(condition), {})

    def _option(self, number: str) -> str:
        """What was agreed on, by the options of a rule of which no step is left."""
        options = {name: option for name, option in self.spec.options.items() if option.rule == number}
        said = (
            self.say("number", about=self._about(name, option.about), value=self._agreed(name))
            for name, option in options.items()
        )
        return " ".join(map(self.language.sentence, said))

    def _agreed(self, option: str) -> str:
        value = self.constants.get(option, "")
        return (
            self.say(str(value).lower())
            if isinstance(value, bool)
            else self.phrases.author(str(value)) or self.language.quoted(str(value))
        )

    def _about(self, name: str, about: str) -> str:
        """What a number or an option is for; the file says it in the first language of the game."""
        own = about if self.language.code == self._first else ""
        return self.phrases.author(name) or own or self.language.unnamed(name)

    def _under(self, clauses: tuple[Clause, ...], number: str) -> Iterator[str]:
        """The sentences of the outermost clauses with this number, with the conditions and loops around them."""
        for clause in self._wrapped(clauses, number):
            yield self.text.sentences([clause], number)

    def _wrapped(self, clauses: tuple[Clause, ...], number: str) -> Iterator[Clause]:
        for clause in clauses:
            if clause.rule == number:
                yield clause
                continue
            own, other = ([*self._wrapped(part, number)] for part in (clause.inner, clause.other))
            if clause.kind in ("if", "each") and own:
                yield Clause(clause.text, clause.kind, tuple(own), (), number)
            else:
                yield from own
            if clause.kind == "if" and other:
                yield Clause(clause.opposite, "if", tuple(other), (), number)
            else:
                yield from other

    def _of_action(self, action: ActionSpec, number: str) -> Iterator[str]:
        label = self.label(action.name)
        if action.rule == number:
            text = self.own_sentence(action.name) or self._action(action, number)
            yield self.say("colon", a=label[:1].upper() + label[1:], b=text)
            return
        names = self._names(action)
        for choice in action.choices:
            if choice.rule == number:
                text = self.language.sentence(self.steps.choice(choice, names))
                yield self.say("colon", a=label[:1].upper() + label[1:], b=text)
        for need in (*action.before, *self._needs(action)):
            if need.rule == number:
                text = self.language.sentence(self.only_if(need.that, names))
                yield text and self.say("colon", a=label[:1].upper() + label[1:], b=text)
        yield from self._under(self.steps.clauses(action.steps, names), number)

    def _numbers(self, number: str) -> Iterator[str]:
        """The numbers of a rule that none of its steps and actions names."""
        steps = [step.node for step in self.spec.all_steps() if step.rule == number]
        written = str([to_python(step) for step in (*steps, *self._action_nodes(number))])
        for name, value in self.spec.numbers.items():
            if value.rule == number and not re.search(rf"\b{name}\b", written):
                yield name

    def _action_nodes(self, number: str) -> Iterator[Node]:
        actions = self.spec.node.get("actions")
        for name, action in self.spec.actions.items():
            node = actions.get(name) if isinstance(actions, MappingNode) else None
            if action.rule == number and node is not None:
                yield node

    def _number(self, name: str) -> str:
        about = self._about(name, self.spec.numbers[name].about)
        return self.language.sentence(self.say("number", about=about, value=str(self.constants[name])))

    def outline(self) -> Iterator[str]:
        seen: set[str] = set()
        spec = self.spec
        for heading, steps in (("setup", spec.setup), ("play", spec.play)):
            yield from self._section(heading, [*self.text.outline(self._replaced(self.steps.clauses(steps, {}), seen))])
        lines = []
        for procedure in self._procedures:
            names = self._parameters(procedure)
            called = self.language.filled(self.phrases.author(procedure.written), names)
            own = self.own_sentence(procedure.name)
            lines.append(f"- **{self.language.sentence(called).rstrip('.')}**{own and f' {own}'}")
            lines += (
                () if own else self.text.outline(self._replaced(self.steps.clauses(procedure.steps, names), seen), 1)
            )
        yield from self._section("procedures", lines)
        yield from self._section(
            "actions", [line for action in spec.actions.values() for line in self._action_lines(action, seen)]
        )
        yield from self._section(
            "at end", [*self.text.outline(self._replaced(self.steps.clauses(spec.at_end, {}), seen))]
        )
        yield from self._section("score", [f"- {line}" for line in self._results()])
        alone = [
            name
            for name, number in spec.numbers.items()
            if name in self._numbers(number.rule) and number.rule not in seen
        ]
        numbers = [f"- **{spec.numbers[name].rule}** {self._number(name)}" for name in alone if spec.numbers[name].rule]
        yield from self._section("numbers", numbers)

    def _section(self, heading: str, lines: list[str]) -> Iterator[str]:
        if lines:
            yield from (f"## {self.language.heading(heading)}", "", *lines, "")

    def _replaced(self, clauses: tuple[Clause, ...], seen: set[str]) -> tuple[Clause, ...]:
        """*clauses* with the author's sentence in the place of the first one of a rule."""
        found = []
        for clause in clauses:
            own = self.own_sentence(clause.rule) if clause.rule else ""
            if own and clause.rule not in seen:
                found.append(Clause(own, rule=clause.rule))
            elif not own:
                inner, other = self._replaced(clause.inner, seen), self._replaced(clause.other, seen)
                found.append(clause._replace(inner=inner, other=other))
            seen.add(clause.rule)
        return tuple(found)

    def _action_lines(self, action: ActionSpec, seen: set[str]) -> Iterator[str]:
        label = self.label(action.name)
        number = f"{action.rule} " if action.rule else ""
        own = self.own_sentence(action.name) or (self.own_sentence(action.rule) if action.rule else "")
        yield f"- **{number}{label[:1].upper()}{label[1:]}**" + (f" {own}" if own else "")
        if own:
            return
        names = self._names(action)
        for choice in action.choices:
            yield f"  - {self.language.sentence(self.steps.choice(choice, names))}"
        for need in (*action.before, *self._needs(action)):
            text, rule = self.language.sentence(self.only_if(need.that, names)), need.rule
            if text:
                yield f"  - {f'**{rule}** ' if rule not in ('', action.rule) else ''}{text}"
        seen.add(action.rule)
        yield from self.text.outline(self._replaced(self.steps.clauses(action.steps, names), seen), 1)

    def _results(self) -> Iterator[str]:
        spec, say = self.spec, self.language.heading
        if spec.together is not None:
            yield say("together", condition=self._condition(spec.together))
        if spec.score is not None:
            yield say("score says", a=self.phrases.phrase(self.phrases.tree(spec.score), {}))
        if spec.team is not None:
            yield say("team", a=self.phrases.phrase(self.phrases.tree(spec.team), {}))
        if spec.rank:
            trees = [self.phrases.tree(expression) for expression in spec.rank]
            ranks = [self.say("seat") if ast.unparse(tree) == "me" else self.phrases.phrase(tree, {}) for tree in trees]
            yield say("rank", a=self.language.series([rank for rank in ranks if rank != "0"]))
        elif spec.together is None:
            yield say("score low" if spec.lowest_wins else "score high")
