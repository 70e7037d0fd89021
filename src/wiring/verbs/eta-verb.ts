import { ETA_HELP, etaCommand } from "../../cli/eta.ts";
import { inHouse, type Verb } from "./verb.ts";

export const ETA: Verb = {
  help: ETA_HELP,
  run: (words, out) => inHouse(out, (house) => etaCommand(words, out, house)),
};
