"""Steps with cards of a forest, and what players know of hidden cards -> statements of Python."""

from pawprint.rules.language.expression_code import Code
from pawprint.rules.language.grid_steps import GridStepWriter
from pawprint.rules.language.piece_step_writer import StatementPlace
from pawprint.rules.language.program_text import FunctionText
from pawprint.rules.language.rule_names import RuleScope
from pawprint.rules.language.rule_types import NODE, PIECE, PLACE, RuleType
from pawprint.rules.language.specification import RuleStep
from pawprint.rules.zone_state import OPEN


class ForestStepWriter(GridStepWriter):
    """Writes `move` to and from a forest, `token` and `replace`."""

    def forest_of(self, zone: Code) -> bool:
        """Whether a zone is a forest."""
        return bool(zone.zone) and self.program.zones[zone.zone].forest

    def stock_name(self) -> str:
        """The value that counts the tokens of the players; "" if there is none."""
        return next((zone.tokens for zone in self.program.spec.zones.values() if zone.forest), "")

    def stock(self) -> int:
        """The place of that value of the first player; -1 if there is none."""
        return self.program.value_places.get(f"{self.stock_name()} 0", -1)

    def forest_zone(self) -> str:
        """The Python of the forest."""
        name = next((zone.name for zone in self.program.spec.zones.values() if zone.forest), "")
        return self.program.names.stored[name].text if name else "[]"

    def write_move(
        self, step: RuleStep, scope: RuleScope, out: FunctionText, place: StatementPlace
    ) -> RuleScope | None:
        text = step.parts["move"]
        code, target = self.expression(text, scope), self.zone(step.parts["to"], scope)
        span = step.node.span
        if self.is_grid(target):
            self.to_grid(step, scope, out)
            return None
        if code.type.kind == PLACE:
            self.from_grid(step, target, scope, out)
            return None
        if self.forest_of(target):
            if code.type.kind != PIECE:
                self.wrong(text, "a card", code)
                return None
            on = self.node(step, "on", scope) if "on" in step.parts else "-1"
            token = self.player(step.parts["token"], scope).text if "token" in step.parts else "-1"
            card = self.take(step, code, scope, out)
            self.touches(target.zone, *(["tokens", self.stock_name()] if token != "-1" else []))
            name = step.parts.get("as", "")
            python = self.local(name or "node")
            out.add(f"{python} = put(s, {target.text}, {card}, {on}, {token}, {self.stock()})", span)
            kind = RuleType(NODE, None, code.type.components)
            return scope.with_names({name: Code(python, kind, frozenset([name]))}) if name else None
        if code.type.kind == NODE:
            card = self.local("card")
            self.touches("tokens", self.stock_name(), self.program.names.forest)
            out.add(f"{card} = lift(s, {self.forest_zone()}, {code.text}, {self.stock()})", span)
            self.put_into(target, card, step, OPEN, out, scope)
            return None
        super().write_move(step, scope, out, place)
        return None

    def node(self, step: RuleStep, key: str, scope: RuleScope) -> str:
        """A card of the forest."""
        code = self.expression(step.parts[key], scope)
        if code.type.kind != NODE:
            self.wrong(step.parts[key], "a card of the forest", code)
        return code.text

    def write_token(self, step: RuleStep, scope: RuleScope, out: FunctionText, place: StatementPlace) -> None:
        """A token leaves the card on which it lies, to its player or to a value."""
        node, span = self.node(step, "token", scope), step.node.span
        self.touches("tokens", self.stock_name())
        if "to" in step.parts:
            found = self.target(step.parts["to"].text, step.parts["to"].node, scope)
            if found is not None:
                out.add(f"{found[0]} += 1", span)
        elif self.stock() >= 0:
            out.add(f"if token[{node}] >= 0: v[{self.stock()} + token[{node}]] += 1", span)
        out.add(f"untoken(s, {node})", span)

    def write_replace(self, step: RuleStep, scope: RuleScope, out: FunctionText, place: StatementPlace) -> RuleScope:
        """A card takes the place of one of the forest, which goes to another zone."""
        node, span = self.node(step, "replace", scope), step.node.span
        code, target = self.expression(step.parts["by"], scope), self.zone(step.parts["to"], scope)
        old, new, name = self.local("old"), self.local("new"), step.parts.get("as", "new")
        self.touches(self.program.names.forest)
        out.add(f"{old} = K[{node}]", span)
        card = self.take(step, code, scope, out)
        out.add(f"{new} = swap(s, {self.forest_zone()}, {node}, {card})", span)
        self.put_into(target, old, step, OPEN, out, scope)
        return scope.with_names({name: Code(new, RuleType(NODE, None, code.type.components), frozenset([name]))})
