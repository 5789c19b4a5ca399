"""A bot with manners. usage: python bot.py ROOM [GAME] [LEVEL]     (PLYD_URL, SERVER_URL; pip install websockets)"""
import json, os, sys, time, urllib.request
from websockets.sync.client import connect

room, game, level = (*sys.argv[1:], *["room", "chess", "5"][len(sys.argv) - 1 :])[:3]
plyd = os.environ.get("PLYD_URL", "http://127.0.0.1:8080")
seed = int(time.time()) % 1_000_000  # One for the whole game.

def decide(state):  # Returns the messages to send, and the time to send them.
    if state["type"] == "error" or not state["on"]:
        return [], 0
    own, other, began = state["seat"], 1 - state["seat"], time.monotonic()
    if state["takeback"] == other:
        return [{"type": "takeback"}], 0
    if state["turn"] != own:
        return [], 0
    own_ms, opponent_ms = (max(0, state["left"][seat]) for seat in (own, other))
    clock = {"own_ms": own_ms, "opponent_ms": opponent_ms, "increment_ms": state["clock"]["increment_ms"]}
    body = {"moves": state["moves"], "level": int(level), "seed": seed, "clock": clock, "wait_ms": 2000, "with": ["advice"]}
    url, headers = f"{plyd}/v1/games/{state['game']}/search", {"content-type": "application/json"}
    answer = json.load(urllib.request.urlopen(urllib.request.Request(url, json.dumps(body).encode(), headers)))
    advice, move = answer["advice"], [{"type": "move", "move": answer["move"]}]
    if state["offer"] == other:
        return [{"type": "draw" if advice["accept_draw"] else "decline"}], 0
    print(f"{answer['label']}: {advice['because']}", flush=True)
    plan = [{"type": "resign"}] if advice["resign"] else move + [{"type": "draw"}] * advice["offer_draw"]
    return plan, began + advice["think_ms"] / 1000

with connect(os.environ.get("SERVER_URL", "ws://127.0.0.1:8090")) as socket:
    plan, due, state, question = [{"type": "join", "room": room, "game": game}], 0, {}, None
    while not state.get("result"):
        try:
            state = json.loads(socket.recv(timeout=max(0, due - time.monotonic()) if plan else None))
            news = [state.get(key) for key in ("on", "moves", "offer", "takeback")]
            if news != question:  # Else somebody has come to watch.
                question, (plan, due) = news, decide(state)
        except TimeoutError:
            while plan:
                socket.send(json.dumps(plan.pop(0)))
print(state["result"])
