// A bot with manners. usage: node built/bot.js ROOM [GAME] [LEVEL]     (PLYD_URL, SERVER_URL)
import { Client } from "plyd";
import { WebSocket } from "ws";

const [room = "room", game = "chess", level = "5"] = process.argv.slice(2);
// If plyd is busy or being restarted, the bot asks again for up to 30 s. `forGame` chooses one seed for the whole game.
const plyd = new Client(process.env.PLYD_URL, { retry: { attempts: 10, withinMs: 30_000 } }).forGame();
const socket = new WebSocket(process.env.SERVER_URL ?? "ws://127.0.0.1:8090");
const send = (type: string, more = {}) => socket.send(JSON.stringify({ type, ...more }));
const sleep = (ms: number) => new Promise((wake) => setTimeout(wake, ms));
let latest = "";

socket.on("open", () => send("join", { room, game }));
socket.on("message", async (data) => {
  const state = JSON.parse(String(data));
  if (state.type === "error") return console.error(state.detail);
  const question = JSON.stringify([state.on, state.moves, state.offer, state.takeback, state.result]);
  if (question === latest) return; // Somebody has come to watch.
  latest = question;
  if (state.result) return (console.log(state.result), socket.close());
  if (state.takeback === 1 - state.seat) return send("takeback");
  if (!state.on || state.turn !== state.seat) return;
  const began = Date.now();
  const clock = {
    own_ms: Math.max(0, state.left[state.seat]),
    opponent_ms: Math.max(0, state.left[1 - state.seat]),
    increment_ms: state.clock.increment_ms,
  };
  const body = { moves: state.moves, level: Number(level), clock, wait_ms: 2000 };
  const answer = await plyd.search(state.game, { ...body, with: ["advice"] });
  const advice = answer.advice!;
  if (state.offer === 1 - state.seat) return send(advice.accept_draw ? "draw" : "decline");
  await sleep(began + advice.think_ms - Date.now());
  if (latest !== question) return; // The game has gone on meanwhile, or somebody took a move back.
  console.log(`${answer.label ?? answer.move}: ${advice.because}`);
  if (advice.resign) return send("resign");
  send("move", { move: answer.move });
  if (advice.offer_draw) send("draw");
});
