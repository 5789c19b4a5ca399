#!/usr/bin/env python3
"""Faults of the environment, caused on purpose: the disk is full, memory or descriptors run out, the clock jumps, a server is killed in the middle of a
stream. Each case has its own server, and clients that ask all the time.

`clock` needs libfaketime, `killed` haproxy (Debian's packages) and the clients: the tools that `clients/python/check` and `clients/typescript/check`
make. As root, `disk` mounts a file system of 1 MiB; otherwise it uses /dev/full. A case whose tools are missing says so and is skipped.

usage: faults.py [CASE…]   disk, memory, descriptors, clock, killed; all if none is given
"""

import asyncio
import email.utils
import http.client
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from service import BINARY, ROOT, Figures, Plyd, Wire, crowd, free_port, percentile, request_text

SMALL = request_text("/v1/games/tic-tac-toe/search?state=XOX/OX./..O&depth=9")
TIMED_MS = 200
TIMED = request_text(f"/v1/games/chess/search?time_ms={TIMED_MS}&moves=a2a3")
FAKETIME = Path("/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1")


def metric(server, name):
    text = server.get("/metrics")[1].decode()
    return float(next(line.rsplit(" ", 1)[1] for line in text.splitlines() if line.startswith(f"{name} ")))


def under(limits):
    """A command prefix that applies these limits of the shell."""
    return ("sh", "-c", f'{limits}; exec "$@"', "sh")


def full_disk(figures):
    """The log's disk fills up, and then has room again."""
    with tempfile.TemporaryDirectory(prefix="plyd-full-") as folder:
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", folder], capture_output=True).returncode == 0
        path = Path(folder) / "log" if mounted else Path("/dev/full")
        try:
            with open(path, "ab") as log, Plyd("--workers", 1, log="info", stdout=log) as server:
                statuses, times = asyncio.run(crowd(server.port, SMALL, 6, 8))
                lost = metric(server, "plyd_log_lines_lost_total")
                where = f"{path.stat().st_size >> 10} KiB of 1024 written" if mounted else "/dev/full"
                figures.say(f"full disk: {where}, {statuses.total()} requests, {lost:.0f} lines lost and counted, p99 {percentile(times, 0.99):.1f} ms")
                figures.hold("full disk: not answered with 200", statuses.total() - statuses[200], 0)
                figures.hold("full disk: lines lost, at the least", lost, 1, least=True)
                if mounted:
                    os.truncate(path, 0)
                    asyncio.run(crowd(server.port, SMALL, 0.5, 1))
                    time.sleep(0.2)
                    figures.hold("full disk: written again once there is room", path.stat().st_size, 1, " bytes", least=True)
                server.terminate()
                figures.hold("full disk: exit code", server.process.wait(20), 0)
        finally:
            if mounted:
                subprocess.run(["umount", "-l", folder], check=True)


def no_memory(figures):
    """Little address space. The server refuses to start with too little; with enough it survives large bodies and trees."""
    said = subprocess.run([*under("ulimit -v 100000"), BINARY, "serve", "--listen", f"127.0.0.1:{free_port()}"], capture_output=True, text=True)
    figures.say(f"ulimit -v 100000: exit {said.returncode}, {(said.stdout + said.stderr).strip().splitlines()[-1][:150]}")
    figures.hold("ulimit -v 100000: exit code of a server without memory for its table", said.returncode, 1)
    tree = request_text("/v1/games/othello/tree?depth=4")
    body = request_text("/v1/games/gomoku/position", {"state": "9" * 60_000})
    with Plyd("--workers", 1, prefix=under("ulimit -v 600000")) as server:

        async def all_at_once():
            return await asyncio.gather(*(crowd(server.port, text, 5, 100) for text in (tree, body, SMALL)))

        counted = asyncio.run(all_at_once())
        for name, (statuses, _) in zip(("trees", "bodies of 60 kB", "searches"), counted):
            figures.say(f"ulimit -v 600000: {name} {dict(statuses)}")
        others = sum(statuses.total() - statuses[200] - statuses[422] - statuses[503] for statuses, _ in counted)
        figures.hold("ulimit -v 600000: neither answered nor refused", others, 0)
        figures.hold("ulimit -v 600000: the process lives", server.process.poll() is None, True, least=True)
        figures.say(f"ulimit -v 600000: {server.megabytes('VmHWM'):.0f} MB at the most")


