// The tree, stepped through and edited, in a real browser.

import assert from "node:assert/strict";
import { test } from "node:test";
import { button, open, PATIENT, PHONE, staged, until } from "./browser.mjs";

const { server, browser } = await staged();

async function counts(page) {
  const rows = page.locator(".counts tbody tr");
  await until(async () => !(await rows.allInnerTexts()).some((text) => text.includes("…")), "all counts are there");
  return Object.fromEntries(
    await rows.evaluateAll((all) =>
      all.map((row) => [row.dataset.algorithm, Number(row.querySelector("b").textContent.replace(/,/g, ""))]),
    ),
  );
}

const nodes = (page, ids) => page.locator(ids.map((id) => `[data-node="${id}"]`).join(","));

test("the textbook tree, stepped to its end", async () => {
  const page = await open(browser, server.origin, "#pruning");
  await page.locator(".drawing").waitFor(PATIENT);
  assert.deepEqual(await counts(page), { minimax: 13, textbook: 11, "alpha-beta": 11 });
  assert.match(await page.locator(".step").innerText(), /^0\/23/, "it begins at the start");
  assert.equal(await page.locator(".node.gone").count(), 0);
  const step = page.getByRole("button", { name: "Step", exact: true });
  const words = page.locator(".step");
  const heard = [];
  while (await step.isEnabled()) {
    await step.click();
    heard.push(await words.innerText());
  }
  assert.ok(
    heard.some((sentence) => sentence.includes("Cut: 2 ≤ α = 3")),
    heard.join("\n"),
  );
  assert.match(heard.at(-1), /the root is worth 3 to Max/);
  assert.equal(await page.locator(".node.gone").count(), 2);
  assert.equal(
    await nodes(page, ["1/1", "1/2"]).evaluateAll((all) => all.every((node) => node.closest(".node.gone"))),
    true,
  );
  assert.match(await page.locator(".reason").textContent(), /2 ≤ α = 3/);
  await page.clean();
});

test("a tree of chess fits: its nodes are opened one by one, or listed, at both sizes", async () => {
  let page = await open(browser, server.origin, "#pruning/chess?depth=2&step=999");
  await page.locator(".drawing").waitFor(PATIENT);
  assert.equal(await page.locator(".node").count(), 21);
  assert.equal(await page.locator(".node.closed").count(), 20);
  await nodes(page, ["e2e4"]).click();
  await until(async () => (await page.locator(".node").count()) > 30, "its children are drawn");
  await page.getByRole("button", { name: "Fit" }).click();
  const [frame, drawing] = [await page.locator(".scroll").boundingBox(), await page.locator(".drawing").boundingBox()];
  assert.ok(drawing.width <= frame.width && drawing.height <= frame.height, JSON.stringify([frame, drawing]));
  await page.getByRole("button", { name: "Larger" }).click();
  await page.getByRole("button", { name: "Larger" }).click();
  const larger = await page.locator(".drawing").boundingBox();
  assert.ok(larger.width > 1.4 * drawing.width);
  await page.mouse.move(frame.x + 300, frame.y + 20);
  await page.mouse.down();
  await page.mouse.move(frame.x + 200, frame.y + 20, { steps: 3 });
  await page.mouse.up();
  assert.ok((await page.locator(".scroll").evaluate((at) => at.scrollLeft)) > 50, "it is moved by hand");
  await page.clean();
  page = await open(browser, server.origin, "#pruning/chess?depth=2&step=999", { viewport: PHONE });
  await page.locator(".outline").waitFor(PATIENT);
  assert.match(await page.locator(".branch", { hasText: "a4" }).first().innerText(), /Min ▼\s+a4\s+≤/);
  await page.getByRole("button", { name: "Children of e4" }).click();
  await page.locator(".branch.gone", { hasText: /Never looked at: .*Nf6/ }).waitFor(PATIENT);
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= PHONE.width);
  await page.clean();
});

