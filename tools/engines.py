#!/usr/bin/env python3
"""A match of shogi, minishogi or xiangqi between two engines, from random openings with colours swapped.

    python3 tools/engines.py --game shogi --first "target/dist/plyd usi" --second gnushogi --games 100 --ms 100
    python3 tools/engines.py --game minishogi --first "target/dist/plyd usi" --second gnuminishogi
    python3 tools/engines.py --game xiangqi --first "target/dist/plyd ucci" --second fairy-stockfish \
        --second-option "Skill Level=8"

An engine speaks USI, in xiangqi UCCI; gnushogi and gnuminishogi, which speak neither, are known by their names. They
count time in seconds, so this script tells them when to move. Fairy-Stockfish speaks both protocols.

Needs pyffish (pip install pyffish) and the engines. pyffish judges, but by plyd's rules where they differ: a pawn drop
must not mate, repetition is a draw in minishogi too, and in xiangqi chases are not judged and a board without rooks,
horses, cannons and pawns is a draw. Openings have no captures. Prints the Elo difference with its 95 % interval, from
the spread of pairs, and the time that the moves really took. A player whose move is illegal, or who resigns, has lost.
"""

import argparse
import queue
import random
import shlex
import subprocess
import threading
import time
from pathlib import Path

import playing
import pyffish

pyffish.load_variant_config("""
[minishogi-plyd:minishogi]
nFoldValue = draw
nFoldValueAbsolute = false

[xiangqi-plyd:xiangqi]
chasingRule = none
""")

# Seconds that an engine may take beyond its time for a move, or for anything else.
PATIENCE = 60


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", required=True, choices=list(RULES))
    for player in ("first", "second"):
        parser.add_argument(f"--{player}", required=True, help="its command")
        parser.add_argument(f"--{player}-option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--ms", type=int, default=100, help="milliseconds a move")
    parser.add_argument("--plies", type=int, default=8, help="random plies before each pair of games")
    parser.add_argument("--longest", type=int, default=500, help="plies after which a game is drawn")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--record", help="a file for the games, one on each line")
    return parser.parse_args()


class Rules:
    """The rules of a game, with moves as its engines write them."""

    def __init__(self, variant):
        self.variant, self.start = variant, pyffish.start_fen(variant)

    def legal(self, moves):
        """The legal moves after these: from the engines' text to pyffish's."""
        legal = pyffish.legal_moves(self.variant, self.start, moves)
        return {self.text(move): move for move in legal if not self.is_mating_pawn(moves, move)}

    def is_mating_pawn(self, moves, move):
        """Whether the move drops a pawn and mates, which pyffish allows."""
        return move.startswith("P@") and not pyffish.legal_moves(self.variant, self.start, [*moves, move])

    def captures(self, moves, move):
        return pyffish.is_capture(self.variant, self.start, moves, move)

    def judged(self, moves, legal):
        """The points of the side to move and the reason, if the game is over."""
        if not legal:
            return 0, "no legal move"
        ended, value = pyffish.is_optional_game_end(self.variant, self.start, moves)
        return ((value > 0) - (value < 0) + 1) / 2 if ended else None, "repetition or too many moves"


class Shogi(Rules):
    """Files are numbers from the right, and ranks letters from the top."""

    def __init__(self, variant, size):
        super().__init__(variant)
        self.size = size

    def text(self, move):
        def square(text):
            return f"{self.size - 'abcdefghi'.index(text[0])}{'abcdefghi'[self.size - int(text[1])]}"

        origin = f"{move[0]}*" if move[1] == "@" else square(move)
        return origin + square(move[2:]) + move[4:]


class Xiangqi(Rules):
    """Ranks are counted from 0."""

    def text(self, move):
        cut = 3 if move[2].isdigit() else 2
        return "".join(square[0] + str(int(square[1:]) - 1) for square in (move[:cut], move[cut:]))

    def judged(self, moves, legal):
        board = pyffish.get_fen(self.variant, self.start, moves).split()[0]
        if not set("rncp") & set(board.lower()):
            return 0.5, "nothing left to mate with"
        return super().judged(moves, legal)


RULES = {
    "shogi": lambda: Shogi("shogi", 9),
    "minishogi": lambda: Shogi("minishogi-plyd", 5),
    "xiangqi": lambda: Xiangqi("xiangqi-plyd"),
}


