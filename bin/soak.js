// `npm run soak`: the program under load while everything around it breaks (SOAK_SECONDS, SEED).
import { keepCompiled } from "./keep-compiled.js";
import { requireNode24 } from "./require-node-24.js";

await requireNode24();
keepCompiled();
const { runSoak } = await import("../test/soak/run.ts");
process.exit(await runSoak());
