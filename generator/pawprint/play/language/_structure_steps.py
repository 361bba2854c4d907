"""Steps with cards of a forest, and what players know of hidden cards -> statements of Python."""

import re

from pawprint.play._zone_state import OPEN, OWNER
from pawprint.play.language._expression_code import Code
from pawprint.play.language._piece_step_writer import PieceStepWriter, StatementPlace
from pawprint.play.language._program_text import FunctionText
from pawprint.play.language._rule_names import RuleScope
from pawprint.play.language.grid import GridZone
from pawprint.play.language.groups import MOST_GROUPS, ROW, GroupPart, GroupZone
from pawprint.play.language.rule_types import GROUP, NODE, PIECE, PLACE, RuleType
from pawprint.play.language.specification import RuleStep, RuleText

# --- Steps with groups of cards that come and go -> statements of Python; `groups` says how a state keeps them --------

#: The Python of a part of a group: its index, and the group.
_PART = re.compile(r"(?:BITS\[)?g(\d+)\[(.+?)\]\]?")


class GroupStepWriter(PieceStepWriter):
    """Writes `new` and `remove`, and steps that move cards to and from the parts of groups."""

    def part_of(self, python: str) -> tuple[GroupZone, GroupPart, str] | None:
        """The part of a group whose Python this is, and the group; None for anything else."""
        match = _PART.fullmatch(python)
        found = self.program.group_parts.get(int(match[1])) if match is not None else None
        return None if match is None or found is None else (*found, match[2])

    def zone_name(self, python: str) -> str:
        found = self.part_of(python)
        return super().zone_name(python) if found is None else f"{found[0].name}.{found[1].name}"

    # --- groups ---------------------------------------------------------------------------------------------

    def new_group(self, step: RuleStep, scope: RuleScope, python: str, out: FunctionText) -> RuleType:
        """Begin a group; its type."""
        name = step.parts["new"].text.strip()
        zone = self.program.groups.get(name)
        if zone is None:
            known = [*self.program.groups]
            help = f"zones with parts are: {', '.join(known)}" if known else "give the zone 'parts'"
            self.program.wrong(step.parts["new"].span(), f"'{name}' has no groups", help)
            return RuleType(GROUP, values=frozenset([name]))
        seat = self.player(step.parts["for"], scope).text if "for" in step.parts else scope.me
        if zone.each and not seat:
            self.program.wrong(step.span, "nobody acts here who could have it", "write for: player")
        self.touches(name, *(f"{name}.{part}" for part in zone.parts))
        number, owner = self.local("number"), seat if zone.each else "0"
        place, counter = (f"{start} + {owner}" if zone.each else str(start) for start in (zone.place, zone.counter))
        out.add(f"{number} = v[{counter}]", step.span)
        out.add(f"if {number} >= {MOST_GROUPS - 1}: raise GroupError('there are more than {MOST_GROUPS - 1} groups')")
        out.add(f"v[{counter}] = {number} + 1")
        out.add(f"{python} = {owner} << {ROW} | {number}" if zone.each else f"{python} = {number}")
        out.add(f"z[{place}].append({python})", step.span)
        for part in zone.parts.values():
            empty = part.start if part.zone is None or part.zone.different else "()"
            out.add(f"g{part.at}[{python}] = {empty}")
            if part.secret:
                out.add(f"g{part.at + 1}[{python}] = 0")
        return RuleType(GROUP, values=frozenset([name]))

    def write_new(self, step: RuleStep, scope: RuleScope, out: FunctionText, place: StatementPlace) -> RuleScope | None:
        name = step.parts.get("as", "")
        python = self.local(name or "group")
        kind = self.new_group(step, scope, python, out)
        return scope.with_names({name: Code(python, kind, frozenset([name]))}) if name else None

    def write_remove(self, step: RuleStep, scope: RuleScope, out: FunctionText, place: StatementPlace) -> None:
        code = self.expression(step.parts["remove"], scope)
        if code.type.kind != GROUP:
            self.wrong(step.parts["remove"], "a group", code)
            return
        zone = next(iter(code.type.values or ()))
        self.touches(zone)
        found = self.program.groups.get(zone)
        for part in found.parts.values() if found is not None else ():
            if part.zone is not None:
                lying = f"raise GroupError('a group is removed that has cards in {part.name}')"
                out.add(f"if g{part.at}[{code.text}]: {lying}", step.span)
        if found is not None:
            at = f"{found.place} + ({code.text} >> {ROW})" if found.each else str(found.place)
            out.add(f"z[{at}].remove({code.text})", step.span)
            out.add("; ".join(f"del g{number}[{code.text}]" for number in range(found.first, found.after)))

    # --- their cards ----------------------------------------------------------------------------------------

    def put_text(self, target: Code, card: str) -> str:
        if target.bits:
            return f"{target.bits} |= 1 << {card}"
        return f"{target.text} += ({card},)" if self.part_of(target.text) else super().put_text(target, card)

    def put_into(self, target: Code, card: str, step: RuleStep, was: str, out: FunctionText, scope: RuleScope) -> None:
        found = self.part_of(target.text)
        if found is None:
            super().put_into(target, card, step, was, out, scope)
            return
        zone, part, group = found
        at = step.parts.get("at", "top")
        if at == "bottom" and not part.secret and not target.bits:
            out.add(f"{target.text} = ({card}, *{target.text})", step.span)
        elif at != "top":
            self.program.wrong(step.span, "the cards of groups are put on top", "leave out 'at'")
        else:
            out.add(self.put_text(target, card), step.span)
        self.touches(target.zone)
        if part.secret and was in (OPEN, OWNER) and scope.me:
            known = f"if {group} >> {ROW} == {scope.me}: g{part.at + 1}[{group}] |= 1 << len({target.text}) - 1"
            out.add(known if zone.each else "pass")

    def take(self, step: RuleStep, code: Code, scope: RuleScope, out: FunctionText) -> str:
        source = self.zone(step.parts["from"], scope).text if "from" in step.parts else code.source
        found = self.part_of(source)
        if found is None:
            return super().take(step, code, scope, out)
        zone, part, group = found
        text: RuleText = step.parts.get("by") or step.parts["move"]
        card = self.local("card")
        self.touches(f"{zone.name}.{part.name}")
        out.add(f"{card} = {code.text}", text.span())
        if source.startswith("BITS["):
            out.add(f"{source[5:-1]} = unset({source[5:-1]}, {card})", text.span())
        elif code.text == f"{source}[-1]":
            out.add(f"{source} = {source}[:-1]", text.span())
            if part.secret:
                out.add(f"g{part.at + 1}[{group}] &= (1 << len({source})) - 1")
        elif part.secret:
            help = f"write move: top(...{part.name})"
            self.program.wrong(text.span(), "of cards that not all see, the top one is moved", help)
        else:
            out.add(f"{source} = without({source}, {card})", text.span())
        return card

    def move_all(self, source: Code, target: Code, bottom: bool, out: FunctionText, step: RuleStep) -> None:
        from_part, to_part = self.part_of(source.text), self.part_of(target.text)
        if from_part is None and to_part is None:
            super().move_all(source, target, bottom, out, step)
            return
        self.touches(source.zone, target.zone)
        if to_part is None:
            put = f"{target.text}[:0] = {source.text}" if bottom else f"{target.text}.extend({source.text})"
            out.add(put, step.span)
        else:
            name = self.local("card")
            out.add(f"for {name} in {source.text}: {self.put_text(target, name)}", step.span)
        if from_part is None:
            out.add(f"{source.text}.clear()", step.span)
            return
        _, part, group = from_part
        out.add(f"{source.bits or source.text} = {'0' if source.bits else '()'}", step.span)
        if part.secret:
            out.add(f"g{part.at + 1}[{group}] = 0")


