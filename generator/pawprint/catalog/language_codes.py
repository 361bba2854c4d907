"""`languages:` and `draft_languages:` of a declaration -> codes of languages."""

import re

from pawprint.core.diagnostics import Findings
from pawprint.core.files import is_device_name
from pawprint.yamlio import scalars
from pawprint.yamlio.field_reader import FieldReader
from pawprint.yamlio.reader import Node, SequenceNode

#: Each language has documents and sheets.
MAX_LANGUAGES = 100
_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*\Z")


def read_languages(field_reader: FieldReader, findings: Findings) -> tuple[str, ...]:
    """The game's languages; none after a finding. They become parts of file names, so nothing but a code will do."""
    node = field_reader.node_of("languages", required=True)
    languages = _codes(node, findings)
    if isinstance(node, SequenceNode) and not node.items:
        findings.add("missing-field", "the game has no language", node.span, "write languages: [en]")
    return languages


def read_drafts(field_reader: FieldReader, languages: tuple[str, ...], findings: Findings) -> tuple[str, ...]:
    """The languages into which the game is being translated."""
    node = field_reader.node_of("draft_languages")
    drafts = () if node is None else _codes(node, findings)
    finished = {language.casefold() for language in languages}
    for language in drafts:
        if node is not None and language.casefold() in finished:
            message = f"'{language}' is among the languages and the draft_languages"
            findings.add("bad-declaration", message, node.span, "leave it in draft_languages until all is translated")
    return tuple(language for language in drafts if language.casefold() not in finished)


def _codes(node: Node | None, findings: Findings) -> tuple[str, ...]:
    """The codes of languages that are listed in *node*; none after a finding."""
    languages: list[str] = []
    folded: dict[str, str] = {}
    sound = True
    items = node.items if isinstance(node, SequenceNode) else [] if node is None else [node]
    if len(items) > MAX_LANGUAGES:
        message = f"the game has more than {MAX_LANGUAGES} languages"
        findings.add("out-of-range", message, items[MAX_LANGUAGES].span, "remove those that you do not print")
        return ()
    for item in items:
        code = scalars.text(item, "a language of the game", findings)
        if code is not None and not _LANGUAGE.match(code):
            findings.add("bad-id", f"'{code}' is not the code of a language", item.span, "write fr, en, pt-BR")
            code = None
        elif code is not None and is_device_name(code):
            message = f"'{code}' names files of the language, and Windows has no files of that name"
            findings.add("bad-id", message, item.span, f"add its script or a region: {code}-Latn")
            code = None
        elif code is not None and (other := folded.setdefault(code.casefold(), code)) != code:
            message = f"'{code}' and '{other}' are one language, and Windows and macOS have one file of both names"
            findings.add("bad-id", message, item.span, f"remove '{code}'")
            code = None
        sound = sound and code is not None
        languages.append(code or "")
    return tuple(dict.fromkeys(languages)) if sound else ()
