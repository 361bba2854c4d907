"""A tree of mappings and lists, as in JSON, YAML or XML -> the list of cards in it, each with its groups."""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple
from xml.etree.ElementTree import Element, ParseError

from pawprint.core.diagnostics import Findings
from pawprint.core.files import is_deep
from pawprint.core.registry import Registry
from pawprint.core.source import Source, Span
from pawprint.interchange.lists._list_words import language_of, list_words, normalised_name, roles_of
from pawprint.source import reader
from pawprint.source.plain_data import text_as_typed, to_python
from pawprint.source.reader import ScalarNode

# --- JSON, JSON lines, YAML and XML -> a tree of mappings, lists and texts --------------------------------------------


_MAX_DEPTH = 100
_SYMBOL = re.compile(r":[A-Za-z_]\w*")
#: The encoding that an XML file declares.
_ENCODING = re.compile(r"""\A(\s*<\?xml\s[^>]*?)(encoding\s*=\s*(?:"[^"]*"|'[^']*'))""")
#: A reader returns None after a finding.
TreeReader = Callable[[Source, Findings], object | None]


class TreeFormat(NamedTuple):
    """A form of files with a tree.

    Attributes:
        suffixes: of their names.
        fits: tells from its text that a file with another suffix has this form.
        read: returns the tree, or None after a finding.
    """

    suffixes: tuple[str, ...]
    fits: Callable[[str], bool]
    read: TreeReader


#: Every form registers itself; the first one that fits a file reads it.
TREE_FORMATS: Registry[TreeFormat] = Registry("tree format")


def tree_reader(path: Path, text: str) -> TreeReader | None:
    """The reader of a file, by its name, or by its content if the name says nothing; None for a table."""
    formats = (TREE_FORMATS[name] for name in TREE_FORMATS.defined)
    suffix = path.suffix.lower()
    return next(
        (tree_format.read for tree_format in formats if suffix in tree_format.suffixes or tree_format.fits(text)), None
    )


def _is_json(text: str) -> bool:
    if text[:500].lstrip()[:1] not in ("{", "["):
        return False
    try:
        json.loads(text.strip().splitlines()[0] if text.strip().count("\n{") else text)
    except (ValueError, RecursionError):
        return False
    return True


