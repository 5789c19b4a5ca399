"""plyd plays itself through the client that openapi-python-client makes."""

import os

from openapi_python_client_client.api.play import search_position
from openapi_python_client_client.client import Client
from openapi_python_client_client.models import After, GameId, Next, Outcome, Search, SearchRequest

request = SearchRequest(depth=9)
with Client(base_url=os.environ["PLYD_URL"]) as client:
    for moves in range(1, 10):
        answer = search_position.sync(GameId.TIC_TAC_TOE, client=client, body=request)
        if not isinstance(answer, Search):
            raise SystemExit(f"no search but {answer}")
        if not isinstance(answer.after, After) or not isinstance(answer.next_, Next):
            raise SystemExit("an answer without a move")
        if answer.after.over:
            if not isinstance(answer.after.outcome, Outcome):
                raise SystemExit("a finished game without an outcome")
            print(f"{moves} moves, {answer.after.outcome.winner or 'draw'}")
            break
        request = SearchRequest(state=answer.next_.state, moves=answer.next_.moves)
        # One side at full depth, the other at the highest level.
        if moves % 2:
            request.level, request.seed = 10, 1
        else:
            request.depth = 9
