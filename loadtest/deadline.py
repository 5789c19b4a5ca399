#!/usr/bin/env python3
"""On an idle machine an answer arrives within time_ms + 25 ms at p99, in every game. The searches are limited by time alone and run one after another.

usage: deadline.py [ANSWERS]   for each game and budget, 100 by default
"""

import sys
import time

from service import Figures, Plyd, Wire, percentile, request_text, spread

ANSWERS = int(sys.argv[1]) if len(sys.argv) > 1 else 100
LATE_MS = 25
BUDGETS_MS = (10, 50, 200)
# Positions in addition to the start and the examples of each game: middlegames and endgames, and the largest boards.
# The large tree, and the nim heap without a closed form, take long without a time limit.
MORE = {
    "bones": [{"state": "1000000000:100 max", "multi_pv": "all"}],
    "tree": [{"state": [[[[value * 7919 % 101 - 50 for value in range(8)]] * 8] * 8] * 8}],
    "connect-four": [{"moves": list("4444")}, {"moves": list("43526"), "multi_pv": "all"}, {"moves": list("1234567")}],
    "gomoku": [
        {"state": "/".join(["19"] * 19) + " X 5"},
        {"moves": ["h8", "g7", "j10", "h9"], "multi_pv": "all"},
        {"moves": ["h8", "g7", "j10", "h9"], "algorithm": "selective"},
        {"moves": ["h8", "g7", "j10", "h9"], "level": 5},
        {"state": "/".join(["19"] * 19) + " X 5", "level": 3},
    ],
    "othello": [{"moves": ["d3", "c5", "f6"], "multi_pv": "all"}, {"moves": ["f5", "d6", "c3", "d3", "c4"]}],
    "checkers": [
        {"moves": ["11-15", "23-19"]},
        {"state": "W:WK27,K19,K18:BK1,K10,K5"},
        {"moves": ["11-15", "23-19"], "algorithm": "selective"},
    ],
    # Kings among men in a lattice. Listing the captures of one of these positions takes up to a millisecond.
    "draughts": [
        {"state": "B:WK1,K3,K6,K16,K25,K48,K49,K50:BK7,K8,K9,K10,K17,K20,K23,K27,K30,K37,K38,K39,K40,K41,K45,K46", **how}
        for how in ({}, {"algorithm": "selective"}, {"level": 3})
    ],
    "chess": [
        {"state": "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "multi_pv": "all"},
        {"state": "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1"},
        {"moves": ["e2e4"], "level": 10},
    ],
    "dots-and-boxes": [{"state": "/".join(["0" * 7, "0" * 8] * 7 + ["0" * 7]) + " 0,0 A"}],
    "hex": [{"state": "/".join(["19"] * 19) + " X"}, {"state": "/".join(["19"] * 19) + " X", "level": 3}],
    "nim": [{"state": ",".join(["50"] * 20) + " max misere", "level": 3}],
}


def asked(game):
    """Requests for a game with these facts: each of its states with default options, and the start with every other option."""
    yield {}
    yield {"multi_pv": "all"}
    if any(algorithm["name"] == "selective" for algorithm in game["algorithms"]):
        yield {"algorithm": "selective"}
    if game["levels"]:
        yield {"level": 3}
    yield from ({"state": state} for state in game["state"]["examples"][1:])
    yield from MORE.get(game["id"], [])


figures = Figures("time_ms holds")
with Plyd("--workers", 1) as server:
    wire = Wire(server.port)
    # A server that has just started evaluates the start of each game first, and is not idle.
    time.sleep(2)
    for game, facts in server.games().items():
        positions = list(asked(facts))
        for budget in BUDGETS_MS:
            late = []
            for number in range(ANSWERS):
                body = {**positions[number % len(positions)], "time_ms": budget}
                took, status = wire.ask(request_text(f"/v1/games/{game}/search", body))
                assert status == 200, f"{game}: {status}"
                late.append(took - budget)
            figures.hold(f"{game}, {budget} ms: p99 later than the budget", percentile(late, 0.99), LATE_MS, " ms")
            figures.say(spread(late))
figures.finish()