def no_descriptors(figures):
    """More clients than descriptors allow: connected clients are served, and others are refused until there is room."""
    with Plyd("--workers", 1, prefix=under("ulimit -n 64")) as server:
        first = Wire(server.port)
        first.ask(SMALL)
        others = [Wire(server.port) for _ in range(200)]
        time.sleep(0.5)
        times = [first.ask(SMALL) for _ in range(500)]
        figures.hold("64 descriptors, 200 clients: one that is in is not answered", sum(status != 200 for _, status in times), 0)
        figures.hold("64 descriptors, 200 clients: p99 of one that is in", percentile([ms for ms, _ in times], 0.99), 100, " ms")
        for other in others:
            other.socket.close()
        began = time.monotonic()
        # The server refuses it until it has noticed that the others left.
        while Wire(server.port).ask(SMALL)[1] != 200 and time.monotonic() < began + 10:
            time.sleep(0.01)
        figures.hold("64 descriptors: a new client after the others left", time.monotonic() - began, 1, " s")
        figures.say(f"64 descriptors: {metric(server, 'plyd_connections_overflow_total'):.0f} connections above the limit counted")


def jumping_clock(figures):
    """The wall clock jumps a day ahead and back, then an hour back, and goes on. No deadline, timeout or rate depends on it."""
    if not FAKETIME.exists():
        return figures.say("clock: left out, since there is no libfaketime")
    with tempfile.TemporaryDirectory(prefix="plyd-clock-") as folder:
        offset = Path(folder) / "offset"
        offset.write_text("+0")
        environment = ["env", f"LD_PRELOAD={FAKETIME}", f"FAKETIME_TIMESTAMP_FILE={offset}", "FAKETIME_NO_CACHE=1", "FAKETIME_DONT_FAKE_MONOTONIC=1"]
        with Plyd("--workers", 2, "--idle-timeout-ms", 5000, prefix=environment) as server:
            jumps, dates = ("+1d", "-1d", "-3600", "+0"), []

            def jump():
                for to in jumps:
                    time.sleep(1.2)
                    # Replaced in one step, because the server reads the file at each call.
                    (Path(folder) / "next").write_text(to)
                    os.replace(Path(folder) / "next", offset)
                    dates.append(date_of(server))

            thread = threading.Thread(target=jump)
            thread.start()
            statuses, times = asyncio.run(crowd(server.port, TIMED, 6.5, 1))
            thread.join()
            ahead = [(date - time.time()) / 3600 for date in dates]
            figures.say(f"clock: Date is ahead by {[round(hours) for hours in ahead]} hours after {jumps}")
            # hyper keeps the last date until the clock has passed it again.
            figures.hold("clock: Date follows it ahead, wrong", round(ahead[0]) != 24, 0)
            others = statuses.total() - statuses[200] - statuses[503]
            figures.hold(f"clock: searches of {TIMED_MS} ms neither answered nor refused for load, of {statuses.total()}", others, 0)
            figures.hold("clock: the soonest of them", min(times), TIMED_MS - 1, " ms", least=True)
            figures.say(f"clock: median {percentile(times, 0.5):.0f} ms")
            # On a busy machine answers are late. If the clock's jumps mattered, they would be late by an hour.
            figures.hold("clock: the latest of them", max(times) / 1000, 10, " s")
            figures.hold("clock: failed connections", sum(count for status, count in statuses.items() if isinstance(status, str)), 0)


def date_of(server):
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    connection.request("GET", "/v1")
    answer = connection.getresponse()
    answer.read()
    # hyper rewrites the date once a second.
    connection.close()
    return email.utils.parsedate_to_datetime(answer.headers["date"]).timestamp()


