#!/usr/bin/env python3
"""Connections that take more than their share: of the threads, of the places, or of the worker after they have left. Each case attacks a server of
its own, with one worker and the default options, while another process keeps asking /livez and `plyd healthcheck` runs again and again.

/livez answers within 250 ms, since clients and server share the cores, and no health check fails. A worker is free within 100 ms of its client's
departure, whatever bytes came after the request. Memory stays under 400 MB.

usage: floods.py [CASE…]   one or more of the names below; all if none is given
"""

import multiprocessing
import select
import socket
import struct
import subprocess
import threading
import time

import hostile
from hostile import H2, PING, SETTINGS, WINDOW_UPDATE, Probe, closed_after, frame
from service import BINARY, Plyd, Wire, if_known, percentile, request_text

LIVE_MS, FREE_MS, MEGABYTES = 250, 100, 400
SECONDS = 10
# 507 moves: knights and kings that go to and fro.
MOVES = "&moves=" + ",".join((["Nf3", "Nf6", "Ng1", "Ng8"] * 127)[:507])
LONG = f"GET /v1/games/chess/position?{MOVES[1:]} HTTP/1.1\r\nhost: plyd\r\nif-none-match: *\r\n\r\n".encode()
CHEAP = request_text("/v1/games/tic-tac-toe/position")
SEARCH = request_text("/v1/games/gomoku/search?depth=30&time_ms=9000")


class Flood:
    """A server, and what holds while it is flooded."""

    def __init__(self, figures, name, *flags):
        self.figures, self.name = figures, name
        self.server = Plyd("--workers", 1, "--grace-ms", 2000, *flags)
        self.port = self.server.port
        self.flags = flags

    def __enter__(self):
        self.probe = Probe(self.port, ("/livez",))
        self.checks, self.ended = [], threading.Event()
        self.checker = threading.Thread(target=self.check)
        self.checker.start()
        return self

    def check(self):
        while not self.ended.wait(0.2):
            command = [BINARY, "healthcheck", "--listen", f"127.0.0.1:{self.port}", *self.metrics()]
            self.checks.append(subprocess.run(command, capture_output=True).returncode)

    def metrics(self):
        flags = list(map(str, self.flags))
        return flags[flags.index("--metrics-listen") :][:2] if "--metrics-listen" in flags else []

    def __exit__(self, *_):
        self.ended.set()
        self.checker.join()
        worst, failed = self.probe.finish()
        hold = self.figures.hold
        hold(f"{self.name}: /livez, worst", worst["/livez"], LIVE_MS, " ms")
        hold(f"{self.name}: probes that failed", len(failed), 0)
        hold(f"{self.name}: health checks that failed, of {len(self.checks)}", sum(map(bool, self.checks)), 0)
        hold(f"{self.name}: memory, most", self.server.megabytes("VmHWM"), MEGABYTES, " MB")
        self.server.__exit__()


def repeat(port, text, count, ends):
    """So many connections, each of which asks the same again and again."""
    watch, sockets = select.epoll(), {}
    for _ in range(count):
        one = socket.create_connection(("127.0.0.1", port))
        one.setblocking(False)
        sockets[one.fileno()] = one
        watch.register(one, select.EPOLLIN)
        send(one, text)
    while time.monotonic() < ends:
        for number, _ in watch.poll(0.1):
            one = sockets[number]
            try:
                if not one.recv(65_536):
                    raise ConnectionError
                one.send(text)
            except BlockingIOError:
                pass
            except OSError:
                watch.unregister(number)
                del sockets[number]
                one.close()
                try:
                    again = socket.create_connection(("127.0.0.1", port), timeout=1)
                    again.setblocking(False)
                    sockets[again.fileno()] = again
                    watch.register(again, select.EPOLLIN)
                    send(again, text)
                except OSError:
                    pass


def send(one, text):
    try:
        one.send(text)
    except OSError:
        pass


def attack(action, *arguments):
    """The same in a process of its own, which is waited for."""
    process = multiprocessing.Process(target=action, args=arguments, daemon=True)
    process.start()
    process.join(SECONDS + 20)
    if process.is_alive():
        process.kill()


def long_queries(figures):
    """1. A thousand connections, each repeating one legal GET of a millisecond."""
    with Flood(figures, "long_queries") as flood:
        attack(repeat, flood.port, LONG, 1000, time.monotonic() + SECONDS)


def pipelined(figures):
    """2. Six hundred connections, each with twenty legal GETs at a time."""
    with Flood(figures, "pipelined") as flood:
        attack(repeat, flood.port, LONG * 20, 600, time.monotonic() + SECONDS)


def cheap(figures):
    """3. Six hundred connections, each with twenty cheap GETs at a time."""
    with Flood(figures, "cheap") as flood:
        attack(repeat, flood.port, CHEAP * 20, 600, time.monotonic() + SECONDS)


def large_heads(figures):
    """4. Three thousand heads of 95 kB that do not end."""
    with Flood(figures, "large_heads") as flood:
        attack(hold_heads, flood.port)


