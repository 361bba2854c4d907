"""Steps of rules -> clauses, which become sentences or an outline."""

import ast
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from pawprint.play.language._expression_phrases import ExpressionPhrases, Names, negated
from pawprint.play.language.rule_types import PLAYER
from pawprint.play.language.specification import Choice, Definition, RuleStep, RuleText

#: The deepest that steps may call each other; the compiler reports those that do so for ever.
_DEEPEST = 8
_NUMBER = re.compile(r"[0-9]+")
#: Step -> the parts of its pattern, and the words of the step that they are.
_PATTERNS: Mapping[str, Mapping[str, str]] = {
    "swap": {"a": "swap", "b": "with"}, "rotate": {"a": "rotate", "n": "by"},
    "take": {"n": "take", "from": "from", "to": "to"},
    **{verb: {"a": verb} for verb in ("flip", "look", "new", "remove", "reset", "turn")},
}  # fmt: skip


class Clause(NamedTuple):
    """What one step says.

    Attributes:
        text: of a condition or a loop, its head.
        kind: "" for a step that stands alone, "if", "loop", "each", or "ask", whose *other* steps are for no action.
        opposite: of a condition, what is so if it is not.
    """

    text: str
    kind: str = ""
    inner: tuple["Clause", ...] = ()
    other: tuple["Clause", ...] = ()
    rule: str = ""
    opposite: str = ""


