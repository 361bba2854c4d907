"""The command starts, prints the address of the page, and ends on a signal."""

import os
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from command_line import run

#: Seconds until a process counts as hanging.
TIMEOUT_S = 60


def started(*words: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "pawprint", "preview", "--no-open", "--catalog", ".", *words]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@pytest.mark.skipif(os.name == "nt", reason="signals")
@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_preview_serves_until_a_signal_ends_it(folder: Path, sign: signal.Signals) -> None:
    process = started()
    assert process.stdout is not None
    address = process.stdout.readline().split()[0]
    with urllib.request.urlopen(f"{address}games", timeout=TIMEOUT_S) as answer:
        assert b'"den"' in answer.read()
    with urllib.request.urlopen(f"{address}game/den?watch=1", timeout=TIMEOUT_S) as answer:
        assert b"Renard" in answer.read()  # and a check of everything will begin
    process.send_signal(sign)
    end, errors = process.communicate(timeout=TIMEOUT_S)
    assert (process.returncode, errors) == (0, "")
    assert end == "\n", "the prompt does not follow ^C on its line"


def test_port_in_use_is_an_error(folder: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = run("preview", "--no-open", "--catalog", ".", "--port", str(port))
    assert done.exit_code == 1
    assert f"port {port} is taken" in done.output


def test_game_that_does_not_exist_is_an_error(folder: Path) -> None:
    done = run("preview", "lair", "--no-open", "--catalog", ".")
    assert done.exit_code == 1
    assert "error[unknown-game]" in done.output


def test_site_that_would_replace_a_file_of_someone_else_is_not_written(folder: Path) -> None:
    (folder / "site").mkdir()
    (folder / "site/index.html").write_text("mine", encoding="utf-8")
    done = run("preview", "--catalog", ".", "--export", "site")
    assert done.exit_code == 1
    assert "site/index.html was not written by an export" in done.output
    assert [path.name for path in (folder / "site").iterdir()] == ["index.html"]
