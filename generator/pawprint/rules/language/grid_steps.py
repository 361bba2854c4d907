"""Steps with cards on the places of a grid -> statements of Python; `grid` says how a state keeps them."""

from pawprint.rules.language.expression_code import Code
from pawprint.rules.language.grid import GridZone
from pawprint.rules.language.group_steps import GroupStepWriter
from pawprint.rules.language.piece_step_writer import StatementPlace
from pawprint.rules.language.program_text import FunctionText
from pawprint.rules.language.rule_names import RuleScope
from pawprint.rules.language.rule_types import PIECE, PLACE, RuleType
from pawprint.rules.language.specification import RuleStep
from pawprint.rules.zone_state import OPEN, OWNER


class GridStepWriter(GroupStepWriter):
    """Writes `swap`, `flip`, `rotate` and `look`, and steps that move cards to and from a grid."""

    @property
    def grid(self) -> GridZone | None:
        """The grid of the game."""
        return self.program.names.grid

    @property
    def board(self) -> str:
        """The Python of the cards of the grid."""
        return f"z[{self.grid.at}]" if self.grid is not None else "[]"

    def is_grid(self, zone: Code) -> bool:
        """Whether a zone is the grid."""
        return self.grid is not None and zone.zone == self.grid.name

    def place_at(self, step: RuleStep, key: str, scope: RuleScope) -> str:
        """A place, which a step changes."""
        code = self.program.expression(step.parts[key], scope, wanted=RuleType(PLACE)) or Code("0", RuleType(PLACE))
        if code.type.kind != PLACE:
            self.wrong(step.parts[key], "a place of a grid", code)
        elif self.grid is not None:
            self.touches(self.grid.name)
        return code.text

    def write_swap(self, step: RuleStep, scope: RuleScope, out: FunctionText, place: StatementPlace) -> None:
        if self.grid is None or self.expression(step.parts["swap"], scope).type.kind != PLACE:
            super().write_swap(step, scope, out, place)
            return
        one, other = self.place_at(step, "swap", scope), self.place_at(step, "with", scope)
        out.add(f"exchange(s, {self.board}, {one}, {other})", step.node.span)

    def write_flip(self, step: RuleStep, scope: RuleScope, out: FunctionText, place: StatementPlace) -> None:
        self._needs_faces(step)
        out.add(f"turn_over(s, {self.board}, {self.place_at(step, 'flip', scope)})", step.node.span)

    def write_look(self, step: RuleStep, scope: RuleScope, out: FunctionText, place: StatementPlace) -> None:
        self._needs_faces(step)
        if not scope.me:
            self.program.add("bad-rules", "nobody acts here who could look", step.node.span, "put it into a loop")
        at = self.place_at(step, "look", scope)
        out.add(f"if not up[{at}]: looked[{at}] |= 1 << {scope.me or 0}", step.node.span)

    def write_rotate(self, step: RuleStep, scope: RuleScope, out: FunctionText, place: StatementPlace) -> None:
        at = self.place_at(step, "rotate", scope)
        out.add(f"turned[{at}] = (turned[{at}] + {self.number(step.parts['by'], scope).text}) % 4", step.node.span)

    def _needs_faces(self, step: RuleStep) -> None:
        if self.grid is not None and not self.grid.faces:
            help = f"write seen: face at the zone '{self.grid.name}'"
            self.program.add("bad-rules", "all cards of this grid lie face up", step.node.span, help)

    # --- to and from other zones ----------------------------------------------------------------------------

    def to_grid(self, step: RuleStep, scope: RuleScope, out: FunctionText) -> None:
        """A card is laid on a place."""
        text = step.parts["move"]
        code = self.expression(text, scope)
        if code.type.kind == PLACE:
            help = "cards change places with: swap: one, with: other"
            self.program.add("bad-rules", "a card of a grid is moved within it", text.span(), help)
            return
        if code.type.kind != PIECE:
            self.wrong(text, "a card", code)
            return
        if "on" not in step.parts:
            self.program.add("bad-rules", "the place is missing on which it is laid", step.node.span, "write on: place")
            return
        at = self.place_at(step, "on", scope)
        source = self.zone(step.parts["from"], scope).text if "from" in step.parts else code.source
        seen = self.seen(source) if source else OPEN
        card = self.take(step, code, scope, out)
        up = step.parts.get("face", "up") == "up"
        if not up:
            self._needs_faces(step)
        everyone = 2**self.program.players - 1
        knows = str(everyone) if seen == OPEN else f"1 << {scope.me}" if seen == OWNER and scope.me else "0"
        out.add(f"lay(s, {self.board}, {card}, {at}, {up}, {knows})", step.node.span)

    def from_grid(self, step: RuleStep, target: Code, scope: RuleScope, out: FunctionText) -> None:
        """The card of a place goes to another zone."""
        at, card = self.place_at(step, "move", scope), self.local("card")
        out.add(f"{card} = lift_from(s, {self.board}, {at})", step.node.span)
        self.put_into(target, card, step, OPEN, out, scope)

    def move_all(self, source: Code, target: Code, bottom: bool, out: FunctionText, step: RuleStep) -> None:
        if self.is_grid(target):
            help = f"deal them: shuffle: {source.zone}, to: {target.zone}"
            self.program.add("bad-rules", "it is not clear on which places these cards are laid", step.node.span, help)
        elif self.is_grid(source):
            cards = self.local("cards")
            self.touches(source.zone, target.zone)
            out.add(f"{cards} = clear(s, {self.board})", step.node.span)
            out.add(f"{target.text}[:0] = {cards}" if bottom else f"{target.text}.extend({cards})", step.node.span)
        else:
            super().move_all(source, target, bottom, out, step)

    def write_shuffle(self, step: RuleStep, scope: RuleScope, out: FunctionText, place: StatementPlace) -> None:
        target = self.zone(step.parts["to"], scope) if "to" in step.parts else None
        if target is None or not self.is_grid(target):
            super().write_shuffle(step, scope, out, place)
            return
        source = self.zone(step.parts["shuffle"], scope)
        out.add(f"rng.shuffle({source.text})", step.node.span)
        out.add(self.dealt(f"turned_by_chance({source.text}, TURNABLE(), rng)"), step.node.span)
        out.add(f"{source.text}.clear()", step.node.span)
        self.touches(source.zone, target.zone)

    def dealt(self, cards: str) -> str:
        """The statement that lays cards on the free places of the grid."""
        return f"deal(s, {self.board}, {cards}, {self.grid is None or not self.grid.faces})"
