// Errors of calls. No call waits forever.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Client, ContractError, OverloadedError, ProblemError, TimeoutError, UnreachableError } from "plyd";
import { serve, until } from "./server.mjs";

/** A search that would take hours, from a position that is not in the book. */
const LONG = { moves: ["e2e4"], depth: 60 };
const ONCE = { retry: { attempts: 1 } };

/** Runs a test with its own server, which lets a search take ten minutes, so that none ends by itself on a slow machine. */
function serving(options, check) {
  return async () => {
    const server = await serve("--max-time-ms", "600000", ...options);
    try {
      await check(new Client(server.url), server);
    } finally {
      await server.stop();
    }
  };
}

/** The error that it throws. */
async function thrown(promise) {
  return promise.then(
    () => assert.fail("nothing was thrown"),
    (error) => error,
  );
}

async function all(stream) {
  const values = [];
  for await (const value of stream) values.push(value);
  return values;
}

/** A search under way: `stop` ends it. */
async function occupy(plyd, server, busy = 1) {
  const control = new AbortController();
  const search = plyd.search("chess", LONG, { signal: control.signal }).catch(() => {});
  await until(async () => (await server.metric("plyd_pool_busy_workers")) === busy, "the search runs");
  return async () => {
    control.abort();
    await search;
  };
}

test(
  "a mistake is a problem with its code, its path and what was expected",
  serving([], async (plyd) => {
    const state = await thrown(plyd.search("tic-tac-toe", { state: "XOX/OX../..O" }));
    assert.ok(state instanceof ProblemError && !(state instanceof OverloadedError));
    assert.equal(state.status, 422);
    assert.equal(state.code, "invalid_state");
    assert.equal(state.path, "state");
    assert.equal(state.detail, "row 2 has 4 cells, expected 3");
    assert.equal(state.message, "state: row 2 has 4 cells, expected 3");
    assert.ok(state.requestId.length > 0);

    assert.deepEqual(state.candidates, []);

    const move = await thrown(plyd.position("tic-tac-toe", { moves: ["b2", "b2"] }));
    assert.deepEqual([move.code, move.path], ["illegal_move", "moves[1]"]);
    assert.deepEqual([...move.candidates].sort(), ["a1", "a2", "a3", "b1", "b3", "c1", "c2", "c3"]);
    const game = await thrown(plyd.search("chss"));
    assert.deepEqual([game.code, game.status], ["unknown_game", 404]);
    const slash = await thrown(plyd.search("../../v1/games/chess"));
    assert.equal(slash.code, "unknown_game", "a name is no path");
    const stream = await thrown(all(plyd.searchStream("chess", { depth: 1000 })));
    assert.deepEqual([stream.code, stream.path], ["limit_exceeded", "depth"]);
    const svg = await thrown(plyd.treeSvg("chess", { depth: 13 }));
    assert.deepEqual([svg.code, svg.path], ["limit_exceeded", "depth"]);
    const batch = await thrown(plyd.batch(Array(601).fill({ op: "position", game: "chess" })));
    assert.deepEqual([batch.code, batch.path], ["limit_exceeded", "items"]);
  }),
);

test("a server that is not there is gone", async () => {
  const server = await serve();
  await server.stop();
  const plyd = new Client(server.url, ONCE);
  for (const call of [plyd.games(), plyd.search("chess"), all(plyd.searchStream("chess")), all(plyd.batchStream([]))]) {
    const error = await thrown(call);
    assert.ok(error instanceof UnreachableError, String(error));
    assert.match(error.message, /the server is gone: .*ECONNREFUSED/);
    assert.doesNotMatch(error.message, /cors/, "Node.js asks for any page");
  }
});

