// `npm run bench [-- name …]`: every benchmark, or those named.
import { keepCompiled } from "./keep-compiled.js";
import { requireNode24 } from "./require-node-24.js";

await requireNode24();
keepCompiled();
const { runBenches } = await import("../bench/run.ts");
process.exit(await runBenches(process.argv.slice(2)));
