"""Shared by the scripts that play matches: settings from the command line, services, and the spread of pairs of games."""

import http.client
import json
import math
from urllib.parse import urlsplit


def settings(texts):
    """The settings in `NAME=VALUE` texts. A value is a number, true, false, or else text."""
    words = {"true": True, "false": False}
    pairs = (text.split("=", 1) for text in texts)
    return {name: int(value) if value.isdigit() else words.get(value, value) for name, value in pairs}


def interval(pairs):
    """The mean of the pairs' scores, and half the width of its 95 % interval."""
    mean = sum(pairs) / len(pairs)
    return mean, 1.96 * math.sqrt(sum((pair - mean) ** 2 for pair in pairs)) / len(pairs)


def elo(score):
    """The difference in Elo of which a score is expected."""
    return -400 * math.log10(1 / min(max(score, 1e-3), 1 - 1e-3) - 1)


def report(pairs, tally):
    """The wins, draws and losses so far, with the Elo difference and its 95 % interval."""
    mean, error = interval(pairs)
    low, high = elo(mean - error), elo(mean + error)
    return f"+{tally[0]} ={tally[1]} -{tally[2]}  {mean:.1%}  Elo {elo(mean):+.0f} [{low:+.0f}, {high:+.0f}]"


def play_pairs(waiting, at_once=1):
    """Plays pairs of games, `at_once` of them in turns, and prints the standing after each pair. A pair is a generator that yields after each ply and returns
    the first player's points in each game."""
    tally, pairs, begun = [0, 0, 0], [], []
    while waiting or begun:
        while waiting and len(begun) < at_once:
            begun.append(waiting.pop(0))
        pair = begun.pop(0)
        try:
            next(pair)
            begun.append(pair)
        except StopIteration as end:
            for value in end.value:
                tally[int(2 - 2 * value)] += 1
            pairs.append(sum(end.value) / 2)
            print(report(pairs, tally), flush=True)


def print_times(name, seconds):
    """Prints how long a player's moves took."""
    print(f"{name}: {1000 * sum(seconds) / len(seconds):.0f} ms a move, at most {1000 * max(seconds):.0f}")


class Connection:
    """A service of plyd and one of its games."""

    def __init__(self, url, game):
        self.connection = http.client.HTTPConnection(urlsplit(url).netloc)
        self.path = f"/v1/games/{game}"
        self.close = self.connection.close

    def ask(self, operation, body):
        """The answer to a request. Ends the program if the request is refused."""
        self.connection.request("POST", f"{self.path}/{operation}", json.dumps(body), {"Content-Type": "application/json"})
        response = self.connection.getresponse()
        answer = json.load(response)
        if response.status != 200:
            raise SystemExit(f"{operation} {body}: {answer}")
        return answer
