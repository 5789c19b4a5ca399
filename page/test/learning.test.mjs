// What a learner is told: openings, hints in three stages, mistakes to learn from, and a record with the review's marks.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import {
  BLACKBURNE,
  box,
  button,
  cell,
  cells,
  follow,
  open,
  paste,
  PATIENT,
  PHONE,
  played,
  reviewQuickly,
  sample,
  staged,
  tab,
  turn,
  until,
} from "./browser.mjs";

const { server, browser } = await staged();

const hint = (page) => page.locator("[data-notice=hint]");

test("a hint says where to look, then the move, then its line", async () => {
  for (const viewport of [undefined, PHONE]) {
    const page = await open(
      browser,
      server.origin,
      "#play/chess?plyd=none&state=6k1/5ppp/8/8/8/8/5PPP/3R2K1+w+-+-+0+1",
      {
        viewport,
      },
    );
    await turn(page, /White to move/);
    await button(page, "Hint").click();
    await hint(page).waitFor(PATIENT);
    assert.equal(await page.locator(".hinted").count(), 1, "the rook");
    assert.equal(await page.locator(".best-arrow").count(), 0, "the move is not given away");
    const first = await hint(page).innerText();
    await button(page, "Tell more").click();
    await page.locator(".best-arrow").waitFor(PATIENT);
    await until(async () => (await hint(page).innerText()) !== first, "the second stage");
    assert.match(await hint(page).innerText(), /Rd8#/);
    await button(page, "Hint").click();
    await until(async () => (await button(page, "Tell more").count()) === 0, "the third stage is the last");
    assert.ok(await button(page, "Hint").isDisabled());
    if (viewport) await tab(page, "Request");
    assert.match(await page.locator(".exchanged .source").innerText(), /\/hint' --json '.*"stage":3\}'/s);
    // A hint is about its position alone.
    await cells(page, "d1", "d7");
    await turn(page, /Black to move/);
    assert.equal(await hint(page).count(), 0);
    assert.equal(await page.locator(".hinted, .best-arrow").count(), 0);
    await page.clean();
  }
});

test("values are one press from the board where games are searched to their ends, and the board stays", async () => {
  for (const viewport of [undefined, PHONE, { width: 320, height: 640 }]) {
    const touch = viewport !== undefined;
    const page = await open(browser, server.origin, "#play/tic-tac-toe?plyd=O&moves=b2,a2", { viewport, touch });
    await turn(page, /Your turn/);
    const place = await box(page, ".board");
    const values = button(page, "Show values");
    await (touch ? values.tap() : values.click());
    const legend = page.locator(".legend");
    await legend
      .filter({ hasText: /^X with best play\s*wins\s*draws\s*loses\s*and in how many moves$/ })
      .waitFor(PATIENT);
    await page.locator(".badge.win").first().waitFor(PATIENT);
    assert.deepEqual(await box(page, ".board"), place);
    assert.equal(await values.getAttribute("aria-pressed"), "true");
    const keys = await page.locator(".controls button").filter({ visible: true }).all();
    const boxes = await Promise.all(keys.map((key) => key.boundingBox()));
    for (const [i, { x, width }] of boxes.entries()) {
      assert.ok(i === 0 || x > boxes[i - 1].x + boxes[i - 1].width, "no key touches another");
      assert.ok(x + width <= (viewport?.width ?? 1280), "each is on the screen");
    }
    await (touch ? values.tap() : values.click());
    await until(async () => (await page.locator(".badge, .legend").count()) === 0, "no values");
    await page.clean();
  }
  const page = await open(browser, server.origin, "#play/chess?plyd=none");
  await turn(page, /White to move/);
  assert.equal(await button(page, "Show values").count(), 0, "chess's are estimates");
  await page.clean();
});

test("every game gives hints", async () => {
  const page = await open(browser, server.origin, "#run");
  for (const { id } of await sample(server.origin)) {
    await follow(page, `#play/${id}?plyd=none`);
    await turn(page, /to move/);
    await button(page, "Hint").click();
    await hint(page).waitFor(PATIENT);
    assert.ok((await hint(page).innerText()).length > 10, id);
  }
  await page.clean();
});

test("openings are named beside the moves", async () => {
  const page = await open(browser, server.origin, "#play/chess?plyd=none&moves=e2e4,e7e5,g1f3,b8c6,f1c4,a7a6");
  await turn(page, /White to move/);
  const name = page.locator(".record .opening");
  assert.match(await name.innerText(), /C50 Italian Game/);
  await page.locator(".moves button").nth(2).click();
  await until(async () => /King's Knight Opening/.test(await name.innerText()), "that of the shown position");
  await page.evaluate(() => (location.hash = "#play/othello?plyd=none&moves=d3"));
  await turn(page, /White to move/);
  assert.equal(await name.count(), 0, "other games have none");
  await page.clean();
});

const learn = (page) => page.getByRole("button", { name: /^Learn from/ });
const dialog = (page) => page.locator(".learn[open]");
const says = (page, pattern) => dialog(page).locator(".learn-says", { hasText: pattern }).waitFor(PATIENT);

test("a mistake is found by any move that is as good as the best one, and it is remembered", async () => {
  const page = await open(browser, server.origin, "#play/tic-tac-toe?plyd=X&moves=b2,a2,a1,c3,c1,b1,a3");
  await turn(page, /X wins/);
  await button(page, "Review the game").click();
  await page.locator(".review table").waitFor(PATIENT);
  assert.match(await learn(page).innerText(), /^Learn from your mistakes \(1\)$/);
  assert.match(await learn(page).getAttribute("class"), /primary/);
  await learn(page).click();
  await says(page, /^a2\?\? was a blunder\. Find a better move for O\.$/);
  await cells(dialog(page), "a2");
  await says(page, /^a2 was played in the game/);
  await cells(dialog(page), "b1");
  await says(page, /^b1 is a blunder\. Try again\./);
  assert.match(await dialog(page).locator("h2").innerText(), /1 of 1, 0 found$/);
  // The corners are equally good. The review names one of them; each is asked for.
  const asked = page.waitForRequest("**/grade");
  await cells(dialog(page), "c3");
  const body = (await asked).postDataJSON();
  assert.deepEqual([body.moves, body.candidates, body.curve], [["b2"], ["c3"], "people"]);
  await says(page, /^Found: c3 is the best move/);
  // The reply is played on the board, and the line goes on from there.
  const stones = dialog(page).locator(".content.filled");
  await until(async () => (await stones.count()) === 3, "the reply");
  const line = dialog(page).locator(".pv-line button");
  assert.equal(await line.first().innerText(), "c3");
  await line.nth(3).click();
  await until(async () => (await stones.count()) === 5, "the fourth move of the line");
  await button(page, "Next").click();
  await says(page, /^The mistake is found\.$/);
  await button(page, "Done").click();
  assert.equal(await played(page), 7, "the game is as it was");
  assert.match(await learn(page).innerText(), /\(all found\)$/);
  // It is kept with the game.
  await button(page, "Recent").click();
  await page.locator(".recent[open] li").first().waitFor(PATIENT);
  await page.keyboard.press("Escape");
  await page.reload();
  await turn(page, /X wins/);
  await learn(page)
    .filter({ hasText: /\(all found\)$/ })
    .waitFor(PATIENT);
  await page.clean();
});

test("all mistakes are found only once each of them is; on a phone by tapping", async () => {
  const page = await open(browser, server.origin, `#play/chess?plyd=none&moves=${BLACKBURNE}`, {
    viewport: PHONE,
    touch: true,
  });
  await turn(page, /Black wins/);
  await reviewQuickly(page);
  await tab(page, "Review");
  await button(page, "Review the game").tap();
  await page.locator(".review table").waitFor(PATIENT);
  // Nxe5, Nxf7 and Be2.
  assert.match(await learn(page).innerText(), /^Learn from the mistakes \(3\)$/);
  await learn(page).tap();
  await says(page, /^Nxe5\? was a mistake\. Find a better move for White\.$/);
  await button(page, "Show it").tap();
  await says(page, /^The best move is Nxd4\.$/);
  await button(page, "Next").tap();
  await says(page, /^Nxf7\?\? was a blunder/);
  for (const name of ["c4", "f7"]) await cell(dialog(page), name).tap();
  await says(page, /^Found: Bxf7\+ is the best move\.$/);
  await button(page, "Next").tap();
  await says(page, /^Be2\? was a mistake/);
  await button(page, "Skip").tap();
  await says(page, /^1 of 3 found\.$/);
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= PHONE.width);
  await button(page, "Try the other 2").tap();
  await says(page, /^Nxe5\? was a mistake/);
  assert.match(await dialog(page).locator("h2").innerText(), /1 of 3, 1 found$/);
  await dialog(page).locator("label", { hasText: "Black" }).tap();
  await says(page, /^Black made no mistakes in this game\.$/);
  await button(page, "Done").tap();
  assert.match(await learn(page).innerText(), /\(1 of 3 found\)$/);
  await page.clean();
});

test("the record has the review's marks", async () => {
  const page = await open(browser, server.origin, `#play/chess?plyd=none&moves=${BLACKBURNE}`);
  await turn(page, /Black wins/);
  await reviewQuickly(page);
  const asked = page.waitForRequest("**/review/stream");
  await button(page, "Review the game").click();
  const body = (await asked).postDataJSON();
  assert.equal(body.curve, "people");
  await page.locator(".review table").waitFor(PATIENT);
  await button(page, "Save").click();
  await page.locator("dialog[open] label", { hasText: "with the review" }).click();
  const text = page.locator("dialog[open] .record-text");
  await until(
    async () => /5\. Nxf7 \$4\s+\{\[%eval \S+\]\}\s+\{plyd: blunder\}\s+\(5\. /.test(await text.innerText()),
    "marks and lines",
  );
  const [file] = await Promise.all([page.waitForEvent("download"), button(page, "Download").click()]);
  assert.equal(file.suggestedFilename(), "plyd-chess.pgn");
  const [graph] = await Promise.all([page.waitForEvent("download"), button(page, "Graph").click()]);
  assert.match(await readFile(await graph.path(), "utf8"), /^<svg [^]*<path d="M[^]*<\/svg>\s*$/);
  await page.clean();
});

test("a game that was resigned keeps its result, its players and its comments beside the marks", async () => {
  const page = await open(browser, server.origin, "#play/chess?plyd=none");
  await turn(page, /White to move/);
  await paste(page, '[White "Anna"]\n[Black "Ben"]\n\n1. e4 e5 2. Nf3 Nc6 3. Nxe5 {Bold.} Nxe5 0-1');
  await turn(page, /Black won/);
  await reviewQuickly(page);
  await button(page, "Review the game").click();
  await page.locator(".review table").waitFor(PATIENT);
  // Neither an earlier move that is shown nor a comment of now changes that.
  await page.locator(".moves button", { hasText: "Nf3" }).first().click();
  await button(page, "Annotate").click();
  await page.getByRole("textbox", { name: "Comment on Nf3" }).fill("Of course.");
  await button(page, "Save").click();
  await page.locator("dialog[open] label", { hasText: "with the review" }).click();
  const text = page.locator("dialog[open] .record-text");
  await until(async () => /\$[24]/.test(await text.innerText()), "marks");
  assert.match(await text.innerText(), /\[White "Anna"\]\n\[Black "Ben"\]\n\[Result "0-1"\]\n\n1\. e4 [^]*0-1\s*$/);
  assert.match(
    (await text.innerText()).replace(/\s+/g, " "),
    /2\. Nf3 \{\[%eval \S+\]\} \{Of course\.\} .*3\. Nxe5 \$[24] \{\[%eval \S+\]\} \{Bold\.\} \{plyd: (mistake|blunder)\} \(3\. \S+ \{plyd: better\}/,
  );
  await page.clean();
});
