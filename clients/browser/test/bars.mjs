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

const WORK = {
  searches: { chess: 400_000, othello: 1_000_000, "connect-four": 4_000_000 },
  rounds: 3,
};

/** The best of some rounds of the same search, in nodes per second. It runs in a page too, so it uses nothing from outside. */
async function speeds(client, { searches, rounds }) {
  const found = {};
  for (const [game, nodes] of Object.entries(searches)) {
    const rates = [];
    for (let round = 0; round < rounds; round++) {
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

/** The engine's first move of chess, after how many milliseconds it came, and the speeds. It runs in a page too. */
async function measured({ load }, work) {
  const began = performance.now();
  const engine = await load();
  const { move } = await engine.search("chess", { level: 4, seed: 1 });
  const first = performance.now() - began;
  const found = await speeds(engine, work);
  engine.close();
  return { move, first, found };
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
const native = await speeds(new Client(server.url), WORK);
await server.stop();

const node = await measured({ load }, WORK);
const chromium = await inChromium(
  dist,
  `(bundle, work) => { ${speeds} ${measured} return measured(bundle, work); }`,
  WORK,
);
for (const [name, { move, first }] of Object.entries({ "Node.js": node, Chromium: chromium }))
  console.log(`${name}: the first move of chess, ${move}, ${first.toFixed(0)} ms after load() was called`);
console.table(
  Object.fromEntries(
    Object.keys(WORK.searches).map((game) => [
      game,
      {
        native: native[game],
        "Node.js": node.found[game],
        Chromium: chromium.found[game],
        "Node.js / native": (node.found[game] / native[game]).toFixed(2),
        "Chromium / native": (chromium.found[game] / native[game]).toFixed(2),
      },
    ]),
  ),
);
