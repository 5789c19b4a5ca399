#!/usr/bin/env python3
"""The result cache under a Zipf mix: opening positions of six games at level 6, where the position of rank n is asked for in proportion to 1/n.
It must give at least five times the requests per second of CPU of a server without the cache, and the same answers.

usage: cache.py [REQUESTS]
"""

import asyncio
import json
import random
import sys
import time
from collections import Counter

from service import Client, Figures, Plyd, request_text

REQUESTS = int(sys.argv[1]) if len(sys.argv) > 1 else 3000
GAMES = ("chess", "othello", "checkers", "connect-four", "gomoku", "breakthrough")
POSITIONS, CONNECTIONS, LEAST, TRIES = 40, 8, 5, 20
TIMES = {"elapsed_us", "queued_us", "nodes_per_second"}


def openings(server, seed=7):
    """Positions of each game after up to six random moves. Early positions are the most frequent."""
    random.seed(seed)
    found = []
    for game in GAMES:
        for number in range(POSITIONS):
            moves = []
            for _ in range(number % 7):
                asked = "%2C".join(moves)
                position = json.loads(server.get(f"/v1/games/{game}/position?moves={asked}")[1])
                moves.append(random.choice(position["legal_moves"])["move"])
            found.append((game, moves))
    random.shuffle(found)
    return [request_text(f"/v1/games/{game}/search", {"moves": moves, "level": 6}) for game, moves in found]


async def ask_all(port, texts):
    """Sends the requests over a few connections, again if the server refuses for load, as clients do. Status and Cache-Status of each, an answer to each
    text, and the number of refusals."""
    queue, counts, answers, refused = iter(texts), Counter(), {}, 0

    async def connection():
        nonlocal refused
        client = Client(port)
        for text in queue:
            for _ in range(TRIES):
                status, headers, body = await client.ask(text)
                if status != 503:
                    break
                refused += 1
                await asyncio.sleep(0.1)
            counts[status, headers.get("cache-status", "")] += 1
            if status == 200:
                answers.setdefault(text, body)
        client.close()

    await asyncio.gather(*(connection() for _ in range(CONNECTIONS)))
    return counts, answers, refused


def without_times(value):
    if isinstance(value, dict):
        return {name: without_times(field) for name, field in value.items() if name not in TIMES}
    return [without_times(item) for item in value] if isinstance(value, list) else value


figures = Figures("result cache")
found = {}
for megabytes in 0, 64:
    with Plyd("--workers", 2, "--cache-mb", megabytes, book=True) as server:
        if not megabytes:
            texts = openings(server)
            weights = [1 / rank for rank in range(1, len(texts) + 1)]
            asked = random.choices(texts, weights, k=REQUESTS)
        # Without the cache every request is a separate search, so fewer requests are enough.
        sample = asked if megabytes else asked[: REQUESTS // 6]
        cpu, began = server.cpu_seconds(), time.perf_counter()
        counts, answers, refused = asyncio.run(ask_all(server.port, sample))
        cpu, seconds = server.cpu_seconds() - cpu, time.perf_counter() - began
        found[megabytes] = len(sample) / cpu, counts, answers
        rates = f"{len(sample) / cpu:.0f} per CPU second, {len(sample) / seconds:.0f}/s"
        figures.say(f"--cache-mb {megabytes}: {len(sample)} requests, {rates}, {refused} refused at first; {dict(counts)}")
(plain, _, reference), (cached, counts, answers) = found.values()
hits = sum(count for (_, status), count in counts.items() if "hit" in status)
figures.say(f"hits: {hits / REQUESTS:.1%} of {REQUESTS} over {len(texts)} positions")
figures.hold("requests per CPU second, against none kept", cached / plain, LEAST, "x", least=True)
figures.hold("not answered", sum(count for (status, _), count in counts.items() if status != 200), 0)
same = sum(without_times(json.loads(body)) != without_times(json.loads(answers[text])) for text, body in reference.items() if text in answers)
figures.hold("answers that differ from a search", same, 0)

# Another client has queued the same request behind twelve others. This client must not wait for them.
MOVES = ["a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "a8", "b8", "c8", "d8", "h8"]


async def beside_another(server):
    probe = json.loads(server.get("/v1/games/gomoku/search?nodes=100000&moves=h8")[1])["stats"]
    nodes = int(probe["nodes"] / probe["elapsed_us"] * 1e6 * 0.4)
    texts = [request_text("/v1/games/gomoku/search", {"nodes": nodes, "moves": [move]}) for move in MOVES]

    async def ask(text, source):
        client, began = Client(server.port, source), time.perf_counter()
        status = (await client.ask(text))[0]
        client.close()
        return status, time.perf_counter() - began

    others = [asyncio.create_task(ask(text, "127.0.0.2")) for text in texts]
    await asyncio.sleep(0.3)
    status, seconds = await ask(texts[-1], "127.0.0.3")
    figures.hold("a question that another client has asked behind twelve others: after", seconds, 2, " s")
    figures.hold("not answered beside it", sum(status != 200 for status, _ in [(status, 0), *await asyncio.gather(*others)]), 0)


with Plyd("--workers", 1, "--cache-mb", 64) as server:
    asyncio.run(beside_another(server))
figures.finish()
