// What plyd thinks of a position, and how it is written.

import assert from "node:assert/strict";
import { test } from "node:test";
import { cell, cells, open, PATIENT, played, staged, turn, until } from "./browser.mjs";

const { server, browser } = await staged();

const SHORT = "moves=e2e4,e7e5,g1f3,b8c6,f1b5,a7a6";

test("an evaluation bar and an arrow stand there when asked for", async () => {
  const page = await open(browser, server.origin, "#play/chess?plyd=none&state=4k3/8/8/8/8/8/8/QQ2K3+w+-+-+0+1");
  await turn(page, /White to move/);
  assert.equal(await page.locator(".eval, .best-arrow").count(), 0);
  await page.getByRole("checkbox", { name: "Best move" }).check();
  await page.locator(".best-arrow").waitFor(PATIENT);
  const bar = page.getByRole("meter", { name: "Expected result" });
  await until(async () => Number(await bar.getAttribute("aria-valuenow")) > 90, "White is winning");
  assert.match(await bar.getAttribute("aria-valuetext"), /White/);
  await page.clean();
});

test("a line is written as the moves are", async () => {
  const page = await open(browser, server.origin, `#play/chess?plyd=none&${SHORT}`);
  await turn(page, /White to move/);
  await page.getByRole("checkbox", { name: "Best move" }).check();
  await until(async () => (await page.locator(".pv span, .pv button").count()) > 2, "the line is there");
  const line = await page.locator(".pv span, .pv button").allInnerTexts();
  assert.ok(
    line.every((move) => !/^[a-h][1-8][a-h][1-8]/.test(move)),
    line.join(" "),
  );
  await page.clean();
});

test("several lines are shown, and a click on a move of one leads there", async () => {
  const page = await open(browser, server.origin, `#play/chess?plyd=none&${SHORT}`);
  await turn(page, /White to move/);
  await page.getByRole("checkbox", { name: "Best move" }).check();
  await until(async () => (await page.locator(".lines .pv").count()) === 3, "three lines");
  await until(async () => (await page.locator(".lines .pv").nth(1).locator("button").count()) > 1, "to be clicked");
  await page.getByRole("checkbox", { name: "Best move" }).uncheck();
  await page.getByRole("checkbox", { name: "Bar" }).check();
  await page.getByRole("meter", { name: "Expected result" }).waitFor(PATIENT);
  await until(
    async () => (await page.locator(".lines .pv").nth(1).locator("button").count()) > 1,
    "to be clicked again",
  );
  assert.equal(await page.locator(".best-arrow, .best-cell").count(), 0, "the bar needs no arrow");
  await page.locator(".lines .pv").nth(1).locator("button").nth(1).click();
  await until(async () => (await played(page)) === 8, "both moves are in the record");
  await turn(page, /White to move/);
  await page.clean();
});

test("a mate in two wins within 2 moves", async () => {
  const page = await open(browser, server.origin, "#play/chess?plyd=none&state=7k/8/8/8/8/8/R7/1R5K+w+-+-+0+1");
  await turn(page, /White to move/);
  await page.getByRole("checkbox", { name: "Show values" }).check();
  await page.locator(".verdict", { hasText: "White wins within 2 moves" }).waitFor(PATIENT);
  await page.locator(".badge.win").first().waitFor(PATIENT);
  assert.match(await cell(page, "b1").getAttribute("aria-label"), /wins within 2 moves/);
  await page.clean();
});

test("what was thought does not outlast the game", async () => {
  const page = await open(browser, server.origin, "#play/tic-tac-toe?plyd=none&state=XX./OO./...+X");
  await turn(page, /X to move/);
  await page.getByRole("checkbox", { name: "Show values" }).check();
  await page.locator(".verdict", { hasText: "X wins in 1 move" }).waitFor(PATIENT);
  await cells(page, "c3");
  await turn(page, /X wins/);
  assert.match(await page.locator(".thinking").innerText(), /X wins/);
  assert.doesNotMatch(await page.locator(".insight").innerText(), /wins (in|within)|next move\./);
  assert.equal(await page.locator("[data-notice]").count(), 0);
  await page.clean();
});
