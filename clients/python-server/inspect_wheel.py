"""Checks that a wheel of the server contains the binary, both licences, and a bill of materials for everything in the binary.

usage: inspect_wheel.py WHEEL REPOSITORY
"""

import json
import subprocess
import sys
import zipfile

wheel, repository = sys.argv[1:]
with zipfile.ZipFile(wheel) as archive:
    names = archive.namelist()
    binaries = [name for name in names if name.endswith(("/scripts/plyd", "/scripts/plyd.exe"))]
    assert len(binaries) == 1, names
    for licence in ("LICENSE-MIT", "LICENSE-APACHE"):
        assert any(name.endswith(f"/licenses/{licence}") for name in names), names
    bills = [name for name in names if name.endswith(".cyclonedx.json")]
    assert len(bills) == 1, names
    bill = json.loads(archive.read(bills[0]))

# The crates linked into it, as Cargo lists them: a line is `name vVERSION`, followed by the path for our own crates.
tree = ["cargo", "tree", "--locked", "--package=plyd", "--prefix=none", "--edges=normal,no-proc-macro", "--format={p}", "--no-dedupe"]
lines = subprocess.run(tree, cwd=repository, check=True, capture_output=True, text=True).stdout.splitlines()
linked = {tuple(line.split()[:2]) for line in lines}
listed = {(part["name"], f"v{part['version']}") for part in [*bill["components"], bill["metadata"]["component"]]}
missing = sorted(linked - listed)
assert not missing, f"not in the bill of materials: {missing}"
unlicensed = sorted(part["name"] for part in bill["components"] if not part.get("licenses"))
assert not unlicensed, f"without a licence in the bill of materials: {unlicensed}"
print(f"bill of materials: CycloneDX {bill['specVersion']}, {len(bill['components'])} components, {len(linked)} of them linked")
