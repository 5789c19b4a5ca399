// The page begins where it was left: with the last game, its side, level and clock.

import assert from "node:assert/strict";
import { test } from "node:test";
import { button, cells, open, played, reads, staged, turn, until } from "./browser.mjs";

const { server, browser } = await staged();

/** Visits the page's address without a link, as from a bookmark. */
async function visit(page) {
  await page.goto("about:blank");
  await page.goto(`${server.origin}/`);
}

test("a new visitor gets chess, and the next visit gets the last game, side, level and clock", async () => {
  const page = await open(browser, server.origin);
  await turn(page, /Your turn: you play White/);
  assert.match(page.url(), /#play\/chess/);
  await page.evaluate(() => (location.hash = "#play/othello?plyd=X&level=7&clock=5%2B3"));
  await until(async () => (await played(page)) === 1, "plyd began");
  await button(page, "New game").click();
  await until(async () => (await played(page)) === 1, "plyd began again");
  await visit(page);
  await turn(page, /you play White/);
  assert.match(page.url(), /#play\/othello\?.*plyd=X&clock=5%2B3&level=7/);
  // A game that goes on is there again.
  assert.equal(await played(page), 1);
  await page.clean();
});

test("after a game that is over the next visit begins another one, and a link wins", async () => {
  const page = await open(browser, server.origin, "#play/tic-tac-toe?plyd=none&state=XX./OO./...+X&level=3");
  await turn(page, /X to move/);
  await cells(page, "c3");
  await turn(page, /X wins/);
  await visit(page);
  await turn(page, /X to move/);
  assert.equal(await played(page), 0);
  assert.match(page.url(), /#play\/tic-tac-toe\?.*plyd=none&level=3/);
  await page.goto("about:blank");
  await page.goto(`${server.origin}/#play/nim?level=2`);
  await turn(page, /Your turn/);
  assert.match(page.url(), /#play\/nim\?.*level=2/);
  await page.clean();
});

test("where the browser keeps nothing, the page begins with chess", async () => {
  const page = await open(browser, server.origin, "#play/tic-tac-toe?plyd=none");
  await turn(page, /X to move/);
  await page.addInitScript(() => {
    for (const store of ["localStorage", "indexedDB"])
      Object.defineProperty(globalThis, store, {
        get() {
          throw new DOMException("denied", "SecurityError");
        },
      });
  });
  await visit(page);
  await turn(page, /Your turn: you play White/);
  assert.match(page.url(), /#play\/chess/);
  await page.clean();
});
