#!/usr/bin/env python3
"""Server CPU per request, compared with that of a bare JSON echo whose answer has the same size. A complete tic-tac-toe search and a position by GET
may take at most twice as much, and `/livez` at most 1.2 times, on a kept connection and on a new one, as probes use. Then the same search with keys,
with the result cache, without a log and over TLS.

Each server in turn has one core to itself, and wrk (Debian's package) has the other. CPU per request is the server's own CPU time, which depends
little on other load. The figures are medians of several alternating rounds. Build both first:
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
from service import Figures, Plyd, certificate, file_of, new_key, post_script

SECONDS = int(sys.argv[1]) if len(sys.argv) > 1 else 5
ROUNDS, CONNECTIONS = 5, 16
# Each path, and its limit as a multiple of the CPU time of an echo of the same size.
PATHS = {
    "search": ("/v1/games/tic-tac-toe/search?state=XOX/OX./..O&depth=9", 2),
    "position": ("/v1/games/tic-tac-toe/position?state=XOX/OX./..O", 2),
    "livez": ("/livez", 1.2),
}
# The server closes a connection that begins with a probe, so kept connections begin with something else.
KEPT = """
local asked = 0
request = function()
  asked = asked + 1
  return wrk.format("GET", asked > 64 and "/livez" or "/v1/games")
end
"""
SEARCH = PATHS["search"][0]
ECHO = str(Path(service.BINARY).parent / "examples/echo")
SERVER_CORE, CLIENT_CORE = sorted(os.sched_getaffinity(0))[:2]


class Echo(Plyd):
    """The echo server, started and measured like plyd. Its only argument is an address."""

    def __init__(self, prefix):
        self.port, self.is_secure = service.free_port(), False
        self.log = tempfile.NamedTemporaryFile("w+")
        self.process = subprocess.Popen([*prefix, ECHO, f"127.0.0.1:{self.port}"], stdout=self.log, stderr=subprocess.STDOUT)
        self.await_ready()


def wrk(url, script=None, headers=()):
    """The number of answered requests. Fails unless all succeeded."""
    named = [argument for header in headers for argument in ("-H", header)]
    command = ["taskset", "-c", str(CLIENT_CORE), "wrk", "-t1", f"-c{CONNECTIONS}", f"-d{SECONDS}s", *(["-s", script] if script else []), *named, url]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert "Non-2xx" not in said and "Socket errors" not in said, said
    return int(re.search(r"(\d+) requests in", said)[1])


def per_request(server, path, script=None, headers=(), scheme="http"):
    """Microseconds of the server's CPU for each request."""
    before = server.cpu_seconds()
    requests = wrk(f"{scheme}://127.0.0.1:{server.port}{path}", script, headers)
    return (server.cpu_seconds() - before) / requests * 1e6


def hold(name, own, echoed, at_most):
    figures.say(f"{name} {[round(us, 1) for us in own]} µs, echo {[round(us, 1) for us in echoed]} µs")
    figures.hold(f"{name} against echo, CPU", statistics.median(own) / statistics.median(echoed), at_most, "x")


def with_options():
    """The same search with features that are off by default."""
    key, line = new_key("alice")
    with tempfile.TemporaryDirectory() as folder:
        cert, private = certificate(folder, "plyd")
        keys = file_of(f"{line}\n", ".keys")
        cases = {
            "as it is": ((), {}, "info"),
            "without a log": ((), {}, "error"),
            "with keys": (("--keys", keys.name), {"headers": [f"authorization: Bearer {key}"]}, "info"),
            "with the result cache": (("--cache-mb", 64), {}, "info"),
            "over TLS": (("--tls-cert", cert, "--tls-key", private), {"scheme": "https"}, "info"),
        }
        spent = {name: [] for name in cases}
        for _ in range(3):
            for name, (flags, asked, log) in cases.items():
                with Plyd("--workers", 1, *flags, prefix=pinned, log=log) as server:
                    spent[name].append(per_request(server, SEARCH, **asked))
        for name, us in spent.items():
            figures.say(f"the search {name}: {statistics.median(us):.1f} µs")


figures = Figures("CPU of cheap requests")
pinned = ("taskset", "-c", str(SERVER_CORE))
# With the default log: a line for each request, except for probes.
with Plyd("--workers", 1, prefix=pinned, log="info") as server, Echo(pinned) as echo:
    scripts = {}
    for name, (path, _) in PATHS.items():
        status, body = server.get(path)
        assert status == 200, body
        scripts[name] = post_script(body.decode())
    kept, alone = file_of(KEPT), ["Connection: close"]
    spent = {name: ([], []) for name in (*PATHS, "livez on a connection of its own")}
    for _ in range(ROUNDS):
        for name, (path, _) in PATHS.items():
            spent[name][0].append(per_request(server, path, kept.name if name == "livez" else None))
            spent[name][1].append(per_request(echo, "/echo", scripts[name].name))
        own, echoed = spent["livez on a connection of its own"]
        own.append(per_request(server, "/livez", headers=alone))
        echoed.append(per_request(echo, "/readyz", headers=alone))
for name, (own, echoed) in spent.items():
    hold(name, own, echoed, PATHS[name.split()[0]][1])
with_options()
figures.finish()
