#!/usr/bin/env python3
"""Finds forced wins in plyd's games against itself, and replays them by the rules of another program.

    plyd --listen 127.0.0.1:8080 &
    python3 tools/forced_wins.py xiangqi --url http://localhost:8080 --count 100 > tests/winning/xiangqi.txt
    python3 tools/forced_wins.py xiangqi --url http://localhost:8080 --replay tests/winning/xiangqi.txt

plyd plays itself at a few nodes a move, from four to six random plies. From each decided game one position is taken, 3
to 9 plies before the end with the winner to move, and kept if a long search proves a win in 3 to 9 plies. In shogi the
winner has to give check with every move of the line that the search shows. Every limit is a number of nodes.

With --replay each win is played out: the winner's moves are those of plyd's searches, and the loser tries every move
that the other program has. If a quick search doesn't prove the win within the plies that are left, a long one is asked,
and then the exact search. The win holds if the other program says so at every end, within the plies that plyd promised. For
antichess and atomic chess the other program is python-chess 1.11 (pip install chess), for xiangqi and shogi
Fairy-Stockfish (pip install pyffish).
"""

import argparse
import random
import re
import sys

import playing

# Nodes for each move of the games, for the long search, and for each move of a replay.
PLAYED, LONG, REPLAYED = 1_500, 1_000_000, 100_000
LEAST, MOST = 3, 9
LONGEST = 400


class PythonChess:
    """A position of a variant of chess by python-chess, with plyd's names of moves."""

    def __init__(self, board):
        self.board = board

    @classmethod
    def read(cls, game, state):
        import chess.variant

        return cls(chess.variant.find_variant(game)(state))

    def moves(self):
        return [] if self.board.is_game_over() else [move.uci() for move in self.board.legal_moves]

    def after(self, move):
        board = self.board.copy(stack=False)
        board.push_uci(move)
        return PythonChess(board)

    def side_that_won(self):
        """The side that has won, as a FEN names it, if the game is over; `None` for a draw."""
        return {True: "w", False: "b", None: None}[self.board.outcome().winner]

    def side(self):
        return "w" if self.board.turn else "b"


class Fairy:
    """A position of xiangqi or shogi by Fairy-Stockfish, with plyd's names of moves. A side without a move has lost."""

    def __init__(self, game, fen):
        self.game, self.fen = game, fen
        import pyffish

        self.rules = pyffish
        self.names = {self.name(move): move for move in pyffish.legal_moves(game, fen, []) if not self.is_pawn_mate(move)}

    @classmethod
    def read(cls, game, state):
        if game == "shogi":
            board, side, hands, _ = state.split()
            hands = re.sub(r"(\d+)(\w)", lambda held: held[2] * int(held[1]), hands)
            # Here the first side is white.
            state = f"{board}[{hands}] {'w' if side == 'b' else 'b'} - - 0 1"
        return cls(game, state)

    def name(self, move):
        if self.game == "xiangqi":
            return re.sub(r"\d+", lambda rank: str(int(rank[0]) - 1), move)
        square = lambda file, rank: str(9 - "abcdefghi".index(file)) + "abcdefghi"[9 - int(rank)]
        if move[1] == "@":
            return f"{move[0]}*{square(move[2], move[3])}"
        return square(move[0], move[1]) + square(move[2], move[3]) + move[4:]

    def is_pawn_mate(self, move):
        """Whether a dropped pawn of shogi mates. Fairy-Stockfish lists such a drop among the legal moves."""
        if not move.startswith("P@"):
            return False
        after = self.rules.get_fen(self.game, self.fen, [move])
        return self.rules.gives_check(self.game, after, []) and not self.rules.legal_moves(self.game, after, [])

    def moves(self):
        return list(self.names)

    def after(self, move):
        return Fairy(self.game, self.rules.get_fen(self.game, self.fen, [self.names[move]]))

    def is_check(self):
        """Whether the side to move is in check."""
        return self.rules.gives_check(self.game, self.fen, [])

    def side_that_won(self):
        return "b" if self.side() == "w" else "w"

    def side(self):
        return self.fen.split()[1]


RULES = {"antichess": PythonChess, "atomic": PythonChess, "xiangqi": Fairy, "shogi": Fairy}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=RULES)
    parser.add_argument("--url", default="http://localhost:8080", help="a service of plyd")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--replay", metavar="FILE", help="positions to play out")
    return parser.parse_args()


