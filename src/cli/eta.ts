// `giao eta report`: whether the times people were told could be trusted.
import { startOfDate } from "../domain/local-time.ts";
import { isRefusal } from "../domain/refusal.ts";
import type { Learned, LearnedDeps } from "../operations/dispatch/learned.ts";
import { reportEtas } from "../operations/eta/report-etas.ts";
import { etaTable } from "./eta-table.ts";
import { BadWords, type Out, readWords, refused } from "./words.ts";

export const ETA_HELP = `giao eta report [--city SGN] [--from YYYY-MM-DD] [--to YYYY-MM-DD]

Tells of the windows that people were promised on these days, the last of them included (the last 7 days): how many held what happened (held; 80 % is
meant), how many it came before and after, how far off the times were on average (bias; above zero, people waited longer than they were promised), how
wide the windows were, and how wide the best windows of one constant width would have had to be, known only afterwards. By stage (quoted: nobody
had the order; accepted; carried: the goods were on the way; closing: five minutes off or less), by distance and by hour.

Only orders that have ended count. Windows are kept for 28 days. Robots that race (ROBOT_SPEED above 1) are left out.`;

const ZONE = "Asia/Ho_Chi_Minh";
const DAY_MS = 86_400_000;
const DAYS = 7;

export async function etaCommand(
  words: readonly string[],
  out: Out,
  deps: LearnedDeps & { readonly learned: Learned },
): Promise<number> {
  const { values, positionals } = readWords(words, {
    city: { type: "string" },
    from: { type: "string" },
    to: { type: "string" },
  });
  if (positionals.join(" ") !== "report") throw new BadWords("expected: eta report");
  const zone = deps.catalogue.current().cities.get(values.city ?? "")?.timeZone ?? ZONE;
  const to = values.to === undefined ? deps.clock.now() : new Date(startOf(zone, values.to).getTime() + DAY_MS);
  const from = values.from === undefined ? new Date(to.getTime() - DAYS * DAY_MS) : startOf(zone, values.from);
  if (from >= to) throw new BadWords("--from must be before --to");
  const report = await reportEtas(deps, { from, to, cityId: values.city });
  if (isRefusal(report)) return refused(out, report.why);
  const { figures, byDay } = report;
  if (figures.all.promised === 0) {
    out.say("No windows were told of orders that have ended.");
    return 0;
  }
  const where = values.city ?? "all cities";
  out.say(`${where}, ${byDay.at(0)?.date} to ${byDay.at(-1)?.date}: windows that should hold 80 % of what happens`);
  for (const line of etaTable(figures)) out.say(line);
  return 0;
}

function startOf(zone: string, date: string): Date {
  const start = startOfDate(zone, date);
  if (!start) throw new BadWords(`there is no date ${date}`);
  return start;
}
