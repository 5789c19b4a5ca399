#!/usr/bin/env python3
"""10,000 slow clients, half with a slow head and half with a slow body, are closed within their timeout + 2 s. Meanwhile /livez answers new
connections within 100 ms at p99, and memory stays under 300 MB.

usage: slow_clients.py [CLIENTS]   needs as many file descriptors: ulimit -n
"""

import resource
import select
import socket
import sys
import threading
import time

from service import Figures, Plyd, percentile, spread

CLIENTS = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
HEAD_SECONDS, BODY_SECONDS, SPARE_SECONDS = 5, 10, 2
HEAD = b"GET /livez HTTP/1.1\r\nhost: plyd\r\nx-slow: "
BODY = b"POST /v1/games/tree/search HTTP/1.1\r\nhost: plyd\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{"


class Slow:
    """One client: sends a byte a second, until the server closes the connection."""

    def __init__(self, port, text):
        self.text = text
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.sendall(text)
        self.socket.setblocking(False)
        self.began = time.monotonic()
        self.answer = b""

    def dribble(self):
        try:
            self.socket.send(b" ")
        except OSError:
            pass  # What the server thinks of it is read, not written.

    def closed(self):
        """Reads received bytes. Returns whether the connection has ended."""
        try:
            received = self.socket.recv(4096)
        except BlockingIOError:
            return False
        except ConnectionError:
            received = b""
        self.answer += received
        return not received


def probe(server, took, done):
    """Asks /livez on a new connection each time, as probes do."""
    while not done.is_set():
        started = time.monotonic()
        status, _ = server.get("/livez")
        assert status == 200, status
        took.append((time.monotonic() - started) * 1000)
        done.wait(0.02)


class Siege:
    """All slow clients, and how long each connection lasted."""

    def __init__(self, port):
        self.port = port
        self.ready = select.epoll()
        self.slow = {}
        self.borne = {HEAD: [], BODY: []}
        self.told = {HEAD: set(), BODY: set()}
        self.next_bytes = time.monotonic() + 1

    def join(self, text):
        client = Slow(self.port, text)
        self.slow[client.socket.fileno()] = client
        self.ready.register(client.socket, select.EPOLLIN | select.EPOLLRDHUP)

    def look(self, seconds):
        """Drops closed clients. Each of the others sends a byte a second."""
        for number, _ in self.ready.poll(seconds):
            client = self.slow[number]
            if client.closed():
                self.borne[client.text].append(time.monotonic() - client.began)
                self.told[client.text].add(client.answer.split(b"\r\n")[0].decode())
                self.ready.unregister(client.socket)
                del self.slow[number]
                client.socket.close()
        if time.monotonic() > self.next_bytes:
            self.next_bytes = time.monotonic() + 1
            for client in list(self.slow.values()):
                client.dribble()

    def run(self):
        for number in range(CLIENTS):
            self.join(HEAD if number % 2 else BODY)
            if number % 50 == 0:
                self.look(0)
        self.most = len(self.slow)
        until = time.monotonic() + BODY_SECONDS + 3 * SPARE_SECONDS
        while self.slow and time.monotonic() < until:
            self.look(0.1)


descriptors = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors, descriptors))
if descriptors < CLIENTS + 100:
    sys.exit(f"{descriptors} file descriptors are too few for {CLIENTS} clients; see ulimit -n")

figures = Figures("slow clients")
with Plyd(
    *("--max-connections", CLIENTS + 1000),
    *("--head-timeout-ms", HEAD_SECONDS * 1000, "--body-timeout-ms", BODY_SECONDS * 1000),
) as server:
    took, done = [], threading.Event()
    prober = threading.Thread(target=probe, args=(server, took, done))
    prober.start()
    siege = Siege(server.port)
    siege.run()
    done.set()
    prober.join()
    memory = server.megabytes("VmHWM")
figures.hold("clients never closed", len(siege.slow), 0)
figures.hold("slow heads closed after, worst", max(siege.borne[HEAD], default=0), HEAD_SECONDS + SPARE_SECONDS, " s")
figures.hold("slow bodies closed after, worst", max(siege.borne[BODY], default=0), BODY_SECONDS + SPARE_SECONDS, " s")
figures.say(f"{CLIENTS} clients, {siege.most} at a time; told: heads {siege.told[HEAD]}, bodies {siege.told[BODY]}")
figures.hold("/livez meanwhile, p99", percentile(took, 0.99), 100, " ms")
figures.say(f"{len(took)} probes: {spread(took)}")
figures.hold("memory, most", memory, 300, " MB")
figures.finish()
