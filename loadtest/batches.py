#!/usr/bin/env python3
"""Short requests in batches of 50 over four connections: small searches and grades, no two alike, as a benchmark or a learning agent asks. Each has to be
answered. The rate has no limit, because it depends on the machine.

usage: batches.py [REQUESTS]
"""

import itertools
import json
import sys
import time
import urllib.request
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

from service import Figures, Plyd

REQUESTS, SIZE, CONNECTIONS = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000, 50, 4
KINDS = [{"op": "search"}, {"op": "grade", "candidates": ["1", "4"]}]
LINES = itertools.product(range(100, 200), itertools.product("1234567", repeat=4), KINDS)
items = [{**kind, "game": "connect-four", "moves": line, "nodes": nodes} for nodes, line, kind in itertools.islice(LINES, REQUESTS)]
bodies = [json.dumps({"items": items[begin : begin + SIZE]}).encode() for begin in range(0, REQUESTS, SIZE)]


def ask(body):
    """The statuses of a batch's items. A batch that is refused raises."""
    request = urllib.request.Request(f"http://127.0.0.1:{server.port}/v1/batch", body, {"content-type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return [result["status"] for result in json.load(answer)["results"]]


figures = Figures(f"{REQUESTS} requests in batches of {SIZE}")
with Plyd() as server, ThreadPoolExecutor(CONNECTIONS) as threads:
    cpu, began = server.cpu_seconds(), time.perf_counter()
    statuses = Counter(itertools.chain.from_iterable(threads.map(ask, bodies)))
    cpu, seconds = server.cpu_seconds() - cpu, time.perf_counter() - began
figures.say(f"{REQUESTS / seconds:.0f}/s, {cpu / REQUESTS * 1000:.2f} ms of CPU each; {dict(statuses)}")
figures.hold("answered with another status than 200", REQUESTS - statuses[200], 0)
figures.finish()
