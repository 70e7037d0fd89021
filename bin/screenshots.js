// `npm run screenshots [-- name …]`: the pictures in docs/images, or those named, from a sandbox started for it.
import { requireNode24 } from "./require-node-24.js";

await requireNode24();
const { takeScreenshots } = await import("../test/screenshots/run.ts");
process.exit(await takeScreenshots(process.argv.slice(2)));