def hold_heads(port):
    head = b"GET /livez HTTP/1.1\r\nhost: plyd\r\nx: " + b"y" * 95_000
    held = []
    for _ in range(3000):
        try:
            one = socket.create_connection(("127.0.0.1", port), timeout=2)
            one.setblocking(False)
            send(one, head)
            held.append([one, head])
        except OSError:
            pass
        for pair in held[-50:]:
            send(pair[0], b"y")
    time.sleep(3)


def control_frames(figures):
    """5. Ten HTTP/2 connections that send one kind of frame as fast as they may: each is closed."""
    with Flood(figures, "control_frames", *if_known("--http2", "true")) as flood:
        unknown = frame(200, 0, 0, b"x" * 8)
        kinds = [frame(PING, 0, 0, b"a ping!!"), frame(SETTINGS, 0, 0), frame(WINDOW_UPDATE, 0, 0, struct.pack(">I", 1)), unknown]
        for kind in kinds:
            clients = [H2(flood.port) for _ in range(10)]
            took = closed_after(clients, SECONDS, lambda client, kind=kind: client.socket.sendall(kind * 1000))
            figures.hold(f"control_frames: closed after, kind {kind[3]}", took, SECONDS, " s")


def leaving(figures):
    """6. A search, then an empty line or any whole next request, then close, reset or half-close: the worker is free at once."""
    with Flood(figures, "leaving") as flood:
        after = {"nothing": b"", "CRLF": b"\r\n", "a request": CHEAP, "a search": SEARCH, "many": CHEAP * 500, "100 kB": b"\r\n" * 50_000}
        free_after(flood.port, b"", "close")
        for what, more in after.items():
            took = [free_after(flood.port, more, way) for way in ("close", "reset", "half") * 10]
            figures.hold(f"leaving: worker free after {what}, p99", percentile(took, 0.99), FREE_MS, " ms")


def free_after(port, more, way):
    """Milliseconds from the departure until another client's search is answered."""
    wire = Wire(port)
    wire.send(SEARCH)
    time.sleep(0.05)
    wire.socket.setblocking(False)
    send(wire.socket, more)
    time.sleep(0.05)
    if way == "half":
        try:
            wire.socket.shutdown(socket.SHUT_WR)
        except OSError:
            pass  # The server has closed a connection that sent too much.
    else:
        linger = struct.pack("ii", 1, 0) if way == "reset" else struct.pack("ii", 0, 0)
        wire.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        wire.socket.close()
    other = Wire(port)
    other.socket.settimeout(20)
    took, _ = other.ask(request_text("/v1/games/tic-tac-toe/search?state=XOX/OX./..O&depth=9"))
    other.socket.close()
    return took


def places(figures):
    """7. One address that takes all the places that it gets: another one's requests are answered, and it stays ready."""
    with Flood(figures, "places") as flood:
        held = []
        for _ in range(12_000):
            try:
                held.append(socket.create_connection(("127.0.0.1", flood.port), source_address=("127.0.0.2", 0), timeout=2))
            except OSError:
                break
        time.sleep(1)
        figures.hold("places: another's requests, answered with 200", flood.server.get("/v1/games/bones")[0], 200)
        figures.hold("places: /readyz", flood.server.get("/readyz")[0], 200)


def connects(port, ends):
    while time.monotonic() < ends:
        try:
            one = socket.socket()
            one.setblocking(False)
            one.connect_ex(("127.0.0.1", port))
            one.close()
        except OSError:
            pass


def no_place(figures):
    """8. All places are taken, and new connections come as fast as a process can make them."""
    flood_connections(figures, "no_place")


def no_place_but_an_address(figures):
    """9. The same, with an address for probes."""
    flood_connections(figures, "no_place_but_an_address", "--metrics-listen", "127.0.0.1:18949")


def flood_connections(figures, name, *flags):
    with Flood(figures, name, "--max-connections", 100, "--idle-timeout-ms", 60_000, "--head-timeout-ms", 60_000, *flags) as flood:
        held = [socket.create_connection(("127.0.0.1", flood.port)) for _ in range(100)]
        ends = time.monotonic() + SECONDS
        attack(connects, flood.port, ends)
        figures.say(f"{len(held)} places taken")


def unacknowledged_end(figures):
    """10. An idle HTTP/2 client that does not acknowledge the end: the server stops without waiting for it."""
    server = Plyd("--workers", 1, "--grace-ms", 20_000, "--head-timeout-ms", 1000, *if_known("--http2", "true"))
    with server:
        client = socket.create_connection(("127.0.0.1", server.port))
        client.sendall(hostile.PREFACE + frame(SETTINGS, 0, 0))
        time.sleep(0.3)
        started = time.monotonic()
        server.terminate()
        server.process.wait(30)
        figures.hold("unacknowledged_end: stopped after", time.monotonic() - started, 3, " s")


CASES = [
    *(long_queries, pipelined, cheap, large_heads, control_frames),
    *(leaving, places, no_place, no_place_but_an_address, unacknowledged_end),
]

if __name__ == "__main__":
    hostile.run("floods of connections", CASES)
