#!/usr/bin/env python3
"""Memory of all clients together: each case holds all that it can of a server of its own, with one worker and the default options, while another
process keeps asking /livez.

Resident memory stays under 300 MB, under 400 MB while thousands of requests a second come in. The address space is limited to 600 MB, and
nothing dies of that. /livez answers within 250 ms, since clients and server share the cores.

usage: crowds.py [CASE…]   one or more of the names below; all if none is given
"""

import json
import os
import select
import socket
import struct
import subprocess
import time
from collections import Counter

import hostile
from hostile import H2, WINDOW_UPDATE, Probe, frame
from service import BINARY, Plyd, if_known, request_text

LIVE_MS, MEGABYTES, FLOOD_MEGABYTES = 250, 300, 400
LIMITED = () if os.environ.get("UNLIMITED") else ("sh", "-c", 'ulimit -v 600000; exec "$@"', "sh")
BIG_TREE = "/v1/games/tic-tac-toe/tree.svg?depth=7&algorithm=minimax&max_nodes=5000"
# All lines of a large board: 55 kB of answer.
WIDE = {"game": "gomoku", "depth": 1, "multi_pv": "all", "state": "/".join(["20"] * 20) + " X 5"}
WIDE_PATH = f"/v1/games/gomoku/search?depth=1&multi_pv=all&state={WIDE['state'].replace(' ', '+')}"


class Crowd:
    """A server, and what its clients may cost. Leaving the `with` lets them leave too."""

    def __init__(self, figures, name, *flags, most=MEGABYTES, log="info,plyd::http=warn", **options):
        self.figures, self.name, self.most = figures, name, most
        self.server = Plyd("--workers", 1, *flags, *if_known("--http2", "true"), prefix=LIMITED, log=log, **options)
        self.port, self.clients, self.statuses = self.server.port, [], Counter()

    def __enter__(self):
        # Tables and pages are in use before.
        for path in ("/v1/games/chess/search?time_ms=500", BIG_TREE):
            self.server.get(path)
        self.before = self.server.megabytes()
        self.probe = Probe(self.port, ("/livez",))
        return self

    def __exit__(self, *_):
        # A process that was killed has no figures left once it is waited for.
        time.sleep(0.2)
        hold = self.figures.hold
        worst, failed = self.probe.finish()
        alive = self.server.process.poll() is None
        hold(f"{self.name}: ended by itself", not alive, 0)
        peak = self.server.megabytes("VmHWM") if alive else float("inf")
        for client in self.clients:
            client.close()
        hold(f"{self.name}: memory, most", peak, self.most, " MB")
        hold(f"{self.name}: /livez, worst", worst["/livez"], LIVE_MS, " ms")
        hold(f"{self.name}: probes that failed", len(failed), 0)
        for failure in sorted(set(failed))[:3]:
            self.figures.say(failure)
        if self.statuses:
            self.figures.say("answers: " + ", ".join(f"{count} of {status}" for status, count in self.statuses.most_common()))
        if alive:
            time.sleep(5)
            after = self.server.megabytes()
            self.figures.say(f"{self.before:.0f} MB before, {after:.0f} MB 5 s after all have left")
            hold(f"{self.name}: answers 200 afterwards", self.server.get("/v1/games/chess/search?nodes=1000")[0], 200)
        self.server.__exit__()

    def connect(self):
        client = socket.create_connection(("127.0.0.1", self.port), timeout=5)
        client.setblocking(False)
        self.clients.append(client)
        return client

    def send_all(self, text, count, seconds=10):
        """Sends the same bytes on so many connections at once, as far as the server takes them."""
        rest = {self.connect(): memoryview(text) for _ in range(count)}
        until = time.monotonic() + seconds
        while rest and time.monotonic() < until:
            for client in select_writable(rest, 0.1):
                try:
                    rest[client] = rest[client][client.send(rest[client]) :]
                except OSError:
                    rest[client] = b""
                if not rest[client]:
                    del rest[client]

    def count_answers(self):
        """The status of each answer that is there, or `nothing`."""
        for client in self.clients:
            try:
                head = client.recv(64)
                self.statuses[int(head.split()[1]) if head else "closed"] += 1
            except BlockingIOError:
                self.statuses["nothing"] += 1
            except OSError:
                self.statuses["closed"] += 1


def select_writable(sockets, seconds):
    poll = select.poll()
    by_descriptor = {one.fileno(): one for one in sockets}
    for descriptor in by_descriptor:
        poll.register(descriptor, select.POLLOUT)
    return [by_descriptor[descriptor] for descriptor, _ in poll.poll(seconds * 1000)]


def post(path, body):
    head = f"POST {path} HTTP/1.1\r\nhost: plyd\r\ncontent-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n"
    return head.encode() + body


def batch_of(size, first):
    """A batch of this many bytes: a first item, and games of a thousand moves."""
    moves = ["g1f3", "g8f6", "f3g1", "f6g8"] * 60
    items = [first] + [{"op": "position", "game": "chess", "moves": moves}] * 600
    while len(body := json.dumps({"items": items}).encode()) > size:
        items.pop()
    return body


