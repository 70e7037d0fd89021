// `npm run build`: the browser's pages into web/dist, when their sources have changed since. Runs by itself after `npm ci` and
// before `npm start`.
import { requireNode24 } from "./require-node-24.js";

await requireNode24();
const { buildPages } = await import("../web/build/build-pages.ts");
process.exit(await buildPages());
