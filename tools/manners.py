#!/usr/bin/env python3
"""Games between levels of a service that follow the advice of their answers, and games by the clock against a UCI engine.

    python3 tools/manners.py http://localhost:8080
    python3 tools/manners.py http://localhost:8080 chess --games 200
    python3 tools/manners.py http://localhost:8080 --uci "target/release/plyd uci" --games 60

The first two print a row of the table in docs/results/advice.md for each game. A position is lost if a search of --nodes nodes gives the
side at most 0.1 of the points: from 0.9 on, levels give nothing away.
"""

import argparse
import random
import statistics
import subprocess
import sys
import time

import playing

GAMES = ["chess", "checkers", "othello", "gomoku", "connect-four", "hex"]
LEVELS = [(first, second) for first in (2, 5, 8) for second in (2, 5, 8)]
FIVE_MINUTES, PLIES_MAX = 300_000, 300
LOST, LONG_LOST, NOT_LONG = 0.1, 0.03, 5


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("url")
    parser.add_argument("games", nargs="*", metavar="game", default=GAMES)
    parser.add_argument("--games", type=int, default=200, dest="count", help="games of each kind")
    parser.add_argument("--nodes", type=int, default=200_000, help="nodes of the search that confirms")
    parser.add_argument("--uci", metavar="COMMAND", help="play chess by the clock against this engine instead")
    parser.add_argument("--clock", type=int, nargs=2, default=(10_000, 100), metavar=("MS", "INCREMENT"))
    return parser.parse_args()


