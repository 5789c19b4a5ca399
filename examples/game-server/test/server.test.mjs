// The server, and both bots on it: they play whole games against each other, and behave to a person.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { WebSocket, WebSocketServer } from "ws";
import { serve as servePlyd, until } from "../../../clients/typescript/test/server.mjs";
import { serve } from "../server.mjs";

/** The requests of bots to plyd, those that had no answer, and how many more are refused as by a busy plyd. */
const asked = [];
const unanswered = [];
let refusals = 0;
const passing = createServer(async (request, response) => {
  const body = await text(request);
  if (refusals > 0) {
    refusals -= 1;
    return response.writeHead(503, { "content-type": "text/html", "retry-after": "1" }).end("<h1>busy</h1>");
  }
  const headers = { "content-type": request.headers["content-type"] };
  try {
    const answer = await fetch(plyd.url + request.url, { method: "POST", headers, body });
    const told = await answer.text();
    asked.push(JSON.parse(body));
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") }).end(told);
  } catch {
    unanswered.push(JSON.parse(body));
    response.destroy();
  }
});

let plyd, server;
before(async () => {
  plyd = await servePlyd();
  server = await serve({ port: 0, plyd: plyd.url });
  await new Promise((listens) => passing.listen(0, "127.0.0.1", listens));
});
after(async () => {
  server.close();
  passing.close();
  await plyd.stop();
});

const path = (file) => fileURLToPath(new URL(`../${file}`, import.meta.url));
const BOTS = { ts: ["node", path("built/bot.js")], python: [process.env.PYTHON ?? "python3", path("bot.py")] };

/** Starts a bot. Resolves to what it has printed when it ends. */
function bot(kind, args, at = server.url) {
  const [program, ...first] = BOTS[kind];
  const env = { ...process.env, PLYD_URL: `http://127.0.0.1:${passing.address().port}`, SERVER_URL: at };
  const child = spawn(program, [...first, ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
  let [printed, complaints] = ["", ""];
  child.stdout.on("data", (text) => (printed += text));
  child.stderr.on("data", (text) => (complaints += text));
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => (child.kill(), reject(new Error(`${kind} doesn't end: ${printed}${complaints}`))),
      100_000,
    );
    child.once("exit", (code) => {
      clearTimeout(timer);
      if (code === 0 && complaints === "") resolve(printed);
      else reject(new Error(`${kind} ended with ${code}: ${complaints}`));
    });
  });
}

/** A player who reads every state. */
async function player(join) {
  const socket = new WebSocket(server.url);
  const states = [];
  const waiting = new Set();
  socket.on("message", (data) => {
    states.push(JSON.parse(data));
    waiting.forEach((look) => look());
  });
  await new Promise((resolve) => socket.once("open", resolve));
  const send = (type, more = {}) => socket.send(JSON.stringify({ type, ...more }));
  send("join", join);
  /** The next message of which this is true, from here on. */
  let seen = 0;
  const until = (condition, what) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`never: ${what}; ${JSON.stringify(states.at(-1))}`)), 60_000);
      const look = () => {
        const index = states.findIndex((state, index) => index >= seen && condition(state));
        if (index < 0) return;
        seen = index + 1;
        clearTimeout(timer);
        waiting.delete(look);
        resolve(states[index]);
      };
      waiting.add(look);
      look();
    });
  return { send, until, close: () => socket.terminate() };
}

test("the guide shows both bots, of at most forty lines, as they are", () => {
  const guide = readFileSync(path("../../docs/guide/bots.md"), "utf8");
  for (const file of ["bot.ts", "bot.py"]) {
    const text = readFileSync(path(file), "utf8");
    assert.ok(guide.includes(`\n${text}\`\`\`\n`), `docs/guide/bots.md has another ${file}`);
    assert.ok(text.split("\n").length <= 41, file);
  }
});

const quick = (room, game, base_ms = 3_000) => ({ room, game, clock: { base_ms, increment_ms: 20 } });

for (const [game, level] of [
  ["tic-tac-toe", "5"],
  ["connect-four", "8"],
]) {
  test(`two bots play ${game} to its end`, async () => {
    const room = `bots at ${game}`;
    const watcher = [await player(quick(room, game)), await player(quick(room, game))];
    watcher.forEach((one) => one.close());
    asked.length = 0;
    const ends = await Promise.all([bot("ts", [room, game, level]), bot("python", [room, game, level])]);
    for (const end of ends) assert.match(end, /: .*\.\n[^]*winner/, "it says why it moves, and how the game ended");
    // The bots move in turn, and each has one seed for the whole game.
    for (const first of [0, 1]) {
      const seeds = new Set(asked.filter(({ moves }) => moves.length % 2 === first).map(({ seed }) => seed));
      assert.equal(seeds.size, 1);
      assert.ok(Number.isSafeInteger([...seeds][0]), `seeds ${[...seeds]}`);
    }
  });
}

