#!/usr/bin/env python3
"""Mutated HTTP over sockets for a given time. The server survives, no answer is a 500, each connection ends, and well-formed requests are answered
throughout. The same seed repeats a run.

usage: garbage.py [SECONDS [SEED]]
"""

import random
import socket
import sys
import time
from collections import Counter

from service import Figures, Plyd, if_known, request_text

SECONDS, SEED = int(sys.argv[1]) if len(sys.argv) > 1 else 1200, int(sys.argv[2]) if len(sys.argv) > 2 else 1
SEEDS = [
    request_text("/v1/games/chess/search?depth=1&moves=e4,e5"), request_text("/livez"), request_text("/readyz"), request_text("/openapi.json"), request_text("/page.js"),
    request_text("/v1/games/chess/search", {"depth": 1}), request_text("/v1/games/tic-tac-toe/search/stream", {"depth": 2}),
    request_text("/v1/batch", {"items": [{"op": "position", "game": "nim"}] * 3}), request_text("/v1/games/hex/tree.svg?depth=1"),
    b"POST /v1/games/chess/position HTTP/1.1\r\nhost: plyd\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0", b"\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03",
]
WORDS = [
    *(b"\r\n", b"\n", b"\r", b"\0", b" ", b"\t", b":", b"HTTP/1.1", b"HTTP/1.0", b"host: plyd\r\n", b"transfer-encoding: chunked\r\n", b"content-length: 2\r\n"),
    *(b"content-length: 18446744073709551615\r\n", b"connection: close\r\n", b"expect: 100-continue\r\n", b"upgrade: h2c\r\n", b"accept-encoding: gzip\r\n"),
    *(b"accept-encoding: identity;q=0\r\n", b"ffffffff\r\n", b"0\r\n\r\n", b"x" * 9000, b"%00", b"..", b"GET / HTTP/1.1\r\n\r\n", b"if-none-match: *\r\n"),
]


def mutated(chance):
    text = bytearray(b"".join(chance.choices(SEEDS, k=chance.choice([1, 1, 1, 2, 5]))))
    for _ in range(chance.choice([0, 1, 1, 2, 4, 16])):
        at = chance.randrange(len(text) + 1)
        match chance.randrange(4):
            case 0:
                text[at:at] = chance.choice(WORDS)
            case 1:
                del text[at : at + chance.choice([1, 2, 8, 64])]
            case 2 if at < len(text):
                text[at] = chance.randrange(256)
            case 3:
                text[at:at] = text[at : at + chance.choice([4, 32, 200])]
    return bytes(text)


def said(port, text, chance):
    """The server's answer to these bytes, sent in pieces or at once, until the client stops reading."""
    with socket.create_connection(("127.0.0.1", port), timeout=5) as client:
        client.settimeout(0.1)
        cut = chance.randrange(len(text) + 1) if chance.random() < 0.3 else len(text)
        received = b""
        try:
            client.sendall(text[:cut])
            client.sendall(text[cut:])
            if chance.random() < 0.2:
                client.shutdown(socket.SHUT_WR)
            while len(received) < 1 << 20 and (some := client.recv(65_536)):
                received += some
        except OSError:
            pass
        return received


figures = Figures("garbage over sockets")
chance, asked, statuses, odd = random.Random(SEED), 0, Counter(), []
with Plyd("--workers", 1, *if_known("--head-timeout-ms", 1000)) as server:
    until, wrong = time.monotonic() + SECONDS, 0
    while time.monotonic() < until and server.process.poll() is None:
        text = mutated(chance)
        answer = said(server.port, text, chance)
        asked += 1
        status = answer[9:12].decode("latin-1") if answer.startswith(b"HTTP/1.") else ("nothing" if not answer else "no HTTP")
        statuses[status] += 1
        if status in ("500", "501", "502", "no HTTP"):
            odd.append(text[:200])
        if asked % 100 == 0:
            wrong += server.get("/v1/games/bones/search")[0] != 200
    alive = server.process.poll() is None
    time.sleep(3)
    metrics = server.get("/metrics")[1].decode() if alive else ""
    left = int(metrics.split("\nplyd_connections_open ")[1].split()[0]) if alive else -1
    panics = sum(int(line.split()[1]) for line in metrics.splitlines() if line.startswith(("http_server_panics_total ", "plyd_pool_panics_total ")))
    figures.say(f"{asked} connections, seed {SEED}: {dict(statuses.most_common())}; {server.megabytes('VmHWM'):.0f} MB at most" if alive else "it ended")
figures.hold("ended by itself", not alive, 0)
figures.hold(f"answers of 500 or no HTTP, {odd[:2]}", len(odd), 0)
figures.hold("well-formed requests not answered with 200", wrong, 0)
figures.hold("panics", panics, 0)
figures.hold("connections open afterwards, this one apart", left - 1, 0)
figures.finish()
