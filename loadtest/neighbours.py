#!/usr/bin/env python3
"""How one client, or eight, can affect another by costly but valid requests. There is one worker. The other client has its own address and connections.

Beside one address with 32 connections for each kind of request, the other client's small search and `/livez` take at most 5 ms at p50. While the worker
searches, `position` takes at most 25 ms at p99, and a hint of 300 ms that may wait is answered. Beside 64 slow bodies of four addresses, one of 100 kB gets in
within 4 s. Beside reviews of 3 s from sixteen addresses, whose plies take 50 ms, a short one is answered at most 1 s later than without them. A client that
reads the statistics of its warm searches can tell which of eight positions another client has searched in at most 8 of 30 trials.

usage: neighbours.py [CASE…]   kinds, positions, hints, bodies, reviews, spy; all if none is given
"""

import asyncio
import itertools
import json
import random
import statistics
import sys
import time
from collections import Counter

from service import Client, Figures, Plyd, percentile, request_text, spread

GREEDY, OTHER = "127.0.0.2", "127.0.0.3"
SMALL = request_text("/v1/games/connect-four/search?nodes=2000")
# 60 plies of Kasparov against Topalov, Wijk aan Zee 1999.
MOVES = (
    "e4 d6 d4 Nf6 Nc3 g6 Be3 Bg7 Qd2 c6 f3 b5 Nge2 Nbd7 Bh6 Bxh6 Qxh6 Bb7 a3 e5 O-O-O Qe7 Kb1 a6 Nc1 O-O-O Nb3 exd4 Rxd4 c5 Rd1 Nb6 g3 Kb8 Na5 Ba8 "
    "Bh3 d5 Qf4+ Ka7 Rhe1 d4 Nd5 Nbxd5 exd5 Qd6 Rxd4 cxd4 Re7+ Kb6 Qxd4+ Kxa5 b4+ Ka4 Qc3 Qxd5 Ra7 Bb7 Rxb7 Qc4"
).split()
QUEENS = "qqqqqqqk/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQQQQK w - - 0 1"
HEAPS = ",".join(["49"] * 20) + " max"
FEW = " ".join(f"{heap}:1" for heap in range(1, 21))
LATTICE = "W:WK1,K5,K6,K16,K25,K45,K50:BK7,K8,K9,K10,K17,K20,K23,K27,K30,K37,K38,K39,K40,K41"
DOTS = "/".join(["0000000/00000000"] * 7) + "/0000000 0,0 A"
# Each of these moves is in another spelling, so it is compared with all legal ones.
ODD = " ".join(f"{file}{rank}{next_file}{rank}!" for rank in range(1, 9) for file, next_file in zip("abcdefg", "bcdefgh"))
NAMES = ["".join(letters) for letters in itertools.product("abcdefghijklmnopqrstuvwxyzABCDEFGH", repeat=3)]
KINDS = {
    "nim, 512 bytes": ("/v1/games/nim/search", {"state": HEAPS, "moves": f"{FEW} {FEW} {FEW} {FEW}"[:400].rsplit(" ", 1)[0], "depth": 1}),
    "nim, a move that is illegal": ("/v1/games/nim/position", {"state": HEAPS, "moves": "1:1 " * 30 + "x" * 200}),
    "draughts, an order of moves": ("/v1/games/draughts/search", {"state": LATTICE, "order": "1-2 3-4", "depth": 1}),
    "draughts, a tree with an order": (f"/v1/games/draughts/tree?depth=1&order=1-2+3-4&state={LATTICE}", None),
    "dots-and-boxes, an order of moves": ("/v1/games/dots-and-boxes/search", {"state": DOTS, "order": ODD, "depth": 1}),
    "nim, position": ("/v1/games/nim/position", {"state": HEAPS}),
    "chess, position of queens": ("/v1/games/chess/position", {"state": QUEENS}),
    "record/write, 23,500 tags": ("/v1/games/chess/record/write", {"moves": "e4", "tags": dict.fromkeys(NAMES[:23_500], "")}),
    "tree, 64 kB of moves": ("/v1/games/chess/tree", {"moves": ["e2e4"] * 8000, "depth": 1}),
    "record, 262 kB": ("/v1/games/chess/record", {"record": "1. e4 " + "(" * 262_000}),
}


