#!/usr/bin/env python3
"""Memory, probes and other clients while eight addresses hold as many resources of a server as they can. The server has one worker, the default options
and an address space of 1 GB. Each case has its own server.

Resident memory stays under 300 MB and the process survives. `/livez` answers within 100 ms on the listener of `--metrics-listen` and within 1 s on the
main port. Searches of a ninth address, over new connections, are answered.

usage: edge.py [CASE…]   one or more of the names below; all if none is given
"""

import json
import multiprocessing
import select
import socket
import ssl
import struct
import tempfile
import time
from collections import Counter
from pathlib import Path

from service import LAST_CHUNK, Plyd, Wire, certificate, free_port, percentile, request_text, run

MEGABYTES, PROBE_MS, LIVE_MS, FREE_MS = 300, 100, 1000, 20
SOURCES = [f"127.0.0.{number}" for number in range(11, 19)]
NINTH = "127.0.0.30"
LIVE, SMALL = request_text("/livez"), request_text("/v1/games/connect-four/search?nodes=2000")
BIG_TREE = "/v1/games/tic-tac-toe/tree.svg?depth=7&algorithm=minimax&max_nodes=5000"
# All lines on a large board: an answer of 55 kB.
WIDE = {"game": "gomoku", "depth": 1, "multi_pv": "all", "state": "/".join(["20"] * 20) + " X 5"}
WIDE_PATH = f"/v1/games/gomoku/search?depth=1&multi_pv=all&state={WIDE['state'].replace(' ', '+')}"


def post(path, body):
    head = f"POST {path} HTTP/1.1\r\nhost: plyd\r\ncontent-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n"
    return head.encode() + body


def state_of(size):
    """A request for a search with a body of this many bytes."""
    return post("/v1/games/chess/search", json.dumps({"state": "x" * (size - 13)}).encode())


def batch_of(size, first):
    """A batch of this many bytes: a first item, and games of a thousand moves."""
    moves = ["g1f3", "g8f6", "f3g1", "f6g8"] * 60
    items = [first] + [{"op": "position", "game": "chess", "moves": moves}] * 600
    while len(body := json.dumps({"items": items}).encode()) > size:
        items.pop()
    return post("/v1/batch", body)


def asked(port, text, source, tls=False, patience=5):
    """Sends a request over a new connection. Returns its status, or the name of an error, and milliseconds."""
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
    """Asks each of the ports in turn. Runs in a separate process."""
    found = {name: [] for name in ("main /livez", "probe /livez", "search")}
    while not ended.is_set():
        found["main /livez"].append(asked(main, LIVE, NINTH, tls))
        found["probe /livez"].append(asked(probes, LIVE, NINTH))
        found["search"].append(asked(main, SMALL, NINTH, tls))
        ended.wait(0.05)
    told.put(found)


class Edge:
    """A server, its clients, and the watcher that asks it meanwhile."""

    def __init__(self, figures, name, *flags, limits="ulimit -v 1000000", sources=SOURCES):
        self.figures, self.name, self.clients, self.statuses, self.sources = figures, name, [], Counter(), sources
        probes = free_port()
        self.server = Plyd("--workers", 1, "--metrics-listen", f"127.0.0.1:{probes}", *flags, prefix=("sh", "-c", f'{limits}; exec "$@"', "sh"))
        self.port = self.server.port
        self.ended, self.told = multiprocessing.Event(), multiprocessing.Queue()
        self.watch = multiprocessing.Process(target=watch, args=(self.port, probes, self.server.is_secure, self.ended, self.told), daemon=True)

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
        # Unread bytes stay at the server.
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.settimeout(5)
        client.bind((self.sources[len(self.clients) % len(self.sources)], 0))
        client.connect(("127.0.0.1", self.port))
        client.setblocking(False)
        self.clients.append(client)
        return client

    def send_all(self, text, count, seconds=10):
        """Sends the same bytes on this many connections at once, as far as the server accepts them."""
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


def crowd(figures, name, text, count, seconds, **more):
    with Edge(figures, name, **more) as edge:
        edge.send_all(text, count)
        time.sleep(seconds)
        edge.count()


def answers(figures):
    """100 unread answers of 6.4 MB."""
    crowd(figures, "answers", request_text(BIG_TREE), 100, 15)


def answers_of_one(figures):
    """100 unread answers of 6.4 MB to a single address."""
    crowd(figures, "answers_of_one", request_text(BIG_TREE), 100, 15, sources=SOURCES[:1])


