#!/usr/bin/env python3
"""Valid but hostile requests and clients. Each case attacks a server of its own, with one worker, while another process keeps asking /livez and
`position`.

Throughout, /livez answers within 100 ms and `position` within 1 s, each over a new connection. No answer exceeds its budget by more than
200 ms. A worker is free within 200 ms of its client's disconnect. Memory stays under 160 MB. SIGTERM ends the server within its grace time.

usage: hostile.py [CASE…]   one or more of the names below; all if none is given
"""

import json
import multiprocessing
import os
import re
import resource
import select
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from service import BINARY, ENDLESS, Figures, Plyd, Wire, if_known, request_text

LIVE_MS, POSITION_MS, LATE_MS, FREE_MS, MEGABYTES = 100, 1000, 200, 200, 160
# The longest shutdown after the grace time: the last answers and the last lines of the log.
GRACE_SECONDS, SPARE_SECONDS = 2, 1.7
LIVE = request_text("/livez")
POSITION = request_text("/v1/games/chess/position")
CHEAP = request_text("/v1/games/connect-four/search?nodes=2000")
QUEENS = "qqqqqqqk/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQQQQK w - - 0 1"


class Probe:
    """Probes from a process of its own, and keeps the worst time of each kind. A probe without an answer counts as 5 s."""

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
                    # On the overflow lane, only probes are answered.
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
    """One server under attack, and the checks of it."""

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
        """One request on a connection of its own. Returns its status, or None after the timeout. With a budget, records how late it was."""
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
        """Several requests at the same time."""
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


# Frames of HTTP/2 (RFC 9113, 6), and heads without compression (RFC 7541, 6.2.2).

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
DATA, HEADERS, SETTINGS, PING, WINDOW_UPDATE = 0, 1, 4, 6, 8
ACK = END_STREAM = 1
END_HEADERS = 4
WINDOW_SIZE = 4


def frame(kind, flags, stream, payload=b""):
    return struct.pack(">I", len(payload))[1:] + struct.pack(">BBI", kind, flags, stream) + payload


def literal(text):
    length = len(text)
    if length < 127:
        return bytes([length]) + text.encode()
    more = b""
    length -= 127
    while length >= 128:
        more += bytes([length % 128 + 128])
        length //= 128
    return b"\x7f" + more + bytes([length]) + text.encode()


def h2_head(method, path, **fields):
    fields = {":method": method, ":scheme": "http", ":authority": "plyd", ":path": path} | {
        name.replace("_", "-"): value for name, value in fields.items()
    }
    return b"".join(b"\0" + literal(name) + literal(value) for name, value in fields.items())


class H2:
    """An HTTP/2 connection with windows of its choice. `read` answers pings."""

    def __init__(self, port, window=65_535):
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.settimeout(0.2)
        self.socket.sendall(PREFACE + frame(SETTINGS, 0, 0, struct.pack(">HI", WINDOW_SIZE, window)))
        self.next_stream = 1
        self.received = b""
        self.data = 0

    def request(self, path, body=None, accept="*/*"):
        stream, self.next_stream = self.next_stream, self.next_stream + 2
        if body is None:
            self.socket.sendall(frame(HEADERS, END_HEADERS | END_STREAM, stream, h2_head("GET", path, accept=accept)))
        else:
            head = h2_head("POST", path, content_type="application/json", accept=accept)
            text = json.dumps(body).encode()
            parts = [text[at : at + 16_384] for at in range(0, len(text), 16_384)]
            frames = [frame(DATA, END_STREAM * (part is parts[-1]), stream, part) for part in parts]
            self.socket.sendall(frame(HEADERS, END_HEADERS, stream, head) + b"".join(frames))
        return stream

    def read(self):
        """Reads received bytes and answers pings. Returns whether the connection is still open."""
        try:
            some = self.socket.recv(65_536)
            if not some:
                return False
            self.received += some
            while len(self.received) >= 9:
                length = int.from_bytes(self.received[:3])
                if len(self.received) < 9 + length:
                    break
                kind, flags = self.received[3], self.received[4]
                if kind == PING and not flags & ACK:
                    self.socket.sendall(frame(PING, ACK, 0, self.received[9:17]))
                self.data += length * (kind == DATA)
                self.received = self.received[9 + length :]
            return True
        except TimeoutError:
            return True
        except OSError:
            return False


