// One at a time makes two groups, dealt in turns: the first and the third of three files share a process.
import { runTests } from "../../run.ts";

process.exit(await runTests(process.argv.slice(2), 1));
