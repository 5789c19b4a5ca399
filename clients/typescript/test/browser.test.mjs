// The bundled client in a real browser, in a page whose origin is not the server's.

import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { chromium } from "playwright-core";
import { serve } from "./server.mjs";

const FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"];

/** The client as one file, and its size. */
async function bundle() {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(import.meta.resolve("plyd"))],
    bundle: true,
    minify: true,
    format: "esm",
    write: false,
  });
  return outputFiles[0].text;
}

/** Runs in the page. */
async function use([url, gone, closed]) {
  const { Client, OverloadedError, ProblemError, TimeoutError, UnreachableError } = await import("/plyd.js");
  const plyd = new Client(url);
  const kinds = { OverloadedError, ProblemError, TimeoutError, UnreachableError };
  const kind = (promise) =>
    promise.then(
      () => "none",
      (error) => Object.keys(kinds).find((name) => error instanceof kinds[name]) ?? String(error),
    );
  const long = { moves: ["e2e4"], depth: 60 };

  const moves = [];
  for (let game = {}, over = false; !over;) {
    const { move, after, next } = await plyd.search("tic-tac-toe", { ...game, depth: 9 });
    moves.push(move);
    over = after.over;
    game = next;
  }
  const depths = [];
  let result;
  for await (const { event, data } of plyd.searchStream("chess", { depth: 4 })) {
    if (event === "progress") depths.push(data.depth);
    else result = data.depth;
  }
  const batch = [];
  const items = [
    { op: "position", game: "chess" },
    { op: "search", game: "bones", state: "?" },
  ];
  for await (const { index, error } of plyd.batchStream(items)) batch[index] = error?.code ?? null;
  for await (const _ of plyd.searchStream("chess", long)) break;
  const control = new AbortController();
  const search = plyd.search("chess", long, { signal: control.signal });
  setTimeout(() => control.abort(new Error("changed my mind")), 200);
  return {
    moves,
    depths,
    result,
    batch,
    svg: (await plyd.treeSvg("bones", { state: "4" })).startsWith("<svg"),
    aborted: await search.catch((error) => error.message),
    wrong: await kind(plyd.search("chess", { state: "?" })),
    slow: await kind(plyd.search("chess", long, { timeoutMs: 200 })),
    gone: await kind(new Client(gone).games()),
    closed: await kind(new Client(closed).games()),
    named: await new Client(closed)
      .games()
      .catch((error) => error.message.endsWith(`--cors-origin ${location.origin}?`)),
  };
}

test("in a page: a game, a stream, a batch, a picture, an abort, and every fault", async () => {
  const text = await bundle();
  console.log(`the client in one file: ${text.length} bytes`);
  const site = createServer((request, response) => {
    const script = request.url === "/plyd.js";
    response.writeHead(200, { "content-type": script ? "text/javascript" : "text/html" });
    response.end(script ? text : "<!doctype html><title>plyd</title>");
  }).listen(0, "127.0.0.1");
  await once(site, "listening");
  const origin = `http://127.0.0.1:${site.address().port}`;
  const gone = await serve();
  await gone.stop();
  const server = await serve("--cors-origin", origin);
  const closed = await serve();
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: FLAGS });
  try {
    const page = await browser.newPage();
    await page.goto(origin);
    const { moves, ...rest } = await page.evaluate(use, [server.url, gone.url, closed.url]);
    assert.equal(moves.length, 9, "who plays well draws, and a draw fills the board");
    assert.deepEqual(rest, {
      depths: [1, 2, 3, 4],
      result: 4,
      batch: [null, "invalid_state"],
      svg: true,
      aborted: "changed my mind",
      wrong: "ProblemError",
      slow: "TimeoutError",
      gone: "UnreachableError",
      closed: "UnreachableError",
      named: true,
    });
  } finally {
    await browser.close();
    await server.stop();
    await closed.stop();
    site.close();
    site.closeAllConnections();
  }
});
