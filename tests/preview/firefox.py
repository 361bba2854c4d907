"""A headless Firefox that answers to what tests ask of `Browser`: PAWPRINT_BROWSER=firefox has the tests drive it.

It speaks WebDriver BiDi. What that cannot do, such as a dark colour scheme, skips the test.
"""

import json
import shutil
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import websocket

from preview.browser import PATIENCE, Browser

FIREFOX = shutil.which("firefox") or shutil.which("firefox-esr")
#: The file in the profile that says where it listens.
_ADDRESS = "WebDriverBiDiServer.json"
_PREFERENCES = {
    "app.update.enabled": False,
    "browser.download.alwaysOpenPanel": False,  # which would take the focus
    "browser.download.folderList": 2,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage_override.mstone": "ignore",
    "datareporting.policy.dataSubmissionEnabled": False,
    "intl.accept_languages": "fr-FR",
    "toolkit.telemetry.server": "",
    "ui.prefersReducedMotion": 0,
}
#: Keys as WebDriver calls them.
_KEYS = {
    "Enter": "\ue007",
    "Escape": "\ue00c",
    "Tab": "\ue004",
    "ArrowLeft": "\ue012",
    "ArrowUp": "\ue013",
    "ArrowRight": "\ue014",
    "ArrowDown": "\ue015",
    "End": "\ue010",
    "Home": "\ue011",
    "F8": "\ue038",
    "Delete": "\ue017",
    "Backspace": "\ue003",
}
_MODIFIERS = {2: "\ue009", 8: "\ue008"}  # Control, Shift
_EVENTS = ["log.entryAdded", "network.beforeRequestSent", "browsingContext.load"]


