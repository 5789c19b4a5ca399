#!/usr/bin/env python3
"""A greedy client delays another one by no more than the rest of the running job. All small requests of the other client are answered, each within
the time of the greedy client's longest job plus twice its own p99 without load.

Each case has its own server with one worker. The two clients have different loopback addresses (127.0.0.2 and 127.0.0.3), so Linux is needed. The
greedy client asks again as soon as it is answered or refused, on dozens of connections. With two workers, the next one that becomes free serves the
other client; with `--max-running-per-client 1` one is always free. A thousand clients with one request each are all served.

usage: fairness.py [CASE…]   searches, batches, reviews, bodies, positions, workers, reserved, many; all if none is given
"""

import asyncio
import contextlib
import json
import re
import sys
import time
from collections import Counter

from service import Client, Figures, Plyd, percentile, request_text, spread

GREEDY, OTHER = "127.0.0.2", "127.0.0.3"
SPARE_MS = 25
GAME = "/v1/games/connect-four"
TINY = request_text("/v1/games/tic-tac-toe/search?state=XOX/OX./..O&depth=2")
SMALL = request_text(f"{GAME}/search?nodes=2000")
POSITION = request_text("/v1/games/chess/position")
ONE_ITEM = request_text("/v1/batch", {"items": [{"game": "connect-four", "operation": "search", "body": {"nodes": 2000}}]})
# A body of 3 KB that is cheap to read.
BODY = request_text("/v1/games/gomoku/position", {"moves": [f"{file}{rank}" for file in "abcdefghijklmno" for rank in range(1, 16)], "state": "9" * 1500})
QUEENS = "qqqqqqqk/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQQQQK w - - 0 1"


async def timed(port, text, source):
    """Milliseconds and status of one request over a new connection."""
    client, started = Client(port, source), time.perf_counter()
    try:
        status, _, body = await client.ask(text)
        return (time.perf_counter() - started) * 1000, status
    finally:
        client.close()


async def repeat(port, text, longest, statuses):
    """Asks forever. `longest` is the time of the longest search so far in milliseconds, as the server reports it."""
    client = Client(port, GREEDY)
    while True:
        try:
            status, headers, body = await client.ask(text)
        except (OSError, asyncio.IncompleteReadError):
            status, headers, body = None, {}, b""
        statuses[status] += 1
        timing = headers.get("server-timing", "")
        if status == 200 and "search;dur=" in timing:
            longest[0] = max(longest[0], float(timing.split("search;dur=")[1]))
        if status != 200:
            await asyncio.sleep(0.02)


@contextlib.asynccontextmanager
async def greed(port, texts):
    """A greedy client with a connection for each text. Returns once it has had time to fill the queue."""
    longest, statuses = [0.0], Counter()
    tasks = [asyncio.create_task(repeat(port, text, longest, statuses)) for text in texts]
    await asyncio.sleep(4)
    try:
        yield longest, statuses
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def longest_job(server):
    """Milliseconds that no job so far has exceeded: the smallest histogram bucket that contains all jobs."""
    most, text = 0, server.get("/metrics")[1].decode()
    for pool in "pool", "short_jobs":
        buckets = re.findall(rf'plyd_{pool}_run_seconds_bucket{{le="([^"]+)"}} (\d+)', text)
        most = max(most, next(float(bound) for bound, count in buckets if count == buckets[-1][1]) * 1000)
    return most


async def hold(figures, name, texts, asked, times=12, workers=1, *flags):
    """Each small request of the other client is answered in time: after the longest job of the greedy one, as its answers or the metrics say."""
    with Plyd("--workers", workers, *flags) as server:
        alone = {kind: [await timed(server.port, text, OTHER) for _ in range(30)] for kind, text in asked.items()}
        texts = texts(server) if callable(texts) else texts
        found = {kind: [] for kind in asked}
        async with greed(server.port, texts) as (longest, statuses):
            for _ in range(times):
                for kind, text in asked.items():
                    found[kind].append(await timed(server.port, text, OTHER))
            job_ms = longest[0] or longest_job(server)
        figures.say(f"{name}: greedy {dict(statuses)}, longest job {job_ms:.0f} ms")
        for kind, answers in found.items():
            before = percentile([took for took, _ in alone[kind]], 0.99)
            took, expected = [took for took, _ in answers], {status for _, status in alone[kind]}
            limit = job_ms + 2 * before + SPARE_MS
            figures.hold(f"{name}: {kind} not answered, of {len(answers)}", sum(status not in expected for _, status in answers), 0)
            figures.hold(f"{name}: {kind}, worst", max(took), limit, " ms")
            figures.say(f"    {spread(took)}; without load p99 {before:.1f} ms")