async def timed(port, text, source=OTHER):
    """Milliseconds and status of one request over a new connection."""
    client, began = Client(port, source), time.perf_counter()
    try:
        status, _, body = await asyncio.wait_for(client.ask(text), 60)
        return (time.perf_counter() - began) * 1000, status, body
    except (OSError, asyncio.IncompleteReadError, TimeoutError):
        return (time.perf_counter() - began) * 1000, "nothing", b""
    finally:
        client.close()


async def repeat(port, text, source, statuses):
    client = Client(port, source)
    while True:
        try:
            status, _, _ = await client.ask(text)
        except (OSError, asyncio.IncompleteReadError):
            status = "nothing"
        statuses[status] += 1
        if status in ("nothing", 503):
            await asyncio.sleep(0.02)


async def beside(port, texts, action):
    """The result of an action while each text is sent over and over from the address beside it."""
    statuses = Counter()
    tasks = [asyncio.create_task(repeat(port, text, source, statuses)) for text, source in texts]
    await asyncio.sleep(1.5)
    found = await action()
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return found, statuses


async def several(port, texts, count):
    return [await timed(port, text) for _ in range(count) for text in texts]


async def one_each(port, text, sources):
    """The same request from each of these addresses, one after the other."""
    return [await timed(port, text, source) for source in sources]


async def kinds(figures):
    for name, (path, body) in KINDS.items():
        with Plyd("--workers", 1) as server:
            text = request_text(path, body)
            alone = await several(server.port, [SMALL], 30)
            both = [SMALL, request_text("/livez")]
            found, statuses = await beside(server.port, [(text, GREEDY)] * 32, lambda: several(server.port, both, 60))
            took, live = ([one for one, _, _ in found[which::2]] for which in range(2))
            figures.hold(f"32 of {name}: small search, p50", statistics.median(took), 5, " ms")
            figures.hold(f"32 of {name}: /livez, p50", statistics.median(live), 5, " ms")
            figures.hold(f"32 of {name}: not answered", sum(status != 200 for _, status, _ in found), 0)
            before = spread([one for one, _, _ in alone])
            figures.say(f"    {spread(took)}; without load {before}; {len(text)} bytes, answered {dict(statuses)}")


async def positions(figures):
    position = request_text("/v1/games/chess/position")
    search = request_text("/v1/games/connect-four/search", {"moves": ["4", "4", "3"], "time_ms": 3000, "algorithm": "alpha-beta"})
    with Plyd("--workers", 1) as server:
        found, _ = await beside(server.port, [(search, GREEDY)] * 4, lambda: several(server.port, [position], 300))
    took = [one for one, _, _ in found]
    figures.hold("position while the worker searches, p99", percentile(took, 0.99), 25, " ms")
    figures.hold("position while the worker searches: not answered", sum(status != 200 for _, status, _ in found), 0)
    figures.say(f"    {spread(took)}")


async def hints(figures):
    search = request_text("/v1/games/gomoku/search", {"time_ms": 1000})
    hint = {"moves": MOVES[:6], "time_ms": 300}
    with Plyd("--workers", 1) as server:
        for body, name in (hint, "without wait_ms"), ({**hint, "wait_ms": 5000}, "that may wait for 5 s"):
            text = request_text("/v1/games/chess/hint", body)
            found, _ = await beside(server.port, [(search, GREEDY)] * 4, lambda text=text: several(server.port, [text], 15))
            refused = sum(status != 200 for _, status, _ in found)
            if "wait_ms" in body:
                figures.hold(f"hints {name}: not answered, of 15", refused, 0)
            else:
                figures.say(f"hints {name}: not answered, of 15: {refused}")