class Process:
    """A program to talk to in lines."""

    def __init__(self, command):
        self.command = command
        self.process = subprocess.Popen(
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.lines = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line.strip())

    def say(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def hear(self, is_meant, seconds):
        """The next line that is meant; `None` if there is none in time."""
        deadline = time.monotonic() + seconds
        while True:
            try:
                line = self.lines.get(timeout=max(0, deadline - time.monotonic()))
            except queue.Empty:
                return None
            if is_meant(line):
                return line

    def must_hear(self, is_meant):
        line = self.hear(is_meant, PATIENCE)
        if line is None:
            raise SystemExit(f"{self.command} does not answer")
        return line

    def quit(self):
        self.say("quit")
        self.process.wait(PATIENCE)


class Engine(Process):
    """An engine that speaks USI or UCCI."""

    def __init__(self, command, game, options, ms):
        super().__init__(command)
        self.is_ucci, self.go = game == "xiangqi", f"go movetime {ms}"
        protocol = "ucci" if self.is_ucci else "usi"
        self.say(protocol)
        self.options = []
        while (line := self.must_hear(lambda _: True)) != f"{protocol}ok":
            self.options.append(line.removeprefix("option ").removeprefix("name "))
        for name in ("USI_Variant", "UCI_Variant"):
            if game == "minishogi" and self.has(name):
                options = options | {name: game}
        for name, value in options.items():
            self.set(name, value)
        self.new_game()

    def has(self, name):
        return any(line.startswith(f"{name} type ") for line in self.options)

    def set(self, name, value):
        name = name if self.has(name) else name.replace(" ", "_")
        if not self.has(name):
            raise SystemExit(f"{self.command} has no option {name}")
        text = str(value).lower() if isinstance(value, bool) else value
        self.say(f"setoption {name} {text}" if self.is_ucci else f"setoption name {name} value {text}")

    def new_game(self):
        if not self.is_ucci:
            self.say("usinewgame")
        elif self.has("newgame"):
            self.say("setoption newgame")
        self.say("isready")
        self.must_hear(lambda line: line == "readyok")

    def play(self, moves):
        self.say(f"position startpos moves {' '.join(moves)}")
        self.say(self.go)
        words = self.must_hear(lambda line: line.startswith(("bestmove", "nobestmove"))).split()
        return words[1] if len(words) > 1 else words[0]


class GnuShogi(Process):
    """gnushogi or gnuminishogi, which remember the game. They look for input while they search, and end the search if
    there is any."""

    def __init__(self, command, _game, options, ms):
        if options:
            raise SystemExit(f"{command} has no options")
        super().__init__(command)
        self.seconds = ms / 1000
        self.new_game()

    def new_game(self):
        # A search by itself takes up to ten minutes.
        for line in ("new", "level 1 10:00 0", "force"):
            self.say(line)
        self.known = 0

    def play(self, moves):
        for move in moves[self.known :]:
            self.say(move)
        self.known = len(moves) + 1
        self.say("go")
        line = self.hear(self.is_answer, self.seconds)
        if line is None:
            self.say("?")
            line = self.must_hear(self.is_answer)
        self.say("force")
        return line.split()[2] if " ... " in line else "resign"

    @staticmethod
    def is_answer(line):
        """Whether this is a move of its own (`4. ... 8h2b+ 599900`, with its clock), or its resignation."""
        return " ... " in line or "Resigns" in line


def start(options, player):
    command = getattr(options, player)
    kind = GnuShogi if Path(shlex.split(command)[0]).name in ("gnushogi", "gnuminishogi") else Engine
    return kind(command, options.game, playing.settings(getattr(options, f"{player}_option")), options.ms)


def opening(rules, seed, plies):
    """Random moves that capture nothing, after which the game is not over."""
    draw = random.Random(seed)
    while True:
        moves = []
        while len(moves) < plies:
            quiet = [move for move in sorted(rules.legal(moves).values()) if not rules.captures(moves, move)]
            if not quiet:
                break
            moves.append(draw.choice(quiet))
        if len(moves) == plies and rules.judged(moves, rules.legal(moves))[0] is None:
            return moves


def play(options, rules, moves, players, spent):
    """Plays on from these moves, and yields after each ply. Returns the points of the player who moves first in the game,
    the moves as engines write them, and the reason of the end."""
    texts = [rules.text(move) for move in moves]
    for player in players:
        player.new_game()
    while True:
        side = len(moves) % 2
        legal = rules.legal(moves)
        points, reason = rules.judged(moves, legal)
        if points is None and len(moves) >= options.longest:
            points, reason = 0.5, "too long"
        if points is None:
            begun = time.monotonic()
            text = players[side].play(texts)
            spent.setdefault(players[side], []).append(time.monotonic() - begun)
            if text not in legal:
                points, reason = 0, f"the move {text}"
        if points is not None:
            return 1 - points if side else points, texts, reason
        moves, texts = [*moves, legal[text]], [*texts, text]
        yield


def play_pair(options, rules, pair, players, spent, record):
    """Plays two games from one opening. Yields after each ply; returns each game's points of the first player."""
    points = []
    begin = opening(rules, options.seed * 100_003 + pair, options.plies)
    for first_begins in (True, False):
        order = players if first_begins else players[::-1]
        value, texts, reason = yield from play(options, rules, begin, order, spent)
        points.append(value if first_begins else 1 - value)
        if record:
            names = ("first", "second")[:: 1 if first_begins else -1]
            print(f"{names[0]}-{names[1]} {value} ({reason}, {len(texts)} plies):", *texts, file=record, flush=True)
    return points


def main():
    options = arguments()
    rules, spent = RULES[options.game](), {}
    players = [start(options, "first"), start(options, "second")]
    record = open(options.record, "a") if options.record else None
    playing.play_pairs([play_pair(options, rules, pair, players, spent, record) for pair in range(options.games // 2)])
    for name, player in zip(("first", "second"), players):
        playing.print_times(name, spent[player])
        player.quit()


if __name__ == "__main__":
    main()
