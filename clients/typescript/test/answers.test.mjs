// The answers of every operation.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { Client, ProblemError } from "plyd";
import { BINARY, serve } from "./server.mjs";

let server;
let plyd;
before(async () => {
  server = await serve();
  plyd = new Client(server.url);
});
after(() => server.stop());

const WON = "XOX/OX./..O";
const TEXTBOOK = [
  [3, 12, 8],
  [2, 4, 6],
  [14, 5, 2],
];

test("a won position of tic-tac-toe, nine plies deep", async () => {
  const { move, score, after, next, lines, stats, stopped_by } = await plyd.search("tic-tac-toe", {
    state: WON,
    depth: 9,
  });
  assert.equal(move, "a1");
  assert.deepEqual(score, { value: 999_999, outcome: "win", plies: 1 });
  assert.deepEqual(after.outcome, { winner: "X", reason: "three in a row" });
  assert.deepEqual(next, { state: `${WON} X`, moves: ["a1"] });
  assert.deepEqual(lines[0].pv, ["a1"]);
  assert.equal(stopped_by, "solved");
  assert.deepEqual([stats.nodes, stats.minimax_nodes], [4, 12]);
});

test("an opponent with manners: clocks, advice, and the position after the move", async () => {
  const clock = { own_ms: 60_000, opponent_ms: 55_000, increment_ms: 0 };
  const request = { moves: "e4 e5", level: 3, clock, wait_ms: 5_000, with: ["advice", "position"] };
  const { advice, after, label, cells, expected } = await plyd.search("chess", request);
  assert.deepEqual([advice.resign, advice.claim_draw], [false, null]);
  assert.ok(advice.think_ms <= 6_000 && advice.because.endsWith("."));
  assert.ok(after.board.length === 8 && after.legal_moves.length >= 20);
  assert.ok(label && cells.length === 2 && expected > 0 && expected < 1);
  await assert.rejects(
    plyd.search("chess", { resign_at: 0.7 }),
    (error) => error instanceof ProblemError && error.path === "resign_at",
  );
});

test("the textbook's tree: its value, and what alpha-beta cuts off", async () => {
  const { move, score, stats } = await plyd.search("tree", { state: TEXTBOOK });
  assert.equal(move, "0");
  assert.equal(score.value_for_max, 3);
  assert.deepEqual([stats.nodes, stats.leaves, stats.alpha_cutoffs, stats.moves_pruned], [11, 7, 1, 2]);
});

test("the service, its games, and one by its alias", async () => {
  const { caps, version } = await plyd.index();
  assert.match(version, /^\d+\.\d+\.\d+/);
  assert.equal(caps.max_depth["tic-tac-toe"], 9);
  const games = await plyd.games();
  assert.deepEqual(Object.keys(caps.max_depth).sort(), games.map(({ id }) => id).sort());
  const game = await plyd.game("connect4");
  assert.equal(game.id, "connect-four");
  assert.equal(game.layout, "cells");
});

test("a position: its board, and where its moves lead", async () => {
  const { board, to_move, legal_moves } = await plyd.position("tic-tac-toe", { moves: ["b2", "a1"] });
  assert.deepEqual(board, [
    [null, null, null],
    [null, "X", null],
    ["O", null, null],
  ]);
  assert.equal(to_move, "X");
  assert.equal(legal_moves.length, 7);
});

test("a search told as it deepens ends with the same answer as alone", async () => {
  const question = { moves: ["e2e4"], depth: 4 };
  const progress = [];
  let result;
  for await (const { event, data } of plyd.searchStream("chess", question)) {
    if (event === "progress") progress.push(data);
    else result = data;
  }
  assert.deepEqual(
    progress.map(({ depth }) => depth),
    [1, 2, 3, 4],
  );
  const alone = await plyd.search("chess", question);
  assert.deepEqual([result.move, result.score, result.lines], [alone.move, alone.score, alone.lines]);
});

test("events are read however they are cut and written", async () => {
  const line = "\u2028\u00e9\ud83d\ude00";
  const text =
    `: searching\r\n\r\nid: 1\r\nevent: progress\r\ndata: {"depth":\r\ndata: 1,"line":"${line}"}\r\n\r\n` +
    `database: none\n\nevent:result\ndata:{"move":"${line}"}\n\n`;
  const bytes = new TextEncoder().encode(text);
  for (const size of [1, 2, 7, bytes.length]) {
    const body = new ReadableStream({
      start(stream) {
        for (let at = 0; at < bytes.length; at += size) stream.enqueue(bytes.subarray(at, at + size));
        stream.close();
      },
    });
    const cut = new Client("http://plyd.test", { fetch: async () => new Response(body) });
    const told = [];
    for await (const event of cut.searchStream("chess")) told.push(event);
    assert.deepEqual(told, [
      { event: "progress", data: { depth: 1, line } },
      { event: "result", data: { move: line } },
    ]);
  }
});

