"""Steps with groups of cards that come and go -> statements of Python; `groups` says how a state keeps them."""

import re

from pawprint.rules.language.expression_code import Code
from pawprint.rules.language.groups import MOST_GROUPS, ROW, GroupPart, GroupZone
from pawprint.rules.language.piece_step_writer import PieceStepWriter, StatementPlace
from pawprint.rules.language.program_text import FunctionText
from pawprint.rules.language.rule_names import RuleScope
from pawprint.rules.language.rule_types import GROUP, RuleType
from pawprint.rules.language.specification import RuleStep, RuleText
from pawprint.rules.zone_state import OPEN, OWNER

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
        """Begin a group; its type.

        Args:
            python: what it is called.
        """
        name = step.parts["new"].text.strip()
        zone = self.program.groups.get(name)
        if zone is None:
            known = [*self.program.groups]
            help = f"zones with parts are: {', '.join(known)}" if known else "give the zone 'parts'"
            self.program.add("bad-rules", f"'{name}' has no groups", step.parts["new"].span(), help)
            return RuleType(GROUP, values=frozenset([name]))
        seat = self.player(step.parts["for"], scope).text if "for" in step.parts else scope.me
        if zone.each and not seat:
            self.program.add("bad-rules", "nobody acts here who could have it", step.node.span, "write for: player")
        self.touches(name, *(f"{name}.{part}" for part in zone.parts))
        number, owner = self.local("number"), seat if zone.each else "0"
        place, counter = (f"{one} + {owner}" if zone.each else str(one) for one in (zone.place, zone.counter))
        out.add(f"{number} = v[{counter}]", step.node.span)
        out.add(f"if {number} >= {MOST_GROUPS - 1}: raise GroupError('there are more than {MOST_GROUPS - 1} groups')")
        out.add(f"v[{counter}] = {number} + 1")
        out.add(f"{python} = {owner} << {ROW} | {number}" if zone.each else f"{python} = {number}")
        out.add(f"z[{place}].append({python})", step.node.span)
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
                out.add(f"if g{part.at}[{code.text}]: {lying}", step.node.span)
        if found is not None:
            at = f"{found.place} + ({code.text} >> {ROW})" if found.each else str(found.place)
            out.add(f"z[{at}].remove({code.text})", step.node.span)
            out.add("; ".join(f"del g{one}[{code.text}]" for one in range(found.first, found.after)))

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
            out.add(f"{target.text} = ({card}, *{target.text})", step.node.span)
        elif at != "top":
            help = "leave out 'at'"
            self.program.add("bad-rules", "the cards of groups are put on top", step.node.span, help)
        else:
            out.add(self.put_text(target, card), step.node.span)
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
            self.program.add("bad-rules", "of cards that not all see, the top one is moved", text.span(), help)
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
            out.add(put, step.node.span)
        else:
            name = self.local("card")
            out.add(f"for {name} in {source.text}: {self.put_text(target, name)}", step.node.span)
        if from_part is None:
            out.add(f"{source.text}.clear()", step.node.span)
            return
        _, part, group = from_part
        out.add(f"{source.bits or source.text} = {'0' if source.bits else '()'}", step.node.span)
        if part.secret:
            out.add(f"g{part.at + 1}[{group}] = 0")