async def drip(port, source, statuses):
    """Sends the bodies of batches, a byte a second, over and over."""
    head = b"POST /v1/batch HTTP/1.1\r\nhost: plyd\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n{"
    while True:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0))
        writer.write(head)
        answer = asyncio.create_task(reader.read(64))
        try:
            while not (await asyncio.wait([answer], timeout=1))[0]:
                writer.write(b" ")
            statuses[answer.result()[9:12].decode() or "closed"] += 1
        except OSError as error:
            statuses[type(error).__name__] += 1
        finally:
            answer.cancel()
            writer.close()


async def bodies(figures):
    # More items than are allowed, so that it takes nothing but the reading.
    batch = request_text("/v1/batch", {"items": [0] * 40_000})
    statuses, took, refused = Counter(), [], 0
    with Plyd("--workers", 1) as server:
        tasks = [asyncio.create_task(drip(server.port, f"127.0.0.{number}", statuses)) for number in range(11, 15) for _ in range(16)]
        await asyncio.sleep(1)
        for _ in range(8):
            began = time.perf_counter()
            while (await timed(server.port, batch))[1] == 503 and time.perf_counter() - began < 60:
                refused += 1
                await asyncio.sleep(1)
            took.append(time.perf_counter() - began)
            await asyncio.sleep(0.7)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    figures.hold("a body of 100 kB beside 64 slow ones of four addresses, worst", max(took), 4, " s")
    figures.say(f"    {[round(one, 1) for one in took]} s, refused {refused} times; the slow ones {dict(statuses)}")


async def reviews(figures):
    with Plyd("--workers", 1) as server:
        # The nodes of a ply of 50 ms. A review of two plies of 20 ms is short.
        probe = json.loads(server.get("/v1/games/chess/search?nodes=200000&moves=e4,e5")[1])["stats"]
        nodes = int(probe["nodes"] / probe["elapsed_us"] * 50_000)
        long = request_text("/v1/games/chess/review", {"moves": MOVES, "nodes": nodes})
        short = request_text("/v1/games/chess/review", {"moves": MOVES[:2], "nodes": nodes * 2 // 5})
        alone = await several(server.port, [short], 3)
        texts = [(long, f"127.0.0.{number}") for number in range(11, 27)]
        # Each from another address, because one that asks again and again takes its turns.
        others = [f"127.0.0.{number}" for number in range(31, 41)]
        found, statuses = await beside(server.port, texts, lambda: one_each(server.port, short, others))
        plies = server.get("/metrics")[1].decode()
    took, before = [one for one, _, _ in found], min(one for one, _, _ in alone)
    later = max(took) - before
    figures.hold("a short review beside those of sixteen addresses, later than alone by", later, 1000, " ms")
    figures.hold("a short review beside those of sixteen addresses: not answered", sum(status != 200 for _, status, _ in found), 0)
    figures.say(f"    {[round(one) for one in took]} ms; alone {before:.0f} ms; plies of {mean_job(plies):.0f} ms; the long ones {dict(statuses)}")


def mean_job(metrics):
    """The mean running time of a job in milliseconds."""
    read = lambda name: float(metrics.split(f"\nplyd_pool_run_seconds_{name} ")[1].split()[0])
    return 1000 * read("sum") / read("count")


async def spy(figures):
    right, chance = 0, random.Random(1)
    with Plyd("--workers", 1) as server:
        for trial in range(30):
            first = [f"{file}{rank}" for file in "cdefghijklm" for rank in range(3, 13)]
            places = [{"moves": chance.sample(first, 4)} for _ in range(8)]
            secret = chance.randrange(8)
            await timed(server.port, request_text("/v1/games/gomoku/search", {**places[secret], "time_ms": 300}), GREEDY)
            shares = []
            for place in places:
                _, _, body = await timed(server.port, request_text("/v1/games/gomoku/search", {**place, "time_ms": 15}))
                stats = json.loads(body)["stats"]
                shares.append(stats["table_hits"] / max(1, stats["table_probes"]))
            right += shares.index(max(shares)) == secret
    figures.hold("the spy is right, of 30", right, 8)


CASES = {case.__name__: case for case in (kinds, positions, hints, bodies, reviews, spy)}
figures = Figures("neighbours")
for case in sys.argv[1:] or CASES:
    asyncio.run(CASES[case](figures))
figures.finish()
