// Compiles the package of the working directory twice into dist: as ES modules, and below commonjs for projects that
// `require`. npm runs it in the package's folder. plyd-boardgame.io is built by it too.

import { execFileSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";

// By its path: `.bin/tsc` may be that of the older compiler, which the tests use.
const tsc = resolve("node_modules/typescript/bin/tsc");
const options = ["--module", "commonjs", "--moduleResolution", "bundler", "--outDir", "dist/commonjs"];
rmSync("dist", { recursive: true, force: true });
for (const more of [[], options]) execFileSync(process.execPath, [tsc, "-p", ".", ...more], { stdio: "inherit" });
writeFileSync("dist/commonjs/package.json", '{ "type": "commonjs" }\n');