test("the tree that a search walks, and its pictures", async () => {
  const question = { state: TEXTBOOK, depth: 2 };
  const { value, pv, root } = await plyd.tree("tree", question);
  assert.equal(value, 3);
  assert.deepEqual(pv, ["0", "0"]);
  assert.deepEqual(root.children[1].pruned, ["1", "2"]);
  assert.match(await plyd.treeSvg("tree", question), /^<svg [\s\S]*<\/svg>\s*$/);
  assert.match(await plyd.treeDot("tree", question), /^digraph [\s\S]*}\s*$/);
});

const ITEMS = [
  { op: "search", game: "chess", moves: ["e2e4"], depth: 3 },
  { op: "position", game: "bones", state: "21" },
  { op: "search", game: "tic-tac-toe", state: "XOX/OX../..O" },
  { op: "review", game: "tic-tac-toe", moves: ["b2", "a1"] },
];

function hold(results) {
  assert.deepEqual(
    results.map(({ index, status }) => [index, status]),
    [
      [0, 200],
      [1, 200],
      [2, 422],
      [3, 200],
    ],
  );
  assert.equal(results[0].answer.depth, 3);
  assert.equal(results[1].answer.legal_moves.length, 3);
  assert.equal(results[2].answer, null);
  assert.ok(results[2].error instanceof ProblemError);
  assert.equal(results[2].error.code, "invalid_state");
  assert.equal(results[2].error.path, "items[2].state");
  assert.equal(results[3].answer.plies.length, 2);
}

test("a review tells each ply as it is judged, and then the whole", async () => {
  const told = [];
  const question = { record: "1. f3 e5 2. g4 Qh4#", nodes: 1000 };
  const review = await plyd.review("chess", question, { onPly: ({ ply }) => told.push(ply) });
  assert.deepEqual(told, [3, 2, 1, 0]);
  const { plies, sides, turning_points, outcome } = review;
  assert.deepEqual(
    plies.map(({ ply }) => ply),
    [0, 1, 2, 3],
  );
  assert.deepEqual([plies[2].verdict, plies[3].label, turning_points[0].ply], ["blunder", "Qh4#", 2]);
  assert.deepEqual([sides.black.verdicts.blunder, outcome.winner], [0, "black"]);
  for await (const { event, data } of plyd.reviewStream("chess", question)) {
    assert.deepEqual([event, data.ply], ["ply", 3]);
    break;
  }
  await assert.rejects(plyd.review("chess", { moves: "e4 e5 Ke3" }), ({ path }) => path === "moves[2]");
});

test("a hint tells where to look, then the move, then its line", async () => {
  const question = { state: "XX./OO./... X", depth: 5, wait_ms: 5_000 };
  const [place, move, line] = await Promise.all(
    [1, 2, 3].map((stage) => plyd.hint("tic-tac-toe", { stage, ...question })),
  );
  assert.deepEqual([place.move, move.move, move.line, line.line], [null, "c3", [], ["c3"]]);
  assert.deepEqual(place.facts[0], { code: "wins_in", plies: 1, text: "It wins immediately." });
  await assert.rejects(plyd.hint("tic-tac-toe", { stage: 4 }), ({ path }) => path === "stage");
});

test("openings have names", async () => {
  const { opening } = await plyd.position("chess", { moves: "e4 e5 Bc4 Nc6 Nf3" });
  assert.deepEqual(opening, { code: "C50", name: "Italian Game", plies: 5 });
});

test("a record is read, goes on elsewhere, and is written", async () => {
  const game = await plyd.record("chess", { record: '[White "Anna"]\n\n1. f3 e5 2. g4 {Oh no.} Qh4# 0-1' });
  const { state, moves, tags, comments } = game;
  assert.deepEqual([game.format, moves, game.result], ["pgn", ["f2f3", "e7e5", "g2g4", "d8h4"], "0-1"]);
  assert.deepEqual([tags.White, comments, game.outcome?.winner], ["Anna", { 3: "Oh no." }, "black"]);
  assert.equal((await plyd.position("chess", { state, moves })).over, true);
  const text = await plyd.writeRecord("chess", { state, moves, tags: { White: "Anna" } });
  assert.match(text, /\[White "Anna"\]/);
  assert.deepEqual((await plyd.record("chess", { record: text, format: "pgn" })).moves, moves);
  await assert.rejects(plyd.record("chess", { record: "1. f3 e5\n2. g9" }), ({ code, path, line, column, ply }) => {
    assert.deepEqual([code, path, line, column, ply], ["invalid_record", "record", 2, 4, 2]);
    return true;
  });
});

