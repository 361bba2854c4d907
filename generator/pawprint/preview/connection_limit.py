"""An HTTP server with a limited number of connections, each of which has a thread."""

import os
import sys
from http.server import ThreadingHTTPServer
from socketserver import TCPServer
from threading import BoundedSemaphore
from typing import Any

#: The most connections at a time. A browser opens about six for each page.
MOST_CONNECTIONS = 200
#: Seconds that a new connection may ask nothing, and that one may be unused after a request; a browser opens it again.
SILENT_S, IDLE_S = 10, 120


class LimitedServer(ThreadingHTTPServer):
    """A server that closes connections beyond `MOST_CONNECTIONS` at once."""

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
        """Ignore browsers that close the connection before the response is complete."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)
