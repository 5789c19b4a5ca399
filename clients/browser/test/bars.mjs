// Measures the engine against the native server, in Node.js and in Chromium: nodes per second, the first move, the size of the code.
//
//     node test/bars.mjs        with the server PLYD_BINARY, which should be an optimised build

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { load } from "@plyd/browser";
import { Client } from "plyd";
import { serve } from "../../typescript/test/server.mjs";
import { inChromium } from "./chromium.mjs";

const SEARCHES = {
  chess: 400_000,
  othello: 1_000_000,
  "connect-four": 4_000_000,
};
const ROUNDS = 3;

/** The best of some rounds of the same search, in nodes per second. */
async function speeds(client) {
  const found = {};
  for (const [game, nodes] of Object.entries(SEARCHES)) {
    const rates = [];
    for (let round = 0; round < ROUNDS; round++) {
      const { stats } = await client.search(game, {
        nodes,
        moves: game === "connect-four" ? "1 2" : "",
      });
      rates.push(stats.nodes_per_second);
    }
    found[game] = Math.max(...rates);
  }
  return found;
}

const dist = fileURLToPath(new URL("../dist/", import.meta.url));
const sizes = Object.fromEntries(
  ["plyd.wasm", "worker.js", "bundle.js"].map((name) => [
    name,
    gzipSync(readFileSync(dist + name), { level: 9 }).length,
  ]),
);
console.log("gzip, bytes:", sizes, "code together:", sizes["plyd.wasm"] + sizes["worker.js"] + sizes["bundle.js"]);

const server = await serve("--workers", "1");
const native = await speeds(new Client(server.url));
await server.stop();

const began = performance.now();
const engine = await load();
const { move } = await engine.search("chess", { level: 4, seed: 1 });
const first = performance.now() - began;
console.log(`Node.js: the first move of chess, ${move}, ${first.toFixed(0)} ms after load() was called`);
const node = await speeds(engine);
engine.close();

const chromium = await inChromium(
  dist,
  `async ({ load }, SEARCHES) => {
    const ROUNDS = ${ROUNDS};
    ${speeds}
    const began = performance.now();
    const engine = await load();
    const { move } = await engine.search("chess", { level: 4, seed: 1 });
    const first = performance.now() - began;
    return { move, first, found: await speeds(engine) };
  }`,
  SEARCHES,
);
console.log(
  `Chromium: the first move of chess, ${chromium.move}, ${chromium.first.toFixed(0)} ms after load() was called`,
);
console.table(
  Object.fromEntries(
    Object.keys(SEARCHES).map((game) => [
      game,
      {
        native: native[game],
        "Node.js": node[game],
        Chromium: chromium.found[game],
        "Node.js / native": (node[game] / native[game]).toFixed(2),
        "Chromium / native": (chromium.found[game] / native[game]).toFixed(2),
      },
    ]),
  ),
);
