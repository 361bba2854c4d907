"""Findings as people, programs and CI services want them."""

import io
import json
from pathlib import Path
from textwrap import dedent

import pytest

from pawprint import __version__
from pawprint.cli._report import FORMATS, severity_counts, write_findings
from pawprint.core.diagnostics import CODES, Diagnostic, Findings, Severity
from pawprint.core.source import Source, Span

SOURCE = Source(
    "catalog/den/cards.yaml",
    "animals:\n"
    "  - {id: fox, levle: 2}\n"
    "  - {id: hare, name: {fr: Lièvre}}\n"
    "\t- tab\n"
    "  - {id: owl, text: " + "x" * 200 + "}\n"
    "   \n",
)


def span(text: str) -> Span:
    start = SOURCE.text.index(text)
    return Span(SOURCE, start, start + len(text))


def findings(*more: Diagnostic) -> tuple[Diagnostic, ...]:
    found = Findings()
    found.add("unknown-field", "'fox' has no field 'levle'", span("levle"), "did you mean 'level'?")
    found.add("low-contrast", "too pale: é", span("Lièvre"))
    found.add("unknown-game", "there is no game 'x'", None, "games are den")
    found.extend(more)
    return found.sorted()


def report_of(form: str, *more: Diagnostic) -> str:
    stream = io.StringIO()
    write_findings(findings(*more), form, stream)
    return stream.getvalue()


def excerpt(place: Span, message: str = "what") -> str:
    stream = io.StringIO()
    write_findings([Diagnostic("overset", Severity.ERROR, message, place)], "text", stream)
    return stream.getvalue()


# --- for people ---------------------------------------------------------------------------------------------


def test_text_report_underlines_the_faulty_value() -> None:
    assert report_of("text") == dedent(
        """\
        error[unknown-game]: there is no game 'x'
          = help: games are den
        catalog/den/cards.yaml:2:15: error[unknown-field]: 'fox' has no field 'levle'
          |
        2 |   - {id: fox, levle: 2}
          |               ^^^^^
          = help: did you mean 'level'?
        catalog/den/cards.yaml:3:27: warning[low-contrast]: too pale: é
          |
        3 |   - {id: hare, name: {fr: Lièvre}}
          |                           ^^^^^^
        """
    )


def test_tab_has_the_width_of_its_caret() -> None:
    assert excerpt(span("tab")).splitlines()[1:] == ["  |", "4 |  - tab", "  |    ^^^"]


def test_long_line_is_shown_around_the_place() -> None:
    lines = excerpt(Span(SOURCE, span("x" * 200).start + 150, span("x" * 200).start + 155)).splitlines()
    assert lines[2].startswith("5 | …xxx")
    assert lines[2][lines[3].index("^") :].startswith("xxxxx")
    assert lines[3].count("^") == 5
    assert max(len(line) for line in lines[1:]) < 120
    assert excerpt(span("id: owl")).splitlines()[2].endswith("x…")


def test_caret_ends_with_its_line() -> None:
    start = SOURCE.text.index("2}")
    assert excerpt(Span(SOURCE, start, start + 40)).splitlines()[3].count("^") == 2


def test_places_without_text_have_no_excerpt() -> None:
    assert excerpt(Span(SOURCE, SOURCE.text.rindex("   "), len(SOURCE.text))).count("\n") == 1
    assert excerpt(Span(SOURCE, len(SOURCE.text), len(SOURCE.text))).count("\n") == 1
    assert excerpt(Span(Source("missing.yaml", ""), 0, 0)) == "missing.yaml:1:1: error[overset]: what\n"


def test_end_of_a_line_has_a_caret_too() -> None:
    end = SOURCE.text.index("\n")
    assert excerpt(Span(SOURCE, end, end + 1)).splitlines()[3] == "  |         ^"