test(
  "a server that goes in the middle of an answer, a search or a batch is gone, and what came is no result",
  serving(["--workers", "4"], async (plyd, server) => {
    const answer = thrown(plyd.search("chess", LONG));
    const events = [];
    const search = thrown(
      (async () => {
        for await (const event of plyd.searchStream("chess", LONG)) events.push(event);
      })(),
    );
    const results = [];
    const items = [{ op: "position", game: "chess" }, ...Array(8).fill({ op: "search", game: "chess", ...LONG })];
    const batch = thrown(
      (async () => {
        for await (const result of plyd.batchStream(items)) results.push(result);
      })(),
    );
    await until(() => events.length > 1 && results.length > 0, "both have begun");
    const whole = thrown(plyd.batch(items));
    const waiting = () => server.metric('plyd_pool_queue_depth{priority="batch"}');
    await until(async () => (await waiting()) > items.length, "items of both batches wait");
    await server.stop("SIGKILL");
    for (const error of [await answer, await search, await batch, await whole])
      assert.ok(error instanceof UnreachableError, String(error));
    assert.ok(events.every(({ event }) => event === "progress"));
    assert.ok(results.length < items.length);
  }),
);

test("a stream that ends in order but early is no result either", async () => {
  const progress = 'event: progress\ndata: {"depth":1,"lines":[],"stats":{}}\n\n';
  const cut = (text) => new Client("http://plyd.test", { fetch: async () => new Response(text) });
  const events = [];
  const error = await thrown(
    (async () => {
      // Only the blank line at the end of the result is missing.
      for await (const event of cut(`${progress}event: result\ndata: {}\n`).searchStream("chess")) events.push(event);
    })(),
  );
  assert.ok(error instanceof UnreachableError);
  assert.match(error.message, /before its result/);
  assert.deepEqual(
    events.map(({ event }) => event),
    ["progress"],
  );
  const items = Array(2).fill({ op: "position", game: "chess" });
  const line = '{"index":0,"status":200,"body":{}}';
  const batch = await thrown(all(cut(`${line}\n${line}`).batchStream(items)));
  assert.match(batch.message, /before 1 of 2 results/);
  assert.ok(batch instanceof UnreachableError);
});

test("an answer that trickles is slow as a whole, a stream only where it falls silent", async () => {
  const trickle =
    (text, ms) =>
    async (_, { signal }) => {
      const pieces = [...text];
      const body = new ReadableStream({
        start: (stream) => signal.addEventListener("abort", () => stream.error(signal.reason)),
        async pull(stream) {
          await new Promise((resolve) => setTimeout(resolve, ms));
          if (signal.aborted) return;
          if (pieces.length > 0) stream.enqueue(new TextEncoder().encode(pieces.shift()));
          else stream.close();
        },
      });
      return new Response(body);
    };
  const ask = (text) => new Client("http://plyd.test", { timeoutMs: 1500, fetch: trickle(text, 150) });
  assert.ok((await thrown(ask('{"move": "a1"}').search("chess"))) instanceof TimeoutError);
  const [{ data }] = await all(ask("event:result\ndata:{}\n\n").searchStream("chess"));
  assert.deepEqual(data, {});
});

test(
  "a slow server is slow: a search, a stream, and a stream's silence",
  serving(["--workers", "1"], async (plyd) => {
    const alone = await thrown(plyd.search("chess", LONG, { timeoutMs: 200 }));
    assert.ok(alone instanceof TimeoutError, String(alone));
    assert.match(alone.message, /slow: .*200 ms/);
    // Its first iterations arrive at once, the later ones do not.
    const stream = await thrown(all(plyd.searchStream("chess", LONG, { timeoutMs: 300 })));
    assert.ok(stream instanceof TimeoutError, String(stream));
  }),
);

