#!/usr/bin/env python3
"""Compares the losses that `grade` reports for random legal moves with those of another engine.

    python3 tools/chess/grade.py ask --service http://localhost:8080 --field nodes=50000 games.txt > graded.jsonl
    python3 tools/chess/grade.py label --engine stockfish --nodes 200000 graded.jsonl labels.jsonl
    python3 tools/chess/grade.py compare --scale 163 graded.jsonl labels.jsonl

A line of `games.txt` has the moves of a game, as `review.py games` prints them. `ask` draws positions of each game and
legal moves of each position, and grades them. `label` values each position, and each position after such a move, with
the other engine; if it is interrupted, it continues where it stopped. `compare` prints how the two losses correlate,
the confusion table of the verdicts, and how many blunders of either the other misses. Expected scores are made as in
`review.py`. Needs python-chess 1.11 (pip install chess).
"""

import argparse
import json
import os
import random
import statistics
import sys
from pathlib import Path

import chess
import chess.engine

sys.path.append(str(Path(__file__).parents[1]))
import playing
from review import NAMES, confusion, expected, lines, verdict


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    ask = commands.add_parser("ask")
    ask.add_argument("--service", required=True)
    ask.add_argument("--field", action="append", default=[], metavar="NAME=VALUE")
    ask.add_argument("--positions", type=int, default=8, help="of each game")
    ask.add_argument("--candidates", type=int, default=4, help="of each position")
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("games")
    label = commands.add_parser("label")
    label.add_argument("--engine", default="stockfish")
    label.add_argument("--nodes", type=int, default=200_000)
    label.add_argument("graded")
    label.add_argument("labels")
    compare = commands.add_parser("compare")
    compare.add_argument("--scale", type=float, help="centipawns of one logit; if not given, the other engine's own odds")
    compare.add_argument("graded")
    compare.add_argument("labels")
    return parser.parse_args()


def ask(options):
    service = playing.Connection(options.service, "chess")
    limits = playing.settings(options.field)
    draw = random.Random(options.seed)
    for game in lines(options.games):
        moves = game.split()
        for ply in sorted(draw.sample(range(len(moves)), min(options.positions, len(moves)))):
            board = chess.Board()
            for move in moves[:ply]:
                board.push_uci(move)
            legal = sorted(move.uci() for move in board.legal_moves)
            candidates = draw.sample(legal, min(options.candidates, len(legal)))
            answer = service.ask("grade", {"moves": moves[:ply], "candidates": candidates, **limits})
            grades = [[grade[name] for name in ("given", "loss", "verdict")] for grade in answer["candidates"]]
            print(json.dumps({"fen": board.fen(), "grades": grades}), flush=True)


def value(engine, board, nodes):
    """The value for the side to move, as `review.expected` reads it."""
    if board.is_checkmate():
        return {"mate": 0}
    if board.is_game_over():
        return {"draw": True}
    info = engine.analyse(board, chess.engine.Limit(nodes=nodes), game=object())
    score = info["score"].relative
    return {"wdl": list(info["wdl"].relative), **({"mate": score.mate()} if score.is_mate() else {"cp": score.score()})}


def label(options):
    done = len(lines(options.labels)) if os.path.exists(options.labels) else 0
    engine = chess.engine.SimpleEngine.popen_uci(options.engine)
    engine.configure({"Hash": 64, "Threads": 1, "UCI_ShowWDL": True})
    for position in map(json.loads, lines(options.graded)[done:]):
        values = []
        for move in [None, *(move for move, *_ in position["grades"])]:
            board = chess.Board(position["fen"])
            if move:
                board.push_uci(move)
            values.append(value(engine, board, options.nodes))
        with open(options.labels, "a") as file:
            print(json.dumps(values), file=file)
    engine.quit()


def compare(options):
    pairs = []
    table = [[0] * len(NAMES) for _ in NAMES]
    labels = [json.loads(line) for line in lines(options.labels)]
    for position, values in zip(map(json.loads, lines(options.graded)), labels):
        best, *after = (expected(value, options.scale) for value in values)
        # The values after the moves are for the other side. One of them may be better than the search of the position.
        best = max([best, *(1 - value for value in after)])
        for (_, loss, name), value in zip(position["grades"], after):
            other = best - (1 - value)
            pairs.append((other, loss))
            table[verdict(other)][NAMES.index(name)] += 1
    missed, false = sum(table[4][:4]), sum(row[4] for row in table[:4])
    confusion(table)
    print(f"blunders: {sum(table[4])} by the label, of which {missed} are missed; {false} of other moves are false")
    differences = [abs(one - other) for one, other in pairs]
    print(f"{len(labels)} positions; losses: correlation {statistics.correlation(*zip(*pairs)):.3f}, mean difference {statistics.mean(differences):.3f}")


def main():
    options = arguments()
    globals()[options.command](options)


if __name__ == "__main__":
    main()
