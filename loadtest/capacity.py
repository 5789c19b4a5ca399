#!/usr/bin/env python3
"""The table of docs/guide/scale.md: CPU of one request of each kind, and the memory of a worker and of a connection.

CPU is that of the server's process, which other load on the machine changes little. Searches are of openings without the book, which is where most of a
game's work is. Needs wrk (Debian's package). No figure has a limit: the table is for comparing machines.

usage: capacity.py [SECONDS]   for each kind
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from service import ROOT, Figures, Plyd, Wire, cpu_seconds, free_port, post_script, request_text

SECONDS = int(sys.argv[1]) if len(sys.argv) > 1 else 3
CONNECTIONS, IDLE = 4, 1000
MOVES = {"chess": "a2a3,h7h6", "othello": "f5", "gomoku": "h8,a1", "connect-four": "1,7", "checkers": ""}
BATCH = {"items": [{"op": "position", "game": "chess", "moves": ["e2e4", move]} for move in ("e7e5", "c7c5", "e7e6", "c7c6", "d7d5")] * 10}


def search(game, limit):
    return f"/v1/games/{game}/search?moves={MOVES[game].replace(',', '%2C')}&{limit}"


# Name, path, options of the server, and its log.
KINDS = [
    ("`/livez`", "/livez", (), "info"),
    ("position, tic-tac-toe", "/v1/games/tic-tac-toe/position?state=XOX/OX./..O", (), "info"),
    ("search to the end, tic-tac-toe", "/v1/games/tic-tac-toe/search?state=XOX/OX./..O&depth=9", (), "info"),
    ("the same without a log", "/v1/games/tic-tac-toe/search?state=XOX/OX./..O&depth=9", (), "error"),
    ("position, chess", "/v1/games/chess/position?moves=e2e4", (), "info"),
    ("position, gomoku 15x15", "/v1/games/gomoku/position?moves=h8", (), "info"),
    ("search from the result cache, chess", search("chess", "nodes=1000"), ("--cache-mb", 16), "info"),
    *[(f"search at level {level}, {game}", search(game, f"level={level}"), (), "info") for game in ("chess", "connect-four", "gomoku") for level in (3, 6, 9)],
    *[(f"search of {nodes:,} nodes, {game}", search(game, f"nodes={nodes}"), (), "info") for game in ("chess", "othello") for nodes in (10_000, 100_000)],
]


def wrk(port, path, script=None):
    command = ["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{SECONDS}s", "--timeout", "30s", *(["-s", script] if script else []), f"http://127.0.0.1:{port}{path}"]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    refused = re.search(r"Non-2xx or 3xx responses: (\d+)", said)
    return int(re.search(r"(\d+) requests in", said)[1]), int(refused[1]) if refused else 0


def row(name, server, path, script=None, weight=1):
    cpu = server.cpu_seconds()
    requests, refused = wrk(server.port, path, script)
    # Requests that are running at the end count half.
    each = (server.cpu_seconds() - cpu) / (requests - refused + CONNECTIONS / 2) / weight
    size = len(server.get(path)[1]) if script is None else 0
    unit = f"{each * 1e6:.0f} µs" if each < 1e-3 else f"{each * 1e3:.1f} ms"
    print(f"| {name} | {unit} | {1 / each:,.0f} | {size or '–'} |", flush=True)


figures = Figures("capacity")
print("| request | CPU | a second and core | bytes of the answer |\n|---|---|---|---|")
for name, path, flags, log in KINDS:
    with Plyd("--workers", 1, *flags, log=log) as server:
        server.get(path)
        row(name, server, path)
with post_script(json.dumps(BATCH)) as script, Plyd("--workers", 1, log="info") as server:
    row("position of chess within a batch of 50", server, "/v1/batch", script.name, weight=len(BATCH["items"]))

loads = {}
for workers in 1, 3:
    with Plyd("--workers", workers) as server:
        begun = server.megabytes()
        wrk(server.port, search("chess", "nodes=300000"))
        loads[workers] = begun, server.megabytes()
(one_begun, one), (_, three) = loads.values()
further = (three - one) / 2
figures.say(f"memory: {one_begun:.0f} MB at the start with one worker, {one:.0f} MB after searches of chess, {further:.0f} MB for each further worker")
with Plyd("--workers", 1, "--max-connections", 4 * IDLE, "--idle-timeout-ms", 60_000) as server:
    asked = Wire(server.port)
    asked.ask(request_text("/v1/games"))
    before, kept = server.megabytes(), []
    for _ in range(IDLE):
        kept.append(Wire(server.port))
        kept[-1].ask(request_text("/v1/games/chess/position"))
    time.sleep(0.5)
    figures.say(f"memory of a connection that has asked once: {(server.megabytes() - before) * 1024 / IDLE:.1f} KiB")

# The CPU time of the proxies, which is not counted as plyd's. Varnish answers from its cache.
HIT = KINDS[2][1]


def cpu_of(pid):
    """CPU seconds of a process and its children."""
    children = subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True).stdout.split()
    return sum(map(cpu_seconds, (pid, *children)))


def answers(port):
    try:
        return Wire(port).ask(request_text("/v1"))[1] == 200
    except OSError:
        return False


def front(name, command, port, environment):
    process = subprocess.Popen(command, env={**os.environ, **environment}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        until = time.monotonic() + 60
        while not answers(port):
            assert time.monotonic() < until, f"{name} does not start"
            time.sleep(0.5)
        wrk(port, HIT)
        before = cpu_of(process.pid)
        requests, refused = wrk(port, HIT)
        assert not refused, refused
        figures.say(f"{name}: {(cpu_of(process.pid) - before) / requests * 1e6:.0f} µs of its own CPU for each request")
    finally:
        process.terminate()
        process.wait()


with Plyd("--workers", 1) as server, tempfile.TemporaryDirectory(prefix="plyd-front-") as folder:
    port = free_port()
    addresses = {f"PLYD_{number}": f"127.0.0.1:{server.port}" for number in (1, 2, 3)}
    if shutil.which("haproxy"):
        front("haproxy", ["haproxy", "-db", "-f", str(ROOT / "deploy/haproxy.cfg")], port, addresses | {"PLYD_FRONT": f"127.0.0.1:{port}"})
    if shutil.which("varnishd"):
        for name in "backends.vcl", "default.vcl":
            text = (ROOT / "deploy/varnish" / name).read_text()
            (Path(folder) / name).write_text(re.sub(r'"808\d"', f'"{server.port}"', text))
        os.chmod(folder, 0o755)
        command = ["varnishd", "-F", "-a", f"127.0.0.1:{port}", "-f", f"{folder}/default.vcl", "-p", f"vcl_path={folder}", "-s", "malloc,64m"]
        front("Varnish, a hit", [*command, "-n", f"{folder}/work"], port, {})
figures.finish()
