// The page on a site without a server, and with the engine of a server that goes away.
//
//     page/build --static target/static && (cd page && node --test test/static.mjs)
//
// PICTURES names a folder for pictures. SERVER may name a server with the feature `engine`.

import assert from "node:assert/strict";
import { once } from "node:events";
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import {
  anyMove,
  browse,
  button,
  DESKTOP,
  follow,
  open,
  PATIENT,
  PHONE,
  played,
  serve,
  turn,
  until,
} from "./browser.mjs";

const SITE = process.env.SITE ?? fileURLToPath(new URL("../../target/static/", import.meta.url));
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml" };
const OVER = /wins|draw/i;

// A plain site, in a folder of another one, which sends no header but the type.
const site = createServer(({ url }, answer) => {
  const { pathname } = new URL(url, "http://here");
  const file = join(SITE, pathname.replace(/^\/games/, "").replace(/\/$/, "/index.html"));
  if (!pathname.startsWith("/games/") || !existsSync(file) || !statSync(file).isFile())
    return answer.writeHead(404).end();
  answer.setHeader("content-type", TYPES[extname(file)] ?? "application/octet-stream");
  createReadStream(file).pipe(answer);
}).listen(0, "127.0.0.1");
await once(site, "listening");
const origin = `http://127.0.0.1:${site.address().port}`;
const browser = await browse();
after(async () => {
  await browser.close();
  site.closeAllConnections();
  site.close();
});

const visit = (hash, options) => open(browser, origin, `games/${hash}`, options);
const picture = async (page, name) => {
  if (process.env.PICTURES) await page.screenshot({ path: join(process.env.PICTURES, `${name}.png`) });
};

test("every game is played offline, once its data is there", async () => {
  const page = await visit("");
  await turn(page, /Your turn/);
  const games = await page.evaluate(async () => {
    const { load } = await import("./engine/bundle.js");
    const engine = await load();
    const found = (await engine.games()).map(({ id }) => id);
    engine.close();
    return found;
  });
  assert.equal(games.length, 20);
  // The data of the games that have some.
  for (const game of ["chess", "othello", "checkers", "connect-four"]) {
    await follow(page, `#play/${game}?level=2&plyd=none`);
    await page.locator(".engine-notice").waitFor({ state: "detached", ...PATIENT });
    await turn(page, /to move/);
  }
  await page.context().setOffline(true);
  for (const game of games) {
    await follow(page, `#play/${game}?${game === "tree" ? "depth=2" : "level=2"}&plyd=none`);
    await turn(page, /to move/);
    const before = await played(page);
    await anyMove(page);
    assert.ok((await played(page)) > before, game);
  }
  await page.clean();
});

for (const [name, viewport] of [
  ["desktop", DESKTOP],
  ["phone", PHONE],
]) {
  test(`a whole game, its review, values and pruning, on a ${name}`, async () => {
    const page = await visit("#play/tic-tac-toe?level=3", { viewport, touch: name === "phone" });
    for (let moves = 0; moves < 9; moves++) {
      await turn(page, /Your turn|wins|draw/i);
      if (OVER.test(await page.locator(".turn").innerText())) break;
      await anyMove(page);
    }
    await turn(page, OVER);
    await picture(page, `static-${name}-over`);
    if (name === "desktop") {
      await button(page, "Review the game").click();
      await page.locator(".review table").waitFor(PATIENT);
    }
    await page.evaluate(() => (location.hash = "#pruning/tic-tac-toe?depth=2"));
    await page.locator(".pruning svg").first().waitFor(PATIENT);
    await picture(page, `static-${name}-pruning`);
    await follow(page, "#play/chess?level=4");
    await turn(page, /Your turn/);
    await picture(page, `static-${name}-chess`);
    assert.equal(await page.locator("a[href^='/docs']").count(), 0);
    await page.clean();
  });
}

test("on a slow connection the game begins when the engine is there", async () => {
  const page = await open(browser, origin, "nothing", { expected: [/404/] });
  let go;
  const held = new Promise((resolve) => (go = resolve));
  await page.route("**/plyd.wasm", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${origin}/games/`);
  assert.equal(await page.locator(".turn").count(), 0);
  go();
  await turn(page, /Your turn/);
  await page.clean();
});

test(
  "a server's page plays on when its server has gone away, if it has the engine",
  { skip: !process.env.SERVER },
  async () => {
    const server = await serve();
    const expected = [/ERR_CONNECTION_REFUSED/];
    const page = await open(browser, server.origin, "#play/tic-tac-toe?level=4&plyd=none", { expected });
    await turn(page, /X to move/);
    assert.deepEqual(
      await page.evaluate(() =>
        performance.getEntriesByType("resource").filter(({ name }) => name.includes("/engine/")),
      ),
      [],
      "the engine is not loaded before it is needed",
    );
    await page.evaluate(() => (location.hash = "#run"));
    await button(page, "Load the engine").click();
    await page.getByText("The engine is in this page.").waitFor(PATIENT);
    await server.stop("SIGKILL");
    await follow(page, "#play/chess?level=2");
    await turn(page, /Your turn/);
    await page.getByText("The server has gone away.").waitFor(PATIENT);
    await anyMove(page);
    await until(async () => (await played(page)) === 2, "the engine answers");
    await picture(page, "server-gone");
    await page.clean();
  },
);