def medium_answers(figures):
    """3,000 connections with ten unread answers of 55 kB each."""
    crowd(figures, "medium_answers", request_text(WIDE_PATH) * 10, 3000, 15)


def small_answers(figures):
    """9,000 connections with fifty unread answers each of just below the 4 KiB that need no permit."""
    crowd(figures, "small_answers", request_text("/v1/games/nine-mens-morris") * 50, 9000, 10)


def batches(figures):
    """300 batches of 1 MiB that wait."""
    crowd(figures, "batches", batch_of(1 << 20, {"op": "search", "game": "gomoku", "depth": 30, "time_ms": 10_000}), 300, 8)


def batch_streams(figures):
    """1,000 batches whose answers of 33 MB nobody reads, as NDJSON."""
    crowd(figures, "batch_streams", post("/v1/batch/stream", json.dumps({"items": [{"op": "search", **WIDE}] * 600}).encode()), 1000, 15)


def bodies_64(figures):
    """3,000 bodies of 64 KiB, each one byte short."""
    crowd(figures, "bodies_64", state_of(65_536)[:-1], 3000, 8)


def bodies_60(figures):
    """2,500 bodies of 60 KiB, each one byte short."""
    crowd(figures, "bodies_60", state_of(61_440)[:-1], 2500, 8)


def bodies_4(figures):
    """9,000 bodies of the 4 KiB that need no permit, each one byte short."""
    crowd(figures, "bodies_4", state_of(4096)[:-1], 9000, 8)


def bodies_1024(figures):
    """400 bodies of 1 MiB, each one byte short."""
    crowd(figures, "bodies_1024", batch_of(1 << 20, {})[:-1], 400, 8)


def heads(figures):
    """3,000 heads of 60 kB that do not end."""
    crowd(figures, "heads", b"GET /v1/games HTTP/1.1\r\nhost: plyd\r\n" + b"x-more: " + b"h" * 60_000, 3000, 8)


def heads_12(figures):
    """9,000 heads of 12 KB, just below what is read, that do not end."""
    crowd(figures, "heads_12", b"GET /v1/games HTTP/1.1\r\nhost: plyd\r\n" + b"x-more: " + b"h" * 12_000, 9000, 8)


def streams(figures):
    """1,000 streams of large iterations that nobody reads."""
    text = request_text(WIDE_PATH.replace("search?depth=1", "search/stream?depth=3") + "&nodes=30000")
    crowd(figures, "streams", text * 10, 1000, 20)


def reviews(figures):
    """120 streams of reviews, two of each of 60 addresses, in 600 MB of address space: 64 are admitted, and end with their summary, or without memory."""
    reviews_within(figures, "reviews", "ulimit -v 600000", least=1)


def reviews_arenas(figures):
    """The same with two of the allocator's arenas, as in the image: all that are admitted end with their summary."""
    reviews_within(figures, "reviews_arenas", "export MALLOC_ARENA_MAX=2; ulimit -v 600000", least=64)


def reviews_within(figures, name, limits, least):
    # Each ply has so many nodes that the table is filled.
    text = request_text("/v1/games/chess/review/stream", {"moves": "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6", "nodes": 35_000})
    with Edge(figures, name, limits=limits, sources=[f"127.0.1.{number}" for number in range(1, 61)]) as edge:
        edge.send_all(text, 120)
        answers, until = dict.fromkeys(edge.clients, b""), time.monotonic() + 300
        while (open_clients := [client for client, answer in answers.items() if not is_over(answer)]) and time.monotonic() < until:
            for client in select.select(open_clients, [], [], 1)[0]:
                try:
                    answers[client] += client.recv(65_536) or CLOSED
                except OSError:
                    answers[client] += CLOSED
        edge.statuses = ends = Counter(map(end_of, answers.values()))
        figures.hold(f"{name}: ended in another way", ends["another"], 0)
        figures.hold(f"{name}: with their summary", ends["summary"], least, least=True)
        figures.hold(f"{name}: panics", Path(edge.server.log.name).read_text().count("panicked"), 0)


CLOSED = b"closed"


def is_over(answer):
    return answer.endswith((LAST_CHUNK, CLOSED)) or answer.startswith(b"HTTP/1.1 503")


