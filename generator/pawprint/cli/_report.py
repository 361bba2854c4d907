"""Findings -> text, JSON, SARIF, or annotations of GitHub workflows."""

import json
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TextIO

from pawprint import __version__
from pawprint.cli._terminal import is_visible
from pawprint.core.diagnostics import CODES, Diagnostic, Severity

#: Characters; of a longer line only the part around the finding is shown.
_MAX_EXCERPT_WIDTH = 110

FORMATS = ("text", "json", "sarif", "github")


def write_findings(
    findings: Sequence[Diagnostic], form: str, stream: TextIO, more: Mapping[str, Any] | None = None
) -> None:
    """Write *findings* to *stream*.

    Args:
        form: one of `FORMATS`.
        more: further data for JSON, beside the findings.
    """
    if form == "json":
        data = {"findings": [_as_data(finding) for finding in findings], **(more or {})}
        json.dump(data, stream, indent=2, ensure_ascii=False)
        stream.write("\n")
    elif form == "sarif":
        json.dump(_sarif(findings), stream, indent=2, ensure_ascii=False)
        stream.write("\n")
    elif form == "github":
        stream.writelines(_annotation(finding) + "\n" for finding in findings)
    else:
        paint = _Styler(stream)
        stream.writelines(_as_text(finding, paint) + "\n" for finding in findings)


def severity_counts(findings: Sequence[Diagnostic]) -> str:
    """`2 errors, 1 warning`; `no findings` when there is none."""
    errors = sum(finding.severity is Severity.ERROR for finding in findings)
    warnings = len(findings) - errors
    parts = [
        f"{count} {noun}{'s' if count > 1 else ''}"
        for count, noun in ((errors, "error"), (warnings, "warning"))
        if count
    ]
    return ", ".join(parts) or "no findings"


class _Styler:
    """Colours text on terminals that support it, unless NO_COLOR is set (https://no-color.org)."""

    def __init__(self, stream: TextIO) -> None:
        wanted = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb" and stream.isatty()
        self.on = wanted and (sys.platform != "win32" or bool(os.environ.get("WT_SESSION")))

    def __call__(self, text: str, code: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.on else text


def _as_text(finding: Diagnostic, paint: _Styler) -> str:
    severity = finding.severity.value
    colour = "1;31" if finding.severity is Severity.ERROR else "1;33"
    head = paint(f"{severity}[{finding.code}]", colour) + ": " + paint(_single_line(finding.message), "1")
    if finding.span is None:
        lines = [head]
    else:
        lines = [f"{_single_line(str(finding.span))}: {head}", *_excerpt(finding, paint)]
    if finding.help:
        lines.append(f"  = help: {_single_line(finding.help)}")
    return "\n".join(lines)


def _single_line(text: str) -> str:
    """*text* with line ends and control characters escaped, which values of a catalog may contain."""
    if text.isprintable():
        return text
    return "".join([sign if is_visible(sign) else sign.encode("unicode_escape").decode() for sign in text])


def _excerpt(finding: Diagnostic, paint: _Styler) -> list[str]:
    span = finding.span
    assert span is not None
    line, column = span.source.place(span.start)
    text, cut, more = span.source.window(line, column - 1, _MAX_EXCERPT_WIDTH, 30)
    text = text.replace("\t", " ")
    if not text.strip():
        return []
    start = column - 1 - cut
    width = max(1, min(span.end - span.start, len(text) - start))
    if cut or more:
        text = ("…" if cut else text[0]) + text[1:-1] + ("…" if more else text[-1])
    if not text.isprintable():
        text = "".join([sign if is_visible(sign) else "\N{REPLACEMENT CHARACTER}" for sign in text])
    number = str(line)
    gutter = " " * len(number)
    caret = " " * start + paint("^" * max(width, 1), "1;36")
    return [f"{gutter} |", f"{number} | {text}", f"{gutter} | {caret}"]


def _as_data(finding: Diagnostic) -> dict[str, Any]:
    data: dict[str, Any] = {
        "code": finding.code,
        "severity": finding.severity.value,
        "message": finding.message,
    }
    if finding.span is not None:
        end_line, end_column = finding.span.source.place(finding.span.end)
        data |= {
            "file": finding.span.source.name,
            "line": finding.span.line,
            "column": finding.span.column,
            "end_line": end_line,
            "end_column": end_column,
        }
    if finding.help:
        data["help"] = finding.help
    if finding.rule:
        data["rule"] = finding.rule
    return data


def _sarif(findings: Sequence[Diagnostic]) -> dict[str, Any]:
    """Static Analysis Results Interchange Format 2.1.0 (OASIS)."""
    used = sorted({finding.code for finding in findings})
    results = []
    for finding in findings:
        message = finding.message + (f" (help: {finding.help})" if finding.help else "")
        result: dict[str, Any] = {
            "ruleId": finding.code,
            "level": finding.severity.value,
            "message": {"text": message},
        }
        if finding.span is not None:
            result["locations"] = [
                {
                    "physicalLocation": {
                        "artifactLocation": {"uri": _uri(finding.span.source.name)},
                        "region": {"startLine": finding.span.line, "startColumn": finding.span.column},
                    }
                }
            ]
        results.append(result)
    rules = [{"id": code, "shortDescription": {"text": CODES[code][1]}} for code in used]
    return {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [
            {"tool": {"driver": {"name": "pawprint", "version": __version__, "rules": rules}}, "results": results}
        ],
    }


def _uri(name: str) -> str:
    from urllib.parse import quote

    path = Path(name)
    return path.as_uri() if path.is_absolute() else quote(name)


def _annotation(finding: Diagnostic) -> str:
    """A workflow command, `::error file=...,line=...::message`."""

    def escaped(text: str, more: str = "") -> str:
        for sign in "%\r\n" + more:
            text = text.replace(sign, f"%{ord(sign):02X}")
        return text

    place = ""
    if finding.span is not None:
        name = escaped(finding.span.source.name, ":,")
        place = f" file={name},line={finding.span.line},col={finding.span.column}"
    message = finding.message + (f" (help: {finding.help})" if finding.help else "")
    return f"::{finding.severity.value}{place}::{escaped(f'[{finding.code}] {message}')}"
