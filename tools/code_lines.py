#!/usr/bin/env python3
"""Counts lines of code: tracked Rust files without tests, comments and blank lines.

usage: tools/code_lines.py [FOLDER…]     the folders that the service consists of, if none is given
"""

import re
import subprocess
import sys

PARTS = ["src", "crates/wire", "crates/operations", "crates/browser", "crates/queue", "crates/terminal"]


def lines_of(path: str) -> int:
    with open(path, encoding="utf-8") as file:
        text = file.read()
    # A module of tests is the end of its file.
    text = re.split(r"^#\[cfg\((?:all\()?test\b[^\n]*\n(?:#\[[^\n]*\n)*mod \w+ \{", text, maxsplit=1, flags=re.M)[0]
    return sum(1 for line in text.splitlines() if line.strip() and not line.strip().startswith("//"))


def count(folder: str) -> int:
    listed = subprocess.run(["git", "ls-files", f"{folder}/*.rs"], capture_output=True, text=True, check=True)
    paths = [path for path in listed.stdout.split() if "test" not in path.removeprefix(folder)]
    return sum(map(lines_of, paths))


counts = {folder: count(folder.rstrip("/")) for folder in sys.argv[1:] or PARTS}
for folder, lines in counts.items():
    print(f"{lines:7,}  {folder}")
print(f"{sum(counts.values()):7,}  all")
