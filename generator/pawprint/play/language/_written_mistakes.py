"""Mistakes in the text of `rules.yaml` that its reader would take for something else."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from pawprint.core.diagnostics import Findings
from pawprint.core.registry import suggest
from pawprint.core.source import Source
from pawprint.play._zone_state import FACE, OPEN
from pawprint.play.engine import Option
from pawprint.play.game_options import option_text
from pawprint.play.language._expression_functions import FUNCTIONS
from pawprint.play.language.specification import Specification, ValueSpec, ZoneSpec
from pawprint.source.reader import MappingNode, Node, ScalarNode, SequenceNode

#: The sections whose names expressions use; a name stands in one of them.
_NAMED = ("words", "zones", "values", "numbers", "options", "define", "calls")
_PLACEHOLDER = re.compile(r"\{(\w+)\}")
#: The same with parts of what is chosen.
_PART = re.compile(r"\{([\w.]+)\}")
_QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"")


def report_torn(node: Node, findings: Findings) -> None:
    """Report expressions that a comma tears apart: `{score: max(2, 3)}` is two entries, `max(2` and `3)`."""
    queue = [node]
    while queue:
        item = queue.pop()
        if isinstance(item, SequenceNode):
            parts = item.items
            queue += parts[::-1]
        elif isinstance(item, MappingNode):
            parts = [part for name, value in item.entries.items() for part in (item.keys[name], value)]
            queue += [*item.entries.values()][::-1]
        else:
            continue
        torn = next((part for part in parts if isinstance(part, ScalarNode) and _opened(part) > 0), None)
        if torn is not None and any(isinstance(part, ScalarNode) and _opened(part) < 0 for part in parts):
            help = f'put the whole expression in quotes: "{torn.text.strip()}, ..."'
            findings.add("bad-rules", "the comma ends this expression", torn.span, help)


def report_editions(options: Mapping[str, Option], node: MappingNode, findings: Findings) -> None:
    """Report what editions say of options that there are not, or of values that these cannot have."""
    editions = node.get("editions")
    for edition in editions.entries.values() if isinstance(editions, MappingNode) else ():
        if not isinstance(edition, MappingNode):
            findings.add("bad-rules", "this is no edition", edition.span, "write what it changes: {long: true}")
            continue
        for name, value in edition.entries.items():
            if name not in options:
                help = suggest(name, options, "options are") if options else "declare it below 'options'"
                findings.add("bad-rules", f"there is no option '{name}'", edition.keys[name].span, help)
                continue
            known = [option_text(known_value) for known_value in options[name].values]
            if not isinstance(value, ScalarNode) or value.text not in known:
                message, help = f"this is no value of the option '{name}'", f"it can be {', '.join(known)}"
                findings.add("bad-rules", message, value.span, help)


def report_forests(zones: Mapping[str, ZoneSpec], values: Mapping[str, ValueSpec], findings: Findings) -> None:
    """Report forests that cannot be: a second one, one of each player, one with tokens that nothing counts."""
    forests = [zone for zone in zones.values() if zone.forest]
    for zone in forests[1:]:
        help = f"give only one zone a shape: '{forests[0].name}' has it"
        findings.add("bad-rules", "there are two forests", zone.node.span, help)
    for zone in zones.values():
        if zone.forest and zone.each:
            findings.add("bad-rules", "players share a forest", zone.node.span, "leave out 'each'")
        if zone.tokens and not (zone.forest and zone.tokens in values and values[zone.tokens].each):
            help = "declare it: values: {stock: {start: 3, each: player}}, and write shape: forest"
            findings.add("bad-rules", f"'{zone.tokens}' cannot count the tokens of '{zone.name}'", zone.node.span, help)


def report_grids(zones: Mapping[str, ZoneSpec], findings: Findings) -> None:
    """Report grids that cannot be, and cards that lie face down where nothing is a grid."""
    grids = [zone for zone in zones.values() if zone.grid is not None]
    for zone in grids[1:]:
        help = f"give only one zone a shape: '{grids[0].name}' has it"
        findings.add("bad-rules", "there are two grids", zone.node.span, help)
    for zone in zones.values():
        if zone.grid is None and zone.seen == FACE:
            help = "write shape: grid, with rows and columns; or seen: hidden"
            findings.add("bad-rules", "cards lie face down on a grid only", zone.node.span, help)
        if zone.grid is None:
            continue
        if zone.seen not in (OPEN, FACE):
            findings.add("bad-rules", "all players see a grid", zone.node.span, "write seen: face for cards face down")
        wrong = {"each": zone.each, "pile": zone.pile, "refill": zone.refill, "parts": zone.grouped}
        for word in (word for word, there in wrong.items() if there):
            findings.add("bad-rules", f"a grid has no '{word}'", zone.node.span, f"leave out '{word}'")


def report_placeholders(key: str, node: Node | None, names: Sequence[str], findings: Findings) -> None:
    """Report words with `{names}` of choices that an action does not have, or without one that logs need."""
    for item in node.entries.values() if isinstance(node, MappingNode) else () if node is None else (node,):
        written = _PLACEHOLDER.findall(item.text) if isinstance(item, ScalarNode) else names
        wrong = next((name for name in written if name not in names), "")
        missing = next((name for name in names if name not in written), "") if key == "written" else ""
        if wrong:
            help = suggest(wrong, names, "choices are") if names else "the action chooses nothing"
            findings.add("bad-rules", f"the action has no choice '{wrong}'", item.span, help)
        elif key == "written" and len({*written}) < len(written):
            findings.add("bad-rules", "a choice stands here twice", item.span, "write each choice once")
        elif missing:
            message = "logs cannot tell what was chosen"
            findings.add("bad-rules", message, item.span, f"write {{{missing}}} somewhere in the text")


def report_sentences(spec: Specification, libraries: Sequence[Source], findings: Findings) -> None:
    """Report names of what there is not, and sentences of rules that there are not, or that name such numbers."""
    text = "\n".join(source.text for source in (spec.source, *libraries))
    for name, key in _keys(spec.node, "names"):
        if len(re.findall(rf"\b{re.escape(re.sub('^(to|not|a) ', '', name).partition('(')[0])}\b", text)) < 2:
            findings.add("bad-rules", f"nothing else in the rules is called '{name}'", key.span, "correct the name")
    rules = [*spec.implements, *spec.actions, *spec.steps]
    for name, key in _keys(spec.node, "sentences"):
        if name not in rules:
            help = suggest(name, rules, "rules are")
            findings.add("bad-rules", f"there is no rule, action or step '{name}'", key.span, help)
        node = spec.sentences[name].node
        for words in node.entries.values() if isinstance(node, MappingNode) else (node,):
            for number in _PLACEHOLDER.findall(words.text) if isinstance(words, ScalarNode) else ():
                if number not in {**spec.numbers, **spec.options}:
                    help = suggest(number, [*spec.numbers, *spec.options], "numbers are")
                    findings.add("bad-rules", f"the rules have no number '{number}'", words.span, help)


def report_refusals(spec: Specification, findings: Findings) -> None:
    """Report words of refusals with `{names}` that are no choice of the action, and no number or option."""
    written = spec.node.get("actions")
    nodes = written.entries if isinstance(written, MappingNode) else {}
    for name, action in spec.actions.items():
        known = [*(choice.name for choice in action.choices), *spec.numbers, *spec.options]
        for words in _refusals(nodes.get(name)):
            for found in _PART.findall(words.text):
                if found.partition(".")[0] not in known:
                    help = suggest(found, known, "known are")
                    findings.add("bad-rules", f"no choice, number or option is called '{found}'", words.span, help)


def _refusals(node: Node | None) -> Iterator[ScalarNode]:
    """The words after `else` in an action, its choices and its conditions."""
    if isinstance(node, SequenceNode):
        for item in node.items:
            yield from _refusals(item)
    for key, value in node.entries.items() if isinstance(node, MappingNode) else ():
        if key == "else":
            texts = value.entries.values() if isinstance(value, MappingNode) else (value,)
            yield from (text for text in texts if isinstance(text, ScalarNode))
        elif key != "do":
            yield from _refusals(value)


def _keys(node: MappingNode, section: str) -> Iterable[tuple[str, Node]]:
    part = node.get(section)
    return part.keys.items() if isinstance(part, MappingNode) else ()


def report_same_names(node: MappingNode, findings: Findings) -> Mapping[str, str]:
    """Report names that stand in two sections; name -> section."""
    known: dict[str, str] = {}
    for section in _NAMED:
        part = node.get(section)
        for name, key in part.keys.items() if isinstance(part, MappingNode) else ():
            own = name.partition("(")[0]
            if own in known:
                message = f"'{own}' stands below '{known[own]}' already"
                findings.add("bad-rules", message, key.span, "give one of the two another name")
            known.setdefault(own, section)
            if section in ("define", "calls") and own in FUNCTIONS:
                findings.add("bad-rules", f"'{own}' is a function already", key.span, "give it another name")
    return known


def _opened(node: ScalarNode) -> int:
    text = "" if node.quoted else _QUOTED.sub("", node.text)
    return text.count("(") - text.count(")")
