import { MAP_HELP, mapCommand } from "../../cli/map.ts";
import type { Verb } from "../../cli/words.ts";
import { MAP_WRITERS } from "../../operations/map-writers.ts";
import { settings } from "./verb.ts";

export const MAP: Verb = {
  help: MAP_HELP,
  run: (words, out) =>
    mapCommand(words, out, { mapDir: settings().mapDir, writers: MAP_WRITERS, screen: process.stderr }),
};
