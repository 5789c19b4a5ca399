// What plyd thinks of a position, and how it is written.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  BLACKBURNE,
  button,
  cell,
  cells,
  open,
  PATIENT,
  played,
  reviewQuickly,
  staged,
  turn,
  until,
} from "./browser.mjs";

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
  assert.match(await page.locator(".result").innerText(), /X wins/);
  assert.doesNotMatch(await page.locator(".insight").innerText(), /wins (in|within)|next move\./);
  assert.equal(await page.locator("[data-notice]").count(), 0);
  await page.clean();
});

test("what plyd thinks of its own moves is folded while a person plays it, and the choice is remembered", async () => {
  const page = await open(browser, server.origin, "#play/tic-tac-toe?plyd=O&level=10");
  await turn(page, /Your turn/);
  await cells(page, "b2");
  await until(async () => (await played(page)) === 2, "plyd answered");
  const [fold, lines] = [button(page, "Analysis"), page.locator(".thinking .lines")];
  assert.equal(await fold.getAttribute("aria-expanded"), "false");
  assert.equal(await lines.count(), 0, "its best reply is not given away");
  await fold.click();
  await lines.waitFor(PATIENT);
  await page.reload();
  await turn(page, /Your turn/);
  assert.equal(await fold.getAttribute("aria-expanded"), "true");
  await fold.click();
  await page.reload();
  await turn(page, /Your turn/);
  assert.equal(await fold.getAttribute("aria-expanded"), "false");
  // Between two persons nothing is given away.
  await page.evaluate(() => (location.hash = "#play/tic-tac-toe?plyd=none&moves=b2"));
  await turn(page, /O to move/);
  assert.equal(await fold.count(), 0);
  await page.clean();
});

test("the request takes one line while a review is open, and opens", async () => {
  const page = await open(browser, server.origin, `#play/chess?plyd=none&moves=${BLACKBURNE}`);
  await turn(page, /Black wins/);
  const source = page.locator(".exchanged .source");
  await source.waitFor(PATIENT);
  // The end of the game has one thing to go on with.
  assert.match(await page.locator(".result").innerText(), /Black wins/);
  assert.deepEqual(await page.locator(".play button.primary:visible").allInnerTexts(), ["Review the game"]);
  await reviewQuickly(page);
  await button(page, "Review the game").click();
  await page.locator(".review table").waitFor(PATIENT);
  assert.equal(await source.count(), 0);
  assert.ok((await page.locator(".exchanged").boundingBox()).height < 64, "one line");
  await button(page, "Request and answer").click();
  await source.waitFor(PATIENT);
  await page.clean();
});