test("two bots play on after plyd was busy, and after five seconds without it", async () => {
  const join = quick("outage", "connect-four", 20_000);
  const watcher = [await player(join), await player(join)];
  watcher.forEach((one) => one.close());
  asked.length = unanswered.length = 0;
  refusals = 2;
  const ended = Promise.all([bot("ts", [join.room, join.game, "8"]), bot("python", [join.room, join.game, "8"])]);
  await until(() => asked.length >= 4, "both bots have moved twice");
  assert.equal(refusals, 0);
  const { host } = new URL(plyd.url);
  await plyd.stop();
  await new Promise((passes) => setTimeout(passes, 5_000));
  plyd = await servePlyd("--listen", host);
  for (const end of await ended) assert.match(end, /reason'?: '(four in a row|full board|agreement|resignation)'/);
  // If a bot was to move, it asked again. Otherwise the server did, which checks the moves.
  for (const { moves } of unanswered) assert.ok(asked.some((later) => later.moves.length === moves.length));
});

test("a bot plays by the clock, lets a move be taken back, declines a draw, and resigns when it is lost", async () => {
  const join = quick("manners", "chess", 20_000);
  const person = await player(join);
  const ended = bot("ts", ["manners", "chess", "5"]);
  await person.until((state) => state.on, "two players");
  // After this move the bot has the better side at every seed, so it has no reason to accept a draw.
  person.send("draw");
  person.send("move", { move: "g4" });
  await person.until((state) => state.moves.length === 1, "a move");
  await person.until((state) => state.offer === null && state.result === null, "the offer is declined");
  const answered = await person.until((state) => state.moves.length === 2, "an answer");
  assert.ok(answered.left[1] < 20_020, "the bot's clock has run");
  person.send("takeback");
  const back = await person.until((state) => state.moves.length === 0, "the move is taken back");
  assert.deepEqual([back.turn, back.takeback], [0, null]);
  person.send("resign");
  const { result } = await person.until((state) => state.result, "the end");
  assert.deepEqual(result, { winner: "black", reason: "resignation" });
  await ended;
  person.close();
});

/** The state of a game at its first move, in which the bot is to move. */
const FIRST = {
  type: "state",
  game: "tic-tac-toe",
  on: true,
  moves: [],
  seat: 0,
  turn: 0,
  left: [3_000, 3_000],
  clock: { increment_ms: 20 },
  offer: null,
  takeback: null,
};
const END = { on: false, result: { winner: "X", reason: "resignation" } };

for (const kind of ["ts", "python"]) {
  test(`a bot in ${kind} moves once, whoever comes to watch meanwhile`, async () => {
    const received = [];
    const sockets = new WebSocketServer({ port: 0 });
    sockets.on("connection", (socket) => {
      const tell = (more) => socket.send(JSON.stringify({ ...FIRST, ...more }));
      socket.on("message", (data) => {
        received.push(JSON.parse(data).type);
        tell();
        tell();
        if (received.length === 2) setTimeout(tell, 1_000, END);
      });
    });
    const ended = bot(kind, ["room", "tic-tac-toe", "5"], `ws://127.0.0.1:${sockets.address().port}`);
    await ended.finally(() => sockets.close());
    assert.deepEqual(received, ["join", "move"]);
  });
}

test("rules, turns, clocks and words are the server's", async () => {
  const [first, second] = [await player(quick("rules", "chess", 300)), await player(quick("rules", "chess"))];
  await second.until((state) => state.on, "two players");
  second.send("move", { move: "e5" });
  assert.match((await second.until((state) => state.type === "error", "an error")).detail, /not your turn/);
  first.send("move", { move: "e5" });
  assert.match((await first.until((state) => state.type === "error", "an error")).detail, /cannot be played/);
  first.send("dance");
  assert.match((await first.until((state) => state.type === "error", "an error")).detail, /expected join, move/);
  const third = await player(quick("rules", "chess"));
  assert.equal((await third.until((state) => state.type === "state", "a state")).seat, null);
  third.send("resign");
  assert.match((await third.until((state) => state.type === "error", "an error")).detail, /only players/);
  const late = await first.until((state) => state.result, "the end");
  assert.deepEqual(late.result, { winner: "black", reason: "time" });
  const unknown = await player(quick("unknown", "go"));
  assert.match((await unknown.until((state) => state.type === "error", "an error")).detail, /go/);
  [first, second, third, unknown].forEach((one) => one.close());
});

test("a draw is agreed when both want it", async () => {
  const [first, second] = [await player(quick("draw", "chess")), await player(quick("draw", "chess"))];
  await first.until((state) => state.on, "two players");
  first.send("draw");
  await second.until((state) => state.offer === 0, "an offer");
  second.send("draw");
  assert.deepEqual((await first.until((state) => state.result, "the end")).result, {
    winner: null,
    reason: "agreement",
  });
  [first, second].forEach((one) => one.close());
});
