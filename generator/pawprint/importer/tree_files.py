"""JSON, JSON lines, YAML and XML -> a tree of mappings, lists and texts."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from pawprint.core.diagnostics import Findings
from pawprint.core.file_reading import is_deep
from pawprint.core.source import Source, Span
from pawprint.yamlio import reader
from pawprint.yamlio.plain_data import text_as_typed, to_python
from pawprint.yamlio.reader import ScalarNode

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_MAX_DEPTH = 100
_SYMBOL = re.compile(r":[A-Za-z_]\w*")
#: The encoding that an XML file declares.
_ENCODING = re.compile(r"""\A(\s*<\?xml\s[^>]*?)(encoding\s*=\s*(?:"[^"]*"|'[^']*'))""")
#: A reader returns None after a finding.
TreeReader = Callable[[Source, Findings], object | None]


def tree_reader(path: Path, text: str) -> TreeReader | None:
    """The reader of a file, by its name, or by its beginning if the name says nothing; None for a table."""
    begin = text[:500].lstrip()
    kind = path.suffix.lower()
    if kind in (".yaml", ".yml"):
        return _read_yaml
    if kind in (".json", ".jsonl", ".ndjson") or (begin[:1] in ("{", "[") and _is_json(text)):
        return _read_json
    return _read_xml if kind == ".xml" or begin.startswith(("<?xml", "<!--")) or _is_element(begin) else None


def _is_json(text: str) -> bool:
    try:
        json.loads(text.strip().splitlines()[0] if text.strip().count("\n{") else text)
    except (ValueError, RecursionError):
        return False
    return True


def _is_element(begin: str) -> bool:
    return begin[:1] == "<" and begin[1:2].isalpha() and "\n" in begin and "," not in begin.partition(">")[0]


def _read_yaml(source: Source, findings: Findings) -> object | None:
    node = reader.read_yaml(source, findings, tags=True)
    return None if node is None else _without_symbols(to_python(node, _text))


def _text(scalar: ScalarNode) -> str | None:
    text = text_as_typed(scalar)
    return text if text is None or scalar.quoted else _plain_symbol(text)


def _without_symbols(value: object) -> object:
    """*value*, in which names such as `:name`, symbols of Ruby, have no colon."""
    if isinstance(value, dict):
        return {_plain_symbol(name): _without_symbols(inner) for name, inner in value.items()}
    return [_without_symbols(inner) for inner in value] if isinstance(value, list) else value


def _plain_symbol(text: str) -> str:
    return text[1:] if _SYMBOL.fullmatch(text) else text


def _read_json(source: Source, findings: Findings) -> object | None:
    text, name = source.text, source.name
    try:
        return _json(text)
    except json.JSONDecodeError as error:
        rows = _lines(text)
        if rows is not None:
            return rows
        at = Span(source, error.pos, min(error.pos + 1, len(text)))
        message = f"{name} is not JSON: {error.msg.lower()}"
        findings.add("bad-table", message, at, "look at the comma or quote before it")
    except RecursionError:
        findings.add("bad-table", f"{name} is nested too deeply", Span(source, 0, 0), "import a simpler list")
    return None


def _json(text: str) -> object:
    # Numbers stay as they are typed.
    data: object = json.loads(text, parse_float=str, parse_int=str, parse_constant=str)
    if is_deep(data):
        raise RecursionError
    return data


def _lines(text: str) -> list[object] | None:
    """The values of JSON lines, one on each line; None for other files."""
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) < 2 or not all(line.lstrip()[:1] in "{[" for line in lines):
        return None
    try:
        return [_json(line) for line in lines]
    except (ValueError, RecursionError):
        return None


def _blank(found: re.Match[str]) -> str:
    """Spaces in place of the encoding: the text has been decoded, and its places stay the same."""
    return found[1] + " " * len(found[2])


def _read_xml(source: Source, findings: Findings) -> object | None:
    from xml.etree.ElementTree import ParseError

    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import fromstring

    try:
        root = fromstring(_ENCODING.sub(_blank, source.text).encode("utf-8"))
        return {_name(root): _element(root, 0)}
    except ParseError as error:
        line, column = error.position
        start = sum(map(len, source.text.splitlines(keepends=True)[: line - 1])) + column
        at = Span(source, min(start, len(source.text)), min(start + 1, len(source.text)))
        findings.add(
            "bad-table", f"{source.name} is not XML: {str(error.msg).partition(':')[0]}", at, "correct the file"
        )
    except DefusedXmlException:
        message = f"{source.name} declares entities or refers to other files"
        findings.add("bad-table", message, Span(source, 0, 0), "remove the document type; a list of cards needs none")
    except RecursionError:
        findings.add("bad-table", f"{source.name} is nested too deeply", Span(source, 0, 0), "import a simpler list")
    return None


def _element(element: "Element", depth: int) -> object:
    """The text of an element that has nothing else, or a mapping of its attributes and elements."""
    if depth > _MAX_DEPTH:
        raise RecursionError
    text = (element.text or "").strip()
    found: dict[str, object] = {_local(name): value for name, value in element.attrib.items()}
    several: dict[str, list[object]] = {}
    for child in element:
        if isinstance(child.tag, str):  # comments have none
            several.setdefault(_name(child), []).append(_element(child, depth + 1))
    if not found and not several:
        return text
    for name, values in several.items():
        plural = _name(element) in (f"{name}s", f"{name}es", f"{name}list", f"{name}_list")
        found[name] = values if len(values) > 1 or plural else values[0]
    return {**({"": text} if text else {}), **found}


def _name(element: "Element") -> str:
    return _local(element.tag)


def _local(name: str) -> str:
    """A name without its namespace."""
    return name.rpartition("}")[2]