def _is_xml(text: str) -> bool:
    begin = text[:500].lstrip()
    is_element = begin[:1] == "<" and begin[1:2].isalpha() and "\n" in begin and "," not in begin.partition(">")[0]
    return begin.startswith(("<?xml", "<!--")) or is_element


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
        span = Span(source, error.pos, min(error.pos + 1, len(text)))
        message = f"{name} is not JSON: {error.msg.lower()}"
        findings.add("bad-table", message, span, "look at the comma or quote before it")
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
    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import fromstring

    try:
        root = fromstring(_ENCODING.sub(_blank, source.text).encode("utf-8"))
        return {_name(root): _element(root, 0)}
    except ParseError as error:
        line, column = error.position
        start = sum(map(len, source.text.splitlines(keepends=True)[: line - 1])) + column
        span = Span(source, min(start, len(source.text)), min(start + 1, len(source.text)))
        findings.add(
            "bad-table", f"{source.name} is not XML: {str(error.msg).partition(':')[0]}", span, "correct the file"
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
    return name.rpartition("}")[2]


TREE_FORMATS("yaml")(TreeFormat((".yaml", ".yml"), lambda text: False, _read_yaml))
TREE_FORMATS("json")(TreeFormat((".json", ".jsonl", ".ndjson"), _is_json, _read_json))
TREE_FORMATS("xml")(TreeFormat((".xml",), _is_xml, _read_xml))


#: Names by which a group of cards is called.
_TITLES = ("name", "title", "label", "id", "key", "code")
#: From so many fields on, an entry is a card, even if it has a list of its own.
_FIELDS_OF_CARD = 4
_DEEPEST = 12


class TreeList(NamedTuple):
    """A list in a tree that may be the list of cards.

    Attributes:
        path: the keys that lead to it, without ids.
        entries: its entries as they are in the tree; a text for a list of texts.
        groups: for each entry, name of a group -> the group in which it is: suit -> Hearts; and the other simple fields
            of these groups.
        lost: the fields of groups that are lists or mappings.
    """

    path: tuple[str, ...]
    entries: list[object]
    groups: list[dict[str, str]]
    lost: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The path as people write it: `data.cards`."""
        return ".".join(self.path)

    @property
    def fields(self) -> set[str]:
        return {str(key) for entry in self.entries if isinstance(entry, Mapping) for key in entry}


def lists_in(tree: object) -> list[TreeList]:
    """All lists of a tree that may be cards; groups of cards are taken apart."""
    result = [*_lists(tree, (), 0)]
    if not result and isinstance(tree, Mapping) and len(tree) > 2 and all(map(_is_scalar, tree.values())):
        result = [TreeList((), [{"name": key, "text": value} for key, value in tree.items()], [{} for _ in tree])]
    return result


def best_list(lists: Sequence[TreeList]) -> TreeList:
    """The list that most probably has the cards; lists that are alike are one list, whose cards keep their names."""
    named = [found_list for found_list in lists if _is_named(found_list)]
    candidates = named or list(lists)
    best = max(candidates, key=lambda candidate: len(candidate.entries) * (1 + _known(candidate)))
    alike = [candidate for candidate in candidates if candidate.path[:-1] == best.path[:-1] and _alike(candidate, best)]
    if len(alike) < 2 and all(isinstance(candidate.entries[0], str) for candidate in candidates):
        alike = candidates
    return _joined(alike) if len(alike) > 1 else best


def title_of(tree: object) -> str:
    """The title of a game that a tree names beside its cards."""
    if not isinstance(tree, Mapping):
        return ""
    if _entries(tree) is not None:  # cards by their ids
        return ""
    inner = [value for value in tree.values() if isinstance(value, Mapping)]
    for place in (tree, *inner):
        for word in ("title", "name", "game"):
            if isinstance(place.get(word), str):
                return str(place[word])
    return ""


def language_in(tree: object, depth: int = 0) -> str:
    """The language that a tree names for all its cards, as `meta: {language: HU}` does; empty if it names none."""
    if not isinstance(tree, Mapping) or depth > 1:
        return ""
    for key, value in tree.items():
        if isinstance(value, str) and normalised_name(str(key)) in list_words().language_keys and language_of(value):
            return language_of(value)
    return next(filter(None, (language_in(value, depth + 1) for value in tree.values())), "")


def outline(tree: object) -> str:
    """What a tree has, for a message about one without cards: `meta (4 fields), cards (9 entries: x, y)`."""
    if isinstance(tree, Mapping):
        return ", ".join(f"{key} ({_shape(value)})" for key, value in [*tree.items()][:6]) or "an empty mapping"
    return _shape(tree)


def _shape(value: object) -> str:
    if isinstance(value, Mapping):
        return f"{len(value)} field{'s' * (len(value) != 1)}"
    if isinstance(value, list):
        fields = [*dict.fromkeys(str(key) for item in value if isinstance(item, Mapping) for key in item)]
        about = f": {', '.join(fields[:6])}" if fields else ""
        return f"{len(value)} entr{'ies' if len(value) != 1 else 'y'}{about}"
    return "nothing" if value in (None, "") else "a text"


# --- finding lists ------------------------------------------------------------------------------------------


def _lists(node: object, path: tuple[str, ...], depth: int) -> Iterator[TreeList]:
    entries = _entries(node)
    if depth > _DEEPEST:
        return
    if entries is None:
        if isinstance(node, Mapping):
            for key, value in node.items():
                yield from _lists(value, (*path, str(key)), depth + 1)
        return
    yield from _apart(TreeList(path, entries, [{} for _ in entries]), depth)


def _entries(node: object) -> list[object] | None:
    """The entries of a node that is a list, in one of its forms; None for another node."""
    if isinstance(node, list):
        if node and all(isinstance(item, Mapping) for item in node):
            return list(node)
        texts = [item for item in node if isinstance(item, str) and item.strip()]
        return list[object](texts) if len(texts) == len(node) > 1 else None
    if not isinstance(node, Mapping) or not node:
        return None
    values = [*node.values()]
    if all(language_of(str(key)) for key in node):
        return None  # texts in several languages
    if all(isinstance(value, Mapping) for value in values) and _share_fields(values):
        return [{"id": str(key), **value} for key, value in node.items()]
    return _columns(node)


def _share_fields(values: Sequence[Mapping[object, object]]) -> bool:
    """True if mappings have fields in common, as the cards of a mapping from ids to cards do."""
    counts: dict[object, int] = {}
    for value in values:
        for key in value:
            counts[key] = counts.get(key, 0) + 1
    return len(values) > 1 and max(counts.values(), default=0) * 10 >= len(values) * 6


def _columns(node: Mapping[object, object]) -> list[object] | None:
    """The rows of a mapping from names of columns to their cells, all of the same number."""
    cells = [value for value in node.values() if isinstance(value, list) and all(map(_is_scalar, value))]
    known = any(roles_of(str(key)) for key in node)
    if len(cells) < 2 or len(cells) != len(node) or len({*map(len, cells)}) != 1 or len(cells[0]) < 2 or not known:
        return None
    return [dict(zip(map(str, node), row, strict=True)) for row in zip(*cells, strict=True)]


def _apart(tree_list: TreeList, depth: int) -> Iterator[TreeList]:
    """A list of groups as the list of what is in them; any other list as it is."""
    inner: dict[str, tuple[list[object], list[dict[str, str]]]] = {}
    for entry, groups in zip(tree_list.entries, tree_list.groups, strict=True):
        if not isinstance(entry, Mapping):
            continue
        title = _title_key(entry)
        group = {**groups, _singular(tree_list.path): str(entry[title]) if title else ""}
        more = {key: value for key, value in entry.items() if _is_scalar(value) and key not in (title, "id", "key")}
        group |= {str(key): str(value) for key, value in more.items() if value not in (None, "")}
        for key, value in entry.items():
            parts = _entries(value)
            if parts is not None and str(key) != "id":
                entries, contexts = inner.setdefault(str(key), ([], []))
                entries += parts
                contexts += [group] * len(parts)
    lists = [TreeList((*tree_list.path, key), *pair) for key, pair in inner.items()]
    lists = [inner for inner in lists if _holds_cards(tree_list, inner)]
    nested = {
        str(key)
        for entry in tree_list.entries
        if isinstance(entry, Mapping)
        for key in entry
        if not _is_scalar(entry[key])
    }
    lost = (*tree_list.lost, *sorted(nested - {inner.path[-1] for inner in lists}))
    if not lists or depth > _DEEPEST:
        yield tree_list
    for part in lists:
        yield from _apart(part._replace(lost=lost), depth + 1)


def _holds_cards(outer: TreeList, inner: TreeList) -> bool:
    """True if the entries of *outer* are groups, and those of *inner* the cards in them."""
    if _is_named(inner) and not _is_named(outer):
        return True
    if _is_named(outer):
        return False
    scalars = {
        str(key) for entry in outer.entries if isinstance(entry, Mapping) for key in entry if _is_scalar(entry[key])
    }
    card = len(scalars) >= _FIELDS_OF_CARD or any("text" in roles_of(key) for key in scalars)
    if isinstance(inner.entries[0], str):
        others = {str(key) for entry in outer.entries if isinstance(entry, Mapping) for key in entry} - {inner.path[-1]}
        return not others - {"id"}
    return not card and len(inner.entries) > len(outer.entries)


def _is_named(tree_list: TreeList) -> bool:
    """True if a list is called cards, in some language."""
    return bool(tree_list.path) and normalised_name(tree_list.path[-1]) in list_words().lists


def _known(tree_list: TreeList) -> int:
    return len({role for key in tree_list.fields for role in roles_of(key)})


def _alike(tree_list: TreeList, other: TreeList) -> bool:
    some, others = tree_list.fields, other.fields
    return tree_list is other or (bool(some) and len(some & others) * 10 >= len(some | others) * 6)


def _joined(lists: Sequence[TreeList]) -> TreeList:
    """Several lists as one; each card is in the group of its list."""
    common = next(
        (n for n, keys in enumerate(zip(*[part.path for part in lists], strict=False)) if len({*keys}) > 1), 0
    )
    entries = [entry for part in lists for entry in part.entries]
    groups = [{**group, "kind": " ".join(part.path[common:])} for part in lists for group in part.groups]
    return TreeList(lists[0].path[:common], entries, groups, tuple({name for part in lists for name in part.lost}))


def _singular(path: tuple[str, ...]) -> str:
    """The name of one entry of a list: `suit` of `suits`."""
    name = path[-1] if path else "group"
    if name.endswith("ies"):
        return name[:-3] + "y"
    return name[:-1] if name.endswith("s") and len(name) > 2 else name


def _title_key(entry: Mapping[object, object]) -> str:
    return next((word for word in _TITLES if _is_scalar(entry.get(word)) and entry.get(word)), "")


def _is_scalar(value: object) -> bool:
    return not isinstance(value, (Mapping, list))


def texts_of(entries: Sequence[object]) -> list[object]:
    """Entries that are plain texts, as mappings with a name, or with a text if they are long."""
    lengths = [len(entry) for entry in entries if isinstance(entry, str)]
    field = "text" if lengths and median(lengths) > 40 else "name"
    return [{field: entry} if isinstance(entry, str) else entry for entry in entries]
