"""PO files, which programs for translators read and write <-> messages."""

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pawprint.core.diagnostics import Findings
from pawprint.core.numbers import whole_number
from pawprint.core.source import Source, Span

if TYPE_CHECKING:
    import polib

#: How PO files call what says that a translation must be looked at again.
_FUZZY = "fuzzy"
_SOURCE_LANGUAGE = "X-Source-Language"
#: Characters that no text for people has.
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")
#: How polib names the line that it cannot read.
_IN_LINE = re.compile(r"\(line ([0-9]+)\)")
_LINE = re.compile(r'\s*(#[^~].*|#?|(#~ ?(\| ?)?)?\s*(msg[a-z]+(\[\d\])?\s+)?"(\\.|[^"\\])*"\s*)')


@dataclass(frozen=True)
class Message:
    """An entry of a PO file.

    Attributes:
        context: of the text, see `TranslatableText`.
        source: the text to be translated.
        translation: empty if there is none yet.
        stale: whether it is the translation of another text than *source*.
        before: the text that it is the translation of, where that is known and differs.
        comments: for the translator.
        remarks: of the translator.
        places: (file, line) of the text.
        gone: whether the game no longer has the text.
        flags: further flags, of other programs.
        span: where the translation is in the file that was read.
    """

    context: str
    source: str
    translation: str = ""
    stale: bool = False
    before: str = ""
    comments: tuple[str, ...] = ()
    remarks: str = ""
    places: tuple[tuple[str, int], ...] = ()
    gone: bool = False
    flags: tuple[str, ...] = ()
    span: Span | None = None

    @property
    def usable(self) -> bool:
        """True if its translation is one of its source text."""
        return bool(self.translation) and not self.stale and not self.gone


@dataclass(frozen=True)
class PoFile:
    """The content of a PO file.

    Attributes:
        language: of the translations; empty if the file does not say.
        source_language: of the texts to be translated; empty if the file does not say.
        headers: further headers, of other programs.
    """

    language: str
    source_language: str
    messages: tuple[Message, ...]
    headers: tuple[tuple[str, str], ...] = ()


def read_po(source: Source, findings: Findings) -> PoFile | None:
    """The messages of a PO file; None after a finding."""
    import polib

    start = Span(source, 0, 0)
    help = "correct it, or export the file again"
    for number, line in enumerate(source.text.split("\n"), 1):
        if not _LINE.fullmatch(line):  # polib would take away its last letter
            at = source.offset(number)
            fault = f"{source.name} is not a PO file: this line is neither a comment nor a text in quotes"
            findings.add("bad-po", fault, Span(source, at, at + len(line)), help)
            return None
    try:
        # A text without a line end could be taken for the name of a file.
        parsed = polib.pofile(source.text + "\n", wrapwidth=0)
    except (OSError, ValueError, UnicodeError, IndexError) as error:
        place = _IN_LINE.search(str(error))  # behind it may be words of the file
        at = source.offset(int(place[1])) if place else 0
        fault = f"{source.name} is not a PO file" + (": this line cannot be read" if place else "")
        findings.add("bad-po", fault, Span(source, at, at), help)
        return None
    if not parsed.metadata:
        findings.add("bad-po", f"{source.name} is not a PO file: it has no header", start, help)
        return None
    messages: dict[str, Message] = {}
    for entry in parsed:
        message = _message(entry, source)
        if message.context in messages and not message.gone:
            twice = f"the context '{message.context}' is in the file twice"
            findings.add("bad-po", twice, message.span, "keep one of the two entries")
        if control := _CONTROL.search(message.translation):
            what = f"the translation contains the control character U+{ord(control[0]):04X}"
            findings.add("bad-po", what, message.span, "remove it")
        messages[message.context + ("\0gone" if message.gone else "")] = message
    headers = dict(parsed.metadata)
    language, original = headers.pop("Language", ""), headers.pop(_SOURCE_LANGUAGE, "")
    return PoFile(language, original, tuple(messages.values()), tuple(headers.items()))


def _message(entry: "polib.POEntry", source: Source) -> Message:
    at = source.offset(max(1, entry.linenum or 1))
    behind = source.text.find("\nmsgstr", at)
    at = behind + 1 if behind >= 0 else at
    end = source.text.find("\n", at)
    return Message(
        context=entry.msgctxt or "",
        source=entry.msgid,
        translation=entry.msgstr,
        stale=_FUZZY in entry.flags,
        before=entry.previous_msgid or "",
        comments=tuple(entry.comment.split("\n")) if entry.comment else (),
        remarks=entry.tcomment,
        places=tuple((path, row) for path, line in entry.occurrences if (row := whole_number(line)) is not None),
        gone=bool(entry.obsolete),
        flags=tuple(flag for flag in entry.flags if flag != _FUZZY),
        span=Span(source, at, end if end >= 0 else len(source.text)),
    )


#: The headers that every file has. No date is among them, so that the same texts make the same file.
_HEADERS = {"MIME-Version": "1.0", "Content-Type": "text/plain; charset=UTF-8", "Content-Transfer-Encoding": "8bit"}
#: Headers of other programs that would make files differ from run to run.
_DATES = ("POT-Creation-Date", "PO-Revision-Date")


def write_po(file: PoFile, name: str) -> bytes:
    """A PO file; *name* says of what it is. The same content makes the same bytes."""
    import polib

    made = polib.POFile(wrapwidth=0)
    others = {key: value for key, value in file.headers if key not in _DATES}
    made.metadata = {"Project-Id-Version": name, "Language": file.language, _SOURCE_LANGUAGE: file.source_language}
    made.metadata |= _HEADERS | {key: value for key, value in others.items() if key not in made.metadata}
    for message in file.messages:
        stale = [_FUZZY] if message.stale and not message.gone else []
        made.append(
            polib.POEntry(
                msgctxt=message.context,
                msgid=message.source,
                msgstr=message.translation,
                previous_msgid=message.before or None,
                comment="\n".join(message.comments),
                tcomment=message.remarks,
                occurrences=[(path, str(line)) for path, line in message.places],
                flags=[*stale, *message.flags],
                obsolete=message.gone,
            )
        )
    return (str(made).rstrip("\n") + "\n").encode()