def test_catalog_cannot_control_the_terminal() -> None:
    source = Source("a\x1b[2J.yaml", "name: a\x1b[31mb\x07\u202ec\n")
    shown = excerpt(Span(source, 6, 9), "two\nlines \x1b[31m and \u202e narrow\u202fspaces")
    assert shown.splitlines() == [
        "a\\x1b[2J.yaml:1:7: error[overset]: two\\nlines \\x1b[31m and \\u202e narrow\u202fspaces",
        "  |",
        "1 | name: a�[31mb��c",
        "  |       ^^^",
    ]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("environment", "coloured"),
    [({}, True), ({"NO_COLOR": "1"}, False), ({"NO_COLOR": ""}, True), ({"TERM": "dumb"}, False)],
)
def test_colour_is_used_in_terminals_that_support_it(
    environment: dict[str, str], coloured: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("NO_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    terminal = Terminal()
    write_findings(findings(), "text", terminal)
    assert ("\x1b[1;31merror[unknown-field]\x1b[0m" in terminal.getvalue()) == coloured
    assert ("\x1b" in terminal.getvalue()) == coloured
    assert "\x1b" not in report_of("text"), "never into a file"


# --- for programs -------------------------------------------------------------------------------------------


def test_json_has_a_record_for_each_finding() -> None:
    rule = Diagnostic("check-failed", Severity.WARNING, "too few", span("fox"), "add some", "DEN-1")
    assert json.loads(report_of("json", rule)) == {
        "findings": [
            {"code": "unknown-game", "severity": "error", "message": "there is no game 'x'", "help": "games are den"},
            {
                "code": "unknown-field",
                "severity": "error",
                "message": "'fox' has no field 'levle'",
                "file": "catalog/den/cards.yaml",
                "line": 2,
                "column": 15,
                "end_line": 2,
                "end_column": 20,
                "help": "did you mean 'level'?",
            },
            {
                "code": "check-failed",
                "severity": "warning",
                "message": "too few",
                "file": "catalog/den/cards.yaml",
                "line": 2,
                "column": 10,
                "end_line": 2,
                "end_column": 13,
                "help": "add some",
                "rule": "DEN-1",
            },
            {
                "code": "low-contrast",
                "severity": "warning",
                "message": "too pale: é",
                "file": "catalog/den/cards.yaml",
                "line": 3,
                "column": 27,
                "end_line": 3,
                "end_column": 33,
            },
        ]
    }
    assert "é" in report_of("json"), "letters stay letters"


def test_sarif_has_the_shape_of_the_standard() -> None:
    report = json.loads(report_of("sarif"))
    assert report["version"] == "2.1.0"
    (run,) = report["runs"]
    driver = run["tool"]["driver"]
    assert (driver["name"], driver["version"]) == ("pawprint", __version__)
    assert {rule["id"]: rule["shortDescription"]["text"] for rule in driver["rules"]} == {
        code: CODES[code][1] for code in ("low-contrast", "unknown-field", "unknown-game")
    }
    assert [(result["ruleId"], result["level"]) for result in run["results"]] == [
        ("unknown-game", "error"),
        ("unknown-field", "error"),
        ("low-contrast", "warning"),
    ]
    assert "locations" not in run["results"][0]
    assert run["results"][1] == {
        "ruleId": "unknown-field",
        "level": "error",
        "message": {"text": "'fox' has no field 'levle' (help: did you mean 'level'?)"},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": "catalog/den/cards.yaml"},
                    "region": {"startLine": 2, "startColumn": 15},
                }
            }
        ],
    }


@pytest.mark.parametrize(
    ("name", "uri"),
    [
        ("my games/é.yaml", "my%20games/%C3%A9.yaml"),
        (Path("/my games/x.yaml").absolute().as_posix(), Path("/my games/x.yaml").absolute().as_uri()),
    ],
)
def test_sarif_places_are_uris(name: str, uri: str) -> None:
    stream = io.StringIO()
    write_findings([Diagnostic("overset", Severity.ERROR, "what", Span(Source(name, "a"), 0, 1))], "sarif", stream)
    (result,) = json.loads(stream.getvalue())["runs"][0]["results"]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == uri


def test_ci_services_get_a_line_for_each_finding() -> None:
    odd = Diagnostic("overset", Severity.ERROR, "100%\nfull", Span(Source("a:b,c.yaml", "x"), 0, 1))
    assert report_of("github", odd).splitlines() == [
        "::error::[unknown-game] there is no game 'x' (help: games are den)",
        "::error file=a%3Ab%2Cc.yaml,line=1,col=1::[overset] 100%25%0Afull",
        "::error file=catalog/den/cards.yaml,line=2,col=15::"
        "[unknown-field] 'fox' has no field 'levle' (help: did you mean 'level'?)",
        "::warning file=catalog/den/cards.yaml,line=3,col=27::[low-contrast] too pale: é",
    ]


@pytest.mark.parametrize("form", FORMATS)
def test_no_findings_write_a_valid_report(form: str) -> None:
    stream = io.StringIO()
    write_findings([], form, stream)
    if form in ("json", "sarif"):
        assert json.loads(stream.getvalue())
    else:
        assert stream.getvalue() == ""


@pytest.mark.parametrize(
    ("errors", "warnings", "text"),
    [(0, 0, "no findings"), (1, 0, "1 error"), (2, 1, "2 errors, 1 warning"), (0, 2, "2 warnings")],
)
def test_findings_are_counted(errors: int, warnings: int, text: str) -> None:
    found = [Diagnostic("overset", Severity.ERROR, str(n)) for n in range(errors)]
    found += [Diagnostic("low-contrast", Severity.WARNING, str(n)) for n in range(warnings)]
    assert severity_counts(found) == text
