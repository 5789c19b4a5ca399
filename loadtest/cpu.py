#!/usr/bin/env python3
"""Server CPU per request of a whole tic-tac-toe search by GET: at most 1.5 times that of a bare JSON echo with an answer of the same size.

Each server in turn has one core to itself, wrk (Debian's package) the other. CPU per request is the server's own CPU time, which depends
little on other load. Several alternating rounds, and the median of each. Build both first:
cargo build --profile dist && cargo build --profile dist --example echo

usage: cpu.py [SECONDS]   of each of the rounds
"""

import os
import re
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import service
from service import Figures, Plyd

SECONDS = int(sys.argv[1]) if len(sys.argv) > 1 else 5
ROUNDS, CONNECTIONS, AT_MOST = 5, 16, 1.5
PATH = "/v1/games/tic-tac-toe/search?state=XOX/OX./..O&depth=9"
ECHO = str(Path(service.BINARY).parent / "examples/echo")
SERVER_CORE, CLIENT_CORE = sorted(os.sched_getaffinity(0))[:2]


class Echo(Plyd):
    """The echo server, started and measured like plyd. Its only argument is an address."""

    def __init__(self, prefix):
        self.port = service.free_port()
        self.log = tempfile.NamedTemporaryFile("w+")
        self.process = subprocess.Popen([*prefix, ECHO, f"127.0.0.1:{self.port}"], stdout=self.log, stderr=subprocess.STDOUT)
        self.await_ready()


def wrk(url, script=None):
    """The number of answered requests. Fails unless all succeeded."""
    command = ["taskset", "-c", str(CLIENT_CORE), "wrk", "-t1", f"-c{CONNECTIONS}", f"-d{SECONDS}s", *(["-s", script] if script else []), url]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert "Non-2xx" not in said and "Socket errors" not in said, said
    return int(re.search(r"(\d+) requests in", said)[1])


def per_request(server, path, script=None):
    """Microseconds of the server's CPU for each request."""
    before = server.cpu_seconds()
    requests = wrk(f"http://127.0.0.1:{server.port}{path}", script)
    return (server.cpu_seconds() - before) / requests * 1e6


def post_script(body):
    script = tempfile.NamedTemporaryFile("w", suffix=".lua")
    script.write(f'wrk.method = "POST"\nwrk.headers["Content-Type"] = "application/json"\nwrk.body = [==[{body}]==]\n')
    script.flush()
    return script


figures = Figures("CPU of cheap requests")
pinned = ("taskset", "-c", str(SERVER_CORE))
searches, echoes = [], []
# With the default log: a line for each request.
with Plyd("--workers", 1, prefix=pinned, log="info") as server, Echo(pinned) as echo:
    status, body = server.get(PATH)
    assert status == 200, body
    script = post_script(body.decode())
    for _ in range(ROUNDS):
        searches.append(per_request(server, PATH))
        echoes.append(per_request(echo, "/echo", script.name))
figures.say(f"{len(body)} bytes an answer; search {[round(us, 1) for us in searches]} µs, echo {[round(us, 1) for us in echoes]} µs")
figures.hold("search against echo, CPU", statistics.median(searches) / statistics.median(echoes), AT_MOST, "x")
figures.finish()
