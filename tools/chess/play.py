#!/usr/bin/env python3
"""A match between two UCI engines or plyd services, from random openings with colours swapped.

    python3 tools/chess/play.py --first "target/dist/plyd uci" --second stockfish \
        --second-option UCI_LimitStrength=true --second-option UCI_Elo=2400 --games 100 --ms 100
    python3 tools/chess/play.py --first http://localhost:8080 --second "target/dist/plyd uci" --games 200
    python3 tools/chess/play.py --first http://localhost:8080 --second http://localhost:8080 \
        --second-option warm=false --at-once 3
    python3 tools/chess/play.py --variant atomic --first http://localhost:8080 --second fairy-stockfish \
        --second-option "Skill Level=10" --plies 6 --longest 300

A service's options are fields of its requests. Needs python-chess 1.11 (pip install chess) and the engines. Prints the Elo difference with its 95 % interval, from the spread of pairs.
With --adjudicate a game is won if both players value it at 6 pawns or more for the same side for 4 moves, and drawn from move 40 on if both value it at
0.1 or less for 8 moves.
"""

import argparse
import random
import shlex
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import chess
import chess.engine
import chess.pgn
import chess.variant

sys.path.append(str(Path(__file__).parents[1]))
import playing


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for player in ("first", "second"):
        parser.add_argument(f"--{player}", required=True, help="its command")
        parser.add_argument(f"--{player}-option", action="append", default=[], metavar="NAME=VALUE")
        parser.add_argument(f"--{player}-nodes", type=int, help="nodes a move, instead of time")
    parser.add_argument("--variant", default="chess", help="the game, as UCI_Variant names it")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--ms", type=float, default=100, help="milliseconds a move")
    parser.add_argument("--plies", type=int, default=8, help="random plies before each pair of games")
    parser.add_argument("--longest", type=int, help="plies after which a game is drawn")
    parser.add_argument("--at-once", type=int, default=1, help="pairs of games that take turns, a ply each")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--adjudicate", action="store_true", help="end games early where both players agree on them")
    parser.add_argument("--pgn", help="a file for the games")
    return parser.parse_args()


def opening(seed, plies, variant):
    """A position after random plies that is not over, and in chess not plainly decided by material."""
    draw, start = random.Random(seed), chess.variant.find_variant(variant)
    worth = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9}
    while True:
        board = start()
        for _ in range(plies):
            moves = sorted(board.legal_moves, key=str)
            if not moves:
                break
            board.push(draw.choice(moves))
        balance = sum(
            value * (len(board.pieces(piece, True)) - len(board.pieces(piece, False))) for piece, value in worth.items()
        )
        if not board.is_game_over() and (balance == 0 or variant != "chess"):
            return board


class Service:
    """A service of plyd, with the methods that an engine has."""

    def __init__(self, url, game):
        self.connection = playing.Connection(url, game)
        self.settings = {}

    def configure(self, settings):
        self.settings = settings

    def play(self, board, limit, game):
        moves = [move.uci() for move in board.move_stack]
        limits = {"nodes": limit.nodes} if limit.nodes else {"time_ms": round(1000 * limit.time)}
        answer = self.connection.ask("search", {"state": board.root().fen(), "moves": moves, **limits, **self.settings})
        return SimpleNamespace(move=chess.Move.from_uci(answer["move"]), value=answer["score"]["value"])

    def quit(self):
        self.connection.close()


class Engine:
    """A process that speaks UCI."""

    def __init__(self, command):
        self.process = chess.engine.SimpleEngine.popen_uci(shlex.split(command))
        self.configure, self.quit = self.process.configure, self.process.quit

    def play(self, board, limit, game):
        answer = self.process.play(board, limit, game=game, info=chess.engine.INFO_SCORE)
        score = answer.info.get("score")
        return SimpleNamespace(move=answer.move, value=score and score.relative.score(mate_score=100_000))


def agreed(values):
    """The result on which the last scores (for White, in hundredths of a pawn) have agreed for long enough, if there is one."""
    if len(values) >= 8 and None not in values[-8:]:
        if min(map(abs, values[-8:])) >= 600 and len({value > 0 for value in values[-8:]}) == 1:
            return "1-0" if values[-1] > 0 else "0-1"
    if len(values) >= 80 and all(value is not None and abs(value) <= 10 for value in values[-16:]):
        return "1/2-1/2"
    return None


def start(options, player):
    command = getattr(options, player)
    engine = Service(command, options.variant) if command.startswith("http://") else Engine(command)
    engine.configure(playing.settings(getattr(options, f"{player}_option")))
    nodes = getattr(options, f"{player}_nodes")
    return engine, chess.engine.Limit(nodes=nodes) if nodes else chess.engine.Limit(time=options.ms / 1000)


def play(options, board, white, black, spent):
    """Plays a game on the board, and yields after each ply. Returns the result."""
    players = {True: white, False: black}
    key, values = object(), []
    while not board.is_game_over(claim_draw=True):
        if board.ply() == options.longest:
            return "1/2-1/2"
        engine, limit = players[board.turn]
        begun = time.monotonic()
        answer = engine.play(board, limit, game=key)
        spent.setdefault(engine, []).append(time.monotonic() - begun)
        values.append(answer.value if board.turn or answer.value is None else -answer.value)
        board.push(answer.move)
        if options.adjudicate and agreed(values):
            return agreed(values)
        yield
    return board.result(claim_draw=True)


def play_pair(options, pair, players, spent, games):
    """Plays two games from one opening. Yields after each ply; returns each game's points of the first player."""
    points = []
    for first_is_white in (True, False):
        board = opening(options.seed * 100_003 + pair, options.plies, options.variant)
        order = players if first_is_white else reversed(players)
        result = yield from play(options, board, *order, spent)
        value = {"1-0": 1, "0-1": 0, "1/2-1/2": 0.5}[result]
        points.append(value if first_is_white else 1 - value)
        if games:
            game = chess.pgn.Game.from_board(board)
            game.headers["Result"] = result
            game.headers["White"], game.headers["Black"] = ("first", "second")[:: 1 if first_is_white else -1]
            print(game, file=games, end="\n\n", flush=True)
    return points


def main():
    options = arguments()
    players = [start(options, "first"), start(options, "second")]
    spent = {}
    games = open(options.pgn, "a") if options.pgn else None
    playing.play_pairs(
        [play_pair(options, pair, players, spent, games) for pair in range(options.games // 2)], options.at_once
    )
    for name, (engine, _) in zip(("first", "second"), players):
        playing.print_times(name, spent[engine])
        engine.quit()


if __name__ == "__main__":
    main()
