#!/usr/bin/env python3
"""A greedy client costs another no more than the rest of the job that runs: all small requests of the other are answered, each within the longest
job of the greedy one and twice its own p99 without load.

Each case has a server of its own with one worker. The two clients have addresses of their own on loopback (127.0.0.2 and 127.0.0.3), so Linux is
needed. The greedy client asks again as soon as it is answered or refused, on dozens of connections. With two workers, the next one that becomes
free serves the other; with `--max-running-per-client 1` one always is. A thousand clients of one request each are all served.

`crowded` has 32 connections of one address for each kind of work that isn't searching, beside which another client's small search has to be
quick. `short_review` has sixteen long reviews of eight addresses beside a short one. `spy` tries to find by the statistics of its own warm
searches which position another client searched.

usage: fairness.py [CASE…]   searches, batches, reviews, bodies, positions, workers, reserved, many, crowded, short_review, spy; all if none is
given
"""

import asyncio
import contextlib
import json
import random
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
    """Milliseconds and status of one request on a connection of its own."""
    client, started = Client(port, source), time.perf_counter()
    try:
        status, _, body = await client.ask(text)
        return (time.perf_counter() - started) * 1000, status
    finally:
        client.close()


async def repeat(port, text, longest, statuses):
    """Asks for ever. `longest` has the time of the longest search so far, in milliseconds, as the server says."""
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
    """A greedy client on as many connections as there are texts, after it has had time to fill the queue."""
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
    """Milliseconds that no job so far has exceeded: the bucket of the histograms that has them all."""
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
    """A search of about so many seconds by its nodes, which may wait ten."""

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


def crowding():
    """Requests of one address by kind: each costs milliseconds outside of searching."""
    heaps = ",".join(["50"] * 20)
    wrong = "take 7x from heap 3 " * 20
    tags = {f"T{number}": "x" for number in range(20_000)}
    return {
        "nim's wrong moves in 512 bytes": request_text("/v1/games/nim/search", {"state": heaps, "moves": wrong, "depth": 1}),
        "20,000 tags to write": request_text("/v1/games/chess/record/write", {"moves": ["e4"], "tags": tags}),
        "records to read": request_text("/v1/games/chess/record", {"record": "1. e4 " + "{c} " * 10_000}),
        "positions of nim": request_text(f"/v1/games/nim/position?state={heaps}"),
        "small searches": TINY,
    }


async def crowded(figures):
    for kind, text in crowding().items():
        with Plyd("--workers", 1) as server:
            async with greed(server.port, [text] * 32) as (_, statuses):
                answers = [await timed(server.port, SMALL, OTHER) for _ in range(60)]
                positions = [await timed(server.port, POSITION, OTHER) for _ in range(30)]
            figures.say(f"32 connections, {kind}: {dict(statuses)}")
            figures.hold(f"{kind}: not answered", sum(status != 200 for _, status in answers + positions), 0)
            figures.hold(f"{kind}: another's small search, p50", percentile([took for took, _ in answers], 0.5), 10, " ms")
            figures.say(f"    {spread([took for took, _ in answers])}; position {spread([took for took, _ in positions])}")


async def short_review(figures):
    """Sixteen reviews of 2.5 s of eight addresses, and a short one of a ninth."""
    moves = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7 c4 c6 cxb5 axb5 Nc3".split()
    long = request_text("/v1/games/chess/review", {"moves": moves, "time_ms": 100})
    short = request_text("/v1/games/chess/review", {"moves": moves[:2], "time_ms": 30})
    with Plyd("--workers", 1) as server:
        before = [await timed(server.port, short, OTHER) for _ in range(3)]
        reviews = [asyncio.create_task(timed(server.port, long, f"127.0.1.{number % 8 + 1}")) for number in range(16)]
        await asyncio.sleep(1)
        took, status = await timed(server.port, short, OTHER)
        statuses = [status for _, status in await asyncio.gather(*reviews)]
    figures.hold("a short review beside sixteen long ones: after", took / 1000, 2, " s")
    figures.hold("reviews not complete", sum(status != 200 for status in [status, *statuses]), 0)
    figures.say(f"    without load {spread([took for took, _ in before])}")


async def spy(figures):
    """The victim searches one of eight positions. The spy searches all eight and takes the one with most hits for it."""
    openings = ["e4 e5", "d4 d5", "c4 e5", "Nf3 d5", "e4 c5", "d4 Nf6", "b3 e5", "g3 d5"]
    chosen, right = random.Random(7), 0
    with Plyd("--workers", 1) as server:

        async def hits(source, moves, time_ms):
            client = Client(server.port, source)
            status, _, body = await client.ask(request_text("/v1/games/chess/search", {"moves": moves, "time_ms": time_ms}))
            client.close()
            stats = json.loads(body)["stats"] if status == 200 else {"table_hits": 0, "table_probes": 1}
            return stats["table_hits"] / max(1, stats["table_probes"])

        for trial in range(30):
            # A move that no other trial has makes each position new.
            asked = [f"{moves} {'ah'[trial % 2]}{3 + trial // 2 % 2} {'abgh'[trial // 4 % 4]}{6 - trial // 16 % 2}" for moves in openings]
            secret = chosen.randrange(8)
            await hits(OTHER, asked[secret], 150)
            found = [await hits(GREEDY, moves, 30) for moves in asked]
            right += found.index(max(found)) == secret
    figures.hold("a spy names the position of eight, of 30 times", right, 8)


CASES = {
    case.__name__: case
    for case in (searches, batches, reviews, bodies, positions, workers, reserved, many, crowded, short_review, spy)
}
figures = Figures("fairness")
for case in sys.argv[1:] or CASES:
    asyncio.run(CASES[case](figures))
figures.finish()
