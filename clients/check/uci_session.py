"""python-chess as a GUI: it plays a whole game on short clocks, games of the variants, and analyses with three lines."""

import random
import sys
import time
from collections.abc import Callable

import chess
import chess.engine
import chess.variant

# Seconds.
CLOCK, INCREMENT = 2.0, 0.05
# Milliseconds that a busy machine may add to a move: the option Move Overhead.
OVERHEAD = 400


class Late(AssertionError):
    """A clock ran out. Once may be due to a busy machine; again and again is the engine's fault."""


def plays_a_game(engine: chess.engine.SimpleEngine) -> str:
    """The engine plays itself with a clock for each side. python-chess checks the moves."""
    board = chess.Board()
    clocks = {chess.WHITE: CLOCK, chess.BLACK: CLOCK}
    while not board.is_game_over(claim_draw=True) and board.ply() < 300:
        limit = chess.engine.Limit(
            white_clock=clocks[chess.WHITE], black_clock=clocks[chess.BLACK], white_inc=INCREMENT, black_inc=INCREMENT
        )
        side, began = board.turn, time.monotonic()
        played = engine.play(board, limit, game="one")
        clocks[side] -= time.monotonic() - began
        if clocks[side] <= 0:
            raise Late(f"{chess.COLOR_NAMES[side]} loses on time at ply {board.ply()}")
        clocks[side] += INCREMENT
        assert played.move in board.legal_moves, f"{played.move} in {board.fen()}"
        board.push(played.move)
    left = min(clocks.values())
    return f"{board.ply()} plies, {board.result(claim_draw=True)}, at least {left:.2f} s left"


def keeps_a_tiny_clock(engine: chess.engine.SimpleEngine) -> str:
    """No increment, and less time than a game needs. No single move may use it up."""
    longest = 0.0
    for clock in (1.5, 1.0, 0.5):
        began = time.monotonic()
        engine.play(chess.Board(), chess.engine.Limit(white_clock=clock, black_clock=clock))
        took = time.monotonic() - began
        if took >= clock:
            raise Late(f"{took:.3f} s of {clock} s")
        longest = max(longest, took / clock)
    return f"at most {longest:.0%} of a clock"


def plays_variants(engine: chess.engine.SimpleEngine) -> str:
    """The engine plays a random mover in every variant that it lists. python-chess sets UCI_Variant and checks the moves."""
    dice, ends = random.Random(85), []
    boards = {board.uci_variant: board for board in chess.variant.VARIANTS}
    for name in engine.options["UCI_Variant"].var or []:
        board, side = boards[name](), dice.choice(chess.COLORS)
        while not board.is_game_over(claim_draw=True) and board.ply() < 300:
            if board.turn == side:
                move = engine.play(board, chess.engine.Limit(time=0.01), game=name).move
                assert move in board.legal_moves, f"{move} in {board.fen()}, {name}"
            else:
                move = dice.choice(list(board.legal_moves))
            board.push(move)
        outcome = board.outcome(claim_draw=True)
        assert not outcome or outcome.winner in (side, None), f"{name} lost to a random mover: {board.move_stack}"
        ends.append(f"{name} {board.result(claim_draw=True)} in {board.ply()} plies")
    assert len(ends) == 8, ends
    return ", ".join(ends)


def analyses(engine: chess.engine.SimpleEngine) -> str:
    """Three lines of legal moves, best first. python-chess rejects anything else."""
    board = chess.Board("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 0 1")
    lines = engine.analyse(board, chess.engine.Limit(depth=5), multipv=3)
    scores = [line["score"].relative for line in lines]
    moves = [line["pv"][0] for line in lines]
    assert len(lines) == 3 and len(set(moves)) == 3, lines
    assert scores == sorted(scores, reverse=True), scores
    assert board.san(moves[0]) == "Qxf7#" and scores[0] == chess.engine.Mate(1), (moves, scores)
    assert all(line["depth"] == 5 and line["nodes"] > 0 for line in lines), lines
    return ", ".join(f"{board.san(move)} {score}" for move, score in zip(moves, scores))


def stops_when_told(engine: chess.engine.SimpleEngine) -> str:
    """Stops an unlimited analysis."""
    with engine.analysis(chess.Board()) as analysis:
        for info in analysis:
            if info.get("depth", 0) >= 3:
                break
        began = time.monotonic()
    return f"after {1000 * (time.monotonic() - began):.0f} ms"


def in_time(check: Callable[[chess.engine.SimpleEngine], str], engine: chess.engine.SimpleEngine) -> str:
    """The result of the first of three tries that stays within its clocks."""
    for _ in range(2):
        try:
            return check(engine)
        except Late as late:
            print(f"once more: {late}")
    return check(engine)


with chess.engine.SimpleEngine.popen_uci([sys.argv[1], "uci"]) as engine:
    engine.configure({"Hash": 16, "Move Overhead": OVERHEAD})
    for check in (analyses, stops_when_told, keeps_a_tiny_clock, plays_a_game, plays_variants):
        print(f"python-chess, {check.__name__.replace('_', ' ')}: {in_time(check, engine)}")
