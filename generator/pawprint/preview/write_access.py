"""Which requests may change files: those of the page that this server has sent, and no others.

The page has a token, made at each start, in its HTML, which no page of another site can read; it sends the token in a
header, never in an address. So a request that writes needs the token, and comes from the address of the page itself.
"""

import hmac
import secrets
from email.message import Message

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
        """Whether some requests may write."""
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
