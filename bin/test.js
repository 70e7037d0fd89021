// `npm test [-- file …]`: every test, or the files named.
import { keepCompiled } from "./keep-compiled.js";
import { requireNode24 } from "./require-node-24.js";

await requireNode24();
keepCompiled();
const { runTests } = await import("../test/run.ts");
process.exit(await runTests(process.argv.slice(2)));
