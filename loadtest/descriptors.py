#!/usr/bin/env python3
"""With no file descriptor left, whoever is connected is still served, nobody's request is lost, and the process goes on when there are some
again; a metric shows it.

usage: descriptors.py
"""

import asyncio
import re
import socket
import time

from service import Client, Figures, Plyd, request_text

DESCRIPTORS, CROWD = 64, 100
LIVE = request_text("/livez")


def accept_errors(server):
    return int(re.search(r"^plyd_accept_errors_total (\d+)", server.get("/metrics")[1].decode(), re.M)[1])


async def main(figures, server):
    early = Client(server.port)
    assert (await early.ask(LIVE))[0] == 200
    # The kernel completes these connections; the server cannot take them all.
    crowd = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(CROWD)]
    await asyncio.sleep(0.5)
    served = [(await early.ask(LIVE))[0] for _ in range(100)]
    cpu = server.cpu_seconds()
    await asyncio.sleep(1)
    figures.hold("requests lost on an open connection", sum(status != 200 for status in served), 0)
    figures.hold("cores used while it cannot accept", server.cpu_seconds() - cpu, 0.2)
    for connection in crowd:
        connection.close()
    started = time.monotonic()
    assert server.get("/livez")[0] == 200
    figures.hold("seconds until new connections are served again", time.monotonic() - started, 1)
    figures.hold("connections that could not be accepted, by /metrics", accept_errors(server), 1, least=True)
    figures.hold("the process goes on", server.process.poll() is None, True, least=True)
    early.close()


figures = Figures("no file descriptors left")
with Plyd("--workers", 1, prefix=("prlimit", f"--nofile={DESCRIPTORS}")) as server:
    asyncio.run(main(figures, server))
figures.finish()
