import { setImmediate as turnOfTheLoop } from "node:timers/promises";
import { refused, type Verb } from "../../cli/words.ts";
import { serve, stopOnSignals } from "../serve.ts";
import { settings } from "./verb.ts";

const HELP = `giao serve

Starts the server. Settings come from the environment; docs/settings.md lists them. With none set it is a sandbox on
127.0.0.1:3000 with a PostgreSQL of its own under ./data. SIGTERM drains it and ends it within 10 s.`;

export const SERVE: Verb = {
  help: HELP,
  run: async (_words, out) => {
    // A signal that came while all this was loaded is heard now, before anything is opened.
    await turnOfTheLoop();
    const serving = serve(settings(), out.say);
    stopOnSignals(serving);
    const refusal = await serving.opened;
    return refusal ? refused(out, refusal.why) : 0;
  },
};