def end_of(answer):
    """How a stream of a review ended."""
    if answer.startswith(b"HTTP/1.1 503"):
        return "refused"
    if b"event: error" in answer and b'"overloaded"' in answer:
        return "without memory"
    return "summary" if b"event: summary" in answer and answer.endswith(LAST_CHUNK) else "another"


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
    """1,200 pages and contracts that ask for compression and that nobody reads; 100 on each connection."""
    texts = request_text("/openapi.json") + request_text("/page.js")
    crowd(figures, "contracts", texts.replace(b"\r\n\r\n", b"\r\naccept-encoding: gzip, zstd\r\n\r\n") * 50, 1200, 8)


def tls(figures):
    """20 TLS connections with 100 unread answers each, and 500 handshakes that do not end."""
    with tempfile.TemporaryDirectory() as folder:
        cert, key = certificate(folder, "plyd")
        with Edge(figures, "tls", "--tls-cert", cert, "--tls-key", key) as edge:
            context = ssl._create_unverified_context()
            for _ in range(20):
                plain = edge.connect()
                plain.setblocking(True)
                client = context.wrap_socket(plain)
                edge.clients[-1] = client
                client.sendall(request_text("/openapi.json").replace(b"\r\n\r\n", b"\r\naccept-encoding: zstd\r\n\r\n") * 100)
            outgoing = ssl.MemoryBIO()
            try:
                context.wrap_bio(ssl.MemoryBIO(), outgoing).do_handshake()
            except ssl.SSLWantReadError:
                edge.send_all(outgoing.read(), 500)
            time.sleep(5)


def idle(figures):
    """1,100 idle connections at a soft limit of 1,024 descriptors."""
    crowd(figures, "idle", b"", 1100, 3, limits="ulimit -v 1000000; ulimit -Sn 1024")


def places(figures):
    """A single address that opens as many connections as it can."""
    crowd(figures, "places", b"", 12_000, 2, sources=SOURCES[:1])


def slow(figures):
    """8,000 clients that send a byte a second, half of their head and half of their body: all are closed in time."""
    head, body = b"GET /livez HTTP/1.1\r\nhost: plyd\r\nx-slow: ", state_of(1000)[:-900]
    with Edge(figures, "slow") as edge:
        began = time.monotonic()
        edge.send_all(head, 4000)
        edge.send_all(body, 4000)
        open_clients, last = set(edge.clients), 0
        while open_clients and time.monotonic() - began < 30:
            for client in list(open_clients):
                try:
                    client.send(b" ")
                    while client.recv(4096):
                        pass
                except BlockingIOError:
                    continue
                except OSError:
                    pass
                open_clients.discard(client)
                last = time.monotonic() - began
            time.sleep(1)
        figures.hold("slow: never closed", len(open_clients), 0)
        figures.hold("slow: the last is closed after", last, 20, " s")


def leaving(figures):
    """A search, then arbitrary further bytes, then close, reset or half-close: the worker is free at once."""
    search = request_text("/v1/games/gomoku/search?depth=30&time_ms=9000")
    more = {"nothing": b"", "CRLF": b"\r\n", "half a request": SMALL[:20], "a request": SMALL, "a search": search, "100 kB": b"\r\n" * 50_000}
    with Plyd("--workers", 1) as server:
        for what, bytes_after in more.items():
            took = [free_after(server.port, search, bytes_after, way) for way in ("close", "reset", "half") * 30]
            figures.hold(f"leaving: worker free after {what}, p99", percentile(took, 0.99), FREE_MS, " ms")


def free_after(port, search, more, way):
    """Milliseconds from the departure until another client's search is answered."""
    wire, other = Wire(port), Wire(port)
    wire.send(search)
    time.sleep(0.02)
    wire.socket.setblocking(False)
    try:
        wire.socket.send(more)
    except OSError:
        pass
    time.sleep(0.02)
    began = time.perf_counter()
    if way == "half":
        wire.socket.shutdown(socket.SHUT_WR)
    else:
        wire.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", way == "reset", 0))
        wire.socket.close()
    other.ask(request_text("/v1/games/connect-four/search?nodes=2000"))
    other.socket.close()
    return (time.perf_counter() - began) * 1000


CASES = [
    *(answers, answers_of_one, medium_answers, small_answers, batches, batch_streams, bodies_64, bodies_60, bodies_4, bodies_1024),
    *(heads, heads_12, streams, reviews, reviews_arenas, problems, pages, contracts, tls, idle, places, slow, leaving),
]

if __name__ == "__main__":
    run("connections, memory and probes under crowds", CASES)
