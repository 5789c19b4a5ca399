#!/usr/bin/env python3
"""Valid but hostile requests and clients. Each case attacks its own server, which has one worker, while another process keeps asking /livez and
`position`.

Throughout, /livez answers within 100 ms and `position` within 1 s, each over a new connection. No answer exceeds its budget by more than
200 ms. A worker is free within 200 ms of its client's disconnect. Memory stays under 160 MB. SIGTERM ends the server within its grace time.

usage: hostile.py [CASE…]   one or more of the names below; all if none is given
"""

import json
import multiprocessing
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path

from service import BINARY, ENDLESS, Figures, Plyd, Wire, request_text, run

LIVE_MS, POSITION_MS, LATE_MS, FREE_MS, MEGABYTES = 100, 1000, 200, 200, 160
# How long shutdown may take after the grace time, for the last answers and the last lines of the log.
GRACE_SECONDS, SPARE_SECONDS = 2, 1.7
LIVE = request_text("/livez")
POSITION = request_text("/v1/games/chess/position")
CHEAP = request_text("/v1/games/connect-four/search?nodes=2000")
QUEENS = "qqqqqqqk/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQQQQK w - - 0 1"


class Probe:
    """Probes from a separate process, and keeps the worst time of each kind. A probe without an answer counts as 5 s."""

    def __init__(self, port, names=("/livez", "position")):
        self.ended = multiprocessing.Event()
        self.told = multiprocessing.Queue()
        self.process = multiprocessing.Process(target=self.ask, args=(port, names), daemon=True)
        self.process.start()

    def ask(self, port, names):
        worst, failed = dict.fromkeys(names, 0), []
        while not self.ended.is_set():
            for name, text in ((name, {"/livez": LIVE, "position": POSITION}[name]) for name in names):
                started = time.perf_counter()
                try:
                    wire = Wire(port)
                    wire.socket.settimeout(5)
                    wire.send(text)
                    status, _ = wire.answer()
                    wire.socket.close()
                    if status != 200 and not (name == "position" and status == 503):
                        failed.append(f"{name}: {status}")
                except OSError as error:
                    failed.append(f"{name}: {error!r}")
                worst[name] = max(worst[name], (time.perf_counter() - started) * 1000)
            self.ended.wait(0.01)
        self.told.put((worst, failed))

    def finish(self):
        """The worst times and the failures. The first call ends the probe."""
        if not self.ended.is_set():
            self.ended.set()
            self.found = self.told.get(timeout=15)
            self.process.join()
        return self.found


