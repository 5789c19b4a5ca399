#!/usr/bin/env python3
"""Finds forced wins of antichess and atomic chess in plyd's games against itself, and replays them by other rules.

    python3 tools/chess/variant_wins.py atomic --plyd "target/dist/plyd uci" --count 100 > tests/winning/atomic.txt
    python3 tools/chess/variant_wins.py atomic --plyd "target/dist/plyd uci" --replay tests/winning/atomic.txt

plyd plays itself at a few nodes a move, from four to six random plies. From each decided game one position is taken, 3
to 9 plies before the end with the winner to move, and kept if a long search proves a win in 3 to 9 plies. Every limit is
a number of nodes.

With --replay each win is played out: the winner's moves are those of plyd's searches, and the loser tries every move
that python-chess has. The win holds if python-chess says so at every end, within the plies that plyd promised. Needs
python-chess 1.11 (pip install chess).
"""

import argparse
import random
import shlex
import sys

import chess
import chess.engine
import chess.variant

# Nodes for each move of the games, for the long search, and for each move of a replay.
PLAYED, LONG, REPLAYED = 1_500, 1_000_000, 100_000
LEAST, MOST = 3, 9
LONGEST = 200


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("variant", help="as UCI_Variant names it")
    parser.add_argument("--plyd", default="plyd uci", help="the command")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--replay", metavar="FILE", help="positions to play out")
    return parser.parse_args()


def search(engine, board, nodes, game):
    """plyd's move, and in how many plies it wins; `None` if that is not proven."""
    answer = engine.play(board, chess.engine.Limit(nodes=nodes), game=game, info=chess.engine.INFO_SCORE)
    mate = answer.info["score"].relative.mate()
    # In antichess the loser makes the last move.
    return answer.move, 2 * mate - (board.uci_variant != "antichess") if mate and mate > 0 else None


def play(engine, rng, start):
    """The moves of a game."""
    board, game = start(), object()
    plies = rng.randrange(4, 7)
    while not board.is_game_over(claim_draw=True) and board.ply() < LONGEST:
        if board.ply() < plies:
            move = rng.choice(sorted(board.legal_moves, key=str))
        else:
            move, _ = search(engine, board, PLAYED, game)
        board.push(move)
    return board


def find(engine, options, start):
    rng = random.Random(options.seed)
    print(f"# state | plies of the win that {LONG:,} nodes prove")
    print("# Made by tools/chess/variant_wins.py: games and proofs by plyd.")
    kept = set()
    while len(kept) < options.count:
        board = play(engine, rng, start)
        before = rng.randrange(LEAST, MOST + 1)
        winner = board.outcome() and board.outcome().winner
        if winner is None or board.ply() < before + 6:
            continue
        for _ in range(before):
            board.pop()
        if board.turn != winner or board.fen() in kept:
            continue
        _, plies = search(engine, start(board.fen()), LONG, object())
        if plies is not None and LEAST <= plies <= MOST:
            kept.add(board.fen())
            print(f"{board.fen()} | {plies}", flush=True)


def holds(engine, board, plies, counts, game):
    """Whether the side to move wins within these plies by plyd's moves, whatever the other side replies."""
    move, promised = search(engine, board, REPLAYED, game)
    if promised is None or promised > plies:
        print(f"not proven within {plies} plies: {board.fen()}")
        return False
    winner = board.turn
    board.push(move)
    counts["moves"] += 1
    won = True
    if board.is_game_over():
        counts["ends"] += 1
        won = board.outcome().winner == winner
    else:
        for reply in board.legal_moves:
            board.push(reply)
            if board.is_game_over():
                counts["ends"] += 1
                won = board.outcome().winner == winner
            else:
                won = holds(engine, board, promised - 2, counts, game)
            board.pop()
            if not won:
                break
    board.pop()
    return won


def replay(engine, options, start):
    lines = [line.split(" | ") for line in open(options.replay) if not line.startswith("#")]
    counts, held = {"moves": 0, "ends": 0}, 0
    for state, plies in lines:
        if holds(engine, start(state), int(plies), counts, object()):
            held += 1
        else:
            print(f"does not hold: {state}", flush=True)
    print(f"{held} of {len(lines)} wins hold: {counts['moves']} moves of the winners, {counts['ends']} ends")
    return held == len(lines)


def main():
    options = arguments()
    engine = chess.engine.SimpleEngine.popen_uci(shlex.split(options.plyd), timeout=60)
    start = chess.variant.find_variant(options.variant)
    if options.replay:
        sys.exit(not replay(engine, options, start))
    find(engine, options, start)
    engine.quit()


if __name__ == "__main__":
    main()
