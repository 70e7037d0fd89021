// How a service is planned, as the operator writes it; what is absent stays as it was.
import { IMMEDIATE } from "../../rolling-plan/terms.ts";
import { PLANNING_MODES, type Planning } from "../service.ts";
import { MINUTES_PER_DAY, readClock } from "../service-hours.ts";
import type { Form } from "./form.ts";

export type PlanningDraft = {
  readonly mode?: string | undefined;
  readonly within?: number | undefined;
  readonly until?: string | undefined;
  readonly horizon?: number | undefined;
  readonly waves?: readonly string[] | undefined;
  readonly cutOff?: number | undefined;
  readonly lead?: number | undefined;
  readonly latestOffer?: number | undefined;
  readonly autoAssign?: boolean | undefined;
  readonly slot?: number | undefined;
  readonly slotOrders?: number | undefined;
  readonly loadKg?: number | undefined;
  readonly loadLitres?: number | undefined;
  readonly refuseLate?: boolean | undefined;
};

const WAVES_MAX = 24;
const HOURS_4 = 240;
const LOAD_MAX = 100_000;
const SLOT_ORDERS_MAX = 100_000;

export function readPlanning(form: Form, draft: PlanningDraft, saved: Planning = IMMEDIATE): Planning {
  const base = { ...IMMEDIATE, ...saved };
  const minutes = (field: string, given: number | undefined, fallback: number, min: number, max: number) =>
    form.whole(field, given, fallback, min, max);
  const planning: Planning = {
    mode: form.oneOf("planning", draft.mode, base.mode, PLANNING_MODES),
    withinMinutes: minutes("plan_within", draft.within, base.withinMinutes, 0, MINUTES_PER_DAY),
    untilMinute: draft.until === undefined ? base.untilMinute : minuteOf(form, "plan_until", draft.until),
    horizonMinutes: minutes("plan_horizon", draft.horizon, base.horizonMinutes, 10, MINUTES_PER_DAY),
    waves: draft.waves ? readWaves(form, draft.waves) : base.waves,
    cutOffMinutes: minutes("plan_cut_off", draft.cutOff, base.cutOffMinutes, 0, MINUTES_PER_DAY),
    leadMinutes: minutes("plan_lead", draft.lead, base.leadMinutes, 1, HOURS_4),
    latestOfferMinutes: minutes("plan_latest_offer", draft.latestOffer, base.latestOfferMinutes, 0, HOURS_4),
    assigns: draft.autoAssign ?? base.assigns,
    slotMinutes: minutes("plan_slot", draft.slot, base.slotMinutes, 15, MINUTES_PER_DAY),
    slotOrders: form.whole("plan_slot_orders", draft.slotOrders, base.slotOrders, 0, SLOT_ORDERS_MAX),
    loadKg: form.whole("plan_load_kg", draft.loadKg, base.loadKg, 0, LOAD_MAX),
    loadLitres: form.whole("plan_load_litres", draft.loadLitres, base.loadLitres, 0, LOAD_MAX),
    refusesLate: draft.refuseLate ?? base.refusesLate,
  };
  if (planning.mode === "waves" && planning.waves.length === 0)
    form.fail("plan_waves", "must name at least one time, such as 09:00, for a service that leaves in waves.");
  if (planning.withinMinutes > 0 && planning.latestOfferMinutes >= planning.withinMinutes)
    form.fail("plan_latest_offer", "must be below plan_within.");
  return planning;
}

function readWaves(form: Form, waves: readonly string[]): readonly number[] {
  if (waves.length > WAVES_MAX) form.fail("plan_waves", `may hold at most ${WAVES_MAX} times.`);
  const minutes = waves.slice(0, WAVES_MAX).map((wave, at) => minuteOf(form, `plan_waves[${at}]`, wave));
  return [...new Set(minutes)].sort((a, b) => a - b);
}

function minuteOf(form: Form, field: string, text: string): number {
  const minute = readClock(text);
  if (minute === undefined) form.fail(field, 'must be a time as "HH:MM".');
  return minute ?? 0;
}