# --- Steps with cards on the places of a grid -> statements of Python; `grid` says how a state keeps them -------------


class GridStepWriter(GroupStepWriter):
    """Writes `swap`, `flip`, `rotate` and `look`, and steps that move cards to and from a grid."""

    @property
    def grid(self) -> GridZone | None:
        return self.program.names.grid

    @property
    def board(self) -> str:
        return f"z[{self.grid.at}]" if self.grid is not None else "[]"

    def is_grid(self, zone: Code) -> bool:
        return self.grid is not None and zone.zone == self.grid.name

    def place_at(self, step: RuleStep, key: str, scope: RuleScope) -> str:
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
        first, other = self.place_at(step, "swap", scope), self.place_at(step, "with", scope)
        out.add(f"exchange(s, {self.board}, {first}, {other})", step.span)

    def write_flip(self, step: RuleStep, scope: RuleScope, out: FunctionText, place: StatementPlace) -> None:
        self._needs_faces(step)
        out.add(f"turn_over(s, {self.board}, {self.place_at(step, 'flip', scope)})", step.span)

    def write_look(self, step: RuleStep, scope: RuleScope, out: FunctionText, place: StatementPlace) -> None:
        self._needs_faces(step)
        if not scope.me:
            self.program.wrong(step.span, "nobody acts here who could look", "put it into a loop")
        at = self.place_at(step, "look", scope)
        out.add(f"if not up[{at}]: looked[{at}] |= 1 << {scope.me or 0}", step.span)

    def write_rotate(self, step: RuleStep, scope: RuleScope, out: FunctionText, place: StatementPlace) -> None:
        at = self.place_at(step, "rotate", scope)
        out.add(f"turned[{at}] = (turned[{at}] + {self.number(step.parts['by'], scope).text}) % 4", step.span)

    def _needs_faces(self, step: RuleStep) -> None:
        if self.grid is not None and not self.grid.faces:
            help = f"write seen: face at the zone '{self.grid.name}'"
            self.program.wrong(step.span, "all cards of this grid lie face up", help)

    # --- to and from other zones ----------------------------------------------------------------------------

    def to_grid(self, step: RuleStep, scope: RuleScope, out: FunctionText) -> None:
        text = step.parts["move"]
        code = self.expression(text, scope)
        if code.type.kind == PLACE:
            help = "cards change places with: swap: one, with: other"
            self.program.wrong(text.span(), "a card of a grid is moved within it", help)
            return
        if code.type.kind != PIECE:
            self.wrong(text, "a card", code)
            return
        if "on" not in step.parts:
            self.program.wrong(step.span, "the place is missing on which it is laid", "write on: place")
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
        out.add(f"lay(s, {self.board}, {card}, {at}, {up}, {knows})", step.span)

    def from_grid(self, step: RuleStep, target: Code, scope: RuleScope, out: FunctionText) -> None:
        at, card = self.place_at(step, "move", scope), self.local("card")
        out.add(f"{card} = lift_from(s, {self.board}, {at})", step.span)
        self.put_into(target, card, step, OPEN, out, scope)

    def move_all(self, source: Code, target: Code, bottom: bool, out: FunctionText, step: RuleStep) -> None:
        if self.is_grid(target):
            help = f"deal them: shuffle: {source.zone}, to: {target.zone}"
            self.program.wrong(step.span, "it is not clear on which places these cards are laid", help)
        elif self.is_grid(source):
            cards = self.local("cards")
            self.touches(source.zone, target.zone)
            out.add(f"{cards} = clear(s, {self.board})", step.span)
            out.add(f"{target.text}[:0] = {cards}" if bottom else f"{target.text}.extend({cards})", step.span)
        else:
            super().move_all(source, target, bottom, out, step)

    def write_shuffle(self, step: RuleStep, scope: RuleScope, out: FunctionText, place: StatementPlace) -> None:
        target = self.zone(step.parts["to"], scope) if "to" in step.parts else None
        if target is None or not self.is_grid(target):
            super().write_shuffle(step, scope, out, place)
            return
        source = self.zone(step.parts["shuffle"], scope)
        out.add(f"rng.shuffle({source.text})", step.span)
        out.add(self.dealt(f"turned_by_chance({source.text}, TURNABLE(), rng)"), step.span)
        out.add(f"{source.text}.clear()", step.span)
        self.touches(source.zone, target.zone)

    def dealt(self, cards: str) -> str:
        return f"deal(s, {self.board}, {cards}, {self.grid is None or not self.grid.faces})"


