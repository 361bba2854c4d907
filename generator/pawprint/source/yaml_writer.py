"""Values -> YAML text, in the style of the text that they replace."""

import re
from functools import lru_cache

from pawprint.core.diagnostics import Findings
from pawprint.core.source import Source
from pawprint.source.reader import MappingNode, Node, ScalarNode, SequenceNode, read_yaml

#: Texts that other programs would take for a number, a truth value, a date or null without quotes.
_TYPED = re.compile(
    r"~|null|true|false|yes|no|on|off|[-+]?(\.[0-9]+|[0-9][0-9_]*(\.[0-9]*)?)(e[-+]?[0-9]+)?|0[xo][0-9a-f]+"
    r"|[-+]?[0-9]+(:[0-9]+)+(\.[0-9]*)?|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}.*|[-+]?\.(inf|nan)|=|<<",
    re.I,
)
#: Words that need no quotes; to read them again would cost most of the time of a large import.
_WORDS = re.compile(r"\w+( \w+)*")
_BLOCK = re.compile(r"[|>](-?)[ \t]*(#[^\n]*)?\r?\n")
_NO_SOURCE = Source("", "")


def scalar_node(text: str, quoted: bool = False) -> ScalarNode:
    """A scalar without a source."""
    return ScalarNode(_NO_SOURCE, 0, 0, text, quoted)


def nodes_equal(first: Node | None, second: Node | None) -> bool:
    """True if two nodes have the same value; quotes and the order of keys do not count."""
    if isinstance(first, ScalarNode) and isinstance(second, ScalarNode):
        return first.text == second.text
    if isinstance(first, SequenceNode) and isinstance(second, SequenceNode):
        return len(first.items) == len(second.items) and all(map(nodes_equal, first.items, second.items))
    if isinstance(first, MappingNode) and isinstance(second, MappingNode):
        return first.entries.keys() == second.entries.keys() and all(
            nodes_equal(node, second.entries[name]) for name, node in first.entries.items()
        )
    return first is second


def flow_text(node: Node, inside: bool = True) -> str:
    """*node* on one line.

    Args:
        inside: True if a scalar stands within brackets, where fewer signs need no quotes; always so further inside.
    """
    if isinstance(node, ScalarNode):
        return scalar_text(node.text, inside=inside, bare=not node.quoted)
    if isinstance(node, SequenceNode):
        return "[" + ", ".join([flow_text(item) for item in node.items]) + "]"
    entries = [f"{scalar_text(name, inside=True)}: {flow_text(item)}" for name, item in node.entries.items()]
    return "{" + ", ".join(entries) + "}"


def scalar_text(text: str, *, inside: bool, bare: bool = True, like: str = "", newline: str = "\n") -> str:
    """A scalar as YAML.

    Args:
        inside: True if it stands within brackets.
        bare: True if it may look like a number or a truth value without quotes, because it is one.
        like: the text that it replaces, whose quotes or block style is kept if possible.
        newline: line end of the file.
    """
    if like[:1] in ("|", ">") and not inside:
        block = _block(text, like, newline)
        if block:
            return block
    if like[:1] == "'" and _is_simple(text):
        return "'" + text.replace("'", "''") + "'"
    unseen = {
        sign for sign in text if not sign.isprintable()
    }  # such as spaces that do not break: shown, unless they were not
    if like[:1] != '"' and unseen <= set(like) and (bare or not _TYPED.fullmatch(text)) and _is_plain(text, inside):
        return text
    return '"' + "".join([_escaped(sign, like) for sign in text]) + '"'


def _is_simple(text: str) -> bool:
    return text == "" or (text.isprintable() and text == text.strip())


@lru_cache(4096)
def _is_plain(text: str, inside: bool) -> bool:
    """True if the reader reads *text* without quotes as itself. Asking it states the rules of YAML only once."""
    if _WORDS.fullmatch(text):
        return True
    if not text or "\n" in text or text != text.strip():
        return False
    if inside and "?" in text:  # our reader takes it, but other programs read with PyYAML's own scanner, which does not
        return False
    root = read_yaml(Source("", f"{{k: {text}, l: m}}" if inside else f"k: {text}\nl: m\n"), Findings())
    node = root.get("k") if isinstance(root, MappingNode) and len(root.entries) == 2 else None
    return isinstance(node, ScalarNode) and not node.quoted and node.text == text


def _escaped(sign: str, like: str) -> str:
    if sign in '\\"':
        return "\\" + sign
    if sign == "\u00a0":
        return sign if sign in like else r"\_"
    if sign.isprintable() or (sign == "\u202f" and sign in like):
        return sign
    known = {"\n": r"\n", "\t": r"\t"}.get(sign)
    code = ord(sign)
    return known or (f"\\x{code:02X}" if code < 256 else f"\\u{code:04X}" if code < 65536 else f"\\U{code:08X}")


def _block(text: str, like: str, newline: str) -> str:
    """*text* as a block like the one that it replaces; empty if that is not possible."""
    header = _BLOCK.match(like)
    lines = like[header.end() :].splitlines() if header else []
    first = next((line for line in lines if line.strip()), "")
    if not header or not first:
        return ""
    by = len(first) - len(first.lstrip(" "))
    content = text.split("\n") if header[1] else text.removesuffix("\n").split("\n")
    if like[0] == ">":
        content = _folded(content, max(len(line) for line in lines) - by)
    body = newline.join([" " * by + line if line else "" for line in content])
    written = like[: header.end()] + body
    root = read_yaml(Source("", f"k:\n  l: {written}\n"), Findings())
    inner = root.get("k") if isinstance(root, MappingNode) else None
    node = inner.get("l") if isinstance(inner, MappingNode) else None
    return written if isinstance(node, ScalarNode) and node.text == text else ""


def _folded(lines: list[str], width: int) -> list[str]:
    """Lines of a folded block: words are wrapped, and a line that ends is followed by an empty one."""
    result: list[str] = []
    for number, line in enumerate(lines):
        if number:
            result.append("")
        now, *parts = line.split(" ")
        for part in parts:
            if part and not now.endswith(" ") and len(now) + 1 + len(part) > width:
                result.append(now)
                now = part
            else:
                now += " " + part
        result.append(now)
    return result
