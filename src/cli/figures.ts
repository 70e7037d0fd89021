// `giao figures rebuild`: counts what is kept of hours and days again, from orders.
import { rebuildFigures } from "../operations/figures/keep-figures.ts";
import type { Services } from "../operations/services.ts";
import { openProgress, type Screen } from "./progress.ts";
import { BadWords, type Out, readWords } from "./words.ts";

export const FIGURES_HELP = `giao figures rebuild

Counts the figures of every hour and day again, from orders, offers, journals, shifts and what came of ETAs. A server may run beside it, and whoever
looks sees the figures as they were until theirs are done. May be ended and begun again at any time; what is left the worker does. Nothing
changes unless a figure was wrong, a city's time zone was changed, or a driver moved to another city.`;

export async function figuresCommand(
  words: readonly string[],
  out: Out,
  deps: Pick<Services, "db" | "clock"> & { readonly screen: Screen },
): Promise<number> {
  const { positionals } = readWords(words, {});
  if (positionals.join(" ") !== "rebuild") throw new BadWords("expected: figures rebuild");
  const progress = openProgress(deps.screen);
  const counted = await rebuildFigures(deps, (share) => progress.show("figures", share));
  out.say(`${counted} hours and days were counted again.`);
  return 0;
}
