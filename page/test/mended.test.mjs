// What once was wrong on the page, each seen in a browser.

import assert from "node:assert/strict";
import { test } from "node:test";
import { button, cell, cells, DESKTOP, open, PATIENT, played, staged, turn, until } from "./browser.mjs";

const { server, browser } = await staged();

const box = (page, selector) => page.locator(selector).first().boundingBox();

/** How far two colours are apart (WCAG 2.2, contrast ratio). */
const contrast = (page, one, other) =>
  page.evaluate(
    ([one, other]) => {
      const shine = ([selector, property]) => {
        const given = getComputedStyle(document.querySelector(selector)).getPropertyValue(property);
        const [r, g, b] = given.match(/[\d.]+/g).map((part) => {
          const share = Number(part) / 255;
          return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const [dark, light] = [shine(one), shine(other)].sort((a, b) => a - b);
      return (light + 0.05) / (dark + 0.05);
    },
    [one, other],
  );

const CLAIM = "state=7k/8/8/8/8/8/r7/1Q5K+w+-+-+0+1&moves=h1g1,h8g8,g1h1,g8h8,h1g1,h8g8,g1h1,g8h8";

test("boards shrink to what hands and notices leave, and are never cut", async () => {
  for (const [width, height] of [
    [1280, 800],
    [1440, 900],
    [1920, 1080],
    [1280, 600],
    [1024, 768],
    [820, 1180],
  ]) {
    for (const hash of ["#play/nine-mens-morris?plyd=none", `#play/chess?plyd=none&${CLAIM}`, "#play/hex?plyd=none"]) {
      const page = await open(browser, server.origin, hash, { viewport: { width, height } });
      await page.locator(".board").waitFor(PATIENT);
      const [board, controls, stage] = [
        await box(page, ".board"),
        await box(page, ".controls"),
        await box(page, ".stage"),
      ];
      const where = `${hash} at ${width}x${height}: ${JSON.stringify([board, stage, controls])}`;
      assert.ok(board.y >= stage.y - 1 && board.y + board.height <= stage.y + stage.height + 1, where);
      assert.ok(board.y + board.height <= controls.y && controls.y + controls.height <= height, where);
      assert.ok(Math.min(board.width, board.height) > 200, where);
      await page.clean();
    }
  }
});

test("nobody is told to move where plyd plays both sides", async () => {
  const page = await open(browser, server.origin, "#play/tic-tac-toe?plyd=none");
  await turn(page, /X to move/);
  await page.evaluate(() => {
    globalThis.heard = [];
    new MutationObserver(() => heard.push(document.querySelector(".turn")?.textContent)).observe(
      document.querySelector(".table"),
      { subtree: true, childList: true, characterData: true },
    );
  });
  for (const side of ["X", "O"])
    await page
      .getByRole("radiogroup", { name: `Who plays ${side}` })
      .locator("label", { hasText: "plyd" })
      .click();
  await turn(page, /wins|draw/i);
  const heard = await page.evaluate(() => heard.filter((words) => /Your turn: you play X/.test(words)));
  assert.deepEqual(heard, []);
  await page.clean();
});

test("a finished game of falling discs keeps its board when it is opened by link", async () => {
  for (const hash of [
    "#play/connect-four?moves=4,1,4,1,4,1,4&plyd=none",
    "#play/connect-four?state=7/7/7/7/OOO4/XXXX3+O&plyd=none",
  ]) {
    const page = await open(browser, server.origin, hash);
    await turn(page, /X wins/);
    assert.equal(await page.locator(".board.wells .well").count(), 42, hash);
    await page.clean();
  }
});

test("a mate in two wins in 2 moves", async () => {
  const page = await open(browser, server.origin, "#play/chess?plyd=none&state=7k/8/8/8/8/8/R7/1R5K+w+-+-+0+1");
  await turn(page, /White to move/);
  await page.getByRole("checkbox", { name: "Show values" }).check();
  await page.locator(".verdict", { hasText: "White wins in 2 moves" }).waitFor(PATIENT);
  await page.locator(".badge.win").first().waitFor(PATIENT);
  assert.match(await cell(page, "b1").getAttribute("aria-label"), /wins in 2 moves/);
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

test("no limit runs into the next one", async () => {
  for (const viewport of [DESKTOP, { width: 390, height: 844 }]) {
    const page = await open(browser, server.origin, "#run", { viewport });
    await page.locator(".caps dd").first().waitFor(PATIENT);
    const wide = await page
      .locator(".caps div")
      .evaluateAll((rows) => rows.filter((row) => row.scrollWidth > row.clientWidth).map((row) => row.textContent));
    assert.deepEqual(wide, []);
    await page.clean();
  }
});

test("what was thought does not outlast the game", async () => {
  const page = await open(browser, server.origin, "#play/tic-tac-toe?plyd=none&state=XX./OO./...+X");
  await turn(page, /X to move/);
  await page.getByRole("checkbox", { name: "Show values" }).check();
  await page.locator(".verdict", { hasText: "X wins in 1 move" }).waitFor(PATIENT);
  await cells(page, "c3");
  await turn(page, /X wins/);
  assert.match(await page.locator(".thinking").innerText(), /Result\s+X wins/);
  assert.doesNotMatch(await page.locator(".insight").innerText(), /wins in|next move\./);
  assert.equal(await page.locator("[data-notice]").count(), 0);
  await page.clean();
});

test("in the dark, what is chosen is seen, and so are black pieces, seeds and empty lines", async () => {
  const dark = (hash) => open(browser, server.origin, hash, { colorScheme: "dark" });
  let page = await dark("#play/kalah?plyd=none");
  await page.locator(".seed").first().waitFor(PATIENT);
  const chosen = ".segments input:checked + span";
  assert.ok((await contrast(page, [chosen, "background-color"], [".segments", "background-color"])) > 3);
  assert.ok((await contrast(page, [chosen, "color"], [chosen, "background-color"])) > 4.5);
  assert.ok((await contrast(page, [".seed", "fill"], [".pit .field", "fill"])) > 4.5, "seeds in pits");
  assert.ok((await contrast(page, [".amount", "fill"], [".pit .field", "fill"])) > 4.5, "their number");
  await page.clean();
  for (const [hash, mark] of [
    ["#play/chess?plyd=none&moves=e2e4", ".side-mark .man.black path"],
    ["#play/gomoku?plyd=none", ".side-mark .disc.black circle"],
  ]) {
    page = await dark(hash);
    await page.locator(".side-mark").first().waitFor(PATIENT);
    assert.ok((await contrast(page, [mark, "stroke"], ["body", "background-color"])) > 4.5, hash);
    await page.clean();
  }
  page = await open(browser, server.origin, "#play/dots-and-boxes?plyd=none");
  await page.locator(".cell.across").first().waitFor(PATIENT);
  assert.ok((await contrast(page, [".cell.across .field", "fill"], ["body", "background-color"])) > 1.35);
  await page.clean();
});

test("a tree of chess has one notation, for visited moves and pruned ones", async () => {
  const page = await open(browser, server.origin, "#pruning/chess?depth=2&step=999");
  await page.locator(".node.closed", { hasText: "a4" }).first().click();
  await page.locator(".node.gone").first().waitFor(PATIENT);
  const labels = await page.locator(".node .label").allTextContents();
  assert.ok(labels.includes("Nf3") && labels.length > 21, labels.slice(0, 30).join(" "));
  assert.deepEqual(
    labels.filter((label) => /^[a-h][1-8][a-h][1-8]/.test(label)),
    [],
  );
  await page.clean();
});

test("the ring of focus has four sides on a cell, and bars fill their track", async () => {
  const page = await open(browser, server.origin, "#play/tic-tac-toe?plyd=O&level=10");
  await turn(page, /Your turn/);
  await cell(page, "b2").focus();
  await page.keyboard.press("ArrowUp");
  assert.ok(await page.locator(".focus-ring").isVisible());
  const last = await page.evaluate(() => {
    const all = [...document.querySelectorAll(".board .field")];
    return all.at(-1).closest(".focus-ring") !== null;
  });
  assert.ok(last, "nothing is drawn over the ring");
  await page.keyboard.press("Enter");
  await until(async () => (await played(page)) === 2, "plyd answered");
  await until(async () => {
    const [track, filled] = [await box(page, ".thinking .bar"), await box(page, ".thinking .bar span")];
    return track.height === filled.height && Math.abs(track.width - filled.width) < 1;
  }, "the bar is full");
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

test("a link's algorithm is the one that is asked for", async () => {
  const hash = "#play/chess?plyd=none&depth=2&algorithm=minimax";
  const page = await open(browser, server.origin, hash);
  await turn(page, /White to move/);
  assert.equal(await page.getByLabel("Algorithm").inputValue(), "minimax");
  assert.match(page.url(), /algorithm=minimax/);
  // Another game may not have it.
  await page.evaluate(() => (location.hash = "#play/tic-tac-toe?plyd=none"));
  await until(async () => /tic-tac-toe/.test(await page.locator(".exchanged .source").innerText()), "another game");
  assert.doesNotMatch(page.url(), /algorithm=/);
  await page.clean();
});

test("a file that is no game of anybody's is refused unread, dropped or chosen", async () => {
  const page = await open(browser, server.origin, "#play/chess?plyd=none");
  await turn(page, /White to move/);
  await page.evaluate(() => {
    globalThis.read = 0;
    Blob.prototype.text = async () => {
      globalThis.read++;
      return "";
    };
    globalThis.large = () => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(Array(64).fill(new Uint8Array(1 << 20)), "large.pgn"));
      return transfer;
    };
    const dropped = new DragEvent("drop", { dataTransfer: large(), bubbles: true });
    document.querySelector(".table").dispatchEvent(dropped);
  });
  await page.locator("[data-notice=trouble]", { hasText: /67,108,864 bytes.*at most 262,144/ }).waitFor(PATIENT);
  await button(page, "Paste").click();
  await page.evaluate(() => {
    const chooser = document.querySelector("dialog[open] input[type=file]");
    chooser.files = large().files;
    chooser.dispatchEvent(new Event("change", { bubbles: true }));
  });
  await page.locator("dialog[open] [role=alert]", { hasText: /at most 262,144/ }).waitFor(PATIENT);
  assert.equal(await page.locator("dialog[open] textarea").inputValue(), "");
  assert.equal(await page.evaluate(() => read), 0);
  await page.clean();
});

test("what could not be copied is not said to be", async () => {
  const page = await open(browser, server.origin, "#run");
  const copy = page.locator(".ways article").first().getByRole("button");
  // A page without TLS on another host has no clipboard.
  await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await copy.click();
  await until(async () => (await copy.innerText()) === "No clipboard", "it says so");
  await page.clean();
});

test("the record that is shown is of the format that was chosen last", async () => {
  const page = await open(browser, server.origin, "#play/chess?plyd=none&moves=e2e4");
  await turn(page, /Black to move/);
  let late;
  await page.route("**/record/write", async (route) => {
    if (route.request().postDataJSON().format !== "pgn") return route.continue();
    await new Promise((resolve) => (late = resolve));
    // The page may have given it up.
    await route.continue().catch(() => {});
  });
  await button(page, "Save").click();
  const dialog = page.locator("dialog[open]");
  await until(() => late !== undefined, "PGN is asked for");
  await dialog.locator("label", { hasText: "moves" }).click();
  const text = dialog.locator(".record-text");
  await until(async () => (await text.innerText()) !== "", "the moves");
  const moves = await text.innerText();
  late();
  await page.waitForTimeout(500);
  assert.equal(await text.innerText(), moves);
  await page.clean();
});

test("pictures of games that one busy moment left out are asked for again", async () => {
  const page = await open(browser, server.origin, "#play/tic-tac-toe?plyd=none", { expected: [/status of 503/] });
  await turn(page, /X to move/);
  let busy = true;
  await page.route("**/v1/games/chess", (route) =>
    busy ? route.fulfill({ status: 503, body: "{}" }) : route.continue(),
  );
  const chess = page.locator(".picker li", { hasText: /^Chess/ });
  await page.locator(".chosen-game").click();
  await page.waitForTimeout(1000);
  assert.equal(await chess.locator(".man").count(), 0);
  await page.keyboard.press("Escape");
  busy = false;
  await page.locator(".chosen-game").click();
  await until(async () => (await chess.locator(".man").count()) === 32, "the picture of chess");
  await page.clean();
});
