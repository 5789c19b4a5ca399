#!/usr/bin/env python3
"""Compares the verdicts of reviews with those of another engine, on games of weak players.

    python3 tools/chess/review.py games --plyd target/dist/plyd --count 200 > games.txt
    python3 tools/chess/review.py label --engine stockfish --nodes 200000 games.txt labels.jsonl
    python3 tools/chess/review.py judge --service http://localhost:8080 --field nodes=50000 games.txt > judged.jsonl
    python3 tools/chess/review.py alone --service http://localhost:8080 --field nodes=50000 games.txt > cold.jsonl
    python3 tools/chess/review.py scale labels.jsonl judged.jsonl
    python3 tools/chess/review.py compare --scale 163 labels.jsonl judged.jsonl

`games` prints one game on each line. For each game, both players are drawn from the levels of plyd and the skill levels
of Stockfish. `label` values every position of the games with the other engine, in centipawns for the side to move; if it
is interrupted, it continues where it stopped. `judge` reviews the games. `alone` reviews each ply in a separate request,
so that no search continues another. `scale` fits the curve with which the labels give the same expected scores as the
reviews. `compare` prints the confusion table of the verdicts. Of the plies that either side calls a mistake or a blunder,
it also prints how many agree within one class. Expected scores come from the odds of a win and a draw that the other
engine gives, or, with `--scale`, from centipawns by one logistic curve. Needs python-chess 1.11 (pip install chess).
"""

import argparse
import json
import math
import os
import random
import sys
from pathlib import Path

import chess
import chess.engine

sys.path.append(str(Path(__file__).parents[1]))
import playing

VERDICTS = {"best": 0.02, "good": 0.05, "inaccuracy": 0.10, "mistake": 0.20, "blunder": math.inf}
NAMES = list(VERDICTS)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    games = commands.add_parser("games")
    games.add_argument("--plyd", required=True, help="the program")
    games.add_argument("--stockfish", default="stockfish")
    games.add_argument("--count", type=int, default=200)
    games.add_argument("--plies", type=int, default=60, help="the most of a game")
    games.add_argument("--seed", type=int, default=1)
    label = commands.add_parser("label")
    label.add_argument("--engine", default="stockfish")
    label.add_argument("--nodes", type=int, default=200_000)
    label.add_argument("--part", default="0/1", help="the games of this remainder, for several processes")
    label.add_argument("games")
    label.add_argument("labels")
    for name in ("judge", "alone"):
        command = commands.add_parser(name)
        command.add_argument("--service", required=True)
        command.add_argument("--field", action="append", default=[], metavar="NAME=VALUE")
        command.add_argument("games")
    scale = commands.add_parser("scale")
    scale.add_argument("labels")
    scale.add_argument("judged")
    compare = commands.add_parser("compare")
    compare.add_argument("--scale", type=float, help="centipawns of one logit; if not given, the other engine's own odds")
    compare.add_argument("--first", type=int, help="count only so many games, the first ones")
    compare.add_argument("labels")
    compare.add_argument("judged")
    return parser.parse_args()


def lines(path):
    with open(path) as file:
        return file.read().splitlines()


def player(options, draw):
    """A weak player, and a name for it."""
    if draw.random() < 0.5:
        level = draw.randint(2, 9)
        engine = chess.engine.SimpleEngine.popen_uci([options.plyd, "uci"])
        engine.configure({"Level": level})
        return engine, chess.engine.Limit(nodes=1_000_000)
    engine = chess.engine.SimpleEngine.popen_uci(options.stockfish)
    engine.configure({"Skill Level": draw.randint(0, 12), "Hash": 1})
    return engine, chess.engine.Limit(nodes=3_000)


def games(options):
    for number in range(options.count):
        draw = random.Random(options.seed * 10_000 + number)
        players = [player(options, draw), player(options, draw)]
        board = chess.Board()
        # Two random plies, because the engines always begin with the same few moves.
        for _ in range(2):
            board.push(draw.choice(sorted(board.legal_moves, key=str)))
        while not board.is_game_over(claim_draw=True) and board.ply() < options.plies:
            engine, limit = players[board.ply() % 2]
            board.push(engine.play(board, limit, game=number).move)
        for engine, _ in players:
            engine.quit()
        print(" ".join(move.uci() for move in board.move_stack), flush=True)


