"""A server run from the binary under test, and its two operations on records."""

import http.client
import json
import re
import subprocess
import sys


class Service:
    """Starts the binary, and talks to it over one connection."""

    def __init__(self, binary):
        command = [binary, "serve", "--listen", "127.0.0.1:0"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        for line in self.process.stdout:
            if found := re.search(r" listening address=([0-9.]+):([0-9]+)", line):
                self.connection = http.client.HTTPConnection(found[1], int(found[2]), timeout=60)
                return
        sys.exit("the server did not start")

    def stop(self):
        self.connection.close()
        self.process.terminate()
        self.process.wait()

    def post(self, path, body, status=200):
        headers = {"Content-Type": "application/json"}
        self.connection.request("POST", f"/v1/games/{path}", json.dumps(body), headers)
        answer = self.connection.getresponse()
        content = json.loads(answer.read())
        if answer.status != status:
            raise AssertionError(f"{path}: {content}\n{body}")
        return content

    def read(self, game, text, format="auto"):
        """Reads a record."""
        return self.post(f"{game}/record", {"record": text, "format": format})

    def refused(self, game, text):
        """The problem of a record that is none of this game."""
        return self.post(f"{game}/record", {"record": text}, 422)

    def write(self, game, read, format):
        """Writes a record that was read."""
        fields = ("state", "moves", "tags", "comments", "result", "clocks", "nags", "variations", "drawings")
        body = {name: read[name] for name in fields if read.get(name) is not None}
        return self.post(f"{game}/record/write", {**body, "format": format})["record"]


def expect(found, expected, text):
    """Fails with both values and the record unless they are equal."""
    if found != expected:
        raise AssertionError(f"found    {found}\nexpected {expected}\n{text}")