class Siege:
    """One server under attack, with its checks."""

    def __init__(self, figures, name, *flags, grace=GRACE_SECONDS, **options):
        self.figures, self.name = figures, name
        self.server = Plyd("--workers", 1, "--grace-ms", grace * 1000, *flags, **options)
        self.port = self.server.port
        self.late = 0
        self.doing = []
        self.statuses = Counter()

    def __enter__(self):
        self.probe = Probe(self.port)
        return self

    def __exit__(self, kind, *_):
        for thread in self.doing:
            thread.join(40)
        worst, failed = self.probe.finish()
        hold = self.figures.hold
        hold(f"{self.name}: /livez, worst", worst["/livez"], LIVE_MS, " ms")
        hold(f"{self.name}: position, worst", worst["position"], POSITION_MS, " ms")
        hold(f"{self.name}: probes that failed", len(failed), 0)
        for failure in sorted(set(failed))[:3]:
            self.figures.say(failure)
        hold(f"{self.name}: later than its budget, worst", self.late, LATE_MS, " ms")
        self.figures.say("answers: " + ", ".join(f"{count} of {status}" for status, count in self.statuses.items()))
        if self.server.process.poll() is None:
            hold(f"{self.name}: memory, most", self.server.megabytes("VmHWM"), MEGABYTES, " MB")
        else:
            hold(f"{self.name}: ended by itself, with", abs(self.server.process.returncode), 0)
        hold(f"{self.name}: ended by SIGTERM after", self.ended_after(), GRACE_SECONDS + SPARE_SECONDS, " s")
        self.server.__exit__()

    def ended_after(self):
        started = time.monotonic()
        self.server.terminate()
        try:
            self.server.process.wait(20)
        except subprocess.TimeoutExpired:
            return 20
        return time.monotonic() - started

    def ask(self, path, body=None, budget_ms=None, timeout=40):
        """Sends one request over a new connection. Returns its status, or None after the timeout. With a budget, records how late it was."""
        started = time.perf_counter()
        status = None
        try:
            wire = Wire(self.port)
            wire.socket.settimeout(timeout)
            wire.send(request_text(path, body))
            status, _ = wire.answer()
            wire.socket.close()
        except OSError:
            pass
        self.statuses[status] += 1
        if budget_ms is not None:
            self.late = max(self.late, (time.perf_counter() - started) * 1000 - budget_ms)
        return status

    def start(self, action, *arguments, **named):
        """Starts several requests at the same time."""
        thread = threading.Thread(target=action, args=arguments, kwargs=named, daemon=True)
        thread.start()
        self.doing.append(thread)

    def hold_freed(self, path, body):
        """Disconnects during a request, and checks how soon the worker is free."""
        wire = Wire(self.port)
        wire.send(request_text(path, body))
        time.sleep(0.3)
        wire.socket.close()
        after = Wire(self.port)
        try:
            took, _ = after.ask(CHEAP)
        except OSError:
            took = 30_000
        self.figures.hold(f"{self.name}: worker free after its client left", took, FREE_MS, " ms")


# The cases: one attack each.


def quiescence(figures):
    """1. Positions whose captures never end: a single evaluation, a batch, and depth 0 with a budget."""
    with Siege(figures, "quiescence") as siege:
        for _ in range(3):
            siege.start(siege.ask, "/v1/games/chess/position", {"state": QUEENS}, budget_ms=1000)
        search = {"state": QUEENS, "depth": 0, "time_ms": 300}
        siege.start(siege.ask, "/v1/games/chess/search", search, budget_ms=300)
        item = {"op": "position", "game": "chess", "state": QUEENS}
        siege.start(siege.ask, "/v1/batch", {"items": [item] * 4}, budget_ms=4000)
        time.sleep(3)
        siege.hold_freed("/v1/batch", {"items": [item] * 50})


def search_moves(figures):
    """2. 16,000 names of moves in one request, eight at a time."""
    names = [f"{letter}{number}" for number in range(100, 1000) for letter in "abcdefghijklmnopqrst"]
    with Siege(figures, "search_moves") as siege:
        for _ in range(4):
            body = {"depth": 1, "search_moves": names[:8_000]}
            siege.start(siege.ask, "/v1/games/gomoku/search", body, budget_ms=1000)
            path = "/v1/games/gomoku/search?depth=1&search_moves=" + ",".join(names[:12_000])
            siege.start(siege.ask, path, budget_ms=1000)
        wide = {"state": [0] * 6_000, "search_moves": [str(at) for at in range(5_000)]}
        siege.start(siege.ask, "/v1/games/tree/search", wide, budget_ms=1000)


def wide_tree(figures):
    """3. A tree with as many leaves as fit, with a budget, and with a client that leaves while it runs."""
    flags = ("--max-body-bytes", 400_000)
    leaves = {"state": [at * 7919 % 1000 for at in range(60_000)], "multi_pv": "all"}
    with Siege(figures, "wide_tree", *flags) as siege:
        siege.ask("/v1/games/tree/search", leaves | {"time_ms": 1000}, budget_ms=1000)
        siege.hold_freed("/v1/games/tree/search", leaves | {"time_ms": 9000})


