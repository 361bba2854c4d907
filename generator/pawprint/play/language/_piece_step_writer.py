"""Steps that move pieces and change values -> statements of Python."""

import re
from typing import Any, NamedTuple

from pawprint.core.registry import suggest
from pawprint.play._zone_state import HIDDEN, OPEN, OWNER
from pawprint.play.language import rule_types as types
from pawprint.play.language._entry_values import assigned
from pawprint.play.language._expression_code import Code, Stored
from pawprint.play.language._program_builder import ProgramBuilder
from pawprint.play.language._program_text import FunctionText
from pawprint.play.language._rule_names import RuleScope
from pawprint.play.language.specification import RuleStep, RuleText


class StatementPlace(NamedTuple):
    """Where statements stand.

    Attributes:
        kind: "setup", "flow" or "function".
        leave: the statement that leaves the innermost loop; empty if there is none.
    """

    kind: str
    leave: str = ""
    end: str = "return 0"
    times: int = 1


class PieceStepWriter:
    """Writes steps that move and change; `StepWriter` writes the others."""

    def __init__(self, program: ProgramBuilder) -> None:
        self.program = program
        self.locals = 0

    # --- values ---------------------------------------------------------------------------------------------

    def expression(self, text: RuleText, scope: RuleScope, times: int = 1) -> Code:
        """An expression, or 0 after a finding."""
        return self.program.expression(text, scope, times) or Code("0", types.NUMBER_TYPE)

    def condition(self, text: RuleText, scope: RuleScope, times: int = 1) -> Code:
        code = self.expression(text, scope, times)
        self.program.warn_of_secret(code, text)
        return code

    def number(self, text: RuleText, scope: RuleScope) -> Code:
        code = self.expression(text, scope)
        if code.type.kind not in (types.NUMBER, types.PLAYER, types.FLAG):
            self.wrong(text, "a number", code)
        return code

    def player(self, text: RuleText, scope: RuleScope) -> Code:
        code = self.expression(text, scope)
        if code.type.kind not in (types.NUMBER, types.PLAYER):
            self.wrong(text, "a player", code)
        return code

    def items(self, text: RuleText, scope: RuleScope) -> Code:
        code = self.expression(text, scope)
        if code.type.kind != types.LIST:
            self.wrong(text, "a list", code)
            return Code("()", types.list_of(types.PLAYER_TYPE))
        return code

    def zone(self, text: RuleText, scope: RuleScope) -> Code:
        code = self.program.expression(text, scope)
        if code is None:
            return Code("[]", types.list_of(types.RuleType(types.PIECE)))
        if not code.zone:
            known = [*self.program.spec.zones]
            help = suggest(text.text, known, "zones are")
            base = text.text.partition("[")[0].strip()
            if base in known and base != text.text.strip():
                help = f"there is only one '{base}': write {base} without [ ]"
            self.program.wrong(text.span(), f"this should be a zone, and is {code.type.words}", help)
        return code

    def wrong(self, text: RuleText, wanted: str, code: Code) -> None:
        help = "count(...) is the number of entries of a list" if code.type.kind == types.LIST else "name another value"
        self.program.wrong(text.span(), f"this should be {wanted}, and is {code.type.words}", help)

    def outcomes(self, step: RuleStep, scope: RuleScope) -> Code:
        first = step.parts["chance"]
        if "to" in step.parts:
            least, most = self.number(first, scope), self.number(step.parts["to"], scope)
            return Code(
                f"spread({least.text}, {most.text})", types.list_of(types.NUMBER_TYPE), least.names | most.names
            )
        return self.items(first, scope)

    def local(self, name: str) -> str:
        self.locals += 1
        return f"x{self.locals}_{name}"

    # --- moving ---------------------------------------------------------------------------------------------

    def take(self, step: RuleStep, code: Code, scope: RuleScope, out: FunctionText) -> str:
        text = step.parts.get("by") or step.parts["move"]
        source = self.zone(step.parts["from"], scope).text if "from" in step.parts else code.source
        if not source:
            self.program.wrong(text.span(), "it is not clear where this card lies", "say where it lies: from: hand")
            return "0"
        name = code.text
        if code.text in (f"{source}[-1]", f"{source}[0]"):
            name = self.local("card")
            out.add(f"{name} = {source}.pop({'' if code.text.endswith('[-1]') else '0'})", text.span())
        else:
            if not name.isidentifier():
                name = self.local("card")
                out.add(f"{name} = {code.text}", text.span())
            zone = self.zone_name(source)
            top = zone and self.program.zones[zone].pile
            out.add(f"pull({source}, {name})" if top else f"{source}.remove({name})", text.span())
        self.forget(source, name, out)
        self.touches(self.zone_name(source))
        return name

    def zone_name(self, python: str) -> str:
        for stored in self.program.names.stored.values():
            pattern = re.escape(stored.text).replace(re.escape("{0}"), ".+")
            if stored.is_zone and re.fullmatch(pattern, python):
                return stored.name
        return ""

    def forget(self, source: str, card: str, out: FunctionText) -> None:
        """A card leaves a zone: of cards that look alike, it is one that is known."""
        name = self.zone_name(source)
        seen = self.program.zones[name].seen if name else OPEN
        known = f"k{source[1:]}"
        if name and self.program.zones[name].remembers:
            out.add(f"if {known}: {known}.pop({card}, None)")
        elif seen == OWNER:
            out.add(f"if {card} in {known}: {known}.remove({card})", zone=name)
        elif seen == HIDDEN:
            out.add(f"{known} = min({known}, len({source}))", zone=name)

    def learn(self, target: Code, card: str, bottom: bool, was_open: bool, out: FunctionText) -> None:
        """A card that all have seen comes to a zone where not all see it."""
        seen = self.program.zones[target.zone].seen if target.zone else OPEN
        if target.zone and self.program.zones[target.zone].remembers:
            return
        if seen == OPEN or not was_open or (seen == HIDDEN and not bottom):
            return
        self.program.known.add(target.zone)
        known = f"k{target.text[1:]}"
        out.add(f"{known}.append({card})" if seen == OWNER else f"{known} = min({known} + 1, len({target.text}))")

    def remember(self, target: Code, card: str, was: str, out: FunctionText, scope: RuleScope) -> None:
        """Who puts a card into a zone that is remembered knows where it lies, if that player, or all, have seen it."""
        zone = self.program.zones.get(target.zone)
        if zone is not None and zone.remembers and (was == OPEN or (was == OWNER and scope.me)):
            seats = str((1 << self.program.players) - 1) if was == OPEN else f"1 << {scope.me}"
            out.add(f"k{target.text[1:]}[{card}] = {seats}")

    def touches(self, *names: str) -> None:
        self.program.written.update(names)

    def put_text(self, target: Code, card: str) -> str:
        return f"{target.text}.append({card})"

    def put_into(self, target: Code, card: str, step: RuleStep, was: str, out: FunctionText, scope: RuleScope) -> None:
        """Put a card that has been taken into a zone.

        Args:
            was: who saw it where it was.
        """
        at = step.parts.get("at", "top")
        self.touches(target.zone)
        if "place" in step.parts:
            place = self.number(step.parts["place"], scope).text
            out.add(f"{target.text}.insert(max(0, {place} - 1), {card})", step.parts["place"].span())
            self.remember(target, card, was, out, scope)
            return
        if isinstance(at, RuleText):
            out.add(f"{target.text}.insert(max(0, len({target.text}) - {self.number(at, scope).text}), {card})")
            self.remember(target, card, was, out, scope)
            return
        put = f".insert(0, {card})" if at == "bottom" else f".append({card})"
        out.add(f"{target.text}{put}", step.span)
        self.learn(target, card, at == "bottom", was == OPEN, out)
        self.remember(target, card, was, out, scope)

    def seen(self, source: str) -> str:
        name = self.zone_name(source)
        return self.program.zones[name].seen if name else HIDDEN

    def write_move(
        self, step: RuleStep, scope: RuleScope, out: FunctionText, place: StatementPlace
    ) -> RuleScope | None:
        text = step.parts["move"]
        code, target = self.expression(text, scope), self.zone(step.parts["to"], scope)
        if code.type.kind == types.LIST and code.zone:
            self.move_all(code, target, step.parts.get("at") == "bottom", out, step)
            return None
        if code.type.kind not in (types.PIECE, types.LIST):
            self.wrong(text, "a card", code)
            return None
        if code.type.kind == types.LIST:
            name = self.local("card")
            out.add(f"for {name} in [*{code.text}]:", text.span())
            out.depth += 1
            moved = code._replace(text=name, type=code.type.item or code.type)
            card = self.take(step, moved, scope, out)
            self.put_into(target, card, step, self.seen(code.source), out, scope)
            out.depth -= 1
            return None
        source = self.zone(step.parts["from"], scope).text if "from" in step.parts else code.source
        card = self.take(step, code, scope, out)
        self.put_into(target, card, step, self.seen(source), out, scope)
        return None

    def write_swap(self, step: RuleStep, scope: RuleScope, out: FunctionText, place: StatementPlace) -> None:
        texts = [step.parts["swap"], step.parts["with"]]
        codes = [self.expression(text, scope) for text in texts]
        for code, text in zip(codes, texts, strict=True):
            name = self.zone_name(code.source) if code.source else ""
            if code.type.kind != types.PIECE:
                self.wrong(text, "a card", code)
                return
            if not name or self.program.zones[name].seen != OPEN:
                help = "swap cards of zones that all players see, and name them so: first(table)"
                self.program.wrong(text.span(), "it is not clear where this card lies", help)
                return
            self.touches(name)
        (first, second), first_card, other = codes, self.local("card"), self.local("card")
        out.add(f"{first_card} = {first.source}.index({first.text}); {other} = {second.source}.index({second.text})")
        ends = f"{first.source}[{first_card}]", f"{second.source}[{other}]"
        out.add(f"{ends[0]}, {ends[1]} = {ends[1]}, {ends[0]}", step.span)

    def write_move_all(self, step: RuleStep, scope: RuleScope, out: FunctionText, place: StatementPlace) -> None:
        source, target = self.zone(step.parts["move all"], scope), self.zone(step.parts["to"], scope)
        self.move_all(source, target, step.parts.get("at") == "bottom", out, step)

    def move_all(self, source: Code, target: Code, bottom: bool, out: FunctionText, step: RuleStep) -> None:
        if isinstance(step.parts.get("at"), RuleText):
            help = "write at: bottom, or move one card after the other"
            self.program.wrong(step.parts["at"].span(), "several cards go to the top or to the bottom", help)
        put = f"{target.text}[:0] = {source.text}" if bottom else f"{target.text}.extend({source.text})"
        if source.text == target.text:
            self.program.wrong(step.span, "the cards are moved to where they are", "name another zone")
            return
        self.touches(target.zone, source.zone)
        out.add(put, step.span)
        out.add(f"{source.text}.clear()", step.span)
        name = self.zone_name(source.text)
        if name and self.program.zones[name].seen != OPEN:
            known, zone = f"k{source.text[1:]}", self.program.zones[name]
            out.add(f"{known} = {'{}' if zone.remembers else '[]' if zone.seen == OWNER else 0}", zone=name)

    def write_draw(
        self, step: RuleStep, scope: RuleScope, out: FunctionText, place: StatementPlace
    ) -> RuleScope | None:
        text = step.parts["draw"]
        count = self.number(text, scope)
        source, target = self.zone(step.parts["from"], scope), self.zone(step.parts["to"], scope)
        span = step.span
        self.touches(source.zone, target.zone)
        if "as" in step.parts:
            name, python = step.parts["as"], self.local(step.parts["as"])
            out.add(f"{python} = {source.text}[::-1][:{count.text}]", span)
            out.add(f"del {source.text}[len({source.text}) - len({python}):]", span)
            out.add(f"for x_card in {python}: {self.put_text(target, 'x_card')}", span)
            if source.zone and self.program.zones[source.zone].remembers:
                out.add(f"for x_card in {python}: k{source.text[1:]}.pop(x_card, None)", span)
            return scope.with_names(
                {name: Code(python, source.type, frozenset([name]), target.secret, source=target.text)}
            )
        once = count.text == "1"
        out.add(f"if {source.text}:" if once else f"for x_one in range(min({count.text}, len({source.text}))):", span)
        out.depth += 1
        out.add(f"x_card = {source.text}.pop()", span)
        out.add(self.put_text(target, "x_card"), span)
        if source.zone and self.program.zones[source.zone].remembers:
            self.forget(source.text, "x_card", out)
        elif source.zone and target.zone and self.program.zones[source.zone].seen == HIDDEN:
            known, seen = f"k{source.text[1:]}", self.program.zones[target.zone].seen
            out.add(f"if {known} > len({source.text}):", span, zone=source.zone)
            out.add(f"    {known} -= 1", span, zone=source.zone)
            if seen == OWNER:
                out.add(f"    k{target.text[1:]}.append(x_card)", span, zone=source.zone)
        out.depth -= 1
        return None

    def write_shuffle(self, step: RuleStep, scope: RuleScope, out: FunctionText, place: StatementPlace) -> None:
        zone = self.zone(step.parts["shuffle"], scope)
        out.add(f"rng.shuffle({zone.text})", step.span)
        if "to" in step.parts:
            self.move_all(zone, self.zone(step.parts["to"], scope), False, out, step)

    def write_chance(self, step: RuleStep, scope: RuleScope, out: FunctionText, place: StatementPlace) -> RuleScope:
        items = self.outcomes(step, scope)
        name = step.parts.get("as", "chance")
        python = self.local(name)
        out.add(f"{python} = rng.pick({items.text})", step.span)
        kind = items.type.item or types.NUMBER_TYPE
        return scope.with_names({name: Code(python, kind, frozenset([name]), source=items.source)})

    # --- values ---------------------------------------------------------------------------------------------

    def write_score(self, step: RuleStep, scope: RuleScope, out: FunctionText, place: StatementPlace) -> None:
        text = step.parts["score"]
        code = self.number(text, scope)
        seat = self.player(step.parts["for"], scope).text if "for" in step.parts else scope.me
        if not seat:
            self.program.wrong(step.span, "nobody acts here who could score", "write for: player")
            return
        self.touches("points")
        out.add(f"points[{seat}] += {code.text}", text.span())

    def target(self, name: str, at: Any, scope: RuleScope) -> tuple[str, Stored] | None:
        """The Python of a value that is written, such as `coins` or `coins[p]`; None after a finding."""
        base = name.partition("[")[0]
        if "." in re.sub(r"\[.*\]", "", name):
            return self.counter(RuleText(name, at), scope)
        known = {value.name: value for value in self.program.names.stored.values() if not value.is_zone}
        stored = known.get(base.strip())
        if stored is None:
            help = suggest(base.strip(), known, "values are") if known else "declare it below 'values'"
            message = f"there is no value '{base.strip()}'"
            if base.strip() in self.program.names.stored:
                message, help = f"'{base.strip()}' is a zone, not a value", "move cards: move: card, to: table"
            elif base.strip() in self.program.names.constants:
                message, help = f"'{base.strip()}' never changes in a game", "declare it below 'values'"
            self.program.wrong(at.span, message, help)
            return None
        code = self.program.expression(RuleText(name, at), scope)
        if code is not None and code.type.kind == types.LIST:
            help = f"write {base.strip()}[me][player]"
            self.program.wrong(at.span, f"each player has a '{base.strip()}' for each", help)
            return None
        self.touches(stored.name)
        return None if code is None else (code.text, stored)

    def counter(self, text: RuleText, scope: RuleScope) -> tuple[str, Stored] | None:
        """The Python of a number of a group that is written, such as `species.food`; None after a finding."""
        code = self.program.expression(text, scope)
        if code is None:
            return None
        match = re.fullmatch(r"g(\d+)\[.+\]", code.text)
        found = [
            f"{zone.name}.{part.name}"
            for zone in self.program.groups.values()
            for part in zone.parts.values()
            if match is not None and part.zone is None and part.at == int(match[1])
        ]
        if not found:
            self.program.wrong(text.span(), f"'{text.text}' is no number that steps change", "name a value")
            return None
        self.touches(found[0])
        return code.text, Stored(found[0], code.text, types.NUMBER_TYPE, False, OPEN, False)

    def _write_values(self, step: RuleStep, scope: RuleScope, out: FunctionText, operator: str) -> None:
        for name, (at, text) in step.parts.get(step.verb, {}).items():
            found = self.target(name, at, scope)
            code = self.program.expression(text, scope, wanted=found[1].type if found else None)
            if found is None or code is None:
                continue
            target, stored = found
            if stored.type.joined(code.type) is None or (operator == "+=" and stored.type.kind != types.NUMBER):
                message = f"'{name}' is {stored.type.words}, and this is {code.type.words}"
                self.program.wrong(text.span(), message, "give it a value of its kind")
                continue
            value = f"counted({code.text})" if "*" in code.text else code.text
            out.add(assigned(target, operator, value), text.span())

    def write_set(self, step: RuleStep, scope: RuleScope, out: FunctionText, place: StatementPlace) -> None:
        self._write_values(step, scope, out, "=")

    def write_add(self, step: RuleStep, scope: RuleScope, out: FunctionText, place: StatementPlace) -> None:
        self._write_values(step, scope, out, "+=")

    def write_take(self, step: RuleStep, scope: RuleScope, out: FunctionText, place: StatementPlace) -> None:
        code = self.number(step.parts["take"], scope)
        source, target = (self.target(step.parts[key].text, step.parts[key].node, scope) for key in ("from", "to"))
        if source is None or target is None:
            return
        span, of_card = step.parts["take"].span(), ".get(" in f"{source[0]} {target[0]}"
        if of_card or code.text not in ("1", source[0]):
            name = self.local("count")
            out.add(f"{name} = max(0, min({code.text}, {source[0]}))", span)
            out.add(assigned(source[0], "-=", name), step.span)
            out.add(assigned(target[0], "+=", name), step.span)
        elif code.text == "1":
            out.add(f"if {source[0]} > 0: {source[0]} -= 1; {target[0]} += 1", span)
        else:
            out.add(f"if {source[0]} > 0: {target[0]} += {source[0]}; {source[0]} = 0", span)

    def write_reset(self, step: RuleStep, scope: RuleScope, out: FunctionText, place: StatementPlace) -> None:
        """Values for cards have again what they had at the beginning: all of a name, or those of one card."""
        text = step.parts["reset"]
        name, _, rest = text.text.strip().partition("[")
        found = self.program.card_values.get(name.strip())
        if found is None:
            help = f"values for cards are: {', '.join(self.program.card_values)}" if self.program.card_values else ""
            message = f"'{name.strip()}' is no value for each card"
            self.program.wrong(text.span(), message, help or "change other values with: set")
            return
        self.touches(found.name)
        if not rest:
            out.add(f"g{found.at}.clear()", text.span())
            return
        card = self.expression(RuleText(rest.rpartition("]")[0], text.node), scope)
        if card.type.kind != types.PIECE:
            self.wrong(text, "a card", card)
            return
        if found.width == 1:
            out.add(f"g{found.at}.pop({card.text}, None)", text.span())
        else:
            out.add(f"for x_one in range({found.width}): g{found.at}.pop({card.text} * {found.width} + x_one, None)")

    def write_let(self, step: RuleStep, scope: RuleScope, out: FunctionText, place: StatementPlace) -> RuleScope:
        for name, (_, text) in step.parts.get("let", {}).items():
            code = self.program.expression(text, scope)
            if code is None:
                continue
            python = self.local(name)
            out.add(f"{python} = {f'[*{code.text}]' if code.zone else code.text}", text.span())
            own = Code(python, code.type, frozenset([name]), code.secret, source=code.source)
            scope = scope.with_names({name: own})
        return scope
