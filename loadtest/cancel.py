#!/usr/bin/env python3
"""A client that closes, resets or half-closes its connection frees its worker within 20 ms at p99, whether its search runs or waits.

One worker. Running: a search that would take seconds is abandoned; how long until the answer to another, that waits behind it? Waiting: two
such searches, the one that waits is abandoned first; it must never have run.

usage: cancel.py [TRIES]
"""

import re
import socket
import struct
import sys
import time

from service import ENDLESS, Figures, Plyd, percentile, request_text, spread

TRIES = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
LIMIT_MS = 20
# Work enough to need the worker, little enough not to count.
NEXT = request_text("/v1/games/connect-four/search?nodes=2000")


def open_socket(port):
    connection = socket.create_connection(("127.0.0.1", port), timeout=10)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return connection


def close(connection):
    connection.close()


def reset(connection):
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()


def half_close(connection):
    connection.shutdown(socket.SHUT_WR)


def answered(connection):
    """Reads one answer; its status."""
    answer = b""
    while b"\r\n\r\n" not in answer:
        answer += received(connection)
    head, body = answer.split(b"\r\n\r\n", 1)
    while len(body) < int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0]):
        body += received(connection)
    return int(head.split()[1])


def received(connection):
    some = connection.recv(65_536)
    assert some, "the connection broke off"
    return some


def cancelled(server, stage):
    """How many were cancelled there, by /metrics."""
    text = server.get("/metrics")[1].decode()
    return int(re.search(rf'^plyd_pool_cancelled_total{{stage="{stage}"}} (\d+)', text, re.M)[1])


def freed_after(port, leave, waiting):
    """Milliseconds from leaving until the next search was answered."""
    running = open_socket(port)
    running.sendall(request_text(ENDLESS))
    time.sleep(0.004)
    left = [running]
    if waiting:
        queued = open_socket(port)
        queued.sendall(request_text(ENDLESS))
        time.sleep(0.004)
        left = [queued, running]
    after = open_socket(port)
    started = time.perf_counter()
    for connection in left:
        leave(connection)
    after.sendall(NEXT)
    status = answered(after)
    took = (time.perf_counter() - started) * 1000
    assert status == 200, status
    for connection in [*left, after]:
        connection.close()
    return took


figures = Figures("clients that go away")
with Plyd("--workers", 1) as server:
    # What the next search takes by itself, worker free.
    alone = open_socket(server.port)
    base = []
    for _ in range(100):
        started = time.perf_counter()
        alone.sendall(NEXT)
        assert answered(alone) == 200
        base.append((time.perf_counter() - started) * 1000)
    alone.close()
    figures.say(f"the next search, worker free: {spread(base)}")
    for waiting in (False, True):
        for leave in (close, reset, half_close):
            name = f"{leave.__name__.replace('_', '-')}, {'waiting' if waiting else 'running'}"
            before = cancelled(server, "queued" if waiting else "running")
            took = [freed_after(server.port, leave, waiting) for _ in range(TRIES)]
            seen = cancelled(server, "queued" if waiting else "running") - before
            figures.hold(f"{name}: worker free after, p99", percentile(took, 0.99), LIMIT_MS, " ms")
            figures.say(f"{len(took)} tries: {spread(took)}")
            # Or else something else was measured.
            figures.hold(f"{name}: cancelled there, by /metrics", seen / TRIES * 100, 95, " %", least=True)
figures.finish()
