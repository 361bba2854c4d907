"""A headless Chromium that tests drive through its DevTools protocol."""

import base64
import json
import os
import shutil
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, ClassVar

import websocket

#: The shell has no windows, which costs a third less time.
_PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM = next(filter(None, map(shutil.which, _PROGRAMS)), None)
_FLAGS = (
    *("--headless=new", "--disable-gpu", "--no-first-run", "--disable-extensions", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update", "--disable-default-apps", "--mute-audio"),
    *("--disable-dev-shm-usage", "--remote-allow-origins=*", "--remote-debugging-port=0", "--accept-lang=fr-FR"),
)
#: Seconds until something that does not happen counts as never happening; loaded machines are slow.
PATIENCE = 60.0
#: The tag of the picture of a piece that is shown, the first one.
TAG = "document.querySelector('.picture[data-piece=\"animals/{}\"]').tag"
NAMES = "[...document.querySelectorAll('.tile .name')].map((one) => one.textContent)"


class Browser:
    """A browser of its own, and the tab in it that all commands go to.

    Args:
        folder: an empty one for its profile.
    """

    #: Those that run in this process.
    running: ClassVar[list["Browser"]] = []

    def __init__(self, folder: Path) -> None:
        assert CHROMIUM is not None
        root = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
        self._process = subprocess.Popen(
            [CHROMIUM, *_FLAGS, *root, f"--user-data-dir={folder}", "about:blank"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # some systems start it by a script, which must not be all that ends
        )
        self._socket: Any = None
        port_file = folder / "DevToolsActivePort"
        until = time.monotonic() + PATIENCE
        while not (port_file.is_file() and len(port_file.read_text().split()) == 2):
            if time.monotonic() > until or self._process.poll() is not None:
                self.close()
                raise RuntimeError("the browser does not start")
            time.sleep(0.05)
        port, path = port_file.read_text().split()
        self._socket = websocket.create_connection(  # which would look at each byte of each message in Python
            f"ws://127.0.0.1:{port}{path}", timeout=PATIENCE, skip_utf8_validation=True
        )
        self._number = 0
        self._session = ""
        #: What the console said of errors, and addresses that were asked for.
        self.errors: list[str] = []
        self.requests: list[str] = []
        self._sessions: dict[str, str] = {}
        self._shown: set[str] = set()  # what the browser calls the documents that have replaced another one
        self.running.append(self)
        self.open_tab()

    def call(self, method: str, **parameters: Any) -> Any:
        """The answer to one command of the protocol."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": parameters}
        if not method.startswith("Target."):  # those are for the browser as a whole
            message["sessionId"] = self._session
        self._socket.send(json.dumps(message))
        until = time.monotonic() + PATIENCE
        while True:
            answer = json.loads(self._socket.recv())
            self._note(answer)
            if time.monotonic() > until:  # events may go on for ever
                raise RuntimeError(f"{method}: the browser does not answer")
            if answer.get("id") == self._number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]

    def _note(self, message: dict[str, Any]) -> None:
        parameters = message.get("params", {})
        match message.get("method"):
            case "Runtime.exceptionThrown":
                details = parameters["exceptionDetails"]
                self.errors.append(details.get("exception", {}).get("description", details["text"]))
            case "Log.entryAdded" if parameters["entry"]["level"] == "error":
                self.errors.append(f"{parameters['entry']['text']} {parameters['entry'].get('url', '')}")
            case "Page.frameNavigated":
                self._shown.add(parameters["frame"]["loaderId"])
            case "Network.requestWillBeSent":
                self.requests.append(parameters["request"]["url"])

    def open_tab(self) -> str:
        """Open another tab and turn to it; returns its name."""
        tab: str = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._sessions[tab] = self.call("Target.attachToTarget", targetId=tab, flatten=True)["sessionId"]
        self.turn_to(tab)
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")
        self.size(1280, 900)
        return tab

    def turn_to(self, tab: str) -> None:
        """Send what follows to *tab*, and show it."""
        self._session = self._sessions[tab]
        self.call("Target.activateTarget", targetId=tab)

    def close_tab(self, tab: str) -> None:
        """Close *tab*, and turn to one that is left."""
        del self._sessions[tab]
        self.turn_to(next(iter(self._sessions)))
        self.call("Target.closeTarget", targetId=tab)

    def size(self, width: int, height: int, scale: float = 1.0) -> None:
        """Make the window *width* by *height* CSS pixels."""
        self.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=False
        )

    def open(self, address: str) -> None:
        """Go to *address*; done when its document has replaced the one before."""
        answer = self.call("Page.navigate", url=address)
        if "errorText" not in answer:
            document = answer.get("loaderId")  # none if the document stays and its view changes
            while document and document not in self._shown:
                self._note(json.loads(self._socket.recv()))

    def leave(self, address: str) -> None:
        """Leave the pages at *address* in all tabs. Nothing of them is loaded any more, and no error follows."""
        here = self._session
        for session in self._sessions.values():
            self._session = session
            if self.run("location.href").startswith(address):
                self.open("about:blank")
        self._session = here

    def run(self, script: str) -> Any:
        """The value of an expression on the page, waited for where it is a promise."""
        answer = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise AssertionError(details.get("exception", {}).get("description", details["text"]))
        return answer["result"].get("value")

    def wait(self, script: str) -> Any:
        """The value of an expression as soon as there is one that counts as true."""
        until = time.monotonic() + PATIENCE
        while True:
            value = self.run(f"((value) => value instanceof Node || value)({script})")
            if value:
                return value
            if time.monotonic() > until:
                shown = self.run("document.body.innerText.slice(0, 600)")
                raise AssertionError(f"never so: {script}\n{shown}\n{self.errors}")
            time.sleep(0.03)

    def press(self, key: str, code: str = "", text: str = "") -> None:
        """Press and let go of a key."""
        codes = {"Enter": 13, "Escape": 27, "Tab": 9, "ArrowRight": 39, "ArrowDown": 40, "ArrowLeft": 37}
        more = {"windowsVirtualKeyCode": codes.get(key, ord(key[0].upper()))}
        typed = text or ("\r" if key == "Enter" else key if len(key) == 1 else "")
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, code=code or key, text=typed, **more)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key, code=code or key, **more)

    def picture(self, path: Path) -> None:
        """Save what is seen as PNG."""
        path.write_bytes(base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"]))

    def close(self) -> None:
        """End the browser."""
        if self in self.running:
            self.running.remove(self)
        if self._socket is not None:
            self._socket.close()
        self._end(signal.SIGTERM)
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._end(getattr(signal, "SIGKILL", signal.SIGTERM))
            self._process.wait()

    def _end(self, number: int) -> None:
        """Send a signal to the browser and all of its processes."""
        if not hasattr(os, "killpg"):
            self._process.terminate()
            return
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, number)


def names(page: Browser, expected: list[str]) -> None:
    """Wait until the pieces with the *expected* names are shown."""
    page.wait(f"JSON.stringify({NAMES}) === JSON.stringify({json.dumps(expected)})")


def click(page: Browser, selector: str) -> None:
    """Click the first element that *selector* finds."""
    page.run(f"document.querySelector({json.dumps(selector)}).click()")


def choose(page: Browser, identity: str, value: str) -> None:
    """Choose an option of a list by its *value*."""
    page.run(
        f"(() => {{ const one = document.getElementById('{identity}'); one.value = {json.dumps(value)};"
        " one.dispatchEvent(new Event('change', {bubbles: true})); })()"
    )
