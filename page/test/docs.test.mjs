// The reader of the contract, at both sizes: it opens, lists what the contract has, asks this server, and nobody else.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { test } from "node:test";
import { axeFinds, DESKTOP, open, PATIENT, PHONE, staged, until } from "./browser.mjs";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const { server, browser } = await staged();

/** Opens an operation, fills in what `fill` says, has it executed, and returns the answer's status and body. */
async function tried(page, operation, fill = async () => {}) {
  const block = page.locator(`[id$="-${operation}"].opblock`);
  await block.locator(".opblock-summary").click();
  await block.locator(".execute").waitFor(PATIENT);
  await fill(block);
  const answer = page.waitForResponse((response) => response.url().startsWith(`${server.origin}/v1/`), PATIENT);
  await block.locator(".execute").click();
  const given = await answer;
  await block.locator(".live-responses-table .response-col_status", { hasText: String(given.status()) }).waitFor();
  return {
    request: given.request(),
    status: given.status(),
    shown: await block.locator(".live-responses-table").innerText(),
  };
}

test("it lists every operation of the contract and searches, with an example of each game", async () => {
  const contract = await (await fetch(`${server.origin}/openapi.json`)).json();
  const methods = ["get", "post"];
  const operations = Object.values(contract.paths).flatMap((path) =>
    methods.filter((method) => path[method]).map((method) => path[method].operationId),
  );
  assert.ok(operations.length > 15);
  const page = await open(browser, server.origin, "docs", { expected: [/422/] });
  await page.locator(".opblock").first().waitFor(PATIENT);
  await until(async () => (await page.locator(".opblock").count()) === operations.length, "every operation is listed");
  for (const operation of operations) assert.equal(await page.locator(`[id$="-${operation}"].opblock`).count(), 1);
  assert.match(await page.locator(".intro").innerText(), /A position goes in, a move comes out/);
  assert.equal(await page.locator(".authorization__btn, .authorize").count(), 0, "no padlocks without keys");
  assert.equal(await page.locator("h1, h2.title").filter({ visible: true }).count(), 1, "one heading");

  // By its examples alone, and with a body of one's own.
  const get = await tried(page, "getSearch");
  assert.equal(get.status, 200);
  assert.match(get.shown, /"move": "a1"/);
  const post = await tried(page, "searchPosition", async (block) => {
    const game = block.locator('tr[data-param-name="game"] .parameters-col_description > select');
    await game.selectOption("kalah");
    await until(async () => /4,4,4,4,4,4/.test(await block.locator("textarea").inputValue()), "kalah's own state");
    await game.selectOption("connect-four");
    await until(async () => !/4,4,4,4/.test(await block.locator("textarea").inputValue()), "another one's");
    await block.locator("textarea").fill('{"moves": ["4"], "level": 3, "seed": 7}');
  });
  assert.deepEqual([post.status, post.request.method()], [200, "POST"]);
  assert.equal(post.request.url(), `${server.origin}/v1/games/connect-four/search`);
  assert.match(post.shown, /"stopped_by": "level"/);
  const block = page.locator('[id$="-getPosition"].opblock');
  await block.locator(".opblock-summary").click();
  await block.locator('tr[data-param-name="game"] .parameters-col_description > select').selectOption("nim");
  await until(
    async () => /3,5,7/.test(await block.locator('tr[data-param-name="state"] input').inputValue()),
    "nim's own state",
  );
  // A refusal is shown as the problem that it is.
  const wrong = await tried(page, "describePosition", (block) => block.locator("textarea").fill('{"stat": "x"}'));
  assert.equal(wrong.status, 422);
  assert.match(wrong.shown, /invalid_body/);
  for (const { width, height } of [DESKTOP, PHONE]) {
    await page.setViewportSize({ width, height });
    const all = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(all <= width, `${all} wide on ${width}`);
  }
  await page.clean();
});

test("axe finds nothing, in the light and in the dark", async () => {
  const page = await open(browser, server.origin, "docs");
  await page.locator(".opblock").first().waitFor(PATIENT);
  await page.evaluate(axe);
  for (const opened of [false, true]) {
    if (opened) {
      await page.locator('[id$="-searchPosition"].opblock .opblock-summary').click();
      await page.locator('[id$="-searchPosition"] .execute').waitFor(PATIENT);
      await page.waitForTimeout(300);
    }
    for (const colorScheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme });
      // The reader hears of the scheme after the page, and changes some colours slowly.
      await page.waitForFunction(
        (dark) =>
          document.documentElement.classList.contains("dark-mode") === dark && document.getAnimations().length === 0,
        colorScheme === "dark",
      );
      const { faults } = await axeFinds(page, colorScheme);
      assert.deepEqual(faults, [], `opened: ${opened}, ${colorScheme}`);
    }
  }
  await page.clean();
});

test("the page leads there and back, and loads the reader nowhere else", async () => {
  const page = await open(browser, server.origin);
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.reload();
  await page.locator(".board").waitFor(PATIENT);
  assert.ok(asked.length > 3 && !asked.some((url) => url.includes("/docs")), asked.join("\n"));
  await page.getByRole("link", { name: "API" }).click();
  await page.locator(".opblock").first().waitFor(PATIENT);
  await page.locator(".top").getByRole("link", { name: "Play", exact: true }).click();
  await page.locator(".board").waitFor(PATIENT);
  await page.clean();
});
