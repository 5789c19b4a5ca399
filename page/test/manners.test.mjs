// A clock for both sides, and an opponent that resigns, talks about draws and takes its time.

import assert from "node:assert/strict";
import { test } from "node:test";
import { button, cell, cells, open, PATIENT, played, staged, turn, until } from "./browser.mjs";

const { server, browser } = await staged();

const clock = (page, side) => page.locator(`.seat[data-side=${side}] .clock`).innerText();
const notice = (page, text) => page.locator(".notice", { hasText: text }).waitFor(PATIENT);

/** Lets the answers of searches through with other advice. */
async function advise(page, advice) {
  await page.route("**/search/stream", async (route) => {
    const answer = await route.fetch();
    const text = await answer.text();
    const body = text.replace(/^data: (\{.*"advice".*\})$/m, (_, data) => {
      const told = JSON.parse(data);
      return `data: ${JSON.stringify({ ...told, advice: { ...told.advice, ...advice(page) } })}`;
    });
    await route.fulfill({ response: answer, body });
  });
}

test("both sides have a clock, which the requests name and the record keeps", async () => {
  const page = await open(browser, server.origin, "#play/chess?plyd=black&level=1");
  await turn(page, /Your turn/);
  assert.equal(await page.locator(".clock").count(), 0, "none unless it is asked for");
  await page.getByLabel("Clock").selectOption("5+3");
  await until(async () => (await clock(page, "white")).includes("5:00"), "five minutes");
  await cells(page, "e2", "e4");
  await until(async () => (await played(page)) === 2, "plyd moved");
  await turn(page, /Your turn/);
  const request = await page.locator(".exchanged .source").innerText();
  assert.match(
    request,
    /"clock":\{"own_ms":\d+,"opponent_ms":303000,"increment_ms":3000\},"with":\["position","advice"\]/,
  );
  assert.match(await clock(page, "black"), /5:0[0-3]/);
  await page.locator(".seat[data-side=white] .clock.runs").waitFor(PATIENT);
  await until(async () => !(await clock(page, "white")).includes("5:03"), "it runs");
  await button(page, "Save").click();
  const record = page.locator("dialog[open] .record-text");
  await until(async () => /e4 \{\[%clk 0:05:03\]\}/.test(await record.innerText()), "the record");
  await button(page, "Done").click();
  // Looking back stops it. It stands after a reload too, and what was left stays.
  await button(page, "One move back").click();
  await until(async () => (await page.locator(".clock.runs").count()) === 0, "it stands");
  assert.match(page.url(), /clock=5%2B3/);
  await page.reload();
  await turn(page, /to move|Your turn/);
  assert.match(await clock(page, "white"), /5:03/);
  await page.clean();
});

test("byo-yomi begins when the time is up, and a move within its period gets it back", async () => {
  const page = await open(browser, server.origin, "#play/chess?plyd=black&level=1&clock=0%2B2x1000");
  await turn(page, /Your turn/);
  assert.match(await clock(page, "white"), /16:40 \+ 1×1000 s/);
  await cells(page, "e2", "e4");
  await until(async () => (await played(page)) === 2, "plyd moved");
  await turn(page, /Your turn/);
  const request = await page.locator(".exchanged .source").innerText();
  const clocks = /"clock":\{"own_ms":0,"opponent_ms":0,"byoyomi_ms":1000000,"byoyomi_periods":2\}/;
  assert.match(request, clocks);
  assert.match(await clock(page, "black"), /16:40 \+ 1×1000 s/);
  await button(page, "Save").click();
  const record = page.locator("dialog[open] .record-text");
  await until(async () => (await record.innerText()).includes('[TimeControl "0+2x1000"]'), "the record");
  assert.match(await record.innerText(), /e4 \{\[%clk 0:33:20\]\}/);
  await button(page, "Done").click();
  await page.getByLabel("Clock").selectOption("5d3");
  await until(async () => !(await clock(page, "black")).includes("×"), "another clock");
  assert.match(page.url(), /clock=5d3/);
  await page.clean();
});

test("a delay and a time for each move are in the requests", async () => {
  for (const [text, sent] of [
    ["5d30", /"clock":\{"own_ms":(299\d\d\d|300000),"opponent_ms":300000,"delay_ms":30000\}/],
    ["600/move", /"clock":\{"per_move_ms":(599\d\d\d|600000)\}/],
  ]) {
    const page = await open(browser, server.origin, `#play/chess?plyd=black&level=1&clock=${encodeURIComponent(text)}`);
    await turn(page, /Your turn/);
    await cells(page, "e2", "e4");
    await until(async () => (await played(page)) === 2, "plyd moved");
    await turn(page, /Your turn/);
    assert.match(await page.locator(".exchanged .source").innerText(), sent);
    await page.clean();
  }
});

test("who is out of time loses", async () => {
  const page = await open(browser, server.origin, "#play/tic-tac-toe?plyd=none&clock=0.02%2B0");
  await turn(page, /X to move/);
  await cells(page, "b2");
  await turn(page, /X wins on time/);
  await notice(page, /O is out of time/);
  assert.equal(await page.locator(".cell.legal").count(), 0, "nobody moves any more");
  await button(page, "Play on").click();
  await turn(page, /O to move/);
  await cells(page, "a1");
  await turn(page, /X to move/);
  await page.clean();
});