class ForestStepWriter(GridStepWriter):
    """Writes `move` to and from a forest, `token` and `replace`."""

    def forest_of(self, zone: Code) -> bool:
        return bool(zone.zone) and self.program.zones[zone.zone].forest

    def stock_name(self) -> str:
        """The value that counts the tokens of the players; "" if there is none."""
        return next((zone.tokens for zone in self.program.spec.zones.values() if zone.forest), "")

    def stock(self) -> int:
        """The place of that value of the first player; -1 if there is none."""
        return self.program.value_places.get(f"{self.stock_name()} 0", -1)

    def forest_zone(self) -> str:
        name = next((zone.name for zone in self.program.spec.zones.values() if zone.forest), "")
        return self.program.names.stored[name].text if name else "[]"

    def write_move(
        self, step: RuleStep, scope: RuleScope, out: FunctionText, place: StatementPlace
    ) -> RuleScope | None:
        text = step.parts["move"]
        code, target = self.expression(text, scope), self.zone(step.parts["to"], scope)
        span = step.span
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
        code = self.expression(step.parts[key], scope)
        if code.type.kind != NODE:
            self.wrong(step.parts[key], "a card of the forest", code)
        return code.text

    def write_token(self, step: RuleStep, scope: RuleScope, out: FunctionText, place: StatementPlace) -> None:
        """A token leaves the card on which it lies, to its player or to a value."""
        node, span = self.node(step, "token", scope), step.span
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
        node, span = self.node(step, "replace", scope), step.span
        code, target = self.expression(step.parts["by"], scope), self.zone(step.parts["to"], scope)
        old, new, name = self.local("old"), self.local("new"), step.parts.get("as", "new")
        self.touches(self.program.names.forest)
        out.add(f"{old} = K[{node}]", span)
        card = self.take(step, code, scope, out)
        out.add(f"{new} = swap(s, {self.forest_zone()}, {node}, {card})", span)
        self.put_into(target, old, step, OPEN, out, scope)
        return scope.with_names({name: Code(new, RuleType(NODE, None, code.type.components), frozenset([name]))})