test(
  "an overloaded server is asked again as often as was asked for, then it is overloaded",
  serving(["--workers", "1", "--queue", "1"], async (plyd, server) => {
    const free = await occupy(plyd, server);
    const queue = new AbortController();
    const waiting = plyd.search("chess", LONG, { signal: queue.signal, ...ONCE }).catch(() => {});
    await until(async () => (await server.metric('plyd_pool_queue_depth{priority="interactive"}')) === 1, "one waits");

    let asked = 0;
    const count = (...request) => ((asked += 1), fetch(...request));
    const counting = new Client(server.url, { fetch: count });
    const refused = await thrown(counting.search("chess", LONG, ONCE));
    assert.ok(refused instanceof OverloadedError && refused instanceof ProblemError, String(refused));
    assert.deepEqual([refused.code, refused.status, refused.attempts, asked], ["overloaded", 503, 1, 1]);
    assert.ok(refused.retryAfterMs >= 1000);

    // A wait that would end too late is not started. This one would take ten minutes.
    const begun = performance.now();
    const later = async (...request) => {
      const { status, headers, body } = await count(...request);
      return new Response(body, { status, headers: { ...Object.fromEntries(headers), "retry-after": "600" } });
    };
    const early = await thrown(
      new Client(server.url, { fetch: later }).search("chess", LONG, { retry: { attempts: 9, withinMs: 60_000 } }),
    );
    assert.deepEqual([early.attempts, asked], [1, 2]);
    assert.ok(performance.now() - begun < 60_000);

    const stream = await thrown(all(counting.searchStream("chess", LONG, ONCE)));
    assert.ok(stream instanceof OverloadedError, String(stream));

    // Waiting for the next attempt can be aborted.
    const impatient = new AbortController();
    setTimeout(() => impatient.abort(new Error("enough")), 200);
    const aborted = await thrown(
      counting.search("chess", LONG, { retry: { withinMs: 60_000 }, signal: impatient.signal }),
    );
    assert.equal(aborted.message, "enough");

    // If there is room again by then, the call succeeds.
    asked = 0;
    const retried = counting.search("chess", { depth: 1 }, { retry: { attempts: 30, withinMs: 60_000 } });
    await until(() => asked > 0, "it was asked");
    await new Promise((resolve) => setTimeout(resolve, 200));
    queue.abort();
    await Promise.all([waiting, free()]);
    assert.equal((await retried).depth, 1);
    assert.ok(asked >= 2, `asked ${asked} times`);
  }),
);

test("a stream refused before it has told anything is asked again, one that has told something is not", async () => {
  const problem = {
    type: "urn:plyd:problem:overloaded",
    title: "",
    status: 503,
    code: "overloaded",
    detail: "no room",
  };
  const error = `event: error\ndata: ${JSON.stringify({ ...problem, request_id: "1" })}\n\n`;
  const progress = 'event: progress\ndata: {"depth":1}\n\n';
  const result = 'event: result\ndata: {"move":"a1"}\n\n';
  let asked = 0;
  const answers = (...texts) => new Client("http://plyd.test", { fetch: async () => new Response(texts[asked++]) });
  const [told] = await all(answers(error, result).searchStream("tic-tac-toe"));
  assert.deepEqual([told.data.move, asked], ["a1", 2]);
  asked = 0;
  const refused = await thrown(all(answers(progress + error, result).searchStream("tic-tac-toe")));
  assert.ok(refused instanceof OverloadedError);
  assert.deepEqual([refused.detail, asked], ["no room", 1]);
});

test(
  "aborting a search, leaving a stream or a batch frees the server",
  serving(["--workers", "2"], async (plyd, server) => {
    const busy = () => server.metric("plyd_pool_busy_workers");
    const control = new AbortController();
    const search = thrown(plyd.search("chess", LONG, { signal: control.signal }));
    await until(async () => (await busy()) === 1, "the search runs");
    control.abort(new Error("changed my mind"));
    assert.equal((await search).message, "changed my mind");
    await until(async () => (await busy()) === 0, "the search has stopped");

    for await (const { event } of plyd.searchStream("chess", LONG)) {
      assert.equal(event, "progress");
      break;
    }
    await until(async () => (await busy()) === 0, "the stream's search has stopped");

    const items = [{ op: "position", game: "chess" }, ...Array(8).fill({ op: "search", game: "chess", ...LONG })];
    for await (const { answer } of plyd.batchStream(items)) {
      assert.equal(answer.to_move, "white");
      await until(async () => (await busy()) > 0, "the next items run");
      break;
    }
    await until(async () => (await busy()) === 0, "the batch has stopped");
    assert.ok((await server.metric('plyd_pool_cancelled_total{stage="running"}')) >= 3);

    const aborted = AbortSignal.abort(new Error("never mind"));
    assert.equal((await thrown(plyd.games({ signal: aborted }))).message, "never mind");
  }),
);

