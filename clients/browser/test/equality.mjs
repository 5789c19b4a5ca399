// Asks the engine and a server the same recorded requests, and compares their answers byte for byte, but for times, ids and the build.
//
//     node test/equality.mjs [COUNT]        with the server PLYD_BINARY, by default that of `cargo test`

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { serve } from "../../typescript/test/server.mjs";
import { load } from "@plyd/browser";

const COUNT = Number(process.argv[2] ?? 500);
// What only HTTP has: media types, methods, redirections of aliases, validators, and paths that lead nowhere.
const OF_HTTP = new Set([304, 308, 404, 405, 406, 413, 414, 415, 417, 431]);

const recording = fileURLToPath(new URL("../../../tests/recording/recording.py", import.meta.url));
const shown = execFileSync("python3", [recording, "show", "--only", "^plain (GET|POST) /v1"], { maxBuffer: 2 ** 30 });
const eligible = shown
  .toString()
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line))
  .filter(({ request, answer }) => {
    const { headers = [] } = request;
    const isPlain = headers.every(([name, value]) => name === "content-type" && value === "application/json");
    const isGet = request.method === "GET" && request.body === undefined;
    const isPost = request.method === "POST" && request.body !== undefined && headers.length > 0;
    return isPlain && (isGet || isPost) && !OF_HTTP.has(answer.status);
  })
  .map(({ request }) => request);
const step = eligible.length / Math.min(COUNT, eligible.length);
const chosen = Array.from(
  { length: Math.min(COUNT, eligible.length) },
  (_, place) => eligible[Math.floor(place * step)],
);

/** Without times, ids, the build, and the comments and the order of streams that depend on time. */
const plain = (text, target) =>
  text
    .replace(/"(elapsed_us|queued_us|nodes_per_second)":\d+/g, '"$1":0')
    .replace(/"request_id":"[^"]*"/g, '"request_id":""')
    .replace(/(plyd [\d.]+)\+[0-9a-f]{12}/g, "$1")
    .replace(/^: .*\n\n/gm, "")
    .split(/^(?=\{"index")/m)
    .sort(target.endsWith("batch/stream") ? undefined : () => 0)
    .join("");

const server = await serve("--workers", "1");
const own = await load();
const counts = {};
let differing = 0;
for (const { method, target, body } of chosen) {
  const init = {
    method,
    body,
    headers: body === undefined ? {} : { "content-type": "application/json" },
  };
  const accept = /stream/.test(target)
    ? target.startsWith("/v1/batch")
      ? "application/x-ndjson"
      : "text/event-stream"
    : "*/*";
  const theirs = await fetch(server.url + target, {
    ...init,
    headers: { ...init.headers, accept },
  });
  const ours = await own.fetch(target, init);
  const [expected, found] = [await theirs.text(), await ours.text()];
  const operation = `${method} ${target.split("?")[0].replace(/games\/[^/]+/, "games/{game}")}`;
  counts[operation] = (counts[operation] ?? 0) + 1;
  // A head that is too long for the server today was not when it was recorded.
  if (OF_HTTP.has(theirs.status) || (theirs.status === ours.status && plain(expected, target) === plain(found, target)))
    continue;
  differing++;
  if (differing > 20) continue;
  const [one, other] = [plain(expected, target), plain(found, target)];
  const at = [...one].findIndex((letter, place) => letter !== other[place]);
  console.log(`${method} ${target} ${body ?? ""}`.slice(0, 300));
  console.log(`  server ${theirs.status}: …${one.slice(Math.max(0, at - 40), at + 120)}`);
  console.log(`  engine ${ours.status}: …${other.slice(Math.max(0, at - 40), at + 120)}`);
}
own.close();
await server.stop();
console.table(counts);
console.log(`${chosen.length} of ${eligible.length} requests, ${differing} differ`);
assert.equal(differing, 0);