test("a batch, in the items' order; a wrong item holds up no other", async () => {
  hold(await plyd.batch(ITEMS));
  assert.deepEqual(await plyd.batch([]), []);
});

test("a batch, each result as it is done", async () => {
  const results = [];
  for await (const result of plyd.batchStream(ITEMS)) results.push(result);
  hold(results.sort((a, b) => a.index - b.index));
});

test("a large batch comes whole either way", async () => {
  const items = Array.from({ length: 300 }, (_, seed) => ({ op: "search", game: "chess", level: 1, seed }));
  const results = await plyd.batch(items);
  const streamed = [];
  for await (const result of plyd.batchStream(items)) streamed[result.index] = result;
  assert.equal(results.length, 300);
  for (const [index, { answer }] of results.entries()) assert.equal(streamed[index].answer.move, answer.move);
});

test("a server under a path of its own, asked with headers of one's own", async () => {
  const asked = [];
  const proxied = new Client(`${server.url}/ai/`, {
    headers: { "x-request-id": "mine" },
    fetch: (url, init) => {
      asked.push([url, init.headers.get("x-request-id"), init.headers.get("content-type")]);
      return fetch(url.replace("/ai/", "/"), init);
    },
  });
  const { move } = await proxied.search("tic-tac-toe", { state: WON });
  assert.equal(move, "a1");
  assert.deepEqual(asked, [[`${server.url}/ai/v1/games/tic-tac-toe/search`, "mine", "application/json"]]);
});

test("the calls of a game have its id", async () => {
  const sent = [];
  const plyd = new Client(server.url, {
    headers: { "x-request-id": "mine" },
    fetch: (url, init) => {
      sent.push([init.headers.get("x-plyd-game"), init.headers.get("x-request-id")]);
      return fetch(url, init);
    },
  });
  for (const client of [plyd, plyd.forGame("seven"), plyd.forGame(), plyd.forGame()]) await client.games();
  assert.deepEqual(sent.slice(0, 2), [
    [null, "mine"],
    ["seven", "mine"],
  ]);
  assert.match(sent[2][0], /^[0-9a-f]{16}$/);
  assert.notEqual(sent[2][0], sent[3][0]);
});

test("a level without a seed gets one, which is the same throughout a game", async () => {
  const sent = [];
  const keep = (url, request) => (sent.push(JSON.parse(request.body)), fetch(url, request));
  const keeping = new Client(server.url, { fetch: keep });
  const item = { op: "search", game: "nim", level: 2 };
  await keeping.search("nim", { level: 2 });
  for await (const _ of keeping.searchStream("nim", { level: 2 }));
  await keeping.batch([item, item]);
  for await (const _ of keeping.batchStream([item, { op: "position", game: "nim" }]));
  const [one, two, { items }, { items: streamed }] = sent;
  const seeds = [one, two, ...items, streamed[0]].map(({ seed }) => seed);
  assert.ok(seeds.every(Number.isSafeInteger), `seeds ${seeds}`);
  assert.equal(new Set(seeds).size, seeds.length);
  assert.deepEqual(streamed[1], { op: "position", game: "nim" });
  // A game has one seed, also if its client is made again.
  for (const id of ["seven", "seven", "eight"]) await keeping.forGame(id).search("nim", { level: 2 });
  const [seven, again, eight] = sent.slice(4).map(({ seed }) => seed);
  assert.ok(Number.isSafeInteger(seven) && seven === again && seven !== eight, `seeds ${[seven, again, eight]}`);
  // The caller's seed stays, 0 too, and a search without a level has none.
  for (const search of [{ level: 2, seed: 0 }, { depth: 1 }]) {
    await keeping.search("nim", search);
    assert.deepEqual(sent.at(-1), search);
  }
});

test("a key goes out with every request", async () => {
  const folder = mkdtempSync(join(tmpdir(), "plyd-"));
  const file = join(folder, "keys.txt");
  const [key, ...lines] = execFileSync(BINARY, ["keys", "new", "alice"], { encoding: "utf8" }).trimEnd().split("\n");
  writeFileSync(file, lines.join("\n"));
  const keyed = await serve("--keys", file);
  try {
    const refused = await new Client(keyed.url).search("nim").catch((error) => error);
    assert.ok(refused instanceof ProblemError && refused.code === "unauthorized", String(refused));
    assert.equal((await new Client(keyed.url, { key }).search("nim", { depth: 1 })).game, "nim");
    assert.equal((await new Client(keyed.url, { key }).forGame().games()).length > 0, true);
  } finally {
    await keyed.stop();
    rmSync(folder, { recursive: true });
  }
});
