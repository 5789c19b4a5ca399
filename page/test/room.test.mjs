// How much room the board has, and that nothing which is said during a game takes any of it or moves the board.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  box,
  button,
  cells,
  DESKTOP,
  follow,
  open,
  PATIENT,
  PHONE,
  played,
  staged,
  tab,
  turn,
  until,
} from "./browser.mjs";

const { server, browser } = await staged();

const LOW = { width: 1366, height: 657 };
const TABLET = { width: 820, height: 1180 };

const SQUARE = ["chess", "othello", "checkers", "tic-tac-toe"];
const OTHER = ["connect-four", "hex", "kalah", "nim", "bones", "dots-and-boxes", "nine-mens-morris"];

/** How long the side of a square board has to be, and the longer side of another one. */
const ROOM = [
  [LOW, 0.72 * LOW.height],
  [DESKTOP, 0.75 * DESKTOP.height],
  [PHONE, 0.92 * PHONE.width],
  [TABLET, 740],
];

test("the board has most of the window", async (t) => {
  for (const [viewport, least] of ROOM) {
    const touch = viewport === PHONE || viewport === TABLET;
    const page = await open(browser, server.origin, "#run", { viewport, touch });
    for (const game of [...SQUARE, ...OTHER]) {
      await follow(page, `#play/${game}?plyd=none`);
      await page.locator(".board").waitFor(PATIENT);
      const { y, width, height } = await box(page, ".board");
      const [size, where] = [`${width.toFixed()} by ${height.toFixed()}`, `${viewport.width}x${viewport.height}`];
      t.diagnostic(`${where} ${game}: ${size}`);
      assert.ok(Math.max(width, height) >= least, `${game} at ${where}: ${size}, not ${least.toFixed()}`);
      if (SQUARE.includes(game)) assert.ok(Math.min(width, height) >= least, `${game} at ${where}: ${size}`);
      assert.ok(
        y >= 0 && y + height <= viewport.height && width <= viewport.width,
        `${game} at ${where} is seen whole`,
      );
    }
    assert.equal(await page.locator(".panels").isVisible(), touch, "a tablet that is held upright is like a phone");
    await page.clean();
  }
});

test("men are nearly as high as their squares, and names of squares are inside them", async () => {
  const page = await open(browser, server.origin, "#play/chess?plyd=none");
  await turn(page, /White to move/);
  const square = await box(page, "[data-cell='0,0']");
  const heights = await page
    .locator(".contents .man")
    .evaluateAll((men) => men.map((man) => man.getBoundingClientRect().height));
  assert.equal(heights.length, 32);
  for (const height of heights) assert.ok(height >= 0.85 * square.height && height <= square.height, `${height}`);
  const [board, names] = [
    await box(page, ".board .ground"),
    await page.locator(".names text").evaluateAll((all) => all.map((at) => at.getBoundingClientRect().toJSON())),
  ];
  assert.equal(names.length, 16);
  for (const { left, right, top, bottom } of names)
    assert.ok(
      left >= board.x && right <= board.x + board.width && top >= board.y && bottom <= board.y + board.height,
      JSON.stringify({ left, top }),
    );
  await page.clean();
});

test("the picture of the game keeps its frame in a low window, and the head is one row", async () => {
  for (const viewport of [LOW, { width: 1280, height: 500 }, PHONE, { width: 320, height: 640 }]) {
    const page = await open(browser, server.origin, "#play/chess?plyd=none", { viewport });
    await turn(page, /White to move/);
    const [frame, picture] = [await box(page, ".chosen-game"), await box(page, ".chosen-game .thumb")];
    assert.ok(picture.y >= frame.y && picture.y + picture.height <= frame.y + frame.height, JSON.stringify(picture));
    assert.ok((await box(page, ".top")).height <= 48);
    const cut = await page
      .locator(".top a:visible, .top code:visible")
      .evaluateAll((all) =>
        all.filter((at) => at.getBoundingClientRect().right > innerWidth).map((at) => at.outerHTML),
      );
    assert.deepEqual(cut, []);
    const [line, command] = [await box(page, ".what"), await box(page, ".what code")];
    // A command is seen whole, or not at all.
    if (line && command.y < line.y + line.height) assert.ok(command.x >= line.x, JSON.stringify(command));
    await page.clean();
  }
});

