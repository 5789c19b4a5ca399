#!/usr/bin/env python3
"""The mean loss of an engine's moves over many positions: compares two builds with a tenth of a match's nodes.

    python3 tools/chess/loss.py --engine "target/dist/plyd uci" --judge stockfish --nodes 5000 \
        --positions positions.fen --cache judged.tsv [--against before.tsv] > after.tsv

The judge values each position after the engine's move and after its own. The loss is the difference of the expected
scores, in thousandths of a game. The cache keeps the judge's values. The moves go to standard output, as FEN and move.
With `--against` and such an output of another build, it prints the gain with its 95 % interval, from the positions in
which the two chose differently. Needs python-chess 1.11 (pip install chess).
"""

import argparse
import math
import os
import shlex
import sys

import chess
import chess.engine

# Centipawns of one logit of the expected score, and the value of a mate.
UNIT, MATE = 180, 3_000


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", required=True, help="the command of the engine that is judged")
    parser.add_argument("--judge", default="stockfish")
    parser.add_argument("--positions", required=True, help="a file with a FEN a line")
    parser.add_argument("--cache", required=True, help="a file of the judge's values, made if it is not there")
    parser.add_argument("--against", help="another build's output")
    parser.add_argument("--nodes", type=int, default=5_000, help="of the engine, a move")
    parser.add_argument("--judge-nodes", type=int, default=40_000)
    return parser.parse_args()


class Judge:
    def __init__(self, command, nodes, path):
        self.engine, self.limit = None, chess.engine.Limit(nodes=nodes)
        self.command, self.path, self.known = command, path, {}
        if os.path.exists(path):
            with open(path) as lines:
                for line in lines:
                    state, move, value = line.rstrip("\n").split("\t")
                    self.known[state, move] = int(value)

    def value(self, state, move):
        """The value in centipawns for the side to move, after the given move or, without one, after the best move."""
        if (state, move) not in self.known:
            self.engine = self.engine or chess.engine.SimpleEngine.popen_uci(shlex.split(self.command))
            board = chess.Board(state)
            mover = board.turn
            if move:
                board.push_uci(move)
            over = board.result(claim_draw=True)
            if over == "*":
                score = self.engine.analyse(board, self.limit, game=object())["score"].pov(mover)
                value = score.score(mate_score=MATE)
            else:
                value = 0 if over == "1/2-1/2" else MATE
            self.known[state, move] = value
            with open(self.path, "a") as lines:
                print(state, move, value, sep="\t", file=lines)
        return self.known[state, move]


def expected(centipawns):
    return 1 / (1 + math.exp(-centipawns / UNIT))


def mean(values):
    """The mean and half the width of its 95 % interval, in thousandths."""
    middle = sum(values) / len(values)
    spread = math.sqrt(sum((value - middle) ** 2 for value in values) / len(values))
    return 1_000 * middle, 1_960 * spread / math.sqrt(len(values))


def main():
    options = arguments()
    with open(options.positions) as lines:
        states = lines.read().split("\n")[:-1]
    engine = chess.engine.SimpleEngine.popen_uci(shlex.split(options.engine))
    limit = chess.engine.Limit(nodes=options.nodes)
    chosen = {state: engine.play(chess.Board(state), limit, game=state).move.uci() for state in states}
    engine.quit()
    judge = Judge(options.judge, options.judge_nodes, options.cache)
    losses = []
    for state, move in chosen.items():
        print(state, move, sep="\t")
        best = max(judge.value(state, ""), judge.value(state, move))
        losses.append(expected(best) - expected(judge.value(state, move)))
    print("lost a move: {:.2f} ± {:.2f} thousandths".format(*mean(losses)), file=sys.stderr)
    if options.against:
        with open(options.against) as lines:
            before = dict(line.rstrip("\n").split("\t") for line in lines)
        gains = [expected(judge.value(s, m)) - expected(judge.value(s, before[s])) for s, m in chosen.items()]
        print("gained: {:+.2f} ± {:.2f} thousandths".format(*mean(gains)), file=sys.stderr)
    if judge.engine:
        judge.engine.quit()


if __name__ == "__main__":
    main()
