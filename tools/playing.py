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
