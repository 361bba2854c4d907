"""A printing system of its own: a CUPS scheduler, and a simulated IPP Everywhere printer that keeps what it receives.

Both listen on this machine only. The printer announces itself by DNS-SD, for which it needs a message bus and an Avahi
daemon; these are private, too, and see no network.
"""

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from struct import unpack_from
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

PROGRAMS = ("cupsd", "ippeveprinter", "avahi-daemon", "dbus-daemon", "lp", "lpstat", "lpadmin")
QUEUE = "Simulated"
_PATIENCE = 180.0

_BUS = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>system</type><listen>unix:path={0}/bus</listen><auth>EXTERNAL</auth><policy context="default">
<allow user="*"/><allow own="*"/><allow send_type="method_call"/><allow send_type="signal"/>
<allow send_type="method_return"/><allow send_type="error"/><allow receive_type="method_call"/>
<allow receive_type="signal"/><allow receive_type="method_return"/><allow receive_type="error"/>
</policy></busconfig>"""
_AVAHI = """[server]
host-name=pawprint-test
use-ipv6=no
allow-interfaces=lo
"""
_FILES = """ServerRoot {0}/etc
CacheDir {0}/cache
StateDir {0}/run
RequestRoot {0}/spool
TempDir {0}/spool/tmp
AccessLog {0}/log/access
ErrorLog {0}/log/error
PageLog {0}/log/page
SystemGroup root
Sandboxing relaxed
"""
_SCHEDULER = """Listen localhost:{1}
Browsing Off
DefaultAuthType None
WebInterface No
LogLevel info
<Location />
  Order allow,deny
  Allow localhost
</Location>
<Policy default>
  <Limit All>
    Order allow,deny
    Allow localhost
  </Limit>
</Policy>
"""


class RasterPage(NamedTuple):
    """A page as the printer received it.

    Attributes:
        dpi: dots per inch.
        duplex, tumble: how its sheet is printed.
        dots: of each dot how dark it is: 0 for white, 1 for black.
    """

    dpi: int
    duplex: bool
    tumble: bool
    dots: NDArray[np.float32]


class PrintingSystem(NamedTuple):
    """The printing system. *received* is the folder with what the printer got."""

    received: Path

    def pages(self, send: Callable[[], object]) -> list[RasterPage]:
        """The pages that arrive when *send* is called."""
        before = {*self.received.iterdir()}
        send()
        done = waited_for(lambda: {*self.received.iterdir()} - before and not _output("lpstat", "-o"))
        assert done, "nothing has arrived"
        (new,) = {*self.received.iterdir()} - before
        return [*raster_pages(new.read_bytes())]


def is_there() -> str:
    """Why there can be no printing system here; empty if there can."""
    missing = [name for name in PROGRAMS if not shutil.which(name, path=_search_path())]
    if missing:
        return f"without {', '.join(missing)}"
    return "" if hasattr(os, "geteuid") and os.geteuid() == 0 else "a scheduler is started by root only"


@contextmanager
def printing_system() -> Iterator[PrintingSystem]:
    """Start one, and end it; `lp` and its relatives find it through the environment."""
    before = dict(os.environ)
    with ExitStack() as stack:
        root = Path(stack.enter_context(tempfile.TemporaryDirectory(dir="/tmp")))
        stack.callback(lambda: (os.environ.clear(), os.environ.update(before)))
        for name in ("etc", "cache", "run", "spool/tmp", "log", "received"):
            (root / name).mkdir(parents=True)
        for folder in (root, *root.rglob("*")):
            folder.chmod(0o755)
        port, printer = _free_port(), _free_port()
        files = {"bus.conf": _BUS, "avahi.conf": _AVAHI, "etc/cups-files.conf": _FILES, "etc/cupsd.conf": _SCHEDULER}
        for name, text in files.items():
            (root / name).write_text(text.format(root, port))
        os.environ["PATH"] = _search_path()
        os.environ["DBUS_SYSTEM_BUS_ADDRESS"] = f"unix:path={root}/bus"
        os.environ["CUPS_SERVER"] = f"localhost:{port}"
        _start(stack, root, "dbus-daemon", f"--config-file={root}/bus.conf", "--nofork", "--nopidfile")
        assert waited_for((root / "bus").exists)
        _start(stack, root, "avahi-daemon", "-f", f"{root}/avahi.conf", "--no-drop-root", "--no-chroot", "--no-rlimits")
        time.sleep(1)
        output = ("-d", f"{root}/received", "-k", "-f", "image/pwg-raster", "-s", "10,10")
        _start(stack, root, "ippeveprinter", "-2", "-r", "off", "-p", str(printer), "-n", "localhost", *output, QUEUE)
        _start(stack, root, "cupsd", "-f", "-c", f"{root}/etc/cupsd.conf", "-s", f"{root}/etc/cups-files.conf")
        assert waited_for(lambda: "is running" in _output("lpstat", "-r"))
        uri = f"ipp://localhost:{printer}/ipp/print"
        assert waited_for(lambda: _added(uri)), (root / "log" / "ippeveprinter").read_text()
        yield PrintingSystem(root / "received")


def raster_pages(data: bytes) -> Iterator[RasterPage]:
    """The pages of a PWG raster stream (PWG 5102.4) of 8 bits for each of one or three colours."""
    assert data[:4] == b"RaS2"
    at = 4
    while at < len(data):
        head = data[at : at + 1796]
        duplex, dpi, tumble, width, height, bits, line = (
            unpack_from(">I", head, offset)[0] for offset in (272, 276, 368, 372, 376, 388, 392)
        )
        size = bits // 8
        rows = bytearray()
        at += 1796
        while len(rows) < line * height:
            times, at = data[at] + 1, at + 1
            row = bytearray()
            while len(row) < line:
                code, at = data[at], at + 1
                if code < 128:
                    row += data[at : at + size] * (code + 1)
                    at += size
                else:
                    row += data[at : at + size * (257 - code)]
                    at += size * (257 - code)
            rows += row * times
        dots = np.frombuffer(bytes(rows), np.uint8).reshape(height, width, size)
        light = np.zeros((height, width), np.float32)
        for colour in range(size):
            light += dots[:, :, colour]
        yield RasterPage(dpi, bool(duplex), bool(tumble), 1 - light / (255 * size))


def waited_for(done: Callable[[], object]) -> bool:
    """Whether *done* becomes true in time."""
    end = time.monotonic() + _PATIENCE
    while time.monotonic() < end:
        if done():
            return True
        time.sleep(0.25)
    return False


def _added(uri: str) -> bool:
    command = ("lpadmin", "-p", QUEUE, "-E", "-v", uri, "-m", "everywhere")
    return subprocess.run(command, capture_output=True, timeout=_PATIENCE, check=False).returncode == 0


def _output(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, timeout=_PATIENCE, check=False).stdout


def _start(stack: ExitStack, root: Path, *command: str) -> None:
    log = stack.enter_context((root / "log" / command[0]).open("wb"))
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)

    def end() -> None:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    stack.callback(end)


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("localhost", 0))
        return int(one.getsockname()[1])


def _search_path() -> str:
    return os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/sbin"])
