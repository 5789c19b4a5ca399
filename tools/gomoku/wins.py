#!/usr/bin/env python3
"""Finds won positions of gomoku in plyd's games against itself, and writes them in the format of tests/winning/gomoku.txt.

    python3 tools/gomoku/wins.py --plyd target/dist/plyd --count 100 > tests/winning/gomoku.txt

plyd plays itself at a few nodes a move, from three random stones near the centre. From each decided game it takes one
position with the winner to move, 9 to 17 plies before the end, and keeps it if a long search proves a win in 9 to 17
plies. The quick search that is tested on the positions has no part in the selection. Every limit is a number of nodes,
so the same program finds the same positions. Needs only Python.
"""

import argparse
import json
import random
import subprocess

# Nodes for each move of the games, and for the long search.
PLAYED, LONG = 1_500, 3_000_000
LEAST, MOST = 9, 17
FILES = "abcdefghijklmno"


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--plyd", default="plyd", help="the program")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def search(plyd, moves, nodes):
    """The answer of the selective search after these moves."""
    command = [plyd, "search", "gomoku", "--algorithm", "selective", "--nodes", str(nodes), "--max-time-ms", "60000"]
    answer = subprocess.run([*command, "--moves", ",".join(moves)], stdout=subprocess.PIPE, check=True)
    return json.loads(answer.stdout)


def play(plyd, rng):
    """The moves of a game, and how many plies before its end the winner saw the win; `None` if nobody won."""
    squares = [file + str(rank) for file in FILES[4:11] for rank in range(5, 12)]
    moves = rng.sample(squares, 3)
    while True:
        answer = search(plyd, moves, PLAYED)
        plies = answer["score"]["plies"]
        if plies is not None:
            return (moves + answer["lines"][0]["pv"], plies) if answer["score"]["value"] != 0 else (moves, None)
        moves.append(answer["move"])
        if len(moves) == 15 * 15:
            return moves, None


def main():
    options = arguments()
    rng = random.Random(options.seed)
    print(f"# state | plies of the win that {LONG:,} nodes prove")
    print("# Made by tools/gomoku/wins.py: games and proofs by plyd.")
    kept = 0
    while kept < options.count:
        moves, seen = play(options.plyd, rng)
        before = rng.randrange(LEAST, MOST + 1, 2)
        if seen is None or len(moves) - before < 4:
            continue
        answer = search(options.plyd, moves[:-before], LONG)
        plies = answer["score"]["plies"]
        if plies is not None and answer["score"]["value"] > 0 and LEAST <= plies <= MOST and plies % 2 == 1:
            print(f"{answer['state']} | {plies}", flush=True)
            kept += 1


if __name__ == "__main__":
    main()
