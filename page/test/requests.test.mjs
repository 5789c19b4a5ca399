// What a move and a first board cost on a slow line: as few requests as can be, and none that waits for another in vain.

import assert from "node:assert/strict";
import { test } from "node:test";
import { cell, cells, open, PATIENT, played, staged, turn, until } from "./browser.mjs";

const { server, browser } = await staged();

/** The requests to the service from now on. */
function listen(page) {
  const asked = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/v1")) asked.push(pathname);
  });
  return asked;
}

test("a move and plyd's answer to it are one request, in every kind of game", async () => {
  for (const [game, ...path] of [
    ["chess", "e2", "e4"],
    ["crazyhouse", "e2", "e4"],
    ["three-check", "e2", "e4"],
    ["tic-tac-toe", "b2"],
    ["connect-four", "column 4, row 1"],
    ["othello", "f5"],
    ["draughts", "square 32", "square 28"],
    ["russian-draughts", "c3", "d4"],
    ["kalah", "south’s house 1"],
    ["nine-mens-morris", "d6"],
    ["hex", "f6"],
    ["ataxx", "b7"],
    ["dots-and-boxes", "column 2, row 1"],
  ]) {
    const page = await open(browser, server.origin, `#play/${game}?level=1`);
    await turn(page, /Your turn/);
    const asked = listen(page);
    await cells(page, ...path);
    await until(async () => (await played(page)) === 2, `${game}: plyd answered`);
    await turn(page, /Your turn/);
    // In kalah plyd may have another turn, and asks again.
    const answers = (await played(page)) - 1;
    assert.deepEqual(asked, Array(answers).fill(`/v1/games/${game}/search/stream`));
    await page.clean();
  }
});

test("a position that plyd's answer passed over is asked for when it is shown, once", async () => {
  const page = await open(browser, server.origin, "#play/chess?level=1");
  await turn(page, /Your turn/);
  await cells(page, "e2", "e4");
  await until(async () => (await played(page)) === 2, "plyd answered");
  const asked = listen(page);
  const back = page.getByRole("button", { name: "One move back" });
  await back.click();
  await turn(page, /Black to move/);
  await until(() => asked.length === 1, "it is asked for");
  await page.getByRole("radiogroup", { name: "Who plays Black" }).locator("label", { hasText: "You" }).click();
  await until(async () => (await page.locator(".cell.movable").count()) === 10, "Black's moves are known");
  await back.click();
  await page.getByRole("button", { name: "One move on" }).click();
  await turn(page, /Black to move|you play Black/);
  assert.deepEqual(asked, ["/v1/games/chess/position"]);
  await page.clean();
});

test("a side that moves again is not answered, and the end of a game is said", async () => {
  const page = await open(browser, server.origin, "#play/kalah?level=1");
  await turn(page, /Your turn/);
  // It ends in the store.
  await cell(page, "south’s house 3").click();
  await until(async () => (await played(page)) === 1, "it is played");
  await turn(page, /Your turn/);
  await page.clean();
  const won = await open(browser, server.origin, "#play/tic-tac-toe?plyd=O&state=XX./OO./...+X");
  await turn(won, /Your turn/);
  await cells(won, "c3");
  await turn(won, /X wins/);
  await won.clean();
});

/** How many of some requests waited for each other in a row. */
function inARow(requests) {
  const depths = [];
  requests.forEach(({ start }, i) => {
    const before = requests.slice(0, i).flatMap(({ end }, j) => (end !== null && end <= start ? [depths[j]] : []));
    depths[i] = 1 + Math.max(0, ...before);
  });
  return Math.max(...depths);
}

test("the first board comes after three round trips in a row, with the moves of a link too", async () => {
  for (const [hash, there] of [
    ["", /Your turn/],
    ["#play/chess?plyd=none&moves=e2e4,e7e5", /White to move/],
    ["#play/connect-four", /Your turn/],
  ]) {
    const page = await open(browser, server.origin, hash);
    await turn(page, there);
    const requests = [];
    await page.route("**", async (route) => {
      const request = { url: new URL(route.request().url()).pathname, start: performance.now(), end: null };
      requests.push(request);
      await new Promise((resolve) => setTimeout(resolve, 250));
      await route.continue();
      await route.request().response();
      request.end = performance.now();
    });
    await page.reload();
    await page.locator(".board .filled, .board .legal").first().waitFor(PATIENT);
    // The limits come after it, and the list of games when it is asked for.
    const before = requests.filter(({ url }) => !/^\/v1(\/games)?$/.test(url));
    assert.ok(inARow(before) <= 3, JSON.stringify(requests));
    assert.ok(before.length >= 6);
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await page.clean();
  }
});

test("on a slow line the empty board of the chosen game is there at once", async () => {
  const page = await open(browser, server.origin, "#play/tic-tac-toe?plyd=none", { expected: [/batch/] });
  await turn(page, /X to move/);
  // The games are listed when they are first asked for; without their pictures nothing else is known of them.
  await page.route("**/v1/batch", (route) => route.abort());
  await page.locator(".chosen-game").click();
  await page.locator(".picker[open] li").first().waitFor(PATIENT);
  await page.keyboard.press("Escape");
  const held = [];
  await page.route("**/v1/**", async (route) => {
    await new Promise((resolve) => held.push(resolve));
    await route.continue().catch(() => {});
  });
  await page.locator(".chosen-game").click();
  await page
    .locator(".picker li", { hasText: /^Othello/ })
    .locator("button")
    .click();
  await until(async () => (await page.locator(".stage .board .cell").count()) === 64, "the empty board");
  assert.equal(await page.locator(".stage .board .disc").count(), 0);
  assert.equal(await page.locator(".stage .board .cell.legal").count(), 0);
  const before = await page.locator(".stage .board").boundingBox();
  await until(async () => {
    held.splice(0).forEach((go) => go());
    return (await page.locator(".stage .board .disc").count()) === 4;
  }, "the game");
  const { x, y, width, height } = await page.locator(".stage .board").boundingBox();
  assert.deepEqual([x, width, height], [before.x, before.width, before.height]);
  assert.ok(Math.abs(y - before.y) < 2, `${before.y} and ${y}`);
  await page.clean();
});

test("the first board of chess is at most 90 kB away", async () => {
  const page = await open(browser, server.origin, "#run");
  // What comes after the board, because no board needs it.
  await page.route(/\/v1(\/games)?$/, () => {});
  await page.goto("about:blank");
  await page.goto(`${server.origin}/#play/chess`);
  await turn(page, /Your turn/);
  const bytes = await page.evaluate(() =>
    performance.getEntries().reduce((sum, entry) => sum + (entry.transferSize ?? 0), 0),
  );
  assert.ok(bytes > 20_000 && bytes <= 90_000, `${bytes} bytes`);
  await page.clean();
});