class StepSentences:
    """Writes what steps say in one language."""

    def __init__(self, phrases: ExpressionPhrases, label: Callable[[str], str]) -> None:
        self.phrases, self.say, self.language, self._label = phrases, phrases.say, phrases.language, label
        self.spec = phrases.spec
        self._open: list[str] = []

    def clauses(self, steps: Sequence[RuleStep], names: Names) -> tuple[Clause, ...]:
        """What *steps* say, one after the other; names that they give hold for the ones that follow."""
        known = dict(names)
        found = []
        for step in steps:
            for clause in self._clauses(step, known):
                single = len(clause.inner) == 1 and not clause.other and clause.kind in ("if", "each")
                alone = clause.inner[0].rule if single else ""
                found.append(clause._replace(rule=step.rule or clause.rule or alone))
        return tuple(found)

    def _clauses(self, step: RuleStep, names: dict[str, str]) -> Iterator[Clause]:
        parts = step.parts
        if step.verb == "do":
            yield from self._procedure(step, names)
        elif step.verb == "if":
            yield from self._choice(step, names)
        elif step.verb in ("set", "add", "let"):
            for name, (_, text) in parts[step.verb].items():
                if not self.phrases.silent(name.partition("[")[0]):
                    yield Clause(getattr(self, f"_{step.verb}")(name, text, names))
        elif "do" in parts or step.verb in ("each player", "turns"):
            loop = self._loop(step, names)
            if loop.inner:
                yield loop
        elif step.verb == "ask":
            yield Clause(self._ask(parts, names), "ask", (), self.clauses(parts.get("else", ()), names))
        elif step.verb in ("stop", "end"):
            yield Clause(self.say(step.verb))
        elif step.verb in _PATTERNS:
            words = {part: self._phrase(parts[key], names) for part, key in _PATTERNS[step.verb].items()}
            yield Clause(self.say(step.verb, **words))
        elif step.verb != "event" and not self.phrases.silent(parts.get("phase", "")):
            write = getattr(self, f"_{step.verb.replace(' ', '_')}", None)
            yield Clause(self.language.quoted(step.verb) if write is None else write(parts, names))
        if "as" in parts:
            names[parts["as"]] = self.phrases.name_of(parts["as"])

    # --- steps with others inside ---------------------------------------------------------------------------

    def _procedure(self, step: RuleStep, names: Names) -> Iterator[Clause]:
        procedure: Definition | None = self.spec.steps.get(step.parts["do"])
        if procedure is None or len(self._open) > _DEEPEST or self.phrases.silent(procedure.written):
            return
        given = [self._phrase(argument, names) for argument in step.parts.get("with", ())]
        inner = {**names, **dict(zip(procedure.parameters, given, strict=False))}
        called = self.phrases.author(procedure.written)
        if called:
            yield Clause(self.language.filled(called, inner))
            return
        self._open.append(procedure.name)
        yield from self.clauses(procedure.steps, inner)
        self._open.pop()

    def _choice(self, step: RuleStep, names: Names) -> Iterator[Clause]:
        tree = self.phrases.tree(step.parts["if"])
        if isinstance(tree, ast.Constant):  # an option decides it
            yield from self.clauses(step.parts["then"] if tree.value else step.parts.get("else", ()), names)
            return
        then, other = (self.clauses(step.parts.get(key, ()), names) for key in ("then", "else"))
        if not then and other:
            negative = ast.UnaryOp(ast.Not(), tree)
            yield Clause(self.phrases.condition(negative, names), "if", other)
        elif then:
            opposite = self.phrases.condition(negated(tree), names) if other else ""
            yield Clause(self.phrases.condition(tree, names), "if", then, other, "", opposite)

    def _loop(self, step: RuleStep, names: dict[str, str]) -> Clause:
        head, inner = self._head(step, names)
        kind = "each" if step.verb.startswith("each") else "loop"
        steps = step.parts["do"] if "do" in step.parts else step.parts[step.verb]
        return Clause(head, kind, self.clauses(steps, inner))

    def _head(self, step: RuleStep, names: Names) -> tuple[str, Names]:
        parts, verb = step.parts, step.verb
        if verb == "each":
            return self._each(parts, names)
        first = self._phrase(parts["starting"], names) if "starting" in parts else ""
        if verb == "each player":
            return self.say("each player first", a=first) if first else self.say("each player"), names
        if verb == "turns":
            until = self._condition(parts["until"], names) if "until" in parts else ""
            head = self.say("turns until", condition=until) if until else self.say("turns")
            return f"{head} ({self.say('first player', a=first)})" if first else head, names
        tree = self.phrases.tree(parts[verb])
        if verb == "while":
            if isinstance(tree, ast.Constant):
                return self.say("forever"), names
            return self.say("while", condition=self.phrases.condition(tree, names)), names
        return self._counted("repeat", self.phrases.phrase(tree, names)), names

    def _each(self, parts: Mapping[str, Any], names: Names) -> tuple[str, Names]:
        tree, name = self.phrases.tree(parts["in"]), parts["each"]
        words = isinstance(tree, ast.List)
        this = self.phrases.name_of(name) if words else self.phrases.this(tree, names, name)
        inner = {**names, name: this}
        if isinstance(tree, ast.Call) and getattr(tree.func, "id", "") == "clockwise":
            return self.say("each player first", a=self.phrases.phrase(tree.args[0], names)), inner
        if isinstance(tree, ast.Name) and tree.id == "everyone":
            return self.say("each player"), inner
        among = isinstance(tree, ast.ListComp) or self.phrases.of_players(tree)
        noun = self.phrases.noun(tree, name)
        said = {"a": self.phrases.phrase(tree, names), "name": self.phrases.name_of(name), "noun": noun}
        return self.say("each among" if among else "each of" if words else "each", **said), inner

    # --- steps that stand alone -----------------------------------------------------------------------------

    def _phrase(self, text: RuleText, names: Names) -> str:
        return self.phrases.phrase(self.phrases.tree(text), names)

    def _call(self, parts: Mapping[str, Any], names: Names) -> str:
        name, given = parts["call"], (self._phrase(argument, names) for argument in parts.get("with", ()))
        call = self.spec.calls.get(name)
        words = "" if call is None else self.phrases.author(call.written)
        parts = {} if call is None else dict(zip(call.parameters, given, strict=False))
        return self.language.filled(words, parts) or self.language.quoted(name.replace("_", " "))

    def _into(self, text: RuleText, names: Names) -> str:
        return self.phrases.author(f"to {text.text.strip()}") or self.say("into", a=self._phrase(text, names))

    def _condition(self, text: RuleText, names: Names) -> str:
        return self.phrases.condition(self.phrases.tree(text), names)

    def _counted(self, key: str, amount: str, **parts: str) -> str:
        return self.say(key if _NUMBER.fullmatch(amount) else f"{key} amount", n=amount, **parts)

    def _move(self, parts: Mapping[str, Any], names: Names) -> str:
        card, zone = (self._phrase(parts[key], names) for key in ("move", "to"))
        to = self._into(parts["to"], names)
        owner = self._phrase(parts["token"], names) if "token" in parts else ""
        token = owner and (self.say("with your token") if owner == self.say("me") else self.say("with token", a=owner))
        place = parts.get("at")
        if "on" in parts:
            text = self.say("move on", card=card, on=self._phrase(parts["on"], names))
        elif place == "bottom":
            text = self.say("move bottom", card=card, zone=zone)
        elif f" {zone}" in card and "(" in parts["move"].text and "from" not in parts:
            text = self.say("move end", card=card, zone=zone)
        elif "place" in parts:
            text = self.say("move place", card=card, zone=zone, n=self._phrase(parts["place"], names))
        elif isinstance(place, RuleText):
            text = self.say("move at", card=card, to=to, at=self._phrase(place, names))
        else:
            text = self.say("move", card=card, to=to)
        return f"{text} {token}".rstrip()

    def _move_all(self, parts: Mapping[str, Any], names: Names) -> str:
        key = "move all bottom" if parts.get("at") == "bottom" else "move all"
        words = {"from": self._phrase(parts["move all"], names), "zone": self._phrase(parts["to"], names)}
        return self.say(key, to=self._into(parts["to"], names), **words)

    def _draw(self, parts: Mapping[str, Any], names: Names) -> str:
        tree, zone = self.phrases.tree(parts["draw"]), self._phrase(parts["to"], names)
        words = {"from": self._phrase(parts["from"], names), "to": self._into(parts["to"], names)}
        if isinstance(tree, ast.BinOp) and isinstance(tree.op, ast.Sub):
            counted = tree.right.args[0] if isinstance(tree.right, ast.Call) and tree.right.args else None
            if counted is not None and self.phrases.phrase(counted, names) == zone:
                return self.say("draw until", n=self.phrases.phrase(tree.left, names), **words)
        own_hand = parts["to"].text.strip() == "hand"
        return self._counted("draw" if own_hand else "draw to", self.phrases.phrase(tree, names), **words)

    def _token(self, parts: Mapping[str, Any], names: Names) -> str:
        card = self._phrase(parts["token"], names)
        if "to" in parts:
            return self.say("token to", a=card, to=self._phrase(parts["to"], names))
        return self.say("token", a=card)

    def _replace(self, parts: Mapping[str, Any], names: Names) -> str:
        old, new = (self._phrase(parts[key], names) for key in ("replace", "by"))
        return self.say("replace", a=old, b=new, to=self._into(parts["to"], names))

    def _shuffle(self, parts: Mapping[str, Any], names: Names) -> str:
        cards = self._phrase(parts["shuffle"], names)
        if "to" in parts:
            return self.say("shuffle to", a=cards, to=self._into(parts["to"], names))
        return self.say("shuffle", a=cards)

    def _chance(self, parts: Mapping[str, Any], names: Names) -> str:
        first = self._phrase(parts["chance"], names)
        if "to" in parts:
            return self.say("chance number", a=first, b=self._phrase(parts["to"], names))
        zone = parts["chance"].text.partition("[")[0].strip()
        key = "chance player" if zone == "everyone" else "chance zone" if zone in self.spec.zones else "chance"
        return self.say(key, **({} if zone == "everyone" else {"a": first}))

    def _score(self, parts: Mapping[str, Any], names: Names) -> str:
        tree = self.phrases.tree(parts["score"])
        lost = isinstance(tree, ast.UnaryOp) and isinstance(tree.op, ast.USub)
        if isinstance(tree, ast.Constant) and isinstance(tree.value, int) and tree.value < 0:
            tree, lost = ast.Constant(-tree.value), True
        amount = self.phrases.phrase(tree.operand if isinstance(tree, ast.UnaryOp) and lost else tree, names)
        key = "lose" if lost else "score"
        who = self._phrase(parts["for"], names) if "for" in parts else self.say("me")
        if who == self.say("me"):
            return self._counted(key, amount)
        return self._counted(f"{key} for", amount, who=who)

    def _named(self, name: str, names: Names) -> str:
        return self.phrases.phrase(ast.parse(name, mode="eval").body, names)

    def _set(self, name: str, text: RuleText, names: Names) -> str:
        tree, value = self.phrases.tree(text), self._named(name, names)
        flag = tree.value if isinstance(tree, ast.Constant) and isinstance(tree.value, bool) else None
        if flag is not None:
            node, key = ast.parse(name, mode="eval").body, "gets" if flag else "loses"
            return self.phrases.flag(node, names, key) or self.say(f"becomes {str(flag).lower()}", a=value)
        role = self.phrases.role(ast.parse(name, mode="eval").body)
        if isinstance(tree, ast.Name) and tree.id in ("nothing", "nobody"):
            return self.say("becomes nobody" if role == PLAYER else "becomes open", a=value)
        if isinstance(tree, ast.Name) and tree.id == "me":
            return self.say("becomes you", a=value)
        if isinstance(tree, ast.Constant) and tree.value == "":
            return self.say("becomes open", a=value)
        return self.say("becomes role" if role else "becomes", a=value, b=self.phrases.phrase(tree, names))

    def _add(self, name: str, text: RuleText, names: Names) -> str:
        tree, value = self.phrases.tree(text), self._named(name, names)
        if isinstance(tree, ast.UnaryOp) and isinstance(tree.op, ast.USub):
            return self.say("shrinks", a=value, n=self.phrases.phrase(tree.operand, names))
        if isinstance(tree, ast.Constant) and isinstance(tree.value, int) and tree.value < 0:
            return self.say("shrinks", a=value, n=str(-tree.value))
        return self.say("grows", a=value, n=self.phrases.phrase(tree, names))

    def _let(self, name: str, text: RuleText, names: dict[str, str]) -> str:
        tree = self.phrases.tree(text)
        phrase, named = self.phrases.phrase(tree, names), self.phrases.name_of(name)
        names[name] = named
        card = isinstance(tree, ast.Call) and getattr(tree.func, "id", "") in ("top", "bottom", "first", "last", "card")
        return self.say("consider", a=phrase) if card else self.say("note", a=phrase, name=named)

    def _ask(self, parts: Mapping[str, Any], names: Names) -> str:
        labels = [self._label(part.text) for part in parts["ask"]]
        who = self._phrase(parts["who"], names) if "who" in parts else ""
        if who and who != self.say("me"):
            return self.say("ask who", who=who, actions=self._labels(labels))
        if len(labels) == 1:
            return self.say("ask one", actions=labels[0])
        return self.say("ask", actions=self._labels(labels))

    def _labels(self, labels: Sequence[str]) -> str:
        return self.language.listed([self.say("label", a=label) for label in labels], "or")

    def _all_choose(self, parts: Mapping[str, Any], names: Names) -> str:
        return self.say("all choose", actions=self._labels([self._label(part.text) for part in parts["all choose"]]))

    def _effects(self, parts: Mapping[str, Any], names: Names) -> str:
        card = parts["effects"].text.partition(".")[0]
        return self.say("effects", a=self._named(card, names))

    def _phase(self, parts: Mapping[str, Any], names: Names) -> str:
        return self.say("phase", a=self.phrases.author(parts["phase"]) or parts["phase"])

    # --- choices of actions ---------------------------------------------------------------------------------

    def choice(self, choice: Choice, names: Names) -> str:
        card = self.phrases.author(f"a {choice.name}") or self.language.indefinite(names[choice.name])
        if choice.among is None:
            least, most = (self._phrase(limit, names) for limit in (choice.least, choice.most) if limit is not None)
            text = self.say("choose number", card=card, least=least, most=most)
        else:
            tree = self.phrases.tree(choice.among)
            key = "choose only" if choice.exact else "choose player" if self.phrases.of_players(tree) else "choose"
            text = self.say(key, card=card, list=self.phrases.phrase(tree, names))
        return self.say("or nothing", choice=text) if choice.optional else text


