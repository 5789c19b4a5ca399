#!/usr/bin/env python3
"""Answers without a time limit are deterministic, except for their timing fields: 10,000 searches of all games, many at
once, with warm searches between them.

usage: determinism.py [ANSWERS]
"""

import asyncio
import json
import sys
from collections import Counter

from service import Client, Figures, Plyd, request_text

ANSWERS = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
AT_ONCE = 32
# Games with warm searches, which run one after the other beside the other requests.
WARM = ["chess", "othello", "checkers", "gomoku", "hex"]
TIMING = ("elapsed_us", "queued_us", "nodes_per_second")
# Positions to search to depth 3, like the start of every game.
MORE = [
    ("tic-tac-toe", {"multi_pv": "all"}),
    ("bones", {"state": "1000003:7 max", "depth": 3}),
    ("connect-four", {"moves": ["4", "4", "5"], "depth": 7}),
    ("gomoku", {"moves": ["h8"], "nodes": 3000, "tie_break": "random", "seed": 11}),
    ("othello", {"depth": 5, "multi_pv": 2}),
    ("checkers", {"moves": ["11-15"], "depth": 6}),
    ("chess", {"moves": ["e2e4", "c7c5"], "nodes": 5000}),
    ("chess", {"state": "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", "depth": 2}),
    ("connect-four", {"moves": ["4", "4"], "nodes": 20_000, "multi_pv": 3}),
    ("chess", {"moves": ["e2e4", "c7c5"], "nodes": 5000, "algorithm": "selective"}),
    ("checkers", {"moves": ["11-15", "23-19"], "depth": 8, "algorithm": "selective"}),
    ("gomoku", {"moves": ["h8", "g7"], "level": 4, "seed": 5}),
    ("othello", {"moves": ["f5"], "level": 5, "seed": 5}),
    ("chess", {"moves": ["d2d4"], "level": 3, "seed": 5}),
]


def timeless(value):
    if isinstance(value, dict):
        return {name: timeless(inner) for name, inner in value.items() if name not in TIMING}
    return [timeless(inner) for inner in value] if isinstance(value, list) else value


async def ask_all(port, asked):
    """The different answers to each request."""
    answers = [set() for _ in asked]
    numbers = iter(range(ANSWERS))

    async def client():
        connection = Client(port)
        for number in numbers:
            # Consecutive searches differ, so that a worker's table has entries from another search.
            which = number * 9973 % len(asked)
            game, body = asked[which]
            while True:
                status, _, answer = await connection.ask(request_text(f"/v1/games/{game}/search", body))
                if status != 503:
                    break
                # So many requests can overload the server, so refused requests are sent again.
                await asyncio.sleep(0.02)
            assert status == 200, f"{game}: {status} {answer}"
            answer = json.loads(answer)
            assert answer["deterministic"], f"{game}: time ended it"
            answers[which].add(json.dumps(timeless(answer)))
        connection.close()

    warm = Counter()

    async def warm_client():
        connection = Client(port)
        while True:
            for game in WARM:
                text = request_text(f"/v1/games/{game}/search", {"time_ms": 500, "threads": 2})
                status, _, answer = await connection.ask(text)
                warm[status == 200 and json.loads(answer)["warm"]] += 1

    beside = asyncio.create_task(warm_client())
    await asyncio.gather(*(client() for _ in range(AT_ONCE)))
    beside.cancel()
    return answers, warm[True]


figures = Figures("the same answer each time")
with Plyd("--workers", 2, "--max-time-ms", 60_000, book=True) as server:
    asked = [(game, {"depth": 3}) for game in server.games()] + MORE
    answers, warm = asyncio.run(ask_all(server.port, asked))
figures.say(f"{ANSWERS} answers to {len(asked)} searches, {AT_ONCE} at once, beside {warm} warm searches")
figures.hold("warm searches", warm, 1, least=True)
for (game, body), found in zip(asked, answers):
    figures.hold(f"different answers, {game} {json.dumps(body)[:60]}", len(found), 1)
figures.finish()
