// `npm run mutate [-- area, file or folder …]`: whether the tests notice small faults.
import { keepCompiled } from "./keep-compiled.js";
import { requireNode24 } from "./require-node-24.js";

await requireNode24();
keepCompiled();
const { runMutants } = await import("../test/mutate/run.ts");
process.exit(await runMutants(process.argv.slice(2)));
