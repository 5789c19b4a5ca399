#!/usr/bin/env python3
"""A match between two services of plyd in any game, from random openings with colours swapped.

    python3 tools/match.py hex --first http://localhost:8080 --second http://localhost:8081 --games 100 --field time_ms=100
    python3 tools/match.py checkers --first http://localhost:8080 --second http://localhost:8081 --second-field warm=false

`--field` sets a field of both players' requests, `--first-field` and `--second-field` of one player's. Prints the score with its 95 % interval, from
the spread of pairs.
"""

import argparse
import random

import playing

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


class Player(playing.Connection):
    def __init__(self, url, game, fields):
        super().__init__(url, game)
        self.fields = fields

    def search(self, question):
        return self.ask("search", question | self.fields)


def opening(service, options, pair):
    """A request for a position after random moves, and its side to move. The game is not over, and neither side is further ahead than the option allows."""
    draw = random.Random(options.seed * 100_003 + pair)
    start = {"state": options.state} if options.state else {}
    while True:
        question = start | {"moves": []}
        position = service.ask("position", question)
        while len(question["moves"]) < options.plies and not position["over"]:
            question["moves"].append(draw.choice(position["legal_moves"])["move"])
            position = service.ask("position", question)
        if position["over"]:
            continue
        if options.even is not None:
            score = service.ask("search", question | {"nodes": 100_000, "algorithm": "selective"})["score"]
            if score["outcome"] or abs(score["value"]) > options.even:
                continue
        return question, position["to_move"]


def play(question, own, players):
    """Half points of the first of two players, whose side is to move. A game of PLIES_MAX plies counts as a draw."""
    question = question | {"moves": list(question["moves"])}
    to_move = own
    for _ in range(PLIES_MAX):
        answer = players[to_move != own].search(question)
        question["moves"].append(answer["move"])
        after = answer["after"]
        if after["over"]:
            winner = after["outcome"]["winner"]
            return 1 if winner is None else 2 * (winner == own)
        to_move = after["to_move"]
    return 1


def report(pairs, tally):
    mean, error = playing.interval(pairs)
    return f"+{tally[2]} ={tally[1]} -{tally[0]}  {mean:.1%} ± {error:.1%}"


def main():
    options = arguments()
    both = playing.settings(options.field) or {"time_ms": 100}
    players = [
        Player(getattr(options, name), options.game, both | playing.settings(getattr(options, f"{name}_field")))
        for name in ("first", "second")
    ]
    pairs, tally = [], [0, 0, 0]
    for pair in range(options.games // 2):
        question, to_move = opening(players[0], options, pair)
        points = [play(question, to_move, players), 2 - play(question, to_move, players[::-1])]
        for halves in points:
            tally[halves] += 1
        pairs.append(sum(points) / 4)
        print(report(pairs, tally), flush=True)


if __name__ == "__main__":
    main()
