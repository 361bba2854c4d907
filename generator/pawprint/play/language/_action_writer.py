"""Actions -> functions of the program: which of them are legal, and why others are not."""

import ast
from collections.abc import Callable, Mapping, Sequence
from math import prod
from typing import Any, NamedTuple

from pawprint.core.source import Span
from pawprint.play.language._expression_code import Code
from pawprint.play.language._node_sets import NodeSets
from pawprint.play.language._program_builder import MOST_CHOSEN, ProgramBuilder, Verb
from pawprint.play.language._program_text import FunctionText
from pawprint.play.language._rule_expressions import ExpressionCompiler
from pawprint.play.language._rule_names import RuleScope
from pawprint.play.language.rule_types import (
    FLAG,
    GROUP,
    LIST,
    NODE,
    NOTHING,
    NUMBER,
    NUMBER_TYPE,
    PIECE,
    PLACE,
    PLAYER,
    TEXT,
    RuleType,
)
from pawprint.play.language.specification import ActionCondition, ActionSpec, Choice, RuleText, Words

# --- An action as it is being written: its choices and conditions, and choices of cards of a forest as sets -----------


def number_table(program: ProgramBuilder, base: int, kinds: Sequence[RuleType]) -> str:
    """The name of a table of actions by what is chosen, from the first one; empty if it would be large."""
    sizes: list[Sequence[Any]] = [
        program.word_lists[program.words_table(kind)] if kind.kind == TEXT else range(program.sizes.get(kind.kind, 0))
        for kind in kinds
    ]
    if len(sizes) > 2 or not 0 < prod(map(len, sizes)) <= 2_000:
        return ""
    program.number_tables.append((base, sizes))
    return f"N{len(program.number_tables) - 1}"


class ActionParts(NamedTuple):
    """An action as it is being written.

    Attributes:
        sources: for each choice what it is among, or its limits; and its type.
        conditions: what must be so, as Python and as it is written.
        refused: what must not be so, where it is written, and the reason: rule, words, condition or choice.
    """

    sources: list[tuple[Any, RuleType]]
    conditions: list[tuple[Code, RuleText]]
    refused: list[tuple[str, Span, tuple[str, Words, RuleText | Choice]]]


class NodeChoices:
    """The choices of cards of a forest in an action, as sets."""

    def __init__(self, program: ProgramBuilder, kinds: Mapping[str, RuleType]) -> None:
        self.program = program
        self.kinds = {name: kind.kind for name, kind in kinds.items()}
        names = {name: Code(f"a_{name}", kind, frozenset([name])) for name, kind in kinds.items()}
        self.scope = RuleScope(program.names, "me", names)

    def chosen(self, choice: Choice) -> str | None:
        """The set of all that can be chosen; None if these are no cards of a forest, or no such set."""
        if choice.among is None or choice.optional or self.kinds[choice.name] != NODE:
            return None
        tree = ast.parse(choice.among.text.strip().replace("\n", " "), mode="eval").body
        if isinstance(tree, ast.Name):
            return "s.there" if tree.id == self.program.names.forest else None
        if not isinstance(tree, ast.ListComp):
            return None
        part = tree.generators[0]
        if not isinstance(part.iter, ast.Name) or part.iter.id != self.program.names.forest:
            return None
        if not isinstance(part.target, ast.Name) or ast.dump(tree.elt) != ast.dump(
            ast.Name(part.target.id, ast.Load())
        ):
            return None
        own = self.scope.names[choice.name]
        scope = self.scope.with_names({part.target.id: own})
        tests = [self._set(choice, choice.among, test, part.target.id, scope) for test in part.ifs]
        return None if None in tests else " & ".join(["s.there", *map(str, tests)])

    def split(
        self, choice: Choice, conditions: Sequence[tuple[Code, RuleText]]
    ) -> tuple[list[str], list[tuple[Code, RuleText]]]:
        sets, rest = [], []
        for code, text in conditions:
            tree = ast.parse(text.text.strip().replace("\n", " "), mode="eval").body
            found = self._set(choice, text, tree, choice.name, self.scope)
            if found is None:
                rest.append((code, text))
            else:
                sets.append(found)
        return sets, rest

    def _set(self, choice: Choice, text: RuleText, tree: ast.AST, name: str, scope: RuleScope) -> str | None:
        compiler = ExpressionCompiler(self.program.names, text)
        compiler.kinds = self.kinds
        return NodeSets(compiler, choice.name, f"a_{choice.name}").of(tree, name, scope)