test("moves that are equal by symmetry are one node with their number, and nodes show boards", async () => {
  const page = await open(browser, server.origin, "#pruning/tic-tac-toe?depth=1&step=99&algorithm=minimax");
  await page.locator(".drawing").waitFor(PATIENT);
  assert.equal(await page.locator(".node").count(), 4, "root, middle, corner, edge");
  const labels = await page.locator(".node .label").allTextContents();
  assert.deepEqual(labels.map((label) => label.replace(/^\w+ ?/, "")).sort(), ["", "×4", "×4"]);
  await page.getByLabel("Boards").check();
  await until(async () => (await page.locator(".node .thumb").count()) === 4, "the boards");
  await page.getByLabel("Fold symmetric moves").uncheck();
  await until(async () => (await page.locator(".node").count()) === 10, "all nine moves");
  await page.clean();
});

test("wins are written as one likes", async () => {
  const page = await open(browser, server.origin, "#pruning/tic-tac-toe?state=XOX/OX./..O+X&depth=1&step=99");
  await page.locator(".drawing").waitFor(PATIENT);
  const root = () => page.locator(".node .value").first().textContent();
  assert.equal(await root(), "W1");
  await page.getByLabel("Wins as").selectOption("outcomes");
  await until(async () => (await root()) === "+1", "as +1");
  await page.getByLabel("Wins as").selectOption("plain");
  await until(async () => (await root()) === "999999", "as the search has it");
  await page.clean();
});

test("the student says whether the next branch is cut, before it is shown", async () => {
  const page = await open(browser, server.origin, "#pruning");
  await page.locator(".drawing").waitFor(PATIENT);
  await page.getByLabel("Predict the cut").check();
  const ask = page.getByRole("group", { name: "Predict the cut" });
  const step = page.getByRole("button", { name: "Step", exact: true });
  for (let asked = 0; ; asked++) {
    while ((await ask.count()) === 0 && (await step.isEnabled())) await step.click();
    if ((await ask.count()) === 0) break;
    assert.equal(await step.isEnabled(), false, "no way around the question");
    assert.ok(asked < 20);
    const gone = await page.locator(".node.gone").count();
    await page.getByRole("button", { name: "It is looked at" }).click();
    const isCut = (await page.locator(".node.gone").count()) > gone;
    assert.match(
      await page.locator(".prediction [role=status]").innerText(),
      isCut ? /^No: it is cut: 2 ≤ α = 3/ : /^Right/,
    );
  }
  assert.match(await page.locator(".prediction").innerText(), /7 of 8 right|\d of \d right/);
  await page.clean();
});

test("it plays by itself", async () => {
  const page = await open(browser, server.origin, "#pruning/tree?step=0");
  await page.locator(".drawing").waitFor(PATIENT);
  await page.getByRole("button", { name: "Play" }).click();
  await page.locator(".step", { hasText: "3/" }).waitFor(PATIENT);
  await page.getByRole("button", { name: "Pause" }).click();
  await page.clean();
});

test("an edited leaf changes what is pruned, and the counts", async () => {
  const page = await open(browser, server.origin, "#pruning");
  await page.locator(".drawing").waitFor(PATIENT);
  await counts(page);
  await nodes(page, ["1/0"]).click();
  await page.locator(".editor input").fill("20");
  await until(async () => page.url().includes("[20,4,6]"), "the link has the new leaf");
  // Now Min finds nothing below 3 among 20, 4, 6: no cut there.
  await until(async () => (await page.locator(".node.gone").count()) === 0, "nothing is cut");
  assert.deepEqual(await counts(page), { minimax: 13, textbook: 13, "alpha-beta": 13 });
  await page.getByRole("button", { name: "Remove" }).click();
  await until(async () => page.url().includes("[[3,12,8],[4,6],[14,5,2]]"), "the leaf is gone");
  await nodes(page, ["1/1"]).click();
  await page.getByRole("button", { name: "Add child" }).click();
  await until(async () => page.url().includes("[4,[6]]"), "a leaf became a node");
  await page.clean();
});

