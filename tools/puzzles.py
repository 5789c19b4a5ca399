#!/usr/bin/env python3
"""Puzzles from reviews of plyd's own games, checked by another engine or by exhaustive searches.

    python3 tools/puzzles.py find chess --service http://localhost:8080 --count 200 > puzzles.jsonl
    python3 tools/puzzles.py check --engine stockfish --nodes 200000 puzzles.jsonl
    python3 tools/puzzles.py find othello --service http://localhost:8080 --count 50 --last 10 > endings.jsonl
    python3 tools/puzzles.py solve othello --service http://localhost:8080 endings.jsonl

`find` lets levels 4 and 5 play each other, reviews the games and prints their puzzles, a line each; with `--last`, only of the
last plies of each game. `check` asks the other engine for its two best moves: the puzzle's solution has to be the best,
and better than the second best by more than what a good move loses (0.05 in expected score, on the curve of people).
`solve` searches every move of a position to the end of the game, by exact alpha-beta and endgame tables, and leaves out positions
that are not solved by that: the solution has to be better than every other move. Both print the puzzles that
differ, and the shares. `check` needs python-chess 1.11 (pip install chess).
"""

import argparse
import json
import math
import urllib.error
import urllib.request

# Lichess's curve: centipawns of a factor of e in the odds.
SCALE = 271.6
# The largest loss of a good move.
GOOD = 0.05


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    find = commands.add_parser("find")
    find.add_argument("game")
    find.add_argument("--service", required=True)
    find.add_argument("--count", type=int, default=200)
    find.add_argument("--nodes", type=int, help="of each ply; the default of reviews if not given")
    find.add_argument("--last", type=int, help="the last plies of a game to review; all if not given")
    find.add_argument("--plies", type=int, default=120, help="the most of a game")
    find.add_argument("--seed", type=int, default=1, help="of the first game")
    find.add_argument("--curve", default="people")
    check = commands.add_parser("check")
    check.add_argument("--engine", default="stockfish")
    check.add_argument("--nodes", type=int, default=200_000)
    check.add_argument("puzzles")
    solve = commands.add_parser("solve")
    solve.add_argument("game")
    solve.add_argument("--service", required=True)
    solve.add_argument("--nodes", type=int, default=3_000_000, help="of each move")
    solve.add_argument("puzzles")
    options = parser.parse_args()
    {"find": find_puzzles, "check": check_puzzles, "solve": solve_puzzles}[options.command](options)


def ask(options, operation, body):
    request = urllib.request.Request(
        f"{options.service}/v1/games/{options.game}/{operation}", json.dumps(body).encode(), {"content-type": "application/json"}
    )
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def read(path):
    with open(path) as file:
        return [json.loads(line) for line in file]


def find_puzzles(options):
    found, seed = 0, options.seed
    while found < options.count:
        moves, over = [], False
        while not over and len(moves) < options.plies:
            level = 4 + (seed + len(moves)) % 2
            answer = ask(options, "search", {"moves": moves, "level": level, "seed": 1000 * seed + len(moves)})
            if answer["move"]:
                moves.append(answer["move"])
            over = not answer["next"]
        plies = {"from": max(0, len(moves) - options.last)} if options.last else None
        body = {"moves": moves, "puzzles": True, "curve": options.curve, "nodes": options.nodes, "plies": plies}
        for puzzle in ask(options, "review", {name: value for name, value in body.items() if value is not None})["puzzles"]:
            if found < options.count:
                print(json.dumps({**puzzle, "seed": seed}), flush=True)
                found += 1
        seed += 1


def expected(score):
    """The expected score of Stockfish's score."""
    if score.is_mate():
        return 1.0 if score.mate() > 0 else 0.0
    return 1 / (1 + math.exp(-score.score() / SCALE))


def check_puzzles(options):
    import chess
    import chess.engine

    engine = chess.engine.SimpleEngine.popen_uci(options.engine)
    engine.configure({"Hash": 64, "Threads": 1})
    puzzles = read(options.puzzles)
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
            told = [(str(line["pv"][0]), str(line["score"].relative)) for line in lines]
            print(board.fen(), puzzle["solution"][0], puzzle["loss"], told)
    engine.quit()
    print(f"{len(puzzles)} puzzles: best move {best / len(puzzles):.1%}, only move {only / len(puzzles):.1%}")


def solve_puzzles(options):
    puzzles = read(options.puzzles)
    solved, only = 0, 0
    for puzzle in puzzles:
        played = {"state": puzzle["state"], "moves": puzzle["moves"]}
        values = {}
        position = ask(options, "position", played)
        for move in position["legal_moves"]:
            after = {"state": puzzle["state"], "moves": [*puzzle["moves"], move["move"]]}
            limits = {"algorithm": "alpha-beta", "nodes": options.nodes}
            values[move["move"]] = value(ask(options, "search", {**after, **limits}), position["to_move"])
        if None in values.values():
            continue
        solved += 1
        solution = puzzle["solution"][0]
        is_only = all(values[solution] > rank for move, rank in values.items() if move != solution)
        only += is_only
        if not is_only:
            print(puzzle["state"], puzzle["moves"], solution, puzzle["loss"], values)
    print(f"{len(puzzles)} puzzles, {solved} solved: only move {only} of {solved}")


def value(answer, player):
    """1 for a proven win of the player, 0 for a draw, -1 for a loss; None if nothing is proven."""
    if answer["outcome"]:
        winner = answer["outcome"]["winner"]
        return 0 if winner is None else 1 if winner == player else -1
    proven = {"loss": -1, "draw": 0, "win": 1}.get(answer["score"]["outcome"])
    return proven if proven is None or answer["to_move"] == player else -proven


main()