def label(options):
    part, parts = map(int, options.part.split("/"))
    done = {json.loads(line)["game"] for line in lines(options.labels)} if os.path.exists(options.labels) else set()
    engine = chess.engine.SimpleEngine.popen_uci(options.engine)
    engine.configure({"Hash": 64, "Threads": 1, "UCI_ShowWDL": True})
    for number, moves in enumerate(lines(options.games)):
        if number in done or number % parts != part:
            continue
        board, values = chess.Board(), []
        for move in [*moves.split(), None]:
            if board.is_game_over():
                values.append({"mate": 0} if board.is_checkmate() else {"draw": True})
            else:
                info = engine.analyse(board, chess.engine.Limit(nodes=options.nodes), game=number)
                score = info["score"].relative
                value = {"mate": score.mate()} if score.is_mate() else {"cp": score.score()}
                values.append({**value, "best": info["pv"][0].uci(), "wdl": list(info["wdl"].relative)})
            if move:
                board.push_uci(move)
        with open(options.labels, "a") as file:
            print(json.dumps({"game": number, "values": values}), file=file)
    engine.quit()


def judge(options):
    """Reviews each game."""
    service = playing.Connection(options.service, "chess")
    limits = playing.settings(options.field)
    for number, moves in enumerate(lines(options.games)):
        answer = service.ask("review", {"moves": moves, **limits})
        losses, best = ([ply[name] for ply in answer["plies"]] for name in ("loss", "best_expected"))
        print(json.dumps({"game": number, "losses": losses, "best": best, "stats": answer["stats"]}), flush=True)


def alone(options):
    """Reviews each ply in a separate request."""
    service = playing.Connection(options.service, "chess")
    limits = playing.settings(options.field)
    for number, moves in enumerate(lines(options.games)):
        losses = []
        for ply in range(len(moves.split())):
            answer = service.ask("review", {"moves": moves, "plies": {"from": ply, "to": ply}, **limits})
            losses.append(answer["plies"][0]["loss"])
        print(json.dumps({"game": number, "losses": losses}), flush=True)


def logistic(value):
    return 1 / (1 + math.exp(-max(-500.0, min(500.0, value))))


def expected(value, scale):
    """The expected score of a labelled position."""
    if "draw" in value:
        return 0.5
    if "mate" in value:
        return 1.0 if value["mate"] > 0 else 0.0
    win, draw, _ = value["wdl"]
    return logistic(value["cp"] / scale) if scale else (win + draw / 2) / 1000


def scale(options):
    """The scale with which the labels' expected scores are closest to those of the reviews, by least squares."""
    judged = {game["game"]: game["best"] for game in map(json.loads, lines(options.judged))}
    points = []
    for game in map(json.loads, lines(options.labels)):
        pairs = zip(game["values"], judged.get(game["game"], []))
        # Proven scores say nothing about a curve.
        points += [(value["cp"], best) for value, best in pairs if "cp" in value and 0 < best < 1]

    def error(scale):
        return sum((logistic(value / scale) - best) ** 2 for value, best in points)

    print(min(range(50, 500), key=error), f"from {len(points)} positions")


def verdict(loss):
    return next(number for number, most in enumerate(VERDICTS.values()) if loss <= most)


def confusion(table):
    """Prints how often each of our verdicts meets each of the other engine's, which are the rows."""
    print("| label \\ ours | " + " | ".join(NAMES) + " |\n|---|" + "--:|" * len(NAMES))
    for name, row in zip(NAMES, table):
        print(f"| {name} | " + " | ".join(map(str, row)) + " |")
    serious = [(one, other) for one in range(5) for other in range(5) if max(one, other) >= 3]
    count = sum(table[one][other] for one, other in serious)
    within = sum(table[one][other] for one, other in serious if abs(one - other) <= 1)
    width = 196 * math.sqrt(within * (count - within) / count**3)
    moves = sum(map(sum, table))
    equal = sum(table[one][one] for one in range(5))
    print(f"\n{moves} moves; the same verdict: {100 * equal / moves:.1f} %")
    print(f"mistake or blunder by either: {count}; within one class: {100 * within / count:.1f} ± {width:.1f} %")


def compare(options):
    judged = {game["game"]: game["losses"] for game in map(json.loads, lines(options.judged))}
    table = [[0] * len(NAMES) for _ in NAMES]
    for game in map(json.loads, lines(options.labels)):
        if options.first and game["game"] >= options.first:
            continue
        values = [expected(value, options.scale) for value in game["values"]]
        for loss, best, after in zip(judged.get(game["game"], []), values, values[1:]):
            # The value after the move is for the other side.
            table[verdict(max(0.0, best + after - 1))][verdict(loss)] += 1
    confusion(table)


def main():
    options = arguments()
    globals()[options.command](options)


if __name__ == "__main__":
    main()
