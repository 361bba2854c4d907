"""An HTTP server with limits: of connections, each of which has a thread, and of time for each request."""

import io
import os
import sys
import time
from collections.abc import Callable
from http.server import ThreadingHTTPServer
from socket import socket
from socketserver import TCPServer
from threading import BoundedSemaphore
from typing import Any

#: The most connections at a time. A browser opens about six for each page.
MOST_CONNECTIONS = 200
#: Seconds for the head of a request, which a new connection begins at once, and for the body.
HEAD_S, BODY_S = 10, 30
#: Seconds that a connection may be unused after a request; a browser opens it again.
IDLE_S = 120


class TimedReader(io.RawIOBase):
    """Reads from *connection* until the time is up, which is a `TimeoutError`, however its bytes are spread."""

    def __init__(self, connection: socket) -> None:
        self._connection = connection
        self.allow(0)

    def allow(self, seconds: float) -> None:
        """Set the time that is left for all that is read from now on."""
        self._end = time.monotonic() + seconds

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        left = self._end - time.monotonic()
        if left <= 0:
            raise TimeoutError
        self._connection.settimeout(left)
        return self._connection.recv_into(buffer)


class LimitedServer(ThreadingHTTPServer):
    """A server that closes connections beyond `MOST_CONNECTIONS` at once.

    Attributes:
        report: prints one line about a request that could not be answered.
    """

    report: Callable[[str], None] = staticmethod(lambda line: None)
    daemon_threads = True
    request_queue_size = 64  # a browser asks for all scripts at once, and more than the usual 5 would be turned away
    allow_reuse_address = os.name != "nt"  # on Windows, two servers would share the port

    def __init__(self, address: tuple[str, int], handler: Any) -> None:
        self._free = BoundedSemaphore(MOST_CONNECTIONS)
        super().__init__(address, handler)

    def server_bind(self) -> None:
        """Bind the socket; unlike the method that this one replaces, ask no name server."""
        TCPServer.server_bind(self)
        self.server_name, self.server_port = str(self.server_address[0]), int(self.server_address[1])

    def process_request(self, request: Any, client_address: Any) -> None:
        """Answer a connection in a thread of its own, if there are not too many already."""
        if not self._free.acquire(blocking=False):
            self.shutdown_request(request)
            return
        try:
            super().process_request(request, client_address)
        except BaseException:  # no thread could be started
            self._free.release()
            raise

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Answer a connection until it is closed."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._free.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Report what went wrong, but for browsers that close the connection before the response is complete."""
        error = sys.exception()
        if not isinstance(error, OSError):
            self.report(f"a connection was closed: {type(error).__name__}: {error}")