def closed_after(connections, seconds, meanwhile=lambda connection: None):
    """Seconds until the server has closed the last of these H2 connections, or `seconds` and 1 if it did not."""
    started = time.monotonic()
    while connections and time.monotonic() - started < seconds:
        connections = [connection for connection in connections if connection.read()]
        for connection in connections:
            try:
                meanwhile(connection)
            except OSError:
                pass
        time.sleep(0.05)
    return seconds + 1 if connections else time.monotonic() - started


def unread(wire, seconds, sip=0):
    """Seconds until a client that reads at this rate was closed; more than `seconds` if it was not."""
    started = time.monotonic()
    wire.socket.settimeout(5)
    watch = select.poll()
    watch.register(wire.socket, select.POLLRDHUP)
    while time.monotonic() - started < seconds:
        if watch.poll(1000):
            return time.monotonic() - started
        if sip:
            wire.socket.recv(sip)
    return seconds + 1


def short_writes():
    """A write timeout that a script can wait for."""
    return if_known("--write-timeout-ms", 2000)


# The cases: one attack each.


def quiescence(figures):
    """1. Positions whose captures do not run out, valued alone, in a batch, and at depth 0 with a budget."""
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
    """3. A tree of as many leaves as fit, with a budget, and left while it runs."""
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


def unread_answers(figures):
    """5. 66 clients that hold all of 60 places and never read, and one that reads a byte a second; the health check asks meanwhile."""
    with Siege(figures, "unread_answers", "--max-connections", 60, *short_writes()) as siege:
        wires = []
        for _ in range(66):
            wire = Wire(siege.port)
            wire.socket.setblocking(False)
            # Pipelined pages, until the send buffer is full.
            try:
                for _ in range(1000):
                    wire.send(request_text("/openapi.json"))
            except OSError:
                pass
            wires.append(wire)
        time.sleep(0.5)
        checked = subprocess.run([BINARY, "healthcheck", "--listen", f"127.0.0.1:{siege.port}"], capture_output=True)
        figures.hold("unread_answers: health check exits with", checked.returncode, 0)
        with ThreadPoolExecutor() as both:
            reads, sips = both.submit(unread, wires[0], 10), both.submit(unread, wires[1], 10, sip=1)
        figures.hold("unread_answers: who reads nothing is closed after", reads.result(), 10, " s")
        figures.hold("unread_answers: who sips is closed after", sips.result(), 10, " s")


def idle_h2(figures):
    """6. HTTP/2 connections that only answer pings, and one whose HEADERS frame never ends."""
    with Siege(figures, "idle_h2", *if_known("--http2", "true"), "--idle-timeout-ms", 2000, "--head-timeout-ms", 1000) as siege:
        idle = [H2(siege.port) for _ in range(20)]
        figures.hold("idle_h2: who only answers pings is closed after", closed_after(idle, 10), 6, " s")
        slow = H2(siege.port)
        slow.socket.sendall(frame(HEADERS, END_HEADERS | END_STREAM, 1, b"\0" * 4000)[:100])
        took = closed_after([slow], 6, lambda connection: connection.socket.sendall(b"\0"))
        figures.hold("idle_h2: a head that does not end is closed after", took, 3, " s")


def shut_windows(figures):
    """7. A hundred NDJSON batches on one connection with a window of one byte; another client's batch is answered, the connection is closed."""
    with Siege(figures, "shut_windows", *if_known("--http2", "true"), *short_writes()) as siege:
        mean = H2(siege.port, window=1)
        # More batches than free turns: some have to wait.
        item = {"op": "search", "game": "gomoku", "nodes": 5_000}
        # Together less than the window that the server opens at the start.
        for _ in range(100):
            mean.request("/v1/batch/stream", {"items": [item] * 6}, accept="application/x-ndjson")
        time.sleep(1)
        siege.start(hold_batch, siege, figures)

        def sip(connection):
            for stream in range(1, 201, 2):
                connection.socket.sendall(frame(WINDOW_UPDATE, 0, stream, struct.pack(">I", 1)))
            time.sleep(0.5)

        figures.hold("shut_windows: closed after", closed_after([mean], 20, sip), 15, " s")