#: The most choices and conditions of an action, and the most actions that may be legal at once.
MOST_CHOICES, MOST_CONDITIONS, MOST_ACTIONS = 8, 50, 100_000


class ActionWriter:
    """Writes the functions of actions."""

    def __init__(self, program: ProgramBuilder) -> None:
        self.program = program
        #: The last choice of the action that is being written.
        self.last: Choice | None = None
        #: The choices of the action that is being written where nothing may be chosen, which no table has.
        self.optional: set[str] = set()

    def write(self, number: int, action: ActionSpec) -> None:
        """`can_N` adds the legal actions, `why_N` says which condition is not true."""
        parts = self._read(action)
        verb = Verb(action.name, (), (), (), action.name, "", {}, "", ())  # of a wrong one, so that the numbers stay
        if parts is not None:
            self.program.text.functions += [self._can(number, action, parts), self._why(number, action, parts)]
            if action.used is not None:
                self._used(number, action, action.used, parts)
            if action.worth is not None:
                self._worth(number, action, action.worth, parts)
            verb = Verb(
                action.name, tuple(choice.name for choice in action.choices), tuple(kind for _, kind in parts.sources),
                tuple(choice.optional for choice in action.choices), action.written, action.without,
                action.says, action.rule,
                tuple(reason for _, _, reason in parts.refused),
            )  # fmt: skip
        self.program.verbs.append(verb)

    def _read(self, action: ActionSpec) -> ActionParts | None:
        """The choices and conditions of an action as Python; None after findings."""
        scope = RuleScope(self.program.names, "me", {})
        parts = ActionParts([], [], [])
        if len(action.choices) > MOST_CHOICES:
            message = f"in the action '{action.name}' more than {MOST_CHOICES} things are chosen"
            help = "let one action follow another: let its steps ask for the next one"
            self.program.wrong(action.choices[MOST_CHOICES].node.span, message, help)
            return None
        self._conditions(action.before, scope, action.rule, parts)
        for choice in action.choices:
            found = self._choice(choice, scope)
            if found is None:
                return None
            source, kind = found
            parts.sources.append(found)
            own = source.source if isinstance(source, Code) else ""
            scope = scope.with_names(
                {choice.name: Code(f"a_{choice.name}", kind, frozenset([choice.name]), source=own)}
            )
            self._secret_choice(source, choice)
            reason = (choice.rule or action.rule, choice.refusal, choice)
            parts.refused.append((self._outside(choice, source), choice.node.span, reason))
            self._conditions(choice.needs, scope, choice.rule or action.rule, parts)
        self._conditions(action.needs, scope, action.rule, parts)
        if len(parts.conditions) > MOST_CONDITIONS:
            message = f"the action '{action.name}' has more than {MOST_CONDITIONS} conditions"
            self.program.wrong(action.node.span, message, "join some of them with: and")
            return None
        return parts

    def _can(self, number: int, action: ActionSpec, parts: ActionParts) -> FunctionText:
        """The legal actions, by loops over the choices with each condition where its names are first known.

        What can be chosen regardless of other choices is found before the loops, so that it is done once. Cards of a
        forest are chosen as sets. The innermost loop is a comprehension.
        """
        program = self.program
        can = FunctionText(f"def can_{number}(s, me, out):", action.node.span)
        kinds = {part.name: kind for part, (_, kind) in zip(action.choices, parts.sources, strict=True)}
        self.optional = {part.name for part in action.choices if part.optional}
        waiting = [*parts.conditions]
        sets = NodeChoices(program, kinds)

        def due(known: set[str]) -> list[tuple[Code, RuleText]]:
            now = [candidate for candidate in waiting if candidate[0].names <= known]
            waiting[:] = [candidate for candidate in waiting if candidate not in now]
            return now

        def test(text: str) -> None:
            if text:
                can.add(f"if {text}:")
                can.depth += 1

        test(self.joined(due(set()), kinds))
        lists = {}
        for choice, (source, kind) in zip(action.choices, parts.sources, strict=True):
            lists[choice.name] = items = self.entries(source, choice, kind)
            if choice.exact or choice.optional or not isinstance(source, Code) or source.names & kinds.keys():
                continue
            name, nodes = f"a_{choice.name}", sets.chosen(choice)
            if nodes is not None:
                own, rest = sets.split(choice, due({choice.name}))
                waiting += rest
                can.add(f"q_{choice.name} = {' & '.join([nodes, *own])}")
            elif choice is not action.choices[0] or self._selective(action, parts, waiting):
                condition = self.joined(due({choice.name}), kinds)
                kept = f" if {condition}" if condition else ""
                can.add(
                    f"q_{choice.name} = [{name} for {name} in {items}{kept}]" if kept else f"q_{choice.name} = {items}"
                )
            else:
                continue
            test(f"q_{choice.name}")
            lists[choice.name] = f"q_{choice.name}" if nodes is None else ""
        combined = 1
        for choice, (_, kind) in zip(action.choices, parts.sources, strict=True):
            combined *= (
                MOST_CHOSEN if choice.among is None else program.names.size if kind.kind in (PIECE, NODE) else 20
            )
        program.cost += combined
        self._loops(can, number, action, parts, lists, sets, due, kinds)
        return can

    def _selective(self, action: ActionSpec, parts: ActionParts, waiting: Sequence[tuple[Code, RuleText]]) -> bool:
        """Whether the first choice has conditions of its own, and a later one is found whatever is chosen first."""
        first = action.choices[0].name
        others = [
            source.names
            for choice, (source, _) in zip(action.choices[1:], parts.sources[1:], strict=True)
            if isinstance(source, Code) and not choice.exact and not choice.optional
        ]
        alone = any(code.names == {first} and not code.static for code, _ in waiting)
        return alone and any(not names & {choice.name for choice in action.choices} for names in others)

    def _loops(
        self, can: FunctionText, number: int, action: ActionSpec, parts: ActionParts, lists: Mapping[str, str],
        sets: NodeChoices, due: Callable[[set[str]], list[tuple[Code, RuleText]]], kinds: Mapping[str, RuleType],
    ) -> None:  # fmt: skip
        program = self.program
        known: set[str] = set()
        self.last = action.choices[-1] if action.choices else None
        shift = program.width * program.fields
        base, terms = number << shift, list[str]()
        for place, (choice, (_, kind)) in enumerate(zip(action.choices, parts.sources, strict=True)):
            last, name = place + 1 == len(action.choices), f"a_{choice.name}"
            shift -= program.width
            known.add(choice.name)
            term, more = self.encoded(choice, kind, shift)
            terms, base = [*terms, term], base + more
            conditions, items = due(known), lists[choice.name]
            if not items:
                own, conditions = sets.split(choice, conditions)
                items = " & ".join([f"q_{choice.name}", *own])
                if last and not conditions and place < 2 and not shift:
                    self._node_actions(can, base, action.choices[0].name if place else "", items, own)
                    return
                items = f"NODES[{items}]"
            texts = self.tabled([code for code, _ in conditions], kinds)
            if not last:
                if choice.exact:
                    can.add(f"{name} = {items[1:-2]}", choice.node.span)
                else:
                    can.add(f"for {name} in {items}:", choice.node.span)
                    can.depth += 1
                if texts:
                    can.add(f"if {' and '.join(texts)}:")
                    can.depth += 1
                continue
            if choice.exact:
                can.add(f"{name} = {items[1:-2]}", choice.node.span)
                self._one(can, texts, [str(base), *terms])
                return
            if choice.optional:
                something = f"({name} is not None)"
                can.add(f"{name} = None", choice.node.span)
                self._one(can, texts, [str(base), *terms[:-1]])
                texts = [text for text in texts if not text.startswith((f"({something} or ", something))]
                items, terms[-1], base = items[8:-1], f"({term} << {shift})" if shift else term, base + (1 << shift)
            if (place > 1 or (place and kind.kind != NODE)) and can.depth > 1:
                many = f"raise Endless('more than {MOST_ACTIONS:,} actions are legal')"
                can.add(f"if len(out) > {MOST_ACTIONS}: {many}")
            loop = f"for {name} in {items}{' if ' + ' and '.join(texts) if texts else ''}"
            made = self._numbers(can, action, kinds, base, terms)
            can.add(f"out += [{made} {loop}]", choice.node.span)
        if not action.choices:
            can.add(f"out.append({base})")

    def _numbers(
        self, can: FunctionText, action: ActionSpec, kinds: Mapping[str, RuleType], base: int, terms: Sequence[str]
    ) -> str:
        """The number of an action in the innermost loop, from a table where that is small: a sum takes longer."""
        names = [f"a_{choice.name}" for choice in action.choices]
        some = any(choice.optional for choice in action.choices[:-1])
        table = "" if some else number_table(self.program, base, [kinds[choice.name] for choice in action.choices])
        if len(names) > 1:
            can.add(f"first = {f'{table}[{names[0]}]' if table else ' + '.join([str(base), *terms[:-1]])}")
            return f"first[{names[1]}]" if table else f"first + {terms[-1]}"
        return f"{table}[{names[0]}]" if table else f"{base} + {terms[0]}"

    def _one(self, can: FunctionText, texts: Sequence[str], terms: Sequence[str]) -> None:
        can.add(f"{_if(texts)}out.append({' + '.join(terms)})")

    def _node_actions(self, can: FunctionText, base: int, before: str, items: str, own: Sequence[str]) -> None:
        """The actions with each card of a set; with a choice *before*, these and the cards that fit it in one table."""
        program = self.program
        table = program.node_lists(base, before)
        if not before or len(own) != 1 or not own[0].endswith(f"[a_{before}]"):
            can.add(f"out += {table}[a_{before}][{items}]" if before else f"out += {table}[{items}]")
            return
        tested = can.lines[-1].text
        fits = tested[3:-1] if tested.startswith("if T") and tested.endswith(f"[a_{before}]:") else ""
        if fits and " " not in fits:  # the table says it, too
            can.lines.pop()
            can.depth -= 1
        name = program.fitting(own[0].partition("[")[0], table, fits.partition("[")[0] if " " not in fits else "")
        can.add(f"fit, lists = {name}[a_{before}]")
        can.add(f"out += lists[{items.partition(' & ')[0]} & fit]")

    def joined(self, conditions: Sequence[tuple[Code, RuleText]], kinds: Mapping[str, RuleType]) -> str:
        return " and ".join(self.tabled([code for code, _ in conditions], kinds))

    def encoded(self, choice: Choice, kind: RuleType, shift: int) -> tuple[str, int]:
        """What a choice adds to the number of an action: as Python, and a constant."""
        name = f"a_{choice.name}"
        index = f"W{self.program.words_table(kind)}[{name}]" if kind.kind == TEXT else name
        if choice.optional and choice is not self.last:
            return f"(0 if {name} is None else {index} + 1 << {shift})", 0
        if choice.optional:
            return index, 0
        return f"({index} << {shift})" if shift else index, 1 << shift

    def tabled(self, codes: Sequence[Code], kinds: Mapping[str, RuleType]) -> list[str]:
        """Conditions; those that depend on chosen cards alone as looks into tables of all of them."""
        program = self.program
        texts: list[str] = []
        tables: dict[tuple[str, ...], list[str]] = {}
        for code in codes:
            names = tuple(sorted(code.names))
            sized = all(kinds[name].kind in (PIECE, NODE, PLACE) and name not in self.optional for name in names)
            if code.static and 1 <= len(names) <= 2 and sized:
                tables.setdefault(names, []).append(code.text)
            else:
                texts.append(code.text)
        found = []
        for names, conditions in tables.items():
            number = len(program.condition_tables)
            head = f"def t{number}({', '.join(f'a_{name}' for name in names)}):"
            program.text.write(head, None, f"return {' and '.join(conditions)}")
            program.condition_tables.append([program.sizes[kinds[name].kind] for name in names])
            found.append(f"T{number}" + "".join(f"[a_{name}]" for name in names))
        return [*found, *texts]

    def _worth(self, number: int, action: ActionSpec, text: RuleText, parts: ActionParts) -> None:
        """How an action, given as its number, changes the points of the player; None if that is not known."""
        program = self.program
        function = FunctionText(f"def worth_{number}(s, me, action):", text.span())
        scope = RuleScope(program.names, "me", {})
        for place, (choice, (_, kind)) in enumerate(zip(action.choices, parts.sources, strict=True)):
            value = f"(action >> {program.width * (program.fields - 1 - place)} & {2**program.width - 1}) - 1"
            if choice.optional:
                value = f"None if {value} < 0 else {value}"
            function.add(f"a_{choice.name} = {value}")
            scope = scope.with_names({choice.name: Code(f"a_{choice.name}", kind, frozenset([choice.name]))})
        code = program.expression(text, scope)
        if code is not None and code.type.kind not in (NUMBER, NOTHING, FLAG):
            message = f"this should be a number, and is {code.type.words}"
            program.wrong(text.span(), message, "write the points, or nothing where bots have to try it")
        elif code is not None:
            program.secret_worths.add(code.secret)
            loser = None if action.loser is None else program.expression(action.loser, scope)
            if action.loser is None or loser is None:
                function.add(f"return {code.text}")
            elif loser.type.kind not in (NUMBER, PLAYER):
                message = f"this should be a player, and is {loser.type.words}"
                program.wrong(action.loser.span(), message, "name the player who loses points")
            else:
                function.add(f"return moved({code.text}, me, {loser.text}, {program.players})", text.span())
            program.text.functions.append(function)
            program.worths.append(number)

    def _used(self, number: int, action: ActionSpec, text: RuleText, parts: ActionParts) -> None:
        scope = RuleScope(self.program.names, "me", {})
        for choice, (_, kind) in zip(action.choices, parts.sources, strict=True):
            own = {choice.name: Code(f"a_{choice.name}", kind, frozenset([choice.name]))}
            scope = scope.with_names(own)
        code = self.program.expression(text, scope)
        item = None if code is None else code.type.item
        if code is None or item is None or item.kind not in (PIECE, NODE, NOTHING):
            if code is not None:
                message = f"this should be a list of cards, and is {code.type.words}"
                self.program.wrong(text.span(), message, 'write a list: "[card]"')
            return
        names = ", ".join(["s", "me", *(f"a_{part.name}" for part in action.choices)])
        entry = "K[one]" if item.kind == NODE else "one"
        used = f"return [{entry} for one in {code.text} if one is not None]"
        self.program.text.write(f"def used_{number}({names}):", text.span(), used)

    def _why(self, number: int, action: ActionSpec, parts: ActionParts) -> FunctionText:
        """The number of the first reason why an action is illegal; 0 if none is."""
        names = ", ".join(["s", "me", *(f"a_{choice.name}" for choice in action.choices)])
        why = FunctionText(f"def why_{number}({names}):", action.node.span)
        for reason, (test, span, _) in enumerate(parts.refused, 1):
            why.add(f"if {test}: return {reason}", span)
        why.add("return 0")
        return why

    def _choice(self, choice: Any, scope: RuleScope) -> tuple[Code | tuple[Code, Code], RuleType] | None:
        if choice.among is None:
            least, most = self.program.expression(choice.least, scope), self.program.expression(choice.most, scope)
            if least is None or most is None:
                return None
            for limit, text in ((least, choice.least), (most, choice.most)):
                if limit.type.kind not in (NUMBER, PLAYER):
                    message = f"this should be a number, and is {limit.type.words}"
                    self.program.wrong(text.span(), message, "a list stands behind 'in': in: hand")
                    return None
            return (least, most), NUMBER_TYPE
        code = self.program.expression(choice.among, scope)
        if code is None:
            return None
        if choice.exact:
            return code, code.type
        if code.type.kind != LIST or code.type.item is None:
            help = "name a zone, everyone, others, or a list of words"
            self.program.wrong(choice.among.span(), f"a choice is among a list, not {code.type.words}", help)
            return None
        return code, code.type.item

    def _secret_choice(self, source: Any, choice: Any) -> None:
        if isinstance(source, Code) and source.secret:
            message = f"a player chooses from '{source.secret}' without seeing it"
            self.program.wrong(choice.among.span(), message, "let chance choose: chance: ..., as: card")

    def _conditions(self, needs: Sequence[ActionCondition], scope: RuleScope, rule: str, parts: ActionParts) -> None:
        alternatives = [_alternatives(need.that) for need in needs]
        for place, need in enumerate(needs):
            code = self.program.expression(need.that, scope)
            if code is None:
                continue
            code, span = code.truth(), need.that.span()
            if code.text == "True":
                continue  # with these options
            if code.secret:
                message = f"what a player may do depends on '{code.secret}', which that player does not see"
                self.program.wrong(span, message, "ask for what players see, such as count(...)")
            if code.text == "False" and not self.program.names.constants:
                self.program.wrong(span, "this is always false", "correct the condition")
            each = self.parts_of(need.that, scope) or [(code, need.that)]
            if not any(other < alternatives[place] for other in alternatives):  # else another one is stricter
                parts.conditions.extend(each)
            for part, text in [(code, need.that)] if need.refusal else each:
                parts.refused.append((f"not {part.text}", span, (need.rule or rule, need.refusal, text)))

    def parts_of(self, text: RuleText, scope: RuleScope) -> list[tuple[Code, RuleText]]:
        """The conditions that are joined by `and`, each of which is tested as soon as its names are known."""
        tree = ast.parse(text.text.strip().replace("\n", " "), mode="eval").body
        found = []
        for value in tree.values if isinstance(tree, ast.BoolOp) and isinstance(tree.op, ast.And) else ():
            part = RuleText(ast.unparse(value), text.node)
            code = self.program.names.compile(part, scope).truth()
            if code.text != "True":
                found.append((code, part))
        return found

    def _outside(self, choice: Any, source: Any) -> str:
        """The Python that is true if what was chosen cannot be chosen."""
        name = f"a_{choice.name}"
        if choice.exact:
            test = f"{name} != {source.text}"
        elif not isinstance(source, Code):
            test = f"not {source[0].text} <= {name} <= {source[1].text}"
        else:
            test = f"{name} not in {source.text}"
        return f"{name} is not None and {test}" if choice.optional else test

    def entries(self, source: Any, choice: Choice, kind: RuleType) -> str:
        """The Python of what can be chosen, in order."""
        nothing = "None, *" if choice.optional else ""
        if choice.exact:
            return f"({source.text},)"
        if not isinstance(source, Code):
            least = source[0].text if source[0].text.isdigit() else f"max({source[0].text}, 0)"
            items = f"range({least}, min({source[1].text}, {MOST_CHOSEN}) + 1)"
        elif kind.kind == TEXT and source.text in map(str, self.program.spec.words.values()):  # in order, and different
            items = source.text
        elif kind.kind == TEXT:
            items = f"sorted(set({source.text}), key=W{self.program.words_table(kind)}.get)"
        elif kind.kind in (NODE, GROUP, PLACE) or source.text.startswith(
            ("OTHERS[", "(0, 1", "BITS[")
        ):  # they are in order
            items = source.text
        elif source.text.lstrip("(").startswith("D"):  # of a table, so that there are few such lists
            items = f"DIFFERENT[(*{source.text},)]"
        else:
            items = f"sorted({{*{source.text}}})"
        return f"({nothing}{items})" if nothing else items


def _alternatives(text: RuleText) -> frozenset[str]:
    """The conditions that are joined by `or` in one."""
    try:
        tree = ast.parse(text.text.strip().replace("\n", " "), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return frozenset()
    joined = tree.values if isinstance(tree, ast.BoolOp) and isinstance(tree.op, ast.Or) else [tree]
    return frozenset(ast.dump(test) for test in joined)


def _if(texts: Sequence[str]) -> str:
    """The beginning of a line that is done if some conditions are true."""
    return f"if {' and '.join(texts)}: " if texts else ""