test("children are dragged, and moved by keys", async () => {
  const page = await open(browser, server.origin, "#pruning");
  await page.locator(".drawing").waitFor(PATIENT);
  const at = async (id) => {
    const box = await nodes(page, [id]).locator(".shape").boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [from, to] = [await at("2"), await at("0")];
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(to[0] + 40, to[1], { steps: 6 });
  await page.mouse.move(to[0] - 30, to[1], { steps: 3 });
  await page.mouse.up();
  await until(async () => page.url().includes("[[14,5,2],[3,12,8],[2,4,6]]"), "the third child stands first");
  await nodes(page, ["0"]).focus();
  await page.keyboard.press("Alt+ArrowRight");
  await until(async () => page.url().includes("[[3,12,8],[14,5,2],[2,4,6]]"), "moved by the keyboard");
  await page.clean();
});

test("a position of a game, a picture of it, and a link that reopens it", async () => {
  const page = await open(browser, server.origin, "#pruning/tic-tac-toe?state=XOX/OX./..O+X&depth=3");
  await page.locator(".drawing").waitFor(PATIENT);
  const { minimax, textbook } = await counts(page);
  assert.ok(textbook < minimax);
  const drawn = await page.locator(".node").count();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export SVG" }).click(),
  ]);
  const svg = await (await import("node:fs/promises")).readFile(await download.path(), "utf8");
  assert.match(svg, /^<svg /);
  assert.ok((svg.match(/<text/g) ?? []).length >= drawn);
  assert.doesNotMatch(svg, /class=|var\(/);
  for (const [name, media] of [
    ["tree.svg", "image/svg+xml"],
    ["tree.dot", "text/vnd.graphviz"],
  ]) {
    const target = await page.getByRole("link", { name }).getAttribute("href");
    const answer = await fetch(server.origin + target);
    assert.equal(answer.status, 200, target);
    assert.ok(answer.headers.get("content-type").startsWith(media), answer.headers.get("content-type"));
  }
  const link = page.url();
  await page.clean();
  const again = await open(browser, server.origin, link.slice(link.indexOf("#")));
  await again.locator(".drawing").waitFor(PATIENT);
  assert.equal(await again.locator(".node").count(), drawn);
  await again.clean();
});

test("a wrong tree is said, and the old one stays", async () => {
  const page = await open(browser, server.origin, "#pruning", { expected: [/status of 4/] });
  await page.locator(".drawing").waitFor(PATIENT);
  await page.locator(".source-bar input").fill("[[3,],[2]]");
  await page.getByRole("button", { name: "Draw" }).click();
  await page.locator(".notice").waitFor(PATIENT);
  assert.ok((await page.locator(".notice").innerText()).length > 20);
  assert.equal(await page.locator(".node").count(), 13);
  await page.clean();
});

test("the reason of a cut lies over the branches", async () => {
  const page = await open(browser, server.origin, "#pruning/tree?step=99");
  await page.locator(".reason").waitFor(PATIENT);
  const covered = await page.evaluate(() => {
    const reason = document.querySelector(".reason");
    const after = [...document.querySelectorAll(".drawing line")].filter(
      (line) => reason.compareDocumentPosition(line) & Node.DOCUMENT_POSITION_FOLLOWING,
    );
    return after.length;
  });
  assert.equal(covered, 0, "lines that are drawn over the label");
  await page.clean();
});

test("a tree of chess has one notation, for visited moves and pruned ones", async () => {
  const page = await open(browser, server.origin, "#pruning/chess?depth=2&step=999");
  await page.locator(".node.closed", { hasText: "a4" }).first().click();
  await page.locator(".node.gone").first().waitFor(PATIENT);
  const labels = await page.locator(".node .label").allTextContents();
  assert.ok(labels.some((label) => /^Nf3\b/.test(label)) && labels.length > 21, labels.slice(0, 30).join(" "));
  assert.deepEqual(
    labels.filter((label) => /^[a-h][1-8][a-h][1-8]/.test(label)),
    [],
  );
  await page.clean();
});

test("a link's step is a whole number, whatever it says", async () => {
  for (const [step, shown] of [
    ["abc", "0/23"],
    ["1.5", "1/23"],
    ["-3", "0/23"],
    ["99", "23/23"],
  ]) {
    const page = await open(browser, server.origin, `#pruning/tree?step=${step}`);
    await page.locator(".drawing").waitFor(PATIENT);
    assert.equal(await page.locator(".step b").innerText(), shown, step);
    await page.clean();
  }
});