def hold_batch(siege, figures):
    """Another client's batch is answered, its items in turn with the others."""
    wire = Wire(siege.port)
    wire.socket.settimeout(70)
    took, _ = wire.ask(request_text("/v1/batch", {"items": [{"op": "search", "game": "tic-tac-toe"}] * 4}))
    figures.hold(f"{siege.name}: another's batch, after", took, 20_000, " ms")
    figures.hold(f"{siege.name}: items answered of another's batch", wire.body.count(b'"status":200'), 4, least=True)


def unread_batches(figures):
    """8. Eight batches with large answers that are not read."""
    with Siege(figures, "unread_batches") as siege:
        item = {"op": "search", "game": "gomoku", "depth": 1, "multi_pv": "all"}
        item["state"] = "/".join(["20"] * 20) + " X 5"
        wires = [Wire(siege.port) for _ in range(8)]
        for wire in wires:
            wire.send(request_text("/v1/batch", {"items": [item] * 600}))
        time.sleep(5)
        hold_batch(siege, figures)
        # Past the default of the write timeout: by then they are closed, and what was kept for them is free.
        time.sleep(10)


def hold_answered(siege, count):
    """Asks so often, and holds that all was answered; gives up at the first that is not."""
    answered = 0
    while answered < count and siege.ask("/v1/games/bones", timeout=5) == 200:
        answered += 1
    siege.figures.hold(f"{siege.name}: requests answered", answered, count, least=True)


def unread_log(figures):
    """9. A log to an unread pipe, to a closed one, and to a full disk."""
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
    """10. Tables beyond the memory: the exit code is 1, and there is no server before."""
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
    """11. SIGHUP does not kill, a long path is cut in the log, a second SIGTERM ends at once."""
    with Siege(figures, "small_things", grace=60, log="info") as siege:
        siege.server.process.send_signal(signal.SIGHUP)
        siege.ask("/" + "x" * 60_000)
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
    """Positions that ask the most, where a game's own examples do not: as large as its board may be, or as hard to read; by game."""
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
        """As many stones of both sides, the others left out from the end."""
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
    """12. The largest boards of every game, as deep as may be asked: every search, streams, trees, with a budget and with the server's."""
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
    """13. The largest records, eight at a time: brackets, brackets within brackets, and the longest games on the largest boards."""
    cells = [f"{letter}{number}" for number in range(1, 20) for letter in "abcdefghijklmnopqrs"]
    points = [f"{a}{b}" for a in "abcdefghijklmnopqrs" for b in "abcdefghijklmnopqrs"]
    nodes = "".join(f";{side}[{point}]" for side, point in zip("BW" * 181, points))
    queens = '[SetUp "1"]\n[FEN "' + QUEENS + '"]\n\n'
    largest = {
        "chess": ["(" * 262_000, "{" * 262_000, "1. e4 " + "(" * 262_000, "[" * 262_000, "x" * 262_000, queens + "Qxh8 " * 50_000],
        "hex": ["(;" * 131_000, "(;GM[11]SZ[19]" + nodes, " , ".join(cells)],
        "gomoku": [f"(;GM[4]SZ[19]{nodes})", "(;GM[4]C[" + "\\" * 130_000],
        "othello": ["f5d6c3d3" * 30_000],
        "draughts": ["(" * 262_000, "1. 32-28 " * 29_000],
    }
    with Siege(figures, "records") as siege:
        for game, texts in largest.items():
            for text in texts:
                for _ in range(8):
                    siege.start(siege.ask, f"/v1/games/{game}/record", {"record": text[:262_000]}, budget_ms=1000)
                time.sleep(0.2)


CASES = [
    *(quiescence, search_moves, wide_tree, big_bodies, unread_answers, idle_h2, shut_windows, unread_batches),
    *(unread_log, tables, small_things, deepest, records),
]


def run(title, cases):
    """Runs the cases that the command line names, or all, and exits."""
    descriptors = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors, descriptors))
    names = {case.__name__: case for case in cases}
    if unknown := set(sys.argv[1:]) - names.keys():
        sys.exit(f"there is no case {', '.join(unknown)}; there are {', '.join(names)}")
    figures = Figures(title)
    for name in sys.argv[1:] or names:
        figures.say(names[name].__doc__)
        try:
            names[name](figures)
        except (OSError, SystemExit) as error:
            figures.hold(f"{name}: broke off, {error!r}", 1, 0)
    figures.finish()


if __name__ == "__main__":
    run("hostile requests and clients", CASES)
