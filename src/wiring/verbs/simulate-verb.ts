import { SIMULATE_HELP, simulateCommand } from "../../cli/simulate.ts";
import type { Verb } from "../../cli/words.ts";
import { recallDay } from "../../operations/dispatch/recall-day.ts";
import { openLog } from "../log.ts";
import { openWorld } from "../world.ts";
import { askHouse, settings } from "./verb.ts";

// Silent, because standard output is the answer; which map it drove on is part of it.
export const SIMULATE: Verb = {
  help: SIMULATE_HELP,
  run: (words, out) =>
    simulateCommand(words, out, {
      screen: process.stderr,
      openRoads: () => openWorld({ settings: settings(), log: openLog("silent") }),
      recallDay: (span) => askHouse(openLog("silent"), (house) => recallDay(house, span)),
    }),
};
