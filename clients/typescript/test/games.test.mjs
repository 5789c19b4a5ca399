// plyd plays itself in every game of the catalogue, from the start to the end, by sending `next`.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Client } from "plyd";
import { serve } from "./server.mjs";

let server;
let plyd;
before(async () => {
  server = await serve();
  plyd = new Client(server.url);
});
after(() => server.stop());

/** Plays a game to its end: the first player with a few nodes, the second at a level. */
async function play(id) {
  let game = {};
  for (let moves = 0; ;) {
    // A tree of numbers has no levels.
    const how = moves % 2 && id !== "tree" ? { level: 2, seed: 7 } : { nodes: 300 };
    const { move, after, next } = await plyd.search(id, { ...game, ...how });
    moves += 1;
    assert.equal(next.moves.length, moves);
    assert.equal(next.moves.at(-1), move);
    game = next;
    if (after.over) return { moves, outcome: after.outcome, next };
    assert.ok(moves < 1000, "a game that ends");
  }
}

test("whole games", async (context) => {
  const games = await plyd.games();
  assert.ok(games.length > 0);
  for (const { id, players } of games)
    await context.test(id, async () => {
      const { moves, outcome, next } = await play(id);
      const end = await plyd.position(id, next);
      assert.equal(end.over, true);
      assert.deepEqual(end.legal_moves, []);
      assert.deepEqual(end.outcome, outcome);
      assert.ok(outcome.winner === null || players.includes(outcome.winner));
      console.log(`${id}: ${moves} moves, ${outcome.winner ?? "nobody"} wins: ${outcome.reason}`);
    });
});
