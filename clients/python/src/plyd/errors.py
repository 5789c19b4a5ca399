"""Errors: the server refused a request, or is overloaded, unreachable, slow, or not plyd."""

from __future__ import annotations

import builtins
from collections.abc import Mapping


class PlydError(Exception):
    """Any error of this package."""


class ProblemError(PlydError):
    """The server answered with a problem: the request is invalid, or the server failed.

    Printed as `illegal_move at moves[1]: …`.
    """

    status: int
    """The status of the answer."""
    code: str | None
    """The code of the problem (`models.ProblemCode`); None if the answer is not plyd's but, for example, a proxy's."""
    detail: str
    """The error and the expected value."""
    path: str | None
    """The invalid field, such as `moves[3]`, if there is one."""
    candidates: tuple[str, ...] = ()
    """The moves that an ambiguous move can mean, or the legal moves nearest to an illegal one."""
    line: int | None = None
    """In a record: the line of the fault, from 1."""
    column: int | None = None
    """In a record: its column in characters, from 1."""
    ply: int | None = None
    """In a record: the number of moves before it, if it is among the moves."""
    request_id: str | None
    """The id that finds the request in the server's log."""

    def __init__(
        self,
        status: int,
        detail: str,
        *,
        code: str | None = None,
        path: str | None = None,
        request_id: str | None = None,
    ) -> None:
        self.status = status
        self.detail = detail
        self.code = code
        self.path = path
        self.request_id = request_id
        blamed = f" at {path}" if path else ""
        super().__init__(f"{code or status}{blamed}: {detail}")

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuilt, (type(self), self.args, self.__dict__)


class OverloadedError(ProblemError):
    """The server had no room at every attempt.

    It is overloaded or about to stop (503), or this client or its key has asked for as much as it may (429); `code` tells these apart.
    """

    retry_after: float | None = None
    """Seconds after which a new attempt may succeed, by the server's Retry-After; None if it did not say."""


class UnreachableError(PlydError, ConnectionError):
    """No answer, or only a part of one: the server or the network is gone."""


class TimeoutError(PlydError, builtins.TimeoutError):
    """The caller's timeout has passed: the server is slow, or was overloaded for as long."""


class AnswerError(PlydError):
    """The answer does not follow the contract: it comes from another program or another version."""


def problem(
    status: int, told: Mapping[str, object] | None, text: str = "", retry_after: float | None = None
) -> ProblemError:
    """The error for an answer with a status of 400 or more, whose body may be a problem (RFC 9457) or anything else."""

    def field(name: str) -> str | None:
        value = (told or {}).get(name)
        return value if isinstance(value, str) else None

    code = field("code")
    detail = field("detail") or f"the server answered {status}{': ' + text if text else ''}"

    def number(name: str) -> int | None:
        value = (told or {}).get(name)
        return value if type(value) is int else None

    kind = OverloadedError if status in (429, 503) else ProblemError
    error = kind(status, detail, code=code, path=field("path"), request_id=field("request_id"))
    candidates = (told or {}).get("candidates")
    if isinstance(candidates, list):
        error.candidates = tuple(move for move in candidates if isinstance(move, str))
    error.line, error.column, error.ply = number("line"), number("column"), number("ply")
    if isinstance(error, OverloadedError):
        error.retry_after = retry_after
    return error


def _rebuilt(kind: type[ProblemError], args: tuple[object, ...], fields: dict[str, object]) -> ProblemError:
    """Rebuilds a problem from its pickle, which lacks keyword arguments."""
    error = kind.__new__(kind, *args)
    error.args = args
    error.__dict__.update(fields)
    return error
