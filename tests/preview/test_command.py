"""The command begins, says where the page is, and ends when it is told to."""

import os
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pawprint.cli.app import app

#: Seconds until a process that does not end counts as never ending.
PATIENCE = 60


def started(*words: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "pawprint", "preview", "--no-open", "--catalog", ".", *words]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@pytest.mark.skipif(os.name == "nt", reason="signals")
@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_it_serves_until_it_is_told_to_end(folder: Path, sign: signal.Signals) -> None:
    process = started()
    assert process.stdout is not None
    address = process.stdout.readline().split()[0]
    with urllib.request.urlopen(f"{address}games", timeout=PATIENCE) as answer:
        assert b'"den"' in answer.read()
    with urllib.request.urlopen(f"{address}game/den?watch=1", timeout=PATIENCE) as answer:
        assert b"Renard" in answer.read()  # and a check of everything will begin
    process.send_signal(sign)
    _, errors = process.communicate(timeout=PATIENCE)
    assert (process.returncode, errors) == (0, "")


def test_a_port_that_is_taken_is_said(folder: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = CliRunner().invoke(app, ["preview", "--no-open", "--catalog", ".", "--port", str(port)])
    assert done.exit_code == 1
    assert f"port {port} is taken" in done.output


def test_a_game_that_does_not_exist_is_said(folder: Path) -> None:
    done = CliRunner().invoke(app, ["preview", "lair", "--no-open", "--catalog", "."])
    assert done.exit_code == 1
    assert "error[unknown-game]" in done.output
