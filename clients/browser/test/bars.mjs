// Measures the engine against the native server, in Node.js and in Chromium: nodes per second, the first move, the size of the code.
//
//     node test/bars.mjs        with the server PLYD_BINARY, which should be an optimised build
//
// The three search in turn, so that other work on the machine slows all of them. Where the system tells how much of the
// processor a program has used (Linux), the server and Node.js are compared by that, else by time, as Chromium always is.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { load } from "@plyd/browser";
import { Client } from "plyd";
import { serve } from "../../typescript/test/server.mjs";
import { launch, site } from "./chromium.mjs";

const SEARCHES = {
  chess: { nodes: 300_000, moves: "e4 e5 Nf3 Nc6" },
  othello: { nodes: 600_000, moves: "" },
  // With its book, the search would end early.
  "connect-four": { nodes: 2_000_000, moves: "4 4", without: ["book"] },
};
const ROUNDS = 5;

const dist = fileURLToPath(new URL("../dist/", import.meta.url));
const sizes = Object.fromEntries(
  ["plyd.wasm", "worker.js", "bundle.js"].map((name) => [
    name,
    gzipSync(readFileSync(dist + name), { level: 9 }).length,
  ]),
);
console.log("gzip, bytes:", sizes, "code together:", sizes["plyd.wasm"] + sizes["worker.js"] + sizes["bundle.js"]);

/** The seconds of processor time of a process, or undefined where the system does not tell. */
function processorTime(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return undefined;
  }
}

/** Nodes per second by time, and by processor time. */
async function speed(search, pid) {
  const before = processorTime(pid);
  const { nodes, nodes_per_second: time } = await search();
  const after = processorTime(pid);
  return { time, processor: before === undefined || pid === undefined ? time : nodes / (after - before) };
}

const median = (values) => values.sort((one, other) => one - other)[values.length >> 1];

const server = await serve("--workers", "1");
const client = new Client(server.url);

let began = performance.now();
const engine = await load();
const loadedIn = performance.now() - began;
const { move } = await engine.search("chess", { level: 4, seed: 1 });
const first = performance.now() - began;
console.log(
  `Node.js: loaded after ${loadedIn.toFixed(0)} ms, first move of chess, ${move}, after ${first.toFixed(0)} ms`,
);

const { url, stop } = await site(dist);
const browser = await launch();
const page = await browser.newPage();
await page.goto(url);
const chromium = await page.evaluate(async () => {
  const began = performance.now();
  const { load } = await import("/bundle.js");
  globalThis.engine = await load();
  const loadedIn = performance.now() - began;
  const { move } = await globalThis.engine.search("chess", { level: 4, seed: 1 });
  return { loadedIn, move, first: performance.now() - began };
});
console.log(
  `Chromium: loaded after ${chromium.loadedIn.toFixed(0)} ms, first move of chess, ${chromium.move}, after ${chromium.first.toFixed(0)} ms`,
);

const table = {};
for (const [game, request] of Object.entries(SEARCHES)) {
  const stats = async (client) => (await client.search(game, request)).stats;
  const inPage = () =>
    page.evaluate(async ([game, request]) => (await globalThis.engine.search(game, request)).stats, [game, request]);
  const rounds = [];
  // The first round compiles the code, and is not counted.
  for (let round = 0; round <= ROUNDS; round++) {
    const native = await speed(() => stats(client), server.pid);
    const node = await speed(() => stats(engine), process.pid);
    const chromium = await speed(inPage);
    const after = await speed(() => stats(client), server.pid);
    if (round > 0) rounds.push({ native, node, chromium, after });
  }
  const ratio = (of) => median(rounds.map(of)).toFixed(2);
  table[game] = {
    "native, nodes/s": Math.round(median(rounds.map(({ native }) => native.processor))),
    "Node.js / native": ratio(({ native, node, after }) => (2 * node.processor) / (native.processor + after.processor)),
    "Chromium / native": ratio(({ native, chromium, after }) => (2 * chromium.time) / (native.time + after.time)),
  };
}
console.table(table);
engine.close();
await browser.close();
stop();
await server.stop();
