#!/usr/bin/env python3
"""The result cache under a Zipf mix: opening positions of six games at level 6, the share of the rank-th most frequent one falling as 1/rank.
At least five times the requests per second of CPU that a server without the cache gives, and equal answers.

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
    """Positions of each game after up to six random moves, with the first ones most often among them."""
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
        # Without the cache every request is a search of its own, so fewer tell as much.
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

# Equal questions that arrive together.
with Plyd("--workers", 2, "--cache-mb", 64) as server:
    text = request_text("/v1/games/othello/search", {"nodes": 400_000, "moves": ["f5"]})
    counts, _, _ = asyncio.run(ask_all(server.port, [text] * CONNECTIONS))
    figures.say(f"eight equal questions together: {dict(counts)}")
    figures.hold("searches for eight equal questions together", counts[200, "plyd; fwd=miss; stored"], 1)
    figures.hold("answers by that search", sum(counts.values()) - counts[200, "plyd; fwd=miss; stored"], 7, least=True)
figures.finish()
