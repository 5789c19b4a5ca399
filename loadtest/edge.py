#!/usr/bin/env python3
"""Memory, probes and other clients while eight addresses hold all that they can of a server: one worker, the default options, an address space of
1 GB. Each case has a server of its own.

Resident memory stays under 300 MB, the process lives, `/livez` of the listener of `--metrics-listen` answers within 100 ms and that of the main
port within 1 s, and searches of a ninth address, with connections of their own, are answered.

usage: edge.py [CASE…]   one or more of the names below; all if none is given
"""

import json
import multiprocessing
import select
import socket
import ssl
import tempfile
import time
from collections import Counter

import hostile
from crowds import BIG_TREE, WIDE_PATH, batch_of, post
from hostile import ACK, END_HEADERS, END_STREAM, HEADERS, PREFACE, SETTINGS, WINDOW_SIZE, frame, h2_head
from service import Plyd, certificate, free_port, request_text

MEGABYTES, PROBE_MS, LIVE_MS = 300, 100, 1000
SOURCES = [f"127.0.0.{number}" for number in range(11, 19)]
NINTH = "127.0.0.30"
LIVE, SMALL = request_text("/livez"), request_text("/v1/games/connect-four/search?nodes=2000")


def asked(port, text, source, tls=False, patience=5):
    """The status of a request on a connection of its own, or the name of an error, and milliseconds."""
    began = time.perf_counter()
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=patience, source_address=(source, 0)) as client:
            if tls:
                client = ssl._create_unverified_context().wrap_socket(client)
            client.sendall(text)
            head = client.recv(64)
            return (int(head.split()[1]) if head else "closed"), (time.perf_counter() - began) * 1000
    except OSError as error:
        return type(error).__name__, (time.perf_counter() - began) * 1000


def watch(main, probes, tls, ended, told):
    """Asks each of the ports in turn, in a process of its own."""
    found = {name: [] for name in ("main /livez", "probe /livez", "search")}
    while not ended.is_set():
        found["main /livez"].append(asked(main, LIVE, NINTH, tls))
        found["probe /livez"].append(asked(probes, LIVE, NINTH))
        found["search"].append(asked(main, SMALL, NINTH, tls))
        ended.wait(0.05)
    told.put(found)


class Edge:
    """A server, its clients and what is asked meanwhile."""

    def __init__(self, figures, name, *flags, tls=False, limits="ulimit -v 1000000"):
        self.figures, self.name, self.clients, self.statuses = figures, name, [], Counter()
        probes = free_port()
        kind = Tls if tls else Plyd
        self.server = kind("--workers", 1, "--metrics-listen", f"127.0.0.1:{probes}", *flags, prefix=("sh", "-c", f'{limits}; exec "$@"', "sh"))
        self.port = self.server.port
        self.ended, self.told = multiprocessing.Event(), multiprocessing.Queue()
        self.watch = multiprocessing.Process(target=watch, args=(self.port, probes, tls, self.ended, self.told), daemon=True)

    def __enter__(self):
        self.watch.start()
        time.sleep(0.3)
        return self

    def __exit__(self, *_):
        self.ended.set()
        found = self.told.get(timeout=60)
        self.watch.join()
        alive = self.server.process.poll() is None
        hold = self.figures.hold
        hold(f"{self.name}: ended by itself", not alive, 0)
        hold(f"{self.name}: memory, most", self.server.megabytes("VmHWM") if alive else float("inf"), MEGABYTES, " MB")
        for kind, most in ("probe /livez", PROBE_MS), ("main /livez", LIVE_MS):
            hold(f"{self.name}: {kind}, worst", max(took for _, took in found[kind]), most, " ms")
            hold(f"{self.name}: {kind} that failed", sum(status != 200 for status, _ in found[kind]), 0)
        good = Counter(status for status, _ in found["search"])
        hold(f"{self.name}: searches of another address not answered", sum(good.values()) - good[200], 0)
        slowest = max(took for _, took in found["search"])
        self.figures.say(f"    searches of another address {dict(good)}, slowest {slowest:.0f} ms; the crowd {dict(self.statuses)}")
        for client in self.clients:
            client.close()
        self.server.__exit__()

    def connect(self):
        client = socket.socket()
        # What is not read stays at the server.
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.settimeout(5)
        client.bind((SOURCES[len(self.clients) % 8], 0))
        client.connect(("127.0.0.1", self.port))
        client.setblocking(False)
        self.clients.append(client)
        return client

    def send_all(self, text, count, seconds=10):
        """Sends the same bytes on so many connections at once, as far as the server takes them."""
        rest = {}
        for _ in range(count):
            try:
                rest[self.connect()] = memoryview(text)
            except OSError as error:
                self.statuses[type(error).__name__] += 1
        until = time.monotonic() + seconds
        while rest and time.monotonic() < until:
            poll = select.poll()
            by_descriptor = {client.fileno(): client for client in rest}
            for descriptor in by_descriptor:
                poll.register(descriptor, select.POLLOUT)
            for descriptor, _ in poll.poll(100):
                client = by_descriptor[descriptor]
                try:
                    rest[client] = rest[client][client.send(rest[client]) :]
                except OSError:
                    rest[client] = b""
                if not rest[client]:
                    del rest[client]

    def count(self):
        for client in self.clients:
            try:
                head = client.recv(64)
                self.statuses[int(head.split()[1]) if head else "closed"] += 1
            except BlockingIOError:
                self.statuses["nothing"] += 1
            except OSError:
                self.statuses["closed"] += 1


