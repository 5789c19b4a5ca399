"""Shared by the checks in this folder. Collects what is wrong and reports it at the end."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CONFIG = "".join((ROOT / file).read_text() for file in ["src/config.rs", "crates/terminal/src/caps.rs"])
OPTIONS = set(re.findall(r'env = "(PLYD_\w+)"', CONFIG))
# Some defaults are constants of the wire format.
CONSTANTS = dict(re.findall(r"const (\w+): u64 = ([\d_]+);", (ROOT / "crates/wire/src/caps.rs").read_text()))
DEFAULTS = {
    name: CONSTANTS.get(value, value)
    for name, value in re.findall(r'env = "(PLYD_\w+)", default_value_t = (?:Caps::)?([A-Z\d_]+)', CONFIG)
}
VERSION = re.search(r'^version = "(.*)"', (ROOT / "Cargo.toml").read_text(), re.M)[1]
IMAGE = (ROOT / "Dockerfile").read_text()
# The documented metrics. Tests compare them with plyd's.
METRICS = set(re.findall(r"^\| `(\w+)` \|", (ROOT / "docs/reference/metrics.md").read_text(), re.M))
wrong = []


def hold(true, sentence):
    if not true:
        wrong.append(sentence)


def finish(what):
    for sentence in wrong:
        print(sentence, file=sys.stderr)
    print(f"{what}, {'all right' if not wrong else f'{len(wrong)} things wrong'}")
    sys.exit(bool(wrong))


def promtool():
    """The path of promtool."""
    return subprocess.run([ROOT / "deploy/promtool"], check=True, capture_output=True, text=True).stdout.strip()


def metric(series):
    """The metric that a series belongs to. A histogram has three kinds of series."""
    return re.sub(r"_(count|sum|bucket)$", "", series)


def milliseconds(environment, name):
    return int(str(environment.get(name, DEFAULTS[name])).replace("_", ""))


def stops_in_time(where, environment, seconds):
    """A supervisor may kill plyd only after its whole shutdown: the drain delay, the grace time, and 1 s for the last answers."""
    hold(set(environment) <= OPTIONS, f"{where}: plyd has no option {sorted(set(environment) - OPTIONS)}")
    out = milliseconds(environment, "PLYD_DRAIN_DELAY_MS") + milliseconds(environment, "PLYD_GRACE_MS") + 1000
    hold(seconds * 1000 > out, f"{where}: killed after {seconds} s, but stopping may take {out} ms")
    longest = milliseconds(environment, "PLYD_MAX_TIME_MS")
    hold(milliseconds(environment, "PLYD_GRACE_MS") > longest, f"{where}: a search may take {longest} ms, longer than the grace time")
