// Servers for the tests: the plyd that PLYD_BINARY names, or else the one that `cargo test` builds.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

export const BINARY = process.env.PLYD_BINARY ?? fileURLToPath(new URL("../../../target/debug/plyd", import.meta.url));

// Interrupted tests exit normally, so that their servers end too.
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));

/** Starts plyd on a port that the system picks, or on that of `--listen`. `stop` ends it; with SIGKILL its answers break off. */
export async function serve(...options) {
  if (!options.includes("--listen")) options.push("--listen", "127.0.0.1:0");
  assert.ok(existsSync(BINARY), `there is no server at ${BINARY}: run cargo build, or set PLYD_BINARY`);
  const child = spawn(BINARY, ["serve", ...options], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  // The server ends with the tests.
  const end = () => child.kill("SIGKILL");
  process.once("exit", end);
  const log = createInterface({ input: child.stdout });
  const address = await new Promise((resolve, reject) => {
    log.on("line", (line) => {
      const [, found] = / listening address=([0-9.:]+)/.exec(line) ?? [];
      if (found) resolve(found);
    });
    child.once("exit", (code) => reject(new Error(`the server did not start: exit code ${code}`)));
  });
  const url = `http://${address}`;
  return {
    url,
    pid: child.pid,
    /** A metric's value. */
    async metric(name) {
      const line = (await (await fetch(`${url}/metrics`)).text())
        .split("\n")
        .find((line) => line.startsWith(`${name} `));
      assert.ok(line, `there is a metric ${name}`);
      return Number(line.split(" ")[1]);
    },
    async stop(signal = "SIGKILL") {
      process.off("exit", end);
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      child.kill(signal);
      await ended;
    },
  };
}

/** Waits until the condition holds. */
export async function until(condition, what) {
  for (const end = Date.now() + 60_000; !(await condition());) {
    assert.ok(Date.now() < end, `never: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
