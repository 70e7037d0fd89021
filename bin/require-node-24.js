// Sources run as TypeScript, which needs Node 24. On linux x64 and arm64 `npm ci` brings it along: npm scripts use it, and a program
// started with an older Node starts it in its place.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { constants } from "node:os";
import { fileURLToPath } from "node:url";
import { handedSockets } from "./handed-sockets.js";

export async function requireNode24() {
  const major = Number(process.versions.node.split(".")[0]);
  if (major >= 24) return;
  const name = `node-${process.platform}-${process.arch}`;
  const bundled = fileURLToPath(new URL(`../node_modules/${name}/bin/node`, import.meta.url));
  if (existsSync(bundled)) await runOn(bundled);
  process.stderr.write(
    `giao needs Node 24 or newer and this is ${process.version}. On Linux (x64, arm64) run "npm ci", ` +
      "which brings its own Node; elsewhere install Node 24 from nodejs.org.\n",
  );
  process.exit(1);
}

// Whoever ends this process means that one.
function runOn(node) {
  return new Promise(() => {
    const child = spawn(node, process.argv.slice(1), { stdio: ["inherit", "inherit", "inherit", ...handedSockets()] });
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => child.kill(signal));
    child.on("exit", (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
  });
}
