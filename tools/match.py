#!/usr/bin/env python3
"""A match between two services of plyd in any game, from random openings with colours swapped.

    python3 tools/match.py hex --first http://localhost:8080 --second http://localhost:8081 --games 100 --field time_ms=100
    python3 tools/match.py checkers --first http://localhost:8080 --second http://localhost:8081 --second-field warm=false

A field is one of both players' requests, `--first-field` and `--second-field` are of one. The score is told with its 95 % interval, from the spread of pairs.
"""

import argparse
import http.client
import json
import math
import random
from urllib.parse import urlsplit

PLIES_MAX = 600


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    for player in ("first", "second"):
        parser.add_argument(f"--{player}", required=True, metavar="URL")
        parser.add_argument(f"--{player}-field", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--field", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--state", help="where games begin, instead of the usual start")
    parser.add_argument("--plies", type=int, default=3, help="random plies before each pair of games")
    parser.add_argument("--even", type=float, metavar="VALUE", help="only openings whose value is at most this for either side")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def fields(texts):
    pairs = (text.split("=", 1) for text in texts)
    words = {"true": True, "false": False}
    return {name: int(value) if value.isdigit() else words.get(value, value) for name, value in pairs}


class Service:
    def __init__(self, url, game, settings):
        self.connection = http.client.HTTPConnection(urlsplit(url).netloc)
        self.path, self.settings = f"/v1/games/{game}", settings

    def ask(self, operation, body):
        self.connection.request("POST", f"{self.path}/{operation}", json.dumps(body), {"Content-Type": "application/json"})
        response = self.connection.getresponse()
        answer = json.load(response)
        if response.status != 200:
            raise SystemExit(f"{operation} {body}: {answer}")
        return answer

    def search(self, question):
        return self.ask("search", question | self.settings)


def opening(service, options, pair):
    """Random moves after which the game goes on, and neither side is better than asked for."""
    draw = random.Random(options.seed * 100_003 + pair)
    start = {"state": options.state} if options.state else {}
    while True:
        question = start | {"moves": []}
        for _ in range(options.plies):
            legal = service.ask("position", question)["legal_moves"]
            question["moves"].append(draw.choice(legal)["move"] if legal else None)
        if None in question["moves"] or service.ask("position", question)["over"]:
            continue
        if options.even is not None:
            score = service.ask("search", question | {"nodes": 100_000, "algorithm": "selective"})["score"]
            if score["outcome"] or abs(score["value"]) > options.even:
                continue
        return question


def play(question, players):
    """Half points of the first of two players, who has the side to move in the position of the question."""
    question = question | {"moves": list(question["moves"])}
    own = players[0].ask("position", question)["to_move"]
    for _ in range(PLIES_MAX):
        player = players[players[0].ask("position", question)["to_move"] != own]
        answer = player.search(question)
        question["moves"].append(answer["move"])
        if answer["after"]["over"]:
            outcome = answer["after"]["outcome"]
            return 1 if outcome["winner"] is None else 2 * (outcome["winner"] == own)
    return 1


def report(pairs, tally):
    mean = sum(pairs) / len(pairs)
    error = 1.96 * math.sqrt(sum((pair - mean) ** 2 for pair in pairs) / len(pairs) / len(pairs))
    return f"+{tally[2]} ={tally[1]} -{tally[0]}  {mean:.1%} ± {error:.1%}"


def main():
    options = arguments()
    both = fields(options.field) or {"time_ms": 100}
    players = [
        Service(getattr(options, name), options.game, both | fields(getattr(options, f"{name}_field")))
        for name in ("first", "second")
    ]
    pairs, tally = [], [0, 0, 0]
    for pair in range(options.games // 2):
        question = opening(players[0], options, pair)
        points = [play(question, players), 2 - play(question, players[::-1])]
        for halves in points:
            tally[halves] += 1
        pairs.append(sum(points) / 4)
        print(report(pairs, tally), flush=True)


if __name__ == "__main__":
    main()