# The cases. Each is the crowd of one sentence.


def pictures(figures):
    """1. A hundred pictures of 6.4 MB on one HTTP/2 connection, read at 16 KiB every two seconds."""
    with Crowd(figures, "pictures") as crowd:
        sip = H2(crowd.port, window=16 << 20)
        sip.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 16 << 10)
        sip.socket.sendall(frame(WINDOW_UPDATE, 0, 0, struct.pack(">I", 1 << 30)))
        crowd.clients.append(sip.socket)
        for _ in range(100):
            sip.request(BIG_TREE)
        until = time.monotonic() + 40
        while time.monotonic() < until:
            try:
                if not sip.socket.recv(16 << 10):
                    break
            except OSError:
                pass
            time.sleep(2)


def more_pictures(figures):
    """2. Two hundred connections that ask for a picture of 6.4 MB and read nothing."""
    with Crowd(figures, "more_pictures") as crowd:
        crowd.send_all(request_text(BIG_TREE), 200)
        time.sleep(20)
        crowd.count_answers()


def batches(figures):
    """3. 300 batches of 1 MiB whose first item takes 10 s."""
    with Crowd(figures, "batches") as crowd:
        first = {"op": "search", "game": "gomoku", "depth": 30, "time_ms": 10_000}
        crowd.send_all(post("/v1/batch", batch_of(1 << 20, first)), 300)
        time.sleep(8)
        crowd.count_answers()


def batch_streams(figures):
    """4. 1,000 batches whose answers of 33 MB nobody reads, as NDJSON."""
    with Crowd(figures, "batch_streams") as crowd:
        body = json.dumps({"items": [{"op": "search", **WIDE}] * 600}).encode()
        crowd.send_all(post("/v1/batch/stream", body), 1000)
        time.sleep(20)
        crowd.count_answers()


def echoes(figures):
    """5. 8,500 problems that could repeat 60 kB of their request, the log's pipe unread."""
    reader, writer = os.pipe()
    echo(figures, "echoes", stdout=writer)
    os.close(reader)
    os.close(writer)


def logged_echoes(figures):
    """6. The same, the log in a file."""
    echo(figures, "logged_echoes")


def echo(figures, name, **options):
    # A character that JSON takes as it is, and whose name is seven times as long.
    text = post("/v1/games/chess/search", b'{"algorithm": "%s"}' % (b"\x7f" * 60_000))
    with Crowd(figures, name, log="info", most=FLOOD_MEGABYTES, **options) as crowd:
        for _ in range(17):
            crowd.send_all(text, 500)
        time.sleep(5)
        crowd.count_answers()
        sizes = []
        for client in crowd.clients[:100]:
            try:
                sizes.append(64 + len(client.recv(1 << 20)))
            except OSError:
                pass
        figures.hold(f"{name}: an answer has at most", max(sizes, default=0), 2000, " bytes")
        if options.get("stdout") is None:
            figures.hold(f"{name}: the log for each request", os.path.getsize(crowd.server.log.name) / 8500, 1000, " bytes")


def bodies(figures):
    """7. 3,000 bodies of 64 KiB, each one byte short."""
    with Crowd(figures, "bodies") as crowd:
        body = json.dumps({"state": "x" * (65_536 - 13)}).encode()
        crowd.send_all(post("/v1/games/chess/search", body)[:-1], 3000)
        time.sleep(5)
        crowd.count_answers()


def batch_bodies(figures):
    """8. 400 bodies of 1 MiB, each one byte short."""
    with Crowd(figures, "batch_bodies") as crowd:
        crowd.send_all(post("/v1/batch", batch_of(1 << 20, {}))[:-1], 400)
        time.sleep(5)
        crowd.count_answers()


def wide_answers(figures):
    """9. 3,000 connections, each with an answer of 55 kB that is not read, ten times."""
    with Crowd(figures, "wide_answers") as crowd:
        crowd.send_all(request_text(WIDE_PATH) * 10, 3000)
        time.sleep(15)
        crowd.count_answers()


def event_streams(figures):
    """10. 1,000 streams of searches with large iterations that nobody reads."""
    with Crowd(figures, "event_streams") as crowd:
        text = request_text(WIDE_PATH.replace("search?depth=1", "search/stream?depth=3") + "&nodes=30000")
        crowd.send_all(text * 10, 1000)
        time.sleep(20)
        crowd.count_answers()


def pages(figures):
    """11. 3,000 connections that ask for the contract and the pages, unpacked, and read nothing."""
    with Crowd(figures, "pages") as crowd:
        texts = b"".join(request_text(path) for path in ("/openapi.json", "/openapi.yaml", "/", "/docs", "/v1/games"))
        crowd.send_all(texts * 4, 3000)
        time.sleep(5)
        crowd.count_answers()


CASES = [
    *(pictures, more_pictures, batches, batch_streams, echoes, logged_echoes, bodies, batch_bodies, wide_answers),
    *(event_streams, pages),
]

if __name__ == "__main__":
    hostile.run("memory of all clients together", CASES)
