#!/usr/bin/env python3
"""A client that closes, resets or half-closes its connection frees its worker within 20 ms at p99, whether its search runs or waits.

One worker. Running: a long search is cancelled, and the time until the answer to the next one in the queue is measured. Waiting: of two long
searches, the waiting one is cancelled first, and must never have run.

usage: cancel.py [TRIES]
"""

import re
import socket
import struct
import sys
import time

from service import ENDLESS, Figures, Plyd, Wire, percentile, request_text, spread

TRIES = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
LIMIT_MS = 20
# Enough work to need the worker, but too little to affect the measurement.
NEXT = request_text("/v1/games/connect-four/search?nodes=2000")


def close(wire):
    wire.socket.close()


def reset(wire):
    wire.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    wire.socket.close()


def half_close(wire):
    wire.socket.shutdown(socket.SHUT_WR)


def cancelled(server, stage):
    """The number of cancelled jobs, by /metrics."""
    text = server.get("/metrics")[1].decode()
    return int(re.search(rf'^plyd_pool_cancelled_total{{stage="{stage}"}} (\d+)', text, re.M)[1])


def freed_after(port, leave, waiting):
    """Milliseconds from the disconnection until the next search was answered."""
    leaving = []
    for _ in range(1 + waiting):
        leaving.insert(0, Wire(port))
        leaving[0].send(request_text(ENDLESS))
        time.sleep(0.004)
    after = Wire(port)
    started = time.perf_counter()
    for wire in leaving:
        leave(wire)
    _, status = after.ask(NEXT)
    took = (time.perf_counter() - started) * 1000
    assert status == 200, status
    for wire in [*leaving, after]:
        wire.socket.close()
    return took


figures = Figures("clients that go away")
with Plyd("--workers", 1) as server:
    alone = Wire(server.port)
    figures.say(f"the next search, worker free: {spread([alone.ask(NEXT)[0] for _ in range(100)])}")
    alone.socket.close()
    for waiting in (False, True):
        for leave in (close, reset, half_close):
            name = f"{leave.__name__.replace('_', '-')}, {'waiting' if waiting else 'running'}"
            before = cancelled(server, "queued" if waiting else "running")
            took = [freed_after(server.port, leave, waiting) for _ in range(TRIES)]
            seen = cancelled(server, "queued" if waiting else "running") - before
            figures.hold(f"{name}: worker free after, p99", percentile(took, 0.99), LIMIT_MS, " ms")
            figures.say(f"{len(took)} tries: {spread(took)}")
            # Otherwise the measurement is invalid.
            figures.hold(f"{name}: cancelled there, by /metrics", seen / TRIES * 100, 95, " %", least=True)
figures.finish()
