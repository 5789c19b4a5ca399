#!/usr/bin/env python3
"""Puzzles from reviews of plyd's own games, checked by another engine.

    python3 tools/chess/puzzles.py find --service http://localhost:8080 --count 200 > puzzles.jsonl
    python3 tools/chess/puzzles.py check --engine stockfish --nodes 200000 puzzles.jsonl

`find` lets levels 4 and 5 play each other, reviews the games and prints their puzzles, a line each. `check` asks the
other engine for its two best moves: the puzzle's solution has to be the best, and better than the second best by more
than what a good move loses (0.05 in expected score, on the curve of people). It prints the puzzles that differ, and the
shares. Needs python-chess 1.11 (pip install chess).
"""

import argparse
import json
import math
import urllib.request

import chess
import chess.engine

# Lichess's curve: centipawns of a factor of e in the odds.
SCALE = 271.6
# The largest loss of a good move.
GOOD = 0.05


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    find = commands.add_parser("find")
    find.add_argument("--service", required=True)
    find.add_argument("--count", type=int, default=200)
    find.add_argument("--nodes", type=int, help="of each ply; the default of reviews if not given")
    find.add_argument("--curve", default="people")
    check = commands.add_parser("check")
    check.add_argument("--engine", default="stockfish")
    check.add_argument("--nodes", type=int, default=200_000)
    check.add_argument("puzzles")
    options = parser.parse_args()
    {"find": find_puzzles, "check": check_puzzles}[options.command](options)


def ask(service, operation, body):
    request = urllib.request.Request(
        f"{service}/v1/games/chess/{operation}", json.dumps(body).encode(), {"content-type": "application/json"}
    )
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def find_puzzles(options):
    found, seed = 0, 0
    while found < options.count:
        seed += 1
        moves, answer = [], {"next": {"moves": []}}
        while answer["next"] and len(moves) < 120:
            level = 4 + (seed + len(moves)) % 2
            answer = ask(options.service, "search", {"moves": moves, "level": level, "seed": 1000 * seed + len(moves)})
            moves = answer["next"]["moves"] if answer["next"] else moves
        body = {"moves": moves, "puzzles": True, "curve": options.curve, "nodes": options.nodes}
        for puzzle in ask(options.service, "review", body)["puzzles"]:
            if found < options.count:
                print(json.dumps(puzzle), flush=True)
                found += 1


def expected(score):
    """The expected score of Stockfish's score."""
    if score.is_mate():
        return 1.0 if score.mate() > 0 else 0.0
    return 1 / (1 + math.exp(-score.score() / SCALE))


def check_puzzles(options):
    engine = chess.engine.SimpleEngine.popen_uci(options.engine)
    engine.configure({"Hash": 64, "Threads": 1})
    with open(options.puzzles) as file:
        puzzles = [json.loads(line) for line in file]
    best, only = 0, 0
    for number, puzzle in enumerate(puzzles):
        board = chess.Board(puzzle["state"])
        board.push_uci(puzzle["moves"][0])
        lines = engine.analyse(board, chess.engine.Limit(nodes=options.nodes), multipv=2, game=number)
        lead = expected(lines[0]["score"].relative) - expected(lines[1]["score"].relative)
        is_best = lines[0]["pv"][0].uci() == puzzle["solution"][0]
        is_only = is_best and lead > GOOD
        best, only = best + is_best, only + is_only
        if not is_only:
            print(board.fen(), puzzle["solution"][0], puzzle["loss"], [(str(line["pv"][0]), str(line["score"].relative)) for line in lines])
    engine.quit()
    print(f"{len(puzzles)} puzzles: best move {best / len(puzzles):.1%}, only move {only / len(puzzles):.1%}")


main()
