"""Client of plyd, a game-AI service.

    from plyd import Client

    with Client() as client:
        answer = client.search("tic-tac-toe", state="XOX/OX./..O", depth=9)
        print(answer.move, answer.score.outcome, answer.score.plies)

`Client` waits for its answers, `AsyncClient` is awaited. Answers are the dataclasses of `plyd.models`, made from the service's contract,
openapi.yaml; errors are those of `plyd.errors`.
"""

from . import models as models
from ._async_client import AsyncClient, AsyncReviewStream, AsyncSearchStream
from ._calls import BatchItem
from ._client import Client, ReviewStream, SearchStream
from ._drawn import Position, Tree
from .errors import AnswerError, OverloadedError, PlydError, ProblemError, TimeoutError, UnreachableError
from .models import (
    BatchResult,
    Game,
    GameRecord,
    GameSummary,
    Grade,
    GradedCandidate,
    Hint,
    HintFact,
    Index,
    Line,
    Problem,
    Progress,
    Review,
    ReviewedPly,
    ReviewSummary,
    Score,
    Search,
)

__all__ = [
    "AnswerError",
    "AsyncClient",
    "AsyncReviewStream",
    "AsyncSearchStream",
    "BatchItem",
    "BatchResult",
    "Client",
    "Game",
    "GameRecord",
    "GameSummary",
    "Grade",
    "GradedCandidate",
    "Hint",
    "HintFact",
    "Index",
    "Line",
    "OverloadedError",
    "PlydError",
    "Position",
    "Problem",
    "ProblemError",
    "Progress",
    "Review",
    "ReviewStream",
    "ReviewSummary",
    "ReviewedPly",
    "Score",
    "Search",
    "SearchStream",
    "TimeoutError",
    "Tree",
    "UnreachableError",
    "models",
]