def long_search(seconds):
    """A search whose node limit makes it last about this many seconds. It may wait ten seconds."""

    def texts(server):
        probe = json.loads(server.get(f"{GAME}/search?nodes=300000&moves=4,4,3")[1])["stats"]
        nodes = int(probe["nodes"] / probe["elapsed_us"] * 1e6 * seconds)
        return [request_text(f"{GAME}/search", {"moves": ["4", "4", "3"], "nodes": nodes})] * 60

    return texts


async def searches(figures):
    await hold(figures, "60 searches of 3 s", long_search(3), {"tiny": TINY, "small": SMALL, "position": POSITION}, times=6)


async def batches(figures):
    item = {"game": "connect-four", "operation": "search", "body": {"nodes": 20_000}}
    batch = request_text("/v1/batch", {"items": [item] * 600})
    await hold(figures, "60 batches of 600", [batch] * 60, {"batch of one": ONE_ITEM, "small": SMALL})


async def reviews(figures):
    moves = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6"
    review = request_text("/v1/games/chess/review", {"moves": moves, "time_ms": 1000})
    short = request_text("/v1/games/chess/review", {"moves": moves[:2], "nodes": 2000})
    await hold(figures, "60 reviews of 14 s", [review] * 60, {"review of a ply": short, "small": SMALL}, times=6)


async def bodies(figures):
    moves = ["e2e4"] * 8000
    tree = request_text("/v1/games/chess/tree", {"moves": moves, "depth": 1})
    await hold(figures, "100 bodies of 64 KB", [tree] * 100, {"position": POSITION, "body of 3 KB": BODY}, times=18)


async def positions(figures):
    costly = request_text("/v1/games/chess/position?state=" + QUEENS.replace(" ", "%20"))
    await hold(figures, "64 costly positions", [costly] * 64, {"position": POSITION, "body of 3 KB": BODY}, times=18)


async def workers(figures):
    await hold(figures, "two workers, 60 searches of 3 s", long_search(3), {"small": SMALL}, times=6, workers=2)


async def reserved(figures):
    text = {"small": SMALL, "200 ms": request_text(f"{GAME}/search", {"moves": ["4", "4", "5"], "time_ms": 200, "algorithm": "alpha-beta"})}
    with Plyd("--workers", 2, "--max-running-per-client", 1) as server:
        async with greed(server.port, long_search(3)(server)) as (_, statuses):
            for kind, limit in ("small", 60), ("200 ms", 300):
                answers = [await timed(server.port, text[kind], OTHER) for _ in range(12)]
                figures.hold(f"a worker kept free: {kind} not answered", sum(status != 200 for _, status in answers), 0)
                figures.hold(f"a worker kept free: {kind}, worst", max(took for took, _ in answers), limit, " ms")


async def many(figures):
    with Plyd("--workers", 1, "--queue", 2000, "--max-time-ms", 30_000) as server:
        sources = [f"127.1.{number // 250}.{number % 250 + 1}" for number in range(1000)]
        texts = long_search(0.5)(server)
        # Its cost is known.
        await timed(server.port, SMALL, OTHER)
        async with greed(server.port, texts):
            began = time.perf_counter()
            answers = await asyncio.gather(*(timed(server.port, SMALL, source) for source in sources))
            seconds = time.perf_counter() - began
        figures.hold("a thousand clients beside a greedy one: not answered", sum(status != 200 for _, status in answers), 0)
        figures.hold("a thousand clients beside a greedy one: all answered after", seconds, 10, " s")


CASES = {case.__name__: case for case in (searches, batches, reviews, bodies, positions, workers, reserved, many)}
figures = Figures("fairness")
for case in sys.argv[1:] or CASES:
    asyncio.run(CASES[case](figures))
figures.finish()
