// `deploy/try-ha`: a highly available installation on this machine, killed piece by piece under load (SECONDS, SEED).
import { keepCompiled } from "./keep-compiled.js";
import { requireNode24 } from "./require-node-24.js";

await requireNode24();
keepCompiled();
const { tryHa } = await import("../test/soak/try-ha.ts");
process.exit(await tryHa());