class Table:
    """What the games of one kind amount to."""

    def __init__(self, service, game, nodes):
        self.service, self.game, self.nodes = service, game, nodes
        self.resigned, self.agreed, self.played_on, self.think, self.thought, self.quick = [], [], [], [], [], []
        self.games = self.offers = 0
        self.first = service.ask("position", {})["to_move"]

    def side(self, player):
        return int(player != self.first)

    def expected(self, moves, nodes):
        """The expected score of the side to move after these moves, at full strength."""
        return self.service.ask("search", {"moves": moves, "nodes": nodes, "draws": "automatic"})["expected"]

    def play(self, number):
        levels, draw, moves = LEVELS[number % len(LEVELS)], random.Random(number), []
        for _ in range(2):
            moves.append(draw.choice(self.service.ask("position", {"moves": moves})["legal_moves"])["move"])
        begun, left, offered, loser, sides = len(moves), [FIVE_MINUTES] * 2, False, None, []
        while len(moves) < PLIES_MAX:
            position = self.service.ask("position", {"moves": moves})
            side = self.side(position["to_move"])
            if position["over"]:
                winner = position["outcome"]["winner"]
                loser = None if winner is None else 1 - self.side(winner)
                break
            sides.append(side)
            clock = {"own_ms": left[side], "opponent_ms": left[1 - side]}
            question = {"moves": moves, "level": levels[side], "seed": number, "clock": clock, "with": ["advice"]}
            answer = self.service.ask("search", question)
            advice = answer["advice"]
            if advice["claim_draw"]:
                break
            if offered and advice["accept_draw"]:
                self.agreed.append(self.confirmed(moves, levels[side], advice, lambda value: 0.4 <= value <= 0.6))
                break
            if advice["resign"]:
                self.resigned.append(self.confirmed(moves, levels[side], advice, lambda value: value <= LOST))
                loser = side
                break
            offered = advice["offer_draw"]
            self.offers += offered
            self.think.append(advice["think_ms"])
            if answer["book"] or len(position["legal_moves"]) == 1:
                self.quick.append(advice["think_ms"])
            left[side] -= advice["think_ms"]
            moves.append(answer["move"])
        self.games += 1
        self.thought.append(FIVE_MINUTES - min(left))
        if loser is not None and levels[loser] >= NOT_LONG:
            since = end = len(moves)
            for ply in range(begun + len(sides) - 1, begun - 1, -1):
                if sides[ply - begun] == loser and ply <= end:
                    if self.expected(moves[:ply], self.nodes // 10) > LONG_LOST:
                        break
                    since = ply
            self.played_on.append(end - since)

    def confirmed(self, moves, level, advice, holds):
        value = self.expected(moves, self.nodes)
        if not holds(value):
            print(f"\n{value} by level {level} after {' '.join(moves)}: {advice['because']}", file=sys.stderr)
        return holds(value)

    def row(self):
        def share(values):
            return f"{100 * sum(values) / len(values):.1f} % of {len(values)}" if values else "none"

        on = f"{statistics.median(self.played_on):g} in {len(self.played_on)} games" if self.played_on else "none"
        tenths = statistics.quantiles(self.think, n=10) if len(self.think) > 1 else [1] * 9
        think = f"{max(self.quick, default=0)} ms, {tenths[8] / max(tenths[0], 1):.1f}, {max(self.thought) // 1000} s"
        offers = f"{self.offers / self.games:.2f}"
        return f"| {self.game} | {share(self.resigned)} | {on} | {share(self.agreed)} | {offers} | {think} |"


class Uci:
    def __init__(self, command):
        self.process = subprocess.Popen(command.split(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.ask("uci", "uciok")

    def ask(self, lines, answer):
        self.process.stdin.write(lines + "\n")
        self.process.stdin.flush()
        while line := self.process.stdout.readline():
            if line.startswith(answer):
                return line.split()
        raise SystemExit("the engine has ended")


def by_the_clock(service, uci, number, base, increment):
    """Our score, who lost on time, and the share of our time that was used if the game reached move 40."""
    draw, moves, left, own = random.Random(6710 + number // 2), [], [base, base], number % 2
    for _ in range(4):
        moves.append(draw.choice(service.ask("position", {"moves": moves})["legal_moves"])["move"])
    uci.ask("ucinewgame\nisready", "readyok")
    while len(moves) < PLIES_MAX:
        position = service.ask("position", {"moves": moves})
        if position["over"]:
            winner = position["outcome"]["winner"]
            score = 0.5 if winner is None else float((winner == "white") == (own == 0))
            break
        side, began = len(moves) % 2, time.monotonic()
        mine, other = max(0, int(left[side])), max(0, int(left[1 - side]))
        if side == own:
            clock = {"own_ms": mine, "opponent_ms": other, "increment_ms": increment}
            move = service.ask("search", {"moves": moves, "clock": clock})["move"]
        else:
            white, black = (mine, other) if side == 0 else (other, mine)
            go = f"go wtime {white} btime {black} winc {increment} binc {increment}"
            move = uci.ask(f"position startpos moves {' '.join(moves)}\n{go}", "bestmove")[1]
        left[side] -= 1000 * (time.monotonic() - began)
        if left[side] < 0:
            return float(side != own), side == own, side != own, None
        left[side] += increment
        moves.append(move)
    else:
        score = 0.5
    played = (len(moves) - 4) // 2
    used = 1 - left[own] / (base + increment * played)
    return score, False, False, used if played >= 40 else None


def main():
    options = arguments()
    if options.uci:
        service, uci, games = playing.Connection(options.url, "chess"), Uci(options.uci), []
        for number in range(options.count):
            games.append(by_the_clock(service, uci, number, *options.clock))
            scores = [game[0] for game in games]
            error = 1.96 * statistics.pstdev(scores) / len(scores) ** 0.5
            used = [game[3] for game in games if game[3] is not None]
            shares = f"{len(used)} reached move 40 and used {min(used):.0%} or more, {statistics.mean(used):.0%} on average" if used else ""
            late = f"lost on time: {sum(game[1] for game in games)} by clock, {sum(game[2] for game in games)} by UCI"
            print(f"{len(games)} games: {statistics.mean(scores):.1%} ± {error:.1%}; {late}; {shares}", flush=True)
        return
    print("| game | resignations confirmed | plies after 0.97 | draws agreed in 0.4–0.6 | offers a game | thinking: quick, 90th/10th, longest |")
    print("|---|---|---|---|---|---|")
    for game in options.games:
        table = Table(playing.Connection(options.url, game), game, options.nodes)
        for number in range(options.count):
            table.play(number)
            print(f"\r{number + 1} of {options.count}  {table.row()}", end="", file=sys.stderr, flush=True)
        print("", file=sys.stderr)
        print(table.row(), flush=True)


main()