class Firefox(Browser):
    """See `Browser`."""

    def __init__(self, folder: Path) -> None:
        assert FIREFOX is not None
        preferences = _PREFERENCES | {"browser.download.dir": str(folder)}
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in preferences.items()]
        (folder / "user.js").write_text("".join(lines), encoding="utf-8")
        self._process = subprocess.Popen(
            [FIREFOX, "--headless", "--no-remote", "--profile", str(folder), "--remote-debugging-port=0"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self._socket: Any = None
        address = folder / _ADDRESS
        until = time.monotonic() + PATIENCE
        while not (address.is_file() and address.read_text(encoding="utf-8").endswith("}")):
            if time.monotonic() > until or self._process.poll() is not None:
                self.close()
                raise RuntimeError("the browser does not start")
            time.sleep(0.05)
        place = json.loads(address.read_text(encoding="utf-8"))
        self._socket = websocket.create_connection(
            f"ws://{place['ws_host']}:{place['ws_port']}/session", timeout=PATIENCE, suppress_origin=True
        )
        self._number = 0
        self._session = ""
        self.errors: list[str] = []
        self.requests: list[str] = []
        self._sessions: dict[str, str] = {}
        self._pressed = False
        self.running.append(self)
        self._ask("session.new", capabilities={})
        self._ask("session.subscribe", events=_EVENTS)
        self.open_tab()

    def _ask(self, method: str, **parameters: Any) -> Any:
        """The answer to one command of WebDriver BiDi."""
        self._number += 1
        self._socket.send(json.dumps({"id": self._number, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self._socket.recv())
            self._note(answer)
            if answer.get("id") == self._number:
                if answer["type"] == "error":
                    if answer["error"] in ("unknown command", "unsupported operation"):
                        pytest.skip(f"Firefox has no {method}")
                    raise RuntimeError(f"{method}: {answer['message']}")
                return answer["result"]

    def _note(self, message: dict[str, Any]) -> None:
        parameters = message.get("params", {})
        match message.get("method"):
            case "log.entryAdded" if parameters["level"] == "error":
                self.errors.append(parameters["text"])
            case "network.beforeRequestSent":
                self.requests.append(parameters["request"]["url"])

    def call(self, method: str, **parameters: Any) -> Any:
        """The answer to a command of the DevTools protocol, as far as there is one that does the same."""
        match method.partition(".")[2]:
            case "dispatchMouseEvent":
                self._point("mouse", parameters["type"], parameters["x"], parameters["y"])
            case "dispatchTouchEvent":
                places = parameters["touchPoints"]
                kind = {"touchStart": "mousePressed", "touchMove": "mouseMoved"}.get(
                    parameters["type"], "mouseReleased"
                )
                x, y = (places[0]["x"], places[0]["y"]) if places else self._touched
                self._touched = x, y
                self._point("touch", kind, x, y)
            case "dispatchKeyEvent":
                if parameters["type"] == "keyDown":
                    held = parameters.get("modifiers", 0)
                    self._type([parameters["key"]], [word for bit, word in _MODIFIERS.items() if held & bit])
            case "insertText":
                self._type(list(parameters["text"]))
            case "reload":
                self._ask("browsingContext.reload", context=self._session, wait="interactive")
            case "setBypassCSP":
                pass  # what is run through the protocol is not held up
            case "setTouchEmulationEnabled":
                pass
            case "emulateNetworkConditions":
                condition = {"type": "offline"} if parameters["offline"] else None
                self._ask("emulation.setNetworkConditions", networkConditions=condition, contexts=[self._session])
            case "setEmulatedMedia" if not parameters.get("media") and all(
                feature["value"] in ("light", "no-preference") for feature in parameters.get("features", ())
            ):
                pass
            case "addScriptToEvaluateOnNewDocument":
                declaration = f"() => {{ {parameters['source']} }}"
                self._ask("script.addPreloadScript", functionDeclaration=declaration, contexts=[self._session])
            case "printToPDF":
                background = bool(parameters.get("printBackground"))
                return self._ask("browsingContext.print", context=self._session, background=background)
            case "captureScreenshot":
                return self._ask("browsingContext.captureScreenshot", context=self._session)
            case name:
                pytest.skip(f"Firefox has no {name}")
        return {}

    _touched = (0.0, 0.0)

    def _point(self, kind: str, event: str, x: float, y: float) -> None:
        move = {"type": "pointerMove", "x": round(x), "y": round(y)}
        more = {
            "mousePressed": [{"type": "pointerDown", "button": 0}],
            "mouseReleased": [{"type": "pointerUp", "button": 0}],
        }
        actions = [move, *more.get(event, ())]
        if kind == "touch" and event == "mouseReleased":
            actions = actions[1:]
        pointer = {"type": "pointer", "id": kind, "parameters": {"pointerType": kind}, "actions": actions}
        self._ask("input.performActions", context=self._session, actions=[pointer])

    def _type(self, keys: list[str], held: Sequence[str] = ()) -> None:
        words = [_KEYS.get(key, key) for key in keys]
        actions = [{"type": kind, "value": word} for word in words for kind in ("keyDown", "keyUp")]
        for word in held:
            actions = [{"type": "keyDown", "value": word}, *actions, {"type": "keyUp", "value": word}]
        keyboard = {"type": "key", "id": "keyboard", "actions": actions}
        self._ask("input.performActions", context=self._session, actions=[keyboard])

    def press(self, key: str, code: str = "", text: str = "") -> None:
        """Press and let go of a key."""
        self._type([key])

    def open_tab(self) -> str:
        """Open another tab and turn to it; returns its name."""
        tab: str = self._ask("browsingContext.create", type="tab")["context"]
        self._sessions[tab] = tab
        self.turn_to(tab)
        self.size(1280, 900)
        return tab

    def turn_to(self, tab: str) -> None:
        """Send what follows to *tab*, and show it."""
        self._session = tab
        self._ask("browsingContext.activate", context=tab)

    def close_tab(self, tab: str) -> None:
        """Close *tab*, and turn to one that is left."""
        del self._sessions[tab]
        self.turn_to(next(iter(self._sessions)))
        self._ask("browsingContext.close", context=tab)

    def size(self, width: int, height: int, scale: float = 1.0) -> None:
        """Make the window *width* by *height* CSS pixels."""
        viewport = {"width": width, "height": height}
        self._ask("browsingContext.setViewport", context=self._session, viewport=viewport, devicePixelRatio=scale)

    def open(self, address: str) -> None:
        """Go to *address*; done when its document has replaced the one before."""
        self._ask("browsingContext.navigate", context=self._session, url=address, wait="interactive")

    def leave(self, address: str) -> None:
        """See `Browser.leave`. What was being loaded then has failed for Firefox."""
        super().leave(address)
        self.errors[:] = [error for error in self.errors if "NetworkError when attempting to fetch" not in error]

    def run(self, script: str) -> Any:
        """The value of an expression on the page, waited for where it is a promise."""
        answer = self._ask(
            "script.evaluate",
            expression=script,
            target={"context": self._session},
            awaitPromise=True,
            userActivation=True,
            serializationOptions={"maxDomDepth": 0},
        )
        if answer["type"] == "exception":
            raise AssertionError(answer["exceptionDetails"]["text"])
        return _value(answer["result"])


def _value(remote: dict[str, Any]) -> Any:
    """A value of the page in Python; what is no data is as an empty object."""
    match remote["type"]:
        case "undefined" | "null":
            return None
        case "string" | "boolean" | "bigint":
            return remote["value"]
        case "number":
            value = remote["value"]
            return value if not isinstance(value, str) else float(value.replace("Infinity", "inf"))
        case "array":
            return [_value(one) for one in remote.get("value", ())]
        case "object":
            return {str(name): _value(one) for name, one in remote.get("value", ())}
    return {}
