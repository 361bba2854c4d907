"""The style sheets of a drawing -> the declarations that each element has from them.

Selectors are matched by cssselect2, rules are read by tinycss2; both are imported only for a drawing that has rules.
Rules for other media than print, imports and fonts are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from pawprint.svg.svg_report import SvgReport
from pawprint.svg.xml_tree import XmlElement, XmlTree

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

#: Declarations of one element by property: the value, and whether it is important.
Declarations = Mapping[str, tuple[str, bool]]
#: Comparing each selector with each element costs that much at most.
MAX_COMPARISONS = 2_000_000

_MEDIA = re.compile(r"\b(all|print|screen)\b")
_FONT = re.compile(r"((?:[a-z0-9-]++\s++)*?)([\d.]+(?:[a-z]+|%)|(?:xx?-)?(?:small|large)|medium)(?:\s*/\s*\S+)?\s+(.+)")
_Rule = tuple[Any, tuple[tuple[str, str, bool], ...]]


def declarations(text: str) -> Iterator[tuple[str, str, bool, int]]:
    """The declarations of a `style` attribute: name, value, whether it is important, and where the value begins."""
    begin = 0
    for declaration in text.split(";"):
        name, colon, value = declaration.partition(":")
        word = name.strip()
        if word:
            plain = value.rstrip()
            important = plain.lower().endswith("!important")
            yield word, plain[: -len("!important")] if important else value, important, begin + len(name) + len(colon)
        begin += len(declaration) + 1


def font_parts(text: str) -> dict[str, str]:
    """The properties that the property `font` stands for; none if it is a word such as `menu`."""
    match = _FONT.fullmatch(text.strip())
    if match is None:
        return {}
    parts = {"font-size": match[2], "font-family": match[3]}
    for word in match[1].split():
        if word in ("italic", "oblique"):
            parts["font-style"] = word
        elif word.isdigit() or word.startswith("bold"):
            parts["font-weight"] = word
    return parts


def sheet_styles(tree: XmlTree, report: SvgReport) -> Mapping[XmlElement, Declarations]:
    """What the style sheets of *tree* say of its elements; those that no rule selects are missing.

    Raises:
        Refused: there are too many rules for so many elements.
    """
    if not any(sheet.text.strip() for sheet in tree.sheets):
        return {}
    import cssselect2

    matcher = cssselect2.Matcher()
    count = 0
    for sheet in tree.sheets:
        if not _MEDIA.search(sheet.attributes.get("media", "all")):
            continue
        for prelude, found in _rules(sheet.text):
            try:
                selectors = cssselect2.compile_selector_list(prelude)
            except cssselect2.SelectorError:
                continue  # CSS leaves out rules that it does not understand
            for selector in selectors:
                if selector.pseudo_element is None:
                    count += 1
                    matcher.add_selector(selector, found)
    if not count:
        return {}
    written: dict[Element, XmlElement] = {}
    top = _as_element_tree(tree.root, written)
    if count * len(written) > MAX_COMPARISONS:
        message = f"the style sheet has {count} selectors for {len(written)} elements"
        raise report.refuse(tree.sheets[0].at, message, "write the properties on the elements")
    styles: dict[XmlElement, Declarations] = {}
    for element in cssselect2.ElementWrapper.from_xml_root(top).iter_subtree():
        own: dict[str, tuple[str, bool]] = {}
        for *_, found in matcher.match(element):  # in the order in which they win
            for name, value, important in found:
                if important or not own.get(name, ("", False))[1]:
                    own[name] = (value, important)
        if own:
            styles[written[element.etree_element]] = own
    return styles


def _rules(text: str) -> Iterator[_Rule]:
    """The rules of a style sheet: the selectors, and the declarations."""
    import tinycss2

    for rule in tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True):
        if rule.type == "at-rule" and rule.lower_at_keyword == "media" and rule.content is not None:
            if _MEDIA.search(tinycss2.serialize(rule.prelude)):
                yield from _rules(tinycss2.serialize(rule.content))
        elif rule.type == "qualified-rule":
            found = tinycss2.parse_blocks_contents(rule.content, skip_comments=True, skip_whitespace=True)
            yield (
                rule.prelude,
                tuple(
                    (part.lower_name, tinycss2.serialize(part.value).strip(), part.important)
                    for part in found
                    if part.type == "declaration"
                ),
            )


def _as_element_tree(node: XmlElement, written: dict[Element, XmlElement]) -> Element:
    from xml.etree.ElementTree import Element

    element = Element(node.tag, node.attributes)
    written[element] = node
    element.extend(_as_element_tree(child, written) for child in node.children)
    return element
