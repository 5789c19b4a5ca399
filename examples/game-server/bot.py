"""A bot with manners. usage: python bot.py ROOM [GAME] [LEVEL]     (PLYD_URL, SERVER_URL; pip install plyd websockets)"""
import json, os, sys, time
from plyd import Client
from websockets.sync.client import connect

room, game, level = (*sys.argv[1:], *["room", "chess", "5"][len(sys.argv) - 1 :])[:3]
# If plyd is busy or being restarted, the bot asks again for up to 30 s. `for_game` chooses one seed for the whole game.
plyd = Client(os.environ.get("PLYD_URL"), attempts=10, timeout=30).for_game()

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
    question = {"moves": state["moves"], "level": int(level), "clock": clock, "wait_ms": 2000, "with_": ["advice"]}
    answer = plyd.search(state["game"], **question)
    advice, move = answer.advice, [{"type": "move", "move": answer.move}]
    if state["offer"] == other:
        return [{"type": "draw" if advice.accept_draw else "decline"}], 0
    print(f"{answer.label or answer.move}: {advice.because}", flush=True)
    plan = [{"type": "resign"}] if advice.resign else move + [{"type": "draw"}] * advice.offer_draw
    return plan, began + advice.think_ms / 1000

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
