// The package builds where npm has installed what it needs above its folder, as a part of another project.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL("..", import.meta.url));

test("a project above the package has its compiler, or another one", (t) => {
  const project = mkdtempSync(join(tmpdir(), "plyd-project-"));
  t.after(() => rmSync(project, { recursive: true }));
  const folder = join(project, "plyd/clients/typescript");
  mkdirSync(folder, { recursive: true });
  for (const part of ["build.mjs", "package.json", "tsconfig.json", "src"])
    cpSync(join(here, part), join(folder, part), { recursive: true });

  const above = join(project, "node_modules");
  mkdirSync(join(above, "typescript"), { recursive: true });
  writeFileSync(join(above, "typescript/package.json"), '{ "name": "typescript", "version": "5.0.0" }');
  const check = () => spawnSync("node", ["build.mjs", "--check"], { cwd: folder }).status;
  assert.equal(check(), 1);

  rmSync(above, { recursive: true });
  symlinkSync(join(here, "node_modules"), above);
  assert.equal(check(), 0);
  execFileSync("npm", ["run", "--silent", "prepare"], { cwd: folder });
  assert.ok(existsSync(join(folder, "dist/commonjs/index.js")));
  assert.ok(!existsSync(join(folder, "node_modules")));
});
