"""Many questions for the command plyd-queue, which answers them on this machine or, over NATS, on many.

    from plyd import queue

    for result in queue.map({"op": "search", "game": "chess", "moves": moves, "nodes": 5000} for moves in games):
        print(result.index, result.status, result.body)

The command has to be in PATH. No server of plyd is needed.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import os
import subprocess
import tempfile
from collections.abc import Generator, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from ._calls import BatchItem, as_sent
from ._decode import decode
from .errors import PlydError
from .models import BatchAnswer, BatchResult

_PART = 10_000  # Items in a batch of the queue, which may have 64 MiB.


def map(
    items: Iterable[BatchItem], *, size: int = 1, nats: str | None = None, options: Sequence[str] = ()
) -> Generator[BatchResult, None, None]:
    """The answers to items of `Client.batch`, in order. The body of an invalid item is a Problem. All times are 0.

    `size`: items in a job. Small items cost less in jobs of 50.
    `nats`: the server whose workers answer; by default PLYD_NATS, and without it this machine. Asked again, the same items get the stored answers.
    `options`: more options of `plyd-queue submit`, such as `["--workers", "2"]`.

    A level without a seed has the seed 0, so that equal items have equal answers. Raises PlydError if plyd-queue fails.
    """
    nats = nats or os.environ.get("PLYD_NATS")
    rest, index = iter(items), 0
    while part := [as_sent(item) for item in islice(rest, _PART)]:
        packs = [part[begin : begin + size] for begin in range(0, len(part), size)]
        jobs: list[object] = [*part] if size == 1 else [{"op": "batch", "items": pack} for pack in packs]
        text = "\n".join(json.dumps(job, allow_nan=False) for job in jobs).encode()
        if nats:
            batch = f"map-{hashlib.sha256(text).hexdigest()[:32]}"
            list(_run(["submit", "-", "--nats", nats, "--batch", batch, *options], text, 0))
            lines = _run(["collect", batch, "--follow", "--nats", nats], b"", len(jobs))
        else:
            lines = _run(["submit", "-", "--local", *options], text, len(jobs))
        for line, pack in zip(lines, packs, strict=True):
            told = json.loads(line, object_hook=_filled)
            is_pack = size > 1 and told["status"] == 200
            results = decode(BatchAnswer, told["body"]).results if is_pack else [decode(BatchResult, told)] * len(pack)
            for result in results:
                yield dataclasses.replace(result, index=index)
                index += 1


def _run(arguments: Sequence[str], text: bytes, answers: int) -> Iterator[bytes]:
    """The lines that plyd-queue prints, as many as there are answers. Closing this stops the command."""
    codes = (0, 1) if answers else (0,)
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as said:
        given.write(text)
        given.seek(0)
        with subprocess.Popen(["plyd-queue", *arguments], stdin=given, stdout=subprocess.PIPE, stderr=said) as process:
            try:
                for line in process.stdout or ():
                    answers -= 1
                    yield line
            except BaseException:
                process.terminate()
                raise
        # The code is also 1 if jobs were wrong, but then each answer is there.
        if answers > 0 or process.returncode not in codes:
            said.seek(0)
            raise PlydError(said.read().decode(errors="replace").strip() or f"plyd-queue: {process.returncode}")


def _filled(told: dict[str, Any]) -> dict[str, Any]:
    """The dataclasses require what a queue's answers lack: times, and the id of the request."""
    if type(told.get("nodes")) is int:
        return {"elapsed_us": 0, "queued_us": 0, "nodes_per_second": 0, **told}
    return {"request_id": "", **told} if "code" in told else told
