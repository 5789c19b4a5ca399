"""plyd plays itself over httpx. Models made by datamodel-code-generator build the requests and read the answers."""

import os

import httpx
from datamodel_code_generator_client import Depth, GameId, Level, MoveList, Search, SearchRequest, Seed

# Absent fields are sent as null, as clients do that cannot omit them. `with` is a keyword of Python, so its field has an alias.
request = SearchRequest(depth=Depth(9))
with httpx.Client(base_url=os.environ["PLYD_URL"]) as client:
    for moves in range(1, 10):
        response = client.post(f"/v1/games/{GameId.tic_tac_toe.value}/search", json=request.model_dump(mode="json", by_alias=True))
        response.raise_for_status()
        answer = Search.model_validate_json(response.content)
        if answer.after is None or answer.next is None:
            raise SystemExit("an answer without a move")
        if answer.after.over:
            if answer.after.outcome is None:
                raise SystemExit("a finished game without an outcome")
            print(f"{moves} moves, {answer.after.outcome.winner or 'draw'}")
            break
        request = SearchRequest(state=answer.next.state, moves=MoveList(answer.next.moves))
        # One side at full depth, the other at the highest level.
        if moves % 2:
            request.level, request.seed = Level(10), Seed(1)
        else:
            request.depth = Depth(9)
