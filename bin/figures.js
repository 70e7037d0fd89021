// `npm run figures [-- lighthouse | pages | board …]`: what the pages weigh and cost, measured in a browser on this machine; all of it, or those named.
import { requireNode24 } from "./require-node-24.js";

await requireNode24();
// The tests' harness ends what is open for longer than a test may be.
process.env.TEST_SECONDS_MAX ??= "7200";
const { printFigures } = await import("../test/figures/run.ts");
process.exit(await printFigures(process.argv.slice(2)));
