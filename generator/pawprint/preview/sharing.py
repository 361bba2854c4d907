"""The server for guests -> its address as text, as a QR code, and what it means to pass it on."""

from __future__ import annotations

import socket
from typing import Any

from pawprint.pieces.qr_code import QUIET_ZONE, code_modules

#: An address of another network, to which nothing is sent: the way there begins at the usual address of this computer.
_ELSEWHERE = ("192.0.2.1", 9)
#: Addresses that stand for all of a computer's addresses.
WILDCARDS = ("", "0.0.0.0", "::", "*")


def risk(writes: bool) -> str:
    """What a person who passes the address on should know, in one line."""
    can = "see and change these games" if writes else "see these games, and change nothing"
    return f"Until the preview ends, all who have this address can {can}. The connection is not encrypted."


def invitation(address: str, writes: bool) -> dict[str, Any]:
    """The *address* for guests, the rows of its QR code, and the risk; *writes*: whether guests may change games."""
    rows = ["".join("01"[dark] for dark in row) for row in code_modules(address) or ()]
    return {"address": address, "modules": rows, "risk": risk(writes)}


def terminal_code(text: str) -> list[str]:
    """The lines of a QR code for a dark terminal: two rows of modules to the line, light ones drawn."""
    modules = code_modules(text) or []
    width = len(modules) + 2 * QUIET_ZONE
    side, empty = [False] * QUIET_ZONE, [[False] * width] * QUIET_ZONE
    rows = [*empty, *([*side, *row, *side] for row in modules), *empty, [True] * width]
    return [
        "".join("█▀▄ "[2 * above + below] for above, below in zip(rows[start], rows[start + 1], strict=True))
        for start in range(0, len(rows) - 1, 2)
    ]


def own_address() -> str:
    """The address under which other computers of the network most likely reach this one; empty if it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as route:
        try:
            route.connect(_ELSEWHERE)
            return str(route.getsockname()[0])
        except OSError:
            return ""
