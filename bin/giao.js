#!/usr/bin/env node
// The launcher. Plain JavaScript that any Node understands, so that a machine whose Node is too old hears so in one line.
import { keepCompiled } from "./keep-compiled.js";
import { requireNode24 } from "./require-node-24.js";

requireNode24();
keepCompiled();
const { main } = await import("../src/main.ts");
await main(process.argv.slice(2));
