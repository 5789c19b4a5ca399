// What is taken along of a position: its picture, and the game on paper.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { box, button, cell, cells, open, paste, PATIENT, PHONE, staged, tab, turn } from "./browser.mjs";

const { server, browser } = await staged();

/** Draws an arrow with the right button. */
async function draw(page, from, to) {
  const [a, b] = [await cell(page, from).boundingBox(), await cell(page, to).boundingBox()];
  await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
  await page.mouse.down({ button: "right" });
  await page.mouse.move(b.x + b.width / 2, b.y + b.height / 2, { steps: 4 });
  await page.mouse.up({ button: "right" });
}

async function diagram(page) {
  await button(page, "Save").click();
  await page.locator("dialog[open] label", { hasText: "diagram" }).click();
  await page.locator("dialog[open] .diagram").waitFor(PATIENT);
  await page.waitForFunction(() => document.querySelector(".diagram").naturalWidth > 0);
}

async function saved(page, name) {
  const [file] = await Promise.all([page.waitForEvent("download"), button(page, name).click()]);
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

test("a position is saved as SVG and PNG, with its arrows and without what helps to play", async () => {
  const page = await open(browser, server.origin, "#play/chess?plyd=none&moves=e2e4", { colorScheme: "dark" });
  await turn(page, /Black to move/);
  await draw(page, "g8", "f6");
  await page.locator(".drawn-arrow").waitFor(PATIENT);
  await cells(page, "g8");
  await draw(page, "g8", "f6");
  await page.locator(".board .hint").first().waitFor(PATIENT);
  await diagram(page);
  const svg = await saved(page, "Save SVG");
  assert.equal(svg.name, "plyd-chess-1.svg");
  const text = svg.bytes.toString();
  assert.match(text, /^<svg [^>]*width="720"[^>]*><title>Chess, after e4<\/title>/);
  // In the light colours, which every program knows, although the page is dark.
  assert.match(text, /fill="rgb\(239, 233, 218\)"/);
  assert.doesNotMatch(text, /class=|style=|var\(|color\(|light-dark|aria-|data-/);
  const shown = await page.evaluate((text) => {
    const file = new DOMParser().parseFromString(text, "image/svg+xml");
    return {
      error: file.querySelector("parsererror")?.textContent,
      squares: file.querySelectorAll('rect[width="100"]').length,
      // The drawn arrow's colour; marks of moves are small circles.
      arrows: file.querySelectorAll('polyline[stroke="rgb(217, 122, 6)"]').length,
      marks: file.querySelectorAll('circle[r="11"]').length,
    };
  }, text);
  assert.deepEqual(shown, { error: undefined, squares: 64, arrows: 1, marks: 0 });
  const png = await saved(page, "Save PNG");
  assert.equal(png.name, "plyd-chess-1.png");
  assert.equal(png.bytes.subarray(1, 4).toString(), "PNG");
  assert.equal(Math.max(png.bytes.readUInt32BE(16), png.bytes.readUInt32BE(20)), 1440);
  await page.clean();
});

test("a position's picture is copied, on a phone too", async () => {
  const page = await open(browser, server.origin, "#play/gomoku?plyd=none&moves=h8", { viewport: PHONE, touch: true });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await turn(page, /White to move/);
  await tab(page, "Moves");
  await diagram(page);
  const { x, width } = await box(page, "dialog[open] .diagram");
  assert.ok(x >= 0 && x + width <= PHONE.width);
  await button(page, "Copy picture").click();
  await button(page, "Copied").waitFor(PATIENT);
  const types = await page.evaluate(async () => (await navigator.clipboard.read()).flatMap(({ types }) => types));
  assert.deepEqual(types, ["image/png"]);
  await page.clean();
});

test("on paper there are the board, the moves and their comments, and nothing to press", async () => {
  for (const viewport of [undefined, PHONE]) {
    const page = await open(browser, server.origin, "#play/chess?plyd=none", { viewport, colorScheme: "dark" });
    await turn(page, /White to move/);
    if (viewport) await tab(page, "Moves");
    await paste(page, '[White "Anna"]\n\n1. e4 {Best by test.} e5 2. Nf3 (2. f4 exf4) Nc6 *');
    await page.locator(".moves .comment").waitFor(PATIENT);
    if (viewport) await tab(page, "Game");
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    assert.ok(await page.locator(".board").isVisible());
    assert.ok(await page.locator(".moves .comment", { hasText: "Best by test." }).isVisible());
    assert.ok(await page.locator(".moves .variation", { hasText: "exf4" }).isVisible());
    const pressed = page.locator("button, select, input, summary, a").filter({ visible: true });
    assert.equal(await pressed.count(), await page.locator(".moves button").count(), "the moves alone");
    const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    assert.equal(ground, "rgb(255, 255, 255)");
    // Nothing is cut off: the list is as long as its moves.
    const [whole, seen] = await page.locator(".moves").evaluate((list) => [list.scrollHeight, list.clientHeight]);
    assert.ok(whole <= seen + 1, `${whole} of ${seen}`);
    await page.clean();
  }
});
