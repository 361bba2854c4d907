"""The bytes of a list -> its text, in whatever encoding it is."""

import codecs
import re
from typing import NamedTuple

from pawprint.core.diagnostics import Findings
from pawprint.core.source import Source, Span
from pawprint.importer.language_guess import language_of_texts

#: Marks at the beginning of a file, the longer ones first.
_MARKS = (
    *((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF32_LE, "utf-32"), (codecs.BOM_UTF32_BE, "utf-32")),
    *((codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16")),
)
#: Encodings of texts that are not Unicode, for the detection: Western, Central European, Cyrillic, ..., East Asian.
_LEGACY = ("cp1252", "cp1250", "cp1251", "cp1253", "cp1254", "shift_jis", "euc_jp", "gb18030", "big5", "euc_kr")
#: Encodings of Latin letters -> the languages that need one other than Windows-1252: their texts differ in few letters.
_LATIN = {"cp1250": ("pl", "cs", "hu", "ro", "hr", "sk", "sl"), "cp1254": ("tr",), "cp1252": ()}
_NAMES = {"cp1252": "Windows-1252", "cp1250": "Windows-1250", "cp1251": "Windows-1251", "utf-16": "UTF-16"}
_NAMES |= {"utf-16-le": "UTF-16", "utf-16-be": "UTF-16", "cp1253": "Windows-1253", "cp1254": "Windows-1254"}
_DECLARED = re.compile(rb"""<\?xml[^>]*\bencoding=["']([A-Za-z0-9._-]+)["']""")
_SAMPLE = 200_000


class ListText(NamedTuple):
    """The text of a list.

    Attributes:
        note: a remark about its encoding; empty if it is UTF-8.
    """

    source: Source
    note: str


def decode_list(name: str, data: bytes, findings: Findings, encoding: str = "") -> ListText | None:
    """The text in the file *name*; None after a finding.

    Args:
        encoding: detected if empty.
    """
    at = Span(Source(name, ""), 0, 0)
    chosen = encoding or _unicode(data) or _declared(data) or _detected(data)
    if not chosen:
        help = "save it as .xlsx, .ods, CSV UTF-8, JSON, YAML or XML"
        findings.add("bad-table", f"{name} is neither a workbook nor text", at, help)
        return None
    try:
        text = data.decode(chosen)
    except LookupError:
        help = "usual ones are utf-8, utf-16, windows-1252 and windows-1251"
        findings.add("bad-table", f"there is no encoding '{encoding}'", None, help)
        return None
    except UnicodeDecodeError as error:
        message = f"{name} is not {chosen}: byte 0x{data[error.start]:02X} cannot be read"
        findings.add("file-unreadable", message, at, "name another one with --encoding, or save it as UTF-8")
        return None
    shown = _NAMES.get(chosen, chosen)
    usual = encoding or chosen.startswith("utf-8")
    return ListText(Source(name, text), "" if usual else f"read as {shown} (--encoding takes another one)")


def _unicode(data: bytes) -> str:
    """The Unicode encoding of a text; empty for others."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return encoding
    zeros = [data[at:1000:2].count(0) for at in (0, 1)]
    if max(zeros) * 4 > len(data[:1000]) and min(zeros) * 10 < max(zeros):
        return "utf-16-be" if zeros[0] > zeros[1] else "utf-16-le"
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return ""
    return "" if b"\0" in data else "utf-8"


def _declared(data: bytes) -> str:
    """The encoding that an XML file declares, if it exists."""
    match = _DECLARED.match(data[:200])
    try:
        return codecs.lookup(match[1].decode()).name if match else ""
    except LookupError:
        return ""


def _detected(data: bytes) -> str:
    """The likely encoding of a text that is not Unicode; empty for what is no text."""
    from charset_normalizer import from_bytes

    controls = sum(byte < 32 and byte not in b"\t\n\r\f\x1b" for byte in data[:_SAMPLE])
    if b"\0" in data or controls * 100 > len(data[:_SAMPLE]):
        return ""
    best = from_bytes(data[:_SAMPLE], cp_isolation=[*_LEGACY]).best()
    if best and best.encoding not in _LATIN:
        return best.encoding
    language = language_of_texts([data[:_SAMPLE].decode("cp1250", "replace")])
    return next((encoding for encoding, languages in _LATIN.items() if language in languages), "cp1252")