# --- clauses as text ----------------------------------------------------------------------------------------------


class ClauseText:
    """Writes clauses of a language as sentences, or as lines of an outline."""

    def __init__(self, steps: StepSentences) -> None:
        self.say, self.language = steps.say, steps.language

    def sentences(self, clauses: Sequence[Clause], rule: str) -> str:
        """All that *clauses* say for *rule*, as sentences; what has another number only has that."""
        return " ".join(
            self.language.sentence(self.flat(clause, rule)) for clause in self._without_others(clauses, rule)
        )

    def flat(self, clause: Clause, rule: str = "") -> str:
        inner, other = (self._series(some, rule, clause.kind) for some in (clause.inner, clause.other))
        if clause.kind in ("loop", "each"):
            return self.say("colon", a=clause.text, b=inner)
        if clause.kind == "ask":
            more = [self.say("if impossible", **{"else": other})] if other else []
            return self.language.series([clause.text, *more])
        if clause.kind == "if":
            return self.say("if else" if other else "if", **{"condition": clause.text, "then": inner, "else": other})
        return clause.text

    def _series(self, clauses: Sequence[Clause], rule: str, kind: str) -> str:
        parts = [self.flat(clause, rule) for clause in self._without_others(clauses, rule)]
        if kind in ("loop", "each") or len(parts) < 2:
            return self.language.series(parts)
        return self.say("then", a=self.language.series(parts[:-1]), b=parts[-1])

    def _without_others(self, clauses: Sequence[Clause], rule: str) -> list[Clause]:
        found: list[Clause] = []
        for clause in clauses:
            shown = Clause(self.say("see", rule=clause.rule)) if rule and clause.rule not in ("", rule) else clause
            if shown not in found[-1:]:
                found.append(shown)
        return found

    def outline(self, clauses: Sequence[Clause], depth: int = 0, rule: str = "") -> Iterator[str]:
        """The lines of a nested list, below a line with the number *rule*."""
        for clause in clauses:
            number = f"**{clause.rule}** " if clause.rule not in ("", rule) else ""
            start = f"{'  ' * depth}- {number}"
            if not (clause.inner or clause.other) or _is_short(clause):
                yield start + self.language.sentence(self.flat(clause))
                continue
            if clause.kind == "ask":
                yield start + self.language.sentence(clause.text)
                yield from self._part(self.say("head impossible"), clause.other, depth)
                continue
            head = self.say("head if", condition=clause.text) if clause.kind == "if" else clause.text
            yield start + self._head(head)
            yield from self.outline(clause.inner, depth + 1, clause.rule)
            if clause.other:
                yield from self._part(self.say("head else"), clause.other, depth)

    def _part(self, head: str, clauses: Sequence[Clause], depth: int) -> Iterator[str]:
        yield f"{'  ' * depth}- {self._head(head)}"
        yield from self.outline(clauses, depth + 1)

    def _head(self, text: str) -> str:
        return self.language.sentence(self.say("colon", a=text, b="").rstrip())


def _is_short(clause: Clause) -> bool:
    """Whether a clause with others inside fits a line."""
    parts = (*clause.inner, *clause.other)
    alone = all(not part.inner and not part.other and part.rule in ("", clause.rule) for part in parts)
    return alone and len(clause.inner) < 2 and len(clause.other) < 2
