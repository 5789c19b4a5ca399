// Compiles the bots twice into dist: as ES modules, and below commonjs for projects that `require`.

import { execFileSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const tsc = fileURLToPath(new URL("node_modules/typescript/bin/tsc", import.meta.url));
const options = ["--module", "commonjs", "--moduleResolution", "bundler", "--outDir", "dist/commonjs"];
process.chdir(fileURLToPath(new URL(".", import.meta.url)));
rmSync("dist", { recursive: true, force: true });
for (const more of [[], options]) execFileSync(process.execPath, [tsc, "-p", ".", ...more], { stdio: "inherit" });
writeFileSync("dist/commonjs/package.json", '{ "type": "commonjs" }\n');