test("a reload neither stops the clock nor gives time back", async () => {
  const page = await open(browser, server.origin, "#play/tic-tac-toe?plyd=none&clock=10%2B0");
  await turn(page, /to move/);
  await cell(page, "b2").click();
  await page.locator(".seat[data-side=O] .clock.runs").waitFor(PATIENT);
  // The page is away while time goes on.
  await page.waitForTimeout(2500);
  await page.goto("about:blank");
  await page.waitForTimeout(2500);
  await page.goBack();
  await page.locator(".seat[data-side=O] .clock.runs").waitFor(PATIENT);
  assert.match(await clock(page, "O"), /9:5[0-5]/);
  // What is left for another game stands, and nothing of it is given back.
  await button(page, "New game").click();
  await until(async () => (await played(page)) === 0, "another game");
  await page.waitForTimeout(2500);
  await button(page, "Recent").click();
  await page.locator(".recent[open] li button").first().click();
  await until(async () => (await played(page)) === 1, "the game that was left");
  assert.equal(await page.locator(".clock.runs").count(), 0);
  assert.match(await clock(page, "O"), /9:5[0-5]/);
  await page.clean();
});

test("plyd resigns, and a person may want to go on", async () => {
  const page = await open(browser, server.origin, "#play/chess?plyd=black&level=4");
  await advise(page, () => ({ resign: true, because: "The loss is proven." }));
  await turn(page, /Your turn/);
  await cells(page, "e2", "e4");
  await turn(page, /White wins by resignation/);
  await notice(page, /plyd resigns\. The loss is proven\./);
  assert.equal(await played(page), 1, "its move is not played");
  await page.reload();
  await turn(page, /White wins by resignation/);
  await button(page, "Save").click();
  await page.locator("dialog[open] .record-text", { hasText: "1-0" }).waitFor(PATIENT);
  await button(page, "Done").click();
  await button(page, "Play on").click();
  await until(async () => (await played(page)) === 2, "plyd goes on");
  // Switched off, it never resigns.
  await button(page, "New game").click();
  await turn(page, /Your turn/);
  await page.getByText("Manners").click();
  await page.getByRole("checkbox", { name: "plyd resigns lost games" }).uncheck();
  await cells(page, "e2", "e4");
  await until(async () => (await played(page)) === 2, "plyd moved");
  await turn(page, /Your turn/);
  await page.clean();
});

test("a lost opponent resigns by itself", async () => {
  const page = await open(
    browser,
    server.origin,
    "#play/chess?plyd=black&level=5&state=6k1/8/8/8/8/8/1R6/R5K1+w+-+-+0+1",
  );
  await turn(page, /Your turn/);
  await cells(page, "b2", "b7");
  await turn(page, /White wins by resignation/);
  await page.clean();
});

test("draws are offered, accepted and declined", async () => {
  let accepts = false;
  const page = await open(browser, server.origin, "#play/chess?plyd=black&level=1");
  await advise(page, () => ({ accept_draw: accepts, offer_draw: !accepts }));
  await turn(page, /Your turn/);
  await cells(page, "e2", "e4");
  await notice(page, /plyd offers a draw/);
  await button(page, "Decline").click();
  await until(async () => (await page.locator("[data-notice]").count()) === 0, "declined");
  await button(page, "Resign or offer a draw").click();
  await button(page, "Offer draw").click();
  await notice(page, /You offer a draw/);
  await cells(page, "d2", "d4");
  // It has an offer of its own beside its answer.
  await until(async () => (await played(page)) === 4, "plyd moved");
  await notice(page, /plyd offers a draw/);
  await button(page, "Accept").click();
  await turn(page, /A draw by agreement/);
  await button(page, "New game").click();
  await turn(page, /Your turn/);
  accepts = true;
  await cells(page, "e2", "e4");
  await until(async () => (await played(page)) === 2, "plyd moved");
  await turn(page, /Your turn/);
  await button(page, "Resign or offer a draw").click();
  await button(page, "Offer draw").click();
  await cells(page, "d2", "d4");
  await turn(page, /A draw by agreement/);
  await notice(page, /plyd accepts the draw/);
  await button(page, "New game").click();
  await turn(page, /Your turn/);
  await cells(page, "e2", "e4");
  await until(async () => (await played(page)) === 2, "plyd moved");
  // Once is not enough.
  await button(page, "Resign or offer a draw").click();
  await notice(page, /Give up/);
  await button(page, "Cancel").click();
  await turn(page, /Your turn/);
  await button(page, "Resign or offer a draw").click();
  await button(page, "Resign").click();
  await turn(page, /Black wins by resignation/);
  assert.match(await page.locator(".result").innerText(), /Black wins by resignation/);
  assert.deepEqual(await page.locator(".play button.primary:visible").allInnerTexts(), ["Review the game"]);
  await page.clean();
});

test("thinking lasts as long as the advice says, and can be cut short", async () => {
  const page = await open(browser, server.origin, "#play/chess?plyd=black&level=1");
  await advise(page, () => ({ think_ms: 120_000 }));
  await turn(page, /Your turn/);
  await page.getByText("Manners").click();
  await page.getByRole("checkbox", { name: "Takes its time" }).check();
  await cells(page, "e2", "e4");
  await turn(page, /plyd is thinking/);
  await until(async () => (await page.locator(".exchanged .answer").innerText()).includes("120000"), "the answer");
  await turn(page, /plyd is thinking/);
  assert.equal(await played(page), 1, "the move is not shown yet");
  await page.locator(".thinking .stop").click();
  await until(async () => (await played(page)) === 2, "it moves when it is stopped");
  await page.clean();
});