def search(plyd, question, **limits):
    """plyd's answer, and in how many plies the side to move wins; `None` if that is not proven."""
    answer = plyd.ask("search", question | {"algorithm": "selective"} | limits)
    score = answer["score"]
    return answer, score["plies"] if score["outcome"] == "win" else None


def search_within(plyd, question, plies):
    """The winning move, and in how many plies it wins; `None` if no search proves a win within these plies."""
    for limits in {"nodes": REPLAYED}, {"nodes": LONG}, {"algorithm": "alpha-beta", "depth": plies}:
        answer, promised = search(plyd, question, **limits)
        if promised is not None and promised <= plies:
            return answer["move"], promised
    print(f"not proven within {plies} plies: {answer['state']}")
    return None


def play(plyd, rng):
    """The states of a game, and its last position; `None` if it had no winner."""
    question, plies = {"moves": []}, rng.randrange(4, 7)
    position = plyd.ask("position", question)
    states = [position["state"]]
    while not position["over"] and len(states) <= LONGEST:
        if len(states) <= plies:
            question["moves"].append(rng.choice(sorted(move["move"] for move in position["legal_moves"])))
            position = plyd.ask("position", question)
        else:
            answer, _ = search(plyd, question, nodes=PLAYED)
            question["moves"].append(answer["move"])
            position = answer["after"]
        states.append(position["state"])
    return states, position if position["over"] and position["outcome"]["winner"] else None


def find(plyd, options):
    rng = random.Random(options.seed)
    print(f"# state | plies of the win that {LONG:,} nodes prove")
    print(f"# Made by tools/forced_wins.py, seed {options.seed}: games and proofs by plyd.", flush=True)
    kept = set()
    while len(kept) < options.count:
        states, last = play(plyd, rng)
        before = rng.randrange(LEAST, MOST + 1)
        if last is None or len(states) < before + 7:
            continue
        state = states[-1 - before]
        winner = last["outcome"]["winner"]
        if plyd.ask("position", {"state": state})["to_move"] != winner or state in kept:
            continue
        answer, plies = search(plyd, {"state": state}, nodes=LONG)
        if plies is None or not LEAST <= plies <= MOST:
            continue
        if options.game != "shogi" or is_mate_by_checks(state, answer["lines"][0]["pv"], plies):
            kept.add(state)
            print(f"{state} | {plies}", flush=True)


def is_mate_by_checks(state, line, plies):
    """Whether a line leads to the end, and every other of its moves, from the first on, gives check."""
    position = Fairy.read("shogi", state)
    for ply, move in enumerate(line):
        position = position.after(move)
        if ply % 2 == 0 and not position.is_check():
            return False
    return len(line) == plies


def holds(plyd, question, position, plies, counts):
    """Whether the side to move wins within these plies by plyd's moves, whatever the other side replies."""
    found = search_within(plyd, question, plies)
    if found is None:
        return False
    move, promised = found
    if move not in position.moves():
        print(f"{move} is not legal: {question}")
        return False
    winner, after = position.side(), position.after(move)
    counts["moves"] += 1
    if not after.moves():
        counts["ends"] += 1
        return after.side_that_won() == winner
    for reply in after.moves():
        replied = after.after(reply)
        if not replied.moves():
            counts["ends"] += 1
            if replied.side_that_won() != winner:
                return False
        elif not holds(plyd, question | {"moves": [*question["moves"], move, reply]}, replied, promised - 2, counts):
            return False
    return True


def replay(plyd, options):
    lines = [line.split(" | ") for line in open(options.replay) if not line.startswith("#")]
    counts, held = {"moves": 0, "ends": 0}, 0
    for state, plies in lines:
        position = RULES[options.game].read(options.game, state)
        if holds(plyd, {"state": state, "moves": []}, position, int(plies), counts):
            held += 1
        else:
            print(f"does not hold: {state}", flush=True)
    print(f"{held} of {len(lines)} wins hold: {counts['moves']} moves of the winners, {counts['ends']} ends")
    return held == len(lines)


def main():
    options = arguments()
    plyd = playing.Connection(options.url, options.game)
    if options.replay:
        sys.exit(not replay(plyd, options))
    find(plyd, options)


if __name__ == "__main__":
    main()
