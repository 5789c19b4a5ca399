#!/usr/bin/env python3
"""Each admitted job ends, and with an answer of the contract: 10,000 searches, hints, positions, reviews and batches of 300 addresses, most of
which wait past their deadlines. No answer has status 500, none is missing, and afterwards the gauges are back at 0.

usage: admitted.py [REQUESTS]
"""

import asyncio
import json
import random
import re
import sys
from collections import Counter

from service import Client, Figures, Plyd, request_text

REQUESTS = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
ADDRESSES = 300
# Any answer comes within a request's time, and a review's or a batch's within its own; more than that is a lost one.
PATIENCE = 200


def requests():
    """The request of each of many turns. Some take a second, and some have less time than they need."""
    dice = random.Random(1)
    game = "/v1/games/gomoku"
    item = {"op": "search", "game": "gomoku", "time_ms": 200}
    while True:
        kind = dice.choices(["second", "short", "hint", "position", "review", "batch"], [30, 50, 5, 10, 3, 2])[0]
        yield kind, {
            "second": lambda: request_text(f"{game}/search", {"time_ms": 1000}),
            "short": lambda: request_text(f"{game}/search", {"time_ms": dice.randint(1, 60)}),
            "hint": lambda: request_text(f"{game}/hint", {"time_ms": dice.randint(1, 60)}),
            "position": lambda: request_text(f"{game}/position", {"moves": "h8"}),
            "review": lambda: request_text(f"{game}/review", {"moves": "h8 h9 g8", "nodes": 2000}),
            "batch": lambda: request_text("/v1/batch", {"items": [item] * 3}),
        }[kind]()


async def crowd(port):
    """Counts the answers by kind and status."""
    counts, turns = Counter(), requests()

    async def client(number):
        wire = Client(port, f"127.0.{1 + number // 200}.{1 + number % 200}")
        for _ in range(REQUESTS // ADDRESSES + 1):
            kind, text = next(turns)
            try:
                status, _, body = await asyncio.wait_for(wire.ask(text), PATIENCE)
                # The items of a batch have statuses of their own.
                status = 500 if b'"status":500' in body else status
            except (OSError, asyncio.IncompleteReadError, asyncio.TimeoutError) as error:
                status = type(error).__name__
            counts[kind, status] += 1
        wire.close()

    await asyncio.gather(*map(client, range(ADDRESSES)))
    return counts


figures = Figures(f"{REQUESTS} requests of {ADDRESSES} addresses")
with Plyd("--workers", 1, "--trusted-proxy", "127.0.9.9") as server:
    counts = asyncio.run(crowd(server.port))
    for kind in sorted({kind for kind, _ in counts}):
        figures.say(f"{kind}: " + ", ".join(f"{count} × {status}" for (of, status), count in sorted(counts.items(), key=str) if of == kind))
    figures.hold("answers with status 500", sum(count for (_, status), count in counts.items() if status == 500), 0)
    figures.hold("requests without an answer", sum(count for (_, status), count in counts.items() if not isinstance(status, int)), 0)
    figures.hold("requests answered", sum(counts.values()), REQUESTS, least=True)
    text = server.get("/metrics")[1].decode()
    gauges = dict(re.findall(r'^(plyd_(?:pool|short_jobs)_(?:busy_workers|queue_depth)\S*) (-?\d+)', text, re.M))
    figures.say(json.dumps(gauges))
    figures.hold("gauges that are not 0", sum(value != "0" for value in gauges.values()), 0)
    panics = sum(map(int, re.findall(r"^plyd_\w*panics_total (\d+)", text, re.M)))
    figures.hold("panics", panics, 0)
figures.finish()