def big_bodies(figures):
    """4. Trees of 64 KB, many at once, by body and by query, games of 2,000 moves, and batches of a third of a million items."""
    with Siege(figures, "big_bodies") as siege:
        deep = {"state": [[at % 10, [at % 7]] for at in range(6_000)]}
        shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"] * 500
        by_query = "/v1/games/tree/position?state=[" + ",".join(["0"] * 30_000) + "]"
        for _ in range(8):
            siege.start(lambda: [siege.ask("/v1/games/tree/position", deep, budget_ms=1000) for _ in range(5)])
        for _ in range(4):
            siege.start(siege.ask, "/v1/batch", {"items": [0] * 340_000}, budget_ms=1000)
            siege.start(siege.ask, "/v1/games/chess/position", {"moves": shuffle}, budget_ms=1000)
            siege.start(siege.ask, by_query, budget_ms=1000)


def hold_answered(siege, count):
    """Asks this many times and checks that every request is answered. Stops at the first one that is not."""
    answered = 0
    while answered < count and siege.ask("/v1/games/bones", timeout=5) == 200:
        answered += 1
    siege.figures.hold(f"{siege.name}: requests answered", answered, count, least=True)


def unread_log(figures):
    """5. A log to an unread pipe, to a closed one, and to a full disk."""
    reader, writer = os.pipe()
    with Siege(figures, "unread_log", log="info", stdout=writer) as siege:
        hold_answered(siege, 3000)
    os.close(reader)
    with Siege(figures, "closed_log", log="info", stdout=writer) as siege:
        hold_answered(siege, 100)
    os.close(writer)
    with open("/dev/full", "w") as full, Siege(figures, "full_disk", log="info", stdout=full) as siege:
        hold_answered(siege, 100)


def tables(figures):
    """6. Tables larger than the memory: the server exits with 1 before it listens."""
    for mb, prefix in ((32_768, ""), (1024, "ulimit -v 600000; ")):
        command = f"{prefix}exec '{BINARY}' --listen 127.0.0.1:0 --workers {64 if mb > 2000 else 1} --table-mb {mb}"
        try:
            ran = subprocess.run(["sh", "-c", command], capture_output=True, timeout=5)
            code, listened = ran.returncode, b"listening" in ran.stdout
        except subprocess.TimeoutExpired as expired:
            code, listened = 0, b"listening" in (expired.stdout or b"")
        figures.hold(f"tables: {mb} MiB each, exit code is off by", abs(code - 1), 0)
        figures.hold(f"tables: {mb} MiB each, listened before", listened, 0)


def small_things(figures):
    """7. SIGHUP does not end the server, the log cuts a long path, and a second SIGTERM ends it at once."""
    with Siege(figures, "small_things", grace=60, log="info") as siege:
        siege.server.process.send_signal(signal.SIGHUP)
        siege.ask("/" + "x" * 15_000)
        time.sleep(0.3)
        figures.hold("small_things: ended by SIGHUP", siege.server.process.poll() is not None, 0)
        longest = max(map(len, Path(siege.server.log.name).read_text().splitlines()), default=0)
        figures.hold("small_things: longest line of the log", longest, 2000, " bytes")
        siege.probe.finish()
        busy = Wire(siege.port)
        busy.send(request_text(ENDLESS))
        time.sleep(0.1)
        siege.server.terminate()
        time.sleep(0.3)


