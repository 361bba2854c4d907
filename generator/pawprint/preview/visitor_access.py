"""Which requests a server answers: those of this computer, or those of guests who have its address with a token.

A page of another site can make a browser send requests to any address, also under a host name of its own. So the host
name must be the one that the server is known by. Guests also need the token, which is the first part of each path: it
is in the address that they open, and a site cannot know it.
"""

from __future__ import annotations

import hmac
import secrets
from dataclasses import dataclass
from email.message import Message
from urllib.parse import unquote, urlsplit

# --- Which requests may change files: those of the page that this server has sent, and no others ----------------------

# The page has a token, made at each start, in its HTML, which no page of another site can read; it sends the token in a
# header, never in an address. So a request that writes needs the token, and comes from the address of the page itself.


#: The header with the token, and the name of the element of the page that has it.
TOKEN_HEADER = "X-Pawprint-Token"
#: The place of the token in the HTML of the page.
PLACEHOLDER, COMMENT_PLACEHOLDER = b"{{ token }}", b"{{ comment token }}"


class WriteAccess:
    """The token of one start.

    Args:
        allowed: False if no request may write.

    Attributes:
        token: what the page sends; empty if no request may write.
    """

    def __init__(self, allowed: bool) -> None:
        self.token = secrets.token_urlsafe(32) if allowed else ""

    @property
    def allowed(self) -> bool:
        """True if some requests may write."""
        return bool(self.token)

    def page(self, html: bytes, place: bytes = PLACEHOLDER) -> bytes:
        """The page with the token in it, in place of *place*."""
        return html.replace(place, self.token.encode())

    def refusal(self, headers: Message) -> str:
        """Why a request with these *headers* must not write; empty if it may. Its host name has been checked."""
        if not self.token:
            return "this preview is read-only"
        if headers.get("Origin") != f"http://{headers.get('Host')}":
            return "only the page of the preview may write"
        if headers.get("Sec-Fetch-Site", "same-origin") != "same-origin":
            return "only the page of the preview may write"
        given = headers.get(TOKEN_HEADER, "").encode("utf-8", "replace")
        if not hmac.compare_digest(given, self.token.encode()):
            return "the preview was restarted; reload this page to edit"
        return ""


# --- visitor access ---------------------------------------------------------------------------------------------------


LOOPBACK = "127.0.0.1"
_LOCAL_NAMES = (LOOPBACK, "localhost", "[::1]")
_TOKEN_BYTES = 16


@dataclass(frozen=True)
class VisitorAccess:
    """Whom a server answers.

    Attributes:
        host: the address or name that it listens on.
        token: what guests need; empty for a server that answers this computer only.
    """

    host: str = LOOPBACK
    token: str = ""

    @classmethod
    def for_guests(cls, host: str) -> VisitorAccess:
        """Access to *host* with a new token."""
        return cls(host.strip("[]"), secrets.token_urlsafe(_TOKEN_BYTES))

    @property
    def is_for_guests(self) -> bool:
        """True if others than this computer are answered."""
        return bool(self.token)

    def address(self, port: int) -> str:
        """The address of the page."""
        return f"http://{self._name}:{port}/{self.token}{'/' if self.token else ''}"

    @property
    def _name(self) -> str:
        return f"[{self.host}]" if ":" in self.host else self.host

    def parts(self, path: str, headers: Message, port: int) -> list[str] | None:
        """The parts of *path* after the token; None for a request that gets no answer."""
        if not self._knows(headers, port):
            return None
        parts = [unquote(part) for part in urlsplit(path).path.strip("/").split("/")]
        if not self.token:
            return parts
        if not hmac.compare_digest(parts[0].encode("utf-8", "replace"), self.token.encode()):
            return None
        return parts[1:] or [""]

    def lacks_slash(self, path: str) -> bool:
        """True if the addresses of the page would be taken from the folder above it."""
        return self.is_for_guests and urlsplit(path).path.count("/") == 1

    def _knows(self, headers: Message, port: int) -> bool:
        """True if the request names this server, and does not come from a page of another site."""
        name, colon, given = headers.get("Host", "").lower().rpartition(":")
        if not colon or given.endswith("]"):
            name, given = f"{name}{colon}{given}", "80"
        names = (self._name.lower(),) if self.token else _LOCAL_NAMES
        if name not in names or given != str(port):
            return False
        site = headers.get("Sec-Fetch-Site", "none")
        return site in ("none", "same-origin") or headers.get("Sec-Fetch-Mode") == "navigate"


#: Access for this computer only.
THIS_COMPUTER = VisitorAccess()
