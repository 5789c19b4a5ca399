// The page's side of the worker, with a worker that has no engine: the queue, aborts, failures, and data of games.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const here = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "plyd-browser-"));
after(() => rmSync(folder, { recursive: true }));
let Host, EngineError;
const progress = [];

before(async () => {
  const [entryPoints, outfile] = [[join(here, "src/host.ts")], join(here, "pkg/host.mjs")];
  await build({
    entryPoints,
    outfile,
    bundle: true,
    format: "esm",
    external: ["plyd"],
    define: { SIZES: "{}" },
  });
  ({ Host, EngineError } = await import(pathToFileURL(outfile)));
  // The smallest module.
  writeFileSync(join(folder, "plyd.wasm"), Buffer.from("0061736d01000000", "hex"));
  writeFileSync(join(folder, "chess.bin"), Buffer.alloc(1234));
});

const host = (files = {}) => {
  const at = (name) => pathToFileURL(join(folder, name));
  const data = { chess: at("chess.bin"), othello: at("gone.bin") };
  return new Host(
    {
      wasm: at("plyd.wasm"),
      worker: new URL("stub.mjs", import.meta.url),
      data,
      ...files,
    },
    (told) => progress.push(told),
  );
};
const json = async (response) => (await response).json();

test("requests are answered one after the other, as they were sent", async () => {
  const { fetch } = host();
  const answers = await Promise.all([
    json(fetch("/v1/games?x=1")),
    json(fetch("http://engine.invalid/v1/batch", { method: "POST", body: "{}" })),
  ]);
  assert.deepEqual(answers, [
    { method: "GET", target: "/v1/games?x=1", body: "" },
    { method: "POST", target: "/v1/batch", body: "{}" },
  ]);
});

test("an abort ends its own request alone, whether it runs or waits", async () => {
  const { fetch } = host();
  const [running, waiting] = [new AbortController(), new AbortController()];
  const never = fetch("/never", { signal: running.signal });
  const second = fetch("/second", { signal: waiting.signal });
  const third = json(fetch("/third"));
  waiting.abort(new Error("not any more"));
  await assert.rejects(second, /not any more/);
  running.abort(new Error("changed my mind"));
  await assert.rejects(never, /changed my mind/);
  assert.equal((await third).target, "/third");
  await assert.rejects(fetch("/late", { signal: AbortSignal.abort(new Error("too late")) }), /too late/);
});

test("leaving a stream ends it, and the next request is answered", async () => {
  const { fetch } = host();
  const reader = (await fetch("/stream")).body.pipeThrough(new TextDecoderStream()).getReader();
  assert.equal((await reader.read()).value, "one\n");
  await reader.cancel();
  assert.equal((await json(fetch("/next"))).target, "/next");
});

test("a worker that fails rejects its request with a plain error, and the next one starts another worker", async () => {
  const { fetch } = host();
  for (const [target, why] of [
    ["/fail", "no memory is left"],
    ["/panic", "unreachable"],
  ]) {
    const [failed, next] = [fetch(target), json(fetch("/next"))];
    await assert.rejects(failed, (error) => {
      assert.ok(error instanceof EngineError);
      assert.equal(error.message, `the engine has failed: ${why}`);
      return true;
    });
    assert.equal((await next).target, "/next");
  }
});

test("close rejects what is under way, and a later request starts the worker again", async () => {
  const engine = host();
  const all = [engine.fetch("/never"), engine.fetch("/waiting")];
  await engine.start();
  engine.close();
  for (const request of all)
    await assert.rejects(request, {
      name: "EngineError",
      message: "the engine was closed",
    });
  assert.equal((await json(engine.fetch("/again"))).target, "/again");
});

test("the data of a game is loaded when the worker needs it, once", async () => {
  const { fetch } = host();
  assert.deepEqual(await json(fetch("/data")), { game: "chess", bytes: 1234 });
  assert.equal((await json(fetch("/data"))).target, "/data");
  await assert.rejects(fetch("/nothing"), /the data of othello cannot be loaded: .*gone\.bin/);
  assert.equal((await json(fetch("/next"))).target, "/next");
});

test("a module that cannot be loaded is named, and tried again", async () => {
  const gone = pathToFileURL(join(folder, "gone.wasm"));
  const engine = host({ wasm: gone });
  await assert.rejects(engine.start(), {
    name: "EngineError",
    message: /the engine cannot be loaded: .*gone\.wasm/,
  });
  await assert.rejects(engine.fetch("/v1"), /cannot be loaded/);
  writeFileSync(gone, Buffer.from("0061736d01000000", "hex"));
  assert.equal((await json(engine.fetch("/v1"))).target, "/v1");
});