def largest_boards():
    """The most expensive positions of the games whose own examples are cheap: the largest board, or the hardest text to read."""
    cells = [(row, column) for row in range(1, 20) for column in range(1, 20)]

    def hex_state(stone):
        rows = ["".join(stone(*cell) for cell in cells[at : at + 19]) for at in range(0, 361, 19)]
        return re.sub(r"\.+", lambda empty: str(len(empty[0])), "/".join(rows)) + " X"

    def winding(row, column):
        if row in (1, 19):
            return "."
        end = column == (1 if row % 4 == 1 else 19)
        return "X" if row % 2 == 0 or end else "O" if 2 < column < 18 else "."

    def balanced(stone):
        """Removes stones from the end until both sides have the same number."""
        signs = [stone(*cell) for cell in cells]
        few = min(signs.count("X"), signs.count("O"))
        for sign in "XO":
            for _ in range(signs.count(sign) - few):
                signs[len(signs) - 1 - signs[::-1].index(sign)] = "."
        return hex_state(lambda row, column: signs[(row - 1) * 19 + column - 1])

    lattice = "W:WK1,K5,K6,K16,K25,K45,K50:BK7,K8,K9,K10,K17,K20,K23,K27,K30,K37,K38,K39,K40,K41"
    kings = "W:W" + ",".join(f"K{at}" for at in range(31, 51)) + ":B" + ",".join(f"K{at}" for at in range(1, 21))
    eight = "W:WKb8,Kh8,Ka7,Ka3,Kh2,Kc1,Kg1:BKc7,Ke7,Kg7,Kc5,Ke5,Kg5,Kc3,Ke3,Kg3"
    return {
        "gomoku": ["/".join(["20"] * 20) + " X 5", "/".join(["XO" * 10, "OX" * 10] * 4 + ["20"] * 12) + " X 20 exactly"],
        "draughts": [lattice, "B" + lattice[1:], kings],
        "russian-draughts": [eight, "B" + eight[1:]],
        "brazilian-draughts": [eight, "B" + eight[1:]],
        "kalah": ["/".join([",".join(["24"] * 10) + ",0"] * 2) + " south"],
        "dots-and-boxes": ["/".join(["0000000/00000000"] * 7) + "/0000000 0,0 A"],
        "hex": [
            "/".join(["19"] * 19) + " X swap",
            balanced(lambda row, column: ".XO"[(column + 2 * row) % 3]),
            balanced(winding),
            balanced(lambda row, column: {(1, 1): "X", (2, 2): "X", (1, 2): "O"}.get((row % 3, column % 3), ".")),
        ],
        "nim": [",".join(["50"] * 20) + " max"],
    }


def deepest(figures):
    """8. The largest boards of every game at the greatest depth allowed: every search, streams and trees, with a budget and with the server's cap."""
    with Siege(figures, "deepest", "--max-time-ms", 1000) as siege:
        largest = largest_boards()
        for game, facts in siege.server.games().items():
            states = largest.get(game, facts["state"]["examples"])
            base, before, siege.late = f"/v1/games/{game}", siege.late, 0
            for state in states:
                deep = {"state": state, "depth": facts["max_depth"], "time_ms": 300}
                siege.ask(f"{base}/position", {"state": state}, budget_ms=1000)
                for more in ({}, {"algorithm": "selective"}, {"multi_pv": "all"}):
                    siege.ask(f"{base}/search", deep | more, budget_ms=300)
                siege.ask(f"{base}/search/stream", deep, budget_ms=300)
                for more in ({"depth": facts["max_depth"]}, {"level": 10}):
                    siege.ask(f"{base}/search", {"state": state} | more, budget_ms=1000)
                siege.ask(f"{base}/tree", {"state": state, "depth": 3, "max_nodes": 2000}, budget_ms=1000)
            figures.say(f"{game}: later than its budget by {siege.late:.0f} ms at most")
            siege.late = max(siege.late, before)