class Tls(Plyd):
    """A server that speaks TLS."""

    def await_ready(self):
        for _ in range(200):
            if asked(self.port, LIVE, NINTH, tls=True)[0] == 200:
                return
            time.sleep(0.05)


def crowd(figures, name, text, count, seconds, **more):
    with Edge(figures, name, **more) as edge:
        edge.send_all(text, count)
        time.sleep(seconds)
        edge.count()


def answers(figures):
    """100 unread answers of 6.4 MB."""
    crowd(figures, "answers", request_text(BIG_TREE), 100, 15)


def batches(figures):
    """300 batches of 1 MiB that wait."""
    first = {"op": "search", "game": "gomoku", "depth": 30, "time_ms": 10_000}
    crowd(figures, "batches", post("/v1/batch", batch_of(1 << 20, first)), 300, 8)


def bodies_64(figures):
    """3,000 bodies of 64 KiB, each one byte short."""
    crowd(figures, "bodies_64", post("/v1/games/chess/search", json.dumps({"state": "x" * (65_536 - 13)}).encode())[:-1], 3000, 8)


def bodies_60(figures):
    """2,500 bodies of 60 KiB, each one byte short."""
    crowd(figures, "bodies_60", post("/v1/games/chess/search", json.dumps({"state": "x" * (61_440 - 13)}).encode())[:-1], 2500, 8)


def heads(figures):
    """3,000 heads of 60 kB that do not end."""
    crowd(figures, "heads", b"GET /v1/games HTTP/1.1\r\nhost: plyd\r\n" + b"x-more: " + b"h" * 60_000, 3000, 8)


def streams(figures):
    """1,000 streams of large iterations that nobody reads."""
    text = request_text(WIDE_PATH.replace("search?depth=1", "search/stream?depth=3") + "&nodes=30000")
    crowd(figures, "streams", text * 10, 1000, 20)


def problems(figures):
    """8,500 problems that could repeat 60 kB of their request."""
    text = post("/v1/games/chess/search", b'{"algorithm": "%s"}' % (b"\x7f" * 60_000))
    with Edge(figures, "problems") as edge:
        for _ in range(17):
            edge.send_all(text, 500)
        time.sleep(5)
        edge.count()


def pages(figures):
    """1,200 pages of 129 kB, not compressed, that nobody reads; five on each connection."""
    crowd(figures, "pages", request_text("/page.js") * 5, 1200, 8)


def contracts(figures):
    """1,200 pages and contracts that ask for zstd and that nobody reads; 100 on each connection."""
    texts = request_text("/openapi.json") + request_text("/page.js")
    crowd(figures, "contracts", texts.replace(b"\r\n\r\n", b"\r\naccept-encoding: zstd\r\n\r\n") * 50, 1200, 8)


def tls(figures):
    """20 TLS connections with 100 unread answers each that ask for zstd: by HTTP/2 where the server speaks it, else one after the other."""
    with tempfile.TemporaryDirectory() as folder:
        cert, key = certificate(folder, "plyd")
        with Edge(figures, "tls", "--tls-cert", cert, "--tls-key", key, tls=True) as edge:
            context = ssl._create_unverified_context()
            context.set_alpn_protocols(["h2", "http/1.1"])
            for _ in range(20):
                plain = edge.connect()
                plain.setblocking(True)
                client = context.wrap_socket(plain)
                edge.clients[-1] = client
                path = "/openapi.json"
                if client.selected_alpn_protocol() == "h2":
                    head = h2_head("GET", path, accept_encoding="zstd")
                    asks = b"".join(frame(HEADERS, END_HEADERS | END_STREAM, 2 * number + 1, head) for number in range(100))
                    window = WINDOW_SIZE.to_bytes(2, "big") + (1000).to_bytes(4, "big")
                    client.sendall(PREFACE + frame(SETTINGS, 0, 0, window) + frame(SETTINGS, ACK, 0) + asks)
                    edge.statuses["h2"] += 1
                else:
                    client.sendall(b"".join([request_text(path).replace(b"\r\n\r\n", b"\r\naccept-encoding: zstd\r\n\r\n")] * 100))
                    edge.statuses["http/1.1"] += 1
            time.sleep(5)


def idle(figures):
    """1,100 idle connections at a soft limit of 1,024 descriptors."""
    crowd(figures, "idle", b"", 1100, 5, limits="ulimit -v 1000000; ulimit -Sn 1024")


CASES = [answers, batches, bodies_64, bodies_60, heads, streams, problems, pages, contracts, tls, idle]

if __name__ == "__main__":
    hostile.run("memory and probes under crowds", CASES)