/** Every call that asks once, to its end. */
const CALLS = {
  search: (plyd, options) => plyd.search("tic-tac-toe", { depth: 1 }, options),
  treeSvg: (plyd, options) => plyd.treeSvg("tic-tac-toe", { depth: 1 }, options),
  batch: (plyd, options) => plyd.batch([{ op: "position", game: "nim" }], options),
  searchStream: (plyd, options) => all(plyd.searchStream("tic-tac-toe", { depth: 1 }, options)),
  batchStream: (plyd, options) => all(plyd.batchStream([{ op: "position", game: "nim" }], options)),
};

test(
  "each call goes on after each failure that passes, and ends with its error when it does not",
  serving([], async (_, server) => {
    const failing = fileURLToPath(new URL("../../check/failing_server.py", import.meta.url));
    const child = spawn("python3", [failing, server.url], { stdio: ["ignore", "pipe", "inherit"] });
    try {
      const url = await once(createInterface({ input: child.stdout }), "line");
      const requests = async (name) => (await fetch(`${url}/requests/${name}`)).json();
      // The fault, the error, the least milliseconds that the first retry waits, and the code.
      const faults = [
        ["closed", UnreachableError, 200],
        ["reset", UnreachableError, 200],
        ["busy", OverloadedError, 1000, "overloaded"],
        ["quota", OverloadedError, 1000, "quota_exceeded"],
        ["gateway", OverloadedError, 500, "overloaded"],
        ["limited", OverloadedError, 200, "quota_exceeded"],
        ["gone", UnreachableError, 200],
        ["unreached", UnreachableError, 200],
        ["dripped", ProblemError, 200, "request_timeout"],
      ];
      await Promise.all(
        faults.flatMap(([fault, kind, wait, code]) =>
          Object.entries(CALLS).map(async ([call, ask]) => {
            // A stream broken in the middle has told something, which cannot be told anew.
            if (fault === "reset" && call === "searchStream") {
              const error = await thrown(ask(new Client(`${url}/reset/1/told`)));
              assert.ok(error instanceof UnreachableError, String(error));
              assert.equal((await requests("told")).length, 1);
              return;
            }
            const [passing, lasting] = [`${fault}-${call}`, `${fault}-${call}-lasting`];
            await ask(new Client(`${url}/${fault}/1/${passing}`));
            const [first, second, ...more] = await requests(passing);
            assert.deepEqual(more, [], `${passing} was asked twice`);
            assert.ok((second - first) * 1000 >= wait, `${passing} waited ${second - first} s`);

            const error = await thrown(ask(new Client(`${url}/${fault}/9/${lasting}`, { retry: { attempts: 2 } })));
            assert.ok(error instanceof kind, `${lasting}: ${error}`);
            assert.deepEqual([error.code, error.attempts], [code, 2]);
            assert.equal((await requests(lasting)).length, 2);
            if (wait === 1000) assert.equal(error.retryAfterMs, 1000);
            if (fault === "limited") assert.equal(error.retryAfterMs, null);
          }),
        ),
      );
      for (const [call, ask] of Object.entries(CALLS)) {
        const slow = await thrown(ask(new Client(`${url}/slow/9/slow-${call}`), { timeoutMs: 300 }));
        assert.ok(slow instanceof TimeoutError, `${call}: ${slow}`);
        assert.equal((await requests(`slow-${call}`)).length, 1, "a slow server is not asked again");
        const late = await thrown(ask(new Client(`${url}/late/9/late-${call}`)));
        assert.ok(late instanceof TimeoutError, `${call}: ${late}`);
        assert.equal((await requests(`late-${call}`)).length, 1, "nor is one that took a gateway too long");
        // A wait that would end too late does not begin.
        const early = await thrown(
          ask(new Client(`${url}/quota/9/early-${call}`), { retry: { attempts: 9, withinMs: 500 } }),
        );
        assert.deepEqual([early.code, early.attempts], ["quota_exceeded", 1]);
      }
      // Clients that were refused together do not return together.
      const together = Array.from({ length: 8 }, (_, index) => `together-${index}`);
      await Promise.all(together.map((name) => CALLS.search(new Client(`${url}/quota/1/${name}`))));
      const waits = await Promise.all(together.map(async (name) => (([a, b]) => b - a)(await requests(name))));
      assert.ok(Math.max(...waits) - Math.min(...waits) > 0.02, `waits of ${waits}`);
    } finally {
      child.kill();
    }
  }),
);