def records(figures):
    """9. The largest records, eight at a time: brackets, brackets within brackets, properties, and the longest games on the largest boards."""
    cells = [f"{letter}{number}" for number in range(1, 20) for letter in "abcdefghijklmnopqrs"]
    points = [f"{a}{b}" for a in "abcdefghijklmnopqrs" for b in "abcdefghijklmnopqrs"]
    nodes = "".join(f";{side}[{point}]" for side, point in zip("BW" * 181, points))
    queens = '[SetUp "1"]\n[FEN "' + QUEENS + '"]\n\n'
    largest = {
        "chess": ["(" * 262_000, "{" * 262_000, "1. e4 " + "(" * 262_000, "[" * 262_000, "x" * 262_000, queens + "Qxh8 " * 50_000],
        "hex": ["(;" * 131_000, "(;GM[11]SZ[19]" + nodes, " , ".join(cells)],
        "gomoku": [f"(;GM[4]SZ[19]{nodes})", "(;GM[4]C[" + "\\" * 130_000],
        "othello": ["f5d6c3d3" * 30_000, "(;GM[Othello]" + "".join(f"A{number}[]" for number in range(33_000)) + ";)"],
        "draughts": ["(" * 262_000, "1. 32-28 " * 29_000],
    }
    with Siege(figures, "records") as siege:
        for game, texts in largest.items():
            for text in texts:
                for _ in range(8):
                    siege.start(siege.ask, f"/v1/games/{game}/record", {"record": text[:262_000]}, budget_ms=1000)
                time.sleep(0.2)


def own_rules(figures):
    """10. Rules in the request: the costliest to compile, jumps without end, more moves than are listed, endless games, and nested text."""
    stuck = {"stuck": "next", "wins": "last"}
    slides = {"board": [16, 16], "start": "AB14/" + "16/" * 14 + "ab14", "must": "take", "end": [
        *({"reach": area, "piece": "A", "wins": "last"} for area in ("far", "edge", "corners", "centre", "dark", "light")),
        {"plies": 400, "wins": "nobody"}, stuck,
    ], "pieces": {
        letter: {"moves": ["Q", "R", "B", "fQ", "bQ", "fR", "sR"], "becomes": {other: "edge"}, "prefer": ["edge", "centre"]}
        for letter, other in ("AB", "BA")
    }}
    row = "1" + "x1" * 7 + "x"
    lattice = {"board": [16, 16], "start": "/".join(["X15", row] + ["16", row] * 7), "end": stuck,
               "pieces": {"X": {"moves": {"jump": "K", "again": "must"}}}}
    shots = {"board": [16, 16], "start": "QQQQQQ10/" + "16/" * 14 + "qqqqqq10", "end": stuck,
             "pieces": {"Q": {"moves": {"step": "mQ", "then": {"block": "empty"}}}}}
    endless = {"board": [16, 16], "start": "Q15/" + "16/" * 14 + "q15", "pieces": {"Q": {"moves": "Q"}}, "end": stuck}
    nested = stuck
    for _ in range(100):
        nested = [nested]
    cases = {"slides": slides, "lattice": lattice, "shots": shots, "endless": endless, "nested": {**endless, "end": nested},
             "long": {**endless, "title": "x" * 5000}, "wide": {"board": [16, 16], "place": "empty", "end": stuck}}
    refused = {"lattice", "shots", "endless", "nested", "long"}
    with Siege(figures, "own_rules") as siege:
        found = {name: Counter() for name in cases}

        def ask(name, path, body):
            found[name][siege.ask(path, {"rules": cases[name], **body}, timeout=60)] += 1

        for name in cases:
            for _ in range(4):
                siege.start(ask, name, "/v1/games/rules/position", {})
                siege.start(ask, name, "/v1/games/rules/search", {"depth": 20, "time_ms": 300})
            siege.start(ask, name, "/v1/games/rules/tree", {"depth": 2})
            time.sleep(0.3)
        for thread in siege.doing:
            thread.join(60)
        # A single worker is busy with so many, so it may refuse some.
        wrong = sum(count for name, statuses in found.items() for status, count in statuses.items() if status not in (503, 422 if name in refused else 200))
        figures.hold("own_rules: unexpected answers", wrong, 0)
        figures.say(", ".join(f"{name}: {dict(statuses)}" for name, statuses in found.items()))
        for name in cases:
            siege.start(siege.ask, "/v1/rules/check", {"rules": cases[name]}, timeout=60)


CASES = [
    *(quiescence, search_moves, wide_tree, big_bodies),
    *(unread_log, tables, small_things, deepest, records, own_rules),
]


if __name__ == "__main__":
    run("hostile requests and clients", CASES)
