// Nothing moves by itself while a part of the page loads.

import assert from "node:assert/strict";
import { test } from "node:test";
import { cells, open, PATIENT, staged, until } from "./browser.mjs";

const { server, browser } = await staged();

const SIZES = [
  [1366, 657],
  [1280, 800],
  [820, 1180],
  [390, 844],
  [320, 640],
];

const PARTS = [
  ["#play", ".board"],
  ["#play/chess?plyd=none", ".board"],
  ["#play/connect-four", ".board"],
  ["#pruning", ".drawing, .outline"],
  ["#pruning/chess?depth=2&step=9", ".drawing, .outline"],
  ["#pruning/tree?step=12&predict=on", ".callout"],
  ["#rules", ".meant"],
  ["#run", ".steps"],
  ["docs", ".opblock"],
];

/** The most that a screen may move: the sum of its layout shifts, of which each is a share of the window (Layout Instability). */
const MOST = 0.01;

/** Fails where the page moved by more than that since it was opened. */
async function still(page, what) {
  const moved = await page.evaluate(
    () =>
      new Promise((done) => {
        // All of them count: a browser with a touch screen takes the start of a page for input.
        const told = ({ value, sources }) => ({ value, of: sources.map(({ node }) => String(node?.className)) });
        const watch = new PerformanceObserver((list) => done(list.getEntries().map(told)));
        watch.observe({ type: "layout-shift", buffered: true });
        setTimeout(() => done([]), 300);
      }),
  );
  const sum = moved.reduce((sum, { value }) => sum + value, 0);
  assert.ok(sum <= MOST, `${what}: ${JSON.stringify(moved)}`);
}

for (const [width, height] of SIZES) {
  test(`nothing moves while a part loads on ${width}x${height}`, async () => {
    for (const [part, there] of PARTS) {
      const touch = width < 1000;
      const page = await open(browser, server.origin, part, { viewport: { width, height }, touch });
      await page.locator(there).first().waitFor(PATIENT);
      let [asked, before] = [0, -1];
      while (asked > before) {
        before = asked;
        await page.waitForTimeout(400);
        asked = await page.evaluate(() => performance.getEntriesByType("resource").length);
      }
      await still(page, part);
      await page.clean();
    }
  });
}

for (const [width, height] of SIZES)
  test(`nothing moves when plyd answers the first move on ${width}x${height}`, async () => {
    const page = await open(browser, server.origin, "#play/chess", {
      viewport: { width, height },
      touch: width < 1000,
    });
    await page.locator(".board .piece path").first().waitFor(PATIENT);
    await cells(page, "e2", "e4");
    await until(
      async () => (await page.locator("[aria-label='Moves'] button, .ribbon button").count()) >= 2,
      "an answer",
    );
    await page.waitForTimeout(600);
    await still(page, "an answer");
    await page.clean();
  });