const CLAIM = "state=7k/8/8/8/8/8/r7/1Q5K+w+-+-+0+1&moves=h1g1,h8g8,g1h1,g8h8,h1g1,h8g8,g1h1,g8h8";

test("the board stays where it is, whatever is said during a game", async () => {
  for (const viewport of [LOW, DESKTOP, PHONE, TABLET]) {
    let fails = false;
    let advice = { offer_draw: true };
    const page = await open(browser, server.origin, "#play/chess?plyd=black&level=1", {
      viewport,
      touch: viewport === PHONE || viewport === TABLET,
      expected: [/503/],
    });
    await page.route("**/search/stream", async (route) => {
      if (fails)
        return route.fulfill({
          status: 503,
          contentType: "application/problem+json",
          body: JSON.stringify({ code: "draining", detail: "the server is going away, which takes it a while" }),
        });
      const answer = await route.fetch();
      const text = await answer.text();
      const body = text.replace(/^data: (\{.*"advice".*\})$/m, (_, data) => {
        const told = JSON.parse(data);
        return `data: ${JSON.stringify({ ...told, advice: { ...told.advice, ...advice } })}`;
      });
      await route.fulfill({ response: answer, body });
    });
    await turn(page, /Your turn/);
    const start = await box(page, ".board");
    const stays = async (what, kind) => {
      if (kind) await page.locator(`[data-notice=${kind}]`).waitFor(PATIENT);
      const where = `${what} at ${viewport.width}x${viewport.height}`;
      assert.deepEqual(await box(page, ".board"), start, where);
      const [strip, board] = [await box(page, ".strip"), await box(page, ".board")];
      assert.ok(strip.y >= board.y + board.height && strip.y + strip.height <= viewport.height, `${where} is seen`);
    };
    await button(page, "Hint").click();
    await stays("a hint", "hint");
    for (let stage = 2; stage <= 3; stage++) {
      const before = await page.locator("[data-notice=hint]").innerText();
      await button(page, "Tell more").click();
      await until(async () => (await page.locator("[data-notice=hint]").innerText()) !== before, "more");
      await stays("more of it", "hint");
    }
    await cells(page, "e2");
    await stays("a begun move");
    await cells(page, "e4");
    await until(async () => (await played(page)) === 2, "plyd answered");
    await stays("plyd's offer", "offer");
    await button(page, "Decline").click();
    await stays("its answer");
    await button(page, "Resign or offer a draw").click();
    await stays("the question", "leaving");
    await button(page, "Offer draw").click();
    await stays("an offer", "remark");
    advice = { accept_draw: false };
    await cells(page, "d2", "d4");
    await until(async () => (await played(page)) === 4, "plyd answered");
    await stays("that it declines", "remark");
    if (await page.locator(".panels").isVisible()) await tab(page, "Analysis");
    await page.getByRole("checkbox", { name: "Bar" }).check();
    await page.locator(".eval").waitFor(PATIENT);
    await page.evaluate(() => scrollTo(0, 0));
    await stays("a bar");
    fails = true;
    // It is legal after all that plyd may have answered: it stops a check from b4 or a5 too.
    await cells(page, "c2", "c3");
    await page.locator("[data-notice=trouble], [data-notice=waiting]").first().waitFor(PATIENT);
    await stays("what went wrong");
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await page.clean();
    const claim = await open(browser, server.origin, `#play/chess?plyd=none&${CLAIM}`, { viewport });
    await claim.locator("[data-notice=claim]").waitFor(PATIENT);
    assert.deepEqual(await box(claim, ".board"), start, "a draw to be claimed");
    await button(claim, "Play on").click();
    await turn(claim, /White to move/);
    assert.deepEqual(await box(claim, ".board"), start, "and played on");
    await claim.clean();
  }
});
