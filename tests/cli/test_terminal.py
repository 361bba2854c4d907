"""What the terminal is given."""

import sys
from io import StringIO

import pytest

from pawprint.cli import _terminal as terminal


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("\x1b[31mred\x9b2J", "\ufffd[31mred\ufffd2J"),
        ("a\rb\x07\x7f\x00", "a\ufffdb\ufffd\ufffd\ufffd"),
        ("fox\u202exof\u2066\u2028", "fox\ufffdxof\ufffd\ufffd"),
        ("chat\u00a0: l\u2019\u00e9t\u00e9, \u0915\u094d\u200d\u0937, \U0001f9d1\u200d\U0001f373\tx",) * 2,
    ],
)
def test_no_text_controls_the_terminal(text: str, printed: str, capsys: pytest.CaptureFixture[str]) -> None:
    terminal.say("first", text)
    terminal.warn(text)
    assert capsys.readouterr() == (f"first\n{printed}\n", f"{printed}\n")


def test_json_is_printed_unchanged(capsys: pytest.CaptureFixture[str]) -> None:
    terminal.write_json({"name": "a\u202eb\x1b"})
    assert capsys.readouterr().out == '{\n  "name": "a\u202eb\\u001b"\n}\n'


def test_closed_streams_are_the_null_device(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, name, None)
    terminal.open_streams()
    terminal.say("fox")
    terminal.warn("fox")
    assert sys.stdin.read() == ""
    assert sys.stdout.buffer
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        stream.close()


def test_unconfigurable_stream_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    out = StringIO()
    monkeypatch.setattr(sys, "stdout", out)
    terminal.open_streams()
    terminal.say("fox")
    assert out.getvalue() == "fox\n"
