// Opening hours and surge rules as an operator writes them: {"days": [1, …, 7], "from": "07:00", "to": "19:00"}.

import type { ServiceHours, SurgeRule } from "../service.ts";
import { MINUTES_PER_DAY, NO_SURGE } from "../service-hours.ts";
import type { Form } from "./form.ts";

export type HoursDraft = {
  // ISO days, 1 Monday … 7 Sunday; absent: every day.
  readonly days?: readonly number[] | undefined;
  readonly from: string;
  readonly to: string;
};
export type SurgeDraft = HoursDraft & { readonly rate: number };

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const WINDOWS_MAX = 50;
const SURGE_MAX = 10;
const CLOCK = /^([01]\d|2[0-4]):([0-5]\d)(?::([0-5]\d))?$/;

export function readHours(form: Form, field: string, drafts: readonly HoursDraft[]): readonly ServiceHours[] {
  if (drafts.length > WINDOWS_MAX) form.fail(field, `may hold at most ${WINDOWS_MAX} windows.`);
  return drafts.slice(0, WINDOWS_MAX).map((draft, at) => readWindow(form, `${field}[${at}]`, draft));
}

export function readSurgeRules(form: Form, field: string, drafts: readonly SurgeDraft[]): readonly SurgeRule[] {
  if (drafts.length > WINDOWS_MAX) form.fail(field, `may hold at most ${WINDOWS_MAX} rules.`);
  return drafts.slice(0, WINDOWS_MAX).map((draft, at) => ({
    during: readWindow(form, `${field}[${at}]`, draft),
    rate: form.share(`${field}[${at}].rate`, draft.rate, NO_SURGE, { min: 1, max: SURGE_MAX, whole: 1 }),
  }));
}

function readWindow(form: Form, field: string, draft: HoursDraft): ServiceHours {
  const days = draft.days ?? EVERY_DAY;
  if (days.length === 0 || !days.every((day) => EVERY_DAY.includes(day))) {
    form.fail(`${field}.days`, `must name days from 1 (Monday) to 7 (Sunday).`);
  }
  const fromMinute = readClock(draft.from);
  const toMinute = readClock(draft.to);
  if (fromMinute === undefined || toMinute === undefined || fromMinute >= toMinute) {
    form.fail(
      field,
      `needs from and to as "HH:MM" or "HH:MM:SS", from before to, 24:00 at the latest; split a night in two.`,
    );
  }
  return { days: [...new Set(days)].sort(), fromMinute: fromMinute ?? 0, toMinute: toMinute ?? MINUTES_PER_DAY };
}

function readClock(text: string): number | undefined {
  const [, hours, minutes, seconds = "0"] = CLOCK.exec(text) ?? [];
  if (hours === undefined || minutes === undefined) return undefined;
  const minuteOfDay = Number(hours) * 60 + Number(minutes) + Number(seconds) / 60;
  return minuteOfDay <= MINUTES_PER_DAY ? minuteOfDay : undefined;
}
