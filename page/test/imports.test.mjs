// Which source imports which.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";

const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*"(\.[^"]+)"/g;

/** The sources that each source imports, for types too. */
function imports() {
  const sources = readdirSync("src", { recursive: true }).filter((path) => /\.tsx?$/.test(path));
  const found = (path) => {
    const [source] = ["", ".ts", ".tsx"].map((end) => path + end).filter((path) => sources.includes(path));
    return source;
  };
  const of = (path) =>
    [...readFileSync(join("src", path), "utf8").matchAll(IMPORT)].map(([, to]) => found(join(dirname(path), to)));
  return new Map(sources.map((path) => [path, of(path).filter((to) => to !== undefined)]));
}

/** A circle of imports, from a source back to itself; null if there is none. */
function circle(graph) {
  const done = new Set();
  const walk = (path, way) => {
    if (way.includes(path)) return [...way.slice(way.indexOf(path)), path];
    if (done.has(path)) return null;
    for (const to of graph.get(path)) {
      const found = walk(to, [...way, path]);
      if (found) return found;
    }
    done.add(path);
    return null;
  };
  for (const path of graph.keys()) {
    const found = walk(path, []);
    if (found) return found;
  }
  return null;
}

test("no source imports itself by way of others", () => {
  const graph = imports();

  assert.ok(graph.get("main.tsx").includes("more.tsx"), "imports are found");
  assert.equal(circle(graph)?.join(" → "), undefined);
});
