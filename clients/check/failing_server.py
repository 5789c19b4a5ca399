#!/usr/bin/env python3
"""A server that fails on request, for the tests of both clients; it prints its URL when it listens.

usage: failing_server.py PLYD_URL

The base URL `/FAULT/TIMES/NAME` fails a client's first TIMES requests under NAME, then passes requests on to plyd. The faults:

closed    the connection is reset before an answer
reset     the connection is reset in the middle of the real answer
busy      503 with plyd's problem and `retry-after: 1`
quota     429 with plyd's problem and `retry-after: 1`
gateway   503 of a proxy: HTML, and a Retry-After that is a date
limited   429 of a proxy: HTML, without Retry-After
gone      502 of a proxy: HTML
unreached 502 of nginx as in deploy/: a problem
late      504 of nginx as in deploy/: a problem
dripped   408 with plyd's problem
slow      no answer until the client leaves

GET /requests/NAME is the list of seconds at which NAME was asked.
"""

import json
import socket
import struct
import sys
import threading
import time
import urllib.error
import urllib.request
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PLYD = sys.argv[1]
PROBLEMS = {
    "busy": (503, "overloaded"),
    "quota": (429, "quota_exceeded"),
    "dripped": (408, "request_timeout"),
    "unreached": (502, "bad_gateway"),
    "late": (504, "gateway_timeout"),
}
asked: dict[str, list[float]] = {}
lock = threading.Lock()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # An answer's head and body are two writes.
    disable_nagle_algorithm = True

    def do_GET(self) -> None:
        self.answered()

    def do_POST(self) -> None:
        self.answered()

    def answered(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        _, fault, *rest = self.path.split("/")
        if fault == "requests":
            return self.send(200, "application/json", json.dumps(asked.get(rest[0], [])).encode())
        times, name, *rest = rest
        with lock:
            times_asked = asked.setdefault(name, [])
            times_asked.append(time.monotonic())
            fails = len(times_asked) <= int(times)
        path = "/" + "/".join(rest)
        if not fails:
            return self.send(*self.passed_on(path, body))
        if fault in PROBLEMS:
            status, code = PROBLEMS[fault]
            problem = {"type": f"urn:plyd:problem:{code}", "title": code, "status": status, "code": code}
            problem |= {"detail": "try later", "request_id": "7"}
            after = {} if fault in ("dripped", "late") else {"retry-after": "1"}
            return self.send(status, "application/problem+json", json.dumps(problem).encode(), after)
        if fault == "gateway":
            after = {"retry-after": formatdate(time.time() + 2, usegmt=True)}
            return self.send(503, "text/html", b"<html>No server is available</html>", after)
        if fault == "gone":
            return self.send(502, "text/html", b"<html>Bad Gateway</html>")
        if fault == "limited":
            return self.send(429, "text/html", b"<html>Too Many Requests</html>")
        if fault == "slow":
            # Until the client closes the connection, or sends something else.
            return self.reset() if self.rfile.read(1) == b"" else None
        if fault == "reset":
            status, media_type, whole = self.passed_on(path, body)
            self.head(status, media_type, len(whole))
            self.wfile.write(whole[: len(whole) // 2])
            self.wfile.flush()
            # What was written reaches the client before the reset does.
            time.sleep(0.1)
        self.reset()

    def passed_on(self, path: str, body: bytes) -> tuple[int, str, bytes]:
        headers = {name: value for name, value in self.headers.items() if name.lower() in ("accept", "content-type")}
        try:
            with urllib.request.urlopen(urllib.request.Request(PLYD + path, body or None, headers)) as answer:
                return answer.status, answer.headers["content-type"], answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.headers["content-type"], error.read()

    def head(self, status: int, media_type: str, length: int, more: dict[str, str] | None = None) -> None:
        self.send_response(status)
        for name, value in {"content-type": media_type, "content-length": str(length), **(more or {})}.items():
            self.send_header(name, value)
        self.end_headers()

    def send(self, status: int, media_type: str, body: bytes, more: dict[str, str] | None = None) -> None:
        self.head(status, media_type, len(body), more)
        self.wfile.write(body)

    def reset(self) -> None:
        """Ends the connection by a reset rather than in order."""
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.close_connection = True

    def log_message(self, *_: object) -> None:
        """Keeps the tests' output short."""


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def shutdown_request(self, request: socket.socket) -> None:
        # Without `shutdown`, which would end the connection in order before `reset` does otherwise.
        self.close_request(request)

    def handle_error(self, *_: object) -> None:
        """A client that leaves is no error here."""


server = Server(("127.0.0.1", 0), Handler)
print(f"http://127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()
