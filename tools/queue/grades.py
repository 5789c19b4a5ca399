#!/usr/bin/env python3
"""Many different grades through `plyd.queue.map`, in jobs of 50: counts answers that are missing, doubled or of another item, and compares a sample with
`plyd serve`. Exits with 1 if one is wrong.

usage: tools/queue/grades.py [--count 100000] [--nodes 100] [--sample 1000] [--nats URL]

Needs the Python client (pip install clients/python), and plyd and plyd-queue in PATH. With --nats, workers have to run there.
"""

import argparse
import json
import random
import re
import subprocess
import sys
import time

from plyd import Client, queue

GAMES = ["chess", "checkers", "othello", "connect-four", "gomoku", "kalah"]
PLIES, MOVES, SIZE = 24, 8, 50


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--nodes", type=int, default=100)
    parser.add_argument("--sample", type=int, default=1_000)
    parser.add_argument("--nats")
    return parser.parse_args()


def grades(options, draw):
    """Grades of single moves in positions of random games, no two alike."""
    games = [(game, []) for _ in range(-(-options.count // (len(GAMES) * PLIES * MOVES // 2))) for game in GAMES]
    items = {}
    for _ in range(PLIES):
        asked = [{"op": "position", "game": game, "moves": moves, "draws": "automatic"} for game, moves in games]
        found = list(queue.map(asked, size=SIZE))
        games = [game for game, position in zip(games, found) if not position.body.over]
        for (game, moves), legal in zip(games, ([move.move for move in each.body.legal_moves] for each in found if not each.body.over)):
            for move in draw.sample(legal, min(MOVES, len(legal))):
                item = {"op": "grade", "game": game, "moves": list(moves), "candidates": [move], "nodes": options.nodes, "draws": "automatic"}
                items[json.dumps(item)] = item
            moves.append(draw.choice(legal))
    return draw.sample(list(items.values()), options.count)


def served(items):
    """The answers of `plyd serve`, in batches."""
    with subprocess.Popen(["plyd", "serve", "--listen", "127.0.0.1:0"], stdout=subprocess.PIPE, text=True) as server:
        address = next(filter(None, (re.search(r" listening address=(\S+)", line) for line in server.stdout)))[1]
        try:
            with Client(f"http://{address}", attempts=10) as plyd:
                return [result.body for begin in range(0, len(items), SIZE) for result in plyd.batch(items[begin : begin + SIZE])]
        finally:
            server.terminate()


def main():
    options, draw = arguments(), random.Random(1)
    items = grades(options, draw)
    began = time.monotonic()
    results = list(queue.map(items, size=SIZE, nats=options.nats))
    seconds = time.monotonic() - began
    bodies = {result.index: result.body for result in results if result.status == 200}
    asked = ((item["game"], item["candidates"][0]) for item in items)
    strange = sum(index in bodies and (bodies[index].game, bodies[index].candidates[0].given) != item for index, item in enumerate(asked))
    sample = draw.sample(range(len(items)), options.sample)
    different = sum(bodies.get(index) != body for index, body in zip(sample, served([items[index] for index in sample])))
    wrong = {"missing": len(items) - len(bodies), "doubled": len(results) - len(bodies), "of another item": strange, "different": different}
    print(f"{len(items)} grades, {seconds:.0f} s, {len(results)} answers; {wrong}, of {len(sample)} that plyd serve answered too")
    sys.exit(any(wrong.values()))


if __name__ == "__main__":
    main()
