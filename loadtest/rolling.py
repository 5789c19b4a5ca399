#!/usr/bin/env python3
"""A rolling restart of three plyd behind haproxy under load: no request fails.

Each server in turn gets SIGTERM, serves through its drain delay, exits, and is started again. Clients know the proxy only, and never retry. Needs haproxy (Debian's package); deploy/haproxy.cfg is what it runs.

usage: rolling.py [ROUNDS]
"""

import asyncio
import collections
import os
import subprocess
import sys
import tempfile
import time

from service import ROOT, Client, Figures, Plyd, free_port, request_text, spread

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 3
CLIENTS = 16
DRAIN_DELAY_MS = 1000
FLAGS = ("--workers", 1, "--table-mb", 16, "--drain-delay-ms", DRAIN_DELAY_MS, "--grace-ms", 5000)
ASKED = [
    request_text("/v1/games/connect-four/search", {"moves": ["4", "4"], "nodes": 10_000}),
    request_text("/v1/games/chess/search?nodes=2000"),
    request_text("/v1/games/tic-tac-toe/search"),
    request_text("/v1/games/othello/position", {"moves": ["f5"]}),
    request_text("/v1/batch", {"items": [{"op": "search", "game": "checkers", "nodes": 2000}] * 5}),
]


async def load(port, results, took, done):
    """One client of the proxy; half of them open a new connection for each request."""
    number = len(took)
    connection = Client(port)
    while not done.is_set():
        number += 1
        started = time.perf_counter()
        try:
            status, _, _ = await connection.ask(ASKED[number % len(ASKED)])
        except (OSError, asyncio.IncompleteReadError) as error:
            status = f"{type(error).__name__} {error}"
        results[status] += 1
        took.append((time.perf_counter() - started) * 1000)
        if number % 2:
            connection.close()
        # Below the machine's capacity: this test is about restarts, not overload.
        await asyncio.sleep(0.02)
    connection.close()


async def roll(servers, results):
    """Restarts every server once. Returns the number of requests meanwhile."""
    for number, server in enumerate(servers):
        before = results.total()
        server.terminate()
        code = await asyncio.to_thread(server.process.wait, 30)
        assert code == 0, f"exit {code}"
        server.__exit__()
        servers[number] = await asyncio.to_thread(lambda port: Plyd(*FLAGS, port=port), server.port)
        # The proxy has to notice that the server is ready before the next restart.
        await asyncio.sleep(1)
        yield results.total() - before


async def main():
    servers = [Plyd(*FLAGS) for _ in range(3)]
    front = free_port()
    addresses = {f"PLYD_{number + 1}": f"127.0.0.1:{server.port}" for number, server in enumerate(servers)}
    environment = {**os.environ, **addresses, "PLYD_FRONT": f"127.0.0.1:{front}"}
    log = tempfile.TemporaryFile("w+")
    proxy = subprocess.Popen(["haproxy", "-db", "-f", ROOT / "deploy/haproxy.cfg"], env=environment, stdout=log, stderr=subprocess.STDOUT)
    results, took, done = collections.Counter(), [], asyncio.Event()
    try:
        await asyncio.sleep(1)
        log.seek(0)
        assert proxy.poll() is None, f"haproxy did not start: {log.read()}"
        clients = [asyncio.create_task(load(front, results, took, done)) for _ in range(CLIENTS)]
        restarts = [count for _ in range(ROUNDS) async for count in roll(servers, results)]
        done.set()
        await asyncio.gather(*clients)
    finally:
        proxy.kill()
        proxy.wait()
        for server in servers:
            server.__exit__()
    return results, took, restarts


figures = Figures("rolling restart")
results, took, restarts = asyncio.run(main())
figures.say(f"{len(restarts)} restarts, {results.total()} requests: {dict(results)}; {spread(took)}")
figures.hold("requests during the quietest restart", min(restarts), 100, least=True)
figures.hold("failed requests", results.total() - results[200], 0)
figures.finish()
