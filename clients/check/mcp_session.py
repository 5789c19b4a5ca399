"""The official Python client of the Model Context Protocol as a host, with the old handshake and with that of 2026."""

import asyncio
import sys
import time

from mcp import Client, StdioServerParameters

# This client validates results against the tool's schema, and raises if they differ.
CALLS = [
    ("list_games", {}, lambda answer: any(game["id"] == "chess" for game in answer["games"])),
    ("describe_game", {"game": "othello"}, lambda answer: len(answer["levels"]) == 10),
    ("describe_position", {"game": "chess", "moves": ["e4", "e5"]}, lambda answer: len(answer["legal_moves"]) == 29),
    ("search", {"game": "tic-tac-toe", "state": "XOX/OX./..O", "depth": 9}, lambda answer: answer["move"] == "a1"),
    ("search", {"game": "chess", "level": 3, "seed": 5}, lambda answer: (answer["level"], answer["seed"]) == (3, 5)),
]
WRONG = [
    ("search", {}, "game", "expected the id of a game"),
    ("search", {"game": "chess", "depth": 1000}, "depth", "above the published limit"),
    ("search", {"game": "chess", "moves": ["e2e5"]}, "moves[0]", "cannot be played here"),
    ("describe_position", {"game": "othello", "state": "x", "moves": []}, "state", "expected"),
    ("describe_position", {"game": "othello", "state": "x"}, "moves", "expected all moves"),
    ("draw_tree", {"game": "tree", "colour": "red"}, "colour", "unknown field"),
]


async def converse(mode: str) -> str:
    # One worker: a search that did not stop would delay the next call.
    server = StdioServerParameters(command=sys.argv[1], args=["mcp", "--workers", "1", "--table-mb", "1", "--log", "warn"])
    async with Client(server, mode=mode) as client:
        assert client.server_info is not None and client.server_info.name == "plyd", client.server_info
        tools = (await client.list_tools()).tools
        names = {tool.name for tool in tools}
        assert names >= {"list_games", "describe_position", "search", "draw_tree"}, names
        for name, arguments, is_right in CALLS:
            result = await client.call_tool(name, arguments)
            assert not result.is_error and is_right(result.structured_content), (name, result)
        drawn = await client.call_tool("draw_tree", {"game": "tree", "state": [[3, 12, 8], [2, 4, 6], [14, 5, 2]]})
        assert drawn.content[0].text.startswith("<svg"), drawn
        for name, arguments, path, says in WRONG:
            result = await client.call_tool(name, arguments)
            text = result.content[0].text
            assert result.is_error and text.startswith(f"{path}: ") and says in text, (name, text)
            assert result.structured_content["path"] == path, result
        stopped = await cancels(client)
        played = await plays(client)
        return f"{client.protocol_version}, {len(tools)} tools, cancelled and free after {stopped * 1000:.0f} ms, {played}"


async def cancels(client: Client) -> float:
    """How long a cancelled search keeps the worker: milliseconds, or longer on a busy machine. It would otherwise run for ten seconds."""
    search = asyncio.create_task(client.call_tool("search", {"game": "chess", "time_ms": 10_000}))
    await asyncio.sleep(0.3)
    search.cancel()
    began = time.monotonic()
    try:
        await search
        raise AssertionError("it should have been cancelled")
    except asyncio.CancelledError:
        pass
    result = await client.call_tool("search", {"game": "tic-tac-toe", "moves": ["b2", "a1"]})
    assert not result.is_error, result
    took = time.monotonic() - began
    assert took < 5, took
    return took


async def plays(client: Client) -> str:
    """A whole game, in which every answer says what to ask next."""
    opponent = {"game": "connect-four", "level": 2, "seed": 5}
    asked, plies = opponent, 0
    while True:
        answer = (await client.call_tool("search", asked)).structured_content
        plies += 1
        if answer["after"]["over"]:
            return f"{plies} plies of Connect Four, {answer['after']['outcome']['reason']}"
        asked = {**opponent, **answer["next"]}


for mode in ("legacy", "auto"):
    print(f"MCP's Python client: {asyncio.run(asyncio.wait_for(converse(mode), 60))}")