test("each step is explained beside its node, over no other node", async () => {
  const page = await open(browser, server.origin, "#pruning");
  await page.locator(".drawing").waitFor(PATIENT);
  const step = button(page, "Step");
  for (let steps = 0; ; steps++) {
    const found = await page.evaluate(() => {
      const words = document.querySelector(".callout");
      const box = (element) => element.getBoundingClientRect();
      const meets = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
      const frame = box(document.querySelector(".scroll"));
      const own = box(words);
      return {
        says: words.innerText,
        covered: [...document.querySelectorAll(".grip .shape")].filter((shape) => meets(box(shape), own)).length,
        inside:
          own.left >= frame.left && own.right <= frame.right && own.top >= frame.top && own.bottom <= frame.bottom,
      };
    });
    assert.ok(found.inside && found.covered === 0, JSON.stringify([steps, found]));
    const said = (await page.locator(".step .unseen").textContent()).replace(/\u00a0/g, " ");
    assert.equal(found.says.replace(/\s/g, " "), said);
    if (!(await step.isEnabled())) break;
    await step.click();
  }
  await page.clean();
});

test("a tree of chess fits into a low window, opened too, with letters of 11 px or more", async () => {
  const page = await open(browser, server.origin, "#pruning/chess?depth=2&step=999", {
    viewport: { width: 1366, height: 657 },
  });
  await page.locator(".drawing").waitFor(PATIENT);
  const check = async (what) => {
    const { frame, drawing, letters } = await page.evaluate(() => {
      const size = (selector) => {
        const { width, height } = document.querySelector(selector).getBoundingClientRect();
        return { width, height };
      };
      const picture = document.querySelector(".drawing");
      const scale = picture.getBoundingClientRect().width / picture.viewBox.baseVal.width;
      const shown = (text) => parseFloat(getComputedStyle(text).fontSize) * scale;
      const letters = Math.min(...[...picture.querySelectorAll(".node text")].map(shown));
      return { frame: size(".scroll"), drawing: size(".drawing"), letters };
    });
    assert.ok(drawing.width <= frame.width && drawing.height <= frame.height, JSON.stringify([what, frame, drawing]));
    assert.ok(
      Math.max(drawing.width / frame.width, drawing.height / frame.height) > 0.9,
      `${what}: it fills its frame`,
    );
    assert.ok(letters >= 10.99, `${what}: ${letters} px`);
  };
  await check("closed");
  await nodes(page, ["e2e4"]).click();
  await until(async () => (await page.locator(".node").count()) > 30, "its children are drawn");
  await check("opened");
  await page.clean();
});

test("a link leads to a step at which the student is asked", async () => {
  const page = await open(browser, server.origin, "#pruning/tree?step=12&predict=on");
  const ask = page.locator(".callout").getByRole("group", { name: "Predict the cut" });
  await ask.getByRole("button", { name: "It is cut" }).click();
  assert.match(await page.locator(".callout").innerText(), /^Right: it is cut: 2 ≤ α = 3/);
  await page.getByLabel("Predict the cut").uncheck();
  await until(() => page.url().endsWith("step=13"), "the link says that nothing is asked");
  await page.getByLabel("Predict the cut").check();
  await until(() => page.url().endsWith("step=13&predict=on"), "the link says that it is asked");
  await page.clean();
});

test("a tree is typed as indented text, and drawn as it is typed", async () => {
  const page = await open(browser, server.origin, "#pruning");
  await page.locator(".drawing").waitFor(PATIENT);
  await page.locator(".as-text summary").click();
  const text = page.getByLabel("The tree as indented text");
  assert.match(await text.inputValue(), /^Max\n {2}Min\n {4}3\n {4}12\n/);
  await text.fill("left\n  7\n  9\nright\n  4\n  six");
  await page.getByText("Line 6: either all siblings have a name, or none.").waitFor(PATIENT);
  assert.equal(await page.locator(".node").count(), 13, "the last tree stays");
  await text.fill("left\n  7\n  9\nright\n  4\n  6");
  await until(async () => (await page.locator(".node").count()) === 7, "it is drawn");
  assert.match(decodeURIComponent(page.url()), /\{"children":\{"left":\[7,9\],"right":\[4,6\]\}\}/);
  await page.clean();
});
