"""What can go wrong: each error says whether the server refused, is full, is gone or is slow."""

from __future__ import annotations

import builtins
from collections.abc import Mapping


class PlydError(Exception):
    """Any error of this package."""


class ProblemError(PlydError):
    """The server answered that the request is wrong, or that it failed at it.

    Printed as `illegal_move at moves[1]: …`.
    """

    status: int
    """The status of the answer."""
    code: str | None
    """What went wrong, for programs (`models.ProblemCode`); None if the answer is no problem of plyd's, but, say, a proxy's page."""
    detail: str
    """What is wrong, and what was expected."""
    path: str | None
    """The field to blame, such as `moves[3]`, where there is one."""
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
    """The server is busy or about to stop (503), after as many attempts as were asked for."""

    retry_after: float | None = None
    """Seconds after which a new try may succeed, as the server told."""


class UnreachableError(PlydError, ConnectionError):
    """No answer, or only a part of one: the server is gone, or the way to it is."""


class TimeoutError(PlydError, builtins.TimeoutError):
    """The time that the caller gave is over: the server is slow, or was busy for as long."""


class AnswerError(PlydError):
    """The answer is not what the contract says: it is another server's, or of another version."""


def problem(
    status: int, told: Mapping[str, object] | None, text: str = "", retry_after: float | None = None
) -> ProblemError:
    """The error for an answer with a status of 400 or more, whose body may be a problem (RFC 9457) or anything else."""

    def field(name: str) -> str | None:
        value = (told or {}).get(name)
        return value if isinstance(value, str) else None

    code = field("code")
    detail = field("detail") or f"the server answered {status}{': ' + text if text else ''}"
    kind = OverloadedError if status == 503 else ProblemError
    error = kind(status, detail, code=code, path=field("path"), request_id=field("request_id"))
    if isinstance(error, OverloadedError):
        error.retry_after = retry_after
    return error


def _rebuilt(kind: type[ProblemError], args: tuple[object, ...], fields: dict[str, object]) -> ProblemError:
    """A problem from its pickle: its arguments are not those that it is made with."""
    error = kind.__new__(kind, *args)
    error.args = args
    error.__dict__.update(fields)
    return error
