#!/usr/bin/env node
// The launcher. Plain JavaScript that any Node understands, so that a machine whose Node is too old hears so in one line.
import { claimSockets } from "./handed-sockets.js";
import { keepCompiled } from "./keep-compiled.js";
import { becomeLean } from "./lean-process.js";
import { requireNode24 } from "./require-node-24.js";

claimSockets();
await requireNode24();
if (["serve", "map"].includes(process.argv[2])) becomeLean();
keepCompiled();
if (process.argv[2] === "serve") (await import("../src/wiring/stop-signals.ts")).hearStopSignals();
const { main } = await import("../src/main.ts");
await main(process.argv.slice(2));