# Each client requests a stream of two seconds, reports its first event, and asks again if the stream breaks off. It
# prints what it got.
PYTHON = """
import sys, time, plyd
client, tries = plyd.Client(sys.argv[1]).for_game(), 0
while True:
    tries += 1
    try:
        with client.stream("chess", time_ms=2000) as stream:
            for number, progress in enumerate(stream):
                if number == 0:
                    print("begun", flush=True)
            print("move", stream.result().move, tries, flush=True)
        break
    except plyd.UnreachableError:
        pass
print("search", client.search("chess", time_ms=1500).move, 1, flush=True)
"""
NODE = """
import { Client, UnreachableError } from "CLIENT";
const client = new Client(process.argv[2]);
for (let tries = 1, done = false; !done; tries++) {
  try {
    let begun = false;
    for await (const { event, data } of client.searchStream("chess", { time_ms: 2000 })) {
      if (!begun) console.log("begun");
      begun = true;
      if (event === "result") { console.log("move", data.move, tries); done = true; }
    }
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error;
  }
}
console.log("search", (await client.search("chess", { time_ms: 1500 })).move, 1);
"""


def killed(figures):
    """One of two servers behind haproxy is killed while it streams, and again while it searches."""
    if not shutil.which("haproxy"):
        return figures.say("killed: left out, since there is no haproxy")
    python, module = ROOT / "target/tools/python-client/bin/python", ROOT / "clients/typescript/dist/index.js"
    with tempfile.TemporaryDirectory(prefix="plyd-killed-") as folder:
        script = Path(folder) / "client.mjs"
        script.write_text(NODE.replace("CLIENT", str(module)))
        for name, command, needed in (("Python", [python, "-c", PYTHON], python), ("TypeScript", ["node", script], module)):
            if needed.exists():
                killed_under(figures, name, command, folder)
            else:
                figures.say(f"killed: {name} left out, since there is no {needed.relative_to(ROOT)}")


def killed_under(figures, name, command, folder):
    servers = [Plyd("--workers", 1) for _ in range(2)]
    front, log = free_port(), open(Path(folder) / "haproxy.log", "w+")
    addresses = {"PLYD_FRONT": front, "PLYD_1": servers[0].port, "PLYD_2": servers[1].port, "PLYD_3": free_port()}
    environment = {**os.environ, **{variable: f"127.0.0.1:{port}" for variable, port in addresses.items()}, "PYTHONPATH": str(ROOT / "clients/python/src")}
    proxy = subprocess.Popen(["haproxy", "-db", "-f", ROOT / "deploy/haproxy.cfg"], env=environment, stdout=log, stderr=subprocess.STDOUT)
    try:
        time.sleep(1)
        client = subprocess.Popen([*map(str, command), f"http://127.0.0.1:{front}"], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        said, took = [], time.monotonic()
        for line in client.stdout:
            said.append(line.split())
            streams = sum(words[0] == "begun" for words in said)
            if line.startswith("begun") and streams == 1 or line.startswith("move"):
                # The server that is working for this client.
                time.sleep(0.5)
                busy = next(number for number, server in enumerate(servers) if metric(server, "plyd_pool_busy_workers"))
                port = servers[busy].port
                servers[busy].process.send_signal(signal.SIGKILL)
                servers[busy].__exit__()
                servers[busy] = Plyd("--workers", 1, port=port)
        took, code = time.monotonic() - took, client.wait(60)
        figures.say(f"killed, {name}: {[' '.join(words) for words in said]} after {took:.1f} s {client.stderr.read()[-300:]}")
        figures.hold(f"killed, {name}: exit code", code, 0)
        figures.hold(f"killed, {name}: streams that it took to the move", next((int(words[2]) for words in said if words[0] == "move"), 99), 2)
        figures.hold(f"killed, {name}: a search that is asked again, and answered", sum(words[0] == "search" for words in said), 1, least=True)
    finally:
        proxy.kill()
        proxy.wait()
        for server in servers:
            server.__exit__()


CASES = {"disk": full_disk, "memory": no_memory, "descriptors": no_descriptors, "clock": jumping_clock, "killed": killed}
figures = Figures("faults")
for case in sys.argv[1:] or CASES:
    CASES[case](figures)
figures.finish()
