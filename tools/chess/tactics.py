#!/usr/bin/env python3
"""Finds positions with one winning move in an engine's games against itself, and writes them in the format of tests/winning/chess.txt.

    python3 tools/chess/tactics.py --player stockfish --judge stockfish --count 300 > tests/winning/chess.txt

The player plays itself at a few nodes a move, from random openings, with a random move now and then, and values its
two best moves. Do not use plyd as the player: it would select positions that it solves. If only the best move seems to
win, the judge values both. A position is kept if the best move wins (by 250 centipawns or more, or a mate) and the second
one does not (80 or less), in a short search and in a long one, and if the move does not simply take an unguarded piece.
Every limit is a number of nodes, so the same engines find the same positions. Needs python-chess 1.11 (pip install chess).
"""

import argparse
import random
import re
import shlex
import subprocess
import sys

import chess
import chess.engine

from play import opening


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--player", required=True, help="the command of the engine that plays")
    parser.add_argument("--judge", default="stockfish")
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


# Nodes for each move of the games and for the judge. The last number: one move out of this many is random.
PLAYED, SHORT, LONG, RANDOM = 1_500, 10_000, 300_000, 5
WINS, DOES_NOT = 250, 80
# Tolerance for errors of the player's values.
ERRS = 120


class Player:
    """An engine behind bare pipes, because it gets thousands of requests a minute."""

    INFO = re.compile(r" multipv (\d) .*?score (cp|mate) (-?\d+).*? pv (\S+)")

    def __init__(self, command):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(shlex.split(command), stdin=pipe, stdout=pipe, text=True, bufsize=1)
        self.tell("setoption name MultiPV value 2")

    def tell(self, line):
        self.process.stdin.write(line + "\n")

    def values(self, board):
        """The best move, its value, and the value of the second-best move."""
        self.tell(f"position fen {board.fen(en_passant='legal')}")
        self.tell(f"go nodes {PLAYED}")
        values = {}
        for line in self.process.stdout:
            if line.startswith("bestmove"):
                return chess.Move.from_uci(line.split()[1]), values.get("1", 0), values.get("2", -30_000)
            if said := self.INFO.search(line):
                number, unit, value, _ = said.groups()
                values[number] = int(value) if unit == "cp" else 30_000 if int(value) > 0 else -30_000
        raise RuntimeError("the player has gone")


def only_winner(judge, board, nodes):
    """The only winning move and its value."""
    lines = judge.analyse(board, chess.engine.Limit(nodes=nodes), multipv=2, game=object())
    if len(lines) < 2:
        return None
    best, second = (line["score"].pov(board.turn).score(mate_score=30_000) for line in lines)
    return (lines[0]["pv"][0], best) if best >= WINS and second <= DOES_NOT else None


def takes_what_is_free(board, move):
    """Whether the move captures an unguarded piece, or recaptures."""
    return board.is_capture(move) and (
        not board.is_attacked_by(not board.turn, move.to_square)
        or bool(board.move_stack and board.peek().to_square == move.to_square)
    )


def positions(player, seed):
    """Positions of successive games, and whether the player finds exactly one winning move."""
    number = 0
    while True:
        draw = random.Random(f"{seed} {number}")
        board = opening(f"{seed} {number}", 8)
        number += 1
        while not board.is_game_over() and not board.is_repetition() and board.halfmove_clock < 40:
            move, best, second = player.values(board)
            yield board, best >= WINS - ERRS and second <= DOES_NOT + ERRS
            if draw.randrange(RANDOM) == 0:
                move = draw.choice(sorted(board.legal_moves, key=str))
            board.push(move)


def winner(judge, board):
    """The only winning move of a position and its value, if the judge confirms it."""
    short = only_winner(judge, board, SHORT)
    if not short or takes_what_is_free(board, short[0]):
        return None
    long = only_winner(judge, board, LONG)
    return long if long and long[0] == short[0] else None


def main():
    options = arguments()
    player = Player(options.player)
    judge = chess.engine.SimpleEngine.popen_uci(shlex.split(options.judge))
    judge.configure({"Hash": 16, "Threads": 1})
    print("# state | the one winning move | what it wins, in centipawns by the judge")
    print("# Made by tools/chess/tactics.py: games and judgement by Stockfish 15.1.")
    looked, asked, found = 0, 0, set()
    for board, seems_won in positions(player, options.seed):
        looked += 1
        state = board.fen(en_passant="legal")
        if not seems_won or state in found:
            continue
        asked += 1
        best = winner(judge, board)
        if not best:
            continue
        value = "mate" if best[1] > 20_000 else best[1]
        print(f"{state} | {best[0].uci()} | {value}", flush=True)
        found.add(state)
        if len(found) % 10 == 0:
            print(f"{len(found)} of {asked} asked about, of {looked}", file=sys.stderr, flush=True)
        if len(found) == options.count:
            break
    player.tell("quit")
    judge.quit()


if __name__ == "__main__":
    main()
