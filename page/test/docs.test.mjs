// The reader of the contract, at both sizes: it opens, lists what the contract has, asks this server, and nobody else.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { test } from "node:test";
import { DESKTOP, open, PATIENT, PHONE, staged, until } from "./browser.mjs";

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

for (const viewport of [DESKTOP, PHONE]) {
  const size = `${viewport.width}x${viewport.height}`;
  test(`it lists every operation of the contract and searches, at ${size}`, async () => {
    const contract = await (await fetch(`${server.origin}/openapi.json`)).json();
    const methods = ["get", "post"];
    const operations = Object.values(contract.paths).flatMap((path) =>
      methods.filter((method) => path[method]).map((method) => path[method].operationId),
    );
    assert.ok(operations.length > 15);
    const page = await open(browser, server.origin, "docs", { viewport });
    await page.locator(".opblock").first().waitFor(PATIENT);
    await until(
      async () => (await page.locator(".opblock").count()) === operations.length,
      "every operation is listed",
    );
    for (const operation of operations) assert.equal(await page.locator(`[id$="-${operation}"].opblock`).count(), 1);

    // By its examples alone, and with a body of one's own.
    const get = await tried(page, "getSearch");
    assert.equal(get.status, 200);
    assert.match(get.shown, /"move": "a1"/);
    const post = await tried(page, "searchPosition", async (block) => {
      await block.locator(".parameters select").first().selectOption("connect-four");
      await block.locator("textarea").fill('{"moves": ["4"], "level": 3, "seed": 7}');
    });
    assert.deepEqual([post.status, post.request.method()], [200, "POST"]);
    assert.equal(post.request.url(), `${server.origin}/v1/games/connect-four/search`);
    assert.match(post.shown, /"stopped_by": "level"/);

    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= viewport.width, `${width} wide on ${size}`);
    await page.clean();
  });
}

for (const colorScheme of ["light", "dark"]) {
  test(`axe finds nothing, ${colorScheme}`, async () => {
    const page = await open(browser, server.origin, "docs", { colorScheme });
    await page.locator(".opblock").first().waitFor(PATIENT);
    for (const opened of [false, true]) {
      if (opened) {
        await page.locator('[id$="-searchPosition"].opblock .opblock-summary').click();
        await page.locator('[id$="-searchPosition"] .execute').waitFor(PATIENT);
        await page.waitForTimeout(300);
      }
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
      assert.deepEqual(
        violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`),
        [],
        `opened: ${opened}`,
      );
    }
    await page.clean();
  });
}

test("a chosen game brings its own example, and there are no padlocks without keys", async () => {
  const page = await open(browser, server.origin, "docs");
  await page.locator(".opblock").first().waitFor(PATIENT);
  assert.match(await page.locator(".intro").innerText(), /A position goes in, a move comes out/);
  assert.equal(await page.locator(".authorization__btn, .authorize").count(), 0);
  const answer = await tried(page, "searchPosition", async (block) => {
    await block.locator('tr[data-param-name="game"] .parameters-col_description > select').selectOption("kalah");
    await until(async () => /4,4,4,4,4,4/.test(await block.locator("textarea").inputValue()), "kalah's own state");
  });
  assert.equal(answer.status, 200);
  const get = await tried(page, "getSearch", async (block) => {
    await block.locator('tr[data-param-name="game"] .parameters-col_description > select').selectOption("nim");
    await until(
      async () => /3,5,7/.test(await block.locator('tr[data-param-name="state"] input').inputValue()),
      "nim's own state",
    );
    // Swagger UI takes a text over after a moment.
    await page.waitForTimeout(500);
  });
  assert.equal(get.status, 200);
  await page.clean();
});

test("a refusal is shown as the problem that it is", async () => {
  const page = await open(browser, server.origin, "docs", { expected: [/422/] });
  await page.locator(".opblock").first().waitFor(PATIENT);
  const wrong = await tried(page, "searchPosition", (block) => block.locator("textarea").fill('{"deph": 9}'));
  assert.equal(wrong.status, 422);
  assert.match(wrong.shown, /invalid_body/);
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
