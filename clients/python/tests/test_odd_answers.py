"""Answers that plyd never gives, but a proxy or another program in its place may."""

import socket
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import plyd
from plyd import AnswerError, OverloadedError, ProblemError, UnreachableError

Script = Callable[..., str]
SHORT = "event: progress\ndata: {}\n\n"
GAMES = '{"games": []}'


def answer(status: str, kind: str, body: str, *headers: str, length: int | None = None) -> bytes:
    size = len(body.encode()) if length is None else length
    head = [f"HTTP/1.1 {status}", f"content-type: {kind}", f"content-length: {size}", "connection: close", *headers]
    return "\r\n".join([*head, "", body]).encode()


@pytest.fixture
def script() -> Iterator[Script]:
    """Answers each connection with the next text. Returns the address."""
    listeners = []

    def start(*answers: bytes) -> str:
        listener = socket.create_server(("127.0.0.1", 0))
        listeners.append(listener)

        def serve() -> None:
            for text in answers:
                connection, _ = listener.accept()
                with connection:
                    connection.recv(65536)
                    connection.sendall(text)

        threading.Thread(target=serve, daemon=True).start()
        return f"http://127.0.0.1:{listener.getsockname()[1]}"

    yield start
    for listener in listeners:
        listener.close()


def test_a_page_in_place_of_an_answer(connect: Any, script: Script) -> None:
    url = script(answer("200 OK", "text/html", "<h1>Welcome</h1>"))
    with pytest.raises(AnswerError, match="text/html"):
        connect(url).games()


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("", "not JSON"),
        ("[]", "GameList: expected GameList"),
        ("{}", "GameList without games"),
        ('{"games": 7}', r"GameList\.games: expected list, got 7"),
        ('{"games": [{}]}', r"GameList\.games\[0\]: GameSummary without aliases"),
    ],
)
def test_json_of_another_shape(connect: Any, script: Script, body: str, said: str) -> None:
    with pytest.raises(AnswerError, match=said):
        connect(script(answer("200 OK", "application/json", body))).games()


def test_what_is_new_in_an_answer_is_passed_over(connect: Any, script: Script) -> None:
    url = script(answer("200 OK", "application/json; charset=utf-8", '{"games": [], "more": {"a": 1}}'))
    assert connect(url).games() == []


def test_an_error_that_is_no_problem(connect: Any, script: Script) -> None:
    with pytest.raises(ProblemError) as caught:
        connect(script(answer("403 Forbidden", "text/html", "<p>No.</p>"))).games()
    assert (caught.value.status, caught.value.code, caught.value.path) == (403, None, None)
    assert caught.value.detail == "the server answered 403: Forbidden <p>No.</p>"


def test_a_proxy_that_is_busy_is_asked_again(connect: Any, script: Script) -> None:
    busy = answer("503 Service Unavailable", "text/html", "<p>Busy.</p>")
    assert connect(script(busy, busy, answer("200 OK", "application/json", GAMES))).games() == []
    with pytest.raises(OverloadedError) as caught:
        connect(script(busy, busy), attempts=2).games()
    assert caught.value.retry_after is None


def test_a_retry_later_than_the_caller_waits_is_not_waited_for(connect: Any, script: Script) -> None:
    busy = answer("503 Service Unavailable", "text/html", "", "retry-after: 3600")
    with pytest.raises(OverloadedError) as caught:
        connect(script(busy), timeout=20).games()
    assert caught.value.retry_after == 3600


def test_half_an_answer_is_none(connect: Any, script: Script) -> None:
    half = answer("200 OK", "application/json", '{"games"', length=14)
    with pytest.raises(UnreachableError):
        connect(script(half), attempts=1).games()
    # No item was taken from the stream, so the call is retried.
    assert connect(script(half, answer("200 OK", "application/json", GAMES))).games() == []


@pytest.mark.parametrize("body", ["", ": still here\n\n", "event: result\ndata: {"])
def test_a_stream_that_ends_in_order_without_a_result_has_none(connect: Any, script: Script, body: str) -> None:
    url = script(answer("200 OK", "text/event-stream", body))
    with pytest.raises(UnreachableError, match="ended before its result"):
        connect(url, attempts=1).stream("chess").result()


def test_an_error_in_a_stream_is_raised(connect: Any, script: Script) -> None:
    told = '{"status": 500, "code": "internal", "detail": "a bug", "request_id": "7"}'
    with pytest.raises(ProblemError, match="internal: a bug") as caught:
        connect(script(answer("200 OK", "text/event-stream", f"event: error\ndata: {told}\n\n"))).stream(
            "chess"
        ).result()
    assert (caught.value.status, caught.value.request_id) == (500, "7")
    full = '{"status": 503, "code": "overloaded", "detail": "full"}'
    with pytest.raises(OverloadedError):
        connect(script(answer("200 OK", "text/event-stream", f"event: error\ndata: {full}\n\n")), attempts=1).stream(
            "chess"
        ).result()


def test_lines_of_a_batch_that_are_missing_or_nobodys(connect: Any, script: Script) -> None:
    problem = '{"type": "", "title": "", "status": 422, "code": "illegal_move", "detail": "\u2028", "request_id": ""}'
    line = f'{{"index": 1, "status": 422, "body": {problem}}}\n'
    items: list[plyd.BatchItem] = [{"op": "search", "game": "chess"}, {"op": "search", "game": "go"}]
    results = connect(script(answer("200 OK", "application/x-ndjson", line))).batch_stream(items)
    first = next(results)
    # A line ends only at a line feed, not at every character that may end a line of text.
    assert isinstance(first.body, plyd.Problem)
    assert first.body.detail == "\u2028"
    with pytest.raises(UnreachableError, match="1 items"):
        next(results)
    with pytest.raises(AnswerError, match="index 1"):
        list(connect(script(answer("200 OK", "application/x-ndjson", line * 2))).batch_stream(items))