test("a server that comes back is found", async () => {
  const first = await serve();
  await first.stop();
  const { host } = new URL(first.url);
  const search = new Client(first.url, { retry: { attempts: 9 } }).search("bones", { state: "5:3 max" });
  await new Promise((resolve) => setTimeout(resolve, 300));
  const second = await serve("--listen", host);
  try {
    assert.equal((await search).move, "1");
  } finally {
    await second.stop();
  }
});

test("what stands before the server, or in its place, is told apart", async () => {
  const answers = {
    "/502": [502, "<html>Bad Gateway</html>", UnreachableError],
    "/413": [413, "<html>Request Entity Too Large</html>", ContractError],
    "/429": [429, "<html>Too Many Requests</html>", OverloadedError],
    "/503": [503, "<html>No server is available</html>", OverloadedError],
    "/504": [504, "<html>Gateway Time-out</html>", TimeoutError],
    "/404": [404, "<html>Not Found</html>", ContractError],
    "/200": [200, "<html>Welcome</html>", ContractError],
  };
  const other = createServer((request, response) => {
    const [status, text] = answers[request.url.slice(0, 4)];
    response.writeHead(status, {
      "content-type": "text/html",
      "retry-after": new Date(Date.now() + 5_000).toUTCString(),
    });
    response.end(text);
  }).listen(0, "127.0.0.1");
  await once(other, "listening");
  try {
    for (const [path, [status, , kind]] of Object.entries(answers)) {
      const plyd = new Client(`http://127.0.0.1:${other.address().port}${path}`, ONCE);
      const error = await thrown(plyd.search("chess"));
      assert.ok(error instanceof kind, `${status}: ${error}`);
      if (error instanceof OverloadedError) assert.ok(error.retryAfterMs > 2_000 && error.retryAfterMs <= 5_000);
      if (error instanceof ContractError) assert.equal(error.status, status);
    }
  } finally {
    other.close();
    other.closeAllConnections();
  }
});

test("options that are none are refused before anything is asked", async () => {
  assert.throws(() => new Client("no address"), TypeError);
  assert.throws(() => new Client("http://plyd.test", { timeoutMs: 0 }), /timeoutMs: expected/);
  assert.throws(() => new Client("http://plyd.test", { retry: { attempts: 0 } }), /retry\.attempts: expected/);
  assert.throws(() => new Client("http://plyd.test", { retry: { withinMs: -1 } }), RangeError);
  assert.throws(() => new Client("http://plyd.test", { headers: { "bad name": "" } }), TypeError);
  assert.throws(() => new Client("http://plyd.test", { key: "two\nlines" }), TypeError);
});
