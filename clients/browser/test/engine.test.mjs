// The engine in Node.js and in Chromium: every operation of the client, streams, aborts, and wrong input.

import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { load } from "@plyd/browser";
import { inChromium } from "./chromium.mjs";

const dist = fileURLToPath(new URL("../dist/", import.meta.url));

/** Runs here and in a page, so it uses nothing from outside. */
async function use({ load, EngineError, ProblemError }) {
  const loaded = [];
  const engine = await load({ onProgress: ({ file, loaded: bytes, total }) => bytes === total && loaded.push(file) });
  const code = (promise) =>
    promise.then(
      () => "none",
      (error) => (error instanceof ProblemError ? `${error.code} ${error.path}` : `${error.name}: ${error.message}`),
    );
  const found = { loaded };
  const { version } = await engine.index();
  found.version = version;
  found.games = (await engine.games()).length;
  found.rules = (await engine.game("othello")).title;
  found.moves = [];
  for (let game = {}, over = false; !over;) {
    const { move, after, next } = await engine.search("tic-tac-toe", { ...game, depth: 9 });
    found.moves.push(move);
    over = after.over;
    game = next;
  }
  const { level } = await engine.search("chess", { moves: "e4 e5", level: 4 });
  found.level = level;
  found.depths = [];
  for await (const { event, data } of engine.searchStream("chess", { depth: 4 })) {
    if (event === "progress") found.depths.push(data.depth);
    else found.result = data.depth;
  }
  for await (const _ of engine.searchStream("chess", { depth: 60 })) break;
  const items = [
    { op: "position", game: "checkers" },
    { op: "search", game: "bones", state: "?" },
  ];
  found.batch = (await engine.batch(items)).map(({ status }) => status);
  found.stream = [];
  for await (const { index, error } of engine.batchStream(items)) found.stream[index] = error?.code ?? null;
  const { moves } = await engine.record("chess", { record: "1. e4 e5 2. Nf3 *" });
  found.record = moves.join(" ");
  found.written = (await engine.writeRecord("chess", { moves })).includes("2. Nf3");
  found.plies = (await engine.review("connect-four", { moves: "4 4 3 3 2 1", nodes: 1_000 })).plies.length;
  found.tree = (await engine.tree("bones", { state: "4" })).game;
  found.svg = (await engine.treeSvg("bones", { state: "4" })).startsWith("<svg");
  found.wrong = [
    await code(engine.search("chess", { state: "?" })),
    await code(engine.search("chess", { moves: "e4 Ke3" })),
    await code(engine.search("chess", { depth: 1, levl: 3 })),
    await code(engine.search("chess", { threads: 2 })),
    await code(engine.game("ches")),
  ];
  const control = new AbortController();
  const search = engine.search("othello", { depth: 60 }, { signal: control.signal });
  setTimeout(() => control.abort(new Error("changed my mind")), 200);
  found.aborted = await code(search);
  const began = performance.now();
  const { stopped_by } = await engine.search("hex", { time_ms: 300 });
  found.timed = [stopped_by, performance.now() - began < 3_000];
  const under = engine.search("hex", { depth: 60 });
  setTimeout(() => engine.close(), 100);
  found.closed = await under.catch((error) => error instanceof EngineError && error.message);
  found.again = (await engine.search("nim", { depth: 4 })).game;
  engine.close();
  return found;
}

const EXPECTED = {
  games: 20,
  rules: "Othello",
  level: 4,
  depths: [1, 2, 3, 4],
  result: 4,
  batch: [200, 422],
  stream: [null, "invalid_state"],
  record: "e2e4 e7e5 g1f3",
  written: true,
  plies: 6,
  tree: "bones",
  svg: true,
  wrong: [
    "invalid_state state",
    "illegal_move moves[1]",
    "invalid_body levl",
    "limit_exceeded threads",
    "unknown_game null",
  ],
  aborted: "Error: changed my mind",
  timed: ["time", true],
  closed: "the engine was closed",
  again: "nim",
};

test("in Node.js, every operation answers", async () => {
  const { moves, version, loaded, ...rest } = await use(await import("@plyd/browser"));
  assert.equal(moves.length, 9, "who plays well draws, and a draw fills the board");
  assert.match(version, /^\d+\.\d+\.\d+/);
  // From a disk, there is nothing to wait for.
  assert.deepEqual(loaded, []);
  assert.deepEqual(rest, EXPECTED);
});

test("in Chromium, the same, under the narrowest policy that works, and each file is loaded once", async () => {
  const headers = {
    "content-security-policy":
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'",
  };
  const { moves, version, loaded, ...rest } = await inChromium(dist, use, null, { headers });
  assert.equal(moves.length, 9);
  assert.match(version, /^\d+\.\d+\.\d+/);
  assert.deepEqual(loaded.sort(), ["checkers.bin", "chess.bin", "connect-four.bin", "othello.bin", "plyd.wasm"]);
  assert.deepEqual(rest, EXPECTED);
});

test("a program in Node.js ends by itself when nothing is asked any more", async () => {
  const engine = await load();
  const { move } = await engine.search("tic-tac-toe", { depth: 9 });
  assert.match(move, /^[abc][123]$/);
  // Without close: if the worker kept the program alive, this file would never end.
});
