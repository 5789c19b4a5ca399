#!/usr/bin/env python3
"""Positions with one winning move, from games of plyd: written as tests/winning/chess.txt has them.

    python3 tools/chess/tactics.py --judge stockfish --positions positions.fen --count 300 > tests/winning/chess.txt

Of each position the judge values the two best moves. It is kept if the best one wins (by 250 centipawns or more, or a
mate) and the second one does not (80 or less), twice: after a short look and after a long one, and if the move does not
simply take something that is free. Needs python-chess 1.11 (pip install chess).
"""

import argparse
import random

import chess
import chess.engine


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--judge", default="stockfish")
    parser.add_argument("--positions", required=True, help="a file of positions, one a line")
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--nodes", type=int, default=400_000, help="nodes of the long look; the short one has a 40th")
    return parser.parse_args()


WINS, DOES_NOT = 250, 80


def only_winner(judge, board, nodes):
    """The move that wins where no other does, and its value."""
    lines = judge.analyse(board, chess.engine.Limit(nodes=nodes), multipv=2, game=object())
    if len(lines) < 2:
        return None
    best, second = (line["score"].pov(board.turn).score(mate_score=30_000) for line in lines)
    return (lines[0]["pv"][0], best) if best >= WINS and second <= DOES_NOT else None


def takes_what_is_free(board, move):
    """Whether the move takes a piece that is not guarded, or back where something was just taken."""
    return board.is_capture(move) and (
        not board.is_attacked_by(not board.turn, move.to_square)
        or bool(board.move_stack and board.peek().to_square == move.to_square)
    )


def main():
    options = arguments()
    judge = chess.engine.SimpleEngine.popen_uci(options.judge)
    judge.configure({"Hash": 16, "Threads": 1})
    with open(options.positions) as file:
        positions = sorted(set(line.strip() for line in file))
    random.Random(1).shuffle(positions)
    found = 0
    print("# state | the one winning move | what it wins, in centipawns by the judge")
    print("# Made by tools/chess/tactics.py from games of plyd, judged by Stockfish 15.1.")
    for state in positions:
        board = chess.Board(state)
        if board.is_game_over():
            continue
        short = only_winner(judge, board, options.nodes // 40)
        if not short or takes_what_is_free(board, short[0]):
            continue
        long = only_winner(judge, board, options.nodes)
        if not long or long[0] != short[0]:
            continue
        value = "mate" if long[1] > 20_000 else long[1]
        print(f"{state} | {long[0].uci()} | {value}", flush=True)
        found += 1
        if found == options.count:
            break
    judge.quit()


if __name__ == "__main__":
    main()
