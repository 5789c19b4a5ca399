#!/usr/bin/env python3
"""Memory does not grow: after the first tenth of a million requests, by less than 5 MB. The same limit holds over ten
million requests, which take ten minutes or more.

Needs wrk (Debian's package).

usage: memory.py [REQUESTS]
"""

import re
import subprocess
import sys
import tempfile

from service import Figures, Plyd

REQUESTS = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
# A search, a description, a problem and a game's facts, so that all kinds of labels are used.
PATHS = ["/v1/games/tic-tac-toe/search", "/v1/games/chess/position?moves=e2e4", "/v1/games/nonesuch", "/v1/games/othello"]
SCRIPT = """
local paths = {%s}
local number = 0
request = function() number = number + 1; return wrk.format("GET", paths[number %% #paths + 1]) end
"""


def requests(port, script):
    """Sends requests for some seconds. Returns their number."""
    command = ["wrk", "-t1", "-c32", "-d5s", "-s", script, f"http://127.0.0.1:{port}"]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return int(re.search(r"(\d+) requests in", said)[1])


figures = Figures("memory")
with Plyd("--workers", 2) as server, tempfile.NamedTemporaryFile("w", suffix=".lua") as script:
    script.write(SCRIPT % ", ".join(f'"{path}"' for path in PATHS))
    script.flush()
    begun, done, early = server.megabytes(), 0, None
    while done < REQUESTS:
        done += requests(server.port, script.name)
        if early is None and done >= REQUESTS / 10:
            early, early_done = server.megabytes(), done
    late = server.megabytes()
figures.say(f"{begun:.1f} MB at the start, {early:.1f} MB after {early_done} requests, {late:.1f} MB after {done}")
figures.hold("growth after the first tenth", late - early, 5, " MB")
figures.finish()
